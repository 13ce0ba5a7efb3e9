import { excluded, excludedInWords, OPEN_COUNCIL } from '../../council/index.ts';
import { BoundedCache } from '../../render/bounded-cache.ts';
import type { Store } from '../../store/index.ts';
import type { Caller } from '../base/caller.ts';
import { SEAT_ANSWERS } from '../base/seat-words.ts';
import { BALLOT_ANSWERS, LOST_ROLE } from '../base/voting-words.ts';
import { roleAlarm } from './alarms.ts';
import type { GameTable } from './game-tables.ts';
import type { OpenBallot } from './open-ballots.ts';
import { seatOf, sitsAt } from './seat-rules.ts';

/** Of a ballot, or of one about to open, what says who may vote in it. */
type Electing = Pick<OpenBallot, 'rules' | 'openedAt' | 'seat' | 'seq' | 'votes'> & {
  /** Null: it is about to open. */
  readonly id: number | null;
  readonly subject: Pick<OpenBallot['subject'], 'kind'>;
  readonly clockwork: Pick<OpenBallot['clockwork'], 'closes'>;
};

/** Ballots of which it is known whom they turned away. */
const REMEMBERED = 1000;

/** Who may vote in a ballot: members of its side who were there when it opened, and are what its rules ask for. */
export class WhoMayVote {
  readonly #store: Store;
  /** By ballot, members who lacked its role when they first voted. A restart forgets them: nothing is kept of who did not vote. */
  readonly #turnedAway = new BoundedCache<Set<string>>(REMEMBERED);

  constructor(store: Store) {
    this.#store = store;
  }

  /** Why the caller may not vote in a ballot. Null: they may. Who may was settled when it opened. */
  whyNot(caller: Caller, table: GameTable, ballot: Electing): string | null {
    const store = this.#store;
    const { rules, openedAt, seat, seq, subject } = ballot;
    if (!sitsAt(store, table, caller.member.discordId, seat))
      return seatOf(store, table, caller) === null ? SEAT_ANSWERS.noSeat : BALLOT_ANSWERS.otherSide;
    const { mode, commanders } = store.councilAt(table.game.id, seat, seq) ?? OPEN_COUNCIL;
    if (subject.kind === 'council' && mode === 'commander') {
      const known = store.knownMember(caller.member.discordId);
      return known && commanders.includes(known.id) ? null : BALLOT_ANSWERS.commandersDecide;
    }
    if (joinedLater(store, caller, table, ballot)) return BALLOT_ANSWERS.joinedLater;
    const why = excluded(rules.voters, openedAt, { ...caller, roles: this.#rolesOnce(caller, ballot) });
    if (why?.why === 'role' && ballot.id !== null) this.#turnAway(ballot.id, caller);
    const gone = why?.why === 'role' ? store.alarm(table.game.id, roleAlarm(seat, why.role)) : null;
    return gone === null ? why && excludedInWords(why) : LOST_ROLE.cannotVote(gone);
  }

  /** The caller's roles as they were when they first voted in a ballot. Discord tells of them with each press, and never before. */
  #rolesOnce({ member, roles }: Caller, { id, rules, votes }: Electing): readonly string[] {
    const { role } = rules.voters;
    if (id === null || role === null) return roles;
    if (votes.some(({ by }) => by.discordId === member.discordId)) return [role];
    return this.#turnedAway.get(String(id))?.has(member.discordId) ? [] : roles;
  }

  #turnAway(ballot: number, { member }: Caller): void {
    const those = this.#turnedAway.get(String(ballot)) ?? new Set();
    this.#turnedAway.keep(String(ballot), those.add(member.discordId), 1);
  }
}

/** Whether a member joined the side after a ballot opened that its other members can decide. A ballot that waits for votes takes all. */
export function joinedLater(
  store: Pick<Store, 'seatedSince'>,
  { member }: Caller,
  { game, system }: GameTable,
  {
    seat,
    openedAt,
    clockwork,
  }: Pick<OpenBallot, 'seat' | 'openedAt'> & {
    readonly clockwork: Pick<OpenBallot['clockwork'], 'closes'>;
  },
): boolean {
  if (system.seats.length === 1 || clockwork.closes === null) return false;
  const inTime = store.seatedSince(game.id, seat).filter(({ since }) => since === null || since <= openedAt);
  return inTime.length > 0 && inTime.every(({ discordId }) => discordId !== member.discordId);
}
