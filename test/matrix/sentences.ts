import { WORDS } from '../../src/host/wording.ts';

/** Sentences that are made of parts, by how they read. */
const PATTERNS: readonly (readonly [string, RegExp])[] = [
  ['notInCommand', /^Only .* can give orders now\./],
  ['noRole', /^Your vote can’t be counted: this ballot is for members with the role /],
  ['mayNotPostRecord', /^Only moderators can post the record here/],
  ['playsAgainst', /^You play the .* and others play the .*, so you can’t join both/],
  ['thereAlready', /^You already play the .*\./],
  ['notYourTurn', /^It’s the .* turn/],
  ['notOfSide', /^Only members of the .* and moderators can do that\./],
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

/** The refusal that a text is, as the table of rights calls it: "no: may not direct". Null: it is none. */
export function refusalIn(text: string): string | null {
  const [line = ''] = text.split('\n');
  const known = Object.entries(WORDS).find(([, words]) => line.startsWith(words))?.[0];
  const name = known ?? PATTERNS.find(([, pattern]) => pattern.test(text))?.[0];
  return name === undefined || NO_REFUSALS.includes(name) ? null : `no: ${spaced(name)}`;
}

/** What the refusals of the table say, by the names that it has for them. */
export function sentences(): ReadonlyMap<string, string> {
  return new Map(Object.entries(WORDS).map(([name, words]) => [`no: ${spaced(name)}`, words]));
}

function spaced(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
