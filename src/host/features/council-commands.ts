import { type Council, isComplaint, motionRules, standingVotes, TAKING_PART } from '../../council/index.ts';
import type { SeatId } from '../../game/index.ts';
import type { Actions } from '../actions/actions.ts';
import { openBallot } from '../actions/ballot-lifecycle.ts';
import { askedCouncil, changedRota } from '../actions/council-changes.ts';
import type { GameChange } from '../actions/game-transactions.ts';
import { hidesOrders, MOTION_CHOICE } from '../base/ballot-choice.ts';
import { type Caller, mayManageGame } from '../base/caller.ts';
import { WORDS } from '../base/common-words.ts';
import { type Reply, reply } from '../base/reply.ts';
import { COUNCIL_ANSWERS, PANEL } from '../base/voting-words.ts';
import { changeQuestion, settingPanel, sidesPanel } from '../messages/council-panel.ts';
import { councilOf } from '../table/game-position.ts';
import type { GameTable } from '../table/game-tables.ts';
import type { Fact } from '../table/notice-sentences.ts';
import { type OpenBallot, orderBallot } from '../table/open-ballots.ts';
import type { CouncilPanel, Said } from '../table/said.ts';
import { councilChanges, isAmong, seatOf, sideMeant, sideNameOf, sitsAt } from '../table/seat-rules.ts';

/** `/council` and its panel: how a table decides, and how that is changed. */
export function createCouncilCommands({ closing, votes, transactions }: Actions) {
  const { tables, atTable, store, noGame } = transactions;

  function show(caller: Caller, side: string | null = null): Reply | null {
    return atTable(caller, null, (table) =>
      side === null && seatOf(store, table, caller) === null
        ? sidesPanel(caller, table, store)
        : atSide(caller, table, side, (seat) => panelOf(caller, table, seat)),
    );
  }

  function setting(caller: Caller, name: string, side: string | null = null): Reply | null {
    return ofGame(
      caller,
      null,
      side,
      (table, seat, council) => settingPanel(table, seat, council, store, name) ?? panelOf(caller, table, seat),
    );
  }

  function panelOf(caller: Caller, table: GameTable, seat: SeatId): CouncilPanel {
    return { say: 'panel', caller, table, seat };
  }

  /**
   * Changes how this table decides, or opens a ballot on the change.
   * @param people the names of the members that the options name, by Discord id
   * @param sure false to ask first whether a ballot may be opened or cancelled
   * @param game the game whose panel was pressed; null for the one played here
   */
  function set(
    caller: Caller,
    options: Readonly<Record<string, string>>,
    people: Readonly<Record<string, string>>,
    sure = true,
    game: string | null = null,
    side: string | null = null,
  ): Reply | null {
    return ofGame(caller, game, side, (table, seat, council) => {
      if (Object.keys(options).length === 0) return panelOf(caller, table, seat);
      // Reading the options stores members' names. A change that is refused must store none, so it is refused first.
      if ('secret' in options && table.system.about.seats.length === 1) return reply('member', WORDS.oneSide);
      if (options.secret === 'false' && hidesOrders(table.system)) return reply('member', COUNCIL_ANSWERS.alwaysSecret);
      const no = mayNotChange(caller, table, seat);
      if (no !== null) return reply('member', no);
      const next = askedCouncil(transactions, caller, council, options, people);
      if (isComplaint(next)) return reply('member', next.complaint);
      const question = sure ? null : questionBefore(caller, table, seat, next, options);
      return question ?? proposed(caller, table, seat, next);
    });
  }

  function rota(caller: Caller, join: boolean, game: string | null = null, side: string | null = null): Reply | null {
    return ofGame(caller, game, side, (table, seat, council) => {
      if (!sitsAt(store, table, caller.member.discordId, seat)) return reply('member', notOfSide(table, seat));
      if (council.mode !== 'commander' || council.rotate.after === 'never')
        return reply('member', COUNCIL_ANSWERS.notInRota);
      const { discordId, name } = caller.member;
      const isInRota = isAmong(store, council.commanders, discordId);
      if (!join && !isInRota) return reply('member', COUNCIL_ANSWERS.outOfRota);
      const { id } = store.member(discordId, name);
      if (!join && council.commanders.length === 1 && council.commanders[0] === id)
        return reply('member', COUNCIL_ANSWERS.lastInRota);
      const next = changedRota(council, id, join);
      if (!next) return reply('member', isInRota ? COUNCIL_ANSWERS.alreadyInRota : COUNCIL_ANSWERS.rotaFull);
      return adopted(caller, table, seat, next, null);
    });
  }

  function proposed(caller: Caller, table: GameTable, seat: SeatId, next: Council): Said | GameChange {
    const council = councilOf(table.position, seat);
    const side = sideNameOf(table.system, seat);
    if (councilChanges(store, council, next, side).length === 0)
      return reply('member', side === null ? COUNCIL_ANSWERS.sameCouncil : COUNCIL_ANSWERS.sameWay);
    if (!mayManageGame(caller, table.game)) return putToVote(caller, table, seat, next);
    const { id } = store.member(caller.member.discordId, caller.member.name);
    return adopted(caller, table, seat, next, ['decides', { bold: id }, { side: seat }]);
  }

  /** Asks for confirmation before a ballot is opened or cancelled; null if neither would happen. */
  function questionBefore(
    caller: Caller,
    table: GameTable,
    seat: SeatId,
    next: Council,
    options: Readonly<Record<string, string>>,
  ): Reply | null {
    const [[setting, value] = ['', '']] = Object.entries(options);
    const council = councilOf(table.position, seat);
    const changes = councilChanges(store, council, next, sideNameOf(table.system, seat)).join('; ');
    if (changes === '') return null;
    if (!mayManageGame(caller, table.game))
      return changeQuestion(table, seat, PANEL.opensBallot(changes), PANEL.putToVote, setting, value);
    const votes = standingVotes(orderBallot(table, seat)?.votes ?? []).length;
    if (votes === 0 || next.mode === council.mode) return null;
    return changeQuestion(table, seat, PANEL.cancelsBallot(votes, changes), PANEL.changeIt, setting, value);
  }

  /** @param by begins the channel's sentence */
  function adopted(caller: Caller, table: GameTable, seat: SeatId, next: Council, by: Fact | null): GameChange {
    const change = closing.adopt(caller, table, seat, next, { cause: 'member', ballot: null, by });
    return { ...change, alone: panelOf(caller, change.after, seat) };
  }

  function mayNotChange(caller: Caller, table: GameTable, seat: SeatId): string | null {
    if (mayManageGame(caller, table.game)) return null;
    if (!sitsAt(store, table, caller.member.discordId, seat)) return notOfSide(table, seat);
    if (store.openBallot(table.game.id, seat, 'council')) return COUNCIL_ANSWERS.motionOpen;
    const rules = motionRules(councilOf(table.position, seat), 0);
    return votes.mayNotVote(caller, table, {
      id: null,
      rules,
      openedAt: caller.at,
      seat,
      seq: table.position.seq,
      votes: [],
      subject: { kind: 'council' },
      clockwork: { closes: caller.at + rules.window },
    });
  }

  /** Opens a ballot on a change, with the vote of the member who proposes it. */
  function putToVote(caller: Caller, table: GameTable, seat: SeatId, proposed: Council): Said | GameChange {
    const { game, position } = table;
    const lately = store.takingPart({ game: game.id, seat, seq: position.seq, at: caller.at }, TAKING_PART);
    const rules = motionRules(councilOf(position, seat), lately.length);
    const id = openBallot(transactions, table, seat, { kind: 'council', proposed }, caller, rules);
    const loaded = tables.withBallots(table);
    const cast = votes.cast(caller, loaded, ballotOf(loaded, id), MOTION_CHOICE.for, null);
    if (!('say' in cast) || cast.say !== 'own-vote') return cast;
    const now = tables.withBallots(table);
    const channelReply = { say: 'motion', table: now, ballot: ballotOf(now, id) } as const;
    return { ...cast, what: 'proposed', replaces: true, channelReply };
  }

  /**
   * Runs `work` at a side, if the channel still plays the game.
   * @param game null for the one played here
   */
  function ofGame(
    caller: Caller,
    game: string | null,
    side: string | null,
    work: (table: GameTable, seat: SeatId, council: Council) => Said | GameChange,
  ): Reply | null {
    return atTable(caller, null, (table) =>
      atSide(caller, table, side, (seat) =>
        game === null || game === table.game.id
          ? work(table, seat, councilOf(table.position, seat))
          : noGame(caller, { game, seq: 0 }),
      ),
    );
  }

  function atSide<Result>(
    caller: Caller,
    table: GameTable,
    side: string | null,
    work: (seat: SeatId) => Result,
  ): Result | Reply {
    const seat = sideMeant(store, table, caller, side, []);
    return typeof seat === 'string' ? work(seat) : seat;
  }

  return { show, setting, set, rota };
}

export function notOfSide({ system }: GameTable, seat: SeatId): string {
  return PANEL.onlyForSide(sideNameOf(system, seat) ?? '');
}

function ballotOf({ ballots }: GameTable, id: number): OpenBallot {
  const found = ballots.find((ballot) => ballot.id === id);
  if (!found) throw new Error(`There is no open ballot ${id}`);
  return found;
}
