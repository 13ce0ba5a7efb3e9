import { expect, test } from 'vitest';
import type { Camp } from './camp.ts';
import { chanceOf, labels } from './fixture.ts';
import { seenBy } from './seen-by.ts';
import { HOUR, orders, twoSides } from './two-sides.ts';

const SYKES = { verb: 'move', unit: 'u1', to: '3' } as const;
const MORELL = { verb: 'move', unit: 'u2', to: '1' } as const;
const WHY = 'the bridge is weak';

/** The Union votes: Bo and Dee. Ada, who began it, looks on; Cy is the enemy. */
function voting(options: Readonly<Record<string, string>> = {}, file = 'games.sqlite'): Camp {
  const camp = twoSides('skirmish-line', { file, chance: chanceOf('secret') });
  camp.dee.seats.join('union');
  camp.pass(10_000);
  const rules = { mode: 'vote', quorum: '2', window: '1h', ...options };
  const { text } = camp.decree(rules, 'union');
  expect(text).toContain('**How orders are decided for the Union**');
  return camp;
}

test('whatever is voted for and why, others see the same, word for word', async () => {
  const seen: string[] = [];
  for (const [file, first, second] of [
    ['one.sqlite', SYKES, MORELL],
    ['other.sqlite', MORELL, { verb: 'done' }],
  ] as const) {
    const camp = voting({}, file);
    camp.vote('Bo', first, `${WHY}, ${file}`);
    camp.vote('Dee', second);
    camp.vote('Dee', first);
    const game = camp.entries()[0]?.game ?? '';
    camp.store.carry(camp.open().id, { channel: 'front', id: '7' }, 0);
    const all = `${await seenBy(camp, 'Cy', 'union')}\n${await seenBy(camp, 'Ada', 'union')}`;
    expect(all).not.toContain(WHY);
    // Numbers of presses and times go on with each test; nothing else may differ.
    seen.push(all.replaceAll(game, 'GAME').replace(/i\d+|"at":\d+/g, 'N'));
  }
  expect(seen[0]).toBe(seen[1]);
  expect(seen[0]).not.toContain('Sykes to Farm ·');
});

test('a side that orders freely beside one that votes still gives its orders by the map', () => {
  const camp = voting();
  camp.vote('Bo', { verb: 'done' });
  camp.vote('Dee', { verb: 'done' });
  camp.wait(HOUR);
  while (camp.bo.maps.forChannel().cards.length > 0) {
    camp.vote('Bo', { verb: 'done' });
    camp.vote('Dee', { verb: 'done' });
    camp.wait(HOUR);
  }
  expect(labels(camp.cy.maps.forChannel())).toEqual(expect.arrayContaining(['Other orders …']));
  orders(camp, 'Cy', { verb: 'done' });
});
