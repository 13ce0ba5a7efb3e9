import type { Asked, Refusal, SeatId, State } from '../../game/index.ts';
import { inSlices } from '../../render/scheduling.ts';
import type { GameRecord } from '../../store/index.ts';
import type { Announcement } from '../base/reply.ts';
import type { GameTable } from '../table/game-tables.ts';
import { isFull } from '../table/log-words.ts';
import { type MachineChooser, type MachineTask, machineTask } from '../table/rules-threads.ts';
import type { Actions } from './actions.ts';
import { clockActor, type GameChange } from './game-transactions.ts';
import type { OrderRun, ProvisionalState, SeatOrder } from './order-execution.ts';

export interface MachineResult {
  readonly announcement: Announcement | null;
  /** The machine's error, or the refusal of its order, for the operator's log; null if there was none. */
  readonly fault: unknown;
}

const NOTHING: MachineResult = { announcement: null, fault: null };

interface Chosen {
  readonly orders: readonly SeatOrder[];
  /** An error that ended the choosing early; null if there was none. */
  readonly fault: unknown;
}

/** One map tells at most so many orders. */
const MOST_ORDERS_IN_A_MAP = 200;

export type MachineOrders = ReturnType<typeof createMachineOrders>;

export function createMachineOrders(
  { transactions, orders: execution, shortcuts }: Pick<Actions, 'transactions' | 'orders' | 'shortcuts'>,
  chooser: MachineChooser,
) {
  const { store, tables, runOnce } = transactions;

  /** Games whose machine found no legal order, with the last entry of their log then. A later entry frees them. */
  const stuck = new Map<string, number>();
  /** Games where no machine was to move, with their turn key then. They are not looked at until it changes. */
  const resting = new Map<string, string>();

  /**
   * Running games, of one channel or of all, in which a machine is to order now. Of all games, those that need a long
   * replay first are left to `sought`.
   */
  function due(channel: string | null = null): string[] {
    if (channel === null) return running().flatMap((game) => (isUnknown(game) || !turnIn(game) ? [] : [game.id]));
    const id = store.machineGameIn(channel);
    return id !== null && isDue(id) ? [id] : [];
  }

  /** Replays the long logs one by one. Yields the channel of each, for which `due` then works. */
  async function* sought(): AsyncGenerator<string> {
    for (const { id } of running()) {
      const game = store.game(id);
      if (!game || game.ended || !isUnknown(game)) continue;
      await tables.ready(game);
      yield game.channel;
    }
  }

  /** Running games with a machine. Also forgets what is known of other games. */
  function running(): GameRecord[] {
    const running = new Set(store.machineGames());
    for (const known of [resting, stuck]) for (const id of known.keys()) if (!running.has(id)) known.delete(id);
    return [...running].flatMap((id) => store.game(id) ?? []);
  }

  /** Whether finding whose turn it is needs a long replay. */
  function isUnknown(game: GameRecord): boolean {
    return resting.get(game.id) !== turnKeyOf(game) && tables.needsLongReplay(game);
  }

  /** A key that changes whenever the turn can change. */
  function turnKeyOf({ id }: GameRecord): string {
    return `${store.lastSeq(id)} ${store.machinesAt(id).join(' ')}`;
  }

  function isDue(id: string): boolean {
    const game = store.game(id);
    return game !== null && turnIn(game) !== null;
  }

  /**
   * Has a game's machine choose until a member is asked or the phase ends. Then gives all its orders in one
   * transaction and one map, unless the game has gone on meanwhile. The seat's default order replaces an illegal
   * choice.
   * @param now read once the machine has chosen; milliseconds since 1970
   */
  async function play(id: string, now: () => number): Promise<MachineResult> {
    const game = store.game(id);
    const turn = game && turnIn(game);
    if (!turn) return NOTHING;
    const { table, asked } = turn;
    const { orders, fault } = await choose(table, asked);
    let refusal: unknown = null;
    const answer = runOnce(null, () => {
      const there = store.game(id);
      // The choice was made for a position that has passed.
      if (!there || store.lastSeq(id) !== table.position.seq || !turnIn(there)) return null;
      const joins = shortcuts.isAt(table);
      const given = giveChosen(table, asked, orders, now(), joins);
      refusal = given.refusal;
      if (!given.change) stuck.set(id, table.position.seq);
      return given.change && joins ? shortcuts.goOn(given.change, now()) : given.change;
    });
    return {
      announcement: answer && { channel: table.game.channel, answer },
      fault: fault ?? refusal,
    };
  }

  /** The machine to move in a game; null if a member is to decide, or the rules no longer fit the game. */
  function turnIn(game: GameRecord): { readonly table: GameTable; readonly asked: Asked } | null {
    const machines = game.ended ? [] : store.machinesAt(game.id);
    const seq = store.lastSeq(game.id);
    if (machines.length === 0 || stuck.get(game.id) === seq || isFull(seq)) return null;
    const turnKey = turnKeyOf(game);
    if (resting.get(game.id) === turnKey) return null;
    // If the rules have changed, the channel hears of it only when somebody asks.
    const table = tables.tableIfCompatible(game);
    const asked = table && askedMachine(table);
    if (!asked) {
      resting.set(game.id, turnKey);
      return null;
    }
    const { seats } = table.system.about;
    // Without members at the table, the machines wait until the channel has the last map.
    if (seats.every(({ id }) => machines.includes(id)) && store.undeliveredMap(game.id)) return null;
    return { table, asked };
  }

  /** Chooses orders one by one, on provisional states: the dice are sealed, so results are known beforehand. */
  async function choose(table: GameTable, first: Asked): Promise<Chosen> {
    const { game, position } = table;
    const orders: SeatOrder[] = [];
    /** The orders answer a member's shortcut. */
    const joins = shortcuts.isAt(table);
    let there: ProvisionalState = { state: position.state, turn: position.turn };
    let asked: Asked | null = first;
    try {
      while (asked && orders.length < MOST_ORDERS_IN_A_MAP && store.lastSeq(game.id) === position.seq) {
        const { seat } = asked;
        const chosen = await chooser(task(table, there, seat));
        orders.push(...chosen.map((order) => ({ seat, order })));
        const then: ProvisionalState | undefined = await inSlices(execution.rehearse(table, there, seat, chosen));
        if (then?.turn !== there.turn + chosen.length) break;
        asked = nextOf(table, first, then.state);
        // The steps after the machine's last order may pass by themselves, until the machine is asked again.
        there = asked ? then : execution.afterPassedSteps(table, then);
        asked ??= nextOf(table, first, there.state);
        // With a member's press, the machine only answers. It takes its own turn with a map of its own.
        if (joins && !asked?.outOfTurn) break;
      }
      return { orders, fault: null };
    } catch (fault) {
      return { orders, fault };
    }
  }

  function task(table: GameTable, { state, turn }: ProvisionalState, seat: SeatId): MachineTask {
    const { game, system } = table;
    const dataset = store.dataset(game.dataset);
    if (!dataset) throw new Error(`Game ${game.id} has lost the rules data of ${system.about.title}`);
    const style = store.machineStyle(game.id, seat);
    return machineTask(table, dataset, { state, turn, seat, style });
  }

  function giveChosen(
    table: GameTable,
    asked: Asked,
    chosen: readonly SeatOrder[],
    now: number,
    joins: boolean,
  ): { readonly change: GameChange | null; readonly refusal: unknown } {
    const { seat, defaultOrder } = asked;
    const run = runOrders(table, chosen, now, joins);
    const refusal = run.refused && illegal(table, run.refused);
    if (run.change || !defaultOrder) return { change: run.change, refusal };
    return { change: runOrders(table, [{ seat, order: defaultOrder }], now, joins).change, refusal };
  }

  function runOrders(table: GameTable, chosen: readonly SeatOrder[], now: number, joins: boolean): OrderRun {
    const unused = [...chosen];
    const next = (there: GameTable) =>
      askedMachine(there)?.seat === unused[0]?.seat ? (unused.shift() ?? null) : null;
    return execution.run(clockActor(now), table, 'machine', next, { joins });
  }

  return { due, sought, isDue, play };
}

function askedMachine({ system, position, machines }: GameTable): Asked | null {
  return system.rules.asked(position.state).find(({ seat }) => machines.includes(seat)) ?? null;
}

/** The next question to a machine, if its answer belongs on the same map. Between machines, a map shows one phase. */
function nextOf({ system, machines }: GameTable, first: Asked, state: State): Asked | null {
  const all = system.rules.asked(state);
  const [next] = all;
  if (next?.phaseKey === undefined || !all.every(({ seat }) => machines.includes(seat))) return null;
  const hasMembers = system.about.seats.some(({ id }) => !machines.includes(id));
  return next.outOfTurn || hasMembers || next.phaseKey === first.phaseKey ? next : null;
}

function illegal({ system, game }: GameTable, refusal: Refusal): Error {
  const why = `${refusal.code}: ${system.orderWords.refusal(refusal)}`;
  return new Error(`The machine of ${system.about.title} gave an order in ${game.id} that is refused. ${why}`);
}
