import type { Colour, Ground, Item, Picture, Scene, Tile } from '../../../../game/index.ts';
import { percent } from '../../../../kit/plain-english.ts';
import { type Shown, widthOf } from '../../../../render/index.ts';
import { WHAT_IF } from '../../../table/game-words.ts';
import type { PlayedGame } from '../../../table/played-game.ts';
import { scoreHistoryOf } from '../../../table/turning-points.ts';
import { type MapViewer, MOST_FRAMES, mapOf, mapViewersFor, recapPlanOf, type ShownOrder, thinned } from '../plan.ts';
import { fromTo } from '../recap-words.ts';
import { fitsOneLine, inTwoLines, legibleInks, withDice } from './dice-card.ts';
import {
  animationInWords,
  gameEnd,
  hasMoved,
  muchOf,
  pointsInBrief,
  storyboardInWords,
} from './recap-picture-words.ts';

/** Maps in more columns could not be read on a phone. */
const COLUMNS = 2;
const MAP = 560;
const GUTTER = 26;
const CAPTION = 102;
const HEADING = 70;

/** A game in one still picture, for members who turn animations off: up to twelve maps with their orders. */
export function storyboardOf(playedGame: PlayedGame): Picture {
  const all = recapPlanOf(playedGame).shown;
  const orders = playedGame.givenOrders.length;
  const first = mapOf(playedGame, all[0] as ShownOrder).scene;
  const shownOrders = chosenOrders(all, first.height > first.width);
  const height = Math.round((first.height * MAP) / first.width);
  const columns = Math.min(COLUMNS, shownOrders.length);
  const { paper, dark: ink } = legibleInks(first.palette);
  const rows = Math.ceil(shownOrders.length / columns);
  const size = {
    width: GUTTER + columns * (MAP + GUTTER),
    height: HEADING + rows * (height + CAPTION + GUTTER),
  };
  const cells = shownOrders.map((shownOrder, index): Item => {
    const last = shownOrder.number > 0 && index === shownOrders.length - 1;
    return {
      kind: 'group',
      x: GUTTER + (index % columns) * (MAP + GUTTER),
      y: HEADING + Math.floor(index / columns) * (height + CAPTION + GUTTER),
      items: [
        smallMap(playedGame, shownOrder, first),
        { kind: 'rect', x: 0, y: 0, width: MAP, height, stroke: { colour: ink, width: shownOrder.turning ? 7 : 2 } },
        ...caption(playedGame, shownOrder, height, last ? gameEnd(playedGame) : null, ink),
      ],
    };
  });
  return {
    scene: {
      ...size,
      palette: first.palette,
      ground: { key: 'a storyboard', items: [{ kind: 'rect', x: 0, y: 0, ...size, fill: paper }] },
      items: [...heading(playedGame, muchOf(shownOrders, orders), size.width, ink), ...cells],
    },
    alt: storyboardInWords(playedGame, shownOrders, orders),
  };
}

function heading(playedGame: PlayedGame, much: string, width: number, ink: Colour): Item[] {
  const text = { kind: 'text', y: 48, fill: ink, size: 36 } as const;
  const { whatIf } = playedGame.game;
  // One map alone leaves room for one of the two.
  const title = `${playedGame.system.about.title}${whatIf ? `, ${WHAT_IF}` : ''}`;
  return [
    { ...text, x: GUTTER, text: title, face: 'title', maxWidth: width * 0.55 },
    { ...text, x: width - GUTTER, text: much, face: 'text', align: 'right', maxWidth: width * 0.35 },
  ];
}

/** A small map, made only when it is drawn. Making all at once would hold up the event loop. */
function smallMap(playedGame: PlayedGame, shownOrder: ShownOrder, { width, height, palette }: Scene): Item {
  const scale = MAP / width;
  const clip = { width: MAP, height: height * scale };
  return {
    kind: 'group',
    x: 0,
    y: 0,
    clip,
    get items(): readonly Item[] {
      const { ground, items } = mapOf(playedGame, shownOrder).scene;
      return [
        { kind: 'rect', x: 0, y: 0, ...clip, fill: palette.inks[0] ?? '#ffffff' },
        ...scaledGround(ground, scale),
        { kind: 'group', x: 0, y: 0, scale, items },
      ];
    },
  };
}

const LEAST = 6;
/** High maps take more room, so there are fewer. */
const MOST = { few: 8, many: 12, high: 8 };

/** Chooses orders with dice first. There are at least six maps, of phases as many as fit, and no row has a gap. */
function chosenOrders(shown: readonly ShownOrder[], isHigh: boolean): readonly ShownOrder[] {
  const most = MOST[isHigh ? 'high' : shown.length < 20 ? 'few' : 'many'];
  if (shown.length <= most) return shown;
  const least = shown.some(({ isPhase }) => isPhase) ? most : LEAST;
  const wanted = Math.max(least, shown.filter(({ rank }) => rank !== 'plain').length);
  const inFullRows = Math.ceil(Math.min(most, wanted) / COLUMNS) * COLUMNS;
  return thinned(shown, inFullRows, [({ rank }) => rank === 'plain', ({ rank }) => rank === 'rolled']);
}

/** Sizes of letters in one line, and in two lines: the smallest that can be read on a phone. */
const SIZES = { large: 37, small: 31, two: 27 };
const TURNING = 'turning point';
/** Room on a line that ends with "turning point". */
const BESIDE = MAP - 216;

/** The order in one line or two. A long one would be too narrow to read in one. */
function nameLines(words: string, top: number, ink: Colour, room: number): Item[] {
  const text = { kind: 'text', x: 2, fill: ink, face: 'bold', maxWidth: room } as const;
  const one = widthOf('bold', SIZES.large, words) <= room ? SIZES.large : SIZES.small;
  if (fitsOneLine(words, one, room)) return [{ ...text, y: top + 42, size: one, text: words }];
  return inTwoLines(words, SIZES.two, room).map((line, at) => ({
    ...text,
    y: top + 26 + at * 27,
    size: SIZES.two,
    text: line,
  }));
}

/** The order, and below it what it changed. Under the last map, how the game ended. */
function caption(playedGame: PlayedGame, shownOrder: ShownOrder, top: number, end: string | null, ink: Colour): Item[] {
  const { number, worth, turning, points, caption: order } = shownOrder;
  const scores = scoreHistoryOf(playedGame);
  const text = { kind: 'text', x: 2, fill: ink, y: top + 84, size: 35 } as const;
  const beside = { ...text, x: MAP - 2, align: 'right' } as const;
  const chances: Item[] = worth
    ? [{ ...beside, y: top + 42, text: percent(worth.after), face: 'bold', maxWidth: 150 }]
    : [];
  const turningPoint: Item = { ...beside, text: TURNING, face: 'italic', maxWidth: 190 };
  if (end !== null)
    return [
      ...nameLines(scores && points ? pointsInBrief(scores, points) : order, top, ink, MAP - (worth ? 160 : 4)),
      ...chances,
      { ...text, text: end, face: 'text', maxWidth: MAP - 4 },
    ];
  if (scores && points) {
    const totals = pointsInBrief(scores, points);
    const fits = turning && widthOf('text', text.size, totals) <= BESIDE;
    return [
      ...nameLines(turning && !fits ? `${order}: ${TURNING}` : order, top, ink, MAP - 4),
      { ...text, text: totals, face: 'text', maxWidth: fits ? BESIDE : MAP - 4 },
      ...(fits ? [turningPoint] : []),
    ];
  }
  if (!worth) return nameLines(order, top, ink, MAP - 4);
  if (number === 0)
    return [
      ...nameLines(order, top, ink, MAP - 160),
      ...chances,
      { ...text, text: 'Winning chances', face: 'text', maxWidth: MAP - 4 },
    ];
  return [
    ...nameLines(order, top, ink, MAP - 4),
    {
      ...text,
      text: hasMoved(worth) ? fromTo(worth) : percent(worth.after),
      face: 'text',
      maxWidth: turning ? BESIDE : MAP - 4,
    },
    ...(turning ? [turningPoint] : []),
  ];
}

/** The ground of a picture as items, at another size. The land's items are made only when they are drawn. */
function scaledGround({ land = [], items }: Ground, scale: number): readonly Item[] {
  return [...land.map((tile) => scaledTile(tile, scale)), { kind: 'group', x: 0, y: 0, scale, items }];
}

/** Cuts a tile at whole pixels, since half covered ones would show as a seam. */
function scaledTile(tile: Tile, scale: number): Item {
  const [left, top] = [Math.floor(tile.x * scale), Math.floor(tile.y * scale)];
  const [right, bottom] = [(tile.x + tile.width) * scale, (tile.y + tile.height) * scale];
  const land: Item = {
    kind: 'group',
    x: tile.x * scale - left,
    y: tile.y * scale - top,
    scale,
    get items(): readonly Item[] {
      return [...tile.items()];
    },
  };
  const clip = { width: Math.floor(right) - left, height: Math.floor(bottom) - top };
  return { kind: 'group', x: left, y: top, clip, items: [land] };
}

interface Animation {
  readonly frames: readonly Shown[];
  /** At most 1,024 characters. */
  readonly alt: string;
}

/** How long an animation plays, in milliseconds. That of a very short game plays for less. */
const PLAYS = { least: 20_000, most: 58_000 } as const;
/** How long each kind of frame is shown, in milliseconds, if there is time. */
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

/** The map after an order, or the map before it with the dice on a card. */
interface Frame {
  readonly shownOrder: ShownOrder;
  readonly isCard: boolean;
  readonly ms: number;
}

/** Kinds of frames to leave out, in this order. The next frame then shows the position that they led to. */
const SPARE: readonly ((frame: Frame) => boolean)[] = [
  ({ shownOrder }) => shownOrder.rank === 'plain',
  ({ shownOrder, isCard }) => shownOrder.rank === 'rolled' && isCard,
  ({ shownOrder }) => shownOrder.rank === 'rolled',
];

/** At most 60 frames: cards with dice, and maps. A game with secrets is shown as a side saw it, then as it was. */
export function animationOf(playedGame: PlayedGame): Animation {
  const { shown } = recapPlanOf(playedGame);
  const views = mapViewersFor(playedGame);
  const whole = shown.flatMap((shownOrder, index) => framesOf(shownOrder, index === shown.length - 1));
  const perView = thinned(whole, Math.floor(MOST_FRAMES / views.length), SPARE);
  const times = timesOf(views.flatMap(() => perView));
  const frames = views
    .flatMap((mapViewer) => scenesOf(playedGame, perView, mapViewer))
    .map((scene, index) => ({
      ms: times[index] as number,
      get scene() {
        return smallEnough(scene());
      },
    }));
  return { frames, alt: animationInWords(playedGame, shown, frames.length, views) };
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
function scenesOf(playedGame: PlayedGame, frames: readonly Frame[], mapViewer: MapViewer): readonly (() => Scene)[] {
  let before = 0;
  let map: (() => Picture) | null = null;
  return frames.map(({ shownOrder, isCard }) => {
    const [first, end] = [before, isCard ? shownOrder.first : shownOrder.end];
    const order = first === shownOrder.first && !isCard ? shownOrder.order : null;
    if (map === null || first !== end) map = () => mapOf(playedGame, { first, end, order }, mapViewer);
    before = end;
    const under = map;
    return () => (isCard ? withDice(under(), shownOrder) : under().scene);
  });
}

/** Milliseconds for each frame, in hundredths of a second as a GIF has them. The last frame keeps its time. */
function timesOf(frames: readonly Frame[]): readonly number[] {
  const last = frames.at(-1)?.ms ?? 0;
  const others = frames.reduce((sum, { ms }) => sum + ms, 0) - last;
  const pace = Math.min(SLOWEST, (PLAYS.most - last) / others, Math.max(1, (PLAYS.least - last) / others));
  return frames.map(({ ms }, index) => (index === frames.length - 1 ? ms : Math.round((ms * pace) / 10) * 10));
}

/** Sixty larger frames are too much for a phone and for a message. */
const MOST_PIXELS = 1_300_000;

/** Scales a scene down if it is too large. Scenes of one size stay of one size. */
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
