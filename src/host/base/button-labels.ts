import type { ReplyButton } from './reply.ts';

/** Labels of buttons that every game has. Games word the buttons for their orders. */

export const BUTTONS = {
  newGame: 'New game',
  recap: 'Recap',
  checkDice: 'Check the dice',
  log: 'Log',
  whatIf: 'What if from here',
  vote: 'Vote',
  inWords: 'In words',
  howWeDecide: 'How we decide',
  takeBack: 'Take back',
  rules: 'Rules',
  more: 'More …',
  others: 'Other orders …',
  endGame: 'End the game …',
  myVote: 'My vote',
  closer: 'Zoom in',
  wholeMap: 'Whole map',
  units: 'Units',
  earlier: 'Earlier',
  wholeList: 'Whole list',
  typeIt: 'Type a name …',
  back: 'Back',
  none: 'None',
  startAgain: 'Start again',
  cancel: 'Cancel',
  voteForSide: (side: string): string => `${BUTTONS.vote} (${side})`,
  giveOrVote: (voting: boolean): string => (voting ? 'Vote for an order' : 'Give an order'),
} as const;

export const DECIDE: ReplyButton = { label: BUTTONS.howWeDecide, tone: 'plain', press: { do: 'council' } };
