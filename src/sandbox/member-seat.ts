import type { AnswerEvent, AutocompleteChoice, Who } from './interactions/interactions.ts';
import { type Act, buttonsOf, type Members } from './interactions/members.ts';
import { type PageMessage, seenMessage } from './protocol.ts';
import type { Discord } from './store/discord.ts';
import type { StoredMessage } from './store/messages.ts';

export type OptionValues = Readonly<Record<string, string | number | boolean>>;

export type MemberSeat = ReturnType<typeof createMemberSeat>;

type MessageOrId = string | { readonly id: string };

/**
 * A member in a channel, for tests and scripts. Methods act as the member and resolve to the answer that they see.
 * `failed`: none came within three seconds of the sandbox's clock, or a deferred one not before its token expired.
 * `deferred`: the bot took note of a press, and its message did not change within the three seconds.
 */
export function createMemberSeat(who: Who, discord: Discord, members: Members, isAtOnce = false) {
  const seen = (message: StoredMessage): SeenMessage => seenMessage(discord, message, discord.origin);

  async function outcome(act: Act): Promise<AnswerOutcome> {
    let interactionId = '';
    const settled = await new Promise<Conclusion>((resolve) => {
      const interaction = members.act(who, act, (event) => {
        const concluded = conclusion(event);
        if (concluded !== null) resolve(concluded);
      });
      interactionId = interaction?.id ?? '';
    });
    return { interactionId, ...settled };
  }

  /** The result after an event; `null` while the member still waits. With `isAtOnce`, a deferred answer is a result. */
  function conclusion(event: AnswerEvent): Conclusion | null {
    switch (event.kind) {
      case 'thinking':
        return isAtOnce ? { kind: 'deferred', message: event.message && seen(event.message) } : null;
      case 'over':
        return { kind: 'deferred', message: null };
      case 'message':
      case 'update':
        return { kind: event.kind, message: seen(event.message) };
      case 'modal': {
        const { interactionId, modal } = event;
        const fields = modal.components.map(({ component: { custom_id, value } }) => {
          return { customId: custom_id, value: value ?? '' };
        });
        return { kind: 'modal', modal: { interactionId, customId: modal.custom_id, title: modal.title, fields } };
      }
      default:
        return event;
    }
  }

  return {
    /** This seat without waiting for deferred answers: those resolve to `deferred`. */
    get atOnce(): MemberSeat {
      return createMemberSeat(who, discord, members, true);
    },

    /** Types a command; sub-commands are part of the name (`"name sub"`). */
    command(command: string, options: OptionValues = {}): Promise<AnswerOutcome> {
      const typed = Object.entries(options).map(([name, value]) => ({ name, value }));
      return outcome({ t: 'command', command, options: typed });
    },

    /** Pauses typing in the option `focused`, so that the bot is asked for choices. Its value is the text so far. */
    autocomplete(command: string, given: OptionValues, focused: string): Promise<AnswerOutcome> {
      const all = Object.entries({ [focused]: '', ...given });
      const options = all.map(([name, value]) => ({ name, value, focused: name === focused }));
      return outcome({ t: 'autocomplete', command, options });
    },

    /** Presses the button with this custom id, or else the first enabled one with this label. */
    press(message: MessageOrId, customIdOrLabel: string): Promise<AnswerOutcome> {
      const messageId = idOf(message);
      const found = discord.messages.find(who.channel.id, messageId);
      const buttons = found === undefined ? [] : buttonsOf(found);
      const labelled = buttons.filter((each) => each.label === customIdOrLabel || each.emoji?.name === customIdOrLabel);
      const button =
        buttons.find((each) => each.custom_id === customIdOrLabel) ??
        labelled.find((each) => !each.disabled) ??
        labelled[0];
      return outcome({ t: 'press', messageId, customId: button?.custom_id ?? customIdOrLabel });
    },

    /** Chooses from the menu with this custom id. Values are options' values, or the ids of users or roles. */
    select(message: MessageOrId, customId: string, values: readonly string[]): Promise<AnswerOutcome> {
      return outcome({ t: 'select', messageId: idOf(message), customId, values: [...values] });
    },

    /** Fills in a modal, by the custom ids of its fields, and submits it. */
    submit(
      { interactionId, customId }: SeenModal,
      fields: Readonly<Record<string, string>> = {},
    ): Promise<AnswerOutcome> {
      return outcome({ t: 'modal', interactionId, customId, fields: { ...fields } });
    },

    /** Uses a component that the message does not offer, as a forgery would: a button, or with `values` a menu. */
    forge(message: MessageOrId, customId: string, values?: readonly string[]): Promise<AnswerOutcome> {
      return outcome({ t: 'forge', messageId: idOf(message), customId, ...(values && { values }) });
    },

    /** Posts a message. Throws if the member may not. */
    say: (text: string): SeenMessage => seen(members.say(who, text)),

    /** Opens a thread, with or without a starter message, and returns its id. Throws if the member may not. */
    openThread(name: string, from?: MessageOrId): string {
      return members.openThread(who, name, from === undefined ? null : idOf(from)).id;
    },
  };
}

function idOf(message: MessageOrId): string {
  return typeof message === 'string' ? message : message.id;
}

interface SeenModal {
  readonly interactionId: string;
  readonly customId: string;
  readonly title: string;
  readonly fields: readonly { readonly customId: string; readonly value: string }[];
}

/** The final result of a member's action: for a deferred answer, the answer itself. */
export type AnswerOutcome = Conclusion & { readonly interactionId: string };

type Conclusion =
  /** `update`: the message of the button or menu was edited. */
  | { readonly kind: 'message' | 'update'; readonly message: SeenMessage }
  | { readonly kind: 'modal'; readonly modal: SeenModal }
  | { readonly kind: 'choices'; readonly choices: readonly AutocompleteChoice[] }
  /** The answer was deferred, and never came or was not waited for. `message` is "… is thinking", if any. */
  | { readonly kind: 'deferred'; readonly message: SeenMessage | null }
  /** The answer was deferred and then deleted. */
  | { readonly kind: 'deleted' }
  /** `reason` is shown to the member, for example "The application did not respond". */
  | { readonly kind: 'failed'; readonly reason: string };

/** A message as a member sees it, with fields for tests. File URLs are absolute. */
export type SeenMessage = PageMessage;
