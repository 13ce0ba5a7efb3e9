import type { Sandbox, SeenMessage } from '../../../src/sandbox/sandbox.ts';
import { CHANNEL, maps } from '../table.ts';

/** An order that may be voted for, as its button has it. */
export interface Choice {
  readonly button: string;
  /** What it says, but for odds and counts. */
  readonly words: string;
  readonly order: { readonly verb: string; readonly [slot: string]: string };
}

/** A ballot as its message shows it to the channel. */
export interface Ballot {
  readonly id: number;
  readonly message: SeenMessage;
  readonly choices: readonly Choice[];
}

/** The ballot of the channel's newest map; null: it has none. */
export function ballotNow(sandbox: Sandbox): Ballot | null {
  const message = maps(sandbox).findLast((one) => ballotOf(one) !== null);
  return message ? { id: ballotOf(message) as number, message, choices: choicesOf(message) } : null;
}

/** The number of the ballot that a message has; null: none. */
export function ballotOf({ buttons }: SeenMessage): number | null {
  const ids = buttons.flatMap(({ customId }) => /^mine:(\d+)$/.exec(customId ?? '')?.[1] ?? []);
  return ids.length > 0 ? Number(ids[0]) : null;
}

function choicesOf({ buttons }: SeenMessage): Choice[] {
  return buttons.flatMap(({ customId, label }) => {
    const [, draft] = /^order:[a-z0-9]+:\d+:(.*)$/.exec(customId ?? '') ?? [];
    if (customId === null || draft === undefined) return [];
    const order = Object.fromEntries(new URLSearchParams(draft)) as Choice['order'];
    return [{ button: customId, words: withoutOdds(label.replace(/ · \d+ votes?$/, '')), order }];
  });
}

/** Resolves with the next ballot, once the channel has its map; with null once the campaign is over. */
export async function ballotAfter(sandbox: Sandbox, id: number): Promise<Ballot | null> {
  const isNext = (message: SeenMessage) =>
    !message.ephemeral && message.files.length > 0 && ((ballotOf(message) ?? 0) > id || isEnd(message));
  await sandbox.waitForMessage(CHANNEL, isNext);
  return maps(sandbox).some(isEnd) ? null : ballotNow(sandbox);
}

export function isEnd({ buttons }: SeenMessage): boolean {
  return buttons.some(({ customId }) => customId?.startsWith('verify:'));
}

/** An order's words, wherever they stand: "Grant attacks Lee" of "Grant attacks Lee · 5+, 2 in 6". */
export function withoutOdds(label: string): string {
  return label.replace(/ · (?:[^·]*, )?\d in 6$/, '').replace(/ · (?:\d\+?|cannot win)$/, '');
}
