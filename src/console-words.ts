import { count } from './kit/plain-english.ts';

/** Console messages at start and end; each refusal to start is worded by the module that refuses. */

const GAMES_STAY = 'Every game is saved and goes on at the next start.';

export const START = {
  practice: (ignoresApi: boolean) =>
    `No DISCORD_TOKEN is set: starting a practice Discord on this machine.${ignoresApi ? ' DISCORD_API_URL is ignored without a token.' : ''}`,
  readyOnPage: (page: string) => `Council of War is ready. Open ${page} in a browser.`,
  readyAs: (tag: string, servers: number) => `Council of War is ready as ${tag}, in ${count(servers, 'server')}.`,
  connectedAs: (shards: string) => `It is connected as ${shards}.`,
  commandsRegistered: (server: string | null) =>
    `Its commands were registered${server === null ? '' : ` in server ${server}`}.`,
  commandsNotRegistered: (why: string) =>
    `Its commands couldn’t be registered. The bot tries again from time to time; until then members have those that Discord knows. ${why}`,
  databaseNotWritable: (why: string) => `The database can’t be written to (${why}).`,
  invite: (link: string) => `Invite it to a server: ${link}`,
  savedIn: (database: string) => `Its games are saved in ${database}.`,
  statusAt: (host: string, port: number) => `Bot status: http://${host}:${port}/health, and /metrics for Prometheus.`,
} as const;

/** Reasons for a failed start, for errors whose own message doesn't say what to do. */
export const CANNOT_START = {
  brokenData: (fault: string) => `The game data can’t be used.\n${fault}`,
  portInUse: (fault: string) =>
    `${fault} Is Council of War running already? Otherwise set SANDBOX_PORT to another port.`,
  practicePort: (fault: string) => `The practice Discord can’t start: ${fault}. Set SANDBOX_PORT to another port.`,
} as const;

/** Reasons why `npm run build` leaves land undrawn. */
export const NO_LAND = {
  notDrawn: (why: string) => `The maps couldn’t be drawn. ${why}`,
  notSaved: (why: string) => `The drawn maps couldn’t be saved, so the bot draws them while it runs: ${why}`,
} as const;

export const END = {
  bySignal: (signal: string) => `${signal}: leaving. ${GAMES_STAY}`,
  finishing: (seconds: number, what: string) => `Finishing, for ${seconds} seconds at most: ${what}.`,
  notFinished: (what: string) => `Not finished: ${what}. After a restart the bot posts what is missing.`,
  connectionLost: (why: string) => `${why}\n${GAMES_STAY}`,
  damaged: (database: string) => `${database} is damaged. Replace it with a backup. The bot has stopped writing to it.`,
  bug: `Council of War stopped because of a bug; its log has the details. ${GAMES_STAY}`,
  bugBecause: (why: string) => `Council of War stopped because of a bug: ${why}. ${GAMES_STAY}`,
} as const;
