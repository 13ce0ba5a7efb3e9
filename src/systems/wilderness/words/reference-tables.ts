import type { CombatResultsTable } from '../../../kit/combat-results-table.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import {
  capital,
  compact,
  count,
  grouped,
  listed,
  numberWord,
  oneStop,
  plural,
  signed,
} from '../../../kit/plain-english.ts';
import { sum } from '../../../kit/subsets.ts';
import { parOf } from '../rules/scoring.ts';
import { type Scenario, type SetUpGroup, scenarioOf, type Theatre, unitOf } from '../theatre.ts';
import { CAVALRY_COLUMNS, COMBAT_COLUMNS, eachSide, SIDES, type Side, type UnitId } from '../vocabulary.ts';
import { hexName, hexNames, sideAdjective, sideName, strengthBand, unitName, unitWords } from './names.ts';

/** Tables, set-ups and schedules as `/rules` and `/units` show them, made from the data. */

type Held = Scenario['held'][number];
type Control = Readonly<Record<HexId, Side>>;

/** A code block, whose lines must fit on a phone. */
function monospaced(lines: readonly string[]): string {
  return ['```', ...lines.map((line) => line.trimEnd()), '```'].join('\n');
}

/** A row for each die, with the result of each column of odds. */
function resultRows<C extends string>(columns: readonly C[], table: CombatResultsTable<C, string>): string {
  const rows = Array.from({ length: table.faces }, (_, at) => [
    ` ${at + 1} `,
    ...columns.map((column) => table.resultOf(column, at + 1)),
  ]);
  return monospaced([['die', ...columns], ...rows].map((cells) => cells.join(' ')));
}

function combatTables({ combatTables: tables }: Theatre): string {
  return tables
    .map(({ name, table }) => `**Defenders of ${strengthBand(name)}**\n${resultRows(COMBAT_COLUMNS, table)}`)
    .join('\n');
}

/** "V 12", "Grant", "Torbert’s cavalry"; dummies are only counted. */
function unitsOf(theatre: Theatre, units: SetUpGroup['units']): string {
  const kindOf = (unit: UnitId) => unitOf(theatre, unit).kind;
  const dummies = units.filter(({ unit }) => kindOf(unit) === 'dummy').length;
  const named = units.map(({ unit, strength }) => {
    if (kindOf(unit) === 'infantry') return `${unitName(theatre, unit)} ${strength}`;
    return kindOf(unit) !== 'dummy' && unitWords(theatre, unit);
  });
  return listed(compact(named, dummies > 0 && dummiesWords(dummies)));
}

function dummiesWords(dummies: number): string {
  return `${dummies} ${plural(dummies, 'dummy', 'dummies')}`;
}

function groupsOf({ groups }: Scenario, side: Side): readonly SetUpGroup[] {
  return groups.filter((group) => group.side === side);
}

function strengthOf(units: SetUpGroup['units']): number {
  return sum(units.map(({ strength }) => strength));
}

/** A scenario's set-up, with the control of scoring places. */
function setUp(theatre: Theatre, id: string): string {
  const scenario = scenarioOf(theatre, id);
  const sides = SIDES.map((side) => {
    const groups = groupsOf(scenario, side);
    const total = strengthOf(groups.flatMap(({ units }) => units));
    const places = grouped(groups, ({ where }) => where).map(([where, some]) => {
      const units = some.flatMap((group) => group.units);
      return `- ${where}: ${unitsOf(theatre, units)}`;
    });
    return [`**${sideName(side)}**, ${total} strength points`, ...places].join('\n');
  });
  return sides.join('\n');
}

/** Control of scoring places and ports at the start of a scenario. */
function controlAtStart(theatre: Theatre, id: string): string {
  const { held, ports } = scenarioOf(theatre, id);
  const places = eachSide((side) =>
    held.flatMap(({ name, hexes }) => (hexes.every((hex) => theatre.control[side].includes(hex)) ? [name] : [])),
  );
  const lines = SIDES.map((side) => oneStop(`${sideName(side)}: ${listed(places[side]) || 'none'}.`));
  return compact(lines, ports.length > 0 && `The Union also holds the ports ${hexNames(theatre, ports)}.`).join('\n');
}

/** A side's forces by kind as its enemy may know them: starting units and later losses, but no positions. */
export function orderOfBattle(theatre: Theatre, id: string, side: Side, gone: readonly UnitId[]): readonly string[] {
  const units = groupsOf(scenarioOf(theatre, id), side).flatMap((group) => group.units);
  const of = (kind: string) => units.filter(({ unit }) => unitOf(theatre, unit).kind === kind);
  const names = (some: SetUpGroup['units']) => listed(some.map(({ unit }) => unitName(theatre, unit)));
  const lost = gone.filter((unit) => unitOf(theatre, unit).side === side);
  const eliminated = lost.filter((unit) => unitOf(theatre, unit).kind !== 'dummy');
  const found = lost.length - eliminated.length;
  return compact(
    `Infantry, ${strengthOf(units)} strength points at the start: ${unitsOf(theatre, of('infantry'))}`,
    `Cavalry: ${names(of('cavalry'))}`,
    `Leaders: ${names(of('leader'))}`,
    `${capital(dummiesWords(of('dummy').length))}${found > 0 ? `, ${found} of them found` : ''}`,
    eliminated.length > 0 && `Eliminated: ${listed(eliminated.map((unit) => unitName(theatre, unit)))}`,
  );
}

/** Reinforcements by turn, from a turn of a scenario on, or of the whole schedule. */
export function schedule(
  { reinforcements, ...theatre }: Theatre,
  scenario: Scenario | null = null,
  from = 1,
): readonly string[] {
  const last = scenario?.turns[1] ?? Number.POSITIVE_INFINITY;
  const sides = SIDES.map((side) => {
    const factor = side === 'confederate' ? (scenario?.confederateReinforcements ?? 1) : 1;
    const turns = [...reinforcements[side]].filter(([turn]) => turn >= from && turn <= last);
    const points = grouped(turns, ([, number]) => String(number * factor)).map(([number, some]) => {
      const when = listed(some.map(([turn]) => String(turn)));
      return `${count(Number(number), 'point')} on ${plural(some.length, 'turn', 'turns')} ${when}`;
    });
    return `${sideName(side)}: ${points.join('; ') || 'no more points'}`;
  });
  const placed = new Set(scenario?.groups.flatMap(({ units }) => units.map(({ unit }) => unit)) ?? []);
  const units = reinforcements.units
    .filter(({ unit, turn }) => turn >= from && turn <= last && !placed.has(unit))
    .map(
      ({ unit, turn, strength, hexes }) =>
        `${capital(unitWords(theatre, unit))} (${strength}) on turn ${turn}, in ${hexes[0]} to ${hexes.at(-1)}`,
    );
  return [...sides, ...units];
}

/** "20 for the Union, 3 for the Confederates" */
function worth({ union, confederate }: Held): string {
  if (union === confederate) return `${union} for either side`;
  const forSide = (side: Side, points: number) => points > 0 && `${points} for the ${sideName(side)}`;
  return compact(forSide('union', union), forSide('confederate', confederate)).join(', ');
}

/** Points of each scoring place at the end of a turn, with its controller. */
export function placesThatScore(theatre: Theatre, id: string, control: Control): readonly string[] {
  return scenarioOf(theatre, id).held.map((place) => {
    const [first = ''] = place.hexes;
    const side = place.hexes.every((hex) => control[hex] === control[first]) ? control[first] : undefined;
    return `${place.name}, held by ${side ? `the ${sideName(side)}` : 'nobody'}: ${worth(place)}`;
  });
}

/** A table of places with a column of points for each side. */
function placesTable(theatre: Theatre, scenario: string): string {
  const { held } = scenarioOf(theatre, scenario);
  const wide = Math.max(...held.map(({ name }) => name.length));
  const row = (name: string, union: string, confederate: string) =>
    `${name.padEnd(wide)} ${union.padStart(6)} ${confederate.padStart(6)}`;
  const points = (number: number) => (number === 0 ? '–' : String(number));
  return monospaced([
    row('', 'Union', 'Conf.'),
    ...held.map(({ name, union, confederate }) => row(name, points(union), points(confederate))),
  ]);
}

/** Points for cutting each railroad: "Danville railroad, from Richmond to 0168: 3". */
export function railroadsToCut(theatre: Theatre): readonly string[] {
  const city = (hex: HexId = '') => hexName(theatre, hex).replace(/^\d+ | \(.*\)$/g, '');
  return theatre.points.lines.map(
    ({ name, from, to, union }) => `${name} railroad, from ${city(from[0])} to ${listed(to, ' or ')}: ${union}`,
  );
}

/** Control of each railroad by stretches; a side's railhead is where its stretch ends [3.7]. */
export function railheads(theatre: Theatre, control: Control): readonly string[] {
  const lines = theatre.lines.map(({ name, path }) => ({ name, runs: runsOf(path, control) }));
  const hex = (id: HexId = '') => hexName(theatre, id);
  const shared = lines.filter(({ runs }) => runs.length > 1);
  const whole = (side: Side) =>
    lines.flatMap(({ name, runs }) => (runs.length === 1 && runs[0]?.side === side ? [name] : []));
  return [
    ...shared.map(({ name, runs }) => {
      const each = runs.map(({ side, hexes }) => {
        const ends = [...new Set([hexes[0], hexes.at(-1)])].map(hex);
        return `${side ? sideName(side) : 'nobody'} ${ends.join(' to ')}`;
      });
      return `${name}: ${each.join('; ')}`;
    }),
    ...SIDES.flatMap((side) => (whole(side).length > 0 ? [`All ${sideAdjective(side)}: ${listed(whole(side))}`] : [])),
  ];
}

/** Splits a line into stretches under the same control. */
function runsOf(path: readonly HexId[], control: Control) {
  const runs: { readonly side: Side | undefined; readonly hexes: HexId[] }[] = [];
  for (const hex of path) {
    const run = runs.at(-1);
    if (run && run.side === control[hex]) run.hexes.push(hex);
    else runs.push({ side: control[hex], hexes: [hex] });
  }
  return runs;
}

function railheadsAtStart(theatre: Theatre): string {
  const control = Object.fromEntries(SIDES.flatMap((side) => theatre.control[side].map((hex) => [hex, side])));
  return bulleted(railheads(theatre, control));
}

function fortifications(theatre: Theatre): string {
  return SIDES.map((side) => {
    const own = theatre.forts.filter((fort) => fort.side === side);
    return `${sideName(side)}: ${listed(own.map(({ name, hex, strength }) => `${name} ${strength} in ${hex}`))}.`;
  }).join('\n');
}

/** Each variant with its par. Combined variants such as "3.0 with 1.1 …" share a line. */
function variants(theatre: Theatre): string {
  const par = ({ id, decides }: Scenario) => (decides === 'total' ? 'no par' : `par ${parOf(theatre, id)}`);
  const combined = theatre.scenarios.flatMap((one) => {
    const [, name] = COMBINED.exec(one.name) ?? [];
    return name === undefined ? [] : [`${name}: ${par(one)}`];
  });
  const others = theatre.scenarios.filter(({ name }) => !COMBINED.test(name));
  const starting = ({ union, confederate }: Scenario['points']) =>
    union + confederate === 0 ? '' : `, starts at ${union} to ${confederate}`;
  return bulleted([
    ...others.map((one) => `**${one.name}**, ${par(one)}${starting(one.points)}: ${one.summary}`),
    ...compact(combined.length > 0 && `${combined.join('; ')}.`),
  ]);
}

const COMBINED = /^(\S+ with \S+) /;

/** "+60 or more: Union decisive; +10 to +59: Union marginal" */
function grades({ points: { grades: all } }: Theatre): string {
  return all
    .map(({ least, grade }, at) => {
      const above = all[at - 1]?.least;
      if (above === undefined) return `${signed(least)} or more: ${grade}`;
      const isLast = at === all.length - 1;
      return `${isLast ? `${signed(above - 1)} or less` : `${signed(least)} to ${signed(above - 1)}`}: ${grade}`;
    })
    .join('; ');
}

/** "6 hexes for Grant and Lee, 4 for Early": how far leaders command [7.2]. */
function leaders({ units }: Theatre): string {
  const led = units.filter(({ command }) => command > 0);
  return grouped(led, ({ command }) => String(command))
    .map(([range, some], at) => `${range}${at === 0 ? ' hexes' : ''} for ${listed(some.map(({ name }) => name))}`)
    .join(', ');
}

function bulleted(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

const TABLES: { readonly [name: string]: (theatre: Theatre, scenario: string) => string } = {
  'combat-tables': combatTables,
  'cavalry-table': ({ cavalryTable }) => resultRows(CAVALRY_COLUMNS, cavalryTable),
  'set-up': setUp,
  control: controlAtStart,
  schedule: (theatre) => bulleted(schedule(theatre)),
  places: placesTable,
  railroads: (theatre) => bulleted(railroadsToCut(theatre)),
  railheads: railheadsAtStart,
  fortifications,
  variants,
  grades,
  leaders,
  garrison: ({ units }) => listed(units.flatMap((unit) => (unit.garrison ? [unit.name] : []))),
};

/**
 * Replaces placeholders in a rulebook: "{combat-tables}", "{set-up june}", "{points.invasion.most}", "{costs.pass in
 * words}".
 */
export function withTables(theatre: Theatre, text: string): string {
  return text
    .replace(
      /\{([a-z-]+)(?: ([a-z0-9-]+))?\}/g,
      (whole, name: string, scenario = '') => TABLES[name]?.(theatre, scenario) ?? whole,
    )
    .replace(
      /\{((?:points|caps|transport|costs)(?:\.[a-zA-Z]+)+)( in words)?\}/g,
      (whole, path: string, inWords?: string) => {
        const found = path
          .split('.')
          .reduce<unknown>((at, key) => (at as { [key: string]: unknown } | undefined)?.[key], theatre);
        if (typeof found !== 'number') return whole;
        return inWords ? numberWord(found) : String(found);
      },
    );
}
