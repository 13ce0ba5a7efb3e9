import type { Item, Picture } from '../../../game/index.ts';
import { contains } from '../../../kit/draw/geometry.ts';
import { BATTLE } from '../../../kit/draw/mark-colours.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { type HexPlot, hexPath } from '../../../kit/hex/hex-plot.ts';
import { badgeBox, type ReachedHex, reachBadge, reachNumber, reachTint } from '../../../kit/hex/reach-marks.ts';
import { boardOf } from '../board.ts';
import type { Field } from '../field.ts';
import type { Reach } from '../rules/movement/march-leg.ts';
import { destinationsOf, entriesFor } from '../rules/movement/movers.ts';
import { piecesOf } from '../rules/movement/reach.ts';
import { exitOf, isOnMap } from '../state.ts';
import type { View } from '../view.ts';
import { otherSide } from '../vocabulary.ts';
import { nearWords, reachAlt, reachTitle } from '../words/picture-words.ts';
import { unitNames } from '../words/unit-names.ts';
import { widePlot } from './close-up.ts';
import { drawn } from './sketch-scene.ts';

/** An end of a move; in enemy control it stops. */
interface End extends ReachedHex {
  /** Through the hex and off the map. */
  readonly off: boolean;
  readonly cost: number;
  readonly allowance: number;
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
  const plot = widePlot([...home, ...ends.map(({ hex }) => hex)], first);
  const names = unitNames(field, pieces);
  const most = Math.max(...ends.map(({ allowance }) => allowance));
  const seen = ends.filter((end) => contains(plot.view, badgeBox(plot, end)));
  const board = boardOf(field, view);
  const isTaken = (hex: HexId) => board.holder(hex) !== null;
  const reached = new Set(seen.map(({ hex }) => hex));
  return drawn(field, view, plot, {
    title: reachTitle(names, most),
    under: [
      ...reachTint(plot, [...new Set(ends.flatMap(({ hex, off }) => (off ? [] : [hex])))]),
      ...ends.filter(({ stops }) => stops).map(({ hex }) => rim(plot, hex)),
    ],
    over: [
      ...seen.flatMap((end) => reachBadge(plot, end, isTaken(end.hex) ? ASIDE : 0)),
      ...seen.map(({ hex }) => reachNumber(plot, hex)),
    ],
    boxes: seen.map((end) => badgeBox(plot, end)),
    aside: (hex) => (reached.has(hex) ? 4 - ASIDE : 0),
    words: seen.some(({ stops }) => stops) ? [nearWords(view)] : [],
    home,
    alt: reachAlt(field, view, names, ends),
  });
}

/** How far beside the middle of its hex a cost stands where there is a block too. */
const ASIDE = 20;

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
      words: exit === null ? String(cost) : `${cost} off`,
      stops: exit === null && board.controls(otherSide(view.side), hex),
    };
  });
}

function rim(plot: HexPlot, hex: HexId): Item {
  const s = plot.scale;
  return { kind: 'path', d: hexPath(plot, hex, 2 * s), stroke: { colour: BATTLE, width: 3 * s } };
}
