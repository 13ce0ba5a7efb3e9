import type { AnswerOutcome } from '../../src/sandbox/sandbox.ts';

/** A member's request. Keys are those of orders and of votes' choices. */
export type Asked =
  | { readonly what: 'order'; readonly key: string; readonly reason?: string }
  | { readonly what: 'reason'; readonly reason: string }
  | { readonly what: 'withdraw' | 'count' | 'undo' | 'abandon' | 'start' | 'what-if' | 'forget' }
  | { readonly what: 'motion'; readonly inFavour: boolean }
  | { readonly what: 'overrule'; readonly key: string }
  | { readonly what: 'council'; readonly setting: string; readonly value: string | number };

/** A row that an act of a member leaves in the database. */
export type Trace =
  | { readonly in: 'entry'; readonly kind: string; readonly key?: string }
  | { readonly in: 'vote'; readonly choice?: string | null; readonly reason?: string }
  | { readonly in: 'opening' | 'forgotten' };

/** Something that a member did, and what came of it as far as they know. */
export interface Claim {
  /** Discord's id of it. */
  readonly interaction: string;
  readonly channel: string;
  /** Discord's id of the member. */
  readonly member: string;
  readonly asked: Asked;
  /** One of these traces must be in the database. Empty: none may be. `null`: nobody answered, so both are right. */
  readonly told: readonly Trace[] | null;
  /** In the member's own eyes. */
  readonly words: string;
}

/** All that members were told, and nothing else. */
export class Claims {
  readonly #claims = new Map<string, Claim>();

  /** Notes what became of something that a member did. What was never sent (nobody was there, no such button) is nothing. */
  heard(who: Pick<Claim, 'channel' | 'member'>, asked: Asked, outcome: AnswerOutcome): Claim | null {
    const { interactionId: interaction } = outcome;
    if (interaction === '') return null;
    const words = wordsOf(outcome);
    const claim: Claim = { ...who, interaction, asked, told: toldBy(asked, outcome), words };
    this.#claims.set(interaction, claim);
    return claim;
  }

  get(interaction: string): Claim | undefined {
    return this.#claims.get(interaction);
  }

  all(): Claim[] {
    return [...this.#claims.values()];
  }
}

/** A bug tells itself by these words. */
const BROKEN = /Something went wrong in the bot|reference `/;

function wordsOf(outcome: AnswerOutcome): string {
  if (outcome.kind === 'message' || outcome.kind === 'update') return outcome.message.content;
  return outcome.kind === 'failed' ? outcome.reason : outcome.kind;
}

function toldBy(asked: Asked, outcome: AnswerOutcome): readonly Trace[] | null {
  if (outcome.kind !== 'message' && outcome.kind !== 'update') return null;
  const { ephemeral, content } = outcome.message;
  if (BROKEN.test(content)) throw new Error(`A member was told: ${content}`);
  return ephemeral ? inPrivate(asked, content) : inPublic(asked);
}

/** What all may see has been done. */
function inPublic(asked: Asked): readonly Trace[] {
  switch (asked.what) {
    case 'order':
    case 'overrule':
      return [{ in: 'entry', kind: 'order', key: asked.key }];
    case 'undo':
    case 'abandon':
      return [{ in: 'entry', kind: asked.what }];
    case 'start':
    case 'what-if':
      return [{ in: 'entry', kind: 'start' }];
    case 'count':
      return [{ in: 'entry', kind: 'ballot' }];
    default:
      throw new Error(`${asked.what} was answered for all to see`);
  }
}

function inPrivate(asked: Asked, shown: string): readonly Trace[] {
  // Under a remark stands what the member's own message said before; the remark alone is the answer.
  const content = /^(?:> .*(?:\n|$))+/.exec(shown)?.[0].replace(/^> /gm, '') ?? shown;
  // A press on a ballot or a proposal: what it was for is said back, under a line where it went to the next ballot.
  if (/^Your vote(?: is now)?:? \*\*/m.test(content)) return votedFor(asked, content);
  if (content.startsWith('Your vote is withdrawn.')) return [{ in: 'vote', choice: null }];
  // The question becomes a line on what was done; the channel is told by itself.
  if (asked.what === 'undo' && content.includes('** takes back ')) return [{ in: 'entry', kind: 'undo' }];
  if (asked.what === 'council') {
    if (content.includes(': how this table decides**')) return [{ in: 'entry', kind: 'council' }];
    if (content.startsWith('Your proposal is in the channel')) return [{ in: 'vote', choice: 'for' }];
  }
  if (asked.what === 'what-if' && content.includes('A thread for your “what if” is opening'))
    return [{ in: 'opening' }, { in: 'entry', kind: 'start' }];
  if (asked.what === 'forget' && content.startsWith('Your data is deleted.')) return [{ in: 'forgotten' }];
  return [];
}

function votedFor(asked: Asked, content: string): readonly Trace[] {
  if (asked.what === 'motion') return [{ in: 'vote', choice: asked.inFavour ? 'for' : 'against' }];
  const reason = 'reason' in asked && content.includes(`“${asked.reason}”`) ? { reason: asked.reason } : {};
  if (asked.what === 'order') return [{ in: 'vote', choice: asked.key, ...reason }];
  // The other member may have changed their vote meanwhile; this member then sees their own as it was.
  return asked.what === 'reason' && !('reason' in reason) ? [] : [{ in: 'vote', ...reason }];
}
