/** What the host itself says. Systems word what happens in a game. */

/** A member's name as plain text: nothing of it is taken for Markdown, a mention or a link, or turns what follows around. */
export function plainName(name: string): string {
  return nameAlone(name)
    .replace(/[\\*_~`|<>[\]:@]/g, (mark) => (mark === '@' ? '@\u200b' : `\\${mark}`))
    .replace(INVITING, '$&\\');
}

/** Discord makes a card of an invitation or a gift, also where no "https" stands before it. */
const INVITING = /discord(?:app)?(?=\.[a-z])/gi;

/** A member's name on one line, for places that know no Markdown. */
export function nameAlone(name: string): string {
  const line = oneLine(name);
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(line.replace(INVISIBLE, '')) ? line : 'Somebody';
}

/** What a member gives as a reason, on one line. Null: there is nothing in it to read. */
export function reasonIn(text: string): string | null {
  const line = oneLine(text);
  return line.replace(INVISIBLE, '').trim() === '' ? null : line;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(CONTROLS, '').trim();
}

/** Characters that count as letters or signs and show nothing. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Control characters, and the marks that set the direction of text. */
const CONTROLS = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

export const WORDS = {
  /** What takes long has not been made in time: nothing was changed, and the next press finds it. */
  stillLoading: 'This campaign has a long log, and it is still loading. Try again in a few seconds.',
  comesLater: 'This campaign has a long log. The answer comes here in a moment.',
  noGame: 'No campaign is being played in this channel.',
  howToStart: 'Somebody who may manage the channel starts one with `/new`.',
  mayNotStart: 'Starting a campaign needs the right to manage this channel. Ask a moderator to use `/new`.',
  mayNotDirect: 'Only a moderator, or whoever started this campaign, may do that.',
  alreadyPlaying: 'A campaign is being played here already. `/abandon` ends it.',
  whatIfBegins:
    'A “what if” is about to begin in this thread. `/abandon` ends it once it is here; then you can start another campaign.',
  unknownGame: 'There is no such game. Choose one from the list.',
  unknownVariant: 'There is no such variant of this game. Choose one from the list.',
  nothingToTakeBack: 'No order has been given yet: there is nothing to take back.',
  beginsThere: 'No order has been given yet since this “what if” began: what was before belongs to another campaign.',
  noSuchPoint:
    'There is no such point to go back to. Choose one from the list: those of this channel’s campaigns, the last one first.',
  noPoints: 'No campaign has been played here that a “what if” could go on from.',
  pointsLater: 'Of the campaign being played here no point may be told yet: ask again when it is over.',
  onlyWhatIf: 'A “what if” has the game and the variant it goes out from. Leave the other options empty.',
  mayNotOpenThreads:
    'A “what if” opens a thread, and you may not open threads in this channel. Ask a moderator, or use `/new` in a thread of your own.',
  mayNotStartInThread: 'Only whoever opened this thread, or a moderator, may start a campaign here.',
  threadsWait: 'Five threads are still to be opened in this channel. Ask again once they are there.',
  threadOpens: 'A thread is being opened for it in this channel. The campaign goes on there.',
  logFull:
    'The log of this campaign is full: nothing more can be ordered, voted on or taken back. A moderator can end it with `/abandon`; its map, its log and its recap stay.',
  movedOn: 'The campaign has moved on since that map. This is how it stands now.',
  playedElsewhere: 'No such campaign has been played in this channel. Choose one from the list.',
  elsewhere: 'That button belongs to a campaign that is not being played in this channel any more.',
  keepPlaying: 'The campaign goes on.',
  ended: 'That campaign is over.',
  another: 'That campaign is over. This is the one being played here now.',
  nothingEnded: 'No campaign has ended in this channel yet. Dice can be checked once the secret behind them is out.',
  noSeat: 'You have not taken a side yet. Use `/join`.',
  whichSide: 'Name the side: use the option `side`.',
  changeSide: 'Press a button to change how a side decides, or use `/council` with the option `side`.',
  readSide: 'The members of a side and moderators can change this.',
  handHidden: 'In this game only members of a side see what it can order, so only they can order for it.',
  oneSide: 'This game has one side, and everybody in the channel plays it.',
  noBotSits: 'A bot cannot take a side. Choose a member.',
  sitNowhere: 'You have not taken that side.',
  sitsNowhere: 'They have not taken a side here, or not that one.',
  notEveryone: 'A side is called, not the whole server: choose another role.',
  bothSidesSee: 'Both sides see this channel. Choose another one.',
  channelNotYours: 'You can’t see that channel, or can’t write in it. Choose another one.',
  sideChannelGone:
    'The channel for a side’s ballots has been deleted. Members of that side vote with the button “Vote” under the map.',
  noMachineHere: 'No machine plays this game.',
  machineAlready: 'The machine plays that side already.',
  howToSit: '`/join` takes a side; with `/seat` moderators put members on a side or take them off it.',
  howToSetClock: '-# Moderators set them: `/clock phase`, `/clock choices`, `/clock reminder`.',
  sameClock: 'That is how this table’s clocks are set already.',
  sameThrows: 'The dice are sealed: the same order given here again throws the same numbers.',
  dieHasFallen: 'A die has fallen for that order: only a moderator can take it back.',
  leavesATrace:
    'The map, the log, the recap and the dice check will say so, and `/record` counts the campaign only apart from the others.',
  countedApart: '`/record` counts this campaign only apart from the others.',
  asksWhy: 'You will be asked why.',
  sayWhy: 'Say why in a few words that others can read.',
  onlyMachines: 'Only the machine has ordered so far: there is nothing of yours to take back.',
  noQuietHours:
    'You have set no quiet hours: when your side is to act, you are called at any hour. `/quiet hours` sets them.',
  noTimeOfDay: 'That is no time of day. Write it as `22:00`, `7` or `10 pm`.',
  noZone: 'Say how far your clock is from UTC, as `UTC+2` or `-5`. The list shows what the time is where.',
  allDayQuiet: 'From a time to the same time is a whole day, in which you could never be called.',
  quietOff: 'You have no quiet hours any more: when your side is to act, you are called at any hour.',
  incompatible:
    'The rules have changed under this campaign, and its log does not fit them any more. Nothing is lost: `/log` still tells who ordered what and what was thrown, and hands it out as a file. But it can neither be shown nor go on. If it has not ended, a moderator may end it with `/abandon`.',
  incompatibleInBrief: 'The rules have changed under this campaign: it cannot go on.',
  nothingOpen: 'Nothing of that kind can be ordered now.',
  notAsked: 'This is not asked here. Leave it empty.',
  noRoom: 'No more can be named in one command. Leave this empty to choose from a list.',
  more: 'More …',
  none: 'None',
  startAgain: 'Start again',
  keepGoing: 'Keep going',
  noSuchPlace: 'There is no such place on this map. Choose one from the list.',
  onePicture: 'The map of this game is one picture: `/map` shows all of it.',
  noRoster: 'This game keeps no list of units: `/map view:Text` tells all there is.',
  noSuchOverlay: 'The picture cannot show that. Choose from the list.',
  reasonKept: '-# Your reason goes with the order that you choose here.',
  menuOver: 'Nothing can be ordered just now.',
  askForCommand: '`/council` says who else may order, and how that is changed.',
  joinRota: '`/council` shows the rota, and you can take your turn there.',
  keptCouncil: 'This table decides as it did in the last campaign here; `/council` says how.',
  motionOpen: 'A ballot on a change is open already. It has to close first.',
  exported: 'The whole campaign: every order, die, vote and reason, with the secret behind the dice.',
  exportedSoFar:
    'The campaign so far: every order, die, vote and reason. What is secret, sealed or still being voted on comes later.',
  exportedUnruled:
    'The rules have changed under this campaign: here is all that can be had without them, every order, die, vote and reason. While it has not ended, what is secret, sealed or still being voted on is left out.',
  nothingToTell: 'No order has been given in this campaign: there is nothing to tell of it yet.',
  recapNotYours:
    'Posting the recap in another channel needs the right to manage this one. `/recap` without a channel tells it here.',
  recapNotThere: 'You cannot see that channel, or may not write in it: no recap is posted there.',
  recapSoFar:
    'Winning chances are told up to the last order, before its dice: this table is told of orders once they are decided.',
  recapSealed: 'Winning chances are hidden while a sealed ballot is open.',
  late: 'Posted late: the bot was interrupted, and nothing was lost.',
  notVoted: 'You have no vote in this ballot. Press the button of an order to vote for it.',
  withdrawn: 'Your vote is withdrawn. You may vote again until the ballot closes.',
  notVotedOnCouncil: 'You have no vote in this ballot. Press “For the change” or “Against” to vote.',
  closedByIt: 'With it the ballot is closed; how it came out is in the channel.',
  nobodyVoted: 'Nobody has voted yet: there is nothing to close the ballot with.',
  tooLate: 'The ballot had just closed when your press arrived. How it came out is in the channel.',
  justClosed:
    'The ballot had just closed when your order arrived, and nothing was done with it. This is how things stand now: give it again if you still mean it.',
  closedNext: 'The ballot had just closed when your order arrived, so it went to the next one.',
  closedNotNext: 'The ballot had just closed when your order arrived, and it cannot be voted for in the next one:',
  ballotClosed: 'That ballot had closed: your vote was not counted.',
  ballotNext: 'A new one is open in the channel.',
  noBots: 'A bot cannot command. Choose a member.',
  proposed: 'Your proposal is in the channel, with your vote for it.',
  cannotBeDone: 'The rules have changed since the ballot opened, and what it decided cannot be ordered.',
  votesNow: '**The council votes on the next order.**',
  voteOver: 'That ballot is closed. `/map` shows how the campaign stands now.',
  noBallot: 'No ballot is open here. `/vote open` opens one.',
  otherSide: 'This ballot is the other side’s.',
  joinedLater: 'You joined this side after the ballot opened. You vote from the next one.',
  commandersDecide: 'Only those who command here vote on this.',
  manyBallots:
    'Each order is a ballot of its own, and a phase can have many: `/council early:2` closes a ballot as soon as two are of one mind, `/council window:5m` gives it less time.',
  nextBallot: 'The ballot that is open keeps the rules it began with.',
  mayNotCount: 'Only a moderator, or whoever started this campaign, may close a ballot before its time.',
  mayNotCall: 'Only a moderator, whoever started this campaign, or who commands may call a ballot.',
  mayNotOverrule: 'Only a moderator, or whoever started this campaign, may give an order over the council’s head.',
  alreadyOpen: 'The ballot is open. This is how it stands.',
  sameCouncil: 'That is how this table decides already.',
  sameWay: 'That is how orders are decided there already.',
  noSuchOrder: 'There is no such order now. Choose one from the list.',
  secretOrders:
    'In this game a side’s orders are secret, and a vote in the channel would show them. Choose another way to decide.',
  notInRota: 'Command does not pass on here, so there is no rota. A moderator can set it with `/council rotate`.',
  alreadyInRota: 'You are in the rota already.',
  outOfRota: 'You are not in the rota.',
  rotaFull: 'The rota is full.',
  lastInRota: 'You are the only one in command. Ask a moderator to name another, or to change how this table decides.',
} as const;
