import type { EntryRecord } from '../../store/index.ts';
import { plainName } from '../wording.ts';
import { AUTHOR } from './order-words.ts';

/** Who gave an order, in Markdown: a member, what gave it in the seat's name, or the council. */
export function orderAuthor({
  member,
  ...entry
}: Pick<EntryRecord & { readonly kind: 'order' }, 'member' | 'cause'>): string {
  if (entry.cause) return `**${AUTHOR[entry.cause]}**`;
  return member === null ? `**${AUTHOR.council}**` : `**${plainName(member.name)}**`;
}
