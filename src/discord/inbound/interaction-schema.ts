import { z } from 'zod';

// An interaction as Discord sends it: of its fields those that discord.js and the bot read, in the shapes they are read in, each no
// longer than Discord lets it be. What else there is may be anything, and so may kinds of interaction that do not exist yet.

const SNOWFLAKE = z.string().regex(/^\d{1,20}$/);
/** A bit field: digits, as many as 64 bits have and some to grow. */
const BITS = z.string().regex(/^\d{1,40}$/);
const BIT_NUMBER = z.int().nonnegative();
/** It becomes part of an address. */
const TOKEN = z.string().regex(/^[\w=+/-]{1,1000}$/);
/** Of at most so many characters, none of them half of one: that cannot be kept. */
const text = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^\P{Surrogate}*$/u);
const NAME = text(1000);
const CUSTOM_ID = text(100);
const TIME = z.string().refine((text) => !Number.isNaN(Date.parse(text)));

/** Discord keys what it resolves by id. */
const byId = <T extends z.ZodType>(value: T) => z.record(SNOWFLAKE, value).optional();

const user = z.looseObject({
  id: SNOWFLAKE,
  username: NAME,
  global_name: NAME.nullish(),
  bot: z.boolean().optional(),
  public_flags: BIT_NUMBER.optional(),
  avatar_decoration_data: z.looseObject({}).nullish(),
  primary_guild: z.looseObject({}).nullish(),
  collectibles: z.looseObject({}).nullish(),
});

const partialMember = z.looseObject({
  nick: NAME.nullish(),
  roles: z.array(SNOWFLAKE),
  joined_at: TIME.nullable(),
  permissions: BITS.optional(),
  flags: BIT_NUMBER.optional(),
  avatar_decoration_data: z.looseObject({}).nullish(),
});

const member = partialMember.extend({ user, permissions: BITS });

const channel = z.looseObject({
  id: SNOWFLAKE,
  type: z.int(),
  permissions: BITS.optional(),
  // Of a thread alone: the member who opened it.
  owner_id: SNOWFLAKE.nullish(),
});

const role = z.looseObject({
  id: SNOWFLAKE,
  permissions: BITS,
  flags: BIT_NUMBER.optional(),
  tags: z.looseObject({}).optional(),
  colors: z.looseObject({}).nullish(),
});

const resolved = z
  .looseObject({
    users: byId(user),
    members: byId(partialMember),
    channels: byId(channel),
    roles: byId(role),
    // Nothing of ours is given messages or files.
    messages: z.undefined().optional(),
    attachments: z.undefined().optional(),
  })
  .refine(({ users, members }) => Object.keys(members ?? {}).every((id) => users?.[id] !== undefined));

/** The one component of a message that is asked for by name: what a button or a menu of ours carries. */
const shown = z.looseObject({ type: z.int(), custom_id: CUSTOM_ID.optional() });
const message = z.looseObject({
  id: SNOWFLAKE,
  channel_id: SNOWFLAKE,
  flags: BIT_NUMBER.optional(),
  components: z
    .array(shown.extend({ components: z.array(shown).max(25).optional() }))
    .max(40)
    .optional(),
});

const option = z.looseObject({
  name: text(32),
  type: z.int(),
  value: z.union([text(6000), z.number(), z.boolean()]).optional(),
  focused: z.boolean().optional(),
});
const group = option.extend({ options: z.array(option).max(25).optional() });
const options = z.array(group.extend({ options: z.array(group).max(25).optional() })).max(25);

const SUBCOMMAND = 1;
const GROUP = 2;

const command = z.looseObject({
  id: SNOWFLAKE,
  name: text(32),
  type: z.int(),
  options: options.optional(),
  resolved: resolved.optional(),
});

/** Whether a member is typing in one of the options: of the command, or of its subcommand. */
function isTyping({ options = [] }: z.infer<typeof command>): boolean {
  const [first] = options;
  const [inner] = first?.type === GROUP ? (first.options ?? []) : options;
  const typed = inner?.type === SUBCOMMAND ? (inner.options ?? []) : first?.type === GROUP ? first.options : options;
  return typed?.some(({ focused }) => focused === true) ?? false;
}

const component = z.looseObject({
  custom_id: CUSTOM_ID,
  component_type: z.int(),
  values: z.array(text(100)).max(25).optional(),
  resolved: resolved.optional(),
});

const field = z.looseObject({
  type: z.int(),
  custom_id: CUSTOM_ID.optional(),
  value: z.union([text(4000), z.boolean()]).nullish(),
  values: z.array(text(4000)).max(25).optional(),
});
const form = z.looseObject({
  custom_id: CUSTOM_ID,
  components: z
    .array(z.looseObject({ type: z.int(), components: z.array(field).max(5).optional(), component: field.optional() }))
    .max(40),
  resolved: resolved.optional(),
});

const envelope = {
  id: SNOWFLAKE,
  application_id: SNOWFLAKE,
  token: TOKEN,
  channel: channel.optional(),
  guild_id: SNOWFLAKE.optional(),
  user: user.optional(),
  member: member.optional(),
  app_permissions: BITS,
  entitlements: z.array(z.looseObject({ id: SNOWFLAKE })),
  authorizing_integration_owners: z.looseObject({}),
};

const COMMAND = 2;
const COMPONENT = 3;
const COMPLETION = 4;
const FORM = 5;
const DM = 1;

/** A kind of interaction that there may be one day: discord.js lets it lie. */
const unheardOf = z.looseObject({ type: z.int().refine((type) => type < COMMAND || type > FORM) });

const arrival = z
  .discriminatedUnion('type', [
    z.looseObject({ ...envelope, type: z.literal(COMMAND), data: command }),
    z.looseObject({ ...envelope, type: z.literal(COMPLETION), data: command.refine(isTyping) }),
    z.looseObject({ ...envelope, type: z.literal(COMPONENT), data: component, message }),
    z.looseObject({ ...envelope, type: z.literal(FORM), data: form, message: message.optional() }),
  ])
  // In their own DM a member may do everything: that it is one is not to be taken from what is missing.
  .refine(({ guild_id, member, user, channel }) =>
    guild_id === undefined
      ? user !== undefined && member === undefined && (channel === undefined || channel.type === DM)
      : member !== undefined,
  );

/** What is wrong with an interaction that Discord has sent, as a line for the log. Null: nothing, or it is of a kind to come. */
export function malformed(interaction: unknown): string | null {
  const { error } = arrival.safeParse(interaction);
  if (!error || unheardOf.safeParse(interaction).success) return null;
  return error.issues
    .map(({ path, message: what }) => `${path.join('.')}: ${what}`)
    .join('; ')
    .slice(0, LONGEST_LINE);
}

const waits = z.looseObject({ id: SNOWFLAKE, token: TOKEN, type: z.int().min(COMMAND).max(FORM) });

/** An interaction that a member waits to be answered, whatever else is wrong with it. */
export interface WaitingInteraction {
  readonly id: string;
  readonly token: string;
  /** It is typed still: completions answer it, and no words. */
  readonly completes: boolean;
}

/** Who waits for an answer to what cannot be read. Null: it does not even say where an answer would go. */
export function waitingFor(interaction: unknown): WaitingInteraction | null {
  const { data } = waits.safeParse(interaction);
  return data ? { id: data.id, token: data.token, completes: data.type === COMPLETION } : null;
}

const LONGEST_LINE = 500;

const identified = z.looseObject({ id: SNOWFLAKE });
const ready = z.looseObject({ user: identified, application: identified, guilds: z.array(identified) });

/** The ids of the servers that a new session begins with, by what Discord sends at its beginning. Null: that cannot be read. */
export function guildsInReady(beginning: unknown): ReadonlySet<string> | null {
  const { data } = ready.safeParse(beginning);
  return data ? new Set(data.guilds.map(({ id }) => id)) : null;
}
