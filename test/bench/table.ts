import type { Result, Unit } from './measure.ts';
import { type Bound, bounded, type Reached } from './targets.ts';

/** The results as a table of plain text, section by section. */
export function tableOf(results: readonly Result[]): string {
  const rows = results.flatMap((result, index): (readonly string[])[] => [
    ...(result.section === results[index - 1]?.section ? [] : [[result.section]]),
    rowOf(result),
  ]);
  return aligned([['', 'median', 'p99', '', 'target', ''], ...rows]);
}

/** What the bot is to keep to, each goal once, with the worst that was measured of it. */
export function goalsOf(goals: readonly Reached[]): string {
  const rows = goals.map(({ words, bound, unit, worst, met }) => [
    `  ${words}`,
    worst ? figure(bounded(worst, bound)) : '',
    '',
    unit,
    bounds(bound, unit),
    met === null ? 'not measured' : met ? '' : 'missed',
  ]);
  return aligned([['The targets', 'measured', '', '', 'target', ''], ...rows]);
}

/** The columns of numbers. */
const RIGHT = new Set([1, 2]);

/** Rows with as many cells as the first stand in columns; of any other, its one cell is a line of its own. */
function aligned(rows: readonly (readonly string[])[]): string {
  const all = rows.filter((row) => row.length > 1);
  const widths = (all[0] ?? []).map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    row.length === 1
      ? `\n${row[0]}`
      : row
          .map((cell, column) =>
            RIGHT.has(column) ? cell.padStart(widths[column] as number) : cell.padEnd(widths[column] as number),
          )
          .join('  ')
          .trimEnd();
  return rows.map(line).join('\n');
}

function rowOf({ name, unit, median, p99, target, met }: Result): readonly string[] {
  return [
    `  ${name}`,
    figure(median),
    p99 === null ? '' : figure(p99),
    unit,
    target === null ? '' : bounds(target, unit),
    met === false ? 'missed' : '',
  ];
}

function bounds(bound: Bound, unit: Unit): string {
  const words = 'most' in bound ? `at most ${grouped(bound.most)}` : `at least ${grouped(bound.least)}`;
  return `${bound.at === 'p99' ? 'p99 ' : ''}${words} ${unit}`.trimEnd();
}

function grouped(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 1 });
}

function figure(value: number): string {
  if (value === 0) return '0';
  return value >= 1000
    ? grouped(Math.round(value))
    : value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : value >= 0.1 ? 2 : 4);
}
