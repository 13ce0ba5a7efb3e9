import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isFaulty, refuse, type System, type SystemModule } from '../../src/game/index.ts';
import { type Library, readLibrary } from '../../src/host/index.ts';
import { overland } from '../../src/systems/overland/index.ts';
import { picketLine } from '../games/picket-line/index.ts';
import { by, folderOf, type Headquarters, headquarters, labels, said, temporary } from './fixture.ts';

/** What becomes of a campaign in progress when the data or the rules change under it. */

const GRANT = { verb: 'attack', leader: 'grant' } as const;
const SIGEL = { verb: 'attack', leader: 'sigel' } as const;

/** The library over a copy of the data, in which `change` has been made. */
function libraryOver(change: (json: string) => string): Library {
  const folder = temporary('changed');
  for (const module of [overland, picketLine]) {
    cpSync(folderOf(module), `${folder}/${module.id}`, { recursive: true });
    const file = `${folder}/${module.id}/${module.files[0]}`;
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  }
  return readLibrary([overland, picketLine], ({ id }) => `${folder}/${id}`);
}

/** The library of a later version whose Overland is another in some way. */
function libraryOf(change: (system: System) => Partial<System>): Library {
  const changed: SystemModule = {
    ...overland,
    load(files) {
      const system = overland.load(files);
      return isFaulty(system) ? system : { ...system, ...change(system) };
    },
  };
  return readLibrary([changed, picketLine], folderOf);
}

describe('a campaign keeps the data it began with', () => {
  test('whatever the file says afterwards; the next one begins with what it says then', () => {
    const before = headquarters();
    before.host.start(by('Ada'), null, null);
    before.host.order(by('Bo'), GRANT);
    const words = before.host.words(by('Bo')).text;

    const library = libraryOver((json) =>
      json
        .replace('"start": 10', '"start": 5')
        .replace('"name": "Sigel", "rating": 1', '"name": "Franz Sigel", "rating": 4'),
    );
    const { host } = headquarters({ library });
    expect(host.words(by('Bo')).text).toBe(words);
    expect(said(host.order(by('Bo'), GRANT)).text).toContain('**8 Action Points**');
    host.start(by('Ada', { channel: 'rear' }), 'overland', null);
    expect(host.words(by('Bo', { channel: 'rear' })).text).toContain('**5 Action Points**');
    expect(host.words(by('Bo', { channel: 'rear' })).text).toContain('Franz Sigel (US 4)');
  });

  test('in the order in which it was written: a deck is dealt as it was', () => {
    const before = headquarters();
    before.host.start(by('Ada'), 'picket-line', null);
    before.host.join(by('Bo'), 'union');
    const hand = before.host.words(by('Bo')).text;
    const choices = before.host.complete(by('Bo'), { verb: 'commit' }, 'regiment', '');
    const { host } = headquarters({
      library: libraryOver((json) => json.replace('"picket-line-1"', '"picket-line-2"')),
    });
    expect(host.words(by('Bo')).text).toBe(hand);
    expect(host.complete(by('Bo'), { verb: 'commit' }, 'regiment', '')).toEqual(choices);
  });

  test('also where only the order of the file has changed', () => {
    const before = headquarters();
    before.host.start(by('Ada'), 'picket-line', null);
    before.host.join(by('Bo'), 'union');
    const hand = before.host.words(by('Bo')).text;
    const [first, last] = ['"5-new-york"', '"20-maine"'];
    const lines = (json: string) => {
      const all = json.split('\n');
      const [a, b] = [first, last].map((id) => all.findIndex((line) => line.includes(id as string))) as [
        number,
        number,
      ];
      const bare = (line = '') => line.replace(/,$/, '');
      [all[a], all[b]] = [`${bare(all[b])},`, bare(all[a])];
      return all.join('\n');
    };
    const library = libraryOver((json) => (json.includes(first) ? lines(json) : json));
    expect(library.editions[1]?.dataset.hash).not.toBe(before.store.runningIn('front')?.dataset);
    expect(headquarters({ library }).host.words(by('Bo')).text).toBe(hand);
  });

  test('and is the same edition where nothing but spaces has changed', () => {
    const library = libraryOver((json) => json.replace(/\n */g, ' '));
    const { host, store } = headquarters();
    host.start(by('Ada'), null, null);
    expect(library.editions[0]?.dataset.hash).toBe(store.runningIn('front')?.dataset);
  });
});

describe('rules that do not fit the log any more', () => {
  const LATER: [string, () => Library][] = [
    [
      'refuse an order that was given',
      () =>
        libraryOf((system) => ({
          apply: (state, seat, order, dice) =>
            order.leader === 'sigel' ? refuse('changed', null) : system.apply(state, seat, order, dice),
          refusal: () => 'Sigel stays in the Valley.',
        })),
    ],
    [
      'throw another die first',
      () =>
        libraryOf((system) => ({
          apply(state, seat, order, dice) {
            dice.roll(6, 'the weather');
            return system.apply(state, seat, order, dice);
          },
        })),
    ],
    [
      'throw fewer dice',
      () => libraryOf((system) => ({ apply: (state) => ({ state, events: [] }), outcome: system.outcome })),
    ],
    ['are not there', () => readLibrary([picketLine], folderOf)],
    [
      'do not take its data',
      () =>
        readLibrary(
          [
            {
              ...overland,
              load: (files) =>
                JSON.stringify(files).includes('"start":10')
                  ? [{ file: 'overland.json', path: ['weather'], reason: 'is missing' }]
                  : overland.load(files),
            },
          ],
          () => {
            const folder = temporary('later');
            mkdirSync(folder, { recursive: true });
            cpSync(folderOf(overland), folder, { recursive: true });
            const json = readFileSync(`${folder}/overland.json`, 'utf8').replace('"start": 10', '"start": 9');
            writeFileSync(`${folder}/overland.json`, json);
            return folder;
          },
        ),
    ],
  ];

  function later(library: Library): Headquarters {
    const before = headquarters();
    before.host.start(by('Ada'), null, null);
    before.host.order(by('Bo'), GRANT);
    before.host.order(by('Bo'), SIGEL);
    before.host.start(by('Ada', { channel: 'past' }), null, null);
    before.host.order(by('Bo', { channel: 'past' }), SIGEL);
    before.host.abandon(by('Ada', { channel: 'past' }), null);
    return headquarters({ library });
  }

  const MISFIT = {
    to: 'member',
    text: expect.stringMatching(/^The rules have changed under this campaign.*Nothing is lost.*`\/abandon`\.$/),
    rows: [],
  };

  test.each(LATER)('%s: a sentence, whatever is asked', (_what, library) => {
    const { host } = later(library());
    const point = { game: 'campaign01', seq: 2 };
    const bo = by('Bo');
    for (const answer of [
      host.order(bo, SIGEL),
      host.order(bo, SIGEL, point),
      host.ask(bo, {}, point),
      host.choose(bo, {}, 'verb', ['attack'], point),
      host.undo(by('Ada')),
      host.map(bo),
      host.words(bo),
      host.ownMap(bo),
      host.log(bo, null, 0),
      host.join(bo, 'us'),
      host.start(by('Ada'), null, null),
      host.abandon(by('Ada'), { game: 'campaign01', seq: 1 }),
      host.map(by('Bo', { channel: 'past' })),
      host.log(by('Bo', { channel: 'past' }), null, 0),
    ]) {
      expect(answer).toMatchObject(MISFIT);
    }
    expect(host.complete(bo, { verb: 'attack' }, 'leader', '')).toEqual([
      { label: 'The rules have changed under this campaign: it cannot go on.', value: '-' },
    ]);
    expect(host.unknownVerb(bo, 'attack')).toBeNull();
    for (const answer of [host.help(bo), host.rules(bo, null), host.verify(bo, null)]) expect(answer.to).toBe('member');
    expect(host.topics(bo).length).toBeGreaterThan(0);
    expect(host.seats(bo).length).toBeLessThan(3);
    expect(host.returning('army')).toMatchObject([{ channel: 'front', answer: { ...MISFIT, to: 'channel' } }]);
    for (const owed of host.owed()) expect(host.late(owed)).toMatchObject({ ...MISFIT, to: 'channel' });
  });

  test.each(LATER)('%s: the campaign can be ended, and its dice checked', (_what, library) => {
    const { host, store } = later(library());
    const game = store.runningIn('front');
    const ended = said(host.abandon(by('Ada'), null));
    expect(ended).toMatchObject({ to: 'channel', drawing: null });
    expect(ended.text).toContain('**Ada** ends the campaign.\n**The campaign was abandoned.**');
    expect(ended.text).toContain(`\`${game?.secret}\``);
    expect(host.owed().map((owed) => owed.game)).toEqual(['campaign02']);
    expect(host.verifiable(by('Cy'))).toMatchObject([{ value: 'campaign01' }]);
    const checked = host.verify(by('Cy'), null).text;
    expect(checked).toMatch(/^\*\*The dice are honest:\*\* all 2 throws.* But today’s rules do not accept the log/);
    expect(said(host.start(by('Ada'), null, null)).to).toBe('channel');
  });

  test.each(LATER)('%s: the faces of a tie’s die are told by the words of their orders', (_what, library) => {
    const before = headquarters();
    before.host.start(by('Ada'), null, null);
    before.host.setCouncil(by('Ada'), { mode: 'vote', tie: 'die' }, {});
    before.host.order(by('Bo'), GRANT);
    before.host.order(by('Cy'), SIGEL);
    said(before.host.count(by('Ada'), null, true));
    const { host } = headquarters({ library: library() });
    host.abandon(by('Ada'), null);
    expect(host.verify(by('Cy'), null).text).toMatch(
      /\n2\. The tie: \*\*\d\*\* \(1 attack grant, 2 attack sigel\)\n3\. /,
    );
  });

  test.each(LATER)('%s: a thread that was promised for a “what if” is given up with a word', (_what, library) => {
    const before = headquarters();
    before.host.start(by('Ada'), null, null);
    before.host.order(by('Bo'), GRANT);
    before.host.order(by('Bo'), SIGEL);
    before.host.abandon(by('Ada'), null);
    const caller = by('Cy', { threads: { kind: 'channel', mayOpen: true, lacks: [] } });
    before.host.whatIf(caller, before.host.whatIfPoints(caller)[0]?.value ?? '');
    expect(before.host.givenUp()).toEqual([]);
    expect(before.host.openings()).toHaveLength(1);

    const { host, store } = headquarters({ library: library() });
    expect(host.openings()).toEqual([]);
    expect(host.givenUp()).toMatchObject([
      {
        channel: 'front',
        answer: { to: 'channel', text: expect.stringMatching(/“what if” of \*\*Cy\*\* is not opened/) },
      },
    ]);
    expect(store.openings()).toEqual([]);
    expect(host.givenUp()).toEqual([]);
    expect(host.opened(caller.interaction, 'm1')).toBeNull();
  });

  test('a campaign they break over can be ended too', () => {
    const { host } = later(
      libraryOf(() => ({
        apply() {
          throw new TypeError('a bug');
        },
      })),
    );
    expect(() => host.map(by('Bo'))).toThrow('a bug');
    expect(labels(host.confirmAbandon(by('Ada')))).toContain('End the campaign');
    expect(said(host.abandon(by('Ada'), null)).to).toBe('channel');
    expect(said(host.start(by('Ada'), 'picket-line', null)).to).toBe('channel');
  });

  test('one that still fits goes on under rules that are otherwise others', () => {
    const before = headquarters();
    before.host.start(by('Ada'), null, null);
    before.host.order(by('Bo'), GRANT);
    const { host } = headquarters({ library: libraryOf(() => ({ title: 'Overland, revised' })) });
    expect(host.map(by('Bo')).text).toContain('**Overland, revised**');
    expect(said(host.order(by('Bo'), GRANT)).to).toBe('channel');
  });
});
