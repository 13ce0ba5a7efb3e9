import { fileURLToPath } from 'node:url';
import type { System, Viewer } from '../../src/game/index.ts';
import type { Secrets } from '../conformance/table.ts';
import { readFiles } from './files.ts';
import { picketLine } from './picket-line/index.ts';
import type { View } from './picket-line/rules.ts';
import { type Commitment, type Event, type Order, SIDES, type Side, type State } from './picket-line/vocabulary.ts';

/** Picket Line as the tests play it, out of its own data file. */
export const PICKET_LINE_FILES = readFiles(fileURLToPath(new URL('.', import.meta.url)), picketLine);
export const PICKET_LINE = picketLine.load(PICKET_LINE_FILES) as System<State, Order, Event, View>;

/** Decks are hidden from everybody; hands and sealed orders from everybody but their own side. */
export const PICKET_LINE_SECRETS: Secrets<State> = {
  shuffle: (state, viewer, pick) => SIDES.reduce((dealt, side) => dealtAnew(dealt, side, viewer, pick), state),
  sealed: (state, order, seat) => order.verb === 'commit' && SIDES.some((side) => side !== seat && !state.sealed[side]),
  faces: (seen) => {
    const { sides, shown } = seen as View;
    const open = SIDES.flatMap((side) => [...(sides[side].hand ?? []), ...(shown ? [shown[side]] : [])]);
    return open.map(({ name }) => name);
  },
};

function dealtAnew(state: State, side: Side, viewer: Viewer, pick: (count: number) => number): State {
  const hand = state.hands[side];
  if (viewer === side) return { ...state, decks: { ...state.decks, [side]: mixed(state.decks[side], pick) } };
  const cards = mixed([...hand, ...state.decks[side]], pick);
  const held = cards.slice(0, hand.length);
  return {
    ...state,
    hands: { ...state.hands, [side]: held },
    decks: { ...state.decks, [side]: cards.slice(hand.length) },
    sealed: { ...state.sealed, [side]: state.sealed[side] && commitmentOf(held, pick) },
  };
}

function commitmentOf([regiment, ...behind]: readonly string[], pick: (count: number) => number): Commitment {
  const most = Math.min(2, behind.length);
  return {
    verb: 'commit',
    regiment: regiment as string,
    ...(most > 0 && { reserves: behind.slice(0, pick(most + 1)) }),
  };
}

function mixed(cards: readonly string[], pick: (count: number) => number): string[] {
  const left = [...cards];
  return cards.map(() => left.splice(pick(left.length), 1)[0] as string);
}
