import { channel as diagnostics } from 'node:diagnostics_channel';
import { existsSync, type FSWatcher, watch } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { basename, dirname } from 'node:path';
import type { FaultCall, Sandbox } from '../../src/sandbox/sandbox.ts';
import type { Luck } from '../process/council/chance.ts';

/** When a process is killed, while members play. */
export const WHILE_PLAYED = {
  'at any time': 16,
  'after a write to the disk': 16,
  'before an answer is taken': 8,
  'when an answer is taken': 8,
  'between the answer and its map': 8,
  'while a map arrives': 10,
  'before a map is taken': 8,
  'when a map is taken': 10,
  'during a recap': 8,
  'during a sweep': 5,
  'during a backup': 6,
  'while it leaves': 6,
} as const;

/** The same, before anybody plays. */
export const AT_A_START = {
  'in its first 300 ms': 8,
  'while it starts': 10,
  'while it starts and sweeps': 5,
  'while what is owed is brought': 12,
  'after what is owed was brought': 8,
} as const;

/** The same, of an older version's database that is being brought up. */
export const AT_AN_UPGRADE = { 'during a migration': 12 } as const;

/** And sometimes it is only asked to leave. */
export const LEFT = { 'left as it was asked to': 6 } as const;

export const MOMENTS = { ...WHILE_PLAYED, ...AT_A_START, ...AT_AN_UPGRADE, ...LEFT } as const;
export type Moment = keyof typeof MOMENTS;

/** What a moment is looked for in. */
export interface Scene {
  readonly sandbox: Sandbox;
  readonly database: string;
  readonly luck: Luck;
}

/** A trap that is set: it springs once. */
export interface Trap {
  /** Takes it away, sprung or not. */
  disarm(): void;
}

type Spring = () => void;

/** Springs after so many milliseconds at most, at random. */
export function within(ms: number, { luck }: Pick<Scene, 'luck'>, spring: Spring): Trap {
  return after(luck.next() * ms, spring);
}

export function after(ms: number, spring: Spring): Trap {
  const timer = setTimeout(spring, ms);
  return { disarm: () => clearTimeout(timer) };
}

/** Springs when the database's files are written to, at the first time or one of the next, or just after. */
export function atWrite({ database, luck }: Scene, most: number, spring: Spring): Trap {
  let left = Math.floor(luck.next() * most);
  const wait = luck.happens(0.5) ? 0 : luck.next() * 6;
  let trap: Trap | null = null;
  const name = basename(database);
  // What a file is called that only readers share, or that this test makes, is no write.
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

export const isAnswer = ({ method, path }: FaultCall) => method === 'POST' && path.startsWith('/interactions/');
export const isMap = ({ method, path }: FaultCall) =>
  (method === 'PATCH' && path.startsWith('/webhooks/')) || isPost({ method, path });
export const isPost = ({ method, path }: FaultCall) => method === 'POST' && /^\/channels\/\d+\/messages$/.test(path);

/** Springs at such a request, the first or one of the next: before Discord takes it, or when it has, and the program does not know. */
export function atRequest(
  { sandbox, luck }: Scene,
  which: (call: FaultCall) => boolean,
  { taken, most }: { readonly taken: boolean; readonly most: number },
  spring: Spring,
): Trap {
  let left = Math.floor(luck.next() * most);
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
export function afterAnswer({ sandbox, luck }: Scene, spring: Spring): Trap {
  let left = Math.floor(luck.next() * 8);
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
export function duringUpload({ sandbox, luck }: Scene, spring: Spring): Trap {
  let left = Math.floor(luck.next() * 6);
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
