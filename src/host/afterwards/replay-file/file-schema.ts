import { z } from 'zod';
import type { Json } from '../../../game/index.ts';
import type { ExportedGame } from './replay-format.ts';

/** A file that has been read. What version 1 did not have from its first day may be missing. */
export interface ReadGame extends Omit<ExportedGame, 'version' | 'digests'> {
  readonly version: 1 | 2 | 3 | 4 | 5;
  readonly digests?: ExportedGame['digests'];
}

/** More than any table comes to. How many values a file may have in all, the scanner says. */
const MOST = {
  throws: 1000,
  cards: 1000,
  names: 1000,
  steps: 1000,
  letters: 4000,
} as const;

const hex = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`), `must be ${digits} hex digits`);
const time = z.string().refine(isTime, 'must be a time such as 1864-05-05T08:00:00.000Z');
const text = z.string().max(MOST.letters);
const name = text.min(1);
const count = z.int().min(0);

/** Nobody changes it on the way: it is checked by the rules themselves. */
const json = z.custom<Json>(() => true);

const order = z
  .record(z.string(), z.union([text, z.array(text)]))
  .refine(({ verb }) => typeof verb === 'string', 'must have a verb');
const ordered = { order: order.nullable(), said: text };

const thrown = z.discriminatedUnion('kind', [
  z
    .strictObject({
      kind: z.literal('die'),
      purpose: text,
      sides: z
        .int()
        .min(1)
        .max(2 ** 31),
      face: z.int().min(1),
    })
    .refine(({ sides, face }) => face <= sides, 'must not be higher than the number of sides'),
  z.strictObject({
    kind: z.literal('shuffle'),
    purpose: text,
    deal: z.array(count).max(MOST.cards).refine(isDeal, 'must list each card’s place exactly once').nullable(),
  }),
]);
const throws = z.array(thrown).max(MOST.throws);

const rules = z.strictObject({
  windowMinutes: z.number().positive().max(1e6),
  quorum: count,
  early: count.nullable(),
  tie: z.enum(['first', 'commander', 'die']),
  withoutQuorum: z.enum(['decide', 'wait', 'lapse']),
  voters: z.strictObject({ role: z.boolean(), memberDays: count, accountDays: count }),
  sealed: z.boolean(),
  secret: z.literal(false).optional(),
  reminder: z.enum(['role', 'nobody']).nullable(),
});
const council = z.strictObject({
  mode: z.enum(['open', 'commander', 'vote']),
  commanders: z.array(name).max(MOST.names),
  rotate: z.discriminatedUnion('after', [
    z.strictObject({ after: z.literal('never') }),
    z.strictObject({ after: z.literal('order') }),
    z.strictObject({ after: z.literal('silence'), hours: z.number().positive().max(1e6) }),
  ]),
  ballot: rules,
  odds: z.enum(['off', 'after', 'always']).nullable().optional(),
});

const plan = z
  .array(z.union([order, name]))
  .min(1)
  .max(MOST.steps);
const choice = z.union([z.strictObject(ordered), z.strictObject({ plan, said: text }), z.enum(['for', 'against'])]);
/** What was level in a tie: of a secret ballot nothing, while the game goes on. */
const level = z
  .array(choice)
  .max(MOST.names)
  .refine(({ length }) => length !== 1, 'must not have a tie of only one choice');
const decision = z.strictObject({
  choice,
  votes: count,
  of: count,
  tie: z
    .strictObject({
      rule: z.enum(['first', 'held-longest', 'commander', 'die']),
      among: level,
    })
    .nullable(),
});

const inEntry = { seq: count, at: time, by: name.nullable(), told: z.array(text) };
const inherited = z.strictObject({ seat: text, ...ordered, throws: throws.nullable() });
const entry = z.discriminatedUnion('kind', [
  z.strictObject({
    ...inEntry,
    kind: z.literal('start'),
    throws,
    inherited: z.array(inherited).optional(),
  }),
  z.strictObject({
    ...inEntry,
    kind: z.literal('order'),
    seat: text,
    ...ordered,
    throws: throws.nullable(),
    reason: text.nullable(),
    ballot: count.nullable(),
    cause: z.enum(['clock', 'machine', 'pass']).optional(),
    takenBackBy: count.nullable(),
  }),
  z.strictObject({
    ...inEntry,
    kind: z.literal('undo'),
    takesBack: count,
    reason: text.optional(),
    agreed: text.optional(),
  }),
  z.strictObject({ ...inEntry, kind: z.literal('abandon') }),
  z.strictObject({
    ...inEntry,
    kind: z.literal('council'),
    seat: text,
    council,
    cause: z.enum(['member', 'vote', 'order', 'silence', 'undo', 'kept', 'role']),
    ballot: count.nullable(),
    lets: name.optional(),
    reason: text.optional(),
  }),
  z.strictObject({ ...inEntry, kind: z.literal('ballot'), seat: text, ballot: count, decision, throws }),
]);

const line = z.strictObject({
  choice,
  votes: count,
  voters: z.array(name).nullable(),
  reasons: z.array(z.strictObject({ text: text, by: name, votes: count })),
});
const vote = z.strictObject({
  by: name,
  at: time,
  choice: choice.nullable(),
  reason: text.nullable(),
  counts: z.boolean(),
});
const ballot = z.strictObject({
  number: count,
  seat: text,
  after: count,
  subject: z.enum(['order', 'council']),
  proposed: council.nullable(),
  openedBy: name.nullable(),
  openedAt: time,
  rules,
  casting: name.nullable().optional(),
  closes: time.nullable(),
  extended: z.boolean(),
  closed: z
    .strictObject({
      at: time,
      how: z.enum(['decided', 'void', 'lost']),
      why: text.nullable(),
      by: name.nullable(),
      decision: decision.nullable(),
    })
    .nullable(),
  voters: count,
  tally: z.array(line).nullable(),
  votes: z.array(vote).nullable(),
});

const digest = hex(32);
const digests = z.strictObject({
  head: z.record(z.string(), digest),
  log: z.array(digest),
  ballots: z.array(digest),
  fingerprint: hex(64),
});

/** The outline of a file, before its members are looked at one by one: enough to tell it from any other JSON. */
export const outline = z.looseObject({
  format: z.literal('council-of-war-game', 'is not “council-of-war-game”: this isn’t a game of Council of War'),
  version: z.literal([1, 2, 3, 4, 5], 'is not 1, 2, 3, 4 or 5: this copy of Council of War can’t read other versions'),
});

/** All of a file. It says what is where, not whether it is true. */
export const fileSchema = z.strictObject({
  format: z.string(),
  version: z.number(),
  about: z.array(text),
  game: z.string().regex(/^[\w-]{1,64}$/, 'must be a name of letters and digits'),
  system: z.strictObject({
    id: text,
    title: text,
    basis: text,
    seats: z.array(z.strictObject({ id: text, name: z.string() })),
  }),
  variant: z.strictObject({ id: text, name: z.string() }),
  dataset: z.strictObject({ hash: hex(64), files: z.record(z.string(), json) }),
  seal: hex(64),
  secret: hex(64).nullable(),
  startedBy: name,
  startedAt: time,
  whatIf: z.strictObject({ game: text, after: count }).nullable().optional(),
  ended: z
    .strictObject({
      at: time,
      how: z.enum(['finished', 'abandoned']),
      outcome: z.strictObject({ winner: text.nullable(), headline: text, reason: text }).nullable(),
    })
    .nullable(),
  summary: text,
  councils: z.record(z.string(), council),
  log: z.array(entry).min(1),
  ballots: z.array(ballot),
  digests: digests.optional(),
});

function isTime(text: string): boolean {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString() === text;
}

function isDeal(deal: readonly number[]): boolean {
  return new Set(deal).size === deal.length && deal.every((place) => place < deal.length);
}
