import type {
  Order as AnyOrder,
  State as AnyState,
  View as AnyView,
  Choice,
  Picture,
  Planning,
} from '../../../game/index.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import { compact } from '../../../kit/plain-english.ts';
import { completed } from '../../../kit/plans/plan-text.ts';
import { movesPicture } from '../map/map-picture.ts';
import { deciding, defaultOrder, faceDownOrder, mayOrder, verbsOpen } from '../rules/legality.ts';
import { startsOf, unmoved } from '../rules/movement/group-move.ts';
import { legsOf, readDestination } from '../rules/movement/reach.ts';
import type { State } from '../state.ts';
import type { Theatre } from '../theatre.ts';
import type { View } from '../view.ts';
import {
  type BattlePlan,
  type BlockId,
  CARDS,
  type EventOf,
  type Going,
  isSide,
  type Order,
  type Side,
} from '../vocabulary.ts';
import { blockName, cardName, MODE_WORDS, stanceWords } from '../words/names.ts';
import { legWords, orderText, slotsOf } from '../words/orders.ts';
import { example, formWords, NOBODY, suggestedPlan } from '../words/plan-words.ts';
import { readPlan } from './plan-reading.ts';
import { battleForm, isPlanned } from './typed-orders.ts';

const NOTHING = { orders: [], title: '', lines: [], refused: [], rest: '' };
/** Orders whose default a button suggests [14.7]. */
const SUGGESTED: readonly Order['verb'][] = ['battle-plan', 'fire', 'lose'];
/** Orders whose form begins with the default. */
const PREFILLED: readonly Order['verb'][] = ['cut', 'battle', 'lose'];

/**
 * The plans of a game of one theatre, or of the war of both.
 * @param exampleFrom the theatre from which the example is taken
 * @param here the theatre whose game-turn is played, with its position
 * @param seen the same theatre, with the view of it
 */
export function planningOf<S extends AnyState, V extends AnyView>(
  exampleFrom: Theatre,
  here: (state: S) => readonly [Theatre, State],
  seen: (view: V) => readonly [Theatre, View],
): Planning<S, V> {
  const suggestedOrder = (state: S, seat: string): Order | null => {
    const [theatre, now] = here(state);
    const order = isSide(seat) && deciding(now).includes(seat) ? defaultOrder(theatre, now, seat) : null;
    return order && SUGGESTED.includes(order.verb) ? order : null;
  };
  return {
    example: example(exampleFrom, 'plan'),
    ending: 'done',
    read: (state, seat, text) => (isSide(seat) ? readPlan(...here(state), seat, text) : NOTHING),
    write: (state, seat, orders) =>
      isSide(seat) ? (orders as readonly Order[]).map((order) => written(...here(state), seat, order)).join('; ') : '',
    form: (state, seat) => (isSide(seat) && mayOrder(here(state)[1], seat) ? formFor(...here(state), seat) : null),
    complete: (state, seat, text) => (isSide(seat) ? completions(...here(state), seat, text) : []),
    picture: (view, seat, orders) =>
      isSide(seat) ? planPicture(...seen(view), seat, orders as readonly Order[]) : null,
    isWorthPlanning: (state, seat) => isSide(seat) && mayOrder(here(state)[1], seat),
    shortcuts: {
      offered: (state, seat) => {
        const order = suggestedOrder(state, seat);
        return order ? [{ id: 'usual', text: suggestedPlan(orderText(here(state)[0], order)) }] : [];
      },
      next: (state, seat, shortcut) => (shortcut === 'usual' ? (suggestedOrder(state, seat) as AnyOrder | null) : null),
    },
  };
}

/** The form in which a member types orders. It begins with the default answer where that is useful. */
function formFor(theatre: Theatre, state: State, side: Side): { label: string; text: string; example: string } {
  if (isPlanned(state, side)) {
    const plan = faceDownOrder(state, side) ?? defaultOrder(theatre, state, side);
    return {
      ...formWords(theatre, 'battle-plan'),
      text: battleForm(theatre, state, side, plan as unknown as BattlePlan),
    };
  }
  const [open = 'done'] = verbsOpen(theatre, state, side);
  // A Supply card is asked about even if no block can gain a step.
  const verb = state.phase === 'supply' ? 'supply' : open;
  const form = formWords(theatre, state.phase === 'actions' ? null : verb);
  const held = CARDS.filter((card) => state.hands[side].includes(card)).map(cardName);
  const choices: { readonly [verb in Order['verb']]?: string } = {
    card: `: ${held.join(', ')}`,
    cut: `, 1 to ${theatre.scenario.cuts.length}`,
  };
  const label = `${form.label}${choices[verb] ?? ''}`;
  const text = PREFILLED.includes(verb)
    ? written(theatre, state, side, faceDownOrder(state, side) ?? defaultOrder(theatre, state, side))
    : '';
  return { ...form, label, text };
}

/** An order as a member would type it. */
function written(theatre: Theatre, state: State, side: Side, order: Order): string {
  const names = (ids: readonly BlockId[]) => ids.map((id) => blockName(theatre, id)).join(', ');
  switch (order.verb) {
    case 'move':
      return `${order.from}: ${legWords(order, names, ' ')}`;
    case 'strategic':
      return `${MODE_WORDS[order.mode].typed} ${order.from}: ${names(order.blocks)} ${order.to}`;
    case 'build':
      return `build ${blockName(theatre, order.block)} at ${order.hex}`;
    case 'battle-plan':
      return isPlanned(state, side) ? battleForm(theatre, state, side, order) : '';
    case 'plan-ahead': {
      const { main, stance, retreat, spare = [], regroup } = order;
      const rest = [main && `main ${main}`, retreat && `retreat ${retreat.replaceAll(' ', ' then ')}`];
      rest.push(spare.length > 0 ? `spare ${names(spare)}` : undefined, regroup && `regroup ${regroup}`);
      return `plan ${order.hex}: ${compact(stanceWords(stance), ...rest).join(', ')}`;
    }
    case 'fire':
      return order.leave.length === 0 ? 'all fire' : `retreat ${names(order.leave)}`;
    default: {
      const given = order as AnyOrder;
      const values = slotsOf(order.verb).map(
        (slot) => [given[slot] ?? []].flat().join(', ') || (slot in given ? NOBODY : ''),
      );
      return `${order.verb} ${values.join(' / ')}`.replace(/[ /]+$/, '');
    }
  }
}

/** The plan's marches as arrows; `null` if it has none. */
function planPicture(theatre: Theatre, view: View, side: Side, orders: readonly Order[]): Picture | null {
  const events = orders.flatMap((order): EventOf<'moved'>[] => {
    if (order.verb !== 'move' && order.verb !== 'strategic') return [];
    const legs = order.verb === 'move' ? legsOf(order) : [order];
    const going = legs.map(({ to, blocks }): Going => {
      const { hex, by } = readDestination(to);
      return { to: hex, by, blocks };
    });
    return [{ type: 'moved', side, from: order.from, mode: order.verb === 'move' ? 'march' : order.mode, going }];
  });
  return events.length === 0 ? null : movesPicture(theatre, view, { order: null, events }, { note: 'Plan' });
}

/**
 * Completes the last part of a plan with a hex from which blocks can march, and with their names: "2206: McCook, Wood".
 */
function completions(theatre: Theatre, state: State, side: Side, text: string): readonly Choice[] {
  const isOpen = deciding(state).includes(side) && state.phase === 'actions';
  return completed(text, (part) => {
    if (!isOpen || part.includes(':')) return [];
    const hexes = startsOf(theatre, state, side).map((hex) => ({ hex, label: hexLabel(theatre, hex) }));
    return hexes
      .filter(({ label }) => label.toLowerCase().includes(part.trim().toLowerCase()))
      .map(({ hex, label }) => {
        const who = unmoved(theatre, state, side, hex).map(({ name }) => name);
        return { value: `${hex}: ${who.join(', ')}`, label: `${label}: ${who.join(', ')}` };
      });
  });
}
