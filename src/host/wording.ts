/** What the host itself says. Systems word what happens in a game. */

/** A member's name as plain text: nothing of it is taken for Markdown, a mention or a link. */
export function plainName(name: string): string {
  const oneLine = name.replace(/\s+/g, ' ').trim() || 'Somebody';
  return oneLine.replace(/[\\*_~`|<>[\]:@]/g, (mark) => (mark === '@' ? '@\u200b' : `\\${mark}`));
}

export const WORDS = {
  noGame: 'No campaign is being played in this channel.',
  howToStart: 'Somebody who may manage the channel starts one with `/new`.',
  mayNotStart: 'Starting a campaign needs the right to manage this channel. Ask a moderator to use `/new`.',
  mayNotDirect: 'Only a moderator, or whoever started this campaign, may do that.',
  alreadyPlaying: 'A campaign is being played here already. `/map` shows it; `/abandon` ends it.',
  unknownGame: 'There is no such game. Choose one from the list.',
  unknownVariant: 'There is no such variant of this game. Choose one from the list.',
  nothingToTakeBack: 'No order has been given yet: there is nothing to take back.',
  movedOn: 'The campaign has moved on since that map. This is how it stands now.',
  elsewhere: 'That button belongs to a campaign that is not being played in this channel any more.',
  keepPlaying: 'The campaign goes on.',
  ended: 'That campaign is over.',
  nothingEnded: 'No campaign has ended in this channel yet. Dice can be checked once the secret behind them is out.',
  noSeat: 'You have not taken a side yet. Use `/join`.',
  misfit:
    'The rules have changed under this campaign, and its log does not fit them any more. Nothing is lost, but it cannot go on. A moderator may end it with `/abandon`.',
  nothingOpen: 'Nothing of that kind can be ordered now.',
  menuOver: 'Nothing can be ordered just now.',
} as const;
