import type { Shortcut } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { MemoPer } from '../../../kit/memo.ts';
import { grouped } from '../../../kit/plain-english.ts';
import type { Field } from '../field.ts';
import { choiceOf } from '../machine/index.ts';
import { entriesOf, isDue } from '../rules/arrivals.ts';
import { isOpen, mandatoryAttacks } from '../rules/combat/contact.ts';
import { defaultOrderOf, RichmondDryRun, toDecide } from '../rules/legality.ts';
import { leftUndone, moversOf, overfull } from '../rules/movement/reach.ts';
import type { State } from '../state.ts';
import type { Order, PieceId, Side } from '../vocabulary.ts';
import { defaultText, label } from '../words/orders.ts';
import { advanceText, columnText, fightAllText, holdText, REST, suggestedText } from '../words/plan-words.ts';
import { bringOn } from './group-march.ts';

const COLUMN = 'column-';
const LEAST_COLUMN = 2;
const MOST_COLUMNS = 2;

export function shortcuts(field: Field, state: State, side: Side): readonly Shortcut[] {
  if (toDecide(state) !== side) return [];
  const [pending] = state.pending;
  if (pending) {
    const order = suggestion(field, state, side);
    const otherBattles = pending.kind === 'advance' && side === state.side ? fightAll(state) : [];
    if (!order || (order.verb === 'advance' && order.unit === 'none')) return otherBattles;
    const text =
      order.verb === 'advance'
        ? advanceText(label(field, state, order).text)
        : suggestedText(pending.kind === 'retreat' ? 'retreat' : 'loss', defaultText(field, state, order));
    return [{ id: 'usual', text }, ...otherBattles];
  }
  if (state.step === 'fight') return fightAll(state);
  if (state.step === 'plan') return isOpen(mandatoryAttacks(field, state)) ? [{ id: 'rest', text: REST }] : [];
  const columns = [...waitingBy(field, state, side)]
    .filter(([, ids]) => ids.length >= LEAST_COLUMN)
    .map(([hex, ids]) => ({ hex, waiting: ids.length, entering: enteringAt(field, state, side, hex) }))
    .filter(({ entering }) => entering > 0)
    .slice(0, MOST_COLUMNS)
    .map(({ hex, entering, waiting }) => ({ id: `${COLUMN}${hex}`, text: columnText(hex, entering, waiting) }));
  const moves = leftUndone(field, state);
  const canHold = moves !== null && overfull(field, state) === null;
  return [...columns, ...(canHold ? [{ id: 'hold', text: holdText(moves) }] : [])];
}

/** The shortcut that fights all remaining battles and makes their side's choices, a pending advance included. */
function fightAll({ battles }: State): readonly Shortcut[] {
  return battles.length > 0 ? [{ id: 'fight', text: fightAllText(battles.length) }] : [];
}

/** Units that can enter, by entry hex. */
function waitingBy(field: Field, state: State, side: Side): ReadonlyMap<HexId, readonly PieceId[]> {
  const waiting = field.pieces.filter((piece) => piece.side === side && piece.kind !== 'train' && isDue(state, piece));
  const can = waiting.filter(({ id }) => moversOf(field, state).includes(id));
  const by = grouped(can, (piece) => entriesOf(field, state, piece)[0] ?? '');
  return new Map(by.map(([hex, pieces]) => [hex, pieces.map(({ id }) => id)]));
}

/** The bot's suggestion for the side that must choose. */
function suggestion(field: Field, state: State, side: Side): Order | null {
  return state.pending[0]?.kind === 'advance' ? choiceOf(field, state, side) : (defaultOrderOf(field, state) ?? null);
}

/** The next order of a shortcut; `null` at its end. */
export function follow(field: Field, state: State, side: Side, shortcut: string): Order | null {
  if (toDecide(state) !== side) return null;
  const [pending] = state.pending;
  switch (shortcut) {
    case 'usual':
      return pending ? suggestion(field, state, side) : null;
    case 'fight':
      return pending?.kind === 'advance' || state.step === 'fight' ? suggestion(field, state, side) : null;
    case 'rest':
      return state.step === 'plan' && !pending ? suggestion(field, state, side) : null;
    case 'hold':
      if (state.step !== 'move' || overfull(field, state) !== null) return null;
      return leftUndone(field, state) ? { verb: 'done', sure: 'yes' } : { verb: 'done' };
    default:
      return shortcut.startsWith(COLUMN) ? nextOfColumn(field, state, side, shortcut.slice(COLUMN.length)) : null;
  }
}

function nextOfColumn(field: Field, state: State, side: Side, hex: HexId): Order | null {
  if (state.step !== 'move' || state.pending.length > 0) return null;
  const run = new RichmondDryRun(field, state, side);
  const waiting = waitingBy(field, state, side).get(hex) ?? [];
  return waiting.some((id) => bringOn(run, id).to !== null) ? (run.orders[0] ?? null) : null;
}

const knownEntering = new MemoPer<State, number>(4);

/** The number of a column's units that find room if they enter one after the other. */
function enteringAt(field: Field, state: State, side: Side, hex: HexId): number {
  return knownEntering.get(state, hex, () => {
    const run = new RichmondDryRun(field, state, side);
    // One pass is enough, because units that enter later make no room for an earlier one.
    return (waitingBy(field, state, side).get(hex) ?? []).filter((id) => bringOn(run, id).to !== null).length;
  });
}
