import type { SeatId, System } from '../../game/index.ts';
import { listed } from '../../kit/plain-english.ts';
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
  if (!machine) return `The bot can’t play ${title}. Leave \`opponent\` empty.`;
  return `In ${title} the bot can play the ${seats.map(({ name }) => name).join(' or the ')}. Choose one from the list.`;
}

/** What may be asked for in some game: for a command's option. */
export function opponentsOf(systems: readonly System[]): { readonly value: string; readonly name: string }[] {
  const playable = systems.filter(({ machine }) => machine !== undefined);
  const seats = new Map(playable.flatMap((system) => system.seats.map(({ id, name }) => [id, name] as const)));
  const one = [...seats].map(([value, name]) => ({ value, name: `The bot plays the ${name}` }));
  return one.length > 1 ? [...one, { value: ALL_SEATS, name: 'The bot plays every side; members watch' }] : one;
}

/** A line of the first map: which sides the machine plays, and which the starter plays. None where members play all sides. */
export function machinesInWords({ system, machines, game }: Pick<GameTable, 'system' | 'machines' | 'game'>): string[] {
  if (machines.length === 0) return [];
  const named = (seats: System['seats']) => listed(seats.map(({ name }) => `the ${name}`));
  const theirs = system.seats.filter(({ id }) => machines.includes(id));
  const others = system.seats.filter(({ id }) => !machines.includes(id));
  const whose = others.length === 0 ? 'Members watch.' : `**${plainName(game.starter.name)}** leads ${named(others)}.`;
  return [`The bot plays ${named(theirs)}. ${whose}`];
}
