import { describe, expect, test } from 'vitest';
import { allCommands } from '../../commands/index.ts';
import { helpReply } from '../../src/host/features/rules-and-help.ts';
import type { Reply } from '../../src/host/index.ts';
import { by, type Headquarters, headquarters, LIBRARY, labels, pressOf, said } from './fixture.ts';

/** What a member reads: map, words, log, rules, help, and what options complete to. */

const GRANT = { verb: 'attack', leader: 'grant' } as const;

function started(): Headquarters {
  const hq = headquarters();
  hq.host.games.start(by('Ada'), null, 'unbottled');
  return hq;
}

describe('the map', () => {
  test('after the end is the last one', () => {
    const { host } = started();
    host.games.abandon(by('Ada'), null);
    const map = host.maps.forChannel(by('Cy'));
    expect(labels(map)).toEqual(['New game', 'Recap', 'Check the dice', 'Log']);
    expect(host.maps.inWords(by('Cy')).text).toContain('Butler (US 2)');
  });
});

describe('the log', () => {
  test('tells everything from the start, and strikes out what was taken back', () => {
    const { host } = started();
    const told = said(host.orders.give(by('Bo'), GRANT)).text.split('\n');
    host.undo.takeBack(by('Ada'), null, true, 'A slip');
    host.orders.give(by('Cy'), { verb: 'attack', leader: 'sigel' });
    const log = host.log.page(by('Dee'), null, 0);
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
      hq.host.orders.give(by('Bo'), GRANT);
      hq.host.undo.takeBack(by('Ada'), null, true, 'A slip');
    }
    return hq;
  }

  test('comes in pages, the last first, and leaves nothing out', () => {
    const { host } = long();
    const pages: Reply[] = [host.log.page(by('Cy'), null, 0)];
    while (labels(pages[0] as Reply).includes('Earlier')) {
      const { game, page } = pressOf(pages[0] as Reply, 'Earlier', 'log');
      pages.unshift(host.log.page(by('Cy'), game, page));
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
      at = host.log.page(by('Cy'), 'campaign01', pressOf(at, 'Later', 'log').page);
      expect(at).toEqual(page);
    }
  });

  test('of the campaign that is over, until another begins; its own after that', () => {
    const { host } = started();
    host.games.abandon(by('Ada'), null);
    expect(host.log.page(by('Cy'), null, 0).text).toContain('ends the game.');
    host.games.start(by('Bo', { isModerator: true }), 'picket-line', null);
    expect(host.log.page(by('Cy'), null, 0).text).toContain('**Log** · Picket Line');
    expect(host.log.page(by('Cy'), 'campaign01', 0).text).toContain('**Log** · Overland');
    expect(host.log.page(by('Cy', { channel: 'rear' }), null, 0).text).toBe('No game is being played in this channel.');
  });
});

describe('the rules', () => {
  test('are a list of topics, and each of them by its name', () => {
    const { host } = headquarters();
    const list = host.help.rules(by('Cy'), null);
    expect(list).toMatchObject({ to: 'member', text: expect.stringContaining('**The rules of Overland**') });
    const choices = list.menu?.choices ?? [];
    expect(choices.length).toBeGreaterThan(5);
    expect(host.help.topics(by('Cy'))).toEqual(choices.map(({ value, label }) => ({ value, label })));
    for (const { value, label } of choices) {
      const topic = host.help.rules(by('Cy'), value);
      expect(topic.text).toMatch(new RegExp(`^\\*\\*${label}\\*\\*\n`));
      expect(topic.text.endsWith('…')).toBe(false);
      expect(host.help.rules(by('Cy'), ` ${label.toUpperCase()} `)).toEqual(topic);
      expect(topic.menu).toEqual(list.menu);
    }
  });

  test('are those of the game that is on the table', () => {
    const { host } = headquarters();
    host.games.start(by('Ada'), 'picket-line', null);
    expect(host.help.rules(by('Cy'), null).text).toContain('The rules of Picket Line');
    expect(host.help.topics(by('Cy', { channel: 'rear' })).length).toBeGreaterThan(5);
  });
});

describe('help', () => {
  test('says what to do here: start, ask a moderator, or play', () => {
    const { host } = headquarters();
    const moderator = host.help.help(by('Ada'));
    expect(moderator.text).toContain('Start one with a button below');
    expect(pressOf(moderator, 'Start Overland', 'start')).toMatchObject({ variant: 'standard' });
    const stranger = host.help.help(by('Bo'));
    expect(stranger.text).toContain('Ask a moderator to start one with `/new`');
    expect(labels(stranger)).toEqual(['Learn to play']);
    host.games.start(by('Ada'), null, null);
    const playing = host.help.help(by('Bo'));
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
  const complete = ({ host }: Headquarters, verb: string, slot: string, typed = '') =>
    host.completions.order(by('Bo'), { verb }, slot, typed);

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
    expect(said(hq.host.orders.give(by('Bo'), { verb: 'move', to: '-' })).to).toBe('member');
  });

  test('of campaigns whose dice can be checked: the last first, told apart', () => {
    const { host } = headquarters();
    for (const system of ['overland', 'picket-line']) {
      host.games.start(by('Ada'), system, null);
      host.games.abandon(by('Ada'), null);
    }
    expect(host.verify.completions(by('Cy'))).toEqual([
      {
        label: expect.stringMatching(/^Picket Line, 14 Nov 22:13 UTC, abandoned before any order · /),
        value: 'campaign02',
      },
      {
        label: 'Overland, 14 Nov 22:13 UTC, abandoned before any order · Standard, started by Ada',
        value: 'campaign01',
      },
    ]);
    expect(host.verify.verify(by('Cy'), 'campaign01').text).toContain('this game has no rolls');
  });
});
