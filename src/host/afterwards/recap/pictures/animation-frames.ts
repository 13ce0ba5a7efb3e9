import type { Item, Scene } from '../../../../game/index.ts';
import type { Shown } from '../../../../render/index.ts';
import type { PlayedGame } from '../../../table/played-game.ts';
import { withDice } from './dice-card.ts';
import { reelInWords } from './picture-words.ts';
import { type Eyes, evenly, eyesFor, mapAfter, type ShownOrder, stillsOf } from './shown-orders.ts';

/** The maps of a game in order. */
export interface Reel {
  /** Each scene is made when it is asked for. */
  readonly frames: readonly Shown[];
  /** At most 1,024 characters. */
  readonly alt: string;
}

export const MOST_FRAMES = 60;
/** Milliseconds that a reel plays, but for a very short game: it is not drawn out. */
const PLAYS = { least: 20_000, most: 58_000 } as const;
/** Milliseconds that each kind of frame is shown where there is time for it. */
const TIMES = {
  start: 2500,
  plain: 1000,
  dice: 900,
  /** Several, each with its own words. */
  manyDice: 1600,
  result: 1200,
  turning: 2500,
  last: 5000,
} as const;
/** How much longer, at most, a short game is shown. */
const SLOWEST = 1.6;

/** What may be left out, and when: the higher first. What is left out shares the next frame, which shows where it led. */
const KEPT = 0;
const ROLLED = 1;
const DICE = 2;
const FREE = 3;

interface Frame {
  readonly scene: () => Scene;
  readonly ms: number;
  readonly spare: typeof KEPT | typeof ROLLED | typeof DICE | typeof FREE;
}

/**
 * The maps of a game in order: where it began; for each order its dice, large, on a card over the map that was there, and then the map it led to.
 * Longer on turning points, the last one held. Of more than 60 frames, orders without dice are left out first, then dice (the maps show them
 * small), then the other orders; never the first, the last, or a turning point. A long game that is told by points: a map for each phase
 * instead, and the throws that mattered. Of a game that hid something: how one side saw it, then how it was, with half as many frames each.
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
  if (!before) return [{ scene: after, ms: last ? TIMES.last : TIMES.start, spare: KEPT }];
  const rolled = dice.length > 0;
  const time = last ? TIMES.last : turning ? TIMES.turning : rolled ? TIMES.result : TIMES.plain;
  const map: Frame = { scene: after, ms: time, spare: last || turning ? KEPT : rolled ? ROLLED : FREE };
  if (!rolled) return [map];
  const over = () => withDice(mapAfter(playedGame, shownOrder.from ?? before, eyes), shownOrder);
  return [
    { scene: over, ms: dice.length > 1 ? TIMES.manyDice : TIMES.dice, spare: last || turning ? KEPT : DICE },
    map,
  ];
}

/** At most so many of them. Of a kind, those that go stand evenly between those that stay. */
function thinned(frames: readonly Frame[], most: number): readonly Frame[] {
  let kept = frames;
  for (const spare of [FREE, DICE, ROLLED]) {
    const places = [...kept.keys()].filter((place) => kept[place]?.spare === spare);
    const gone = new Set(evenly(places, kept.length - most));
    kept = kept.filter((_, place) => !gone.has(place));
  }
  return kept;
}

/** Milliseconds of each, in hundredths of a second: as they are, if that is neither too short nor too long in all. The last is not touched. */
function played(frames: readonly Frame[]): readonly number[] {
  const last = frames.at(-1)?.ms ?? 0;
  const others = frames.reduce((sum, { ms }) => sum + ms, 0) - last;
  const pace = Math.min(SLOWEST, (PLAYS.most - last) / others, Math.max(1, (PLAYS.least - last) / others));
  return frames.map(({ ms }, index) => (index === frames.length - 1 ? ms : Math.round((ms * pace) / 10) * 10));
}

/** Pixels of an animation's frame: a larger map is made smaller, or sixty of them are more than a phone plays and a message takes. */
const MOST_PIXELS = 1_300_000;

/** A scene made small enough for an animation; scenes of one size come to one size. */
function smallEnough(scene: Scene): Scene {
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (scene.width * scene.height)));
  return scale < 1 ? scaled(scene, scale) : scene;
}

function scaled(scene: Scene, scale: number): Scene {
  const { width, height, ground, items } = scene;
  const group = (some: readonly Item[]): Item => ({ kind: 'group', x: 0, y: 0, scale, items: some });
  return {
    ...scene,
    width: Math.round(width * scale),
    height: Math.round(height * scale),
    ground: { key: `${ground.key} for an animation`, items: [group(ground.items)] },
    items: [group(items)],
  };
}
