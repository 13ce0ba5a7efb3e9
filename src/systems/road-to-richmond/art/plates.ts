import type { Item } from '../../../game/index.ts';
import { cutCorners } from '../../../kit/draw/frames.ts';
import type { Box, Point } from '../../../kit/draw/geometry.ts';
import { CARD, INK } from '../../../kit/draw/inks.ts';
import { centred, haloed, widthOf } from '../../../kit/draw/lettering.ts';
import type { HexId } from '../../../kit/hex/grid.ts';
import { type HexPlot, middle } from '../../../kit/hex/hex-plot.ts';
import { numberBox } from '../../../kit/land/hex-numbers.ts';
import type { Field } from '../field.ts';
import type { View } from '../view.ts';
import type { Battle, Result } from '../vocabulary.ts';
import type { Fight, Happened } from './happened.ts';
import { BATTLE, ON_BATTLE } from './inks.ts';
import { stackBox, stacksSeen } from './stacks.ts';

/** What a battle came to, as there is room for it on a map. */
const CAME_TO: { readonly [result in Result]: string } = {
  Ar: 'attacker back',
  Ae: 'attacker lost',
  Dr: 'defender back',
  De: 'defender lost',
  Ex: 'exchange',
};

function cameTo({ result, cutOff }: Pick<Fight, 'result' | 'cutOff'>): string {
  return cutOff ? (result === 'Ar' ? 'attacker cut off' : 'defender cut off') : CAME_TO[result];
}

/** Words on red beside a hex that is fought for. */
export interface Plate {
  readonly words: string;
  readonly box: Box;
}

/** The plates of the battles that are laid out, with their columns, and of those just fought, with what they came to. */
export function platesOf(field: Field, view: View, plot: HexPlot, { fights }: Pick<Happened, 'fights'>): Plate[] {
  const wanted = [
    ...view.battles.map((battle) => ({ battle, words: battle.column, from: standing(view, battle) })),
    ...fights.map((fight) => ({ battle: fight.battle, words: cameTo(fight), from: fight.from })),
  ];
  if (wanted.length === 0) return [];
  const taken = [
    ...occupied(field, view, plot),
    ...wanted.flatMap(({ battle, from }) => headBoxes(plot, battle, from)),
  ];
  const found: Plate[] = [];
  for (const { battle, words } of wanted) {
    const box = plateBox(plot, battle.hexes[0] ?? '0101', words, taken);
    taken.push(box);
    found.push({ words, box });
  }
  return found;
}

/** A plate for words about a battle that is only thought of. */
export function plateFor(
  field: Field,
  view: View,
  plot: HexPlot,
  words: string,
  battle: Pick<Battle, 'hexes'>,
  from: readonly HexId[],
): Plate {
  const taken = [...occupied(field, view, plot), ...headBoxes(plot, battle, from)];
  return { words, box: plateBox(plot, battle.hexes[0] ?? '0101', words, taken) };
}

export function plate(plot: HexPlot, { words, box }: Plate): Item[] {
  const size = plateSize(plot);
  return [
    { kind: 'path', d: cutCorners(box, box.height * 0.22), fill: BATTLE, stroke: { colour: CARD, width: 1.6 } },
    centred(words, box.x + box.width / 2, box.y + box.height / 2 + size * 0.34, size, ON_BATTLE, 'bold'),
  ];
}

/** Where the attackers of a battle stand. */
export function standing(view: View, { attackers }: Pick<Battle, 'attackers'>): readonly HexId[] {
  return [...new Set(attackers.flatMap((id) => view.where[id] ?? []))];
}

function plateSize(plot: HexPlot): number {
  return plot.scale > 1 ? 24 : 14;
}

/** Counters, and the numbers of their hexes. */
function occupied(field: Field, view: View, plot: HexPlot): Box[] {
  return stacksSeen(field, view, plot).flatMap(([hex, pieces]) => [
    stackBox(plot, hex, pieces.length),
    numberBox(plot, hex),
  ]);
}

/** Along which line an attack is drawn: northwards and southwards beside the number of the hex, which stands at that side. */
export function courseOf(plot: HexPlot, from: HexId, to: HexId): readonly [Point, Point] {
  const [a, b] = [middle(plot, from), middle(plot, to)];
  if (a.x !== b.x) return [a, b];
  const x = a.x + 15 * plot.scale;
  return [
    { x, y: a.y },
    { x, y: b.y },
  ];
}

/** What arrows over the sides of attacked hexes cover, about. */
export function headBoxes(plot: HexPlot, { hexes }: Pick<Battle, 'hexes'>, from: readonly HexId[]): Box[] {
  const arm = 11 * plot.scale;
  return hexes.flatMap((hex) =>
    from.flatMap((other): Box[] => {
      const [a, b] = courseOf(plot, other, hex);
      if (Math.hypot(a.x - b.x, a.y - b.y) > plot.half * 2.3) return [];
      return [{ x: (a.x + b.x) / 2 - arm, y: (a.y + b.y) / 2 - arm, width: arm * 2, height: arm * 2 }];
    }),
  );
}

/** Of the places about the rim of a hex the one that covers least; the earlier where they are alike. */
function plateBox(plot: HexPlot, hex: HexId, words: string, taken: readonly Box[]): Box {
  const size = plateSize(plot);
  const s = plot.scale;
  const { x, y } = middle(plot, hex);
  const width = widthOf(words, size, 'bold') + size * 0.8;
  const height = size * 1.15;
  const aside = 26 * s;
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

/** How many pixels two boxes have in common. */
function shared(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** The numbers of hexes in which somebody stands, over all that may lie there. */
export function stackNumbers(field: Field, view: View, plot: HexPlot): Item[] {
  return stacksSeen(field, view, plot).map(([hex]): Item => {
    const { x, y, width, height } = numberBox(plot, hex);
    const size = width / 2;
    return haloed(centred(hex, x + size, y + height, size, INK), size / 5, CARD);
  });
}
