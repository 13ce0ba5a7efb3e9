import { expect, test } from 'vitest';
import { LARGEST } from '../../src/host/afterwards/replay-file/read-file.ts';
import type { ExportedGame } from '../../src/host/afterwards/replay-file/replay-schema.ts';
import { exporting } from './exporting.ts';
import { textIn } from './fixture.ts';
import { lengthened } from './lengthened.ts';
import { inspected } from './replaying.ts';

test('the file of a long campaign is verified', () => {
  const table = exporting('overland');
  const { game, bo, member, ada } = table;
  bo.orders.give({ verb: 'attack', leader: 'grant' });
  lengthened(table, game(), 6000);
  member('Ada', { at: Date.UTC(2026, 11, 24) }).games.abandon(null);
  const text = textIn(ada.log.file());
  expect((JSON.parse(text) as ExportedGame).log.length).toBeGreaterThan(5900);
  expect(text.length).toBeLessThan(LARGEST);
  const { count, played, findings } = inspected(text);
  expect([count, played, findings]).toEqual([0, true, []]);
});
