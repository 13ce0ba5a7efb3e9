import type { Item, Text } from '../../../../game/index.ts';
import { type Box, between, overlap, type Point } from '../../../../kit/draw/geometry.ts';
import { CARD, INK } from '../../../../kit/draw/inks.ts';
import { centred, haloed, textBox, typeset } from '../../../../kit/draw/lettering.ts';
import { beside, softPath } from '../../../../kit/draw/lines.ts';
import type { HexId } from '../../../../kit/hex/grid.ts';
import type { Field } from '../../field.ts';
import { BANK, CLEAR, FADED } from '../inks.ts';
import { hexesSeen, isNear, middle, type Plot, scaleOf, sideOf } from '../plot.ts';
import { digits } from './digits.ts';
import { courseOf } from './water.ts';

/** The numbers of the hexes at their northern sides. */
export function numbers(plot: Plot, hexes: readonly string[]): Item[] {
  const seen = hexes.filter((hex) => isNear(plot, middle(plot, hex)));
  if (scaleOf(plot) === 1) {
    const d = seen.map((hex) => {
      const { x, y } = numberBox(plot, hex);
      return digits(hex, whole(x), whole(y) + 1);
    });
    return [{ kind: 'path', d: d.join(' '), fill: FADED }];
  }
  return seen.map((hex) => {
    const { x, y, width, height } = numberBox(plot, hex);
    const size = width / 2;
    // From a whole pixel on, so that the same figures look the same and pack well.
    return {
      kind: 'text',
      text: hex,
      x: whole(x),
      y: whole(y + height),
      size,
      fill: FADED,
      face: 'text',
    };
  });
}

/** Rounded, and never the −0 that JSON does not know. */
function whole(value: number): number {
  return Math.round(value) || 0;
}

/** Letters of a hex's number, in pixels; a number is about twice as wide as it is high. */
function numberSize(scale: number): number {
  return scale > 1 ? 22 : 10;
}

/** What the number of a hex covers: at its northern side, as far to the left that an arrow over the side has room beside it. */
export function numberBox(plot: Plot, hex: string): Box {
  const s = scaleOf(plot);
  const size = numberSize(s);
  const { x, y } = middle(plot, hex);
  return { x: x - 4 * s - size, y: y - plot.half + 1, width: size * 2, height: size * 0.76 };
}

/** Names of creeks and streams along them. Long ones are told several times. */
export function waterNames(field: Field, plot: Plot): Item[] {
  const s = scaleOf(plot);
  return field.waters.flatMap((water): Item[] => {
    if (water.kind === 'lake' || water.name.includes('(')) return [];
    const creek = water.kind === 'creek';
    const course = smooth(courseOf(plot, water));
    const size = (creek ? 15 : 11) * s;
    const text = typeset(water.name).replace(', North Branch', '');
    const need = Math.ceil((text.length * size * (creek ? 0.66 : 0.54)) / (plot.radius * 0.86));
    const every = s > 1 ? 9 : 16;
    const bridged = water.sides.flatMap((side, index) => (isCrossed(field, side) ? [index] : []));
    const isFree = (start: number) => bridged.every((at) => at < start - 1 || at > start + need);
    const starts = startsOf(course.length, need, every, isFree);
    return starts.flatMap((start): Item[] => {
      const part = course.slice(start, start + need + 1);
      if (!part.some((point) => isNear(plot, point, 0))) return [];
      const line = (part[0]?.x ?? 0) > (part.at(-1)?.x ?? 0) ? part.toReversed() : part;
      const item: Item = {
        kind: 'lettering',
        d: softPath(beside(line, () => (creek ? -11 : -4) * s, 2)),
        text,
        face: 'italic',
        size,
        fill: BANK,
        halo: { colour: CLEAR, width: size / 5, cap: 'round' },
        spacing: creek ? 1.6 * s : 0.3 * s,
      };
      return [item];
    });
  });
}

/** Where along a course its name begins: as often as it is long, clear of bridges where it can be. */
function startsOf(length: number, need: number, every: number, isFree: (start: number) => boolean): number[] {
  const last = length - need - 1;
  if (last < 0) return [];
  const found: number[] = [];
  const about = length < every * 2 ? [Math.floor(last / 2)] : [];
  for (let at = 1; about.length === 0 && at <= last; at++) {
    if (!isFree(at)) continue;
    found.push(at);
    at += need + every;
  }
  const [middle] = about;
  if (middle === undefined) return found;
  const near = Array.from({ length: last + 1 }, (_, at) => at).sort(
    (a, b) => Math.abs(a - middle) - Math.abs(b - middle),
  );
  return [near.find(isFree) ?? middle];
}

function isCrossed(field: Field, side: string): boolean {
  const [a, b] = side.split('|') as [string, string];
  return field.hex.get(a)?.sides.some(({ to, crossing }) => to === b && crossing !== null) ?? false;
}

/** A course from hexside to hexside without the corners. */
function smooth(course: readonly Point[]): Point[] {
  return course.slice(1).map((point, index) => between(course[index] as Point, point));
}

/** Names of places, bridges and works, each where nothing stands in its way; where something does everywhere, it is left out. */
export function placeNames(field: Field, plot: Plot, taken: readonly Box[]): Item[] {
  const boxes = [...taken];
  return namesOf(field, plot).flatMap(({ text, places }) => {
    const place = places.find(({ box }) => !boxes.some((other) => overlap(box, other)));
    if (!place) return [];
    boxes.push(place.box);
    return [{ ...text, x: place.x, y: place.y }];
  });
}

/** A name with the places that it may take on a plot: those that cover no hex's number first. */
interface Placed {
  readonly text: Text;
  readonly places: readonly (Point & { readonly box: Box })[];
}

/** Names of plots seen last: what a picture shows of a field again and again. */
const known = new WeakMap<Field, Map<string, readonly Placed[]>>();
const MOST = 20;

function namesOf(field: Field, plot: Plot): readonly Placed[] {
  let plots = known.get(field);
  if (!plots) {
    plots = new Map();
    known.set(field, plots);
  }
  const key = `${plot.radius} ${plot.x} ${plot.y}`;
  let names = plots.get(key);
  if (!names) {
    names = placed(field, plot);
    plots.set(key, names);
    for (const oldest of plots.keys()) {
      if (plots.size <= MOST) break;
      plots.delete(oldest);
    }
  }
  return names;
}

function placed(field: Field, plot: Plot): Placed[] {
  const numbered = hexesSeen(field, plot).map((hex) => numberBox(plot, hex));
  return signsOf(field, scaleOf(plot)).flatMap((sign) => {
    const at = siteOf(plot, sign);
    if (!isNear(plot, at, sign.aside + plot.half * 2)) return [];
    const clear: Placed['places'][number][] = [];
    const covering: typeof clear = [];
    for (const { x, y } of placesAbout(plot, sign, at)) {
      const box = { x: x - sign.width / 2, y: y - sign.text.size * 0.8, width: sign.width, height: sign.text.size };
      if (!isInside(plot, box)) continue;
      (numbered.some((other) => overlap(box, other)) ? covering : clear).push({ x, y, box });
    }
    return [{ text: sign.text, places: [...clear, ...covering] }];
  });
}

function isInside({ view }: Plot, box: Box): boolean {
  return (
    box.x >= view.x + 3 &&
    box.x + box.width <= view.x + view.width - 3 &&
    box.y >= view.y + 2 &&
    box.y + box.height <= view.y + view.height - 2
  );
}

/** A name as it is set at a scale, and what it belongs to. */
interface Sign {
  readonly text: Text;
  readonly width: number;
  readonly hex: HexId;
  /** The side of it that a bridge or ford crosses; null: a place in its middle. */
  readonly side: number | null;
  /** How far above or below it, and beside it, the name stands. */
  readonly high: number;
  readonly aside: number;
}

/** Names are set once for a scale; there are as many as close-ups and sketches have. */
const signs = new WeakMap<Field, Map<number, readonly Sign[]>>();

function signsOf(field: Field, scale: number): readonly Sign[] {
  let scales = signs.get(field);
  if (!scales) {
    scales = new Map();
    signs.set(field, scales);
  }
  let known = scales.get(scale);
  if (!known) {
    known = signsAt(field, scale);
    scales.set(scale, known);
  }
  return known;
}

const SIZES = { town: [16, 26], place: [14, 24], farm: [12, 22], crossing: [12, 22] } as const;

function signsAt(field: Field, s: number): Sign[] {
  const sizeOf = (kind: keyof typeof SIZES) => SIZES[kind][s > 1 ? 1 : 0];
  const set = (text: Text) => {
    const haloedText = haloed(text, 4 * Math.sqrt(s), CARD);
    return { text: haloedText, width: textBox(haloedText).width };
  };
  const towns: Sign[] = [];
  const others: Sign[] = [];
  for (const { hex, name, kind } of field.places) {
    if (kind === 'off') continue;
    const sort = kind === 'town' ? 'town' : kind === 'place' ? 'place' : 'farm';
    const letters = set(centred(typeset(name), 0, 0, sizeOf(sort), INK, sort === 'farm' ? 'text' : 'bold'));
    const sign = { ...letters, hex, side: null, high: 11 * s, aside: letters.width / 2 + 12 * s };
    (sort === 'town' ? towns : others).push(sign);
  }
  for (const hex of field.hexes) {
    for (const { to, direction, crossingName } of field.hex.get(hex)?.sides ?? []) {
      if (crossingName === null || to < hex) continue;
      const letters = set(centred(typeset(crossingName), 0, 0, sizeOf('crossing'), BANK, 'italic'));
      others.push({ ...letters, hex, side: direction, high: 15 * s, aside: letters.width / 2 + 13 * s });
    }
  }
  return [...towns, ...others];
}

function siteOf(plot: Plot, { hex, side }: Sign): Point {
  return side === null ? middle(plot, hex) : between(...sideOf(plot, hex, side));
}

/** Where a name may stand: from the middle of its first letters' line, the best first. */
function placesAbout(plot: Plot, { text, side, high, aside }: Sign, { x, y }: Point): readonly Point[] {
  const places = [
    { x, y: y + high + text.size * 0.8 },
    { x, y: y - high },
    { x: x + aside, y: y + text.size * 0.3 },
    { x: x - aside, y: y + text.size * 0.3 },
    { x: x + aside, y: y - plot.half * 0.6 },
    { x: x - aside, y: y - plot.half * 0.6 },
    { x: x + aside, y: y + plot.half * 0.8 },
    { x: x - aside, y: y + plot.half * 0.8 },
    { x, y: y + plot.half * 1.25 },
    { x, y: y - plot.half * 1.1 },
  ];
  return side === null ? places : [...places.slice(2, 8), ...places];
}
