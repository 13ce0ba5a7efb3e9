import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { MOST_ROWS, type Order, type Plan, type Planning, type SeatId } from '../../game/index.ts';
import type { Actions } from '../actions/actions.ts';
import { mayNotOrder, takeCommand } from '../actions/council-changes.ts';
import type { GameChange } from '../actions/game-transactions.ts';
import { MOST_ORDERS, type SeatOrder } from '../actions/order-execution.ts';
import {
  type ChoiceStep,
  EMPTY_PLAN,
  END_STEP,
  orderOfShortcut,
  shortcutTexts,
  writeChoice,
} from '../base/ballot-choice.ts';
import type { Caller } from '../base/caller.ts';
import { refusalText } from '../base/common-words.ts';
import { ORDER_ANSWERS } from '../base/order-words.ts';
import {
  button,
  type Enclosure,
  type LogPoint,
  logPointOf,
  type Reply,
  reply,
  selectOne,
  settling,
} from '../base/reply.ts';
import { SEAT_ANSWERS } from '../base/seat-words.ts';
import { PROPOSAL } from '../base/voting-words.ts';
import { drawingOf } from '../messages/map-drawing.ts';
import { askButton, seatOffers } from '../messages/order-buttons.ts';
import { sealsAt, sketchOf } from '../messages/order-menu.ts';
import { councilOf } from '../table/game-position.ts';
import type { GameTable } from '../table/game-tables.ts';
import { orderBallot } from '../table/open-ballots.ts';
import { giveOrdersLabel, marchesOf, PLAN, planExample, planForm, planText } from '../table/planning-words.ts';
import { type MachineChooser, machineTask } from '../table/rules-threads.ts';
import type { Said } from '../table/said.ts';
import { mayChange, mayNotOrderNow, noSeat, phaseOfSeat, seatOf } from '../table/seat-rules.ts';
import type { OrderCommands } from './order-commands.ts';

interface PendingPlan {
  readonly code: string;
  readonly point: LogPoint;
  readonly text: string;
  readonly plan: Plan;
}

/** Orders to give one after the other. */
interface OrdersInRun {
  /** The marches that remain; null leaves them as they are. */
  readonly rest: string | null;
  /** Goes on after rolls and after choices of the bot. Null for a plan, which stops at a roll. */
  readonly shortcut: string | null;
  next(there: GameTable): Order | null;
}

const MOST_PENDING = 500;

export function createPlanCommands(
  { orders, shortcuts, transactions }: Actions,
  orderCommands: OrderCommands,
  choose: MachineChooser,
) {
  const { store, render, atTable } = transactions;

  const pendingPlans = new LRUCache<string, PendingPlan>({ max: MOST_PENDING });

  /**
   * Shows a plan as the bot understands it. An empty text opens a form.
   * @param then the shortcut that the plan goes on with
   */
  function read(caller: Caller, text: string, point: LogPoint | null = null, then?: string): Reply | null {
    return atSeat(caller, point, (table, planning, seat) => {
      const { state } = table.position;
      const isEmpty = text.trim() === '';
      const typed = isEmpty ? EMPTY_PLAN : planning.read(state, seat, text, table.marches.get(seat) ?? '');
      const plan = then === undefined ? typed : { ...typed, then };
      if (plan.orders.length === 0 && then === undefined && !planning.isWorthPlanning(state, seat))
        return cannotPlan(table, seat, PLAN.otherStep, { refused: plan.refused, replaces: point !== null });
      if (isEmpty) return planForm(table, planning, seat, '');
      return planReply(caller, table, planning, seat, { text, plan }, PLAN.yours, { replaces: point !== null });
    });
  }

  function change(caller: Caller, point: LogPoint, code: string): Reply | null {
    return atSeat(caller, point, (table, planning, seat) => {
      const pending = pendingOf(caller, point, code);
      return planForm(table, planning, seat, pending?.text ?? '', pending?.plan.then);
    });
  }

  function march(caller: Caller, point: LogPoint): Reply | null {
    return atSeat(caller, point, (table, planning, seat) => {
      const choices = planning.marches?.groups(table.position.state, seat) ?? [];
      if (choices.length === 0) return cannotPlan(table, seat, PLAN.noGroups);
      const menu = {
        prompt: PLAN.who,
        choosing: { what: 'march-who', point },
        least: 1,
        most: choices.length,
        choices,
      } as const;
      const type = button(PLAN.typeUnits, { do: 'type-plan', point });
      return reply('member', PLAN.who, { menu, rows: [[type]] });
    });
  }

  function marchTo(caller: Caller, point: LogPoint, values: readonly string[]): Reply | null {
    return atSeat(caller, point, (table, planning, seat) => {
      const who = values.join(', ');
      const { marches } = planning;
      const choices = marches?.goals(table.position.state, seat, who) ?? [];
      if (choices.length === 0) return cannotPlan(table, seat, PLAN.noGroups, { replaces: true });
      const code = keep(caller, point, `${who} to `, EMPTY_PLAN);
      const menu = selectOne(PLAN.where, { what: 'march-to', point, code }, choices);
      const type = button(PLAN.typePlace, { do: 'change-plan', point, code });
      const march = marches?.draft?.(table.position.state, seat, who) ?? null;
      const drawing = march && sketchOf(table, seat, march, render);
      const text = `**${who}**\n${PLAN.where}\n${PLAN.stops}`;
      return reply('member', text, { menu, rows: [[type]], replaces: true, drawing });
    });
  }

  function marchPlan(caller: Caller, point: LogPoint, code: string, place: string): Reply | null {
    return atSeat(caller, point, (table, planning, seat) => {
      const pending = pendingOf(caller, point, code);
      if (!pending) return reply('member', PLAN.gone, { replaces: true });
      const text = `${pending.text}${place}`;
      const plan = planning.read(table.position.state, seat, text, table.marches.get(seat) ?? '');
      return planReply(caller, table, planning, seat, { text, plan }, PLAN.yours, { replaces: true });
    });
  }

  function suggest(caller: Caller, point: LogPoint): Reply | null {
    return atSeat(caller, point, (table, planning, seat) => {
      const { game, position, system } = table;
      const dataset = store.dataset(game.dataset);
      if (!system.play?.machine || !dataset) return reply('member', SEAT_ANSWERS.noMachineHere);
      const { state, turn } = position;
      const make = async (): Promise<Reply> => {
        const orders = await choose(machineTask(table, dataset, { state, turn, seat, style: null }));
        const text = planning.write(state, seat, orders);
        const plan = { ...planning.read(state, seat, text, table.marches.get(seat) ?? ''), orders };
        const answer = planReply(caller, table, planning, seat, { text, plan }, PLAN.suggested, { replaces: false });
        return withDrawingAsFile(answer);
      };
      return reply('member', PLAN.working, { later: { make } });
    });
  }

  /** Gives a plan's orders, or proposes them. One message and one map tell all of them. */
  function give(caller: Caller, point: LogPoint, code: string, end = false): Reply | null {
    const pending = pendingOf(caller, point, code);
    const answer = atSeat(caller, point, (table, _planning, seat) => {
      if (!pending) return reply('member', PLAN.gone, { replaces: true });
      const { orders, rest, then } = pending.plan;
      const steps = [...orders, ...(then === undefined ? [] : [then]), ...(end ? [END_STEP] : [])];
      return orderCommands.propose(caller, table, seat, steps) ?? giveSteps(caller, table, seat, rest, steps);
    });
    return answer?.to === 'channel' ? settling(answer) : answer;
  }

  function marchOn(caller: Caller, point: LogPoint): Reply | null {
    return atSeat(caller, point, (table, planning, seat) => {
      const plan = marchesOf(table, planning, seat);
      if (!plan) return reply('member', PLAN.noMarches);
      const voted = orderCommands.propose(caller, table, seat, plan.orders);
      return voted ?? giveSteps(caller, table, seat, plan.rest, plan.orders);
    });
  }

  function follow(caller: Caller, point: LogPoint, shortcut: string): Reply | null {
    const answer = atSeat(caller, point, (table, planning, seat) => {
      const voted = orderCommands.propose(caller, table, seat, [shortcut]);
      const next = (there: GameTable) => planning.shortcuts.next(there.position.state, seat, shortcut);
      return voted ?? run(caller, table, seat, { rest: null, shortcut, next });
    });
    return answer?.to === 'channel' ? settling(answer) : answer;
  }

  /** Gives the orders of a plan, then those of the shortcut that follows. */
  function giveSteps(
    caller: Caller,
    table: GameTable,
    seat: SeatId,
    rest: string,
    steps: readonly ChoiceStep[],
  ): Said | GameChange {
    const orders = steps.filter((step) => typeof step === 'object');
    const shortcut = steps.find((step) => typeof step === 'string') ?? null;
    const next = ({ system, position: { state } }: GameTable) =>
      orders.shift() ?? (shortcut === null ? null : orderOfShortcut(system, state, seat, shortcut));
    return run(caller, table, seat, { rest, shortcut, next });
  }

  /** Gives one order after the other, as long as the phase lasts. */
  function run(
    caller: Caller,
    table: GameTable,
    seat: SeatId,
    { rest, shortcut, next }: OrdersInRun,
  ): Said | GameChange {
    const no = mayNotOrder(store, caller, table, seat);
    if (no !== null) return reply('member', no);
    if (mayChange(table, seat)) {
      const order = next(table);
      return order ? orderCommands.giveLegal(caller, table, seat, order) : reply('member', PLAN.nothingLeft);
    }
    const { id } = table.game;
    const { seq } = table.position;
    // The map shows the marches, so they are stored before the orders are given.
    if (rest !== null) store.setMarches(id, seat, seq, rest);
    const phase = phaseOfSeat(table, seat);
    const commanded = takeCommand(transactions, caller, table, seat);
    const tried: Order[] = [];
    const { change, refused } = orders.run(caller, commanded, null, (there): SeatOrder | null => {
      if (tried.length >= MOST_ORDERS || phaseOfSeat(there, seat) !== phase) return null;
      const hasRolled = tried.length > 0 && (there.position.latest.at(-1)?.throws.length ?? 0) > 0;
      const order = shortcut === null && hasRolled ? null : next(there);
      if (!order) return null;
      tried.push(order);
      return { seat, order };
    });
    const [first] = tried;
    if (!change || !first) {
      if (rest !== null) store.restoreMarches(id, seq);
      return reply('member', refused ? refusalText(table.system, refused) : PLAN.nothingLeft);
    }
    if (shortcut !== null) shortcuts.note(table, change.after, { caller, seat, shortcut, phaseKey: phase });
    // The channel reads only how many orders were given, since an order may name a hidden counter.
    const given = refused ? tried.length - 1 : tried.length;
    return {
      ...change,
      said: { ...change.said, settles: { tell: 'given', seat, by: caller.member.name, given, first } },
    };
  }

  function keep({ channel, member }: Caller, point: LogPoint, text: string, plan: Plan): string {
    const code = codeOf(plan, text);
    pendingPlans.set(`${channel} ${member.discordId}`, { code, point, text, plan });
    return code;
  }

  function pendingOf({ channel, member }: Caller, point: LogPoint, code: string): PendingPlan | null {
    const pending = pendingPlans.get(`${channel} ${member.discordId}`);
    const isSame = pending?.code === code && pending.point.game === point.game && pending.point.seq === point.seq;
    return pending && isSame ? pending : null;
  }

  /** Shows a plan to the member alone, with buttons to give, change or drop it. */
  function planReply(
    caller: Caller,
    table: GameTable,
    planning: Planning,
    seat: SeatId,
    { text, plan }: Pick<PendingPlan, 'text' | 'plan'>,
    heading: string,
    { replaces }: Pick<Reply, 'replaces'>,
  ): Reply {
    const { system, position } = table;
    const { state } = position;
    const point = logPointOf(table);
    const code = keep(caller, point, text, plan);
    const picture = planning.picture(system.knowledge.view(state, seat), seat, plan.orders);
    const votes = councilOf(position, seat).mode === 'vote' || orderBallot(table, seat) !== undefined;
    const choice = writeChoice([...plan.orders, ...(plan.then === undefined ? [] : [plan.then])]);
    const follows = shortcutTexts(system, state, seat, choice).map(PROPOSAL.follows);
    const shown = {
      ...plan,
      lines: [...plan.lines, ...follows],
      odds: sealsAt(table.ballots, seat) ? [] : (plan.odds ?? []),
      // In a ballot, marches that go on next turn are left out: each turn has its own ballot.
      ...(votes ? { rest: '' } : {}),
    };
    const example = plan.orders.length === 0 ? [PLAN.example(planExample(table, planning, seat))] : [];
    const give = (label: string, end: boolean) => button(label, { do: 'give-plan', point, code, end }, 'bold');
    const { ending } = planning;
    const mayEnd = plan.then === undefined && plan.orders.every(({ verb }) => verb !== ending);
    const givesNothing = plan.orders.length === 0 && follows.length === 0;
    const buttons = [
      ...(givesNothing ? [] : [give(giveOrdersLabel(plan.orders.length, votes), false)]),
      ...(!givesNothing && votes && mayEnd && orderOfShortcut(system, state, seat, END_STEP) !== null
        ? [give(PLAN.andEnd(system.orderWords.label(state, { verb: ending }).text), true)]
        : []),
      button(PLAN.change, { do: 'change-plan', point, code }),
      button(PLAN.drop, { do: 'keep' }),
    ];
    return reply('member', [planText(heading, shown, table.marches.get(seat)), ...example].join('\n'), {
      rows: [buttons],
      replaces,
      drawing: drawingOf(table, picture, 'plan', render),
    });
  }

  function atSeat(
    caller: Caller,
    point: LogPoint | null,
    work: (table: GameTable, planning: Planning, seat: SeatId) => Said | GameChange,
  ): Reply | null {
    return atTable(caller, point, (table) => {
      const seat = seatOf(store, table, caller);
      if (seat === null) return noSeat(table);
      const refusedNow = mayNotOrderNow(table, seat);
      if (refusedNow !== null) return refusedNow;
      const planning = table.system.play?.planning;
      if (planning) return work(table, planning, seat);
      return reply('member', ORDER_ANSWERS.noPlans, { rows: [[askButton(table)]] });
    });
  }

  return { read, change, march, marchTo, marchPlan, suggest, give, marchOn, follow };
}

/** Says why a side can't plan or march, with the buttons for what it can do. */
function cannotPlan(
  table: GameTable,
  seat: SeatId,
  why: string,
  { refused = [], replaces = false }: { readonly refused?: readonly string[]; readonly replaces?: boolean } = {},
): Reply {
  const { system, position } = table;
  const asked = system.rules.asked(position.state).find((one) => one.seat === seat);
  const lines = [
    ...refused.map((line) => `- ${line}`),
    [why, ...(asked ? [system.orderWords.asking(position.state, asked).prompt] : [])].join(' '),
  ];
  const { rows, menu } = asked ? seatOffers(table, seat) : { rows: [], menu: null };
  return reply('member', lines.join('\n'), { rows: rows.slice(0, MOST_ROWS - (menu ? 1 : 0)), menu, replaces });
}

function codeOf({ orders, then }: Plan, text: string): string {
  return createHash('sha256')
    .update(JSON.stringify([orders, text, then]))
    .digest('hex')
    .slice(0, 10);
}

/** Turns a drawing into a file, since a later reply can only bring files. */
function withDrawingAsFile(answer: Reply): Reply {
  const { drawing } = answer;
  if (!drawing) return answer;
  const file: Enclosure = { file: drawing.file, alt: drawing.alt, bytes: () => drawing.png() };
  return { ...answer, drawing: null, files: [file] };
}
