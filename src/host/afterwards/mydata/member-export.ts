import { MEMBER_DATA, type MemberData, type MemberRecord, type MemberSettings } from '../../../store/index.ts';
import { each } from '../../base/generator-steps.ts';
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

/** A step for each thing they did. */
export function* exportingMember(
  { id, name, discordId }: MemberRecord,
  settings: MemberSettings,
  data: MemberData,
): Generator<void, ExportedMember, void> {
  yield;
  const copies: [kind: string, copy: unknown][] = [];
  for (const [kind, { copy }] of Object.entries(MEMBER_DATA)) {
    const rows = data[kind as keyof MemberData] as readonly never[];
    copies.push([kind, 'whole' in copy ? copy.whole(rows) : yield* each(rows, (row) => copy(row, id))]);
  }
  const head = { format: 'council-of-war-member', version: 1, about: ABOUT_EXPORT, name, discordId } as const;
  return { ...head, ...settings, ...(Object.fromEntries(copies) as { [Kind in keyof MemberData]: unknown }) };
}
