import type { Colour, Item, Palette, Scene } from '../../../game/index.ts';
import { cutCorners } from '../../../kit/draw/card-frames.ts';
import {
  BATTLE,
  BURST,
  CARD,
  FLASH,
  INK,
  inkOn,
  ON_BATTLE,
  REACHED,
  ZONE,
  ZONE_TINT,
} from '../../../kit/draw/common-colours.ts';
import {
  CONFEDERATE,
  CONFEDERATE_EDGE,
  CONFEDERATE_LINE,
  CONFEDERATE_TEXT,
  COUNTER_STYLES,
  UNION,
  UNION_LINE,
  UNION_TEXT,
} from '../../../kit/draw/counter-items.ts';
import { type Box, grown, overlap } from '../../../kit/draw/geometry.ts';
import { centred, widthOf } from '../../../kit/draw/text-layout.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { type HexPlot, middle } from '../../../kit/hex/hex-plot.ts';
import { CLOSE_UP } from '../../../kit/hex/hex-window.ts';
import { HexGrounds, type PictureSize } from '../../../kit/land/hex-ground.ts';
import { hexLand } from '../../../kit/land/hex-land.ts';
import { banked, WATER_STROKES } from '../../../kit/land/hex-waters.ts';
import { WAY_STROKES } from '../../../kit/land/hex-ways.ts';
import {
  BANK,
  CLEAR,
  FADED,
  FOREST,
  HACHURE,
  MAP_BLENDS,
  MAP_INKS,
  RAIL,
  ROAD,
  ROAD_EDGE,
  ROUGH,
  SWAMP,
  TREE,
} from '../../../kit/land/land-colours.ts';
import type { LandStyle } from '../../../kit/land/land-style.ts';
import { oncePer } from '../../../kit/memo.ts';
import type { Field } from '../field.ts';
import { EXITS, type Side } from '../vocabulary.ts';
import { OVERVIEW, OVERVIEW_PLOT } from './overview.ts';

const GROUNDS = new HexGrounds('road-to-richmond', (field: Field) => [
  [...field.hex.values()],
  field.places,
  field.ways,
  field.waters,
  [...field.commandZone],
  field.works,
  field.pieces,
]);

const EXIT_RINGS = { hexes: EXITS, colour: ZONE };

function zonesOf(field: Field) {
  return [{ hexes: field.commandZone, colour: ZONE, tint: ZONE_TINT }];
}

/** The land of the overview, without the hex grid, which would be too small to count by. */
export function overviewGround(field: Field): Scene['ground'] {
  const parts = { detail: 'overview', zones: zonesOf(field), exits: EXIT_RINGS } as const;
  return GROUNDS.get(field, 'overview', OVERVIEW_PLOT, OVERVIEW, (plot) => hexLand(field, plot, OVERVIEW_STYLE, parts));
}

/**
 * The land of a close-up. In small hexes the colour of a wood is enough, and the important numbers are written later,
 * large enough for a phone.
 */
export function partGround(field: Field, plot: HexPlot, size: PictureSize = CLOSE_UP): Scene['ground'] {
  const isLarge = plot.scale > 1;
  const parts = { detail: 'close', zones: zonesOf(field), exits: EXIT_RINGS, numbered: isLarge } as const;
  const style = isLarge ? LAND_STYLE : { ...LAND_STYLE, cover: OVERVIEW_STYLE.cover };
  return GROUNDS.get(field, 'close', plot, size, function* (plot) {
    yield* hexLand(field, plot, style, parts);
    yield* entryTags(field, plot);
  });
}

const { stream, creek, lake } = WATER_STROKES;
const { trail, road, railroad } = WAY_STROKES;

export const LAND_STYLE: LandStyle = {
  // Swamp forest is drawn on top of the woods around it.
  surfaces: [
    { terrains: ['rough'], fill: ROUGH, edge: HACHURE },
    { terrains: ['forest', 'forest_rough'], fill: FOREST, edge: TREE },
    { terrains: ['forest_rough'], fill: SWAMP, edge: TREE },
  ],
  cover: { fields: ['clear'], rough: ['rough'], woods: ['forest'], swamp: ['forest_rough'] },
  built: ['town'],
  // Creeks have two banks, streams are a line, the pond is an area.
  waters: [
    { kind: 'stream', strokes: stream, lettering: { size: 11, ems: 0.54, above: 4, spacing: 0.3 } },
    { kind: 'creek', strokes: creek, lettering: { size: 15, ems: 0.66, above: 11, spacing: 1.6 } },
    { kind: 'lake', strokes: lake, lettering: null },
  ],
  ways: [
    { matches: ({ kind, rail }) => kind === 'trail' && !rail, strokes: trail },
    { matches: ({ kind }) => kind === 'road', strokes: road },
    { matches: ({ rail }) => rail, strokes: railroad },
  ],
  places: { town: 'town', place: 'place', farm: 'farm', off: 'off' },
};

/**
 * The overview has no trees, tracks, or names of brooks and bridges. Roads and rails are thin, so that blocks stand
 * out.
 */
export const OVERVIEW_STYLE: LandStyle = {
  ...LAND_STYLE,
  cover: { fields: [], rough: [], woods: [], swamp: [] },
  waters: [
    { kind: 'stream', strokes: [{ colour: BANK, width: 1.4, cap: 'round' }], lettering: null },
    { kind: 'creek', strokes: banked(7, 4.6), lettering: { size: 24, ems: 0.6, above: 9, spacing: 1 } },
    { kind: 'lake', strokes: banked(9, 7), lettering: null },
  ],
  ways: [
    {
      matches: ({ kind }) => kind === 'road',
      strokes: [
        { colour: ROAD_EDGE, width: 3, cap: 'round' },
        { colour: ROAD, width: 1.6, cap: 'round' },
      ],
    },
    { matches: ({ rail }) => rail, strokes: [{ colour: RAIL, width: 2.4, dash: [7, 3] }] },
  ],
  crossings: false,
  places: { town: 'town', place: 'place' },
};

export const PAPER: Colour = '#e9dab6';

/** Every text colour with every background it is set on; a test checks the contrast of each. */
export const LETTERING: readonly (readonly [text: Colour, ground: Colour])[] = [
  ...inkOn(INK, PAPER, CARD, CLEAR, REACHED, FLASH),
  ...inkOn(FADED, PAPER, CARD, CLEAR),
  ...inkOn(BANK, CARD),
  ...inkOn(ZONE, CARD, PAPER),
  ...inkOn(UNION, CARD, PAPER),
  ...inkOn(CONFEDERATE_EDGE, CARD, PAPER),
  ...inkOn(UNION_TEXT, UNION),
  ...inkOn(CONFEDERATE_TEXT, CONFEDERATE),
  ...inkOn(ON_BATTLE, BATTLE),
  ...inkOn(BATTLE, CARD),
];

/** The colours of Road to Richmond's image files, except those of the land. */
export const PALETTE: Palette = {
  inks: [
    PAPER,
    ...MAP_INKS,
    UNION,
    UNION_TEXT,
    CONFEDERATE,
    CONFEDERATE_EDGE,
    CONFEDERATE_TEXT,
    UNION_LINE,
    CONFEDERATE_LINE,
    BATTLE,
    BURST,
    FLASH,
    REACHED,
  ],
  blends: [
    ...inkOn(INK, PAPER, CARD, CLEAR),
    ...inkOn(FADED, CLEAR, PAPER),
    ...inkOn(UNION_TEXT, UNION),
    ...inkOn(UNION, CARD, PAPER, CLEAR),
    ...inkOn(CONFEDERATE_TEXT, CONFEDERATE),
    ...inkOn(CONFEDERATE_EDGE, CARD, CONFEDERATE),
    ...inkOn(UNION_TEXT, BATTLE),
    ...MAP_BLENDS,
    ...inkOn(UNION_LINE, CLEAR, FOREST),
    ...inkOn(CONFEDERATE_LINE, CLEAR, FOREST),
    ...inkOn(BURST, CLEAR, FOREST),
    ...inkOn(CLEAR, FOREST),
  ],
};

/** An entry hex, its side, and the turns of the units that enter there. */
interface Entry {
  readonly hex: HexId;
  readonly side: Side;
  readonly turns: string;
}

export const entryMarks = oncePer((field: Field): readonly Entry[] => {
  const turns = new Map<string, Set<number>>();
  for (const { side, arrives, entry, otherEntry } of field.pieces) {
    if (arrives === null) continue;
    for (const hex of [...entry, ...(otherEntry === null ? [] : [otherEntry])]) {
      const key = `${side} ${hex}`;
      turns.set(key, (turns.get(key) ?? new Set()).add(arrives));
    }
  }
  return [...turns].map(([key, set]) => {
    const [side, hex] = key.split(' ') as [Side, HexId];
    const inOrder = [...set].sort((a, b) => a - b);
    const [first, last] = [Math.min(...set), Math.max(...set)];
    const isRun = set.size > 2 && last - first === set.size - 1;
    return { hex, side, turns: isRun ? `${first}–${last}` : inOrder.join(', ') };
  });
});

/** Pixels; eleven on a phone. */
const LETTERS = 22;

/** Tags along the lower sides of entry hexes; a tag on an exit is raised above its ring. */
function entryTags(field: Field, plot: HexPlot): Item[] {
  return entryMarks(field).flatMap((entry): Item[] => {
    const { fill, text, edge } = COUNTER_STYLES[entry.side];
    const box = tagBox(plot, entry);
    if (!overlap(plot.view, grown(box, box.height))) return [];
    const { x, y, width, height } = box;
    const tip = height / 2;
    const d =
      entry.side === 'union'
        ? `M ${x} ${y} L ${x + width} ${y} L ${x + width + tip} ${y + tip} L ${x + width} ${y + height} L ${x} ${y + height} Z`
        : cutCorners({ ...box, width: width + tip }, tip * 0.6);
    return [
      { kind: 'path', d, fill, stroke: { colour: entry.side === 'union' ? CARD : edge, width: 1.4 } },
      centred(entry.turns, x + width / 2 + tip * 0.3, y + height * 0.5 + LETTERS * 0.34, LETTERS, text, 'bold'),
    ];
  });
}

export function tagBox(plot: HexPlot, { hex, turns }: Entry): Box {
  const { x, y } = middle(plot, hex);
  const width = widthOf(turns, LETTERS, 'bold') + LETTERS * 0.5;
  const height = LETTERS * 1.1;
  return { x: x - width / 2 - height / 4, y: y + plot.half - height - 2, width, height };
}
