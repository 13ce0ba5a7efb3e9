import { type Lesson, MOST_IN_ROW } from '../../game/index.ts';
import { type GameRecord, isLessonChannel, lessonChannelOf } from '../../store/index.ts';
import type { Actions } from '../actions/actions.ts';
import { type Actor, clockActor, type GameChange, withoutInteraction } from '../actions/game-transactions.ts';
import type { NewGames } from '../actions/new-game.ts';
import type { Caller } from '../base/caller.ts';
import { byIdOrName } from '../base/fuzzy-match.ts';
import { LESSON_WORDS, noLesson } from '../base/help-words.ts';
import { button, type Reply, type ReplyButton, reply } from '../base/reply.ts';
import { leaveButton } from '../messages/position-message.ts';
import type { Edition, Library } from '../table/game-library.ts';
import type { GameTable } from '../table/game-tables.ts';
import { answerOf, givenIn } from '../table/lesson-progress.ts';
import { type Said, tableMessage } from '../table/said.ts';

/** Guided first turns. A lesson is a game in a channel that exists only in the database (`lessonChannelOf`). */
export function createLessons({ editions }: Library, newGames: NewGames, { transactions, orders }: Actions) {
  const { store, tables, runOnce, append, presentMap } = transactions;

  const taught: readonly (Edition & { readonly lesson: Lesson })[] = editions.flatMap((edition) => {
    const lesson = edition.system.play?.lesson;
    return lesson ? [{ ...edition, lesson }] : [];
  });

  /**
   * Opens a lesson where its member left it, or at its first step.
   * @param systemId null for the only game with a lesson. If there are several, the member is asked.
   * @param again starts the lesson anew
   */
  function open(caller: Caller, systemId: string | null, again = false): Reply | null {
    const games = taught.map(({ system: { id, about } }) => ({ id, name: about.title }));
    const [only, ...others] = taught;
    if (systemId === null && others.length > 0) return reply('member', LESSON_WORDS.choose, { rows: [buttons()] });
    const id = systemId === null ? only?.system.id : byIdOrName(games, systemId)?.id;
    const edition = taught.find(({ system }) => system.id === id);
    if (!edition) return reply('member', noLesson(games.map(({ name }) => name)));
    const learner = inLesson(caller, edition.system.id);
    return runOnce(caller, () => {
      const running = store.runningIn(learner.channel);
      const present = running && !again ? presentStep(running) : null;
      if (running && !present) end(withoutInteraction(learner), running, store.lastSeq(running.id));
      return present ?? begin(learner, edition);
    });
  }

  function leave(system: string): Reply {
    const rows: ReplyButton[][] = [
      [
        button(LESSON_WORDS.goOn, { do: 'learn', system, again: false }, 'bold'),
        button(LESSON_WORDS.again, { do: 'learn', system, again: true }),
      ],
    ];
    return reply('member', LESSON_WORDS.left, { rows, replaces: true });
  }

  /** Adds to a member's order the other side's answers, then the next step or the end. */
  function follow({ after }: GameChange, { at }: Pick<Actor, 'at'>): GameChange {
    const begun = tables.withBallots(after);
    const { lesson } = begun;
    if (!lesson) throw new Error(`${after.game.id} is no lesson`);
    const base = tables.system(after.game);
    const { change } = orders.run(clockActor(at), begun, 'machine', ({ position }) =>
      answerOf(base, lesson.lesson, position.state, givenIn(store.entries(after.game.id))),
    );
    const answered = change && tables.withBallots(change.after);
    const final = endedIfDone(answered ?? begun, at);
    const played = answered ? [begun, answered] : [begun];
    // The picture marks the events of the member's order too.
    const events = played.flatMap(({ position }) => position.moment?.events ?? []);
    const moment = final.position.moment && { ...final.position.moment, events };
    const shown = { ...final, position: { ...final.position, moment } };
    return {
      after: final,
      said: tableMessage(
        shown,
        played.map((table) => ({ tell: 'last-order', at: table }) as const),
      ),
    };
  }

  function endedIfDone(table: GameTable, at: number): GameTable {
    const { game, position } = table;
    if (game.ended || !table.lesson || table.lesson.done < table.lesson.lesson.steps.length) return table;
    const seq = end(clockActor(at), game, position.seq);
    return { ...table, game: { ...game, ended: { at, how: 'abandoned' } }, position: { ...position, seq } };
  }

  function end(actor: Actor, game: GameRecord, last: number): number {
    const { seq } = append(actor, game, last + 1, { kind: 'abandon' });
    store.endGame(game.id, actor.at, 'abandoned');
    return seq;
  }

  /** Null if the rules have changed, so that the lesson can't go on. */
  function presentStep(game: GameRecord): Said | null {
    const table = tables.tableIfCompatible(game);
    return table && presentMap(table, LESSON_WORDS.goesOn);
  }

  function begin(learner: Caller, { lesson, ...edition }: Edition & { readonly lesson: Lesson }): GameChange | Reply {
    const { system } = edition;
    const variant = system.about.variants.find(({ id }) => id === lesson.variant);
    if (!variant) throw new Error(`${system.about.title} has no variant ${lesson.variant}`);
    const { channel, guild, member } = learner;
    const starter = store.member(member.discordId, member.name);
    const change = newGames.begin(learner, { channel, guild, starter, edition, variant, last: null, from: null });
    if (system.about.seats.length > 1) store.sit(change.after.game.id, lesson.seat, starter.id);
    return change;
  }

  function buttons(): ReplyButton[] {
    return taught
      .slice(0, MOST_IN_ROW)
      .map(({ system: { id, about } }) =>
        button(LESSON_WORDS.learnGame(about.title), { do: 'learn', system: id, again: false }, 'bold'),
      );
  }

  return { open, leave, follow };
}

/** The caller as they act in their lesson. */
export function inLesson(caller: Caller, system: string): Caller {
  const channel = lessonChannelOf(caller.member.discordId, system);
  return { ...caller, channel, guild: null, isModerator: true, threads: { kind: 'none' } };
}

/**
 * Makes an answer in a lesson private and keeps it in one message. Returns any other answer unchanged.
 * @param looks the answer shows the position, and needs a button back to the step
 */
export function ofLesson(caller: Caller, answer: Reply | null, looks: boolean): Reply | null {
  return answer && isLessonChannel(caller.channel) ? inOneMessage(caller, answer, looks) : answer;
}

function inOneMessage(caller: Caller, answer: Reply, looks: boolean): Reply {
  const [, , system = ''] = caller.channel.split(' ');
  const goOn: ReplyButton = button(LESSON_WORDS.goOn, { do: 'learn', system, again: false }, 'bold');
  // A button that would close a question leads back to the step instead.
  const rows = answer.rows.map((row) =>
    row.map((button): ReplyButton => (button.press.do === 'keep' ? { ...button, press: goOn.press } : button)),
  );
  const { later } = answer;
  const privately = {
    ...answer,
    to: 'member',
    later: later && { ...later, make: async () => inOneMessage(caller, await later.make(), looks) },
  } as const;
  const isQuestion = rows.length > 0 || answer.menu !== null;
  // Text alone stands above the step, which stays.
  if (!isQuestion && !answer.replaces) return privately;
  const leadsOn = rows.flat().some(({ press }) => press.do === 'leave-lesson' || press.do === 'learn');
  if (leadsOn) return { ...privately, rows };
  if (!isQuestion || looks) return { ...privately, rows: [...rows, [goOn, leaveButton(system)]] };
  return { ...privately, rows: [...rows.slice(0, -1), [...(rows.at(-1) ?? []), leaveButton(system)]] };
}
