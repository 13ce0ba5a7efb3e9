import { asView, type View as Seen, type Viewer } from '../../../src/game/index.ts';
import type { Data } from './data.ts';
import { type Battle, type EachSide, eachSide, type Side, type State } from './vocabulary.ts';

export interface Card {
  readonly name: string;
  readonly strength: number;
}

/** What a viewer may know: hands face up only to their own side, and to the referee. */
export interface View extends Seen {
  readonly viewer: Viewer;
  /** The road being fought for, from 0; past the last, the game is over. */
  readonly road: number;
  readonly roads: readonly string[];
  readonly taken: EachSide<number>;
  readonly sides: EachSide<SideView>;
  readonly battle: Battle | null;
  /** What was turned over last. Null: nothing yet. */
  readonly shown: EachSide<ShownCard> | null;
}

export interface ShownCard {
  readonly name: string;
  readonly reserves: number;
  readonly strength: number;
}

export interface SideView {
  readonly cards: number;
  readonly deck: number;
  /** Its orders for this road lie face down. */
  readonly sealed: boolean;
  /** Null: not for this viewer's eyes. */
  readonly hand: readonly Card[] | null;
}

export function view(data: Data, state: State, viewer: Viewer): View {
  return asView({
    viewer,
    road: state.road,
    roads: data.roads,
    taken: state.taken,
    sides: eachSide((side) => ({
      cards: state.hands[side].length,
      deck: state.decks[side].length,
      sealed: state.sealed[side] !== null,
      hand: maySee(viewer, side) ? state.hands[side].map((card) => data.regiments[side][card] as Card) : null,
    })),
    battle: state.battle,
    shown: shownOf(data, state),
  });
}

function shownOf(data: Data, { shown }: State): EachSide<ShownCard> | null {
  if (shown === null) return null;
  return eachSide((side) => {
    const { regiment, reserves, strength } = shown[side];
    return { name: (data.regiments[side][regiment] as Card).name, reserves, strength };
  });
}

export function maySee(viewer: Viewer, side: Side): boolean {
  return viewer === side || viewer === 'referee';
}
