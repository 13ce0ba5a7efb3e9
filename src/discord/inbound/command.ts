import type { RESTPostAPIChatInputApplicationCommandsJSONBody } from 'discord.js';
import type { Caller, Completion, Host, NamedChannel, Reply } from '../../host/index.ts';

/** The options a member filled in, by name, as text: of a user or a role its id, of a yes or no `true` or `false`. */
export type Options = Readonly<Record<string, string>>;

export interface Invocation {
  /** Which of its subcommands; null: it has none. */
  readonly subcommand: string | null;
  /** Names of the members that its options name, by their ids on Discord; of bots none. */
  readonly people: Readonly<Record<string, string>>;
  /** Names of people who aren't in the server, by their ids: Discord's options take them too. */
  readonly left: Readonly<Record<string, string>>;
  readonly channels: Readonly<Record<string, NamedChannel>>;
}

/** A slash command: how it is registered with Discord, and what it does. */
export interface Command {
  readonly data: RESTPostAPIChatInputApplicationCommandsJSONBody;
  /** Null: the interaction had its effect before. */
  run(host: Host, caller: Caller, options: Options, invocation: Invocation): Reply | null;
  /** What the option being typed completes to, best first. */
  complete?(host: Host, caller: Caller, options: Options, focused: string): readonly Completion[];
}
