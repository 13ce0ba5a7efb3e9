import { DAY } from '../../council/index.ts';
import type { System } from '../../game/index.ts';
import type { GameRecord, Store } from '../../store/index.ts';

/** A server keeps the commands of a game for this long after the last such game there has ended. */
const KEPT_MS = 30 * DAY;

/** The last list of commands that Discord was sent for a server. */
export interface ServerCommands {
  /** A hash that tells one list from another. */
  readonly mark: string;
  /** Discord's code, and when it refused the list (milliseconds since 1970); null: it took it. */
  readonly refused: { readonly code: number; readonly at: number } | null;
}

const key = (guild: string) => `server-commands:${guild}`;

/** Decides which games' commands a server has, and remembers which list Discord was sent. */
export class ServerGames {
  readonly #store: Store;
  readonly #systems: readonly System[];

  constructor(store: Store, systems: readonly System[]) {
    this.#store = store;
    this.#systems = systems;
  }

  /** The first game of all, those being played there, and those that were in the last 30 days. */
  of(guild: string, at: number): readonly System[] {
    const played = this.#store.playedIn(guild, at - KEPT_MS);
    return this.#systems.filter(({ id }, index) => index === 0 || played.includes(id));
  }

  /** Whether a game's commands have yet to come to its server: it's the first of its kind there, and the server isn't refused them. */
  bringsCommands({ id, guild, system, startedAt }: GameRecord): boolean {
    if (guild === null || system === this.#systems[0]?.id || this.commands(guild)?.refused) return false;
    return !this.#store.playedIn(guild, startedAt - KEPT_MS, id).includes(system);
  }

  /** The server that a game is played in; null: none. */
  guildOf(game: string): string | null {
    return this.#store.guildOf(game);
  }

  /** The list that a server was sent last, or null if none is remembered. */
  commands(guild: string): ServerCommands | null {
    const kept = this.#store.setting(key(guild));
    return kept === null ? null : (JSON.parse(kept) as ServerCommands);
  }

  noteCommands(guild: string, commands: ServerCommands): void {
    this.#store.set(key(guild), JSON.stringify(commands));
  }
}
