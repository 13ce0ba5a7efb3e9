/** Figures seven pixels high and four wide, a row after the other: so small, letters of soft edges are neither read nor packed well. */
const FIGURES: readonly (readonly string[])[] = [
  ['0110', '1001', '1001', '1001', '1001', '1001', '0110'],
  ['0010', '0110', '0010', '0010', '0010', '0010', '0111'],
  ['0110', '1001', '0001', '0010', '0100', '1000', '1111'],
  ['1110', '0001', '0001', '0110', '0001', '0001', '1110'],
  ['0010', '0110', '1010', '1010', '1111', '0010', '0010'],
  ['1111', '1000', '1110', '0001', '0001', '1001', '0110'],
  ['0110', '1000', '1000', '1110', '1001', '1001', '0110'],
  ['1111', '0001', '0010', '0010', '0100', '0100', '0100'],
  ['0110', '1001', '1001', '0110', '1001', '1001', '0110'],
  ['0110', '1001', '1001', '0111', '0001', '0001', '0110'],
];

/** Pixels from a figure to the next. */
const STEP = 5;

/** A number in whole pixels, as a path to be filled, its upper left corner at a whole pixel. */
export function digits(number: string, x: number, y: number): string {
  return [...number]
    .flatMap((figure, place) =>
      (FIGURES[Number(figure)] ?? []).flatMap((row, down) =>
        [...row.matchAll(/1+/g)].map(({ 0: run, index }) => bar(x + place * STEP + index, y + down, run.length, 1)),
      ),
    )
    .join(' ');
}

/** A straight line one pixel wide, in whole pixels, as a path to be filled; steeper than it is flat, or level. */
export function stairs(
  a: { readonly x: number; readonly y: number },
  b: { readonly x: number; readonly y: number },
): string {
  if (a.y === b.y) return bar(Math.min(a.x, b.x), a.y, Math.abs(b.x - a.x), 1);
  const [top, foot] = a.y < b.y ? [a, b] : [b, a];
  const height = foot.y - top.y;
  const across = (row: number) => Math.round(top.x + ((foot.x - top.x) * (row + 0.5)) / height - 0.5);
  const parts: string[] = [];
  let first = 0;
  for (let row = 1; row <= height; row++) {
    if (row < height && across(row) === across(first)) continue;
    parts.push(bar(across(first), top.y + first, 1, row - first));
    first = row;
  }
  return parts.join(' ');
}

function bar(x: number, y: number, width: number, height: number): string {
  return `M ${x} ${y} L ${x + width} ${y} L ${x + width} ${y + height} L ${x} ${y + height} Z`;
}
