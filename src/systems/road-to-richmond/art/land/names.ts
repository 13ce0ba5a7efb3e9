import type { Item, Text } from '../../../../game/index.ts';
import type { Field } from '../../field.ts';
import { BANK, CARD, CLEAR, FADED, INK } from '../inks.ts';
import { raised, softened } from '../line.ts';
import { type Box, between, hexesSeen, isNear, middle, type Plot, type Point, scaleOf, sideOf } from '../plot.ts';
import { boxOf, centred, haloed, overlap, typeset } from '../type.ts';
import { digits } from './digits.ts';
import { courseOf } from './water.ts';

/** A name and about where it belongs. */
interface Named {
  readonly text: Text;
  /** From the middle of its first letters' line to where it may stand, the best first. */
  readonly places: readonly Point[];
}

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
        d: softened(raised(line, (creek ? 11 : 4) * s), false),
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
    const free = places.filter(({ box }) => !boxes.some((other) => overlap(box, other)));
    const [place] = free;
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
  const covers = (box: Box) => numbered.some((other) => overlap(box, other));
  return namedOf(field, plot).map(({ text, places }) => {
    const inside = places
      .map(({ x, y }) => ({ x, y, box: boxOf({ ...text, x, y }) }))
      .filter(({ box }) => isInside(plot, box));
    return { text, places: [...inside.filter(({ box }) => !covers(box)), ...inside.filter(({ box }) => covers(box))] };
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

const SIZES = { town: [16, 26], place: [14, 24], farm: [12, 22], crossing: [12, 22] } as const;

function namedOf(field: Field, plot: Plot): Named[] {
  const s = scaleOf(plot);
  const size = (kind: keyof typeof SIZES) => SIZES[kind][s > 1 ? 1 : 0];
  const around = ({ x, y }: Point, high: number, wide: number, letters: number): Point[] => [
    { x, y: y + high + letters * 0.8 },
    { x, y: y - high },
    { x: x + wide, y: y + letters * 0.3 },
    { x: x - wide, y: y + letters * 0.3 },
    { x: x + wide, y: y - plot.half * 0.6 },
    { x: x - wide, y: y - plot.half * 0.6 },
    { x: x + wide, y: y + plot.half * 0.8 },
    { x: x - wide, y: y + plot.half * 0.8 },
    { x, y: y + plot.half * 1.25 },
    { x, y: y - plot.half * 1.1 },
  ];
  const towns: Named[] = [];
  const others: Named[] = [];
  for (const { hex, name, kind } of field.places) {
    if (kind === 'off') continue;
    const sort = kind === 'town' ? 'town' : kind === 'place' ? 'place' : 'farm';
    const plain = typeset(name);
    const face = sort === 'farm' ? 'text' : 'bold';
    const text = haloed(centred(plain, 0, 0, size(sort), INK, face), 4 * Math.sqrt(s), CARD);
    const wide = boxOf(text).width / 2 + 12 * s;
    (sort === 'town' ? towns : others).push({ text, places: around(middle(plot, hex), 11 * s, wide, text.size) });
  }
  for (const hex of field.hexes) {
    for (const { to, direction, crossingName } of field.hex.get(hex)?.sides ?? []) {
      if (crossingName === null || to < hex) continue;
      const [a, b] = sideOf(plot, hex, direction);
      const text = haloed(
        centred(typeset(crossingName), 0, 0, size('crossing'), BANK, 'italic'),
        4 * Math.sqrt(s),
        CARD,
      );
      const wide = boxOf(text).width / 2 + 13 * s;
      const places = around(between(a, b), 15 * s, wide, text.size);
      others.push({ text, places: [...places.slice(2, 8), ...places] });
    }
  }
  return [...towns, ...others];
}
