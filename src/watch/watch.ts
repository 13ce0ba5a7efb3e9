/**
 * How an interaction came out: something was done, it was answered and nothing changed, it was delivered a second time, a bug or the
 * database kept it from being done, its answer did not arrive, or it came too fast (`slowed`: acknowledged, or told to slow down; `ignored`: not answered at all).
 */
export const OUTCOMES = [
  'done',
  'answered',
  'repeated',
  'failed',
  'trouble',
  'undelivered',
  'slowed',
  'ignored',
] as const;
export type InteractionOutcome = (typeof OUTCOMES)[number];

/** What an interaction took, in milliseconds; null: it has no such part. */
export interface Timings {
  /** Until what its channel needs was worked out. */
  readonly waited: number;
  /** For deciding, all of it on the disk. */
  readonly decided: number;
  /** From then until Discord had the first answer. */
  readonly acknowledged: number | null;
  /** From then until the map was drawn. */
  readonly drawn: number | null;
  /** From then until Discord had the map. */
  readonly posted: number | null;
  /** From the interaction's coming until everything was over. */
  readonly all: number;
}

/** What goes wrong while the program runs. */
export const MISHAPS = ['bug', 'database', 'undelivered', 'disconnected', 'limited'] as const;
export type Mishap = (typeof MISHAPS)[number];

/** How often each has gone wrong since the start. */
export type Mishaps = Readonly<Record<Mishap, number>>;

/** What becomes of the connection to Discord. */
export type GatewayChange = 'connected' | 'resumed' | 'broken';

/** What the parts of the running program report. Nothing here throws. */
export interface Watch {
  /** @param what a command or a kind of button, never with an id in it: there is one time series for each */
  interaction(what: string, outcome: InteractionOutcome, timings: Timings | null): void;
  /** An answer did not arrive. @param why in a word of a list that has an end: there is one time series for each */
  undelivered(why: string): void;
  /** Something has been put into the log of a game, or a vote was cast. */
  write(kind: string): void;
  gateway(change: GatewayChange): void;
  /** Discord has answered a request with an HTTP status. */
  response(status: number): void;
  /** A request has met a rate limit. */
  rateLimited(global: boolean): void;
  /** A line was written to the log; `level` as pino counts. */
  logged(level: number): void;
  mishaps(): Mishaps;
}
