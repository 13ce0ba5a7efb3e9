import { type Client, DiscordAPIError, RESTJSONErrorCodes } from 'discord.js';
import type { DueMessage, HostPart, MessageRef } from '../../host/index.ts';
import { mayReadHistory } from './bot-permissions.ts';
import type { BotContext } from './context.ts';
import type { PostOutcome } from './failed-posts.ts';
import { textChannel } from './find-sent-message.ts';
import { facePayload } from './message-payload.ts';

export type BallotMessageEditor = ReturnType<typeof createBallotMessageEditor>;

/**
 * Makes the function that edits a ballot's message. It reads the content only when the edit's turn comes, so changes
 * share an edit and none is lost. It returns null if the message was edited or shows everything already, and `gone` if
 * it was deleted. It rejects as discord.js does.
 * @param edited is called with each message that was edited, and so exists
 */
export function createBallotMessageEditor(
  { client, host, log }: Omit<BotContext, 'clock'>,
  edited: (message: string) => void,
) {
  return async ({ id: message, channel, row }: DueMessage): Promise<PostOutcome | null> => {
    const { ballotMessages } = host;
    await ballotMessages.messageReady({ channel, message });
    // A row in the outbox means that an earlier edit failed.
    const failedBefore = row !== null;
    const face = ballotMessages.update({ channel, message }, { shownToo: failedBefore });
    if (face === null) return null;
    try {
      const { messages } = await textChannel(client, channel);
      await messages.edit(message, facePayload(face));
    } catch (error) {
      if (!isGone(error)) throw error;
      log.info({ channel, message }, 'the message of a ballot is gone');
      ballotMessages.gone(face);
      return { how: 'gone' };
    }
    edited(message);
    ballotMessages.refreshed(face);
    return null;
  };
}

function isGone(error: unknown): boolean {
  const gone: readonly unknown[] = [RESTJSONErrorCodes.UnknownMessage, RESTJSONErrorCodes.UnknownChannel];
  return error instanceof DiscordAPIError && gone.includes(error.code);
}

/** A message is checked again after this time. With the wait for the next round, a deletion is found in 45 seconds. */
const CHECK_AGAIN_MS = 30_000;
const ROUND_MS = 15_000;
/** Checks that run at once. The rest follow a second later, so about 400 open ballots can be checked in time. */
const MOST_AT_ONCE = 10;
const NEXT_MS = 1000;

/** The wait after a failed check, which doubles. A refused check counts as an invalid request. */
const RETRY_MS = { first: 30_000, longest: { failed: 60_000, refused: 60 * 60_000 } } as const;

/**
 * True if Discord has the message; false if the bot may not look, so that only an edit can tell. Rejects as discord.js
 * does, also if the message is deleted.
 */
type FindMessage = (place: MessageRef) => Promise<boolean>;

type OpenBallots = HostPart<{ ballotMessages: 'openBallotMessages' }>;

/**
 * Finds messages of open ballots that somebody has deleted. Discord reports deletions only to bots that receive all
 * messages (the intent Guild Messages), and none from while the bot was away. So each open ballot is checked twice a
 * minute with a small request, unless its message is edited anyway.
 * @param doubt is called with a message that may have been deleted
 */
export function createDeletedBallotMessages(
  { clock, host, log }: Omit<BotContext<OpenBallots>, 'client'>,
  find: FindMessage,
  doubt: (place: MessageRef) => void,
) {
  const checkedAt = new Map<string, number>();
  const underWay = new Map<string, Promise<void>>();
  /** The failed checks of messages: how long each waits, and until when, milliseconds since 1970. */
  const failedLooks = new Map<string, { readonly wait: number; readonly until: number }>();
  let cancel = () => {};
  /** Whether the last reading of open ballots failed, which is logged only once. */
  let unread = false;
  let running = false;

  function start(): void {
    running = true;
    checkDue();
  }

  async function stop(): Promise<void> {
    running = false;
    cancel();
    await Promise.all(underWay.values());
  }

  function noteChecked(message: string): void {
    failedLooks.delete(message);
    checkedAt.set(message, clock.now());
  }

  function checkDue(): void {
    const places = openMessages();
    const messages = new Set(places.map(({ message }) => message));
    for (const known of [failedLooks, checkedAt])
      for (const message of known.keys()) if (!messages.has(message)) known.delete(message);
    const due = places.filter(({ message }) => isDue(message));
    const lastCheck = ({ message }: MessageRef) => checkedAt.get(message) ?? 0;
    due.sort((one, other) => lastCheck(one) - lastCheck(other));
    const free = MOST_AT_ONCE - underWay.size;
    for (const place of due.slice(0, free)) begin(place);
    cancel = clock.after(due.length > free ? NEXT_MS : ROUND_MS, () => checkDue());
  }

  function openMessages(): readonly MessageRef[] {
    try {
      const places = host.ballotMessages.openBallotMessages();
      unread = false;
      return places;
    } catch (error) {
      if (!unread) log.error({ err: error }, 'the messages of open ballots could not be read');
      unread = true;
      return [];
    }
  }

  function isDue(message: string): boolean {
    const now = clock.now();
    const since = now - (checkedAt.get(message) ?? 0);
    const { wait, until } = failedLooks.get(message) ?? { wait: 0, until: 0 };
    // A negative age, or a longer wait than was set, means that the clock was set back.
    const isFree = until <= now || until - now > wait;
    return !underWay.has(message) && (since < 0 || since >= CHECK_AGAIN_MS) && isFree;
  }

  function begin(place: MessageRef): void {
    const { message } = place;
    underWay.set(
      message,
      check(place).finally(() => underWay.delete(message)),
    );
  }

  async function check(place: MessageRef): Promise<void> {
    const { channel, message } = place;
    try {
      const isFound = await find(place);
      noteChecked(message);
      if (!isFound && running) doubt(place);
    } catch (error) {
      const refused = isRefused(error);
      if (refused && running) doubt(place);
      const before = failedLooks.get(message);
      const longest = RETRY_MS.longest[refused ? 'refused' : 'failed'];
      const wait = Math.min(before ? before.wait * 2 : RETRY_MS.first, longest);
      failedLooks.set(message, { wait, until: clock.now() + wait });
      log.debug({ err: error, channel, message }, 'could not check whether a ballot’s message is still there');
    }
  }

  return { start, stop, noteChecked };
}

function isRefused(error: unknown): boolean {
  return error instanceof DiscordAPIError && (error.status === 404 || error.status === 403);
}

/** Without the permission Read Message History, a bot can edit its messages but not fetch them. */
export function messageFinder(client: Client): FindMessage {
  return async ({ channel: id, message }) => {
    const channel = await client.channels.fetch(id);
    if (!channel?.isTextBased() || !mayReadHistory(channel)) return false;
    await channel.messages.fetch({ message, cache: false, force: true });
    return true;
  };
}
