import { describe, expect, test } from 'vitest';
import { isLegal } from '../../../../src/game/index.ts';
import { isOpen, mandatoryAttacks } from '../../../../src/systems/road-to-richmond/rules/combat/contact.ts';
import { legality } from '../../../../src/systems/road-to-richmond/rules/legality.ts';
import type { State } from '../../../../src/systems/road-to-richmond/state.ts';
import type { Order } from '../../../../src/systems/road-to-richmond/vocabulary.ts';
import { chancesOf } from '../../../../src/systems/road-to-richmond/words/questions.ts';
import { field } from '../data.ts';
import { given, having, offered, question, refused } from '../position.ts';
import { fought, opened, planning } from './melee.ts';

const duties = (state: State) => mandatoryAttacks(field, state);
const names = (state: State) => state.battles.map(({ hexes }) => hexes.join('+'));

/** 1107 and 1106 are next to each other; both touch 1206, 1107 alone touches 1207, 1106 alone 1005. */
const LINE = { 'u-1-2-v': '1107', 'u-2-2-v': '1107', 'u-3-2-v': '1106' };

describe('laying out battles', () => {
  test('7.1: every enemy in control of one’s pieces must be attacked, and every piece in enemy control must attack', () => {
    const state = planning('confederate', { ...LINE, 'c-gregg': '1207', 'c-branch': '1005' });
    expect(duties(state)).toEqual({
      enemies: [
        { hex: '1106', pieces: ['u-3-2-v'], from: ['1005'] },
        { hex: '1107', pieces: ['u-1-2-v', 'u-2-2-v'], from: ['1207'] },
      ],
      own: [
        { hex: '1005', pieces: ['c-branch'], against: ['1106'] },
        { hex: '1207', pieces: ['c-gregg'], against: ['1107'] },
      ],
    });
    expect(refused(state, 'done')).toMatchObject({
      code: 'duty-enemy',
      rule: '7.1',
      facts: { hex: '1106', enemies: 'u-3-2-v', from: '1005' },
    });
    const one = having(state, 'attack 1106 c-branch 2-1');
    expect(refused(one, 'done')).toMatchObject({ code: 'duty-enemy', facts: { hex: '1107' } });
    const both = having(one, 'attack 1107 c-gregg 1-2');
    expect(isOpen(duties(both))).toBe(false);
    expect(having(both, 'done').step).toBe('fight');
  });

  test('7.1: a piece left out is named, with what it may attack', () => {
    const state = planning('confederate', '1107 u-1-2-v, 1106 u-3-2-v, 1206 c-gregg, 1207 c-branch, 1005 c-archer');
    const laid = having(state, 'attack 1107 c-branch 1-1', 'attack 1106 c-archer 1-1');
    expect(refused(laid, 'done')).toMatchObject({
      code: 'duty-own',
      facts: { hex: '1206', units: 'c-gregg', target: '1106+1107' },
    });
  });

  test('7.1, 15.2: the Train is outside both duties, but may be attacked', () => {
    const state = planning('confederate', { 'u-train': '2125', 'c-gregg': '2124' });
    expect(isOpen(duties(state))).toBe(false);
    expect(offered(state, 'attack')).toEqual(['2125']);
    expect(having(state, 'done').step).toBe('move');
    const union = planning('union', { 'u-train': '2125', 'u-1-2-v': '1107', 'c-gregg': '1207' });
    expect(refused(union, 'attack 1207 u-1-2-v,u-train 1-5')).toMatchObject({ code: 'train-attacks', rule: '15.2' });
  });

  test('7.1: what stands across a bare river binds nobody (case 7), what stands across a bridge does', () => {
    const bare = opened('confederate', { 'c-gregg': '0507', 'u-1-2-v': '0508' });
    expect(bare.events[0]).toEqual({ type: 'quiet', turn: 6, side: 'confederate', night: false });
    expect(bare.state).toMatchObject({ side: 'union', step: 'move' });
    const bridge = planning('confederate', { 'c-gregg': '0607', 'u-1-2-v': '0608' });
    expect(duties(bridge)).toMatchObject({ enemies: [{ hex: '0608' }], own: [{ hex: '0607' }] });
  });

  test('7.2: each enemy hex is attacked once: laying it out again, alone or with others, takes the place of what was', () => {
    const state = planning('confederate', { ...LINE, 'c-gregg': '1206', 'c-branch': '1207', 'c-archer': '1005' });
    const first = having(state, 'attack 1107 c-branch 1-2');
    const again = given(first, 'attack 1107 c-gregg,c-branch 1-1');
    expect(names(again.state)).toEqual(['1107']);
    expect(again.events).toMatchObject([{ type: 'laid', battle: { attackers: ['c-gregg', 'c-branch'] } }]);
  });

  test('7.2: each piece attacks once: in a new battle it leaves the old one, which goes with its last attacker', () => {
    const at = { 'u-1-2-v': '1107', 'u-3-2-v': '1106', 'c-gregg': '1206', 'c-branch': '1207' };
    const first = having(planning('confederate', at), 'attack 1107 c-gregg,c-branch 3-1');
    const second = given(first, 'attack 1106 c-gregg 2-1');
    expect(second.state.battles.map(({ hexes, attackers }) => [hexes[0], attackers])).toEqual([
      ['1106', ['c-gregg']],
      ['1107', ['c-branch']],
    ]);
    // 8 against 5 are 1-1 now; the odds are followed, as no lower column was named.
    expect(second.state.battles[1]).toMatchObject({ column: '1-1' });
    const lone = planning('confederate', { 'u-1-2-v': '1107', 'u-3-2-v': '1106', 'c-gregg': '1206' });
    const moved = having(lone, 'attack 1107 c-gregg 1-2');
    const over = given(moved, 'attack 1106 c-gregg 2-1');
    expect(over.events[0]).toEqual({ type: 'struck', hexes: ['1107'] });
    expect(names(over.state)).toEqual(['1106']);
  });

  test('7.3: pieces in one hex attack the same target, and all in a hex are one total', () => {
    const at = {
      'u-1-2-v': '1107',
      'u-2-2-v': '1107',
      'u-3-2-v': '1106',
      'c-gregg': '1206',
      'c-branch': '1206',
      'c-archer': '1207',
    };
    const state = planning('confederate', at);
    const laid = given(state, 'attack 1106 c-gregg 5-1');
    expect(laid.events).toMatchObject([
      { type: 'laid', battle: { attackers: ['c-gregg', 'c-branch'] }, reckoning: { attack: 16, defence: 3 } },
    ]);
    const other = having(laid.state, 'attack 1107 c-branch,c-archer 1-2');
    expect(names(other)).toEqual(['1107']);
  });

  test('7.4: whoever joins is beside every hex attacked, and several hexes have an attacker in common', () => {
    const state = planning('confederate', { ...LINE, 'c-gregg': '1206', 'c-branch': '1207' });
    expect(offered(state, 'attack')).toEqual(['1106', '1107']);
    expect(refused(state, 'attack 1106+1107 c-gregg 1-2')).toMatchObject({
      code: 'would-strand',
      rule: '7.4',
      facts: { hex: '1207' },
    });
    const alone = planning('confederate', { ...LINE, 'c-gregg': '1206' });
    expect(offered(alone, 'attack')).toEqual(['1106', '1107', '1106+1107']);
    const apart = planning('confederate', '1107 u-1-2-v, 1004 u-3-2-v, 1206 c-gregg, 1005 c-branch');
    expect(refused(apart, 'attack 1004+1107 c-branch 1-2').code).toBe('no-common-attacker');
    expect(refused(alone, 'attack 1005 c-gregg 1-2').code).toBe('nobody-there');
  });

  test('7.4: a piece next to several enemies takes all that nobody else attacks', () => {
    const state = planning('confederate', { ...LINE, 'c-gregg': '1206' });
    const single = having(state, 'attack 1106 c-gregg 2-1');
    expect(refused(single, 'done')).toMatchObject({ code: 'duty-enemy', facts: { hex: '1107' } });
    const both = having(state, 'attack 1106+1107 c-gregg 1-4');
    expect(having(both, 'done').step).toBe('fight');
  });

  test('7.1, 7.2: whoever could attack nobody else joins, named or not', () => {
    const state = planning('confederate', { 'u-1-2-v': '1107', 'c-gregg': '1206', 'c-branch': '1207' });
    expect(question(state, 'attack 1107')?.choices.map(({ hint }) => hint)).toEqual([
      'in 1206, must take part',
      'in 1207, must take part',
    ]);
    const { battles } = having(state, 'attack 1107 c-branch 3-1');
    expect(battles).toMatchObject([{ attackers: ['c-gregg', 'c-branch'], column: '3-1' }]);
  });

  test('7.1, 15.2: whoever stands beside the Train too is bound to no other attack, and is left without anybody by none', () => {
    const beside = { 'u-vi-art': '1307', 'u-train': '1405', 'c-rodes': '1306', 'c-armstd': '1308' };
    const train = having(planning('confederate', beside), 'attack 1405 c-rodes 4-1');
    const both = having(train, 'attack 1307 c-armstd 6-1');
    expect(both.battles).toMatchObject([
      { hexes: ['1307'], attackers: ['c-armstd'] },
      { hexes: ['1405'], attackers: ['c-rodes'] },
    ]);
    expect(having(both, 'done').step).toBe('fight');
    const line = { 'u-3-1-vi': '1603', 'u-s-art': '1605', 'c-flkrsn': '1604' };
    const two: Order = { verb: 'attack', target: '1603+1605', with: ['c-flkrsn'], column: '1-5' };
    const open = planning('confederate', { ...line, 'c-colquit': '1506' });
    expect(refused(open, two)).toMatchObject({ code: 'would-strand', facts: { hex: '1506' } });
    const with1405 = planning('confederate', { ...line, 'c-colquit': '1506', 'u-train': '1405' });
    const whole = having(with1405, two, 'done rest');
    expect(whole.battles).toMatchObject([
      { hexes: ['1405'], attackers: ['c-colquit'] },
      { hexes: ['1603', '1605'], attackers: ['c-flkrsn'] },
    ]);
    expect(isOpen(duties(whole))).toBe(false);
  });

  test('7.5: what is missing can be laid out by itself; what stands is kept where it can be', () => {
    const state = planning('confederate', { ...LINE, 'c-gregg': '1206', 'c-branch': '1207', 'c-archer': '1005' });
    expect(question(state, 'done')).toMatchObject({
      slot: 'sure',
      choices: [{ value: 'rest', label: 'Plan the rest for me' }],
    });
    const mine = having(state, 'attack 1107 c-gregg,c-branch 1-5');
    const whole = having(mine, 'done rest');
    expect(whole.step).toBe('plan');
    expect(whole.battles).toMatchObject([
      { hexes: ['1106'], attackers: ['c-archer'] },
      { hexes: ['1107'], attackers: ['c-gregg', 'c-branch'], column: '1-5', lower: true },
    ]);
    expect(isOpen(duties(whole))).toBe(false);
    expect(refused(whole, 'done rest').code).toBe('sure-needless');
  });

  test('7.5: what cannot be completed is laid out anew', () => {
    // 1206 alone touches 1106: taken for 1107 it leaves nobody for that.
    const state = planning('confederate', '1107 u-1-2-v, 1106 u-3-2-v, 1206 c-gregg, 1207 c-branch');
    const wrong = having(state, 'attack 1107 c-gregg,c-branch 3-1');
    const right = having(wrong, 'done rest');
    expect(right.battles).toMatchObject([
      { hexes: ['1106'], attackers: ['c-gregg'] },
      { hexes: ['1107'], attackers: ['c-branch'] },
    ]);
  });

  test('7.5: a plan is changed as one likes until it stands', () => {
    const state = planning('confederate', { 'u-train': '2125', 'c-gregg': '2124' });
    const laid = having(state, 'attack 2125 c-gregg 6-1');
    const struck = given(laid, 'cancel 2125');
    expect(struck.events).toEqual([{ type: 'struck', hexes: ['2125'] }]);
    expect(struck.state.battles).toEqual([]);
    expect(refused(state, 'cancel 2125').code).toBe('no-battle');
  });

  test('7.8: the column of the odds comes first, with the chances of each; a higher one is refused', () => {
    const state = planning('confederate', { 'u-3-2-v': '1107', 'c-gregg': '1207' });
    const asked = question(state, 'attack 1107 c-gregg');
    expect(asked?.choices[0]).toEqual({
      value: '2-1',
      label: '2-1, 8 against 3',
      hint: 'defender retreats 4 in 6, attacker retreats 2 in 6',
    });
    expect(asked?.choices).toHaveLength(6);
    expect(asked?.note).toContain('8 against 3');
    expect(refused(state, 'attack 1107 c-gregg 3-1')).toMatchObject({
      code: 'column-too-high',
      facts: { column: '3-1', odds: '2-1' },
    });
  });

  test('7.9, 9.1: chances are told in words that can be read aloud; bombarding guns are never harmed', () => {
    expect(chancesOf('3-1', false)).toBe('defender eliminated 1 in 6, defender retreats 4 in 6, exchange 1 in 6');
    expect(chancesOf('1-3', false)).toBe(
      'defender retreats 1 in 6, attacker retreats 4 in 6, attacker eliminated 1 in 6',
    );
    expect(chancesOf('1-3', true)).toBe('defender retreats 1 in 6, no effect 5 in 6');
  });

  test('7.1: once every duty is met the end of planning ends first', () => {
    const state = planning('confederate', { 'u-3-2-v': '1107', 'c-gregg': '1207' });
    expect(offered(state, {})).toEqual(['attack', 'done']);
    const laid = having(state, 'attack 1107 c-gregg 2-1');
    expect(offered(laid, {})).toEqual(['done', 'attack', 'cancel']);
  });

  test('9.3: guns in range and sight support an attack, named apart; none of them has to', () => {
    const state = planning('confederate', '1107 u-3-2-v, 1207 c-gregg, 1209 c-jones c-cutts');
    const asked = question(state, 'attack 1107 c-gregg');
    expect(asked).toMatchObject({ slot: 'guns', several: { least: 0, most: 2 } });
    const without: Order = { verb: 'attack', target: '1107', with: ['c-gregg'], guns: [], column: '2-1' };
    expect(having(state, without).battles).toMatchObject([{ attackers: ['c-gregg'], bombardment: false }]);
    const one: Order = { verb: 'attack', target: '1107', with: ['c-gregg'], guns: ['c-cutts'], column: '3-1' };
    expect(having(state, one).battles).toMatchObject([{ attackers: ['c-gregg', 'c-cutts'], column: '3-1' }]);
    expect(isLegal(legality(field), state, 'confederate', { ...one, guns: ['c-gregg'] })).toBe(false);
  });

  test('9.3: in an attack on several hexes guns need only one of them in range and sight', () => {
    // 1209 sees 1107 two hexes away and not 1106, three away behind it.
    const state = planning('confederate', '1107 u-1-2-v, 1106 u-3-2-v, 1206 c-gregg, 1209 c-jones');
    expect(offered(state, 'attack 1106+1107 c-gregg')).toEqual(['c-jones']);
  });

  test('9.1: guns bombard one enemy hex, two or three away and in sight; it is optional', () => {
    const state = planning('union', { 'u-2r-art': '0410', 'u-s-art': '0410', 'c-gregg': '0408' });
    expect(offered(state, {})).toEqual(['bombard', 'done']);
    expect(offered(state, 'bombard')).toEqual(['0408']);
    const laid = having(state, 'bombard 0408 u-2r-art,u-s-art 1-1');
    expect(laid.battles).toMatchObject([{ hexes: ['0408'], bombardment: true, column: '1-1' }]);
    expect(question(state, 'done')).toMatchObject({ slot: 'sure', choices: [{ value: 'yes' }] });
    expect(refused(state, 'done').code).toBe('sure');
    expect(having(state, 'done yes').step).toBe('move');
    expect(having(laid, 'done').step).toBe('fight');
  });

  test('9.1: guns in one hex share a target', () => {
    const state = planning('union', { 'u-2r-art': '0410', 'u-s-art': '0410', 'c-gregg': '0408', 'c-branch': '0609' });
    const laid = having(state, 'bombard 0408 u-s-art 1-1', 'bombard 0609 u-2r-art 1-5');
    expect(names(laid)).toEqual(['0609']);
  });

  test('9.1, 9.4, case 14: out of range, out of sight and what is no gun is refused', () => {
    const state = planning('union', { 'u-2r-art': '0410', 'u-1-2-v': '0411', 'c-gregg': '0408', 'c-branch': '0403' });
    const bombard = (target: string, ...attackers: string[]): Order => ({
      verb: 'bombard',
      target,
      with: attackers,
      column: '1-5',
    });
    expect(refused(state, bombard('0403', 'u-2r-art')).code).toBe('out-of-range');
    expect(refused(state, bombard('0408', 'u-1-2-v')).code).toBe('not-guns');
    const hidden = planning('union', { 'u-v-art': '1107', 'c-gregg': '1105', 'c-branch': '1108', 'u-2r-art': '1109' });
    expect(refused(hidden, bombard('1105', 'u-v-art')).code).toBe('guns-in-control');
    const forest = planning('union', { 'u-v-art': '1107', 'c-gregg': '1105', 'u-1-2-v': '0101', 'c-branch': '0102' });
    expect(refused(forest, bombard('1105', 'u-v-art')).code).toBe('no-sight');
  });

  test('9.2: guns in enemy control fight as infantry and do not bombard', () => {
    const state = planning('union', { 'u-v-art': '1107', 'c-gregg': '1207', 'c-branch': '1109' });
    expect(offered(state, {})).not.toContain('bombard');
    expect(offered(state, 'attack 1207')).toEqual(['u-v-art']);
    expect(duties(state)).toMatchObject({ own: [{ hex: '1107', pieces: ['u-v-art'] }] });
  });

  test('9.2: guns across a bare creek are not in control and may bombard, that neighbour too', () => {
    const state = planning('union', { 'u-v-art': '0508', 'c-gregg': '0507' });
    expect(offered(state, 'bombard')).toEqual(['0507']);
    const { battles } = having(state, 'bombard 0507 u-v-art 1-5');
    expect(battles).toMatchObject([{ bombardment: true }]);
  });

  test('14.3: Union pieces attack and bombard into the closed zone (case 23)', () => {
    const state = planning('union', { 'u-1-2-v': '0417', 'c-gregg': '0317' }, { turn: 12 });
    expect(offered(state, 'attack')).toEqual(['0317']);
  });

  test('10.1, case 19: by night nobody fights', () => {
    const night = opened('confederate', { 'u-1-2-v': '1107', 'c-gregg': '1207' }, { turn: 5 });
    expect(night.events.slice(0, 2)).toEqual([
      { type: 'quiet', turn: 5, side: 'confederate', night: true },
      { type: 'phase', turn: 5, side: 'union', kind: 'movement' },
    ]);
    expect(night.state).toMatchObject({ turn: 5, side: 'union', step: 'move' });
    const train = opened('union', { 'u-train': '2125', 'c-gregg': '2124' }, { turn: 13 });
    expect(train.state.where['u-train']).toBe('2125');
    expect(train.state).toMatchObject({ turn: 14, side: 'confederate', step: 'move' });
  });

  test('an attack is laid out before a die is thrown, and none is', () => {
    const state = planning('confederate', { 'u-3-2-v': '1107', 'c-gregg': '1207' });
    // Dice that show nothing throw an error when they are thrown.
    const { events } = fought(state, ['attack 1107 c-gregg 2-1']);
    expect(events.map(({ type }) => type)).toEqual(['laid']);
  });
});
