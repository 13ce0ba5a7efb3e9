import { type ButtonTone, LONGEST_TEXT, MOST_IN_ROW, type Scene } from '../../game/index.ts';
import { linesWithin } from '../../kit/plain-english.ts';
import { packed, textPages, WORDS } from './common-words.ts';
import type { LogPoint } from './custom-id.ts';
import type { Choosing, FormMeaning, Press } from './presses.ts';

export type { LogPoint } from './custom-id.ts';
export type { Press } from './presses.ts';

export function logPointOf({
  game,
  position,
}: {
  readonly game: { readonly id: string };
  readonly position: { readonly seq: number; readonly open?: { readonly seq: number } | null };
}): LogPoint {
  return { game: game.id, seq: position.open?.seq ?? position.seq };
}

export interface ReplyButton {
  /** At most 80 characters. */
  readonly label: string;
  readonly tone: ButtonTone | 'danger';
  readonly press: Press;
}

export function button(label: string, press: Press, tone: ReplyButton['tone'] = 'plain'): ReplyButton {
  return { label, tone, press };
}

export interface Menu {
  readonly prompt: string;
  readonly choosing: Choosing;
  readonly least: number;
  readonly most: number;
  /** Discord lists the server's members or roles, and `choices` is empty. */
  readonly from?: 'members' | 'roles';
  /** At most 25. */
  readonly choices: readonly MenuChoice[];
}

/** A list of which one thing is chosen. */
export function selectOne(prompt: string, choosing: Choosing, choices: readonly MenuChoice[]): Menu {
  return { prompt, choosing, least: 1, most: 1, choices };
}

interface MenuChoice {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
  readonly marked?: true;
}

export interface Drawing {
  readonly point: LogPoint;
  readonly file: string;
  /** At most 1,024 characters. */
  readonly alt: string;
  png(): Promise<Buffer>;
}

/** A file of a message, made lazily: that may take seconds. */
export interface Enclosure {
  readonly file: string;
  /** Alt text of a picture, at most 1,024 characters; read after `bytes`. */
  readonly alt: string | null;
  /** If it rejects, the rest of the message is posted without it. */
  bytes(): Promise<Buffer>;
}

/** Encoded in the thread that makes it, since encoding 15 MB takes 50 ms. */
export interface TextFile extends Enclosure {
  readonly alt: null;
  readonly utf8: Buffer;
  /** With its text as a string, for tools that print replies. */
  toJSON(): object;
}

export interface BallotCard {
  readonly ballot: number;
  /** Counts the ballot's changes; a message may show an older revision. */
  readonly revision: number;
  readonly title: string;
  /** Markdown, at most 4,000 characters. */
  readonly text: string;
  /** Plain text, at most 300 characters. */
  readonly foot: string;
  /** Shown in the side's own ballot channel. */
  readonly forSide?: true;
}

export interface Form {
  /** At most 45 characters. */
  readonly title: string;
  readonly asks: FormMeaning;
  /** At most 45 characters. */
  readonly label: string;
  readonly value: string;
  readonly most: number;
  readonly example?: string;
  readonly isLong?: true;
}

/** Ids on Discord. Other mentions do not ping. */
export interface ReplyPings {
  readonly roles: readonly string[];
  readonly users: readonly string[];
}

export const NO_PINGS: ReplyPings = { roles: [], users: [] };

export interface OnBoard {
  readonly game: string;
  readonly phase: string;
  /** The board lists the orders after this entry. */
  readonly begins: number;
  /** The board is edited, this message is the new board, or this message is posted and the board edited too. */
  readonly how: 'edit' | 'post' | 'beside';
}

/** A message. At most five rows of five buttons, the menu included. */
export interface Reply {
  readonly to: 'channel' | 'member';
  /** Discord Markdown, at most 2,000 characters. */
  readonly text: string;
  readonly drawing: Drawing | null;
  readonly rows: readonly (readonly ReplyButton[])[];
  readonly menu: Menu | null;
  /** The most important first: Discord's limit may cut the last, and the message says so. */
  readonly files: readonly Enclosure[];
  /** Discord crops pictures if a message has several, so they follow in messages of their own. */
  readonly followUps: readonly Reply[];
  /**
   * In a channel: edits the pressed map. For a member: replaces the pressed private message. Without it, text alone
   * stands above that message, whose buttons stay; an answer with buttons or files replaces it anyway.
   */
  readonly replaces: boolean;
  /** The line that takes the place of the private question just answered. */
  readonly settles: string | null;
  /** The next private question, in place of that line. */
  readonly goesOn: Reply | null;
  /** A second message, posted in the channel. */
  readonly channelReply: Reply | null;
  readonly elsewhere: PostElsewhere | null;
  readonly cards: readonly BallotCard[];
  readonly pings: ReplyPings;
  /** Log entries that the channel has seen with this message. */
  readonly tells: readonly number[];
  /** Notices that this message delivers, by row. */
  readonly notices: readonly number[];
  /** Null if the table has no board, or the message shows no position. */
  readonly board: OnBoard | null;
  /** Discord's id of a message. */
  readonly replyTo: string | null;
  readonly form: Form | null;
  /** Why the message could not be made, though the work is saved. Logged and not shown. */
  readonly fault?: unknown;
  /** Data is still being loaded. The request is handled again once this resolves. */
  readonly awaits?: Promise<void>;
  /** The rest of an answer that takes too long to make at once. */
  readonly later: DeferredReply | null;
}

export interface DeferredReply {
  /** Usually ready at once, so the announcement is shown only if it is not. */
  readonly isSoon?: true;
  make(): Promise<Reply>;
  /** Called once the reply was sent or has failed. */
  over?(): void;
}

export interface Announcement {
  readonly channel: string;
  readonly answer: Reply;
}

export interface PostElsewhere extends Announcement {
  /** Says to the member who asked that it was posted, or wasn't. */
  told(result: PostResult): string;
}

export type PostResult =
  | { readonly how: 'posted'; readonly link: string }
  | { readonly how: 'gone' }
  /** Missing permissions by Discord's names; empty if Discord does not say which. */
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
    pings: NO_PINGS,
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

export function textFile(file: string, text: string | Uint8Array): TextFile {
  const utf8 = typeof text === 'string' ? Buffer.from(text) : Buffer.from(text.buffer, text.byteOffset, text.length);
  return { file, alt: null, utf8, bytes: async () => utf8, toJSON: () => ({ file, alt: null, text: String(utf8) }) };
}

/** Settles the private question before an answer. It becomes a private answer, or the first line of a public one. */
export function settling(answer: Reply): Reply {
  if (answer.to === 'member') return { ...answer, replaces: true };
  return { ...answer, settles: answer.settles ?? answer.text.split('\n')[0] ?? '' };
}

/** Cuts long text, at a line end if one is near. */
export function cutAtLine(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const cut = head(text, longest - 2);
  const line = cut.lastIndexOf('\n');
  return `${line > longest / 2 ? cut.slice(0, line) : cut}\n…`;
}

/** As many lines as a message has room for, above small print. */
export function withPrint(lines: readonly string[], print: readonly string[]): string {
  return [...linesWithin(lines, LONGEST_TEXT - print.join('\n').length - 2), ...print].join('\n');
}

export function clipped(text: string, longest: number): string {
  return text.length <= longest ? text : `${head(text, longest - 1)}…`;
}

/** Never cuts a surrogate pair. */
function head(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/** Draws a scene as PNG. `whose`: the server or the DM; pictures of different ones take turns. */
export type Renderer = (scene: Scene, whose?: string) => Promise<Buffer>;

const LONGEST_PAGE = LONGEST_TEXT - 30;

/** One page, for a member alone, with buttons to its neighbours. */
export function pagedReply(text: string | readonly string[], page: number, press: (to: number) => Press): Reply {
  const pages = typeof text === 'string' ? textPages(text, LONGEST_PAGE) : packed(text, LONGEST_PAGE);
  const number = Math.min(page, pages.length - 1);
  const shown = pages[number] as string;
  if (pages.length === 1) return reply('member', shown, { replaces: true });
  const neighbours = [
    ...(number > 0 ? [button('Earlier', press(number - 1))] : []),
    ...(number < pages.length - 1 ? [button(WORDS.more, press(number + 1))] : []),
  ];
  return reply('member', `${shown}\n-# Page ${number + 1} of ${pages.length}`, { rows: [neighbours], replaces: true });
}

export function inRows<Item>(items: readonly Item[]): Item[][] {
  const rows: Item[][] = [];
  for (let at = 0; at < items.length; at += MOST_IN_ROW) rows.push(items.slice(at, at + MOST_IN_ROW));
  return rows;
}
