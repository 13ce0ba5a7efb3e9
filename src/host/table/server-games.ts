import { DAY } from '../../council/index.ts';
import type { System } from '../../game/index.ts';
import type { GameRecord, Store } from '../../store/index.ts';

/** A server has a game's commands until this long after its last such game has ended. */
const COMMANDS_STAY_MS = 30 * DAY;

/** The last command list that Discord was sent for a server. */
interface ServerCommands {
  readonly mark: string;
  /** Discord's refusal and its time (milliseconds since 1970), or null. */
  readonly refused: { readonly code: number; readonly at: number } | null;
}

const key = (guild: string) => `server-commands:${guild}`;

export type ServerGames = ReturnType<typeof createServerGames>;

export function createServerGames(store: Store, systems: readonly System[]) {
  /** The first game, those in play, and those played in the last 30 days. */
  function of(guild: string, at: number): readonly System[] {
    const played = store.playedIn(guild, at - COMMANDS_STAY_MS);
    return systems.filter(({ id }, index) => index === 0 || played.includes(id));
  }

  /** Whether a new game brings commands to its server: it is the first of its kind, and Discord takes them. */
  function bringsCommands({ id, guild, system, startedAt }: GameRecord): boolean {
    if (guild === null || system === systems[0]?.id || commands(guild)?.refused) return false;
    return !store.playedIn(guild, startedAt - COMMANDS_STAY_MS, id).includes(system);
  }

  function commands(guild: string): ServerCommands | null {
    const stored = store.setting(key(guild));
    return stored === null ? null : (JSON.parse(stored) as ServerCommands);
  }

  function noteCommands(guild: string, commands: ServerCommands): void {
    store.set(key(guild), JSON.stringify(commands));
  }

  return { of, bringsCommands, guildOf: (game: string): string | null => store.guildOf(game), commands, noteCommands };
}
