import {
  ALL,
  type Choice,
  type Framing,
  type Item,
  type Moment,
  type Picture,
  type Scene,
} from '../../../game/index.ts';
import { INK } from '../../../kit/draw/common-colours.ts';
import type { Box } from '../../../kit/draw/geometry.ts';
import { fitting, textAt } from '../../../kit/draw/text-layout.ts';
import { attackRing } from '../../../kit/hex/attack-marks.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import { extentOf, type HexPlot, hexPlot, isSeen } from '../../../kit/hex/hex-plot.ts';
import { CLOSE_UP, HexWindow } from '../../../kit/hex/hex-window.ts';
import { lineThrough } from '../../../kit/hex/overlay-marks.ts';
import { isStackSeen } from '../../../kit/hex/stacks.ts';
import { numberBox } from '../../../kit/land/hex-numbers.ts';
import { placeNames } from '../../../kit/land/place-names.ts';
import { oncePer } from '../../../kit/memo.ts';
import { sealWords } from '../../../kit/plain-english.ts';
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
const HEADER = 96;
const MARGIN = 8;
/** The whole map is as wide as a phone shows well. */
const WIDTH = 800;

/** How a theatre lies on its pictures. */
export const layoutOf = oncePer((theatre: Theatre) => {
  const grid = theatre.grid;
  const unseen: Box = { x: 0, y: 0, width: 0, height: 0 };
  const { width: wide, height: high } = extentOf(hexPlot(grid, SIZE, 1, { x: 0, y: 0 }, unseen));
  const scale = (WIDTH - 2 * MARGIN) / wide;
  const size = { width: WIDTH, height: Math.ceil(high * scale) + HEADER + 2 * MARGIN + FOOT };
  const shown = { x: 0, y: HEADER, width: size.width, height: size.height - HEADER - FOOT };
  const whole = { ...hexPlot(grid, SIZE, scale, { x: MARGIN, y: HEADER + MARGIN }, shown), forPhone: true as const };
  const view = { x: 0, y: HEADER, width: CLOSE_UP.width, height: CLOSE_UP.height - HEADER };
  const window = new HexWindow({ grid, size: SIZE, view, scale: 2, beyond: 30, margin: { width: 110, height: 110 } });
  return { size, whole, window };
});

/** The whole map, or a close-up round a hex [14.1, 14.2]. */
export function picture(theatre: Theatre, view: View, moment: Moment<Event> | null, framing: Framing): Picture {
  const { size, whole, window } = layoutOf(theatre);
  const fight = moment?.events.find((event) => event.type === 'fought') ?? null;
  const at = framing.at === undefined || framing.at === ALL ? lookAt(view, framing, fight) : framing.at;
  const close = at !== null && theatre.hex.has(at);
  const plot = close ? window.plot([at]) : whole;
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

/** What the game is, how it stands, and cards. */
export function header(theatre: Theatre, view: View, width: number, at: HexId | null, framing: Framing): Item[] {
  const place = at === null ? [] : [hexLabel(theatre, at)];
  const title = [theatre.scenario.name, ...place, ...(framing.note ? [framing.note] : [])].join(' · ');
  const small = sealWords(framing).join(' ');
  const line = (words: string, y: number, face: 'title' | 'text' | 'bold', letters: number): Item => ({
    ...textAt(fitting(words, width - 60, letters, face), 30, y, letters, INK, face),
  });
  return [
    { kind: 'rect', x: 0, y: 0, width, height: HEADER, fill: PAPER },
    line(title, 32, 'title', 28),
    line(pictureLine(theatre, view), 60, 'bold', 20),
    line(`${cardsLine(view)}${small === '' ? '' : `  ·  ${small}`}`, 86, 'text', 20),
  ];
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
