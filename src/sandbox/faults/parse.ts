import { z } from 'zod';
import { Permission } from '../permissions.ts';
import type { FaultPlan, Happening, PermissionName } from './fault-plan.ts';

const TEN_MINUTES = 600_000;

const name = z.string().min(1).max(100);
const ms = z.number().min(0).max(TEN_MINUTES);
const count = z.int().min(0).max(1_000_000);
const shard = count.optional();
const strikes = {
  name: name.optional(),
  skip: count.optional(),
  times: count.optional(),
  chance: z.number().min(0).max(1).optional(),
};
const permission = z.enum(Object.keys(Permission) as [PermissionName, ...PermissionName[]]);
/** Codes that a WebSocket server may close with, Discord's own included. */
const closeCode = z.union([z.literal([1000, 1001]), z.int().min(4000).max(4999)]);

export const happening: z.ZodType<Happening> = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['cut', 'reconnect']), shard }),
  z.object({ kind: z.literal('invalidate'), resumable: z.boolean().optional(), shard }),
  z.object({ kind: z.literal('close'), code: closeCode, shard }),
  z.object({ kind: z.literal('deaf'), beats: count.optional(), shard }),
  z.object({ kind: z.literal('unreachable'), ms }),
  z.object({ kind: z.literal('redeliver'), interaction: name.optional() }),
  z.object({ kind: z.literal('deleteChannel'), channel: name }),
  z.object({ kind: z.literal('openChannel'), guild: name, name, forum: z.literal(true).optional() }),
  z.object({ kind: z.literal('deleteMessage'), channel: name, message: name.optional() }),
  z.object({
    kind: z.literal('setThread'),
    thread: name,
    archived: z.boolean().optional(),
    locked: z.boolean().optional(),
  }),
  z.object({ kind: z.literal('deleteThread'), thread: name }),
  z.object({
    kind: z.literal('denyBot'),
    channel: name.optional(),
    guild: name.optional(),
    permissions: z.array(permission).max(50),
  }),
  z.object({ kind: z.enum(['throwOut', 'invite', 'outageOver']), guild: name }),
  z.object({ kind: z.literal('outage'), guild: name, ms: ms.optional() }),
]);

const restTrouble = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('rateLimit'),
    scope: z.enum(['user', 'shared', 'global']),
    retryAfter: z
      .number()
      .min(0)
      .max(TEN_MINUTES / 1000),
  }),
  z.object({
    kind: z.literal('error'),
    status: z.literal([500, 502, 503, 504]),
    carriedOut: z.boolean().optional(),
  }),
  z.object({ kind: z.literal('resetUpload'), afterBytes: z.int().min(0) }),
  z.object({ kind: z.literal('resetAnswer') }),
  z.object({ kind: z.literal('slow'), ms, before: z.boolean().optional() }),
  z.object({ kind: z.literal('silence'), carriedOut: z.boolean().optional() }),
  z.object({
    kind: z.literal('refuse'),
    code: count,
    status: z.int().min(400).max(499).optional(),
    message: z.string().max(200).optional(),
  }),
  z.object({ kind: z.literal('happening'), happening, after: z.boolean().optional() }),
]);

const eventTrouble = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('twice'), after: ms.optional() }),
  z.object({ kind: z.literal('late'), ms }),
  z.object({ kind: z.literal('behind'), events: z.int().min(1).max(1000).optional() }),
  z.object({ kind: z.literal('lost') }),
]);

const MOST = 20;
const place = { ...strikes, channel: name.optional() };

export const faultPlan: z.ZodType<FaultPlan> = z.object({
  seed: z.int().optional(),
  rest: z
    .array(z.object({ ...place, method: name.optional(), route: name.optional(), does: restTrouble }))
    .max(MOST)
    .optional(),
  events: z
    .array(z.object({ ...place, event: name.optional(), does: eventTrouble }))
    .max(MOST)
    .optional(),
  happenings: z
    // Nobody could follow more than four times a second.
    .array(z.object({ name: name.optional(), after: ms, every: ms.min(250).optional(), does: happening }))
    .max(MOST)
    .optional(),
});
