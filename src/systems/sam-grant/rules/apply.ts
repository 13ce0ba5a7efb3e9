import { type Applied, type Dice, isRefusal, type Refusal } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { controllerOf } from '../board.ts';
import type { Event } from '../events.ts';
import type { State } from '../state.ts';
import type { Theatre } from '../theatre.ts';
import { isSide, type Order, type OrderOf, otherSide, type Side } from '../vocabulary.ts';
import { because } from '../words/refusals.ts';
import { beginFight, goOn, regroupAfter } from './battle/fight.ts';
import { choose, cut } from './cards.ts';
import { exchanged } from './exchange.ts';
import { alternatives, deciding, next } from './legality.ts';
import { type Marched, march } from './movement/group-move.ts';
import { legsOf } from './movement/legs.ts';
import { sendBlocks } from './movement/strategic-move.ts';
import { parse } from './order-parser.ts';
import { afterChoice, afterCut, afterHunger, finish, nextBattle, open } from './phases.ts';
import { goHungry, hungerOf } from './supply/attrition.ts';
import { bringBragg, build } from './supply/builds.ts';
import { resupply } from './supply/supply-card.ts';
import { whyNot } from './why-not.ts';

type Done = Applied<State, Event>;

/** Carries out a legal order; refuses any other. */
export function apply(theatre: Theatre, state: State, seat: string, order: Order, dice: Dice): Done | Refusal {
  if (!isSide(seat)) return because('unknown-seat', '1.1');
  if (!next(theatre, state, seat, order).complete) return refusalOf(theatre, state, seat, order);
  return carriedOut(theatre, state, seat, order, dice);
}

function refusalOf(theatre: Theatre, state: State, side: Side, given: Order): Refusal {
  if (state.phase === 'over') return because('over', '10.2');
  if (!deciding(state).includes(side)) return because('not-asked', '4', { seat: deciding(state).join('+') });
  const order = parse(theatre, given);
  if (isRefusal(order)) return { ...order, instead: alternatives(theatre, state, side, null) };
  return { ...whyNot({ theatre, state, side }, order), instead: alternatives(theatre, state, side, order) };
}

function carriedOut(theatre: Theatre, state: State, side: Side, order: Order, dice: Dice): Done {
  switch (order.verb) {
    case 'cut':
      return afterCut(theatre, cut(state, side, Number(order.cards), dice));
    case 'card':
      return afterChoice(theatre, choose(theatre, state, side, order.card));
    case 'supply': {
      const given = [...(order.steps ?? []), ...(order.west ?? [])];
      const { state: after, events } = resupply(state, side, given);
      return finish(theatre, after, [...events, { type: 'finished', side, phase: 'supply', pass: false }]);
    }
    case 'move':
      return acted(withTaken(theatre, state, march(theatre, state, side, order, dice)));
    case 'strategic':
      return acted(withTaken(theatre, state, sendBlocks(theatre, state, side, order)));
    case 'build': {
      const { state: after, events } = acted(build(theatre, state, side, order.block, order.hex));
      return { state: { ...after, built: true }, events };
    }
    case 'bragg':
      return acted(bringBragg(theatre, state, order.hex));
    case 'battle':
      return open(theatre, state, order.hex, []);
    case 'battle-plan':
      return planned(theatre, state, side, order, dice);
    case 'fire':
      return fought(theatre, goOn(theatre, state, order.leave, dice));
    case 'regroup':
      return fought(theatre, regroupAfter(theatre, state, legsOf(order)));
    case 'lose': {
      const hex = hungerOf(theatre, state, side)?.hex as string;
      const { state: after, events } = goHungry(state, side, hex, order.blocks);
      return afterHunger(theatre, after, events);
    }
    case 'offer': {
      const { give = [], take = [] } = order;
      const offer = { by: side, give, take };
      return { state: { ...state, offer }, events: [{ type: 'offered', side, give, take }] };
    }
    case 'accept':
    case 'decline':
      return answered(theatre, state, side, order.verb === 'accept');
    case 'done':
      return committed(theatre, state, side);
    default:
      return order satisfies never;
  }
}

function acted({ state, events }: Marched): Done {
  return { state: { ...state, used: state.used + 1 }, events };
}

/** A march with the cities that it brings to a side, be it that the other leaves them [2.3]. */
function withTaken(theatre: Theatre, before: State, { state, events }: Marched): Marched {
  const taken = [...theatre.city.values()].flatMap(({ hex, points }): (readonly [HexId, Side])[] => {
    const now = points > 0 ? controllerOf(theatre, state, hex) : null;
    return now === null || now === controllerOf(theatre, before, hex) ? [] : [[hex, now]];
  });
  if (taken.length === 0) return { state, events };
  return { state, events: events.map((event) => (event.type === 'moved' ? { ...event, taken } : event)) };
}

function planned(theatre: Theatre, state: State, side: Side, order: OrderOf<'battle-plan'>, dice: Dice): Done {
  const { verb: _, ...plan } = order;
  const battle = state.battle as NonNullable<State['battle']>;
  const plans = { ...battle.plans, [side]: plan };
  const after: State = { ...state, battle: { ...battle, plans } };
  const told: Event = { type: 'planned', side, hex: battle.hex };
  if (plans[otherSide(side)] === null) return { state: after, events: [told] };
  const begun = beginFight(theatre, after, dice);
  return fought(theatre, { state: begun.state, events: [told, ...begun.events] });
}

/** A fight that is over gives way to the next. */
function fought(theatre: Theatre, { state, events }: Marched): Done {
  return state.battle ? { state, events } : nextBattle(theatre, state, events);
}

function answered(theatre: Theatre, state: State, side: Side, accepted: boolean): Done {
  const { give, take } = state.offer as NonNullable<State['offer']>;
  const freed = accepted ? [...give, ...take] : [];
  const after = { ...exchanged(state, freed), offer: null };
  return finish(theatre, after, [{ type: 'answered', side, accepted, freed }]);
}

function committed(theatre: Theatre, state: State, side: Side): Done {
  const { phase, used } = state;
  const event: Event =
    phase === 'exchange'
      ? { type: 'passed', side, phase }
      : { type: 'finished', side, phase: phase === 'supply' ? 'supply' : 'actions', pass: used === 0 };
  return finish(theatre, state, [event]);
}
