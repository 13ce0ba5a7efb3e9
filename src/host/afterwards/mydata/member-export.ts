import type { MemberRecord, PersonalData } from '../../../store/index.ts';
import { each } from '../../base/generator-steps.ts';
import { timeOfDay } from '../../table/quiet-hours.ts';
import { ABOUT_EXPORT } from './mydata-words.ts';

/** A line of a log as it is stored. */
type Entry = PersonalData['entries'][number];

/** All that is kept of a member, for the member: what Discord’s ids are in it are their own, of their messages and servers. */
export interface ExportedMember {
  readonly format: 'council-of-war-member';
  readonly version: 1;
  readonly about: readonly string[];
  /** As last seen. */
  readonly name: string;
  readonly discordId: string | null;
  /** Whether the member stands in the record of servers; null: as everybody who has voted does. */
  readonly inRecord: boolean | null;
  /** Whether the bot pings the member by direct message. */
  readonly pingsByDm: boolean;
  readonly gamesStarted: readonly object[];
  readonly orders: readonly object[];
  /** Everything else the member did that is in a log: starts, orders taken back, ends, changes of a council, ballots closed. */
  readonly otherDeeds: readonly object[];
  readonly votes: readonly object[];
  readonly ballots: readonly object[];
  readonly seats: readonly object[];
  /** Null: none are set. */
  readonly quietHours: { readonly from: string; readonly to: string; readonly zone: string } | null;
  /** Sides that the member is called for when these end. */
  readonly calledLater: readonly object[];
  readonly commands: readonly HeldCommand[];
  readonly waitingForAThread: readonly object[];
  readonly waitingForAPost: readonly object[];
}

/** From a change of a council that named the member until one that did not. */
interface HeldCommand {
  readonly game: string;
  readonly seat: string;
  readonly from: string;
  /** Null: until now, or until the game ended. */
  readonly until: string | null;
  /** Their place among those named when it began, from 1. */
  readonly place: number;
}

/**
 * A step for each thing they did.
 * @param set what the member has set
 */
export function* exportingMember(
  member: MemberRecord,
  set: Pick<ExportedMember, 'inRecord' | 'pingsByDm'>,
  kept: PersonalData,
): Generator<void, ExportedMember, void> {
  yield;
  const orders = kept.entries.filter(({ kind }) => kind === 'order');
  const others = kept.entries.filter(({ kind }) => kind !== 'order');
  return {
    format: 'council-of-war-member',
    version: 1,
    about: ABOUT_EXPORT,
    name: member.name,
    discordId: member.discordId,
    inRecord: set.inRecord,
    pingsByDm: set.pingsByDm,
    gamesStarted: kept.games.map(({ id, startedAt, endedAt, how, guild, whatIf, ...game }) => ({
      game: id,
      ...game,
      server: guild,
      startedAt: time(startedAt),
      ended: endedAt === null ? null : { at: time(endedAt), how },
      whatIfOf: whatIf,
    })),
    orders: yield* each(orders, ({ body, throws, reason, ...order }) => ({
      ...caused(order),
      seat: order.seat,
      order: parsed(body),
      dice: parsed(throws),
      reason,
      ballot: order.ballot,
    })),
    otherDeeds: yield* each(others, (entry) => ({
      ...caused(entry),
      did: entry.kind,
      seat: entry.seat,
      what: deedOf(entry, member),
      ...(entry.reason === null ? {} : { reason: entry.reason }),
    })),
    votes: yield* each(kept.votes, ({ game, ballot, subject, choice, reason, interaction, at }) => ({
      game,
      ballot,
      at: time(at),
      interaction,
      choice: subject === 'order' ? parsed(choice) : choice,
      reason,
    })),
    ballots: kept.ballots.map(({ game, ballot, openedAt, closedAt, opened, closed, casting }) => ({
      game,
      ballot,
      openedByYou: opened === 1,
      closedByYou: closed === 1,
      yourCastingVote: casting === 1,
      openedAt: time(openedAt),
      closedAt: closedAt === null ? null : time(closedAt),
    })),
    seats: kept.seats.map(({ game, seat }) => ({ game, seat })),
    quietHours: quietHours(kept),
    calledLater: kept.hushed.map(({ game, seat }) => ({ game, seat })),
    commands: commandsHeld(kept.commands),
    waitingForAThread: kept.openings.map(({ game, seq, channel, at }) => ({ from: game, seq, channel, at: time(at) })),
    waitingForAPost: kept.posts.map(({ forum, system, at }) => ({ forum, system, at: time(at) })),
  };
}

function quietHours({ quiet: [set] }: PersonalData): ExportedMember['quietHours'] {
  return set ? { from: timeOfDay(set.starts), to: timeOfDay(set.ends), zone: set.zone } : null;
}

function caused({ game, seq, at, interaction }: Pick<Entry, 'game' | 'seq' | 'at' | 'interaction'>): object {
  return { game, entry: seq, at: time(at), interaction };
}

function deedOf({ kind, body }: Entry, { id }: MemberRecord): unknown {
  const what = parsed(body);
  if (kind !== 'council') return what;
  const { council, cause } = what as { council: { commanders: readonly number[] }; cause: string };
  const commanders = council.commanders.map((commander) => (commander === id ? 'you' : 'another member'));
  return { council: { ...council, commanders }, cause };
}

function commandsHeld(changes: PersonalData['commands']): HeldCommand[] {
  const held: HeldCommand[] = [];
  const open = new Map<string, HeldCommand>();
  const close = (key: string, until: string | null) => {
    const one = open.get(key);
    if (one) held.push({ ...one, until });
    open.delete(key);
  };
  for (const { game, seat, at, place, mode } of changes) {
    const key = `${game} ${seat}`;
    const commands = place !== null && mode === 'commander';
    if (!commands) close(key, time(at));
    else if (!open.has(key)) open.set(key, { game, seat, from: time(at), until: null, place: place + 1 });
  }
  for (const key of [...open.keys()]) close(key, null);
  return held;
}

function parsed(json: string | null): unknown {
  return json === null ? null : JSON.parse(json);
}

function time(at: number): string {
  return new Date(at).toISOString();
}
