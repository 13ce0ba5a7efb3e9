import type { MemberId } from '../../../council/index.ts';
import type { System } from '../../../game/index.ts';
import type { ServerEntry, Span, Store } from '../../../store/index.ts';
import type { GameTransactions } from '../../actions/game-transactions.ts';
import type { Caller } from '../../base/caller.ts';
import { loading } from '../../base/reading.ts';
import { type Enclosure, type Reply, reply } from '../../base/reply.ts';
import { nameAlone } from '../../base/wording.ts';
import { namingOf, type RecordCommands } from '../record/record-commands.ts';
import { type GameResult, isApart, MADE_BY, summed } from '../record/record-totals.ts';
import { mayNotPost } from '../record/record-words.ts';
import { endOf } from './due-ends.ts';
import { seasonPicture } from './season-picture.ts';
import { champions, type SeasonGame, seasonTable } from './season-table.ts';
import {
  readSeasonEnd,
  SEASON,
  type Season,
  type SeasonNaming,
  type SeasonPicks,
  seasonInWords,
  seasonRecap,
  TABLE_PICTURE,
  WORTH_READING,
} from './season-words.ts';

type SeasonEntry = ServerEntry & { readonly kind: 'season' };

/** Rows of the picture. */
const MOST_DRAWN = 12;
const MOST_PICKS = 3;

/** A server's seasons: a table of the rated games that end in a time, and a recap. The log of the server has when they began and ended. */
export class SeasonCommands {
  readonly #transactions: GameTransactions;
  readonly #store: Store;
  readonly #systems: readonly System[];
  readonly #record: Pick<RecordCommands, 'count' | 'pending'>;

  constructor(
    transactions: GameTransactions,
    systems: readonly System[],
    record: Pick<RecordCommands, 'count' | 'pending'>,
  ) {
    this.#transactions = transactions;
    this.#store = transactions.store;
    this.#systems = systems;
    this.#record = record;
  }

  /** @param end as a member types it. Null if the interaction had its effect before. */
  open(caller: Caller, end: string): Reply | null {
    return this.#transactions.runOnce(caller.interaction, () => {
      const { guild, channel, member, interaction, at } = caller;
      if (guild === null) return reply('member', SEASON.inServers);
      if (!caller.isModerator) return reply('member', SEASON.moderators);
      const open = this.#open(guild);
      if (open) return reply('member', SEASON.alreadyOpen(open.body.until));
      const until = readSeasonEnd(end, at);
      if (until === null) return reply('member', SEASON.howLong);
      const { id } = this.#store.member(member.discordId, member.name);
      const body = { until };
      const entry = {
        guild,
        channel,
        kind: 'season',
        about: null,
        member: id,
        body,
        interaction,
        at,
        due: until,
      } as const;
      this.#store.addServerEntry(entry);
      return reply('channel', SEASON.opened(member.name, until));
    });
  }

  /** Ends a season before its time. Null if the interaction had its effect before. */
  end(caller: Caller, sure: boolean): Reply | null {
    const open = caller.guild === null ? null : this.#open(caller.guild);
    if (!open) return reply('member', caller.guild === null ? SEASON.inServers : SEASON.notOpen);
    if (!caller.isModerator) return reply('member', SEASON.moderators);
    if (!sure) return reply('member', SEASON.isSure(open.body.until));
    const waits = this.#record.count(open.guild);
    if (waits) return loading(waits);
    if (this.#record.pending(open.guild) > 0) return reply('member', SEASON.counting);
    return this.#transactions.runOnce(caller.interaction, () => {
      const { id: member } = this.#store.member(caller.member.discordId, caller.member.name);
      endOf(this.#store, open, { member, interaction: caller.interaction, at: caller.at });
      return reply('member', SEASON.ended);
    });
  }

  /** The table of the open season, or of the last. @param post shows it to all in the channel */
  show(caller: Caller, post: boolean): Reply {
    if (post && !caller.isModerator) return reply('member', mayNotPost);
    const { guild } = caller;
    const [latest] = guild === null ? [] : this.#store.serverEntries(guild, 'season', 1);
    if (guild === null || latest?.kind !== 'season') return reply('member', guild ? SEASON.none : SEASON.inServers);
    const waits = this.#record.count(guild);
    if (waits) return loading(waits);
    const season = this.#season(latest);
    const naming = this.#naming(season, guild);
    const me = post ? null : (this.#store.knownMember(caller.member.discordId)?.id ?? null);
    const text = seasonInWords(season, this.#record.pending(guild), naming, me);
    return reply(post ? 'channel' : 'member', text, { files: this.#picture(season, naming, guild) });
  }

  /** The recap of a season, for its channel. */
  recap(entry: SeasonEntry): Reply {
    const season = this.#season(entry);
    const naming = this.#naming(season, entry.guild);
    const text = seasonRecap(
      season,
      champions(season.games, naming.seat),
      picksOf(season.games, entry.channel),
      naming,
    );
    return reply('channel', text, { files: this.#picture(season, naming, entry.guild) });
  }

  #open(guild: string): SeasonEntry | null {
    const [latest] = this.#store.serverEntries(guild, 'season', 1);
    return latest?.kind === 'season' && latest.due !== null ? latest : null;
  }

  #season({ id, guild, at, body, due }: SeasonEntry): Season {
    const end = this.#store.serverEntriesAbout(id).find(({ kind }) => kind === 'end');
    const span: Span = { from: at, until: Math.min(body.until, end?.at ?? body.until) };
    const results = this.#store.resultsIn(guild, MADE_BY, span);
    const games = results.map(({ body: json, ...ended }) => ({ ended, reckoning: JSON.parse(json) as GameResult }));
    return { span, isOpen: due !== null, games, rows: seasonTable(games) };
  }

  #naming({ games, rows }: Season, guild: string): SeasonNaming {
    const others = games.flatMap(({ reckoning: { moments } }) => moments?.bestChoice?.members ?? []);
    const members = [...new Set([...rows.map(({ member }) => member), ...others])];
    const { title, seat, name } = namingOf(this.#store, this.#systems, { guild }, members);
    const madeUp = (member: MemberId) => {
      const known = this.#store.memberById(member);
      return known?.discordId === null ? known.name : null;
    };
    return { title, seat, name: (member) => name(member) ?? madeUp(member) };
  }

  #picture(season: Season, { name }: SeasonNaming, whose: string): readonly Enclosure[] {
    const shown = season.rows.filter(({ member }) => name(member) !== null).slice(0, MOST_DRAWN);
    if (shown.length === 0) return [];
    const named = (member: MemberId) => nameAlone(name(member) ?? '');
    const { title, days, head } = TABLE_PICTURE;
    const rows = shown.map((row) => ({ ...row, name: named(row.member) }));
    const scene = () => seasonPicture(title, days(season), head, rows);
    const bytes = async () => this.#transactions.render(scene(), whose);
    return [{ file: 'season.png', alt: TABLE_PICTURE.alt(season, shown, named), bytes }];
  }
}

/** @param channel where they are posted: orders of other channels, which its members may not read, aren't told there */
function picksOf(all: readonly SeasonGame[], channel: string): SeasonPicks {
  const games = all.filter((game) => !isApart(game));
  const greatest = (part: 'bestChoice' | 'worstDice') => {
    const found = games.flatMap((game) => {
      const moment = game.ended.channel === channel ? game.reckoning.moments?.[part] : null;
      return moment ? [{ moment, game }] : [];
    });
    return found.sort((a, b) => b.moment.size - a.moment.size)[0] ?? null;
  };
  const { nearest, clearest, longest } = summed(games);
  const long = games
    .filter(({ ended }) => ended.how === 'finished')
    .sort((a, b) => b.reckoning.orders - a.reckoning.orders);
  const wanted = [
    { why: WORTH_READING.nearest, id: nearest?.ended.game },
    { why: WORTH_READING.clearest, id: clearest?.ended.game },
    { why: WORTH_READING.longest, id: longest?.ended.game },
    ...long.map(({ ended }) => ({ why: WORTH_READING.also, id: ended.game })),
  ];
  const picked = wanted.flatMap(({ why, id }, place) => {
    const game = games.find(({ ended }) => ended.game === id);
    return game && wanted.findIndex((one) => one.id === id) === place ? [{ why, game }] : [];
  });
  return { bestChoice: greatest('bestChoice'), worstDice: greatest('worstDice'), games: picked.slice(0, MOST_PICKS) };
}
