import type { Framing, Item } from '../../../game/index.ts';
import { INK } from '../../../kit/draw/common-colours.ts';
import { COUNTER_STYLES, SIDE_INKS } from '../../../kit/draw/counter-items.ts';
import {
  areNear,
  type Box,
  centre,
  grown,
  minus,
  movedInto,
  onWholePixels,
  type Point,
  pathOf,
} from '../../../kit/draw/geometry.ts';
import { boundsOf } from '../../../kit/draw/item-bounds.ts';
import { textLines, widthOf } from '../../../kit/draw/text-layout.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { type HexPlot, hexBox, isSeen, middle } from '../../../kit/hex/hex-plot.ts';
import { blockStyle, numberBlock, OVERVIEW_LETTERS } from '../../../kit/hex/stacks.ts';
import { placeNames } from '../../../kit/land/place-names.ts';
import { oncePer } from '../../../kit/memo.ts';
import { sealWords } from '../../../kit/plain-english.ts';
import { sum } from '../../../kit/subsets.ts';
import { HEX_GRID, scenarioOf, type Theatre } from '../theatre.ts';
import type { StackView, View } from '../view.ts';
import type { Side } from '../vocabulary.ts';
import { OVERVIEW_LEGEND } from '../words/game-status.ts';
import { unitName } from '../words/names.ts';
import { FOOT, LAND_STYLE, PAPER, WHOLE, WHOLE_STYLE } from './theatre-ground.ts';

/** Blocks and names, and the boxes of hexes with counters. */
export function overviewParts(theatre: Theatre, view: View, plot: HexPlot) {
  const { scoring, few, all } = namesOf(theatre, view);
  // Names of scoring places come first; blocks avoid them, and other names avoid both.
  const first = placeNames(scoring.brief, plot, WHOLE_STYLE, []);
  const firstBoxes = first.map(boundsOf);
  const blocks = blocksOf(theatre, view, plot, firstBoxes);
  const taken = [...firstBoxes, ...blocks.map(({ box }) => grown(box, 3))];
  const others = placeNames(plot.scale < ALL_NAMES ? few : all, plot, WHOLE_STYLE, taken);
  return {
    items: [...others, ...blocks.flatMap(blockItems), ...first],
    taken: view.stacks.map(({ hex }) => hexBox(plot, hex)),
  };
}

/** From this scale on there is room for the names of all places. */
const ALL_NAMES = 0.6;

/** Names of scoring places on a close-up, clear of `taken`, then those of all other places. */
export function closeNames(theatre: Theatre, view: View, plot: HexPlot, taken: readonly Box[]) {
  const { scoring, all } = namesOf(theatre, view);
  const first = placeNames(scoring.full, plot, LAND_STYLE, taken);
  const kept = first.map(boundsOf);
  const others = (more: readonly Box[]) => placeNames(all, plot, LAND_STYLE, [...more, ...kept]);
  return { first, kept, others };
}

export function foot(framing: Framing): Item[] {
  const top = WHOLE.height - FOOT;
  const at = { x: 14, y: top + 28, step: 24, size: OVERVIEW_LETTERS, maxWidth: WHOLE.width - 28 };
  return [
    { kind: 'rect', x: 0, y: top, width: WHOLE.width, height: FOOT, fill: PAPER },
    { kind: 'rect', x: 0, y: top, width: WHOLE.width, height: 2, fill: INK },
    ...textLines([...OVERVIEW_LEGEND, ...sealWords(framing)], at),
  ];
}

/** Scoring places and hexes with visible counters, which a picture of the theatre must include. */
export function hexesInUse(theatre: Theatre, scenario: string, counters: readonly HexId[]): readonly HexId[] {
  return [...scenarioOf(theatre, scenario).held.flatMap(({ hexes }) => hexes), ...counters];
}

/** Height of a block in pixels. Stacks of a side that are closer than this share one. */
const BLOCK = 32;
/** The most rounds in which blocks that cover each other are pushed apart. */
const PUSHES = 60;
/** Pixels about each block, within which nothing else stands. */
const ROOM = 2;

/** The stacks about a place as one block. */
interface Block {
  readonly side: Side;
  readonly words: string;
  readonly isCutOff: boolean;
  /** The point it belongs to; a line leads there from a block that had to be moved. */
  readonly at: Point;
  readonly box: Box;
}

/** Blocks side by side: none covers another, nor one of the boxes to `avoid`. */
function blocksOf(theatre: Theatre, view: View, plot: HexPlot, avoid: readonly Box[]): readonly Block[] {
  const room = grown(plot.view, -4);
  const blocks = clusters(
    view.stacks.filter(({ hex }) => isSeen(plot, hex)),
    Math.floor(BLOCK / (2 * plot.half)),
  ).map((stacks): Block => {
    const [{ side, hex }] = stacks;
    const words = wordsOf(theatre, stacks);
    const at = middle(plot, hex);
    const width = Math.max(BLOCK, Math.round(widthOf(words, OVERVIEW_LETTERS, 'bold')) + 14);
    const isCutOff = stacks.some(({ own }) => own?.some(({ supply }) => supply !== null && supply !== 'supplied'));
    return { side, words, isCutOff, at, box: { x: at.x - width / 2, y: at.y - BLOCK / 2, width, height: BLOCK } };
  });
  const boxes = blocks.map(({ box }) => box);
  for (let pushed = 0; pushed < PUSHES; pushed++) {
    let clear = true;
    for (const one of boxes.keys())
      for (let other = one + 1; other < boxes.length; other++) if (pushApart(boxes, one, other)) clear = false;
    for (const [at, box] of boxes.entries()) {
      const inside = movedInto(room, box);
      const away = avoid.reduce(pushedFrom, inside);
      if (away !== inside) clear = false;
      boxes[at] = away;
    }
    if (clear) break;
  }
  // On whole pixels, so that equal blocks look the same wherever they were pushed.
  return blocks.map((block, at) => ({ ...block, box: onWholePixels(movedInto(room, boxes[at] as Box)) }));
}

/** Stacks of a side at most so many hexes from the largest about them, which comes first. */
function clusters(stacks: readonly StackView[], hexes: number): readonly (readonly [StackView, ...StackView[]])[] {
  const sizeOf = ({ down, up }: StackView) => down + up.length;
  const open = [...stacks].sort((one, other) => sizeOf(other) - sizeOf(one) || (one.hex < other.hex ? -1 : 1));
  const found: [StackView, ...StackView[]][] = [];
  for (let first = open.shift(); first; first = open.shift()) {
    const { side, hex } = first;
    const near = open.filter((one) => one.side === side && HEX_GRID.distance(one.hex, hex) <= hexes);
    for (const one of near) open.splice(open.indexOf(one), 1);
    found.push([first, ...near]);
  }
  return found;
}

/** A box moved off one that stays, the short way. */
function pushedFrom(box: Box, fixed: Box): Box {
  if (!areNear(box, fixed, ROOM)) return box;
  const by = apart(fixed, box);
  return { ...box, x: box.x + by.x, y: box.y + by.y };
}

/** Pushes two boxes apart that cover each other, the short way. @returns whether they did */
function pushApart(boxes: Box[], one: number, other: number): boolean {
  const a = boxes[one] as Box;
  const b = boxes[other] as Box;
  if (!areNear(a, b, ROOM)) return false;
  const by = apart(a, b);
  boxes[one] = { ...a, x: a.x - by.x / 2, y: a.y - by.y / 2 };
  boxes[other] = { ...b, x: b.x + by.x / 2, y: b.y + by.y / 2 };
  return true;
}

/** How far a box has to move so that another has room, the short way. */
function apart(from: Box, moved: Box): Point {
  const way = minus(centre(moved), centre(from));
  const across = (from.width + moved.width) / 2 + 5 - Math.abs(way.x);
  const down = (from.height + moved.height) / 2 + 5 - Math.abs(way.y);
  return across < down ? { x: across * (way.x < 0 ? -1 : 1), y: 0 } : { x: 0, y: down * (way.y < 0 ? -1 : 1) };
}

function blockItems({ side, words, isCutOff, at, box }: Block): Item[] {
  const mid = centre(box);
  const away = Math.hypot(mid.x - at.x, mid.y - at.y) > 8;
  const colour = SIDE_INKS[side];
  const line: Item[] = [
    { kind: 'path', d: pathOf([at, mid]), stroke: { colour, width: 2 } },
    { kind: 'circle', ...at, radius: 4, fill: colour },
  ];
  return [...(away ? line : []), ...numberBlock(box, blockStyle(COUNTER_STYLES[side], isCutOff), words)];
}

/** "27": known strength. "12+?2": plus two face-down counters. "cav", "Grant", "dummy": counters without strength. */
function wordsOf(theatre: Theatre, stacks: readonly StackView[]): string {
  const units = stacks.flatMap(({ own, up }) => own ?? up);
  const strength = sum(units.map((unit) => unit.strength));
  const faceDown = sum(stacks.map(({ own, down }) => (own ? 0 : down)));
  const leader = units.find(({ kind }) => kind === 'leader');
  const without = units.some(({ kind }) => kind === 'cavalry')
    ? 'cav'
    : leader
      ? unitName(theatre, leader.unit)
      : 'dummy';
  const known = units.length === 0 ? [] : [strength > 0 ? String(strength) : without];
  return [...known, ...(faceDown > 0 ? [`?${faceDown}`] : [])].join('+');
}

interface Named {
  /** Scoring places: `brief` with one name for adjacent ones, `full` with the map's names. */
  readonly scoring: { readonly brief: Theatre; readonly full: Theatre };
  /** Other cities, and places near set-up hexes, with one name for adjacent ones. */
  readonly few: Theatre;
  readonly all: Theatre;
}

function namesOf(theatre: Theatre, { scenario }: View): Named {
  return named(theatre).get(scenarioOf(theatre, scenario).id) as Named;
}

/** The names that a picture of each scenario can show. */
const named = oncePer((theatre: Theatre): ReadonlyMap<string, Named> => {
  const wheres = theatre.scenarios.flatMap(({ groups }) => groups.map(({ where }) => where));
  const having = (places: Theatre['places']): Theatre => ({ ...theatre, places });
  return new Map(
    theatre.scenarios.map(({ id, held }) => {
      const hexes = new Set(held.flatMap((one) => one.hexes));
      const brief = held.map(({ name, hexes: [hex = ''] }) => ({ hex, name, kind: 'city' as const }));
      const full = theatre.places
        .filter(({ hex }) => hexes.has(hex))
        .map((place) => ({ ...place, kind: 'city' as const }));
      const all = theatre.places.filter(({ hex }) => !hexes.has(hex));
      const large = all
        .filter(({ kind, name }) => kind === 'city' || wheres.some((where) => where.includes(name)))
        .map((place) => ({ ...place, name: place.name.replace(/ \(.*\)$/, ''), kind: 'town' as const }));
      const few = large.filter(
        ({ name }, at) => ![...brief, ...large.slice(0, at)].some((other) => name.startsWith(other.name)),
      );
      return [id, { scoring: { brief: having(brief), full: having(full) }, few: having(few), all: having(all) }];
    }),
  );
});
