import type { Item, Scene } from '../../../game/index.ts';
import type { Field } from '../field.ts';
import { PAPER } from './inks.ts';
import { land } from './land/index.ts';
import { legend } from './legend.ts';
import { type Plot, scaleOf } from './plot.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Grounds laid out, by field: to put the items together takes longer than to draw upon what they come to. */
const known = new WeakMap<Field, Map<string, Scene['ground']>>();
/** Grounds of close-ups kept for a field; each is a few hundred items. */
const MOST = 40;

/** The ground of the whole field, with what surrounds it. */
export function wholeGround(field: Field, plot: Plot, size: Size): Scene['ground'] {
  return kept(field, 'road-to-richmond whole', () => [
    { kind: 'rect', x: 0, y: 0, ...size, fill: PAPER },
    ...land(field, plot),
    ...legend(),
  ]);
}

/** The ground of a part of it. */
export function partGround(field: Field, plot: Plot, size: Size): Scene['ground'] {
  const { x, y, radius } = plot;
  return kept(field, `road-to-richmond ${radius} at ${x}, ${y}`, () => [
    { kind: 'rect', x: 0, y: 0, ...size, fill: PAPER },
    // Of hexes so small the numbers that matter are written over them, large enough for a phone.
    ...land(field, plot, scaleOf(plot) > 1),
  ]);
}

function kept(field: Field, name: string, draw: () => readonly Item[]): Scene['ground'] {
  let grounds = known.get(field);
  if (!grounds) {
    grounds = new Map();
    known.set(field, grounds);
  }
  let ground = grounds.get(name);
  if (ground) grounds.delete(name);
  else ground = { key: `${name} ${numberOf(field)}`, items: draw() };
  grounds.set(name, ground);
  for (const oldest of grounds.keys()) {
    if (grounds.size <= MOST) break;
    if (!oldest.endsWith('whole')) grounds.delete(oldest);
  }
  return ground;
}

/** Fields are told apart by their contents' number: a ground's key must not stand for another field's. */
const numbers = new WeakMap<Field, string>();

function numberOf(field: Field): string {
  let number = numbers.get(field);
  if (number === undefined) {
    number = hashOf(
      JSON.stringify([[...field.hex.values()], field.places, field.ways, field.waters, field.works, field.pieces]),
    );
    numbers.set(field, number);
  }
  return number;
}

function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
