import type { Picture, Scene } from '../../../../game/index.ts';
import type { Shown } from '../../../../render/index.ts';
import type { PlayedGame } from '../../../table/played-game.ts';
import { type Eyes, eyesFor, MOST_FRAMES, mapOf, planOf, type ShownOrder, thinned } from '../plan.ts';
import { withDice } from './dice-card.ts';
import { reelInWords } from './picture-words.ts';
import { scaledGround } from './scaled-ground.ts';

interface Reel {
  readonly frames: readonly Shown[];
  /** At most 1,024 characters. */
  readonly alt: string;
}

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

/** The map that an order led to, or the one before it with its dice on a card. */
interface Frame {
  readonly shownOrder: ShownOrder;
  readonly isCard: boolean;
  readonly ms: number;
}

/** Frames that are left out, the first first. The next one then shows the position they led to. */
const SPARE: readonly ((frame: Frame) => boolean)[] = [
  ({ shownOrder }) => shownOrder.rank === 'plain',
  ({ shownOrder, isCard }) => shownOrder.rank === 'rolled' && isCard,
  ({ shownOrder }) => shownOrder.rank === 'rolled',
];

/**
 * The maps of the plan, each with its dice before it. Of more than 60 frames, orders without dice are left out first, then dice, then the
 * other orders. A game that hid something is shown as one side saw it, then as it was, with half as many frames each.
 */
export function reelOf(playedGame: PlayedGame): Reel {
  const { shown } = planOf(playedGame);
  const views = eyesFor(playedGame);
  const whole = shown.flatMap((shownOrder, index) => framesOf(shownOrder, index === shown.length - 1));
  const kept = thinned(whole, Math.floor(MOST_FRAMES / views.length), SPARE);
  const times = played(views.flatMap(() => kept));
  const frames = views
    .flatMap((eyes) => scenesOf(playedGame, kept, eyes))
    .map((scene, index) => ({
      ms: times[index] as number,
      get scene() {
        return smallEnough(scene());
      },
    }));
  return { frames, alt: reelInWords(playedGame, shown, frames.length, views) };
}

function framesOf(shownOrder: ShownOrder, isLast: boolean): Frame[] {
  const { number, dice, turning } = shownOrder;
  const { start, plain, result } = TIMES;
  const ms = isLast ? TIMES.last : number === 0 ? start : turning ? TIMES.turning : dice.length > 0 ? result : plain;
  const map = { shownOrder, isCard: false, ms };
  if (dice.length === 0) return [map];
  return [{ shownOrder, isCard: true, ms: dice.length > 1 ? TIMES.manyDice : TIMES.dice }, map];
}

/** Each map marks what happened since the one before. */
function scenesOf(playedGame: PlayedGame, frames: readonly Frame[], eyes: Eyes): readonly (() => Scene)[] {
  let before = 0;
  let map: (() => Picture) | null = null;
  return frames.map(({ shownOrder, isCard }) => {
    const [first, end] = [before, isCard ? shownOrder.first : shownOrder.end];
    const order = first === shownOrder.first && !isCard ? shownOrder.order : null;
    if (map === null || first !== end) map = () => mapOf(playedGame, { first, end, order }, eyes);
    before = end;
    const under = map;
    return () => (isCard ? withDice(under(), shownOrder) : under().scene);
  });
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
  return {
    ...scene,
    width: Math.round(width * scale),
    height: Math.round(height * scale),
    ground: { key: `${ground.key} for an animation`, items: scaledGround(ground, scale) },
    items: [{ kind: 'group', x: 0, y: 0, scale, items }],
  };
}
