/** Ids in these lists are stored in logs and data files. */

export const AREAS = [
  'wilderness',
  'spotsylvania',
  'north-anna',
  'ashland',
  'cold-harbor',
  'mechanicsville',
  'savage-station',
  'drurys-bluff',
  'valley',
  'richmond',
] as const;
export type Area = (typeof AREAS)[number];

/** The James is crossed from here [XIII]. */
export const BEFORE_THE_JAMES = 'savage-station' satisfies Area;

export const US_LEADERS = ['grant', 'butler', 'sigel'] as const;
export type UsLeader = (typeof US_LEADERS)[number];

export function isUs(leader: Leader): leader is UsLeader {
  return (US_LEADERS as readonly Leader[]).includes(leader);
}

export const CSA_LEADERS = ['lee', 'beauregard', 'breckinridge'] as const;
export type CsaLeader = (typeof CSA_LEADERS)[number];

export type Leader = UsLeader | CsaLeader;
export const LEADERS: readonly Leader[] = [...US_LEADERS, ...CSA_LEADERS];

/** The single seat: the player commands the US; the CSA is moved by the system [I.o]. */
export const US = 'us';

/**
 * The results of a battle, worst for the attacker first. `turning` is a failure that may earn Grant a turning movement.
 * For a CSA attacker it is a plain failure [XII.A.6–7].
 */
export const RESULTS = ['nothing', 'turning', 'retreat'] as const;
export type Result = (typeof RESULTS)[number];

export type Order =
  | { readonly verb: 'attack'; readonly leader: UsLeader }
  /** Grant marches. */
  | { readonly verb: 'move'; readonly to: Area }
  /** Grant tries a turning movement: a Turning Movement Attempt. */
  | { readonly verb: 'tma'; readonly to: Area }
  /** Grant tries to cross the James. */
  | { readonly verb: 'cross' };
export type Verb = Order['verb'];

/** A die roll modifier and its source [VII.D.3]. */
export type Modifier =
  | { readonly why: 'ratings'; readonly value: number; readonly attacker: number; readonly defender: number }
  | { readonly why: 'area'; readonly value: number; readonly area: Area }
  | { readonly why: 'richmond'; readonly value: number; readonly from: Area };

/** The purpose of a Leadership Check [VI]. */
export type CheckFor = 'tma' | 'cross' | 'counterattack' | 'intercept';

/** In each event `points` are the Action Points left after it. */
export type Event =
  | { readonly type: 'opened'; readonly variant: string; readonly points: number }
  | {
      readonly type: 'battle';
      readonly attacker: Leader;
      /** `null` in an empty Richmond. */
      readonly defender: Leader | null;
      /** Richmond for a US attack on Richmond. */
      readonly area: Area;
      /** The same area, or the other end of the arrow. */
      readonly from: Area;
      readonly die: number;
      readonly modifiers: readonly Modifier[];
      readonly total: number;
      readonly result: Result;
      readonly points: number;
    }
  | {
      readonly type: 'check';
      readonly leader: Leader;
      readonly for: CheckFor;
      /** The area that success leads to; `null` for across the James. */
      readonly to: Area | null;
      readonly die: number;
      readonly rating: number;
      readonly passed: boolean;
      readonly points: number;
    }
  /** A beaten CSA leader retreats; `to` is `null` if he is destroyed (Breckinridge) [XII.B]. */
  | { readonly type: 'retreated'; readonly leader: CsaLeader; readonly from: Area; readonly to: Area | null }
  /** A failed attack has earned Grant a Turning Movement Attempt [XI]. */
  | { readonly type: 'earned' }
  | { readonly type: 'gained'; readonly gain: number; readonly points: number }
  | { readonly type: 'moved'; readonly leader: Leader; readonly from: Area; readonly to: Area }
  /** Lee follows Grant: after a TMA [XI.E], from Ashland [XII.C.1], or after passing a check [XII.C.2]. */
  | { readonly type: 'followed'; readonly from: Area; readonly to: Area; readonly why: 'tma' | 'ashland' | 'intercept' }
  | { readonly type: 'won'; readonly how: 'richmond' | 'james'; readonly leader: UsLeader; readonly points: number }
  | { readonly type: 'lost' };
