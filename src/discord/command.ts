import type { RESTPostAPIChatInputApplicationCommandsJSONBody } from 'discord.js';
import type { Answer, Caller, Completion, Host } from '../host/index.ts';

/** The options a member filled in, by name. All our options are text. */
export type Options = Readonly<Record<string, string>>;

/** A slash command: what Discord is told of it, and what it does. */
export interface Command {
  readonly data: RESTPostAPIChatInputApplicationCommandsJSONBody;
  /** Null: the interaction had its effect before. */
  run(host: Host, caller: Caller, options: Options): Answer | null;
  /** What the option being typed completes to, best first. */
  complete?(host: Host, caller: Caller, options: Options, focused: string): readonly Completion[];
}
