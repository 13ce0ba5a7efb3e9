import {
  type Council,
  motionInWords,
  OPEN_COUNCIL,
  votersInWords,
  votesToCarry,
  withoutMembers,
} from '../../council/index.ts';
import type { BallotRecord, Store } from '../../store/index.ts';
import type { ReplyButton } from '../base/reply.ts';
import { amongCommanders, MOTION_LABELS, unanimousAtFirst } from '../base/voting-words.ts';
import { councilOf } from '../table/game-position.ts';
import type { CouncilTable } from '../table/game-tables.ts';
import type { OpenBallot } from '../table/open-ballots.ts';
import { isGone } from '../table/seat-rules.ts';
import { myVote } from './order-buttons.ts';

/** What may be voted for where the ballot is on a change of the council. */
export const MOTION_CHOICE = { for: 'for', against: 'against' } as const;

export function motionChoice(choice: string): string {
  return choice === MOTION_CHOICE.for ? MOTION_LABELS.for : MOTION_LABELS.against;
}

/** The rules of a ballot on the council, as it prints them. It knows no tie: three in four are more than half. */
export function motionPrint({ rules, electors, clockwork }: OpenBallot, side: string | null): string {
  if (electors !== null) return amongCommanders(votesToCarry(electors), electors);
  const first = side === null ? [] : [unanimousAtFirst(side)];
  return [motionInWords(rules, clockwork.extended), ...first, votersInWords(rules.voters, side)].join(' ');
}

export function motionRows(ballot: OpenBallot): ReplyButton[][] {
  const press = (inFavour: boolean) => ({ do: 'motion', ballot: ballot.id, inFavour }) as const;
  return [
    [
      { label: MOTION_LABELS.for, tone: 'bold', press: press(true) },
      { label: MOTION_LABELS.against, tone: 'plain', press: press(false) },
      myVote(ballot),
    ],
  ];
}

/** The council as a vote on it would make it now: the proposal, applied to what has changed meanwhile. */
export function proposedNow(
  store: Store,
  { game, position }: CouncilTable,
  { seat, seq }: BallotRecord,
  proposed: Council,
): Council {
  const then = store.councilAt(game.id, seat, seq) ?? OPEN_COUNCIL;
  const now = councilOf(position, seat);
  const rules = merged(then.ballot, proposed.ballot, now.ballot);
  const council = {
    ...merged(then, proposed, now),
    ballot: {
      ...rules,
      // Each of two changes may fit the council alone: no ballot closes early below its quorum.
      early: rules.early === null ? null : Math.max(rules.early, rules.quorum),
      voters: merged(then.ballot.voters, proposed.ballot.voters, now.ballot.voters),
    },
  };
  return withoutMembers(council, (member) => isGone(store, member));
}

/** Every field as it is proposed where that differs from what was, and as it is now elsewhere. */
function merged<Rules extends object>(then: Rules, proposed: Rules, now: Rules): Rules {
  const keys = Object.keys(proposed) as (keyof Rules)[];
  const fields = keys.map((key) => [key, same(then[key], proposed[key]) ? now[key] : proposed[key]] as const);
  return Object.fromEntries(fields) as Rules;
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
