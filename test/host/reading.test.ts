import { describe, expect, test } from 'vitest';
import { allCommands } from '../../commands/index.ts';
import { helpReply } from '../../src/host/features/rules-and-help.ts';
import type { Reply } from '../../src/host/index.ts';
import { type Headquarters, headquarters, LIBRARY, labels, pressOf } from './fixture.ts';

/** Of what members read, what `golden/reading.md` can’t tell: long logs, every topic of the rules, help of any length, the greeting. */

const GRANT = { verb: 'attack', leader: 'grant' } as const;

function started(): Headquarters {
  const hq = headquarters();
  hq.ada.games.start({ variantId: 'unbottled' });
  return hq;
}

describe('the log', () => {
  /** Eighty entries: forty orders, each taken back. */
  function long(): Headquarters {
    const hq = started();
    for (let order = 0; order < 40; order++) {
      hq.bo.orders.give(GRANT);
      hq.ada.undo.takeBack(null, true, 'A slip');
    }
    return hq;
  }

  test('comes in pages, the last first, and leaves nothing out', () => {
    const { cy } = long();
    const pages: Reply[] = [cy.log.page(null, 0)];
    while (labels(pages[0] as Reply).includes('Earlier')) {
      const { game, page } = pressOf(pages[0] as Reply, 'Earlier', 'log');
      pages.unshift(cy.log.page(game, page));
    }
    expect(pages.length).toBeGreaterThan(3);
    for (const [index, page] of pages.entries()) {
      expect(page.text.length).toBeLessThanOrEqual(2000);
      expect(page.text).toContain(`· page ${index + 1} of ${pages.length}\n`);
      expect(labels(page)).toEqual([...(index > 0 ? ['Earlier'] : []), ...(index < pages.length - 1 ? ['Later'] : [])]);
    }
    const lines = pages.flatMap(({ text }) => text.split('\n').slice(1));
    expect(lines).toHaveLength(81);
    expect(
      lines
        .slice(1)
        .every((line, index) => line.includes(index % 2 ? `takes back entry ${index} (“A slip”).` : `${index + 1}. `)),
    ).toBe(true);
    // And forward again.
    let at = pages[0] as Reply;
    for (const page of pages.slice(1)) {
      at = cy.log.page('campaign01', pressOf(at, 'Later', 'log').page);
      expect(at).toEqual(page);
    }
  });
});

describe('the rules', () => {
  test('are a list of topics, and each of them by its name', () => {
    const { cy } = headquarters();
    const list = cy.help.rules(null);
    expect(list).toMatchObject({ to: 'member', text: expect.stringContaining('**The rules of Overland**') });
    const choices = list.menu?.choices ?? [];
    expect(choices.length).toBeGreaterThan(5);
    expect(cy.help.topics()).toEqual(choices.map(({ value, label }) => ({ value, label })));
    for (const { value, label } of choices) {
      const topic = cy.help.rules(value);
      expect(topic.text).toMatch(new RegExp(`^\\*\\*${label}\\*\\*\n`));
      expect(topic.text.endsWith('…')).toBe(false);
      expect(cy.help.rules(` ${label.toUpperCase()} `)).toEqual(topic);
      expect(topic.menu).toEqual(list.menu);
    }
  });
});

describe('help', () => {
  test('lists every command there is for members, and fits into one message however long a game’s verbs', () => {
    const [edition] = LIBRARY.editions;
    if (!edition) throw new Error('There is a game');
    const most = LIBRARY.editions.map(({ system }) => system.about.verbs).sort((a, b) => b.length - a.length)[0] ?? [];
    const verbs = most.map(({ verb, slots }) => ({ verb, slots, summary: `do ${'x'.repeat(76)}` }));
    const game = {
      ...edition.system,
      about: { ...edition.system.about, verbs, seats: [...edition.system.about.seats, ...edition.system.about.seats] },
    };
    const { text } = helpReply(LIBRARY.editions, game, true);
    expect(text.length).toBeLessThan(2000);
    expect(text).not.toContain('…');
    for (const { data } of allCommands([game]).filter(({ data }) => data.name !== 'help'))
      expect(text).toContain(`/${data.name}`);
  });

  test('a greeting offers every game', () => {
    const greeting = headquarters().host.help.greeting();
    expect(greeting.to).toBe('channel');
    expect(labels(greeting)).toEqual([
      ...LIBRARY.editions.map(({ system }) => `Start ${system.about.title}`),
      'Learn to play',
      'Start Road to Richmond: First day',
      'Start The Wilderness Campaign: First week',
    ]);
    expect(greeting.text).toContain('**Overland.** Grant against Lee');
  });
});
