import type { Scene } from '../../../game/index.ts';
import { ZONE, ZONE_TINT } from '../../../kit/draw/mark-colours.ts';
import type { HexPlot } from '../../../kit/hex/hex-plot.ts';
import { CLOSE_UP } from '../../../kit/hex/hex-window.ts';
import { HexGrounds, partOf } from '../../../kit/land/hex-ground.ts';
import { hexLand } from '../../../kit/land/hex-land.ts';
import type { Field } from '../field.ts';
import { EXITS } from '../vocabulary.ts';
import { entryTags } from './entry-tags.ts';
import { LAND_STYLE, OVERVIEW_STYLE } from './field-land-style.ts';
import { OVERVIEW, OVERVIEW_PLOT } from './overview.ts';
import { PAPER } from './palette.ts';

const GROUNDS = new HexGrounds('road-to-richmond', PAPER, (field: Field) => [
  [...field.hex.values()],
  field.places,
  field.ways,
  field.waters,
  field.works,
  field.pieces,
]);

const EXIT_RINGS = { hexes: EXITS, colour: ZONE };

function zonesOf(field: Field) {
  return [{ hexes: field.commandZone, colour: ZONE, tint: ZONE_TINT }];
}

/** The ground of the overview: woods, waters, roads and works, without hexes, which are too small there to be counted. */
export function overviewGround(field: Field): Scene['ground'] {
  const parts = {
    numbered: false,
    unlettered: true,
    overview: true,
    zones: zonesOf(field),
    exits: EXIT_RINGS,
  } as const;
  return GROUNDS.get(field, 'overview', OVERVIEW, () => hexLand(field, OVERVIEW_PLOT, OVERVIEW_STYLE, parts));
}

/** The ground of a part of it. Of hexes so small the numbers that matter are written over them, large enough for a phone. */
export function partGround(field: Field, plot: HexPlot): Scene['ground'] {
  return GROUNDS.get(field, partOf(plot), CLOSE_UP, () => [
    ...hexLand(field, plot, LAND_STYLE, {
      numbered: plot.scale > 1,
      unlettered: true,
      zones: zonesOf(field),
      exits: EXIT_RINGS,
    }),
    ...entryTags(field, plot),
  ]);
}
