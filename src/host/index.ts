export type { Census, Deed } from '../store/index.ts';
export { Solutions, type Solver } from './advice/solutions.ts';
export { solverThread } from './advice/solver-thread.ts';
export type { MissedAlarm as Missed } from './background/alarm-clock.ts';
export { NotReady } from './background/long-work.ts';
export type { Caller, ThreadSupport as Threads } from './caller.ts';
export type {
  BallotMessage as Face,
  MessageRef as Place,
  UnpostedBallot as Unposted,
} from './delivery/ballot-messages.ts';
export type { DueMessage as Due, PossiblyDelivered as Written } from './delivery/outbox.ts';
export { type Chance, realChance } from './dice/seal.ts';
export { BrokenData, type Edition, type Library, readLibrary } from './games/game-library.ts';
export { Host } from './host.ts';
export type { MachineResult as Played } from './machine/machine-orders.ts';
export { opponentsOf } from './machine/machine-seats.ts';
export type { MachineChooser as Thinker } from './machine/machine-task.ts';
export { machineThread } from './machine/machine-thread.ts';
export type { Renderer } from './map/map-drawing.ts';
export { type Completion, isNotice } from './orders/order-completions.ts';
export type {
  Announcement,
  BallotCard as Card,
  DeferredReply as Later,
  Drawing,
  Enclosure,
  Form,
  LogPoint as Point,
  Menu,
  PostElsewhere as Elsewhere,
  PostResult as Became,
  Press,
  Reply as Answer,
  ReplyButton as Button,
  ReplyPings as Pings,
  TextFile,
} from './reply.ts';
export { clipped, reply as say, textFile } from './reply.ts';
export type { BotHealth as Vitals, ConnectionHealth as Connection } from './status/bot-health.ts';
export type { NamedChannel } from './turn/seat-commands.ts';
export type { ThreadToOpen as Opening, WaitingThread as Waiting } from './what-if/what-if-threads.ts';
