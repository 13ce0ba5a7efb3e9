import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { sidesOf } from '../../../kit/hex/hex-map.ts';
import { hexesTo, trace } from '../../../kit/hex/search.ts';
import { boardOf, piecesAt } from '../board.ts';
import { type Field, idsOf, type Piece, strengthOf } from '../field.ts';
import { exitOf, isOnMap, type State } from '../state.ts';
import { EXITS, otherSide, type PieceId, SIDES, type Side } from '../vocabulary.ts';

export interface Points {
  readonly confederate: number;
  readonly union: number;
}

/** The reason for points at the end of the game. */
type EndReason =
  /** Union pieces off the map at 1528 [18.2]. */
  | 'pieces'
  /** The Train off the map at 1528 [18.2]. */
  | 'train'
  /** Union strength off the map at 0117. */
  | 'west'
  /** Confederate strength off the map at 1528, counted twice because the Train has left there. */
  | 'double'
  /** Confederate strength off the map at 1528, counted once because the Train has not left there. */
  | 'single'
  /** Union strength that can't get away [18.4]. */
  | 'cut-off'
  /** Farms held at the end of the short game, in which nothing else scores then [18.6]. */
  | 'farms';

/** Points that a side scores at the end [18.2–18.4]. */
export interface EndItem {
  readonly side: Side;
  readonly why: EndReason;
  readonly points: number;
  readonly pieces: readonly PieceId[];
}

/** The Union's starting points [18.6]. */
export function startPoints(field: Field, { variant }: Pick<State, 'variant'>): number {
  return variant === 'first-day' ? field.firstDayPoints : 0;
}

/** Numbers that the rulebook refers to, such as `{farmHeld}`. */
export function pointsNamed(field: Field): { readonly [name: string]: unknown } {
  const { firstDayPoints, scoring, train } = field;
  // Off the map at 1528 the Train also counts 1, as every unit does [18.2].
  return { ...scoring, firstDayPoints, trainLost: pointsFor(field, train), trainAway: scoring.trainSaved + 1 };
}

/**
 * The points of a position: starting points, eliminated pieces [18.1] and, once the game is over, the points scored at
 * the end.
 */
export function scoreOf(field: Field, state: State): Points {
  const points = { confederate: 0, union: startPoints(field, state) };
  for (const piece of field.pieces)
    if (state.where[piece.id] === 'lost') points[otherSide(piece.side)] += pointsFor(field, piece);
  if (state.over) for (const item of endItems(field, state)) points[item.side] += item.points;
  return points;
}

export function winnerOf({ confederate, union }: Points): Side | null {
  return confederate === union ? null : union > confederate ? 'union' : 'confederate';
}

/** `null` while the game goes on; after a tie, `winner` is `null`. */
export function outcome(field: Field, state: State): { readonly winner: Side | null } | null {
  return state.over ? { winner: winnerOf(scoreOf(field, state)) } : null;
}

/** The points for eliminating a piece [18.1]. */
export function pointsFor({ scoring }: Field, { kind, strength }: Piece): number {
  return kind === 'train' ? strength + scoring.trainDestroyed : strength;
}

/** The points each side would score if the game ended now, without items worth none. */
export function endItems(field: Field, state: State): readonly EndItem[] {
  if (state.variant === 'first-day') return farmItems(field, state);
  const { train, scoring } = field;
  const isSaved = exitOf(state.where[train.id]) === '1528';
  const union = piecesAt(field, state, 'union', 'off-1528');
  const items: EndItem[] = [
    item('union', 'pieces', union.length, union),
    item('union', 'train', isSaved ? scoring.trainSaved : 0, [train]),
  ];
  if (isSaved && hasLine(field, state, 'union')) {
    const west = piecesAt(field, state, 'union', 'off-0117');
    items.push(item('union', 'west', strengthOf(west), west));
  }
  if (hasLine(field, state, 'confederate')) {
    const confederate = piecesAt(field, state, 'confederate', 'off-1528');
    const strength = strengthOf(confederate);
    items.push(
      isSaved
        ? item('confederate', 'double', 2 * strength, confederate)
        : item('confederate', 'single', strength, confederate),
    );
  }
  if (state.where[train.id] === 'waiting') {
    const caught = cutOff(field, state);
    items.push(item('confederate', 'cut-off', strengthOf(caught), caught));
  }
  return items.filter(({ points }) => points > 0);
}

/** The farms of each side, held by units standing there [18.6]. */
function farmItems(field: Field, state: State): readonly EndItem[] {
  const board = boardOf(field, state);
  return SIDES.flatMap((side) => {
    const farms = field.scoring.farms.filter((hex) => board.holder(hex) === side);
    const pieces = farms.flatMap((hex) => board.at(hex));
    return farms.length === 0 ? [] : [item(side, 'farms', field.scoring.farmHeld * farms.length, pieces)];
  });
}

function item(side: Side, why: EndReason, points: number, pieces: readonly Piece[]): EndItem {
  return { side, why, points, pieces: idsOf(pieces) };
}

/**
 * Whether a side has the line of communications: a chain of road and trail hexes from 0117 to 1528 without an enemy
 * piece [17.1].
 */
export function hasLine(field: Field, state: Pick<State, 'where'>, side: Side): boolean {
  return communicationsLine(field, state, side) !== null;
}

/** The shortest line of communications, from 0117 on; `null` if the side has none. */
export function communicationsLine(field: Field, state: Pick<State, 'where'>, side: Side): readonly HexId[] | null {
  const board = boardOf(field, state);
  const [west, south] = EXITS;
  const steps = traced(field, [west], (hex) => board.holder(hex) !== otherSide(side), 'ways');
  return steps.has(south) ? hexesTo(steps, south) : null;
}

/**
 * Union pieces on the map that cannot trace a way off it at the end of a game in which the Train never arrived [18.4].
 */
export function cutOff(field: Field, state: Pick<State, 'where'>): readonly Piece[] {
  const board = boardOf(field, state);
  const open = (hex: HexId) => board.holder(hex) !== 'confederate';
  const roads = traced(field, field.escapeHexes, open, 'ways');
  const country = traced(field, roads.keys(), open, 'ground');
  return field.pieces.filter(({ id, side }) => {
    const hex = state.where[id];
    if (side !== 'union' || !isOnMap(hex)) return false;
    return (country.get(hex)?.steps ?? Number.POSITIVE_INFINITY) > field.scoring.trace;
  });
}

/** Every hex that a trace reaches from the starting hexes through open ones: on roads and trails, or on any ground. */
function traced(field: Field, from: Iterable<HexId>, open: (hex: HexId) => boolean, on: 'ways' | 'ground') {
  const next = (hex: HexId) =>
    sidesOf(field, hex).flatMap(({ to, barred, link }) =>
      barred || (on === 'ways' && !link) || !open(to) ? [] : [to],
    );
  return trace([...from].filter(open), next);
}
