import type { Store } from '../store/index.ts';
import { createBallotClosing } from './actions/ballot-closing.ts';
import { createDueAlarms } from './actions/due-alarms.ts';
import { createGameTransactions } from './actions/game-transactions.ts';
import { createMachineOrders } from './actions/machine-orders.ts';
import { createNewGames } from './actions/new-game.ts';
import { createOrderExecution, createShortcutsUnderWay } from './actions/order-execution.ts';
import { createSidePings } from './actions/side-pings.ts';
import { createUndoOrders } from './actions/undo-orders.ts';
import { createVoteCasting, lostRoles } from './actions/vote-casting.ts';
import { createMyDataCommands } from './afterwards/mydata/mydata-commands.ts';
import { createRecaps } from './afterwards/recap/recap.ts';
import { createRecordCommands } from './afterwards/record/record-commands.ts';
import { createProblemCommands } from './afterwards/season/problem-commands.ts';
import { createRatingCommands, createSeasonCommands } from './afterwards/season/season-commands.ts';
import { createDueEnds } from './afterwards/season/server-entries.ts';
import type { Renderer } from './base/reply.ts';
import { createTimers } from './features/background-jobs.ts';
import { createBallotCommands } from './features/ballot-commands.ts';
import { createBotStatus } from './features/bot-status.ts';
import { createBranchPoints } from './features/branch-points.ts';
import { createCommandCompletions } from './features/command-completions.ts';
import { createCouncilCommands } from './features/council-commands.ts';
import { createForumPosts } from './features/forum-posts.ts';
import { createGameCommands } from './features/game-commands.ts';
import { createLessons } from './features/lessons.ts';
import { createLogCommands, createVerifyCommands } from './features/log-commands.ts';
import { createMapCommands } from './features/map-commands.ts';
import { createOrderCommands } from './features/order-commands.ts';
import { createPlanCommands } from './features/plan-commands.ts';
import { createPreloading } from './features/preloading.ts';
import { createHelpCommands } from './features/rules-and-help.ts';
import { createSeatCommands } from './features/seat-commands.ts';
import { createClockCommands, createPostingCommands, createQuietHoursCommands } from './features/table-settings.ts';
import { createWhatIfThreads } from './features/what-if-threads.ts';
import { createBallotMessages } from './messages/ballot-messages.ts';
import { createLiveBoardContents } from './messages/live-board-contents.ts';
import { messageOf, messageOfChange } from './messages/message-of.ts';
import { createUndelivered } from './messages/undelivered.ts';
import { type ReadAside, type ReadingName, ReadingQueue, readingOf } from './readings.ts';
import { createRequests } from './requests.ts';
import type { Library } from './table/game-library.ts';
import { type Chance, realChance } from './table/game-secret.ts';
import { GameTables } from './table/game-tables.ts';
import { choosesHere, type MachineChooser } from './table/rules-threads.ts';
import { createServerGames } from './table/server-games.ts';
import { Solutions } from './table/solutions.ts';

export type Host = ReturnType<typeof createHost>;

/** The features and methods of the host that a component needs. */
export type HostPart<Methods extends { readonly [Feature in keyof Host]?: keyof Host[Feature] }> = {
  readonly [Feature in keyof Methods & keyof Host]: Pick<Host[Feature], Methods[Feature] & keyof Host[Feature]>;
};

/**
 * Builds the host: all features, for members and for the bot. A feature returns a value. Null means that the
 * interaction was handled before. Any exception but `IncompatibleLog` is a bug.
 * @param chooser chooses the orders of machines; by default on the event loop
 * @param reader does long readings in another thread; null to do all on the event loop
 */
export function createHost(
  store: Store,
  library: Library,
  render: Renderer,
  chance: Chance = realChance,
  solutions: Solutions = new Solutions(store, library),
  chooser: MachineChooser = choosesHere(library),
  reader: ReadAside | null = null,
) {
  const systems = library.editions.map(({ system }) => system);
  const queue = reader && new ReadingQueue(reader);
  const aside: ReadAside | null = queue && ((name, task) => queue.add(name, task));
  const tables = new GameTables(
    store,
    library,
    solutions,
    queue && {
      refold: (task, forList) => queue.add('refold', task, forList),
      hurry: (task) => queue.hurry('refold', task),
      origin: (point) => queue.add('origin', point),
    },
  );
  const games = { store, tables };
  const reading = <Name extends ReadingName>(name: Name) => readingOf({ ...games, systems }, aside, name);
  const transactions = createGameTransactions(store, tables, render, () => ({
    change(change, actor) {
      if (change.after.lesson) return lessons.follow(change, actor);
      if (change.after.game.ended) record.ended(change.after.game);
      return turns.follow(change, actor);
    },
    told(change, { at }, ordered) {
      const { after } = change;
      if (after.lesson) return messageOfChange(transactions, change, null);
      liveBoards.tellParent(after, at);
      return messageOfChange(transactions, change, liveBoards.boardOf(after, ordered ? 'edit' : 'post'));
    },
    message: (said) => messageOf(transactions, said),
  }));
  const orders = createOrderExecution(transactions);
  const closing = createBallotClosing(transactions, orders);
  const votes = createVoteCasting(transactions, closing);
  const turns = createSidePings(transactions);
  const serverGames = createServerGames(store, systems);
  const liveBoards = createLiveBoardContents(transactions, turns, serverGames);
  const shortcuts = createShortcutsUnderWay(transactions, orders);
  const parts = { transactions, orders, closing, votes, turns, shortcuts };
  const newGames = createNewGames(transactions, chance, serverGames);
  const lessons = createLessons(library, newGames, parts);
  const seats = createSeatCommands(parts, liveBoards);
  const council = createCouncilCommands(parts);
  const ballotMessages = createBallotMessages(transactions, liveBoards);
  const branchPoints = createBranchPoints(transactions, (game) => solutions.known(game) !== null, reading('points'));
  const record = createRecordCommands(transactions, systems, reading('result'));
  const posts = createForumPosts(library, transactions, newGames);
  const gameCommands = createGameCommands(library, newGames, seats, posts, parts);
  const machines = createMachineOrders(parts, chooser);
  const whatIfs = createWhatIfThreads(transactions, newGames, branchPoints);
  const seasonParts = { transactions, store, systems, solutions, record };
  const seasons = createSeasonCommands(seasonParts);
  const problems = createProblemCommands(seasonParts);
  const timers = createTimers(store, createDueAlarms(parts), createDueEnds(seasonParts), record);
  const preloading = createPreloading(store, tables, solutions);
  const orderCommands = createOrderCommands(parts);
  const requests = createRequests({ store, tables, preloading, ballotMessages, timers, machines, backlog: record });
  return {
    systems,
    tables,
    readingsUnderWay: () => queue?.size ?? 0,
    requests,
    games: gameCommands,
    serverGames,
    lessons,
    orders: orderCommands,
    plans: createPlanCommands(parts, orderCommands, chooser),
    undo: createUndoOrders(transactions, turns),
    seats,
    clocks: createClockCommands(transactions, turns),
    quietHours: createQuietHoursCommands(transactions),
    council,
    ballots: createBallotCommands(parts),
    lostRoles: {
      look: (guild: string, roles: ReadonlySet<string>, at: number) => lostRoles(transactions, guild, roles, at),
    },
    machines,
    whatIfs,
    posts,
    branchPoints,
    maps: createMapCommands(games, render),
    log: createLogCommands(games, reading('log')),
    verify: createVerifyCommands(games, reading('dice')),
    recaps: createRecaps(store, tables, render, reading('recap')),
    record,
    ratings: createRatingCommands(seasonParts, reading('ratings')),
    seasons,
    problems,
    help: createHelpCommands(games, library.editions),
    completions: createCommandCompletions(games),
    myData: createMyDataCommands(parts, {
      copy: reading('copy'),
      question: reading('question'),
      leaving: reading('leaving'),
    }),
    status: createBotStatus(store, serverGames),
    timers,
    ballotMessages,
    liveBoards,
    posting: createPostingCommands(transactions, turns.dmPings),
    dmPings: turns.dmPings,
    undelivered: createUndelivered(transactions, liveBoards, (id, isReadHere) => {
      const entry = store.serverEntry(id);
      if (entry?.kind === 'season') return seasons.recap(entry, isReadHere);
      if (entry?.kind === 'problem') return problems.outcome(entry);
      throw new Error(`No message is made of entry ${id} of a server’s log`);
    }),
    preloading,
  };
}
