import { DAY } from '../../council/index.ts';
import type { System } from '../../game/index.ts';
import type { GameRecord, Store } from '../../store/index.ts';

/** A server keeps a game's commands this long after its last such game has ended. */
const KEPT_MS = 30 * DAY;

/** The last command list that Discord was sent for a server. */
export interface ServerCommands {
  readonly mark: string;
  /** Discord's refusal and its time (milliseconds since 1970), or null. */
  readonly refused: { readonly code: number; readonly at: number } | null;
}

const key = (guild: string) => `server-commands:${guild}`;

export class ServerGames {
  readonly #store: Store;
  readonly #systems: readonly System[];

  constructor(store: Store, systems: readonly System[]) {
    this.#store = store;
    this.#systems = systems;
  }

  /** The first game, those in play, and those played in the last 30 days. */
  of(guild: string, at: number): readonly System[] {
    const played = this.#store.playedIn(guild, at - KEPT_MS);
    return this.#systems.filter(({ id }, index) => index === 0 || played.includes(id));
  }

  /** Whether a game is the first of its kind on its server, which accepts its commands. */
  bringsCommands({ id, guild, system, startedAt }: GameRecord): boolean {
    if (guild === null || system === this.#systems[0]?.id || this.commands(guild)?.refused) return false;
    return !this.#store.playedIn(guild, startedAt - KEPT_MS, id).includes(system);
  }

  guildOf(game: string): string | null {
    return this.#store.guildOf(game);
  }

  commands(guild: string): ServerCommands | null {
    const kept = this.#store.setting(key(guild));
    return kept === null ? null : (JSON.parse(kept) as ServerCommands);
  }

  noteCommands(guild: string, commands: ServerCommands): void {
    this.#store.set(key(guild), JSON.stringify(commands));
  }
}
