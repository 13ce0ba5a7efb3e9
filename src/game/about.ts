import type { Order } from './order.ts';
import type { Seat } from './seat.ts';

/** A named set of changes to a system's data, chosen when a game starts. */
export interface Variant {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  /** Playable in an evening: offered to members who are new to the game. */
  readonly short?: boolean;
}

/** A slot of a verb, as a command's option shows it. Names are lower case, one word: they are option names on Discord. */
export interface SlotSpec {
  readonly slot: string;
  readonly summary: string;
  /** The slot takes several values. */
  readonly several?: boolean;
  /** Not every order of the verb has it: an option that may be left empty. */
  readonly optional?: boolean;
}

/** A verb of play, as a command shows it. Systems share verbs: `/attack` is one command whatever is attacked. */
export interface VerbSpec {
  readonly verb: string;
  readonly summary: string;
  readonly slots: readonly SlotSpec[];
  /** The order is a secret of its seat: it is confirmed to the member alone, and the channel is told apart from it. */
  readonly secret?: boolean;
  /** A secret order that shows nothing until other seats have given theirs. Until then its seat can change it, see `Rules.mayChange`. */
  readonly faceDown?: boolean;
  /** A roll asks for it, such as a retreat: a recap counts it with that roll. */
  readonly answersRoll?: boolean;
}

/** One topic of the rulebook, in the project's own words. Text is Discord's Markdown. */
export interface RuleTopic {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** A game as it is offered: its name, its sides, its commands, its rulebook. */
export interface About {
  readonly title: string;
  /** One line for members who choose a game. */
  readonly tagline: string;
  /** Names the parts that do not come from the rule sheet, in the middle of a sentence. Told at the start, in `/rules` and in the recap. */
  readonly basis: string;
  readonly seats: readonly Seat[];
  readonly verbs: readonly VerbSpec[];
  readonly variants: readonly Variant[];
  readonly rulebook: readonly RuleTopic[];
  /** Nothing is hidden from anybody: a member may take several seats. */
  readonly openHanded?: true;
}

/** Whether an order of this verb can be changed while it lies face down. */
export function liesFaceDown({ verbs }: Pick<About, 'verbs'>, order: Order): boolean {
  return verbs.some(({ verb, faceDown }) => verb === order.verb && faceDown);
}

/** Whether an order is a secret of its seat. */
export function isSecret({ verbs }: Pick<About, 'verbs'>, order: Order): boolean {
  return verbs.some(({ verb, secret }) => verb === order.verb && secret);
}
