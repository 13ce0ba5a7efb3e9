import { COMPLAINTS } from './complaint-words.ts';
import { HOUR } from './council.ts';
import type { Complaint, CouncilDraft } from './council-draft.ts';
import { LIMITS } from './council-limits.ts';
import { readDuration } from './duration-text.ts';

/** A value of a list; `what` completes "From the list, choose …". */
export function oneOf<Value extends string>(
  among: readonly { readonly value: Value }[],
  text: string,
  set: (value: Value) => CouncilDraft,
  what: string,
): CouncilDraft | Complaint {
  const chosen = among.find(({ value }) => value === text.trim().toLowerCase());
  return chosen ? set(chosen.value) : { complaint: COMPLAINTS.fromList(what) };
}

/** A whole number, ends included; `what` begins "… must be a whole number". */
export function within(
  text: string,
  { least, most }: { readonly least: number; readonly most: number },
  set: (value: number) => CouncilDraft,
  what: string,
): CouncilDraft | Complaint {
  const value = /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? set(value) : { complaint: COMPLAINTS.wholeNumber(what, least, most) };
}

/** A boolean as Discord delivers it. */
export function yesOrNo(text: string, set: (value: boolean) => CouncilDraft): CouncilDraft | Complaint {
  if (text !== 'true' && text !== 'false') return { complaint: COMPLAINTS.yesOrNo };
  return set(text === 'true');
}

/** The id of a role; null for the word `all` and for @everyone. */
export function roleOf(
  text: string,
  all: string,
  everyoneRole: string | null,
  set: (role: string | null) => CouncilDraft,
  what: string,
): CouncilDraft | Complaint {
  if (text === all || text === everyoneRole) return set(null);
  return isId(text) ? set(text) : { complaint: COMPLAINTS.fromList(what) };
}

/** Whether it can be an id on Discord. */
function isId(text: string): boolean {
  return /^\d{1,20}$/.test(text);
}

/** Ids of members, with spaces between. */
export function readCommanders(text: string): CouncilDraft | Complaint {
  const commanders = text.trim().split(/\s+/);
  return commanders.every(isId) ? { commanders } : { complaint: COMPLAINTS.commanders };
}

export function readRotation(text: string): CouncilDraft | Complaint {
  const plain = text.trim().toLowerCase();
  if (plain === 'never') return { rotate: { after: 'never' } };
  if (plain === 'order' || plain === 'each order' || plain === 'after each order')
    return { rotate: { after: 'order' } };
  const hours = (readDuration(plain) ?? 0) / HOUR;
  return Number.isInteger(hours) && hours >= LIMITS.hours.least && hours <= LIMITS.hours.most
    ? { rotate: { after: 'silence', hours } }
    : {
        complaint: COMPLAINTS.rotation,
      };
}

export function readWindow(text: string): CouncilDraft | Complaint {
  const window = readDuration(text);
  return window !== null && window >= LIMITS.window.least && window <= LIMITS.window.most
    ? { window }
    : { complaint: COMPLAINTS.window };
}
