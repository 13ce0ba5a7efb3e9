import { channel as diagnostics } from 'node:diagnostics_channel';
import { existsSync, type FSWatcher, watch } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { basename, dirname } from 'node:path';
import type { FaultCall, Sandbox } from '../../src/sandbox/sandbox.ts';
import { isAnswer, isOwnMap, isPost } from '../harness/channel.ts';
import type { Crowd } from '../harness/crowd.ts';
import type { Luck } from '../harness/luck.ts';
import type { Program } from '../harness/program.ts';

/** The parts that a trap watches. */
export interface Scene {
  readonly sandbox: Sandbox;
  readonly database: string;
  readonly luck: Luck;
  readonly crowd: Crowd;
  /** Milliseconds: for how long members play at most, and what a start takes. */
  readonly times: { readonly played: number; readonly start: number };
}

/** A trap that is set: it springs once. */
export interface Trap {
  /** Takes it away, sprung or not. */
  disarm(): void;
}

interface Moment {
  /** How often it comes among a hundred and fifty or so. */
  readonly weight: number;
  /** Whether members play meanwhile, or nobody does yet. */
  readonly while: 'played' | 'starting';
  /** Sets what is to end a life then. */
  readonly trap: (scene: Scene, life: Program) => Trap;
}

type Spring = () => void;
const isMap = (call: FaultCall) => isOwnMap(call) || isPost(call);
const kill = (life: Program) => () => void life.kill();

/** So long after a member's data was deleted the file is written anew. */
export const SWEEP_AFTER_MS = 2000;
/** A recap takes about as long, with its pictures. */
const RECAP_MS = 2500;
/** From being asked to leave to having left, mostly. */
const LEAVING_MS = 400;

const anyTime: Moment['trap'] = (scene, life) => within(scene.times.played, scene, kill(life));
const atStart: Moment['trap'] = (scene, life) => within(scene.times.start * 1.2, scene, kill(life));
const at = (which: (call: FaultCall) => boolean, taken: boolean, most: number): Moment['trap'] => {
  return (scene, life) => atRequest(scene, which, { taken, most }, kill(life));
};

/** When a process is killed, or asked to leave. */
export const MOMENTS = {
  'at any time': { weight: 16, while: 'played', trap: anyTime },
  'after a write to the disk': { weight: 16, while: 'played', trap: (scene, life) => atWrite(scene, 40, kill(life)) },
  'before an answer is taken': { weight: 8, while: 'played', trap: at(isAnswer, false, 12) },
  'when an answer is taken': { weight: 8, while: 'played', trap: at(isAnswer, true, 12) },
  'between the answer and its map': {
    weight: 8,
    while: 'played',
    trap: (scene, life) => afterAnswer(scene, kill(life)),
  },
  'while a map arrives': { weight: 10, while: 'played', trap: (scene, life) => duringUpload(scene, kill(life)) },
  'before a map is taken': { weight: 8, while: 'played', trap: at(isMap, false, 8) },
  'when a map is taken': { weight: 10, while: 'played', trap: at(isMap, true, 8) },
  'during a recap': {
    weight: 8,
    while: 'played',
    trap(scene, life) {
      const place = scene.luck.among(scene.crowd.places().filter(({ only }) => only === null));
      void scene.crowd.look({ place, who: 'Ada' }, 'recap');
      return within(RECAP_MS, scene, kill(life));
    },
  },
  'during a sweep': { weight: 5, while: 'played', trap: (scene, life) => duringSweep(scene, kill(life)) },
  'during a backup': {
    weight: 6,
    while: 'played',
    trap: (scene, life) => within(scene.times.played, scene, kill(life)),
  },
  'while it leaves': {
    weight: 6,
    while: 'played',
    trap: (scene, life) =>
      within(scene.times.played, scene, () => {
        void life.leave();
        within(LEAVING_MS, scene, kill(life));
      }),
  },
  'in its first 300 ms': { weight: 8, while: 'starting', trap: (scene, life) => within(300, scene, kill(life)) },
  'while it starts': { weight: 10, while: 'starting', trap: atStart },
  'while it starts and sweeps': {
    weight: 5,
    while: 'starting',
    trap: (scene, life) => atWrite(scene, 12, kill(life)),
  },
  'while what is owed is brought': { weight: 12, while: 'starting', trap: at(isPost, false, 3) },
  'after what is owed was brought': { weight: 8, while: 'starting', trap: at(isPost, true, 3) },
  'left as it was asked to': {
    weight: 6,
    while: 'played',
    trap: (scene, life) => within(scene.times.played, scene, () => void life.leave()),
  },
} as const satisfies Record<string, Moment>;
export type MomentName = keyof typeof MOMENTS;

/** A life that was only asked to leave is none that was killed. */
export const LEFT: MomentName = 'left as it was asked to';

/** Every kind of moment comes in its turn, the more often the more it weighs. */
export function drawn(luck: Luck): () => MomentName {
  const bag: MomentName[] = [];
  const kinds = Object.entries(MOMENTS) as [MomentName, Moment][];
  return () => {
    if (bag.length === 0) bag.push(...luck.shuffled(kinds.flatMap(([name, { weight }]) => Array(weight).fill(name))));
    return bag.pop() as MomentName;
  };
}

/** Springs after so many milliseconds at most, at random. */
export function within(ms: number, { luck }: Pick<Scene, 'luck'>, spring: Spring): Trap {
  return after(luck.next() * ms, spring);
}

export function after(ms: number, spring: Spring): Trap {
  const timer = setTimeout(spring, ms);
  return { disarm: () => clearTimeout(timer) };
}

/** Springs when the database's files are written to, at the first time or one of the next, or just after. */
function atWrite({ database, luck }: Scene, most: number, spring: Spring): Trap {
  let left = luck.below(most);
  const wait = luck.happens(0.5) ? 0 : luck.next() * 6;
  let trap: Trap | null = null;
  const name = basename(database);
  // A file that only readers share, or that this test makes, is no write.
  const isWrite = (file: string | null) =>
    file !== null && [name, `${name}-wal`, `${name}-journal`].includes(file) && existsSync(database);
  const watcher: FSWatcher = watch(dirname(database), (_event, file) => {
    if (trap || !isWrite(file) || left-- > 0) return;
    if (wait === 0) spring();
    trap = after(wait, spring);
  });
  return {
    disarm: () => {
      watcher.close();
      trap?.disarm();
    },
  };
}

/** Springs at such a request, the first or one of the next: before Discord takes it, or when it has, and the program does not know. */
function atRequest(
  { sandbox, luck }: Scene,
  which: (call: FaultCall) => boolean,
  { taken, most }: { readonly taken: boolean; readonly most: number },
  spring: Spring,
): Trap {
  let left = luck.below(most);
  let sprung = false;
  const never = new Promise<never>(() => {});
  sandbox.faults = (call, proceed) => {
    // The line is dead from then on: what the process may still have sent while it died is not to be told from what came before.
    if (sprung) return never;
    if (!which(call) || left-- > 0) return proceed();
    sprung = true;
    if (taken) proceed();
    spring();
    return never;
  };
  return {
    disarm: () => {
      sandbox.faults = null;
    },
  };
}

/** Springs some moments after an answer was taken and told: its map is being drawn, or on its way. */
function afterAnswer({ sandbox, luck }: Scene, spring: Spring): Trap {
  let left = luck.below(8);
  let trap: Trap | null = null;
  sandbox.faults = (call, proceed) => {
    const answered = proceed();
    if (!trap && isAnswer(call) && left-- <= 0) trap = after(luck.next() * 60, spring);
    return answered;
  };
  return {
    disarm: () => {
      sandbox.faults = null;
      trap?.disarm();
    },
  };
}

/** Springs while a file is on its way to Discord: its request has begun, and part of it may be there. */
function duringUpload({ sandbox, luck }: Scene, spring: Spring): Trap {
  let left = luck.below(6);
  let trap: Trap | null = null;
  const wait = luck.happens(0.5) ? 0 : luck.next() * 2;
  const port = Number(new URL(sandbox.apiUrl).port);
  const requests = diagnostics('http.server.request.start');
  const look = (message: unknown) => {
    const { request } = message as { readonly request: IncomingMessage };
    const uploads = request.headers['content-type']?.startsWith('multipart/form-data');
    if (trap || !uploads || request.socket.localPort !== port || left-- > 0) return;
    if (wait === 0) spring();
    trap = after(wait, spring);
  };
  requests.subscribe(look);
  return {
    disarm: () => {
      requests.unsubscribe(look);
      trap?.disarm();
    },
  };
}

/** A member's data is deleted, and soon after the file is written anew. */
function duringSweep({ crowd, luck }: Scene, spring: Spring): Trap {
  let trap: Trap | null = null;
  void crowd.forget(luck).then((done) => {
    const wait = SWEEP_AFTER_MS - 30 + luck.next() * 120;
    trap = after(done ? wait : 0, spring);
  });
  return { disarm: () => trap?.disarm() };
}
