import type { Choice, Face, Framing, Item, LastOrder } from '../../../game/index.ts';
import { INK } from '../../../kit/draw/common-colours.ts';
import { around, type Box, grown } from '../../../kit/draw/geometry.ts';
import { fitting, textItem, widthOf } from '../../../kit/draw/text-layout.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import { extentOf, type HexPlot, hexPlot, middle, plotFromCorner } from '../../../kit/hex/hex-plot.ts';
import { CLOSE_UP, HexWindow } from '../../../kit/hex/hex-window.ts';
import { oncePer } from '../../../kit/memo.ts';
import { BOTH } from '../data-file.ts';
import { isHex } from '../state.ts';
import type { Theatre } from '../theatre.ts';
import type { StackView, View } from '../view.ts';
import type { Event } from '../vocabulary.ts';
import { cardsLine, pictureLine } from '../words/game-status.ts';
import { sideName } from '../words/names.ts';
import { NAMED } from './blocks.ts';
import { FOOT } from './overview.ts';
import { PAPER } from './theatre-ground.ts';

/** Pixels above a map. */
const HEADER = 122;

/** Title, score and cards above a map, three lines without broken words. */
export function header(theatre: Theatre, view: View, width: number, at: HexId | null, framing: Framing): Item[] {
  const place = at === null ? [] : [hexLabel(theatre, at)];
  const title = [theatre.scenario.name, ...place, ...(framing.note ? [framing.note] : [])].join(' · ');
  const room = width - 50;
  const stands = inLines(pictureLine(theatre, view).split(/(?<=[.;]) /), ' ', room, 22, 'bold', 2);
  const cards = inLines(cardsLine(view).split(BETWEEN), BETWEEN, room, 20, 'text', LINES - stands.length);
  const lines = [
    ...stands.map((words) => ({ words, face: 'bold', size: 22 }) as const),
    ...cards.map((words) => ({ words, face: 'text', size: 20 }) as const),
  ];
  return [
    { kind: 'rect', x: 0, y: 0, width, height: HEADER, fill: PAPER },
    textItem(fitting(title, room, 28, 'title'), 30, 32, 28, INK, 'title'),
    ...lines.map(({ words, face, size }, row) => ({
      ...textItem(words, 30, 60 + row * 26, size, INK, face),
      maxWidth: room,
    })),
  ];
}

const LINES = 3;
const BETWEEN = '  ·  ';

/** Joins parts into as few lines as possible, up to a limit. */
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

const SIZE = { radius: 28, half: 24 } as const;
/**
 * Widths of the whole map in pixels, chosen for phones. The sheet of both theatres is two maps high, so it is narrower.
 */
const WIDTH = 800;
const SHEET_WIDTH = 760;

/** Margin of paper around a theatre, in map pixels. */
const EDGE = 10;

/**
 * How a theatre lies on its pictures. `used` is the plot of the part that sees fighting: around the blocks at the start
 * and the cities of two points or more. `whole` is the plot of all hexes, on a picture of the same size.
 */
export const layoutOf = oncePer((theatre: Theatre) => {
  const grid = theatre.grid;
  const flat = plotFromCorner({ grid, size: SIZE });
  const extent = extentOf(flat);
  const all = grown({ x: 0, y: 0, ...extent }, EDGE);
  const cities = [...theatre.city.values()].flatMap(({ hex, points }) => (points > 1 ? [hex] : []));
  const starts = theatre.blocks.flatMap(({ start }) => (isHex(start) ? [start] : []));
  const about = grown(around([...cities, ...starts].map((hex) => middle(flat, hex))), SIZE.radius * 2);
  const [left, top] = [Math.max(all.x, about.x), Math.max(all.y, about.y)];
  const used = {
    x: left,
    y: top,
    width: Math.min(all.x + all.width, about.x + about.width) - left,
    height: Math.min(all.y + all.height, about.y + about.height) - top,
  };
  const width = grid === BOTH.grid ? SHEET_WIDTH : WIDTH;
  const size = { width, height: Math.ceil((used.height * width) / used.width) + HEADER + FOOT };
  const shown = { x: 0, y: HEADER, width: size.width, height: size.height - HEADER - FOOT };
  const plotOf = (part: Box): HexPlot => {
    const scale = Math.min(shown.width / part.width, shown.height / part.height);
    const spare = { x: shown.width - part.width * scale, y: shown.height - part.height * scale };
    // On whole pixels, as the land is drawn.
    const corner = {
      x: Math.round(shown.x + spare.x / 2 - part.x * scale),
      y: Math.round(shown.y + spare.y / 2 - part.y * scale),
    };
    return { ...hexPlot(grid, SIZE, scale, corner, shown), forPhone: true };
  };
  const view = { x: 0, y: HEADER, width: CLOSE_UP.width, height: CLOSE_UP.height - HEADER };
  const window = new HexWindow({
    grid,
    size: SIZE,
    view,
    scale: NAMED,
    beyond: 30,
    margin: { width: 110, height: 110 },
  });
  return { size, used: plotOf(used), whole: plotOf(all), window };
});

/** The largest scale at which some hexes fit together; `undefined` if none does. */
export function scaleFor(theatre: Theatre, hexes: readonly HexId[]): number | undefined {
  return SCALES.find((scale) => layoutOf(theatre).window.fits(hexes, scale));
}

/** The scales of close-ups, largest first. */
export const SCALES = [NAMED, 2, 1.5] as const;

/**
 * Places for close-ups, the most interesting first: the battle that is fought, battles to come, hexes of the last
 * order, battles of this game-turn, hexes with blocks by their distance to the enemy, cities, all other hexes.
 */
export function placesOf(theatre: Theatre, view: View, moment: LastOrder<Event> | null): readonly Choice[] {
  const held = new Map<HexId, string>();
  for (const { hex, side, count } of view.stacks)
    held.set(hex, [held.get(hex), `${sideName(side)} ${count}`].filter(Boolean).join(', '));
  const events = (moment?.events ?? []).toReversed();
  const ofLastOrder = events.flatMap(hexesOf);
  const now = [view.battle?.hex ?? [], events.flatMap((event) => (event.type === 'fought' ? [event.hex] : []))].flat();
  const contested = contestedHexes(view.stacks);
  const toCome = [...ofLastOrder.filter((hex) => contested.includes(hex)), ...contested];
  const ofGameTurn = view.fights.map(({ hex }) => hex).reverse();
  const others = [...nearestFirst(theatre, view.stacks), ...theatre.city.keys(), ...theatre.hexes];
  const order = [...now, ...toCome, ...ofLastOrder, ...ofGameTurn, ...others];
  return [...new Set(order)].map((hex) => {
    const hint = held.get(hex);
    return { value: hex, label: hexLabel(theatre, hex), ...(hint ? { hint } : {}) };
  });
}

function hexesOf(event: Event): readonly HexId[] {
  switch (event.type) {
    case 'moved':
      return event.going.map(({ to }) => to);
    case 'reinforced':
    case 'built':
    case 'bragg':
    case 'battle':
    case 'fought':
    case 'won':
      return [event.hex];
    default:
      return [];
  }
}

/** Hexes with blocks, nearest to the enemy first, then largest. */
function nearestFirst(theatre: Theatre, stacks: readonly StackView[]): readonly HexId[] {
  const far = stacks.map(({ hex, side }) =>
    Math.min(...stacks.flatMap((other) => (other.side === side ? [] : [theatre.grid.distance(hex, other.hex)]))),
  );
  const order = [...stacks.keys()].sort(
    (one, other) =>
      (far[one] as number) - (far[other] as number) || (stacks[other]?.count ?? 0) - (stacks[one]?.count ?? 0),
  );
  return order.flatMap((at) => stacks[at]?.hex ?? []);
}

/** Hexes with blocks of both sides: each of them has two stacks. */
export function contestedHexes(stacks: readonly StackView[]): readonly HexId[] {
  const hexes = stacks.map(({ hex }) => hex);
  return [...new Set(hexes.filter((hex, at) => hexes.indexOf(hex) < at))];
}
