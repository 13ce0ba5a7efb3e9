import type { Result, Target } from './measure.ts';

/** The results as a table of plain text, section by section. */
export function tableOf(results: readonly Result[]): string {
  const rows = results.flatMap((result, index): (readonly string[])[] => [
    ...(result.section === results[index - 1]?.section ? [] : [[result.section]]),
    rowOf(result),
  ]);
  const head = ['', 'median', 'p99', '', 'target', ''];
  const all = [head, ...rows.filter((row) => row.length > 1)];
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    row.length === 1
      ? `\n${row[0]}`
      : row
          .map((cell, column) =>
            RIGHT.has(column) ? cell.padStart(widths[column] as number) : cell.padEnd(widths[column] as number),
          )
          .join('  ')
          .trimEnd();
  return [head, ...rows].map(line).join('\n');
}

/** The columns of numbers. */
const RIGHT = new Set([1, 2]);

function rowOf({ name, unit, median, p99, target, met }: Result): readonly string[] {
  return [
    `  ${name}`,
    figure(median),
    p99 === null ? '' : figure(p99),
    unit,
    target === null ? '' : bound(target, unit),
    met === false ? 'missed' : '',
  ];
}

function bound(target: Target, unit: string): string {
  return 'most' in target ? `at most ${target.most} ${unit}` : `at least ${target.least} ${unit}`;
}

function figure(value: number): string {
  return value >= 1000
    ? Math.round(value).toLocaleString('en-US')
    : value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);
}
