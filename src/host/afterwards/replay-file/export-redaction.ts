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
export function createRedaction(logWords: LogWords, { game, ballots, memberById }: GameArchive) {
  const names = createNames(memberById);
  const numbers: ReadonlyMap<number, number> = new Map(ballots.map(({ id }, index) => [id, index + 1]));
  /** Until the game ends, orders are described as the public may hear them. */
  const viewer = game.ended ? 'referee' : 'public';
  /** In a running game with secret orders, all that ballots on orders decide is hidden. */
  const hidesChoices = logWords.hidesOrders && !game.ended;

  function isSecretOrder(order: Order): boolean {
    return !game.ended && logWords.isSecret(order);
  }

  function orderOf(order: Order, seat: SeatId): ExportedOrder {
    return { order: isSecretOrder(order) ? null : order, said: logWords.describe(order, viewer, seat) };
  }

  function throwsOf(throws: readonly Throw[]): ExportedThrow[] {
    return throws.map((one) => (one.kind === 'shuffle' && !game.ended ? { ...one, deal: null } : one));
  }

  function isSecretBallot(ballot: BallotRecord | undefined): boolean {
    if (!ballot || game.ended || ballot.subject.kind !== 'order') return false;
    return ballot.rules.secret && logWords.side(ballot.seat) !== null;
  }

  /** @param alone leaves out the other choices of a tie */
  function decisionOf({ choice, votes, of, tie }: Decision, seat: SeatId, alone: boolean): ExportedDecision {
    const among = alone ? [] : tie?.among.map((level) => choiceOf(level, seat));
    return { choice: choiceOf(choice, seat), votes, of, tie: tie && among ? { rule: tie.rule, among } : null };
  }

  function choiceOf(choice: string, seat: SeatId): ExportedChoice {
    if (choice === MOTION_CHOICE.for || choice === MOTION_CHOICE.against) return choice;
    if (hidesChoices) return HIDDEN_CHOICE;
    const order = soleOrder(choice);
    if (order) return orderOf(order, seat);
    const [first, ...others] = ordersIn(choice);
    const said = first ? logWords.describe(first, viewer, seat) : null;
    const plan = readChoice(choice);
    const shortcuts = plan.filter((step) => typeof step === 'string');
    return { plan, said: planInWords(said, others.length, shortcuts) };
  }

  function councilOf({ mode, commanders, rotate, ballot, odds }: Council): ExportedCouncil {
    return { mode, commanders: commanders.map(names.ofId), rotate, ballot: exportedRules(ballot), odds };
  }

  function numberOf(ballot: number): number {
    const number = numbers.get(ballot);
    if (number === undefined) throw new Error(`Ballot ${ballot} doesn’t belong to game ${game.id}`);
    return number;
  }

  return {
    names,
    hidesChoices,
    isSecretOrder,
    orderOf,
    throwsOf,
    isSecretBallot,
    decisionOf,
    choiceOf,
    councilOf,
    numberOf,
  };
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
function createNames(memberById: GameArchive['memberById']) {
  const names = new Map<MemberId, string>();
  const taken = new Set<string>();
  /** By name without its number, the number of the last member of that name. */
  const last = new Map<string, number>();

  function of({ id, name }: MemberRecord): string {
    const known = names.get(id);
    if (known !== undefined) return known;
    // Removing an id can leave two spaces, which `nameAlone` removes: a file's names must not change when read.
    const alone = nameAlone(withoutIds(nameAlone(name)));
    let own = alone;
    for (let number = last.get(alone) ?? 1; taken.has(own); own = `${alone} (${number})`) {
      number += 1;
      last.set(alone, number);
    }
    taken.add(own);
    names.set(id, own);
    return own;
  }

  function ofId(id: MemberId): string {
    const member = memberById(id);
    if (!member) throw new Error(`Nobody is member ${id}`);
    return of(member);
  }

  return { of, ofId };
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
