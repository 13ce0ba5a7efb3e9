import { count, listed } from '../kit/plain-english.ts';
import type { Decision } from './winner-and-tie-break.ts';

/** Level choices that are named; the others are only counted. */
const NAMED = 3;
/** Faces of a die that are told one by one. */
const FACES = 6;

/**
 * How a ballot was decided, with its preposition, to stand after what was done or "Decided": "by 5 of 8 votes", "with all 3 votes",
 * "with its only vote"; where there was a tie, also with whom, and what broke it.
 * @param describe a choice in words, in quotation marks
 * @param commander the name of the member with the casting vote, ready to be shown; null: it is not known
 */
export function decisionInWords(
  decision: Decision,
  describe: (choice: string) => string,
  commander: string | null,
): string {
  const { votes, of, tie } = decision;
  if (tie === null) return votesWon(votes, of);
  switch (tie.rule) {
    case 'first':
      return `${levelWith(decision, describe)}; the tie went to the order that got there first`;
    case 'held-longest':
      return `${levelWith(decision, describe)}; the tie went to the order that had held its votes longest`;
    case 'commander':
      return `${levelWith(decision, describe)}; ${commander ?? 'the commander'}’s vote broke the tie`;
    case 'die':
      return `${votesWon(votes, of)}; ${thrown(decision.choice, tie.among, describe)}`;
    default:
      return tie.rule satisfies never;
  }
}

/** The same without a word of the other choices. */
export function countInWords({ votes, of, tie }: Decision): string {
  return `${votesWon(votes, of)}${tie === null ? '' : ', after a tie'}`;
}

function votesWon(votes: number, of: number): string {
  if (votes < of) return `by ${votes} of ${count(of, 'vote')}`;
  if (of === 1) return 'with the only vote';
  return of === 2 ? 'with both votes' : `with all ${of} votes`;
}

function levelWith({ choice, votes, of, tie }: Decision, describe: (choice: string) => string): string {
  const others = (tie?.among ?? []).filter((other) => other !== choice).map(describe);
  const more = others.length - NAMED;
  const level = listed(more > 0 ? [...others.slice(0, NAMED), count(more, 'other')] : others);
  return `${votesWon(votes, of)}, tied with ${level}`;
}

/** What each face stood for, and which one came up. */
function thrown(choice: string, among: readonly string[], describe: (choice: string) => string): string {
  const face = among.indexOf(choice) + 1;
  if (among.length > FACES)
    return `a die with ${among.length} faces broke the tie; it came up ${face}, ${describe(choice)}`;
  const faces = among.map((one, at) => `${at + 1} ${describe(one)}`);
  return `a die broke the tie: ${faces.join(', ')}; it came up ${face}`;
}
