import { describe, expect, test } from 'vitest';
import { labels } from './fixture.ts';
import { confirmsUndo, DONE, fightUntilBeaten, HOUR, MINUTE, orders, twoSides, users } from './two-sides.ts';

const MOVE = { verb: 'move', unit: 'u1', to: '3' } as const;

describe('within a side’s own turn', () => {
  test('its last order is taken back by any of its members, one after the other, to where it began', () => {
    const camp = twoSides();
    camp.dee.seats.join('union');
    orders(camp, 'Bo', MOVE);
    orders(camp, 'Bo', { ...MOVE, unit: 'u2' });
    expect(camp.dee.undo.takeBack().text).toContain('**Dee** takes back the last order (**Bo** Morell to Farm).');
    expect(camp.bo.undo.takeBack().text).toContain('Sykes to Farm');
    expect(camp.bo.undo.takeBack().text).toBe(
      'Only a moderator or the member who started this game can do that. Ask one of them.',
    );
    expect(camp.entries().map(({ kind }) => kind)).toEqual(['start', 'order', 'order', 'undo', 'undo']);
  });

  test('the end of a phase may be, until the other side has acted', () => {
    const camp = twoSides();
    orders(camp, 'Bo', DONE);
    orders(camp, 'Bo', DONE);
    expect(camp.bo.undo.takeBack().text).toContain('takes back');
    orders(camp, 'Bo', DONE);
    orders(camp, 'Cy', { verb: 'move', unit: 'c1', to: '4' });
    expect(camp.bo.undo.takeBack().text).toContain('Only a moderator');
    // It is the other side’s own now.
    expect(camp.cy.undo.takeBack().text).toContain('takes back');
    // And with that the last order is the Union’s again.
    expect(camp.bo.undo.takeBack().text).toContain('takes back');
  });

  test('under a commander it is for whoever gave the order, and for the commander', () => {
    const camp = twoSides();
    camp.dee.seats.join('union');
    camp.ada.seats.join('union');
    camp.decree({ mode: 'commander', commander: '200' });
    orders(camp, 'Bo', MOVE);
    expect(camp.dee.undo.takeBack().text).toContain('Only a moderator');
    camp.decree({ commander: '400' });
    expect(camp.bo.undo.takeBack().text).toContain('takes back');
  });

  test('where the side votes, it stays with moderators', () => {
    const camp = twoSides();
    camp.ada.seats.join('union');
    orders(camp, 'Bo', MOVE);
    camp.decree({ mode: 'vote' });
    expect(camp.bo.undo.takeBack().text).toContain('Only a moderator');
  });

  test('where anything is hidden, it stays with moderators', () => {
    const camp = twoSides('picket-line');
    const hand = camp.bo.completions.order({ verb: 'commit' }, 'regiment', '');
    orders(camp, 'Bo', { verb: 'commit', regiment: hand[0]?.value ?? '' });
    expect(camp.bo.undo.takeBack().text).toContain('Only a moderator');
  });
});

describe('what the clock ordered', () => {
  test('in one go is taken back in one go, by moderators', () => {
    const camp = twoSides();
    camp.ada.clocks.showOrSet({ phase: '1h' });
    orders(camp, 'Bo', MOVE);
    camp.wait(HOUR);
    expect(camp.bo.undo.takeBack().text).toContain('Only a moderator');
    expect(confirmsUndo(camp, 'Ada').text).toContain('takes back the last order (**The clock** The phase ends)');
    expect(camp.bo.undo.takeBack().text).toContain('**Bo** Sykes to Farm');
  });
});

describe('a moderator', () => {
  test('is not asked about what any member of the side might take back', () => {
    const camp = twoSides();
    camp.ada.seats.join('union');
    orders(camp, 'Bo', MOVE);
    const back = camp.ada.undo.takeBack();
    expect([back.to, users(back)]).toEqual(['channel', []]);
    expect(back.text).not.toContain('rolls the same numbers');
  });

  test('whose enemy has left decides about a die no more alone than before', () => {
    const camp = twoSides();
    camp.ada.seats.join('confederate');
    fightUntilBeaten(camp);
    expect(labels(camp.ada.undo.takeBack())).toEqual(['Ask the other side', 'Keep as it is']);
    camp.ada.seats.bench(camp.as('Bo').member, null);
    // Nobody is left to be asked, and leaving a game does not make those who stay neutral.
    expect(camp.ada.undo.takeBack().text).toContain('only a moderator who has played no side');
  });

  test('who has given an order over a side’s head is neutral no more', () => {
    const camp = twoSides();
    const unionDecides = (mode: string) => camp.decree({ mode }, 'union');
    unionDecides('vote');
    camp.ada.orders.overrule(JSON.stringify(MOVE), 'union');
    expect(camp.entries().at(-1)).toMatchObject({ kind: 'order', member: { name: 'Ada' } });
    confirmsUndo(camp, 'Ada');
    unionDecides('open');
    camp.pass(MINUTE);
    fightUntilBeaten(camp);
    const isRefused = () => expect(camp.ada.undo.takeBack().text).toContain('only a moderator who has played no side');
    isRefused();
    // Nor does a deletion of their data make one of them.
    camp.ada.myData.delete(true);
    isRefused();
  });
});
