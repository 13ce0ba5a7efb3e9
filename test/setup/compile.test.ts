import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BrokenSource, compiled } from '../../src/setup/compile.mjs';
import { originsOf } from '../../src/setup/source-map.mjs';

const project = fileURLToPath(new URL('../..', import.meta.url));

const { dependencies } = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8'));

let root: string;
beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'setup $$ compile $& ')));
  for (const folder of ['src', 'src/deep']) mkdirSync(path.join(root, folder));
  symlinkSync(path.join(project, 'node_modules'), path.join(root, 'node_modules'));
  writeFileSync(path.join(root, 'package.json'), '{"type":"module"}');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function source(name: string, text: string): string {
  const file = path.join(root, 'src', name);
  writeFileSync(file, text);
  return file;
}

/** Runs a program as `npm start` does, in a process of its own. */
function run(program: string, environment: Readonly<Record<string, string>> = {}) {
  const runner = pathToFileURL(path.join(project, 'src', 'setup', 'program.mjs')).href;
  const door = path.join(root, 'door.mjs');
  writeFileSync(
    door,
    `import { runProgram } from ${JSON.stringify(runner)};
    await runProgram(${JSON.stringify(root)}, ${JSON.stringify(program)});`,
  );
  const { status, stdout, stderr } = spawnSync(process.execPath, [door], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
  return { status, stdout, stderr };
}

describe('a program compiled in memory', () => {
  test('has packages, types, letters of any language, and each file its own place', () => {
    source('deep/version.ts', 'export const place: string = import.meta.url;\n');
    const main = source(
      'main.ts',
      [
        "import { z } from 'zod';",
        "import { place } from './deep/version.ts';",
        "console.log(z.string().parse('Größe ☂'), /^[^–☂]ö/.test('Größe'), /[–☂]/.test('a☂'), place, import.meta.url);",
      ].join('\n'),
    );
    const places = ['deep/version.ts', 'main.ts'].map((name) => pathToFileURL(path.join(root, 'src', name)).href);
    expect(run(main)).toEqual({ status: 0, stdout: `Größe ☂ false true ${places.join(' ')}\n`, stderr: '' });
  });

  test('tells its errors with the lines of the sources, also those told later and of other kinds', () => {
    source('deep/bug.ts', '\n\nexport function bug(): never {\n  throw new TypeError("deep");\n}\n');
    const main = source(
      'main.ts',
      [
        "import { bug } from './deep/bug.ts';",
        'setTimeout(() => {',
        '  try { bug(); } catch (error) { console.log((error as Error).stack); }',
        '  const odd = { toString() { throw new Error(); } };',
        '  Error.captureStackTrace(odd);',
        '  console.log((odd as unknown as Error).stack);',
        '});',
      ].join('\n'),
    );
    const { stdout, status, stderr } = run(main);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const src = path.join(root, 'src');
    expect(stdout).toMatch(/^TypeError: deep\n/);
    expect(stdout).toContain(`    at bug (${path.join(src, 'deep', 'bug.ts')}:4:9)\n`);
    expect(stdout).toContain(`(${path.join(src, 'main.ts')}:3:9)\n`);
    expect(stdout).toContain(`Error\n    at Timeout._onTimeout (${path.join(src, 'main.ts')}:5:9)\n`);
    expect(stdout).not.toContain('program.cjs');
  });

  test('looks a place of an error up once', () => {
    const main = source(
      'main.ts',
      [
        'const { parse } = JSON;',
        'let reads = 0;',
        'JSON.parse = (text) => { reads += 1; return parse(text); };',
        'for (const _ of [1, 2, 3]) console.log(new Error().stack?.includes("main.ts:4:40"));',
        'console.log(reads);',
      ].join('\n'),
    );
    expect(run(main)).toEqual({ status: 0, stdout: 'true\ntrue\ntrue\n1\n', stderr: '' });
  });

  test('may import while it runs', () => {
    const main = source('main.ts', "void import('zod').then(({ z }) => console.log(z.string().parse('later')));\n");
    expect(run(main)).toEqual({ status: 0, stdout: 'later\n', stderr: '' });
  });

  test('says so where the compiler cannot be run', () => {
    const { status, stderr } = run(source('main.ts', ''), { ESBUILD_BINARY_PATH: path.join(root, 'package.json') });
    expect(status).toBe(1);
    expect(stderr).toContain('NoCompiler');
  });

  test('runs its threads from memory as well', () => {
    source(
      'deep/worker.ts',
      "import { parentPort } from 'node:worker_threads';\nparentPort?.postMessage('from a thread');\n",
    );
    source(
      'deep/thread.ts',
      "export const THREAD: { text: string } | URL = new URL('./thread.mjs', import.meta.url);\n",
    );
    const main = source(
      'main.ts',
      [
        "import { Worker } from 'node:worker_threads';",
        "import { THREAD } from './deep/thread.ts';",
        "if ('text' in THREAD) new Worker(THREAD.text, { eval: true, execArgv: [] }).on('message', console.log);",
      ].join('\n'),
    );
    expect(run(main)).toEqual({ status: 0, stdout: 'from a thread\n', stderr: '' });
  });
});

describe('a source that cannot be compiled is told with its place', () => {
  test.each([
    ['no TypeScript', 'main.ts', 'let x =\n= 3;', 'src/main.ts:2:1: Unexpected "="'],
    ['a missing file', 'main.ts', "import './nowhere.ts';", 'src/main.ts:1:8: Could not resolve "./nowhere.ts"'],
    [
      'a place asked for elsewhere',
      'other.ts',
      'console.log(import.meta.url);',
      'src/other.ts:1:13: "import.meta" is not',
    ],
  ])('%s', async (_what, name, text, told) => {
    const error = await compiled(root, source(name, text)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BrokenSource);
    expect((error as Error).message).toContain(told);
  });
});

test('the reader of replays needs no database, no pictures and no Discord', async () => {
  const { text } = await compiled(project, path.join(project, 'src', 'replay.ts'));
  const required = [...text.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name = '']) => name);
  expect(new Set(required.filter((name) => !name.startsWith('node:')))).toEqual(new Set(['jsonc-parser', 'zod']));
});

describe('the whole program', () => {
  test('compiles; origins are those that Node’s reader finds', async () => {
    const { text, map } = await compiled(project, path.join(project, 'src', 'main.ts'));
    expect(text).not.toMatch(/import\.meta/);
    const required = [...text.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name = '']) => name);
    const allowed = Object.keys(dependencies).filter((name) => name !== 'esbuild');
    expect(new Set(required.filter((name) => !name.startsWith('node:')))).toEqual(
      new Set(allowed.filter((name) => !name.startsWith('@expo-google-fonts/'))),
    );
    const payload = JSON.parse(Buffer.from(map).toString());
    const reader = new SourceMap(payload);
    const lines = text.split('\n');
    const places = lines
      .map((line, at) => ({ line: at, column: Math.floor(line.length / 2) }))
      .filter((_, at) => at % 997 === 0);
    expect(places.length).toBeGreaterThan(20);
    const origins = originsOf(payload.mappings, places);
    for (const [at, { line, column }] of places.entries()) {
      const known = reader.findEntry(line, column);
      const found = origins[at];
      // Node's reader goes on looking in the lines before; a place is only ever named by its own line.
      if (!('generatedLine' in known) || known.generatedLine !== line) expect(found).toBeNull();
      else
        expect(found && [payload.sources[found.source], found.line, found.column]).toEqual([
          known.originalSource,
          known.originalLine,
          known.originalColumn,
        ]);
    }
  });
});
