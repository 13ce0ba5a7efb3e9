import { type Council, MINUTE } from './council.ts';

/** How every table begins. */
export const OPEN_COUNCIL: Council = {
  mode: 'open',
  commanders: [],
  rotate: { after: 'never' },
  ballot: {
    window: 15 * MINUTE,
    quorum: 2,
    early: null,
    tie: 'first',
    short: 'decide',
    voters: { role: null, memberDays: 0, accountDays: 0 },
    sealed: false,
    secret: true,
    reminder: { role: null },
  },
  odds: null,
};
