import { isDeepStrictEqual } from 'node:util';
import { isRefusal, sealedDice, someLegalOrders } from '../../src/game/index.ts';
import type { GamePosition } from '../../src/host/table/game-position.ts';
import { IncompatibleLog, replayLog } from '../../src/host/table/replay-log.ts';
import { hmacUnder } from '../dice/sealed.ts';
import { LIBRARY, type Product } from './product.ts';

const BUILT_IN = [Object.prototype, Array.prototype, Function.prototype, String.prototype].map(
  (each) => [each, Object.getOwnPropertyNames(each).length] as const,
);

/**
 * What is wrong with where things stand: with a game whose log does not lead, by its rules, to where the host has it, or that does not
 * go on from there as the contract of systems has it; with a channel of two games; with what JavaScript is made of. Null: nothing.
 */
export function wrongWith({ store, database, host }: Product): string | null {
  for (const [each, count] of BUILT_IN)
    if (Object.getOwnPropertyNames(each).length !== count) return 'a prototype has been changed';
  const crowded = database.prepare(
    'SELECT channel FROM game WHERE ended_at IS NULL GROUP BY channel HAVING count(*) > 1',
  );
  if (crowded.get()) return 'a channel has two running games';
  const ids = database.prepare('SELECT id FROM game').pluck().all() as string[];
  for (const id of ids) {
    const wrong = wrongWithGame({ store, host }, id);
    if (wrong !== null) return `${id}: ${wrong}`;
  }
  return null;
}

/** A position without the names of members, which may change, and without what is kept of it for the next undo, as much as there is. */
function plain({ latest, earlier: _, ...position }: GamePosition): unknown {
  return JSON.parse(JSON.stringify({ ...position, latest: latest.at(-1)?.seq }));
}

function wrongWithGame({ store, host }: Pick<Product, 'store' | 'host'>, id: string): string | null {
  const game = store.game(id);
  if (!game) return 'it cannot be read';
  const edition = LIBRARY.editions.find(({ dataset }) => dataset.hash === game.dataset);
  if (!edition) return 'its rules are none of ours';
  const { system } = edition;
  try {
    const { position } = replayLog(system, game.variant, store.entries(id));
    const held = host.tables.table(game).position;
    if (!isDeepStrictEqual(plain(position), plain(held))) return 'its log leads elsewhere than the host has it';
    const known = Math.min(held.earlier.length, position.earlier.length);
    const last = ({ earlier }: GamePosition) => earlier.slice(earlier.length - known);
    if (!isDeepStrictEqual(last(held), last(position))) return 'an undo would lead elsewhere than its log';
    const { state } = position;
    for (const viewer of ['public', ...system.about.seats.map((seat) => seat.id)] as const)
      system.knowledge.view(state, viewer);
    for (const { seat } of system.rules.asked(state))
      for (const order of someLegalOrders(system.rules, state, seat, 6).orders) {
        const dice = sealedDice(hmacUnder('fuzz'), { game: id, turn: position.seq, order: JSON.stringify(order) });
        if (isRefusal(system.rules.apply(state, seat, order, dice)))
          return `what it offers it refuses: ${JSON.stringify(order)}`;
      }
    return null;
  } catch (error) {
    if (error instanceof IncompatibleLog) return error.message;
    throw error;
  }
}
