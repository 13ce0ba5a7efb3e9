import type { Colour, Item } from '../../../game/index.ts';
import type { Box } from '../../../kit/draw/geometry.ts';
import type { Kind } from '../vocabulary.ts';

/**
 * The standard symbol of a branch: a box crossed twice for infantry, once for cavalry, with a ball for artillery, and with a wagon for
 * the Train. `ink` on `ground`.
 */
export function symbol(kind: Kind, box: Box, ink: Colour, ground: Colour): Item[] {
  const { x, y, width: w, height: h } = box;
  const stroke = { colour: ink, width: Math.max(1.6, w / 17) };
  const frame: Item = { kind: 'rect', ...box, fill: ground, stroke };
  const [right, bottom] = [x + w, y + h];
  switch (kind) {
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

/** A covered wagon on two wheels. */
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
