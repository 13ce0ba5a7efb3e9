import { type Lesson, MOST_IN_ROW } from '../../game/index.ts';
import type { GameRecord } from '../../store/index.ts';
import {
  type Actor,
  clockActor,
  type GameChange,
  type GameTransactions,
  withoutInteraction,
} from '../actions/game-transactions.ts';
import type { NewGames } from '../actions/new-game.ts';
import type { OrderExecution } from '../actions/order-execution.ts';
import type { Caller } from '../base/caller.ts';
import { byIdOrName } from '../base/fuzzy-match.ts';
import { LESSON, noLesson } from '../base/lesson-words.ts';
import { type Reply, type ReplyButton, reply } from '../base/reply.ts';
import { inLesson } from '../messages/lesson-message.ts';
import type { Edition, Library } from '../table/game-library.ts';
import type { GameTable } from '../table/game-tables.ts';
import { answerOf, ordersIn } from '../table/lesson-progress.ts';
import { type Said, tableMessage } from '../table/said.ts';

/**
 * Guided first turns. The game of a lesson is a game as any other: in the database, with its log and sealed dice. Its channel is no channel of Discord's but
 * the member's own (`lessonChannelOf`), so that it gets in the way of no table, needs no permission and no open DMs, and goes on after a
 * restart. Members press the usual buttons; what they are answered comes to them alone, and no channel gets any of it.
 */
export class Lessons {
  readonly #editions: readonly (Edition & { readonly lesson: Lesson })[];
  readonly #transactions: GameTransactions;
  readonly #newGames: NewGames;
  readonly #orders: OrderExecution;

  constructor(
    { editions }: Library,
    newGames: NewGames,
    parts: { readonly transactions: GameTransactions; readonly orders: OrderExecution },
  ) {
    this.#editions = editions.flatMap((edition) => {
      const { lesson } = edition.system;
      return lesson ? [{ ...edition, lesson }] : [];
    });
    this.#transactions = parts.transactions;
    this.#newGames = newGames;
    this.#orders = parts.orders;
  }

  /**
   * A lesson as its member left it, or from its first step. Null: this interaction has been dealt with before.
   * @param systemId of which game; null: of the only one that has a lesson, or the member is asked
   * @param again the one that was left is given up
   */
  open(caller: Caller, systemId: string | null, again = false): Reply | null {
    const games = this.#editions.map(({ system: { id, title } }) => ({ id, name: title }));
    const [only, ...others] = this.#editions;
    if (systemId === null && others.length > 0) return reply('member', LESSON.choose, { rows: [this.#buttons()] });
    const id = systemId === null ? only?.system.id : byIdOrName(games, systemId)?.id;
    const edition = this.#editions.find(({ system }) => system.id === id);
    if (!edition) return reply('member', noLesson(games.map(({ name }) => name)));
    const learner = inLesson(caller, edition.system.id);
    const { store } = this.#transactions;
    return this.#transactions.runOnce(caller.interaction, () => {
      const running = store.runningIn(learner.channel);
      const present = running && !again ? this.#present(running) : null;
      if (running && !present) this.#end(withoutInteraction(learner), running, store.lastSeq(running.id));
      return present ?? this.#begin(learner, edition);
    });
  }

  /** Puts a lesson away. It stays as it is. */
  leave(system: string): Reply {
    const rows: ReplyButton[][] = [
      [
        { label: LESSON.goOn, tone: 'bold', press: { do: 'learn', system, again: false } },
        { label: LESSON.again, tone: 'plain', press: { do: 'learn', system, again: true } },
      ],
    ];
    return reply('member', LESSON.left, { rows, replaces: true });
  }

  /** What follows from an order in a lesson: the other side's answers, the next step or the end. */
  follow({ after }: GameChange, { at }: Pick<Actor, 'at'>): GameChange {
    const { store, tables } = this.#transactions;
    const begun = tables.withBallots(after);
    const { lesson } = begun;
    if (!lesson) throw new Error(`${after.game.id} is no lesson`);
    const base = tables.system(after.game);
    const { change } = this.#orders.run(clockActor(at), begun, 'machine', ({ position }) =>
      answerOf(base, lesson.lesson, position.state, ordersIn(store.entries(after.game.id))),
    );
    const events = change ? [begun, change.after].flatMap(({ position }) => position.moment?.events ?? []) : null;
    const table = tables.withBallots(change?.after ?? begun);
    const ended = this.#ended(table, at);
    const { moment } = table.position;
    const shown =
      events && moment ? { ...ended, position: { ...ended.position, moment: { ...moment, events } } } : ended;
    const told = [begun, ...(change ? [table] : [])].map((at) => ({ tell: 'last-order', at }) as const);
    return { after: ended, said: tableMessage(shown, told) };
  }

  /** A lesson ends with its last step. */
  #ended(table: GameTable, at: number): GameTable {
    const { game, position } = table;
    const { lesson, done } = progressOf(table);
    if (game.ended || done < lesson.steps.length) return table;
    const seq = this.#end(clockActor(at), game, position.seq);
    return { ...table, game: { ...game, ended: { at, how: 'abandoned' } }, position: { ...position, seq } };
  }

  #end(actor: Actor, game: GameRecord, last: number): number {
    const { seq } = this.#transactions.append(actor, game, last + 1, { kind: 'abandon' });
    this.#transactions.store.endGame(game.id, actor.at, 'abandoned');
    return seq;
  }

  /** Null: the rules have changed, and it can't go on. */
  #present(game: GameRecord): Said | null {
    const table = this.#transactions.tables.tableIfCompatible(game);
    return table && this.#transactions.presentMap(table, LESSON.goesOn);
  }

  #begin(learner: Caller, { lesson, ...edition }: Edition & { readonly lesson: Lesson }): GameChange | Reply {
    const { store } = this.#transactions;
    const { system } = edition;
    const variant = system.variants.find(({ id }) => id === lesson.variant);
    if (!variant) throw new Error(`${system.title} has no variant ${lesson.variant}`);
    const { channel, guild, member } = learner;
    const starter = store.member(member.discordId, member.name);
    const change = this.#newGames.begin(learner, {
      channel,
      guild,
      starter,
      edition,
      variant,
      last: null,
      from: null,
    });
    if (system.seats.length > 1) store.sit(change.after.game.id, lesson.seat, starter.id);
    return change;
  }

  #buttons(): ReplyButton[] {
    return this.#editions.slice(0, MOST_IN_ROW).map(({ system: { id, title } }) => ({
      label: LESSON.learnGame(title),
      tone: 'bold',
      press: { do: 'learn', system: id, again: false },
    }));
  }
}

function progressOf({ game, lesson }: GameTable) {
  if (!lesson) throw new Error(`${game.id} is no lesson`);
  return lesson;
}
