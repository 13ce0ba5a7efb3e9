import { balanceOf, type Course, foundBy, tenths } from '../../../advisor/index.ts';
import { DAY, type MemberId, standingVotes } from '../../../council/index.ts';
import { orderKey, type SeatId } from '../../../game/index.ts';
import type { EntryRecord, Store } from '../../../store/index.ts';
import { type OrderEntry, standingIn } from '../../table/game-position.ts';
import type { LoadedGame } from '../../table/game-tables.ts';
import { diceGiven, orderGiven, type PlayedGame, votesByBallot } from '../../table/played-game.ts';
import { howMuch } from '../../table/rolls-taken-back.ts';

/** A member's number; `bot aggressive` for a style of the bot; `game standard` for a variant of a game of one seat. */
export type PlayerId = MemberId | string;

export interface RatedPlayer {
  readonly player: PlayerId;
  /** The player's share of the side's orders, above 0. The shares of a side add up to 1. */
  readonly share: number;
}

export interface RatedSide {
  /** Null for the game itself. */
  readonly seat: SeatId | null;
  /** 1 for the best. Sides that drew have the same rank. */
  readonly rank: number;
  readonly players: readonly RatedPlayer[];
}

/** An abandoned game counts if so many orders have stood at one time. */
export const RATED_FROM = 6;
/** A side that was waited for so long has run out of time, if a neutral moderator ends the game. */
const SILENT_MS = 3 * DAY;

/** The members behind an order, each with the order they chose: its author, or all whose vote stood. */
export type ChosenBy = (entry: OrderEntry) => readonly { readonly member: MemberId; readonly choice: string }[];

export function choosersIn(store: Store, game: string): ChosenBy {
  const votes = votesByBallot(store.votesOf(game));
  return ({ member, ballot, order }) => {
    if (member) return [{ member: member.id, choice: orderKey(order) }];
    return ballot === null ? [] : standingVotes(votes.get(ballot) ?? []);
  };
}

/** The members who gave an order or voted for it. */
function giversOf(entry: OrderEntry, chosenBy: ChosenBy): readonly MemberId[] {
  const key = orderKey(entry.order);
  return chosenBy(entry).flatMap(({ member, choice }) => (choice === key ? [member] : []));
}

/**
 * The players of each side of a game, and how the game ended for them. Empty if the game is not rated. Only the log is
 * read, and the bot's style. A player who ordered for two sides is rated for the side with more of their orders. The
 * same goes for the bot, so that a game that it plays against itself is not rated.
 * @param entries the whole log
 */
export function ratedSides(
  store: Store,
  loaded: LoadedGame,
  entries: readonly EntryRecord[],
  chosenBy: ChosenBy,
): readonly RatedSide[] {
  const { system, game } = loaded;
  const players = playersIn(store, loaded, entries, chosenBy);
  const sides = system.about.seats.map(({ id }) => ({ seat: id, players: players.get(id) ?? [] }));
  if (game.whatIf || sides.some((side) => side.players.length === 0)) return [];
  const best = bestSeats(loaded, entries, players);
  if (!best || isWonByTakingBack(loaded, sides, best)) return [];
  const rank = (isBest: boolean) => (isBest ? 1 : 2);
  const rated = sides.map((side) => ({ ...side, rank: rank(best.includes(side.seat)) }));
  if (sides.length > 1) return rated;
  const itself = { player: `game ${game.variant}`, share: 1 };
  return [...rated, { seat: null, rank: rank(best.length === 0), players: [itself] }];
}

type PlayersBySeat = ReadonlyMap<SeatId, readonly RatedPlayer[]>;

/** Orders taken back count too. Otherwise a side could take its orders back before it gives up. */
function playersIn(
  store: Store,
  { system, game }: LoadedGame,
  entries: readonly EntryRecord[],
  chosenBy: ChosenBy,
): PlayersBySeat {
  const machines = new Set(store.machinesAt(game.id));
  const bySeat = new Map<SeatId, Map<PlayerId, number>>();
  for (const entry of entries) {
    if (entry.kind !== 'order') continue;
    const seat = bySeat.get(entry.seat) ?? new Map<PlayerId, number>();
    bySeat.set(entry.seat, seat);
    const givers = playersOf(entry);
    for (const giver of givers) seat.set(giver, (seat.get(giver) ?? 0) + 1 / givers.length);
  }
  return new Map(
    [...bySeat].map(([seat, orders]) => {
      const others = [...bySeat].flatMap(([other, theirs]) => (other === seat ? [] : [theirs]));
      const isMore = ([player, given]: readonly [PlayerId, number]) =>
        others.every((theirs) => given > (theirs.get(player) ?? 0));
      const only = [...orders].filter(isMore);
      const all = only.reduce((sum, [, given]) => sum + given, 0);
      return [seat, only.map(([player, given]) => ({ player, share: given / all }))] as const;
    }),
  );

  /** None for an order by the clock, or for a step that passed by itself. */
  function playersOf(entry: OrderEntry): readonly PlayerId[] {
    const { seat, cause } = entry;
    if (cause === undefined) return giversOf(entry, chosenBy);
    if (cause !== 'machine' || !machines.has(seat)) return [];
    const style = store.machineStyle(game.id, seat) ?? system.play?.machine?.styles?.[0]?.id ?? '';
    return [`bot ${style}`.trimEnd()];
  }
}

/** The seats that did best: all in a draw, none if the game won. Null if there is no result to rate. */
function bestSeats(
  { system, position, game }: LoadedGame,
  entries: readonly EntryRecord[],
  players: PlayersBySeat,
): readonly SeatId[] | null {
  const seats = system.about.seats.map(({ id }) => id);
  const outcome = system.rules.outcome(position.state);
  if (outcome) return outcome.winner !== null ? [outcome.winner] : seats.length > 1 ? seats : [];
  const end = entries.at(-1);
  if (game.ended?.how !== 'abandoned' || end?.kind !== 'abandon' || mostOrders(entries) < RATED_FROM) return null;
  const loser = seats.length === 1 ? seats[0] : loserOf(end);
  return loser === undefined ? null : seats.filter((seat) => seat !== loser);

  /** The side whose member ended the game. If a neutral moderator ended it, the side that ran out of time. */
  function loserOf({ member, at }: EntryRecord): SeatId | undefined {
    const own = seats.find((seat) => players.get(seat)?.some(({ player }) => player === member?.id));
    if (own !== undefined) return own;
    const asked = new Set(system.rules.asked(position.state).map(({ seat }) => seat));
    const [awaited] = asked;
    if (awaited === undefined || asked.size > 1) return undefined;
    const last = standingIn(entries).findLast(({ seat }) => seat === awaited);
    const isSilent = at - (entries.at(-2)?.at ?? at) >= SILENT_MS;
    return isSilent || last?.cause === 'clock' ? awaited : undefined;
  }
}

/** The most orders that stood at one time. */
function mostOrders(entries: readonly EntryRecord[]): number {
  let [stand, most] = [0, 0];
  for (const { kind } of entries) {
    stand += Number(kind === 'order') - Number(kind === 'undo');
    most = Math.max(most, stand);
  }
  return most;
}

/** Whether a member beat the bot and took rolls back. Nobody could object, so such a win is not rated. A defeat is. */
function isWonByTakingBack(
  { position }: LoadedGame,
  sides: readonly Pick<RatedSide, 'players' | 'seat'>[],
  best: readonly (SeatId | null)[],
): boolean {
  const ofMembers = sides.filter(({ players }) => players.some(({ player }) => typeof player === 'number'));
  return howMuch(position.takenBack) > 0 && ofMembers.length === 1 && best.includes(ofMembers[0]?.seat ?? null);
}

/** An order that changed a game. */
export interface DecisiveMoment {
  /** The number of its entry in the log. */
  readonly entry: number;
  /** Tenths of a percentage point of the chance of winning, above 0. */
  readonly size: number;
  /** "Grant attacks", without names of members. */
  readonly words: string;
  /** The members who gave it, or voted for it. */
  readonly members: readonly MemberId[];
}

/** The decisive moments of a game whose orders have a known worth. */
export interface DecisiveMoments {
  /** The best order that gained most over the next best. */
  readonly bestChoice: DecisiveMoment | null;
  readonly worstDice: DecisiveMoment | null;
  /** Orders that cost most, the worst first. */
  readonly costly: readonly DecisiveMoment[];
}

const MOST_COSTLY = 3;

export function decisiveMoments(playedGame: PlayedGame, course: Course, chosenBy: ChosenBy): DecisiveMoments {
  const { moves } = balanceOf(course);
  const momentsBy = (sizeOf: (place: number) => number, wordsOf: (place: number) => string): DecisiveMoment[] =>
    playedGame.givenOrders
      .map((given, place) => ({ given, place, size: sizeOf(place) }))
      .filter(({ size }) => size > 0)
      .sort((a, b) => b.size - a.size || a.place - b.place)
      .slice(0, MOST_COSTLY)
      .map(({ given, place, size }) => ({
        entry: given.entry.seq,
        size,
        words: wordsOf(place),
        members: giversOf(given.entry, chosenBy),
      }));
  const named = (place: number) => orderGiven(playedGame, place);
  const gained = (place: number) => {
    const move = course.moves[place];
    return move ? tenths(foundBy(move)) : 0;
  };
  const [bestChoice = null] = momentsBy(gained, named);
  const unlucky = (place: number) => `${named(place)}, ${diceGiven(playedGame, place)}`;
  const [worstDice = null] = momentsBy((place) => -(moves[place]?.dice ?? 0), unlucky);
  return { bestChoice, worstDice, costly: momentsBy((place) => -(moves[place]?.decision ?? 0), named) };
}
