import type { Council, Decision, MemberId } from '../../council/index.ts';
import type { Order, SeatId, Throw } from '../../game/index.ts';
import type {
  BallotRecord,
  DatasetRecord,
  EntryRecord,
  GameRecord,
  MemberRecord,
  VoteRecord,
} from '../../store/index.ts';
import { MOTION_CHOICE } from '../council/council-motion.ts';
import type { LogWords } from '../log/log-words.ts';
import { exportedCouncil } from './exported-council.ts';
import { Names, withoutIds } from './exported-names.ts';
import type {
  ExportedChoice,
  ExportedCouncil,
  ExportedDecision,
  ExportedOrder,
  ExportedThrow,
} from './replay-format.ts';

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

/** What entries and ballots of a file have in common: orders, throws, votes and names, without what is still a secret. */
export class ExportParts {
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

  /** Whether an order is one of those that are a secret of their seat, and the game still goes on. */
  isSecret(order: Order): boolean {
    return !this.archive.game.ended && this.voice.isSecret(order);
  }

  order(order: Order, seat: SeatId): ExportedOrder {
    return { order: this.isSecret(order) ? null : order, said: this.voice.describe(order, this.#viewer(), seat) };
  }

  /** What is said of a secret order while it is one, the public hears; of any other it is the same for all. */
  #viewer(): 'public' | 'referee' {
    return this.archive.game.ended ? 'referee' : 'public';
  }

  throws(throws: readonly Throw[]): ExportedThrow[] {
    return throws.map((thrown) =>
      thrown.kind === 'shuffle' && !this.archive.game.ended ? { ...thrown, deal: null } : thrown,
    );
  }

  /** Whether a ballot is its side's own affair, and the game still goes on. */
  hides(ballot: BallotRecord | undefined): boolean {
    if (!ballot || this.archive.game.ended || ballot.subject.kind !== 'order') return false;
    return ballot.rules.secret && this.voice.side(ballot.seat) !== null;
  }

  /** @param alone without the other choices */
  decision({ choice, votes, of, tie }: Decision, seat: SeatId, alone: boolean): ExportedDecision {
    const among = alone ? [] : tie?.among.map((level) => this.choice(level, seat));
    return { choice: this.choice(choice, seat), votes, of, tie: tie && among ? { rule: tie.rule, among } : null };
  }

  choice(choice: string, seat: SeatId): ExportedChoice {
    return choice === MOTION_CHOICE.for || choice === MOTION_CHOICE.against
      ? choice
      : this.order(orderOf(choice), seat);
  }

  council(council: Council): ExportedCouncil {
    return exportedCouncil(council, (member) => this.names.ofId(member));
  }

  number(ballot: number | null): number | null {
    if (ballot === null) return null;
    const number = this.#numbers.get(ballot);
    if (number === undefined) throw new Error(`Ballot ${ballot} is none of game ${this.archive.game.id}`);
    return number;
  }
}

/** The order a vote was for: a choice is its JSON. */
export function orderOf(choice: string): Order {
  return JSON.parse(choice) as Order;
}

export function written(text: string | null): string | null {
  return text === null ? null : withoutIds(text);
}

export function time(at: number): string {
  return new Date(at).toISOString();
}
