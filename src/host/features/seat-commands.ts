import { LIMITS, type MemberId, withoutMembers } from '../../council/index.ts';
import type { Seat, SeatId } from '../../game/index.ts';
import type { MemberRecord } from '../../store/index.ts';
import type { Actions } from '../actions/actions.ts';
import { followBallots } from '../actions/ballot-lifecycle.ts';
import { changeCouncil } from '../actions/council-changes.ts';
import { type GameChange, withoutInteraction } from '../actions/game-transactions.ts';
import { type Caller, mayManageGame } from '../base/caller.ts';
import { plainName, reasonIn, WORDS } from '../base/common-words.ts';
import { byIdOrName } from '../base/fuzzy-match.ts';
import { clipped, type Reply, type ReplyButton, reply } from '../base/reply.ts';
import { CANNOT_JOIN, LETTING, SEAT_ANSWERS, SEATS, SIDE_CHANNEL, SITTING } from '../base/seat-words.ts';
import type { LiveBoardContents } from '../messages/live-board-contents.ts';
import { councilOf } from '../table/game-position.ts';
import { hidesSomething } from '../table/game-secret.ts';
import type { GameTable, LoadedGame } from '../table/game-tables.ts';
import type { Fact } from '../table/notice-sentences.ts';
import { type NoticePost, type Said, tableMessage } from '../table/said.ts';
import {
  mayNotJoin,
  mayNotLet,
  mayNotLetBot,
  memberName,
  noSuchSide,
  seenBeside,
  vacantButtons,
} from '../table/seat-rules.ts';

/** A member whom a command names; null for a bot. */
type Person = (Caller['member'] & { readonly hasLeft?: boolean }) | null;

export interface NamedChannel {
  readonly channel: string;
  /** Whether the member who names the channel can see it and write in it. */
  readonly open: boolean;
  /** The permissions that the bot lacks there, by Discord's names. */
  readonly lacks: readonly string[];
  /** Whether a role can see the channel, or a member by a permission of their own. Unknown for private threads. */
  canSee(id: string): boolean;
  /** Only of a forum: the tags that the bot may set, in lower case, and whether it may make tags. */
  readonly forum?: { readonly tags: ReadonlySet<string>; readonly makesTags: boolean };
}

export type SeatCommands = ReturnType<typeof createSeatCommands>;

export function createSeatCommands({ turns, transactions }: Actions, liveBoards: LiveBoardContents) {
  const { atTable, noGame, keepNotice, tables, store } = transactions;

  /** @param game the game whose button was pressed; null for the one played here */
  function join(caller: Caller, side: string, game: string | null = null): Reply | null {
    return atSide(caller, side, game, (table, seat) => {
      const no = mayNotJoin(store, table, seat, caller.member.discordId);
      if (no !== null) return reply('member', no);
      const ownSeats = seatsOf(table, caller.member);
      if (ownSeats.some(({ id }) => id === seat.id)) return reply('member', SEATS.already(seat.name));
      const before = store.sittersAt(table.game.id, seat.id);
      const member = sit(caller, table, seat, caller.member);
      if (ownSeats.length === 0) {
        const noWayBack = hidesSomething(table.system) ? [SEATS.noWayBack] : [];
        const small = [...noWayBack, ...lettings(table)].map((line): Fact => ['small', { fact: line }]);
        return seated(caller, table, [['joins', { bold: member.id }, { side: seat.id }], ...small]);
      }
      // A member of two sides can order for their opponents. So the members of this side are told, and how to undo it.
      return announced(caller, table, [['joinsToo', { pinged: true }, { bold: member.id }, { side: seat.id }]], before);
    });
  }

  /**
   * Puts a member on a side, also in place of the bot.
   * @param why the reason to let a member play who has seen another side's secrets; null if it must be asked for
   */
  function put(caller: Caller, person: Person, side: string, why: string | null = null): Reply | null {
    return forManagerAt(caller, side, (table, seat) => {
      if (!person) return reply('member', SEAT_ANSWERS.noBotSits);
      if (person.hasLeft) return reply('member', SEAT_ANSWERS.hasLeft);
      const letting = letPlay(caller, table, [seat], person, why);
      if ('to' in letting) return letting;
      const freed = withoutMachine(letting.table, seat.id);
      const { id } = sit(caller, freed, seat, person);
      const says: Fact[] = [['puts', bold(caller.member), { mention: id }, { side: seat.id }], ...letting.words];
      return seated(caller, freed, says, [person.discordId]);
    });
  }

  /**
   * Hands over a member's seats to another member, and their command.
   * @param why as for `put`
   */
  function replace(caller: Caller, person: Person, other: Person, why: string | null = null): Reply | null {
    return forManager(caller, (table) => {
      if (!person || !other) return reply('member', SEAT_ANSWERS.noBotSits);
      if (other.hasLeft) return reply('member', SEAT_ANSWERS.hasLeft);
      if (other.discordId === person.discordId) return reply('member', SEAT_ANSWERS.sameMember);
      const seats = seatsOf(table, person);
      const known = store.knownMember(person.discordId);
      if (seats.length === 0 || !known) return reply('member', SEAT_ANSWERS.sitsNowhere);
      const machine = seats.find(({ id }) => table.machines.includes(id));
      if (machine) return reply('member', CANNOT_JOIN.machine(machine.name));
      const letting = letPlay(caller, table, seats, other, why);
      if ('to' in letting) return letting;
      let after: LoadedGame = letting.table;
      for (const seat of seats) {
        const { id } = sit(caller, table, seat, other);
        store.leaveSeat(table.game.id, seat.id, known.id, caller.at);
        after = commandHandedOver(caller, after, seat.id, known, id);
      }
      const by = bold(caller.member);
      const mention = bold(other).bold;
      const the = seats.map(({ id }) => id);
      const says: Fact[] = [['replaces', by, { mention }, bold(person), { the }], ...letting.words];
      return announced(caller, followBallots(transactions, after, caller, 'council'), says, [other.discordId]);
    });
  }

  function bench(caller: Caller, person: Person, side: string | null): Reply | null {
    return atSides(caller, (table) => {
      if (!person) return reply('member', SEAT_ANSWERS.noBotSits);
      const isSelf = person.discordId === caller.member.discordId;
      if (!isSelf && !mayManageGame(caller, table.game)) return reply('member', WORDS.mayNotManageGame);
      const wanted = side === null ? null : byIdOrName(table.system.about.seats, side);
      if (wanted === undefined) return reply('member', noSuchSide(table.system));
      const seats = seatsOf(table, person).filter(({ id }) => wanted === null || id === wanted.id);
      const known = store.knownMember(person.discordId);
      if (seats.length === 0 || !known)
        return reply('member', isSelf ? SEAT_ANSWERS.sitNowhere : SEAT_ANSWERS.sitsNowhere);
      let after: LoadedGame = table;
      for (const seat of seats) {
        store.leaveSeat(table.game.id, seat.id, known.id, caller.at);
        store.dropDeferredPing(table.game.id, seat.id, known.id);
        after = commandHandedOver(caller, after, seat.id, known, null);
      }
      const who = bold(person);
      const the = seats.map(({ id }) => id);
      const says: Fact = isSelf ? ['leaves', who, { the }] : ['takesOff', bold(caller.member), who, { the }];
      return seated(caller, followBallots(transactions, after, caller, 'council'), [says]);
    });
  }

  /** Sets a role that is pinged in place of the side's members. */
  function setRole(caller: Caller, side: string, role: string | null): Reply | null {
    return forManagerAt(caller, side, (table, seat) => {
      if (role !== null && role === caller.everyone) return reply('member', SEAT_ANSWERS.notEveryone);
      store.setRole(table.game.id, seat.id, role);
      return announced(caller, table, [['pings', bold(caller.member), { side: seat.id }, role]]);
    });
  }

  /** Sets the channel for a side's ballots, from the next one on. Null lets members vote only in private. */
  function setChannel(caller: Caller, side: string, named: NamedChannel | null): Reply | null {
    return forManagerAt(caller, side, (table, seat) => {
      const no = named && mayNotHoldBallots(caller, table, seat, named);
      if (no) return reply('member', no);
      const channel = named?.channel ?? null;
      store.setChannel(table.game.id, seat.id, channel);
      return announced(caller, table, [['votesIn', bold(caller.member), { side: seat.id }, channel]]);
    });
  }

  /** Why a channel can't hold a side's ballots; null if it can. */
  function mayNotHoldBallots(
    caller: Caller,
    table: GameTable,
    seat: Seat,
    { channel, open, lacks, canSee }: NamedChannel,
  ): string | null {
    const { game, system } = table;
    const others = system.about.seats.filter(({ id }) => id !== seat.id);
    if (channel === game.channel) return SEAT_ANSWERS.bothSidesSee;
    if (store.runningIn(channel)) return SIDE_CHANNEL.hasGame(channel);
    if (others.some(({ id }) => store.channelOf(game.id, id) === channel)) return SIDE_CHANNEL.ofOther(channel);
    if (!open) return SEAT_ANSWERS.channelNotYours;
    if (lacks.length > 0) return SIDE_CHANNEL.cannotPost(channel, lacks);
    if (caller.everyone !== null && canSee(caller.everyone)) return SIDE_CHANNEL.seenByAll(channel);
    const seeing = others.find(({ id }) =>
      [store.roleOf(game.id, id) ?? [], store.sittersAt(game.id, id)].flat().some(canSee),
    );
    return seeing ? SIDE_CHANNEL.seenBy(channel, seeing.name) : null;
  }

  /** Lets sides whose ballot channel was deleted vote only in private. */
  function channelGone(channel: string, at: number): void {
    const seats = store.seatsOfChannel(channel);
    if (seats.length === 0) return;
    store.transaction(() => {
      for (const { game: id, seat } of seats) {
        store.setChannel(id, seat, null);
        const game = store.game(id);
        if (game) keepNotice('news', game, at, [SEAT_ANSWERS.sideChannelGone]);
      }
    });
  }

  /**
   * Gives a side to the bot. Its members stay and watch.
   * @param game the game whose button, for vacant sides, was pressed. Null for any side of the game played here.
   */
  function giveToMachine(caller: Caller, side: string, game: string | null = null): Reply | null {
    return atSide(caller, side, game, (table, seat) => {
      const isBots = table.machines.includes(seat.id);
      if (game !== null && isBots) return reply('member', SEAT_ANSWERS.machineAlready);
      if (game !== null && !table.vacant.includes(seat.id))
        return reply('member', SEATS.sideTaken(sitters(table, seat)));
      const no = mayNotLetBot(store, table, caller, seat);
      if (no !== null) return reply('member', no);
      if (!table.system.play?.machine) return reply('member', SEAT_ANSWERS.noMachineHere);
      if (isBots) return reply('member', SEAT_ANSWERS.machineAlready);
      store.setMachine(table.game.id, seat.id);
      const says: Fact = ['letsBot', bold(caller.member), { side: seat.id }];
      const { after, said } = seated(caller, table, [says]);
      if (game === null) return { after, said };
      const asked = after.system.rules.asked(after.position.state).map((one) => one.seat);
      const isMembersTurn = asked.some((id) => !after.machines.includes(id) && !after.vacant.includes(id));
      // The bot's orders bring a map. On a member's turn there would be none, and the last map may be far up.
      const { notices, notice } = said;
      const message = isMembersTurn ? tableMessage(after, notice.says as readonly Fact[], { notices }) : said;
      return { after, said: { ...message, settles: says } };
    });
  }

  function list(caller: Caller): Reply | null {
    return atSides(caller, (table) => {
      const { system, position } = table;
      const asked = system.rules.asked(position.state).map(({ seat }) => seat);
      const lines = system.about.seats.map((seat) => {
        const turn = asked.includes(seat.id) ? SITTING.toAct : '';
        return [`**${seat.name}**${turn}: ${sitters(table, seat)}`, ...pinged(table, seat)].join('\n');
      });
      return reply('member', [...lines, `-# ${SEAT_ANSWERS.howToSit}`].join('\n'), { rows: [vacantButtons(table)] });
    });
  }

  function sitters(table: GameTable, seat: Seat): string {
    if (table.machines.includes(seat.id)) return SITTING.bot;
    const names = store.membersAt(table.game.id, seat.id).map(({ name }) => plainName(name));
    if (names.length === 0) return SITTING.nobody;
    const { mode, commanders } = councilOf(table.position, seat.id);
    const commander = mode === 'commander' ? commanders[0] : undefined;
    const commands = commander === undefined ? '' : SITTING.commands(memberName(store, commander));
    return `${names.join(', ')}${mode === 'vote' ? SITTING.vote : ''}${commands}`;
  }

  function pinged(table: GameTable, seat: Seat): string[] {
    const role = store.roleOf(table.game.id, seat.id);
    const channel = store.channelOf(table.game.id, seat.id);
    const awaited = turns.schedule.awaited(table, seat.id);
    const ends = awaited && turns.schedule.ends(table.game.id, awaited.asked);
    return [
      ...(role === null ? [] : [SITTING.pings(role)]),
      ...(channel === null ? [] : [SITTING.votesIn(channel)]),
      ...(ends === null ? [] : [SITTING.ends(ends)]),
    ];
  }

  function seatsOf({ game, system }: GameTable, { discordId }: NonNullable<Person>): Seat[] {
    const taken = store.seatsOf(game.id, discordId);
    return system.about.seats.filter(({ id }) => taken.includes(id));
  }

  /**
   * Logs each side that a member plays despite having seen another's secrets.
   * @returns the table after that, with words for the channel; or a refusal, or a question for the reason
   */
  function letPlay(
    caller: Caller,
    table: GameTable,
    seats: readonly Seat[],
    person: NonNullable<Person>,
    why: string | null,
  ): { readonly table: GameTable; readonly words: readonly Fact[] } | Reply {
    const crossed = seats.flatMap((seat) => {
      const sits = store.sittersAt(table.game.id, seat.id).includes(person.discordId);
      const seen = sits ? null : seenBeside(store, table, seat, person.discordId, seats);
      return seen ? [{ seat, seen }] : [];
    });
    const [first] = crossed;
    if (!first) return { table, words: [] };
    for (const { seat, seen } of crossed) {
      const no = mayNotLet(store, table, caller, person, seat, seen);
      if (no !== null) return reply('member', no);
    }
    const reason = why === null ? null : reasonIn(clipped(why, LIMITS.reason));
    if (reason === null) return reply('member', LETTING.ask(person.name, first.seen.name, first.seat.name));
    const { id } = store.member(person.discordId, person.name);
    const actor = withoutInteraction(caller);
    const after = crossed.reduce((so, { seat }) => {
      const council = councilOf(so.position, seat.id);
      return changeCouncil(transactions, actor, so, seat.id, council, 'member', { admitted: { member: id, reason } });
    }, table);
    return { table: after, words: lettings(after).slice(-crossed.length) };
  }

  function lettings({ game }: GameTable): Fact[] {
    const entries = store.councilsIn(game.id).filter(({ lets }) => lets !== undefined);
    return entries.map(({ seq }) => ({ letting: seq }));
  }

  function bold({ discordId, name }: NonNullable<Person>): { readonly bold: MemberId } {
    return { bold: store.member(discordId, name).id };
  }

  function sit(
    { at }: Caller,
    { game }: LoadedGame,
    { id }: Seat,
    { discordId, name }: NonNullable<Person>,
  ): MemberRecord {
    const member = store.member(discordId, name);
    store.sit(game.id, id, member.id, at);
    return member;
  }

  /** If a member commands a seat, `other` takes over; if that is null, the remaining commanders do. */
  function commandHandedOver(
    caller: Caller,
    table: LoadedGame,
    seat: SeatId,
    { id }: MemberRecord,
    other: number | null,
  ): LoadedGame {
    const council = councilOf(table.position, seat);
    if (!council.commanders.includes(id)) return table;
    const commanders = council.commanders.filter((member) => member !== other);
    const next =
      other === null
        ? withoutMembers(council, (member) => member === id)
        : { ...council, commanders: commanders.map((member) => (member === id ? other : member)) };
    return changeCouncil(transactions, withoutInteraction(caller), table, seat, next, 'member');
  }

  function withoutMachine(table: GameTable, seat: SeatId): GameTable {
    if (!table.machines.includes(seat)) return table;
    store.removeMachine(table.game.id, seat);
    return tables.withBallots(table);
  }

  /** Announces who sits where now, and which sides are vacant. */
  function seated(caller: Caller, before: GameTable, says: readonly Fact[], pinged: readonly string[] = []) {
    const table = tables.withBallots(before);
    const vacant: Fact[] =
      table.system.play?.machine && table.vacant.length > 0 ? [['nobodyPlays', { sides: table.vacant }]] : [];
    const { after, said } = announced(caller, table, [...says, ...vacant], pinged, vacantButtons(table));
    // The board has buttons for vacant sides. If the bot orders next, its orders bring the board.
    const asked = after.system.rules.asked(after.position.state);
    const isBotsTurn = asked.every(({ seat }) => after.machines.includes(seat));
    return { after, said: { ...said, board: isBotsTurn ? null : liveBoards.boardOf(after, 'beside') } };
  }

  function announced(
    caller: Caller,
    after: GameTable,
    says: readonly Fact[],
    pinged: readonly string[] = [],
    buttons: readonly ReplyButton[] = [],
  ): GameChange & { readonly said: NoticePost } {
    const users = pinged.filter((one) => one !== caller.member.discordId);
    const more = { pings: { roles: [], users }, rows: [buttons] };
    return { after, said: keepNotice('news', after.game, caller.at, says, more) };
  }

  function atSides(caller: Caller, work: (table: GameTable) => Said | GameChange): Reply | null {
    return atTable(caller, null, (table) =>
      table.system.about.seats.length < 2 ? reply('member', WORDS.oneSide) : work(table),
    );
  }

  /** @param game the game whose button was pressed; null for the one played here */
  function atSide(
    caller: Caller,
    side: string,
    game: string | null,
    work: (table: GameTable, seat: Seat) => Said | GameChange,
  ): Reply | null {
    return atTable(caller, null, (table) => {
      if (game !== null && game !== table.game.id) return noGame(caller, { game, seq: 0 });
      if (table.system.about.seats.length < 2) return reply('member', WORDS.oneSide);
      const seat = byIdOrName(table.system.about.seats, side);
      return seat ? work(table, seat) : reply('member', noSuchSide(table.system));
    });
  }

  /** Runs `work` for moderators and the member who started the game. */
  function forManager(caller: Caller, work: (table: GameTable) => Reply | GameChange): Reply | null {
    return atSides(caller, (table) =>
      mayManageGame(caller, table.game) ? work(table) : reply('member', WORDS.mayNotManageGame),
    );
  }

  function forManagerAt(
    caller: Caller,
    side: string,
    work: (table: GameTable, seat: Seat) => Reply | GameChange,
  ): Reply | null {
    return forManager(caller, (table) => {
      const seat = byIdOrName(table.system.about.seats, side);
      return seat ? work(table, seat) : reply('member', noSuchSide(table.system));
    });
  }

  return { join, put, replace, bench, setRole, setChannel, channelGone, giveToMachine, list };
}
