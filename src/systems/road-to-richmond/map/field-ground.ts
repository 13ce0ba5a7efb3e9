import type { Item, Scene } from '../../../game/index.ts';
import { ZONE, ZONE_TINT } from '../../../kit/draw/mark-inks.ts';
import type { HexPlot } from '../../../kit/hex/hex-plot.ts';
import { HexGrounds, partOf } from '../../../kit/land/hex-ground.ts';
import { hexLand } from '../../../kit/land/hex-land.ts';
import type { Field } from '../field.ts';
import { EXITS } from '../vocabulary.ts';
import { entryTags } from './entry-tags.ts';
import { LAND_STYLE } from './field-land-style.ts';
import { legend } from './legend.ts';
import { PAPER } from './palette.ts';

const GROUNDS = new HexGrounds('road-to-richmond', PAPER, (field: Field) => [
  [...field.hex.values()],
  field.places,
  field.ways,
  field.waters,
  field.works,
  field.pieces,
]);

/** The field as it never changes; with the numbers of its hexes or without. */
function landOf(field: Field, plot: HexPlot, numbered: boolean): Item[] {
  const zones = [{ hexes: field.commandZone, colour: ZONE, tint: ZONE_TINT }];
  const exits = { hexes: EXITS, colour: ZONE };
  return [...hexLand(field, plot, LAND_STYLE, { numbered, zones, exits }), ...entryTags(field, plot)];
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The ground of the whole field, with what surrounds it. */
export function wholeGround(field: Field, plot: HexPlot, size: Size): Scene['ground'] {
  return GROUNDS.get(field, 'whole', size, () => [...landOf(field, plot, true), ...legend()]);
}

/** The ground of a part of it. Of hexes so small the numbers that matter are written over them, large enough for a phone. */
export function partGround(field: Field, plot: HexPlot, size: Size): Scene['ground'] {
  return GROUNDS.get(field, partOf(plot), size, () => landOf(field, plot, plot.scale > 1));
}
