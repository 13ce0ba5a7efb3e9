import type { Applied } from '../../../game/index.ts';
import { many } from '../../../kit/order-rules.ts';
import { grouped } from '../../../kit/plain-english.ts';
import {
  battleHexes,
  blocksIn,
  controllerOf,
  isHex,
  NEW_TURN,
  NOTHING_SHOWN,
  type PhaseId,
  type Placed,
  placing,
  type State,
} from '../state.ts';
import { type Block, isWinter, type Theatre, yearOf } from '../theatre.ts';
import { CARDS, type Event, eachSide, otherSide, SIDES, type Side, type Verb } from '../vocabulary.ts';
import { openBattle } from './battle/battle-plans.ts';
import { actionsOf } from './cards.ts';
import { type Done, type Moment, notNow, type Rule, reason, type Slot } from './moment.ts';
import { supplyCardOf } from './supply/supply-card.ts';
import { attritionOf } from './supply/supply-lines.ts';
import { citiesOfOther, resultOf, usaMargin } from './victory.ts';

/** Blocks of a side that the other holds, face up [7.10]. */
export function prisonersOf(theatre: Theatre, state: Placed, side: Side): readonly Block[] {
  return blocksIn(theatre, state, 'prisoner', side);
}

const OFFER_FAULT = reason('offer', '9.3');

/** A slot of an offer that names prisoners of one side. */
function prisoners(slot: string, whose: (side: Side) => Side, several: NonNullable<Slot['several']>): Slot {
  const of = ({ theatre, state, side }: Moment) => prisonersOf(theatre, state, whose(side)).map(({ id }) => id);
  return {
    slot,
    isAsked: (moment) => of(moment).length > 0,
    candidates: of,
    fault: (moment, _, id) => (of(moment).includes(id) ? null : OFFER_FAULT),
    several,
  };
}

/** Offers held prisoners in exchange for the side's own [9.3]. */
export const OFFER: Rule<'offer'> = {
  verb: 'offer',
  closed: ({ state }) => (state.phase === 'exchange' && !state.offer ? null : notNow(state, 'offer')),
  slots: [
    prisoners('give', otherSide, ({ theatre, state, side }, _, most) => {
      return { least: prisonersOf(theatre, state, side).length > 0 ? 0 : 1, most };
    }),
    prisoners(
      'take',
      (side) => side,
      (_, draft, most) => ({ least: many(draft.give).length > 0 ? 0 : 1, most }),
    ),
  ],
  otherwise: () => OFFER_FAULT,
  carry: ({ state, side }, { give = [], take = [] }) => ({
    state: { ...state, offer: { by: side, give, take } },
    events: [{ type: 'offered', side, give, take }],
  }),
};

/** The other side's answer. Exchanged blocks go to their owner's pool [9.3]. */
function answer(verb: 'accept' | 'decline'): Rule<'accept' | 'decline'> {
  return {
    verb,
    closed: ({ state }) => (state.phase === 'exchange' && state.offer ? null : notNow(state, verb)),
    slots: [],
    carry: ({ state, side }) => {
      const { give, take } = state.offer as NonNullable<State['offer']>;
      const accepted = verb === 'accept';
      const freed = accepted ? [...give, ...take] : [];
      const after = placing(
        state,
        freed.map((id) => [id, { at: 'pool', steps: 0 }]),
      );
      return { state: { ...after, offer: null }, events: [{ type: 'answered', side, accepted, freed }] };
    },
  };
}
export const ACCEPT = answer('accept');
export const DECLINE = answer('decline');

/** The position at the start, before the deck is cut [12.3, 19.1]. */
export function setUp(theatre: Theatre): Applied<State, Event> {
  const campaign = campaignMark(theatre);
  const state: State = {
    version: 1,
    ...campaign,
    turn: 0,
    phase: 'cut',
    active: 'usa',
    first: 'usa',
    blocks: Object.fromEntries(
      theatre.blocks.map(({ id, start, full }) => [id, { at: start, steps: isHex(start) ? full : 0 }]),
    ),
    ...uncut(theatre),
    river: false,
    bragg: false,
    ...NEW_TURN,
    ...NOTHING_SHOWN,
    battle: null,
    offer: null,
    result: null,
  };
  return { state, events: [{ type: 'opened', ...campaign }] };
}

/** The mark by which states and events of a campaign differ from those of a single year [19.1]. */
export function campaignMark({ scenario: { years } }: Theatre): { readonly campaign?: true } {
  return years.length > 0 ? { campaign: true } : {};
}

/** The whole deck before both sides have cut it [3.2]. */
function uncut({ scenario: { deck } }: Theatre) {
  return {
    hands: { usa: [], csa: [] },
    undealt: CARDS.flatMap((card) => Array.from({ length: deck[card] }, () => card)),
    cuts: { usa: null, csa: null },
    chosen: { usa: null, csa: null },
    played: { usa: [], csa: [] },
  };
}

const samePart = (_: Theatre, done: Done) => done;
const endOfPart = (theatre: Theatre, { state, events }: Done) => finish(theatre, state, events);
const afterFight = (theatre: Theatre, done: Done) =>
  done.state.battle ? done : nextBattle(theatre, done.state, done.events);

/** Begins the next part of the game-turn if an order of the verb has ended the current one [4]. */
export const AFTER_ORDER: { readonly [verb in Verb]: (theatre: Theatre, done: Done) => Done } = {
  cut: (theatre, done) =>
    SIDES.some((side) => done.state.cuts[side] === null) ? done : startTurn(theatre, done.state, done.events),
  // Once both sides have chosen, their cards are opened and no longer `chosen`.
  card: (theatre, done) =>
    SIDES.some((side) => done.state.chosen[side] !== null) ? done : enter(theatre, done.state, 'supply', done.events),
  supply: endOfPart,
  move: samePart,
  strategic: samePart,
  build: samePart,
  bragg: samePart,
  'plan-ahead': samePart,
  battle: samePart,
  'battle-plan': afterFight,
  fire: afterFight,
  regroup: afterFight,
  // The side finishes once attrition is settled in every hex [8.3].
  lose: (theatre, done) =>
    attritionOf({ theatre, state: done.state, side: done.state.active }) ? done : endOfPart(theatre, done),
  offer: samePart,
  accept: endOfPart,
  decline: endOfPart,
  done: endOfPart,
};

/** Ends a side's part of a phase [3.6]. */
export const DONE: Rule<'done'> = {
  verb: 'done',
  closed: ({ state }) => {
    const isOpen = ['supply', 'actions'].includes(state.phase) || (state.phase === 'exchange' && !state.offer);
    return isOpen ? null : notNow(state, 'done');
  },
  slots: [],
  carry: ({ state, side }) => {
    const { phase, used } = state;
    if (phase === 'exchange') return { state, events: [{ type: 'passed', side, phase }] };
    const part = phase === 'supply' ? phase : 'actions';
    return { state, events: [{ type: 'finished', side, phase: part, pass: used === 0 }] };
  },
};

function startTurn(theatre: Theatre, { ahead: _, ...state }: State, events: readonly Event[]): Done {
  const after: State = {
    ...state,
    ...NEW_TURN,
    turn: state.turn + 1,
    phase: 'cards',
    chosen: { usa: null, csa: null },
  };
  const year = theatre.scenario.years[yearOf(theatre, after.turn)];
  const begun: Event = { type: 'turn', turn: after.turn, margin: usaMargin(theatre, after), ...(year ? { year } : {}) };
  return reinforced(theatre, after, [...events, begun]);
}

/**
 * Reinforcements come in at full strength in their game-turn [5.11].
 * If their side doesn't control the hex then, they come in the first game-turn in which it does.
 */
function reinforced(theatre: Theatre, state: State, events: readonly Event[]): Done {
  const groups = SIDES.flatMap((side) => {
    const due = blocksIn(theatre, state, 'due', side).filter(
      ({ comes }) => comes && comes.turn <= state.turn && controllerOf(theatre, state, comes.hex) === side,
    );
    return grouped(due, ({ comes }) => comes?.hex ?? '').map(([hex, blocks]) => ({ side, hex, blocks }));
  });
  if (groups.length === 0) return { state, events };
  const placed = groups.flatMap(({ hex, blocks }) =>
    blocks.map(({ id, full }) => [id, { at: hex, steps: full }] as const),
  );
  const told = groups.map(({ side, hex, blocks }): Event => {
    return { type: 'reinforced', side, hex, blocks: blocks.map(({ id }) => id) };
  });
  return { state: placing(state, placed), events: [...events, ...told] };
}

/** Begins the next game-turn or year [4, 19.2]. */
export function beginNext(theatre: Theatre, state: State, events: readonly Event[]): Done {
  return (isWinter(theatre, state) ? startYear : startTurn)(theatre, state, events);
}

/** Begins another year of a campaign: blocks stand as they are, and the whole deck is cut anew [19.2]. */
function startYear(theatre: Theatre, state: State, events: readonly Event[]): Done {
  const { years } = theatre.scenario;
  const at = yearOf(theatre, state.turn + 1);
  const [ended = '', year = ''] = [years[at - 1], years[at]];
  const after: State = {
    ...state,
    ...NEW_TURN,
    ...uncut(theatre),
    phase: 'cut',
    active: 'usa',
    first: 'usa',
    offer: null,
  };
  const held = eachSide((side) => citiesOfOther(theatre, after, side).map(({ hex }) => hex));
  return {
    state: after,
    events: [...events, { type: 'year', year, ended, margin: usaMargin(theatre, after), held }],
  };
}

/** Whether a side has anything to do in a phase. */
function takesPart(theatre: Theatre, state: State, phase: PhaseId, side: Side): boolean {
  switch (phase) {
    case 'supply':
      return supplyCardOf(state, side) !== null;
    case 'actions':
      return actionsOf(state, side) > 0;
    case 'attrition':
      // The phase begins with no hex settled.
      return attritionOf({ theatre, state: { ...state, fed: [] }, side }) !== null;
    case 'exchange':
      return SIDES.some((one) => prisonersOf(theatre, state, one).length > 0);
    default:
      return false;
  }
}

/** The phases that follow the cards. */
const ORDER: readonly PhaseId[] = ['supply', 'actions', 'battles', 'attrition', 'exchange'];

/**
 * Enters a phase with the first side that has something to do in it, or else a later phase [4].
 * @param from the side with which the phase begins; later phases begin with Player 1
 */
function enter(
  theatre: Theatre,
  state: State,
  phase: PhaseId,
  events: readonly Event[],
  from: Side = state.first,
): Done {
  for (const next of ORDER.slice(ORDER.indexOf(phase))) {
    if (next === 'exchange' && !isWinter(theatre, state)) continue;
    if (next === 'battles') {
      if (battleHexes(theatre, state).length > 0) return nextBattle(theatre, { ...state, phase: 'battles' }, events);
      continue;
    }
    const sides = next === phase && from !== state.first ? [from] : [state.first, otherSide(state.first)];
    const active = sides.find((side) => takesPart(theatre, state, next, side));
    if (active)
      return { state: { ...state, phase: next, active, used: 0, built: false, fed: [], offer: null }, events };
  }
  return endTurn(theatre, state, events);
}

/** Ends the active side's part: the other side takes its part of the phase, or the next phase begins. */
function finish(theatre: Theatre, state: State, events: readonly Event[]): Done {
  const { phase, active, first } = state;
  if (active === first) return enter(theatre, state, phase, events, otherSide(first));
  const after = ORDER[ORDER.indexOf(phase) + 1];
  return after ? enter(theatre, state, after, events) : endTurn(theatre, state, events);
}

/** Opens the next battle; Player 1 chooses if there are several [4]. */
function nextBattle(theatre: Theatre, state: State, events: readonly Event[]): Done {
  const hexes = battleHexes(theatre, state);
  const [only] = hexes;
  if (only === undefined) return enter(theatre, state, 'attrition', events);
  if (hexes.length > 1) return { state: { ...state, active: state.first, battle: null }, events };
  const opened = openBattle(theatre, state, only);
  return { state: opened.state, events: [...events, ...opened.events] };
}

/**
 * Ends the game if a side has won, or begins the next game-turn or year [10.2, 19.2]. In a war of both theatres it only
 * ends this theatre's part.
 */
function endTurn(theatre: Theatre, state: State, events: readonly Event[]): Done {
  if (theatre.scenario.half) return { state: { ...state, phase: 'over', offer: null }, events };
  const result = resultOf(theatre, state);
  if (!result) return beginNext(theatre, state, events);
  const margin = usaMargin(theatre, state);
  return {
    state: { ...state, phase: 'over', result, offer: null },
    events: [...events, { type: 'ended', margin, ...result, ...campaignMark(theatre) }],
  };
}
