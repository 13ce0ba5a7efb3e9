import { type Point, pair } from '../../../../kit/draw/geometry.ts';
import { across, evened, type Line } from '../../../../kit/draw/lines.ts';
import { chance, sway } from './chance.ts';

export interface Slope {
  /** Which side of the line falls away, as one walks it. */
  readonly side: 'left' | 'right';
  /** Pixels down the slope, and between one stroke and the next. */
  readonly length: number;
  readonly every: number;
  /** Pixels from the line to where the strokes begin. */
  readonly from?: number;
  readonly salt: number;
}

/** Strokes down a slope (Lehmann's hachures): broad at the brow and fine at the foot, in one path to be filled. */
export function hachures(brow: Line, { side, length, every, from = 0, salt }: Slope): string {
  const line = evened(brow, every);
  const sign = side === 'right' ? 1 : -1;
  const strokes = line.slice(0, -1).map((at, index) => {
    const down = across(line, index);
    const lean = sway(index, salt) * 0.18;
    const reach =
      length * (0.65 + 0.35 * chance(index, salt + 1)) * Math.min(1, (index + 2) / 5, (line.length - index) / 5);
    const start = from + chance(index, salt + 2) * 1.2;
    const to = (along: number, out: number): Point => ({
      x: at.x + down.x * sign * out + down.y * along,
      y: at.y + down.y * sign * out - down.x * along,
    });
    const foot = to(lean * reach, start + reach);
    return `M ${pair(to(-0.75, start))} L ${pair(to(0.75, start))} L ${pair(foot)} Z`;
  });
  return strokes.join(' ');
}
