import type { Colour, Item, Stroke } from '../../game/index.ts';
import { FLASH } from './common-colours.ts';
import { type Box, type Point, pathOf } from './geometry.ts';
import { centred } from './text-layout.ts';

/** Small drawings with their centre at 0, 0. A group puts them in their place. */

/** A star of so many points, the first upwards. */
export function starPath(points: number, outer: number, inner: number, { x, y }: Point = { x: 0, y: 0 }): string {
  const corners = Array.from({ length: points * 2 }, (_, corner) => {
    const radius = corner % 2 === 0 ? outer : inner;
    const angle = (Math.PI * corner) / points - Math.PI / 2;
    return { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) };
  });
  return pathOf(corners, true);
}

/**
 * A line with a lozenge in its middle.
 * @param width in pixels
 */
export function rule(width: number, ink: Colour): Item[] {
  const half = width / 2;
  return [
    { kind: 'path', d: `M ${-half} 0 L -14 0 M 14 0 L ${half} 0`, stroke: { colour: ink, width: 1.5 } },
    { kind: 'path', d: 'M -9 0 L 0 -5 L 9 0 L 0 5 Z', fill: ink },
  ];
}

/** The mark of the US: a star in a ring. */
export function star(radius: number, ink: Colour): Item[] {
  return [
    { kind: 'circle', x: 0, y: 0, radius: radius - 1, stroke: { colour: ink, width: 2 } },
    { kind: 'path', d: starPath(5, radius * 0.78, radius * 0.32), fill: ink },
  ];
}

/** The mark of the CSA: three bars. */
export function bars(radius: number, ink: Colour): Item[] {
  const [width, height] = [radius * 2, radius * 0.42];
  return [-1, 0, 1].map((row) => ({
    kind: 'rect',
    x: -radius,
    y: row * radius * 0.72 - height / 2,
    width,
    height,
    fill: ink,
  }));
}

export function sabres(size: number, ink: Colour): Item[] {
  const stroke: Stroke = { colour: ink, width: size * 0.13, cap: 'round' };
  const h = size / 2;
  return [1, -1].flatMap((side) =>
    [
      `M ${-h * side * 0.8} ${h * 0.8} Q ${h * side * 0.5} ${h * 0.3} ${h * side} ${-h}`,
      `M ${-h * side * 0.9} ${h * 0.1} Q ${-h * side * 0.35} ${h * 0.3} ${-h * side * 0.25} ${h * 0.95}`,
    ].map((d): Item => ({ kind: 'path', d, stroke })),
  );
}

/** The smoke and fire of a shell, for a battle. */
export function burst(radius: number, fire: Colour, edge: Colour): Item[] {
  return [
    { kind: 'path', d: starPath(11, radius, radius * 0.62), fill: fire, stroke: { colour: edge, width: 3 } },
    { kind: 'path', d: starPath(8, radius * 0.5, radius * 0.26), fill: FLASH },
  ];
}

/** The pips of each face, by the keys of a telephone: 1 is the upper left corner, 5 the middle. */
const PIPS = ['', '5', '19', '159', '1379', '13579', '134679'];

/** The places of a face's pips: −1, 0 or 1 across and down from the middle of the die. */
export function pips(face: number): Point[] {
  return [...(PIPS[face] ?? '')].map(Number).map((key) => ({ x: ((key - 1) % 3) - 1, y: Math.ceil(key / 3) - 2 }));
}

/** A die of so many pixels, showing a face (1–6). */
export function die(size: number, face: number, paper: Colour, ink: Colour): Item[] {
  const step = size * 0.27;
  const box = { x: -size / 2, y: -size / 2, width: size, height: size };
  return [
    {
      kind: 'rect',
      ...box,
      radius: size * 0.18,
      fill: paper,
      stroke: { colour: ink, width: Math.max(2, size * 0.05) },
    },
    ...pips(face).map(
      ({ x, y }): Item => ({ kind: 'circle', x: x * step, y: y * step, radius: size * 0.1, fill: ink }),
    ),
  ];
}

/** A redoubt's defence value, printed on it. */
export function redoubt(radius: number, text: string, fill: Colour, ink: Colour): Item[] {
  return [
    { kind: 'path', d: starPath(6, radius * 1.2, radius * 0.98), fill, stroke: { colour: ink, width: 2 } },
    { ...centred(text, 0, radius * 0.5, radius * 1.5, ink, 'bold'), maxWidth: radius * 1.8 },
  ];
}

/** A turning movement: an arrow that bends back on itself. */
export function turn(radius: number, fill: Colour, ink: Colour): Item[] {
  const r = radius * 0.5;
  return [
    { kind: 'circle', x: 0, y: 0, radius, fill, stroke: { colour: ink, width: 2.5 } },
    {
      kind: 'path',
      d: `M ${-r} ${r} C ${-r} ${-r * 1.3} ${r * 0.7} ${-r * 1.3} ${r * 0.7} ${r * 0.2}`,
      stroke: { colour: ink, width: radius * 0.2 },
    },
    { kind: 'path', d: `M ${r * 0.7} ${r * 1.15} L ${r * 0.05} ${r * 0.05} L ${r * 1.35} ${r * 0.05} Z`, fill: ink },
  ];
}

export type Branch = 'infantry' | 'cavalry' | 'artillery' | 'train';

export function branchSymbol(branch: Branch, box: Box, ink: Colour, ground: Colour): Item[] {
  const { x, y, width: w, height: h } = box;
  const stroke = { colour: ink, width: Math.max(1.6, w / 17) };
  const frame: Item = { kind: 'rect', ...box, fill: ground, stroke };
  const [right, bottom] = [x + w, y + h];
  switch (branch) {
    case 'infantry':
      return [frame, { kind: 'path', d: `M ${x} ${y} L ${right} ${bottom} M ${x} ${bottom} L ${right} ${y}`, stroke }];
    case 'cavalry':
      return [frame, { kind: 'path', d: `M ${x} ${bottom} L ${right} ${y}`, stroke }];
    case 'artillery':
      return [frame, { kind: 'circle', x: x + w / 2, y: y + h / 2, radius: h * 0.24, fill: ink }];
    case 'train':
      return [frame, ...wagon(box, ink)];
  }
}

function wagon({ x, y, width: w, height: h }: Box, ink: Colour): Item[] {
  const [left, right] = [x + w * 0.2, x + w * 0.8];
  const [top, bed, wheels] = [y + h * 0.12, y + h * 0.58, y + h * 0.74];
  const cover = `M ${left} ${bed} Q ${left} ${top} ${x + w * 0.35} ${top} L ${x + w * 0.65} ${top} Q ${right} ${top} ${right} ${bed} Z`;
  const wheel = (at: number): Item => ({
    kind: 'circle',
    x: at,
    y: wheels,
    radius: h * 0.17,
    stroke: { colour: ink, width: Math.max(1.2, w / 24) },
  });
  return [{ kind: 'path', d: cover, fill: ink }, wheel(x + w * 0.33), wheel(x + w * 0.67)];
}
