import type { Item, Scene } from '../../../game/index.ts';
import { ZONE, ZONE_TINT } from '../../../kit/draw/mark-inks.ts';
import type { HexPlot } from '../../../kit/hex/hex-plot.ts';
import { hexLand } from '../../../kit/land/hex-land.ts';
import { MemoPer, oncePer } from '../../../kit/memo.ts';
import type { Field } from '../field.ts';
import { EXITS } from '../vocabulary.ts';
import { entryTags } from './entry-tags.ts';
import { PAPER } from './inks.ts';
import { LAND_STYLE } from './land-style.ts';
import { legend } from './legend.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Grounds laid out, by field: to put the items together takes longer than to draw upon what they come to. */
const grounds = new MemoPer<Field, Scene['ground']>(40);

/** The field as it never changes; with the numbers of its hexes or without. */
function landOf(field: Field, plot: HexPlot, numbered: boolean): Item[] {
  const zones = [{ hexes: field.commandZone, colour: ZONE, tint: ZONE_TINT }];
  const exits = { hexes: EXITS, colour: ZONE };
  return [...hexLand(field, plot, LAND_STYLE, { numbered, zones, exits }), ...entryTags(field, plot)];
}

/** The ground of the whole field, with what surrounds it. */
export function wholeGround(field: Field, plot: HexPlot, size: Size): Scene['ground'] {
  return kept(field, 'road-to-richmond whole', () => [
    { kind: 'rect', x: 0, y: 0, ...size, fill: PAPER },
    ...landOf(field, plot, true),
    ...legend(),
  ]);
}

/** The ground of a part of it. */
export function partGround(field: Field, plot: HexPlot, size: Size): Scene['ground'] {
  const { x, y, radius } = plot;
  return kept(field, `road-to-richmond ${radius} at ${x}, ${y}`, () => [
    { kind: 'rect', x: 0, y: 0, ...size, fill: PAPER },
    // Of hexes so small the numbers that matter are written over them, large enough for a phone.
    ...landOf(field, plot, plot.scale > 1),
  ]);
}

function kept(field: Field, name: string, draw: () => readonly Item[]): Scene['ground'] {
  return grounds.get(field, name, () => ({ key: `${name} ${numberOf(field)}`, items: draw() }));
}

/** Fields are told apart by their contents' number: a ground's key must not stand for another field's. */
const numberOf = oncePer((field: Field) =>
  hashOf(JSON.stringify([[...field.hex.values()], field.places, field.ways, field.waters, field.works, field.pieces])),
);

function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
