import { LONGEST_LABEL, type System, type Variant } from '../../game/index.ts';
import type { GameRecord } from '../../store/index.ts';
import type { Actions } from '../actions/actions.ts';
import { endBallots } from '../actions/ballot-lifecycle.ts';
import type { GameChange } from '../actions/game-transactions.ts';
import type { NewGames } from '../actions/new-game.ts';
import { type Caller, mayManageGame, mayStartGame } from '../base/caller.ts';
import { WORDS } from '../base/common-words.ts';
import { byIdOrName } from '../base/fuzzy-match.ts';
import { button, clipped, type LogPoint, type Reply, type ReplyButton, reply, settling } from '../base/reply.ts';
import { MEMBERS, OPPONENT_WORDS } from '../base/seat-words.ts';
import type { Edition, Library } from '../table/game-library.ts';
import { hidesSomething } from '../table/game-secret.ts';
import type { GameTable } from '../table/game-tables.ts';
import { ABANDON, GAME_ANSWERS, mayNotStart, WHAT_IF_ANSWERS } from '../table/game-words.ts';
import { machineSeats, machineStyle, noMachine, noStyle } from '../table/machine-seats.ts';
import { type Said, tableMessage } from '../table/said.ts';
import type { ForumPosts } from './forum-posts.ts';
import type { NamedChannel, SeatCommands } from './seat-commands.ts';

interface WantedGame {
  readonly systemId?: string | undefined;
  readonly variantId?: string | undefined;
  /** The bot's seat, ALL_SEATS or MEMBERS. Absent: members play, or in a DM the caller is asked. */
  readonly opponent?: string | undefined;
  readonly styleId?: string | undefined;
  /** The forum to open a post in; null to play here. */
  readonly forum?: NamedChannel | null;
}

export function createGameCommands(
  library: Library,
  newGames: NewGames,
  seats: SeatCommands,
  posts: ForumPosts,
  { transactions }: Actions,
) {
  const { store, tables, presentMap, noGame, append, keepNotice, runOnce } = transactions;

  /** The button “Start”. For a short game, the member is asked for an opponent first. */
  function startPressed(caller: Caller, systemId: string, variantId: string, opponent?: string): Reply | null {
    const answer = startAsWanted(caller, { systemId, variantId, opponent }, { asksIfShort: true });
    return answer?.to === 'channel' && opponent !== undefined ? settling(answer) : answer;
  }

  function start(caller: Caller, wanted: WantedGame = {}): Reply | null {
    return startAsWanted(caller, wanted, { asksIfShort: false });
  }

  /** @param asksIfShort asks for an opponent in a server too, if the game is short */
  function startAsWanted(
    caller: Caller,
    { systemId, variantId, opponent, styleId, forum = null }: WantedGame,
    { asksIfShort }: { readonly asksIfShort: boolean },
  ): Reply | null {
    return once(caller, () => {
      const running = forum ? null : store.runningIn(caller.channel);
      if (running) return presentMap(tables.table(running), GAME_ANSWERS.alreadyPlaying);
      if (!forum && store.isToBegin(caller.channel)) return reply('member', WHAT_IF_ANSWERS.whatIfBegins);
      const last = store.latestIn(caller.channel);
      if (!forum && !mayStartGame(caller, last)) return reply('member', mayNotStart(caller));
      const edition = opponent !== undefined && systemId === undefined ? playedBy(opponent) : editionOf(systemId);
      if (!edition) return reply('member', GAME_ANSWERS.unknownGame);
      const { system } = edition;
      const variant = variantId === undefined ? system.about.variants[0] : byIdOrName(system.about.variants, variantId);
      if (!variant) return reply('member', GAME_ANSWERS.unknownVariant);
      const asks = caller.guild === null || (asksIfShort && variant.short === true);
      const question =
        asks && opponent === undefined && styleId === undefined ? opponentQuestion(caller, system, variant) : null;
      if (question) return question;
      const machines = opponent === undefined || opponent === MEMBERS ? [] : machineSeats(system, opponent);
      if (machines === null) return reply('member', noMachine(system));
      const style = styleId === undefined ? null : machineStyle(system, styleId);
      if (styleId !== undefined && (!style || machines.length === 0)) return reply('member', noStyle(system));
      if (forum) return posts.ask(caller, forum, { edition, variant, machines, style: style?.id ?? null });
      const { channel, guild, member } = caller;
      const starter = store.member(member.discordId, member.name);
      return newGames.begin(caller, {
        channel,
        guild,
        starter,
        edition,
        variant,
        last,
        from: null,
        machines,
        style: style?.id ?? null,
        // In a DM nobody else can join.
        playsAll: caller.guild === null && opponent === MEMBERS && !hidesSomething(system),
      });
    });
  }

  function playedBy(opponent: string): Edition | undefined {
    return library.editions.find(({ system }) => machineSeats(system, opponent) !== null);
  }

  function editionOf(systemId: string | undefined): Edition | undefined {
    const { editions } = library;
    if (systemId === undefined) return editions[0];
    const found = byIdOrName(
      editions.map(({ system }) => ({ id: system.id, name: system.about.title })),
      systemId,
    );
    return editions.find(({ system }) => system.id === found?.id);
  }

  function confirmAbandon(caller: Caller, pressed: LogPoint | null = null): Reply {
    const game = store.runningIn(caller.channel);
    if (!game) return reply('member', WORDS.noGame);
    if (pressed && pressed.game !== game.id) return reply('member', GAME_ANSWERS.elsewhere);
    if (!mayManageGame(caller, game)) return reply('member', WORDS.mayNotManageGame);
    const point = { game: game.id, seq: store.lastSeq(game.id) };
    return reply('member', ABANDON.question, {
      rows: [[button(ABANDON.yes, { do: 'abandon', point, ask: false }, 'danger'), button(ABANDON.no, { do: 'keep' })]],
    });
  }

  function keepPlaying(): Reply {
    return reply('member', GAME_ANSWERS.keepPlaying, { replaces: true });
  }

  function abandon(caller: Caller, point: LogPoint | null): Reply | null {
    return once(caller, () => {
      const game = store.runningIn(caller.channel);
      if (!game || (point && point.game !== game.id)) return noGame(caller, point);
      if (!mayManageGame(caller, game)) return reply('member', WORDS.mayNotManageGame);
      const seq = store.lastSeq(game.id);
      if (point && point.seq !== seq) return presentMap(tables.table(game), GAME_ANSWERS.movedOn);
      const table = tableIfAny(game);
      const entry = append(caller, game, seq + 1, { kind: 'abandon' });
      store.endGame(game.id, caller.at, 'abandoned');
      const ended: GameRecord = { ...game, ended: { at: caller.at, how: 'abandoned' } };
      endBallots(transactions, game.id, caller);
      const { id } = store.member(caller.member.discordId, caller.member.name);
      if (table) {
        const position = { ...table.position, seq: entry.seq };
        const after: GameTable = { ...table, game: ended, position, ballots: [] };
        return { after, said: tableMessage(after, [['ends', { name: id }]]) };
      }
      // Without rules there is no map to deliver.
      store.delivered(game.id, entry.seq);
      return keepNotice('news', ended, caller.at, [['abandoned', { name: id }, ended.seal]]);
    });
  }

  /** Null if the rules no longer fit the game, or throw. Such a game can be ended too. */
  function tableIfAny(game: GameRecord): GameTable | null {
    try {
      return tables.table(game);
    } catch {
      return null;
    }
  }

  /** The game that ran in a deleted channel, if that was not known before. */
  function channelGone(channel: string, now: number): string | null {
    seats.channelGone(channel, now);
    const game = store.runningIn(channel);
    // A DM is not noted: it would tell who the member was after their data was deleted.
    if (!game || store.guildOf(game.id) === null) return null;
    return store.noteChannelGone(channel, now) ? game.id : null;
  }

  function once(caller: Caller, work: () => Said | GameChange | null): Reply | null {
    return runOnce(caller, work, caller);
  }

  return { startPressed, start, confirmAbandon, keepPlaying, abandon, channelGone };
}

/** Asks for an opponent. Null if the game does not have two sides, or if the bot can't play it. */
function opponentQuestion(caller: Caller, system: System, variant: Variant): Reply | null {
  const [first, second, third] = system.about.seats;
  if (!system.play?.machine || !first || !second || third) return null;
  const start = (label: string, opponent: string, tone?: ReplyButton['tone']) =>
    button(clipped(label, LONGEST_LABEL), { do: 'start', system: system.id, variant: variant.id, opponent }, tone);
  const alone = hidesSomething(system) ? [] : [start(OPPONENT_WORDS.bothSides, MEMBERS)];
  const row = [
    start(OPPONENT_WORDS.play(first.name), second.id, 'bold'),
    start(OPPONENT_WORDS.play(second.name), first.id, 'bold'),
    ...(caller.guild === null ? alone : [start(OPPONENT_WORDS.wait, MEMBERS)]),
  ];
  return reply('member', OPPONENT_WORDS.choose(`**${system.about.title}** · ${variant.name}`), { rows: [row] });
}
