import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { MemoPer } from '../../../../kit/memo.ts';
import { battleHexes, blocksAt, isHeldBy, placing, totalSteps } from '../../board.ts';
import { type Battle, newBattle, type State } from '../../state.ts';
import type { Block, Theatre } from '../../theatre.ts';
import { type BattlePlan, type Event, otherSide, SIDES, type Side, type Stance } from '../../vocabulary.ts';
import { type Done, type Moment, notNow, type Rule, reason, type Slot } from '../moment.ts';
import { entriesInto, regroupReach } from '../movement/reach.ts';
import { beginFight, mainAttacks, waysBack } from './fight.ts';

/** Opens a battle; the sides then make their plans [14.5]. */
export function openBattle(theatre: Theatre, state: State, hex: HexId): Done {
  const sides = [state.first, otherSide(state.first)] as const;
  // The side that moved in attacks; where both did, Player 1 [6.1].
  const movedIn = sides.find(
    (side) => entriesInto(theatre, state, hex, side).size > 0 && allMovedIn(theatre, state, hex, side),
  );
  const attacker = movedIn ?? state.first;
  const entries = [...entriesInto(theatre, state, hex, attacker).keys()];
  const count = (side: Side) => blocksAt(theatre, state, hex, side).length;
  const told = { attackers: count(attacker), defenders: count(otherSide(attacker)) };
  return {
    state: { ...state, battle: newBattle(hex, attacker, entries) },
    events: [{ type: 'battle', hex, attacker, ...told }],
  };
}

/** Whether all of a side's blocks in a hex entered it against the enemy in this game-turn. */
function allMovedIn(theatre: Theatre, state: State, hex: HexId, side: Side): boolean {
  return blocksAt(theatre, state, hex, side).every(({ id }) => state.entered[id] !== undefined);
}

/** Chooses the next of several battles [4]. */
export const BATTLE: Rule<'battle'> = {
  verb: 'battle',
  closed: ({ state }) => (state.phase === 'battles' && !state.battle ? null : notNow(state, 'battle')),
  slots: [
    {
      slot: 'hex',
      candidates: ({ theatre, state }) => battleHexes(theatre, state),
      fault: ({ theatre, state }, _, hex) =>
        SIDES.every((side) => isHeldBy(theatre, state, hex, side)) ? null : reason('no-battle', '6.1', { hex }),
    },
  ],
  carry: ({ theatre, state }, { hex }) => openBattle(theatre, state, hex),
};

/** Highest retreat threshold, in steps. */
const MOST_STEPS = 12;
const NO_PLAN = reason('plan', null);
/** Most hexes to retreat to that a plan names, one after the other. */
const RETREAT_HEXES = 3;

/** Up to `most` of some hexes in every order, those of one hex first: `2107`, `2008`, `2107 2008`, `2008 2107`. */
function ranked(hexes: readonly HexId[], most: number): readonly string[] {
  if (most === 1) return hexes;
  const longer = hexes.flatMap((first) => {
    const others = hexes.filter((hex) => hex !== first);
    return ranked(others, most - 1).map((rest) => `${first} ${rest}`);
  });
  return [...hexes, ...longer].sort((one, other) => one.length - other.length);
}

/** Stances in list order, with retreat thresholds up to `most` steps. */
export function stancesUpTo(most: number): readonly Stance[] {
  const below = Array.from({ length: Math.max(0, most - 1) }, (_, at) => `below-${at + 2}` as const);
  return ['stand', 'leave', 'leave-1', 'leave-2', ...below, 'ask'];
}

/** A slot of a battle plan, skipped if it has fewer than `least` answers. */
function planSlot(slot: keyof BattlePlan, answersOf: (moment: Moment) => readonly string[], least = 1): Slot {
  const known = new MemoPer<State, readonly string[]>();
  const answers = (moment: Moment) => known.get(moment.state, moment.side, () => answersOf(moment));
  return {
    slot,
    ...(least > 1 ? { isAsked: (moment: Moment) => answers(moment).length >= least } : {}),
    candidates: answers,
    fault: (moment, _, value) => (answers(moment).includes(value) ? null : NO_PLAN),
  };
}

/** A side's plan for a battle, with a slot for each real choice [14.5]. */
export const BATTLE_PLAN: Rule<'battle-plan'> = {
  verb: 'battle-plan',
  closed: ({ state }) => (state.battle && !state.battle.waiting ? null : notNow(state, 'battle-plan')),
  slots: [
    planSlot(
      'main',
      ({ theatre, state, side }) => {
        const battle = state.battle as Battle;
        return side === battle.attacker ? mainAttacks(theatre, state, battle).map(([hex]) => hex) : [];
      },
      2,
    ),
    planSlot('stance', (moment) => stancesUpTo(Math.min(MOST_STEPS, totalSteps(moment.state, ownBlocks(moment))))),
    planSlot(
      'retreat',
      ({ theatre, state, side }) => [
        'any',
        ...ranked([...waysBack(theatre, state, state.battle as Battle, side).keys()].sort(), RETREAT_HEXES),
      ],
      3,
    ),
    {
      ...planSlot('spare', (moment) => ownBlocks(moment).map(({ id }) => id), 2),
      several: (_, __, most) => ({ least: 0, most }),
    },
    planSlot('regroup', (moment) => ['stay', 'ask', ...regroupPlaces(moment)], 3),
  ],
  otherwise: () => NO_PLAN,
  carry: ({ theatre, state, side }, { verb: _, ...plan }, dice) => {
    const battle = state.battle as Battle;
    const plans = { ...battle.plans, [side]: plan };
    const after: State = { ...state, battle: { ...battle, plans } };
    const { hex } = battle;
    const told: Event = battle.plans[side] === null ? { type: 'planned', side, hex } : { type: 'changed', side, hex };
    if (plans[otherSide(side)] === null) return { state: after, events: [told] };
    const begun = beginFight(theatre, after, dice);
    return { state: begun.state, events: [told, ...begun.events] };
  },
};

function ownBlocks({ theatre, state, side }: Moment): readonly Block[] {
  return blocksAt(theatre, state, (state.battle as Battle).hex, side);
}

/** Hexes that a side's blocks could regroup to after winning. */
function regroupPlaces(moment: Moment): readonly HexId[] {
  const { theatre, state, side } = moment;
  const { hex } = state.battle as Battle;
  const enemies = blocksAt(theatre, state, hex, otherSide(side));
  const alone = placing(
    state,
    enemies.map(({ id }) => [id, { at: 'pool' }]),
  );
  const places = ownBlocks(moment).flatMap((block) => [...regroupReach(theatre, alone, block, hex).keys()]);
  return [...new Set(places)].sort();
}

/** The default plan: the first answer of each slot, and no blocks to spare [14.7]. */
export function defaultPlan(moment: Moment): BattlePlan {
  const asked = BATTLE_PLAN.slots.filter((slot) => slot.isAsked?.(moment, {}) ?? true);
  const answers = asked.map(({ slot, candidates, several }) => [slot, several ? [] : candidates(moment, {})[0]]);
  return Object.fromEntries(answers) as BattlePlan;
}
