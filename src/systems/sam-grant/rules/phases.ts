import type { Applied } from '../../../game/index.ts';
import { battleHexes } from '../board.ts';
import type { Event } from '../events.ts';
import { NEW_TURN, type Phase, type State } from '../state.ts';
import type { Theatre } from '../theatre.ts';
import { isWinter, otherSide, SIDES, type Side } from '../vocabulary.ts';
import { openBattle } from './battle/battle-plans.ts';
import { actionsOf } from './cards.ts';
import { prisonersOf } from './exchange.ts';
import { hungerOf } from './supply/attrition.ts';
import { supplyCardOf } from './supply/supply-card.ts';
import { resultOf, usaMargin } from './victory.ts';

type Done = Applied<State, Event>;

/** The first game-turn, once both sides have cut the deck. */
export function afterCut(theatre: Theatre, { state, events }: Done): Done {
  return SIDES.some((side) => state.cuts[side] === null) ? { state, events } : startTurn(theatre, state, events);
}

/** The phases of a game-turn, once both sides have chosen their cards. */
export function afterChoice(theatre: Theatre, { state, events }: Done): Done {
  return SIDES.some((side) => state.chosen[side] !== null)
    ? { state, events }
    : enter(theatre, state, 'supply', events);
}

function startTurn(theatre: Theatre, state: State, events: readonly Event[]): Done {
  const after: State = {
    ...state,
    ...NEW_TURN,
    turn: state.turn + 1,
    phase: 'cards',
    chosen: { usa: null, csa: null },
  };
  return { state: after, events: [...events, { type: 'turn', turn: after.turn, margin: usaMargin(theatre, after) }] };
}

/** Whether a side has a part in a phase. */
function takesPart(theatre: Theatre, state: State, phase: Phase, side: Side): boolean {
  switch (phase) {
    case 'supply':
      return supplyCardOf(state, side) !== null;
    case 'actions':
      return actionsOf(state, side) > 0;
    case 'attrition':
      return hungerOf(theatre, { ...state, fed: [] }, side) !== null;
    case 'exchange':
      return SIDES.some((one) => prisonersOf(theatre, state, one).length > 0);
    default:
      return false;
  }
}

const ORDER: readonly Phase[] = ['supply', 'actions', 'battles', 'attrition', 'exchange'];

/** The first side that has a part in a phase, or in one after it [4]. */
function enter(theatre: Theatre, state: State, phase: Phase, events: readonly Event[], from: Side = state.first): Done {
  for (const next of ORDER.slice(ORDER.indexOf(phase))) {
    if (next === 'exchange' && !isWinter(state)) continue;
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

/** The side that acts has finished its part. */
export function finish(theatre: Theatre, state: State, events: readonly Event[]): Done {
  const { phase, active, first } = state;
  if (active === first) return enter(theatre, state, phase, events, otherSide(first));
  const after = ORDER[ORDER.indexOf(phase) + 1];
  return after ? enter(theatre, state, after, events) : endTurn(theatre, state, events);
}

/** The next battle: Player 1 says which, where there are several [4]. */
export function nextBattle(theatre: Theatre, state: State, events: readonly Event[]): Done {
  const hexes = battleHexes(theatre, state);
  const [only] = hexes;
  if (only === undefined) return enter(theatre, state, 'attrition', events);
  if (hexes.length > 1) return { state: { ...state, active: state.first, battle: null }, events };
  return open(theatre, state, only, events);
}

export function open(theatre: Theatre, state: State, hex: string, events: readonly Event[]): Done {
  const opened = openBattle(theatre, state, hex);
  const { attacker } = opened.battle as { attacker: Side };
  const count = (side: Side) =>
    theatre.blocks.filter((block) => block.side === side && state.blocks[block.id]?.at === hex).length;
  const told = { attackers: count(attacker), defenders: count(otherSide(attacker)) };
  return { state: opened, events: [...events, { type: 'battle', hex, attacker, ...told }] };
}

/** Another hex of hungry blocks, or the side is done with them [8.3]. */
export function afterHunger(theatre: Theatre, state: State, events: readonly Event[]): Done {
  return hungerOf(theatre, state, state.active) ? { state, events } : finish(theatre, state, events);
}

/** Somebody has won, or the next game-turn begins [10.2]. */
function endTurn(theatre: Theatre, state: State, events: readonly Event[]): Done {
  const result = resultOf(theatre, state);
  if (!result) return startTurn(theatre, state, events);
  const margin = usaMargin(theatre, state);
  return {
    state: { ...state, phase: 'over', result, offer: null },
    events: [...events, { type: 'ended', margin, ...result }],
  };
}
