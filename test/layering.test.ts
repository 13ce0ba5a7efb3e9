import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { codeOf, importsOf } from './layering/source.ts';
import { violations } from './layering/violations.ts';

const TOP = fileURLToPath(new URL('..', import.meta.url));

function readSources(folder: string): [string, string][] {
  if (!existsSync(join(TOP, folder))) return [];
  return readdirSync(join(TOP, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.([cm]?[jt]s|css|html)$/.test(path))
    .map((path) => [path, readFileSync(join(TOP, path), 'utf8')]);
}

/** The violations of made-up files, one a line. */
function found(files: { readonly [path: string]: string }): string {
  return violations(new Map(Object.entries(files))).join('\n');
}

describe('the layers', () => {
  const sources = [...readSources('src'), ...readSources('commands')];

  test('are there', () => {
    const paths = sources.map(([path]) => path);
    expect(paths).toContain('src/game/index.ts');
    expect(paths).toContain('src/systems/index.ts');
  });

  test('import downwards only, and the rules are pure', () => {
    expect(violations(new Map(sources)).join('\n')).toBe('');
  });

  test('hold for the system of the tests as for any other', () => {
    const folder = 'test/games/picket-line';
    const asSystem = readSources(folder).map(([path, source]): [string, string] => [
      path.replace(folder, 'src/systems/picket-line'),
      source,
    ]);
    expect(asSystem.length).toBeGreaterThan(0);
    expect(violations(new Map([...sources, ...asSystem])).join('\n')).toBe('');
  });
});

describe('a made-up file breaks them', () => {
  test.each([
    ['src/game/dice.ts', "import { createHmac } from 'node:crypto';", 'imports node:crypto; the contract'],
    ['src/game/dice.ts', "import { z } from 'zod';", 'imports zod; the contract'],
    ['src/game/dice.ts', "export * from '../systems/index.ts';", 'imports src/systems/index.ts; the contract'],
    [
      'src/systems/alpha/rules.ts',
      "import { b } from '../beta/rules.ts';",
      'imports src/systems/beta/rules.ts; a game system',
    ],
    ['src/systems/alpha/rules.ts', "import type { B } from '../beta/rules.ts';", 'imports src/systems/beta/rules.ts'],
    ['src/systems/alpha/rules.ts', "import { systems } from '../index.ts';", 'imports src/systems/index.ts'],
    ['src/systems/alpha/rules.ts', "import { readFileSync } from 'node:fs';", 'imports node:fs'],
    ['src/systems/alpha/rules.ts', "import { readFileSync } from 'fs';", 'imports fs'],
    ['src/systems/alpha/art.ts', "import { createCanvas } from 'canvas';", 'imports canvas'],
    ['src/systems/alpha/art.ts', "const { x } = await import('../../render/index.ts');", 'imports src/render/index.ts'],
    ['src/systems/alpha/art.ts', "type X = import('../../render/index.ts').X;", 'imports src/render/index.ts'],
    ['src/systems/alpha/art.ts', 'const x = await import(name);', 'imports by a computed name'],
    ['src/systems/alpha/art.ts', `const x = await import(\`./\${name}.ts\`);`, 'imports by a computed name'],
    ['src/systems/index.ts', "import { x } from './alpha/rules.ts';", 'imports src/systems/alpha/rules.ts; the list'],
    [
      'src/store/log.ts',
      "import { orderKey } from '../game/index.ts';",
      'imports more than types from src/game/index.ts',
    ],
    ['src/store/log.ts', "import { type Order, orderKey } from '../game/index.ts';", 'imports more than types'],
    [
      'src/render/png.ts',
      "import { x } from '../systems/alpha/index.ts';",
      'imports src/systems/alpha/index.ts; the renderer',
    ],
    ['src/host/play.ts', "import { Client } from 'discord.js';", 'imports discord.js; the host'],
    [
      'src/host/play.ts',
      "import { overland } from '../systems/overland/index.ts';",
      'imports src/systems/overland/index.ts',
    ],
    ['commands/attack.ts', "import { store } from '../src/store/log.ts';", 'imports src/store/log.ts; a command'],
    [
      'commands/attack.ts',
      "import { reply } from '../src/discord/inbound/command.ts';",
      'imports more than types from src/discord/inbound/command.ts',
    ],
    [
      'src/discord/inbound/dispatcher.ts',
      "import { start } from '../../sandbox/index.ts';",
      'imports src/sandbox/index.ts; the bot',
    ],
    [
      'src/sandbox/server.ts',
      "import { systems } from '../systems/index.ts';",
      'imports src/systems/index.ts; the sandbox',
    ],
    [
      'src/sandbox/server.ts',
      "import type { Order } from '../game/index.ts';",
      'imports src/game/index.ts; the sandbox',
    ],
    ['src/sandbox/page/js/app.js', "import { readFile } from 'node:fs';", 'imports node:fs; the page'],
    ['src/setup/launch.mjs', "import pino from 'pino';", 'imports pino; the set-up'],
    ['src/helpers/strings.ts', 'export {};', 'belongs to no layer'],
  ])('%s: %s', (path, source, violation) => {
    const lines = found({ [path]: `\n${source}\n` });
    expect(lines).toContain(violation);
    expect(lines).toMatch(/:2 |no layer/);
    expect(lines.split('\n')).toHaveLength(1);
  });

  test.each([
    'Math.random()',
    "Math['random']()",
    'Date.now()',
    'new Date()',
    'new Date(0)',
    'Date()',
    'performance.now()',
    'process.env.HOME',
    "fetch('/')",
    'setTimeout(() => {}, 0)',
    'setInterval(tick, 9)',
    'queueMicrotask(tick)',
    'crypto.getRandomValues(bytes)',
    'globalThis.Date',
    "console.log('x')",
    `\`\${Math.random()}\``,
  ])('src/systems/alpha/rules.ts: %s', (source) => {
    expect(found({ 'src/systems/alpha/rules.ts': `export const x = () => ${source};` })).toContain(':1 uses');
    expect(found({ 'src/game/dice.ts': `export const x = () => ${source};` })).toContain(':1 uses');
    expect(found({ 'src/host/play.ts': `export const x = () => ${source};` })).toBe('');
  });

  test.each([
    ['src/discord/outbound/fair-queue.ts', 'timer.unref();', 'uses a detached timer'],
    [
      'src/discord/connection/rest-rate-limit.ts',
      'await pause(ms, undefined, { ref: false });',
      'uses a detached timer',
    ],
    ['src/host/play.ts', 'process.exit(0);', 'uses process.exit'],
  ])('%s: %s', (path, source, violation) => {
    expect(found({ [path]: source })).toContain(`${path}:1 ${violation}; only `);
    expect(
      found({ 'src/leaving.ts': 'process.exit(0);', 'src/host/background/worker-thread.ts': 'one.unref();' }),
    ).toBe('');
  });

  test('a file too long', () => {
    expect(found({ 'src/game/long.ts': 'export {};\n'.repeat(500) })).toBe('');
    expect(found({ 'src/game/long.ts': 'export {};\n'.repeat(501) })).toContain('src/game/long.ts has 501 lines');
  });

  test('a ring of files', () => {
    const ring = {
      'src/game/a.ts': "import { b } from './b.ts';",
      'src/game/b.ts': "import { c } from './c.ts';",
      'src/game/c.ts': "export { a } from './a.ts';",
    };
    expect(found(ring)).toBe('src/game/a.ts -> src/game/b.ts -> src/game/c.ts -> src/game/a.ts is a ring of files');
    expect(found({ ...ring, 'src/game/c.ts': "import type { A } from './a.ts';" })).toBe('');
  });

  test('a ring of folders', () => {
    const ring = found({
      'src/discord/inbound/dispatcher.ts': "import { attack } from '../../../commands/attack.ts';",
      'commands/attack.ts': "import { reply } from '../src/discord/words.ts';",
      'src/discord/words.ts': 'export {};',
    });
    expect(ring).toContain('src/discord/ -> commands/ -> src/discord/ is a ring of folders');
  });

  test('what may be, may be', () => {
    const good = {
      'src/game/index.ts': "export * from './dice.ts';",
      'src/game/dice.ts': '// Math.random() would be a throw nobody can check.\nexport const purpose = "new Date()";',
      'src/systems/index.ts':
        "import { alpha } from './alpha/index.ts';\nimport type { System } from '../game/index.ts';",
      'src/systems/alpha/index.ts':
        "import { z } from 'zod';\nimport { ask } from '../../game/index.ts';\nimport './art/map.ts';",
      'src/systems/alpha/art/map.ts': "import { x } from '../words.ts';\nexport const ms = Date.parse('1864-05-05');",
      'src/systems/alpha/words.ts': 'export const x = { process: 1, performance: /new Date()/ };',
      'src/store/log.ts': "import Database from 'better-sqlite3';\nimport { type Order } from '../game/index.ts';",
      'src/host/play.ts': "import { Log } from '../store/log.ts';\nimport type { Logger } from 'pino';",
      'commands/attack.ts':
        "import { SlashCommandBuilder } from 'discord.js';\nimport type { Reply } from '../src/discord/inbound/command.ts';",
      'src/discord/inbound/dispatcher.ts': "import { attack } from '../../../commands/attack.ts';\nawait import(file);",
      'src/sandbox/server.ts': "import { WebSocketServer } from 'ws';\nimport { createServer } from 'node:http';",
      'src/main.ts': "import 'dotenv/config';\nimport { start } from './sandbox/server.ts';",
    };
    expect(found(good)).toBe('');
  });
});

describe('reading a source', () => {
  const read = (source: string) => importsOf(source).map(({ specifier, typeOnly }) => [specifier, typeOnly]);

  test('finds imports in whatever way they are written', () => {
    expect(read("import a from 'a';")).toEqual([['a', false]]);
    expect(read('import * as a from "a";')).toEqual([['a', false]]);
    expect(read("import 'a';")).toEqual([['a', false]]);
    expect(read("import a, { b } from 'a';")).toEqual([['a', false]]);
    expect(read("import {\n  a,\n  type B,\n} from 'a';")).toEqual([['a', false]]);
    expect(read("import{a}from'a';import{b}from'b'")).toEqual([
      ['a', false],
      ['b', false],
    ]);
    expect(read("export * from 'a';\nexport * as b from 'b';\nexport { c } from 'c';")).toEqual([
      ['a', false],
      ['b', false],
      ['c', false],
    ]);
    expect(read("const a = await import( 'a' );")).toEqual([['a', false]]);
    expect(read("const a = require('a');")).toEqual([['a', false]]);
    expect(read("export class A {}\nimport type { B } from 'b'")).toEqual([['b', true]]);
    expect(read("import a from './a.json' with { type: 'json' };")).toEqual([['./a.json', false]]);
  });

  test('tells types from values', () => {
    expect(read("import type { A } from 'a';")).toEqual([['a', true]]);
    expect(read("import type A from 'a';")).toEqual([['a', true]]);
    expect(read("export type { A } from 'a';")).toEqual([['a', true]]);
    expect(read("import { type A, type B } from 'a';")).toEqual([['a', true]]);
    expect(read("import { type A, b } from 'a';")).toEqual([['a', false]]);
    expect(read("import type from 'a';")).toEqual([['a', false]]);
    expect(read("let a: import('a').A;\nlet b: typeof import('b');")).toEqual([
      ['a', true],
      ['b', true],
    ]);
  });

  test('is not taken in by comments, strings, templates or patterns', () => {
    expect(read("// import a from 'a';\n/* import 'b'; */")).toEqual([]);
    expect(read('const a = "import x from \'a\'";')).toEqual([]);
    expect(read(`const a = \`import 'a' \${b} import 'c'\`;`)).toEqual([]);
    expect(read("const a = /import 'a'/;\nimport 'b';")).toEqual([['b', false]]);
    expect(read("const a = x / 2; import 'b'; const c = y / 2;")).toEqual([['b', false]]);
    expect(read("const a = /['\"`]/;\nimport 'b';")).toEqual([['b', false]]);
    expect(read("const a = 'it\\'s';\nimport 'b';")).toEqual([['b', false]]);
    expect(read("object.import('a'); export const from = 'a';")).toEqual([]);
  });

  test('keeps code in templates, and every offset', () => {
    const source = `const a = \`b \${\`c \${d({ e: 1 })} f\`} g\`; // h\nconst i = "j";`;
    const code = codeOf(source);
    expect(code).toHaveLength(source.length);
    expect(code.replaceAll(/ +/g, ' ').trim()).toBe(`const a = \` \${\` \${d({ e: 1 })} \`} \`; \nconst i = " ";`);
  });
});
