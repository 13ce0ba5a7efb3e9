import type { MachineStyle, Seat, SeatId, System } from '../../game/index.ts';
import { grouped } from '../../kit/plain-english.ts';
import type { Store } from '../../store/index.ts';
import { byIdOrName } from '../base/fuzzy-match.ts';
import { machinesPlay, OPPONENT_WORDS, STYLE } from '../base/seat-words.ts';
import type { GameTable } from './game-tables.ts';

/** The option for which the bot plays all seats, and members watch. */
export const ALL_SEATS = 'all';

/** The seats that the bot plays for an `opponent` option; null if there is no such side, or the bot can't play. */
export function machineSeats({ about: { seats }, play }: System, opponent: string): readonly SeatId[] | null {
  if (!play?.machine) return null;
  if (opponent === ALL_SEATS) return seats.map(({ id }) => id);
  const begins = ({ name }: { readonly name: string }) => name.toLowerCase().startsWith(opponent.trim().toLowerCase());
  // The list offers the id of one game, and another game may use a different id for a side of that name.
  const seat = byIdOrName(seats, opponent) ?? seats.find(begins);
  return seat ? [seat.id] : null;
}

export function noMachine({ about: { title, seats }, play }: System): string {
  return play?.machine ? OPPONENT_WORDS.noSuchSide(title, namesOf(seats)) : OPPONENT_WORDS.none(title);
}

export function machineStyle({ play }: System, style: string): MachineStyle | null {
  return byIdOrName(play?.machine?.styles ?? [], style) ?? null;
}

export function noStyle({ about: { title }, play }: System): string {
  const styles = play?.machine?.styles ?? [];
  return styles.length === 0 ? STYLE.none(title) : STYLE.choose(styles.map(({ name }) => name));
}

/** For the option of a command. */
export function stylesOf(systems: readonly System[]): { readonly value: string; readonly name: string }[] {
  const styles = systems.flatMap(({ play }) => play?.machine?.styles ?? []);
  const byId = new Map(styles.map(({ id, name, summary }) => [id, `${name}: ${summary}`] as const));
  return [...byId].map(([value, name]) => ({ value, name }));
}

/** For the option of a command. */
export function opponentsOf(systems: readonly System[]): { readonly value: string; readonly name: string }[] {
  const playable = systems.filter(({ play }) => play?.machine !== undefined);
  const sides = grouped(
    playable.flatMap(({ about: { seats } }) => seats),
    ({ name }) => name,
  );
  // A side with different ids in different games is offered once.
  const options = sides.map(([name, [first]]) => ({ value: first?.id ?? name, name: OPPONENT_WORDS.option(name) }));
  return options.length > 1 ? [...options, { value: ALL_SEATS, name: OPPONENT_WORDS.everySide }] : options;
}

/** A line of the first map: the sides of the bot and of members. Empty if members play all sides. */
export function machinesInWords(
  { system, machines, game }: Pick<GameTable, 'system' | 'machines' | 'game'>,
  style: string | null,
  store: Pick<Store, 'membersAt'>,
): string[] {
  if (machines.length === 0) return [];
  const theirs = system.about.seats.filter(({ id }) => machines.includes(id));
  const others = system.about.seats.filter(({ id }) => !machines.includes(id));
  const chosen = style === null ? null : machineStyle(system, style);
  const players = new Set(others.flatMap(({ id }) => store.membersAt(game.id, id).map(({ name }) => name)));
  return [machinesPlay(namesOf(theirs), namesOf(others), [...players], chosen?.name ?? null)];
}

function namesOf(seats: readonly Seat[]): readonly string[] {
  return seats.map(({ name }) => name);
}
