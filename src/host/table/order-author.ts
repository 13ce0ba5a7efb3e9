import type { EntryRecord } from '../../store/index.ts';
import { AUTHOR } from '../base/order-words.ts';
import { plainName } from '../base/wording.ts';

/** Who gave an order, in Markdown: a member, what gave it in the seat's name, or the council. */
export function orderAuthor({
  member,
  ...entry
}: Pick<EntryRecord & { readonly kind: 'order' }, 'member' | 'cause'>): string {
  if (entry.cause) return `**${AUTHOR[entry.cause]}**`;
  return member === null ? `**${AUTHOR.council}**` : `**${plainName(member.name)}**`;
}
