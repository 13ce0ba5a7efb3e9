import { beforeAll, describe, expect, test } from 'vitest';
import { labelText, labelWithChance, legalOrders } from '../../../src/game/index.ts';
import { signed } from '../../../src/kit/plain-english.ts';
import type { State } from '../../../src/systems/overland/state.ts';
import { view } from '../../../src/systems/overland/view.ts';
import type { Order } from '../../../src/systems/overland/vocabulary.ts';
import { ending, text } from '../../../src/systems/overland/words/game-status.ts';
import { describe as described, label } from '../../../src/systems/overland/words/orders.ts';
import { pointsLeft, tell } from '../../../src/systems/overland/words/sentences.ts';
import { numbers } from './data.ts';
import { legality, order, play, position } from './play.ts';
import { type Reachable, reachable } from './reachable.ts';

/** What no sentence may hold: a raised voice, slips of the pen, a hyphen for a minus sign, a name in capitals inside a sentence. */
const AWKWARD = /!| {2}|undefined|null|NaN|\[object|(^|[ (])-\d|[a-z,] The [WV]|\b1 Action Points| ,| \./;

describe('words', () => {
  test('numbers carry a real minus sign, points are counted', () => {
    expect([signed(-1), signed(2), signed(-12)]).toEqual(['−1', '+2', '−12']);
    expect([0, 1, 2, 10].map(pointsLeft)).toEqual([
      '0 Action Points',
      '1 Action Point',
      '2 Action Points',
      '10 Action Points',
    ]);
  });

  test('the opening of each variant', () => {
    const opening = (variant: string, points: number) => tell(numbers(variant), { type: 'opened', variant, points });
    expect(opening('standard', 10)).toBe(
      'Grant faces Lee in the Wilderness. Take Richmond or cross the James by 3 June 1864. You have 10 Action Points: each of your rolls costs one, marches are free. Sigel wins back up to 2 points if he beats Breckinridge. Each button shows the roll you need.',
    );
    expect(opening('short-rations', 8)).toBe(
      'Grant faces Lee in the Wilderness. Take Richmond or cross the James by 3 June 1864. You have 8 Action Points: each of your rolls costs one, marches are free. Sigel wins back up to 2 points if he beats Breckinridge. Each button shows the roll you need.',
    );
    const apart = {
      ...numbers(),
      leaders: { ...numbers().leaders, lee: { name: 'Lee', rating: 3, start: 'richmond' } },
    } as const;
    expect(tell(apart, { type: 'opened', variant: 'standard', points: 1 })).toBe(
      'Grant is in the Wilderness, Lee in Richmond. Take Richmond or cross the James by 3 June 1864. You have 1 Action Point: each of your rolls costs one, marches are free. Sigel wins back up to 2 points if he beats Breckinridge. Each button shows the roll you need.',
    );
  });

  test('orders as the log says them, after the name of whoever gave them', () => {
    const say = (written: string) => described(numbers(), order(written));
    expect(say('attack butler')).toBe('orders Butler to attack');
    expect(say('move wilderness')).toBe('sends Grant to the Wilderness');
    expect(say('tma cold-harbor')).toBe('orders a turning movement to Cold Harbor');
    expect(say('cross')).toBe('orders the crossing of the James');
  });

  test('orders as buttons offer them: what, against whom, and the die it takes', () => {
    const at = position({ turning: true });
    const button = (state: State, written: string) => labelText(label(numbers(), state, order(written)), true);
    expect(button(at, 'attack grant')).toBe('Grant attacks Lee · 5+');
    expect(button(at, 'attack butler')).toBe('Butler attacks Beauregard · 6');
    expect(button(at, 'tma spotsylvania')).toBe('Turn to Spotsylvania · 3 or less');
    const bank = position({ grant: 'savage-station', lee: 'richmond', beauregard: 'richmond' });
    expect(button(bank, 'attack grant')).toBe('Grant attacks Richmond · 6');
    expect(button(bank, 'attack butler')).toBe('Butler attacks Richmond · can’t win');
    expect(button(bank, 'cross')).toBe('Cross the James · 3 or less');
    expect(button(position({ grant: 'spotsylvania', lee: 'richmond' }), 'move wilderness')).toBe(
      'March to the Wilderness',
    );
  });

  test('the die an order takes comes apart from what it does, for where odds are hidden', () => {
    const at = position({ turning: true });
    expect(label(numbers(), at, order('attack grant'))).toEqual({
      text: 'Grant attacks Lee',
      odds: '5+',
      chance: '2 in 6',
      tone: 'attack',
    });
    expect(label(numbers(), at, order('tma spotsylvania'))).toEqual({
      text: 'Turn to Spotsylvania',
      odds: '3 or less',
      chance: '3 in 6',
      tone: 'bold',
    });
    const bank = position({ grant: 'savage-station', lee: 'richmond', beauregard: 'richmond' });
    expect(label(numbers(), bank, order('attack butler'))).toEqual({
      text: 'Butler attacks Richmond',
      odds: 'can’t win',
      chance: '0 in 6',
      tone: 'attack',
    });
    const cross = label(numbers(), bank, order('cross'));
    expect(labelText(cross, false)).toBe('Cross the James');
    expect(labelWithChance(cross)).toBe('Cross the James · 3 in 6');
    expect(label(numbers(), position({ grant: 'spotsylvania', lee: 'richmond' }), order('move wilderness'))).toEqual({
      text: 'March to the Wilderness',
      tone: 'move',
    });
  });

  test.each([
    ['where he stands', { grant: 'north-anna', lee: 'ashland' }, 'ashland', 'Ashland · Lee is there'],
    [
      'from Ashland to Cold Harbor',
      { grant: 'north-anna', lee: 'ashland' },
      'cold-harbor',
      'Cold Harbor · Lee follows',
    ],
    ['out of Richmond', { grant: 'cold-harbor', lee: 'richmond' }, 'savage-station', 'Savage Station · Lee may block'],
    ['along a line', { grant: 'cold-harbor', lee: 'mechanicsville' }, 'ashland', 'Ashland · Lee may block'],
    ['not beyond Richmond', { grant: 'north-anna', lee: 'spotsylvania' }, 'ashland', 'Ashland'],
    ['not far from Richmond', { grant: 'cold-harbor', lee: 'richmond' }, 'north-anna', 'North Anna'],
  ] as const)('a march says what Lee does about it [XII.C]: %s', (_, at, to, said) => {
    expect(label(numbers(), position(at), order(`move ${to}`)).text).toBe(`March to ${said}`);
  });

  test('the end: who won or lost, why, and by which paragraph', () => {
    const end = (state: State, written: string, ...dice: number[]) => {
      const after = play(state, written, ...dice).state;
      return { won: after.over?.won, ...ending(numbers(after.variant), after) };
    };
    expect(ending(numbers(), position())).toBeNull();
    expect(end(position({ points: 1, grant: 'cold-harbor', lee: 'cold-harbor' }), 'attack grant', 1)).toEqual({
      won: false,
      headline: 'Richmond stands. The campaign is lost.',
      reason:
        'The last Action Point is spent. Richmond wasn’t taken, and nobody crossed the James. ' +
        'Grant and Lee still contest Cold Harbor. [III]',
    });
    expect(end(position({ points: 1, grant: 'north-anna', lee: 'ashland' }), 'attack butler', 1).reason).toContain(
      'Grant is at North Anna, Lee at Ashland. [III]',
    );
    expect(end(position({ grant: 'savage-station', points: 4 }), 'cross', 1)).toEqual({
      won: true,
      headline: 'Grant is across the James. The campaign is won.',
      reason: 'Grant’s crossing of the James from Savage Station wins the game, with 3 Action Points to spare. [III]',
    });
    const bank = { grant: 'savage-station', lee: 'richmond' } as const;
    expect(end(position({ ...bank, points: 2 }), 'attack grant', 6)).toEqual({
      won: true,
      headline: 'Richmond has fallen to Grant. The campaign is won.',
      reason: 'The capture of Richmond wins the game, with 1 Action Point to spare. [III]',
    });
    expect(end(position({ ...bank, points: 1 }), 'attack grant', 6).reason).toContain(
      'wins the game, on the last Action Point.',
    );
  });
});

describe('the position in words', () => {
  test('says everything the picture shows', () => {
    expect(text(view(numbers(), position({ points: 7, turning: true, breckinridge: 'gone' })), true)).toBe(
      [
        '**Overland** · Standard · 13 May 1864 · **7 Action Points** of 10 left',
        '**Your turn: orders you can give, with the roll you need:**',
        '- Grant attacks Lee · 5+ (no modifiers)',
        '- Butler attacks Beauregard · 6 (ratings −1)',
        '- Turn to Spotsylvania · 3 or less',
        'Attacks, turning movements and crossings cost 1 Action Point each; marches are free.',
        'Grant has earned a turning movement.',
        '**How you win:** take Richmond, or get Grant across the James from Savage Station. You lose if you’ve done neither when ' +
          'the last Action Point is spent, on 3 June. Grant’s shortest way is by Spotsylvania, North Anna and Ashland, then Richmond.',
        'The Valley has been won: no more points can be won back.',
        '**Losses so far:** leaders out of the game: Breckinridge. Troops aren’t counted.',
        '**Where they stand:**',
        '- The Wilderness: Grant (US 3) and Lee (CSA 3), **contested**',
        '- Drury’s Bluff: Butler (US 1) and Beauregard (CSA 2), **contested**',
        '- The Valley: Sigel (US 1)',
        '- Nobody is anywhere else.',
        '**Lines:** The Wilderness – Spotsylvania; Spotsylvania – North Anna; North Anna – Ashland; North Anna – Cold Harbor; ' +
          'Ashland – Cold Harbor; Ashland – Mechanicsville; Cold Harbor – Mechanicsville; Cold Harbor – Savage Station; ' +
          'Mechanicsville – Savage Station.',
        '**Arrows into Richmond:** Ashland −1, Mechanicsville −2, Savage Station −1, Drury’s Bluff −1. ' +
          '**Area Defenses:** Ashland −1, Mechanicsville −1.',
        '**Combat results:** 1 or less: fails; 2 to 4: fails, but Grant earns a turning movement if he attacked Lee in ' +
          'a contested area; 5 or more: the defender retreats.',
      ].join('\n'),
    );
  });

  test('says what is added to the die of an attack, and what can be won back', () => {
    const bank = { grant: 'mechanicsville', lee: 'richmond', points: 10 } as const;
    const words = text(view(numbers(), position(bank)), true);
    expect(words).toContain('(the arrow −2)');
    expect(words).toContain('Beating Breckinridge in the Valley wins back 1 point, once.');
    expect(text(view(numbers(), position({ points: 4 })), true)).toContain('wins back 2 points, once.');
    const contest = position({ grant: 'ashland', lee: 'ashland' });
    expect(text(view(numbers(), contest), true)).toContain('Grant attacks Lee · 6 (Area Defense −1)');
    expect(text(view(numbers(), contest), false)).not.toContain('Area Defense −1)');
  });

  test('Grant across the James is out of the areas, and told so', () => {
    const won = play(position({ grant: 'savage-station', lee: 'richmond' }), 'cross', 1).state;
    const words = text(view(numbers(), won), true);
    expect(words).not.toContain('Grant (US');
    expect(words).toContain('- Across the James: Grant');
    expect(words).not.toContain('Out of the game: Grant');
    expect(words).toContain('**Grant is across the James. The campaign is won.**');
  });

  test('an attempt earned by the last point of all is not shown as one that may be used', () => {
    const lost = play(position({ points: 1 }), 'attack grant', 3);
    expect(lost.events.map(({ type }) => type)).toEqual(['battle', 'earned', 'lost']);
    const words = text(view(numbers(), lost.state), true);
    expect(words).toContain('**Richmond stands. The campaign is lost.**');
    expect(words).not.toContain('turning movement attempt');
  });

  test('a table with rows of one and without a lower end reads well', () => {
    const shown = view(numbers(), position());
    const rows = [
      { upTo: -2, result: 'nothing' },
      { upTo: -1, result: 'turning' },
      { upTo: null, result: 'retreat' },
    ] as const;
    expect(text({ ...shown, combatResults: rows }, true)).toContain(
      '**Combat results:** −2 or less: fails; −1: fails,',
    );
    expect(text({ ...shown, combatResults: [{ upTo: null, result: 'retreat' }] }, true)).toContain(
      'any die: the defender retreats',
    );
  });
});

describe('everything that is ever said', () => {
  let game: Reachable;
  beforeAll(() => {
    game = reachable('standard');
  });

  test('is well put', () => {
    const said = new Set<string>();
    for (const state of game.states) {
      const data = numbers(state.variant);
      said.add(text(view(data, state), true)).add(text(view(data, state), false));
      const ended = ending(data, state);
      if (ended) said.add(ended.headline).add(ended.reason);
      for (const one of legalOrders(legality, state, 'us')) {
        said.add(labelText(label(data, state, one as Order), true)).add(described(data, one as Order));
      }
      for (const { events } of game.steps.get(state) ?? []) for (const event of events) said.add(tell(data, event));
    }
    expect([...said].filter((words) => AWKWARD.test(words))).toEqual([]);
    expect([...said].filter((words) => words.length > 1900)).toEqual([]);
  });

  test('begins with a capital and ends with a stop, where it is a sentence of the log', () => {
    const told = new Set<string>();
    for (const steps of game.steps.values()) {
      for (const { events } of steps) for (const event of events) told.add(tell(numbers(), event));
    }
    expect([...told].filter((sentence) => !/^[A-Z].*[.]$/.test(sentence))).toEqual([]);
    expect([...told].filter((sentence) => sentence.length > 160)).toEqual([]);
  });

  test('buttons are labelled within Discord’s eighty characters, no two alike', () => {
    for (const state of game.states) {
      const orders = [...legalOrders(legality, state, 'us')].map((one) => label(numbers(), state, one as Order));
      const labels = orders.map((one) => labelText(one, true));
      if (labels.some((one) => one.length > 80) || new Set(orders.map(({ text }) => text)).size !== labels.length) {
        throw new Error(labels.join(' | '));
      }
    }
  });
});
