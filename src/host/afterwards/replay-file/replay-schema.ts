import { createHash } from 'node:crypto';
import * as z from 'zod';
import { canonical, type Json, type Order } from '../../../game/index.ts';

/**
 * A game as a JSON file: its log, ballots, dice and rules data, readable without this program. The types of what is
 * written and read are inferred from this schema. The version is raised by changes that a reader of this version can't
 * read, and by new wordings of sentences. Version 1 broke ties in another way (`TieBreak`). Up to version 4, sentences
 * had other words, and ballots decided only single orders.
 *
 * Times are ISO 8601 in UTC. Members have names only, and the file has no ids of Discord. A second member of the same
 * name is "Ada (2)". A value that is hidden from the channel is null. Until the game ends, that are the secret, the
 * cards of shuffles and secret orders. While a ballot is open, its votes are null, and its tally if it is sealed.
 */

/** More than any table needs. `findings.ts` limits the number of values in a whole file. */
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

/** Rules data is checked by the rules themselves. */
const json = z.custom<Json>(() => true);

const order = z
  .record(z.string(), z.union([text, z.array(text)]))
  .refine(({ verb }) => typeof verb === 'string', 'must have a verb') as z.ZodType<unknown> as z.ZodType<Order>;
/** The order is null while it is secret. Its words follow a name: "orders Grant to attack". */
const orderWithWords = { order: order.nullable(), said: text };

/** A deal has, for each place, the former place of the card that is now there. Places count from 0. */
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
  /** So many votes for one order close the ballot at once. */
  early: count.nullable(),
  tie: z.enum(['first', 'commander', 'die']),
  withoutQuorum: z.enum(['decide', 'wait', 'lapse']),
  /** `role`: only members with a role of the server may vote. */
  voters: z.strictObject({ role: z.boolean(), memberDays: count, accountDays: count }),
  sealed: z.boolean(),
  /** Absent if only a side's members see its ballots on orders until the game is over. */
  secret: z.literal(false).exactOptional(),
  /** Pinged by the reminder; null if there is no reminder. */
  reminder: z.enum(['role', 'nobody']).nullable(),
});
const council = z.strictObject({
  mode: z.enum(['open', 'commander', 'vote']),
  /** In the order of their rota. */
  commanders: z.array(name).max(MOST.names),
  rotate: z.discriminatedUnion('after', [
    z.strictObject({ after: z.literal('never') }),
    z.strictObject({ after: z.literal('order') }),
    z.strictObject({ after: z.literal('silence'), hours: z.number().positive().max(1e6) }),
  ]),
  ballot: rules,
  /** When the table sees the worth of orders; null for the default. The earliest files lack it. */
  odds: z.enum(['off', 'after', 'always']).nullable().exactOptional(),
});

/** A step is an order, or the id of a shortcut, which gives orders one by one. */
const plan = z
  .array(z.union([order, name]))
  .min(1)
  .max(MOST.steps);
const choice = z.union([
  z.strictObject(orderWithWords),
  z.strictObject({ plan, said: text }),
  z.enum(['for', 'against']),
]);
/** The choices of a tie. None for a secret ballot while the game goes on. */
const tiedChoices = z
  .array(choice)
  .max(MOST.names)
  .refine(({ length }) => length !== 1, 'must not have a tie of only one choice');
const decision = z.strictObject({
  choice,
  votes: count,
  of: count,
  /** The rule that broke the tie is a `TieBreak`. A die's 1 stands for the first of the choices. */
  tie: z
    .strictObject({
      rule: z.enum(['first', 'held-longest', 'commander', 'die']),
      among: tiedChoices,
    })
    .nullable(),
});

/** `by` made the entry, or closed the ballot that decided it. `told` has the sentences that everybody was told. */
const entryHead = { seq: count, at: time, by: name.nullable(), told: z.array(text) };
/** An order that a “what if” inherits. Its dice were thrown and sealed in the original game. */
const inherited = z.strictObject({ seat: text, ...orderWithWords, throws: throws.nullable() });
const entry = z.discriminatedUnion('kind', [
  z.strictObject({
    ...entryHead,
    kind: z.literal('start'),
    throws,
    /** In a “what if”: the orders that stood where it branches off. */
    inherited: z.array(inherited).exactOptional(),
  }),
  z.strictObject({
    ...entryHead,
    kind: z.literal('order'),
    seat: text,
    ...orderWithWords,
    throws: throws.nullable(),
    reason: text.nullable(),
    /** The number of the ballot that decided the order, or that the order overruled. */
    ballot: count.nullable(),
    /** Set if no member gave it: time ran out, the bot plays the side, or the side had no other order. */
    cause: z.enum(['clock', 'machine', 'pass']).exactOptional(),
    takenBackBy: count.nullable(),
  }),
  z.strictObject({
    ...entryHead,
    kind: z.literal('undo'),
    takesBack: count,
    /** Absent if none was needed, because nothing had been seen, or if it was deleted. */
    reason: text.exactOptional(),
    /** The side that agreed to the take-back, with `by` as its member. */
    agreed: text.exactOptional(),
  }),
  z.strictObject({ ...entryHead, kind: z.literal('abandon') }),
  z.strictObject({
    ...entryHead,
    kind: z.literal('council'),
    seat: text,
    council,
    cause: z.enum(['member', 'vote', 'order', 'silence', 'undo', 'kept', 'role']),
    ballot: count.nullable(),
    /** A member whom `by` lets play this side despite having seen another's secrets. The council stays the same. */
    lets: name.exactOptional(),
    reason: text.exactOptional(),
  }),
  z.strictObject({
    ...entryHead,
    kind: z.literal('ballot'),
    seat: text,
    ballot: count,
    decision,
    throws,
  }),
]);

const line = z.strictObject({
  choice,
  votes: count,
  /** The earliest first; null while the ballot is open. */
  voters: z.array(name).nullable(),
  /** The best supported first. `by` gave it first, `votes` share it. While the ballot is open, only the first. */
  reasons: z.array(z.strictObject({ text: text, by: name, votes: count })),
});
const vote = z.strictObject({
  by: name,
  at: time,
  choice: choice.nullable(),
  /** Null keeps the reason given before for the same choice. An empty text deletes it. */
  reason: text.nullable(),
  counts: z.boolean(),
});
const ballot = z.strictObject({
  number: count,
  seat: text,
  /** The last entry of the log when the ballot opened. */
  after: count,
  subject: z.enum(['order', 'council']),
  proposed: council.nullable(),
  openedBy: name.nullable(),
  openedAt: time,
  rules,
  /** The member whose vote breaks a tie, fixed when the ballot opened. The earliest files of version 1 lack it. */
  casting: name.nullable().exactOptional(),
  /** The end of its window; null if it waits without a clock. */
  closes: time.nullable(),
  extended: z.boolean(),
  closed: z
    .strictObject({
      at: time,
      how: z.enum(['decided', 'void', 'lost']),
      /** If decided or lost: "time", "early" or "called". If void: "order", "undo", "council" or "ended". */
      why: text.nullable(),
      /** Null if the ballot closed by its clock or by its votes. */
      by: name.nullable(),
      decision: decision.nullable(),
    })
    .nullable(),
  /** Members whose vote counts. */
  voters: count,
  /** Most votes first. Of equals, the choice that has had so many the longest. Null while sealed or secret. */
  tally: z.array(line).nullable(),
  /** All presses in the order in which Discord received them; null while the ballot is open. */
  votes: z.array(vote).nullable(),
});

const digest = hex(32);
/**
 * The digests of each entry, of each ballot, and of every other member of the file. A digest is the beginning of the
 * SHA-256 in hex, of the part as `canonical` JSON in UTF-8.
 */
const digests = z.strictObject({
  head: z.record(z.string(), digest),
  log: z.array(digest),
  ballots: z.array(digest),
  /** The whole SHA-256 of `head`, `log` and `ballots` together. The bot posts it with the file. */
  fingerprint: hex(64),
});

/** The shape of a file. Other checks find out whether its contents are true. */
export const fileSchema = z.strictObject({
  format: z.literal('council-of-war-game', 'is not “council-of-war-game”: this isn’t a game of Council of War'),
  version: z.literal([1, 2, 3, 4, 5], 'is not 1, 2, 3, 4 or 5: this copy of Council of War can’t read other versions'),
  about: z.array(text),
  /** The game's id, which is part of the messages that seal its dice. */
  game: z.string().regex(/^[\w-]{1,64}$/, 'must be a name of letters and digits'),
  system: z.strictObject({
    id: text,
    title: text,
    /** The source of the game's numbers. */
    basis: text,
    seats: z.array(z.strictObject({ id: text, name: z.string() })),
  }),
  variant: z.strictObject({ id: text, name: z.string() }),
  /** The rules data. The hash is the SHA-256 in hex of the system's id, a line feed, and `files` as compact JSON. */
  dataset: z.strictObject({ hash: hex(64), files: z.record(z.string(), json) }),
  /** SHA-256 of the secret's 32 bytes. */
  seal: hex(64),
  secret: hex(64).nullable(),
  startedBy: name,
  startedAt: time,
  /** The game that a “what if” branches from, and the last entry that they share. */
  whatIf: z.strictObject({ game: text, after: count }).nullable().exactOptional(),
  ended: z
    .strictObject({
      at: time,
      how: z.enum(['finished', 'abandoned']),
      outcome: z.strictObject({ winner: text.nullable(), headline: text, reason: text }).nullable(),
    })
    .nullable(),
  /** The position in one line of Discord's Markdown. */
  summary: text,
  councils: z.record(z.string(), council),
  log: z.array(entry).min(1),
  /** In the order in which they opened. The first has number 1. */
  ballots: z.array(ballot),
  digests: digests.exactOptional(),
});

export const outline = z.looseObject({ format: fileSchema.shape.format, version: fileSchema.shape.version });

type Frozen<Value> = [Json] extends [Value]
  ? Value
  : Value extends Order
    ? Value
    : Value extends object
      ? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
      : Value;

/** A file that was read. Old files lack some members. */
export type ReadGame = Frozen<z.infer<typeof fileSchema>>;

export interface ExportedGame extends ReadGame {
  readonly version: 5;
  readonly digests: ExportedDigests;
}

/** The file of a game whose log no longer fits the rules. Its `log` does not tell what orders did. */
export interface UnruledGame
  extends Omit<ExportedGame, 'format' | 'system' | 'variant' | 'ended' | 'summary' | 'digests'> {
  readonly format: 'council-of-war-log';
  readonly system: string;
  readonly variant: string;
  readonly ended: Omit<NonNullable<ReadGame['ended']>, 'outcome'> | null;
}

export type ExportedEntry = Frozen<z.infer<typeof entry>>;
export type ExportedInherited = Frozen<z.infer<typeof inherited>>;
export type ExportedThrow = Frozen<z.infer<typeof thrown>>;
export type ExportedCouncil = Frozen<z.infer<typeof council>>;
export type ExportedRules = Frozen<z.infer<typeof rules>>;
export type ExportedChoice = Frozen<z.infer<typeof choice>>;
export type ExportedOrder = Extract<ExportedChoice, { readonly order: unknown }>;
export type ExportedDecision = Frozen<z.infer<typeof decision>>;
export type ExportedBallot = Frozen<z.infer<typeof ballot>>;
export type ExportedLine = Frozen<z.infer<typeof line>>;
export type ExportedVote = Frozen<z.infer<typeof vote>>;
export type ExportedDigests = Frozen<z.infer<typeof digests>>;

type BodyOf<Entry> = Entry extends unknown ? Omit<Entry, keyof typeof entryHead> : never;
export type ExportedEntryBody = BodyOf<ExportedEntry>;

function isTime(text: string): boolean {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString() === text;
}

function isDeal(deal: readonly number[]): boolean {
  return new Set(deal).size === deal.length && deal.every((place) => place < deal.length);
}

/** A file without digests. It may be any JSON of this outline, since a file may have been changed. */
export interface Undigested {
  readonly [part: string]: Json | undefined;
  readonly log: readonly Json[];
  readonly ballots: readonly Json[];
}

/** The digests that a file must have. */
export function digestsOf({ log, ballots, digests: _, ...head }: Undigested): ExportedDigests {
  const parts = {
    head: Object.fromEntries(Object.entries(head).map(([part, value]) => [part, digestOf(value ?? null)])),
    log: log.map(digestOf),
    ballots: ballots.map(digestOf),
  };
  return { ...parts, fingerprint: fingerprintOf(parts) };
}

/** The digest of one part: 32 hex digits. */
export function digestOf(part: Json): string {
  return sha256(part).slice(0, 32);
}

/** The digest over all digests: 64 hex digits. */
export function fingerprintOf({ head, log, ballots }: Omit<ExportedDigests, 'fingerprint'>): string {
  return sha256({ head, log, ballots });
}

function sha256(value: Json): string {
  return createHash('sha256').update(canonical(value), 'utf8').digest('hex');
}
