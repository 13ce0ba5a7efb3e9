import { ALL } from '../../game/index.ts';
import type { Caller } from '../base/caller.ts';
import { MAP } from '../base/posting-words.ts';
import { type Renderer, type Reply, reply } from '../base/reply.ts';
import { SEAT_ANSWERS } from '../base/seat-words.ts';
import { noGameHere } from '../base/wording.ts';
import {
  closeUpReply,
  isReply,
  mapReply,
  ownMapReply,
  positionInWords,
  requestedLook,
  rosterReply,
} from '../messages/map-replies.ts';
import { oddsFor } from '../messages/odds-reply.ts';
import { moreButtons } from '../messages/order-buttons.ts';
import type { GameSources, GameTable } from '../table/game-tables.ts';
import { GAME_ANSWERS } from '../table/game-words.ts';
import { joinButtons, seatOf } from '../table/seat-rules.ts';

/** `/map`, `/units`, `/odds`: how the running game of the channel stands, or the last one it saw end. */
export class MapCommands {
  readonly #games: GameSources;
  readonly #render: Renderer;

  constructor(games: GameSources, render: Renderer) {
    this.#games = games;
    this.#render = render;
  }

  /** @param overlays separated by commas */
  forChannel(caller: Caller, at: string | null = null, overlays: string | null = null): Reply {
    return this.#withTable(caller, (table) => {
      const look = requestedLook(table, at, overlays);
      return isReply(look) ? look : mapReply(table, this.#render, look);
    });
  }

  forMember(caller: Caller, at: string | null = null, overlays: string | null = null): Reply {
    return this.#withTable(caller, (table) => {
      const look = requestedLook(table, at, overlays);
      if (isReply(look)) return look;
      if (table.system.about.seats.length === 1) return { ...mapReply(table, this.#render, look), to: 'member' };
      const seat = seatOf(this.#games.store, table, caller);
      return seat === null ? reply('member', SEAT_ANSWERS.noSeat) : ownMapReply(table, this.#render, seat, look);
    });
  }

  inWords(caller: Caller, at: string | null = null, page = 0): Reply {
    return this.#withTable(caller, (table) => {
      const look = requestedLook(table, at, null);
      if (isReply(look)) return look;
      const place = look.at === undefined || look.at === ALL ? null : look.at;
      return positionInWords(table, seatOf(this.#games.store, table, caller), caller, place, page);
    });
  }

  /** `at` is `null` for the place that matters most. */
  closeUp(caller: Caller, game: string, at: string | null, overlay: string | null): Reply {
    return this.#here(caller, game, (table) =>
      closeUpReply(table, this.#render, seatOf(this.#games.store, table, caller), at, overlay),
    );
  }

  page(caller: Caller, of: 'text' | 'units', game: string, page: number, at: string | null): Reply {
    return this.#here(caller, game, () => (of === 'units' ? this.units(caller, page) : this.inWords(caller, at, page)));
  }

  /** The buttons that the board has no room for. */
  more(caller: Caller): Reply {
    return this.#withTable(caller, (table) => {
      const joins = seatOf(this.#games.store, table, caller) === null ? joinButtons(table) : [];
      return reply('member', MAP.more, { rows: [joins, ...moreButtons(table)] });
    });
  }

  units(caller: Caller, page = 0): Reply {
    return this.#withTable(caller, (table) => rosterReply(table, seatOf(this.#games.store, table, caller), page));
  }

  odds(caller: Caller): Reply {
    return this.#withTable(caller, (table) => oddsFor(table, caller, this.#render));
  }

  #withTable(caller: Caller, work: (table: GameTable) => Reply): Reply {
    const game = this.#games.store.latestIn(caller.channel);
    return game ? work(this.#games.tables.table(game)) : reply('member', noGameHere(caller, null));
  }

  /** Only if that game is the one played here. */
  #here(caller: Caller, game: string, work: (table: GameTable) => Reply): Reply {
    return this.#withTable(caller, (table) =>
      table.game.id === game ? work(table) : reply('member', GAME_ANSWERS.elsewhere),
    );
  }
}
