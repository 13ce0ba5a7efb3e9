import { ApplicationCommandOptionType, ComponentType, type Message, MessageFlags } from 'discord.js';
import { type Host, type Request, reply } from '../../host/index.ts';
import { type Meaning, readPress, routeButton, routeModal, routeSelect } from '../outbound/button-routes.ts';
import { UNKNOWN, UNKNOWN_COMMAND, UNKNOWN_FORM } from '../outbound/error-replies.ts';
import type { Repliable } from '../outbound/interaction-response.ts';
import { filledIn } from '../outbound/modal.ts';
import type { Command } from './command.ts';
import { chosenPeople, invocationOf, optionsOf } from './command-options.ts';

export interface Route extends Pick<Request, 'about' | 'run'> {
  /** Without any id or text of a member, so that there are few: `/vote open`, `button order`, `menu slot`, `form reason`. */
  readonly label: string;
}

export function routeOf(host: Host, interaction: Repliable, commands: ReadonlyMap<string, Command>): Route {
  if (interaction.isChatInputCommand()) {
    const command = commands.get(interaction.commandName);
    if (!command) return unknown('unknown command', UNKNOWN_COMMAND);
    const subcommand = interaction.options.getSubcommand(false);
    const isKnown = command.data.options?.some(
      ({ type, name }) => type === ApplicationCommandOptionType.Subcommand && name === subcommand,
    );
    return {
      label: `/${command.data.name}${isKnown ? ` ${subcommand}` : ''}`,
      about: null,
      run: (caller) => command.run(host, caller, optionsOf(interaction), invocationOf(interaction)),
    };
  }
  if (interaction.isButton()) return named('button', routeButton(host, interaction.customId));
  if (interaction.isAnySelectMenu()) {
    const { customId, values } = interaction;
    return named('menu', routeSelect(host, customId, values, chosenPeople(interaction)));
  }
  if (!interaction.isModalSubmit()) return unknown('unknown', UNKNOWN);
  const text = filledIn(interaction);
  return named('form', text === null ? null : routeModal(host, interaction.customId, text), UNKNOWN_FORM);
}

function named(kind: string, meaning: Meaning | null, otherwise = UNKNOWN): Route {
  return meaning ? { ...meaning, label: `${kind} ${meaning.name}` } : unknown(`${kind} unknown`, otherwise);
}

function unknown(label: string, text: string): Route {
  return { label, about: null, run: () => reply('member', text) };
}

/** Returns the pressed message with the ballots whose buttons it shows to its channel; null for a command or a form. */
export function pressedMessage(interaction: Repliable): ReturnType<Request['pressed']> {
  if (!interaction.isMessageComponent()) return null;
  const { message, channelId: channel } = interaction;
  return { channel, message: message.id, ballots: ballotsOn(message) };
}

function ballotsOn({ components, flags }: Pick<Message, 'components' | 'flags'>): number[] {
  if (flags.has(MessageFlags.Ephemeral)) return [];
  const buttons = components.flatMap((row) => (row.type === ComponentType.ActionRow ? [...row.components] : []));
  const ballots = buttons.flatMap((button) => {
    // A message out of the gateway is less well formed than its type says.
    const press = 'customId' in button && typeof button.customId === 'string' ? readPress(button.customId) : null;
    return press?.do === 'mine' ? press.ballot : [];
  });
  return [...new Set(ballots)];
}
