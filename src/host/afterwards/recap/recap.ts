import { MOST_CHOICES } from '../../../game/index.ts';
import { firstOf } from '../../../kit/plain-english.ts';
import type { GameRecord, Store } from '../../../store/index.ts';
import { BUTTONS } from '../../base/button-labels.ts';
import type { Caller } from '../../base/caller.ts';
import { noGameHere, WORDS } from '../../base/common-words.ts';
import { loading, type Reading } from '../../base/reading.ts';
import { button, type Renderer, type Reply, type ReplyButton, reply, textFile } from '../../base/reply.ts';
import { isWithheld, solutionFor, visibleWorth, withoutLastDice } from '../../messages/odds-visibility.ts';
import type { Completion } from '../../messages/order-completions.ts';
import type { GameSources, GameTable, GameTables } from '../../table/game-tables.ts';
import { titleInFull } from '../../table/game-words.ts';
import { type PlayedGame, playedGameOf } from '../../table/played-game.ts';
import { isLongLog } from '../../table/replay-log.ts';
import { takenBackInWords } from '../../table/rolls-taken-back.ts';
import { lettingsInWords, sideNameOf } from '../../table/seat-rules.ts';
import { replayFile } from '../replay-file/export-game.ts';
import { withoutIds } from '../replay-file/export-redaction.ts';
import { storyMarkdown } from './recap-markdown.ts';
import { PictureCache, picturesOf } from './recap-pictures.ts';
import { imprintOf, ofYear, recapSentences, recapText } from './recap-text.ts';
import { beingWritten, moreLet, onItsWay, playedIn, postedElsewhere, RECAP, RECAP_ANSWERS } from './recap-words.ts';

/** A channel of the same server to post a recap in. */
export interface Target {
  readonly channel: string;
  /** Whether the member who asks may see it and write in it. */
  readonly open: boolean;
}

/** A recap of so many log entries is usually ready in the time for an answer. */
const AT_ONCE = 200;

export function createRecaps(
  store: Store,
  tables: GameTables,
  render: Renderer,
  reading: Reading<RecapTask, ReadRecap>,
) {
  const pictures = new PictureCache();
  /** Recaps that are announced but not posted yet: game, channel and year. */
  const underWay = new Set<string>();

  /**
   * Posts the recap of a game of the caller's channel, there or in another channel.
   * @param gameId null for the game being played, or the last one
   * @param target null for this channel
   * @param year tells only the chapters of this year; null for the whole game
   * @throws IncompatibleLog
   */
  function recap(caller: Caller, gameId: string | null, target: Target | null, year: number | null = null): Reply {
    const elsewhere = target?.channel === caller.channel ? null : target;
    if (elsewhere && !caller.isModerator) return reply('member', RECAP_ANSWERS.recapNotYours);
    if (elsewhere && !elsewhere.open) return reply('member', RECAP_ANSWERS.recapNotThere);
    const game = gameId === null ? store.latestIn(caller.channel) : store.game(gameId);
    if (gameId === null && !game) return reply('member', noGameHere(caller, null));
    if (game?.channel !== caller.channel) return reply('member', WORDS.playedElsewhere);
    const waits = tables.ready(game);
    if (waits) return loading(waits);
    const orders = tables.table(game).position.turn;
    if (orders === 0) return reply('member', RECAP_ANSWERS.nothingToTell);
    const key = `${game.id} ${elsewhere?.channel ?? ''} ${year ?? ''}`;
    const task = { game: game.id, year, notes: elsewhere === null ? [] : [playedIn(game.channel)] };
    if (underWay.has(key)) return reply('member', RECAP.underWay);
    if (elsewhere === null) return inTime(game, orders, key, task, game.ended ? [buttonsAfterGame(game)] : []);
    return reply('member', onItsWay(elsewhere.channel), {
      elsewhere: {
        channel: elsewhere.channel,
        answer: inTime(game, orders, key, task, []),
        told: (result) => postedElsewhere(elsewhere.channel, result),
      },
    });
  }

  /** Resolves when the positions of the listed games are loaded, as far as they can be soon. */
  function ready(caller: Caller, typed: string): Promise<void> {
    return tables.forList(gamesIn(store, caller, typed.trim() === '' ? MOST_CHOICES : SEARCHED));
  }

  /** Games of the channel with orders that match what was typed, the one being played first. */
  function completions(caller: Caller, typed: string): Completion[] {
    const games = { store, tables };
    const wanted = typed.trim().toLowerCase();
    const found: Completion[] = [];
    for (const game of gamesIn(store, caller, SEARCHED)) {
      if (hasNoOrders(game)) continue;
      const label = titleInFull(games, game, caller.at);
      if (`${label} ${game.id}`.toLowerCase().includes(wanted)) found.push({ label, value: game.id });
      if (found.length === MOST_CHOICES) break;
    }
    return found;
  }

  /** False if finding it out needs a long replay, or if the rules have changed. */
  function hasNoOrders(game: GameRecord): boolean {
    return !tables.needsLongReplay(game) && tables.tableIfCompatible(game)?.position.turn === 0;
  }

  /**
   * Makes a recap at once, or announces it first, because making it takes longer than an answer may take. A short game
   * is told at once; if another thread can read its log, only if that isn't long, either.
   */
  function inTime(game: GameRecord, orders: number, key: string, task: RecapTask, rows: Reply['rows']): Reply {
    const { now, aside } = reading;
    const replyTo = (read: ReadRecap) => ({ ...recapReply(game, read), rows });
    const isShort = store.lastSeq(game.id) <= AT_ONCE;
    const isQuick = isShort && (!aside || !isLongLog(store, game));
    if (isQuick) return replyTo(now(task));
    underWay.add(key);
    const make = async () => replyTo(await (aside ?? now)(task));
    const over = () => void underWay.delete(key);
    return reply('channel', beingWritten(orders), { later: { make, over, ...(isShort && { isSoon: true }) } });
  }

  function recapReply(game: GameRecord, { text, files, playedGame, mapped, edition }: ReadRecap): Reply {
    const system = tables.system(game);
    const depicted = { playedGame: { ...playedGame, system }, mapped: { ...mapped, system }, edition };
    const [animation, ...others] = picturesOf(depicted, pictures, render);
    const texts = files.map(({ file, utf8 }) => textFile(file, utf8));
    return reply('channel', text, {
      files: [...(animation ? [animation] : []), ...texts],
      followUps: others.map((file) => reply('channel', '', { files: [file] })),
    });
  }

  return { recap, ready, completions };
}

interface RecapTask {
  readonly game: string;
  /** The message tells only this year; null for all. Files and pictures always tell the whole game. */
  readonly year: number | null;
  /** Small print of the message alone. */
  readonly notes: readonly string[];
}

/** Text of a recap, with the data of its pictures. */
interface ReadRecap {
  readonly text: string;
  readonly files: readonly { readonly file: string; readonly utf8: Uint8Array }[];
  /** For the chart. */
  readonly playedGame: Omit<PlayedGame, 'system'>;
  /** For the maps. */
  readonly mapped: Omit<PlayedGame, 'system'>;
  readonly edition: string;
}

/** @throws IncompatibleLog */
export function readRecap(games: GameSources, { game: id, year, notes }: RecapTask): ReadRecap {
  const { store, tables } = games;
  const game = tables.game(id);
  const log = tables.played(game);
  const table = tables.withBallots({ game, system: log.system, position: log.position });
  const { position } = table;
  const worthShown = visibleWorth(table);
  const whole = playedGameOf(store, game, log, solutionFor(table));
  const hidesLastDice = worthShown === 'decided';
  const playedGame = hidesLastDice ? withoutLastDice(whole) : whole;
  // Maps show the present position too, whose worth is hidden.
  const mapped = hidesLastDice ? { ...whole, course: null } : whole;
  const replay = replayFile(store, game, log);
  const story = recapSentences(playedGame);
  const chaptersOfYear = year === null ? null : ofYear(story, year);
  const imprint = imprintOf(games, game, {
    replay: game.ended ? replay : null,
    notes: [
      ...takenBackInWords(position.takenBack).map((words) => `${words}. ${WORDS.countedApart}`),
      ...lettings(store, table),
      ...(hidesLastDice && playedGame.course ? [RECAP_ANSWERS.recapSoFar] : []),
      ...(isWithheld(table) ? [RECAP_ANSWERS.recapSealed] : []),
      ...(year !== null && !chaptersOfYear ? [RECAP_ANSWERS.noSuchYear] : []),
    ],
    posted: notes,
  });
  return {
    text: recapText(playedGame, imprint, chaptersOfYear ?? story),
    files: [replay, { file: `${game.system}-${id}.md`, text: storyMarkdown(playedGame, imprint, story) }].map(
      ({ file, text }) => ({ file, utf8: Buffer.from(text) }),
    ),
    playedGame: withoutSystem(playedGame),
    mapped: withoutSystem(mapped),
    edition: `${position.seq} ${playedGame.course ? worthShown : 'nothing'}`,
  };
}

/** A system has functions, which can't be sent from one thread to another. */
function withoutSystem({ system: _, ...facts }: PlayedGame): Omit<PlayedGame, 'system'> {
  return facts;
}

/** Small print on members who were allowed to play a side although they had seen another's secrets. */
function lettings(store: Store, { game, system }: GameTable): readonly string[] {
  const councils = store.councilsIn(game.id);
  const all = lettingsInWords(store, councils, (seat) => sideNameOf(system, seat)).map(withoutIds);
  return firstOf(all, MOST_LET, moreLet);
}

/** The most of these members whom the small print names. */
const MOST_LET = 2;

function buttonsAfterGame(game: GameRecord): ReplyButton[] {
  return [
    button(BUTTONS.newGame, { do: 'start', system: game.system, variant: game.variant }, 'bold'),
    button(BUTTONS.whatIf, { do: 'what-if', game: game.id }),
    button(BUTTONS.checkDice, { do: 'verify', game: game.id }),
    button(BUTTONS.log, { do: 'log', game: game.id, page: 0 }),
  ];
}

/** How many games of a channel are searched for a typed text, the latest first. */
const SEARCHED = 200;

function gamesIn(store: Store, { channel }: Caller, most: number): GameRecord[] {
  const running = store.runningIn(channel);
  return [...(running ? [running] : []), ...store.endedIn(channel, most)];
}
