import {
  type CouncilMode,
  clockTime,
  discordTime,
  MANAGER,
  type StandingVote,
  wayOfDeciding,
} from '../../council/index.ts';
import { capital, count, listed } from '../../kit/plain-english.ts';
import type { BallotRecord } from '../../store/index.ts';
import { plainName } from './common-words.ts';

export const PANEL = {
  sides: '**How each side decides**',
  keep: 'Keep as it is',
  changeRule: 'Change a rule',
  choose: 'Choose',
  leaveRota: 'Leave the rota',
  joinRota: 'Join the rota',
  change: 'Change it with the buttons and the list below, or with the options of `/council`.',
  onlyCommanders: 'Moderators, commanders and the member who started this game can change this.',
  proposeAmongCommanders: `${capital(MANAGER)} can change this, and so can three quarters of the commanders. Propose a change with the buttons or the list below.`,
  proposeByVote: `${capital(MANAGER)} can change this, and so can a vote with three quarters in favour. Propose a change with the buttons or the list below.`,
  putToVote: 'Put it to a vote',
  changeIt: 'Change it',
  title: (game: string): string => `${game}: how this table decides`,
  sideDecides: (side: string): string => `How orders for the ${side} are decided`,
  letSideVote: (side: string): string => `Let the ${side} vote`,
  proposeSideVote: 'Propose that this side votes',
  letCommanderOrder: (directs: boolean): string =>
    directs ? 'Let the commander decide' : 'Propose that the commander decides',
  now: (now: string): string => `Now: ${now}`,
  setting: (title: string, now: string, summary: string): string => `**${title}**\n${PANEL.now(now)}.\n-# ${summary}.`,
  opensBallot: (changes: string): string => `This opens a ballot in the channel on this change: ${changes}.`,
  cancelsBallot: (votes: number, changes: string): string =>
    `The change: ${changes}. It cancels the open ballot and its ${count(votes, 'vote')}. Change it anyway?`,
  onlyForSide: (side: string): string =>
    `Only members of the ${side}, moderators and the member who started this game can do that. Ask one of them.`,
} as const;

export const MODE_BUTTONS: { readonly [mode in CouncilMode]: { readonly label: string; readonly proposal: string } } = {
  vote: { label: 'Let the channel vote', proposal: 'Propose that the channel votes' },
  commander: { label: 'Take command', proposal: 'Propose that I command' },
  open: { label: 'First order counts', proposal: 'Propose: first order counts' },
};

/** `holders`: the side's commanders. `mode`: null if the bot plays it. */
export function sideInBrief(side: string, mode: CouncilMode | null, holders: string): string {
  const ways = {
    open: 'the first order from a member counts.',
    commander: `${holders} can give orders.`,
    vote: 'the side’s members vote on each order.',
  };
  return `For the ${side}, ${mode === null ? 'the bot gives the orders.' : ways[mode]}`;
}

export function proposes(opener: string | null, side: string | null, changes: readonly string[]): string {
  const by = opener === null ? 'A proposal' : `**${plainName(opener)}** proposes`;
  return `${by} to change ${wayOfDeciding(side)}: ${changes.join('; ')}.`;
}

/** @param closedEarly a sentence after a space, or empty */
export function notPassed(
  { inFavour, votes, of }: { readonly inFavour: number; readonly votes: number; readonly of: number },
  quorumMissed: number | null,
  closedEarly: string,
  side: string | null,
): string {
  const how =
    quorumMissed === null
      ? `${inFavour} of ${of} voted for it, but it needed three quarters.`
      : `it needed ${count(quorumMissed, 'voter')}, and ${votes === 0 ? 'nobody' : `only ${votes}`} voted.`;
  return `Not passed: ${how}${closedEarly} ${side === null ? 'This table decides as before.' : 'Nothing changes.'}`;
}

export function closedEarlyBy(name: string): string {
  return `**${plainName(name)}** closed the ballot early`;
}

/** A ballot that closed early or without its quorum. */
export const CLOSED = {
  calledBy: (name: string, fewerThan: number | null) =>
    `${closedEarlyBy(name)}${fewerThan === null ? '' : `, with fewer than the ${count(fewerThan, 'voter')} it needed`}.`,
  early: (votes: number | null) => `It closed early, at ${count(votes ?? 0, 'vote')} for one order.`,
  tooFew: (quorum: number) => `It needed ${count(quorum, 'voter')} and had fewer.`,
} as const;

export const CANCELLED = {
  order: (name: string | null) =>
    name === null
      ? 'An order was given before the ballot closed.'
      : `**${plainName(name)}** gave an order before the ballot closed.`,
  undo: (name: string | null) => `${name === null ? 'Somebody' : `**${plainName(name)}**`} took back the last order.`,
  council: (name: string | null) =>
    name === null
      ? 'The way this table decides was changed before the ballot closed.'
      : `**${plainName(name)}** changed how this table decides.`,
  refused: () => 'Its result is no longer possible.',
  ended: () => 'The game ended before the ballot closed.',
} as const;

export const CARD_WORDS = {
  press: 'Choose below to vote.',
  change: 'You can change your vote until the ballot closes.',
  next: 'the next order',
  otherRules: 'For its other rules, press **More …**, then **How we decide**.',
  passed: 'Passed',
  notVoted: 'You haven’t voted.',
  yourVote: (order: string): string => `Your vote: ${order}.`,
  /** Above the map when a ballot is posted again. */
  stillOpen: 'The ballot is still open.',
  voteOnNext: (side: string | null): string =>
    side === null ? 'Vote on the next order' : `Vote on the next order of the ${side}`,
  ballotOn: (what: string): string => `A ballot on ${what}`,
  cancelled: (what: string): string => `The ballot on ${what} was cancelled`,
  motionLost: (side: string | null): string =>
    `Not passed: ${side === null ? 'this table decides as before' : 'nothing changes'}`,
  nextOrder: (order: string): string => `The next order: ${order}`,
  otherOrders: (left: number): string => `-# and ${count(left, 'other order')} with votes`,
  hiddenDecision: 'the decision',
  sideDecided: (side: string): string => `The ${side} have decided`,
  reasonLine: (reason: string, name: string): string => `> “${reason}” · ${name}`,
  moved: 'The ballot has moved to a newer message below.',
  wasCancelled: (votes: number): string => `The open ballot (${count(votes, 'vote')}) was cancelled.`,
  unanimousAtFirst: (side: string): string =>
    `Before anyone has played for the ${side}, it closes at once when all its members have voted for it.`,
} as const;

export function openForOthers(side: string, others: readonly string[]): string {
  const theirs = listed(others.map((other) => `the ${other}`));
  return `No ballot is open for the ${side}, but one is open for ${theirs}. ${capital(MANAGER)} can use this command on it: fill in \`side\`.`;
}

/** A role that a table needs was deleted. `side`: null in a game of one side. */
export const LOST_ROLE = {
  voters: (side: string | null, until: number) =>
    `The role that members need to vote${side === null ? '' : ` for the ${side}`} was deleted, so nobody can vote. ${capital(MANAGER)} can let everyone vote with the button, or choose another role with \`/council voters\`. Otherwise everyone can vote from ${discordTime(until)}.`,
  pings: (side: string) =>
    `The role that the bot pings for the ${side} was deleted. The bot pings the side’s members instead. \`/seat role\` sets another role.`,
  mend: 'Let everyone vote',
  gone: 'The role was deleted',
  cannotVote: (until: number) =>
    `The role that this ballot is for was deleted, so nobody can vote in it. Ask ${MANAGER} to let everyone vote with \`/council voters\`. Otherwise everyone can vote from ${discordTime(until)}.`,
  again: 'The role that the open ballot was for was deleted, so a new ballot opens.',
} as const;

export const COMMAND = {
  passesTo: (name: string) => `Command passes to ${name}.`,
  only: (names: readonly string[], hint: string) => `Only ${listed(names, ' or ')} can give orders now. ${hint}`,
  left: 'A commander has left.',
  leftAnd: (changes: readonly string[]) => `A commander has left. ${PANEL.now(changes.join('; '))}.`,
  rests: (names: readonly string[]) =>
    `Nobody in the rota has given an order. The next order from ${listed(names, ' or ')} counts, and puts that member in command.`,
  silent: (hours: number) => `No order for ${count(hours, 'hour')}.`,
} as const;

/** The orders of a decided plan that were carried out or left out, in words that follow a name. */
export const CARRIED_OUT = {
  done: (orders: readonly string[]): string => `Carried out: ${orders.join('; ')}.`,
  left: (orders: readonly string[]): string => `Left out: ${orders.join('; ')}.`,
  leftCount: (orders: number): string => `${count(orders, 'order')} of the plan couldn’t be carried out.`,
  more: (orders: number): string => `${orders} more`,
} as const;

export const PROPOSAL = {
  look: 'Look at a proposal',
  more: 'More proposals …',
  plan: 'A plan',
  vote: 'Vote for it',
  amend: 'Amend …',
  back: 'Back',
  follows: (shortcut: string): string => `Then: ${shortcut}`,
  from: (name: string): string => `from ${name}`,
  votes: (votes: number, by: string): string => `${count(votes, 'vote')}, ${PROPOSAL.from(by)}`,
  by: (name: string, votes: number): string =>
    `-# Proposed by ${name}. ${votes === 0 ? 'No votes now' : count(votes, 'vote')}.`,
} as const;

/** "Gregg and Branch (2 orders), then “End the movement phase”". The first part may be followed by shortcuts. */
export function thenAlso(parts: readonly string[]): string {
  const [first = '', ...others] = parts;
  return [first, ...others.map((other) => `then “${other}”`)].join(', ');
}

export const MOTION_LABELS = { for: 'For the change', against: 'Against' } as const;

export function amongCommanders(needed: number, electors: number): string {
  if (needed === electors)
    return `Only the ${electors} commanders vote on it, and ${electors === 2 ? 'both' : 'all'} must be for it.`;
  return `Only commanders vote on it, and ${needed} of the ${electors} must be for it.`;
}

export const VOTE = {
  reasonTitle: 'A reason for your vote',
  /** At most 45 characters. */
  reasonLabel: 'Why? Your name is shown. Leave empty for none',
  close: 'Close the ballot',
  closeNow: 'Close the ballot now',
  leaveOpen: 'Leave it open',
  giveReason: 'Give a reason',
  changeReason: 'Change the reason',
  deleteReason: 'Delete the reason',
  withdraw: 'Withdraw',
  for: 'for the change',
  against: 'against the change',
  agreeWith: (name: string, reason: string): string => `Agree with ${name}: “${reason}”`,
} as const;

/** Asks before a ballot is closed. `wins`: the order it would carry out, or null if that is hidden. */
export function closeNow(votes: readonly StandingVote[], quorum: number, wins: string | null): string {
  const missing = votes.length < quorum ? `, and it needs ${count(quorum, 'voter')}` : '';
  const so = `${count(votes.length, 'vote')} so far${missing}.`;
  return wins === null ? `${so} Close the ballot now?` : `${so} Close the ballot now, and carry out **${wins}**?`;
}

/** A member's own vote. `before`: their vote until now. */
export function yourVote(choice: string, before: string | null, reason: string | null, closes: number | null): string {
  const why = reason === null ? '' : `\n> “${plainName(reason)}”`;
  const vote = before === null ? `Your vote: **${choice}**.` : `Your vote is now **${choice}** (before: ${before}).`;
  return `${vote}${why}\nYou can change it${closes === null ? '' : ` until ${clockTime(closes)}`}.`;
}

export function yourLastVote(text: string): string {
  return text.replace(/\nYou can change it[^\n]*$/, '');
}

/** For a secret ballot. `channel`: the side's ballot channel. */
export function votePrivately(side: string, channel: string | null): string {
  const vote = `Members of the ${side} vote with the “Vote” button`;
  return channel === null ? `${vote}.` : `${vote}, or in <#${channel}>.`;
}

export const BALLOT_ANSWERS = {
  notVoted: 'You haven’t voted in this ballot. Press an order’s button to vote for it.',
  notVotedOnPlans: 'You haven’t voted in this ballot. Propose a plan, vote for one in the list, or choose an order.',
  withdrawn: 'Your vote is withdrawn. You can vote again until the ballot closes.',
  notVotedOnCouncil: 'You haven’t voted in this ballot. Press “For the change” or “Against” to vote.',
  closedByIt: 'Your vote closed the ballot; the result is in the channel.',
  nobodyVoted: 'Nobody has voted yet, so there’s nothing to decide. Vote first.',
  tooLate: 'The ballot closed just before you pressed the button. The result is in the channel.',
  justClosed:
    'The ballot closed just before your order arrived, so your order wasn’t given. This is the latest map: give the order again if you still want it.',
  closedNext: 'That ballot closed just before your order arrived. Your vote counts in the next one.',
  closedNotNext: 'The ballot closed just before your order arrived, and you can’t vote for it in the next one:',
  ballotClosed: 'That ballot had already closed, so your vote wasn’t counted.',
  ballotNext: 'Vote in the new one in the channel.',
  proposalGone: 'That proposal isn’t there any more. Look at the list again.',
  voteOver: 'That ballot is closed. `/map` shows the latest map.',
  noBallot: 'No ballot is open here. Open one with `/vote open`.',
  otherSide: 'This ballot belongs to the other side. You can vote on your own side’s orders.',
  joinedLater: 'You joined this side after the ballot opened. You can vote in the next one.',
  commandersDecide: 'Only commanders vote on this. You can still argue your case here.',
  mayNotCount: `Only ${MANAGER} can close a ballot early. Ask one of them.`,
  mayNotCall: 'Only a moderator, a commander or the member who started this game can open a ballot. Ask one of them.',
  mayNotOverrule: `Only ${MANAGER} can overrule a ballot. Vote for your order instead.`,
  alreadyOpen: 'A ballot is already open.',
  cannotBeDone: 'The rules have changed since the ballot opened, so its result can’t be carried out.',
} as const;

export const COUNCIL_ANSWERS = {
  changeSide: 'Press a button to change how a side decides, or use `/council` and fill in `side`.',
  readSide: 'Members of the side, moderators and the member who started this game can change this.',
  askForCommand: '`/council` shows who gives orders and how to change that.',
  joinRota: '`/council` shows the rota, and you can join it there.',
  keptCouncil: 'This table decides the same way as in its last game; `/council` shows how.',
  motionOpen: 'A ballot on a change is already open. Wait until it closes.',
  noBots: 'Choose members of this server. Bots can’t command.',
  proposed: 'Your proposal is in the channel, with your vote for it.',
  manyBallots:
    'One ballot can decide a whole plan: press **Vote**, then **Plan …**. `/council early:2` closes a ballot as soon as two agree; `/council window:5m` shortens it.',
  nextBallot: 'The open ballot keeps the rules it started with.',
  sameCouncil: 'This table already decides that way.',
  sameWay: 'That side already decides that way.',
  alwaysSecret: 'In this game a side’s orders are secret, so only its members see its ballots.',
  notInRota: `Command doesn’t pass on here, so there’s no rota. ${capital(MANAGER)} can set one up with \`/council rotate\`.`,
  alreadyInRota: 'You’re already in the rota. `/council` shows it.',
  outOfRota: 'You’re not in the rota. `/council` lets you join it.',
  rotaFull: 'The rota is full. Try again when someone has left it.',
  lastInRota: `You’re the only commander. Ask ${MANAGER} to name another one or to change how this table decides.`,
} as const;

export const NOTICES = {
  votesMissing: (missing: number, closes: number): string =>
    `${count(missing, 'more vote')} needed. The ballot closes at ${clockTime(closes)}.`,
  tooFewVoted: (state: string): string => `Too few have voted. ${state}`,
  someoneVoted: (state: string): string => `Someone has voted. ${state}`,
  opensOnNext: (name: string, side: string | null): string =>
    `**${plainName(name)}** opens a ballot on the next order${side === null ? '' : ` of the ${side}`}.`,
  passed: (inFavour: number, of: number): string => `Passed, with ${inFavour} of ${count(of, 'vote')}`,
} as const;

export const SIDE_BALLOT = {
  callToVote: (side: string | null): string =>
    side === null ? '**Vote on the next order.**' : `**Members of the ${side}: vote on your next order.**`,
  callInChannel: (side: string, channel: string): string =>
    `**Members of the ${side}: vote on your next order** for the game in <#${channel}>.`,
  howVoted: (side: string): string => `How the ${side} voted`,
  onlySideSees: (side: string): string => `Only members of the ${side} see how the vote went until the game is over.`,
  notYours: (side: string): string => `This ballot is for members of the ${side} only. You can’t see it or vote in it.`,
} as const;

/** Its time, its votes or a member closed the ballot. */
export type ClosingReason = 'time' | 'early' | 'called';

/** How a ballot closed; null if its time closed it with its quorum. `voters`: the number of votes that counted. */
export function closingInWords({ closed, rules }: BallotRecord, voters: number): string | null {
  const few = voters < rules.quorum;
  const enough = rules.early !== null && (closed?.decision?.votes ?? 0) >= rules.early;
  switch (closed?.why as ClosingReason) {
    case 'called':
      return CLOSED.calledBy(closed?.by?.name ?? '', few ? rules.quorum : null);
    case 'early':
      // A ballot without a clock closes with the last voter it needed, however few agree.
      return enough ? CLOSED.early(rules.early) : null;
    case 'time':
      return few ? CLOSED.tooFew(rules.quorum) : null;
    default:
      return null;
  }
}

export function voidInWords({ closed }: BallotRecord): string {
  const why = closed?.why as VoidReason;
  if (!(why in CANCELLED)) throw new Error(`A ballot was cancelled for an unknown reason: ${closed?.why}`);
  return CANCELLED[why](closed?.by?.name ?? null);
}

export type VoidReason = keyof typeof CANCELLED;
