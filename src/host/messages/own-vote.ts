import { type StandingVote, standingVotes, tally } from '../../council/index.ts';
import { LONGEST_LABEL } from '../../game/index.ts';
import type { Store } from '../../store/index.ts';
import { choiceLabel, MOTION_CHOICE } from '../base/ballot-choice.ts';
import { type Caller, mayManageGame } from '../base/caller.ts';
import { clipped, type Reply, type ReplyButton, reply } from '../base/reply.ts';
import { BALLOT_ANSWERS, COUNCIL_ANSWERS, closeNow, VOTE, yourLastVote, yourVote } from '../base/voting-words.ts';
import { nameAlone } from '../base/wording.ts';
import type { GameTable } from '../table/game-tables.ts';
import { isSecretBallot, notVoted, type OpenBallot, standingOf } from '../table/open-ballots.ts';
import type { CloseQuestion, OwnVote } from '../table/said.ts';
import { proposalMenu } from './proposals.ts';
import { notShown, resultButton, sideBallot } from './side-ballot.ts';

/** Reasons of others that a voter without one is offered to agree with. */
const MOST_AGREED = 2;

/** Under a member's own vote: the reason for it, agreement with others' reasons, and its withdrawal. */
function voterButtons(ballot: OpenBallot, mine: StandingVote): ReplyButton[] {
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
        label: clipped(VOTE.agreeWith(nameOf(by), text), LONGEST_LABEL),
        tone: 'plain',
        press: { do: 'agree', ballot: ballot.id, member: by },
      }),
    ),
    { label: VOTE.withdraw, tone: 'plain', press: { do: 'withdraw', ballot: ballot.id } },
  ];
}

/** For those who may close a ballot before its time. */
function closeRow(caller: Caller, { game }: GameTable, { id }: OpenBallot): ReplyButton[][] {
  if (!mayManageGame(caller, game)) return [];
  return [[{ label: VOTE.closeNow, tone: 'plain', press: { do: 'count', ballot: id, sure: false } }]];
}

/** Asks whether to close it. `hides`: the caller is not shown the ballot, so leaving it open shows nothing. */
function confirmCloseRow({ id }: OpenBallot, hides: boolean): ReplyButton[] {
  return [
    { label: VOTE.close, tone: 'bold', press: { do: 'count', ballot: id, sure: true } },
    { label: VOTE.leaveOpen, tone: 'plain', press: hides ? { do: 'keep' } : { do: 'mine', ballot: id } },
  ];
}

/** A member's own vote; with it what only their side sees of a secret ballot. */
export function ownVoteReply(store: Store, said: OwnVote): Reply {
  const { caller, table, ballot, what, lead, closedAt, proposalsFrom, replaces } = said;
  const mine = standingOf(ballot, caller);
  const own = mine ? [voterButtons(ballot, mine)] : [];
  const rows = what === 'withdrawn' ? [] : [...own, ...closeRow(caller, table, ballot)];
  const text = mine ? voteInWords(said, mine) : what === 'withdrawn' ? BALLOT_ANSWERS.withdrawn : noVote(table, ballot);
  const shown = isSecretBallot(table, ballot)
    ? sideBallot(store, table, ballot, text, rows.flat())
    : reply('member', text, { rows, menu: proposalMenu(table, ballot) });
  const told = what === 'proposed' ? COUNCIL_ANSWERS.proposed : shown.text;
  const answer: Reply = {
    ...shown,
    text: lead === null ? told : `${lead}\n${told}`,
    replaces: replaces || shown.replaces,
    ...(proposalsFrom > 0 ? { menu: proposalMenu(table, ballot, proposalsFrom) } : {}),
  };
  if (!closedAt) return answer;
  const result = resultButton(closedAt, { ...ballot, ...store.ballot(ballot.id) });
  const closed = `${yourLastVote(answer.text)}\n${BALLOT_ANSWERS.closedByIt}`;
  return { ...answer, text: closed, rows: result ? [[result]] : [], menu: null, cards: [] };
}

function noVote({ system }: GameTable, ballot: OpenBallot): string {
  return system.planning && ballot.subject.kind === 'order' ? BALLOT_ANSWERS.notVotedOnPlans : notVoted(ballot);
}

function voteInWords({ table, ballot, before }: OwnVote, mine: StandingVote): string {
  const choice = (which: string) => choiceInWords(table, ballot, which);
  return yourVote(choice(mine.choice), before === null ? null : choice(before), mine.reason, ballot.clockwork.closes);
}

function choiceInWords({ system, position }: GameTable, { subject, seat }: OpenBallot, choice: string): string {
  if (subject.kind === 'council') return choice === MOTION_CHOICE.for ? VOTE.for : VOTE.against;
  return choiceLabel(system, position.state, seat, choice).text;
}

/** Says what closing a ballot now would do, and asks for it. */
export function closeQuestion(store: Store, { caller, table, ballot }: CloseQuestion): Reply {
  const { quorum, sealed } = ballot.rules;
  const hides = notShown(store, table, caller, ballot) !== null;
  const [first, second] = tally(ballot.votes);
  const level = second !== undefined && second.voters.length === first?.voters.length;
  const hidden = ballot.subject.kind === 'council' || sealed || hides || level || !first;
  const choice = hidden ? null : choiceInWords(table, ballot, first.choice);
  return reply('member', closeNow(standingVotes(ballot.votes), quorum, choice), {
    rows: [confirmCloseRow(ballot, hides)],
  });
}
