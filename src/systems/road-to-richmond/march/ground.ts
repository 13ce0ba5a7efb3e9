import { boardOf } from '../board.ts';
import type { Field } from '../field.ts';
import type { State } from '../state.ts';
import { type HexId, otherSide } from '../vocabulary.ts';
import { gridOf } from './grid.ts';
import type { Reach } from './reach.ts';
import { mayEnterZone } from './zone.ts';

/** What is in the way of the side that moves. Lists by place in `Grid.ids`, 1 where it is so. */
export interface Ground {
  /** Not to be entered: enemies [3.3], a zone [14.2], the Train, and for the Train its friends [15.4]. */
  readonly closed: Uint8Array;
  /** In enemy control [6.1]. */
  readonly controlled: Uint8Array;
  /** What has been found out on this ground so far. */
  readonly reaches: Map<string, Reach>;
}

/** Whose way it is: the Train's own, or everybody else's. */
interface Both {
  foot?: Ground;
  train?: Ground;
}

const ofState = new WeakMap<State, Both>();
const ofField = new WeakMap<Field, Map<string, Ground>>();

/** Grounds kept by what they depend on: a phase has one, but games and thoughts about them come by turns. */
const KEPT = 12;

/** The ground as it is for the side that moves, or for its Train. */
export function groundOf(field: Field, state: State, train: boolean): Ground {
  let both = ofState.get(state);
  if (!both) {
    both = {};
    ofState.set(state, both);
  }
  const kind = train ? 'train' : 'foot';
  both[kind] ??= remembered(field, state, train);
  return both[kind];
}

function remembered(field: Field, state: State, train: boolean): Ground {
  let grounds = ofField.get(field);
  if (!grounds) {
    grounds = new Map();
    ofField.set(field, grounds);
  }
  const key = keyOf(field, state, train);
  const ground = grounds.get(key) ?? surveyed(field, state, train);
  // The one used last stands last, and the first is forgotten.
  grounds.delete(key);
  grounds.set(key, ground);
  for (const oldest of grounds.keys()) if (grounds.size > KEPT) grounds.delete(oldest);
  return ground;
}

/** All that a way may depend on but for where it begins: who is where, the turn, and whether early arrival is to be kept from. */
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

function surveyed(field: Field, state: State, train: boolean): Ground {
  const { ids } = gridOf(field);
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
    reaches: new Map(),
  };
}
