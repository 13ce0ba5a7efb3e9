import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commandJson, envelope, resolvedJson, TYPES } from './inputs/envelope.ts';
import type { Input } from './inputs/index.ts';
import { messageJson, type Shown } from './wire.ts';
import { type Json, type JsonValue, PEOPLE, type Person, PLACES, type Place, userJson } from './world.ts';

const [ada, bo, cy] = PEOPLE as readonly [Person, Person, Person];
const [here, there, news, , , far] = PLACES as readonly [Place, Place, Place, Place, Place, Place];
type Components = Shown['components'];

function arrives(data: JsonValue, wait = 1000): Input {
  return { wait, event: 'INTERACTION_CREATE', data };
}

/** An interaction with the id and the token of its number. */
function sent(number: number, json: Json, wait?: number): Input {
  const id = String(960_000_000_000_000_000n + BigInt(number));
  return arrives({ ...json, id, token: `token-${number}` }, wait);
}

function command(who: Person, where: Place, name: string, values?: Readonly<Record<string, string>>): Json {
  return commandJson({ who, where }, name, values);
}

/** @param message the end of its message's id */
function press(who: Person, where: Place, customId: string, message: number, rows: Components = [], flags = 0): Json {
  const shown = { id: String(940_000_000_000_000_000n + BigInt(message)), channel: where.id, flags, components: rows };
  const data = { custom_id: customId, component_type: 2, id: 1 };
  return envelope({ who, where }, TYPES.component, data, messageJson(shown));
}

/** Rows of buttons, each `[style, label, custom id]`. */
function rows(...all: readonly (readonly (readonly [number, string, string])[])[]): Components {
  return all.map((row) => ({
    type: 1,
    components: row.map(([style, label, customId]) => ({ type: 2, style, label, custom_id: customId })),
  })) as unknown as Components;
}

/** Campaigns begin in three channels. @param waits before each, in milliseconds */
function openings(...waits: readonly [number, number, number]): Input[] {
  return [
    sent(1, command(ada, here, 'new', { game: 'overland' }), waits[0]),
    sent(2, command(ada, there, 'new', { game: 'picket-line' }), waits[1]),
    sent(5, command(ada, far, 'new', { game: 'picket-line' }), waits[2]),
  ];
}

const opening = sent(1, command(ada, here, 'new', { game: 'overland' }));
const map = command(ada, here, 'map');
const attack = press(ada, here, 'order:game000001:0:verb=attack&leader=grant', 1);
const half = { ...ada, name: 'Ada \ud800' };

const GAMES = ['Overland', 'Road to Richmond', 'The Wilderness Campaign', 'Sam Grant'];
const learnt = (game: string) =>
  game
    .toLowerCase()
    .replace(/^the | campaign$/g, '')
    .replaceAll(' ', '-');
const LESSON = rows([
  [3, 'Go on', 'learn:wilderness'],
  [2, 'Leave the lesson', 'leave-lesson:wilderness'],
]);
const LESSONS = rows(GAMES.map((game) => [3, `Learn ${game}`, `learn:${learnt(game)}`]));
const SIDES = rows([
  [2, 'Join the Union', 'join:game000003:union'],
  [2, 'Join the Confederacy', 'join:game000003:confederate'],
]);
const BOARD = rows(
  [
    [4, 'Grant attacks Lee · 5+', 'order:game000011:2:verb=attack&leader=grant'],
    [4, 'Butler attacks Richmond · can’t win', 'order:game000011:2:verb=attack&leader=butler'],
    [4, 'Sigel attacks Breckinridge · 5+', 'order:game000011:2:verb=attack&leader=sigel'],
  ],
  [
    [2, 'In words', 'text'],
    [2, 'Rules', 'rules'],
    [2, 'Log', 'log:game000011:0'],
    [2, 'Take back', 'undo:game000011:2'],
    [2, 'How we decide', 'council'],
  ],
);
/** A menu whose custom id was lost on its way. */
const TOPICS = [
  {
    type: 1,
    components: [
      {
        type: 3,
        length: 'topic',
        placeholder: 'Choose a topic',
        min_values: 1,
        max_values: 1,
        options: [{ label: 'How to play', value: 'play' }],
      },
    ],
  },
] as unknown as Components;

/** The same with menus' values. */
function chosen(json: Json, type: number, values: readonly string[]): Json {
  const data = { ...(json.data as Json), component_type: type, values, resolved: resolvedJson(values) };
  return { ...json, data };
}

/** The sub-command names a member who is none. */
function seat(): Json {
  const options = [
    { name: 'member', type: 6, value: ada.id },
    { name: 'by', type: 6, value: 'hasOwnProperty' },
  ];
  const data = {
    id: '950000000000000001',
    name: 'seat',
    type: 1,
    options: [{ name: 'replace', type: 1, options }],
    resolved: resolvedJson([ada.id]),
  };
  return envelope({ who: ada, where: far }, TYPES.command, data);
}

function resolved(json: Json): Json {
  return { ...json, data: { ...(json.data as Json), resolved: resolvedJson([]) } };
}

/** Inputs that once made trouble, written down. */
const REGRESSIONS: readonly Fixture[] = [
  {
    what: 'a lesson’s step with one button, to leave: the answer did not reach its interaction',
    seed: '751513284 2',
    inputs: [
      ...openings(291, 1340, 716),
      sent(157, resolved(command(ada, there, 'learn', { game: 'wilderness' })), 790),
      sent(194, press(bo, there, 'learn:wilderness', 126, LESSON), 1276),
      sent(312, press(bo, far, 'learn:sam-grant', 201, LESSONS, 64), 2997),
      sent(541, chosen(press(bo, far, 'value:game000006:commander', 354, [], 64), 5, [cy.id]), 992),
    ],
  },
  {
    what: 'a member called like what every object has: a command failed',
    seed: '378415472 3',
    inputs: [
      ...openings(1062, 1632, 1968),
      sent(24, press(ada, far, 'join:game000003:confederate', 16, SIDES, 64), 985),
      sent(399, seat(), 684),
    ],
  },
  {
    what: 'a token became part of another address',
    seed: 'fixture',
    inputs: [opening, arrives({ ...map, id: '960000000000000002', token: `a/../../channels/${there.id}/messages?` })],
  },
  {
    what: 'half a character in a member’s name, which in memory was another than in the database',
    seed: 'fixture',
    inputs: [
      opening,
      sent(2, { ...attack, member: { ...(attack.member as Json), user: userJson(half) } }),
      sent(3, attack),
    ],
  },
  {
    what: 'where a ballot is shown could not be noted',
    seed: '1864 740',
    inputs: [sent(919, { ...chosen(press(cy, far, 'topic', 530, TOPICS), 3, ['play']), version: '%00' }, 1843)],
  },
  {
    what: 'no data: discord.js threw, which ended the process',
    seed: 'fixture',
    inputs: [
      opening,
      ...[null, 7, 'x', [], {}, { type: 2 }, { type: 3, data: null }].map((data) => arrives(data, 10)),
      sent(2, map),
    ],
  },
  {
    what: 'nobody asks: discord.js threw, which ended the process',
    seed: 'fixture',
    inputs: [
      opening,
      sent(2, Object.fromEntries(Object.entries(map).filter(([key]) => key !== 'member'))),
      sent(3, map),
    ],
  },
  {
    what: 'rights that are no number ended the process once their interaction was answered',
    seed: '5 2',
    inputs: [
      {
        ...arrives(
          {
            ...press(cy, news, 'order:game000011:2:verb=attack&leader=butler', 391, BOARD),
            app_permissions: 'hasOwnProperty',
            token: 'token-776',
          },
          2703,
        ),
        damaged: true,
      },
    ],
  },
  {
    what: 'a completion without the option it is for was an error in the log',
    seed: 'fixture',
    inputs: [opening, { ...sent(2, { ...command(ada, here, 'council'), type: TYPES.completion }), damaged: true }],
  },
];

/** Inputs that once made trouble. */
export interface Fixture {
  /** The trouble that it was. */
  readonly what: string;
  /** Of the games' dice. */
  readonly seed: string;
  readonly inputs: readonly Input[];
}

/** Inputs that a run has just found to fail stand here whole, until they are written down as one of the regressions. */
const FOLDER = fileURLToPath(new URL('./found/', import.meta.url));

/** Writes a fixture. @returns its file's name */
export function keep(fixture: Fixture): string {
  const text = `${JSON.stringify(fixture, null, 2)}\n`;
  const mark = createHash('sha256').update(text).digest('hex').slice(0, 8);
  const name = `${fixture.what
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 48)}-${mark}.json`;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}${name}`, text);
  return name;
}

/** All that were kept. */
export function fixtures(): readonly Fixture[] {
  const found = existsSync(FOLDER) ? readdirSync(FOLDER) : [];
  return [...REGRESSIONS, ...found.map((name) => JSON.parse(readFileSync(FOLDER + name, 'utf8')) as Fixture)];
}
