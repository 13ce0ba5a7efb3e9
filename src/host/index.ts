export { LONGEST_CHOICE, MOST_CHOICES } from '../game/index.ts';
export { type Census, type CommittedWrite, memberOfDm } from '../store/index.ts';
export { Solutions, type Solver } from './advice/solutions.ts';
export { solverThread } from './advice/solver-thread.ts';
export type { MissedAlarm } from './background/due-alarms.ts';
export { NotReady } from './background/long-work.ts';
export type { Caller, ThreadSupport } from './caller.ts';
export type {
  BallotMessage,
  MessageRef,
  UnpostedBallot,
} from './delivery/ballot-messages.ts';
export type { BoardUpdate } from './delivery/live-board-contents.ts';
export { type DueMessage, isExpired, type PossiblyDelivered } from './delivery/undelivered.ts';
export { type Chance, realChance } from './dice/game-secret.ts';
export type { ForumTags } from './games/forum-posts.ts';
export { BrokenData, type Edition, type Library, readLibrary } from './games/game-library.ts';
export { createHost, type Host, type HostPart } from './host.ts';
export type { MachineResult } from './machine/machine-orders.ts';
export { opponentsOf, stylesOf } from './machine/machine-seats.ts';
export type { MachineChooser } from './machine/machine-task.ts';
export { machineThread } from './machine/machine-thread.ts';
export type { Renderer } from './map/map-drawing.ts';
export { type Completion, isNotice } from './orders/order-completions.ts';
export { LONGEST_PLAN } from './orders/plan-words.ts';
export type {
  Announcement,
  BallotCard,
  DeferredReply,
  Drawing,
  Enclosure,
  Form,
  LogPoint,
  Menu,
  OnBoard,
  PostElsewhere,
  PostResult,
  Press,
  Reply,
  ReplyButton,
  ReplyPings,
  TextFile,
} from './reply.ts';
export { clipped, reply, textFile } from './reply.ts';
export type { Commit, Due, Handled, Request } from './requests.ts';
export type { NamedChannel } from './seats/seat-commands.ts';
export type { BotHealth, ConnectionHealth } from './status/bot-health.ts';
export type { ThreadToOpen, WaitingThread } from './what-if/what-if-threads.ts';
