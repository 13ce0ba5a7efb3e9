import { BALLOT_ANSWERS } from '../../../src/host/base/voting-words.ts';
import { GAME_ANSWERS } from '../../../src/host/table/game-words.ts';
import type { Outcome, Sandbox, Seat, SeenMessage } from '../../../src/sandbox/sandbox.ts';
import { seat } from '../table.ts';
import { Luck } from './chance.ts';
import { type Ballot, type Choice, withoutOdds } from './channel.ts';
import type { Ledger } from './ledger.ts';

const REASONS = ['Lee has one corps there', 'The road is open', 'Time is short', 'Keep him busy', 'It costs nothing'];

/** What members are told where their press was too late, or could not be what they meant any more. */
const LATE = [
  'Slow down a little: your last presses weren’t counted.',
  BALLOT_ANSWERS.tooLate,
  BALLOT_ANSWERS.justClosed,
  BALLOT_ANSWERS.closedNext,
  BALLOT_ANSWERS.closedNotNext,
  BALLOT_ANSWERS.ballotClosed,
  BALLOT_ANSWERS.voteOver,
  BALLOT_ANSWERS.noBallot,
  GAME_ANSWERS.movedOn,
  'That game is over.',
  'No game is being played in this channel.',
];
const NONE = BALLOT_ANSWERS.notVoted;

/** How often members did what. */
export interface Count {
  buttons: number;
  commands: number;
  withdrawn: number;
  reasons: number;
  agreed: number;
  /** Presses that came too late. */
  late: number;
  /** Orders by command that had become illegal, or that arrived in the next ballot. */
  overtaken: number;
  /** Presses that nobody answered. */
  unanswered: number;
}

/** Members who vote, and write down what they are told. */
export class Crowd {
  readonly count: Count = {
    buttons: 0,
    commands: 0,
    withdrawn: 0,
    reasons: 0,
    agreed: 0,
    late: 0,
    overtaken: 0,
    unanswered: 0,
  };
  readonly members: readonly string[];
  readonly #sandbox: Sandbox;
  readonly #ledger: Ledger;
  readonly #lucks: ReadonlyMap<string, Luck>;

  constructor(sandbox: Sandbox, ledger: Ledger, seed: number) {
    this.#sandbox = sandbox;
    this.#ledger = ledger;
    this.members = sandbox.world.members.map(({ name }) => name);
    this.#lucks = new Map(this.members.map((member) => [member, new Luck(`${seed} ${member}`)]));
  }

  /** A member's own, so that what they do hangs on nobody's haste. */
  luckOf(member: string): Luck {
    return this.#lucks.get(member) as Luck;
  }

  /** A vote, by the order's button or by its command. Resolves with the confirmation; null: there is none. */
  async vote(member: string, ballot: Ballot, choice: Choice): Promise<SeenMessage | null> {
    const luck = this.luckOf(member);
    if (luck.happens(0.65)) return this.byButton(member, ballot, choice);
    return this.byCommand(member, ballot, choice, luck.happens(0.3) ? luck.among(REASONS) : null);
  }

  async byButton(member: string, { id, message }: Ballot, { button, words }: Choice): Promise<SeenMessage | null> {
    this.count.buttons += 1;
    return this.#hear({ ballot: id, member, words, reason: null }, await this.#seat(member).press(message, button));
  }

  async byCommand(
    member: string,
    { id }: Ballot,
    { order, words }: Choice,
    reason: string | null,
  ): Promise<SeenMessage | null> {
    this.count.commands += 1;
    const { verb, ...slots } = order;
    const outcome = await this.#seat(member).command(verb, reason === null ? slots : { ...slots, reason });
    return this.#hear({ ballot: id, member, words, reason }, outcome, true);
  }

  /** Takes a vote back, by the button of its confirmation or by command. */
  async withdraw(member: string, confirmation: SeenMessage): Promise<void> {
    const button = confirmation.buttons.find(({ label }) => label === 'Withdraw')?.customId;
    const press = { ballot: ballotOf(confirmation), member, words: null, reason: null };
    const outcome =
      button && this.luckOf(member).happens(0.6)
        ? await this.#seat(member).press(confirmation, button)
        : await this.#seat(member).command('vote withdraw');
    await this.#hear(press, outcome, true);
  }

  /** Gives a reason for the vote that a confirmation is of. */
  async giveReason(member: string, confirmation: SeenMessage): Promise<void> {
    const here = this.#seat(member);
    const mine = { ballot: ballotOf(confirmation), member, words: confirmed(confirmation.content)?.words ?? null };
    const asked = await here.press(confirmation, 'Give a reason');
    if (asked.kind !== 'modal') {
      await this.#hear({ ...mine, reason: null }, asked);
      return;
    }
    this.count.reasons += 1;
    const reason = this.luckOf(member).among(REASONS);
    const [field] = asked.modal.fields;
    const outcome = await here.submit(asked.modal, { [field?.customId ?? '']: reason });
    await this.#hear({ ...mine, reason }, outcome);
  }

  /** Takes over a reason that the confirmation offers; false where it offers none. */
  async agree(member: string, confirmation: SeenMessage): Promise<boolean> {
    const offered = confirmation.buttons.find(({ label }) => label.startsWith('Agree with '));
    if (!offered?.customId) return false;
    const mine = { ballot: ballotOf(confirmation), member, words: confirmed(confirmation.content)?.words ?? null };
    const [, reason = ''] = /: “(.*)”$/.exec(offered.label) ?? [];
    const outcome = await this.#seat(member).press(confirmation, offered.customId);
    await this.#hear({ ...mine, reason }, outcome);
    this.count.agreed += 1;
    return true;
  }

  /** Everybody who was told nothing asks what their vote is. */
  async ask(ballot: Ballot): Promise<void> {
    await Promise.all(
      this.#ledger.doubts(ballot.id).map(async (doubt) => {
        const outcome = await seat(this.#sandbox, doubt.member).press(ballot.message, `mine:${ballot.id}`);
        if (outcome.kind !== 'message') throw new Error(`${doubt.member} cannot see their vote: ${told(outcome)}`);
        const { content } = outcome.message;
        const mine = confirmed(content);
        if (mine) this.#ledger.cleared(doubt, mine.words, mine.reason);
        else if (content.startsWith(NONE)) this.#ledger.cleared(doubt, null, null);
        else throw new Error(`${doubt.member} asked for their vote and was told: ${content}`);
      }),
    );
  }

  /** Where a member waits for no answer after an acknowledgement: the sandbox's clock stands still. */
  #seat(member: string): Seat {
    return seat(this.#sandbox, member).atOnce;
  }

  async #hear(
    asked: { ballot: number; member: string; words: string | null; reason: string | null },
    outcome: Outcome,
    may = false,
  ): Promise<SeenMessage | null> {
    const { interactionId: interaction } = outcome;
    // Acknowledged without a word: whoever presses too fast has been told so a moment ago.
    if (outcome.kind === 'deferred') {
      this.count.late += 1;
      return null;
    }
    if (outcome.kind === 'failed') {
      // Without an id it was never sent: the bot was known to be away, or the message had lost the button.
      if (interaction === '') return null;
      this.count.unanswered += 1;
      this.#ledger.unanswered({ ...asked, interaction });
      return null;
    }
    if (outcome.kind !== 'message' && outcome.kind !== 'update') throw new Error(told(outcome));
    const { message } = outcome;
    const mine = confirmed(message.content);
    if (mine) {
      // Whoever was to be agreed with had changed their mind: the member is shown their vote as it was.
      if (asked.reason !== null && mine.reason === null && !mine.settled) return message;
      const ballot = mine.settled ? asked.ballot : ballotOf(message);
      if (ballot !== asked.ballot) this.count.overtaken += 1;
      this.#ledger.acknowledged({ member: asked.member, words: mine.words, reason: mine.reason, ballot, interaction });
      return mine.settled ? null : message;
    }
    if (message.content.startsWith('Your vote is withdrawn.')) {
      this.count.withdrawn += 1;
      this.#ledger.acknowledged({ ...asked, words: null, interaction });
    } else if (LATE.some((words) => message.content.startsWith(words))) this.count.late += 1;
    else if (asked.words === null && message.content.startsWith(NONE)) this.count.late += 1;
    else if (may && message.ephemeral && /\[[IVX]+[.\]]/.test(message.content)) this.count.overtaken += 1;
    else throw new Error(`${asked.member} was told: ${message.content}`);
    return null;
  }
}

/** What a confirmation says the member's vote is; null where it is none. */
function confirmed(content: string): { words: string; reason: string | null; settled: boolean } | null {
  const found =
    /^(?:That ballot closed just before your order arrived\. Your vote counts in the next one\.\n)?Your vote(?: is now|:) \*\*(.+?)\*\*(?: \(before: .*?\))?\.(?:\n> “(.*)”)?\n(?:You can change it|(Your vote closed the ballot;))/.exec(
      content,
    );
  return found && { words: withoutOdds(found[1] as string), reason: found[2] ?? null, settled: found[3] !== undefined };
}

/** Which ballot a confirmation is of, as its buttons know. */
function ballotOf({ buttons, content }: SeenMessage): number {
  const id = buttons.flatMap(({ customId }) => /^withdraw:(\d+)$/.exec(customId ?? '')?.[1] ?? [])[0];
  if (id === undefined) throw new Error(`No ballot is named by: ${content}`);
  return Number(id);
}

function told(outcome: Outcome): string {
  return JSON.stringify(outcome).slice(0, 500);
}
