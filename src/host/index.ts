export { LONGEST_CHOICE, MOST_CHOICES } from '../game/index.ts';
export { type Census, type CommittedWrite, type DueMessage, memberOfDm } from '../store/index.ts';
export type { MissedAlarm } from './actions/due-alarms.ts';
export type { MachineResult } from './actions/machine-orders.ts';
export type { Caller, ThreadSupport } from './base/caller.ts';
export { type Choosing, FORM_IDS, type FormMeaning as Asking, MENU_IDS, PRESS_IDS } from './base/presses.ts';
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
  Renderer,
  Reply,
  ReplyButton,
  ReplyPings,
  TextFile,
} from './base/reply.ts';
export { clipped, reply, textFile } from './base/reply.ts';
export { TookTooLong } from './base/worker-thread.ts';
export type { ForumTags } from './features/forum-posts.ts';
export type { NamedChannel } from './features/seat-commands.ts';
export type { BotHealth, ConnectionHealth } from './features/status-words.ts';
export type { ThreadToOpen } from './features/what-if-threads.ts';
export { createHost, type Host, type HostPart } from './host.ts';
export type {
  BallotMessage,
  MessageRef,
} from './messages/ballot-messages.ts';
export type { BoardUpdate } from './messages/live-board-contents.ts';
export { type Completion, isNotice } from './messages/order-completions.ts';
export { isBoard, isExpired, type PossiblyDelivered } from './messages/undelivered.ts';
export type { ReadAside } from './readings.ts';
export { readerThread } from './readings.ts';
export type { Commit, Due, Handled, Request } from './requests.ts';
export { BrokenData, type Edition, type Library, readLibrary } from './table/game-library.ts';
export { type Chance, realChance } from './table/game-secret.ts';
export { opponentsOf, stylesOf } from './table/machine-seats.ts';
export { LONGEST_PLAN } from './table/planning-words.ts';
export type { MachineChooser } from './table/rules-threads.ts';
export { machineThread, solverThread } from './table/rules-threads.ts';
export { Solutions, type Solver } from './table/solutions.ts';
