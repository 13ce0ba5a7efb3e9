import {
  applyDraft,
  type Complaint,
  type Council,
  DEFAULT_COUNCIL,
  HOUR,
  handedOn,
  inCommand,
  isComplaint,
  LIMITS,
  type MemberId,
  readCouncil,
  withoutMembers,
} from '../../council/index.ts';
import type { SeatId, System } from '../../game/index.ts';
import type { BallotRecord, CouncilCause, Store } from '../../store/index.ts';
import type { Caller } from '../base/caller.ts';
import { COMMAND, COUNCIL_ANSWERS } from '../base/voting-words.ts';
import { ALARM } from '../table/clock-settings.ts';
import { councilOf } from '../table/game-position.ts';
import type { CouncilTable, GameTable, LoadedGame } from '../table/game-tables.ts';
import type { Fact } from '../table/notice-sentences.ts';
import { isAmong, isGone, memberName } from '../table/seat-rules.ts';
import { type Actor, type GameTransactions, withoutInteraction } from './game-transactions.ts';

/**
 * The council that options of `/council` ask for, or what is wrong with them.
 * @param people members' names by Discord id
 */
export function askedCouncil(
  transactions: GameTransactions,
  caller: Caller,
  council: Council,
  options: Readonly<Record<string, string>>,
  people: Readonly<Record<string, string>>,
): Council | Complaint {
  const draft = readCouncil(options, caller.everyone);
  if (isComplaint(draft)) return draft;
  const { store } = transactions;
  const names: Readonly<Record<string, string>> = { ...people, [caller.member.discordId]: caller.member.name };
  // A member who asks for a commander and names none becomes the commander.
  const isNameless = draft.mode === 'commander' && council.commanders.length === 0 && draft.commanders === undefined;
  const named = isNameless ? { ...draft, commanders: [caller.member.discordId] } : draft;
  // Discord's lists also hold bots, and members who have left; `people` holds neither.
  if (named.commanders?.some((commander) => !Object.hasOwn(names, commander)))
    return { complaint: COUNCIL_ANSWERS.noBots };
  return applyDraft(council, named, (discordId) => store.member(discordId, names[discordId] ?? 'Somebody').id);
}

interface CouncilChange {
  readonly ballot?: number | null;
  readonly bringsMap?: boolean;
  readonly admitted?: { readonly member: MemberId; readonly reason: string };
}

/**
 * Logs a change and restarts the silence clock.
 * @param bringsMap the channel gets a map of it
 * @param admitted a member who may join the seat although they have seen another side's secrets
 */
export function changeCouncil<Of extends CouncilTable>(
  transactions: GameTransactions,
  actor: Actor,
  table: Of,
  seat: SeatId,
  council: Council,
  cause: CouncilCause,
  { ballot = null, bringsMap = false, admitted }: CouncilChange = {},
): Of {
  const { game, position } = table;
  const seq = position.seq + 1;
  const before = councilOf(position, seat);
  const letting = admitted && { lets: admitted.member, reason: admitted.reason };
  transactions.append(actor, game, seq, { kind: 'council', seat, council, cause, ballot, ...letting }, { bringsMap });
  // A change of the rest of the rota does not restart the clock.
  if (silenceKey(before) !== silenceKey(council)) setSilenceAlarm(transactions.store, table, seat, council, actor.at);
  return { ...table, position: { ...position, seq, councils: { ...position.councils, [seat]: council } } };
}

export function commandAfterOrder(
  transactions: GameTransactions,
  actor: Actor,
  table: LoadedGame,
  seat: SeatId,
): { readonly table: LoadedGame; readonly words: readonly Fact[]; readonly pings: readonly string[] } {
  const council = councilOf(table.position, seat);
  if (!rotates(council)) return { table, words: [], pings: [] };
  if (council.rotate.after === 'silence') {
    setSilenceAlarm(transactions.store, table, seat, council, actor.at);
    return { table, words: [], pings: [] };
  }
  const next = handedOn(council);
  const passed = changeCouncil(transactions, withoutInteraction(actor), table, seat, next, 'order', {
    bringsMap: true,
  });
  return { table: passed, ...commandTaken(transactions.store, next) };
}

/** Passes command on after a silence. `rests`: the whole rota was silent. Null if silence passes no command on. */
export function commandAfterSilence(
  transactions: GameTransactions,
  actor: Actor,
  table: LoadedGame,
  seat: SeatId,
): LoadedGame | 'rests' | null {
  const council = councilOf(table.position, seat);
  if (!rotates(council) || council.rotate.after !== 'silence') return null;
  // This silence is one more.
  const silences = silencesInARow(transactions.store, table, seat) + 1;
  if (silences >= council.commanders.length) {
    transactions.store.clearAlarm(table.game.id, ALARM.silence(seat));
    return 'rests';
  }
  return changeCouncil(transactions, actor, table, seat, handedOn(council), 'silence', { bringsMap: true });
}

/** How often silence has passed command on since the seat's last other action. */
function silencesInARow(store: Store, { game }: LoadedGame, seat: SeatId): number {
  let silences = 0;
  for (const entry of store.entriesBackwards(game.id)) {
    const isOwn = entry.kind === 'undo' || ('seat' in entry && entry.seat === seat);
    if (isOwn && (entry.kind !== 'council' || entry.cause !== 'silence')) break;
    if (isOwn) silences += 1;
  }
  return silences;
}

/** Whether the whole rota has been silent. Its alarm then rests, and the first of them to order takes command. */
function isRotaSilent(store: Store, { game, position }: LoadedGame, seat: SeatId): boolean {
  const council = councilOf(position, seat);
  const passesBySilence = rotates(council) && council.rotate.after === 'silence';
  return passesBySilence && store.alarm(game.id, ALARM.silence(seat)) === null;
}

/** Puts a commander who orders after the whole rota was silent in command. */
export function takeCommand(transactions: GameTransactions, caller: Caller, table: GameTable, seat: SeatId): GameTable {
  const council = councilOf(table.position, seat);
  const taker = council.commanders.find((member) => isAmong(transactions.store, [member], caller.member.discordId));
  if (taker === undefined || taker === council.commanders[0] || !isRotaSilent(transactions.store, table, seat))
    return table;
  const commanders = [taker, ...council.commanders.filter((member) => member !== taker)];
  const next = { ...council, commanders };
  return changeCouncil(transactions, withoutInteraction(caller), table, seat, next, 'member', { bringsMap: true });
}

/** Returns command to the member whose order was taken back, if that order, and nothing since, passed it on. */
export function commandAfterUndo(
  transactions: GameTransactions,
  actor: Actor,
  table: LoadedGame,
  seat: SeatId,
  order: number,
): LoadedGame {
  const { store } = transactions;
  let at = order + 1;
  let next = store.entry(table.game.id, at);
  while (next?.kind === 'order' && next.cause === 'pass') next = store.entry(table.game.id, ++at);
  if (next?.kind !== 'council' || next.cause !== 'order' || next.seat !== seat) return table;
  const now = councilOf(table.position, seat);
  const before = store.councilAt(table.game.id, seat, order) ?? DEFAULT_COUNCIL;
  if (now.commanders.join() !== next.council.commanders.join()) return table;
  const back = { ...now, commanders: before.commanders };
  return changeCouncil(transactions, withoutInteraction(actor), table, seat, back, 'undo', { bringsMap: true });
}

/** Says who commands now, and pings them. */
export function commandTaken(
  store: Store,
  council: Council,
): { readonly words: readonly Fact[]; readonly pings: readonly string[] } {
  const holder = council.commanders[0];
  const member = holder === undefined ? null : store.memberById(holder);
  if (!member) return { words: [], pings: [] };
  return { words: [['passesTo', { mention: member.id }]], pings: member.discordId === null ? [] : [member.discordId] };
}

/** Why the council does not let a member order for a seat; null if it does. */
export function mayNotOrder(store: Store, { member }: Caller, table: LoadedGame, seat: SeatId): string | null {
  const council = councilOf(table.position, seat);
  if (council.mode !== 'commander') return null;
  const holders = isRotaSilent(store, table, seat) ? council.commanders : inCommand(council);
  if (isAmong(store, holders, member.discordId)) return null;
  const names = holders.map((holder) => `**${memberName(store, holder)}**`);
  return COMMAND.only(
    names,
    council.rotate.after === 'never' ? COUNCIL_ANSWERS.askForCommand : COUNCIL_ANSWERS.joinRota,
  );
}

/** Adds a member to the rota or removes them; null if nothing would change. */
export function changedRota(council: Council, member: MemberId, join: boolean): Council | null {
  const isInRota = council.commanders.includes(member);
  if (isInRota === join || (join && council.commanders.length >= LIMITS.commanders)) return null;
  const commanders = join
    ? [...council.commanders, member]
    : council.commanders.filter((commander) => commander !== member);
  return { ...council, commanders };
}

function setSilenceAlarm(store: Store, { game }: CouncilTable, seat: SeatId, council: Council, at: number): void {
  if (rotates(council) && council.rotate.after === 'silence')
    store.setAlarm(game.id, ALARM.silence(seat), at + council.rotate.hours * HOUR);
  else store.clearAlarm(game.id, ALARM.silence(seat));
}

/** All that the silence clock depends on, as text. */
function silenceKey(council: Council): string {
  return rotates(council) ? JSON.stringify([council.commanders[0], council.rotate]) : '';
}

function rotates({ mode, commanders, rotate }: Council): boolean {
  return mode === 'commander' && rotate.after !== 'never' && commanders.length > 1;
}

/** Advice for a side whose turn takes many ballots; empty otherwise. */
export function manyBallots({ about: { seats } }: Pick<System, 'about'>, { mode, ballot }: Council): string[] {
  return mode === 'vote' && ballot.early === null && seats.length > 1 ? [COUNCIL_ANSWERS.manyBallots] : [];
}

/** The council that a motion proposes, made from the council as it is now: changes since the motion stay. */
export function proposedNow(
  store: Store,
  { game, position }: CouncilTable,
  { seat, seq }: BallotRecord,
  proposed: Council,
): Council {
  const then = store.councilAt(game.id, seat, seq) ?? DEFAULT_COUNCIL;
  const now = councilOf(position, seat);
  const rules = merged(then.ballot, proposed.ballot, now.ballot);
  const council = {
    ...merged(then, proposed, now),
    ballot: {
      ...rules,
      // Two changes may each fit the council alone; together they must not close a ballot below its quorum.
      early: rules.early === null ? null : Math.max(rules.early, rules.quorum),
      voters: merged(then.ballot.voters, proposed.ballot.voters, now.ballot.voters),
    },
  };
  return withoutMembers(council, (member) => isGone(store, member));
}

/** Takes a field from `proposed` if it differs from `then`, otherwise from `now`. */
function merged<Rules extends object>(then: Rules, proposed: Rules, now: Rules): Rules {
  const keys = Object.keys(proposed) as (keyof Rules)[];
  const fields = keys.map((key) => [key, same(then[key], proposed[key]) ? now[key] : proposed[key]] as const);
  return Object.fromEntries(fields) as Rules;
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
