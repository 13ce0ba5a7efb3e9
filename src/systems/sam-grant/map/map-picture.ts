import {
  ALL,
  type Choice,
  type Face,
  type Framing,
  type Item,
  type Moment,
  type Picture,
  type Scene,
} from '../../../game/index.ts';
import { INK } from '../../../kit/draw/common-colours.ts';
import { around, type Box, grown } from '../../../kit/draw/geometry.ts';
import { fitting, textAt, widthOf } from '../../../kit/draw/text-layout.ts';
import { attackRing } from '../../../kit/hex/attack-marks.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import { extentOf, type HexPlot, hexPlot, isSeen, middle } from '../../../kit/hex/hex-plot.ts';
import { CLOSE_UP, HexWindow } from '../../../kit/hex/hex-window.ts';
import { lineThrough } from '../../../kit/hex/overlay-marks.ts';
import { isStackSeen } from '../../../kit/hex/stacks.ts';
import { numberBox } from '../../../kit/land/hex-numbers.ts';
import { placeNames } from '../../../kit/land/place-names.ts';
import { oncePer } from '../../../kit/memo.ts';
import { sealWords } from '../../../kit/plain-english.ts';
import { isHex } from '../board.ts';
import type { Event, EventOf } from '../events.ts';
import type { Theatre } from '../theatre.ts';
import type { StackView, View } from '../view.ts';
import { cardsLine, pictureLine } from '../words/game-status.ts';
import { SIDE_NAMES } from '../words/names.ts';
import { alt, stackLines } from '../words/picture-words.ts';
import { battleLines } from '../words/sentences.ts';
import { stackBox, stackItems } from './blocks.ts';
import { linesCard } from './lines-card.ts';
import { FOOT, foot, overviewItems } from './overview.ts';
import { PALETTE, PAPER, SIDE_LINES } from './palette.ts';
import { groundOf, LAND_STYLE, wholeGround } from './theatre-ground.ts';

const SIZE = { radius: 28, half: 24 } as const;
const HEADER = 122;
/** The whole map is as wide as a phone shows well. */
const WIDTH = 800;

/** Map pixels of paper at the edges of a theatre. */
const EDGE = 10;

/**
 * How a theatre lies on its pictures. `used`: the part that a war is fought over, about where blocks begin and cities worth two points;
 * `whole`: all of it, on a picture of the same size.
 */
export const layoutOf = oncePer((theatre: Theatre) => {
  const grid = theatre.grid;
  const flat = hexPlot(grid, SIZE, 1, { x: 0, y: 0 }, { x: 0, y: 0, width: 0, height: 0 });
  const extent = extentOf(flat);
  const all = grown({ x: 0, y: 0, ...extent }, EDGE);
  const cities = [...theatre.city.values()].flatMap(({ hex, points }) => (points > 1 ? [hex] : []));
  const starts = theatre.blocks.flatMap(({ start }) => (isHex(start) ? [start] : []));
  const about = grown(around([...cities, ...starts].map((hex) => middle(flat, hex))), SIZE.radius * 2);
  const [left, top] = [Math.max(all.x, about.x), Math.max(all.y, about.y)];
  const used = {
    ...{ x: left, y: top },
    width: Math.min(all.x + all.width, about.x + about.width) - left,
    height: Math.min(all.y + all.height, about.y + about.height) - top,
  };
  const size = { width: WIDTH, height: Math.ceil((used.height * WIDTH) / used.width) + HEADER + FOOT };
  const shown = { x: 0, y: HEADER, width: size.width, height: size.height - HEADER - FOOT };
  /** A part of the map in the middle of what is shown. */
  const plotOf = (part: Box): HexPlot => {
    const scale = Math.min(shown.width / part.width, shown.height / part.height);
    const [x, y] = [shown.width - part.width * scale, shown.height - part.height * scale];
    const corner = { x: shown.x + x / 2 - part.x * scale, y: shown.y + y / 2 - part.y * scale };
    return { ...hexPlot(grid, SIZE, scale, corner, shown), forPhone: true };
  };
  const view = { x: 0, y: HEADER, width: CLOSE_UP.width, height: CLOSE_UP.height - HEADER };
  const window = new HexWindow({ grid, size: SIZE, view, scale: 2, beyond: 30, margin: { width: 110, height: 110 } });
  return { size, used: plotOf(used), whole: plotOf(all), window };
});

/** The whole map, or a close-up round a hex [14.1, 14.2]. */
export function picture(theatre: Theatre, view: View, moment: Moment<Event> | null, framing: Framing): Picture {
  const { size, used, whole, window } = layoutOf(theatre);
  const fight = moment?.events.find((event) => event.type === 'fought') ?? null;
  const at = framing.at === undefined || framing.at === ALL ? lookAt(view, framing, fight) : framing.at;
  const close = at !== null && theatre.hex.has(at);
  const all = view.stacks.every(({ hex }) => isSeen(used, hex, used.half)) ? used : whole;
  const plot = close ? window.plot([at]) : all;
  const shape = close ? CLOSE_UP : size;
  const scene: Scene = {
    ...shape,
    palette: PALETTE,
    ground: close ? groundOf(theatre, plot, shape) : wholeGround(theatre, plot, shape),
    items: [
      ...(moment?.events ?? []).flatMap((event) => movedItems(plot, event)),
      ...(close ? closeItems(theatre, view, plot) : wholeItems(theatre, view, plot)),
      ...header(theatre, view, shape.width, close ? at : null, framing),
      ...(close ? [] : foot(shape.width, shape.height)),
      ...(close ? linesCard(cardLines(theatre, view, at, fight), shape) : []),
    ],
  };
  return { scene, alt: alt(theatre, view, moment, framing) };
}

/** Blocks of one hex that are too small there for a phone. */
const MANY = 3;

/** The battle, or who stands where the picture is looked at. */
function cardLines(theatre: Theatre, view: View, at: HexId, fight: EventOf<'fought'> | null): readonly string[] {
  if (fight) return battleLines(theatre, fight);
  const stack = view.stacks.find(({ hex, known }) => hex === at && known.length >= MANY);
  return stack ? stackLines(theatre, at, stack.known) : [];
}

/** Without being told, the battle that has been or is being fought is looked at closely. */
function lookAt({ battle }: View, { at }: Framing, fight: EventOf<'fought'> | null): HexId | null {
  return at === ALL ? null : (fight?.hex ?? battle?.hex ?? null);
}

/** Hexes in which both sides stand. */
function foughtFor(stacks: readonly StackView[]): readonly HexId[] {
  const hexes = stacks.map(({ hex }) => hex);
  return [...new Set(hexes.filter((hex, at) => hexes.indexOf(hex) < at))];
}

/** @param chosen hexes whose numbers the picture sets itself: names cover no other number than their own */
export function closeItems(theatre: Theatre, view: View, plot: HexPlot, chosen: readonly HexId[] = []): Item[] {
  const seen = view.stacks.filter(({ hex }) => isStackSeen(plot, hex));
  const fought = foughtFor(seen);
  const aside = ({ hex, side }: StackView) => (!fought.includes(hex) ? 0 : side === 'usa' ? -1 : 1);
  return [
    ...seen.flatMap((stack) => stackItems(theatre, plot, stack, aside(stack))),
    ...fought.map((hex) => attackRing(plot, hex)),
    ...placeNames(theatre, plot, LAND_STYLE, [
      ...seen.map((stack) => stackBox(plot, stack, aside(stack))),
      ...chosen.flatMap((hex) => (theatre.hex.get(hex)?.name ? [] : [numberBox(plot, hex)])),
    ]),
  ];
}

function wholeItems(theatre: Theatre, view: View, plot: HexPlot): Item[] {
  return [...overviewItems(theatre, view, plot), ...foughtFor(view.stacks).map((hex) => attackRing(plot, hex))];
}

/** Where blocks have gone: no more than everybody is told. */
function movedItems(plot: HexPlot, event: Event): Item[] {
  if (event.type !== 'moved') return [];
  const { from, going, side } = event;
  return going.flatMap(({ to, by }) => {
    const way = [from, ...(by === null || by === from ? [] : [by]), to];
    const seen = way.some((hex) => isSeen(plot, hex));
    return seen ? lineThrough(plot, way, SIDE_LINES[side], 0, event.mode === 'march' ? undefined : [7, 5]) : [];
  });
}

/** What the game is, how it stands, and cards: three lines under the title, whole words in each. */
export function header(theatre: Theatre, view: View, width: number, at: HexId | null, framing: Framing): Item[] {
  const place = at === null ? [] : [hexLabel(theatre, at)];
  const title = [theatre.scenario.name, ...place, ...(framing.note ? [framing.note] : [])].join(' · ');
  const room = width - 50;
  const stands = inLines(pictureLine(theatre, view).split(/(?<=[.;]) /), ' ', room, 22, 'bold', 2);
  const cards = inLines(cardsLine(view).split(BETWEEN), BETWEEN, room, 20, 'text', LINES - stands.length);
  const lines = [
    ...stands.map((words) => ({ words, face: 'bold', size: 22 }) as const),
    ...[...cards, ...sealWords(framing)].map((words) => ({ words, face: 'text', size: 20 }) as const),
  ];
  return [
    { kind: 'rect', x: 0, y: 0, width, height: HEADER, fill: PAPER },
    textAt(fitting(title, room, 28, 'title'), 30, 32, 28, INK, 'title'),
    ...lines
      .slice(0, LINES)
      .map(({ words, face, size }, row) => ({ ...textAt(words, 30, 60 + row * 26, size, INK, face), maxWidth: room })),
  ];
}

const LINES = 3;
const BETWEEN = '  ·  ';

/** Parts in as few lines as have room, at most so many. */
function inLines(
  parts: readonly string[],
  between: string,
  room: number,
  size: number,
  face: Face,
  most: number,
): readonly string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = `${lines.at(-1)}${between}${part}`;
    if (lines.length > 0 && (lines.length === most || widthOf(longer, size, face) <= room))
      lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}

/** Places for close-ups, those that matter most now first: battles, hexes with blocks, cities, and every other hex. */
export function placesOf(theatre: Theatre, view: View): readonly Choice[] {
  const held = new Map<HexId, string>();
  for (const { hex, side, count } of view.stacks)
    held.set(hex, [held.get(hex), `${SIDE_NAMES[side]} ${count}`].filter(Boolean).join(', '));
  const fought = view.stacks.filter(({ entries }) => entries.length > 0).map(({ hex }) => hex);
  const order = [view.battle?.hex ?? [], fought, [...held.keys()], [...theatre.city.keys()], theatre.hexes].flat();
  return [...new Set(order)].map((hex) => {
    const hint = held.get(hex);
    return { value: hex, label: hexLabel(theatre, hex), ...(hint ? { hint } : {}) };
  });
}
