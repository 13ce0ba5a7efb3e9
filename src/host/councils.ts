import {
  type Complaint,
  type Council,
  changed,
  changesInWords,
  HOUR,
  handedOn,
  inCommand,
  isComplaint,
  LIMITS,
  listed,
  type MemberId,
  readCouncil,
} from '../council/index.ts';
import type { SeatId } from '../game/index.ts';
import type { CouncilCause } from '../store/index.ts';
import { silenceOf } from './ballots.ts';
import type { Caller } from './caller.ts';
import { councilOf, councilsAfter } from './fold.ts';
import { type Actor, further, type Ledger } from './ledger.ts';
import type { Table } from './table.ts';
import { plainName, WORDS } from './wording.ts';

/** A table as it stands but for its ballots, which whoever changes it follows up. */
type Bare = Omit<Table, 'ballots'>;

/** Changes of how a seat decides, each an entry of the log. */
export class Councils {
  readonly #ledger: Ledger;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
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
    const { store } = this.#ledger;
    const names: Readonly<Record<string, string>> = { ...people, [caller.member.discordId]: caller.member.name };
    // Whoever asks for a commander and names none is the one.
    const alone = draft.mode === 'commander' && council.commanders.length === 0 && draft.commanders === undefined;
    const whole = alone ? { ...draft, commanders: [caller.member.discordId] } : draft;
    return changed(council, whole, (discordId) => store.member(discordId, names[discordId] ?? 'Somebody').id);
  }

  /** Appends a change to the log and sets the clock of its silence. `owes`: the channel is to see a map of it. */
  change(
    actor: Actor,
    table: Bare,
    seat: SeatId,
    council: Council,
    cause: CouncilCause,
    { ballot = null, owes = false }: { readonly ballot?: number | null; readonly owes?: boolean } = {},
  ): Bare {
    const { game, position } = table;
    const seq = position.seq + 1;
    this.#ledger.append(actor, game, seq, { kind: 'council', seat, council, cause, ballot }, owes);
    this.#listen(table, seat, council, actor.at);
    return { ...table, position: { ...position, seq, councils: { ...position.councils, [seat]: council } } };
  }

  /** After an order: the silence begins anew, or command passes on. */
  afterOrder(
    actor: Actor,
    table: Bare,
    seat: SeatId,
  ): { readonly table: Bare; readonly words: readonly string[]; readonly pings: readonly string[] } {
    const council = councilOf(table.position, seat);
    if (!rotates(council)) return { table, words: [], pings: [] };
    if (council.rotate.after === 'silence') {
      this.#listen(table, seat, council, actor.at);
      return { table, words: [], pings: [] };
    }
    const next = handedOn(council);
    const passed = this.change(further(actor), table, seat, next, 'order', { owes: true });
    return { table: passed, ...this.taken(next) };
  }

  /** Command passes on since its holder has been silent too long. Null: there is nobody to take it. */
  afterSilence(actor: Actor, table: Bare, seat: SeatId): Bare | null {
    const council = councilOf(table.position, seat);
    if (!rotates(council) || council.rotate.after !== 'silence') return null;
    return this.change(actor, table, seat, handedOn(council), 'silence', { owes: true });
  }

  /** After the order of an entry has been taken back: command returns to whoever gave it. */
  afterUndo(actor: Actor, table: Bare, seat: SeatId, order: number): Bare {
    const entries = this.#ledger.store.entries(table.game.id);
    const last = entries.findLast((entry) => entry.kind === 'council' && entry.seat === seat);
    if (last?.kind !== 'council' || last.cause !== 'order' || last.seq !== order + 1) return table;
    const before = councilOf({ councils: councilsAfter(entries.slice(0, last.seq)) }, seat);
    return this.change(further(actor), table, seat, before, 'undo', { owes: true });
  }

  /** What is said when somebody has taken command, and who is to hear of it. */
  taken(council: Council): { readonly words: readonly string[]; readonly pings: readonly string[] } {
    const holder = council.commanders[0];
    const member = holder === undefined ? null : this.#ledger.store.memberById(holder);
    if (!member) return { words: [], pings: [] };
    const name = member.discordId === null ? `**${plainName(member.name)}**` : `<@${member.discordId}>`;
    return { words: [`Command passes to ${name}.`], pings: member.discordId === null ? [] : [member.discordId] };
  }

  /** Why a member may not give orders here; null: they may. */
  mayNotOrder({ member }: Caller, council: Council): string | null {
    if (council.mode !== 'commander') return null;
    const holders = inCommand(council);
    if (this.isAmong(holders, member.discordId)) return null;
    const names = listed(
      holders.map((holder) => `**${this.name(holder)}**`),
      'or',
    );
    return `Command is with ${names} now. ${council.rotate.after === 'never' ? WORDS.askForCommand : WORDS.joinRota}`;
  }

  isAmong(members: readonly MemberId[], discordId: string): boolean {
    return members.some((member) => this.#ledger.store.memberById(member)?.discordId === discordId);
  }

  /** Changes as clauses. */
  inWords(before: Council, after: Council): string[] {
    return changesInWords(before, after, (member) => this.name(member));
  }

  name(member: MemberId): string {
    return plainName(this.#ledger.store.memberById(member)?.name ?? '');
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

  #listen({ game }: Bare, seat: SeatId, council: Council, at: number): void {
    const { store } = this.#ledger;
    if (rotates(council) && council.rotate.after === 'silence')
      store.setAlarm(game.id, silenceOf(seat), at + council.rotate.hours * HOUR);
    else store.clearAlarm(game.id, silenceOf(seat));
  }
}

function rotates({ mode, commanders, rotate }: Council): boolean {
  return mode === 'commander' && rotate.after !== 'never' && commanders.length > 1;
}
