import type { HexId } from '../../kit/hex/hex-grid.ts';
import type { Tagged } from '../../kit/tagged-union.ts';
import {
  type Battle,
  type ExitId,
  FIRST_DAY,
  LAST_TURN,
  type PieceId,
  type Side,
  type Where,
  type Withdrawal,
} from './vocabulary.ts';

/** Something a side has to choose before anything else goes on. */
export type Pending = Tagged<'kind', PendingFacts>;
interface PendingFacts {
  retreat: {
    side: Side;
    /** Those that have still to go, in the order of `units.json`; their owner says who goes first [8.1]. */
    pieces: readonly PieceId[];
    why: Withdrawal;
    /** A chain of displacements: the piece that began it, and those already displaced [8.2]. */
    chain: readonly PieceId[];
  };
  /** An exchange: adjacent participants whose printed strengths reach `need`, or all of them [7.9]. */
  lose: { side: Side; among: readonly PieceId[]; need: number };
  /** One of them may enter one of the hexes [8.5]. */
  advance: { side: Side; pieces: readonly PieceId[]; into: readonly HexId[] };
}

/** The whole of a position: plain JSON. What it leaves out is as at the start of a phase. */
export interface State {
  readonly version: 1;
  readonly variant: Variant;
  /** 1–20. */
  readonly turn: number;
  readonly side: Side;
  /** `move`: the movement phase; `plan`: battles are planned; `fight`: they are resolved [2.1, 7.5]. */
  readonly step: 'move' | 'plan' | 'fight';
  readonly over: boolean;
  /** Pieces that are not in it are in no game of its variant. */
  readonly where: Readonly<Record<PieceId, Where>>;
  /** Choices to make now, the first one by its side. While there is any, nothing else can be done. */
  readonly pending: readonly Pending[];

  /** In this movement phase. Where each piece that has moved was before; null: it was not on the map. */
  readonly moved: Readonly<Record<PieceId, HexId | null>>;
  /** How many pieces have entered at each entry hex [12.3]. */
  readonly columns: Readonly<Record<HexId, number>>;

  /** In this combat phase. */
  readonly battles: readonly Battle[];
  /** Hexes that have been attacked, and pieces that have attacked [7.2]. */
  readonly fought: { readonly hexes: readonly HexId[]; readonly pieces: readonly PieceId[] };
  /** Pieces that have gone back, and so add nothing to a defence where they are now [8.4]; guns displaced before they fired [8.3]. */
  readonly shaken: { readonly retreated: readonly PieceId[]; readonly displaced: readonly PieceId[] };
  /** Pieces that have advanced: they neither attack nor are attacked any more [8.5]. */
  readonly advanced: readonly PieceId[];
  /** Guns that may share the retreat of the last attack they had a part in, until the next is fought or the phase ends [9.1]. */
  readonly mayShare: readonly PieceId[];

  /** The game-turn in which early arrival was set off [13.1]; 0 where there is none. */
  readonly alarm: number | null;
  /** The game-turn in which the Train left at 1528, and that in which the last of the turn-14 Union pieces arrived [14.2]. */
  readonly trainLeft: number | null;
  readonly corpsCame: number | null;
  /** Pieces that have lost heart [11]. */
  readonly ineffective: readonly PieceId[];
}

export const VARIANTS = ['standard', 'effectiveness', 'first-day'] as const;
export type Variant = (typeof VARIANTS)[number];

/** The game-turn after which the game is over [1.1, 18.6]. */
export function lastTurnOf({ variant }: Pick<State, 'variant'>): number {
  return variant === 'first-day' ? FIRST_DAY : LAST_TURN;
}

export function isOnMap(where: Where | undefined): where is HexId {
  // A hex alone begins with a figure; this is asked too often for more.
  return where !== undefined && where.charCodeAt(0) < 58;
}

export function exitOf(where: Where | undefined): ExitId | null {
  return where === 'off-0117' ? '0117' : where === 'off-1528' ? '1528' : null;
}

/** The first game-turn in which Union pieces may enter the command control zone; null: it is not known yet [14.2]. */
export function zoneOpens({ trainLeft, corpsCame }: Pick<State, 'trainLeft' | 'corpsCame'>): number | null {
  const turns = [trainLeft, corpsCame].flatMap((turn) => (turn === null ? [] : [turn + 3]));
  return turns.length > 0 ? Math.min(...turns) : null;
}
