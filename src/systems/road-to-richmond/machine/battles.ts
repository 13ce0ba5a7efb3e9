import { best, bestBy, type Candidate, ROUNDING } from '../../../kit/machine-search.ts';
import { type Piece, STACK_LIMIT, strengthOf } from '../field.ts';
import { CRT, leastTotal } from '../rules/combat/battle-odds.ts';
import { reachOf } from '../rules/movement/reach.ts';
import { isOnMap, lastTurnOf, type State } from '../state.ts';
import { type Column, otherSide, type Result, type Side } from '../vocabulary.ts';
import type { MachineLink, MachineMap, TrialPosition } from './position.ts';

/** Value of a strength point that retreats, compared with one lost: ground is given up and a line broken. */
const PUSHED = 0.12;
/** The same for an attacker, who loses less by a retreat. */
const REPULSED = 0.08;
/** Value of the Train beyond its strength. */
const TRAIN = 10;

/** A possible battle. Hexes are indexes in `Field.hexes`. */
interface Clash {
  readonly targets: readonly number[];
  /** The hexes it is fought from. */
  readonly from: readonly number[];
  /** The attackers in these hexes. */
  readonly beside: readonly Piece[];
  /** Guns that support it from a distance. */
  readonly guns: readonly Piece[];
}

/** A battle the machine would fight. Its value is how many strength points more the defender is expected to lose. */
export interface Intended extends Clash, Candidate {
  readonly column: Column;
}

/** Whether a hex's defenders are doubled against an attack over some hexsides [4]. */
function isDoubled({ ground }: TrialPosition, target: number, over: readonly MachineLink[]): boolean {
  if (ground.rugged[target]) return true;
  return over.length > 0 && (over.every(({ water }) => water) || over.every(({ redoubt }) => redoubt === 'out'));
}

/** A battle at the best of the columns that the attacker may choose [7.8]. */
export function atBestColumn(position: TrialPosition, side: Side, clash: Clash): Intended {
  const { targets, from, beside, guns } = clash;
  // The defenders' strength, doubled where it is; as printed; and of those without a way to retreat.
  let [defence, printed, cornered] = [0, 0, 0];
  for (const target of targets) {
    const defenders = position.at(target);
    const strength = strengthOf(defenders);
    const over = position.ground.links(target).filter(({ to }) => from.includes(to));
    defence += isDoubled(position, target, over) ? 2 * strength : strength;
    printed += strength;
    cornered += corneredIn(position, target, defenders);
  }
  const own = strengthOf(beside);
  // After a failed attack every attacker must find a way to retreat; bombarding guns stay.
  let trapped = 0;
  for (const hex of from)
    trapped += corneredIn(
      position,
      hex,
      beside.filter((piece) => position.hexOf(piece) === hex && piece.side === side),
    );
  const won = printed + (targets.some((target) => position.hasTrain(target)) ? TRAIN : 0);
  const exchanged = leastTotal(
    beside.map(({ strength }) => strength),
    printed,
  );
  const swing: Readonly<Record<Result, number>> = {
    De: won,
    Dr: cornered + PUSHED * (printed - cornered),
    Ex: won - exchanged,
    Ar: -(trapped + REPULSED * (own - trapped)),
    Ae: -own,
  };
  const columns = CRT.columnsFrom(CRT.oddsOf(own + strengthOf(guns), defence));
  const intended = columns.map((column) => ({
    ...clash,
    column,
    value: CRT.meanOf(column, (result) => swing[result]),
  }));
  return best(intended, undefined, ROUNDING) as Intended;
}

/** The chance that attackers still stand where they attacked from. */
export function holdingOn(column: Column): number {
  return CRT.meanOf(column, (result) => (result.startsWith('A') ? 0 : 1));
}

/** Strength without a way to retreat, assuming that the owner saves the strongest. */
function corneredIn(position: TrialPosition, hex: number, pieces: readonly Piece[]): number {
  const [first] = pieces;
  const caught = first ? pieces.length - position.roomToRetreat(first.side, hex) : 0;
  if (caught <= 0) return 0;
  const weakestFirst = pieces.toSorted((a, b) => a.strength - b.strength);
  return strengthOf(weakestFirst.slice(0, caught));
}

/** All battles of a phase and their joint value. */
interface Outlook extends Candidate {
  readonly battles: readonly Intended[];
}

/** A plan that lacks a mandatory attack is illegal [7.1]. */
const UNLAWFUL = -60;

/** The best way found to fight every mandatory battle, without guns at a distance [7.1–7.4]. */
export function outlookOf(position: TrialPosition, side: Side): Outlook {
  const battles: Intended[] = [];
  let value = 0;
  for (const front of frontsOf(position, side)) {
    const best = bestOnFront(position, side, front);
    battles.push(...best.battles);
    value += best.value;
  }
  return { battles, value };
}

/** A hex with attackers, and the enemy hexes beside it. */
interface Post {
  readonly hex: number;
  readonly pieces: readonly Piece[];
  readonly enemies: readonly number[];
}

/** Hexes of both sides that are joined by contact, so that their battles depend on each other. */
interface Front {
  readonly own: readonly Post[];
  readonly enemies: readonly number[];
}

function frontsOf(position: TrialPosition, side: Side): readonly Front[] {
  const enemy = otherSide(side);
  const seen = new Set<number>();
  const fronts: Front[] = [];
  for (const start of position.hexesOf(side)) {
    if (seen.has(start) || !position.controls(enemy, start)) continue;
    const own: Post[] = [];
    const enemies: number[] = [];
    const open = [start];
    seen.add(start);
    for (const hex of open) {
      const mine = position.holder(hex) === side;
      const beside = besideOf(position, hex, mine ? enemy : side);
      const pieces = position.at(hex).filter((one) => position.fights(one));
      // The Train never forces a battle.
      if (mine && pieces.length === 0) continue;
      if (mine) own.push({ hex, pieces, enemies: beside });
      else enemies.push(hex);
      const next = beside.filter((one) => !seen.has(one));
      for (const one of next) seen.add(one);
      open.push(...next);
    }
    if (own.length > 0) fronts.push({ own, enemies });
  }
  return fronts;
}

function besideOf(position: TrialPosition, hex: number, side: Side): number[] {
  return position.ground.links(hex).flatMap(({ to }) => (position.holder(to) === side ? [to] : []));
}

/** The best battles found on a front: each post attacks one enemy hex beside it. */
function bestOnFront(position: TrialPosition, side: Side, { own, enemies }: Front): Outlook {
  const required = enemies.filter((hex) => position.at(hex).some(({ kind }) => kind !== 'train'));
  const known = new Map<string, Intended>();
  const battleOf = (posts: readonly Post[], targets: readonly number[]): Intended => {
    const from = posts.map(({ hex }) => hex);
    const key = `${from.join()}>${targets.join()}`;
    const beside = posts.flatMap(({ pieces }) => pieces);
    const battle = known.get(key) ?? atBestColumn(position, side, { from, targets, beside, guns: [] });
    known.set(key, battle);
    return battle;
  };
  /** @param share the target of each post */
  const judge = (share: readonly number[]): Outlook => {
    const groups = new Map<number, { readonly posts: Post[]; targets: readonly number[] }>();
    for (const [at, target] of share.entries()) {
      const group = groups.get(target) ?? { posts: [], targets: [target] };
      group.posts.push(own[at] as Post);
      groups.set(target, group);
    }
    let value = 0;
    for (const enemy of required) {
      if (groups.has(enemy)) continue;
      const joined = [...groups.values()].find(({ posts }) =>
        posts.every(({ enemies: beside }) => beside.includes(enemy)),
      );
      if (joined) joined.targets = [...joined.targets, enemy].sort((a, b) => a - b);
      else value += UNLAWFUL;
    }
    const battles = [...groups.values()].map(({ posts, targets }) => battleOf(posts, targets));
    for (const one of battles) value += one.value;
    return { battles, value };
  };
  return bestAssignment(
    own.map(({ enemies: beside }) => beside),
    judge,
  );
}

/** Up to so many assignments are all tried. If there are more, one is improved a choice at a time. */
const MOST_ASSIGNMENTS = 1500;
/** How many rounds of improvement there are. */
const ROUNDS = 6;

type Judge = (share: readonly number[]) => Outlook;
type Options = readonly (readonly number[])[];

/** The best choice of one option for each post. @param judge gets the choices in the order of the posts */
export function bestAssignment(options: Options, judge: Judge): Outlook {
  const count = options.reduce((product, open) => product * open.length, 1);
  return count <= MOST_ASSIGNMENTS ? (best(eachAssignment(options, judge)) as Outlook) : improved(options, judge);
}

function* eachAssignment(options: Options, judge: Judge): Generator<Outlook> {
  const choice: number[] = [];
  function* from(at: number): Generator<Outlook> {
    const open = options[at];
    if (!open) yield judge(choice);
    else
      for (const one of open) {
        choice[at] = one;
        yield* from(at + 1);
      }
  }
  yield* from(0);
}

/** Starts with options that few others have taken. */
function improved(options: Options, judge: Judge): Outlook {
  const taken = new Map<number, number>();
  const choice = options.map((open) => {
    const one = bestBy(open, (option) => -(taken.get(option) ?? 0)) as number;
    taken.set(one, (taken.get(one) ?? 0) + 1);
    return one;
  });
  let best = judge(choice);
  for (let isBetter = true, rounds = 0; isBetter && rounds < ROUNDS; rounds++) {
    isBetter = false;
    for (const [at, open] of options.entries())
      for (const one of open) {
        const before = choice[at] as number;
        if (one === before) continue;
        choice[at] = one;
        const outlook = judge(choice);
        if (outlook.value > best.value + ROUNDING) [best, isBetter] = [outlook, true];
        else choice[at] = before;
      }
  }
  return best;
}

/** Weight of an attack that is merely possible: the enemy cannot make all of them. */
const LIKELY = 0.55;
/** Cost of an exchange compared with a plain loss. */
const EXCHANGED = 0.4;
/** Cost of a retreat compared with a plain loss. */
const DRIVEN_BACK = 0.1;

/** How much a side's pieces have to fear from the enemy's next turn. */
export class Threat {
  readonly #side: Side;
  /** For each hex, the pieces that could stand there after the enemy's next movement, the strongest first. */
  readonly #comers: readonly (readonly Piece[])[];
  readonly #dangers = new Map<string, number>();

  constructor(ground: MachineMap, state: State, side: Side) {
    const enemy = otherSide(side);
    const turn = enemy === 'confederate' ? Math.min(ground.field.calendar.turns, state.turn + 1) : state.turn;
    // From where they stand now, although whatever pins a piece now may be gone by then.
    const later: State = { ...state, turn, side: enemy, step: 'move', moved: {}, columns: {}, pending: [] };
    // After the Union's last turn no enemy turn follows.
    const isLast = side === 'union' && state.turn === lastTurnOf(ground.field, state);
    const comers: Piece[][] = ground.field.hexes.map(() => []);
    for (const piece of isLast ? [] : ground.field.pieces) {
      if (piece.side !== enemy || piece.kind === 'train') continue;
      const hex = state.where[piece.id];
      for (const to of [...(isOnMap(hex) ? [hex] : []), ...reachOf(ground.field, later, piece.id).keys()])
        comers[ground.placeOf(to)]?.push(piece);
    }
    for (const pieces of comers) pieces.sort((a, b) => b.strength - a.strength || a.index - b.index);
    this.#side = side;
    this.#comers = comers;
  }

  /** The expected loss, in strength points, of pieces in a hex. */
  danger(position: TrialPosition, hex: number, pieces: readonly Piece[]): number {
    if (pieces.length === 0) return 0;
    const key = `${hex} ${pieces.map(({ index }) => index).join()}`;
    const loss = this.#dangers.get(key) ?? this.#expectedLoss(position, hex, pieces);
    this.#dangers.set(key, loss);
    return loss;
  }

  /** The danger that a piece adds to a hex in which others stand. */
  added(position: TrialPosition, hex: number, there: readonly Piece[], piece: Piece): number {
    return this.danger(position, hex, [...there, piece]) - this.danger(position, hex, there);
  }

  #expectedLoss(position: TrialPosition, hex: number, pieces: readonly Piece[]): number {
    const { strength, from } = this.#onslaught(position, hex);
    if (strength === 0) return 0;
    const own = strengthOf(pieces);
    const defence = Math.max(1, isDoubled(position, hex, from) ? 2 * own : own);
    const atStake = own + pieces.length + (pieces.some(({ kind }) => kind === 'train') ? TRAIN : 0);
    // Pieces attacked from several sides may have no retreat.
    const caught = Math.max(0, pieces.length - this.#waysBack(position, hex, from)) / pieces.length;
    const lost = { De: 1, Ex: EXCHANGED, Dr: caught + DRIVEN_BACK * (1 - caught), Ar: 0, Ae: 0 };
    let loss = 0;
    for (const [result, faces] of CRT.resultsOf(CRT.oddsOf(strength, defence))) loss += faces * atStake * lost[result];
    return (LIKELY * loss) / CRT.faces;
  }

  /** The strongest attack possible on a hex, by the two strongest pieces that can come to each hex beside it. */
  #onslaught(position: TrialPosition, hex: number) {
    const used = new Set<Piece>();
    const from: MachineLink[] = [];
    let strength = 0;
    for (const link of position.ground.links(hex)) {
      if (position.holder(link.to) === this.#side) continue;
      const coming = (this.#comers[link.to] ?? []).filter((piece) => !used.has(piece)).slice(0, 2);
      for (const piece of coming) used.add(piece);
      strength += strengthOf(coming);
      if (coming.length > 0) from.push(link);
    }
    return { strength, from };
  }

  /** The number of pieces with a retreat that attackers from some hexes do not control [8.1]. */
  #waysBack(position: TrialPosition, hex: number, from: readonly MachineLink[]): number {
    const near = new Set(from.flatMap(({ to }) => [to, ...position.ground.links(to).map((link) => link.to)]));
    let ways = 0;
    for (const { to } of position.ground.links(hex)) {
      const there = position.at(to);
      if (near.has(to) || there.some(({ side, kind }) => side !== this.#side || kind === 'train')) continue;
      ways += Math.max(0, STACK_LIMIT - there.length);
    }
    return ways;
  }
}
