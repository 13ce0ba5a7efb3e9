import { describe, expect, test } from 'vitest';
import { labels, said } from './fixture.ts';
import { confirmsUndo, DONE, fightUntilBeaten, HOUR, MINUTE, orders, twoSides, users } from './two-sides.ts';

const MOVE = { verb: 'move', unit: 'u1', to: '3' } as const;

describe('within a side’s own turn', () => {
  test('its last order is taken back by any of its members, one after the other, to where it began', () => {
    const camp = twoSides();
    camp.host.seats.join(camp.as('Dee'), 'union');
    orders(camp, 'Bo', MOVE);
    orders(camp, 'Bo', { ...MOVE, unit: 'u2' });
    expect(said(camp.host.undo.takeBack(camp.as('Dee'))).text).toContain(
      '**Dee** takes back the last order (**Bo** Morell to Farm).',
    );
    expect(said(camp.host.undo.takeBack(camp.as('Bo'))).text).toContain('Sykes to Farm');
    expect(said(camp.host.undo.takeBack(camp.as('Bo'))).text).toBe(
      'Only a moderator or the member who started this game can do that. Ask one of them.',
    );
    expect(camp.entries().map(({ kind }) => kind)).toEqual(['start', 'order', 'order', 'undo', 'undo']);
  });

  test('by the button behind “More …”, too', () => {
    const camp = twoSides();
    orders(camp, 'Bo', MOVE);
    const press = camp.host.maps
      .more(camp.as('Bo'))
      .rows.flat()
      .find(({ label }) => label === 'Take back')?.press;
    expect(press?.do).toBe('undo');
    if (press?.do === 'undo')
      expect(said(camp.host.undo.takeBack(camp.as('Bo'), press.point)).text).toContain('takes back');
  });

  test('the end of a phase may be, until the other side has acted', () => {
    const camp = twoSides();
    orders(camp, 'Bo', DONE);
    orders(camp, 'Bo', DONE);
    expect(said(camp.host.undo.takeBack(camp.as('Bo'))).text).toContain('takes back');
    orders(camp, 'Bo', DONE);
    orders(camp, 'Cy', { verb: 'move', unit: 'c1', to: '4' });
    expect(said(camp.host.undo.takeBack(camp.as('Bo'))).text).toContain('Only a moderator');
    // It is the other side’s own now.
    expect(said(camp.host.undo.takeBack(camp.as('Cy'))).text).toContain('takes back');
    // And with that the last order is the Union’s again.
    expect(said(camp.host.undo.takeBack(camp.as('Bo'))).text).toContain('takes back');
  });

  test('a die that has fallen is past it', () => {
    const camp = twoSides();
    fightUntilBeaten(camp);
    const last = camp.entries().at(-1);
    expect(last).toMatchObject({ kind: 'order', seat: 'union', throws: [{ kind: 'die' }] });
    expect(labels(said(camp.host.undo.takeBack(camp.as('Bo'))))).toEqual(['Ask the other side', 'Keep as it is']);
    expect(said(camp.host.undo.takeBack(camp.as('Dee'))).text).toBe(
      'That order has already rolled dice, so only a moderator who has played no side can take it back. Ask one.',
    );
    expect(confirmsUndo(camp, 'Ada').text).toContain('takes back');
  });

  test('under a commander it is for whoever gave the order, and for the commander', () => {
    const camp = twoSides();
    camp.host.seats.join(camp.as('Dee'), 'union');
    camp.host.seats.join(camp.as('Ada'), 'union');
    camp.decree({ mode: 'commander', commander: '200' });
    orders(camp, 'Bo', MOVE);
    expect(said(camp.host.undo.takeBack(camp.as('Dee'))).text).toContain('Only a moderator');
    camp.decree({ commander: '400' });
    expect(said(camp.host.undo.takeBack(camp.as('Bo'))).text).toContain('takes back');
  });

  test('where the side votes, it stays with moderators', () => {
    const camp = twoSides();
    camp.host.seats.join(camp.as('Ada'), 'union');
    orders(camp, 'Bo', MOVE);
    camp.decree({ mode: 'vote' });
    expect(said(camp.host.undo.takeBack(camp.as('Bo'))).text).toContain('Only a moderator');
  });

  test('where anything is hidden, it stays with moderators', () => {
    const camp = twoSides('picket-line');
    const hand = camp.host.completions.order(camp.as('Bo'), { verb: 'commit' }, 'regiment', '');
    orders(camp, 'Bo', { verb: 'commit', regiment: hand[0]?.value ?? '' });
    expect(said(camp.host.undo.takeBack(camp.as('Bo'))).text).toContain('Only a moderator');
  });
});

describe('what the clock ordered', () => {
  test('in one go is taken back in one go, by moderators', () => {
    const camp = twoSides();
    camp.host.clocks.showOrSet(camp.as('Ada'), { phase: '1h' });
    orders(camp, 'Bo', MOVE);
    camp.wait(HOUR);
    expect(said(camp.host.undo.takeBack(camp.as('Bo'))).text).toContain('Only a moderator');
    expect(confirmsUndo(camp, 'Ada').text).toContain('takes back the last order (**The clock** The phase ends)');
    expect(said(camp.host.undo.takeBack(camp.as('Bo'))).text).toContain('**Bo** Sykes to Farm');
  });
});

describe('a moderator', () => {
  /** A die of Bo's has fallen. */
  function rolled() {
    const camp = twoSides();
    fightUntilBeaten(camp);
    return camp;
  }
  const kinds = (camp: ReturnType<typeof twoSides>) => camp.entries().map(({ kind }) => kind);

  test('is asked before an order of the other side goes: whose, with its dice and all that came of it', () => {
    const camp = rolled();
    const before = kinds(camp);
    const asked = said(camp.host.undo.takeBack(camp.as('Ada')));
    expect(asked.to).toBe('member');
    expect(asked.text).toMatch(
      /^Take back the last order \(\*\*Bo\*\* [^)]+\)\?\nThis takes back (1 roll|2 rolls) too\.\n/,
    );
    expect(asked.text).toMatch(/These results will be undone:\n> ./);
    expect(asked.text).toContain('The Union and the Confederacy will be told in the channel.');
    expect(asked.rows.flat().map(({ label }) => label)).toEqual(['Take it back', 'Keep as it is']);
    expect(kinds(camp)).toEqual(before);
  });

  test('takes it back by a second press, which both sides hear of by a call', () => {
    const camp = rolled();
    const back = confirmsUndo(camp, 'Ada');
    expect(back.to).toBe('channel');
    expect(back.text).toContain('**Ada** takes back the last order (**Bo**');
    expect(back.text).toContain('<@200> **Union:** your order has been taken back.');
    expect(back.text).toContain('the same order at this point rolls the same numbers again');
    expect(back.text).toContain('<@300> **Confederacy:** the other side’s order has been taken back.');
    expect(users(back)).toEqual(['200', '300']);
    expect(kinds(camp).filter((kind) => kind === 'undo')).toHaveLength(1);
  });

  test('takes one order back with one confirmation: pressed again it is out of date', () => {
    const camp = rolled();
    const asked = said(camp.host.undo.takeBack(camp.as('Ada')));
    const press = asked.rows.flat().find(({ label }) => label === 'Take it back')?.press;
    if (press?.do !== 'undo') throw new Error('Not asked');
    said(camp.host.undo.takeBack(camp.as('Ada'), press.point, true, 'A slip'));
    expect(said(camp.host.undo.takeBack(camp.as('Ada'), press.point, true, 'A slip')).text).toContain(
      'The game has moved on',
    );
    expect(kinds(camp).filter((kind) => kind === 'undo')).toHaveLength(1);
    // The next one is asked about anew.
    expect(said(camp.host.undo.takeBack(camp.as('Ada'))).text).toContain('Take back the last order (**Bo**');
  });

  test('is not asked about what any member of the side might take back', () => {
    const camp = twoSides();
    camp.host.seats.join(camp.as('Ada'), 'union');
    orders(camp, 'Bo', MOVE);
    const back = said(camp.host.undo.takeBack(camp.as('Ada')));
    expect([back.to, users(back)]).toEqual(['channel', []]);
    expect(back.text).not.toContain('rolls the same numbers');
  });

  test('whose enemy has left decides about a die no more alone than before', () => {
    const camp = twoSides();
    camp.host.seats.join(camp.as('Ada'), 'confederate');
    fightUntilBeaten(camp);
    expect(labels(said(camp.host.undo.takeBack(camp.as('Ada'))))).toEqual(['Ask the other side', 'Keep as it is']);
    camp.host.seats.bench(camp.as('Ada'), camp.as('Bo').member, null);
    // Nobody is left to be asked, and leaving a game does not make those who stay neutral.
    expect(said(camp.host.undo.takeBack(camp.as('Ada'))).text).toContain('only a moderator who has played no side');
  });

  test('who has given an order over a side’s head is neutral no more', () => {
    const camp = twoSides();
    const unionDecides = (mode: string) => camp.host.council.set(camp.as('Ada'), { mode }, {}, true, null, 'union');
    unionDecides('vote');
    said(camp.host.orders.overrule(camp.as('Ada'), JSON.stringify(MOVE), 'union'));
    expect(camp.entries().at(-1)).toMatchObject({ kind: 'order', member: { name: 'Ada' } });
    confirmsUndo(camp, 'Ada');
    unionDecides('open');
    camp.pass(MINUTE);
    fightUntilBeaten(camp);
    const isRefused = () =>
      expect(said(camp.host.undo.takeBack(camp.as('Ada'))).text).toContain('only a moderator who has played no side');
    isRefused();
    // Nor does a deletion of their data make one of them.
    said(camp.host.myData.delete(camp.as('Ada'), true));
    isRefused();
  });
});
