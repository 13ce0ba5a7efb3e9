import { discordTime, MANAGER } from '../../council/index.ts';
import type { Asked, Asking, SeatId, State, System } from '../../game/index.ts';
import { capital } from '../../kit/plain-english.ts';
import type { LoadedGame } from './game-tables.ts';

interface PingedSide {
  readonly mentions: readonly string[];
  readonly seat: SeatId;
  /** Null if the side isn't asked any more. */
  readonly asked: Asked | null;
  /** Milliseconds since 1970; null for no limit. */
  readonly ends: number | null;
  readonly occasion: PingOccasion;
  /** The ping's time, if all members have quiet hours. */
  readonly wakes?: number | null;
}

/** The side's first ping; a repeat; or a line without a ping, since the side's turn only goes on. */
export type PingOccasion = 'first' | 'again' | 'on';

const LEADS: { readonly [occasion in PingOccasion]: string } = {
  first: '',
  again: 'Still waiting for you. ',
  on: 'Your turn again. ',
};

/** A ping, and its deadline. In a game with secrets the question is not shown. */
export function pingInWords(
  { system, position }: LoadedGame,
  { mentions, seat, asked, ends, occasion, wakes = null }: PingedSide,
): string {
  const side = system.about.seats.find(({ id }) => id === seat)?.name ?? '';
  const whom = mentions.length > 0 ? `${mentions.join(' ')} ` : '';
  const asking = asked && system.orderWords.asking(position.state, asked);
  const what = system.about.openHanded ? capital(asking?.prompt ?? '') : 'It’s your turn.';
  // The deadline has been told before.
  if (occasion === 'on') return `${whom}**${side}:** ${LEADS.on}${system.about.openHanded ? what : ''}`.trimEnd();
  const lines = [
    `${whom}**${side}:** ${LEADS[occasion]}${what}`,
    ...(asked ? deadline(system, position.state, { ...asked, ...asking }, ends) : []),
  ];
  return [...lines, ...(wakes === null ? [] : [wakesAt(wakes)])].join('\n');
}

/** Joins pings of several sides; repeated small print stays only at the end. */
export function withoutRepeats(texts: readonly string[]): string[] {
  const lines = texts.flatMap((text) => text.split('\n'));
  return lines.filter((line, at) => !line.startsWith('-# ') || lines.lastIndexOf(line) === at);
}

function deadline(
  system: System,
  state: State,
  { outOfTurn, defaultOrder, defaultText: words }: Asked & Partial<Asking>,
  ends: number | null,
): string[] {
  if (ends === null || defaultOrder === undefined) return [];
  const until = discordTime(ends);
  if (!outOfTurn) return [`-# The phase ends by itself on ${until}.`];
  const usual = system.about.openHanded ? `: ${words ?? `“${system.orderWords.label(state, defaultOrder).text}”`}` : '';
  return [`-# If nobody has chosen by ${until}, the bot chooses${usual}.`];
}

export const PING_PLACES = {
  channel: '**Your pings:** in the game’s channel. `/table pings:` changes that.',
  dm: '**Your pings:** by direct message. If the bot can’t message you, it pings you in the channel.',
  game: (channel: string) => `The game is in <#${channel}>.`,
} as const;

/** Times of day and zone are formatted. */
export function quietHours(from: string, to: string, zone: string, now: string, hasSummerTime: boolean): string[] {
  const summer = hasSummerTime
    ? ''
    : ' This zone has no summer time. If your clocks change, set your quiet hours again with a city, such as `Europe/Berlin`.';
  return [
    `The bot doesn’t ping you from **${from}** to **${to}** (${zone}, where it is ${now} now). If it’s your turn then, the bot pings you when your quiet hours end.`,
    `-# This covers every game.${summer} If your side uses a role, the bot pings that role at any time. \`/quiet off\` turns your quiet hours off.`,
  ];
}

function wakesAt(at: number): string {
  return `-# All its members are in their quiet hours. The bot pings them when those end, on ${discordTime(at)}.`;
}

/** A table's clocks; a null time means no clock. Markdown. */
export const CLOCKS = {
  phase: (time: string | null) =>
    time === null
      ? '**Phases:** no clock. A side can take as long as it likes.'
      : `**Phases:** ${time}, then the phase ends by itself.`,
  choice: (time: string | null) =>
    `**Choices in the other side’s turn:** ${time === null ? 'no clock.' : `${time}, then the bot chooses.`}`,
  reminder: (time: string | null) => `**Reminder:** ${time === null ? 'none.' : `one, after ${time}.`}`,
  outOfBounds: (option: string, least: string, most: string) =>
    `\`${option}\` must be between ${least} and ${most}. Write, for example, \`24h\` or \`2 days\`.`,
  choiceNeeded: 'Choices need a time limit, because the other side waits for them. Set a time, such as `24h`.',
  sets: (who: string): string => `${who} sets this table’s clocks.`,
  runs: (side: string, ends: number): string => `- **${side}:** until ${discordTime(ends)}.`,
  timeIsUp: (side: string): string => `Time is up for the **${side}**.`,
} as const;

export const CLOCK_ANSWERS = {
  howToSetClock: `-# ${capital(MANAGER)} can change them with \`/clock phase\`, \`/clock choices\` and \`/clock reminder\`.`,
  sameClock: 'The clocks are already set that way.',
  noQuietHours: 'You have no quiet hours, so the bot can ping you at any time. Set them with `/quiet hours`.',
  noTimeOfDay: 'That’s not a time of day. Write `22:00`, `7` or `10 pm`.',
  noZone:
    'Name a city in your time zone, such as `Berlin` or `America/New_York`, or an offset, such as `UTC+2` or `-5`. Choose from the list.',
  allDayQuiet: 'Those hours would cover the whole day, and the bot could never ping you. Choose two different times.',
  quietOff: 'Your quiet hours are off: the bot can ping you at any time.',
} as const;
