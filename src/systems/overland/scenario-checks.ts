import type { Fault } from '../../kit/data-faults.ts';
import { distanceToRichmond, type ScenarioNumbers } from './scenario.ts';
import type { File } from './scenario-file.ts';
import { AREAS, type Area, CSA_LEADERS, type Leader, RESULTS, US_LEADERS } from './vocabulary.ts';

/** Numbers under which the rules could not be played, of what no variant can change: the table, the calendar, the lines. */
export function checkFile(data: File): Fault[] {
  return [
    ...data.combatResults.flatMap((_, index) => checkRow(data.combatResults, index)),
    ...(data.calendar.last > data.calendar.first
      ? []
      : [{ path: ['calendar', 'last'], reason: 'must be after the first day' }]),
    ...data.lines.flatMap((_, index) => checkLine(data.lines, index)),
  ];
}

function checkRow(rows: File['combatResults'], index: number): Fault[] {
  const row = rows[index] as File['combatResults'][number];
  const before = rows[index - 1];
  const at = (key: 'upTo' | 'result', reason: string) => [{ path: ['combatResults', index, key], reason }];
  if ((index === rows.length - 1) !== (row.upTo === null)) {
    return at('upTo', 'must be null in the last row, and only there');
  }
  if (before && before.upTo !== null && row.upTo !== null && row.upTo <= before.upTo) {
    return at('upTo', `must be above ${before.upTo}, the end of the row before`);
  }
  if (before && RESULTS.indexOf(row.result) < RESULTS.indexOf(before.result)) {
    return at('result', 'a higher roll can’t have a worse result');
  }
  return [];
}

function checkLine(lines: File['lines'], index: number): Fault[] {
  const [a, b] = lines[index] as File['lines'][number];
  const path = ['lines', index];
  if (a === 'richmond' || b === 'richmond') {
    return [{ path, reason: 'a movement line can’t lead to Richmond: give the area an arrow ("richmond") instead' }];
  }
  const first = lines.findIndex((line) => line.includes(a) && line.includes(b));
  return a === b || first !== index
    ? [{ path, reason: 'a line must join two different areas, and be listed once' }]
    : [];
}

export function checkScenario(numbers: ScenarioNumbers): Fault[] {
  const { start, most } = numbers.actionPoints;
  return [
    ...(start > most
      ? [{ path: ['actionPoints', 'start'], reason: `can’t be above ${most}, the most you can have` }]
      : []),
    ...checkAreas(numbers),
    ...US_LEADERS.flatMap((leader) => checkStart(numbers, leader)),
    ...CSA_LEADERS.flatMap((leader) => checkStart(numbers, leader)),
    ...[...checkStacking(numbers, US_LEADERS), ...checkStacking(numbers, CSA_LEADERS)],
  ];
}

function checkAreas(numbers: ScenarioNumbers): Fault[] {
  const { areas } = numbers;
  const faults: Fault[] = [];
  if (areas.richmond.defense !== 0) {
    faults.push({
      path: ['areas', 'richmond', 'defense'],
      reason: 'Richmond’s defenses are set on its arrows: write 0',
    });
  }
  if (areas.richmond.richmond !== null) {
    faults.push({
      path: ['areas', 'richmond', 'richmond'],
      reason: 'Richmond can’t have an arrow: write null',
    });
  }
  if (areas.valley.richmond !== null) {
    faults.push({
      path: ['areas', 'valley', 'richmond'],
      reason: 'the Valley can’t have an arrow [XII.B]: write null',
    });
  }
  for (const area of AREAS) {
    const closer = retreats(numbers, area);
    const { retreat } = areas[area];
    if (closer.length === 0 ? retreat === null : retreat !== null && closer.includes(retreat)) continue;
    const reason =
      closer.length === 0
        ? `no line or arrow from ${area} leads closer to Richmond: write null`
        : `must be next to ${area} and closer to Richmond [XII.B]: ${closer.join(' or ')}`;
    faults.push({ path: ['areas', area, 'retreat'], reason });
  }
  return faults;
}

/** The areas one step closer to Richmond by line or arrow: where a beaten CSA leader may go [VII.B] [XII.B]. */
function retreats(numbers: ScenarioNumbers, from: Area): readonly Area[] {
  const near = numbers.areas[from].richmond === null ? numbers.lines[from] : (['richmond'] as const);
  return near.filter((area) => distanceToRichmond(numbers, area) < distanceToRichmond(numbers, from));
}

/** Everybody starts where the rules can find them: Lee where Grant may come, the others where he may not [II] [X.A] [XII]. */
function checkStart(numbers: ScenarioNumbers, leader: Leader): Fault[] {
  const { start } = numbers.leaders[leader];
  const onLines = numbers.lines[start].length > 0;
  const wrong = (reason: string) => [{ path: ['leaders', leader, 'start'], reason }];
  switch (leader) {
    case 'grant':
      return onLines ? [] : wrong(`no movement line leads from ${start}, so Grant could never march [X]`);
    case 'butler':
    case 'sigel':
      if (start === 'richmond') return wrong('no Union leader can start in Richmond [V]');
      return onLines ? wrong(`Grant could march into ${start}, and two Union leaders can’t share an area [V]`) : [];
    case 'lee':
      return onLines || start === 'richmond'
        ? []
        : wrong(`no movement line leads to ${start}: Grant and Lee could never meet`);
    case 'beauregard':
      return start === 'drurys-bluff' || start === 'richmond'
        ? []
        : wrong('he must start at drurys-bluff or richmond [XII]');
    case 'breckinridge':
      return start === 'valley' ? [] : wrong('he must start in the valley, which he never leaves [XII]');
    default:
      return leader satisfies never;
  }
}

function checkStacking(numbers: ScenarioNumbers, side: readonly Leader[]): Fault[] {
  return side.flatMap((leader, index) => {
    const { start } = numbers.leaders[leader];
    const before = side.slice(0, index).filter((other) => numbers.leaders[other].start === start).length;
    return before < (start === 'richmond' ? 2 : 1)
      ? []
      : [{ path: ['leaders', leader, 'start'], reason: `${start} is full: no more leaders can stand there [V]` }];
  });
}
