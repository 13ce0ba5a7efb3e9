import { listed } from '../../council/index.ts';
import type { System } from '../../game/index.ts';
import type { Table } from '../table.ts';
import { plainName } from '../wording.ts';

/** Which sides no member plays, and which whoever has started does: a line of the first map. None where members play them all. */
export function machinesInWords({ system, machines, game }: Pick<Table, 'system' | 'machines' | 'game'>): string[] {
  if (machines.length === 0) return [];
  const named = (seats: System['seats']) =>
    listed(
      seats.map(({ name }) => `the ${name}`),
      'and',
    );
  const theirs = system.seats.filter(({ id }) => machines.includes(id));
  const others = system.seats.filter(({ id }) => !machines.includes(id));
  const whose = others.length === 0 ? 'Members watch.' : `**${plainName(game.starter.name)}** leads ${named(others)}.`;
  return [`The machine plays ${named(theirs)}. ${whose}`];
}
