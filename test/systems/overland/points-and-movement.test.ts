import { describe, expect, test } from 'vitest';
import { orders, play, position, refused, whereIs } from './play.ts';

describe('Action Points', () => {
  test('[IX] the game ends at none only after the last roll is carried out: a crossing on the last point wins', () => {
    const at = position({ grant: 'savage-station', lee: 'richmond', points: 1 });
    expect(play(at, 'cross', 2)).toMatchObject({ state: { points: 0, over: { won: true, how: 'james' } } });
    const failed = play(at, 'cross', 5, ['Lee checks', 1]);
    expect(failed.told).toEqual([
      'Grant tries to cross the James: die 5, needs 3 or less. He fails.',
      'Lee tries to block the way: die 1, needs 3 or less. He gets there in time.',
      'Lee moves from Richmond to Savage Station, which is now contested.',
      'It’s 3 June 1864, and no Action Points are left.',
    ]);
  });

  test('[IX.A] neither the CSA’s check nor its counterattack lowers the total', () => {
    const at = position({ grant: 'savage-station', lee: 'richmond', points: 3 });
    expect(play(at, 'attack grant', 1, ['Lee checks', 1], ['Lee attacks', 6]).state.points).toBe(2);
  });

  test('[IX.B] marching has nothing to do with points: Grant crosses the whole map for none', () => {
    let at = position({ lee: 'richmond', points: 2 });
    for (const to of ['spotsylvania', 'north-anna', 'cold-harbor']) at = play(at, `move ${to}`).state;
    at = play(at, 'move savage-station', ['Lee checks', 6]).state;
    expect(at).toMatchObject({ points: 2, us: { grant: 'savage-station' } });
  });

  test('[IX.C] the first victory in the Valley brings two points, and there is no second', () => {
    const after = play(position({ points: 5 }), 'attack sigel', 5);
    expect(after.told).toEqual([
      'Sigel attacks Breckinridge: die 5, no modifiers, needs 5 or more. The attack succeeds.',
      'Breckinridge is beaten and out of the game.',
      'The victory in the Valley wins back 2 Action Points.',
    ]);
    expect(after.state).toMatchObject({ points: 6, csa: { breckinridge: null } });
    expect(orders(after.state)).not.toContain('attack sigel');
    const elsewhere = play(position({ points: 5 }), 'attack butler', 6);
    expect(elsewhere.state.points).toBe(4);
  });
});

describe('movement', () => {
  test('[X] Grant marches from an uncontested area to any area next to it but Richmond, for nothing', () => {
    const at = position({ grant: 'cold-harbor', lee: 'wilderness', points: 4 });
    expect(orders(at).filter((order) => order.startsWith('move'))).toEqual([
      'move north-anna',
      'move ashland',
      'move mechanicsville',
      'move savage-station',
    ]);
    expect(play(at, 'move mechanicsville').state).toMatchObject({ points: 4, us: { grant: 'mechanicsville' } });
    expect(refused(position({ grant: 'mechanicsville', lee: 'richmond' }), 'move richmond')).toBe(
      'Grant can’t march or turn into Richmond. Attack Richmond from an uncontested area with an arrow into Richmond. [X] ' +
        'You can march to Ashland, Cold Harbor or Savage Station.',
    );
  });

  test('[X] Grant never leaves a contested area by marching', () => {
    const at = position({ grant: 'ashland', lee: 'ashland', breckinridge: 'gone' });
    expect(orders(at)).toEqual(['attack grant', 'attack butler']);
    expect(refused(at, 'move cold-harbor')).toBe(
      'Grant can’t march out of Ashland while Lee contests it. [X] You can attack with Grant or Butler.',
    );
    expect(refused(position(), 'move spotsylvania')).toBe(
      'Grant can’t march out of the Wilderness while Lee contests it. [X] You can attack with Grant, Butler or Sigel.',
    );
  });

  test('[X.B] areas not joined by a line are not adjacent, however near they lie', () => {
    expect(refused(position({ grant: 'ashland', lee: 'richmond' }), 'move savage-station')).toBe(
      'No movement line leads from Ashland to Savage Station. [X.B] ' +
        'You can march to North Anna, Cold Harbor or Mechanicsville.',
    );
    expect(refused(position({ grant: 'ashland', lee: 'richmond' }), 'move ashland')).toMatch(
      /^Grant is already at Ashland\. \[X\]/,
    );
  });

  test('[X.C] nobody leaves the map but Grant, over the James', () => {
    const won = play(position({ grant: 'savage-station' }), 'cross', 1);
    expect(won.events.at(-1)).toMatchObject({ type: 'won', how: 'james', leader: 'grant' });
    expect(refused(position({ grant: 'cold-harbor', lee: 'richmond' }), 'cross')).toMatch(
      /^Grant can cross the James only from Savage Station. He’s at Cold Harbor now\. \[XIII\]/,
    );
  });

  test('[X.D] the CSA moves by its reactions: a march Lee cannot answer moves no CSA leader', () => {
    const at = position({ grant: 'cold-harbor', lee: 'richmond' });
    expect(play(at, 'move north-anna').state.csa).toEqual(at.csa);
  });

  test('[X.E] one area an order, each answered by Lee before the next', () => {
    let at = position({ grant: 'cold-harbor', lee: 'richmond' });
    expect(orders(at)).not.toContain('move spotsylvania');
    at = play(at, 'move savage-station', ['Lee checks', 4]).state;
    at = play(at, 'move mechanicsville', ['Lee checks', 3]).state;
    expect(whereIs(at, 'lee')).toBe('mechanicsville');
    expect(orders(at).filter((order) => order.startsWith('move'))).toEqual([]);
  });
});

describe('the turning movement attempt', () => {
  test('[XI] a failed attack of 2, 3 or 4 earns one, a 1 does not; it leads to any uncontested neighbour but Richmond', () => {
    for (const die of [2, 3, 4]) expect(play(position(), 'attack grant', die).state.turning).toBe(true);
    expect(play(position(), 'attack grant', 1).state.turning).toBe(false);
    const at = position({ grant: 'mechanicsville', lee: 'mechanicsville', turning: true });
    expect(orders(at).filter((order) => order.startsWith('tma'))).toEqual([
      'tma ashland',
      'tma cold-harbor',
      'tma savage-station',
    ]);
    expect(refused(at, 'tma richmond')).toBe(
      'Grant can’t march or turn into Richmond. Attack Richmond from an uncontested area with an arrow into Richmond. [XI] ' +
        'You can turn to Ashland, Cold Harbor or Savage Station.',
    );
  });

  test('[XI] without having earned it, Grant cannot turn', () => {
    expect(refused(position(), 'tma spotsylvania')).toBe(
      'Grant hasn’t earned a turning movement. He can earn one when his own attack on Lee fails. [XI] ' +
        'You can attack with Grant, Butler or Sigel.',
    );
    expect(refused(position({ grant: 'spotsylvania', lee: 'richmond' }), 'tma north-anna')).toMatch(
      /^Nobody contests Spotsylvania, so Grant can simply march\. \[XI\]/,
    );
  });

  test('[XI.A] it need not be used: another attack is open beside it', () => {
    const at = position({ turning: true });
    expect(orders(at)).toEqual(['attack grant', 'attack butler', 'attack sigel', 'tma spotsylvania']);
    expect(play(at, 'attack grant', 5).state).toMatchObject({ points: 9, csa: { lee: 'spotsylvania' } });
  });

  test.each([
    [1, 'spotsylvania'],
    [3, 'spotsylvania'],
    [4, 'wilderness'],
    [6, 'wilderness'],
  ])('[XI.B] Grant passes at his rating or less: a %i leaves him in %s', (die, at) => {
    expect(whereIs(play(position({ turning: true }), 'tma spotsylvania', die).state, 'grant')).toBe(at);
  });

  test('[XI.C] it costs a point, passed or failed', () => {
    for (const die of [1, 6]) {
      expect(play(position({ turning: true, points: 6 }), 'tma spotsylvania', die).state.points).toBe(5);
    }
  });

  test('[XI.D] failed, Grant stays until he earns another or wins', () => {
    const failed = play(position({ turning: true }), 'tma spotsylvania', 5).state;
    expect(orders(failed)).toEqual(['attack grant', 'attack butler', 'attack sigel']);
    const again = play(failed, 'attack grant', 2).state;
    expect(orders(again)).toContain('tma spotsylvania');
    const won = play(failed, 'attack grant', 6).state;
    expect(orders(won)).toContain('move spotsylvania');
  });

  test('[XI.E] Lee always follows, without a check or a battle, and the new area is contested', () => {
    const at = position({ grant: 'north-anna', lee: 'north-anna', turning: true });
    const after = play(at, 'tma ashland', ['Grant checks', 1]);
    expect(after.told).toEqual([
      'Grant tries a turning movement: die 1, needs 3 or less. It succeeds.',
      'Grant marches from North Anna to Ashland.',
      'Lee follows to Ashland, which is now contested.',
    ]);
    expect(orders(after.state).filter((order) => order.startsWith('move'))).toEqual([]);
  });
});
