import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { type Traced, trace } from '../../../../kit/hex/search.ts';
import { MemoPer, once } from '../../../../kit/memo.ts';
import { boardOf } from '../../board.ts';
import { type Field, HEX_GRID } from '../../field.ts';
import { type State, zoneOpens } from '../../state.ts';
import { otherSide, type Side } from '../../vocabulary.ts';
import type { Reach } from './movement-costs.ts';

/** What is in the way of the side that moves. Lists by place in `Field.hexes`, 1 where it is so. */
export interface Obstacles {
  /** Not to be entered: enemies [3.3], a zone [14.2], the Train, and for the Train its friends [15.4]. */
  readonly closed: Uint8Array;
  /** In enemy control [6.1]. */
  readonly controlled: Uint8Array;
  /** How far each hex is from the nearest enemy, whatever lies between. */
  readonly front: () => ReadonlyMap<HexId, Traced<HexId>>;
  /** What has been found out on this ground so far. */
  readonly reaches: Map<string, Reach>;
}

/** Grounds kept by what they depend on: a phase has one, but games and thoughts about them come by turns. */
const grounds = new MemoPer<Field, Obstacles>(12);

interface Surveyed {
  readonly field: Field;
  readonly state: State;
  readonly ground: Obstacles;
}

/**
 * The grounds of the state that was asked about last. A ground for each state would be kept for as long as the state, with all its
 * reaches: a table keeps several states, and a ground takes thirty times what a state does.
 */
const last: { foot: Surveyed | null; train: Surveyed | null } = { foot: null, train: null };

/** The ground as it is for the side that moves, or for its Train. */
export function obstaclesOf(field: Field, state: State, train: boolean): Obstacles {
  // Asked too often for anything that makes a function.
  const known = train ? last.train : last.foot;
  if (known?.state === state && known.field === field) return known.ground;
  const ground = grounds.get(field, keyOf(field, state, train), () => surveyed(field, state, train));
  last[train ? 'train' : 'foot'] = { field, state, ground };
  return ground;
}

/** Everything a path depends on except its start: who is where, the turn, and whether it must avoid triggering early arrival. */
function keyOf(field: Field, { where, side, turn, alarm, trainLeft, corpsCame }: State, train: boolean): string {
  const key: (string | number | boolean | null | undefined)[] = [
    train,
    side,
    turn,
    alarm === null,
    trainLeft,
    corpsCame,
  ];
  for (const piece of field.pieces)
    if (train || piece.side !== side || piece.kind === 'train') key.push(where[piece.id]);
  return key.join(' ');
}

function surveyed(field: Field, state: State, train: boolean): Obstacles {
  const ids = field.hexes;
  const { side } = state;
  const board = boardOf(field, state);
  const enemy = otherSide(side);
  const shut = (hex: HexId) => {
    const there = board.at(hex);
    const crowded = train ? there.length > 0 : there.some(({ kind }) => kind === 'train');
    return crowded || there[0]?.side === enemy || !mayEnterZone(field, state, side, hex);
  };
  return {
    closed: Uint8Array.from(ids, (hex) => (shut(hex) ? 1 : 0)),
    controlled: Uint8Array.from(ids, (hex) => (board.controls(enemy, hex) ? 1 : 0)),
    front: once(() => {
      const enemies = board.stacks.flatMap(([hex, [piece]]) => (piece?.side === enemy ? [hex] : []));
      return trace(enemies, (hex) => HEX_GRID.neighbours(hex));
    }),
    reaches: new Map(),
  };
}

/** Whether the command control zone lets a side in: the Union not before it opens [14.2]. Everywhere else, everybody may go. */
export function mayEnterZone(
  field: Field,
  state: Pick<State, 'turn' | 'trainLeft' | 'corpsCame'>,
  side: Side,
  hex: HexId,
): boolean {
  if (side === 'confederate' || !field.commandZone.has(hex)) return true;
  const opens = zoneOpens(state);
  return opens !== null && opens <= state.turn;
}
