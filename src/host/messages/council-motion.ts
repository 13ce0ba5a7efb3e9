import { motionInWords, votersInWords, votesToCarry } from '../../council/index.ts';
import { MOTION_CHOICE } from '../base/ballot-choice.ts';
import type { ReplyButton } from '../base/reply.ts';
import { amongCommanders, CARD, MOTION_LABELS } from '../base/voting-words.ts';
import type { OpenBallot } from '../table/open-ballots.ts';
import { myVote } from './order-buttons.ts';

export function motionChoice(choice: string): string {
  return choice === MOTION_CHOICE.for ? MOTION_LABELS.for : MOTION_LABELS.against;
}

/** The rules of a ballot on the council, as it prints them. It knows no tie: three in four are more than half. */
export function motionPrint({ rules, electors, clockwork }: OpenBallot, side: string | null): string {
  if (electors !== null) return amongCommanders(votesToCarry(electors), electors);
  const first = side === null ? [] : [CARD.unanimousAtFirst(side)];
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
