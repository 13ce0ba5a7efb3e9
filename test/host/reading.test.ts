import { describe, expect, test } from 'vitest';
import { allCommands } from '../../commands/index.ts';
import { helpReply } from '../../src/host/features/rules-and-help.ts';
import type { Reply } from '../../src/host/index.ts';
import { type Headquarters, headquarters, LIBRARY, labels, pressOf } from './fixture.ts';

/** What a member reads: map, words, log, rules, help, and what options complete to. */

const GRANT = { verb: 'attack', leader: 'grant' } as const;

function started(): Headquarters {
  const hq = headquarters();
  hq.ada.games.start(null, 'unbottled');
  return hq;
}

describe('the map', () => {
  test('after the end is the last one', () => {
    const { ada, cy } = started();
    ada.games.abandon(null);
    const map = cy.maps.forChannel();
    expect(labels(map)).toEqual(['New game', 'Recap', 'Check the dice', 'Log']);
    expect(cy.maps.inWords().text).toContain('Butler (US 2)');
  });
});

describe('the log', () => {
  test('tells everything from the start, and strikes out what was taken back', () => {
    const { bo, ada, cy, dee } = started();
    const told = bo.orders.give(GRANT).text.split('\n');
    ada.undo.takeBack(null, true, 'A slip');
    cy.orders.give({ verb: 'attack', leader: 'sigel' });
    const log = dee.log.page(null, 0);
    expect([log.to, log.rows]).toEqual(['member', []]);
    const lines = log.text.split('\n');
    expect(lines[0]).toBe('**Log** · Overland, started <t:1700000000:d> by Ada');
    expect(lines[1]).toMatch(/^\*\*Ada\*\* starts the game\. Grant faces Lee/);
    expect(lines[2]).toMatch(/^~~1\. \*\*Bo\*\* orders Grant to attack\. Grant attacks Lee: die \d.*~~$/);
    expect(lines[2]).toContain(told[1]);
    expect(lines[3]).toBe('2. **Ada** takes back entry 1 (“A slip”).');
    expect(lines[4]).toMatch(/^3\. \*\*Cy\*\* orders Sigel to attack\./);
    expect(lines).toHaveLength(5);
  });

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

  test('of the campaign that is over, until another begins; its own after that', () => {
    const { ada, cy, member } = started();
    ada.games.abandon(null);
    expect(cy.log.page(null, 0).text).toContain('ends the game.');
    member('Bo', { isModerator: true }).games.start('picket-line', null);
    expect(cy.log.page(null, 0).text).toContain('**Log** · Picket Line');
    expect(cy.log.page('campaign01', 0).text).toContain('**Log** · Overland');
    expect(member('Cy', { channel: 'rear' }).log.page(null, 0).text).toBe('No game is being played in this channel.');
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

  test('are those of the game that is on the table', () => {
    const { ada, cy, member } = headquarters();
    ada.games.start('picket-line', null);
    expect(cy.help.rules(null).text).toContain('The rules of Picket Line');
    expect(member('Cy', { channel: 'rear' }).help.topics().length).toBeGreaterThan(5);
  });
});

describe('help', () => {
  test('says what to do here: start, ask a moderator, or play', () => {
    const { ada, bo } = headquarters();
    const moderator = ada.help.help();
    expect(moderator.text).toContain('Start one with a button below');
    expect(pressOf(moderator, 'Start Overland', 'start')).toMatchObject({ variant: 'standard' });
    const stranger = bo.help.help();
    expect(stranger.text).toContain('Ask a moderator to start one with `/new`');
    expect(labels(stranger)).toEqual(['Learn to play']);
    ada.games.start(null, null);
    const playing = bo.help.help();
    expect(playing.text).toContain('Overland is being played in this channel.');
    for (const verb of ['attack', 'move', 'tma', 'cross', 'map', 'undo', 'abandon'])
      expect(playing.text).toContain(`/${verb}`);
    expect(playing.text).not.toContain('/join');
    expect(playing.rows).toEqual([]);
  });

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

describe('completions', () => {
  const complete = ({ bo }: Headquarters, verb: string, slot: string, typed = '') =>
    bo.completions.order({ verb }, slot, typed);

  test('are what is legal now, with what it means', () => {
    expect(complete(started(), 'attack', 'leader')).toEqual([
      { label: 'Grant · needs 5+, 2 in 6', value: 'grant' },
      { label: 'Butler · needs 5+, 2 in 6', value: 'butler' },
      { label: 'Sigel · needs 5+, 2 in 6', value: 'sigel' },
    ]);
  });

  test.each([
    ['s', ['sigel']],
    ['GRANT', ['grant']],
    [' but-', ['butler']],
    ['r', ['grant', 'butler']],
    ['lee', []],
  ])('for what was typed: %j', (typed, values) => {
    expect(complete(started(), 'attack', 'leader', typed).map(({ value }) => value)).toEqual(values);
  });

  test('say so where nothing can be chosen', () => {
    const hq = started();
    expect(complete(hq, 'move', 'to')).toEqual([
      { label: 'You can’t order that right now. `/map` shows what you can do.', value: '-' },
    ]);
    expect(complete(hq, 'attack', 'nothing')).toMatchObject([{ value: '-' }]);
    expect(complete(hq, 'commit', 'regiment')).toMatchObject([{ value: '-' }]);
    expect(complete(headquarters({ file: 'other.sqlite' }), 'attack', 'leader')).toEqual([
      { label: 'No game is being played in this channel.', value: '-' },
    ]);
    // Chosen all the same, it is refused like any other word.
    expect(hq.bo.orders.give({ verb: 'move', to: '-' }).to).toBe('member');
  });

  test('of campaigns whose dice can be checked: the last first, told apart', () => {
    const { ada, cy } = headquarters();
    for (const system of ['overland', 'picket-line']) {
      ada.games.start(system, null);
      ada.games.abandon(null);
    }
    expect(cy.verify.completions()).toEqual([
      {
        label: expect.stringMatching(/^Picket Line, 14 Nov 22:13 UTC, abandoned before any order · /),
        value: 'campaign02',
      },
      {
        label: 'Overland, 14 Nov 22:13 UTC, abandoned before any order · Standard, started by Ada',
        value: 'campaign01',
      },
    ]);
    expect(cy.verify.verify('campaign01').text).toContain('this game has no rolls');
  });
});
