import { expect, test } from 'vitest';
import { changed, laterVersion } from '../changed-system.ts';
import { skirmish } from '../games/skirmish/index.ts';
import { productWith } from '../library.ts';
import { orderPresses } from './fixture.ts';
import { DONE, fightUntilBeaten, orders, twoSides } from './two-sides.ts';

/** What a message says, it says once. */

/** A skirmish whose events say what its orders do, and in which a phase is told of as it stands in the line on how things stand. */
const wordy = laterVersion(skirmish, (system) =>
  changed(system, {
    rules: {
      apply(state, seat, order, dice) {
        const applied = system.rules.apply(state, seat, order, dice);
        return 'events' in applied && order.verb === 'done' ? { ...applied, events: [{ type: 'phase' }] } : applied;
      },
    },
    eventWords: {
      tell: (event, viewer) =>
        event.type === 'phase' ? 'Turn 1 – Union COMBAT.' : system.eventWords.tell(event, viewer),
      summaryCoversOrder: ({ verb }) => verb === 'attack',
    },
  }),
);
const library = productWith(wordy);
const MOVE = { verb: 'move', unit: 'u1', to: '3' } as const;

test('a sentence that says all of an order stands for it, after the name of whoever gave it, with their reason', () => {
  const camp = twoSides('skirmish-line', { library });
  const beaten = fightUntilBeaten(camp);
  expect(beaten.text).toMatch(/^\*\*Bo\*\*: \w+ attacks Hill: \d\.\n/);
  expect(beaten.text.match(/attacks Hill/g)).toHaveLength(1);
  const reasoned = camp.cy.orders.give({ verb: 'retreat', stand: 'no' }, null, 'They are too many.');
  expect(reasoned.text).toContain('> “They are too many.”');
});

const hushed = laterVersion(wordy, (system) => {
  const verbs = system.about.verbs.map((verb) => (verb.verb === 'attack' ? { ...verb, secret: true } : verb));
  return changed(system, { about: { verbs } });
});

test.each([
  ['such an order once too, with its reason; any other with what came of it', wordy],
  ['a secret order once too, by what everyone noticed of it', hushed],
])('the log says %s', (_what, game) => {
  const camp = twoSides('skirmish-line', { library: productWith(game) });
  fightUntilBeaten(camp);
  camp.cy.orders.give({ verb: 'retreat', stand: 'no' }, null, 'They are too many.');
  const lines = camp.bo.log.page(null, 0).text.split('\n');
  const attack = lines.find((line) => line.includes('attacks Hill')) ?? '';
  expect(attack).toMatch(/^\d+\. \*\*Bo\*\*: \w+ attacks Hill: \d\./);
  expect(attack.match(/attacks Hill/g)).toHaveLength(1);
  expect(lines.find((line) => line.includes('They are too many'))).toMatch(/\*\*Cy\*\* .+\(“They are too many\.”\)\.$/);
});

test('what how things stand begins with is not told before it', () => {
  const camp = twoSides('skirmish-line', { library });
  orders(camp, 'Bo', MOVE);
  const { text } = orders(camp, 'Bo', DONE);
  expect(text).toMatch(/^\*\*Bo\*\* .+\nTurn 1, Union combat\. /);
  expect(text).not.toContain('COMBAT');
});

test('the only order of a kind stands on a button whole, though each of its questions has one answer', () => {
  const camp = twoSides('skirmish-line');
  orders(camp, 'Bo', MOVE);
  for (const member of ['Bo', 'Bo'] as const) orders(camp, member, DONE);
  orders(camp, 'Cy', { verb: 'move', unit: 'c1', to: '4' });
  for (const member of ['Cy', 'Cy'] as const) orders(camp, member, DONE);
  const map = orders(camp, 'Bo', DONE);
  expect(orderPresses(map).map(({ order }) => order)).toEqual([{ verb: 'attack', unit: 'u1', to: 'c1' }, DONE]);
});
