import { listed } from '../../council/index.ts';
import type { SeatId, System } from '../../game/index.ts';
import type { GameTable } from '../games/game-tables.ts';
import { byIdOrName } from '../orders/fuzzy-match.ts';
import { plainName } from '../wording.ts';

/** In place of a seat: the machine plays all of them, and members watch. */
export const ALL_SEATS = 'all';

/** The seats that are meant by an opponent. Null: the game has no such seat, or no machine. */
export function machineSeats({ seats, machine }: System, opponent: string): readonly SeatId[] | null {
  if (!machine) return null;
  if (opponent === ALL_SEATS) return seats.map(({ id }) => id);
  const seat = byIdOrName(seats, opponent);
  return seat ? [seat.id] : null;
}

/** Why a machine cannot play what was asked for. */
export function noMachine({ title, seats, machine }: System): string {
  if (!machine) return `${title} has no machine to play against. Leave \`opponent\` empty.`;
  return `The machine plays a side of ${title}: ${seats.map(({ name }) => name).join(' or ')}. Choose one from the list.`;
}

/** What may be asked for in some game: for a command's option. */
export function opponentsOf(systems: readonly System[]): { readonly value: string; readonly name: string }[] {
  const playable = systems.filter(({ machine }) => machine !== undefined);
  const seats = new Map(playable.flatMap((system) => system.seats.map(({ id, name }) => [id, name] as const)));
  const one = [...seats].map(([value, name]) => ({ value, name: `The machine plays the ${name}` }));
  return one.length > 1 ? [...one, { value: ALL_SEATS, name: 'The machine plays every side; members watch' }] : one;
}

/** A line of the first map: which sides the machine plays, and which the starter plays. None where members play all sides. */
export function machinesInWords({ system, machines, game }: Pick<GameTable, 'system' | 'machines' | 'game'>): string[] {
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
