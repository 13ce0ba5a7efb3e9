import { z } from 'zod';
import { AREAS, LEADERS, type Leader, RESULTS } from './vocabulary.ts';

const area = z.enum(AREAS);
const modifier = z.int().min(-5).max(0, 'a defense is 0 or negative [I.q] [I.r]');
const name = z.string().min(1).max(40);
const rating = z.int().min(0).max(6);

const areaData = z.strictObject({
  name,
  defense: modifier,
  richmond: modifier.nullable(),
  retreat: area.nullable(),
});
const leaderData = z.strictObject({ name, rating, start: area });
const actionPoints = z.strictObject({
  start: z.int().min(1).max(20),
  most: z.int().min(1).max(20),
  valleyVictory: z.int().min(0).max(10),
});

const leader = z.enum(LEADERS as [Leader, ...Leader[]]);
/** What a variant changes in a scenario. */
const change = z.strictObject({
  actionPoints: actionPoints.partial().optional(),
  areas: z.partialRecord(area, areaData.omit({ name: true }).partial()).optional(),
  leaders: z.partialRecord(leader, leaderData.omit({ name: true }).partial()).optional(),
});
export type VariantChange = z.infer<typeof change>;

/** The shape of `assets/overland/overland.json`. */
export const file = z.strictObject({
  name: z.string().min(1).max(60),
  actionPoints,
  calendar: z.strictObject({ first: z.iso.date(), last: z.iso.date() }),
  combatResults: z
    .array(z.strictObject({ upTo: z.int().nullable(), result: z.enum(RESULTS) }))
    .min(1)
    .max(12),
  areas: z.record(area, areaData),
  lines: z.array(z.tuple([area, area])),
  leaders: z.record(leader, leaderData),
  variants: z
    .record(
      z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, 'a variant is named in lower case, with hyphens'),
      z.strictObject({
        name,
        summary: z.string().min(1).max(100),
        change: change.optional(),
      }),
    )
    .refine((variants) => 'standard' in variants, 'there must be a variant named standard'),
});
export type File = z.infer<typeof file>;
