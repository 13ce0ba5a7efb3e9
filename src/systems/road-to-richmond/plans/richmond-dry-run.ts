import { DryRun } from '../../../kit/dry-run.ts';
import type { Field } from '../field.ts';
import { apply } from '../rules/apply.ts';
import { next } from '../rules/legality.ts';
import type { State } from '../state.ts';
import type { Event, Order, Side } from '../vocabulary.ts';

export class RichmondDryRun extends DryRun<State, Order, Event> {
  readonly field: Field;
  readonly side: Side;

  constructor(field: Field, state: State, side: Side) {
    super(
      state,
      (before, order, dice) => apply(field, before, side, order, dice),
      () => false,
      (before, draft) => next(field, before, side, draft),
    );
    this.field = field;
    this.side = side;
  }
}
