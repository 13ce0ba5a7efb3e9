import type { Episode, Reason } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { grouped } from '../../../kit/plain-english.ts';
import { isOnMap, type State } from '../state.ts';
import { HEX_GRID, scenarioOf, type Theatre, unitOf } from '../theatre.ts';
import {
  type EachSide,
  type Event,
  type EventOf,
  eachSide,
  type Order,
  otherSide,
  type Side,
  type UnitId,
} from '../vocabulary.ts';

/** What happened, part by part, out of the episodes of a campaign: gone through once. */

export type WildernessEpisode = Episode<State, Order, Event>;

/** An attack of infantry, with what it cost. */
export interface Clash {
  readonly turn: number;
  readonly event: EventOf<'fought'>;
  readonly before: State;
  /** Strength points of infantry and fortifications. */
  readonly lost: Record<Side, number>;
  /** A side still has to choose who loses. */
  isOpen: boolean;
}

/** Dummies that were taken for an army: an attack or a probe went to them. */
export interface Bluff {
  readonly turn: number;
  /** Whose dummies they were. */
  readonly side: Side;
  readonly hex: HexId;
  readonly by: 'attack' | 'probe';
  /** Units that attacked or probed them, and their strength. */
  readonly units: readonly UnitId[];
  readonly strength: number;
}

/** A probe, and the enemy's units that it found. */
export interface Probe {
  readonly side: Side;
  readonly found: readonly UnitId[];
}

/** A reason, and what was ordered for it by whom. */
export interface OrderReason extends Reason {
  readonly order: Order | null;
  readonly side: Side;
}

/** Some turns of a campaign. */
export interface Part {
  readonly first: number;
  last: number;
  readonly clashes: Clash[];
  /** Attacks of cavalry on cavalry. */
  charges: number;
  /** Sides of which counters came close to the enemy's capital. */
  readonly closedIn: Set<Side>;
  readonly probes: Probe[];
  readonly bluffs: Bluff[];
  readonly claims: EventOf<'claimed'>[];
  /** Points of places, railroads, garrisons and divisions in the North: those of losses are not among them. */
  readonly scored: EventOf<'scored'>[];
  readonly fallen: UnitId[];
  readonly lost: Record<Side, number>;
  readonly reasons: OrderReason[];
  /** Points, and who controls what, when it ended. */
  points: EachSide<number>;
  control: State['control'];
}

/** Parts that a campaign is told in, at most. */
const MOST_PARTS = 4;

/**
 * What everybody saw of a campaign, in at most four parts of as many turns each; quiet ones that follow one another are one.
 * @param over dummies are known, and are no troops
 */
export function partsOf(theatre: Theatre, episodes: readonly WildernessEpisode[], over: boolean): readonly Part[] {
  const last = episodes.at(-1)?.after;
  const first = episodes[0]?.after.turn ?? 1;
  const turns = (last?.turn ?? first) - first + 1;
  const count = Math.min(MOST_PARTS, turns);
  const parts: Part[] = [];
  let clash: Clash | null = null;
  for (const { before, after, events, order, reasons } of episodes) {
    const { turn } = before;
    const place = Math.floor(((turn - first) * count) / turns);
    parts[place] ??= emptyPart(turn, after);
    const part = parts[place];
    part.last = turn;
    part.points = after.points;
    part.control = after.control;
    const side = order?.verb === 'probe' ? unitOf(theatre, order.unit).side : before.side;
    part.reasons.push(...reasons.map((reason) => ({ ...reason, order, side })));
    for (const event of events) {
      if (event.type === 'fought') {
        clash = { turn, event, before, lost: { union: 0, confederate: 0 }, isOpen: false };
        part.clashes.push(clash);
      } else if (event.type === 'charged') part.charges += 1;
      else if (event.type === 'moved') {
        if (closesIn(theatre, event, over)) part.closedIn.add(event.side);
      } else if (event.type === 'probed') part.probes.push(probeOf(theatre, event, events));
      else if (event.type === 'claimed') part.claims.push(event);
      else if (event.type === 'scored') part.scored.push(event);
      else if (event.type === 'lost') noteLoss(theatre, part, clash, event);
      else part.bluffs.push(...bluffOf(theatre, before.turn, after, order, event));
    }
  }
  if (clash && last?.pending.some(({ kind }) => kind === 'lose')) clash.isOpen = true;
  return parts.filter((part) => part !== undefined).reduce<Part[]>(withPart, []);
}

/** Parts and the next one, as one with the last of them where nothing was fought in either. */
function withPart(parts: readonly Part[], next: Part): Part[] {
  const last = parts.at(-1);
  if (!last || !isQuiet(last) || !isQuiet(next)) return [...parts, next];
  const both: Part = {
    ...next,
    first: last.first,
    closedIn: new Set([...last.closedIn, ...next.closedIn]),
    probes: [...last.probes, ...next.probes],
    bluffs: [...last.bluffs, ...next.bluffs],
    claims: [...last.claims, ...next.claims],
    scored: [...last.scored, ...next.scored],
    reasons: [...last.reasons, ...next.reasons],
  };
  return [...parts.slice(0, -1), both];
}

function isQuiet({ clashes, charges, bluffs, fallen }: Part): boolean {
  return clashes.length + charges + fallen.length === 0 && bluffs.every(({ by }) => by === 'probe');
}

export const CAPITALS: EachSide<string> = { union: 'Washington', confederate: 'Richmond' };

/** Whether counters come close to the enemy's capital from farther off. */
function closesIn(theatre: Theatre, { side, units, way }: EventOf<'moved'>, over: boolean): boolean {
  const isTroops = (unit: UnitId) => ['infantry', 'cavalry'].includes(unitOf(theatre, unit).kind);
  if (over && !units.some(isTroops)) return false;
  const capital = theatre.places.filter(({ name }) => name.startsWith(CAPITALS[otherSide(side)]));
  const isClose = (at: HexId | undefined) =>
    at !== undefined && capital.some(({ hex }) => HEX_GRID.distance(at, hex) <= NEAR);
  return !isClose(way[0]) && isClose(way.at(-1));
}

function probeOf(theatre: Theatre, { unit }: EventOf<'probed'>, events: readonly Event[]): Probe {
  const { side } = unitOf(theatre, unit);
  const found = events.flatMap((event) =>
    event.type === 'revealed' && event.side !== side ? event.units.map((one) => one.unit) : [],
  );
  return { side, found };
}

function emptyPart(turn: number, { points, control }: State): Part {
  const none = { clashes: [], charges: 0, probes: [], bluffs: [], claims: [], scored: [], fallen: [], reasons: [] };
  const sides = { closedIn: new Set<Side>() };
  return { first: turn, last: turn, ...none, ...sides, lost: { union: 0, confederate: 0 }, points, control };
}

function noteLoss(theatre: Theatre, part: Part, clash: Clash | null, event: EventOf<'lost'>): void {
  const { side, unit, points, left } = event;
  if (left === 0) part.fallen.push(unit);
  if (theatre.unit.get(unit)?.kind === 'cavalry') return;
  part.lost[side] += points;
  if (clash) clash.lost[side] += points;
}

/** A bluff that everybody saw work: an attack on dummies alone, or a probe that found nothing else. */
function bluffOf(theatre: Theatre, turn: number, { counters }: State, order: Order | null, event: Event): Bluff[] {
  const strengthOf = (units: readonly UnitId[]) =>
    counters.reduce((total, { unit, strength }) => total + (units.includes(unit) ? strength : 0), 0);
  if (event.type === 'called-off' && event.why === 'dummies' && order !== null) {
    const units = 'with' in order ? order.with : 'units' in order ? order.units.split('+') : [];
    return [{ turn, side: otherSide(event.side), hex: event.target, by: 'attack', units, strength: strengthOf(units) }];
  }
  if (event.type !== 'revealed' || event.dummies.length === 0 || event.units.length > 0) return [];
  if (order?.verb !== 'probe' || order.target !== event.hex) return [];
  return unitOf(theatre, order.unit).side === event.side
    ? []
    : [{ turn, side: event.side, hex: event.hex, by: 'probe', units: [order.unit], strength: 0 }];
}

/** A dummy that nobody found, and for how many turns it stood near the enemy. */
export interface Unfound {
  readonly side: Side;
  readonly unit: UnitId;
  readonly turns: number;
}

/** So near the enemy has to reckon with a counter. */
const NEAR = 3;

/** Dummies that were never found, those first that the enemy had before him longest. Told when the game is over. */
export function unfoundDummies(theatre: Theatre, episodes: readonly WildernessEpisode[]): readonly Unfound[] {
  const ends = episodes.filter(({ after }, index) => episodes[index + 1]?.after.turn !== after.turn);
  const last = episodes.at(-1)?.after;
  const left = (last?.counters ?? []).filter(({ unit, hex }) => isOnMap(hex) && unitOf(theatre, unit).kind === 'dummy');
  return left
    .map(({ unit }) => {
      const { side } = unitOf(theatre, unit);
      return { side, unit, turns: ends.filter(({ after }) => isNearEnemy(theatre, after, unit)).length };
    })
    .sort((one, other) => other.turns - one.turns);
}

function isNearEnemy(theatre: Theatre, { counters }: State, dummy: UnitId): boolean {
  const at = counters.find(({ unit }) => unit === dummy)?.hex;
  if (at === undefined || !isOnMap(at)) return false;
  const enemy = otherSide(unitOf(theatre, dummy).side);
  return counters.some(
    ({ unit, hex }) => isOnMap(hex) && unitOf(theatre, unit).side === enemy && HEX_GRID.distance(at, hex) <= NEAR,
  );
}

/** What the counters of a side did in a turn: for each hex they came to, who. */
export interface TurnMoves {
  readonly turn: number;
  readonly side: Side;
  readonly moves: ReadonlyMap<HexId, readonly UnitId[]>;
  /** The position before the first of them. */
  readonly before: State;
}

export function movesOf(episodes: readonly WildernessEpisode[]): readonly TurnMoves[] {
  const turns: {
    readonly turn: number;
    readonly side: Side;
    readonly before: State;
    readonly ends: Map<UnitId, HexId>;
  }[] = [];
  for (const { before, events } of episodes)
    for (const event of events) {
      if (event.type !== 'moved' || event.side !== before.side) continue;
      const { turn, side } = before;
      const last = turns.at(-1);
      const now = last?.turn === turn && last.side === side ? last : { turn, side, before, ends: new Map() };
      if (now !== last) turns.push(now);
      for (const unit of event.units) now.ends.set(unit, event.way.at(-1) ?? '');
    }
  return turns.map(({ ends, ...turn }) => ({
    ...turn,
    moves: new Map(grouped([...ends], ([, hex]) => hex).map(([hex, some]) => [hex, some.map(([unit]) => unit)])),
  }));
}

/** Strength points that each unit of infantry and each fortification lost in combat. */
export function unitLosses(
  theatre: Theatre,
  episodes: readonly WildernessEpisode[],
): EachSide<ReadonlyMap<UnitId, number>> {
  const lost = eachSide(() => new Map<UnitId, number>());
  for (const { events } of episodes)
    for (const event of events)
      if (event.type === 'lost' && (theatre.unit.get(event.unit)?.kind === 'infantry' || theatre.fort.has(event.unit)))
        lost[event.side].set(event.unit, (lost[event.side].get(event.unit) ?? 0) + event.points);
  return lost;
}

/** Strength points that each unit was given beyond what it had at first: reinforcements, and what others in its hex passed on or took. */
export function givenOf(episodes: readonly WildernessEpisode[]): ReadonlyMap<UnitId, number> {
  const given = new Map<UnitId, number>();
  const add = (unit: UnitId, points: number) => given.set(unit, (given.get(unit) ?? 0) + points);
  for (const event of episodes.flatMap(({ events }) => events)) {
    if (event.type === 'reinforced') add(event.unit, event.points);
    if (event.type !== 'transferred') continue;
    add(event.from, -event.points);
    add(event.to, event.points);
  }
  return given;
}

/** How long a campaign is meant to be. */
export function lastTurnOf(theatre: Theatre, { scenario }: State): number {
  return scenarioOf(theatre, scenario).turns[1];
}

/** What really happened, by the turns in which it did. */
export const HISTORY: readonly { readonly turns: readonly [number, number]; readonly text: string }[] = [
  {
    turns: [2, 2],
    text: 'On 5 and 6 May 1864 the armies fought half blind in the Wilderness; more than 28,000 men were lost.',
  },
  {
    turns: [3, 10],
    text: 'From 8 to 21 May 1864 Grant attacked at Spotsylvania, and Lee held; some 30,000 men were lost.',
  },
  { turns: [11, 12], text: 'From 23 to 26 May 1864 Lee stood on the North Anna, and Grant went around him again.' },
  { turns: [13, 14], text: 'From 28 to 30 May 1864 there was fighting at Haw’s Shop and on Totopotomoy Creek.' },
  { turns: [16, 16], text: 'On 3 June 1864 Grant’s attack at Cold Harbor failed within an hour.' },
  { turns: [21, 24], text: 'From 12 to 18 June 1864 Grant crossed the James and attacked Petersburg, which held.' },
  { turns: [26, 26], text: 'On 22 June 1864 Grant’s first move against the Weldon Railroad was thrown back.' },
];

/** The next event after a turn: the next one told above, or the end of it all. */
export function afterwards(turn: number): string {
  return HISTORY.find(({ turns: [first] }) => first > turn)?.text ?? AFTERWARDS;
}

const AFTERWARDS = 'Petersburg held until 2 April 1865; Lee surrendered a week later.';
