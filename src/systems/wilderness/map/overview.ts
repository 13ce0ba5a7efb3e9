import type { Framing, Item } from '../../../game/index.ts';
import { cutCorners } from '../../../kit/draw/card-frames.ts';
import { CARD, INK } from '../../../kit/draw/common-colours.ts';
import { type Box, cornersOf, grown, type Point, pathOf } from '../../../kit/draw/geometry.ts';
import { boundsOf } from '../../../kit/draw/item-bounds.ts';
import { SIDE_INKS, SIDE_STYLES } from '../../../kit/draw/side-colours.ts';
import { textLines } from '../../../kit/draw/text-lines.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { type HexPlot, hexBox, isNear, isSeen, middle } from '../../../kit/hex/hex-plot.ts';
import {
  blockStyle,
  clusters,
  laidOut,
  OVERVIEW_LETTERS,
  type OverviewBlock,
  overviewBlock,
} from '../../../kit/hex/overview-blocks.ts';
import { FADED } from '../../../kit/land/land-colours.ts';
import { placeNames } from '../../../kit/land/place-names.ts';
import { oncePer } from '../../../kit/memo.ts';
import { sealWords } from '../../../kit/plain-english.ts';
import { sum } from '../../../kit/subsets.ts';
import { HEX_GRID, scenarioOf, type Theatre } from '../theatre.ts';
import type { StackView, View } from '../view.ts';
import { SIDES, type Side } from '../vocabulary.ts';
import { OVERVIEW_LEGEND } from '../words/game-status.ts';
import { unitName } from '../words/names.ts';
import { FOOT, LAND_STYLE, PAPER, WHOLE, WHOLE_STYLE } from './theatre-ground.ts';

/** Blocks and names, and the boxes of hexes with counters. */
export function overviewParts(theatre: Theatre, view: View, plot: HexPlot) {
  const { scoring, few, all } = namesOf(theatre, view);
  // Names of scoring places come first; blocks avoid them, and other names avoid both.
  const first = placeNames(scoring.brief, plot, WHOLE_STYLE, []);
  const kept = first.map(boundsOf);
  const blocks = laidOut(blocksOf(theatre, view, plot), plot.view, kept);
  const taken = [...kept, ...blocks.map(({ box }) => grown(box, 3))];
  const others = placeNames(plot.scale < ALL_NAMES ? few : all, plot, WHOLE_STYLE, taken);
  return {
    items: [...others, ...blocks.flatMap(overviewBlock), ...first],
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

/** The legend and the seal below the map. */
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

function blocksOf(theatre: Theatre, view: View, plot: HexPlot): readonly OverviewBlock[] {
  const seen = view.stacks.filter(({ hex }) => isSeen(plot, hex));
  const together = Math.floor(BLOCK / (2 * plot.half));
  return clusters(HEX_GRID, seen, ({ down, up }) => down + up.length, together).map((stacks) => {
    const [{ side, hex }] = stacks;
    const isCutOff = stacks.some(({ own }) => own?.some(({ supply }) => supply !== null && supply !== 'supplied'));
    const style = blockStyle(SIDE_STYLES[side], isCutOff);
    return { words: wordsOf(theatre, stacks), at: middle(plot, hex), style, line: SIDE_INKS[side] };
  });
}

/** "27": known strength. "12+?2": plus two face-down counters. "cav", "Grant", "dummy": counters without strength. */
function wordsOf(theatre: Theatre, stacks: readonly StackView[]): string {
  const units = stacks.flatMap(({ own, up }) => own ?? up);
  const strength = sum(units.map((unit) => unit.strength));
  const dark = sum(stacks.map(({ own, down }) => (own ? 0 : down)));
  const leader = units.find(({ kind }) => kind === 'leader');
  const without = units.some(({ kind }) => kind === 'cavalry')
    ? 'cav'
    : leader
      ? unitName(theatre, leader.unit)
      : 'dummy';
  const known = units.length === 0 ? [] : [strength > 0 ? String(strength) : without];
  return [...known, ...(dark > 0 ? [`?${dark}`] : [])].join('+');
}

/** Control of rails (so that railheads show), scoring places and fortifications. */
export function control(theatre: Theatre, view: View, plot: HexPlot): Item[] {
  const forts = view.forts.map(
    ({ side, hex }): Item => ({
      kind: 'path',
      d: sideShape(side, middle(plot, hex), 9),
      stroke: { colour: SIDE_INKS[side], width: 2.5 },
    }),
  );
  return [
    ...controlledRails(theatre, view, plot, Math.max(4, 9 * plot.scale)),
    ...scoringMarks(theatre, view, plot, 8),
    ...forts,
  ];
}

/** Controlled rails, a line for the Union and dashes for the Confederates, so that they differ without colour. */
export function controlledRails(theatre: Theatre, view: View, plot: HexPlot, width: number): Item[] {
  return SIDES.flatMap((side): Item[] => {
    const links = [...theatre.rails].flatMap(([hex, others]) =>
      others.flatMap((to) =>
        hex < to && view.control[hex] === side && view.control[to] === side && isNear(plot, middle(plot, hex))
          ? [pathOf([middle(plot, hex), middle(plot, to)])]
          : [],
      ),
    );
    if (links.length === 0) return [];
    const dash = side === 'union' ? {} : { dash: [width * 1.5, width * 1.5] };
    return [{ kind: 'path', d: links.join(' '), stroke: { colour: SIDE_INKS[side], width, ...dash } }];
  });
}

/** Scoring places in the shape of the controlling side's counters, or a ring if nobody controls them. */
export function scoringMarks(theatre: Theatre, view: View, plot: HexPlot, radius: number): Item[] {
  return scenarioOf(theatre, view.scenario).held.flatMap(({ hexes }) =>
    hexes.map((hex): Item => {
      const side = view.control[hex];
      const at = middle(plot, hex);
      const width = radius / 3;
      if (!side) return { kind: 'circle', ...at, radius, fill: CARD, stroke: { colour: FADED, width } };
      const stroke = { colour: side === 'union' ? CARD : SIDE_INKS[side], width };
      return { kind: 'path', d: sideShape(side, at, radius), fill: SIDE_STYLES[side].fill, stroke };
    }),
  );
}

/** A small outline in the shape of a side's counters. */
function sideShape(side: Side, { x, y }: Point, radius: number): string {
  const box = { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
  return side === 'union' ? pathOf(cornersOf(box), true) : cutCorners(box, radius * 0.6);
}

/** Theatres reduced to some of the names. */
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

/** By scenario. */
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
