import { z } from 'zod';
import { complaint, integer, lengthOf, list, mediaUrl, text, webUrl } from './fields.ts';

const LIMIT_OF_ALL = 6000;

const media = z.object({ url: mediaUrl(2048).nullish() });

const embed = z
  .object({
    title: text(0, 256).nullish(),
    description: text(0, 4096).nullish(),
    url: webUrl(2048).nullish(),
    timestamp: z.string().nullish(),
    color: integer(0, 0xffffff).nullish(),
    author: z.object({ name: text(0, 256), url: webUrl(2048).nullish(), icon_url: mediaUrl(2048).nullish() }).nullish(),
    footer: z.object({ text: text(0, 2048), icon_url: mediaUrl(2048).nullish() }).nullish(),
    image: media.nullish(),
    thumbnail: media.nullish(),
    fields: list(
      z.object({ name: text(1, 256), value: text(1, 1024), inline: z.boolean().nullish() }),
      0,
      25,
    ).nullish(),
  })
  .superRefine((value, ctx) => {
    if (value.timestamp && Number.isNaN(Date.parse(value.timestamp))) {
      const shown = JSON.stringify(value.timestamp);
      ctx.addIssue(complaint('DATE_TIME_TYPE_PARSE', `Could not parse ${shown}. Should be ISO8601.`, ['timestamp']));
    }
    const shows =
      value.title ||
      value.description ||
      value.author?.name ||
      value.footer?.text ||
      value.image?.url ||
      value.thumbnail?.url ||
      value.fields?.length;
    if (!shows) ctx.addIssue(complaint('BASE_TYPE_REQUIRED', 'This field is required', ['description']));
  });

/** An embed as the bot sent it; URLs may still be `attachment://name`. */
export type Embed = z.infer<typeof embed>;

/** Up to ten embeds of 6,000 characters in all. */
export const embeds = list(embed, 0, 10).superRefine((all, ctx) => {
  if (all.reduce((sum, each) => sum + sizeOf(each), 0) > LIMIT_OF_ALL) {
    ctx.addIssue(complaint('MAX_EMBED_SIZE_EXCEEDED', `Embed size exceeds maximum size of ${LIMIT_OF_ALL}`));
  }
});

function sizeOf(value: Embed): number {
  const parts = [value.title, value.description, value.author?.name, value.footer?.text];
  for (const field of value.fields ?? []) parts.push(field.name, field.value);
  return parts.reduce((sum, part) => sum + lengthOf(part ?? ''), 0);
}
