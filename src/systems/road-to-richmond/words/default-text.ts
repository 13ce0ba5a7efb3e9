import { hexLabel } from '../../../kit/hex/hex-names.ts';
import type { Field } from '../field.ts';
import { defaultOrderOf } from '../rules/asked.ts';
import { CombatProgress } from '../rules/combat/combat-progress.ts';
import { retreat, settle } from '../rules/combat/pending-choices.ts';
import type { Pending, State } from '../state.ts';
import type { Order } from '../vocabulary.ts';
import { target } from './sentences.ts';
import { namesOfIds, withinSentence } from './unit-names.ts';

/** Pieces named at most. */
const MOST = 4;

/** The default action, inside a sentence: "nobody advances". A default retreat names every piece. */
export function defaultText(field: Field, state: State, order: Order): string {
  const [pending] = state.pending;
  switch (order.verb) {
    case 'retreat':
      return pending?.kind === 'retreat' ? goingBack(field, state, pending) : 'the guns retreat';
    case 'lose':
      return `${namesOfIds(field, order.units, MOST)} ${order.units.length === 1 ? 'is' : 'are'} lost`;
    case 'advance':
      return 'nobody advances';
    case 'fight':
      return `the battle at ${target(field, order.target)} is fought`;
    case 'move':
      return `${withinSentence(namesOfIds(field, order.unit.split('+')))} moves on, and the phase ends`;
    case 'done':
      if (order.sure === 'rest') return 'the other battles are planned for you';
      return state.step === 'plan' ? 'planning ends' : 'the phase ends';
    default:
      return 'the phase ends';
  }
}

/** "Buchanan retreats to 1207 near Watt, Lovell (making room) to 1208 near Watt"; a second retreat of a piece reads "on to". */
function goingBack(field: Field, state: State, first: Extract<Pending, { kind: 'retreat' }>): string {
  const course = new CombatProgress(field, state);
  for (;;) {
    const [pending] = course.state.pending;
    if (pending?.kind !== 'retreat' || pending.side !== first.side) break;
    const order = defaultOrderOf(field, course.state);
    if (order?.verb !== 'retreat') break;
    retreat(course, pending, order.unit, order.to, order.displacing ?? null);
    settle(course);
  }
  const went = course.events.flatMap((event) => (event.type === 'retreated' ? [event] : []));
  const ways = went.map(({ piece, to, why }, index) => {
    const verb = index === 0 ? 'retreats ' : '';
    const room = why === 'displaced' ? '(making room) ' : '';
    const on = went.slice(0, index).some((earlier) => earlier.piece === piece) ? 'on ' : '';
    return `${withinSentence(namesOfIds(field, [piece]))} ${verb}${room}${on}to ${hexLabel(field, to)}`;
  });
  const more = ways.length - MOST + 1;
  return ways.length <= MOST
    ? ways.join(', ')
    : `${ways.slice(0, MOST - 1).join(', ')}, and ${more} more retreats follow`;
}
