import type { ButtonTone, Draft, Order } from '../game/index.ts';

/** A point of a game's log: what was on the table when a button was drawn. */
export interface Point {
  readonly game: string;
  readonly seq: number;
}

/** What pressing something means. `src/discord/custom-id.ts` writes it into a button and reads it back. */
export type Press =
  | { readonly do: 'order'; readonly point: Point; readonly order: Order }
  /** Ask for what a draft order still lacks, the presser alone. */
  | { readonly do: 'ask'; readonly point: Point; readonly draft: Draft }
  | { readonly do: 'undo'; readonly point: Point }
  | { readonly do: 'abandon'; readonly point: Point }
  | { readonly do: 'keep' }
  | { readonly do: 'start'; readonly system: string; readonly variant: string }
  | { readonly do: 'text' }
  | { readonly do: 'rules' }
  | { readonly do: 'log'; readonly game: string; readonly page: number }
  | { readonly do: 'verify'; readonly game: string };

export interface Button {
  /** At most 80 characters. */
  readonly label: string;
  readonly tone: ButtonTone | 'danger';
  readonly press: Press;
}

/** A list to choose from. Choosing sets `slot` in the draft (an order being put together) or names a topic (of the rules). */
export interface Menu {
  readonly prompt: string;
  readonly choosing:
    | { readonly what: 'slot'; readonly point: Point; readonly draft: Draft; readonly slot: string }
    | { readonly what: 'topic' };
  readonly least: number;
  readonly most: number;
  /** At most 25. */
  readonly choices: readonly { readonly value: string; readonly label: string; readonly hint?: string }[];
}

/** A map, drawn when it is asked for. */
export interface Drawing {
  readonly point: Point;
  readonly file: string;
  /** At most 1,024 characters. */
  readonly alt: string;
  png(): Promise<Buffer>;
}

/** What is to be said, to whom. Rows of at most five buttons each, at most five rows with the menu. */
export interface Answer {
  readonly to: 'channel' | 'member';
  /** Discord Markdown, at most 2,000 characters. */
  readonly text: string;
  readonly drawing: Drawing | null;
  readonly rows: readonly (readonly Button[])[];
  readonly menu: Menu | null;
  readonly attachment: { readonly file: string; readonly text: string } | null;
  /** The answer replaces the message whose button was pressed. */
  readonly replaces: boolean;
  /** What the channel is told apart from it: of a secret order, that one was given. */
  readonly aside: Answer | null;
}

/** Content of a message: at most this many characters. */
const LONGEST_TEXT = 2000;

export function say(to: Answer['to'], text: string, more: Partial<Answer> = {}): Answer {
  return {
    to,
    text: fitted(text),
    drawing: null,
    rows: [],
    menu: null,
    attachment: null,
    replaces: false,
    aside: null,
    ...more,
  };
}

/** Text that is too long for a message, cut at a line where one is near. */
function fitted(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  const cut = head(text, LONGEST_TEXT - 2);
  const line = cut.lastIndexOf('\n');
  return `${line > LONGEST_TEXT / 2 ? cut.slice(0, line) : cut}\n…`;
}

/** Text that is too long for a label, cut and marked at its end. */
export function clipped(text: string, longest: number): string {
  return text.length <= longest ? text : `${head(text, longest - 1)}…`;
}

/** The first characters of a text, half of a surrogate pair not among them. */
function head(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}
