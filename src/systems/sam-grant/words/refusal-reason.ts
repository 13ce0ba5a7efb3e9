import type { Refusal } from '../../../game/index.ts';
import type { RefusalCode } from './refusals.ts';

/** A refusal without what may be done instead. */
export interface RefusalReason {
  readonly code: RefusalCode;
  readonly rule: string | null;
  readonly facts: Refusal['facts'];
}
