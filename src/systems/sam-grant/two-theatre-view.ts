import { asView, type View as Seen, type Viewer } from '../../game/index.ts';
import { type Train, trainsOf, type War, warMargin } from './rules/two-theatre-war.ts';
import type { TwoTheatres } from './two-theatres.ts';
import { maySee, type View, view } from './view.ts';
import { type BlockId, type EachSide, eachSide } from './vocabulary.ts';

/** Blocks on their way: to their own side which, to others how many. */
export interface TrainView extends Pick<Train, 'to' | 'turn'> {
  readonly count: number;
  readonly blocks: readonly BlockId[] | null;
}

/** The part of both theatres that a viewer may know. */
export interface WarView extends Seen, Pick<War, 'now' | 'result'> {
  readonly viewer: Viewer;
  readonly west: View;
  readonly east: View;
  readonly trains: EachSide<readonly TrainView[]>;
  /** The USA's in both theatres. */
  readonly margin: number;
}

export function viewWar(theatres: TwoTheatres, war: War, viewer: Viewer): WarView {
  const trains = trainsOf(war);
  return asView({
    now: war.now,
    result: war.result,
    viewer,
    west: view(theatres.west, war.west, viewer),
    east: view(theatres.east, war.east, viewer),
    trains: eachSide((side) =>
      trains[side].map(({ to, turn, blocks }): TrainView => {
        const ids = blocks.map(([id]) => id);
        return { to, turn, count: ids.length, blocks: maySee(viewer, side) ? ids : null };
      }),
    ),
    margin: warMargin(theatres, war),
  });
}

/** The theatre whose game-turn is played, with the margin and the result of the war. */
export function playing({ now, margin, result, ...fronts }: WarView): View {
  return { ...fronts[now], margin, result };
}

/** Both theatres as one position on the sheet: for pictures, and what is counted over both. */
export function onSheet(seen: WarView): View {
  const { west, east } = seen;
  const both = <T>(of: (view: View) => readonly T[]) => [...of(west), ...of(east)];
  return {
    ...playing(seen),
    stacks: both(({ stacks }) => stacks),
    fights: both(({ fights }) => fights),
    supplied: both(({ supplied }) => supplied),
    prisoners: eachSide((side) => both(({ prisoners }) => prisoners[side])),
    due: both(({ due }) => due),
    bragg: west.bragg,
    time: west.time + east.time,
  };
}
