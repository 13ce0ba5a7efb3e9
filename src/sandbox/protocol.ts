/**
 * The messages between the sandbox's server and its page: one JSON object per WebSocket frame on `/page/socket`.
 * Types only, so that both halves can import it. Ids are Discord snowflakes in decimal.
 */

import type { Modal } from './store/answer-schema.ts';
import type { PageMessage, PageState } from './web/page-objects.ts';

/** Messages from the page. */
export type { FromPage, PageOption } from './web/from-page.ts';
export type { PageChannel, PageMessage, PageState } from './web/page-objects.ts';

export type PageMember = PageState['members'][number];
export type PageGuild = PageState['guilds'][number];
export type PageCommand = PageState['commands'][number];
export type PageAttachment = PageMessage['attachments'][number];

/** Messages from the server. A `nonce` is that of the page's message being answered. */
export type ToPage =
  /** All but the messages: at first, and after each change. `messages` are there at first. */
  | { t: 'state'; state: PageState; messages?: PageMessage[] }
  /** A new message, or an edit if the id is known. */
  | { t: 'message'; message: PageMessage }
  | { t: 'deleted'; channelId: string; id: string }
  | { t: 'choices'; nonce: string; choices: { name: string; value: string | number }[] }
  /** Answers a press, a select or a command; `interactionId` is sent back with the fields. */
  | { t: 'modal'; nonce: string; interactionId: string; modal: Modal }
  /** The interaction was answered. */
  | { t: 'done'; nonce: string }
  /**
   * `reason` is a sentence, for example "The application did not respond"; `option` the option of a command that it is about. The nonce is
   * empty if a frame was unreadable.
   */
  | { t: 'failed'; nonce: string; reason: string; option?: string };
