import type { MemberId } from '../../../council/index.ts';
import type { Colour, Item, Scene, Text } from '../../../game/index.ts';
import type { ServerEntryOf } from '../../../store/index.ts';
import type { Caller } from '../../base/caller.ts';
import { nameAlone } from '../../base/common-words.ts';
import { ReadAhead, type Reading } from '../../base/reading.ts';
import { type Enclosure, type Reply, reply } from '../../base/reply.ts';
import { CHART_FADED, CHART_INK, CHART_PAPER } from '../../messages/map-drawing.ts';
import type { GameSources } from '../../table/game-tables.ts';
import { fitsOneLine } from '../recap/pictures/dice-card.ts';
import { namingOf, resultsIn } from '../record/record-commands.ts';
import { MADE_BY } from '../record/record-totals.ts';
import { ratingsOf, type SystemRatings } from './ratings.ts';
import { champions, recapPicks, type SeasonRow, seasonTable } from './season-table.ts';
import {
  ratingsInWords,
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

/** How many members the picture of a table lists. */
const MOST_DRAWN = 12;

/** A server's seasons: tables and recaps of the rated games that end in a span of time. */
export function createSeasonCommands(parts: SeasonParts) {
  const { transactions, store, record } = parts;
  const { runOnce, render } = transactions;

  /**
   * Opens a season, or changes the end of the open one. Null if the interaction was handled before.
   * @param end as typed
   */
  function open(caller: Caller, end: string): Reply | null {
    return runOnce(caller, () => {
      const { guild, member, at } = caller;
      if (guild === null) return reply('member', SEASON.inServers);
      if (!caller.isModerator) return reply('member', SEASON.moderators);
      const until = readSeasonEnd(end, at);
      if (until === null) return reply('member', SEASON.howLong);
      const [latest] = store.serverEntries(guild, 'season', 1);
      const open = latest && latest.due !== null ? latest : null;
      if (open && open.body.until <= at) return reply('member', SEASON.ending);
      if (open) store.setServerEnd(open.id, null);
      const body = { from: open?.body.from ?? at, until };
      addServerEntry(store, caller, { guild, kind: 'season', about: null, body, due: until });
      return reply('channel', open ? SEASON.changed(member.name, until) : SEASON.opened(member.name, until));
    });
  }

  /**
   * The table of the open season, or of the last one.
   * @param post posts it in the channel
   */
  function show(caller: Caller, post: boolean): Reply {
    if (caller.guild === null) return reply('member', SEASON.inServers);
    const [latest] = store.serverEntries(caller.guild, 'season', 1);
    if (!latest) return reply('member', SEASON.none);
    return record.page(caller, post, ({ pending, me }) => {
      const { season, naming, files } = seasonOf(latest);
      return { text: seasonInWords(season, pending, naming, me), files };
    });
  }

  /**
   * The recap of a season, for its channel.
   * @param isReadHere whether all who read that channel can see another one
   */
  function recap(entry: SeasonEntry, isReadHere: (channel: string) => boolean): Reply {
    const { season, naming, files } = seasonOf(entry);
    const best = champions(season.games, naming.seat);
    const visible = season.games.filter(({ ended: { channel } }) => channel === entry.channel || isReadHere(channel));
    return reply('channel', seasonRecap(season, best, recapPicks(visible), naming), { files });
  }

  function seasonOf({ guild, body: span, due }: SeasonEntry) {
    const games = resultsIn(store, guild, span);
    const season = { span, isOpen: due !== null, games, rows: seasonTable(games) };
    const others = games.flatMap(({ reckoning: { moments } }) => moments?.bestChoice?.members ?? []);
    const naming = namingOf(parts, { guild }, [...season.rows.map(({ member }) => member), ...others]);
    const madeUp = (member: MemberId) => {
      const known = store.memberById(member);
      return known?.discordId === null ? known.name : null;
    };
    const seasonNaming = { ...naming, name: (member: MemberId) => naming.name(member) ?? madeUp(member) };
    return { season, naming: seasonNaming, files: picture(season, seasonNaming, guild) };
  }

  function picture(season: Season, { name }: SeasonNaming, whose: string): readonly Enclosure[] {
    const named = season.rows.flatMap((row) => {
      const called = name(row.member);
      return called === null ? [] : [{ ...row, name: nameAlone(called) }];
    });
    const shown = named.slice(0, MOST_DRAWN);
    if (shown.length === 0) return [];
    const { title, days, head } = TABLE_PICTURE;
    const bytes = async () => render(seasonPicture(title, days(season), head, shown), whose);
    return [{ file: 'season.png', alt: TABLE_PICTURE.alt(season, shown), bytes }];
  }

  return { open, show, recap };
}

/** Ratings of more games are computed in the worker thread. A game takes some 50 µs. */
const AT_ONCE = 200;
/** How many servers have their ratings in memory. */
const MOST_KEPT = 20;

/** Ratings of the players of a server or a DM. They are computed from the results of its games, and not stored. */
export function createRatingCommands(
  parts: Pick<SeasonParts, 'store' | 'systems' | 'record'>,
  reading: Reading<string, readonly SystemRatings[]>,
) {
  const { record, store, systems } = parts;

  const knownRatings = new ReadAhead(reading, MOST_KEPT);

  /** @param post posts them in the channel, without the line on the caller */
  function show(caller: Caller, post: boolean): Reply {
    return record.page(caller, post, ({ place, pending, me }) => {
      const games = store.countResults(place, MADE_BY);
      const key = `${place} ${games}`;
      const waits = knownRatings.ready(key, place, games > AT_ONCE);
      if (waits) return waits;
      const ratings = knownRatings.get(key, place);
      const players = ratings.flatMap((one) => one.players.map(({ player }) => player));
      const members = players.filter((player) => typeof player === 'number');
      const naming = { ...namingOf(parts, caller, members), style: styleName };
      return { text: ratingsInWords(ratings, pending, naming, me) };
    });
  }

  function styleName(system: string, style: string): string | null {
    const styles = systems.find(({ id }) => id === system)?.play?.machine?.styles ?? [];
    return styles.find(({ id }) => id === style)?.name ?? null;
  }

  return { show };
}

export function readRatings({ store }: Pick<GameSources, 'store'>, place: string): readonly SystemRatings[] {
  const games = resultsIn(store, place).toReversed();
  return ratingsOf(games.map(({ ended: { system }, reckoning: { rated } }) => ({ system, rated })));
}

const WIDTH = 1000;
const EDGE = 36;
const HEAD = 170;
const ROW = 68;
const RULE: Colour = '#b59f76';
/** The size of letters. They can be read even if the picture is shown 400 pixels wide. */
const SIZE = 36;
/** The right edges of the columns of figures. */
const COLUMNS = [612, 718, 846, 964] as const;
const NAME = { x: EDGE + 66, room: 400 };

/** A season's table as a picture, with a line for each member. */
function seasonPicture(
  title: string,
  days: string,
  head: readonly string[],
  rows: readonly (Omit<SeasonRow, 'member'> & { readonly name: string })[],
): Scene {
  const height = HEAD + ROW * rows.length + EDGE;
  const line = (y: number): Item => ({
    kind: 'path',
    d: `M ${EDGE} ${y} L ${WIDTH - EDGE} ${y}`,
    stroke: { colour: RULE, width: 2 },
  });
  const figure = (column: number, y: number, value: number | string, style: Partial<Text> = {}) =>
    text(COLUMNS[column] ?? WIDTH, y, String(value), { align: 'right', ...style });
  return {
    width: WIDTH,
    height,
    palette: {
      inks: [CHART_PAPER, CHART_INK, CHART_FADED, RULE],
      blends: [CHART_INK, CHART_FADED, RULE].map((ink) => [ink, CHART_PAPER] as const),
    },
    ground: { key: 'a table of a season', items: [] },
    items: [
      { kind: 'rect', x: 8, y: 8, width: WIDTH - 16, height: height - 16, stroke: { colour: RULE, width: 2 } },
      text(EDGE, 66, title, { face: 'title', size: 46, maxWidth: WIDTH - EDGE * 2 }),
      text(EDGE, 112, days, { size: 30, fill: CHART_FADED, maxWidth: 470 }),
      ...head.map((words, column) => figure(column, HEAD - 16, words, { size: 32, fill: CHART_FADED })),
      ...rows.flatMap(({ place, name, points, won, drawn, lost }, row): Item[] => {
        const y = HEAD + ROW * (row + 0.68);
        return [
          line(HEAD + ROW * row),
          text(EDGE + 44, y, String(place), { align: 'right', fill: CHART_FADED }),
          text(NAME.x, y, fittedName(name), { face: 'bold', maxWidth: NAME.room }),
          figure(0, y, points, { face: 'bold' }),
          figure(1, y, won),
          figure(2, y, drawn),
          figure(3, y, lost),
        ];
      }),
    ],
  };
}

/** A name that fits its column. Emoji are left out, since our typefaces have none. */
function fittedName(name: string): string {
  const letters = name.replace(/\p{Extended_Pictographic}\uFE0F?/gu, '').trim() || name;
  const fits = (text: string) => fitsOneLine(text, SIZE, NAME.room);
  if (fits(letters)) return letters;
  const characters = [...letters];
  const longest = characters.findLastIndex((_, end) => fits(`${characters.slice(0, end).join('')}…`));
  return `${characters.slice(0, Math.max(1, longest)).join('').trimEnd()}…`;
}

function text(x: number, y: number, words: string, style: Partial<Text> = {}): Text {
  return { kind: 'text', x, y, text: words, size: SIZE, face: 'text', fill: CHART_INK, ...style };
}
