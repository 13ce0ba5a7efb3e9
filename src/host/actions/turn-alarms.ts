import { MINUTE } from '../../council/index.ts';
import type { SeatId } from '../../game/index.ts';
import { refusalText } from '../base/wording.ts';
import { VACANT_ALARM } from '../table/clock-settings.ts';
import type { GameTable } from '../table/game-tables.ts';
import { type SidePing, tableMessage } from '../table/said.ts';
import { joinButtons, machineButtons } from '../table/seat-rules.ts';
import { clockActor, type GameChange, type GameTransactions } from './game-transactions.ts';
import type { OrderExecution } from './order-execution.ts';
import type { SidePings } from './side-pings.ts';

/** Most orders that a clock gives in one round; the next round goes on. */
const MOST_ORDERS_AT_ONCE = 500;

export type TurnAlarms = ReturnType<typeof createTurnAlarms>;

/** Runs turn clocks and pings at tables with several sides. */
export function createTurnAlarms({ store, keepNotice }: GameTransactions, orders: OrderExecution, turns: SidePings) {
  /** Gives a side's default orders when its time has run out, until it is asked for something else. */
  function clock(table: GameTable, seat: SeatId, now: number): GameChange | null {
    const { schedule } = turns;
    inSight(table, seat, now);
    const awaited = schedule.awaited(table, seat);
    const ends = awaited && schedule.ends(table.game.id, awaited.asked);
    if (!awaited || ends === null || ends > now) return late(table, seat);
    const { phaseKey } = awaited.asked;
    let given = 0;
    const { change, refused } = orders.run(clockActor(now), table, 'clock', (there) => {
      given += 1;
      const asked = given > MOST_ORDERS_AT_ONCE ? undefined : schedule.named(there).find((one) => one.seat === seat);
      return asked?.phaseKey === phaseKey && asked.defaultOrder ? { seat, order: asked.defaultOrder } : null;
    });
    if (refused)
      throw new Error(
        `The default order for ${seat} in ${table.game.id} was refused: ${refusalText(table.system, refused)}`,
      );
    if (!change) return late(table, seat);
    return { ...change, said: { ...change.said, lead: ['timeIsUp', { side: seat }] } };
  }

  /** An alarm that rings too early, or for nothing any more. */
  function late(table: GameTable, seat: SeatId): null {
    const { schedule } = turns;
    const awaited = schedule.awaited(table, seat);
    if (awaited) schedule.arm(table, awaited.asked);
    else for (const what of ['clock', 'remind'] as const) store.clearAlarm(table.game.id, `${what} ${seat}`);
    return null;
  }

  /** Restarts the clocks of a side whose wait began in the future, since the system clock was set back. */
  function inSight(table: GameTable, seat: SeatId, now: number): void {
    const awaited = turns.schedule.awaited(table, seat);
    if (awaited && (awaited.row.since ?? 0) > now + MINUTE)
      store.putTurnPing(table.game.id, { ...awaited.row, since: now });
  }

  /** Sends a side its one reminder. */
  function remind(table: GameTable, seat: SeatId, now: number): GameChange | null {
    const { schedule } = turns;
    const awaited = schedule.awaited(table, seat);
    if (!awaited || awaited.row.reminded) return late(table, seat);
    store.putTurnPing(table.game.id, { ...awaited.row, reminded: true });
    schedule.arm(table, awaited.asked);
    if (!schedule.mayRemind(table, awaited.asked)) return null;
    const reached = schedule.reached(table, seat, now);
    schedule.notePing(table, awaited.asked, false);
    turns.deferred.defer(table.game.id, seat, reached.asleep, now);
    return again(table, turns.ping(table, awaited.asked, reached, now, 'again'), reached);
  }

  /** A side has had nobody for a day. */
  function vacant(table: GameTable, now: number): GameChange | null {
    const { game, system, vacant } = table;
    store.clearAlarm(game.id, VACANT_ALARM);
    if (vacant.length === 0) return null;
    turns.schedule.noteVacancyTold(table);
    const rows = [[...joinButtons(table, vacant), ...machineButtons(table, vacant)]];
    const said = keepNotice('news', game, now, [['vacant', { sides: vacant }, system.play?.machine !== undefined]], {
      rows,
    });
    return { after: table, said };
  }

  /** Pings a member at the end of their quiet hours, if their side's turn is not over. */
  function wake(table: GameTable, seat: SeatId, now: number): GameChange | null {
    const { schedule, deferred } = turns;
    const awaited = schedule.awaited(table, seat);
    const awake = deferred.takeDue(table.game.id, seat, now);
    if (!awaited) return null;
    // Members who have left the side meanwhile, or no longer command it, are not pinged.
    const reached = schedule.reached(table, seat, now);
    const users = awake.flatMap(({ discordId }) => discordId ?? []).filter((user) => reached.users.includes(user));
    return again(table, turns.ping(table, awaited.asked, { users, roles: [] }, now, 'again'), {
      users,
      roles: [],
    });
  }

  /** Posts the map again with the ping, for the last map may be far up the channel. */
  function again(
    table: GameTable,
    ping: SidePing | null,
    { users, roles }: { readonly users: readonly string[]; readonly roles: readonly string[] },
  ): GameChange | null {
    if (!ping || users.length + roles.length === 0) return null;
    return { after: table, said: tableMessage(table, []), pings: [ping] };
  }

  return { clock, remind, vacant, wake };
}
