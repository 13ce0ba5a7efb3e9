import { balanceOf, type Course, foundBy, tenths } from '../../../advisor/index.ts';
import { DAY, type MemberId, standingVotes } from '../../../council/index.ts';
import { orderKey, type SeatId } from '../../../game/index.ts';
import type { EntryRecord, Store } from '../../../store/index.ts';
import { type OrderEntry, standingIn } from '../../table/game-position.ts';
import type { LoadedGame } from '../../table/game-tables.ts';
import { diceGiven, orderGiven, type PlayedGame, votesByBallot } from '../../table/played-game.ts';
import { howMuch } from '../../table/rolls-taken-back.ts';

/** A member by number; or a player that is none: `bot aggressive`, a style; `game standard`, a variant of a game of one seat. */
export type PlayerId = MemberId | string;

export interface RatedPlayer {
  readonly player: PlayerId;
  /** Of the orders that its side gave: above 0, and 1 for all players of a side together. */
  readonly share: number;
}

export interface RatedSide {
  /** `null` for the game itself. */
  readonly seat: SeatId | null;
  /** 1 is best; sides that drew have the same. */
  readonly rank: number;
  readonly players: readonly RatedPlayer[];
}

/** Standing orders from which on an abandoned game counts, even if some are taken back later. */
export const RATED_FROM = 6;
/** A side that is waited for so long when somebody else ends the game has run out of time. Milliseconds. */
export const SILENT_MS = 3 * DAY;

/** The members behind an order, each with the order that they chose: of a vote, all whose vote stood. */
export type ChosenBy = (entry: OrderEntry) => readonly { readonly member: MemberId; readonly choice: string }[];

export function choicesIn(store: Store, game: string): ChosenBy {
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
 * The players of each side of a game, and how it ended for them; empty if it is not rated. Computed from the log alone, except for the
 * style of a bot. Who ordered for two sides is rated for the one that had more of their orders: the bot too, so a game that it plays against
 * itself is not rated.
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

/** Orders taken back count too: else a side could take its orders back before it gives up. */
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

  /** A clock's order, or one that gave itself, is nobody's. */
  function playersOf(entry: OrderEntry): readonly PlayerId[] {
    const { seat, cause } = entry;
    if (cause === undefined) return giversOf(entry, chosenBy);
    if (cause !== 'machine' || !machines.has(seat)) return [];
    const style = store.machineStyle(game.id, seat) ?? system.play?.machine?.styles?.[0]?.id ?? '';
    return [`bot ${style}`.trimEnd()];
  }
}

/** The seats that did best: all of them in a draw, none if the game won; `null` if there is no result to rate. */
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

  /** The side whose member ended the game; if a neutral moderator did, the side that ran out of time. */
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

/** The most orders that ever stood. */
function mostOrders(entries: readonly EntryRecord[]): number {
  let [stand, most] = [0, 0];
  for (const { kind } of entries) {
    stand += Number(kind === 'order') - Number(kind === 'undo');
    most = Math.max(most, stand);
  }
  return most;
}

/** Against the bot nobody objects to a take-back past a roll: a win then counts for nothing, a defeat like any other. */
function isWonByTakingBack(
  { position }: LoadedGame,
  sides: readonly Pick<RatedSide, 'players' | 'seat'>[],
  best: readonly (SeatId | null)[],
): boolean {
  const ofMembers = sides.filter(({ players }) => players.some(({ player }) => typeof player === 'number'));
  return howMuch(position.takenBack) > 0 && ofMembers.length === 1 && best.includes(ofMembers[0]?.seat ?? null);
}

/** An order that changed a game. */
export interface Moment {
  /** The number of its entry in the log. */
  readonly entry: number;
  /** Tenths of a percentage point of the chance of winning, above 0. */
  readonly size: number;
  /** "Grant attacks", without names of members. */
  readonly words: string;
  /** The members who gave it, or voted for it. */
  readonly members: readonly MemberId[];
}

/** Of a game for whose orders the worth is known. */
export interface DecisiveMoments {
  /** The best order that gained most over the next best. */
  readonly bestChoice: Moment | null;
  readonly worstDice: Moment | null;
  /** Orders that cost most, the worst first. */
  readonly costly: readonly Moment[];
}

const MOST_COSTLY = 3;

export function decisiveMoments(playedGame: PlayedGame, course: Course, chosenBy: ChosenBy): DecisiveMoments {
  const { moves } = balanceOf(course);
  const momentsBy = (sizeOf: (place: number) => number, wordsOf: (place: number) => string): Moment[] =>
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
