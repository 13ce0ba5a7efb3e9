import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * How an interaction ended. `done` changed something, `answered` did not. `repeated` was delivered twice. `failed` met a
 * bug, `trouble` the database's, and the answer of `undelivered` did not arrive. The member was too fast: `slowed` was
 * told so, `ignored` was not answered.
 */
const OUTCOMES = ['done', 'answered', 'repeated', 'failed', 'trouble', 'undelivered', 'slowed', 'ignored'] as const;
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

const MISHAPS = ['bug', 'database', 'undelivered', 'disconnected', 'limited'] as const;
type Mishap = (typeof MISHAPS)[number];

/** The number of each since the start. */
type Mishaps = Readonly<Record<Mishap, number>>;

type GatewayChange = 'connected' | 'resumed' | 'broken';

/** Numbers that are read when the metrics are asked for. One that can't be read is `null` and is left out. */
export interface Readings {
  readonly gamesRunning: number | null;
  readonly undelivered: number | null;
  /** Seconds that the oldest undelivered message has waited; 0 if all are delivered. */
  readonly oldestUndeliveredSeconds: number | null;
  readonly databaseBytes: number | null;
  /** Seconds since 1970; `null` if there is no backup. */
  readonly lastBackup: number | null;
  readonly connected: number;
  readonly connections: number;
  readonly connectionsWanted: number | null;
  readonly gatewaySeconds: number | null;
  /** Each gateway connection; `delay` in milliseconds. */
  readonly shards: readonly { readonly id: number; readonly open: boolean; readonly delay: number | null }[];
}

type Reading = Exclude<keyof Readings, 'shards'>;

const GAUGES: Readonly<Record<Reading, readonly [name: string, help: string]>> = {
  gamesRunning: ['council_games_running', 'Games being played'],
  undelivered: ['council_undelivered', 'Maps and messages still to be delivered'],
  oldestUndeliveredSeconds: [
    'council_undelivered_oldest_seconds',
    'How long the oldest undelivered message has waited',
  ],
  databaseBytes: ['council_database_bytes', 'Size of the database'],
  lastBackup: ['council_last_backup_timestamp_seconds', 'When the last backup was made'],
  connected: ['council_gateway_connected', 'Whether every shard is connected to the gateway'],
  connections: ['council_gateway_connections', 'Open connections to the gateway'],
  connectionsWanted: ['council_gateway_connections_wanted', 'Expected connections to the gateway: one per shard'],
  gatewaySeconds: ['council_gateway_delay_seconds', 'From the last heartbeat to its acknowledgement'],
};

/** Seconds. Discord gives an interaction three. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30];

/** The part of the metrics that takes the reports of the running program. */
export type Watch = Omit<Metrics, 'setGauges' | 'measureProcess' | 'text'>;

/**
 * Measurements since the start, as https://prometheus.io/docs/instrumenting/exposition_formats/ has them. Each value of a
 * label makes a time series, so labels take their values from finite lists.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #mishaps: Record<Mishap, number> = { bug: 0, database: 0, undelivered: 0, disconnected: 0, limited: 0 };

  readonly #interactions = new Counter({
    name: 'council_interactions_total',
    help: 'Interactions, by kind and result',
    labelNames: ['what', 'outcome'],
    registers: [this.#registry],
  });
  readonly #undelivered = new Counter({
    name: 'council_answers_undelivered_total',
    help: 'Answers not delivered, by cause: Discord’s code, the HTTP status, or the connection’s error',
    labelNames: ['why'],
    registers: [this.#registry],
  });
  readonly #steps = new Histogram({
    name: 'council_interaction_seconds',
    help: 'How long interactions took, by step: waited, decided, acknowledged (since arrival), drawn, posted (since arrival)',
    labelNames: ['step'],
    buckets: BUCKETS,
    registers: [this.#registry],
  });
  readonly #writes = new Counter({
    name: 'council_writes_total',
    help: 'Entries written to the logs: orders, votes and others',
    labelNames: ['kind'],
    registers: [this.#registry],
  });
  readonly #gateway = new Counter({
    name: 'council_gateway_changes_total',
    help: 'How often the gateway connected, resumed, or broke',
    labelNames: ['change'],
    registers: [this.#registry],
  });
  readonly #responses = new Counter({
    name: 'council_rest_responses_total',
    help: 'Discord’s answers to requests, by status',
    labelNames: ['status'],
    registers: [this.#registry],
  });
  readonly #limits = new Counter({
    name: 'council_rest_rate_limits_total',
    help: 'Rate limits hit',
    labelNames: ['scope'],
    registers: [this.#registry],
  });
  readonly #lines = new Counter({
    name: 'council_log_lines_total',
    help: 'Lines of the log, by level',
    labelNames: ['level'],
    registers: [this.#registry],
  });

  readonly #gauges = Object.entries(GAUGES).map(([reading, [name, help]]) => ({
    reading: reading as Reading,
    gauge: new Gauge({ name, help, registers: [this.#registry] }),
  }));
  readonly #shardConnected = new Gauge({
    name: 'council_gateway_shard_connected',
    help: 'Whether this shard is connected',
    labelNames: ['shard'],
    registers: [this.#registry],
  });
  readonly #shardDelay = new Gauge({
    name: 'council_gateway_shard_delay_seconds',
    help: 'From the last heartbeat of this shard to its acknowledgement',
    labelNames: ['shard'],
    registers: [this.#registry],
  });

  setGauges(readings: Readings): void {
    for (const { reading, gauge } of this.#gauges) {
      const value = readings[reading];
      if (value === null) gauge.remove();
      else gauge.set(value);
    }
    this.#shardConnected.reset();
    this.#shardDelay.reset();
    for (const { id, open, delay } of readings.shards) {
      this.#shardConnected.set({ shard: id }, Number(open));
      if (delay !== null) this.#shardDelay.set({ shard: id }, delay / 1000);
    }
  }

  /** Adds metrics of the process itself: memory, event loop, garbage collection. Call once. */
  measureProcess(): void {
    collectDefaultMetrics({ register: this.#registry });
  }

  /** @param what a command or a kind of button, never an id */
  interaction(what: string, outcome: InteractionOutcome, timings: Timings | null): void {
    this.#interactions.inc({ what, outcome });
    if (outcome === 'trouble') this.#mishaps.database += 1;
    if (timings === null) return;
    // Late autocompletion has no timings and is no failure: the member has typed on.
    if (outcome === 'undelivered') this.#mishaps.undelivered += 1;
    const before = timings.waited + timings.decided;
    this.#step('waited', timings.waited, 0);
    this.#step('decided', timings.decided, 0);
    this.#step('acknowledged', timings.acknowledged, before);
    this.#step('drawn', timings.drawn, 0);
    this.#step('posted', timings.posted, before);
  }

  /** An answer did not arrive. */
  undelivered(why: string): void {
    this.#undelivered.inc({ why });
  }

  /** An entry was added to a game's log, or a vote was cast. */
  write(kind: string): void {
    this.#writes.inc({ kind });
  }

  gateway(change: GatewayChange): void {
    this.#gateway.inc({ change });
    if (change === 'broken') this.#mishaps.disconnected += 1;
  }

  /** Discord has answered a request with an HTTP status. */
  response(status: number): void {
    this.#responses.inc({ status });
  }

  /** A request has met a rate limit. */
  rateLimited(global: boolean): void {
    this.#limits.inc({ scope: global ? 'global' : 'route' });
    this.#mishaps.limited += 1;
  }

  /** A line was written to the log. @param level as pino counts */
  logged(level: number): void {
    this.#lines.inc({ level: LEVELS.find(([least]) => level >= least)?.[1] ?? 'trace' });
    if (level >= 50) this.#mishaps.bug += 1;
  }

  mishaps(): Mishaps {
    return { ...this.#mishaps };
  }

  /** All metrics as text, and their content type. */
  async text(): Promise<{ readonly type: string; readonly body: string }> {
    return { type: this.#registry.contentType, body: await this.#registry.metrics() };
  }

  #step(step: string, ms: number | null, before: number): void {
    if (ms !== null) this.#steps.observe({ step }, (before + ms) / 1000);
  }
}

/** Pino's level numbers. */
const LEVELS: readonly (readonly [least: number, name: string])[] = [
  [60, 'fatal'],
  [50, 'error'],
  [40, 'warn'],
  [30, 'info'],
  [20, 'debug'],
];
