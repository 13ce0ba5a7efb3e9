import { describe, expect, test } from 'vitest';
import { contested } from '../../../src/systems/overland/state.ts';
import { order, orders, play, position, refusalOf, refused, whereIs } from './play.ts';

describe('rulings', () => {
  test('R1 [VII.D.3] against Richmond the arrow counts and the Area Defense of where the attack starts does not', () => {
    const [attack, , , answer] = play(
      position({ grant: 'mechanicsville', lee: 'richmond' }),
      'attack grant',
      6,
      1,
      6,
    ).events;
    expect(attack).toMatchObject({ total: 4, modifiers: [{ why: 'richmond', value: -2, from: 'mechanicsville' }] });
    expect(answer).toMatchObject({ total: 5, modifiers: [{ why: 'area', value: -1, area: 'mechanicsville' }] });
  });

  test('R2 an empty Richmond defends with 0, and there the +3 of Grant counts in full', () => {
    const at = position({ grant: 'ashland', lee: 'north-anna' });
    const held = play(at, 'attack grant', 2);
    expect(held.told).toEqual([
      'Grant attacks an empty Richmond: die 2, +3 leader ratings (3 against 0), −1 Richmond Defense: 4, needs 5 or more. The attack fails.',
    ]);
    expect(play(at, 'attack grant', 3).state.over).toEqual({ won: true, how: 'richmond', leader: 'grant' });
  });

  test('R3 in a contested area a leader attacks there, Grant may also turn; next to Richmond he attacks it; elsewhere nobody', () => {
    const butler = position({ grant: 'spotsylvania', lee: 'north-anna', breckinridge: 'gone' });
    expect(orders(butler)).toEqual(['attack butler', 'move wilderness', 'move north-anna']);
    expect(play(butler, 'attack butler', 1).events[0]).toMatchObject({ area: 'drurys-bluff' });
    expect(refusalOf(butler, order('attack grant'))).toMatchObject({ code: 'nobody-there', rule: 'I.j' });
    // Where an owner's data have him start.
    expect(orders({ ...butler, us: { ...butler.us, sigel: 'ashland' } })).toContain('attack sigel');
  });

  test('R4 [IX] every attack, turning attempt and crossing costs one; a march costs nothing', () => {
    expect(play(position({ points: 6 }), 'attack sigel', 1).state.points).toBe(5);
    expect(play(position({ points: 6, turning: true }), 'tma spotsylvania', 1).state.points).toBe(5);
    expect(play(position({ points: 6, grant: 'savage-station' }), 'cross', 6).state.points).toBe(5);
    expect(play(position({ points: 6, lee: 'richmond' }), 'move spotsylvania').state.points).toBe(6);
  });

  test('R5 [IX.C] two are added after the one is paid, and no more than to ten; then Sigel has nothing left to do', () => {
    expect(play(position({ points: 8 }), 'attack sigel', 5).state.points).toBe(9);
    const full = play(position(), 'attack sigel', 5);
    expect(full.events.at(-1)).toEqual({ type: 'gained', gain: 1, points: 10 });
    expect(orders(full.state)).toEqual(['attack grant', 'attack butler']);
  });

  test('R6 [X] Grant may march into Lee’s area: it becomes contested, and no die is rolled', () => {
    for (const [from, to] of [
      ['spotsylvania', 'north-anna'],
      ['north-anna', 'ashland'],
      ['cold-harbor', 'mechanicsville'],
    ] as const) {
      const after = play(position({ grant: from, lee: to }), `move ${to}`);
      expect(after.told).toHaveLength(1);
      expect(contested(after.state, to)).toBe(true);
    }
  });

  test('R7 [XI] only Grant’s own failed attack on Lee earns an attempt: not Butler’s, not Sigel’s, not one on Richmond', () => {
    expect(play(position(), 'attack butler', 4).state.turning).toBe(false);
    expect(play(position(), 'attack sigel', 4).state.turning).toBe(false);
    // No printed line leads Grant to Beauregard; an owner's may.
    const south = position({ grant: 'drurys-bluff', lee: 'richmond' });
    expect(play(south, 'attack grant', 1)).toMatchObject({
      state: { turning: false },
      events: [{ result: 'turning' }],
    });
    const before = position({ grant: 'savage-station', lee: 'richmond' });
    expect(play(before, 'attack grant', 5, ['Lee checks', 6])).toMatchObject({
      state: { turning: false },
      events: [{ total: 4, result: 'turning' }, { type: 'check' }],
    });
  });

  test('R8 [I.a] a turn never leads to an area with a CSA leader in it', () => {
    const at = position({ grant: 'north-anna', lee: 'north-anna', beauregard: 'ashland', turning: true });
    expect(orders(at)).not.toContain('tma ashland');
    expect(refused(at, 'tma ashland')).toBe(
      'Beauregard is at Ashland. Grant can turn only to an area next to his with no enemy in it. [XI] ' +
        'You can turn to Spotsylvania or Cold Harbor.',
    );
  });

  test('R9 [XII.C.1] Lee leaves Ashland for Cold Harbor alone, and only when Grant marches there', () => {
    const at = position({ grant: 'north-anna', lee: 'ashland' });
    expect(whereIs(play(at, 'move cold-harbor').state, 'lee')).toBe('cold-harbor');
    expect(whereIs(play(at, 'move spotsylvania').state, 'lee')).toBe('ashland');
    expect(whereIs(play(at, 'move ashland').state, 'lee')).toBe('ashland');
  });

  test('R10 [XII.C.2] Lee at Mechanicsville bars Ashland and Savage Station, and not Cold Harbor, which is not next to Richmond', () => {
    const to = (area: string, grant: 'north-anna' | 'cold-harbor', ...dice: number[]) =>
      whereIs(play(position({ grant, lee: 'mechanicsville' }), `move ${area}`, ...dice).state, 'lee');
    expect(to('ashland', 'north-anna', 3)).toBe('ashland');
    expect(to('ashland', 'north-anna', 4)).toBe('mechanicsville');
    expect(to('savage-station', 'cold-harbor', 1)).toBe('savage-station');
    expect(to('cold-harbor', 'north-anna')).toBe('mechanicsville');
    expect(to('mechanicsville', 'cold-harbor')).toBe('mechanicsville');
  });

  test('R11 [XIII] after a failed crossing Lee may block from Richmond or Mechanicsville, and from nowhere else', () => {
    for (const lee of ['richmond', 'mechanicsville'] as const) {
      const after = play(position({ grant: 'savage-station', lee }), 'cross', 6, ['Lee checks', 1]);
      expect(whereIs(after.state, 'lee')).toBe('savage-station');
    }
    expect(play(position({ grant: 'savage-station', lee: 'ashland' }), 'cross', 6).events).toHaveLength(1);
  });

  test('R12 [XII.A] Lee answers Grant, Beauregard answers Butler, each only from Richmond; Lee never answers Butler', () => {
    const both = { lee: 'richmond', beauregard: 'richmond', grant: 'savage-station' } as const;
    expect(play(position(both), 'attack grant', 1, ['Lee checks', 6]).events).toHaveLength(2);
    expect(play(position(both), 'attack butler', 1, ['Beauregard checks', 6]).events).toHaveLength(2);
    const away = position({ lee: 'mechanicsville', grant: 'savage-station', beauregard: 'richmond' });
    expect(play(away, 'attack grant', 1).events).toHaveLength(1);
  });

  test('R13 every CSA move is made by the game within the order that caused it: the player has no say and no die', () => {
    const after = play(position({ grant: 'cold-harbor', lee: 'richmond' }), 'move ashland', ['Lee checks', 1]);
    expect(after.events.map(({ type }) => type)).toEqual(['moved', 'check', 'followed']);
    for (const leader of ['lee', 'beauregard', 'breckinridge']) {
      expect(refusalOf(position(), order(`attack ${leader}`)).code).toBe('csa-leader');
    }
  });
});
