import { expect, test, vi } from 'vitest';
import { LARGEST } from '../../src/host/afterwards/replay-file/read-file.ts';
import type { ExportedGame } from '../../src/host/afterwards/replay-file/replay-schema.ts';
import { exporting } from './exporting.ts';
import { said, textIn } from './fixture.ts';
import { lengthened } from './lengthened.ts';
import { inspected } from './replaying.ts';

// A long campaign is played through here: patience costs nothing where a test passes.
vi.setConfig({ testTimeout: 120_000 });

test('the file of a long campaign is verified', () => {
  const table = exporting('overland');
  const { host, as, game } = table;
  said(host.orders.give(as('Bo'), { verb: 'attack', leader: 'grant' }));
  lengthened(table, game(), 6000);
  said(host.games.abandon(as('Ada', { at: Date.UTC(2026, 11, 24) }), null));
  const text = textIn(said(host.log.file(as('Ada'))));
  expect((JSON.parse(text) as ExportedGame).log.length).toBeGreaterThan(5900);
  expect(text.length).toBeLessThan(LARGEST);
  const { count, played, findings } = inspected(text);
  expect([count, played, findings]).toEqual([0, true, []]);
});
