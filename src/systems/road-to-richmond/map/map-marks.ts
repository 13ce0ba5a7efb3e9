import type { Item } from '../../../game/index.ts';
import { arrowAlong, stoppingShort } from '../../../kit/draw/arrow-shapes.ts';
import { cutCorners } from '../../../kit/draw/card-frames.ts';
import { CARD, INK } from '../../../kit/draw/common-colours.ts';
import { type Box, type Point, sharedArea } from '../../../kit/draw/geometry.ts';
import { BATTLE, ON_BATTLE } from '../../../kit/draw/mark-colours.ts';
import { SIDE_INKS } from '../../../kit/draw/side-colours.ts';
import { centred, widthOf } from '../../../kit/draw/text-layout.ts';
import {
  attackArrows,
  attackBoxes,
  attackRing,
  battleBurst,
  lossBox,
  lossCross,
} from '../../../kit/hex/attack-marks.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { type HexPlot, hasLargeLetters, hexPath, middle } from '../../../kit/hex/hex-plot.ts';
import { reachTint } from '../../../kit/hex/reach-marks.ts';
import { stackBox, stackNumber } from '../../../kit/hex/stacks.ts';
import { boardOf } from '../board.ts';
import { type Field, strengthOfIds } from '../field.ts';
import { mandatoryAttacks } from '../rules/combat/contact.ts';
import { retreatWaysOf } from '../rules/combat/pending-choices.ts';
import type { View } from '../state.ts';
import type { Battle } from '../vocabulary.ts';
import { RESULT_WORDS } from '../words/result-words.ts';
import { areCountersSeen, boxesOf, stacksSeen } from './counters.ts';
import type { Happened, SeenFight, SeenLoss, SeenMarch } from './last-order-marks.ts';
import { blockBox } from './stack-blocks.ts';

/** "defender retreats", "attacker cut off" */
export function cameTo({ result, cutOff }: Pick<SeenFight, 'result' | 'cutOff'>): string {
  return cutOff ? (result === 'Ar' ? 'attacker cut off' : 'defender cut off') : RESULT_WORDS[result].short;
}

interface Marked extends Pick<SeenFight, 'from'> {
  readonly battle: Pick<Battle, 'hexes'>;
  readonly words: string;
}

/** Planned battles with their columns, and finished battles with their results. */
function markedBattles(view: View, { fights }: Pick<Happened, 'fights'>): readonly Marked[] {
  return [
    ...view.battles.map((battle) => ({ battle, words: battle.column, from: standing(view, battle) })),
    ...fights.map((fight) => ({ battle: fight.battle, words: cameTo(fight), from: fight.from })),
  ];
}

/** The hexes of a battle's attackers. */
function standing(view: View, { attackers }: Pick<Battle, 'attackers'>): readonly HexId[] {
  return [...new Set(attackers.flatMap((id) => view.where[id] ?? []))];
}

/** A battle's plate avoids counters, hex numbers and arrows. */
export function platesOf(field: Field, view: View, plot: HexPlot, past: Pick<Happened, 'fights'>): WordPlate[] {
  return platesFor(field, view, plot, markedBattles(view, past));
}

export function platesFor(field: Field, view: View, plot: HexPlot, battles: readonly Marked[]): WordPlate[] {
  if (battles.length === 0) return [];
  const arrows = battles.flatMap(({ battle: { hexes }, from }) => attackBoxes(plot, { hexes, from }));
  const wanted = battles.map(({ battle: { hexes }, words }) => ({ hex: hexes[0] ?? '0101', words }));
  return placePlates(plot, wanted, [...boxesOf(field, view, plot), ...arrows]);
}

/** Marks under the counters: retreat hexes, mandatory targets, battle hexes, marches. */
export function marksBelow(field: Field, view: View, plot: HexPlot, past: Happened): Item[] {
  const fought = markedBattles(view, past).flatMap(({ battle }) => battle.hexes);
  const marches = past.tracks.flatMap((track) => {
    const points = stoppingShort(pointsOf(plot, track), track.how === 'left' ? 0 : plot.half * 0.72);
    return arrowAlong(points, SIDE_INKS[track.side], plot.scale, track.how === 'retreated');
  });
  // In the short game the overview marks the farms that score [18.6].
  const farms = plot.forPhone && view.variant === 'first-day' ? field.scoring.farms : [];
  return [
    ...farms.flatMap((hex) => scoringRing(plot, hex)),
    ...reachTint(plot, choiceHexes(field, view)),
    ...mustAttackHexes(field, view).flatMap((hex) => mustAttackRing(plot, hex)),
    ...[...new Set(fought)].map((hex) => attackRing(plot, hex)),
    ...marches,
  ];
}

function scoringRing(plot: HexPlot, hex: HexId): Item[] {
  const d = hexPath(plot, hex);
  return [
    { kind: 'path', d, stroke: { colour: CARD, width: 8 } },
    { kind: 'path', d, stroke: { colour: INK, width: 4 } },
  ];
}

/** The hexes that the choosing side may retreat or advance into. */
export function choiceHexes(field: Field, view: View): readonly HexId[] {
  const [choice] = view.pending;
  if (choice?.kind === 'advance') return choice.into;
  if (choice?.kind !== 'retreat') return [];
  return [...new Set(choice.pieces.flatMap((id) => retreatWaysOf(field, view, id).map(({ to }) => to)))];
}

/** The middles of a march's hexes, with a point off the map for an entry or an exit. */
function pointsOf(plot: HexPlot, { hexes, how }: SeenMarch): Point[] {
  const points = hexes.map((hex) => middle(plot, hex));
  const [first, last] = [hexes[0], hexes.at(-1)];
  if (how === 'entered' && first !== undefined) return [beyond(plot, first), ...points];
  if (how === 'left' && last !== undefined) return [...points, beyond(plot, last)];
  return points;
}

/** A point outside a hex on the side nearest to the edge of the field. */
function beyond(plot: HexPlot, hex: HexId): Point {
  const { x, y } = middle(plot, hex);
  const [column, row] = [Number(hex.slice(0, 2)), Number(hex.slice(2))];
  if (column === 1 || (column === 4 && row >= 10 && row <= 19)) return { x: x - plot.radius * 1.3, y };
  if (column === 24) return { x: x + plot.radius * 1.3, y };
  return { x, y: y + plot.half * (row < 14 ? -1.5 : 1.5) };
}

/** Marks over the counters: planned battles, finished battles, losses, and the numbers of their hexes. */
export function marksAbove(
  field: Field,
  view: View,
  plot: HexPlot,
  past: Happened,
  plates: readonly WordPlate[] = platesOf(field, view, plot, past),
): Item[] {
  const board = boardOf(field, view);
  const emptied = past.fights.flatMap(({ battle, die }) => {
    const [hex] = battle.hexes;
    return hex === undefined || board.at(hex).length > 0 ? [] : battleBurst(plot, hex, die);
  });
  const stacks = stacksSeen(field, view, plot).map(([hex]) => hex);
  const free = choiceHexes(field, view).filter((hex) => !stacks.includes(hex));
  const counters = stacks.filter((hex) => areCountersSeen(plot, hex));
  const numbers = plot.scale > 1 ? [...counters, ...free].map((hex) => stackNumber(plot, hex)) : [];
  return [
    ...past.losses.flatMap((loss) =>
      lossCross(lossAt(field, view, plot, loss), strengthOfIds(field, loss.pieces), plot.scale),
    ),
    ...markedBattles(view, past).flatMap(({ battle: { hexes }, from }) => attackArrows(plot, { hexes, from })),
    ...emptied,
    ...numbers,
    ...plates.flatMap((plate) => wordPlate(plot, plate)),
  ];
}

/** The middle of an empty hex, or else the corner of its counters that covers least of the others. */
function lossAt(field: Field, view: View, plot: HexPlot, { hex }: SeenLoss): Point {
  const here = boardOf(field, view).at(hex).length;
  const { x, y } = middle(plot, hex);
  if (here === 0) return { x: x - 8 * plot.scale, y };
  const box = areCountersSeen(plot, hex) ? stackBox(plot, hex, here) : blockBox(plot, hex);
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  const corners = [
    { x: right, y: bottom },
    { x: box.x, y: bottom },
    { x: right, y: box.y },
    { x: box.x, y: box.y },
  ];
  const others = boxesOf(field, view, plot);
  const covered = corners.map((at) => {
    const mark = lossBox(at, plot.scale);
    return others.reduce((sum, other) => sum + sharedArea(mark, other), 0);
  });
  return corners[covered.indexOf(Math.min(...covered))] as Point;
}

/** The boxes of plates and crosses, which names avoid. */
export function markBoxes(
  field: Field,
  view: View,
  plot: HexPlot,
  { losses }: Happened,
  plates: readonly WordPlate[],
): Box[] {
  return [
    ...plates.map(({ box }) => box),
    ...losses.map((loss) => lossBox(lossAt(field, view, plot, loss), plot.scale)),
  ];
}

/** A red plate with words for a contested hex. */
export interface WordPlate {
  readonly words: string;
  readonly box: Box;
}

/** Plates are placed one after another, each where it covers least of the taken boxes and the earlier plates. */
export function placePlates(
  plot: HexPlot,
  wanted: readonly { readonly hex: HexId; readonly words: string }[],
  taken: readonly Box[],
): WordPlate[] {
  const found: WordPlate[] = [];
  for (const { hex, words } of wanted)
    found.push({ words, box: plateBox(plot, hex, words, [...taken, ...found.map(({ box }) => box)]) });
  return found;
}

export function wordPlate(plot: HexPlot, { words, box }: WordPlate): Item[] {
  const size = sizeOn(plot);
  return [
    { kind: 'path', d: cutCorners(box, box.height * 0.22), fill: BATTLE, stroke: { colour: CARD, width: 1.6 } },
    centred(words, box.x + box.width / 2, box.y + box.height / 2 + size * 0.34, size, ON_BATTLE, 'bold'),
  ];
}

function sizeOn(plot: HexPlot): number {
  return hasLargeLetters(plot) ? 24 : 14;
}

/** The position around a hex that covers least; the earlier one in a tie. */
function plateBox(plot: HexPlot, hex: HexId, words: string, taken: readonly Box[]): Box {
  const size = sizeOn(plot);
  const { x, y } = middle(plot, hex);
  const width = widthOf(words, size, 'bold') + size * 0.8;
  const height = size * 1.15;
  const aside = 26 * plot.scale;
  const beside = [0, -0.4, 0.4, -0.8, 0.8].flatMap((part) => {
    const top = y + part * plot.half - height / 2;
    return [
      { x: x + aside, y: top },
      { x: x - aside - width, y: top },
    ];
  });
  const across = [0, -0.5, 0.5].flatMap((part) => {
    const left = x + part * plot.radius - width / 2;
    return [
      { x: left, y: y + plot.half - 1 },
      { x: left, y: y - plot.half - height + 1 },
    ];
  });
  let best: Box = { x: x + aside, y: y - height / 2, width, height };
  let least = Number.POSITIVE_INFINITY;
  for (const at of [...beside, ...across]) {
    const box = { ...at, width, height };
    const covered =
      taken.reduce((sum, other) => sum + shared(box, other), 0) + (width * height - shared(box, plot.view)) * 4;
    if (covered < least) [best, least] = [box, covered];
  }
  return best;
}

/** The common area of two boxes, in square pixels. */
function shared(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Hexes that the planning side must still attack [7.1]. */
export function mustAttackHexes(field: Field, view: View): readonly HexId[] {
  return view.step === 'plan' && !view.over ? mandatoryAttacks(field, view).enemies.map(({ hex }) => hex) : [];
}

/** The red rim of a mandatory target that is in no planned battle. */
function mustAttackRing(plot: HexPlot, hex: HexId): Item[] {
  const s = plot.scale;
  return [
    { kind: 'path', d: hexPath(plot, hex, 1.5 * s), stroke: { colour: CARD, width: 5.5 * s } },
    { kind: 'path', d: hexPath(plot, hex, 1.5 * s), stroke: { colour: BATTLE, width: 3.4 * s } },
  ];
}
