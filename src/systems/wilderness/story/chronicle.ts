import type { Episode, GivenReason } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { grouped } from '../../../kit/plain-english.ts';
import { isOnMap, type State } from '../state.ts';
import { HEX_GRID, type Theatre, unitOf } from '../theatre.ts';
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

/** Sums up the episodes of a campaign by parts. */

export type WildernessEpisode = Episode<State, Order, Event>;

export interface Clash {
  readonly turn: number;
  readonly event: EventOf<'fought'>;
  readonly before: State;
  /** Strength points of infantry and fortifications. */
  readonly lost: Record<Side, number>;
  /** Whether a side still has to choose losses. */
  isOpen: boolean;
}

/** Dummies that were attacked or probed in the belief that they were troops. */
export interface Bluff {
  readonly turn: number;
  /** The side of the dummies. */
  readonly side: Side;
  readonly hex: HexId;
  readonly by: 'attack' | 'probe';
  /** Units that attacked or probed them, and their strength. */
  readonly units: readonly UnitId[];
  readonly strength: number;
}

/** A probe and the enemy units it found. */
interface Probe {
  readonly side: Side;
  readonly found: readonly UnitId[];
}

/** A quoted reason with its order and side. */
export interface OrderReason extends GivenReason {
  readonly order: Order | null;
  readonly side: Side;
}

export type Part = ReturnType<typeof emptyPart>;

const MOST_PARTS = 4;

/**
 * Sums up the public events of a campaign in up to four parts of equal length. Parts in a row without a battle become
 * one.
 * @param over whether the game is over, so that dummies are known and don't count as troops
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
    const index = Math.floor(((turn - first) * count) / turns);
    parts[index] ??= emptyPart(turn, after);
    const part = parts[index];
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
      else part.bluffs.push(...bluffOf(theatre, turn, after, order, event));
    }
  }
  if (clash && last?.pending.some(({ kind }) => kind === 'lose')) clash.isOpen = true;
  return parts.filter((part) => part !== undefined).reduce<Part[]>(withPart, []);
}

/** Appends a part, or merges it into the last one if neither has a battle. */
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

/** Whether a move brings counters close to the enemy's capital. */
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

function emptyPart(turn: number, { points, control }: State) {
  return {
    first: turn,
    last: turn,
    clashes: [] as Clash[],
    charges: 0,
    /** Sides whose counters came close to the enemy's capital. */
    closedIn: new Set<Side>(),
    probes: [] as Probe[],
    bluffs: [] as Bluff[],
    claims: [] as EventOf<'claimed'>[],
    /** Points for places, railroads, garrisons and divisions in the North, but not for losses. */
    scored: [] as EventOf<'scored'>[],
    fallen: [] as UnitId[],
    lost: { union: 0, confederate: 0 },
    reasons: [] as OrderReason[],
    // Points and control at the end of the part.
    points,
    control,
  };
}

function noteLoss(theatre: Theatre, part: Part, clash: Clash | null, event: EventOf<'lost'>): void {
  const { side, unit, points, left } = event;
  if (left === 0) part.fallen.push(unit);
  if (theatre.unit.get(unit)?.kind === 'cavalry') return;
  part.lost[side] += points;
  if (clash) clash.lost[side] += points;
}

/** A bluff that publicly worked: an attack or a probe that met only dummies. */
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

/** Hexes within which a counter worries the enemy. */
const NEAR = 3;

/** Dummies of a finished game that were never found, with the turns that each stood near the enemy, the most first. */
export function unfoundDummies(theatre: Theatre, episodes: readonly WildernessEpisode[]) {
  const turnEnds = episodes.filter(({ after }, index) => episodes[index + 1]?.after.turn !== after.turn);
  const last = episodes.at(-1)?.after;
  return (last?.counters ?? [])
    .filter(({ unit, hex }) => isOnMap(hex) && unitOf(theatre, unit).kind === 'dummy')
    .map(({ unit }) => {
      const { side } = unitOf(theatre, unit);
      return { side, unit, turns: turnEnds.filter(({ after }) => isNearEnemy(theatre, after, unit)).length };
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

/** A side's moves in a turn: the units by the hex in which each ended up. */
export type TurnMoves = ReturnType<typeof movesOf>[number];

export function movesOf(episodes: readonly WildernessEpisode[]) {
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
      const present = last?.turn === turn && last.side === side ? last : { turn, side, before, ends: new Map() };
      if (present !== last) turns.push(present);
      for (const unit of event.units) present.ends.set(unit, event.way.at(-1) ?? '');
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

/** Strength points each unit gained after the start, by reinforcements and net transfers. */
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

/** Historical events by turn. */
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

/** The next historical event after a turn, or the end of the war. */
export function afterwards(turn: number): string {
  return HISTORY.find(({ turns: [first] }) => first > turn)?.text ?? AFTERWARDS;
}

const AFTERWARDS = 'Petersburg held until 2 April 1865; Lee surrendered a week later.';
