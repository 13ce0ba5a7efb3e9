import { prospects, SAME_WORTH, type Solution } from '../../../advisor/index.ts';
import type { MemberId } from '../../../council/index.ts';
import { labelText, legalOrders, orderKey, type Picture, type System } from '../../../game/index.ts';
import type { GameRecord, ProblemRecord, ServerEntry, Store } from '../../../store/index.ts';
import type { GameTransactions } from '../../actions/game-transactions.ts';
import type { Caller } from '../../base/caller.ts';
import { loading } from '../../base/reading.ts';
import { button, type Reply, type ReplyButton, reply } from '../../base/reply.ts';
import { ifCompatible } from '../../table/incompatible-log.ts';
import type { Solutions } from '../../table/solutions.ts';
import { namingOf, type RecordCommands } from '../record/record-commands.ts';
import { type GameResult, MADE_BY } from '../record/record-totals.ts';
import { outcomeInWords, PROBLEM, problemInWords } from './problem-words.ts';

type ProblemEntry = ServerEntry & { readonly kind: 'problem' };

/** Hour of UTC. */
const DEFAULT_HOUR = 20;
const HOUR_MS = 60 * 60_000;
/** Every problem can be answered for so long at least. */
const LEAST_MS = 2 * HOUR_MS;
/** The latest games from which problems are taken. */
const MOST_GAMES = 200;
/** Problems looked at for those asked before, and for streaks. */
const MOST_PROBLEMS = 200;
/** Tenths of a percentage point that the order given cost at least: what costs less is no problem. */
const LEAST_COST = 10;
const MOST_ORDERS = 25;
const IN_A_ROW = 5;

/**
 * Problems: a position from an ended game in which an order cost much, asked in a channel until the server's hour. What each order is
 * worth is kept when it is asked, so that its end needs neither rules nor solver.
 */
export class ProblemCommands {
  readonly #transactions: GameTransactions;
  readonly #store: Store;
  readonly #systems: readonly System[];
  readonly #solutions: Solutions;
  readonly #record: Pick<RecordCommands, 'count'>;

  constructor(
    transactions: GameTransactions,
    systems: readonly System[],
    solutions: Solutions,
    record: Pick<RecordCommands, 'count'>,
  ) {
    this.#transactions = transactions;
    this.#store = transactions.store;
    this.#systems = systems;
    this.#solutions = solutions;
    this.#record = record;
  }

  /** Shows the channel's problem to the member, or asks a new one. Null if the interaction had its effect before. */
  ask(caller: Caller): Reply | null {
    const { guild, channel, interaction, at } = caller;
    if (guild === null) return reply('member', PROBLEM.inServers);
    const open = this.#problems(guild, channel).find(({ due }) => due !== null);
    if (open) return this.#shown(open, caller);
    const counts = this.#record.count(guild);
    if (counts) return loading(counts);
    const found = this.#next(caller);
    if (found instanceof Promise) return loading(found);
    if (!found) return reply('member', PROBLEM.none);
    return this.#transactions.runOnce(interaction, () => {
      const until = this.#endAfter(guild, at);
      const { id: member } = this.#store.member(caller.member.discordId, caller.member.name);
      const body: ProblemRecord = { ...found, until };
      const entry = { guild, channel, kind: 'problem', about: null, member, body, at, due: until } as const;
      const id = this.#store.addServerEntry({ ...entry, interaction });
      return this.#message({ ...entry, id }, 'channel', []);
    });
  }

  /** @param hour of UTC, 0 to 23. Null if the interaction had its effect before. */
  setHour(caller: Caller, hour: number): Reply | null {
    return this.#transactions.runOnce(caller.interaction, () => {
      const { guild, channel, interaction, at } = caller;
      if (guild === null) return reply('member', PROBLEM.inServers);
      if (!caller.isModerator) return reply('member', PROBLEM.moderators);
      const { id: member } = this.#store.member(caller.member.discordId, caller.member.name);
      const entry = { guild, channel, kind: 'hour', about: null, member, body: { hour }, at, due: null } as const;
      this.#store.addServerEntry({ ...entry, interaction });
      return reply('member', PROBLEM.hourSet(this.#endAfter(guild, at)));
    });
  }

  /** @param order its place in the problem's list. Null if the interaction had its effect before. */
  answer(caller: Caller, problem: number, order: number): Reply | null {
    return this.#transactions.runOnce(caller.interaction, () => {
      const { channel, interaction, at } = caller;
      const entry = this.#store.serverEntry(problem);
      if (entry?.kind !== 'problem' || entry.channel !== channel) return reply('member', PROBLEM.elsewhere);
      const chosen = entry.body.orders[order];
      if (!chosen) return reply('member', PROBLEM.elsewhere);
      if (entry.due === null || at >= entry.due) return reply('member', PROBLEM.over);
      const { id: member } = this.#store.member(caller.member.discordId, caller.member.name);
      const { guild } = entry;
      const answer = {
        guild,
        channel,
        kind: 'answer',
        about: problem,
        member,
        body: { order },
        at,
        due: null,
      } as const;
      this.#store.addServerEntry({ ...answer, interaction });
      return reply('member', PROBLEM.answered(chosen.label, entry.due));
    });
  }

  /** The worth of each order and the members who found the best, for the problem's channel once it has ended. */
  outcome(entry: ProblemEntry): Reply {
    const { guild, channel, body } = entry;
    const answers = this.#answers(entry.id);
    const best = bestOf(body);
    const earlier = this.#problems(guild, channel).filter(({ id, due }) => id < entry.id && due === null);
    const found = [...answers].flatMap(([member, order]) => (best.has(order) ? [member] : []));
    const streaks = found.map((member) => ({ member, inARow: 1 + this.#streak(earlier, member) }));
    const game = this.#store.game(body.game);
    const { name } = namingOf(this.#store, this.#systems, { guild }, found);
    const text = outcomeInWords(entry, [...answers.values()], streaks, game, name);
    return reply('channel', text, { rows: [[button(PROBLEM.another, { do: 'problem' })]] });
  }

  #shown(entry: ProblemEntry, { member }: Caller): Reply {
    const known = this.#store.knownMember(member.discordId);
    const own = known ? this.#answers(entry.id).get(known.id) : undefined;
    const label = own === undefined ? undefined : entry.body.orders[own]?.label;
    return this.#message(entry, 'member', label === undefined ? [] : [PROBLEM.yourAnswer(label)]);
  }

  #message(entry: Pick<ProblemEntry, 'id' | 'body' | 'guild'>, to: Reply['to'], own: readonly string[]): Reply {
    const { body, id, guild } = entry;
    const { system, picture, summary } = this.#drawn(body);
    const buttons = body.orders.map(({ label }, order) => button(label, { do: 'answer', problem: id, order }));
    const rows = Array.from({ length: Math.ceil(buttons.length / IN_A_ROW) }, (_, row): ReplyButton[] =>
      buttons.slice(row * IN_A_ROW, (row + 1) * IN_A_ROW),
    );
    const text = [...problemInWords(body, system?.about.title ?? '', summary), ...own].join('\n');
    const bytes = async (scene: Picture['scene']) => this.#transactions.render(scene, guild);
    const files = picture ? [{ file: 'problem.png', alt: picture.alt, bytes: () => bytes(picture.scene) }] : [];
    return reply(to, text, { rows, files });
  }

  /** The position before the order, as everybody sees it; nothing of a game that this version can't read. */
  #drawn({ game: id, entry }: ProblemRecord) {
    const { tables } = this.#transactions;
    const game = tables.game(id);
    const found = ifCompatible(() => {
      const system = tables.system(game);
      const view = system.knowledge.view(tables.positionAt(game, entry - 1).state, 'public');
      const picture = system.pictures.picture(view, null, { seal: game.seal });
      return { system, picture, summary: system.positionWords.summary(view) };
    });
    return found ?? { system: null, picture: null, summary: '' };
  }

  /** The costliest order that was not asked about before; a promise if something must be loaded first. */
  #next(caller: Caller): Omit<ProblemRecord, 'until'> | Promise<void> | null {
    const guild = caller.guild ?? '';
    const asked = new Set(this.#store.serverEntries(guild, 'problem', MOST_PROBLEMS).map(pointOf));
    const costly = this.#store.resultsIn(guild, MADE_BY, undefined, MOST_GAMES).flatMap(({ game, channel, body }) => {
      if (channel !== caller.channel && !caller.isReadHere?.(channel)) return [];
      const moments = (JSON.parse(body) as GameResult).moments?.costly ?? [];
      return moments.map(({ entry, size }) => ({ game, entry, size }));
    });
    for (const { game: id, entry, size } of costly.sort((a, b) => b.size - a.size)) {
      if (size < LEAST_COST) return null;
      const game = this.#store.game(id);
      if (!game?.ended || asked.has(`${id} ${entry}`)) continue;
      const waits = this.#solutions.preload(game) ?? this.#transactions.tables.ready(game, entry - 1);
      if (waits) return waits;
      const problem = this.#problemAt(game, entry);
      if (problem) return problem;
    }
    return null;
  }

  #problemAt(game: GameRecord, entry: number): Omit<ProblemRecord, 'until'> | null {
    const { tables } = this.#transactions;
    const given = this.#store.entry(game.id, entry);
    const solution = this.#solutions.now(game);
    if (!solution || given?.kind !== 'order') return null;
    const orders = ifCompatible(() =>
      worthsAt(tables.system(game), solution, tables.positionAt(game, entry - 1).state, given.seat),
    );
    if (!orders || orders.length > MOST_ORDERS) return null;
    const key = orderKey(given.order);
    const listed = orders.map(({ label, worth }) => ({ label, worth }));
    return { game: game.id, entry, orders: listed, given: orders.findIndex((order) => order.key === key) };
  }

  /** The last answer of each member: the place of an order. */
  #answers(problem: number): ReadonlyMap<MemberId, number> {
    return new Map(
      this.#store
        .serverEntriesAbout(problem)
        .flatMap((entry) =>
          entry.kind === 'answer' && entry.member !== null ? [[entry.member, entry.body.order] as const] : [],
        ),
    );
  }

  /** How many problems in a row, from the last one back, a member has found the best order of. */
  #streak(ended: readonly ProblemEntry[], member: MemberId): number {
    const missed = ended.findIndex(({ id, body }) => !bestOf(body).has(this.#answers(id).get(member) ?? -1));
    return missed < 0 ? ended.length : missed;
  }

  /** The problems of a channel, the last first. */
  #problems(guild: string, channel: string): ProblemEntry[] {
    const all = this.#store.serverEntries(guild, 'problem', MOST_PROBLEMS);
    return all.flatMap((entry) => (entry.kind === 'problem' && entry.channel === channel ? [entry] : []));
  }

  #endAfter(guild: string, at: number): number {
    const [latest] = this.#store.serverEntries(guild, 'hour', 1);
    const hour = latest?.kind === 'hour' ? latest.body.hour : DEFAULT_HOUR;
    const day = 24 * HOUR_MS;
    const first = Math.floor(at / day) * day + hour * HOUR_MS;
    const days = Math.ceil((at + LEAST_MS - first) / day);
    return first + Math.max(0, days) * day;
  }
}

function pointOf(entry: ServerEntry): string {
  return entry.kind === 'problem' ? `${entry.body.game} ${entry.body.entry}` : '';
}

/** The places of the best orders. */
function bestOf({ orders }: ProblemRecord): ReadonlySet<number> {
  const most = Math.max(...orders.map(({ worth }) => worth));
  return new Set(orders.flatMap(({ worth }, place) => (most - worth < SAME_WORTH ? [place] : [])));
}

/** Every legal order in the game's own order, which says nothing of its worth. */
function worthsAt(system: System, solution: Solution, state: Parameters<typeof prospects>[2], seat: string) {
  const found = new Map((prospects(system, solution, state) ?? []).map((one) => [orderKey(one.order), one]));
  if (found.size === 0) return null;
  return [...legalOrders(system.rules, state, seat)].flatMap((order) => {
    const known = found.get(orderKey(order));
    return known ? [{ key: orderKey(order), label: labelText(known.label, true), worth: known.worth }] : [];
  });
}
