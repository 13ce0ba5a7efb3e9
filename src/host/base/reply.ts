import type { MemberId } from '../../council/index.ts';
import { type ButtonTone, type Draft, LONGEST_TEXT, type Order, type Scene, type SeatId } from '../../game/index.ts';
import { inSlices } from '../../render/slices.ts';

/** A point of a game's log: what was on the table when a button was drawn. */
export interface LogPoint {
  readonly game: string;
  readonly seq: number;
}

export function logPointOf({
  game,
  position,
}: {
  readonly game: { readonly id: string };
  readonly position: { readonly seq: number };
}): LogPoint {
  return { game: game.id, seq: position.seq };
}

/** What pressing something means. `src/discord/outbound/custom-id.ts` writes it into a button and reads it back. */
export type Press =
  /** `sure`: the presser has been asked whether it is meant. */
  | { readonly do: 'order'; readonly point: LogPoint; readonly order: Order; readonly sure?: true }
  /** Ask for what a draft order still lacks, the presser alone. */
  | { readonly do: 'ask'; readonly point: LogPoint; readonly draft: Draft }
  /** The same in place of the message pressed, by the path to the draft (`orders/order-wizard.ts`), from a page of its choices on. */
  | { readonly do: 'go'; readonly point: LogPoint; readonly path: string; readonly page: number }
  /** Asks the presser for a plan; or shows them what the machine would do for their side. */
  | { readonly do: 'type-plan'; readonly point: LogPoint }
  | { readonly do: 'suggest'; readonly point: LogPoint }
  /** The plan that the presser was shown, given or changed. `code` tells it from others of theirs. `end`: it ends the step too. */
  | { readonly do: 'give-plan'; readonly point: LogPoint; readonly code: string; readonly end: boolean }
  | { readonly do: 'change-plan'; readonly point: LogPoint; readonly code: string }
  /** Asks the presser which corps or divisions are to march, and where. */
  | { readonly do: 'march'; readonly point: LogPoint }
  /** Gives all orders of a shortcut of the game's, or goes on with the marches that stand. */
  | { readonly do: 'shortcut'; readonly point: LogPoint; readonly shortcut: string }
  | { readonly do: 'march-on'; readonly point: LogPoint }
  /** Asks for the name of a choice of a question, in place of its list. */
  | { readonly do: 'type-choice'; readonly point: LogPoint; readonly path: string }
  /** Takes the last order back; not `sure`: asks first where that would take more than the presser's own. */
  | { readonly do: 'undo'; readonly point: LogPoint; readonly sure: boolean }
  /** Agrees to what a member of the other side asked at that point. `code` shows that they did. */
  | { readonly do: 'agree-undo'; readonly point: LogPoint; readonly member: MemberId; readonly code: string }
  /** Ends the game; `ask`: asks first whether it is meant. */
  | { readonly do: 'abandon'; readonly point: LogPoint; readonly ask: boolean }
  | { readonly do: 'keep' }
  /** `opponent`: the side that the machine plays, or MEMBERS; absent: the presser may be asked. */
  | { readonly do: 'start'; readonly system: string; readonly variant: string; readonly opponent?: string }
  | { readonly do: 'text' }
  /** Shows the presser alone the buttons that a board has no room for. */
  | { readonly do: 'more' }
  /** A lesson of a game, where the presser is in it, or `again` from its start; null: they are asked of which game. */
  | { readonly do: 'learn'; readonly system: string | null; readonly again: boolean }
  | { readonly do: 'leave-lesson'; readonly system: string }
  /** The field looked at closely, the presser alone: `at` a place of the game's, its whole map, or, null, where it matters most. */
  | { readonly do: 'look'; readonly game: string; readonly at: string | null; readonly overlay: string | null }
  /** A page of something long, the presser alone; `at`: of the position in words, a place alone. */
  | {
      readonly do: 'page';
      readonly of: 'text' | 'units';
      readonly game: string;
      readonly page: number;
      readonly at: string | null;
    }
  | { readonly do: 'topic'; readonly topic: string; readonly page: number }
  | { readonly do: 'rules' }
  | { readonly do: 'log'; readonly game: string; readonly page: number }
  | { readonly do: 'verify'; readonly game: string }
  /** The game told, for all to see. */
  | { readonly do: 'recap'; readonly game: string }
  /** Asks the presser from which point of a game a “what if” branches. */
  | { readonly do: 'what-if'; readonly game: string }
  /** Deletes what is kept of the presser; not `sure`: it stays as it is. */
  | { readonly do: 'forget'; readonly sure: boolean }
  /** How this table decides, for the presser alone. `seat`, here and below: of that side; without it, of the presser's. */
  | { readonly do: 'council'; readonly seat?: SeatId }
  /** Sets one rule of a game’s council, by the name and the value `/council` has for it; `sure` without asking first. */
  | {
      readonly do: 'set';
      readonly game: string;
      readonly setting: string;
      readonly value: string;
      readonly sure: boolean;
      readonly seat?: SeatId;
    }
  | { readonly do: 'rota'; readonly game: string; readonly join: boolean; readonly seat?: SeatId }
  /** Takes a side of a game. */
  | { readonly do: 'join'; readonly game: string; readonly seat: SeatId }
  /** Gives a side that nobody plays to the machine. */
  | { readonly do: 'bot'; readonly game: string; readonly seat: SeatId }
  /** The presser's own vote: what it is, a vote for a proposal, or a proposal changed into one of theirs; a reason for it or none any more, that of another member, or no vote any more. */
  | { readonly do: 'mine'; readonly ballot: number }
  | { readonly do: 'vote-for'; readonly ballot: number; readonly number: number }
  | { readonly do: 'amend'; readonly ballot: number; readonly number: number }
  | { readonly do: 'reason'; readonly ballot: number }
  | { readonly do: 'delete-reason'; readonly ballot: number }
  | { readonly do: 'agree'; readonly ballot: number; readonly member: MemberId }
  | { readonly do: 'withdraw'; readonly ballot: number }
  /** Closes a ballot now; `sure` also without its quorum. */
  | { readonly do: 'count'; readonly ballot: number; readonly sure: boolean }
  /** For or against a change of the council. */
  | { readonly do: 'motion'; readonly ballot: number; readonly inFavour: boolean };

export interface ReplyButton {
  /** At most 80 characters. */
  readonly label: string;
  readonly tone: ButtonTone | 'danger';
  readonly press: Press;
}

/** A list to choose from. Choosing sets `slot` in the draft (an order being put together) or names a topic (of the rules). */
export interface Menu {
  readonly prompt: string;
  readonly choosing:
    | { readonly what: 'slot'; readonly point: LogPoint; readonly draft: Draft; readonly slot: string }
    /** The same by the path to the draft, from a page of its choices on: what is chosen of several may be marked alone. */
    | { readonly what: 'way'; readonly point: LogPoint; readonly path: string; readonly page: number }
    /** A place to look at closely. */
    | { readonly what: 'place'; readonly game: string; readonly overlay: string | null }
    | { readonly what: 'topic' }
    /** A point of a game to branch from; a value is as `/new what-if:` has it. */
    | { readonly what: 'branch' }
    /** Who marches; and where, of those that were chosen. */
    | { readonly what: 'march-who'; readonly point: LogPoint }
    | { readonly what: 'march-to'; readonly point: LogPoint; readonly code: string }
    /** A plan of a ballot to look at, by its number. */
    | { readonly what: 'proposal'; readonly ballot: number }
    /** A whole order, where there are too many for buttons; a value is its `orderKey`. */
    | { readonly what: 'order'; readonly point: LogPoint }
    /** Which rule of the council to change, and to what in which game: names and values as `/council` has them. */
    | { readonly what: 'setting'; readonly seat?: SeatId }
    | { readonly what: 'value'; readonly game: string; readonly setting: string; readonly seat?: SeatId };
  readonly least: number;
  readonly most: number;
  /** Where members or roles of the server are chosen, by their ids: Discord lists them, and `choices` is empty. */
  readonly from?: 'members' | 'roles';
  /** At most 25. */
  readonly choices: readonly MenuChoice[];
}

export interface MenuChoice {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
  /** It is marked already. */
  readonly marked?: true;
}

/** A map, drawn when it is asked for. */
export interface Drawing {
  readonly point: LogPoint;
  readonly file: string;
  /** At most 1,024 characters. Throws where the picture cannot be made. */
  readonly alt: string;
  /** Rejects where it cannot be drawn. */
  png(): Promise<Buffer>;
}

/** A file of a message, made when it is asked for: that may take seconds. */
export interface Enclosure {
  readonly file: string;
  /** What a picture shows, in words: at most 1,024 characters. Null: it is not a picture. Asked for once its bytes are there. */
  readonly alt: string | null;
  /** Rejects where it cannot be made; the rest of the message is posted without it. */
  bytes(): Promise<Buffer>;
}

/** A file of text that is there already. */
export interface TextFile extends Enclosure {
  readonly alt: null;
  readonly text: string;
}

/** A ballot as it stands, shown between the map and the buttons: an embed on Discord. */
export interface BallotCard {
  readonly ballot: number;
  /** Counts the ballot's changes: a message may show an older revision. */
  readonly revision: number;
  /** At most 256 characters. */
  readonly title: string;
  /** Markdown, at most 4,000 characters. */
  readonly text: string;
  /** Plain text, at most 300 characters. */
  readonly foot: string;
  /** It is in the channel for its side's ballots. */
  readonly forSide?: true;
}

/** A form of one field for the member who pressed. */
export interface Form {
  /** At most 45 characters. */
  readonly title: string;
  readonly asks:
    | { readonly what: 'reason'; readonly ballot: number }
    /** Why the last order is taken back. */
    | { readonly what: 'why'; readonly point: LogPoint }
    /** Orders for many units in one line. */
    | { readonly what: 'plan'; readonly point: LogPoint }
    /** The name of a choice, by the path to its question. */
    | { readonly what: 'choice'; readonly point: LogPoint; readonly path: string };
  /** At most 45 characters. */
  readonly label: string;
  /** Filled in already. */
  readonly value: string;
  /** Characters. */
  readonly most: number;
  /** Shown while nothing is filled in. */
  readonly example?: string;
  /** It has room for several lines. */
  readonly isLong?: true;
}

/** Whom a message calls: ids on Discord. Everybody else it names is not notified. */
export interface ReplyPings {
  readonly roles: readonly string[];
  readonly users: readonly string[];
}

/** How a message is shown where a table has a live board. */
export interface OnBoard {
  readonly game: string;
  /** The phase that it shows. */
  readonly phase: string;
  /** It lists what was done after this entry of the log. */
  readonly begins: number;
  /**
   * `edit`: the board is edited, and shows what this tells. `post`: this is posted as it is, and is the board from now on. `beside`: this
   * is posted as it is, and the board is edited too.
   */
  readonly how: 'edit' | 'post' | 'beside';
}

/** What to say, and to whom. Rows of at most five buttons each, at most five rows with the menu. */
export interface Reply {
  readonly to: 'channel' | 'member';
  /** Discord Markdown, at most 2,000 characters. */
  readonly text: string;
  readonly drawing: Drawing | null;
  readonly rows: readonly (readonly ReplyButton[])[];
  readonly menu: Menu | null;
  /** Those that matter most first: what does not fit into one message is left out, and the message says so. */
  readonly files: readonly Enclosure[];
  /** Messages that follow it in its channel: Discord crops the pictures of a message that has several. */
  readonly followUps: readonly Reply[];
  /**
   * For the channel: a map that was pressed becomes this one. For a member: words alone take the place of their own message that was pressed, as
   * an answer with buttons, a picture or files always does; otherwise they stand above its text, and its buttons stay.
   */
  readonly replaces: boolean;
  /** For the channel: the line that a private question becomes which this answers. Null: it answers none. */
  readonly settles: string | null;
  /** For the channel: the question that a private one becomes which this answers, in place of that line. */
  readonly goesOn: Reply | null;
  /** What the channel is told apart from it: of a secret order, that one was given. */
  readonly channelReply: Reply | null;
  /** What is posted in another channel. */
  readonly elsewhere: PostElsewhere | null;
  readonly cards: readonly BallotCard[];
  readonly pings: ReplyPings;
  /** Entries of its game's log, by their number, that its channel has seen once it has this. */
  readonly tells: readonly number[];
  /** Numbers of the notices that it brings: removed once the channel has it. */
  readonly notices: readonly number[];
  /** The board of its game that it belongs to. Null: the table has none, or it shows no position. */
  readonly board: OnBoard | null;
  /** Discord's id of the message it answers, for a member to go back to; null: none. */
  readonly replyTo: string | null;
  /** A form in place of all the rest. */
  readonly form: Form | null;
  /** The error of a message that could not be made, though the work is saved. Such a reply is logged and not shown. */
  readonly fault?: unknown;
  /** Something it lacks that is being read: once this resolves, the same is asked again. */
  readonly awaits?: Promise<void>;
  /** What it becomes once its words have arrived, where that takes longer to make than anybody waits. Null: it is whole. */
  readonly later: DeferredReply | null;
}

/** The rest of an answer. */
export interface DeferredReply {
  /** It may be there as soon as any other answer: the words that announce it are shown only if it is not. */
  readonly isSoon?: true;
  /** Rejects where it cannot be made. */
  make(): Promise<Reply>;
  /** Is called once it has been brought, or could not be. */
  over(): void;
}

/** What is said in a channel without anybody having asked: what a clock brought about. */
export interface Announcement {
  readonly channel: string;
  readonly answer: Reply;
}

/** What a member has posted in another channel than the one they ask in. */
export interface PostElsewhere extends Announcement {
  /** What the member reads in place of the answer's text, once the post has worked or failed. */
  told(became: PostResult): string;
}

/** What became of a message to a channel. */
export type PostResult =
  | { readonly how: 'posted'; readonly link: string }
  /** There is no such channel any more. */
  | { readonly how: 'gone' }
  /** The bot lacks rights in it, by the names Discord has for them; none where Discord does not say which. */
  | { readonly how: 'forbidden'; readonly lacks: readonly string[] }
  | { readonly how: 'failed' };

export function reply(to: Reply['to'], text: string, more: Partial<Reply> = {}): Reply {
  return {
    to,
    text: cutAtLine(text, LONGEST_TEXT),
    drawing: null,
    menu: null,
    files: [],
    followUps: [],
    replaces: false,
    settles: null,
    goesOn: null,
    channelReply: null,
    elsewhere: null,
    cards: [],
    pings: { roles: [], users: [] },
    tells: [],
    notices: [],
    board: null,
    replyTo: null,
    form: null,
    later: null,
    ...more,
    rows: (more.rows ?? []).filter((row) => row.length > 0),
  };
}

/** A file of text, in UTF-8. */
export function textFile(file: string, text: string): TextFile {
  return { file, alt: null, text, bytes: () => encoded(text) };
}

/** Characters that are encoded at a time. */
const PART = 128 * 1024;

async function encoded(text: string): Promise<Buffer> {
  if (text.length <= PART) return Buffer.from(text, 'utf8');
  const parts: Buffer[] = [];
  await inSlices(encoding(text, parts));
  return Buffer.concat(parts);
}

function* encoding(text: string, into: Buffer[]): Generator<void> {
  for (let from = 0; from < text.length; yield) {
    const rest = text.length - from;
    const part = rest <= PART ? text.slice(from) : head(text.slice(from, from + PART), PART);
    into.push(Buffer.from(part, 'utf8'));
    from += part.length;
  }
}

/** Text that is too long, cut at a line where one is near. */
export function cutAtLine(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const cut = head(text, longest - 2);
  const line = cut.lastIndexOf('\n');
  return `${line > longest / 2 ? cut.slice(0, line) : cut}\n…`;
}

/** Text that is too long for a label, cut and marked at its end. */
export function clipped(text: string, longest: number): string {
  return text.length <= longest ? text : `${head(text, longest - 1)}…`;
}

/** The first characters of a text, half of a surrogate pair not among them. */
function head(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/** Turns a scene into a PNG, for a member or a channel. `src/render` in the bot; tests may give another. */
export type Renderer = (scene: Scene, whose?: string) => Promise<Buffer>;
