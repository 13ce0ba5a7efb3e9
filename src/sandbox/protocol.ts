/**
 * The messages between the sandbox's server and its page: one JSON object per WebSocket frame on `/page/socket`.
 * Types only, so that both halves can import it. Ids are Discord snowflakes in decimal.
 */

import type { Modal } from './store/answer-schema.ts';
import type * as objects from './web/page-objects.ts';

export type { FaultPlan, Happening } from './faults/fault-plan.ts';
/** Messages from the page. */
export type { FromPage, PageOption } from './web/from-page.ts';
export type { PageChannel } from './web/page-objects.ts';
export type { PermissionName } from './world/permissions.ts';

type Each<F extends (...args: never[]) => readonly unknown[]> = ReturnType<F>[number];

export type PageMember = Each<typeof objects.pageMembers>;
export type PagePerson = Each<typeof objects.pagePeople>;
export type PageGuild = Each<typeof objects.pageGuilds>;
export type PageCommand = Each<typeof objects.pageCommands>;
export type PageMessage = ReturnType<typeof objects.pageMessage>;
export type PageAttachment = ReturnType<typeof objects.pageAttachment>;

/** A fault plan that a page has started, with its number of strikes. */
export interface PagePlan {
  name: string;
  struck: number;
}

/** Messages from the server. A `nonce` is that of the page's message being answered. */
export type ToPage =
  | {
      t: 'hello';
      you: { defaultMember: string };
      guilds: PageGuild[];
      dms: objects.PageChannel[];
      members: PageMember[];
      people: PagePerson[];
      bot: { id: string; name: string; online: boolean };
      commands: PageCommand[];
      messages: PageMessage[];
      plans: PagePlan[];
    }
  | { t: 'bot'; online: boolean }
  /** All plans that pages have started and that still run. */
  | { t: 'plans'; plans: PagePlan[] }
  /** A channel or thread was opened, changed or deleted, or the bot's membership, availability or permissions changed. */
  | { t: 'places'; guilds: PageGuild[] }
  /** A role was given or taken. */
  | { t: 'members'; members: PageMember[] }
  /** All registered commands, global and per guild. */
  | { t: 'commands'; commands: PageCommand[] }
  /** A new message, or an edit if the id is known. */
  | { t: 'message'; message: PageMessage }
  | { t: 'deleted'; channelId: string; id: string }
  | { t: 'typing'; channelId: string }
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
