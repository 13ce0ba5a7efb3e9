import { DAY } from '../../council/index.ts';
import type { SeatId } from '../../game/index.ts';
import type { GameRecord } from '../../store/index.ts';
import type { Caller } from '../base/caller.ts';
import type { Announcement } from '../base/reply.ts';
import { LOST_ROLE } from '../base/voting-words.ts';
import { roleAlarm } from '../table/alarms.ts';
import { councilOf } from '../table/game-position.ts';
import type { GameTable } from '../table/game-tables.ts';
import type { Fact } from '../table/notice-sentences.ts';
import type { OpenBallot } from '../table/open-ballots.ts';
import type { NoticePost } from '../table/said.ts';
import { clockActor, type GameTransactions } from './game-transactions.ts';

/**
 * Roles that were deleted on Discord while a game needs them. The role of a side's pings is dropped at once. Without the voters' role
 * nobody can vote: the table is told once and can let everyone vote, and an alarm does that after a day.
 */
export class LostRoles {
  readonly #transactions: GameTransactions;

  constructor(transactions: GameTransactions) {
    this.#transactions = transactions;
  }

  /** Announcements to channels of a server whose games use roles that it no longer has. */
  look(guild: string, roles: ReadonlySet<string>, at: number): Announcement[] {
    const { store } = this.#transactions;
    const lost = store.rolesUsedIn(guild).filter(({ role }) => !roles.has(role));
    return lost.flatMap(({ game: id, seat, role }) => {
      const game = store.game(id);
      const told = () => (game ? this.#note(game, seat, role, at) : null);
      const answer = this.#transactions.runOnce(null, told, clockActor(at));
      return game && answer ? [{ channel: game.channel, answer }] : [];
    });
  }

  /** The same within the transaction of a vote: whether its ballot's role is there is seen by the caller's server. */
  lookAt(
    { serverRoles, at }: Caller,
    { game }: GameTable,
    { seat, rules }: Pick<OpenBallot, 'seat' | 'rules'>,
  ): NoticePost | null {
    const { role } = rules.voters;
    return role === null || serverRoles === undefined || serverRoles.has(role)
      ? null
      : this.#note(game, seat, role, at);
  }

  /** `null` if there is nothing to tell, or it has been told. */
  #note(game: GameRecord, seat: SeatId, role: string, at: number): NoticePost | null {
    const { store, tables } = this.#transactions;
    const system = tables.systemIfCompatible(game);
    if (!system) return null;
    const lines: Fact[] = [];
    if (store.roleOf(game.id, seat) === role) {
      store.setRole(game.id, seat, null);
      lines.push(['lostPings', { side: seat }]);
    }
    const { voters, reminder } = councilOf({ councils: tables.councilsOf(game.id) }, seat).ballot;
    const alarm = roleAlarm(seat, role);
    const isNews = store.alarm(game.id, alarm) === null;
    if (isNews && voters.role === role) {
      store.setAlarm(game.id, alarm, at + DAY);
      lines.push(['lostVoters', { side: seat }, at + DAY]);
    } else if (isNews && (reminder?.role === role || store.openBallots(game.id).some(isFor(seat, role)))) {
      // The table decides otherwise by now: only what is left of the role goes.
      store.setAlarm(game.id, alarm, at);
    }
    if (lines.length === 0) return null;
    const several = system.seats.length > 1 ? { seat } : {};
    const press = { do: 'set', game: game.id, setting: 'voters', value: 'everyone', sure: true, ...several } as const;
    const rows = voters.role === role ? [[{ label: LOST_ROLE.mend, tone: 'bold', press } as const]] : [];
    return this.#transactions.keepNotice('council', game, at, lines, { rows });
  }
}

/** Whether only members with a role can vote in a side's ballot. */
export function isFor(seat: SeatId, role: string): (ballot: Pick<OpenBallot, 'seat' | 'rules'>) => boolean {
  return (ballot) => ballot.seat === seat && ballot.rules.voters.role === role;
}
