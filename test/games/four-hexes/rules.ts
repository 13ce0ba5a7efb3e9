import {
  type Applied,
  type Asked,
  ask,
  COMPLETE,
  type Draft,
  isLegal,
  type Next,
  type Order,
  type Outcome,
  type Refusal,
  refuse,
  someLegalOrders,
} from '../../../src/game/index.ts';
import { DIRECTIONS, HexGrid, type HexId } from '../../../src/kit/hex/hex-grid.ts';

/**
 * Four Hexes, noughts and crosses on 19 hexes:
 * 1. The board is a hexagon of 19 hexes, empty at first.
 * 2. Noughts begin. The sides take turns to mark an empty hex.
 * 3. A side that has four marks in a row wins.
 * 4. Once the board is full, the game is a draw.
 */
export const SIDES = ['noughts', 'crosses'] as const;
export type Side = (typeof SIDES)[number];

export const GRID = new HexGrid({ columns: 5, rowsOdd: 5, rowsEven: 5 });
export const BOARD: readonly HexId[] = GRID.within('0303', 2);
const WINNING = 4;

export interface State {
  readonly version: 1;
  /** In the order in which they were made. */
  readonly marks: readonly { readonly hex: HexId; readonly side: Side }[];
}

export type Event =
  | { readonly type: 'began' }
  | { readonly type: 'marked'; readonly side: Side; readonly hex: HexId }
  | { readonly type: 'won'; readonly side: Side; readonly row: readonly HexId[] };

export const start = (): Applied<State, Event> => ({ state: { version: 1, marks: [] }, events: [{ type: 'began' }] });

export function markOn({ marks }: Pick<State, 'marks'>, hex: HexId): Side | null {
  return marks.find((mark) => mark.hex === hex)?.side ?? null;
}

/** The first four in a row; empty: there are none. */
export function winningRow(state: Pick<State, 'marks'>): readonly HexId[] {
  for (const { hex, side } of state.marks)
    for (const direction of DIRECTIONS) {
      const row = rowFrom(hex, direction);
      if (row.length === WINNING && row.every((one) => markOn(state, one) === side)) return row.toSorted();
    }
  return [];
}

/** As many hexes in a row as win, or fewer where the board ends. */
function rowFrom(hex: HexId, direction: number): readonly HexId[] {
  const row = [hex];
  while (row.length < WINNING) {
    const next = GRID.neighbour(row.at(-1) as HexId, direction);
    if (next === null || !BOARD.includes(next)) break;
    row.push(next);
  }
  return row;
}

export function outcome(state: State): Outcome | null {
  const [first] = winningRow(state);
  const winner = first === undefined ? null : markOn(state, first);
  return winner || state.marks.length === BOARD.length ? { winner } : null;
}

export function asked(state: State): readonly Asked[] {
  const seat = SIDES[state.marks.length % 2] as Side;
  return outcome(state) ? [] : [{ seat, phaseKey: `mark ${state.marks.length + 1}` }];
}

export function next(state: State, seat: string, { verb, hex }: Draft): Next {
  if (!asked(state).some((one) => one.seat === seat)) return ask({ slot: 'verb', choices: [] });
  if (verb === undefined) return ask({ slot: 'verb', choices: [{ value: 'mark' }] });
  const empty = BOARD.filter((one) => markOn(state, one) === null);
  return hex === undefined ? ask({ slot: 'hex', choices: empty.map((value) => ({ value })) }) : COMPLETE;
}

export function apply(state: State, seat: string, order: Order): Applied<State, Event> | Refusal {
  if (!isLegal({ next }, state, seat, order)) {
    const { orders } = someLegalOrders({ next }, state, seat, 25);
    return refuse(orders.length > 0 ? 'taken' : 'turn', '2', {}, orders);
  }
  const marked = { side: seat as Side, hex: order.hex as HexId };
  const after: State = { version: 1, marks: [...state.marks, marked] };
  const row = winningRow(after);
  const won: Event[] = row.length > 0 ? [{ type: 'won', side: marked.side, row }] : [];
  return { state: after, events: [{ type: 'marked', ...marked }, ...won] };
}
