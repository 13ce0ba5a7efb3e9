import { z } from 'zod';

const nonce = z.string().max(100);
const id = z.string().max(30);
const customId = z.string().max(110);
/** `as` is the id of the acting member. */
const who = { as: id, channelId: id };
const option = z.object({
  name: z.string().max(40),
  value: z.union([z.string().max(6100), z.number(), z.boolean()]),
  focused: z.boolean().optional(),
});
/** `command` is the name, sub-commands as "name sub" or "name group sub". */
const typed = { nonce, ...who, command: z.string().max(120), options: z.array(option).max(25) };
const component = { nonce, ...who, messageId: id, customId };

const fromPage = z.discriminatedUnion('t', [
  // Exactly one option has `focused: true`.
  z.object({ t: z.literal('autocomplete'), ...typed }),
  z.object({ t: z.literal('command'), ...typed }),
  z.object({ t: z.literal('press'), ...component }),
  z.object({ t: z.literal('select'), ...component, values: z.array(customId).max(25) }),
  z.object({
    t: z.literal('modal'),
    nonce,
    ...who,
    interactionId: id,
    customId,
    /** By custom id. */
    fields: z.record(customId, z.string().max(4100)),
  }),
  z.object({ t: z.literal('say'), nonce, ...who, content: z.string().max(10_000) }),
  // A trouble is named by its label; `on` is for switches.
  z.object({ t: z.literal('trouble'), nonce, channelId: id, label: z.string().max(100), on: z.boolean() }),
  // Ends all trouble.
  z.object({ t: z.literal('calm'), nonce }),
]);

/** An option as typed. Sub-commands are part of the command's name, so options are flat. */
export type PageOption = z.infer<typeof option>;
export type FromPage = z.infer<typeof fromPage>;

/** The message in a page's frame; of an unreadable one, its nonce, if any. */
export function readFrame(source: string): FromPage | { readonly t: null; readonly nonce: string } {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    // Not JSON: no message can be read from it.
  }
  return fromPage.safeParse(value).data ?? { t: null, nonce: '', ...z.object({ nonce }).safeParse(value).data };
}
