import { prospects } from '../../../advisor/index.ts';
import { DAY, HOUR, type MemberId } from '../../../council/index.ts';
import { labelText, legalOrders, orderKey } from '../../../game/index.ts';
import type { GameRecord, ProblemRecord, ServerEntryOf } from '../../../store/index.ts';
import type { Caller } from '../../base/caller.ts';
import { loading } from '../../base/reading.ts';
import { button, inRows, type Reply, reply } from '../../base/reply.ts';
import { ifCompatible } from '../../table/replay-log.ts';
import type { Solutions } from '../../table/solutions.ts';
import { namingOf, resultsIn } from '../record/record-commands.ts';
import { bestOf, outcomeInWords, PROBLEM, problemInWords } from './season-words.ts';
import { addServerEntry, type SeasonParts } from './server-entries.ts';

type ProblemEntry = ServerEntryOf<'problem'>;

/** The hour at which problems end by default, UTC. */
const DEFAULT_HOUR = 20;
/** Every problem can be answered at least so long. */
const LEAST_MS = 2 * HOUR;
/** How many of the latest games problems are taken from. */
const MOST_GAMES = 200;
/** How many problems are searched for repeats and for streaks. */
const MOST_PROBLEMS = 200;
/** The given order must have cost at least so much, in tenths of a percentage point. */
const LEAST_COST = 10;
const MOST_ORDERS = 25;

/**
 * Problems: a position of an ended game in which an order cost much. A channel is asked for the best order until the
 * server's hour. The worth of each order is stored with the question, so that the answer needs neither rules nor
 * solver.
 */
export function createProblemCommands(parts: SeasonParts & { readonly solutions: Solutions }) {
  const { record, transactions, store, solutions } = parts;
  const { tables, render, runOnce } = transactions;

  /** Shows the channel's problem to the member, or poses a new one. Null if the interaction was handled before. */
  function ask(caller: Caller): Reply | null {
    const { guild, channel, at } = caller;
    if (guild === null) return reply('member', PROBLEM.inServers);
    const open = problems(guild, channel).find(({ due }) => due !== null);
    const counts = open ? null : record.count(guild);
    if (counts) return loading(counts);
    const found = open ? null : next(caller, guild);
    if (found instanceof Promise) return loading(found);
    return runOnce(caller, () => {
      if (open) return message(open, 'member', ownAnswer(open, caller));
      if (!found) return reply('member', PROBLEM.none);
      const until = endAfter(guild, at);
      const problem = { guild, kind: 'problem', about: null, body: { ...found, until }, due: until } as const;
      return message(addServerEntry(store, caller, problem), 'channel');
    });
  }

  /**
   * Null if the interaction was handled before.
   * @param hour 0 to 23, UTC
   */
  function setHour(caller: Caller, hour: number): Reply | null {
    return runOnce(caller, () => {
      const { guild, at } = caller;
      if (guild === null) return reply('member', PROBLEM.inServers);
      if (!caller.isModerator) return reply('member', PROBLEM.moderators);
      if (!Number.isInteger(hour) || hour < 0 || hour > 23) return reply('member', PROBLEM.hours);
      addServerEntry(store, caller, { guild, kind: 'hour', about: null, body: { hour }, due: null });
      return reply('member', PROBLEM.hourSet(endAfter(guild, at)));
    });
  }

  /**
   * Null if the interaction was handled before.
   * @param order the index in the problem's list
   */
  function answer(caller: Caller, about: number, order: number): Reply | null {
    return runOnce(caller, () => {
      const entry = store.serverEntry(about);
      const problem = entry?.kind === 'problem' && entry.channel === caller.channel ? entry : null;
      const chosen = problem?.body.orders[order];
      if (!problem || !chosen) return reply('member', PROBLEM.elsewhere);
      const { guild, due } = problem;
      if (due === null || caller.at >= due) return reply('member', PROBLEM.over);
      addServerEntry(store, caller, { guild, kind: 'answer', about, body: { order }, due: null });
      return reply('member', PROBLEM.answered(chosen.label, due));
    });
  }

  /** The post at the end of a problem: the worth of each order, and the members who found the best. */
  function outcome(entry: ProblemEntry): Reply {
    const { guild, channel, body } = entry;
    const foundIn = (problem: ProblemEntry) => {
      const best = bestOf(problem.body);
      return [...answersOf(problem.id)].flatMap(([member, order]) => (best.has(order) ? [member] : []));
    };
    const earlier = problems(guild, channel)
      .filter(({ id, due }) => id < entry.id && due === null)
      .map((problem) => new Set(foundIn(problem)));
    const finders = foundIn(entry).map((member) => {
      const missed = earlier.findIndex((found) => !found.has(member));
      return { member, inARow: 1 + (missed < 0 ? earlier.length : missed) };
    });
    const { name } = namingOf(
      parts,
      { guild },
      finders.map(({ member }) => member),
    );
    const answers = [...answersOf(entry.id).values()];
    const text = outcomeInWords(entry, answers, finders, store.game(body.game), name);
    return reply('channel', text, { rows: [[button(PROBLEM.another, { do: 'problem' })]] });
  }

  function ownAnswer({ id, body }: ProblemEntry, { member }: Caller): string[] {
    const known = store.knownMember(member.discordId);
    const own = body.orders[(known && answersOf(id).get(known.id)) ?? -1];
    return own ? [PROBLEM.yourAnswer(own.label)] : [];
  }

  /** A problem with the public position before the order, if this version can read the game. */
  function message(
    { id, guild, body }: Pick<ProblemEntry, 'id' | 'guild' | 'body'>,
    to: Reply['to'],
    own: string[] = [],
  ): Reply {
    const game = tables.game(body.game);
    const drawn = ifCompatible(() => {
      const { about, knowledge, pictures, positionWords } = tables.system(game);
      const view = knowledge.view(tables.positionAt(game, body.entry - 1).state, 'public');
      const picture = pictures.picture(view, null, { seal: game.seal });
      return { title: about.title, summary: positionWords.summary(view), picture };
    });
    const { title = '', summary = '', picture } = drawn ?? {};
    return reply(to, [...problemInWords(body, title, summary), ...own].join('\n'), {
      rows: inRows(body.orders.map(({ label }, order) => button(label, { do: 'answer', problem: id, order }))),
      files: picture
        ? [{ file: 'problem.png', alt: picture.alt, bytes: async () => render(picture.scene, guild) }]
        : [],
    });
  }

  /** The costliest order that was not asked about before; a promise if data must be loaded first. */
  function next(caller: Caller, guild: string): Omit<ProblemRecord, 'until'> | Promise<void> | null {
    const pointOf = ({ game, entry }: Pick<ProblemRecord, 'game' | 'entry'>) => `${game} ${entry}`;
    const asked = new Set(store.serverEntries(guild, 'problem', MOST_PROBLEMS).map(({ body }) => pointOf(body)));
    const costly = resultsIn(store, guild, undefined, MOST_GAMES)
      .filter(({ ended: { channel } }) => channel === caller.channel || caller.isReadHere?.(channel))
      .flatMap(({ ended: { game }, reckoning: { moments } }) =>
        (moments?.costly ?? []).map(({ entry, size }) => ({ game, entry, size })),
      )
      .filter((point) => point.size >= LEAST_COST && !asked.has(pointOf(point)))
      .sort((a, b) => b.size - a.size);
    for (const { game: id, entry } of costly) {
      const game = store.game(id);
      if (!game?.ended) continue;
      const waits = solutions.preload(game) ?? tables.ready(game, entry - 1);
      const problem = waits ?? problemAt(game, entry);
      if (problem) return problem;
    }
    return null;
  }

  /** A problem with all legal orders, in the order in which the game lists them. */
  function problemAt(game: GameRecord, entry: number): Omit<ProblemRecord, 'until'> | null {
    const given = store.entry(game.id, entry);
    const solution = solutions.now(game);
    if (!solution || given?.kind !== 'order') return null;
    const orders = ifCompatible(() => {
      const system = tables.system(game);
      const { state } = tables.positionAt(game, entry - 1);
      const known = new Map((prospects(system, solution, state) ?? []).map((one) => [orderKey(one.order), one]));
      return [...legalOrders(system.rules, state, given.seat)].flatMap((order) => known.get(orderKey(order)) ?? []);
    });
    if (!orders || orders.length === 0 || orders.length > MOST_ORDERS) return null;
    const key = orderKey(given.order);
    const listed = orders.map(({ label, worth }) => ({ label: labelText(label, true), worth }));
    return { game: game.id, entry, orders: listed, given: orders.findIndex(({ order }) => orderKey(order) === key) };
  }

  /** The last answer of each member, as an index in the problem's list. */
  function answersOf(problem: number): ReadonlyMap<MemberId, number> {
    return new Map(store.answersTo(problem).map(({ member, body }) => [member, body.order]));
  }

  /** The problems of a channel, the last first. */
  function problems(guild: string, channel: string): ProblemEntry[] {
    return store.serverEntries(guild, 'problem', MOST_PROBLEMS).filter((entry) => entry.channel === channel);
  }

  function endAfter(guild: string, at: number): number {
    const [latest] = store.serverEntries(guild, 'hour', 1);
    const first = Math.floor(at / DAY) * DAY + (latest?.body.hour ?? DEFAULT_HOUR) * HOUR;
    return first + Math.max(0, Math.ceil((at + LEAST_MS - first) / DAY)) * DAY;
  }

  return { ask, setHour, answer, outcome };
}
