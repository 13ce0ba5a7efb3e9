import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import fc from 'fast-check';
import { type Node, parseTree } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import type { SystemModule } from '../../src/game/index.ts';
import { BrokenData, type Host, type Library, readLibrary } from '../../src/host/index.ts';
import type { GameRecord } from '../../src/store/index.ts';
import { systems } from '../../src/systems/index.ts';
import { overland } from '../../src/systems/overland/index.ts';
import { drawnCases } from '../trials/long.ts';
import { by, folderOf, headquarters, said, temporary } from './fixture.ts';

/** Reading the games' data: what is wrong with a file is said with its name, line, place and reason. */

const JSON_FILE = 'overland.json';
const whole = readFileSync(`${folderOf(overland)}/${JSON_FILE}`, 'utf8');

function folder(): string {
  const path = temporary('overland');
  cpSync(folderOf(overland), path, { recursive: true });
  return path;
}

function libraryOf(json: string): Library {
  const path = folder();
  writeFileSync(`${path}/${JSON_FILE}`, json);
  return readLibrary([overland], () => path);
}

function complaint(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof BrokenData) return error.message;
    throw error;
  }
  throw new Error('The data was taken');
}

/** The line of `json` that `text` is on, counted from 1. */
function lineWith(text: string, json = whole): number {
  return json.split('\n').findIndex((line) => line.includes(text)) + 1;
}

describe('data that is broken', () => {
  test.each([
    ['a comma too few', whole.replace('"defense": 0, "richmond"', '"defense": 0 "richmond"'), 'comma expected'],
    ['a comma too many', whole.replace('"most": 10, "valleyVictory"', '"most": 10,, "valleyVictory"'), 'expected'],
    ['a comment', whole.replace('"areas": {', '// areas\n  "areas": {'), 'invalid comment token'],
    ['a word that is none', whole.replace('"richmond": null', '"richmond": nothing'), 'invalid symbol'],
    ['a string without an end', whole.replace('"reconstruction-1",', '"reconstruction-1,'), 'unexpected end of string'],
  ])('%s', (_what, json, reason) => {
    const line = json.split('\n').findIndex((text, index) => text !== whole.split('\n')[index]) + 1;
    const said = complaint(() => libraryOf(json));
    expect(said).toMatch(new RegExp(`^overland/overland\\.json, line ${line}: `));
    expect(said).toContain(reason);
  });

  test('half of the file', () => {
    const json = whole.slice(0, whole.length / 2);
    expect(complaint(() => libraryOf(json))).toMatch(/^overland\/overland\.json, line \d+: .*expected/);
    expect(complaint(() => libraryOf(''))).toBe('overland/overland.json, line 1: value expected');
  });

  test('a value that cannot be', () => {
    const json = whole.replace('"name": "Ashland", "defense": -1', '"name": "Ashland", "defense": "weak"');
    expect(complaint(() => libraryOf(json))).toMatch(
      new RegExp(
        `^overland/overland\\.json, line ${lineWith('"weak"', json)} \\(areas\\.ashland\\.defense\\): .*number`,
      ),
    );
  });

  test('a key that is missing: the line is that of what it is missing from', () => {
    const json = whole.replace('"rating": 1, "start": "valley" },\n    "lee"', '"start": "valley" },\n    "lee"');
    expect(json).not.toBe(whole);
    expect(complaint(() => libraryOf(json))).toMatch(
      new RegExp(`^overland/overland\\.json, line ${lineWith('"sigel"')} \\(leaders\\.sigel\\.rating\\): `),
    );
  });

  test('several of them, each on a line of its own', () => {
    const json = whole.replace('"defense": -1', '"defense": 99').replace('"start": 10', '"start": -3');
    const lines = complaint(() => libraryOf(json)).split('\n');
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line).toMatch(/^overland\/overland\.json, line \d+ \([\w.-]+\): ./);
  });

  test('something else than an object', () => {
    for (const json of ['[]', '1', 'null', '"Overland"']) {
      expect(complaint(() => libraryOf(json))).toMatch(/^overland\/overland\.json, line 1: ./);
    }
  });

  test('a file that is not there, or is a folder', () => {
    const path = folder();
    rmSync(`${path}/rules.md`);
    expect(complaint(() => readLibrary([overland], () => path))).toBe(`${path}/rules.md can’t be read.`);
    expect(complaint(() => readLibrary([overland], () => `${path}/nowhere`))).toBe(
      `${path}/nowhere/${JSON_FILE} can’t be read.`,
    );
  });

  test('a rulebook that does not read', () => {
    const path = folder();
    writeFileSync(`${path}/rules.md`, '');
    expect(complaint(() => readLibrary([overland], () => path))).toMatch(/^overland\/rules\.md: ./);
  });

  test('a file that is a part of the program', () => {
    const land = { ...overland, load: () => [{ file: 'land.json', path: ['places'], reason: 'is odd' }] };
    expect(complaint(() => readLibrary([land], folderOf))).toBe('overland/land.json, line 2 (places): is odd');
  });
});

describe('data that is sound', () => {
  test('may begin with the mark that some editors write', () => {
    const plain = libraryOf(whole).editions[0];
    expect(libraryOf(`\uFEFF${whole}`).editions[0]?.dataset).toEqual(plain?.dataset);
  });

  test('comes back from what a game keeps of it', () => {
    const library = libraryOf(whole);
    const [{ dataset } = { dataset: null }] = library.editions;
    if (!dataset) throw new Error('No edition');
    expect(library.edition(dataset)).toBe(library.editions[0]);
    const later = libraryOf(whole.replace('"start": 10', '"start": 9'));
    const kept = later.edition(dataset);
    expect(kept.system.about.variants).toEqual(library.editions[0]?.system.about.variants);
    expect(kept.system.about.rulebook).toEqual(library.editions[0]?.system.about.rulebook);
    expect(later.edition(dataset)).toBe(kept);
  });

  test('of a system that this version does not have is a complaint', () => {
    const { dataset } = libraryOf(whole).editions[0] ?? { dataset: null };
    if (!dataset) throw new Error('No edition');
    expect(complaint(() => readLibrary([], () => '').edition(dataset))).toBe(
      'There is no game system “overland” in this version.',
    );
  });
});

/** What a value of the wrong kind is replaced by: no number, word, list or object of any file may be this. */
const NO_VALUE = '[[[]]]';

/** All games with the files of theirs that hold numbers. */
const DATA_FILES = systems.flatMap((module) =>
  module.files.filter((file) => file.endsWith('.json')).map((file) => [module, file] as const),
);

function copyOf(module: SystemModule): string {
  const path = temporary(module.id);
  const folders = new Set(module.files.map((file) => posix.dirname(posix.join(module.id, file))));
  for (const folder of folders) cpSync(`${folderOf(module)}/../${folder}`, `${path}/${folder}`, { recursive: true });
  return `${path}/${module.id}`;
}

/** A copy of a game's data, to be edited and read again. */
function copied(id: string) {
  const module = systems.find((one) => one.id === id) as SystemModule;
  const path = copyOf(module);
  const edit = (file: string, before: string | RegExp, after: string) =>
    writeFileSync(`${path}/${file}`, readFileSync(`${path}/${file}`, 'utf8').replace(before, after));
  return { read: () => readLibrary([module], () => path), edit };
}

/** The values of a JSON text that hold no others. */
function leavesOf(node: Node): Node[] {
  return node.type === 'object' || node.type === 'array'
    ? (node.children ?? []).flatMap((child) =>
        leavesOf(child.type === 'property' ? (child.children?.[1] ?? child) : child),
      )
    : [node];
}

describe('in the data of every game', () => {
  test.each(DATA_FILES.map(([module, file]) => [`${module.id}/${file}`, module, file] as const))(
    'a broken value is refused with its line and the reason: %s',
    (_name, module, file) => {
      const path = copyOf(module);
      const text = readFileSync(`${path}/${file}`, 'utf8');
      const leaves = leavesOf(parseTree(text) as Node);
      fc.assert(
        fc.property(fc.nat(leaves.length - 1), (at) => {
          const { offset, length } = leaves[at] as Node;
          writeFileSync(`${path}/${file}`, text.slice(0, offset) + NO_VALUE + text.slice(offset + length));
          const line = text.slice(0, offset).split('\n').length;
          const said = complaint(() => readLibrary([module], () => path)).split('\n');
          for (const one of said) expect(one).toMatch(/^[a-z-]+\/[a-z]+\.json, line \d+ \(.+\): ./);
          expect(said).toContainEqual(expect.stringContaining(`${posix.join(module.id, file)}, line ${line} (`));
        }),
        { numRuns: drawnCases(6) },
      );
    },
  );

  // Of each something that all can see at the start, and what it is changed to.
  test.each([
    ['overland', 'overland.json', '"start": 10', '"start": 9'],
    ['road-to-richmond', 'units.json', '"strength": 2', '"strength": 3'],
    ['wilderness', 'scenarios.json', '"turns": [1, 15]', '"turns": [1, 14]'],
    ['sam-grant', 'map.json', '"vp": 1', '"vp": 2'],
    ['bobby-lee', 'scenario.json', '"hex": "0503"', '"hex": "0505"'],
  ] as const)('a game that runs keeps its numbers: %s', (id, file, before, after) => {
    const { read, edit } = copied(id);
    const { host, ada } = headquarters({ library: read() });
    ada.games.start({ systemId: id });
    const seen = (there: Host, channel: string) => {
      const caller = by('Ada', { channel });
      return [there.maps.inWords(caller).text, there.maps.units(caller).text].join('\n');
    };
    const stood = seen(host, 'front');
    edit(file, new RegExp(before.replace(/[[\]]/g, '\\$&'), 'g'), after);
    const { host: edited, store } = headquarters({ library: read() });
    expect(seen(edited, 'front')).toBe(stood);
    said(edited.games.start(by('Ada', { channel: 'rear' }), { systemId: id }));
    expect(seen(edited, 'rear')).not.toBe(stood);
    // What is done in it afterwards follows its own numbers, too.
    expect(edited.tables.system(store.runningIn('front') as GameRecord)).not.toBe(
      edited.tables.system(store.runningIn('rear') as GameRecord),
    );
  });

  test.each([
    ['overland', 'overland.json', '"name": "reconstruction-1"', '"name": "my own"'],
    ['road-to-richmond', 'units.json', '"movementAllowance"', '"basis": "my own", "movementAllowance"'],
    ['wilderness', 'units.json', '"movement"', '"basis": "my own", "movement"'],
    ['sam-grant', 'units.json', '"types"', '"basis": "my own", "types"'],
    ['bobby-lee', 'units.json', '"types"', '"basis": "my own", "types"'],
  ] as const)('numbers of one’s own have the name that they are given: %s', (id, file, before, after) => {
    const { read, edit } = copied(id);
    edit(file, before, after);
    expect(read().editions[0]?.system.about.basis).toMatch(/ \(my own\)$/);
  });

  test.each([
    ['wilderness', 'charts.json', '"atMost": 4', '"atMost": 9', /\(combat\.1\.atMost\): must be more than 9/],
    [
      'wilderness',
      'scenarios.json',
      '"least": 60',
      '"least": 10',
      /\(points\.grades\.1\.least\): must be less than 10/,
    ],
    [
      'sam-grant',
      'scenario.json',
      '"usaMarginAtLeast": 5,',
      '"usaMarginAtLeast": -7,',
      /\(victory\.levels\.1\.\w+\): must be less than -7/,
    ],
    ['bobby-lee', 'scenario.json', '"USA win"', '"Union win"', /\(victory\.levels\.1\.result\): /],
    ['road-to-richmond', 'map.json', /"kmPerHex": [\d.]+/, '"kmPerHex": -1', /\(scale\.kmPerHex\): /],
  ] as const)('a number that could never count is refused: %s/%s, %s', (id, file, before, after, reason) => {
    const { read, edit } = copied(id);
    edit(file, before, after);
    expect(complaint(read)).toMatch(reason);
  });
});
