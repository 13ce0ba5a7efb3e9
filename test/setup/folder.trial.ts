import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BUNDLE } from '../../src/setup/build.mjs';
import { start } from '../harness/bot-process.ts';
import { PROJECT } from '../harness/program.ts';

/** Names that a pattern, a URL, a shell or SQL reads otherwise. Node itself takes a program in `a\b` for one in `a/b`. */
const NAMES = ['*', '**', '[x]', '{a,b}', `!(a)+@(b) 'q"d`, '#h?q=1&r %20%', 'Größe ☂ $HOME`id`;|<>~^ a:b'];

let home: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'setup-folder-')));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** A clone in a folder of that name, with these parts of the project. */
function clone(name: string, parts: readonly string[]): string {
  const root = join(home, name);
  mkdirSync(root);
  for (const part of ['package.json', 'package-lock.json', ...parts])
    cpSync(join(PROJECT, part), join(root, part), { recursive: true });
  symlinkSync(join(PROJECT, 'node_modules'), join(root, 'node_modules'));
  return root;
}

function run(root: string, ...command: readonly string[]) {
  const env = { ...process.env, INIT_CWD: undefined, ENV_FILE: '', DISCORD_TOKEN: '', DATABASE_PATH: '' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'src', 'setup', 'run.mjs'), ...command], {
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test.each(NAMES)('a program in a folder named %j runs, with its threads', (name) => {
  const root = clone(name, [join('src', 'setup')]);
  const put = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const worker = "import { parentPort } from 'node:worker_threads';\nparentPort?.postMessage('from a thread');\n";
  for (const program of Object.values(BUNDLE.entryPoints)) put(program, worker);
  put(
    BUNDLE.entryPoints.main,
    `import { fileURLToPath } from 'node:url';
    import { Worker } from 'node:worker_threads';
    console.log(fileURLToPath(new URL('..', import.meta.url)));
    const worker = new Worker(new URL('./rules-worker.js', import.meta.url));
    worker.on('message', console.log).on('exit', process.exit);`,
  );
  expect(run(root, 'start')).toEqual({ status: 0, stdout: `${root}/\nfrom a thread\n`, stderr: '' });
});

test.each(['a#b', 'a?b', 'a%20b'])('tests in a folder named %j are refused in one sentence', (name) => {
  const root = clone(name, [join('src', 'setup')]);
  const stderr = `\nTests can’t run in ${root}. Move the project to a folder without #, ? and % in its path.\n`;
  expect(run(root, 'install')).toEqual({ status: 69, stdout: '', stderr });
});

test('the bot starts in such a folder, its database is copied, and files are replayed', async () => {
  const root = clone(NAMES.join(' '), ['src', 'commands', 'assets']);
  const bot = start({}, [process.execPath, join(root, 'src', 'setup', 'run.mjs'), 'start']);
  const [, page = ''] = await bot.says(/Open (\S+) in a browser/);
  await bot.says(/^Its games are saved in data\/practice\.sqlite/m);
  expect(await (await fetch(page)).text()).toContain('<title>');
  expect(await (await fetch(new URL('main.js', page))).text()).toContain('/page/socket');
  bot.child.kill('SIGTERM');
  expect(await bot.ended, bot.output.err).toBe(0);
  expect(run(root, 'backup', 'copy.sqlite')).toMatchObject({ status: 0, stderr: '' });
  expect(run(root, 'replay', join(root, 'package.json'))).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('this isn’t a game of Council of War'),
  });
});
