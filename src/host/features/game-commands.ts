import { LONGEST_LABEL, type System } from '../../game/index.ts';
import type { GameRecord } from '../../store/index.ts';
import { endBallots } from '../actions/ballot-lifecycle.ts';
import type { GameChange, GameTransactions } from '../actions/game-transactions.ts';
import type { NewGames } from '../actions/new-game.ts';
import { type Caller, mayManageGame, mayStartGame } from '../base/caller.ts';
import { byIdOrName } from '../base/fuzzy-match.ts';
import { clipped, type LogPoint, type Reply, type ReplyButton, reply } from '../base/reply.ts';
import { MEMBERS, OPPONENT } from '../base/seat-words.ts';
import { WORDS } from '../base/wording.ts';
import { abandoned } from '../messages/position-message.ts';
import type { Edition, Library } from '../table/game-library.ts';
import { hidesSomething } from '../table/game-secret.ts';
import type { GameTable } from '../table/game-tables.ts';
import { ABANDON, GAME_ANSWERS, mayNotStart } from '../table/game-words.ts';
import { machineSeats, machineStyle, noMachine, noStyle } from '../table/machine-seats.ts';
import { type Said, tableMessage } from '../table/said.ts';
import { WHAT_IF_ANSWERS } from '../table/what-if-words.ts';
import type { ForumPosts } from './forum-posts.ts';
import type { NamedChannel, SeatCommands } from './seat-commands.ts';

/** Games begin in a channel and end there, and channels are deleted. */
export class GameCommands {
  readonly #transactions: GameTransactions;
  readonly #library: Library;
  readonly #newGames: NewGames;
  readonly #seats: SeatCommands;
  readonly #posts: ForumPosts;

  constructor(
    library: Library,
    newGames: NewGames,
    seats: SeatCommands,
    posts: ForumPosts,
    parts: { readonly transactions: GameTransactions },
  ) {
    this.#library = library;
    this.#newGames = newGames;
    this.#seats = seats;
    this.#posts = posts;
    this.#transactions = parts.transactions;
  }

  /**
   * “Start”, pressed. A member who starts a game for one evening is asked first whom they play against.
   * @param opponent what they have answered, as for `start`
   */
  startPressed(caller: Caller, systemId: string, variantId: string, opponent: string | null = null): Reply | null {
    const answer = this.start(caller, systemId, variantId, opponent, null, true);
    if (answer?.to !== 'channel' || opponent === null) return answer;
    const [line = ''] = answer.text.split('\n');
    return { ...answer, settles: line };
  }

  /**
   * @param opponent the seat that no member is to play, ALL_SEATS or MEMBERS; null: members play, or in a DM, the caller is asked
   * @param styleId how it is played; null: as usual
   * @param asks whether the caller is asked also where others could join, if the game is a short one
   * @param forum that gets a post for it; null: it is played here
   */
  start(
    caller: Caller,
    systemId: string | null,
    variantId: string | null,
    opponent: string | null = null,
    styleId: string | null = null,
    asks = false,
    forum: NamedChannel | null = null,
  ): Reply | null {
    const { store, tables } = this.#transactions;
    return this.#once(caller, () => {
      const running = forum ? null : store.runningIn(caller.channel);
      if (running) return this.#transactions.presentMap(tables.table(running), GAME_ANSWERS.alreadyPlaying);
      if (!forum && store.isToBegin(caller.channel)) return reply('member', WHAT_IF_ANSWERS.whatIfBegins);
      const last = store.latestIn(caller.channel);
      if (!forum && !mayStartGame(caller, last)) return reply('member', mayNotStart(caller));
      const edition = opponent !== null && systemId === null ? this.#playedBy(opponent) : this.#edition(systemId);
      if (!edition) return reply('member', GAME_ANSWERS.unknownGame);
      const { system } = edition;
      const variant = variantId === null ? system.variants[0] : byIdOrName(system.variants, variantId);
      if (!variant) return reply('member', GAME_ANSWERS.unknownVariant);
      const isAlone = caller.guild === null || (asks && variant.short === true);
      const question =
        isAlone && opponent === null && styleId === null ? opponentQuestion(caller, system, variant) : null;
      if (question) return question;
      const machines = opponent === null || opponent === MEMBERS ? [] : machineSeats(system, opponent);
      if (machines === null) return reply('member', noMachine(system));
      const style = styleId === null ? null : machineStyle(system, styleId);
      if (styleId !== null && (!style || machines.length === 0)) return reply('member', noStyle(system));
      if (forum) return this.#posts.ask(caller, forum, { edition, variant, machines, style: style?.id ?? null });
      const { channel, guild, member } = caller;
      const starter = store.member(member.discordId, member.name);
      return this.#newGames.begin(caller, {
        channel,
        guild,
        starter,
        edition,
        variant,
        last,
        from: null,
        machines,
        style: style?.id ?? null,
        // Nobody else can come there.
        playsAll: caller.guild === null && opponent === MEMBERS && !hidesSomething(system),
      });
    });
  }

  /** The first game in which a machine can play such a seat. */
  #playedBy(opponent: string): Edition | undefined {
    return this.#library.editions.find(({ system }) => machineSeats(system, opponent) !== null);
  }

  #edition(systemId: string | null): Edition | undefined {
    const { editions } = this.#library;
    if (systemId === null) return editions[0];
    const found = byIdOrName(
      editions.map(({ system }) => ({ id: system.id, name: system.title })),
      systemId,
    );
    return editions.find(({ system }) => system.id === found?.id);
  }

  /** Asks before a game is ended: that of a button, or the one being played. */
  confirmAbandon(caller: Caller, pressed: LogPoint | null = null): Reply {
    const { store } = this.#transactions;
    const game = store.runningIn(caller.channel);
    if (!game) return reply('member', WORDS.noGame);
    if (pressed && pressed.game !== game.id) return reply('member', GAME_ANSWERS.elsewhere);
    if (!mayManageGame(caller, game)) return reply('member', WORDS.mayNotManageGame);
    const point = { game: game.id, seq: store.lastSeq(game.id) };
    return reply('member', ABANDON.question, {
      rows: [
        [
          { label: ABANDON.yes, tone: 'danger', press: { do: 'abandon', point, ask: false } },
          { label: ABANDON.no, tone: 'plain', press: { do: 'keep' } },
        ],
      ],
    });
  }

  keepPlaying(): Reply {
    return reply('member', GAME_ANSWERS.keepPlaying, { replaces: true });
  }

  /** Ends the game where it stands. */
  abandon(caller: Caller, point: LogPoint | null): Reply | null {
    const { store, tables } = this.#transactions;
    return this.#once(caller, () => {
      const game = store.runningIn(caller.channel);
      if (!game || (point && point.game !== game.id)) return this.#transactions.noGame(caller, point);
      if (!mayManageGame(caller, game)) return reply('member', WORDS.mayNotManageGame);
      const seq = store.lastSeq(game.id);
      if (point && point.seq !== seq) return this.#transactions.presentMap(tables.table(game), GAME_ANSWERS.movedOn);
      const table = this.#tableIfAny(game);
      const entry = this.#transactions.append(caller, game, seq + 1, { kind: 'abandon' });
      store.endGame(game.id, caller.at, 'abandoned');
      const ended: GameRecord = { ...game, ended: { at: caller.at, how: 'abandoned' } };
      endBallots(this.#transactions, game.id, caller);
      const who = ABANDON.ends(caller.member.name);
      if (table) {
        const after: GameTable = {
          ...table,
          game: ended,
          position: { ...table.position, seq: entry.seq },
          ballots: [],
        };
        return { after, said: tableMessage(after, [who]) };
      }
      // It has no map to deliver.
      store.delivered(game.id, entry.seq);
      return this.#transactions.keepNotice(
        'news',
        ended,
        caller.at,
        reply('channel', [who, ...abandoned(ended)].join('\n')),
      );
    });
  }

  /** Null where the rules do not fit the game any more, or break over it: whatever is wrong with a game, it can be ended. */
  #tableIfAny(game: GameRecord): GameTable | null {
    try {
      return this.#transactions.tables.table(game);
    } catch {
      return null;
    }
  }

  /** A channel is gone for good: the game that was being played there, where that is news. It is kept. */
  channelGone(channel: string, now: number): string | null {
    const { store } = this.#transactions;
    this.#seats.channelGone(channel, now);
    const game = store.runningIn(channel);
    // A member's own channel would lead back to them where they have had themselves forgotten.
    if (!game || store.guildOf(game.id) === null) return null;
    return store.noteChannelGone(channel, now) ? game.id : null;
  }

  #once(caller: Caller, work: () => Said | GameChange | null): Reply | null {
    return this.#transactions.runOnce(caller.interaction, work, caller);
  }
}

/** Asks which side a member plays against the machine. Null: the game has no two sides, or no machine. */
function opponentQuestion(caller: Caller, system: System, variant: System['variants'][number]): Reply | null {
  const [first, second, third] = system.seats;
  if (!system.machine || !first || !second || third) return null;
  const button = (label: string, opponent: string, tone: ReplyButton['tone'] = 'plain'): ReplyButton => ({
    label: clipped(label, LONGEST_LABEL),
    tone,
    press: { do: 'start', system: system.id, variant: variant.id, opponent },
  });
  const others = caller.guild === null ? (hidesSomething(system) ? null : OPPONENT.bothSides) : OPPONENT.wait;
  const rows = [
    [
      button(OPPONENT.play(first.name), second.id, 'bold'),
      button(OPPONENT.play(second.name), first.id, 'bold'),
      ...(others === null ? [] : [button(others, MEMBERS)]),
    ],
  ];
  return reply('member', OPPONENT.choose(`**${system.title}** · ${variant.name}`), { rows });
}
