import { expect, test } from 'vitest';
import type { System, SystemModule } from '../../src/game/index.ts';
import { readLibrary } from '../../src/host/index.ts';
import { systems } from '../../src/systems/index.ts';
import { camp, GRANT } from './camp.ts';
import { folderOf, said } from './fixture.ts';

/** What of a game makes the words and pictures of a message about its table. */
const WORDS = ['tell', 'describe', 'label', 'summary', 'picture'] as const;

/** Overland, of which one function throws while `fault.in` names it. */
function faulty(fault: { in: string | null }): SystemModule[] {
  return systems.map((module) => ({
    ...module,
    load(files) {
      const system = module.load(files) as System;
      const broken = Object.fromEntries(
        WORDS.flatMap((name) => {
          const made = system[name] as ((...given: unknown[]) => unknown) | undefined;
          const throwing = (...given: unknown[]) => {
            if (fault.in === name) throw new Error(`No words: ${name}`);
            return made?.apply(system, given);
          };
          return made ? [[name, throwing]] : [];
        }),
      );
      return { ...system, ...broken };
    },
  }));
}

test.each(WORDS)('an order is kept once whose message throws in `%s`, and a later map is right', async (name) => {
  const fault: { in: string | null } = { in: null };
  const { host, store, as } = camp({}, { library: readLibrary(faulty(fault), folderOf) });
  const caller = as('Bo');
  const game = store.runningIn(caller.channel)?.id ?? '';
  for (const { seq } of host.undelivered.owed()) host.undelivered.settle({ game, seq });
  fault.in = name;
  const request = { about: { game }, pressed: () => null, run: () => host.orders.give(caller, GRANT) };
  const handled = await host.requests.handle(caller, request);
  // What only a picture needs is not asked for before it is drawn.
  if (handled.fault !== undefined) expect(handled.fault).toEqual(new Error(`No words: ${name}`));
  else expect(said(handled.answer).text).toContain('Grant');
  expect(handled.writes).toEqual([{ kind: 'order', game, seq: 1 }]);
  expect(handled.due()?.channels).toEqual([caller.channel]);
  fault.in = null;
  expect((await host.requests.handle(caller, request)).answer).toBeNull();
  expect(store.entries(game).filter(({ kind }) => kind === 'order')).toHaveLength(1);
  const [owed] = host.undelivered.owed();
  const map = said(owed ? host.undelivered.lateMap(owed) : null);
  expect(map.text).toMatch(/\*\*Bo\*\*.* Grant/);
  expect(map.drawing?.point).toEqual({ game, seq: 1 });
  expect(String(await map.drawing?.png())).not.toBe('');
});
