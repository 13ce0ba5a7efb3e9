import { buttonsOf } from './interactions/component-use.ts';
import type { Members } from './interactions/members.ts';
import type { Interaction, Watch, Who } from './interactions/pending-interactions.ts';
import { type Outcome, outcomeOf, type SeenMessage, type SeenModal, seenMessage } from './seen-by-members.ts';
import type { Discord } from './store/discord.ts';

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
  submit(modal: SeenModal, fields: Readonly<Record<string, string | readonly string[]>> = {}): Promise<Outcome> {
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

  #outcome(act: (watch: Watch) => Interaction | null): Promise<Outcome> {
    return outcomeOf(act, this.#discord, this.#atOnce);
  }
}

function idOf(message: MessageOrId): string {
  return typeof message === 'string' ? message : message.id;
}
