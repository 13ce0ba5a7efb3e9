import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

interface LockEntry {
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

test('dependencies are exact, and what the start needs is no development dependency', () => {
  const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies });
  for (const version of versions) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  for (const name of ['esbuild', 'canvas', 'better-sqlite3']) expect(manifest.dependencies).toHaveProperty(name);
});

test('every package that the bot ships with has a licence that lets it', () => {
  const allowed = [
    'MIT',
    'ISC',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'Apache-2.0',
    '0BSD',
    'BlueOak-1.0.0',
    'OFL-1.1',
    'Unlicense',
  ];
  const isAllowed = (licence: string): boolean => {
    const plain = licence.replace(/^\(|\)$/g, '');
    if (plain.includes(' OR ')) return plain.split(' OR ').some(isAllowed);
    return plain.split(' AND ').every((one) => allowed.includes(one));
  };
  const shipped = Object.entries(lock.packages)
    .filter(([place, entry]) => place !== '' && !entry.dev && !entry.devOptional)
    .map(([place]) => place)
    .filter((place) => existsSync(path.join(root, place, 'package.json')));
  expect(shipped.length).toBeGreaterThan(20);
  const licenceOf = (place: string) =>
    String((JSON.parse(read(path.join(place, 'package.json'))) as { license?: string }).license);
  const refused = shipped.filter((place) => !isAllowed(licenceOf(place))).map((place) => [place, licenceOf(place)]);
  expect(refused).toEqual([]);
});

test('the typefaces come with their licence', () => {
  const fonts = Object.keys(manifest.dependencies).filter((name) => name.startsWith('@expo-google-fonts/'));
  expect(fonts.length).toBeGreaterThan(0);
  for (const font of fonts) expect(read(`node_modules/${font}/LICENSE_FONT`)).toContain('SIL Open Font License');
});
