import type { RuleTopic, System } from '../../game/index.ts';
import { listed } from '../../kit/plain-english.ts';
import { notFromSheet, plainName } from './common-words.ts';

export const DICE: RuleTopic = {
  id: 'dice',
  title: 'The dice',
  text: [
    'The dice are **sealed**. Before the first order the bot draws a secret and publishes its SHA-256, the seal, under the start of the game. Each roll is worked out from that secret, the game, the point in its log and the order. The secret is published at the end, and `/verify` checks every roll.',
    '',
    'Once the seal is published, nobody can choose or change a roll, not even the person who runs the bot. Nobody in the channel can see a roll beforehand; only someone who reads the bot’s database could. The same order at the same point always rolls the same numbers.',
    '',
    '**Take-backs.** `/undo` takes back the last order. If it rolled and revealed nothing, moderators and the member who started the game can do that. In a game of two sides where nothing is hidden, so can the side that gave the order, until the other side acts. A side that decides by vote can’t. Once dice were rolled, cards shuffled or something hidden revealed, only a moderator can, and must say why. Where members play against each other, that must be a moderator who has played no side; or a player asks, and the other side agrees.',
    '',
    'A member who takes back a roll has seen it, and a different order then gets a different roll. The seal can’t prevent that, so the map, the recap, `/log`, `/verify` and the replay show every roll and reveal taken back, and `/record` lists such a game separately.',
  ].join('\n'),
};

/** The game being played, or how to start one. `mayStart`: the reader can start one. */
export function playedHere(playing: System | null, mayStart: boolean): string {
  if (playing)
    return `${playing.about.title} is being played in this channel. \`/map\` shows the map, with buttons for everything you can do now.`;
  return mayStart
    ? 'No game is being played here. Start one with a button below or with `/new`.'
    : 'No game is being played here. Ask a moderator to start one with `/new`.';
}

/** A line for each command that gives no order. `playing`: null if no game is. */
export function commandList(playing: System | null): readonly string[] {
  const sided = (playing?.about.seats.length ?? 1) > 1;
  const [whole, voters] = sided ? ['your side', 'its members vote'] : ['this table', 'the channel votes'];
  return [
    ...(sided
      ? [
          '`/join` joins a side, `/seat` shows who plays which side',
          '`/clock` shows how long a side has, `/quiet` sets hours without pings',
        ]
      : []),
    `\`/map\` shows the map${playing?.pictures.places ? ', all of it or one place close up' : ''}, or describes it in words`,
    ...(playing?.play?.planning ? ['`/plan` gives many orders in one line'] : []),
    ...(playing?.positionWords.roster ? ['`/units` lists every unit, your own first'] : []),
    `\`/council\` shows and changes how ${whole} decides: the first order counts, a commander decides, or ${voters}`,
    '`/table` sets how the bot posts here, and where it pings you',
    '`/vote` opens or closes a ballot, or withdraws your vote',
    '`/log` shows what has happened, or gives it to you as a file',
    ...(playing && !playing.play?.solvable ? [] : ['`/odds` shows what orders are worth, if this table allows it']),
    '`/recap` posts a game’s or a year’s story, figures and pictures',
    '`/new what-if` branches from a point in an earlier game',
    '`/record` shows what this server has played, and ratings',
    '`/season` opens a season (moderators)',
    '`/problem` asks for the best order',
    '`/mydata` exports or deletes your data',
    '`/rules` explains the rules, topic by topic',
    '`/verify` checks the dice of a finished game',
    playing?.about.openHanded
      ? '`/undo` takes back your side’s last order, until the other side acts; after a roll, a moderator who doesn’t play has to do it, or the other side to agree'
      : '`/undo` takes back the last order (moderators; if it rolled and revealed nothing, also the member who started the game)',
    '`/abandon` ends the game (moderators or the member who started it)',
    '`/status` shows how the bot is doing (moderators)',
  ];
}

export const GREETING = {
  what: '**Council of War** hosts Civil War board games in your channels.',
  game: (title: string, tagline: string) => `**${title}.** ${tagline}`,
  tables: (sided: 'none' | 'some' | 'all') => {
    const whose = { none: 'the table', some: 'the table or your side', all: 'your side' }[sided];
    return `Each channel is one table. Every map comes with buttons for what you can do now. The first order given counts, unless ${whose} has a commander or decides by vote: press “How we decide” to see or change that.`;
  },
  /** @param titles the games with sides; null if all have them */
  joinFirst: (titles: readonly string[] | null, machine: boolean) =>
    `${titles === null ? 'Join' : `In ${listed(titles)}, join`} a side first, with the buttons under the map or with \`/join\`. You give orders for your side only.${machine ? ' If nobody takes the other side, let the bot play it.' : ''}`,
  dice: 'The dice are sealed before the first order, so anyone can check them after the game.',
  start: (title: string) => `Start ${title}`,
} as const;

export const HELP = {
  chooseTopic: 'Choose a topic',
  noSuchTopic: (wanted: string): string => `The rules have no topic “${plainName(wanted)}”. Choose one below.`,
  rulesOf: ({ about: { title, basis } }: Pick<System, 'about'>): string =>
    `**The rules of ${title}**\nChoose a topic. Numbers in brackets are paragraphs of the rule sheet or of our rulings. ${notFromSheet(basis)}`,
  title: '**Council of War**',
  learn: '`/learn` guides you through a first turn, in private',
  orderCommands: (verbs: readonly string[]): string =>
    `${verbs.map((verb) => `\`/${verb}\``).join(', ')} give orders; each asks for what it needs`,
} as const;

export const LESSON_WORDS = {
  learn: 'Learn to play',
  leave: 'Leave the lesson',
  goOn: 'Go on',
  again: 'Start again',
  goesOn: 'Your lesson goes on.',
  left: 'Your lesson is saved. Go on whenever you like, with the button or with `/learn`.',
  choose: 'Which game do you want to learn? It takes five minutes, and only you see it.',
  none: 'No game here has a lesson.',
  stepOf: (title: string, step: number, of: number): string => `${title}, step ${step} of ${of} · only you see this`,
  learnGame: (title: string): string => `Learn ${title}`,
  playBot: (side: string): string => `Play the ${side} against the bot`,
  startGame: (title: string): string => `Start ${title} here`,
} as const;

export function noLesson(titles: readonly string[]): string {
  return titles.length === 0 ? LESSON_WORDS.none : `That game has no lesson. Choose ${listed(titles, ' or ')}.`;
}
