import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import config, { layers } from '../.dependency-cruiser.mjs';

const TOP = fileURLToPath(new URL('..', import.meta.url));
const BIOME = join(TOP, 'node_modules/@biomejs/biome/bin/biome');

type Modules = ICruiseResult['modules'];

/** Imports that break the layering in folders below `top`, one line each: `file -> file: rule`. */
async function violations(top: string, ...folders: string[]): Promise<{ lines: string[]; files: string[] }> {
  const { forbidden = [], options = {} } = config;
  const { output } = await cruise(folders, { ...options, baseDir: top, validate: true, ruleSet: { forbidden } });
  const { modules, summary } = output as ICruiseResult;
  return {
    lines: [
      ...summary.violations.map(({ from, to, rule }) => `${from} -> ${to}: ${rule.name}`),
      ...modules.flatMap((module) => moreThanTypes(top, module)),
      ...circlesOfFolders(modules),
    ].sort(),
    files: modules.map(({ source }) => source),
  };
}

const IN_FOLDERS = /^src\/(?:(?:host|discord|store)\/|(?:kit|sandbox(?!\/page)|systems\/[^/]+)\/[^/]+\/)/;

/** Each import between two folders that leads back by others. A folder imports what any file below it does, and not what lies below it. */
function circlesOfFolders(modules: Modules): string[] {
  const imports = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules.filter((module) => IN_FOLDERS.test(module.source)))
    for (let folder = dirname(source); folder !== '.'; folder = dirname(folder)) {
      const to = imports.get(folder) ?? new Set();
      imports.set(folder, to);
      for (const { resolved } of dependencies)
        if (IN_FOLDERS.test(resolved) && !resolved.startsWith(`${folder}/`)) to.add(dirname(resolved));
    }
  const leadsTo = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(imports.get(from) ?? [])].some(
      (next) => next === to || (!seen.has(next) && leadsTo(next, to, seen.add(next))),
    );
  return [...imports].flatMap(([from, all]) =>
    [...all].filter((to) => leadsTo(to, from)).map((to) => `${from} -> ${to}: no circle of folders`),
  );
}

/** swc doesn't tell imports of types from others: the text of the few files that may import types only is read here. */
function moreThanTypes(top: string, { source, dependencies }: Modules[number]): string[] {
  const { mayTypes = [] } = layers.find(({ of }) => new RegExp(`^${of}`).test(source)) ?? {};
  return dependencies
    .filter(({ resolved }) => mayTypes.some((path) => new RegExp(`^${path}`).test(resolved)))
    .filter(({ module }) =>
      [...readFileSync(join(top, source), 'utf8').matchAll(/^(?:import|export)\b[^;]*?\bfrom '(.*?)'/gm)].some(
        ([statement, from]) => from === module && !/^\w+ type\b(?! from)/.test(statement),
      ),
    )
    .map(({ resolved }) => `${source} -> ${resolved}: more than types`);
}

test('the layers import downwards only', async () => {
  const games = ['four-hexes', 'grand-review', 'picket-line', 'skirmish'].map((game) => `test/games/${game}`);
  const { files, lines } = await violations(TOP, 'src', 'commands', ...games);
  expect(files).toEqual(expect.arrayContaining(['src/main.ts', 'src/sandbox/page/page.ts', 'commands/play.ts']));
  expect(lines).toEqual([]);
});

describe('made-up files break the rules', () => {
  let top: string;
  beforeAll(() => {
    top = mkdtempSync(join(tmpdir(), 'layering-'));
  });
  afterAll(() => rmSync(top, { recursive: true }));

  const write = (path: string, source: string) => {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), source);
  };

  test('of imports', async () => {
    /** Files, what each says, and what it may not import by which rule. */
    const made: readonly (readonly [path: string, source: string, broken: string | null])[] = [
      ['src/game/sealed-dice.ts', "import 'node:crypto';", 'crypto: the contract'],
      ['src/game/up.ts', "export * from '../systems/index.ts';", 'src/systems/index.ts: the contract'],
      ['src/systems/a/b.ts', "import type { B } from '../b/b.ts';", 'src/systems/b/b.ts: a game system'],
      ['src/systems/a/fs.ts', "import { readFileSync } from 'fs';", 'fs: a game system'],
      ['src/systems/a/art.ts', "await import('../../render/index.ts');", 'src/render/index.ts: a game system'],
      ['src/systems/a/data.ts', "import { b } from './words.ts';\nimport { g } from '../../game/index.ts';", null],
      ['src/systems/index.ts', "import { x } from './a/words.ts';", 'src/systems/a/words.ts: the list of systems'],
      ['src/store/value.ts', "import { type O, key } from '../game/index.ts';", 'src/game/index.ts: more than types'],
      [
        'src/store/type.ts',
        "import type { O } from '../game/index.ts';\nexport type { P } from '../game/index.ts';",
        null,
      ],
      ['src/render/png.ts', "import { b } from '../systems/b/b.ts';", 'src/systems/b/b.ts: the renderer'],
      [
        'src/host/play.ts',
        "import { r } from '../discord/inbound/command-contract.ts';",
        'src/discord/inbound/command-contract.ts: the host',
      ],
      ['commands/a.ts', "import { s } from '../src/store/type.ts';", 'src/store/type.ts: a command'],
      [
        'commands/b.ts',
        "import { r } from '../src/discord/inbound/command-contract.ts';",
        'src/discord/inbound/command-contract.ts: more than types',
      ],
      ['src/discord/a.ts', "import { s } from '../sandbox/server.ts';", 'src/sandbox/server.ts: the bot'],
      ['src/discord/lost.ts', "import { s } from './nowhere.ts';", './nowhere.ts: found'],
      ['src/sandbox/rules.ts', "import type { O } from '../game/index.ts';", 'src/game/index.ts: the practice Discord'],
      ['src/sandbox/page/app.ts', "import 'node:fs';", 'fs: the page'],
      ['src/sandbox/protocol.ts', 'export {};', null],
      ['src/sandbox/world/world.ts', 'export {};', null],
      ['src/sandbox/web/pages.ts', "import '../world/world.ts';\nimport '../protocol.ts';", null],
      [
        'src/sandbox/store/files.ts',
        "import '../web/pages.ts';",
        'src/sandbox/web/pages.ts: the floors of src/sandbox/',
      ],
      ['src/setup/npm-commands.mjs', "import '../game/index.ts';", 'src/game/index.ts: the set-up'],
      ['src/helpers/strings.ts', "import '../game/index.ts';", 'src/game/index.ts: of no layer'],
      ['src/main.ts', "import './helpers/other.ts';\nimport 'node:fs';", 'src/helpers/other.ts: of no layer'],
      ['src/kit/one.ts', "import type { Two } from './two.ts';", 'src/kit/two.ts: no circle'],
      ['src/kit/two.ts', "import { one } from './one.ts';", null],
      ['src/host/base/words.ts', 'export {};', null],
      ['src/host/table/seats.ts', "import '../base/words.ts';", null],
      ['src/host/base/seats.ts', "import '../table/seats.ts';", 'src/host/table/seats.ts: the floors of src/host/'],
      ['src/host/actions/vote.ts', "import '../requests.ts';", 'src/host/requests.ts: the floors of src/host/'],
      ['src/host/requests.ts', 'export {};', null],
      ['src/host/afterwards/recap/told.ts', "import '../record/sums.ts';", null],
      ['src/host/afterwards/record/sums.ts', 'export {};', null],
      ['src/host/afterwards/record/page.ts', "import '../recap/words.ts';", null],
      ['src/host/afterwards/recap/words.ts', 'export {};', null],
      ['src/systems/a/map/scene.ts', "import '../rules/legal.ts';", null],
      ['src/systems/a/rules/legal.ts', "import '../map/areas.ts';", null],
      ['src/systems/a/map/areas.ts', 'export {};', null],
      [
        'src/systems/a/rules/dice.ts',
        "import '../words/names.ts';",
        'src/systems/a/words/names.ts: rules without words',
      ],
      ['src/systems/a/words/names.ts', 'export {};', null],
      ...[
        'game/index',
        'render/index',
        'discord/inbound/command-contract',
        'systems/a/words',
        'systems/b/b',
        'helpers/other',
        'sandbox/server',
      ].map((name) => [`src/${name}.ts`, 'export {};', null] as const),
    ];
    for (const [path, source] of made) write(path, `${source}\n`);
    const { lines } = await violations(top, 'src', 'commands');
    expect(lines.filter((line) => !line.startsWith('src/discord/lost.ts -> ./nowhere.ts: the bot'))).toEqual(
      [
        ...made.flatMap(([path, , broken]) => (broken === null ? [] : `${path} -> ${broken}`)),
        'src/host/afterwards/recap -> src/host/afterwards/record: no circle of folders',
        'src/host/afterwards/record -> src/host/afterwards/recap: no circle of folders',
        'src/host/base -> src/host/table: no circle of folders',
        'src/host/table -> src/host/base: no circle of folders',
        'src/systems/a/map -> src/systems/a/rules: no circle of folders',
        'src/systems/a/rules -> src/systems/a/map: no circle of folders',
      ].sort(),
    );
  });

  test('of what Biome reads', () => {
    const impure = [
      ...[
        'Math.random()',
        "Math['random']()",
        'Date.now()',
        'new Date()',
        'new Date(0)',
        'Date()',
        'performance.now()',
      ],
      ...['process.env.HOME', "fetch('/')", 'setTimeout(tick, 0)', 'setInterval(tick, 9)', 'queueMicrotask(tick)'],
      ...['crypto.getRandomValues(bytes)', 'globalThis.Date', "console.log('x')", `\`\${Math.random()}\``],
    ];
    const pure = [
      "Date.parse('1864-05-05')",
      'Math.floor(1.5)',
      "'new Date()'",
      '{ process: 1, performance: /new Date()/ }',
    ];
    const restricted = [
      'process.exit(0)',
      'timer.unref()',
      'pause(9, null, { ref: false })',
      'import(name)',
      `import(\`./\${name}.ts\`)`,
      "null as import('./x.ts').X",
    ];
    const exported = (code: string, at: number) => [`x${at}.ts`, `export const x = ${code};\n`] as const;
    for (const [name, source] of impure.map(exported)) {
      write(`lint/src/systems/impure/${name}`, source);
      write(`lint/src/host/may/${name}`, source);
    }
    for (const [name, source] of pure.map(exported)) write(`lint/src/kit/pure/${name}`, source);
    for (const [name, source] of restricted.map(exported)) write(`lint/src/discord/restricted/${name}`, source);
    write('lint/src/shutdown.ts', 'process.exit(0);\n');
    write('lint/src/host/base/worker-thread.ts', 'one.unref();\n');
    write('lint/src/store/long.css', 'a {\n}\n'.repeat(251));
    write('lint/src/store/long.ts', 'export {};\n'.repeat(501));
    write('lint/src/store/short.ts', 'export {};\n'.repeat(500));
    const biome = JSON.parse(readFileSync(join(TOP, '.biome.json'), 'utf8')) as { linter?: object; vcs?: object };
    write('lint/.biome.json', JSON.stringify({ ...biome, vcs: {}, linter: { rules: { preset: 'none' } } }));
    cpSync(join(TOP, 'test/layering'), join(top, 'lint/test/layering'), { recursive: true });
    const { stdout } = spawnSync(
      process.execPath,
      [BIOME, 'lint', '--reporter=github', '--max-diagnostics=none', 'src'],
      {
        cwd: join(top, 'lint'),
        encoding: 'utf8',
      },
    );
    const told = new Set([...stdout.matchAll(/file=.*?\blint\/([^,]+)/g)].map(([, file]) => file));
    const all = (folder: string, { length }: readonly string[]) =>
      Array.from({ length }, (_, at) => `src/${folder}/x${at}.ts`);
    expect([...told].sort()).toEqual(
      [
        ...all('systems/impure', impure),
        ...all('discord/restricted', restricted),
        'src/store/long.css',
        'src/store/long.ts',
      ].sort(),
    );
  });
});
