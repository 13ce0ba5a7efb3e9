import type { RESTPostAPIChatInputApplicationCommandsJSONBody } from 'discord.js';
import type { Caller, Completion, Host, NamedChannel, Reply, Request } from '../../host/index.ts';

/** Options that a member filled in, by name, as text: the id of a user or role, `true` or `false` for yes or no. */
export type Options = Readonly<Record<string, string>>;

export interface Invocation {
  readonly subcommand: string | null;
  /** The people in the options who are in the server, names by Discord's id. Bots are left out. */
  readonly people: Readonly<Record<string, string>>;
  /** The people in the options who aren't in the server: Discord's options accept them, too. */
  readonly absent: Readonly<Record<string, string>>;
  readonly channels: Readonly<Record<string, NamedChannel>>;
}

export interface Command extends Pick<Request, 'needs'> {
  readonly data: RESTPostAPIChatInputApplicationCommandsJSONBody;
  /** Returns null if the interaction was handled before. */
  run(host: Host, caller: Caller, options: Options, invocation: Invocation): Reply | null;
  complete?(host: Host, caller: Caller, options: Options, focused: string): readonly Completion[];
  /** Resolves when the data for `complete` is loaded; null if it is loaded already. */
  completionsReady?(host: Host, caller: Caller, options: Options, focused: string): Promise<void> | null;
}
