import { listed } from '../../council/index.ts';
import type { Table } from '../table.ts';

/** Which sides no member plays, a line under how things stand; none where members play them all. */
export function machinesInWords({ system, machines, game }: Pick<Table, 'system' | 'machines' | 'game'>): string[] {
  if (machines.length === 0 || game.ended) return [];
  const names = system.seats.filter(({ id }) => machines.includes(id)).map(({ name }) => `the ${name}`);
  return [`-# The machine plays ${listed(names, 'and')}.`];
}
