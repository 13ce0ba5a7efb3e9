import { RECAP_ANSWERS } from '../../src/host/afterwards/recap/recap-words.ts';
import { ORDER_ANSWERS } from '../../src/host/base/order-words.ts';
import { FORUM_ANSWERS, MAP_ANSWERS } from '../../src/host/base/posting-words.ts';
import { SEAT_ANSWERS } from '../../src/host/base/seat-words.ts';
import { BALLOT_ANSWERS, COUNCIL_ANSWERS } from '../../src/host/base/voting-words.ts';
import { WORDS } from '../../src/host/base/wording.ts';
import { GAME_ANSWERS, UNDO_ANSWERS, WHAT_IF_ANSWERS } from '../../src/host/table/game-words.ts';
import { LOG_ANSWERS } from '../../src/host/table/log-words.ts';
import { CLOCK_ANSWERS } from '../../src/host/table/turn-words.ts';

const ANSWERS: Readonly<Record<string, string>> = {
  ...WORDS,
  ...GAME_ANSWERS,
  ...WHAT_IF_ANSWERS,
  ...UNDO_ANSWERS,
  ...SEAT_ANSWERS,
  ...ORDER_ANSWERS,
  ...CLOCK_ANSWERS,
  ...MAP_ANSWERS,
  ...COUNCIL_ANSWERS,
  ...LOG_ANSWERS,
  ...RECAP_ANSWERS,
  ...BALLOT_ANSWERS,
  ...FORUM_ANSWERS,
};

/** Sentences that are made of parts, by how they read. */
const PATTERNS: readonly (readonly [string, RegExp])[] = [
  ['notInCommand', /^Only .* can give orders now\./],
  ['alreadySeen', /^That order has already (rolled|shuffled|revealed)/],
  ['noRole', /^Your vote can’t be counted: this ballot is for members with the role /],
  ['mayNotPostRecord', /^Only moderators can post the record here/],
  ['mayNotSeason', /^Only moderators can open or change a season/],
  ['noSeason', /^No season /],
  ['mayNotSetHour', /^Only moderators can set the hour/],
  ['noProblem', /^(There’s no problem to ask|No such problem)/],
  ['forServers', /^(Seasons|Problems) are for servers/],
  ['hasSeen', /^You’ve seen the secrets of the /],
  ['thereAlready', /^You already play the .*\./],
  ['notYourTurn', /^It’s the .* turn/],
  ['sideTaken', /^Somebody plays that side now: /],
  ['notOfSide', /^Only members of the .*, moderators and the member who started this game can do that\./],
  ['notYourBallot', /^This ballot is for members of the /],
  ['noBallotOfSide', /^No ballot is open for the /],
  ['otherVerbs', /^.* has no `\/.*`\. Use /],
  ['changesSides', /^You were on another side,/],
  ['elsewhere', /^That button belongs to a game in /],
  ['againstTheRules', /\[[\w.]+\]/],
];

/** Sentences that go with what was asked for. */
const NO_REFUSALS = [
  'exported',
  'exportedSoFar',
  'keepPlaying',
  'alreadyOpen',
  'keptCouncil',
  'noQuietHours',
  'quietOff',
];

/** The refusal that a text is, as the table of rights calls it: "no: may not manage game". Null: it is none. */
export function refusalIn(text: string): string | null {
  const [line = ''] = text.split('\n');
  const known = Object.entries(ANSWERS).find(([, words]) => line.startsWith(words))?.[0];
  const name = known ?? PATTERNS.find(([, pattern]) => pattern.test(text))?.[0];
  return name === undefined || NO_REFUSALS.includes(name) ? null : `no: ${spaced(name)}`;
}

/** What the refusals of the table say, by the names that it has for them. */
export function sentences(): ReadonlyMap<string, string> {
  return new Map(Object.entries(ANSWERS).map(([name, words]) => [`no: ${spaced(name)}`, words]));
}

function spaced(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
