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
