import { count } from '../kit/plain-english.ts';
import { HOUR } from './council.ts';
import { LIMITS } from './council-limits.ts';
import { durationInWords } from './duration-text.ts';

/** Why what was asked of a council cannot be: a sentence for the member. */
export const COMPLAINTS = {
  noSuchRule: 'There’s no such rule. Choose one from the list.',
  /** @param what "who can vote" */
  fromList: (what: string) => `From the list, choose ${what}.`,
  /** @param what begins the sentence */
  wholeNumber: (what: string, least: number, most: number) =>
    `${what} must be a whole number from ${least} to ${most}.`,
  yesOrNo: 'Choose yes or no.',
  commanders: 'From the list, choose who commands.',
  rotation: `Write \`never\`, \`order\` (after each order), or how long to wait for an order, from \`${LIMITS.hours.least}h\` to \`${durationInWords(LIMITS.hours.most * HOUR)}\`.`,
  window: `A ballot can stay open from ${durationInWords(LIMITS.window.least)} to ${durationInWords(LIMITS.window.most)}. Examples: \`15m\`, \`1h\`, \`2 days\`.`,
  tooManyCommanders: (most: number) => `At most ${most} members can share command. Name fewer.`,
  nobodyCommands: 'Someone has to command: name a member with `commander`.',
  noCastingVote: 'Choose the commander first, in “Who commands”, or give `commander` together with `tie`.',
  earlyBelowQuorum: (early: number, quorum: number) =>
    `A ballot can’t close early at ${count(early, 'vote')} while it needs ${quorum} voters. Set \`early\` to at least ${quorum}, or \`quorum\` to at most ${early}.`,
} as const;
