import { type StandingVote, tally } from '../../council/index.ts';
import { LONGEST_LABEL } from '../../game/index.ts';
import { type Caller, mayManageGame } from '../base/caller.ts';
import { clipped, type ReplyButton } from '../base/reply.ts';
import { agreeWith, VOTE } from '../base/voting-words.ts';
import { nameAlone } from '../base/wording.ts';
import type { GameTable } from '../table/game-tables.ts';
import type { OpenBallot } from '../table/open-ballots.ts';

/** Reasons of others that a voter without one is offered to agree with. */
const MOST_AGREED = 2;

/** Under a member's own vote: the reason for it, agreement with others' reasons, and its withdrawal. */
export function voterButtons(ballot: OpenBallot, mine: StandingVote): ReplyButton[] {
  const line = tally(ballot.votes).find(({ choice }) => choice === mine.choice);
  const others = ballot.rules.sealed || mine.reason !== null ? [] : (line?.reasons ?? []).slice(0, MOST_AGREED);
  // A label knows no Markdown.
  const nameOf = (member: number) => nameAlone(ballot.votes.find(({ by }) => by.id === member)?.by.name ?? '');
  return [
    {
      label: mine.reason === null ? VOTE.giveReason : VOTE.changeReason,
      tone: 'bold',
      press: { do: 'reason', ballot: ballot.id },
    },
    ...(mine.reason === null
      ? []
      : [
          {
            label: VOTE.deleteReason,
            tone: 'plain',
            press: { do: 'delete-reason', ballot: ballot.id },
          } satisfies ReplyButton,
        ]),
    ...others.map(
      ({ by, text }): ReplyButton => ({
        label: clipped(agreeWith(nameOf(by), text), LONGEST_LABEL),
        tone: 'plain',
        press: { do: 'agree', ballot: ballot.id, member: by },
      }),
    ),
    { label: VOTE.withdraw, tone: 'plain', press: { do: 'withdraw', ballot: ballot.id } },
  ];
}

/** For those who may close a ballot before its time. */
export function closeRow(caller: Caller, { game }: GameTable, { id }: OpenBallot): ReplyButton[][] {
  if (!mayManageGame(caller, game)) return [];
  return [[{ label: VOTE.closeNow, tone: 'plain', press: { do: 'count', ballot: id, sure: false } }]];
}

/** Asks whether to close it. `hides`: the caller is not shown the ballot, so leaving it open shows nothing. */
export function confirmCloseRow({ id }: OpenBallot, hides: boolean): ReplyButton[] {
  return [
    { label: VOTE.close, tone: 'bold', press: { do: 'count', ballot: id, sure: true } },
    { label: VOTE.leaveOpen, tone: 'plain', press: hides ? { do: 'keep' } : { do: 'mine', ballot: id } },
  ];
}
