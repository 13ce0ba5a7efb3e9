/** @import { FaultPlan } from '../../../protocol.ts' */

/**
 * A fault that lasts while the switch is on. `name` is its plan's.
 *
 * @typedef {{ name: string, label: string, note: string, plan: FaultPlan }} Switch
 */

const SENDING = /** @type {const} */ (['POST', 'PATCH']);

/** Faults of the bot's requests. @type {readonly Switch[]} */
export const REQUESTS = [
  {
    name: 'slow',
    label: 'Slow network',
    note: 'Every request takes a second and a half longer.',
    plan: { rest: [{ does: { kind: 'slow', ms: 1500, before: true } }] },
  },
  {
    name: 'limits',
    label: 'Rate limits',
    note: 'One request in three is told to wait a second.',
    plan: { rest: [{ chance: 1 / 3, does: { kind: 'rateLimit', scope: 'user', retryAfter: 1 } }] },
  },
  {
    name: 'global',
    label: 'Rate limit on everything',
    note: 'One request in ten blocks all requests for three seconds. Answers to members still go out.',
    plan: { rest: [{ chance: 0.1, does: { kind: 'rateLimit', scope: 'global', retryAfter: 3 } }] },
  },
  {
    name: 'errors',
    label: 'Errors',
    note: 'One request in three fails and does nothing.',
    plan: {
      rest: [
        { chance: 1 / 6, does: { kind: 'error', status: 500 } },
        { chance: 1 / 5, does: { kind: 'error', status: 502 } },
      ],
    },
  },
  {
    name: 'false-errors',
    label: 'False errors',
    note: 'One request in three works, but the bot is told that it failed.',
    plan: { rest: [{ chance: 1 / 3, does: { kind: 'error', status: 504, carriedOut: true } }] },
  },
  {
    name: 'resets',
    label: 'Broken uploads',
    note: 'One upload in three is cut off. One in six arrives, but its answer is cut off.',
    plan: {
      rest: [
        ...SENDING.map(
          (method) => /** @type {const} */ ({ method, chance: 1 / 3, does: { kind: 'resetUpload', afterBytes: 4096 } }),
        ),
        ...SENDING.map((method) => /** @type {const} */ ({ method, chance: 1 / 4, does: { kind: 'resetAnswer' } })),
      ],
    },
  },
  {
    name: 'silence',
    label: 'No answer',
    note: 'One request in five is never answered.',
    plan: { rest: [{ chance: 0.2, does: { kind: 'silence' } }] },
  },
];

const EACH = { event: 'INTERACTION_CREATE' };

/** Faults of members' actions. @type {readonly Switch[]} */
export const ACTS = [
  {
    name: 'twice',
    label: 'Twice',
    note: 'The bot gets each command and press twice.',
    plan: { events: [{ ...EACH, does: { kind: 'twice' } }] },
  },
  {
    name: 'late',
    label: 'Late',
    note: 'The bot gets each one two seconds late, with one second left to answer.',
    plan: { events: [{ ...EACH, does: { kind: 'late', ms: 2000 } }] },
  },
  {
    name: 'too-late',
    label: 'Too late',
    note: 'The bot gets each one after four seconds. Its answer is refused.',
    plan: { events: [{ ...EACH, does: { kind: 'late', ms: 4000 } }] },
  },
];
