import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { RECAP_ANSWERS } from '../../src/host/afterwards/recap/recap-words.ts';
import { WORDS } from '../../src/host/base/common-words.ts';
import { ORDER_ANSWERS } from '../../src/host/base/order-words.ts';
import { FORUM_ANSWERS, MAP_ANSWERS } from '../../src/host/base/posting-words.ts';
import { SEAT_ANSWERS } from '../../src/host/base/seat-words.ts';
import { BALLOT_ANSWERS, COUNCIL_ANSWERS } from '../../src/host/base/voting-words.ts';
import { GAME_ANSWERS, UNDO_ANSWERS, WHAT_IF_ANSWERS } from '../../src/host/table/game-words.ts';
import { LOG_ANSWERS } from '../../src/host/table/log-words.ts';
import { CLOCK_ANSWERS } from '../../src/host/table/turn-words.ts';
import { EVERYBODY, SCENES, type Scene, type Who } from './scenes.ts';

/** Who may do what, as `rights.md` has it: cells by scene, act and person. */
export interface Rights {
  /** What is to come of an act. Throws where the table says nothing of it. */
  expected(scene: Scene, act: string, who: Who): string;
  readonly rows: readonly Row[];
  /** Every act that the table names. */
  readonly acts: ReadonlySet<string>;
  /** Every cell that is written in it. */
  readonly cells: number;
}

interface Row {
  /** Null: wherever no other row says something else. */
  readonly scene: Scene | null;
  readonly act: string;
  readonly cells: ReadonlyMap<Who, string>;
}

export const FILE = fileURLToPath(new URL('rights.md', import.meta.url));

/** Reads the table. Throws where it is not as the file itself says it is written. */
export function readRights(text = readFileSync(FILE, 'utf8')): Rights {
  const rows = rowsOf(text);
  const byKey = new Map<string, string>();
  for (const { scene, act, cells } of rows)
    for (const [who, cell] of cells) {
      const key = keyOf(scene, act, who);
      if (byKey.has(key)) throw new Error(`The table says twice what comes of “${act}” by ${who} in ${scene ?? 'all'}`);
      byKey.set(key, cell);
    }
  return {
    expected(scene, act, who) {
      const cell = byKey.get(keyOf(scene, act, who)) ?? byKey.get(keyOf(null, act, who));
      if (cell === undefined) throw new Error(`The table does not say what comes of “${act}” by ${who}`);
      return cell;
    },
    rows,
    acts: new Set(rows.map(({ act }) => act)),
    cells: byKey.size,
  };
}

function rowsOf(text: string): Row[] {
  let scene: Scene | null = null;
  let people: readonly Who[] = [];
  return text.split('\n').flatMap((line): Row[] => {
    if (line.startsWith('## ')) scene = sceneOf(line);
    if (!line.startsWith('| ') || line.startsWith('| ---')) return [];
    const [first = '', ...cells] = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
    if (first === 'what') {
      people = cells.map(whoOf);
      return [];
    }
    if (cells.length !== people.length) throw new Error(`A row has ${cells.length} cells: ${line}`);
    const byWho = new Map(people.map((who, index) => [who, cells[index] ?? '']));
    return first.split(', ').map((act) => ({ scene, act, cells: byWho }));
  });
}

/** "## vote: The channel votes" is the scene `vote`; a heading without a colon is of all. */
function sceneOf(heading: string): Scene | null {
  const name = /^## ([a-z-]+): /.exec(heading)?.[1];
  if (name === undefined) return null;
  const scene = SCENES.find((one) => one === name);
  if (!scene) throw new Error(`There is no scene ${name}`);
  return scene;
}

function whoOf(name: string): Who {
  const who = EVERYBODY.find((one) => one === name);
  if (!who) throw new Error(`The table has a column for nobody: ${name}`);
  return who;
}

function keyOf(scene: Scene | null, act: string, who: Who): string {
  return `${scene ?? 'all'} ${act} ${who}`;
}

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
const NO_REFUSALS = 'exported exportedSoFar keepPlaying alreadyOpen keptCouncil noQuietHours quietOff'.split(' ');

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
