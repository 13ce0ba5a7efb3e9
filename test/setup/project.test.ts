import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

interface LockEntry {
  license?: string;
  integrity?: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  optionalDependencies?: Record<string, string>;
  engines?: { node?: string };
}
const manifest = JSON.parse(read('package.json')) as {
  engines: { node: string };
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockEntry> };
const packages = Object.entries(lock.packages).filter(([place]) => place !== '');

test('the top level holds what belongs there and nothing else', () => {
  const allowed = [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'src',
    'commands',
    'assets',
    'deploy',
    'docs',
    'test',
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'LICENSE',
  ];
  const made = ['node_modules', 'dist', 'data', 'coverage', 'gallery'];
  const others = readdirSync(root).filter((name) => !name.startsWith('.') && ![...allowed, ...made].includes(name));
  expect(others).toEqual([]);
});

test('the lock file holds no address of a registry', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved": "http/);
});

test('the lock file covers every system that an optional package is made for', () => {
  const locked = new Set(Object.keys(lock.packages).map((place) => place.split('node_modules/').pop()));
  const wanted = Object.values(lock.packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
  expect(wanted.filter((name) => !locked.has(name))).toEqual([]);
});

type Version = [major: number, minor: number, patch: number];

function parse(text: string): Version {
  const [major = 0, minor = 0, patch = 0] = text.split('.').map((part) => Number.parseInt(part, 10) || 0);
  return [major, minor, patch];
}

function isAtLeast(version: Version, floor: Version): boolean {
  const differing = version.findIndex((part, at) => part !== floor[at]);
  return differing === -1 || (version[differing] ?? 0) > (floor[differing] ?? 0);
}

/** Does a package's `engines.node` admit this Node? Knows the forms that packages use: `>=`, `<`, `^`, `20.x`, `||`. */
function admits(range: string, version: Version): boolean {
  const holds = (one: string): boolean => {
    const [, operator = '', rest = ''] = /^([<>=^]*)v?(.*)$/.exec(one) ?? [];
    const bound = parse(rest);
    if (rest === '*' || rest === '') return true;
    if (operator === '>=') return isAtLeast(version, bound);
    if (operator === '<') return !isAtLeast(version, bound);
    return version[0] === bound[0] && isAtLeast(version, bound);
  };
  const tidy = range.replace(/([<>=^])\s+/g, '$1');
  return tidy.split('||').some((all) => all.trim().split(/\s+/).every(holds));
}

test('the range reader knows the forms in use', () => {
  const cases: [string, string, boolean][] = [
    ['^20.19.0 || >=22.12.0', '20.9.0', false],
    ['^20.19.0 || >=22.12.0', '24.0.0', true],
    ['^18.12.0 || >= 20.9.0', '20.9.0', true],
    ['20.x || 22.x', '22.3.0', true],
    ['20.x || 22.x', '24.0.0', false],
    ['>=18 <23', '24.0.0', false],
    ['*', '20.9.0', true],
  ];
  for (const [range, version, expected] of cases)
    expect([range, version, admits(range, parse(version))]).toEqual([range, version, expected]);
});

test.each(['20.9.0', '22.12.0', '24.0.0'])('every locked package runs on Node %s', (version) => {
  const refused = Object.entries(lock.packages)
    .filter(([, entry]) => !entry.optional && entry.engines?.node !== undefined)
    .filter(([, entry]) => !admits(entry.engines?.node ?? '*', parse(version)));
  expect(refused.map(([place, entry]) => [place, entry.engines?.node])).toEqual([]);
});

test('dependencies are exact and pinned by their digests, and what the start needs is no development dependency', () => {
  const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies });
  for (const version of versions) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  for (const [place, { integrity }] of packages) expect(integrity, place).toMatch(/^sha512-/);
  for (const name of ['esbuild', 'canvas', 'better-sqlite3']) expect(manifest.dependencies).toHaveProperty(name);
});

/** Licences that ask for no more than to be named. */
const PERMISSIVE = ['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'OFL-1.1', 'WTFPL'];

test('every package that the bot ships with has a licence that lets it', () => {
  const shipped = packages.filter(([, { dev, devOptional }]) => !dev && !devOptional);
  expect(shipped.length).toBeGreaterThan(20);
  for (const [place, { license = 'none' }] of shipped) {
    const either = license.replace(/[()]/g, '').split(' OR ');
    const allowed = either.some((one) => one.split(' AND ').every((each) => PERMISSIVE.includes(each)));
    expect(allowed, `${place}: ${license}`).toBe(true);
  }
});

test('every dependency is in docs/licences.md with its licence', () => {
  const [, table = ''] = read('docs/licences.md').split('| licence |');
  const rows = new Map(
    [...table.matchAll(/^\| (?<names>[^|]+) \| (?<licence>[^|]+) \|$/gm)].flatMap(({ groups }) =>
      (groups?.names ?? '').split(', ').map((name) => [name, groups?.licence] as const),
    ),
  );
  for (const name of Object.keys(manifest.dependencies).filter((one) => !one.startsWith('@expo-google-fonts/')))
    expect(rows.get(name), name).toBe(lock.packages[`node_modules/${name}`]?.license);
  expect([...rows.keys()].some((name) => name.startsWith('typefaces'))).toBe(true);
});

test('the typefaces come with their licence', () => {
  const fonts = Object.keys(manifest.dependencies).filter((name) => name.startsWith('@expo-google-fonts/'));
  expect(fonts.length).toBeGreaterThan(0);
  for (const font of fonts) expect(read(`node_modules/${font}/LICENSE_FONT`)).toContain('SIL Open Font License');
});
