import { spawnSync } from 'node:child_process';
import { chownSync, copyFileSync, cpSync, existsSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadImage } from 'canvas';
import { expect, test } from 'vitest';
import { BotProcess, folder } from '../harness/bot-process.ts';
import { PROJECT } from '../harness/program.ts';
import { patientClock } from '../patient-clock.ts';

/*
 * `LONG=yes npm run trials` as root on Debian. No image registry has to be reached: the base is Debian with this machine's Node.js, and the
 * native packages are compiled.
 */
const TOOLS = ['buildah', 'podman', 'runc', 'catatonit', 'debootstrap'];
const LIBRARIES = 'ca-certificates libstdc++6 libcairo2 libpangocairo-1.0-0 libjpeg62-turbo libgif7 librsvg2-2'.split(
  ' ',
);
const COMPILER =
  'python3 make g++ pkg-config libcairo2-dev libpango1.0-dev libjpeg62-turbo-dev libgif-dev librsvg2-dev'.split(' ');
const BASE = 'localhost/node-on-debian';
const BUILD_BASE = 'localhost/node-build';
const IMAGE = 'localhost/council-of-war';
const CERTIFICATES = '/etc/ssl/certs';
/** `node`, in the image. */
const USER = 1000;

function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28, cwd: PROJECT });
  expect(status, `${program} ${args.join(' ')}\n${stdout}\n${stderr}`).toBe(0);
  return stdout.trim();
}

function install(packages: readonly string[], inside: readonly string[] = []): void {
  const [program = '', ...args] = [
    ...inside,
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    'install',
    '-y',
    '-q',
  ];
  run(program, ...args, '--no-install-recommends', ...packages);
}

/** Builds `BASE` and `BUILD_BASE`. */
function buildBases(): void {
  const root = folder();
  run('debootstrap', '--variant=minbase', `--include=${LIBRARIES.join(',')}`, 'bookworm', root);
  const usr = join(root, 'usr');
  copyFileSync(process.execPath, join(usr, 'bin', 'node'));
  const npm = join('lib', 'node_modules', 'npm');
  const prefix = dirname(dirname(process.execPath));
  cpSync(join(prefix, npm), join(usr, npm), { recursive: true });
  symlinkSync(join('..', npm, 'bin', 'npm-cli.js'), join(usr, 'bin', 'npm'));
  // What native packages are compiled against.
  cpSync(join(prefix, 'include', 'node'), join(usr, 'include', 'node'), { recursive: true });
  const container = run('buildah', 'from', 'scratch');
  run('buildah', 'add', '-q', container, root, '/');
  const inside = ['buildah', 'run', '--isolation', 'chroot', container, '--'];
  run(...(inside as [string]), 'useradd', '--create-home', '--uid', String(USER), 'node');
  run('buildah', 'commit', '-q', container, BASE);
  install(COMPILER, inside);
  run('buildah', 'config', '--env', 'npm_config_nodedir=/usr', container);
  run('buildah', 'config', '--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}/ca-certificates.crt`, container);
  run('buildah', 'commit', '-q', '--rm', container, BUILD_BASE);
}

function buildImage(): void {
  const npmrc = join(homedir(), '.npmrc');
  const own = existsSync(npmrc) ? ['-v', `${npmrc}:/root/.npmrc:ro`] : [];
  run(
    'buildah',
    ...['bud', '-q', '--format', 'docker', '--isolation', 'chroot', '-v', `${CERTIFICATES}:${CERTIFICATES}:ro`, ...own],
    ...['--build-arg', `BASE=${BASE}`, '--build-arg', `BUILD_BASE=${BUILD_BASE}`, '-t', IMAGE],
    ...['-f', 'deploy/Dockerfile', '--ignorefile', 'deploy/Dockerfile.dockerignore', '.'],
  );
}

test('the image is built, hosts a game with a read-only disk and without root, and ends when it is asked to', async () => {
  run('apt-get', 'update', '-q');
  install(TOOLS);
  buildBases();
  buildImage();

  const bot = await BotProcess.open({ clock: patientClock });
  const data = dirname(bot.file);
  chownSync(data, USER, USER);
  const name = `council-${process.pid}`;
  const settings = { ...bot.settings, DATABASE_PATH: '/app/data/games.sqlite', HEALTH_PORT: '0' };
  const container = bot.launch({}, [
    ...[
      'podman',
      '--runtime',
      'runc',
      '--cgroup-manager',
      'cgroupfs',
      'run',
      '--rm',
      '--name',
      name,
      '--network',
      'host',
    ],
    // Podman has systemd run health checks, and a machine that is a container itself has none.
    '--no-healthcheck',
    // Nor may it raise its limits.
    ...['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1000:1000'],
    ...['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--init', '-v', `${data}:/app/data`],
    ...Object.entries(settings).flatMap(([key, value]) => ['-e', `${key}=${value}`]),
    IMAGE,
  ]);
  await container.ready;
  const [map] = (await bot.begin()).files;
  const picture = await (await fetch(map?.url ?? '')).arrayBuffer();
  expect((await loadImage(Buffer.from(picture))).width).toBe(map?.width);
  await bot.order();
  const inside = (...command: string[]) => spawnSync('podman', ['exec', name, ...command], { encoding: 'utf8' });
  expect(inside('id', '-u').stdout.trim()).toBe(String(USER));
  expect(inside('touch', '/app/data/mine').status).toBe(0);
  expect(inside('touch', '/app/src/mine').status).not.toBe(0);
  expect(await container.leave(), container.said()).toBe(0);
  console.log(`The container left ${Math.round(container.leaving)} ms after it was asked to.`);
  expect(bot.orders()).toBe(1);
  expect(container.errors()).toEqual([]);
});
