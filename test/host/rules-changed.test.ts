import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { refuse, type System } from '../../src/game/index.ts';
import { type Library, readLibrary } from '../../src/host/index.ts';
import { orIncompatible, replayLog } from '../../src/host/table/replay-log.ts';
import { overland } from '../../src/systems/overland/index.ts';
import { wilderness } from '../../src/systems/wilderness/index.ts';
import { changed, laterVersion, type SystemChanges } from '../changed-system.ts';
import { picketLine } from '../games/picket-line/index.ts';
import { by, folderOf, type Headquarters, headquarters, LIBRARY, labels, said, temporary, textIn } from './fixture.ts';

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
function libraryOf(change: (system: System) => SystemChanges): Library {
  const later = laterVersion(overland, (system) => changed(system, change(system)));
  return readLibrary([later, picketLine], folderOf);
}

describe('a campaign keeps the data it began with', () => {
  test('in the order in which it was written: a deck is dealt as it was', () => {
    const before = headquarters();
    before.ada.games.start({ systemId: 'picket-line' });
    before.bo.seats.join('union');
    const hand = before.bo.maps.inWords().text;
    const choices = before.bo.completions.order({ verb: 'commit' }, 'regiment', '');
    const { host } = headquarters({
      library: libraryOver((json) => json.replace('"picket-line-1"', '"picket-line-2"')),
    });
    expect(host.maps.inWords(by('Bo')).text).toBe(hand);
    expect(host.completions.order(by('Bo'), { verb: 'commit' }, 'regiment', '')).toEqual(choices);
  });
});

/** The Wilderness Campaign with a division of Richmond’s garrison next to a weak corps, over data with these rulings or with none. */
function garrisonLibrary(rulings: object): Library {
  const folder = temporary(`garrison${Object.keys(rulings).length}`);
  cpSync(folderOf(wilderness), `${folder}/wilderness`, { recursive: true });
  const file = `${folder}/wilderness/scenarios.json`;
  const { rulings: _, scenarios, ...same } = JSON.parse(readFileSync(file, 'utf8'));
  const group = (side: string, hex: string, unit: string, strength: number) => {
    return { side, where: hex, hexes: [hex], units: [{ unit, strength }] };
  };
  const groups = [group('union', '3442', 'u-v', 1), group('confederate', '3443', 'c-hoke', 20)];
  writeFileSync(file, JSON.stringify({ ...same, ...rulings, scenarios: [{ ...scenarios[0], groups }] }));
  return readLibrary([wilderness], ({ id }) => `${folder}/${id}`);
}

describe('a campaign keeps the rulings it began with', () => {
  const DONE = { verb: 'done' } as const;
  const ATTACK = { verb: 'attack', target: '3442', with: ['c-hoke'] };
  const begin = ({ host }: Headquarters, channel: string) => {
    host.games.start(by('Ada', { channel }));
    host.seats.join(by('Bo', { channel }), 'union');
    host.seats.join(by('Cy', { channel }), 'confederate');
    // Set-up, the Union’s turn, and the Confederates’ up to their attacks.
    for (const member of ['Bo', 'Cy', 'Bo', 'Cy', 'Bo', 'Bo', 'Cy', 'Bo'] as const)
      expect(said(host.orders.give(by(member, { channel }), DONE)).to).toBe('channel');
  };

  test('though the data of new ones have an entry that it lacks; its log is verified by the old rule', () => {
    begin(headquarters({ library: garrisonLibrary({}) }), 'front');
    const now = headquarters({ library: garrisonLibrary({ rulings: { garrisonStays: true } }) });
    begin(now, 'rear');
    const attacked = (channel: string) => said(now.host.orders.give(by('Cy', { channel }), ATTACK)).text;
    expect(attacked('rear')).not.toContain('who advances to 3442');
    expect(attacked('front')).toContain('who advances to 3442');
    expect(said(now.host.orders.give(by('Cy'), { verb: 'advance', with: ['c-hoke'] })).text).toMatch(/Hoke/);

    now.host.games.abandon(by('Ada'), null);
    expect(now.host.verify.verify(by('Cy'), null).text).not.toContain('doesn’t fit');
    expect(now.host.verify.verify(by('Cy'), null).text).toMatch(/The dice are honest/);
  });
});

describe('rules that do not fit the log any more', () => {
  const LATER: [string, () => Library][] = [
    [
      'refuse an order that was given',
      () =>
        libraryOf((system) => ({
          rules: {
            apply: (state, seat, order, dice) =>
              order.leader === 'sigel' ? refuse('changed', null) : system.rules.apply(state, seat, order, dice),
          },
          orderWords: { refusal: () => 'Sigel stays in the Valley.' },
        })),
    ],
    [
      'throw another die first',
      () =>
        libraryOf((system) => ({
          rules: {
            apply(state, seat, order, dice) {
              dice.roll(6, 'the weather');
              return system.rules.apply(state, seat, order, dice);
            },
          },
        })),
    ],
    [
      'throw fewer dice',
      () =>
        libraryOf((system) => ({
          rules: { apply: (state) => ({ state, events: [] }), outcome: system.rules.outcome },
        })),
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
    before.ada.games.start();
    before.bo.orders.give(GRANT);
    before.bo.orders.give(SIGEL);
    before.member('Ada', { channel: 'past' }).games.start();
    before.member('Bo', { channel: 'past' }).orders.give(SIGEL);
    before.member('Ada', { channel: 'past' }).games.abandon(null);
    return headquarters({ library });
  }

  const MISFIT = {
    to: 'member',
    text: expect.stringMatching(/^The rules have changed since this game began.*Nothing is lost.*`\/abandon`\.$/),
    rows: [],
  };

  test.each(LATER)('%s: a sentence, whatever is asked', (_what, library) => {
    const { host, ada } = later(library());
    const point = { game: 'campaign01', seq: 2 };
    const bo = by('Bo');
    for (const ask of [
      () => host.orders.give(bo, SIGEL),
      () => host.orders.give(bo, SIGEL, point),
      () => host.orders.ask(bo, {}, point),
      () => host.orders.choose(bo, {}, 'verb', ['attack'], point),
      () => ada.undo.takeBack(null, true, 'A slip'),
      () => host.maps.forChannel(bo),
      () => host.maps.inWords(bo),
      () => host.maps.forMember(bo),
      () => host.recaps.recap(bo, null, null),
      () => host.maps.odds(bo),
      () => host.seats.join(bo, 'us'),
      () => ada.games.start(),
      () => ada.games.abandon({ game: 'campaign01', seq: 1 }),
      () => host.maps.forChannel(by('Bo', { channel: 'past' })),
    ]) {
      const answer = orIncompatible(ask);
      expect(answer).toMatchObject(MISFIT);
    }
    expect(host.completions.order(bo, { verb: 'attack' }, 'leader', '')).toEqual([
      { label: 'The rules have changed since this game began, so it can’t go on.', value: '-' },
    ]);
    expect(host.orders.unknownVerb(bo, 'attack')).toBeNull();
    for (const answer of [
      orIncompatible(() => host.help.help(bo)),
      host.help.rules(bo, null),
      host.verify.verify(bo, null),
    ])
      expect(answer.to).toBe('member');
    expect(host.help.topics(bo).length).toBeGreaterThan(0);
    expect(host.completions.sides(bo).length).toBeLessThan(3);
    for (const owed of host.undelivered.undeliveredMaps()) host.undelivered.delivered(owed);
    expect(host.undelivered.returning('army').map(({ game }) => host.undelivered.returned(game))).toMatchObject([
      { channel: 'front', answer: { ...MISFIT, to: 'channel' } },
    ]);
    for (const owed of host.undelivered.undeliveredMaps())
      expect(host.undelivered.lateMap(owed)).toMatchObject({ ...MISFIT, to: 'channel' });
  });

  test.each(LATER)('%s: the log is told as it was written, to read and as a file', (_what, library) => {
    const { host, ada } = later(library());
    const bo = by('Bo');
    const told = said(host.log.page(bo, null, 0));
    expect(told.to).toBe('member');
    expect(told.text).toMatch(/^\*\*Log\*\* · \S.*, started <t:\d+:d> by Ada\nThe rules have changed since /);
    expect(told.text).toContain('`/log file:`');
    // Whose rules are not there any more might have secrets: nothing is told of its orders before it is over.
    const gone = !host.systems.some(({ id }) => id === 'overland');
    expect(told.text).toContain('\n**Ada** starts the game.');
    const order = gone
      ? /\n1\. \*\*Bo\*\* gives an order\.\n2\. /
      : /\n1\. \*\*Bo\*\* orders “attack grant”\. Rolled: Grant attacks: [1-6]\.\n2\. /;
    expect(told.text).toMatch(order);

    const exported = said(host.log.file(bo));
    expect(exported).toMatchObject({ to: 'member', rows: [] });
    expect(exported.text).toMatch(/^The rules have changed since this game began. Here is everything/);
    expect(exported.files[0]?.file).toBe('overland-campaign01-log.json');
    const whole = JSON.parse(textIn(exported));
    expect(whole).toMatchObject({
      format: 'council-of-war-log',
      game: 'campaign01',
      system: 'overland',
      secret: null,
      startedBy: 'Ada',
      ended: null,
      log: [
        { seq: 0, kind: 'start', by: 'Ada' },
        { seq: 1, kind: 'order', by: 'Bo', order: gone ? null : GRANT, throws: gone ? null : [{ kind: 'die' }] },
        { seq: 2, kind: 'order', by: 'Bo', order: gone ? null : SIGEL },
      ],
      ballots: [],
    });
    expect(Object.keys(whole.dataset.files)).toContain('overland.json');

    // Once it is over, everything can be had.
    ada.games.abandon(null);
    expect(JSON.parse(textIn(said(host.log.file(bo))))).toMatchObject({
      secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      ended: { how: 'abandoned' },
      log: [{ seq: 0 }, { order: GRANT, throws: [{ kind: 'die' }] }, { order: SIGEL }, { kind: 'abandon' }],
    });
    expect(said(host.log.page(bo, null, 0)).text).toMatch(/ “attack grant”\. Rolled: .*\n3\. \*\*Ada\*\* ends /s);
  });

  test('what a council decided is told too, and a long log has its pages', () => {
    const before = headquarters();
    before.ada.games.start();
    before.ada.council.set({ mode: 'vote', tie: 'die' }, {});
    before.bo.orders.give(GRANT, null, 'Lee *is* tired');
    before.cy.orders.give(SIGEL);
    before.ada.ballots.count(null, true);
    for (let times = 0; times < 30; times++) before.ada.council.set({ window: `${times + 20}m` }, {});
    const { host } = headquarters({ library: LATER[0]?.[1]() as Library });
    const last = said(host.log.page(by('Bo'), null, 0));
    expect(labels(last)).toEqual(['Earlier']);
    const first = said(host.log.page(by('Bo'), null, 1)).text;
    expect(first).toContain('1. **Ada** changes how this table decides: ');
    expect(first).toMatch(/\n2\. \*\*The ballot closes\*\*, decided .*“attack (grant|sigel)”/);
    expect(first).toMatch(/\n3\. \*\*The council\*\* orders “attack (grant|sigel)”\. Rolled: /);
    for (const { text } of [last, { text: first }]) expect(text.length).toBeLessThanOrEqual(2000);
  });

  test.each(LATER)('%s: the campaign can be ended, and its dice checked', (_what, library) => {
    const { host, store, ada, cy } = later(library());
    const game = store.runningIn('front');
    const ended = ada.games.abandon(null);
    expect(ended).toMatchObject({ to: 'channel', drawing: null });
    expect(ended.text).toContain('**Ada** ends the game.\n**The game was abandoned.**');
    expect(host.undelivered.undeliveredMaps().map((owed) => owed.game)).toEqual(['campaign02']);
    expect(cy.verify.completions()).toMatchObject([{ value: 'campaign01' }]);
    const checked = cy.verify.verify(null).text;
    expect(checked).toMatch(/^\*\*The dice are honest:\*\* all 2 rolls.* But the log doesn’t fit today’s rules/);
    expect(checked).toContain(`\`${game?.secret}\``);
    expect(ada.games.start().to).toBe('channel');
  });

  test.each(LATER)('%s: the faces of a tie’s die are told by the words of their orders', (_what, library) => {
    const before = headquarters();
    before.ada.games.start();
    before.ada.council.set({ mode: 'vote', tie: 'die' }, {});
    before.bo.orders.give(GRANT);
    before.cy.orders.give(SIGEL);
    before.ada.ballots.count(null, true);
    const { ada, cy } = headquarters({ library: library() });
    ada.games.abandon(null);
    expect(cy.verify.verify(null).text).toMatch(/\n2\. The tie: \*\*\d\*\* \(1 attack grant, 2 attack sigel\)\n3\. /);
  });

  test.each(LATER)('%s: a thread that was promised for a “what if” is given up with a word', (_what, library) => {
    const before = headquarters();
    before.ada.games.start();
    before.bo.orders.give(GRANT);
    before.bo.orders.give(SIGEL);
    before.ada.games.abandon(null);
    const caller = by('Cy', { threads: { kind: 'channel', mayOpen: true, lacks: [] } });
    before.host.whatIfs.ask(caller, before.host.branchPoints.completions(caller)[0]?.value ?? '');
    const id = caller.interaction;
    expect(before.host.whatIfs.givenUp(id, 1)).toBeNull();
    expect(before.host.whatIfs.opening(id)).not.toBeNull();

    const { host, store } = headquarters({ library: library() });
    expect(host.whatIfs.opening(id)).toBeNull();
    expect(host.whatIfs.givenUp(id, 1)).toMatchObject({
      channel: 'front',
      answer: {
        to: 'channel',
        text: expect.stringMatching(/<@300>’s “what if” can’t start/),
        pings: { roles: [], users: [] },
        notices: [expect.any(Number)],
      },
    });
    // Said once, but kept until the channel has it.
    const kept = expect.objectContaining({ what: 'notice', channel: 'front', guild: 'army' });
    expect(host.undelivered.due()).toContainEqual(kept);
    expect(store.openings()).toEqual([]);
    expect(host.whatIfs.givenUp(id, 1)).toBeNull();
    expect(host.whatIfs.opened(caller.interaction, 'm1')).toBeNull();
  });

  test('name an inherited order by its number in the original game', () => {
    const { ada, bo, store } = headquarters();
    ada.games.start({ systemId: 'overland' });
    bo.orders.give(GRANT);
    const game = store.latestIn('front');
    const [start, order] = game ? store.entries(game.id) : [];
    const dataset = game && store.dataset(game.dataset);
    if (!dataset || start?.kind !== 'start' || order?.kind !== 'order') throw new Error('There is no order');
    const { system } = LIBRARY.edition(dataset);
    const replay = (throws: typeof order.throws) =>
      replayLog(system, game.variant, [{ ...start, inherited: [{ ...order, throws }] }]);
    expect(() => replay(order.throws)).not.toThrow();
    expect(() => replay([])).toThrow(/^order 1 of the original game: roll 1 was not made, now /);
    expect(() => replay([...order.throws, ...order.throws])).toThrow(
      /^order 1 of the original game: .* by today’s rules$/,
    );
  });

  test('a campaign they break over can be ended too', () => {
    const { host, ada } = later(
      libraryOf(() => ({
        rules: {
          apply() {
            throw new TypeError('a bug');
          },
        },
      })),
    );
    expect(() => host.maps.forChannel(by('Bo'))).toThrow('a bug');
    expect(said(host.log.page(by('Bo'), null, 0)).text).toContain('1. **Bo** orders “attack grant”. Rolled: ');
    expect(said(host.log.file(by('Bo'))).files.map(({ file }) => file)).toEqual(['overland-campaign01-log.json']);
    expect(labels(ada.games.confirmAbandon())).toContain('End the game');
    expect(ada.games.abandon(null).to).toBe('channel');
    expect(ada.games.start({ systemId: 'picket-line' }).to).toBe('channel');
  });

  test('one that still fits goes on under rules that are otherwise others', () => {
    const before = headquarters();
    before.ada.games.start();
    before.bo.orders.give(GRANT);
    const { host } = headquarters({ library: libraryOf(() => ({ about: { title: 'Overland, revised' } })) });
    expect(host.maps.forChannel(by('Bo')).text).toContain('**Overland, revised**');
    expect(said(host.orders.give(by('Bo'), GRANT)).to).toBe('channel');
  });
});
