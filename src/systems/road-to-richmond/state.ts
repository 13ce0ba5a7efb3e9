import { asView, type View as Seen } from '../../game/index.ts';
import type { HexId } from '../../kit/hex/hex-grid.ts';
import type { Tagged } from '../../kit/shared-vocabulary.ts';
import type { Field } from './field.ts';
import type { Battle, ExitId, PieceId, Side, Where, Withdrawal } from './vocabulary.ts';

/** A choice that a side must make before anything else happens. */
export type Pending = Tagged<'kind', PendingFacts>;
interface PendingFacts {
  retreat: {
    side: Side;
    /** Pieces that must still retreat, in the order of `units.json`; their owner chooses who goes first [8.1]. */
    pieces: readonly PieceId[];
    why: Withdrawal;
    /** The pieces of a chain of displacements so far, the one that began it first [8.2]. */
    chain: readonly PieceId[];
  };
  /** An exchange costs some of these pieces, whose printed strengths add up to `need`, or all of them [7.9]. */
  lose: { side: Side; among: readonly PieceId[]; need: number };
  /** One of these pieces may enter one of these hexes [8.5]. */
  advance: { side: Side; pieces: readonly PieceId[]; into: readonly HexId[] };
}

export type PendingOf<Kind extends Pending['kind']> = Extract<Pending, { kind: Kind }>;

/** A whole position in plain JSON. */
export interface State {
  readonly version: 1;
  readonly variant: VariantId;
  /** 1–20. */
  readonly turn: number;
  readonly side: Side;
  /** A movement phase is one step; in a combat phase battles are planned, then fought [2.1, 7.5]. */
  readonly step: 'move' | 'plan' | 'fight';
  readonly over: boolean;
  /** Pieces that are not in this variant have no entry. */
  readonly where: Readonly<Record<PieceId, Where>>;
  /** Pending choices; the first is made next, by its side, before any other order. */
  readonly pending: readonly Pending[];

  /** The places, before their move, of pieces that moved in this movement phase; `null` for off the map. */
  readonly moved: Readonly<Record<PieceId, HexId | null>>;
  /** The number of pieces that have entered at each entry hex [12.3]. */
  readonly columns: Readonly<Record<HexId, number>>;

  /** Battles of this combat phase that are planned and not yet fought. */
  readonly battles: readonly Battle[];
  /** Hexes that have been attacked, and pieces that have attacked [7.2]. */
  readonly fought: { readonly hexes: readonly HexId[]; readonly pieces: readonly PieceId[] };
  readonly shaken: {
    /** Pieces that have retreated. Where they are they add no strength to a defence [8.4]. */
    readonly retreated: readonly PieceId[];
    /** Guns that were displaced before they fired, which can no longer fire [8.3]. */
    readonly displaced: readonly PieceId[];
  };
  /** Pieces that have advanced and so can neither attack nor be attacked [8.5]. */
  readonly advanced: readonly PieceId[];
  /** Guns that may share the retreat of their latest attack, until the next battle or the end of the phase [9.1]. */
  readonly mayShare: readonly PieceId[];

  /** The game-turn in which early arrival was triggered [13.1]; 0 in games without it. */
  readonly alarm: number | null;
  /** The game-turn in which the Train left at 1528 [14.2]. */
  readonly trainLeft: number | null;
  /** The game-turn in which the last Union piece of those due in turn 14 arrived [14.2]. */
  readonly corpsCame: number | null;
  /** Pieces that are ineffective [11]. */
  readonly ineffective: readonly PieceId[];
}

export const VARIANTS = ['standard', 'effectiveness', 'first-day'] as const;
export type VariantId = (typeof VARIANTS)[number];

export function isOnMap(where: Where | undefined): where is HexId {
  // Only a hex id begins with a digit; this is asked too often for a longer test.
  return where !== undefined && where.charCodeAt(0) < 58;
}

export function exitOf(where: Where | undefined): ExitId | null {
  return where === 'off-0117' ? '0117' : where === 'off-1528' ? '1528' : null;
}

/** The first game-turn in which Union pieces may enter the command control zone; `null` while unknown [14.2]. */
export function zoneOpens({ trainLeft, corpsCame }: Pick<State, 'trainLeft' | 'corpsCame'>): number | null {
  const turns = [trainLeft, corpsCame].flatMap((turn) => (turn === null ? [] : [turn + 3]));
  return turns.length > 0 ? Math.min(...turns) : null;
}

/** Nothing is hidden, so a seat's view equals the state. Pictures and texts use the view, never the state. */
export interface View extends State, Seen {}

export function view(state: State): View {
  return asView(state);
}

type Calendar = Pick<Field, 'calendar'>;

/** Nights are turns of their own [2.2]. */
export function isNight({ calendar }: Calendar, turn: number): boolean {
  return calendar.nights.includes(turn);
}

/** The last game-turn [1.1, 18.6]. */
export function lastTurnOf({ calendar }: Calendar, { variant }: Pick<State, 'variant'>): number {
  return variant === 'first-day' ? calendar.firstDay : calendar.turns;
}

/** The clock is only a label for members; no rule depends on it [2.3]. */
const DATES = ['27 June', '28 June', '29 June'] as const;
/** The hour at which each day begins. */
const FIRST_HOURS = [12, 6, 6] as const;

/** The day of the game that a turn belongs to: 0, 1 or 2. A night belongs to the day before it. */
export function dayOf({ calendar }: Calendar, turn: number): 0 | 1 | 2 {
  const [first, second] = calendar.nights;
  return turn <= first ? 0 : turn <= second ? 1 : 2;
}

/** "27 June" */
export function dateOf(day: 0 | 1 | 2): string {
  return DATES[day];
}

/** "16:00 on 27 June", "the night after 27 June" */
export function clockOf(field: Calendar, turn: number): string {
  const day = dayOf(field, turn);
  if (isNight(field, turn)) return `the night after ${DATES[day]}`;
  const nightBefore = [0, ...field.calendar.nights][day] as number;
  return `${String(FIRST_HOURS[day] + 2 * (turn - nightBefore - 1)).padStart(2, '0')}:00 on ${DATES[day]}`;
}
