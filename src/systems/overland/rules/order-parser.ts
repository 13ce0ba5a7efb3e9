import { type Draft, isRefusal, legalOrders, type Refusal, refuse } from '../../../game/index.ts';
import type { Scenario } from '../scenario.ts';
import { contested, defenderOf, type State } from '../state.ts';
import { AREAS, type Area, BEFORE_THE_JAMES, isUs, LEADERS, type Order, US } from '../vocabulary.ts';
import { place } from '../words/sentences.ts';
import { legality } from './legality.ts';

/** Reads an order from outside: ids or names, in any case. Says whether it can be understood, not whether it is legal. */
export function parse(numbers: Scenario, draft: Draft): Order | Refusal {
  const verb = one(draft.verb);
  switch (verb) {
    case 'attack': {
      const leader = named(LEADERS, (id) => numbers.leaders[id].name, draft.leader);
      if (leader === null) return refuse('unknown-leader', null, { given: one(draft.leader) });
      if (!isUs(leader)) return refuse('csa-leader', 'I.o', { leader: numbers.leaders[leader].name });
      return exactly(draft, { verb: 'attack', leader });
    }
    case 'move':
    case 'tma': {
      const to = named(AREAS, (id) => numbers.areas[id].name, draft.to);
      if (to === null) return refuse('unknown-area', null, { given: one(draft.to) });
      return exactly(draft, { verb, to });
    }
    case 'cross':
      return exactly(draft, { verb: 'cross' });
    default:
      return refuse('unknown-verb', 'IV.A', { given: verb });
  }
}

function exactly(draft: Draft, order: Order): Order | Refusal {
  const extra = Object.keys(draft).find((slot) => !Object.hasOwn(order, slot));
  return extra === undefined ? order : refuse('unknown-slot', null, { given: extra });
}

function one(value: Draft[string] | undefined): string {
  return value === undefined ? '' : typeof value === 'string' ? value : value.join(', ');
}

function named<Id extends string>(
  ids: readonly Id[],
  name: (id: Id) => string,
  value: Draft[string] | undefined,
): Id | null {
  const given = plain(one(value));
  return ids.find((id) => plain(id) === given || plain(name(id)) === given) ?? null;
}

/** Letters and digits alone: "Drury’s bluff", "drurys-bluff" and "Drury's Bluff" are one name; a leading "the" is none. */
function plain(text: string): string {
  const letters = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9 -]/g, '');
  return letters.replace(/^the[ -]/, '').replace(/[ -]/g, '');
}

/** Why an order is not in the list of legal ones, and what of its kind, or at all, is. */
export function whyNot(numbers: Scenario, state: State, seat: string, given: Order): Refusal {
  const legal = [...legalOrders(legality(numbers), state, US)] as Order[];
  const instead = seat === US ? alternatives(legal, given) : [];
  const because = (code: string, rule: string, facts: Refusal['facts'] = {}) => refuse(code, rule, facts, instead);
  if (seat !== US) return because('not-your-seat', 'I.o');
  if (state.over !== null) return because('over', 'III');
  const order = parse(numbers, given);
  if (isRefusal(order)) return { ...order, instead };

  const at = state.us.grant;
  const here = place(numbers, at);
  const locked = contested(state, at);
  switch (order.verb) {
    case 'attack': {
      const area = place(numbers, state.us[order.leader]);
      return because('nobody-there', 'I.j', { leader: numbers.leaders[order.leader].name, area });
    }
    case 'move':
      if (order.to === 'richmond') return because('not-into-richmond', 'X');
      if (locked) return because('contested', 'X', { area: here, enemy: enemyIn(numbers, state, at) });
      return because(...distance(numbers, at, order.to));
    case 'tma':
      if (!locked) return because('not-contested', 'XI', { area: here });
      if (!state.turning) return because('not-earned', 'XI');
      if (order.to === 'richmond') return because('not-into-richmond', 'XI');
      if (defenderOf(numbers, state, order.to) !== null && numbers.lines[at].includes(order.to)) {
        return because('turn-held', 'XI', { to: place(numbers, order.to), enemy: enemyIn(numbers, state, order.to) });
      }
      return because(...distance(numbers, at, order.to));
    case 'cross':
      if (at !== BEFORE_THE_JAMES)
        return because('not-at-the-james', 'XIII', { area: here, from: place(numbers, BEFORE_THE_JAMES) });
      return because('bank-contested', 'XIII', { area: here, enemy: enemyIn(numbers, state, at) });
    default:
      return order satisfies never;
  }
}

/** What to give instead: other orders of the kind, with what Grant may do where it was Grant who had nobody to attack. */
function alternatives(legal: readonly Order[], order: Order): readonly Order[] {
  const kind = legal.filter(({ verb }) => verb === order.verb);
  const grants = order.verb === 'attack' && order.leader === 'grant';
  return kind.length > 0 && !grants ? kind : legal;
}

function distance(numbers: Scenario, from: Area, to: Area): [string, string, Refusal['facts']] {
  const facts = { area: place(numbers, from), to: place(numbers, to) };
  return from === to ? ['already-there', 'X', facts] : ['not-adjacent', 'X.B', facts];
}

function enemyIn(numbers: Scenario, state: State, area: Area): string {
  const leader = defenderOf(numbers, state, area);
  return leader === null ? 'nobody' : numbers.leaders[leader].name;
}
