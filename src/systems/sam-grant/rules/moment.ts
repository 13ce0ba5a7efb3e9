import type REFUSALS from '../../../../assets/sam-grant/refusals.json';
import type { Applied } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import type { OrderRule, RefusalReason, SlotRule } from '../../../kit/order-rules.ts';
import type { Battle, State } from '../state.ts';
import type { Block, Theatre } from '../theatre.ts';
import type { Event, OrderOf, Side, Verb } from '../vocabulary.ts';

/** A position and the side that gives an order in it. */
export interface Moment {
  readonly theatre: Theatre;
  readonly state: State;
  readonly side: Side;
}

export type Done = Applied<State, Event>;
/** Each code has a sentence in the data. */
export type RefusalCode = keyof (typeof REFUSALS)['sentences'];
export type Reason = RefusalReason<RefusalCode>;
export type Rule<V extends Verb> = OrderRule<Moment, OrderOf<V>, Done, RefusalCode>;
export type Slot = SlotRule<Moment, RefusalCode>;

export function reason(code: RefusalCode, rule: string | null, facts: Reason['facts'] = {}): Reason {
  return { code, rule, facts };
}
export const NOT_LISTED = reason('not-listed', null);

/** The refusal of an order that the phase does not ask for [4]. */
export function notNow(state: State, verb: Verb): Reason {
  return reason('wrong-phase', '4', { verb, phase: partOf(state) });
}

/** The key, in the refusals' table, of what the phase asks for. */
export function partOf({ phase, battle, offer }: Asking): keyof (typeof REFUSALS)['tables']['phase'] {
  if (phase === 'battles') return battle ? (battle.waiting?.for ?? 'plan') : 'battle';
  if (phase === 'over') return 'otherwise';
  return phase === 'exchange' && offer ? 'offer' : phase;
}
type Asking = Pick<State, 'phase' | 'offer'> & { readonly battle: Pick<Battle, 'waiting'> | null };

/** Purposes of dice and shuffles. Rolls are sealed over them and the log holds them, so these texts never change. */
export const ROLLED_FOR = {
  fire: (theatre: Theatre, { name }: Block, hex: HexId, round: number): string =>
    `${name} fires at ${hexLabel(theatre, hex)}, round ${round}`,
  forcedMarch: (theatre: Theatre, hex: HexId): string => `A forced march to ${hexLabel(theatre, hex)}`,
  cards: 'The cards of the year',
} as const;
