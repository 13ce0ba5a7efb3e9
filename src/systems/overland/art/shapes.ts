import type { Colour, Item, Stroke } from '../../../game/index.ts';
import { pair } from '../../../kit/draw/geometry.ts';
import { FLASH } from './inks.ts';

/** Small drawings about their own centre (0, 0); a group puts them in their place. */

/** A star of so many points, the first upwards. */
function starPath(points: number, outer: number, inner: number): string {
  const corners = Array.from({ length: points * 2 }, (_, corner) => {
    const radius = corner % 2 === 0 ? outer : inner;
    const angle = (Math.PI * corner) / points - Math.PI / 2;
    return pair({ x: radius * Math.cos(angle), y: radius * Math.sin(angle) });
  });
  return `M ${corners.join(' L ')} Z`;
}

/** A box with its corners cut off. */
export function cutCornersPath(x: number, y: number, width: number, height: number, cut: number): string {
  const right = x + width;
  const bottom = y + height;
  return (
    `M ${x + cut} ${y} L ${right - cut} ${y} L ${right} ${y + cut} L ${right} ${bottom - cut} ` +
    `L ${right - cut} ${bottom} L ${x + cut} ${bottom} L ${x} ${bottom - cut} L ${x} ${y + cut} Z`
  );
}

/** A box with its corners taken out in quarter circles, as engravers framed a title. */
export function cartouchePath(x: number, y: number, width: number, height: number, corner: number): string {
  const [right, bottom] = [x + width, y + height];
  return (
    `M ${x + corner} ${y} L ${right - corner} ${y} Q ${right - corner} ${y + corner} ${right} ${y + corner} ` +
    `L ${right} ${bottom - corner} Q ${right - corner} ${bottom - corner} ${right - corner} ${bottom} ` +
    `L ${x + corner} ${bottom} Q ${x + corner} ${bottom - corner} ${x} ${bottom - corner} ` +
    `L ${x} ${y + corner} Q ${x + corner} ${y + corner} ${x + corner} ${y} Z`
  );
}

/** A rule with a lozenge in its middle, so many pixels wide. */
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
  const width = radius * 2;
  const height = radius * 0.42;
  return [-1, 0, 1].map((row) => ({
    kind: 'rect',
    x: -radius,
    y: row * radius * 0.72 - height / 2,
    width,
    height,
    fill: ink,
  }));
}

/** Two crossed sabres, points upwards. */
export function sabres(size: number, ink: Colour): Item[] {
  const blade: Stroke = { colour: ink, width: size * 0.13, cap: 'round' };
  const h = size / 2;
  const sabre = (side: 1 | -1): Item[] => [
    {
      kind: 'path',
      d: `M ${-h * side * 0.8} ${h * 0.8} Q ${h * side * 0.5} ${h * 0.3} ${h * side} ${-h}`,
      stroke: blade,
    },
    {
      kind: 'path',
      d: `M ${-h * side * 0.9} ${h * 0.1} Q ${-h * side * 0.35} ${h * 0.3} ${-h * side * 0.25} ${h * 0.95}`,
      stroke: blade,
    },
  ];
  return [...sabre(1), ...sabre(-1)];
}

/** Shell smoke and fire: here was a battle. */
export function burst(radius: number, fire: Colour, edge: Colour): Item[] {
  return [
    { kind: 'path', d: starPath(11, radius, radius * 0.62), fill: fire, stroke: { colour: edge, width: 3 } },
    { kind: 'path', d: starPath(8, radius * 0.5, radius * 0.26), fill: FLASH },
  ];
}

/** The pips of each face, in thirds of a die from its centre. */
const PIPS: { readonly [face: number]: readonly (readonly [number, number])[] } = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

/** A die of so many pixels, showing a face (1–6). */
export function die(size: number, face: number, paper: Colour, ink: Colour): Item[] {
  const step = size * 0.27;
  return [
    {
      kind: 'rect',
      x: -size / 2,
      y: -size / 2,
      width: size,
      height: size,
      radius: size * 0.18,
      fill: paper,
      stroke: { colour: ink, width: Math.max(2, size * 0.05) },
    },
    ...(PIPS[face] ?? []).map(
      ([x, y]): Item => ({ kind: 'circle', x: x * step, y: y * step, radius: size * 0.1, fill: ink }),
    ),
  ];
}

/** A number on a redoubt: Area and Richmond Defenses. */
export function redoubt(radius: number, text: string, fill: Colour, ink: Colour): Item[] {
  return [
    { kind: 'path', d: starPath(6, radius * 1.2, radius * 0.98), fill, stroke: { colour: ink, width: 2 } },
    {
      kind: 'text',
      x: 0,
      y: radius * 0.5,
      text,
      face: 'bold',
      size: radius * 1.5,
      fill: ink,
      align: 'center',
      maxWidth: radius * 1.8,
    },
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
