/**
 * How an interaction ended: it changed something, was answered without a change, was delivered a second time, met a bug or database
 * trouble, its answer did not arrive, or the member was too fast (`slowed`: acknowledged or told to slow down; `ignored`: not answered).
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

/** Milliseconds of an interaction's parts; `null` for a part it did not have. */
export interface Timings {
  /** From its arrival until its channel's games were loaded. */
  readonly waited: number;
  /** For deciding and storing the result. */
  readonly decided: number;
  /** From the decision until Discord had the first answer. */
  readonly acknowledged: number | null;
  /** From the decision until the map was drawn. */
  readonly drawn: number | null;
  /** From the decision until Discord had the map. */
  readonly posted: number | null;
  /** From its arrival until everything was done. */
  readonly all: number;
}

export const MISHAPS = ['bug', 'database', 'undelivered', 'disconnected', 'limited'] as const;
export type Mishap = (typeof MISHAPS)[number];

/** The number of each since the start. */
export type Mishaps = Readonly<Record<Mishap, number>>;

export type GatewayChange = 'connected' | 'resumed' | 'broken';

/** Takes the reports of the running program's parts. No method throws. */
export interface Watch {
  /** @param what a command or a kind of button; never an id, since each value makes a time series */
  interaction(what: string, outcome: InteractionOutcome, timings: Timings | null): void;
  /** An answer did not arrive. @param why a word of a finite list, since each value makes a time series */
  undelivered(why: string): void;
  /** An entry was added to a game's log, or a vote was cast. */
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
