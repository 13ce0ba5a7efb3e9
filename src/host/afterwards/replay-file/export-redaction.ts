import { type BallotRules, type Council, type Decision, type MemberId, MINUTE } from '../../../council/index.ts';
import type { Order, SeatId, Throw } from '../../../game/index.ts';
import { count } from '../../../kit/plain-english.ts';
import type {
  BallotRecord,
  DatasetRecord,
  EntryRecord,
  GameRecord,
  MemberRecord,
  VoteRecord,
} from '../../../store/index.ts';
import { MOTION_CHOICE, ordersIn, readChoice, soleOrder } from '../../base/ballot-choice.ts';
import { nameAlone } from '../../base/common-words.ts';
import type { LogWords } from '../../table/log-words.ts';
import type {
  ExportedChoice,
  ExportedCouncil,
  ExportedDecision,
  ExportedOrder,
  ExportedRules,
  ExportedThrow,
} from './replay-schema.ts';

/** All stored facts on a game. */
export interface GameArchive {
  readonly game: GameRecord;
  readonly dataset: DatasetRecord;
  readonly entries: readonly EntryRecord[];
  /** The oldest first. */
  readonly ballots: readonly BallotRecord[];
  readonly votes: readonly (VoteRecord & { readonly ballot: number })[];
  memberById(member: MemberId): MemberRecord | null;
}

/** Makes parts of a file. While the game goes on, they are without its secrets. */
export class RedactedParts {
  readonly voice: LogWords;
  readonly archive: GameArchive;
  readonly names: Names;
  readonly #numbers: ReadonlyMap<number, number>;

  constructor(voice: LogWords, archive: GameArchive) {
    this.voice = voice;
    this.archive = archive;
    this.names = new Names((member) => archive.memberById(member));
    this.#numbers = new Map(archive.ballots.map(({ id }, index) => [id, index + 1]));
  }

  isSecretOrder(order: Order): boolean {
    return !this.archive.game.ended && this.voice.isSecret(order);
  }

  order(order: Order, seat: SeatId): ExportedOrder {
    return { order: this.isSecretOrder(order) ? null : order, said: this.voice.describe(order, this.#viewer(), seat) };
  }

  /** Until the game ends, orders are described as the public may hear them. */
  #viewer(): 'public' | 'referee' {
    return this.archive.game.ended ? 'referee' : 'public';
  }

  throws(throws: readonly Throw[]): ExportedThrow[] {
    return throws.map((thrown) =>
      thrown.kind === 'shuffle' && !this.archive.game.ended ? { ...thrown, deal: null } : thrown,
    );
  }

  isSecretBallot(ballot: BallotRecord | undefined): boolean {
    if (!ballot || this.archive.game.ended || ballot.subject.kind !== 'order') return false;
    return ballot.rules.secret && this.voice.side(ballot.seat) !== null;
  }

  /** @param alone leaves out the other choices of a tie */
  decision({ choice, votes, of, tie }: Decision, seat: SeatId, alone: boolean): ExportedDecision {
    const among = alone ? [] : tie?.among.map((level) => this.choice(level, seat));
    return { choice: this.choice(choice, seat), votes, of, tie: tie && among ? { rule: tie.rule, among } : null };
  }

  choice(choice: string, seat: SeatId): ExportedChoice {
    if (choice === MOTION_CHOICE.for || choice === MOTION_CHOICE.against) return choice;
    if (this.hidesChoices) return HIDDEN_CHOICE;
    const order = soleOrder(choice);
    if (order) return this.order(order, seat);
    const [first, ...others] = ordersIn(choice);
    const said = first && this.voice.describe(first, this.#viewer(), seat);
    const plan = readChoice(choice);
    return {
      plan,
      said: planInWords(
        said ?? null,
        others.length,
        plan.filter((step) => typeof step === 'string'),
      ),
    };
  }

  /** In a running game with secret orders, all that ballots on orders decide is hidden. */
  get hidesChoices(): boolean {
    return this.voice.hidesOrders && !this.archive.game.ended;
  }

  council(council: Council): ExportedCouncil {
    const { mode, commanders, rotate, ballot, odds } = council;
    const names = commanders.map((member) => this.names.ofId(member));
    return { mode, commanders: names, rotate, ballot: exportedRules(ballot), odds };
  }

  number(ballot: number | null): number | null {
    if (ballot === null) return null;
    const number = this.#numbers.get(ballot);
    if (number === undefined) throw new Error(`Ballot ${ballot} doesn’t belong to game ${this.archive.game.id}`);
    return number;
  }
}

const HIDDEN_CHOICE: ExportedOrder = { order: null, said: 'keeps its decision secret' };

/** "moves Gregg to 0905, gives 22 more orders, follows “fight”". `first` is null if a plan has only shortcuts. */
function planInWords(first: string | null, others: number, shortcuts: readonly string[]): string {
  return [
    ...(first === null ? [] : [first]),
    ...(others > 0 ? [`gives ${count(others, 'more order')}`] : []),
    ...shortcuts.map((shortcut) => `follows “${shortcut}”`),
  ].join(', ');
}

export function textWithoutIds(text: string | null): string | null {
  return text === null ? null : withoutIds(text);
}

export function time(at: number): string {
  return new Date(at).toISOString();
}

export function exportedRules(rules: BallotRules): ExportedRules {
  const { window, quorum, early, tie, short, voters, sealed, secret, reminder } = rules;
  const { role, memberDays, accountDays } = voters;
  return {
    windowMinutes: window / MINUTE,
    quorum,
    early,
    tie,
    withoutQuorum: short,
    voters: { role: role !== null, memberDays, accountDays },
    sealed,
    // Files made before this setting existed lack it.
    ...(secret ? {} : { secret }),
    reminder: reminder && (reminder.role === null ? 'nobody' : 'role'),
  };
}

/** Gives each member in a file a name of their own. */
class Names {
  readonly #memberById: (member: MemberId) => MemberRecord | null;
  readonly #names = new Map<MemberId, string>();
  readonly #taken = new Set<string>();
  /** By name without its number, the number of the last member of that name. */
  readonly #last = new Map<string, number>();

  constructor(memberById: (member: MemberId) => MemberRecord | null) {
    this.#memberById = memberById;
  }

  of({ id, name }: MemberRecord): string {
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    // Removing an id can leave two spaces, which `nameAlone` removes: a file's names must not change when read.
    const alone = nameAlone(withoutIds(nameAlone(name)));
    let own = alone;
    for (let number = this.#last.get(alone) ?? 1; this.#taken.has(own); own = `${alone} (${number})`) {
      number += 1;
      this.#last.set(alone, number);
    }
    this.#taken.add(own);
    this.#names.set(id, own);
    return own;
  }

  ofId(id: MemberId): string {
    const member = this.#memberById(id);
    if (!member) throw new Error(`Nobody is member ${id}`);
    return this.of(member);
  }
}

/** A member's text without Discord's ids. Of a mention, only its kind is left: “@role”. */
export function withoutIds(text: string): string {
  return text
    .replace(/<@&\d+>/g, '@role')
    .replace(/<@!?\d+>/g, '@member')
    .replace(/<#\d+>/g, '#channel')
    .replace(/<a?(:\w+:)\d+>/g, '$1')
    .replace(/\d{17,20}/g, '…');
}
