import type { Choice, Draft } from '../../game/index.ts';
import { DryRun } from '../../kit/dry-run.ts';
import { apply, next, toDecide } from './rules/legality.ts';
import type { State } from './state.ts';
import type { Theatre } from './theatre.ts';
import type { Event, Order, Side, Verb } from './vocabulary.ts';
import { choicesOf } from './words/questions.ts';

/** Orders whose results depend on dice, face-down counters or the other side, so that a dry run ends with them. */
const UNKNOWN: readonly Verb[] = ['probe', 'hasty', 'attack', 'charge', 'done'];

export class WildernessDryRun extends DryRun<State, Order, Event> {
  readonly theatre: Theatre;
  readonly side: Side;

  constructor(theatre: Theatre, state: State, side: Side) {
    super(
      state,
      (before, order, dice) => apply(theatre, before, side, order, dice),
      ({ verb }, _before, after) => UNKNOWN.includes(verb) || !toDecide(after).includes(side),
      (before, draft) => next(theatre, before, side, draft),
    );
    this.theatre = theatre;
    this.side = side;
  }

  /** The legal values of the next slot, with their labels. */
  choices(draft: Draft): readonly Choice[] {
    const asked = next(this.theatre, this.state, this.side, draft);
    return asked.complete ? [] : choicesOf(this.theatre, this.state, this.side, draft, asked.question);
  }
}
