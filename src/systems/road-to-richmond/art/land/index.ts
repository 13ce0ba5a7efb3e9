import type { Item } from '../../../../game/index.ts';
import type { Field } from '../../field.ts';
import { hexesSeen, type Plot } from '../plot.ts';
import { cover } from './cover.ts';
import { destinations, entryTags } from './margin.ts';
import { numbers, waterNames } from './names.ts';
import { grid, terrain } from './terrain.ts';
import { crossings, waters } from './water.ts';
import { houses, ways } from './ways.ts';
import { commandZone, exits, works } from './works.ts';

/** The field as it never changes, as far as a plot shows it; with the numbers of its hexes or without. */
export function land(field: Field, plot: Plot, numbered = true): Item[] {
  // Of some kinds there is nothing to be seen here: their path is empty.
  return layers(field, plot, numbered).filter((item) => item.kind !== 'path' || item.d !== '');
}

function layers(field: Field, plot: Plot, numbered: boolean): Item[] {
  const hexes = hexesSeen(field, plot);
  return [
    ...terrain(field, plot, hexes),
    ...commandZone(field, plot, hexes),
    ...cover(field, plot, hexes),
    ...grid(plot, hexes),
    ...waters(field, plot),
    ...ways(field, plot),
    ...crossings(field, plot, hexes),
    ...works(field, plot, hexes),
    ...houses(field, plot),
    ...exits(plot),
    ...(numbered ? numbers(plot, hexes) : []),
    ...waterNames(field, plot),
    ...destinations(field, plot),
    ...entryTags(field, plot),
  ];
}
