import { WORDS } from '../../src/host/wording.ts';

/** Sentences that are made of parts, by how they read. */
const PATTERNS: readonly (readonly [string, RegExp])[] = [
  ['notInCommand', /^Command is with /],
  ['noRole', /^Your vote can’t be counted: this ballot is for members with the role /],
  ['mayNotPostRecord', /^Only those who may manage this channel can post the record here/],
  ['playsAgainst', /^You are with the .*, and others play the .*: you cannot join them too/],
  ['thereAlready', /^You are with the .* already\./],
  ['notYourTurn', /^It is for the .* now/],
  ['notOfSide', /^Only members of the .* and moderators can do that\./],
  ['notYourBallot', /^This ballot is for the /],
  ['noBallotOfSide', /^No ballot of the /],
  ['otherVerbs', /^.* has no `\/.*`\. Its orders are /],
  ['changesSides', /^You have been on another side\./],
  ['elsewhere', /^That button belongs to a campaign in /],
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
