import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DataFault, type DataFiles, isFaulty, type Json, type SystemModule } from '../../src/game/index.ts';
import { sealedAt } from '../dice/sealed.ts';
import { LONG } from '../trials/long.ts';
import { expectPlain, frozen } from './plain.ts';

/** What stands in the place of a value when a data file is broken; at a landing, two of these in the place of each whole file. */
const WRONG: readonly Json[] = [null, 'nonsense', -1, 0.5, 1e9, true, [], {}, ['nonsense'], { nonsense: 1 }];

/** Registers what every module does with the data files it is given, whole or broken in `runs` places. */
export function conformingModule(module: SystemModule, files: DataFiles, name: string, runs = 100): void {
  describe(`${name} reads its data`, () => {
    test('the files it names make a system of its own id', () => {
      expect(module.id).toMatch(/^[a-z0-9-]{1,32}$/);
      expect([...module.files].sort()).toEqual(Object.keys(files).sort());
      const loaded = module.load(frozen(files));
      expect(isFaulty(loaded) ? loaded : []).toEqual([]);
      expect(isFaulty(loaded) ? null : loaded.id).toBe(module.id);
    });

    test('a file left out is a fault of that file', () => {
      for (const file of module.files) {
        const { [file]: _left, ...rest } = files;
        expectFaults(module, rest, module.load(frozen(rest)));
      }
    });

    test('a file of something else altogether is a fault of that file', () => {
      for (const [at, file] of module.files.entries())
        for (const wrong of LONG ? WRONG : [WRONG[at % WRONG.length], WRONG[(at + 5) % WRONG.length]]) {
          const broken = { ...files, [file]: wrong as Json };
          expectFaults(module, broken, module.load(frozen(broken)));
        }
    });

    test('broken data gives faults with paths, or a system that can be played: never an error', () => {
      const places = module.files.flatMap((file) => paths(files[file] as Json).map((path) => ({ file, path })));
      const wrong = fc.constantFrom<Json | undefined>(undefined, ...WRONG);
      const property = fc.property(fc.constantFrom(...places), wrong, ({ file, path }, value) => {
        const broken: DataFiles = { ...files, [file]: replaced(files[file] as Json, path, value) ?? null };
        const loaded = module.load(frozen(broken));
        if (isFaulty(loaded)) return expectFaults(module, broken, loaded);
        for (const { id } of loaded.about.variants) loaded.rules.start(id, sealedAt('broken data', 0, 'start'));
      });
      fc.assert(property, { numRuns: runs });
    });
  });
}

function expectFaults(module: SystemModule, files: DataFiles, faults: ReturnType<SystemModule['load']>): void {
  if (!isFaulty(faults)) throw new Error('broken data was taken for good');
  expect(faults.length, 'faults').toBeGreaterThan(0);
  for (const fault of faults) {
    expectPlain(fault, 'a fault');
    expect(module.files, 'the file of a fault').toContain(fault.file);
    expect(fault.reason, 'the reason of a fault').toMatch(/\S/);
    expectPlace(fault, files[fault.file]);
  }
}

/** A fault lies at a place that is there, or at a member missing from a place that is. */
function expectPlace({ path, reason }: DataFault, root: Json | undefined): void {
  let at = root;
  for (const key of path.slice(0, -1)) {
    expect(typeof at === 'object' && at !== null, `${path.join('.')} (${reason}) leads somewhere`).toBe(true);
    at = (at as { readonly [key: string]: Json })[key];
  }
}

/** The path of everything in `json` but the root. */
function paths(json: Json): (readonly string[])[] {
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([key, member]) => [
    [key],
    ...paths(member ?? null).map((rest) => [key, ...rest]),
  ]);
}

/** `json` with the value at `path` replaced; undefined: left out. */
function replaced(json: Json, path: readonly string[], value: Json | undefined): Json | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const within = replaced((json as { readonly [key: string]: Json })[key] as Json, rest, value);
  if (!Array.isArray(json)) return { ...(json as object), [key]: within };
  return json.flatMap((member: Json, index) =>
    String(index) === key ? (within === undefined ? [] : [within]) : [member],
  );
}
