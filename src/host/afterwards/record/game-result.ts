import { balanceOf, type Course, mattered, SAME_WORTH } from '../../../advisor/index.ts';
import type { MemberId } from '../../../council/index.ts';
import { type Margin, orderKey, type SeatId, type System } from '../../../game/index.ts';
import type { GamePosition, OrderEntry } from '../../table/game-position.ts';
import type { LoadedGame } from '../../table/game-tables.ts';
import type { PlayedGame, PlayedOrder } from '../../table/played-game.ts';
import { howMuch } from '../../table/rolls-taken-back.ts';

/** Raised with whatever changes what a reckoning says, or what sums of them say: those made before are then made again. */
export const MADE_BY = '4';

/** What an ended game came to. It is kept as JSON. */
export interface GameResult {
  /** Orders that stand. */
  readonly orders: number;
  /** Null: it was not played out, or the rules do not tell any more. */
  readonly result: {
    /** Whether the seat that was played won; in a game of several, whether any did. */
    readonly won: boolean;
    readonly margin: Margin | null;
  } | null;
  /** Of a game of several seats; null: it has but one. */
  readonly sides: Sides | null;
  /** Null: what its orders were worth is not known. */
  readonly worth: ResultWorth | null;
  /** Rolls, shuffles and reveals that were taken back after they were seen. A game that has any is counted apart. */
  readonly takenBack: number;
  /** Whose order or vote was the best one, where it mattered. */
  readonly choices: readonly DecisionCounts[];
}

export interface Sides {
  /** Null: none has won, or it was not played out. */
  readonly winner: SeatId | null;
  /** Members who ordered or voted for one seat only, if each seat had such a member. */
  readonly players: readonly { readonly member: MemberId; readonly seat: SeatId }[];
}

/** Tenths of a percentage point, as `balanceOf` has them. */
export interface ResultWorth {
  readonly decisions: number;
  readonly dice: number;
  /** The best chance there was before the last order fell, and after how many orders. */
  readonly best: { readonly chance: number; readonly after: number };
}

export interface DecisionCounts {
  readonly member: MemberId;
  /**
   * Decisions in which the best and the worst order differed, and the one chosen cost something: points, a die, or chances of winning.
   * Free marches back and forth are as good as any order, and no merit.
   */
  readonly mattered: number;
  readonly best: number;
}

/** With what its orders were worth. */
export function gameResult(playedGame: PlayedGame): GameResult {
  const { system, position, givenOrders, course } = playedGame;
  const acts = givenOrders.flatMap(({ entry, by, vote }) => {
    const members = vote ? vote.votes.map(({ member }) => member) : by ? [by.id] : [];
    return members.map((member) => ({ member, seat: entry.seat }));
  });
  return {
    ...endOf(system, position, acts),
    worth: course && worthOf(course),
    choices: course ? choicesIn(course, givenOrders) : [],
  };
}

/**
 * What a game's ending alone tells: no order is played again.
 * @param standing its orders that stand
 */
export function plainGameResult(
  { system, position }: LoadedGame,
  standing: readonly OrderEntry[],
  votersOf: (ballot: number) => readonly MemberId[],
): GameResult {
  const acts = standing.flatMap(({ member, ballot, seat }) => {
    const members = member ? [member.id] : ballot === null ? [] : votersOf(ballot);
    return members.map((one) => ({ member: one, seat }));
  });
  return { ...endOf(system, position, acts), worth: null, choices: [] };
}

function endOf(
  system: System,
  { state, turn, takenBack }: GamePosition,
  acts: readonly Sides['players'][number][],
): Pick<GameResult, 'orders' | 'result' | 'sides' | 'takenBack'> {
  const outcome = system.outcome(state);
  return {
    orders: turn,
    takenBack: howMuch(takenBack),
    result: outcome && { won: outcome.winner !== null, margin: system.margin?.(state) ?? null },
    sides: system.seats.length > 1 ? { winner: outcome?.winner ?? null, players: playersIn(system, acts) } : null,
  };
}

function playersIn({ seats }: System, acts: readonly Sides['players'][number][]): Sides['players'] {
  const played = new Map<MemberId, SeatId | null>();
  for (const { member, seat } of acts) {
    const known = played.get(member);
    played.set(member, known === undefined || known === seat ? seat : null);
  }
  const players = [...played].flatMap(([member, seat]) => (seat === null ? [] : [{ member, seat }]));
  return seats.every(({ id }) => players.some(({ seat }) => seat === id)) ? players : [];
}

function worthOf(course: Course): ResultWorth {
  const { start, decisions, dice, moves } = balanceOf(course);
  const chances = [start, ...moves.slice(0, -1).map(({ end }) => end)];
  const chance = Math.max(...chances);
  return { decisions, dice, best: { chance, after: chances.lastIndexOf(chance) } };
}

function choicesIn({ moves }: Course, deeds: readonly PlayedOrder[]): DecisionCounts[] {
  const choices = new Map<MemberId, DecisionCounts>();
  for (const [index, deed] of deeds.entries()) {
    const move = moves[index];
    if (!move || !mattered(move)) continue;
    for (const { member, order } of chosenBy(deed)) {
      const chosen = move.prospects.find((prospect) => orderKey(prospect.order) === order);
      const wasBest = chosen !== undefined && move.before - chosen.worth < SAME_WORTH;
      if (wasBest && chosen.free) continue;
      const { mattered, best } = choices.get(member) ?? { mattered: 0, best: 0 };
      choices.set(member, { member, mattered: mattered + 1, best: best + Number(wasBest) });
    }
  }
  return [...choices.values()];
}

/** Who chose what: each voter their own order, whatever was decided; otherwise the member who gave the order. */
function chosenBy({ entry, by, vote }: PlayedOrder): { readonly member: MemberId; readonly order: string }[] {
  if (vote) return vote.votes.map(({ member, choice }) => ({ member, order: choice }));
  return by ? [{ member: by.id, order: orderKey(entry.order) }] : [];
}
