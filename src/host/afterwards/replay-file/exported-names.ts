import type { MemberId } from '../../../council/index.ts';
import type { MemberRecord } from '../../../store/index.ts';
import { nameAlone } from '../../base/wording.ts';

/** The members of one file by name: each has the same throughout, and nobody else's. */
export class Names {
  readonly #memberById: (member: MemberId) => MemberRecord | null;
  readonly #names = new Map<MemberId, string>();
  readonly #taken = new Set<string>();
  /** By a name without a number: the number of the last member with that name. */
  readonly #last = new Map<string, number>();

  constructor(memberById: (member: MemberId) => MemberRecord | null) {
    this.#memberById = memberById;
  }

  of({ id, name }: MemberRecord): string {
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    // Twice, for the file's own names are read again as they stand in it: where a mark goes, two spaces may have met.
    const alone = nameAlone(withoutIds(nameAlone(name)));
    let own = alone;
    for (let number = this.#last.get(alone) ?? 1; this.#taken.has(own); own = `${alone} (${number})`) {
      number += 1;
      this.#last.set(alone, number);
    }
    this.#taken.add(own);
    this.#names.set(id, own);
    return own;
  }

  ofId(id: MemberId): string {
    const member = this.#memberById(id);
    if (!member) throw new Error(`Nobody is member ${id}`);
    return this.of(member);
  }
}

/** What a member wrote, with no id of Discord's left in it: a mention keeps no more than the kind of what it mentions. */
export function withoutIds(text: string): string {
  return text
    .replace(/<@&\d+>/g, '@role')
    .replace(/<@!?\d+>/g, '@member')
    .replace(/<#\d+>/g, '#channel')
    .replace(/<a?(:\w+:)\d+>/g, '$1')
    .replace(/\d{17,20}/g, '…');
}
