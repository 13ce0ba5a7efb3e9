import type { Seat, VerbSpec } from '../../../game/index.ts';
import { US } from '../vocabulary.ts';

export const TITLE = 'Overland';
export const TAGLINE = 'Grant against Lee, May 1864: take Richmond or cross the James. The channel plays the Union.';
export const SEATS: readonly Seat[] = [{ id: US, name: 'Union' }];

export const COMMANDS: readonly VerbSpec[] = [
  {
    verb: 'attack',
    summary: 'Attack with a leader',
    slots: [{ slot: 'leader', summary: 'Who attacks' }],
  },
  { verb: 'move', summary: 'March with Grant', slots: [{ slot: 'to', summary: 'Where to' }] },
  {
    verb: 'tma',
    summary: 'Turn Lee’s flank, if Grant has earned a turning movement',
    slots: [{ slot: 'to', summary: 'Where to' }],
  },
  { verb: 'cross', summary: 'Try to cross the James from Savage Station', slots: [] },
];

export const PROMPT = 'Your order, General.';
