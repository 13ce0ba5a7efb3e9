import { buttonsOf, type Members, selectsOf } from './interactions/members.ts';
import type { AnswerEvent, Choice, Interaction, Watch, Who } from './interactions/pending-interactions.ts';
import { pageAttachment, pageMessage } from './protocol.ts';
import { fieldsOf, type Modal } from './store/answer-schema.ts';
import type { Discord } from './store/discord.ts';
import type { StoredMessage } from './store/messages.ts';

/** Values of a command's options by name. */
export type OptionValues = Readonly<Record<string, string | number | boolean>>;

type MessageOrId = string | { readonly id: string };

/**
 * A member in a channel, for tests and scripts. Methods act as the member and resolve to the answer that the member
 * sees: `failed` if none comes within three seconds of the sandbox's clock, or if a deferred one does not come before
 * the token expires; `deferred` if a press is acknowledged but its message does not change within the three seconds.
 */
export class Seat {
  readonly #who: Who;
  readonly #discord: Discord;
  readonly #members: Members;
  readonly #atOnce: boolean;

  constructor(who: Who, discord: Discord, members: Members, atOnce = false) {
    this.#who = who;
    this.#discord = discord;
    this.#members = members;
    this.#atOnce = atOnce;
  }

  /** This seat without waiting for deferred answers: those resolve to `deferred`. */
  get atOnce(): Seat {
    return new Seat(this.#who, this.#discord, this.#members, true);
  }

  /** Types a command; sub-commands are part of the name (`"name sub"`). */
  command(command: string, options: OptionValues = {}): Promise<Outcome> {
    const typed = { command, options: Object.entries(options).map(([name, value]) => ({ name, value })) };
    return this.#outcome((watch) => this.#members.command(this.#who, typed, watch));
  }

  /** Pauses typing in the option `focused`, so that the bot is asked for choices. That option's value is the text so far. */
  autocomplete(command: string, options: OptionValues, focused: string): Promise<Outcome> {
    const given = { [focused]: '', ...options };
    const all = Object.entries(given).map(([name, value]) => ({ name, value, focused: name === focused }));
    return this.#outcome((watch) => this.#members.autocomplete(this.#who, { command, options: all }, watch));
  }

  /** Presses the button with this custom id, or else the first enabled one with this label. */
  press(message: MessageOrId, customIdOrLabel: string): Promise<Outcome> {
    const id = idOf(message);
    const found = this.#discord.messages.find(this.#who.channel.id, id);
    const buttons = found === undefined ? [] : buttonsOf(found);
    const labelled = buttons.filter((each) => each.label === customIdOrLabel || each.emoji?.name === customIdOrLabel);
    const button =
      buttons.find((each) => each.custom_id === customIdOrLabel) ??
      labelled.find((each) => !each.disabled) ??
      labelled[0];
    return this.#outcome((watch) => this.#members.press(this.#who, id, button?.custom_id ?? customIdOrLabel, watch));
  }

  /** Chooses from the menu with this custom id. Values are options' values, or the ids of users. */
  select(message: MessageOrId, customId: string, values: readonly string[]): Promise<Outcome> {
    return this.#outcome((watch) => this.#members.select(this.#who, idOf(message), customId, values, watch));
  }

  /** Fills in a modal, by the custom ids of its fields, and submits it. */
  submit(modal: SeenModal, fields: Readonly<Record<string, string>> = {}): Promise<Outcome> {
    const { interactionId, customId } = modal;
    return this.#outcome((watch) => this.#members.submit(this.#who, interactionId, customId, fields, watch));
  }

  /**
   * Uses a component that the message does not offer, as a forged request would: a button, or with `values` a menu.
   */
  forge(message: MessageOrId, customId: string, values?: readonly string[]): Promise<Outcome> {
    const data = { id: 1, custom_id: customId, component_type: values ? 3 : 2, ...(values && { values }) };
    return this.#outcome((watch) => this.#members.forge(this.#who, idOf(message), data, watch));
  }

  /** Posts a message. Throws if the member may not. */
  say(text: string): SeenMessage {
    return seenMessage(this.#members.say(this.#who, text), this.#discord);
  }

  /** Opens a thread, with or without a starter message, and returns its id. Throws if the member may not. */
  openThread(name: string, from?: MessageOrId): string {
    return this.#members.openThread(this.#who, name, from === undefined ? null : idOf(from)).id;
  }

  /** Runs an action, which gets the watch to report to, and waits for its result. */
  async #outcome(act: (watch: Watch) => Interaction | null): Promise<Outcome> {
    let interactionId = '';
    const settled = await new Promise<Conclusion>((resolve) => {
      const interaction = act((event) => {
        const concluded = conclusion(event, this.#discord, this.#atOnce);
        if (concluded !== null) resolve(concluded);
      });
      interactionId = interaction?.id ?? '';
    });
    return { interactionId, ...settled } as Outcome;
  }
}

function idOf(message: MessageOrId): string {
  return typeof message === 'string' ? message : message.id;
}

/** A modal that the bot showed. */
interface SeenModal {
  readonly interactionId: string;
  readonly customId: string;
  readonly title: string;
  readonly fields: readonly { readonly customId: string; readonly value: string }[];
  /** As the bot sent it. */
  readonly modal: unknown;
}

/** The final result of a member's action: for a deferred answer, the answer itself. */
export type Outcome = { readonly interactionId: string } & (
  | { readonly kind: 'message'; readonly message: SeenMessage }
  /** The message of the button or menu was edited. */
  | { readonly kind: 'update'; readonly message: SeenMessage }
  | { readonly kind: 'modal'; readonly modal: SeenModal }
  | { readonly kind: 'choices'; readonly choices: readonly Choice[] }
  /** The answer was deferred, and never came or was not waited for. `message` is "… is thinking", if any. */
  | { readonly kind: 'deferred'; readonly message: SeenMessage | null }
  /** The answer was deferred and then deleted. */
  | { readonly kind: 'deleted' }
  /** `reason` is shown to the member, for example "The application did not respond". */
  | { readonly kind: 'failed'; readonly reason: string }
);

/** A message as a member sees it, with fields for tests. File URLs are absolute. */
export type SeenMessage = Readonly<ReturnType<typeof seenMessage>>;

export function seenMessage(message: StoredMessage, { world, origin, clock }: Discord) {
  return {
    ...pageMessage(world, message, clock.now(), origin),
    ephemeral: message.onlyFor !== null,
    /** A link has a `url` instead of a `customId`. Discord's styles: 1 primary, 2 secondary, 3 success, 4 danger, 5 link. */
    buttons: buttonsOf(message).map(({ custom_id, label, emoji, style, disabled, url }) => ({
      customId: custom_id ?? null,
      label: label || emoji?.name || '',
      style,
      disabled: disabled ?? false,
      url: url ?? null,
    })),
    selects: selectsOf(message).map((select) => ({
      customId: select.custom_id,
      placeholder: select.placeholder ?? '',
      disabled: select.disabled ?? false,
      options: (select.type === 3 ? select.options : []).map(({ label, value, description }) => {
        return { label, value, description: description ?? '' };
      }),
    })),
    /** Every file, including those shown in an embed or a component; `attachments` has only the others. */
    files: message.files.map((file) => pageAttachment(file, origin)),
    /** The ids of users pinged by mention; `pinged` includes those pinged by role or @everyone. */
    mentions: message.pings.users,
    mentionedRoles: message.pings.roles,
    mentionsEveryone: message.pings.everyone,
  };
}

function seenModal(interactionId: string, modal: Modal): SeenModal {
  const fields = fieldsOf(modal).map(({ custom_id, value }) => ({ customId: custom_id, value: value ?? '' }));
  return { interactionId, customId: modal.custom_id, title: modal.title, fields, modal };
}

type Conclusion = Outcome extends infer O ? (O extends Outcome ? Omit<O, 'interactionId'> : never) : never;

/** The result after an event; `null` while the member still waits. With `atOnce`, a deferred answer is a result. */
function conclusion(event: AnswerEvent, discord: Discord, atOnce: boolean): Conclusion | null {
  switch (event.kind) {
    case 'thinking':
      return atOnce ? { kind: 'deferred', message: seenMessage(event.message, discord) } : null;
    case 'noted':
      return atOnce ? { kind: 'deferred', message: null } : null;
    case 'over':
      return { kind: 'deferred', message: null };
    case 'message':
    case 'followUp':
      return { kind: 'message', message: seenMessage(event.message, discord) };
    case 'update':
      return { kind: 'update', message: seenMessage(event.message, discord) };
    case 'modal':
      return { kind: 'modal', modal: seenModal(event.interactionId, event.modal) };
    default:
      return event;
  }
}
