import { ALL } from '../../game/index.ts';
import type { Caller } from '../base/caller.ts';
import { noGameHere } from '../base/common-words.ts';
import { MAP_WORDS } from '../base/posting-words.ts';
import { type Renderer, type Reply, reply } from '../base/reply.ts';
import { SEAT_ANSWERS } from '../base/seat-words.ts';
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

/** `/map`, `/units`, `/odds`: the position of the channel's running game, or of its last one. */
export function createMapCommands({ store, tables }: GameSources, render: Renderer) {
  /** @param overlays separated by commas */
  function forChannel(caller: Caller, at: string | null = null, overlays: string | null = null): Reply {
    return withTable(caller, (table) => {
      const look = requestedLook(table, at, overlays);
      return isReply(look) ? look : mapReply(table, render, look);
    });
  }

  function forMember(caller: Caller, at: string | null = null, overlays: string | null = null): Reply {
    return withTable(caller, (table) => {
      const look = requestedLook(table, at, overlays);
      if (isReply(look)) return look;
      if (table.system.about.seats.length === 1) return { ...mapReply(table, render, look), to: 'member' };
      const seat = seatOf(store, table, caller);
      return seat === null ? reply('member', SEAT_ANSWERS.noSeat) : ownMapReply(table, render, seat, look);
    });
  }

  function inWords(caller: Caller, at: string | null = null, page = 0): Reply {
    return withTable(caller, (table) => {
      const look = requestedLook(table, at, null);
      if (isReply(look)) return look;
      const place = look.at === undefined || look.at === ALL ? null : look.at;
      return positionInWords(table, seatOf(store, table, caller), caller, place, page);
    });
  }

  /** @param at null for the most important place */
  function closeUp(caller: Caller, game: string, at: string | null, overlay: string | null): Reply {
    return here(caller, game, (table) => closeUpReply(table, render, seatOf(store, table, caller), at, overlay));
  }

  function page(caller: Caller, of: 'text' | 'units', game: string, page: number, at: string | null): Reply {
    return here(caller, game, () => (of === 'units' ? units(caller, page) : inWords(caller, at, page)));
  }

  function more(caller: Caller): Reply {
    return withTable(caller, (table) => {
      const joins = seatOf(store, table, caller) === null ? joinButtons(table) : [];
      return reply('member', MAP_WORDS.more, { rows: [joins, ...moreButtons(table)] });
    });
  }

  function units(caller: Caller, page = 0): Reply {
    return withTable(caller, (table) => rosterReply(table, seatOf(store, table, caller), page));
  }

  function odds(caller: Caller): Reply {
    return withTable(caller, (table) => oddsFor(table, caller, render));
  }

  function withTable(caller: Caller, work: (table: GameTable) => Reply): Reply {
    const game = store.latestIn(caller.channel);
    return game ? work(tables.table(game)) : reply('member', noGameHere(caller, null));
  }

  function here(caller: Caller, game: string, work: (table: GameTable) => Reply): Reply {
    return withTable(caller, (table) =>
      table.game.id === game ? work(table) : reply('member', GAME_ANSWERS.elsewhere),
    );
  }

  return { forChannel, forMember, inWords, closeUp, page, more, units, odds };
}
