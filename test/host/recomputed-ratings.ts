import type { System } from '../../src/game/index.ts';
import type { Database } from '../../src/store/index.ts';
import { stateOf } from './battles.ts';
import type { Camp } from './camp.ts';

/** Ratings worked out from the tables of the log by a program of its own: of the bot's it shares the rules of the games alone. */

interface Game {
  readonly id: string;
  readonly system: string;
  readonly variant: string;
  readonly ended_how: string;
}

interface Line {
  readonly kind: string;
  readonly member: number | null;
  readonly seat: string;
  readonly body: string;
  readonly ballot: number | null;
  readonly cause: string | null;
  readonly passed: number | null;
}

export interface Recomputed {
  mu: number;
  variance: number;
  games: number;
}

const BETA_SQUARED = (25 / 6) ** 2;

/** By system and player: a member's number, `bot` with the style, or `game` with the variant. */
export function recomputedRatings(
  database: Database,
  store: Camp['store'],
  guild: string,
  systemOf: (id: string) => System,
): Map<string, Map<string, Recomputed>> {
  const games = database
    .prepare(
      `SELECT id, system, variant, ended_how FROM game WHERE guild = ? AND ended_at IS NOT NULL AND origin IS NULL
       ORDER BY ended_at, id`,
    )
    .all(guild) as Game[];
  const all = new Map<string, Map<string, Recomputed>>();
  for (const game of games) {
    const sides = sidesOf(database, store, game, systemOf(game.system));
    if (!sides) continue;
    const known = all.get(game.system) ?? new Map<string, Recomputed>();
    all.set(game.system, known);
    rateBoth(known, sides);
  }
  return all;
}

interface Side {
  readonly parts: ReadonlyMap<string, number>;
  /** 1 for a victory, 0 for a defeat, a half for a draw. */
  readonly score: number;
}

function sidesOf(database: Database, store: Camp['store'], game: Game, system: System): [Side, Side] | null {
  const lines = database
    .prepare('SELECT kind, member, seat, body, ballot, cause, passed FROM entry WHERE game = ? ORDER BY seq')
    .all(game.id) as Line[];
  const voters = database.prepare(
    `SELECT member FROM vote AS last WHERE ballot = :ballot AND choice = :choice AND NOT EXISTS (
       SELECT 1 FROM vote WHERE ballot = :ballot AND member = last.member AND id > last.id) ORDER BY member`,
  );
  const given = new Map<string, Map<string, number>>();
  let [standing, peak] = [0, 0];
  for (const { kind, member, seat, body, ballot, cause, passed } of lines) {
    standing += kind === 'order' ? 1 : kind === 'undo' ? -1 : 0;
    peak = Math.max(peak, standing);
    if (kind !== 'order' || cause === 'clock' || passed) continue;
    const choice = JSON.stringify(JSON.parse(body));
    const who =
      cause === 'machine'
        ? [machineAt(database, game, seat, system)].flatMap((bot) => bot ?? [])
        : member !== null
          ? [String(member)]
          : (voters.all({ ballot, choice: keyOf(choice) }) as { member: number }[]).map((one) => String(one.member));
    const own = given.get(seat) ?? new Map<string, number>();
    given.set(seat, own);
    for (const one of who) own.set(one, (own.get(one) ?? 0) + 1 / who.length);
  }
  const [seat, other] = system.about.seats.map(({ id }) => id);
  if (seat === undefined) return null;
  const first = partsOf(given, seat, other);
  const second = other === undefined ? new Map([[`game ${game.variant}`, 1]]) : partsOf(given, other, seat);
  if (first.size === 0 || second.size === 0) return null;
  const score = scoreOf(store, game, system, lines, peak, { seat, other, first });
  if (score === null) return null;
  return [
    { parts: first, score },
    { parts: second, score: 1 - score },
  ];
}

/** What a vote names an order by: its slots by name. */
function keyOf(body: string): string {
  const order = JSON.parse(body) as Record<string, unknown>;
  return JSON.stringify(Object.fromEntries(Object.entries(order).sort(([a], [b]) => (a < b ? -1 : 1))));
}

function machineAt(database: Database, { id }: Game, seat: string, { play }: System): string | null {
  const row = database.prepare('SELECT style FROM machine WHERE game = ? AND seat = ?').get(id, seat);
  if (row === undefined) return null;
  const style = (row as { style: string | null }).style ?? play?.machine?.styles?.[0]?.id;
  return style === undefined ? 'bot' : `bot ${style}`;
}

function partsOf(given: ReadonlyMap<string, ReadonlyMap<string, number>>, seat: string, other: string | undefined) {
  const own = [...(given.get(seat) ?? [])].filter(([who, orders]) => {
    const there = other === undefined ? 0 : (given.get(other)?.get(who) ?? 0);
    return orders > there;
  });
  const all = own.reduce((sum, [, orders]) => sum + orders, 0);
  return new Map(own.map(([who, orders]) => [who, orders / all]));
}

function scoreOf(
  store: Camp['store'],
  game: Game,
  system: System,
  lines: readonly Line[],
  peak: number,
  {
    seat,
    other,
    first,
  }: { readonly seat: string; readonly other: string | undefined; readonly first: ReadonlyMap<string, number> },
): number | null {
  const outcome = system.rules.outcome(stateOf({ store }, system, game.variant, game.id));
  if (outcome) {
    if (outcome.winner === null) return other === undefined ? 0 : 0.5;
    return outcome.winner === seat ? 1 : 0;
  }
  if (game.ended_how !== 'abandoned' || peak < 6) return null;
  if (other === undefined) return 0;
  return first.has(String(lines.at(-1)?.member)) ? 0 : 1;
}

/** Weng and Lin's algorithm for two sides, whose skills are the weighed means of their players'. */
function rateBoth(known: Map<string, Recomputed>, sides: readonly [Side, Side]): void {
  const before = sides.map(({ parts }) =>
    [...parts].map(([who, part]) => ({
      who,
      part,
      ...(known.get(who) ?? { mu: 25, variance: (25 / 3) ** 2, games: 0 }),
    })),
  );
  const mean = before.map((players) => players.reduce((sum, { mu, part }) => sum + part * mu, 0)) as [number, number];
  const spread = before.map((players) =>
    players.reduce((sum, { variance, part }) => sum + part * part * variance, 0),
  ) as [number, number];
  const c = Math.sqrt(spread[0] + spread[1] + 2 * BETA_SQUARED);
  for (const [index, players] of before.entries()) {
    const [own, foe] = [mean[index] as number, mean[1 - index] as number];
    const expected = 1 / (1 + Math.exp((foe - own) / c));
    const variance = spread[index] as number;
    const change = (variance / c) * ((sides[index] as Side).score - expected);
    const shrinks = (Math.sqrt(variance) / c) * (variance / c ** 2) * expected * (1 - expected);
    for (const { who, part, ...one } of players) {
      const pull = (part * one.variance) / variance;
      known.set(who, {
        mu: one.mu + pull * change,
        variance: one.variance * (1 - part * pull * shrinks),
        games: one.games + 1,
      });
    }
  }
}
