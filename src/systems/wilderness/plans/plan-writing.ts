import { apart, type Theatre } from '../theatre.ts';
import type { Order } from '../vocabulary.ts';
import { NOBODY } from '../words/names.ts';
import { planNames } from '../words/plan-words.ts';

/** An order as a member would type it. */
export function written(theatre: Theatre, order: Order): string {
  const names = (ids: readonly string[]) => planNames(theatre, ids) || NOBODY;
  switch (order.verb) {
    case 'move':
      return `${names(apart(order.units))} ${order.to}`;
    case 'place':
      return `place ${names([order.unit])} ${order.hex}`;
    case 'reinforce':
      return `reinforce ${names([order.unit])} ${order.points}`;
    case 'transfer':
      return `transfer ${order.points} from ${names([order.from])} to ${names([order.to])}`;
    case 'rail':
    case 'sea':
      return `${names([order.unit])} by ${order.verb} ${order.to}`;
    case 'probe':
      return `${names([order.unit])} probes ${order.target}`;
    case 'hasty':
      return `hasty ${order.target} with ${names(apart(order.units))}`;
    case 'attack':
    case 'charge':
      return `${order.verb} ${order.target} with ${names(order.with)}`;
    case 'lose':
      return `lose ${order.points} ${names([order.unit])}`;
    case 'advance':
      return `advance ${names(order.with)}`;
    case 'claim':
      return `claim ${order.hex}`;
    case 'detrain':
    case 'entrench':
    case 'show':
      return `${order.verb} ${names([order.unit])}`;
    case 'done':
      return 'done';
    default:
      return order satisfies never;
  }
}
