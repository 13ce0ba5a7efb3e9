import {
  applyDraft,
  type Complaint,
  type Council,
  HOUR,
  handedOn,
  inCommand,
  isComplaint,
  LIMITS,
  type MemberId,
  OPEN_COUNCIL,
  readCouncil,
} from '../../council/index.ts';
import type { SeatId } from '../../game/index.ts';
import type { CouncilCause } from '../../store/index.ts';
import type { Caller } from '../base/caller.ts';
import { COMMAND, COUNCIL_ANSWERS } from '../base/voting-words.ts';
import { silenceAlarm } from '../table/alarms.ts';
import { isAmong, memberName } from '../table/council-members.ts';
import { councilOf } from '../table/game-position.ts';
import type { CouncilTable, GameTable, LoadedGame } from '../table/game-tables.ts';
import type { Fact } from '../table/notice-sentences.ts';
import { type Actor, type GameTransactions, withoutInteraction } from './game-transactions.ts';

/** Changes of how a seat decides, each an entry of the log. */
export class CouncilChanges {
  readonly #transactions: GameTransactions;

  constructor(transactions: GameTransactions) {
    this.#transactions = transactions;
  }

  /** What a `/council` command asks for, put to a council as it is. A complaint is a sentence for the member. */
  asked(
    caller: Caller,
    council: Council,
    options: Readonly<Record<string, string>>,
    people: Readonly<Record<string, string>>,
  ): Council | Complaint {
    const draft = readCouncil(options, caller.everyone);
    if (isComplaint(draft)) return draft;
    const { store } = this.#transactions;
    const names: Readonly<Record<string, string>> = { ...people, [caller.member.discordId]: caller.member.name };
    // A member who asks for a commander and names none becomes the commander.
    const alone = draft.mode === 'commander' && council.commanders.length === 0 && draft.commanders === undefined;
    const whole = alone ? { ...draft, commanders: [caller.member.discordId] } : draft;
    // Discord's own lists hold bots too, and take members who have left; people are those who are neither.
    if (whole.commanders?.some((commander) => !Object.hasOwn(names, commander)))
      return { complaint: COUNCIL_ANSWERS.noBots };
    return applyDraft(council, whole, (discordId) => store.member(discordId, names[discordId] ?? 'Somebody').id);
  }

  /** Appends a change to the log and sets the clock of its silence. `owes`: the channel gets a map with it. */
  change<Of extends CouncilTable>(
    actor: Actor,
    table: Of,
    seat: SeatId,
    council: Council,
    cause: CouncilCause,
    { ballot = null, owes = false }: { readonly ballot?: number | null; readonly owes?: boolean } = {},
  ): Of {
    const { game, position } = table;
    const seq = position.seq + 1;
    const before = councilOf(position, seat);
    this.#transactions.append(actor, game, seq, { kind: 'council', seat, council, cause, ballot }, owes);
    // Who waits in the rota doesn't change the silence of the member in command.
    if (silence(before) !== silence(council)) this.#listen(table, seat, council, actor.at);
    return { ...table, position: { ...position, seq, councils: { ...position.councils, [seat]: council } } };
  }

  /** Notes in the log that a member is let onto a seat though they have seen another's secrets. */
  let(actor: Actor, table: GameTable, seat: SeatId, member: MemberId, reason: string): GameTable {
    const { game, position } = table;
    const seq = position.seq + 1;
    const body = { kind: 'council', seat, council: councilOf(position, seat), cause: 'member', ballot: null } as const;
    this.#transactions.append(actor, game, seq, { ...body, lets: member, reason }, false);
    return { ...table, position: { ...position, seq } };
  }

  /** After an order: the silence begins anew, or command passes on. */
  afterOrder(
    actor: Actor,
    table: LoadedGame,
    seat: SeatId,
  ): { readonly table: LoadedGame; readonly words: readonly Fact[]; readonly pings: readonly string[] } {
    const council = councilOf(table.position, seat);
    if (!rotates(council)) return { table, words: [], pings: [] };
    if (council.rotate.after === 'silence') {
      this.#listen(table, seat, council, actor.at);
      return { table, words: [], pings: [] };
    }
    const next = handedOn(council);
    const passed = this.change(withoutInteraction(actor), table, seat, next, 'order', { owes: true });
    return { table: passed, ...this.taken(next) };
  }

  /**
   * Command passes on since its holder has been silent too long. `rests`: everybody in the rota has been; null: there is nobody to
   * take it.
   */
  afterSilence(actor: Actor, table: LoadedGame, seat: SeatId): LoadedGame | 'rests' | null {
    const council = councilOf(table.position, seat);
    if (!rotates(council) || council.rotate.after !== 'silence') return null;
    if (this.#silences(table, seat) >= council.commanders.length - 1) {
      this.#transactions.store.clearAlarm(table.game.id, silenceAlarm(seat));
      return 'rests';
    }
    return this.change(actor, table, seat, handedOn(council), 'silence', { owes: true });
  }

  /** How often command has passed on by silence since anything else was done for a seat. */
  #silences({ game }: LoadedGame, seat: SeatId): number {
    let silences = 0;
    for (const entry of this.#transactions.store.entriesBackwards(game.id)) {
      const isOwn = entry.kind === 'undo' || ('seat' in entry && entry.seat === seat);
      if (isOwn && (entry.kind !== 'council' || entry.cause !== 'silence')) break;
      if (isOwn) silences += 1;
    }
    return silences;
  }

  /** Whether the whole rota has been silent, so that the first of them to order takes command. */
  #rests({ game, position }: LoadedGame, seat: SeatId): boolean {
    const council = councilOf(position, seat);
    const silent = rotates(council) && council.rotate.after === 'silence';
    return silent && this.#transactions.store.alarm(game.id, silenceAlarm(seat)) === null;
  }

  /** Before an order: the member who gives it while nobody commands takes command. */
  takenUp(caller: Caller, table: GameTable, seat: SeatId): GameTable {
    const council = councilOf(table.position, seat);
    const giver = council.commanders.find((member) =>
      isAmong(this.#transactions.store, [member], caller.member.discordId),
    );
    if (giver === undefined || giver === council.commanders[0] || !this.#rests(table, seat)) return table;
    const commanders = [giver, ...council.commanders.filter((member) => member !== giver)];
    const changed = this.change(withoutInteraction(caller), table, seat, { ...council, commanders }, 'member', {
      owes: true,
    });
    return { ...table, ...changed };
  }

  /** After the order of an entry has been taken back: command returns to the member who gave it, if it passed on with that order alone. */
  afterUndo(actor: Actor, table: LoadedGame, seat: SeatId, order: number): LoadedGame {
    const { store } = this.#transactions;
    let at = order + 1;
    let next = store.entry(table.game.id, at);
    // Steps that were passed belong to the order before them.
    while (next?.kind === 'order' && next.cause === 'pass') next = store.entry(table.game.id, ++at);
    if (next?.kind !== 'council' || next.cause !== 'order' || next.seat !== seat) return table;
    const now = councilOf(table.position, seat);
    const before = store.councilAt(table.game.id, seat, order) ?? OPEN_COUNCIL;
    if (now.commanders.join() !== next.council.commanders.join()) return table;
    const back = { ...now, commanders: before.commanders };
    return this.change(withoutInteraction(actor), table, seat, back, 'undo', { owes: true });
  }

  /** What is said when a member has taken command, and who is pinged. */
  taken(council: Council): { readonly words: readonly Fact[]; readonly pings: readonly string[] } {
    const holder = council.commanders[0];
    const member = holder === undefined ? null : this.#transactions.store.memberById(holder);
    if (!member) return { words: [], pings: [] };
    return {
      words: [['passesTo', { mention: member.id }]],
      pings: member.discordId === null ? [] : [member.discordId],
    };
  }

  /** Why a member may not give orders here; null: they may. */
  mayNotOrder({ member }: Caller, table: LoadedGame, seat: SeatId): string | null {
    const council = councilOf(table.position, seat);
    if (council.mode !== 'commander') return null;
    const holders = this.#rests(table, seat) ? council.commanders : inCommand(council);
    if (isAmong(this.#transactions.store, holders, member.discordId)) return null;
    const names = holders.map((holder) => `**${memberName(this.#transactions.store, holder)}**`);
    return COMMAND.only(
      names,
      council.rotate.after === 'never' ? COUNCIL_ANSWERS.askForCommand : COUNCIL_ANSWERS.joinRota,
    );
  }

  /** The rota with one more or one fewer. Null: nothing would change. */
  static rota(council: Council, member: MemberId, join: boolean): Council | null {
    const there = council.commanders.includes(member);
    if (there === join || (join && council.commanders.length >= LIMITS.commanders)) return null;
    const commanders = join
      ? [...council.commanders, member]
      : council.commanders.filter((commander) => commander !== member);
    return { ...council, commanders };
  }

  #listen({ game }: CouncilTable, seat: SeatId, council: Council, at: number): void {
    const { store } = this.#transactions;
    if (rotates(council) && council.rotate.after === 'silence')
      store.setAlarm(game.id, silenceAlarm(seat), at + council.rotate.hours * HOUR);
    else store.clearAlarm(game.id, silenceAlarm(seat));
  }
}

/** What the clock of a silence runs for: whose it is, and how long it may last. */
function silence(council: Council): string {
  return rotates(council) ? JSON.stringify([council.commanders[0], council.rotate]) : '';
}

function rotates({ mode, commanders, rotate }: Council): boolean {
  return mode === 'commander' && rotate.after !== 'never' && commanders.length > 1;
}
