import { randomBytes } from 'node:crypto';
import type { AutocompleteInteraction, Interaction } from 'discord.js';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { type Answer, type Caller, type Host, say } from '../host/index.ts';
import { ballotsOn } from './ballots-on.ts';
import { callerOf } from './caller.ts';
import type { Command, Options } from './command.ts';
import { readAsking, readChoosing, readPress } from './custom-id.ts';
import { filledIn } from './form.ts';
import { chosenPeople, invocationOf, optionsOf } from './invocation.ts';
import { within } from './patience.ts';
import { choose, fillIn, press } from './presses.ts';
import type { Repliable, Responder } from './respond.ts';

/** Of the three seconds an answer has, milliseconds that may go by before it is begun. */
const PREPARING_MS = 1000;

/** Finds what an interaction means, has it done, and answers. The one place that catches. */
export class Dispatcher {
  readonly #host: Host;
  readonly #commands: ReadonlyMap<string, Command>;
  readonly #responder: Responder;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #acted: (channel: string) => void;

  /** @param acted is called when something may have changed in a channel */
  constructor(
    host: Host,
    commands: readonly Command[],
    responder: Responder,
    clock: Clock,
    log: Logger,
    acted: (channel: string) => void,
  ) {
    this.#host = host;
    this.#commands = new Map(commands.map((command) => [command.data.name, command]));
    this.#responder = responder;
    this.#clock = clock;
    this.#log = log;
    this.#acted = acted;
  }

  /** Never rejects. */
  async dispatch(interaction: Interaction): Promise<void> {
    if (interaction.isAutocomplete()) return this.#complete(interaction);
    if (!interaction.isRepliable()) return;
    const started = performance.now();
    const caller = callerOf(interaction, this.#clock.now());
    if (!caller) return;
    const ready = this.#prepared(caller.channel);
    if (ready) await within(PREPARING_MS, ready, undefined);
    const answer = this.#answer(interaction, caller);
    if (answer === null) {
      this.#log.info({ interaction: interaction.id }, 'delivered twice; nothing done again');
      return;
    }
    // The answer is on its way before anything else is looked at: it has three seconds.
    const responded = this.#responder.respond(interaction, answer);
    this.#notice(interaction);
    this.#acted(caller.channel);
    await responded;
    this.#log.info(
      {
        what: nameOf(interaction),
        channel: caller.channel,
        member: caller.member.discordId,
        ms: Math.round(performance.now() - started),
      },
      'answered',
    );
  }

  /** What an answer would have to wait for while nothing else is answered: better it alone waits. Null: nothing. Never throws. */
  #prepared(channel: string): Promise<void> | null {
    try {
      return this.#host.prepared(channel);
    } catch (error) {
      this.#log.error({ err: error, channel }, 'what a channel needs could not be found out');
      return null;
    }
  }

  /** A press shows which message carries a ballot, also where the bot has never heard that it had come. Never throws. */
  #notice(interaction: Repliable): void {
    if (!interaction.isMessageComponent()) return;
    const { message, channelId } = interaction;
    try {
      this.#host.pressed(ballotsOn(message), channelId, message.id);
    } catch (error) {
      this.#log.error({ err: error, message: message.id }, 'where a ballot is shown could not be noted');
    }
  }

  /** What the host answers; for a bug, an apology with the reference it is logged under. What threw has changed nothing. */
  #answer(interaction: Repliable, caller: Caller): Answer | null {
    try {
      return this.#run(interaction, caller);
    } catch (error) {
      const reference = newReference();
      this.#log.error(
        { err: error, reference, caller, what: nameOf(interaction), options: givenTo(interaction) },
        'failed',
      );
      return say(
        'member',
        `Something went wrong on our side, and nothing was changed. If it happens again, tell whoever runs this bot: reference \`${reference}\`.`,
      );
    }
  }

  #run(interaction: Repliable, caller: Caller): Answer | null {
    if (interaction.isChatInputCommand()) {
      const command = this.#commands.get(interaction.commandName);
      if (!command) return say('member', UNKNOWN_COMMAND);
      return command.run(this.#host, caller, optionsOf(interaction), invocationOf(interaction));
    }
    if (interaction.isButton()) {
      const what = readPress(interaction.customId);
      return what ? press(this.#host, caller, what) : say('member', UNKNOWN);
    }
    if (interaction.isStringSelectMenu() || interaction.isUserSelectMenu() || interaction.isRoleSelectMenu()) {
      const choosing = readChoosing(interaction.customId);
      return choosing
        ? choose(this.#host, caller, choosing, interaction.values, chosenPeople(interaction))
        : say('member', UNKNOWN);
    }
    if (interaction.isModalSubmit()) {
      const asking = readAsking(interaction.customId);
      const text = filledIn(interaction);
      return asking && text !== null ? fillIn(this.#host, caller, asking, text) : say('member', UNKNOWN_FORM);
    }
    return say('member', UNKNOWN);
  }

  async #complete(interaction: AutocompleteInteraction): Promise<void> {
    try {
      const caller = callerOf(interaction, this.#clock.now());
      const command = this.#commands.get(interaction.commandName);
      const { name } = interaction.options.getFocused(true);
      const choices = (caller && command?.complete?.(this.#host, caller, optionsOf(interaction), name)) ?? [];
      await interaction.respond(choices.map(({ label, value }) => ({ name: label, value })));
    } catch (error) {
      // A completion nobody waits for any more is not worth more than a line.
      this.#log.warn({ err: error, what: interaction.commandName }, 'completion failed');
    }
  }
}

const UNKNOWN_COMMAND = 'That command is not one of ours any more. `/help` lists those that are.';
const UNKNOWN_FORM = 'That form is not one of ours any more. `/map` shows the present map with its buttons.';
const UNKNOWN = 'That button is not one of ours any more. `/map` shows the present map with its buttons.';

function givenTo(interaction: Repliable): Options {
  return interaction.isChatInputCommand() ? optionsOf(interaction) : {};
}

function nameOf(interaction: Repliable): string {
  if (interaction.isChatInputCommand()) {
    const { subcommand } = invocationOf(interaction);
    return `/${interaction.commandName}${subcommand === null ? '' : ` ${subcommand}`}`;
  }
  return 'customId' in interaction ? interaction.customId : `interaction of type ${interaction.type}`;
}

function newReference(): string {
  return randomBytes(4).toString('hex').toUpperCase();
}
