import type { Item, Scene } from '../../../../game/index.ts';
import type { Shown } from '../../../../render/index.ts';
import type { PlayedGame } from '../../../table/played-game.ts';
import { withDice } from './dice-card.ts';
import { reelInWords } from './picture-words.ts';
import { type Eyes, eyesFor, mapAfter, type ShownOrder, stillsOf, thinned } from './shown-orders.ts';

interface Reel {
  readonly frames: readonly Shown[];
  /** At most 1,024 characters. */
  readonly alt: string;
}

export const MOST_FRAMES = 60;
/** Milliseconds in all; a very short game plays for less. */
const PLAYS = { least: 20_000, most: 58_000 } as const;
/** Milliseconds of each kind of frame, if there is time. */
const TIMES = {
  start: 2500,
  plain: 1000,
  dice: 900,
  manyDice: 1600,
  result: 1200,
  turning: 2500,
  last: 5000,
} as const;
/** The frames of a short game are shown longer by this factor at most. */
const SLOWEST = 1.6;

interface Frame {
  readonly scene: () => Scene;
  readonly ms: number;
  /** `null` if it is never left out. */
  readonly spare: (typeof SPARE)[number] | null;
}

/** These are left out, the first first. The next frame then shows the position they led to. */
const SPARE = ['plain', 'dice', 'result'] as const;

/**
 * The start, then for each order its dice on a card over the map before it, and the map it led to. Of more than 60 frames, orders without
 * dice are left out first, then dice, then the other orders; never the first, the last, or a turning point. A long game told by points has
 * the frames of `stillsOf`. A game that hid something is shown as one side saw it, then as it was, with half as many frames each.
 */
export function reelOf(playedGame: PlayedGame): Reel {
  const shownOrders = stillsOf(playedGame, MOST_FRAMES);
  const views = eyesFor(playedGame);
  const kept = views.flatMap((eyes) =>
    thinned(
      shownOrders.flatMap((shownOrder, index) =>
        framesOf(playedGame, shownOrder, shownOrders[index - 1], index === shownOrders.length - 1, eyes),
      ),
      Math.floor(MOST_FRAMES / views.length),
      SPARE.map(
        (kind) =>
          ({ spare }: Frame) =>
            spare === kind,
      ),
    ),
  );
  const times = played(kept);
  const frames = kept.map(({ scene }, index) => ({
    ms: times[index] as number,
    get scene() {
      return smallEnough(scene());
    },
  }));
  return { frames, alt: reelInWords(playedGame, shownOrders, frames.length, views) };
}

function framesOf(
  playedGame: PlayedGame,
  shownOrder: ShownOrder,
  before: ShownOrder | undefined,
  last: boolean,
  eyes: Eyes,
): Frame[] {
  const { dice, turning } = shownOrder;
  const after = () => mapAfter(playedGame, shownOrder, eyes).scene;
  if (!before) return [{ scene: after, ms: last ? TIMES.last : TIMES.start, spare: null }];
  const rolled = dice.length > 0;
  const time = last ? TIMES.last : turning ? TIMES.turning : rolled ? TIMES.result : TIMES.plain;
  const map: Frame = { scene: after, ms: time, spare: last || turning ? null : rolled ? 'result' : 'plain' };
  if (!rolled) return [map];
  const over = () => withDice(mapAfter(playedGame, shownOrder.from ?? before, eyes), shownOrder);
  return [
    { scene: over, ms: dice.length > 1 ? TIMES.manyDice : TIMES.dice, spare: last || turning ? null : 'dice' },
    map,
  ];
}

/** Milliseconds of each frame, in whole hundredths of a second as a GIF counts them. The last keeps its time. */
function played(frames: readonly Frame[]): readonly number[] {
  const last = frames.at(-1)?.ms ?? 0;
  const others = frames.reduce((sum, { ms }) => sum + ms, 0) - last;
  const pace = Math.min(SLOWEST, (PLAYS.most - last) / others, Math.max(1, (PLAYS.least - last) / others));
  return frames.map(({ ms }, index) => (index === frames.length - 1 ? ms : Math.round((ms * pace) / 10) * 10));
}

/** Sixty larger frames are more than a phone plays and a message takes. */
const MOST_PIXELS = 1_300_000;

/** Scenes of one size come to one size. */
function smallEnough(scene: Scene): Scene {
  const { width, height, ground, items } = scene;
  const scale = Math.sqrt(MOST_PIXELS / (width * height));
  if (scale >= 1) return scene;
  const group = (some: readonly Item[]): Item => ({ kind: 'group', x: 0, y: 0, scale, items: some });
  return {
    ...scene,
    width: Math.round(width * scale),
    height: Math.round(height * scale),
    ground: { key: `${ground.key} for an animation`, items: [group(ground.items)] },
    items: [group(items)],
  };
}
