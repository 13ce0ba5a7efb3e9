import { MEMBER_DATA, type MemberData, type MemberRecord, type MemberSettings } from '../../../store/index.ts';
import { ABOUT_EXPORT } from './mydata-words.ts';

/** All that is stored of a member, for the member: Discord’s ids in it are their own, of their messages and servers. */
export type ExportedMember = {
  readonly format: 'council-of-war-member';
  readonly version: 1;
  readonly about: readonly string[];
  /** As last seen. */
  readonly name: string;
  readonly discordId: string | null;
} & MemberSettings & { readonly [Kind in keyof MemberData]: unknown };

export function exportedMember(
  { id, name, discordId }: MemberRecord,
  settings: MemberSettings,
  data: MemberData,
): ExportedMember {
  const copies: [kind: string, copy: unknown][] = [];
  for (const [kind, { copy }] of Object.entries(MEMBER_DATA)) {
    const rows = data[kind as keyof MemberData] as readonly never[];
    copies.push([kind, 'whole' in copy ? copy.whole(rows) : rows.map((row) => copy(row, id))]);
  }
  const head = { format: 'council-of-war-member', version: 1, about: ABOUT_EXPORT, name, discordId } as const;
  return { ...head, ...settings, ...(Object.fromEntries(copies) as { [Kind in keyof MemberData]: unknown }) };
}
