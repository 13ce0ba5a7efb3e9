import type { Store } from '../store/index.ts';
import { Preloading } from './advice/preloading.ts';
import { Solutions } from './advice/solutions.ts';
import { BackgroundJobs } from './background/background-jobs.ts';
import { DueAlarms } from './background/due-alarms.ts';
import { Timers } from './background/timers.ts';
import { BallotClosing } from './council/ballot-closing.ts';
import { BallotCommands } from './council/ballot-commands.ts';
import { BallotLifecycle } from './council/ballot-lifecycle.ts';
import { CouncilChanges } from './council/council-changes.ts';
import { CouncilCommands } from './council/council-commands.ts';
import { VoteCasting } from './council/vote-casting.ts';
import { BallotMessages } from './delivery/ballot-messages.ts';
import { LiveBoardContents } from './delivery/live-board-contents.ts';
import { PostingCommands } from './delivery/posting-commands.ts';
import { Undelivered } from './delivery/undelivered.ts';
import { type Chance, realChance } from './dice/game-secret.ts';
import { VerifyCommands } from './dice/verify-commands.ts';
import { ReplayFiles } from './export/replay-file-cache.ts';
import { ForumPosts } from './games/forum-posts.ts';
import { GameCommands } from './games/game-commands.ts';
import type { Library } from './games/game-library.ts';
import { GameTables } from './games/game-tables.ts';
import { GameTransactions } from './games/game-transactions.ts';
import { NewGames } from './games/new-game.ts';
import { ServerGames } from './games/server-games.ts';
import { Lessons } from './lessons/lessons.ts';
import { LogCommands } from './log/log-commands.ts';
import { MachineOrders } from './machine/machine-orders.ts';
import { choosesHere, type MachineChooser } from './machine/machine-task.ts';
import { MapCommands } from './map/map-commands.ts';
import type { Renderer } from './map/map-drawing.ts';
import { MyDataCommands } from './mydata/mydata-commands.ts';
import { CommandCompletions } from './orders/command-completions.ts';
import { OrderCommands } from './orders/order-commands.ts';
import { OrderExecution } from './orders/order-execution.ts';
import { PlanCommands } from './orders/plan-commands.ts';
import { ShortcutsUnderWay } from './orders/shortcuts-under-way.ts';
import { UndoOrders } from './orders/undo-orders.ts';
import { Recaps } from './recap/recap.ts';
import { RecordCommands } from './record/record-commands.ts';
import { Requests } from './requests.ts';
import { HelpCommands } from './rules-and-help.ts';
import { SeatCommands } from './seats/seat-commands.ts';
import { BotStatus } from './status/bot-status.ts';
import { ClockCommands } from './turn/clock-commands.ts';
import { QuietHoursCommands } from './turn/quiet-hours-commands.ts';
import { SidePings } from './turn/side-pings.ts';
import { TurnAlarms } from './turn/turn-alarms.ts';
import { BranchPoints } from './what-if/branch-points.ts';
import { WhatIfThreads } from './what-if/what-if-threads.ts';

export type Host = ReturnType<typeof createHost>;

/** What of the host something works with: features, by the names of their methods. */
export type HostPart<Methods extends { readonly [Feature in keyof Host]?: keyof Host[Feature] }> = {
  readonly [Feature in keyof Methods & keyof Host]: Pick<Host[Feature], Methods[Feature] & keyof Host[Feature]>;
};

/**
 * The keeper of all tables: its features, by what members and the bot do with them. What a feature gives back is a value; null means that
 * the interaction had its effect before and needs no answer. What throws is a bug, but for `IncompatibleLog` and `NotReady`.
 * @param chooser where machines choose their orders; on the event loop by default
 */
export function createHost(
  store: Store,
  library: Library,
  render: Renderer,
  chance: Chance = realChance,
  solutions: Solutions = new Solutions(store, library),
  chooser: MachineChooser = choosesHere(library),
) {
  const systems = library.editions.map(({ system }) => system);
  const tables = new GameTables(store, library, solutions);
  const games = { store, tables };
  const transactions = new GameTransactions(store, tables, render);
  const ballots = new BallotLifecycle(transactions);
  const councils = new CouncilChanges(transactions);
  const orders = new OrderExecution(transactions, ballots, councils);
  const closing = new BallotClosing(transactions, ballots, councils, orders);
  const votes = new VoteCasting(transactions, ballots, closing);
  const turns = new SidePings(transactions);
  const serverGames = new ServerGames(store, systems);
  const liveBoards = new LiveBoardContents(transactions, turns, serverGames);
  transactions.follow((change, actor, ordered) => {
    if (change.after.lesson) return lessons.follow(change, actor);
    if (change.after.game.ended) record.ended(change.after.game);
    const { after, answer } = turns.follow(change, actor);
    liveBoards.tellParent(after, actor.at);
    return { after, answer: liveBoards.marked(answer, after, ordered ? 'edit' : 'post') };
  });
  const turnAlarms = new TurnAlarms(transactions, orders, turns);
  const shortcuts = new ShortcutsUnderWay({ transactions, councils, orders });
  const parts = { transactions, ballots, councils, orders, closing, votes, turns, turnAlarms, shortcuts };
  const newGames = new NewGames(chance, { ...parts, serverGames });
  const lessons = new Lessons(library, newGames, parts);
  const seats = new SeatCommands({ ...parts, liveBoards });
  const council = new CouncilCommands(parts);
  const ballotMessages = new BallotMessages(transactions, liveBoards);
  const branchPoints = new BranchPoints(transactions, (game) => solutions.known(game));
  const files = new ReplayFiles(store, tables);
  const record = new RecordCommands(store, tables, systems, (game) => solutions.now(game));
  const { hurry } = tables;
  const posts = new ForumPosts(library, transactions, newGames);
  const gameCommands = new GameCommands(library, newGames, seats, posts, parts);
  const machines = new MachineOrders(parts, chooser);
  const whatIfs = new WhatIfThreads(transactions, newGames, branchPoints);
  const timers = new Timers(store, hurry, new DueAlarms(parts), new BackgroundJobs(store, record));
  const preloading = new Preloading(store, tables, solutions);
  const orderCommands = new OrderCommands(parts);
  const asked = {
    store,
    hurry,
    preloading,
    ballotMessages,
    timers,
    whatIfs,
    posts,
    machines,
    backlog: record,
  };
  return {
    systems,
    tables,
    hurry,
    requests: new Requests(asked),
    games: gameCommands,
    serverGames,
    lessons,
    orders: orderCommands,
    plans: new PlanCommands(parts, orderCommands, chooser),
    undo: new UndoOrders(parts),
    seats,
    clocks: new ClockCommands(transactions, turns),
    quietHours: new QuietHoursCommands(transactions),
    council,
    ballots: new BallotCommands(parts),
    lostRoles: votes.lostRoles,
    machines,
    whatIfs,
    posts,
    branchPoints,
    maps: new MapCommands(games, render),
    log: new LogCommands(games, systems, files),
    verify: new VerifyCommands(games, files),
    recaps: new Recaps(store, tables, render, files),
    record,
    help: new HelpCommands(games, library.editions),
    completions: new CommandCompletions(games),
    myData: new MyDataCommands(parts),
    status: new BotStatus(store, serverGames),
    timers,
    ballotMessages,
    liveBoards,
    posting: new PostingCommands(transactions, turns.dmPings),
    dmPings: turns.dmPings,
    undelivered: new Undelivered(transactions, ballotMessages, liveBoards),
    preloading,
  };
}
