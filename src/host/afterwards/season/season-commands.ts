import type { MemberId } from '../../../council/index.ts';
import type { ServerEntryOf } from '../../../store/index.ts';
import type { Caller } from '../../base/caller.ts';
import { type Enclosure, type Reply, reply } from '../../base/reply.ts';
import { nameAlone } from '../../base/wording.ts';
import { namingOf, resultsIn } from '../record/record-commands.ts';
import { seasonPicture } from './season-picture.ts';
import { champions, recapPicks, seasonTable } from './season-table.ts';
import {
  readSeasonEnd,
  SEASON,
  type Season,
  type SeasonNaming,
  seasonInWords,
  seasonRecap,
  TABLE_PICTURE,
} from './season-words.ts';
import { addServerEntry, type SeasonParts } from './server-entries.ts';

type SeasonEntry = ServerEntryOf<'season'>;

/** Rows of the picture. */
const MOST_DRAWN = 12;

/** A server's seasons: a table of the rated games that end in a time, and a recap. The log of the server has when they begin and end. */
export class SeasonCommands {
  readonly #parts: SeasonParts;

  constructor(parts: SeasonParts) {
    this.#parts = parts;
  }

  /** Opens a season, or changes the end of the one that is open. @param end as typed. Null if the interaction had its effect before. */
  open(caller: Caller, end: string): Reply | null {
    return this.#parts.transactions.runOnce(caller.interaction, () => {
      const { guild, member, at } = caller;
      if (guild === null) return reply('member', SEASON.inServers);
      if (!caller.isModerator) return reply('member', SEASON.moderators);
      const until = readSeasonEnd(end, at);
      if (until === null) return reply('member', SEASON.howLong);
      const [latest] = this.#parts.store.serverEntries(guild, 'season', 1);
      const open = latest && latest.due !== null ? latest : null;
      if (open && open.body.until <= at) return reply('member', SEASON.ending);
      if (open) this.#parts.store.setServerEnd(open.id, null);
      const body = { from: open?.body.from ?? at, until };
      addServerEntry(this.#parts.store, caller, { guild, kind: 'season', about: null, body, due: until });
      return reply('channel', open ? SEASON.changed(member.name, until) : SEASON.opened(member.name, until));
    });
  }

  /** The table of the open season, or of the last. @param post shows it to all in the channel */
  show(caller: Caller, post: boolean): Reply {
    if (caller.guild === null) return reply('member', SEASON.inServers);
    const [latest] = this.#parts.store.serverEntries(caller.guild, 'season', 1);
    if (!latest) return reply('member', SEASON.none);
    return this.#parts.record.page(caller, post, ({ pending, me }) => {
      const { season, naming, files } = this.#season(latest);
      return { text: seasonInWords(season, pending, naming, me), files };
    });
  }

  /** The recap of a season, for its channel. @param isReadHere whether all who read it can see another channel */
  recap(entry: SeasonEntry, isReadHere: (channel: string) => boolean): Reply {
    const { season, naming, files } = this.#season(entry);
    const best = champions(season.games, naming.seat);
    const told = season.games.filter(({ ended: { channel } }) => channel === entry.channel || isReadHere(channel));
    return reply('channel', seasonRecap(season, best, recapPicks(told), naming), { files });
  }

  #season({ guild, body: span, due }: SeasonEntry) {
    const games = resultsIn(this.#parts.store, guild, span);
    const season = { span, isOpen: due !== null, games, rows: seasonTable(games) };
    const others = games.flatMap(({ reckoning: { moments } }) => moments?.bestChoice?.members ?? []);
    const naming = namingOf(this.#parts, { guild }, [...season.rows.map(({ member }) => member), ...others]);
    const madeUp = (member: MemberId) => {
      const known = this.#parts.store.memberById(member);
      return known?.discordId === null ? known.name : null;
    };
    const named = { ...naming, name: (member: MemberId) => naming.name(member) ?? madeUp(member) };
    return { season, naming: named, files: this.#picture(season, named, guild) };
  }

  #picture(season: Season, { name }: SeasonNaming, whose: string): readonly Enclosure[] {
    const named = season.rows.flatMap((row) => {
      const called = name(row.member);
      return called === null ? [] : [{ ...row, name: nameAlone(called) }];
    });
    const shown = named.slice(0, MOST_DRAWN);
    if (shown.length === 0) return [];
    const { title, days, head } = TABLE_PICTURE;
    const bytes = async () => this.#parts.transactions.render(seasonPicture(title, days(season), head, shown), whose);
    return [{ file: 'season.png', alt: TABLE_PICTURE.alt(season, shown), bytes }];
  }
}
