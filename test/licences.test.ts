import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** What comes along with the program: pinned, and under licences that are told of. */

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
const lock = JSON.parse(read('package-lock.json')) as { readonly packages: Readonly<Record<string, Locked>> };
const installed = Object.entries(lock.packages).filter(([path]) => path !== '');
const shipped = installed.filter(([, { dev, devOptional }]) => !dev && !devOptional);

/** Those that ask for no more than to be named. */
const PERMISSIVE = ['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'OFL-1.1', 'WTFPL'];

describe('what is installed', () => {
  test('is named by one version each, and pinned by its digest', () => {
    for (const version of Object.values({ ...dependencies, ...devDependencies }))
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    for (const [path, { integrity }] of installed) expect(integrity, path).toMatch(/^sha512-/);
  });

  test('and ships is under a licence that allows it', () => {
    for (const [path, { license = 'none' }] of shipped) {
      const either = license.replace(/[()]/g, '').split(' OR ');
      const allowed = either.some((one) => one.split(' AND ').every((each) => PERMISSIVE.includes(each)));
      expect(allowed, `${path}: ${license}`).toBe(true);
    }
  });

  test('and ships is in docs/licences.md with its licence', () => {
    const [, table = ''] = read('docs/licences.md').split('| licence |');
    const rows = new Map(
      [...table.matchAll(/^\| (?<names>[^|]+) \| (?<licence>[^|]+) \|$/gm)].flatMap(({ groups }) =>
        (groups?.names ?? '').split(', ').map((name) => [name, groups?.licence] as const),
      ),
    );
    for (const name of Object.keys(dependencies ?? {})) {
      if (name.startsWith('@expo-google-fonts/')) continue;
      expect(rows.get(name), name).toBe(lock.packages[`node_modules/${name}`]?.license);
    }
    expect([...rows.keys()].find((name) => name.startsWith('typefaces'))).toBeDefined();
  });
});
