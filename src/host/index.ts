export type { Census, Deed } from '../store/index.ts';
export { Solutions, type Solver } from './advice/solutions.ts';
export { solverThread } from './advice/solver-thread.ts';
export type {
  Announcement,
  Answer,
  Became,
  Button,
  Card,
  Drawing,
  Elsewhere,
  Enclosure,
  Form,
  Later,
  Menu,
  Pings,
  Point,
  Press,
  TextFile,
} from './answer.ts';
export { clipped, say, textFile } from './answer.ts';
export type { Caller, Threads } from './caller.ts';
export { type Completion, isNotice } from './completions.ts';
export type { Missed } from './council/bell.ts';
export type { Face, Place, Unposted } from './council/faces.ts';
export { type Chance, realChance } from './dice/seal.ts';
export type { Renderer } from './drawing.ts';
export { Host } from './host.ts';
export { BrokenData, type Edition, type Library, readLibrary } from './library.ts';
export { NotReady } from './long-work.ts';
export { machineThread } from './machine/machine-thread.ts';
export type { Played } from './machine/machines.ts';
export { opponentsOf } from './machine/opponent.ts';
export type { Thinker } from './machine/thinking.ts';
export type { Due, Written } from './outbox.ts';
export type { NamedChannel } from './turn/seating.ts';
export type { Connection, Vitals } from './vitals.ts';
export type { Opening, Waiting } from './what-if/what-ifs.ts';
