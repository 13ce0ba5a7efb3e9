import { describe, expect, test } from 'vitest';
import { dateOf } from '../../../src/systems/overland/scenario.ts';
import { contested } from '../../../src/systems/overland/state.ts';
import { AREAS, CSA_LEADERS, US_LEADERS } from '../../../src/systems/overland/vocabulary.ts';
import { numbers } from './data.ts';
import { orders, play, position, refused, whereIs } from './play.ts';

describe('terms', () => {
  test('[I.a] a turning movement is offered only after a lost battle, to uncontested neighbours, Richmond never', () => {
    const at = position({ grant: 'ashland', lee: 'ashland' });
    expect(orders(at).filter((order) => order.startsWith('tma'))).toEqual([]);
    const lost = play(at, 'attack grant', 5).state;
    expect(orders(lost).filter((order) => order.startsWith('tma'))).toEqual([
      'tma north-anna',
      'tma cold-harbor',
      'tma mechanicsville',
    ]);
    expect(play(lost, 'tma mechanicsville', ['Grant checks', 3]).told[0]).toBe(
      'Grant tries a turning movement: die 3, needs 3 or less. It succeeds.',
    );
  });

  test('[I.b] the Leader Rating counts in a battle and in a check', () => {
    const butler = play(position(), 'attack butler', 6);
    expect(butler.told[0]).toBe(
      'Butler attacks Beauregard: die 6, −1 leader ratings (1 against 2): 5, needs 5 or more. The attack succeeds.',
    );
    const check = play(position({ grant: 'savage-station' }), 'cross', 3);
    expect(check.told[0]).toBe('Grant tries to cross the James: die 3, needs 3 or less. He gets across.');
  });

  test('[I.c] turning, crossing and reactions each take a Leadership Check', () => {
    const turning = position({ turning: true });
    expect(play(turning, 'tma spotsylvania', ['Grant checks', 6]).events[0]).toMatchObject({
      type: 'check',
      for: 'tma',
    });
    const bank = position({ grant: 'savage-station', lee: 'richmond' });
    expect(play(bank, 'cross', ['Grant checks', 6], ['Lee checks', 6]).events).toMatchObject([
      { type: 'check', for: 'cross', passed: false },
      { type: 'check', for: 'intercept', passed: false },
    ]);
    expect(play(bank, 'attack grant', ['Grant attacks', 1], ['Lee checks', 6]).events).toMatchObject([
      { type: 'battle' },
      { type: 'check', for: 'counterattack', passed: false },
    ]);
  });

  test('[I.d] ten areas; no line leads into Richmond, and no order brings a US leader there', () => {
    expect(AREAS).toHaveLength(10);
    expect(Object.values(numbers().lines).flat()).not.toContain('richmond');
    expect(numbers().lines.richmond).toEqual([]);
    expect(refused(position({ grant: 'ashland', lee: 'richmond' }), 'move richmond')).toMatch(
      /^Grant can’t march or turn into Richmond\. .* \[X\]/,
    );
  });

  test('[I.e] an area with leaders of both sides is contested: Grant can neither leave it nor attack out of it', () => {
    const at = position({ grant: 'mechanicsville', lee: 'mechanicsville', beauregard: 'richmond' });
    expect(contested(at, 'mechanicsville')).toBe(true);
    expect(orders(at)).toEqual(['attack grant', 'attack butler', 'attack sigel']);
    expect(play(at, 'attack grant', 6).events[0]).toMatchObject({ defender: 'lee', area: 'mechanicsville' });
  });

  test('[I.f] an area without a CSA leader is uncontested, whoever else is in it', () => {
    const at = position({ grant: 'cold-harbor', lee: 'richmond' });
    expect(contested(at, 'cold-harbor')).toBe(false);
    expect(contested(at, 'richmond')).toBe(false);
    expect(contested(position({ grant: 'ashland' }), 'wilderness')).toBe(false);
  });

  test('[I.g] [II] the campaign is played for Richmond or the James; there are no points but Action Points', () => {
    expect(
      play(position({ grant: 'ashland', lee: 'north-anna', beauregard: 'richmond' }), 'attack grant', 6).state,
    ).toMatchObject({ over: { won: true, how: 'richmond' } });
  });

  test('[I.h] [IX] a point buys one attack or one check; what the CSA throws costs none', () => {
    const at = position({ grant: 'ashland', lee: 'richmond', points: 7 });
    const after = play(at, 'attack grant', ['Grant attacks', 1], ['Lee checks', 2], ['Lee attacks', 6]);
    expect(after.state.points).toBe(6);
  });

  test('[I.i] Lee reacts from Richmond and from Mechanicsville, by a Leadership Check, and from nowhere else', () => {
    for (const lee of ['richmond', 'mechanicsville'] as const) {
      const after = play(position({ grant: 'cold-harbor', lee }), 'move savage-station', ['Lee checks', 3]);
      expect(whereIs(after.state, 'lee')).toBe('savage-station');
    }
    for (const lee of ['north-anna', 'spotsylvania', 'wilderness'] as const) {
      expect(play(position({ grant: 'cold-harbor', lee }), 'move savage-station').told).toEqual([
        'Grant marches from Cold Harbor to Savage Station.',
      ]);
    }
  });

  test('[I.j] battles are fought inside an area; Richmond alone is attacked from next to it, by an uncontested area', () => {
    expect(play(position(), 'attack grant', 1).events[0]).toMatchObject({ area: 'wilderness', from: 'wilderness' });
    const at = position({ grant: 'savage-station', lee: 'north-anna' });
    expect(play(at, 'attack grant', 1).events[0]).toMatchObject({ area: 'richmond', from: 'savage-station' });
    expect(refused(position({ grant: 'cold-harbor', lee: 'richmond' }), 'attack grant')).toMatch(
      /^Grant has nobody to attack from Cold Harbor\. \[I\.j\]/,
    );
  });

  test('[I.k] a counterattack is Lee or Beauregard coming out of Richmond after a failed attack on it, having passed a check', () => {
    const lee = play(position({ grant: 'savage-station', lee: 'richmond' }), 'attack grant', 1, ['Lee checks', 3], 6);
    expect(lee.told.slice(1)).toEqual([
      'Lee may counterattack: die 3, needs 3 or less. He attacks.',
      'Lee comes out of Richmond to Savage Station.',
      'Lee attacks Grant: die 6, no modifiers, needs 5 or more. The counterattack succeeds: the area is contested.',
    ]);
    const beauregard = play(position({ beauregard: 'richmond' }), 'attack butler', 1, ['Beauregard checks', 3]);
    expect(beauregard.told.slice(1)).toEqual([
      'Beauregard may counterattack: die 3, needs 2 or less. He stays in Richmond.',
    ]);
  });

  test('[I.l] [X.B] Grant moves along movement lines and no other way', () => {
    const at = position({ grant: 'spotsylvania', lee: 'richmond' });
    expect(orders(at).filter((order) => order.startsWith('move'))).toEqual(['move wilderness', 'move north-anna']);
    expect(refused(at, 'move ashland')).toBe(
      'No movement line leads from Spotsylvania to Ashland. [X.B] You can march to the Wilderness or North Anna.',
    );
  });

  test('[I.m] every line runs both ways', () => {
    const { lines } = numbers();
    for (const from of AREAS) for (const to of lines[from]) expect(lines[to], `${from} – ${to}`).toContain(from);
  });

  test('[I.n] [I.o] three leaders a side; the player orders the Union’s, and the game moves the others', () => {
    expect(US_LEADERS).toEqual(['grant', 'butler', 'sigel']);
    expect(CSA_LEADERS).toEqual(['lee', 'beauregard', 'breckinridge']);
    expect(refused(position(), 'attack lee')).toBe(
      'Lee is a Confederate. The game moves the Confederates. [I.o] You can attack with Grant, Butler or Sigel.',
    );
    expect(refused(position(), 'attack grant', 'csa')).toBe('Only the Union gives orders. [I.o]');
  });

  test('[I.p] every roll is of one six-sided die', () => {
    const at = position({ grant: 'ashland', lee: 'richmond' });
    for (const face of [1, 6]) expect(() => play(at, 'attack butler', face)).not.toThrow();
    expect(() => play(at, 'attack butler', 7)).toThrow(/6 sides/);
    expect(play(at, 'attack grant', ['Grant attacks', 2], ['Lee checks', 2], ['Lee attacks', 1]).events).toMatchObject([
      { die: 2 },
      { die: 2 },
      { type: 'moved' },
      { die: 1 },
      { type: 'retreated' },
    ]);
  });

  test('[I.q] an arrow’s Richmond Defense is taken off a US attack on Richmond by that way', () => {
    const by = (grant: 'ashland' | 'mechanicsville' | 'savage-station') =>
      play(position({ grant, lee: 'richmond' }), 'attack grant', 1, ['Lee checks', 6]).told[0];
    expect(by('ashland')).toBe(
      'Grant attacks Lee in Richmond: die 1, −1 Richmond Defense: 0, needs 5 or more. The attack fails.',
    );
    expect(by('mechanicsville')).toBe(
      'Grant attacks Lee in Richmond: die 1, −2 Richmond Defense: −1, needs 5 or more. The attack fails.',
    );
    expect(by('savage-station')).toBe(
      'Grant attacks Lee in Richmond: die 1, −1 Richmond Defense: 0, needs 5 or more. The attack fails.',
    );
  });

  test('[I.r] Area Defense counts in every battle in the area, US or CSA', () => {
    const us = play(position({ grant: 'ashland', lee: 'ashland' }), 'attack grant', 5);
    expect(us.told[0]).toBe(
      'Grant attacks Lee: die 5, −1 Area Defense of Ashland: 4, needs 5 or more. The attack fails.',
    );
    const csa = play(position({ grant: 'ashland', lee: 'richmond' }), 'attack grant', 1, 1, ['Lee attacks', 5]);
    expect(csa.told.at(-2)).toBe(
      'Lee attacks Grant: die 5, −1 Area Defense of Ashland: 4, needs 5 or more. The counterattack fails.',
    );
  });

  test('[I.s] Grant tries to cross the James from an uncontested Savage Station', () => {
    expect(orders(position({ grant: 'savage-station', lee: 'richmond' }))).toContain('cross');
    expect(orders(position({ grant: 'savage-station', lee: 'savage-station' }))).not.toContain('cross');
    expect(orders(position({ grant: 'cold-harbor', lee: 'richmond' }))).not.toContain('cross');
  });
});

describe('the campaign', () => {
  test('[II] Grant and Lee in the Wilderness, Beauregard and Butler at Drury’s Bluff, Breckinridge and Sigel in the Valley, ten points', () => {
    expect(position()).toEqual({
      version: 1,
      variant: 'standard',
      points: 10,
      us: { grant: 'wilderness', butler: 'drurys-bluff', sigel: 'valley' },
      csa: { lee: 'wilderness', beauregard: 'drurys-bluff', breckinridge: 'valley' },
      turning: false,
      over: null,
    });
    expect(dateOf(numbers(), position().points)).toBe('1864-05-04');
  });

  test('[III] a US leader who beats the defenders of Richmond wins', () => {
    const after = play(position({ grant: 'savage-station', lee: 'richmond', points: 4 }), 'attack grant', 6);
    expect(after.told).toEqual([
      'Grant attacks Lee in Richmond: die 6, −1 Richmond Defense: 5, needs 5 or more. The defenses give way.',
      'Grant enters the city.',
    ]);
    expect(after.state.over).toEqual({ won: true, how: 'richmond', leader: 'grant' });
  });

  test('[III] Grant over the James wins', () => {
    const after = play(position({ grant: 'savage-station', lee: 'richmond', points: 4 }), 'cross', 3);
    expect(after.told.at(-1)).toBe('The army is on the south bank.');
    expect(after.state.over).toEqual({ won: true, how: 'james', leader: 'grant' });
  });

  test('[III] no points left and neither done: lost, and nothing more is legal', () => {
    const after = play(position({ points: 1 }), 'attack grant', 1);
    expect(after.told).toEqual([
      'Grant attacks Lee: die 1, no modifiers, needs 5 or more. The attack fails.',
      'It’s 3 June 1864, and no Action Points are left.',
    ]);
    expect(after.state.over).toEqual({ won: false });
    expect(orders(after.state)).toEqual([]);
    expect(refused(after.state, 'attack grant')).toBe('The campaign is over. `/recap` shows how it went. [III]');
  });

  test('[IV] orders come in any order: Butler, Sigel and Grant, then Butler again', () => {
    let at = position();
    for (const leader of ['butler', 'sigel', 'grant', 'butler']) at = play(at, `attack ${leader}`, 1).state;
    expect(at.points).toBe(6);
  });

  test('[IV.A] the player attacks, moves Grant, turns when it was earned, and crosses the James: each when it is open', () => {
    expect(orders(position())).toEqual(['attack grant', 'attack butler', 'attack sigel']);
    expect(orders(position({ turning: true }))).toEqual([
      'attack grant',
      'attack butler',
      'attack sigel',
      'tma spotsylvania',
    ]);
    expect(orders(position({ grant: 'savage-station', breckinridge: 'gone' }))).toEqual([
      'attack grant',
      'attack butler',
      'move cold-harbor',
      'move mechanicsville',
      'cross',
    ]);
  });
});
