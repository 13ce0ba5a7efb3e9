import { expect, test } from 'vitest';
import { readReplay } from '../../src/host/afterwards/replay-file/replay-report.ts';
import { digestsOf, type ExportedGame, type Undigested } from '../../src/host/afterwards/replay-file/replay-schema.ts';
import { typesetLines } from '../../src/host/afterwards/replay-file/terminal.ts';
import { textIn } from './fixture.ts';
import { SIDES, twoSides } from './two-sides.ts';

/** Of who plays which side, what `golden/sides.md` doesn't tell as members see it. */

test('that somebody was on a side is kept as a mark that names nobody, and only until the game ends', () => {
  const camp = twoSides('picket-line');
  camp.bo.myData.delete(true);
  const marks = () => camp.database.prepare('SELECT seat, mark FROM seen').all();
  expect(marks()).toEqual([{ seat: 'union', mark: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  camp.ada.games.abandon(null);
  expect(marks()).toEqual([]);
});

test('a file whose entry lets a member play a side, and changes how it decides, is not well', () => {
  const camp = twoSides('picket-line');
  camp.ada.seats.put({ discordId: '200', name: 'Bo' }, 'confederate', 'Cy is ill');
  camp.ada.games.abandon(null);
  const file = textIn(camp.bo.log.file());
  const told = (text: string) => typesetLines(readReplay(Buffer.from(text), SIDES).paragraphs, false);
  expect(told(file)).toContain('Ada lets Bo, who has seen another side’s secrets, play the Confederacy.');
  const { digests: _, ...whole } = JSON.parse(file) as ExportedGame;
  const log = whole.log.map((entry) =>
    entry.kind === 'council' ? { ...entry, council: { ...entry.council, mode: 'vote' } } : entry,
  );
  const forged = { ...whole, log, councils: {} } as unknown as Undigested;
  expect(told(JSON.stringify({ ...forged, digests: digestsOf(forged) }))).toContain(
    'It lets a member play a side, so it can’t change how',
  );
});
