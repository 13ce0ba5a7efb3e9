import { type CommandBody, ENTRY_POINT, MAX_COMMANDS } from './command-schema.ts';
import { refuse } from './errors.ts';

/** A registered command; `guildId` is null for a global one. */
export interface RegisteredCommand {
  readonly id: string;
  readonly version: string;
  readonly guildId: string | null;
  readonly body: CommandBody;
}

/** The application's commands, global and per guild. */
export class CommandStore {
  readonly #scopes = new Map<string | null, readonly RegisteredCommand[]>();
  readonly #nextId: () => string;
  readonly #onChange: () => void;

  constructor(nextId: () => string, onChange: () => void) {
    this.#nextId = nextId;
    this.#onChange = onChange;
  }

  in(guildId: string | null): readonly RegisteredCommand[] {
    return this.#scopes.get(guildId) ?? [];
  }

  all(): readonly RegisteredCommand[] {
    return [...this.#scopes.values()].flat();
  }

  find(guildId: string | null, id: string): RegisteredCommand | undefined {
    return this.in(guildId).find((each) => each.id === id);
  }

  /** The slash command that a member gets in a guild, or with `null` in a DM. A guild's own goes before a global one. */
  slash(guildId: string | null, name: string): RegisteredCommand | undefined {
    const named = (each: RegisteredCommand) => (each.body.type ?? 1) === 1 && each.body.name === name;
    return (guildId === null ? undefined : this.in(guildId).find(named)) ?? this.in(null).find(named);
  }

  /**
   * Replaces all commands of a scope; a command that keeps its name keeps its id.
   * @throws {ApiError} 50240 if that would remove the application's entry point
   */
  replace(guildId: string | null, bodies: readonly CommandBody[]): readonly RegisteredCommand[] {
    const isEntry = ({ type }: CommandBody) => type === ENTRY_POINT;
    if (this.in(guildId).some(({ body }) => isEntry(body)) && !bodies.some(isEntry)) throw refuse.entryPointLeftOut();
    const next = bodies.map((body) => this.#registered(guildId, body, this.#named(guildId, body)));
    this.#set(guildId, next);
    return next;
  }

  /** Adds a command, or replaces one of the same name and type; `created` tells which. */
  put(guildId: string | null, body: CommandBody): { command: RegisteredCommand; created: boolean } {
    const old = this.#named(guildId, body);
    const command = this.#registered(guildId, body, old);
    const others = this.in(guildId).filter((each) => each !== old);
    const ofType = others.filter((each) => (each.body.type ?? 1) === (body.type ?? 1));
    if (old === undefined && ofType.length >= MAX_COMMANDS) throw refuse.tooManyCommands();
    this.#set(guildId, [...others, command]);
    return { command, created: old === undefined };
  }

  update(old: RegisteredCommand, body: CommandBody): RegisteredCommand {
    const command = this.#registered(old.guildId, body, old);
    this.#set(
      old.guildId,
      this.in(old.guildId).map((each) => (each.id === old.id ? command : each)),
    );
    return command;
  }

  remove({ guildId, id }: RegisteredCommand): void {
    this.#set(
      guildId,
      this.in(guildId).filter((each) => each.id !== id),
    );
  }

  /** Forgets a guild's own commands, as Discord does after the bot has left it. */
  forget(guildId: string): void {
    if (this.#scopes.delete(guildId)) this.#onChange();
  }

  #set(guildId: string | null, commands: readonly RegisteredCommand[]): void {
    this.#scopes.set(guildId, commands);
    this.#onChange();
  }

  #named(guildId: string | null, body: CommandBody): RegisteredCommand | undefined {
    return this.in(guildId).find((each) => each.body.name === body.name && (each.body.type ?? 1) === (body.type ?? 1));
  }

  #registered(guildId: string | null, body: CommandBody, old: RegisteredCommand | undefined): RegisteredCommand {
    const same = old !== undefined && JSON.stringify(old.body) === JSON.stringify(body);
    return { id: old?.id ?? this.#nextId(), version: same ? old.version : this.#nextId(), guildId, body };
  }
}

/** A command as the REST API returns it. */
export function commandObject(command: RegisteredCommand, applicationId: string): Record<string, unknown> {
  const { body } = command;
  return {
    id: command.id,
    application_id: applicationId,
    version: command.version,
    default_member_permissions: body.default_member_permissions ?? null,
    type: body.type ?? 1,
    name: body.name,
    name_localizations: body.name_localizations ?? null,
    description: body.description ?? '',
    description_localizations: body.description_localizations ?? null,
    dm_permission: body.dm_permission ?? true,
    contexts: body.contexts ?? null,
    integration_types: body.integration_types ?? [0],
    nsfw: body.nsfw ?? false,
    ...(body.handler ? { handler: body.handler } : {}),
    ...(body.options?.length ? { options: body.options.map(withoutNulls) } : {}),
    ...(command.guildId === null ? {} : { guild_id: command.guildId }),
  };
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
  return Object.fromEntries(kept.map(([key, each]) => [key, withoutNulls(each)]));
}
