import type { Dice } from '../../../../game/index.ts';
import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import {
  type Battle,
  battleHexes,
  blocksAt,
  isHeldBy,
  losingStep,
  placing,
  type State,
  stepsOf,
  totalSteps,
} from '../../state.ts';
import { type Block, blockOf, hexsideLimit, isUnbridged, neighboursOf, type Theatre } from '../../theatre.ts';
import {
  type BattlePlan,
  type BattleStep,
  type BlockId,
  type Event,
  LETTERS,
  type Letter,
  otherSide,
  type Side,
} from '../../vocabulary.ts';
import { type Done, type Moment, notNow, ROLLED_FOR, type Rule, reason } from '../moment.ts';
import { regroup } from '../movement/group-move.ts';
import { entriesInto, regroupReach } from '../movement/reach.ts';
import { isLand, isSupplied } from '../supply/supply-lines.ts';

/** Hexes a side may retreat to, each with the room left in this round [7.6]. */
function waysBack(theatre: Theatre, state: State, battle: Battle, side: Side): ReadonlyMap<HexId, number> {
  const fought = battleHexes(theatre, state);
  const isAttacker = side === battle.attacker;
  const found = new Map<HexId, number>();
  for (const hex of neighboursOf(theatre, battle.hex)) {
    // Attackers retreat only to hexes that they came from, defenders only to others.
    if (battle.entries.includes(hex) !== isAttacker || !isLand(theatre, hex)) continue;
    if (isHeldBy(theatre, state, hex, otherSide(side)) || fought.includes(hex)) continue;
    const room = hexsideLimit(theatre, state, battle.hex, hex) - (battle.gone[hex] ?? 0);
    if (room > 0) found.set(hex, room);
  }
  return found;
}

/** Hexes a block may retreat to. It recrosses a river without a bridge only where it came over it. */
function waysOf(theatre: Theatre, state: State, battle: Battle, block: Block): ReadonlyMap<HexId, number> {
  const all = [...waysBack(theatre, state, battle, block.side)];
  return new Map(all.filter(([hex]) => !isUnbridged(theatre, battle.hex, hex) || state.entered[block.id] === hex));
}

/**
 * Hexes that a plan can name to retreat to, in default order: those that at least one block of the side can reach.
 * Games begun earlier also offer hexes that no block can reach [R10].
 */
export function retreatHexes(theatre: Theatre, state: State, battle: Battle, side: Side): readonly HexId[] {
  const all = waysBack(theatre, state, battle, side);
  const own = blocksAt(theatre, state, battle.hex, side);
  const isOpen = (hex: HexId) => own.some((block) => waysOf(theatre, state, battle, block).has(hex));
  const open = theatre.rules.openRetreats ? [...all].filter(([hex]) => isOpen(hex)) : [...all];
  return inDefaultOrder(theatre, state, side, open);
}

/** Hexes in supply first, then those with the most room, then the lowest id [14.7]. */
function inDefaultOrder(theatre: Theatre, state: State, side: Side, ways: Iterable<readonly [HexId, number]>): HexId[] {
  const supplied = (hex: HexId) => Number(isSupplied(theatre, state, side, hex));
  return [...ways]
    .sort(([a, roomA], [b, roomB]) => supplied(b) - supplied(a) || roomB - roomA || (a < b ? -1 : 1))
    .map(([hex]) => hex);
}

function canRetreat(theatre: Theatre, state: State, battle: Battle, block: Block): boolean {
  return waysOf(theatre, state, battle, block).size > 0;
}

/** The hex a block retreats to; `null` if there is none. Its plan decides, else the default [14.7]. */
function retreatOf(theatre: Theatre, state: State, battle: Battle, block: Block): HexId | null {
  const ways = waysOf(theatre, state, battle, block);
  const wanted = battle.plans[block.side]?.retreat?.split(' ').find((hex) => ways.has(hex));
  return wanted ?? inDefaultOrder(theatre, state, block.side, ways)[0] ?? null;
}

/**
 * The hexes the attack comes from, each with its blocks and their steps. The default for the main attack comes first:
 * most blocks, then most steps, then the first that was entered over [14.7].
 */
export function mainAttacks(
  theatre: Theatre,
  state: State,
  { hex, attacker }: Battle,
): readonly (readonly [HexId, number, number])[] {
  const blocks = blocksAt(theatre, state, hex, attacker);
  const order = Object.values(state.entered);
  const entries = [...entriesInto(theatre, state, hex, attacker)].map(([from, count]) => {
    const entered = blocks.filter(({ id }) => state.entered[id] === from);
    return [from, count, totalSteps(state, entered)] as const;
  });
  return entries.sort(
    ([a, countA, stepsA], [b, countB, stepsB]) =>
      countB - countA || stepsB - stepsA || order.indexOf(a) - order.indexOf(b),
  );
}

/**
 * Begins the fight once both plans are in. Blocks outside the main attack are reserves, and so are the defender's
 * reinforcements [6.2, 6.3].
 */
export function beginFight(theatre: Theatre, state: State, dice: Dice): Done {
  const battle = state.battle as Battle;
  const { attacker, hex } = battle;
  const main = battle.plans[attacker]?.main ?? mainAttacks(theatre, state, battle)[0]?.[0] ?? null;
  const reserves = [attacker, otherSide(attacker)].flatMap((side) =>
    blocksAt(theatre, state, hex, side).flatMap(({ id }) => {
      const from = state.entered[id];
      return from !== undefined && (side !== attacker || from !== main) ? [id] : [];
    }),
  );
  return new Fight(theatre, { ...state, battle: { ...battle, round: 1, main, reserves } }, dice).begin();
}

/** Whether a block has its turn to fire and a hex to retreat to instead [7.7]. */
function mayRetreat({ theatre, state, side }: Moment, id: BlockId): boolean {
  const battle = state.battle as Battle;
  const block = theatre.block.get(id);
  if (block?.side !== side || state.blocks[id]?.at !== battle.hex) return false;
  if (battle.waiting?.for !== 'fire' || block.letter !== battle.waiting.letter) return false;
  return ![...battle.acted, ...battle.reserves].includes(id) && canRetreat(theatre, state, battle, block);
}

const NO_RETREAT = reason('fire', '7.7');

/** Blocks may retreat instead of firing, as many as there is room for [14.6]. */
export const FIRE: Rule<'fire'> = {
  verb: 'fire',
  closed: ({ state }) => (state.battle?.waiting?.for === 'fire' ? null : notNow(state, 'fire')),
  slots: [
    {
      slot: 'leave',
      candidates: ({ theatre, state, side }) =>
        blocksAt(theatre, state, (state.battle as Battle).hex, side).map(({ id }) => id),
      fault: (moment, _, id) => (mayRetreat(moment, id) ? null : NO_RETREAT),
      several: ({ theatre, state, side }, _, ready) => {
        const ways = [...waysBack(theatre, state, state.battle as Battle, side).values()];
        const room = ways.reduce((sum, one) => sum + one, 0);
        return { least: 0, most: Math.max(1, Math.min(ready, room)) };
      },
    },
  ],
  otherwise: () => NO_RETREAT,
  carry: ({ theatre, state }, { leave }, dice) => new Fight(theatre, state, dice).answered(leave),
};

/** Sorts blocks in the order in which they take losses [7.3, 14.7]. */
function inLossOrder(state: State, plan: BattlePlan | null, blocks: readonly Block[]): readonly Block[] {
  const spared = (id: BlockId) => Number(plan?.spare?.includes(id) ?? false);
  return [...blocks].sort(
    (a, b) =>
      stepsOf(state, b.id) - stepsOf(state, a.id) ||
      spared(a.id) - spared(b.id) ||
      Number(a.kind === 'hq') - Number(b.kind === 'hq') ||
      LETTERS.indexOf(b.letter) - LETTERS.indexOf(a.letter) ||
      a.index - b.index,
  );
}

/** Whether a fortress shelters the defender: Player 2, or either side if the data say so [7.4, A8]. */
export function isSheltered(
  { city, rules }: Theatre,
  { first }: Pick<State, 'first'>,
  { hex, attacker }: Pick<Battle, 'hex' | 'attacker'>,
): boolean {
  return (city.get(hex)?.fortress ?? false) && (rules.fortressFor === 'defender' || attacker === first);
}

/** A battle as it is fought, until a side has to choose or one has won [7]. */
class Fight {
  readonly #theatre: Theatre;
  readonly #dice: Dice;
  readonly #steps: BattleStep[] = [];
  #state: State;
  #battle: Battle;

  constructor(theatre: Theatre, state: State, dice: Dice) {
    this.#theatre = theatre;
    this.#dice = dice;
    this.#state = state;
    this.#battle = state.battle as Battle;
  }

  begin(): Done {
    const shown = [...this.#active(this.#defender), ...this.#active(this.#battle.attacker)].map(({ id }) => id);
    this.#steps.push({ kind: 'round', round: 1, shown });
    return this.#run();
  }

  /** Goes on after a side has named the blocks that retreat. */
  answered(leave: readonly BlockId[]): Done {
    const { side, letter } = this.#battle.waiting as { side: Side; letter: Letter };
    this.#battle = { ...this.#battle, waiting: null };
    this.#act(this.#ready(side, letter), ({ id }) => leave.includes(id));
    return this.#run();
  }

  get #defender(): Side {
    return otherSide(this.#battle.attacker);
  }

  /** A side's blocks in the battle, except reserves that have not arrived. */
  #active(side: Side): readonly Block[] {
    return blocksAt(this.#theatre, this.#state, this.#battle.hex, side).filter(
      ({ id }) => !this.#battle.reserves.includes(id),
    );
  }

  #ready(side: Side, letter: Letter): readonly Block[] {
    return this.#active(side).filter((block) => block.letter === letter && !this.#battle.acted.includes(block.id));
  }

  /** The winner is the only side left with blocks in the battle [6.4]. */
  #winner(): Side | null {
    const { attacker } = this.#battle;
    if (this.#active(attacker).length === 0) return this.#defender;
    return this.#active(this.#defender).length === 0 ? attacker : null;
  }

  #run(): Done {
    for (;;) {
      const winner = this.#winner();
      if (winner !== null) return this.#conclude(winner);
      const next = this.#nextToAct();
      if (next === null) {
        if (this.#battle.round >= this.#theatre.rules.battleRounds) return this.#repulse();
        this.#nextRound();
      } else if (this.#battle.plans[next.side]?.stance === 'ask' && this.#mayLeave(next.blocks)) {
        this.#battle = { ...this.#battle, waiting: { side: next.side, for: 'fire', letter: next.letter } };
        return this.#stopped([]);
      } else this.#act(next.blocks, (block) => this.#wantsToLeave(block.side));
    }
  }

  #mayLeave(blocks: readonly Block[]): boolean {
    return blocks.some((block) => canRetreat(this.#theatre, this.#state, this.#battle, block));
  }

  /** Defending A, attacking A, defending B, and so on [7.1]. */
  #nextToAct(): { readonly side: Side; readonly letter: Letter; readonly blocks: readonly Block[] } | null {
    for (const letter of LETTERS)
      for (const side of [this.#defender, this.#battle.attacker]) {
        const blocks = this.#ready(side, letter);
        if (blocks.length > 0) return { side, letter, blocks };
      }
    return null;
  }

  /** Whether a side's stance makes it retreat now [14.5]. */
  #wantsToLeave(side: Side): boolean {
    const stance = this.#battle.plans[side]?.stance ?? 'stand';
    if (stance === 'leave') return true;
    if (stance === 'leave-1' || stance === 'leave-2') return this.#battle.round > Number(stance.at(-1));
    if (!stance.startsWith('below-')) return false;
    const left = blocksAt(this.#theatre, this.#state, this.#battle.hex, side);
    return totalSteps(this.#state, left) < Number(stance.slice('below-'.length));
  }

  /** Each block in turn fires or retreats; a block with nowhere to retreat fires [7.1, 7.7]. */
  #act(blocks: readonly Block[], leaves: (block: Block) => boolean): void {
    for (const block of blocks) {
      if (this.#winner() !== null) return;
      const to = leaves(block) ? this.#retreatOf(block) : null;
      if (to === null) this.#fire(block);
      else this.#retreat(block, to);
      this.#battle = { ...this.#battle, acted: [...this.#battle.acted, block.id] };
    }
  }

  #retreatOf(block: Block): HexId | null {
    return retreatOf(this.#theatre, this.#state, this.#battle, block);
  }

  /** The hex from which a block came, if it can retreat there. */
  #wayHome(block: Block): HexId | null {
    const from = this.#state.entered[block.id] ?? '';
    return waysOf(this.#theatre, this.#state, this.#battle, block).has(from) ? from : null;
  }

  #retreat(block: Block, to: HexId): void {
    const { gone } = this.#battle;
    this.#state = placing(this.#state, [[block.id, { at: to }]]);
    this.#battle = { ...this.#battle, gone: { ...gone, [to]: (gone[to] ?? 0) + 1 } };
    this.#steps.push({ kind: 'retreat', block: block.id, to });
  }

  /**
   * Rolls a die for each step of a block. A hit costs the strongest enemy block a step, in a fortress every second one
   * [7.2–7.4].
   */
  #fire(block: Block): void {
    const { id, side, hits: rating } = block;
    const { hex, round } = this.#battle;
    const purpose = ROLLED_FOR.fire(this.#theatre, block, hex, round);
    const dice = Array.from({ length: stepsOf(this.#state, id) }, () => this.#dice.roll(6, purpose));
    const hits = dice.filter((die) => die <= rating).length;
    const enemy = otherSide(side);
    const isHalved = enemy === this.#defender && isSheltered(this.#theatre, this.#state, this.#battle);
    const lost: BlockId[] = [];
    for (let hit = 0; hit < hits; hit++) {
      if (isHalved) {
        this.#battle = { ...this.#battle, half: !this.#battle.half };
        if (this.#battle.half) continue;
      }
      const [victim] = inLossOrder(this.#state, this.#battle.plans[enemy], this.#active(enemy));
      if (!victim) break;
      this.#state = losingStep(this.#state, victim.id, 'prisoner');
      lost.push(victim.id);
    }
    this.#steps.push({ kind: 'volley', volley: { block: id, dice, hits, lost } });
    for (const gone of new Set(lost))
      if (this.#state.blocks[gone]?.at === 'prisoner') this.#steps.push({ kind: 'prisoner', block: gone });
  }

  /**
   * Begins a round: a first hit on a fortress lapses, hexside limits start afresh, and reserves arrive [2.5, 6.2, 7.4].
   */
  #nextRound(): void {
    const { round, reserves } = this.#battle;
    this.#battle = { ...this.#battle, round: round + 1, reserves: [], acted: [], half: false, gone: {} };
    this.#steps.push({ kind: 'round', round: round + 1, shown: reserves });
  }

  /** Attackers retreat if defenders remain after the last round [7.5]. */
  #repulse(): Done {
    this.#sendBack(this.#active(this.#battle.attacker));
    return this.#conclude(this.#defender);
  }

  /** Retreats blocks, to the hexes they came from if possible. One that can't retreat becomes a prisoner [7.7]. */
  #sendBack(blocks: readonly Block[]): void {
    this.#battle = { ...this.#battle, gone: {} };
    for (const block of blocks) {
      const to = this.#wayHome(block) ?? this.#retreatOf(block);
      if (to !== null) this.#retreat(block, to);
      else {
        this.#state = placing(this.#state, [[block.id, { at: 'prisoner', steps: 0 }]]);
        this.#steps.push({ kind: 'prisoner', block: block.id });
      }
    }
  }

  /**
   * Ends the battle. Reserves that did not fight go home, the winner's only if the data say so [6.4, A7]. Then the
   * winner may regroup [7.8].
   */
  #conclude(winner: Side): Done {
    const unused = this.#battle.reserves
      .map((id) => blockOf(this.#theatre, id))
      .filter((block) => block.side !== winner || this.#theatre.rules.reservesLeaveOnWin);
    this.#battle = { ...this.#battle, reserves: [] };
    this.#sendBack(unused);
    const won: Event = { type: 'won', hex: this.#battle.hex, winner };
    const wanted = this.#battle.plans[winner]?.regroup ?? 'stay';
    const able = this.#regroupers(winner);
    if (wanted === 'ask' && able.some(({ places }) => places.length > 0)) {
      this.#battle = { ...this.#battle, waiting: { side: winner, for: 'regroup' } };
      return this.#stopped([won]);
    }
    const blocks = able.flatMap(({ id, places }) => (places.includes(wanted) ? [id] : []));
    const legs = blocks.length > 0 ? [{ to: wanted, blocks }] : [];
    const { state, events } = regroup(this.#theatre, this.#seen(), winner, legs);
    return { state, events: [this.#told(), won, ...events] };
  }

  /** A side's blocks in the battle hex, each with the hexes it can regroup to. */
  #regroupers(side: Side): readonly { readonly id: BlockId; readonly places: readonly HexId[] }[] {
    const { hex } = this.#battle;
    return blocksAt(this.#theatre, this.#state, hex, side).map((block) => ({
      id: block.id,
      places: [...regroupReach(this.#theatre, this.#state, block, hex).keys()],
    }));
  }

  #told(): Event {
    const { hex, attacker } = this.#battle;
    return { type: 'fought', hex, attacker, steps: this.#steps };
  }

  #stopped(events: readonly Event[]): Done {
    return { state: { ...this.#seen(), battle: this.#battle }, events: [this.#told(), ...events] };
  }

  /** The position with the steps of the fight since it last stopped on record. */
  #seen(): State {
    return { ...this.#state, fights: [...this.#state.fights, { hex: this.#battle.hex, steps: this.#steps }] };
  }
}
