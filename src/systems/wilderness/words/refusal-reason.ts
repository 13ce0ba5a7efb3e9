import REFUSALS from '../../../../assets/wilderness/refusals.json' with { type: 'json' };
import type { Refusal } from '../../../game/index.ts';

export type RefusalCode = keyof (typeof REFUSALS)['sentences'];

/** A refusal without what may be done instead. */
export interface RefusalReason {
  readonly code: RefusalCode;
  readonly rule: string | null;
  readonly facts: Refusal['facts'];
}

export function reason(code: RefusalCode, rule: string | null, facts: Refusal['facts'] = {}): RefusalReason {
  return { code, rule, facts };
}
