import { openInWords, standingVotes } from '../../council/index.ts';
import { type Reply, reply } from '../base/reply.ts';
import { someoneVoted, tooFewVoted, votesMissing } from '../base/voting-words.ts';
import type { OpenBallot } from './open-ballots.ts';

/** What the channel reads of a ballot that is still open, as replies to its message. */

/** Votes are still missing. */
export function reminder({ rules, clockwork: { closes }, message }: OpenBallot, voters: number): Reply {
  const role = rules.reminder?.role ?? null;
  const call = role === null ? '' : `<@&${role}> `;
  const text = `${call}${votesMissing(rules.quorum - voters, closes ?? 0)}`;
  return reply('channel', text, {
    pings: { roles: role === null ? [] : [role], users: [] },
    replyTo: message?.id ?? null,
  });
}

/** Too few have voted: the ballot gets more time. */
export function extension({ rules, clockwork, message }: OpenBallot, voters: number): Reply {
  const text = tooFewVoted(openInWords(rules, clockwork, voters));
  return reply('channel', text, { replyTo: message?.id ?? null });
}

/** It stays open until somebody votes. */
export function waiting({ rules, clockwork, message }: OpenBallot, voters: number): Reply {
  return reply('channel', openInWords(rules, clockwork, voters), { replyTo: message?.id ?? null });
}

/** Somebody has voted in a ballot that was waiting for it. */
export function restarted({ rules, clockwork, message, votes }: OpenBallot): Reply {
  const text = someoneVoted(openInWords(rules, clockwork, standingVotes(votes).length));
  return reply('channel', text, { replyTo: message?.id ?? null });
}
