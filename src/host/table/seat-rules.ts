import { type Council, changesInWords, DEFAULT_COUNCIL, type MemberId } from '../../council/index.ts';
import {
  type About,
  isSecret,
  LONGEST_LABEL,
  MOST_IN_ROW,
  type Seat,
  type SeatId,
  type State,
  type System,
} from '../../game/index.ts';
import type { EntryRecord, Store } from '../../store/index.ts';
import { type Caller, mayManageGame } from '../base/caller.ts';
import { nameAlone, plainName } from '../base/common-words.ts';
import { byIdOrName } from '../base/fuzzy-match.ts';
import { AUTHOR, NOT_YOUR_TURN } from '../base/order-words.ts';
import { button, clipped, type LogPoint, type Reply, type ReplyButton, reply } from '../base/reply.ts';
import { CANNOT_JOIN, LETTING, SEAT_ANSWERS, SEATS, VACANT } from '../base/seat-words.ts';
import { councilOf, isChange, type OrderEntry } from './game-position.ts';
import { hidesSomething } from './game-secret.ts';
import type { GameSources, GameTable, LoadedGame } from './game-tables.ts';

/** A member's seat: the only one of the game, or one of the member's, if possible one that is asked. */
export function seatOf(
  store: Pick<Store, 'seatsOf'>,
  { game, system, position }: LoadedGame,
  caller: Pick<Caller, 'member'>,
): SeatId | null {
  const [only, another] = system.about.seats;
  if (only && !another) return only.id;
  const taken = store.seatsOf(game.id, caller.member.discordId);
  return system.rules.asked(position.state).find(({ seat }) => taken.includes(seat))?.seat ?? taken[0] ?? null;
}

/** In a game of one seat everybody plays it. */
export function sitsAt(
  store: Pick<Store, 'seatsOf'>,
  { game, system }: LoadedGame,
  discordId: string,
  seat: SeatId,
): boolean {
  return system.about.seats.length === 1 || store.seatsOf(game.id, discordId).includes(seat);
}

/**
 * The side that a member names, or their own.
 * @param likely if only one, it is meant by a manager without a side
 * @returns a reply that asks for the side if none is meant
 */
export function sideMeant(
  store: Store,
  table: GameTable,
  caller: Caller,
  side: string | null,
  likely: readonly SeatId[],
): SeatId | Reply {
  const { seats } = table.system.about;
  if (side !== null && seats.length > 1)
    return byIdOrName(seats, side)?.id ?? reply('member', noSuchSide(table.system));
  const own = seatOf(store, table, caller);
  if (own !== null) return own;
  if (!mayManageGame(caller, table.game)) return noSeat(table);
  const [only, another] = likely;
  return only !== undefined && another === undefined ? only : reply('member', SEAT_ANSWERS.whichSide);
}

/** The side of an order that overrules the vote. A side's secrets stay with its members. */
export function overruledSide(store: Store, table: GameTable, caller: Caller, side: string | null): SeatId | Reply {
  const { system, position } = table;
  const asked = system.rules.asked(position.state).map(({ seat }) => seat);
  const seat = sideMeant(store, table, caller, side, asked);
  if (typeof seat !== 'string' || system.about.openHanded) return seat;
  return sitsAt(store, table, caller.member.discordId, seat) ? seat : reply('member', SEAT_ANSWERS.handHidden);
}

/** Why a member can't join a side: they have seen another's secrets, or ordered for another. Null if they can. */
export function mayNotJoin(store: Store, table: GameTable, seat: Seat, discordId: string): string | null {
  const { game, system, machines, position } = table;
  if (machines.includes(seat.id)) return CANNOT_JOIN.machine(seat.name);
  const sitters = store.sittersAt(game.id, seat.id);
  if (sitters.includes(discordId)) return null;
  const seen = seenBeside(store, table, seat, discordId);
  if (seen) return CANNOT_JOIN.youSaw(seen.name, seat.name);
  if (hidesSomething(system) || sitters.length === 0 || position.turn === 0) return null;
  const changes = store.seatsEverOf(game.id, discordId).some((id) => id !== seat.id);
  return changes ? CANNOT_JOIN.changed(seat.name) : null;
}

/**
 * Another side whose secrets a member has seen or is about to see; null if there is none. A member who joins a
 * side sees them, and has seen them after leaving.
 * @param taking all sides that the member is about to join
 */
export function seenBeside(
  store: Pick<Store, 'seatsEverOf'>,
  { game, system }: Pick<GameTable, 'game' | 'system'>,
  seat: Seat,
  discordId: string,
  taking: readonly Seat[] = [],
): Seat | null {
  if (!hidesSomething(system)) return null;
  const seen = [...store.seatsEverOf(game.id, discordId), ...taking.map(({ id }) => id)];
  return system.about.seats.find(({ id }) => id !== seat.id && seen.includes(id)) ?? null;
}

/**
 * Why a manager may not let a member play a side who has seen another's secrets. Null if only that member has played,
 * or if the manager is a moderator who has not played the side.
 */
export function mayNotLet(
  store: Store,
  { game }: Pick<GameTable, 'game'>,
  caller: Caller,
  { discordId, name }: Caller['member'],
  seat: Seat,
  seen: Seat,
): string | null {
  const { discordId: own } = caller.member;
  if (!store.haveOthersSat(game.id, discordId)) return null;
  if (!caller.isModerator) return LETTING.notModerator(name, seen.name);
  if (own === discordId) return LETTING.notYourself(seen.name);
  return store.seatsEverOf(game.id, own).includes(seat.id) ? LETTING.ownSide(name, seen.name, seat.name) : null;
}

/** A sentence for each member who was allowed to play a side despite having seen another's secrets. */
export function lettingsInWords(
  store: Pick<Store, 'memberById'>,
  entries: Iterable<EntryRecord>,
  nameOf: (seat: SeatId) => string | null,
): string[] {
  return [...entries].flatMap((entry) => {
    if (entry.kind !== 'council' || entry.lets === undefined) return [];
    const by = `**${plainName(entry.member?.name ?? '')}**`;
    const member = `**${memberName(store, entry.lets)}**`;
    const why = entry.reason === undefined ? '' : `: “${plainName(entry.reason)}”`;
    return [`${LETTING.lets(by, member, nameOf(entry.seat) ?? entry.seat)}${why}.`];
  });
}

/** Null in a game of one side. */
export function sideNameOf(
  { about: { seats } }: { readonly about: Pick<About, 'seats'> },
  seat: SeatId,
): string | null {
  return seats.length > 1 ? (seats.find(({ id }) => id === seat)?.name ?? null) : null;
}

export function noSuchSide({ about: { seats } }: Pick<System, 'about'>): string {
  return SEATS.noSideOf(seats.map(({ name }) => name));
}

/** @param among the seats that are offered, unless the bot plays them; all by default */
export function joinButtons({ game, system, machines }: GameTable, among?: readonly SeatId[]): ReplyButton[] {
  if (system.about.seats.length < 2 || game.ended) return [];
  return system.about.seats
    .filter(({ id }) => !machines.includes(id) && (among?.includes(id) ?? true))
    .slice(0, MOST_IN_ROW)
    .map(({ id, name }) => button(clipped(SEATS.join(name), LONGEST_LABEL), { do: 'join', game: game.id, seat: id }));
}

export function machineButtons(
  { game, system }: Pick<LoadedGame, 'game' | 'system'>,
  vacant: readonly SeatId[],
): ReplyButton[] {
  if (!system.play?.machine) return [];
  return system.about.seats
    .filter(({ id }) => vacant.includes(id))
    .slice(0, MOST_IN_ROW)
    .map(({ id, name }) =>
      button(clipped(SEATS.letBotPlay(name), LONGEST_LABEL), { do: 'bot', game: game.id, seat: id }),
    );
}

/** Empty if the bot can’t play. */
export function vacantButtons(table: GameTable, vacant: readonly SeatId[] = table.vacant): ReplyButton[] {
  const machine = machineButtons(table, vacant);
  return machine.length === 0 ? [] : [...joinButtons(table, vacant), ...machine].slice(0, MOST_IN_ROW);
}

/** A line on vacant sides; empty if the bot can’t play. */
export function vacantInWords({ system, vacant }: Pick<GameTable, 'system' | 'vacant'>): string[] {
  return system.play?.machine && vacant.length > 0 ? [VACANT.now(namesOf(system, vacant))] : [];
}

export function namesOf({ about: { seats } }: Pick<System, 'about'>, ids: readonly SeatId[]): string[] {
  return seats.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
}

/** Why a caller may not give a side to the bot; null if they may. Managers may, and a member who plays alone. */
export function mayNotLetBot(
  store: Store,
  { game, system, vacant }: GameTable,
  caller: Caller,
  seat: Seat,
): string | null {
  if (mayManageGame(caller, game)) return null;
  const members = new Set(system.about.seats.flatMap(({ id }) => store.sittersAt(game.id, id)));
  const isAlone = members.size === 1 && members.has(caller.member.discordId);
  return isAlone && vacant.includes(seat.id) ? null : SEAT_ANSWERS.mayNotLetBot;
}

export function noSeat(table: GameTable): Reply {
  return reply('member', SEAT_ANSWERS.noSeat, { rows: [joinButtons(table)] });
}

/** Their data was deleted. */
export function isGone(store: Pick<Store, 'memberById'>, member: MemberId): boolean {
  return store.memberById(member)?.discordId === null;
}

type Members = Pick<Store, 'memberById'>;

export function isAmong(store: Members, members: readonly MemberId[], discordId: string): boolean {
  return members.some((member) => store.memberById(member)?.discordId === discordId);
}

export function memberName(store: Members, member: MemberId): string {
  return plainName(store.memberById(member)?.name ?? '');
}

/** For places without Markdown. */
export function memberNameAlone(store: Members, member: MemberId): string {
  return nameAlone(store.memberById(member)?.name ?? '');
}

/**
 * Changes of a council as clauses, with members’ names in bold.
 * @param side null for the whole table
 * @param actor the member who makes the changes
 */
export function councilChanges(
  store: Members,
  before: Council,
  after: Council,
  side: string | null,
  actor: MemberId | null = null,
): string[] {
  return changesInWords(before, after, (member) => `**${memberName(store, member)}**`, actor, side);
}

/** The phase key of a seat that is asked now; otherwise null. */
export function phaseOfSeat({ system, position, game }: LoadedGame, seat: SeatId): string | null {
  const asked = game.ended ? undefined : system.rules.asked(position.state).find((one) => one.seat === seat);
  return asked ? (asked.phaseKey ?? '') : null;
}

/** Whether a seat can change its order that lies face down. */
export function mayChange({ system, position, game, machines }: GameTable, seat: SeatId): boolean {
  const seats = game.ended ? [] : (system.rules.mayChange?.(position.state) ?? []);
  return seats.includes(seat) && !machines.includes(seat);
}

/**
 * Why a side can't order now: the bot plays it, or another side is asked. Null if it can.
 * @param own whether it is the reader's own side
 */
export function mayNotOrderNow(table: GameTable, seat: SeatId, own = true): Reply | null {
  const { system, position, machines, vacant } = table;
  if (system.about.seats.length < 2) return null;
  const nameOf = (id: SeatId) => `**${system.about.seats.find((one) => one.id === id)?.name ?? id}**`;
  if (machines.includes(seat)) return reply('member', NOT_YOUR_TURN.botPlays(nameOf(seat)));
  if (mayChange(table, seat))
    return councilOf(position, seat).mode === 'vote' ? reply('member', NOT_YOUR_TURN.voteStands) : null;
  const asked = system.rules.asked(position.state);
  const [first] = asked;
  if (!first || asked.some((one) => one.seat === seat)) return null;
  const sides = asked.map((one) => nameOf(one.seat));
  // A side with secrets keeps its question to itself.
  const prompt = system.about.openHanded ? system.orderWords.asking(position.state, first).prompt : null;
  const turn = NOT_YOUR_TURN.turnOf(sides, prompt);
  const unplayed = asked.map((one) => one.seat).filter((id) => vacant.includes(id));
  const nobody = unplayed.length > 0 ? [VACANT.now(namesOf(system, unplayed))] : [];
  const yours = own ? [NOT_YOUR_TURN.yours(nameOf(seat))] : [];
  return reply('member', [turn, ...nobody, ...yours].join('\n'), { rows: [machineButtons(table, unplayed)] });
}

/** In bold. */
export function orderAuthor({ member, cause }: Pick<OrderEntry, 'member' | 'cause'>): string {
  if (cause) return `**${AUTHOR[cause]}**`;
  return member === null ? `**${AUTHOR.council}**` : `**${plainName(member.name)}**`;
}

/**
 * Whether a button drawn for a point of the log still holds for a seat. These may have come since: secret or
 * simultaneous orders of other seats, and their ballots; changes of an order that lies face down; council changes that
 * keep the mode.
 */
export function isCurrent(
  { store, tables }: GameSources,
  table: GameTable,
  seat: SeatId | null,
  { seq }: LogPoint,
): boolean {
  const { game, system, position } = table;
  if (seq >= position.seq) return seq === position.seq;
  const changed = { council: false, state: false, openly: false };
  for (const entry of store.entriesAfter(game.id, seq)) {
    if (entry.kind === 'ballot' && entry.seat !== seat) continue;
    if (entry.kind === 'council') changed.council ||= entry.seat === seat;
    else if (entry.kind === 'order' && (entry.seat !== seat || isChange(system, entry))) {
      changed.state = true;
      changed.openly ||= !isSecret(system.about, entry.order);
    } else return false;
  }
  // A vote's button must not give an order after the mode has changed, nor the reverse.
  if (changed.council && seat !== null) {
    const { mode } = store.councilAt(game.id, seat, seq) ?? DEFAULT_COUNCIL;
    if (mode !== councilOf(position, seat).mode) return false;
  }
  if (!changed.state) return true;
  const before = tables.stateAfter(table, seq);
  if (changed.openly && !decideAtOnce(system, before, position.state)) return false;
  const asked = (state: State) => {
    const own = system.rules.asked(state).filter((one) => one.seat === seat);
    return JSON.stringify(own.map((one) => [one, system.orderWords.asking(state, one)]));
  };
  return asked(before) === asked(position.state);
}

/** Whether several seats decide at once and their phase goes on: another seat's order then changes nothing. */
function decideAtOnce({ rules: { asked, phase } }: System, before: State, now: State): boolean {
  return phase !== undefined && asked(before).length > 1 && phase(before).key === phase(now).key;
}
