import {
  type Interaction,
  type MessageComponentInteraction,
  MessageFlags,
  type ModalMessageModalSubmitInteraction,
  SnowflakeUtil,
} from 'discord.js';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { LONGEST_TEXT } from '../../game/index.ts';
import type { Reply } from '../../host/index.ts';
import type { Clock } from '../../time-source.ts';
import { errorCodeOf } from '../connection/cannot-connect.ts';

/**
 * Discord's fifteen minutes, less half a minute in case the clocks differ. With an expired token, the request would
 * count as an invalid one.
 */
const TOKEN_LIVES_MS = 14.5 * 60_000;
/** Pairs of channel and member whose answers are remembered, and the answers of each. */
const MOST_ROWS = 1000;
const MOST_ANSWERS = 5;

type Answerable = Pick<Extract<Interaction, { reply: unknown }>, 'id' | 'channelId' | 'user' | 'webhook'>;

interface PrivateAnswer {
  /** The interaction that the message first answered, by which it is known. */
  readonly answered: string;
  /** The last interaction that changed the message. `webhook` has its token. */
  readonly interaction: string;
  readonly webhook: Answerable['webhook'];
  readonly lesson: string | null;
}

interface Brought {
  readonly answered: string;
  readonly lesson: string | null;
  /** The answer was announced, so it stays even if a newer one came first. */
  readonly isAwaited: boolean;
  /** The answer has a file that the member may not have saved yet, so it isn't deleted for a newer one. */
  readonly hasFile: boolean;
}

/**
 * Deletes a member's private answer when a newer one has come in the same channel, if its token still lives. A lesson's
 * message makes way only for a newer one of the same lesson.
 */
export function createPrivateAnswers(clock: Clock, log: Logger) {
  const rows = new LRUCache<string, readonly PrivateAnswer[]>({ max: MOST_ROWS });

  /** Removes an answer from the list while it is edited, so that a newer one does not delete it. */
  function take(interaction: Answerable, answered: string): PrivateAnswer | null {
    const key = keyOf(interaction);
    const row = rows.get(key) ?? [];
    const taken = row.find((one) => one.answered === answered) ?? null;
    if (taken)
      store(
        key,
        row.filter((one) => one !== taken),
      );
    return taken;
  }

  /**
   * Notes a complete answer, and deletes the older ones. If a newer one came while it was drawn, it is deleted itself.
   * Never throws or waits.
   */
  function brought(interaction: Answerable, { answered, lesson, isAwaited, hasFile }: Brought): void {
    const key = keyOf(interaction);
    const { id, webhook } = interaction;
    const own: PrivateAnswer = { answered, interaction: id, webhook, lesson };
    const row = rows.get(key) ?? [];
    const others = row.filter((one) => one.lesson === lesson && one.answered !== answered);
    const older = others.filter((one) => BigInt(one.interaction) < BigInt(id));
    const isLate = older.length < others.length;
    if (isLate && !isAwaited && !hasFile) {
      remove(own);
      return;
    }
    const remaining = row.filter((one) => one.answered !== answered && !older.includes(one));
    store(key, hasFile ? remaining : [...remaining, own].slice(-MOST_ANSWERS));
    for (const one of older) remove(one);
  }

  function store(key: string, row: readonly PrivateAnswer[]): void {
    if (row.length > 0) rows.set(key, row);
    else rows.delete(key);
  }

  /** Deletes a message while its token lives. It may be gone: a member can dismiss it, or its channel was deleted. */
  function remove({ webhook, interaction }: PrivateAnswer): void {
    if (clock.now() - SnowflakeUtil.timestampFrom(interaction) >= TOKEN_LIVES_MS) return;
    webhook
      .deleteMessage('@original')
      .catch((error) => log.debug({ interaction, why: errorCodeOf(error) }, 'a private answer could not be deleted'));
  }

  return { take, brought };
}

function keyOf({ channelId, user }: Answerable): string {
  return `${channelId} ${user.id}`;
}

export type Pressed = MessageComponentInteraction | ModalMessageModalSubmitInteraction;

export function pressedIn(interaction: Interaction): Pressed | null {
  const from = interaction.isMessageComponent() || (interaction.isModalSubmit() && interaction.isFromMessage());
  return from ? interaction : null;
}

/** Whether the member pressed a private message, or opened a form from one. */
export function isPrivate(interaction: Interaction): boolean {
  return pressedIn(interaction)?.message.flags.has(MessageFlags.Ephemeral) ?? false;
}

/** A short remark that is put above a private message's text. Buttons and picture stay. */
export interface Remark {
  readonly pressed: Pressed;
  readonly content: string;
}

const REMARK = /^(?:> .*\n)+/;

/** The reply as a remark, such as "Slow down a little". Null if it has more than text, or stands alone. */
export function remarkOn(interaction: Interaction, answer: Reply): Remark | null {
  const { to, text, replaces, rows, menu, drawing, files, cards, elsewhere, form, later } = answer;
  const pressed = isPrivate(interaction) ? pressedIn(interaction) : null;
  const isMore = rows.length + files.length + cards.length > 0 || menu || drawing || elsewhere || form || later;
  if (to !== 'member' || replaces || isMore || !pressed) return null;
  const content = `${text.replace(/^/gm, '> ')}\n${pressed.message.content.replace(REMARK, '')}`;
  return content.length <= LONGEST_TEXT ? { pressed, content } : null;
}
