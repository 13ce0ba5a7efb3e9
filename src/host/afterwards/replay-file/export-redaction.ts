import type { Council, Decision, MemberId } from '../../../council/index.ts';
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
import { ordersIn, readChoice, soleOrder } from '../../base/ballot-choice.ts';
import { MOTION_CHOICE } from '../../messages/council-motion.ts';
import type { LogWords } from '../../table/log-words.ts';
import { exportedCouncil } from './exported-council.ts';
import { Names, withoutIds } from './exported-names.ts';
import type {
  ExportedChoice,
  ExportedCouncil,
  ExportedDecision,
  ExportedOrder,
  ExportedThrow,
} from './replay-schema.ts';

/** All that is stored of a game. */
export interface GameArchive {
  readonly game: GameRecord;
  /** The rules data it began with. */
  readonly dataset: DatasetRecord;
  readonly entries: readonly EntryRecord[];
  /** The oldest first. */
  readonly ballots: readonly BallotRecord[];
  readonly votes: readonly (VoteRecord & { readonly ballot: number })[];
  memberById(member: MemberId): MemberRecord | null;
}

/** Orders, throws, votes and names as a file shows them: secrets are left out while the game goes on. */
export class RedactedParts {
  readonly voice: LogWords;
  readonly archive: GameArchive;
  readonly names: Names;
  /** The ballots' numbers in the file, by their ids. */
  readonly #numbers: ReadonlyMap<number, number>;

  constructor(voice: LogWords, archive: GameArchive) {
    this.voice = voice;
    this.archive = archive;
    this.names = new Names((member) => archive.memberById(member));
    this.#numbers = new Map(archive.ballots.map(({ id }, index) => [id, index + 1]));
  }

  /** Whether an order is its seat's secret, and the game goes on. */
  isSecretOrder(order: Order): boolean {
    return !this.archive.game.ended && this.voice.isSecret(order);
  }

  order(order: Order, seat: SeatId): ExportedOrder {
    return { order: this.isSecretOrder(order) ? null : order, said: this.voice.describe(order, this.#viewer(), seat) };
  }

  /** Until the game ends an order is described as the public may hear it. */
  #viewer(): 'public' | 'referee' {
    return this.archive.game.ended ? 'referee' : 'public';
  }

  throws(throws: readonly Throw[]): ExportedThrow[] {
    return throws.map((thrown) =>
      thrown.kind === 'shuffle' && !this.archive.game.ended ? { ...thrown, deal: null } : thrown,
    );
  }

  /** Whether a ballot is secret to its side, and the game goes on. */
  isSecretBallot(ballot: BallotRecord | undefined): boolean {
    if (!ballot || this.archive.game.ended || ballot.subject.kind !== 'order') return false;
    return ballot.rules.secret && this.voice.side(ballot.seat) !== null;
  }

  /** @param alone without the other choices */
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

  /** Whether what a ballot can decide is hidden, whatever it is: orders can be secret, and the game goes on. */
  get hidesChoices(): boolean {
    return this.voice.hidesOrders && !this.archive.game.ended;
  }

  council(council: Council): ExportedCouncil {
    return exportedCouncil(council, (member) => this.names.ofId(member));
  }

  number(ballot: number | null): number | null {
    if (ballot === null) return null;
    const number = this.#numbers.get(ballot);
    if (number === undefined) throw new Error(`Ballot ${ballot} doesn’t belong to game ${this.archive.game.id}`);
    return number;
  }
}

/** In place of whatever was voted for. */
const HIDDEN_CHOICE: ExportedOrder = { order: null, said: 'keeps its decision secret' };

/** "moves Gregg to 0905, gives 22 more orders, follows “fight”". `first`: the first order; null: there are shortcuts alone. */
function planInWords(first: string | null, others: number, shortcuts: readonly string[]): string {
  return [
    ...(first === null ? [] : [first]),
    ...(others > 0 ? [`gives ${count(others, 'more order')}`] : []),
    ...shortcuts.map((shortcut) => `follows “${shortcut}”`),
  ].join(', ');
}

export function written(text: string | null): string | null {
  return text === null ? null : withoutIds(text);
}

export function time(at: number): string {
  return new Date(at).toISOString();
}
