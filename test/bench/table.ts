import { columns } from '../harness/long-run.ts';
import type { Result, Unit } from './measure.ts';
import { type Bound, bounded, type Reached } from './targets.ts';

/** The results as a table of plain text, section by section. */
export function tableOf(results: readonly Result[]): string {
  const rows = results.flatMap((result, index): (readonly string[])[] => [
    ...(result.section === results[index - 1]?.section ? [] : [[`\n${result.section}`]]),
    rowOf(result),
  ]);
  return columns([['', 'median', 'p99', '', 'target', ''], ...rows]);
}

/** What the bot is to keep to, each goal once, with the worst that was measured of it. */
export function goalsOf(goals: readonly Reached[]): string {
  const rows = goals.map(({ words, bound, unit, worst, met }) => [
    `  ${words}`,
    worst ? figure(bounded(worst, bound)) : '',
    unit,
    bounds(bound, unit),
    met === null ? 'not measured' : met ? '' : 'missed',
  ]);
  return columns([['The targets', 'measured', '', 'target', ''], ...rows]);
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
