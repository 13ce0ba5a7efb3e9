import { count } from '../kit/plain-english.ts';
import { type Complaint, type CouncilDraft, isComplaint } from './council-draft.ts';
import { type Council, DAY, HOUR, LIMITS, type MemberId, MINUTE } from './council-rules.ts';
import { COMPLAINTS } from './council-words.ts';
import { durationInWords, readDuration } from './time-text.ts';

interface SettingChoice {
  readonly value: string;
  readonly label: string;
}

/** One rule of a council. The options of `/council` and the menus of the panel are made from this list. */
export interface CouncilSetting {
  /** The name of its option of `/council`. */
  readonly name: string;
  /** At most 45 characters. */
  readonly title: string;
  /** Shown in the panel and as the option's description: at most 100 characters, without a full stop. */
  readonly summary: string;
  /** The kind of input. A `choice` takes only `choices`; for a `duration` they are suggestions. */
  readonly kind: 'choice' | 'duration' | 'number' | 'yes-no' | 'role' | 'member';
  /** At most 25, as a menu allows. Members, and roles other than everyone, can only be given to `/council`. */
  readonly choices: readonly SettingChoice[];
  readonly range?: { readonly least: number; readonly most: number };
  /** The present value in words, without mentions, which menus can't show. */
  now(council: Council, name: (member: MemberId) => string): string;
  /**
   * Reads the value of an option.
   * @param everyoneRole the id of @everyone
   */
  read(text: string, everyoneRole: string | null): CouncilDraft | Complaint;
}

const MODES = choices({
  open: 'Anyone: the first order counts',
  commander: 'Named members only',
  vote: 'The members, by vote',
});

const TIES = choices({
  first: 'The order that has held its votes longest',
  commander: 'The commander’s own vote',
  die: 'A die, rolled like any other in the game',
});

const SHORTS = choices({ decide: 'The votes cast decide', wait: 'It stays open until enough have voted' });

/** The values are stored. `off` means: not before the game is over. */
const ODDS = choices({
  default: 'The default: after the game if ballots are sealed, otherwise once decided',
  off: 'Once the game is over',
  after: 'Once an order is decided',
  always: 'Always, under the map and in /odds, but not while a sealed ballot is open',
});

const SEALED = choices({ true: 'Hidden until the ballot closes', false: 'Always shown' });
const SECRET = choices({ true: 'Only our side sees them', false: 'Everyone sees them' });
const REMINDER = choices({ true: 'One, when a quarter of the time is left', false: 'None' });

const DAYS_AGO = [0, 1, 7, 30, 90];

export const SETTINGS: readonly CouncilSetting[] = [
  {
    name: 'mode',
    title: 'Who gives orders',
    summary: 'Anyone (the first order counts), named members only, or the members by vote',
    kind: 'choice',
    choices: MODES,
    now: ({ mode }) => labelOf(MODES, mode),
    read: (text) => oneOf(MODES, text, (mode) => ({ mode }), 'how this table decides'),
  },
  {
    name: 'commander',
    title: 'Who commands',
    summary: 'Name the commander. If there’s a rota, this member goes first in it',
    kind: 'member',
    choices: [],
    now: ({ commanders }, name) => commanders.map(name).join(', ') || 'Nobody yet',
    read: readCommanders,
  },
  {
    name: 'rotate',
    title: 'When command passes on',
    summary: 'Pass command on in the rota: never, after each order, or after a time without one, such as 12h',
    kind: 'duration',
    choices: [
      { value: 'never', label: 'Never' },
      { value: 'order', label: 'After each order' },
      ...[1, 3, 6, 12, 24, 72, 168].map((hours) => ({ value: `${hours}h`, label: silence(hours) })),
    ],
    now: ({ rotate }) =>
      rotate.after === 'silence' ? silence(rotate.hours) : rotate.after === 'order' ? 'After each order' : 'Never',
    read: readRotation,
  },
  {
    name: 'window',
    title: 'How long a ballot stays open',
    summary: `Time for each ballot, from ${durationInWords(LIMITS.window.least)} to ${durationInWords(LIMITS.window.most)}, such as 15m, 1h or 2 days`,
    kind: 'duration',
    choices: [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, DAY, 3 * DAY, 7 * DAY].map((window) => ({
      value: durationInWords(window),
      label: durationInWords(window),
    })),
    now: ({ ballot }) => durationInWords(ballot.window),
    read: readWindow,
  },
  {
    name: 'quorum',
    title: 'How many have to vote',
    summary: 'Voters a ballot needs; with fewer, it stays open for as long again',
    kind: 'number',
    choices: [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30].map((quorum) => numbered(quorum, count(quorum, 'voter'))),
    range: LIMITS.quorum,
    now: ({ ballot }) => count(ballot.quorum, 'voter'),
    read: (text) => within(text, LIMITS.quorum, (quorum) => ({ quorum }), 'The number of voters needed'),
  },
  {
    name: 'early',
    title: 'When a ballot closes early',
    summary: 'Close a ballot as soon as one order has this many votes (0 = never)',
    kind: 'number',
    choices: [0, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30].map((early) => numbered(early, earlyClose(early))),
    range: { least: 0, most: LIMITS.early.most },
    now: ({ ballot }) => earlyClose(ballot.early ?? 0),
    read: (text) =>
      within(
        text,
        { least: 0, most: LIMITS.early.most },
        (early) => ({ early: early === 0 ? null : early }),
        'The number of votes that closes a ballot early',
      ),
  },
  {
    name: 'tie',
    title: 'What breaks a tie',
    summary: 'If orders have equal votes: the one that has held them longest, the commander’s vote, or a die',
    kind: 'choice',
    choices: TIES,
    now: ({ ballot }) => labelOf(TIES, ballot.tie),
    read: (text) => oneOf(TIES, text, (tie) => ({ tie }), 'what breaks a tie'),
  },
  {
    name: 'no-quorum',
    title: 'When too few have voted',
    summary: 'If too few vote even in the extra time: the votes cast decide, or the ballot waits for more',
    kind: 'choice',
    choices: SHORTS,
    now: ({ ballot }) => labelOf(SHORTS, ballot.short),
    read: (text) => oneOf(SHORTS, text, (short) => ({ short }), 'what happens when too few have voted'),
  },
  {
    name: 'voters',
    title: 'Who can vote',
    summary: 'Everyone, or only members with a role that you choose',
    kind: 'role',
    choices: [{ value: 'everyone', label: 'Everyone' }],
    now: ({ ballot }) => (ballot.voters.role === null ? 'Everyone' : 'Members with a certain role'),
    read: (text, everyoneRole) => roleOf(text, 'everyone', everyoneRole, (role) => ({ role }), 'who can vote'),
  },
  {
    name: 'member-days',
    title: 'How long voters have been on this server',
    summary: 'Days a voter must have been on this server when a ballot opens (0 = any)',
    kind: 'number',
    choices: DAYS_AGO.map((days) => numbered(days, atLeastDays(days))),
    range: LIMITS.days,
    now: ({ ballot }) => atLeastDays(ballot.voters.memberDays),
    read: (text) => within(text, LIMITS.days, (memberDays) => ({ memberDays }), 'The number of days on this server'),
  },
  {
    name: 'account-days',
    title: 'How old voters’ accounts are',
    summary: 'How many days old a voter’s account must be when a ballot opens (0 = any)',
    kind: 'number',
    choices: DAYS_AGO.map((days) => numbered(days, atLeastDays(days))),
    range: LIMITS.days,
    now: ({ ballot }) => atLeastDays(ballot.voters.accountDays),
    read: (text) =>
      within(text, LIMITS.days, (accountDays) => ({ accountDays }), 'The age of voters’ accounts in days'),
  },
  {
    name: 'sealed',
    title: 'Whether votes are hidden',
    summary: 'Hide votes, reasons and the rolls needed until a ballot closes',
    kind: 'yes-no',
    choices: SEALED,
    now: ({ ballot }) => labelOf(SEALED, String(ballot.sealed)),
    read: (text) => yesOrNo(text, (sealed) => ({ sealed })),
  },
  {
    name: 'secret',
    title: 'Whether the other side sees our ballots',
    summary: 'In games with sides: show a side’s open ballots, votes and reasons to its own members only',
    kind: 'yes-no',
    choices: SECRET,
    now: ({ ballot }) => labelOf(SECRET, String(ballot.secret)),
    read: (text) => yesOrNo(text, (secret) => ({ secret })),
  },
  {
    name: 'reminder',
    title: 'A reminder when too few have voted',
    summary: 'Remind the channel once, when a quarter of the time is left and too few have voted',
    kind: 'yes-no',
    choices: REMINDER,
    now: ({ ballot }) => labelOf(REMINDER, String(ballot.reminder !== null)),
    read: (text) => yesOrNo(text, (reminder) => ({ reminder })),
  },
  {
    name: 'reminder-role',
    title: 'Who the reminder pings',
    summary: 'The role that the reminder pings',
    kind: 'role',
    choices: [{ value: 'nobody', label: 'Nobody' }],
    now: ({ ballot }) => (ballot.reminder?.role ? 'A certain role' : 'Nobody'),
    read: (text, everyoneRole) =>
      roleOf(text, 'nobody', everyoneRole, (reminderRole) => ({ reminderRole }), 'who the reminder pings'),
  },
  {
    name: 'odds',
    title: 'When winning chances are shown',
    summary: 'When to show each order’s exact worth: after the game, once it’s decided, or always',
    kind: 'choice',
    choices: ODDS,
    now: ({ odds }) => labelOf(ODDS, odds ?? 'default'),
    read: (text) =>
      oneOf(ODDS, text, (odds) => ({ odds: odds === 'default' ? null : odds }), 'when winning chances are shown'),
  },
];

export function settingNamed(name: string): CouncilSetting | undefined {
  return SETTINGS.find((setting) => setting.name === name);
}

/**
 * Reads options of `/council` as Discord delivers them, or one choice of the panel.
 * @param everyoneRole the id of @everyone, which is the guild's id; null in a DM
 */
export function readCouncil(
  options: Readonly<Record<string, string>>,
  everyoneRole: string | null,
): CouncilDraft | Complaint {
  let draft: CouncilDraft = {};
  for (const [name, text] of Object.entries(options)) {
    const read = settingNamed(name)?.read(text, everyoneRole) ?? { complaint: COMPLAINTS.noSuchRule };
    if (isComplaint(read)) return read;
    draft = { ...draft, ...read };
  }
  return draft;
}

function choices<Value extends string>(
  labels: Readonly<Record<Value, string>>,
): readonly (SettingChoice & { value: Value })[] {
  return (Object.entries(labels) as [Value, string][]).map(([value, label]) => ({ value, label }));
}

function labelOf(among: readonly SettingChoice[], value: string): string {
  return among.find((choice) => choice.value === value)?.label as string;
}

function numbered(number: number, label: string): SettingChoice {
  return { value: String(number), label };
}

function silence(hours: number): string {
  return `After ${durationInWords(hours * HOUR)} without an order`;
}

function earlyClose(early: number): string {
  return early === 0 ? 'Never' : `At ${count(early, 'vote')} for one order`;
}

function atLeastDays(days: number): string {
  return days === 0 ? 'Any' : `At least ${count(days, 'day')}`;
}

/**
 * Reads a value from a list.
 * @param what completes "From the list, choose …"
 */
function oneOf<Value extends string>(
  among: readonly { readonly value: Value }[],
  text: string,
  set: (value: Value) => CouncilDraft,
  what: string,
): CouncilDraft | Complaint {
  const chosen = among.find(({ value }) => value === text.trim().toLowerCase());
  return chosen ? set(chosen.value) : { complaint: COMPLAINTS.fromList(what) };
}

/**
 * Reads a whole number within bounds.
 * @param what begins "… must be a whole number"
 */
function within(
  text: string,
  { least, most }: { readonly least: number; readonly most: number },
  set: (value: number) => CouncilDraft,
  what: string,
): CouncilDraft | Complaint {
  const value = /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? set(value) : { complaint: COMPLAINTS.wholeNumber(what, least, most) };
}

function yesOrNo(text: string, set: (value: boolean) => CouncilDraft): CouncilDraft | Complaint {
  if (text !== 'true' && text !== 'false') return { complaint: COMPLAINTS.yesOrNo };
  return set(text === 'true');
}

/** Reads the id of a role; null for the word that `noRole` gives, and for @everyone. */
function roleOf(
  text: string,
  noRole: string,
  everyoneRole: string | null,
  set: (role: string | null) => CouncilDraft,
  what: string,
): CouncilDraft | Complaint {
  if (text === noRole || text === everyoneRole) return set(null);
  return isId(text) ? set(text) : { complaint: COMPLAINTS.fromList(what) };
}

function isId(text: string): boolean {
  return /^\d{1,20}$/.test(text);
}

function readCommanders(text: string): CouncilDraft | Complaint {
  const commanders = text.trim().split(/\s+/);
  return commanders.every(isId) ? { commanders } : { complaint: COMPLAINTS.commanders };
}

function readRotation(text: string): CouncilDraft | Complaint {
  const plain = text.trim().toLowerCase();
  if (plain === 'never') return { rotate: { after: 'never' } };
  if (plain === 'order' || plain === 'each order' || plain === 'after each order')
    return { rotate: { after: 'order' } };
  const hours = (readDuration(plain) ?? 0) / HOUR;
  return Number.isInteger(hours) && hours >= LIMITS.hours.least && hours <= LIMITS.hours.most
    ? { rotate: { after: 'silence', hours } }
    : { complaint: COMPLAINTS.rotation };
}

function readWindow(text: string): CouncilDraft | Complaint {
  const window = readDuration(text);
  return window !== null && window >= LIMITS.window.least && window <= LIMITS.window.most
    ? { window }
    : { complaint: COMPLAINTS.window };
}
