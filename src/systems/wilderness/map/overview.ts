import type { Framing, Item } from '../../../game/index.ts';
import { CARD, INK } from '../../../kit/draw/common-colours.ts';
import { grown, pathOf } from '../../../kit/draw/geometry.ts';
import {
  blockStyle,
  clusters,
  laidOut,
  OVERVIEW_LETTERS,
  type OverviewBlock,
  overviewBlock,
} from '../../../kit/draw/overview-blocks.ts';
import { SIDE_INKS, SIDE_STYLES } from '../../../kit/draw/side-colours.ts';
import { textAt, typeset } from '../../../kit/draw/text-layout.ts';
import { type HexPlot, middle } from '../../../kit/hex/hex-plot.ts';
import { FADED } from '../../../kit/land/land-colours.ts';
import { placeNames } from '../../../kit/land/place-names.ts';
import { oncePer } from '../../../kit/memo.ts';
import { sealWords } from '../../../kit/plain-english.ts';
import { sum } from '../../../kit/subsets.ts';
import { HEX_GRID, scenarioOf, type Theatre } from '../theatre.ts';
import type { StackView, View } from '../view.ts';
import { SIDES } from '../vocabulary.ts';
import { OVERVIEW_LEGEND } from '../words/game-status.ts';
import { WHOLE, WHOLE_STYLE } from './theatre-ground.ts';

/** Stacks of a side so near each other are one block. Hexes. */
const TOGETHER = 2;

/** Everything that changes on the theatre: control, fortifications, entrenchments and who stands where. */
export function overviewItems(theatre: Theatre, view: View, plot: HexPlot): Item[] {
  const blocks = laidOut(blocksOf(view, plot), plot.view);
  const taken = blocks.map(({ box }) => grown(box, 3));
  return [
    ...control(theatre, view, plot),
    ...placeNames(named(theatre), plot, WHOLE_STYLE, taken),
    ...blocks.flatMap(overviewBlock),
  ];
}

/** Under the map: what the blocks say, and the seal. */
export function foot(framing: Framing): Item[] {
  return [OVERVIEW_LEGEND, ...sealWords(framing)].map(
    (words, at): Item => ({
      ...textAt(typeset(words), 14, WHOLE.height - 36 + at * 24, OVERVIEW_LETTERS, INK),
      maxWidth: WHOLE.width - 28,
    }),
  );
}

function blocksOf(view: View, plot: HexPlot): readonly OverviewBlock[] {
  return clusters(HEX_GRID, view.stacks, ({ down, up }) => down + up.length, TOGETHER).map((stacks) => {
    const [{ side, hex }] = stacks;
    const isCutOff = stacks.some(({ own }) => own?.some(({ supply }) => supply !== null && supply !== 'supplied'));
    const style = blockStyle(SIDE_STYLES[side], isCutOff);
    return { words: wordsOf(stacks), at: middle(plot, hex), style, line: SIDE_INKS[side] };
  });
}

/** "27": strength that the viewer knows of. "12+?2": and two counters face down. */
function wordsOf(stacks: readonly StackView[]): string {
  const strength = sum(stacks.flatMap(({ own, up }) => (own ?? up).map((unit) => unit.strength)));
  const dark = sum(stacks.map(({ own, down }) => (own ? 0 : down)));
  if (dark === 0) return String(strength);
  return strength === 0 ? `?${dark}` : `${strength}+?${dark}`;
}

/** Rails in the colour of who controls them, so that railheads show; places that are worth points; fortifications. */
function control(theatre: Theatre, view: View, plot: HexPlot): Item[] {
  const rails = SIDES.map((side): Item => {
    const links = [...theatre.rails].flatMap(([hex, others]) =>
      others.flatMap((to) =>
        hex < to && view.control[hex] === side && view.control[to] === side
          ? [pathOf([middle(plot, hex), middle(plot, to)])]
          : [],
      ),
    );
    return { kind: 'path', d: links.join(' '), stroke: { colour: SIDE_INKS[side], width: 3 } };
  });
  const forts = view.forts.map(({ side, hex }): Item => {
    const { x, y } = middle(plot, hex);
    return { kind: 'rect', x: x - 9, y: y - 9, width: 18, height: 18, stroke: { colour: SIDE_INKS[side], width: 2.5 } };
  });
  return [
    ...rails.filter((item) => item.kind === 'path' && item.d !== ''),
    ...scoringMarks(theatre, view, plot, 7, 2),
    ...forts,
  ];
}

/** Places that score, in the colour of the side that controls them. */
export function scoringMarks(theatre: Theatre, view: View, plot: HexPlot, radius: number, width: number): Item[] {
  return scenarioOf(theatre, view.scenario).held.flatMap(({ hexes }) =>
    hexes.map((hex): Item => {
      const side = view.control[hex];
      const stroke = { colour: CARD, width };
      return { kind: 'circle', ...middle(plot, hex), radius, fill: side ? SIDE_INKS[side] : FADED, stroke };
    }),
  );
}

/** Cities, and places by which armies set up: what there is room for. One name for what lies together. */
const named = oncePer((theatre: Theatre): Theatre => {
  const wheres = theatre.scenarios.flatMap(({ groups }) => groups.map(({ where }) => where));
  const places = theatre.places
    .filter(({ kind, name }) => kind === 'city' || wheres.some((where) => where.includes(name)))
    .map((place) => ({ ...place, name: place.name.replace(/ \(.*\)$/, '') }));
  const first = places.filter(
    ({ name }, at) => !places.some((other, before) => before < at && name.startsWith(other.name)),
  );
  return { ...theatre, places: first };
});
