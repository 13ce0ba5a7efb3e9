import type { Mode, OddsRule, Rotation, ShortRule, TieRule } from './council.ts';

/** What a member asks of a council: what is not named stays as it is. */
export interface CouncilDraft {
  readonly mode?: Mode;
  /** Ids on Discord, the first in command. */
  readonly commanders?: readonly string[];
  readonly rotate?: Rotation;
  /** Milliseconds. */
  readonly window?: number;
  readonly quorum?: number;
  /** Null: off. */
  readonly early?: number | null;
  readonly tie?: TieRule;
  readonly short?: Exclude<ShortRule, 'lapse'>;
  /** Null: everyone. */
  readonly role?: string | null;
  readonly memberDays?: number;
  readonly accountDays?: number;
  readonly sealed?: boolean;
  readonly secret?: boolean;
  readonly reminder?: boolean;
  /** Null: the reminder calls nobody. */
  readonly reminderRole?: string | null;
  /** Null: by default. */
  readonly odds?: OddsRule | null;
}

/** Why what was asked for cannot be: one sentence for the member. */
export interface Complaint {
  readonly complaint: string;
}

export function isComplaint(value: object): value is Complaint {
  return 'complaint' in value;
}
