import {
  isRefusal,
  legalOrders,
  type Order,
  orderKey,
  type State,
  type System,
  sealedDice,
} from '../../src/game/index.ts';
import { hmacOf } from '../../src/host/table/game-secret.ts';
import type { EntryBody, EntryRecord } from '../../src/store/index.ts';
import { picker } from '../dice/sealed.ts';

/** After so many orders one is taken back. */
const UNDONE = 10;
/** Where a campaign would end, so many orders are taken back. */
const BACK = 5;

/**
 * What was done in a campaign of Overland in which nearly every order is a march to and fro, which costs nothing: so many orders, the
 * most of them standing, some taken back. The start is not among it.
 */
export function longLog(
  system: System,
  secret: string,
  game: string,
  variant: string,
  orders: number,
  first = 1,
): EntryBody[] {
  const hmac = hmacOf(secret);
  const pick = picker(1864);
  const start = system.rules.start(variant, sealedDice(hmac, { game, turn: 0, order: 'start' })).state;
  const standing: { readonly seq: number; readonly state: State }[] = [];
  const log: EntryBody[] = [];
  const takeBack = () => {
    const last = standing.pop();
    if (last) log.push({ kind: 'undo', takesBack: last.seq });
  };
  for (let given = 0; given < orders; given++) {
    if (given % UNDONE === UNDONE - 1) takeBack();
    for (;;) {
      const state = standing.at(-1)?.state ?? start;
      const done = marched(system, state, pick, (order) => sealedDice(hmac, { game, turn: standing.length, order }));
      if (done) {
        standing.push({ seq: first + log.length, state: done.state });
        log.push(done.body);
        break;
      }
      for (let back = 0; back < BACK; back++) takeBack();
    }
  }
  return log;
}

/** A march after which another is possible, else any order that does not end the campaign. Null: there is none. */
function marched(
  system: System,
  state: State,
  pick: (count: number) => number,
  diceFor: (order: string) => ReturnType<typeof sealedDice>,
): { readonly state: State; readonly body: EntryBody } | null {
  const legal = shuffled([...legalOrders(system.rules, state, 'us')], pick);
  const done = legal.map((order) => {
    const dice = diceFor(orderKey(order));
    const applied = system.rules.apply(state, 'us', order, dice);
    if (isRefusal(applied)) throw new Error(system.orderWords.refusal(applied));
    const next = [...legalOrders(system.rules, applied.state, 'us')];
    const body: EntryBody = { kind: 'order', seat: 'us', order, throws: dice.thrown, reason: null, ballot: null };
    return { state: applied.state, body, march: order.verb === 'move', next };
  });
  const goesOn = done.filter(({ next }) => next.length > 0);
  return goesOn.find(({ march, next }) => march && next.some(({ verb }) => verb === 'move')) ?? goesOn[0] ?? null;
}

function shuffled(orders: readonly Order[], pick: (count: number) => number): Order[] {
  const from = pick(orders.length || 1);
  return [...orders.slice(from), ...orders.slice(0, from)];
}

/** A whole log as the store gives it. */
export function entriesOf(game: string, start: EntryBody, bodies: readonly EntryBody[]): EntryRecord[] {
  const member = { id: 1, discordId: '100', name: 'Ada' };
  return [start, ...bodies].map((body, seq) => ({ game, seq, member, at: seq * 60_000, ...body }));
}
