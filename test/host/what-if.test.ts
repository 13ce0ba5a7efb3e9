import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Caller } from '../../src/host/index.ts';
import { replayLog } from '../../src/host/table/replay-log.ts';
import type { GameRecord, Store } from '../../src/store/index.ts';
import { drawnCases } from '../trials/long.ts';
import { buttons, by, headquarters, LIBRARY, type Member, orderPresses, playedOut, said } from './fixture.ts';
import { SIDES } from './two-sides.ts';

const DECIDING = { numRuns: drawnCases(15) };

/** Where a game stands after an entry of its log. */
function positionOf(store: Store, game: GameRecord, seq = store.lastSeq(game.id)) {
  const dataset = store.dataset(game.dataset);
  if (!dataset) throw new Error('The dataset is gone');
  const { system } = LIBRARY.edition(dataset);
  return replayLog(system, game.variant, store.entries(game.id).slice(0, seq + 1)).position;
}

function runningIn(store: Store, channel: string): GameRecord {
  const game = store.runningIn(channel);
  if (!game) throw new Error(`Nothing is played in ${channel}`);
  return game;
}

/** A member in a thread of the channel that the campaigns of these tests are played in. */
function inThread(member: Member, thread = 'thread', changes: Partial<Caller> = {}): Caller {
  return by(member, { channel: thread, threads: { kind: 'thread', of: 'front', openedBy: 'caller' }, ...changes });
}

/** A campaign of Overland in the channel, played to its end by chance, or for so many orders. */
function played(hq: ReturnType<typeof headquarters>, picks: readonly number[], orders = Number.POSITIVE_INFINITY) {
  const { store, ada, bo } = hq;
  let answer = ada.games.start({ systemId: 'overland' });
  const game = runningIn(store, 'front');
  for (let at = 0; at < orders; at++) {
    const given = orderPresses(answer);
    const press = given[(picks[at % picks.length] ?? 0) % Math.max(given.length, 1)];
    if (!press) break;
    answer = bo.orders.give(press.order, press.point);
  }
  return { game, answer };
}

function ended(orders?: number) {
  const hq = headquarters();
  const { game } = played(hq, [3, 1, 4, 1, 5, 9, 2, 6], orders);
  if (orders !== undefined) hq.ada.games.abandon(null);
  return { ...hq, game };
}

describe('a what-if', () => {
  test('begins where its campaign stood, whatever the campaign and the point; that one stays as it was', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(19), { minLength: 1, maxLength: 9 }), fc.nat(), fc.nat(), (picks, which, undone) => {
        const hq = headquarters({ file: `${picks.join('')}-${which}-${undone}.sqlite` });
        const { host, store, ada } = hq;
        const { game } = played(hq, picks, 12);
        if (undone % 3 === 0) ada.undo.takeBack(null, true, 'A slip');
        if (store.runningIn('front')) ada.games.abandon(null);
        const before = JSON.stringify(store.entries(game.id));
        const points = host.branchPoints.completions(inThread('Cy'));
        const chosen = points[which % points.length];
        if (!chosen) throw new Error('There is no point');
        const seq = Number(chosen.value.split(':')[1]);
        const answer = said(host.whatIfs.ask(inThread('Cy'), chosen.value));
        const begun = runningIn(store, 'thread');
        expect(answer.to).toBe('channel');
        expect(begun.whatIf).toEqual({ game: game.id, seq });
        const [now, then] = [positionOf(store, begun), positionOf(store, game, seq)];
        expect(now.state).toEqual(then.state);
        expect([now.turn, now.latest]).toEqual([0, []]);
        expect(now.moment).toBeNull();
        expect(JSON.stringify(store.entries(game.id))).toBe(before);
        expect([begun.secret, begun.seal]).not.toContain(game.secret);
        expect(begun.seal).not.toBe(game.seal);
      }),
      DECIDING,
    );
  });

  test('goes out from another what-if, with all that that one inherits', () => {
    const hq = ended();
    const { host, store, game } = hq;
    const at = (member: Caller, text: string) =>
      host.branchPoints.completions(member).find(({ label, value }) => label.includes(text) || value.includes(text))
        ?.value ?? '';
    const fifth = at(inThread('Cy'), 'before order 5,');
    const opening = said(host.whatIfs.ask(inThread('Cy'), fifth));
    const one = runningIn(store, 'thread');
    playedOut(hq.member('Bo', { channel: 'thread' }), opening);
    const other = inThread('Bo', 'thread');
    const point = host.branchPoints
      .completions(other)
      .find(
        ({ label, value }) =>
          label.startsWith('What if · ') && value.startsWith(`${one.id}:`) && label.includes('order 2,'),
      );
    const again = said(host.whatIfs.ask(inThread('Bo', 'thread'), point?.value ?? ''));
    expect(again.text).toContain('of the “what if” that **Cy** started');
    const two = runningIn(store, 'thread');
    expect(two.whatIf?.game).toBe(one.id);
    expect(positionOf(store, two).state).toEqual(positionOf(store, one, two.whatIf?.seq).state);
    const [start] = store.entries(two.id);
    expect(start?.kind === 'start' && start.inherited).toHaveLength(5);
    expect(store.game(game.id)?.whatIf).toBeNull();
  });

  test('is asked for by a button of the recap: its list has every point, marks where it turned, and one choice begins it', () => {
    const { host, store, game, cy } = ended();
    const { press } = buttons(cy.recaps.recap(null, null)).find(({ label }) => label === 'What if from here') ?? {};
    expect(press).toEqual({ do: 'what-if', game: game.id });
    const asked = cy.whatIfs.choose(game.id);
    const choices = asked.menu?.choices ?? [];
    const points = cy.branchPoints.completions().map(({ value }) => value);
    expect([asked.to, asked.menu?.choosing]).toEqual(['member', { what: 'branch' }]);
    expect(choices.map(({ value }) => value).sort()).toEqual([...points].sort());
    expect(choices.filter(({ label }) => label.includes('turning point')).length).toBeGreaterThan(0);
    for (const { label } of choices) expect(label.length).toBeLessThanOrEqual(100);
    expect(cy.whatIfs.chosen('nowhere:1')).toMatchObject({ to: 'member', replaces: true });
    const third = choices.find(({ label }) => label.startsWith('Before order 3,'))?.value ?? '';
    expect(said(host.whatIfs.chosen(inThread('Cy'), third)).to).toBe('channel');
    expect(runningIn(store, 'thread').whatIf).toEqual({ game: game.id, seq: Number(third.split(':')[1]) });
  });

  test('of a long game the list has the turning points and others from beginning to end', () => {
    const { game, cy } = ended();
    const all = (cy.branchPoints.ofGame(game.id, 100) ?? []).map(({ value }) => value);
    const some = cy.branchPoints.ofGame(game.id, 7) ?? [];
    expect(some).toHaveLength(7);
    expect(some.map(({ value }) => value)).toEqual(all.filter((value) => some.some((one) => one.value === value)));
    const turning = (points: readonly { readonly label: string }[]) =>
      points.filter(({ label }) => label.includes('turning'));
    expect(turning(some)).toEqual(turning(cy.branchPoints.ofGame(game.id, 100) ?? []));
  });
});

describe('the points', () => {
  test('fit into Discord’s list, and are taken as they read there', () => {
    const { host, cy } = ended();
    for (const { label, value } of cy.branchPoints.completions()) {
      expect(label.length).toBeLessThanOrEqual(100);
      expect(value).toMatch(/^[a-z0-9]{10}:\d+$/);
    }
    const all = cy.branchPoints.completions().map(({ label }) => label);
    expect(said(host.whatIfs.ask(inThread('Cy', 'one'), 'order 1, ')).to).toBe('channel');
    expect(said(host.whatIfs.ask(inThread('Cy', 'two'), 'before order')).text).toContain('no such point');
    const label = all.at(-1) ?? '';
    expect(said(host.whatIfs.ask(inThread('Cy'), label)).to).toBe('channel');
  });
});

describe('in a channel', () => {
  const mayOpen = { threads: { kind: 'channel', mayOpen: true, lacks: [] } } as const;

  test('a thread is owed, once however often the wish arrives, and the campaign begins in it', () => {
    const { host, store } = ended();
    const caller = by('Cy', mayOpen);
    const [point] = host.branchPoints.completions(caller);
    expect(said(host.whatIfs.ask(caller, point?.value ?? '')).to).toBe('member');
    expect(host.whatIfs.ask(caller, point?.value ?? '')).toBeNull();
    expect(store.runningIn('front')).toBeNull();
    const [waiting, ...others] = store.openings();
    expect(others).toEqual([]);
    const opening = host.whatIfs.opening(waiting?.interaction ?? '');
    expect(opening).toMatchObject({
      channel: 'front',
      message: null,
      name: expect.stringMatching(/^What if: order \d+, /),
    });
    expect(opening?.announcement.text).toMatch(/\*\*Cy\*\* starts a new game .* just before order/);
    host.whatIfs.announced(opening?.id ?? '', 'm1');
    const again = headquarters().host;
    expect(store.openings()).toMatchObject([{ message: 'm1' }]);
    const begun = again.whatIfs.opened(opening?.id ?? '', 'm1');
    expect(begun?.channel).toBe('m1');
    expect(store.openings()).toEqual([]);
    expect(again.whatIfs.opened(opening?.id ?? '', 'm1')).toBeNull();
    expect(host.whatIfs.opened(opening?.id ?? '', 'm1')).toBeNull();
    expect(host.whatIfs.ask(caller, point?.value ?? '')).toBeNull();
    const game = runningIn(store, 'm1');
    expect(game.starter.name).toBe('Cy');
    expect(host.undelivered.undeliveredMaps()).toContainEqual(
      expect.objectContaining({ game: game.id, channel: 'm1' }),
    );
  });

  test('in its thread nothing else can be started before it', () => {
    const { host, store } = ended();
    const caller = by('Cy', mayOpen);
    const point = host.branchPoints.completions(caller)[0]?.value ?? '';
    host.whatIfs.ask(caller, point);
    const id = store.openings()[0]?.interaction ?? '';
    host.whatIfs.announced(id, 'm1');
    const early = inThread('Ada', 'm1');
    for (const answer of [
      host.games.start(early, { systemId: 'overland' }),
      host.whatIfs.ask(inThread('Bo', 'm1'), point),
    ])
      expect(answer).toMatchObject({ to: 'member', text: expect.stringContaining('“what if” is about to start') });
    expect(store.latestIn('m1')).toBeNull();
    expect(host.whatIfs.opened(id, 'm1')?.channel).toBe('m1');
    expect(runningIn(store, 'm1').starter.name).toBe('Cy');
    host.games.abandon(by('Cy', { channel: 'm1' }), null);
    expect(said(host.games.start(inThread('Ada', 'm1'), { systemId: 'overland' })).to).toBe('channel');
  });

  test('not more than five are waited for at once', () => {
    const { host, store } = ended();
    const asked = (changes: Partial<Caller> = {}) => {
      const caller = by('Cy', { ...mayOpen, ...changes });
      return said(host.whatIfs.ask(caller, host.branchPoints.completions(by('Cy', mayOpen))[0]?.value ?? '')).text;
    };
    for (let number = 1; number <= 5; number++) expect(asked()).toContain('A thread for your “what if” is opening');
    expect(asked()).toBe('Five threads are about to open in this channel. Try again once they’re there.');
    expect([store.openingsOf('front').length, store.openingsOf('rear')]).toEqual([5, []]);
    host.whatIfs.opened(store.openings()[0]?.interaction ?? '', 'm1');
    expect(asked()).toContain('A thread for your “what if” is opening');
  });

  test('nothing is owed that Discord has refused', () => {
    const { host, store } = ended();
    const caller = by('Cy', mayOpen);
    host.whatIfs.ask(caller, host.branchPoints.completions(caller)[0]?.value ?? '');
    const id = store.openings()[0]?.interaction ?? '';
    expect(host.whatIfs.notOpened(id, 'It could not be opened.', caller.at)).toMatchObject({
      channel: 'front',
      answer: { text: 'It could not be opened.', notices: [expect.any(Number)] },
    });
    expect(host.whatIfs.notOpened(id, 'It could not be opened.', caller.at)).toBeNull();
    expect(store.openings()).toEqual([]);
    expect(host.whatIfs.opened(caller.interaction, 'm1')).toBeNull();
  });
});

test('the log of a campaign is gone through once for its points, not at every letter that is typed', () => {
  let read = 0;
  const through = (store: Store): Store => ({
    ...store,
    entriesAfter(game, seq) {
      // From its beginning: the log is gone through.
      if (seq < 0) read += 1;
      return store.entriesAfter(game, seq);
    },
  });
  const { ada, bo, host } = headquarters({ library: SIDES, through });
  ada.games.start({ systemId: 'gambles', variantId: 'ladder' });
  const climb = () => bo.orders.give({ verb: 'try', what: 'climb' });
  const points = () => host.branchPoints.completions(inThread('Cy'));
  const reading = (work: () => unknown) => {
    const before = read;
    work();
    return read - before;
  };
  for (let order = 0; order < 3; order++) climb();
  expect(reading(points)).toBeGreaterThan(0);
  expect(reading(points)).toBe(0);
  climb();
  expect(reading(() => expect(points()).toHaveLength(3))).toBeGreaterThan(0);
  ada.council.set({ odds: 'always' }, {});
  expect(reading(() => expect(points()).toHaveLength(5))).toBeGreaterThan(0);
  expect(reading(points)).toBe(0);
});
