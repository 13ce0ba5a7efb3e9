/**
 * Who may import what: the table of the design. A path that ends in a slash stands for all below it, `*` for any one folder. Whatever
 * shares the path that puts it in its layer may import each other: the files of one system, not those of another.
 */
export interface Layer {
  readonly name: string;
  /** Paths from the top of the repository: a folder, or a file. */
  readonly of: readonly string[];
  /** Paths, npm packages and modules of Node; `node:` is all of these. */
  readonly may: readonly string[];
  /** The same, but of their types only. */
  readonly mayTypes?: readonly string[];
  /** No chance but the dice, no clock, no I/O. */
  readonly pure?: boolean;
  /** May import by a computed name: it finds its files at run time. */
  readonly finds?: boolean;
}

export const LAYERS: readonly Layer[] = [
  { name: 'the contract', of: ['src/game/'], may: [], pure: true },
  { name: 'the council', of: ['src/council/'], may: ['src/game/'], pure: true },
  { name: 'the advisor', of: ['src/advisor/'], may: ['src/game/'], pure: true },
  { name: 'the clock', of: ['src/clock.ts'], may: [] },
  { name: 'the root of the project', of: ['src/project-root.ts'], may: ['node:url'] },
  { name: 'bad requests', of: ['src/bad-requests.ts'], may: ['node:'] },
  {
    name: 'the list of systems',
    of: ['src/systems/index.ts'],
    may: ['src/game/', 'src/systems/*/index.ts'],
    pure: true,
  },
  // What board wargames share. It knows no game.
  { name: 'the kit', of: ['src/kit/'], may: ['src/game/', 'zod'], pure: true },
  // What pictures are drawn from comes out of `assets` with the program; rules data are read by the host, as a game keeps them.
  { name: 'a game system', of: ['src/systems/*/'], may: ['src/game/', 'src/kit/', 'assets/*/', 'zod'], pure: true },
  {
    name: 'the store',
    of: ['src/store/'],
    may: ['better-sqlite3', 'node:', 'zod'],
    mayTypes: ['src/game/', 'src/council/'],
  },
  {
    name: 'the renderer',
    of: ['src/render/'],
    may: ['src/game/', 'canvas', 'node:module', 'node:timers/promises', 'node:util', 'node:zlib'],
  },
  {
    name: 'the host',
    of: ['src/host/'],
    may: [
      'src/game/',
      'src/council/',
      'src/advisor/',
      'src/systems/index.ts',
      'src/store/',
      'src/render/',
      'node:worker_threads',
      'node:crypto',
      'node:fs',
      'node:fs/promises',
      'node:path',
      'node:url',
      'zod',
      'jsonc-parser',
    ],
    mayTypes: ['pino'],
  },
  {
    name: 'a command',
    of: ['commands/'],
    may: ['src/host/', 'src/council/', 'discord.js'],
    mayTypes: ['src/game/', 'src/discord/inbound/command.ts'],
  },
  {
    name: 'the bot',
    of: ['src/discord/'],
    may: [
      'commands/',
      'src/host/',
      'src/render/',
      'src/store/',
      'src/systems/index.ts',
      'src/game/',
      'src/clock.ts',
      'src/project-root.ts',
      'src/watch/',
      'discord.js',
      'pino',
      'zod',
      'node:',
    ],
    finds: true,
  },
  // What is measured and told of the running program: it knows nothing of games or of Discord.
  { name: 'the watch', of: ['src/watch/'], may: ['src/bad-requests.ts', 'prom-client', 'node:'], mayTypes: ['pino'] },
  // The page runs in a browser.
  { name: 'the page', of: ['src/sandbox/page/'], may: [], mayTypes: ['src/sandbox/protocol.ts'] },
  {
    name: 'the sandbox',
    of: ['src/sandbox/'],
    may: ['src/bad-requests.ts', 'src/clock.ts', 'src/project-root.ts', 'ws', 'zod', 'node:'],
    mayTypes: ['pino'],
  },
  { name: 'the set-up', of: ['src/setup/'], may: ['node:'], finds: true },
  {
    name: 'the program',
    of: [
      'src/main.ts',
      'src/replay.ts',
      'src/backup.ts',
      'src/settings.ts',
      'src/log.ts',
      'src/attendance.ts',
      'src/file-watch.ts',
      'src/leaving.ts',
    ],
    may: ['src/', 'commands/', 'discord.js', 'dotenv', 'pino', 'zod', 'node:'],
    finds: true,
  },
];

/** What a pure layer may not name. */
export const IMPURE: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Math.random', /\bMath\s*(\?\.|\.)\s*random\b|\bMath\s*\[/],
  ['the clock', /\bDate\s*\.\s*now\b|\bnew\s+Date\b|(?<![.\w$])Date\s*\(/],
  ['performance', /(?<![.\w$])performance\b(?!\s*:)/],
  ['process', /(?<![.\w$])process\b(?!\s*:)/],
  ['fetch', /(?<![.\w$])fetch\s*\(/],
  ['a timer', /(?<![.\w$])(setTimeout|setInterval|setImmediate|queueMicrotask|requestAnimationFrame)\b/],
  ['the console', /(?<![.\w$])console\b(?!\s*:)/],
  ['a random source', /(?<![.\w$])crypto\b(?!\s*:)/],
  ['globalThis', /(?<![.\w$])globalThis\b/],
];

/**
 * What a running process stands or falls by, and the files that may have it. A timer that is detached from the event loop lets the process
 * end while it waits: that ended the bot at each reconnect.
 */
export const RESTRICTED: readonly (readonly [name: string, pattern: RegExp, files: readonly string[]])[] = [
  [
    'a detached timer',
    /\.unref\(\)|\bref:\s*false\b/,
    ['src/host/background/worker-thread.ts', 'src/setup/launch.mjs', 'src/setup/install.mjs'],
  ],
  [
    'process.exit',
    /\bprocess\.(exit|abort|reallyExit)\b/,
    ['src/leaving.ts', 'src/setup/launch.mjs', 'src/setup/run.mjs', 'src/setup/install.mjs'],
  ],
];

/** Lines in a file. */
export const LONGEST = 500;
