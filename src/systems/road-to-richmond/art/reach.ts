import type { Item, Picture } from '../../../game/index.ts';
import type { Box } from '../../../kit/draw/geometry.ts';
import { CARD, INK } from '../../../kit/draw/inks.ts';
import { centred, haloed } from '../../../kit/draw/lettering.ts';
import type { HexId } from '../../../kit/hex/grid.ts';
import { type HexPlot, hexPath, isSeen, middle } from '../../../kit/hex/hex-plot.ts';
import { numberBox } from '../../../kit/land/hex-numbers.ts';
import { boardOf } from '../board.ts';
import type { Field } from '../field.ts';
import { destinationsOf, entriesFor } from '../march/movers.ts';
import { piecesOf, type Reach } from '../march/reach.ts';
import { unitNames } from '../names.ts';
import { exitOf, isOnMap } from '../state.ts';
import type { View } from '../view.ts';
import { isNight, otherSide } from '../vocabulary.ts';
import { BATTLE, ON_BATTLE, REACH_TINTS, REACHED } from './inks.ts';
import { shortHex } from './short.ts';
import { cut, drawn, plotFor } from './sketched.ts';
import { stackBox } from './stacks.ts';

/** An end of a move. */
interface End {
  readonly hex: HexId;
  /** Through the hex and off the map. */
  readonly off: boolean;
  readonly cost: number;
  readonly allowance: number;
  /** In enemy control. */
  readonly near: boolean;
}

/** Every hex that a unit can reach, with its number and what it costs, and which of them are next to the enemy. */
export function reachSketch(field: Field, view: View, unit: string, by: string | undefined): Picture | null {
  const ids = unit.split('+');
  if (!ids.every((id) => field.piece.has(id))) return null;
  const pieces = piecesOf(field, unit);
  const reach = reachBy(field, view, unit, by);
  const from = view.where[ids[0] ?? ''];
  const ends = endsOf(field, view, reach);
  // Where it may come on by more hexes than one, by each to which any of its ways belongs.
  const entries = [...new Set([...reach.values()].flatMap(({ entry }) => entry ?? []))];
  const home = isOnMap(from) ? [from] : entries;
  const [first] = home;
  if (reach.size === 0 || first === undefined) return null;
  const plot = plotFor([...home, ...ends.map(({ hex }) => hex)], first);
  const names = unitNames(field, pieces);
  const most = Math.max(...ends.map(({ allowance }) => allowance));
  const seen = ends.filter(({ hex }) => isSeen(plot, hex, -plot.half));
  const figures = seen.map((end) => figure(field, view, plot, end));
  return drawn(field, view, plot, {
    title: `${names}: points of ${most} to each hex`,
    under: [
      ...ends.filter(({ off }) => !off).map((end) => shade(plot, end)),
      ...ends.filter(({ near }) => near).map(({ hex }) => rim(plot, hex)),
    ],
    over: [...figures.flat(), ...seen.map(({ hex }) => number(plot, hex))],
    boxes: figures.flatMap(([plate]) => (plate?.kind === 'rect' ? [plate] : [])).map(withNumber),
    words: seen.some(({ near }) => near) ? [nearWords(view)] : [],
    home,
    alt: reachAlt(field, view, names, ends),
  });
}

/** By way of the entry hex that is named, or of any. */
function reachBy(field: Field, view: View, unit: string, by: string | undefined): Reach {
  if (by !== undefined) return destinationsOf(field, view, unit, by);
  const [only, ...others] = entriesFor(field, view, unit);
  return destinationsOf(field, view, unit, others.length === 0 ? only : undefined);
}

function endsOf(field: Field, view: View, reach: Reach): readonly End[] {
  const board = boardOf(field, view);
  return [...reach].map(([to, { cost, allowance }]) => {
    const exit = exitOf(to as `off-0117`);
    const hex = exit ?? to;
    return {
      hex,
      off: exit !== null,
      cost,
      allowance,
      near: exit === null && board.controls(otherSide(view.side), hex),
    };
  });
}

/** What the dark plates mean. By night nobody attacks [10]. */
function nearWords({ turn }: View): string {
  const ends = 'Dark, square: next to the enemy, where the move ends';
  return isNight(turn) ? ends : `${ends} and a fight follows`;
}

function shade(plot: HexPlot, { hex, cost, allowance }: End): Item {
  const step = Math.min(REACH_TINTS.length - 1, Math.floor(((cost - 1) * REACH_TINTS.length) / Math.max(6, allowance)));
  const s = plot.scale;
  return {
    kind: 'path',
    d: hexPath(plot, hex, 1.5 * s),
    fill: REACH_TINTS[step] ?? REACHED,
    stroke: { colour: REACHED, width: 2 * s },
  };
}

function rim(plot: HexPlot, hex: HexId): Item {
  const s = plot.scale;
  return { kind: 'path', d: hexPath(plot, hex, 2 * s), stroke: { colour: BATTLE, width: 3 * s } };
}

/** Letters of a hex's number: read on a phone whatever the scale, since lists call hexes by it. */
const NUMBER = 22;

function number(plot: HexPlot, hex: HexId): Item {
  const { x, y } = middle(plot, hex);
  if (plot.scale > 1) {
    const box = numberBox(plot, hex);
    return haloed(centred(hex, box.x + box.width / 2, box.y + box.height, NUMBER, INK), NUMBER / 5, CARD);
  }
  return haloed(centred(hex, x, y - plot.half + NUMBER * 0.76 + 1, NUMBER, INK), NUMBER / 5, CARD);
}

/** A plate with the room of the number above it. */
function withNumber({ x, y, width, height }: Box): Box {
  return { x: x - 8, y: y - NUMBER, width: width + 16, height: height + NUMBER };
}

/** A cost in the middle of a hex, or where somebody stands there, at its side: round, and square where the enemy is next to it. */
function figure(field: Field, view: View, plot: HexPlot, { hex, off, cost, near }: End): Item[] {
  const s = plot.scale;
  const words = off ? `${cost} off` : String(cost);
  const { x, y } = middle(plot, hex);
  const count = boardOf(field, view).at(hex).length;
  const size = Math.max(24, 15 * s);
  const high = size * 1.3;
  const wide = words.length > 2 ? size * 1.7 : size * 0.74;
  const box = count > 0 ? stackBox(plot, hex, count) : null;
  // Over the edge of the counters; where those are small, at their lower corner, so that the number of the next hex stays clear.
  const small = s === 1;
  const at = box
    ? { x: x + plot.radius - wide * (small ? 1.16 : 0.6), y: y + plot.half * (small ? 0.45 : 0.14) }
    : { x, y: y - plot.half + NUMBER * 0.76 + 4 + high / 2 };
  return [
    {
      kind: 'rect',
      x: at.x - wide,
      y: at.y - high / 2,
      width: wide * 2,
      height: high,
      radius: near ? 1 : high / 2,
      fill: near ? BATTLE : REACHED,
      stroke: { colour: near ? CARD : INK, width: 1.6 },
    },
    centred(words, at.x, at.y + size * 0.35, size, near ? ON_BATTLE : INK, 'bold'),
  ];
}

function reachAlt(field: Field, view: View, names: string, ends: readonly End[]): string {
  const byCost = new Map<number, string[]>();
  for (const { hex, off, cost } of ends) {
    const label = off ? `off the map by ${hex}` : shortHex(field, hex);
    byCost.set(cost, [...(byCost.get(cost) ?? []), label]);
  }
  const told = [...byCost].sort(([a], [b]) => a - b).map(([cost, hexes]) => `for ${cost}: ${hexes.join(', ')}`);
  const near = ends.filter((end) => end.near).map(({ hex }) => hex);
  const why = isNight(view.turn) ? 'the move ends there' : 'the move ends there and a fight follows';
  return cut(
    `${names} can reach, of ${ends[0]?.allowance ?? 6} points, ${told.join('; ')}.`,
    near.length > 0 ? ` Next to the enemy, so that ${why}: ${near.join(', ')}.` : '',
  );
}
