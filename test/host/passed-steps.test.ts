import { describe, expect, test } from 'vitest';
import { type Order, type State, someLegalOrders } from '../../src/game/index.ts';
import { inspect } from '../../src/host/afterwards/replay-file/inspect.ts';
import type { Library } from '../../src/host/index.ts';
import { changed, laterVersion } from '../changed-system.ts';
import { skirmish } from '../games/skirmish/index.ts';
import type { State as SkirmishState } from '../games/skirmish/rules.ts';
import { productWith } from '../library.ts';
import type { Camp } from './camp.ts';
import { headquarters, playedBy, textIn } from './fixture.ts';
import { forged } from './replaying.ts';
import { confirmsUndo, DONE, orders, twoSides } from './two-sides.ts';

/** Skirmish Line, its combat phases passed where nobody can attack, with a bot that only ends its phases. */
const passing = laterVersion(skirmish, (system) => {
  const pass = (state: State) => {
    const { seat = '' } = system.rules.asked(state)[0] ?? {};
    const all = someLegalOrders(system.rules, state, seat, 1);
    const [order] = all.orders;
    return order?.verb === 'done' && !all.more ? { seat, order } : null;
  };
  const done = (state: State) => system.rules.asked(state)[0]?.defaultOrder as Order;
  const ending = playedBy(system, 'It ends its phases.', (state) => [done(state)]);
  return changed(ending, { rules: { pass } });
});
const LIBRARY: Library = productWith(passing);

const table = (): Camp => twoSides('skirmish-line', { library: LIBRARY });
const given = (camp: Camp) =>
  camp.entries().flatMap((entry) => (entry.kind === 'order' ? [[entry.seat, entry.cause ?? entry.member?.name]] : []));
const step = (camp: Camp) => {
  const game = camp.store.latestIn('front');
  const { turn, side, step: part } = camp.host.tables.table(game as never).position.state as unknown as SkirmishState;
  return `${turn} ${side} ${part}`;
};

describe('a step in which nothing can happen', () => {
  test('is passed with the order before it: one message, which tells that order', () => {
    const camp = table();
    const answer = orders(camp, 'Bo', DONE);
    expect(given(camp)).toEqual([
      ['union', 'Bo'],
      ['union', 'pass'],
    ]);
    expect(step(camp)).toBe('1 confederate movement');
    expect(answer.text.match(/The phase ends/g)).toHaveLength(1);
    expect(answer.text).toContain('**Bo** The phase ends.');
    expect(answer.text).not.toContain('The game');
    expect(answer.pings.users).toEqual(['300']);
    expect(camp.store.undeliveredMaps()).toMatchObject([{ seq: 2 }]);
  });

  test('is taken back with that order by its own side, and not passed again until the next', () => {
    const camp = table();
    orders(camp, 'Bo', DONE);
    const back = camp.bo.undo.takeBack();
    expect(back.text).toContain('takes back the last order (**Bo** The phase ends)');
    expect(camp.entries().filter(({ kind }) => kind === 'undo')).toHaveLength(2);
    expect(step(camp)).toBe('1 union movement');
  });

  test('stands in the log as nobody’s, and is the same after a restart and in the file of the game', () => {
    const camp = table();
    orders(camp, 'Bo', { verb: 'move', unit: 'u1', to: '3' });
    orders(camp, 'Bo', DONE);
    const before = camp.table().position;
    const again = headquarters({ library: LIBRARY }).host.tables.table(camp.store.latestIn('front') as never).position;
    expect(again.moment).toEqual(before.moment);
    expect(again.latest).toEqual(before.latest);
    expect(camp.bo.log.page(null, 0).text).toContain('3. **The game** The phase ends.');
    camp.ada.games.abandon(null);
    const file = textIn(camp.ada.log.file());
    const found = (text: string) => inspect(Buffer.from(text), LIBRARY).findings.map(({ what }) => what);
    expect(found(file)).toEqual([]);
    expect(JSON.parse(file).log[3]).toMatchObject({ cause: 'pass', by: null });
    const other = forged(file, ({ log }) => Object.assign(log[2] ?? {}, { cause: 'pass', by: null }));
    expect(found(other).join()).toContain('its side had something else to order');
  });

  test('is passed for the bot as for members: its turn is one map, and goes with the order it answers', async () => {
    const camp = table();
    camp.ada.seats.giveToMachine('confederate');
    orders(camp, 'Bo', DONE);
    const [game = ''] = camp.host.machines.due();
    await camp.host.machines.play(game, camp.now);
    expect(camp.host.machines.due()).toEqual([]);
    expect(given(camp)).toEqual([
      ['union', 'Bo'],
      ['union', 'pass'],
      ['confederate', 'machine'],
      ['confederate', 'machine'],
    ]);
    expect(step(camp)).toBe('2 union movement');
    confirmsUndo(camp, 'Ada');
    expect(step(camp)).toBe('1 union movement');
  });

  test('has no ballot where its side votes', () => {
    const camp = table();
    camp.decree({ mode: 'vote', early: '1' }, 'confederate');
    orders(camp, 'Bo', DONE);
    const ballots = camp.ballots().length;
    camp.vote('Cy', DONE);
    expect(step(camp)).toBe('2 union movement');
    expect(camp.ballots()).toHaveLength(ballots);
  });

  test('is passed before command passes on, which comes back when the order is taken back', () => {
    const camp = table();
    camp.dee.seats.join('union');
    const options = { mode: 'commander', commander: '200 400', rotate: 'order' };
    camp.decree(options, 'union');
    const council = () => camp.entries().findLast(({ kind }) => kind === 'council');
    const first = () => (council() as { council?: { commanders: readonly number[] } }).council?.commanders[0];
    const bo = first();
    orders(camp, 'Bo', DONE);
    expect(council()).toMatchObject({ cause: 'order' });
    expect(first()).not.toBe(bo);
    camp.bo.undo.takeBack();
    expect(first()).toBe(bo);
  });

  test('is left to its side where it would end the game', () => {
    const camp = table();
    for (let turn = 1; step(camp) !== '3 confederate combat'; turn++) {
      if (turn > 20) throw new Error('It never comes to that');
      orders(camp, step(camp).includes('union') ? 'Bo' : 'Cy', DONE);
    }
    expect(camp.store.latestIn('front')?.ended).toBeNull();
    orders(camp, 'Cy', DONE);
    expect(camp.store.latestIn('front')?.ended).toMatchObject({ how: 'finished' });
  });
});
