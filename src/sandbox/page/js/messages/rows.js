/** @import { PageMessage } from '../../../protocol.ts' */
import { dayStart } from '../text/time.js';

/** Messages of one author within this time are grouped. */
const TOGETHER_MS = 7 * 60_000;

/**
 * @typedef {{ kind: 'day', key: string, at: Date }
 *   | { kind: 'new', key: string }
 *   | { kind: 'message', key: string, message: PageMessage, grouped: boolean }} Row
 */

/**
 * The rows of a channel: messages, a line before each new day, and a line before the first unread message.
 *
 * @param {readonly PageMessage[]} messages oldest first
 * @param {string | null} firstNew the id of the first message that was unread when the channel was opened
 * @returns {Row[]}
 */
export function rowsOf(messages, firstNew) {
  /** @type {Row[]} */
  const rows = [];
  /** @type {PageMessage | null} */
  let before = null;
  for (const message of messages) {
    const at = new Date(message.at);
    const day = dayStart(at);
    const newDay = before === null || dayStart(new Date(before.at)) !== day;
    if (newDay) rows.push({ kind: 'day', key: `day:${day}`, at });
    const isNew = message.id === firstNew;
    if (isNew) rows.push({ kind: 'new', key: 'new' });
    const grouped = before !== null && !newDay && !isNew && belongTogether(before, message);
    rows.push({ kind: 'message', key: message.id, message, grouped });
    before = message;
  }
  return rows;
}

/**
 * @param {PageMessage} first
 * @param {PageMessage} second
 */
function belongTogether(first, second) {
  return (
    first.author.id === second.author.id &&
    second.interaction === null &&
    second.replyTo === null &&
    first.onlyFor === second.onlyFor &&
    Date.parse(second.at) - Date.parse(first.at) < TOGETHER_MS
  );
}
