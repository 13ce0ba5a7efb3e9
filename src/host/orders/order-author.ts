import type { EntryRecord, OrderCause } from '../../store/index.ts';
import { plainName } from '../wording.ts';

/** Who gives orders where no member does. */
export const AUTHOR_BY_CAUSE = { clock: 'The clock', machine: 'The bot' } as const satisfies {
  [cause in OrderCause]: string;
};

/** Who gave an order, in Markdown: a member, what gave it in the seat's name, or the council. */
export function orderAuthor({
  member,
  ...entry
}: Pick<EntryRecord & { readonly kind: 'order' }, 'member' | 'cause'>): string {
  if (entry.cause) return `**${AUTHOR_BY_CAUSE[entry.cause]}**`;
  return member === null ? '**The council**' : `**${plainName(member.name)}**`;
}
