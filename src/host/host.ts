import type { Store } from '../store/index.ts';
import { BallotClosing } from './actions/ballot-closing.ts';
import { DueAlarms } from './actions/due-alarms.ts';
import { GameTransactions } from './actions/game-transactions.ts';
import { MachineOrders } from './actions/machine-orders.ts';
import { NewGames } from './actions/new-game.ts';
import { OrderExecution } from './actions/order-execution.ts';
import { ShortcutsUnderWay } from './actions/shortcuts-under-way.ts';
import { SidePings } from './actions/side-pings.ts';
import { TurnAlarms } from './actions/turn-alarms.ts';
import { UndoOrders } from './actions/undo-orders.ts';
import { lostRoles, VoteCasting } from './actions/vote-casting.ts';
import { MyDataCommands } from './afterwards/mydata/mydata-commands.ts';
import { Recaps } from './afterwards/recap/recap.ts';
import { RecordCommands } from './afterwards/record/record-commands.ts';
import { ProblemCommands } from './afterwards/season/problem-commands.ts';
import { RatingCommands, SeasonCommands } from './afterwards/season/season-commands.ts';
import { DueEnds } from './afterwards/season/server-entries.ts';
import type { Renderer } from './base/reply.ts';
import { BackgroundJobs, Timers } from './features/background-jobs.ts';
import { BallotCommands } from './features/ballot-commands.ts';
import { BotStatus } from './features/bot-status.ts';
import { BranchPoints } from './features/branch-points.ts';
import { CommandCompletions } from './features/command-completions.ts';
import { CouncilCommands } from './features/council-commands.ts';
import { ForumPosts } from './features/forum-posts.ts';
import { GameCommands } from './features/game-commands.ts';
import { Lessons } from './features/lessons.ts';
import { LogCommands, VerifyCommands } from './features/log-commands.ts';
import { MapCommands } from './features/map-commands.ts';
import { OrderCommands } from './features/order-commands.ts';
import { PlanCommands } from './features/plan-commands.ts';
import { Preloading } from './features/preloading.ts';
import { HelpCommands } from './features/rules-and-help.ts';
import { SeatCommands } from './features/seat-commands.ts';
import { ClockCommands, PostingCommands, QuietHoursCommands } from './features/table-settings.ts';
import { WhatIfThreads } from './features/what-if-threads.ts';
import { BallotMessages } from './messages/ballot-messages.ts';
import { LiveBoardContents } from './messages/live-board-contents.ts';
import { messageOf, messageOfChange } from './messages/message-of.ts';
import { Undelivered } from './messages/undelivered.ts';
import { type ReadAside, type ReadingName, ReadingQueue, readingOf } from './readings.ts';
import { Requests } from './requests.ts';
import type { Library } from './table/game-library.ts';
import { type Chance, realChance } from './table/game-secret.ts';
import { GameTables } from './table/game-tables.ts';
import { choosesHere, type MachineChooser } from './table/rules-threads.ts';
import { ServerGames } from './table/server-games.ts';
import { Solutions } from './table/solutions.ts';

export type Host = ReturnType<typeof createHost>;

/** The features and methods that a component needs of the host. */
export type HostPart<Methods extends { readonly [Feature in keyof Host]?: keyof Host[Feature] }> = {
  readonly [Feature in keyof Methods & keyof Host]: Pick<Host[Feature], Methods[Feature] & keyof Host[Feature]>;
};

/**
 * Builds the host: the features that act on all tables, for members and for the bot. A feature returns a value; null means that the
 * interaction was handled before. Any exception but `IncompatibleLog` is a bug.
 * @param chooser where machines choose their orders; on the event loop by default
 * @param reader does long readings in another thread; null: all are done on the event loop
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
  const transactions = new GameTransactions(store, tables, render, () => ({
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
  const orders = new OrderExecution(transactions);
  const closing = new BallotClosing(transactions, orders);
  const votes = new VoteCasting(transactions, closing);
  const turns = new SidePings(transactions);
  const serverGames = new ServerGames(store, systems);
  const liveBoards = new LiveBoardContents(transactions, turns, serverGames);
  const turnAlarms = new TurnAlarms(transactions, orders, turns);
  const shortcuts = new ShortcutsUnderWay(transactions, orders);
  const parts = { transactions, orders, closing, votes, turns, turnAlarms, shortcuts };
  const newGames = new NewGames(transactions, chance, serverGames);
  const lessons = new Lessons(library, newGames, parts);
  const seats = new SeatCommands(parts, liveBoards);
  const council = new CouncilCommands(parts);
  const ballotMessages = new BallotMessages(transactions, liveBoards);
  const branchPoints = new BranchPoints(transactions, (game) => solutions.known(game), reading('points'));
  const record = new RecordCommands(store, systems, reading('result'));
  const posts = new ForumPosts(library, transactions, newGames);
  const gameCommands = new GameCommands(library, newGames, seats, posts, parts);
  const machines = new MachineOrders(parts, chooser);
  const whatIfs = new WhatIfThreads(transactions, newGames, branchPoints);
  const seasonParts = { transactions, store, systems, solutions, record };
  const seasons = new SeasonCommands(seasonParts);
  const problems = new ProblemCommands(seasonParts);
  const jobs = new BackgroundJobs(store, new DueEnds(seasonParts), record);
  const timers = new Timers(store, new DueAlarms(parts), jobs);
  const preloading = new Preloading(store, tables, solutions);
  const orderCommands = new OrderCommands(parts);
  const asked = { store, tables, preloading, ballotMessages, timers, machines, backlog: record };
  return {
    systems,
    tables,
    readingsUnderWay: () => queue?.size ?? 0,
    requests: new Requests(asked),
    games: gameCommands,
    serverGames,
    lessons,
    orders: orderCommands,
    plans: new PlanCommands(parts, orderCommands, chooser),
    undo: new UndoOrders(transactions, turns),
    seats,
    clocks: new ClockCommands(transactions, turns),
    quietHours: new QuietHoursCommands(transactions),
    council,
    ballots: new BallotCommands(parts),
    lostRoles: {
      look: (guild: string, roles: ReadonlySet<string>, at: number) => lostRoles(transactions, guild, roles, at),
    },
    machines,
    whatIfs,
    posts,
    branchPoints,
    maps: new MapCommands(games, render),
    log: new LogCommands(games, reading('log')),
    verify: new VerifyCommands(games, reading('dice')),
    recaps: new Recaps(store, tables, render, reading('recap')),
    record,
    ratings: new RatingCommands(seasonParts, reading('ratings')),
    seasons,
    problems,
    help: new HelpCommands(games, library.editions),
    completions: new CommandCompletions(games),
    myData: new MyDataCommands(parts, {
      copy: reading('copy'),
      question: reading('question'),
      leaving: reading('leaving'),
    }),
    status: new BotStatus(store, serverGames),
    timers,
    ballotMessages,
    liveBoards,
    posting: new PostingCommands(transactions, turns.dmPings),
    dmPings: turns.dmPings,
    undelivered: new Undelivered(transactions, liveBoards, (id, isReadHere) => {
      const entry = store.serverEntry(id);
      if (entry?.kind === 'season') return seasons.recap(entry, isReadHere);
      if (entry?.kind === 'problem') return problems.outcome(entry);
      throw new Error(`No message is made of entry ${id} of a server’s log`);
    }),
    preloading,
  };
}
