import type { Draft } from '../../../../game/index.ts';
import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { MemoPer } from '../../../../kit/memo.ts';
import { many, one } from '../../../../kit/order-rules.ts';
import {
  type Battle,
  battleHexes,
  blocksAt,
  isHeldBy,
  newBattle,
  placing,
  type State,
  totalSteps,
} from '../../state.ts';
import type { Block, Theatre } from '../../theatre.ts';
import { type BattlePlan, type Event, otherSide, SIDES, type Side, type Stance } from '../../vocabulary.ts';
import { actionsOf } from '../cards.ts';
import { type Done, type Moment, notNow, type Rule, reason, type Slot } from '../moment.ts';
import { entriesInto, regroupReach } from '../movement/reach.ts';
import { beginFight, mainAttacks, retreatHexes } from './fight.ts';

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

function allMovedIn(theatre: Theatre, state: State, hex: HexId, side: Side): boolean {
  return blocksAt(theatre, state, hex, side).every(({ id }) => state.entered[id] !== undefined);
}

const BATTLE_HEX: Slot = {
  slot: 'hex',
  candidates: ({ theatre, state }) => battleHexes(theatre, state),
  fault: ({ theatre, state }, _, hex) =>
    SIDES.every((side) => isHeldBy(theatre, state, hex, side)) ? null : reason('no-battle', '6.1', { hex }),
};

/** Chooses the next of several battles [4]. */
export const CHOOSE_BATTLE: Rule<'battle'> = {
  verb: 'battle',
  closed: ({ state }) => (state.phase === 'battles' && !state.battle ? null : notNow(state, 'battle')),
  slots: [BATTLE_HEX],
  carry: ({ theatre, state }, { hex }) => openBattle(theatre, state, hex),
};

/** The most steps below which a plan can say to retreat. */
export const MOST_STEPS = 12;
const NO_PLAN = reason('plan', null);
/** How many hexes to retreat to a plan can name. */
const RETREAT_HEXES = 3;
/** The answer that leaves the hex to the default [14.7]. */
const ANY = 'any';

/** Stances in list order, with retreat thresholds up to `most` steps. */
export function stancesUpTo(most: number): readonly Stance[] {
  const below = Array.from({ length: Math.max(0, most - 1) }, (_, at) => `below-${at + 2}` as const);
  return ['stand', 'leave', 'leave-1', 'leave-2', ...below, 'ask'];
}

/**
 * A slot of a battle plan.
 * @param choices the number of answers from which it is asked
 * @param most how many answers, with a space between, a typed value can have; the list offers single ones
 */
function planSlot(
  slot: keyof BattlePlan,
  { choices = 1, most = 1 }: { readonly choices?: number; readonly most?: number },
  answersOf: (moment: Moment) => readonly string[],
): Slot {
  const known = new MemoPer<State, readonly string[]>();
  const answers = (moment: Moment) => known.get(moment.state, moment.side, () => answersOf(moment));
  return {
    slot,
    ...(choices > 1 ? { isAsked: (moment: Moment) => answers(moment).length >= choices } : {}),
    candidates: answers,
    fault: (moment, _, value) => {
      const named = value.split(' ');
      const wrong = named.find((one, at) => !answers(moment).includes(one) || named.indexOf(one) !== at);
      const isRightCount = named.length === 1 || (named.length <= most && !named.includes(ANY));
      return wrong === undefined && isRightCount ? null : reason('plan', null, { slot, named: wrong ?? value });
    },
  };
}

/** A side's plan for a battle, with a slot for each choice between at least two answers [14.5]. */
export const BATTLE_PLAN: Rule<'battle-plan'> = {
  verb: 'battle-plan',
  closed: ({ state }) => (state.battle && !state.battle.waiting ? null : notNow(state, 'battle-plan')),
  slots: [
    planSlot('main', { choices: 2 }, ({ theatre, state, side }) => {
      const battle = state.battle as Battle;
      return side === battle.attacker ? mainAttacks(theatre, state, battle).map(([hex]) => hex) : [];
    }),
    planSlot('stance', {}, (moment) => stancesUpTo(Math.min(MOST_STEPS, totalSteps(moment.state, ownBlocks(moment))))),
    planSlot('retreat', { choices: 3, most: RETREAT_HEXES }, ({ theatre, state, side }) => {
      return [ANY, ...retreatHexes(theatre, state, state.battle as Battle, side)];
    }),
    {
      ...planSlot('spare', { choices: 2 }, (moment) => ownBlocks(moment).map(({ id }) => id)),
      several: (_, __, most) => ({ least: 0, most }),
    },
    planSlot('regroup', { choices: 3 }, (moment) => ['stay', 'ask', ...regroupPlaces(moment)]),
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

/**
 * The default plan [14.5, 14.7]. For each slot it takes what the side planned ahead if that is still possible,
 * else the first answer. It spares no block unless the side said so.
 */
export function defaultPlan(moment: Moment): BattlePlan {
  const { state, side } = moment;
  const ahead: Draft = state.ahead?.[planKey(side, (state.battle as Battle).hex)] ?? {};
  const asked = BATTLE_PLAN.slots.filter((slot) => slot.isAsked?.(moment, {}) ?? true);
  const answers = asked.map(({ slot, candidates, several, fault }) => {
    const isOpen = (value: string) => fault(moment, {}, value) === null;
    if (several) return [slot, many(ahead[slot]).filter(isOpen)];
    return [slot, one(ahead[slot]).split(' ').filter(isOpen).join(' ') || candidates(moment, {})[0]];
  });
  return Object.fromEntries(answers) as BattlePlan;
}

function planKey(side: Side, hex: HexId): string {
  return `${side} ${hex}`;
}

const opened = new MemoPer<State, State>();

/** The position as if the battle in a hex began now. */
export function asInBattle({ theatre, state, side }: Moment, hex: HexId): Moment {
  return { theatre, side, state: opened.get(state, hex, () => openBattle(theatre, state, hex).state) };
}

/** Sets the default plan of the side that acts for a battle to come, in the slots of a battle plan [14.5]. */
export const PLAN_AHEAD: Rule<'plan-ahead'> = {
  verb: 'plan-ahead',
  closed: ({ state }) => (state.phase === 'actions' ? null : notNow(state, 'plan-ahead')),
  slots: [
    // A side that has used its actions is passed, so the list offers nothing. A typed plan may still name the battle
    // that its last move began.
    {
      ...BATTLE_HEX,
      candidates: ({ theatre, state, side }) =>
        state.used < actionsOf(state, side) ? battleHexes(theatre, state) : [],
    },
    ...BATTLE_PLAN.slots.map(({ slot, isAsked, candidates, fault, several }): Slot => {
      const there = (moment: Moment, { hex }: Draft) => asInBattle(moment, one(hex));
      return {
        slot,
        ...(isAsked ? { isAsked: (moment: Moment, draft: Draft) => isAsked(there(moment, draft), draft) } : {}),
        candidates: (moment, draft) => candidates(there(moment, draft), draft),
        fault: (moment, draft, value) => fault(there(moment, draft), draft, value),
        ...(several ? { several: (moment, draft, most) => several(there(moment, draft), draft, most) } : {}),
      };
    }),
  ],
  otherwise: () => NO_PLAN,
  carry: ({ state, side }, { verb: _, hex, ...plan }) => ({
    state: { ...state, ahead: { ...state.ahead, [planKey(side, hex)]: plan } },
    events: [{ type: 'planned', side, hex }],
  }),
};
