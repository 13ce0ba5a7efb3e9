/** What the host itself says. Systems word what happens in a game. */

/** A member's name as plain text: no part is taken for Markdown, a mention or a link, or turns what follows around. */
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
  stillLoading: 'This game has a long log and is still loading. Try again in a few seconds.',
  comesLater: 'This game has a long log. The answer will be here in a moment.',
  noGame: 'No game is being played in this channel.',
  mayNotStart: 'You can’t start a game here. Ask a moderator to use `/new`.',
  mayNotDirect: 'Only a moderator or the member who started this game can do that. Ask one of them.',
  alreadyPlaying: 'A game is already being played here. End it first with `/abandon`.',
  whatIfBegins:
    'A “what if” is about to start in this thread. Wait for it and end it with `/abandon`; then you can start another game.',
  unknownGame: 'There’s no such game. Choose one from the list.',
  unknownVariant: 'This game has no such variant. Choose one from the list.',
  nothingToTakeBack: 'There’s nothing to take back yet: no order has been given.',
  beginsThere:
    'There’s nothing to take back yet: no order has been given since this “what if” began. The earlier orders belong to the original game.',
  noSuchPoint: 'There’s no such point. Choose one from the list, which starts with this channel’s last game.',
  noPoints: 'No game has been played here yet, so there’s nothing to branch from.',
  pointsLater: 'You can branch from this game once it’s over.',
  onlyWhatIf: 'A “what if” keeps the rules of the game it branches from. Leave the other options empty.',
  mayNotOpenThreads:
    'A “what if” opens a thread, and you can’t open threads in this channel. Ask a moderator, or use `/new` in a thread of your own.',
  mayNotStartInThread: 'Only the member who opened this thread or a moderator can start a game here. Ask one of them.',
  threadOpens: 'A thread for your “what if” is opening in this channel. The game goes on there.',
  logFull:
    'This game’s log is full, so nobody can order, vote or take back any more. A moderator can end the game with `/abandon`; its map, log and recap stay.',
  movedOn: 'The game has moved on since that map. This is the latest one.',
  playedElsewhere: 'No such game has been played in this channel. Choose one from the list.',
  elsewhere: 'That button belongs to a game that’s no longer played in this channel. `/map` shows the current one.',
  keepPlaying: 'The game goes on.',
  ended: 'That game is over. `/recap` tells its story.',
  another: 'That game is over. This is the one being played here now.',
  nothingEnded:
    'No game has ended in this channel yet. You can check the dice once a game is over and its secret is out.',
  noSeat: 'Join a side first: use `/join`.',
  whichSide: 'Say which side: fill in `side`.',
  changeSide: 'Press a button to change how a side decides, or use `/council` and fill in `side`.',
  readSide: 'Members of the side and moderators can change this.',
  handHidden: 'In this game only members of a side see its orders, so only they can order. Join it with `/join`.',
  oneSide: 'This game has only one side, and everyone in the channel plays it. Give your order.',
  noBotSits: 'Bots can’t join a side this way. Choose a member.',
  sitNowhere: 'You’re not on that side. `/seat list` shows who is.',
  sitsNowhere: 'That member isn’t on that side. `/seat list` shows who is.',
  notEveryone: 'That role would ping the whole server. Choose another role.',
  bothSidesSee: 'Both sides can see this channel. Choose another one.',
  channelNotYours: 'You can’t see that channel, or can’t post in it. Choose another one.',
  sideChannelGone:
    'A side’s ballot channel has been deleted. Members of that side can vote with the “Vote” button under the map.',
  noPlans: 'This game has no plans. Give your orders one by one.',
  noMachineHere: 'The bot can’t play a side in this game. Put a member there with `/seat put`.',
  machineAlready: 'The bot already plays that side.',
  howToSit: 'Join a side with `/join`. Moderators can add or remove members with `/seat`.',
  howToSetClock: '-# Moderators can change them with `/clock phase`, `/clock choices` and `/clock reminder`.',
  sameClock: 'The clocks are already set that way.',
  sameThrows: 'The dice are sealed: the same order at this point rolls the same numbers again.',
  dieHasFallen: 'That order has already rolled dice, so only a moderator can take it back. Ask one.',
  leavesATrace: 'The map, the log, the recap and the dice check will say so, and `/record` lists the game separately.',
  countedApart: '`/record` lists this game separately.',
  asksWhy: 'You’ll be asked why.',
  sayWhy: 'Say why in a few words that others can read.',
  onlyMachines: 'Only the bot has given orders so far, so you have nothing to take back.',
  noQuietHours: 'You have no quiet hours, so the bot can ping you at any time. Set them with `/quiet hours`.',
  noTimeOfDay: 'That’s not a time of day. Write `22:00`, `7` or `10 pm`.',
  noZone: 'Give your time zone as `UTC+2` or `-5`, or choose what your clock shows from the list.',
  allDayQuiet: 'Those hours would cover the whole day, and the bot could never ping you. Choose two different times.',
  quietOff: 'Your quiet hours are off: the bot can ping you at any time.',
  incompatible:
    'The rules have changed since this game began, so it can’t be shown or continued. Nothing is lost: `/log` still lists every order and roll, also as a file. If the game hasn’t ended, a moderator can end it with `/abandon`.',
  incompatibleInBrief: 'The rules have changed since this game began, so it can’t go on.',
  nothingOpen: 'You can’t order that right now. `/map` shows what you can do.',
  notAsked: 'This isn’t needed here. Leave it empty.',
  noRoom: 'This option is full. Leave it empty to choose from a list.',
  more: 'More …',
  none: 'None',
  startAgain: 'Start again',
  keepGoing: 'Keep going',
  noSuchPlace: 'There’s no such place on this map. Choose one from the list.',
  onePicture: 'This game’s map is one picture, and `/map` shows all of it.',
  noRoster: 'This game has no list of units. `/map view:Text` describes the whole position.',
  noSuchOverlay: 'The picture can’t show that. Choose from the list.',
  reasonKept: '-# Your reason goes with the order you choose here.',
  menuOver: 'There’s nothing to order right now. `/map` shows the game.',
  askForCommand: '`/council` shows who gives orders and how to change that.',
  joinRota: '`/council` shows the rota, and you can join it there.',
  keptCouncil: 'This table decides the same way as in its last game; `/council` shows how.',
  motionOpen: 'A ballot on a change is already open. Wait until it closes.',
  exported: 'The whole game: every order, roll, vote and reason, with the secret behind the dice.',
  exportedSoFar:
    'The game so far: every order, roll, vote and reason, except what is still secret, sealed or being voted on.',
  exportedUnruled:
    'The rules have changed since this game began. Here is everything that doesn’t need them: every order, roll, vote and reason. Until the game ends, what is secret, sealed or being voted on is left out.',
  nothingToTell: 'There’s nothing to recap yet: no order has been given in this game.',
  recapNotYours: 'Only moderators can post the recap in another channel. Leave `channel` empty to post it here.',
  recapNotThere: 'You can’t see that channel, or can’t post in it. Choose another one.',
  recapSoFar:
    'Winning chances are shown up to the last order, before its roll. This table sees what orders were worth once they are decided.',
  recapSealed: 'Winning chances are hidden while a sealed ballot is open.',
  late: 'Posted late: the bot was interrupted. Nothing was lost.',
  notVoted: 'You haven’t voted in this ballot. Press an order’s button to vote for it.',
  withdrawn: 'Your vote is withdrawn. You can vote again until the ballot closes.',
  notVotedOnCouncil: 'You haven’t voted in this ballot. Press “For the change” or “Against” to vote.',
  closedByIt: 'Your vote closed the ballot; the result is in the channel.',
  nobodyVoted: 'Nobody has voted yet, so there’s nothing to decide. Vote first.',
  tooLate: 'The ballot closed just before you pressed. The result is in the channel.',
  justClosed:
    'The ballot closed just before your order arrived, so your order wasn’t given. This is the latest map: give the order again if you still want it.',
  closedNext: 'The ballot closed just before your order arrived, so it counts in the next one.',
  closedNotNext: 'The ballot closed just before your order arrived, and you can’t vote for it in the next one:',
  ballotClosed: 'That ballot had already closed, so your vote wasn’t counted.',
  ballotNext: 'Vote in the new one in the channel.',
  noBots: 'Bots can’t command. Choose a member.',
  proposed: 'Your proposal is in the channel, with your vote for it.',
  cannotBeDone: 'The rules have changed since the ballot opened, so its result can’t be carried out.',
  voteOver: 'That ballot is closed. `/map` shows the latest map.',
  noBallot: 'No ballot is open here. Open one with `/vote open`.',
  otherSide: 'This ballot belongs to the other side. You can vote on your own side’s orders.',
  joinedLater: 'You joined this side after the ballot opened. You vote from the next one.',
  commandersDecide: 'Only commanders vote on this. You can still argue your case here.',
  manyBallots:
    'Every order has its own ballot, and a phase can have many. `/council early:2` closes a ballot as soon as two agree; `/council window:5m` shortens it.',
  nextBallot: 'The open ballot keeps the rules it started with.',
  mayNotCount: 'Only a moderator or the member who started this game can close a ballot early. Ask one of them.',
  mayNotCall: 'Only a moderator, the member who started this game or a commander can open a ballot. Ask one of them.',
  mayNotOverrule:
    'Only a moderator or the member who started this game can overrule a ballot. Vote for your order instead.',
  alreadyOpen: 'A ballot is already open.',
  sameCouncil: 'This table already decides that way.',
  sameWay: 'That side already decides that way.',
  noSuchOrder: 'That order isn’t possible now. Choose one from the list.',
  secretOrders:
    'In this game a side’s orders are secret, and a vote in the channel would show them. Choose another way to decide.',
  notInRota: 'Command doesn’t pass on here, so there’s no rota. A moderator can set one up with `/council rotate`.',
  alreadyInRota: 'You’re already in the rota. `/council` shows it.',
  outOfRota: 'You’re not in the rota. `/council` lets you join it.',
  rotaFull: 'The rota is full. Try again when someone has left it.',
  lastInRota: 'You’re the only commander. Ask a moderator to name another one or to change how this table decides.',
} as const;

/** No game is being played here, and how one is started. */
export function noGameHere({ mayManage }: { readonly mayManage: boolean }): string {
  return `${WORDS.noGame} ${mayManage ? 'Start one with `/new`.' : 'Ask a moderator to start one with `/new`.'}`;
}
