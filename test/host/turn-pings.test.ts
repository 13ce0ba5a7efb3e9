import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sealedDice } from '../../src/game/index.ts';
import { readLibrary } from '../../src/host/index.ts';
import { withPrompt } from '../../src/host/messages/message-of.ts';
import { withoutRepeats } from '../../src/host/table/turn-words.ts';
import { SKIRMISH, skirmish } from '../games/skirmish/index.ts';
import { heard } from './camp.ts';
import { folderOf, labels, pressOf, said } from './fixture.ts';
import { DONE, fightUntilBeaten, HOUR, MINUTE, on, orders, twoSides, users } from './two-sides.ts';

const BO = '200';
const CY = '300';
const DEE = '400';

test('a line that the ping under it says again is left out', () => {
  const text = 'Points: 3\nUnion: Warren must retreat. Choose where.\nConfederates: 4 for 1 Union unit eliminated.';
  const again = '<@1> **Union:** Your turn again. Warren must retreat. Choose where.';
  expect(withPrompt(text, again)).toBe(`Points: 3\nConfederates: 4 for 1 Union unit eliminated.\n${again}`);
  expect(withPrompt(text, '**Union:** It’s your turn.')).toBe(`${text}\n**Union:** It’s your turn.`);
});

describe('a side', () => {
  test('is pinged once when it becomes its turn, in the message that brings it about', () => {
    const camp = twoSides();
    expect(users(orders(camp, 'Bo', DONE))).toEqual([]);
    const turn = orders(camp, 'Bo', DONE);
    expect(turn.text.split('\n').at(-1)).toBe(`<@${CY}> **Confederacy:** Your movement.`);
    expect([users(turn), turn.notices]).toEqual([[CY], [expect.any(Number)]]);
    // Under the same name nobody is pinged anew.
    expect(users(orders(camp, 'Cy', { verb: 'move', unit: 'c1', to: '4' }))).toEqual([]);
  });

  test('is pinged with all of its members but who has just acted', () => {
    const camp = twoSides();
    camp.dee.seats.join('union');
    expect(users(orders(camp, 'Bo', DONE))).toEqual([DEE]);
    orders(camp, 'Dee', DONE);
    orders(camp, 'Cy', DONE);
    expect(users(orders(camp, 'Cy', DONE))).toEqual([BO, DEE]);
  });

  test('that its player plays both sides is not pinged by what they did themselves', () => {
    const camp = twoSides();
    const both = camp.bo.seats.join('confederate');
    // Those they play against are told.
    expect(users(both)).toEqual([CY]);
    expect(both.text).toContain('<@300> **Bo** joins the Confederacy too and now plays more than one side.');
    const again = camp.bo.seats.join('confederate');
    expect([again.to, again.text]).toEqual(['member', 'You already play the Confederacy.']);
    orders(camp, 'Bo', DONE);
    expect(users(orders(camp, 'Bo', DONE))).toEqual([CY]);
    expect(users(orders(camp, 'Bo', DONE))).toEqual([CY]);
  });

  test('is pinged by its role where one is set, and by its members again where none is', () => {
    const camp = twoSides();
    const set = camp.ada.seats.setRole('confederate', '77');
    expect(set.text).toContain('for the Confederacy: <@&77>.');
    orders(camp, 'Bo', DONE);
    const turn = orders(camp, 'Bo', DONE);
    expect(turn.pings).toEqual({ users: [], roles: ['77'] });
    expect(turn.text).toContain('<@&77> **Confederacy:** Your movement.');
    camp.ada.seats.setRole('confederate', null);
    orders(camp, 'Cy', DONE);
    orders(camp, 'Cy', DONE);
    on(camp, () => camp.entries().length > 11);
  });

  test('under a commander, only who is in command is pinged', () => {
    const camp = twoSides();
    camp.dee.seats.join('confederate');
    const cy = camp.as('Cy', { isModerator: true });
    said(camp.host.council.set(cy, { mode: 'commander', commander: DEE }, { [DEE]: 'Dee' }));
    expect(camp.entries().findLast(({ kind }) => kind === 'council')).toMatchObject({ seat: 'confederate' });
    orders(camp, 'Bo', DONE);
    expect(users(orders(camp, 'Bo', DONE))).toEqual([DEE]);
  });

  test('that nobody plays is not pinged, and whoever joins it first needs no ping', () => {
    const camp = twoSides();
    camp.cy.seats.bench({ discordId: CY, name: 'Cy' }, null);
    orders(camp, 'Bo', DONE);
    expect(users(orders(camp, 'Bo', DONE))).toEqual([]);
    const joined = camp.dee.seats.join('confederate');
    expect([joined.text, users(joined)]).toEqual(['**Dee** joins the Confederacy.', []]);
    expect(users(camp.cy.seats.join('confederate'))).toEqual([]);
  });

  test('that a moderator puts somebody on is pinged with them, once', () => {
    const camp = twoSides();
    camp.cy.seats.bench({ discordId: CY, name: 'Cy' }, null);
    orders(camp, 'Bo', DONE);
    orders(camp, 'Bo', DONE);
    const put = camp.ada.seats.put({ discordId: DEE, name: 'Dee' }, 'confederate');
    expect(put.text).toMatch(/^\*\*Ada\*\* moves <@400> to the Confederacy\./);
    expect(users(put)).toEqual([DEE]);
  });

  test('whose choice is asked in the other’s turn is told until when, and what is done then', () => {
    const camp = twoSides();
    const beaten = fightUntilBeaten(camp);
    const at = camp.now() / 1000 + 12 * 3600;
    expect(beaten.text).toContain(`<@${CY}> **Confederacy:** Do they stand?`);
    expect(beaten.text).toContain(`nobody has chosen by <t:${at}:f> (<t:${at}:R>), the bot chooses: “They go back”.`);
    expect(users(beaten)).toEqual([CY]);
  });

  test('two sides that have as long as each other are told until when once', () => {
    const until = '-# If nobody has chosen by noon, the bot chooses.';
    expect(
      withoutRepeats([`**Union:** It’s your turn.\n${until}`, '**Confederates:** It’s your turn.', until]),
    ).toEqual(['**Union:** It’s your turn.', '**Confederates:** It’s your turn.', until]);
  });

  test('that goes on at once after the other has chosen is not pinged anew; after a longer while it is', () => {
    for (const [pause, pinged] of [
      [MINUTE, []],
      [HOUR, [BO]],
    ] as const) {
      const camp = twoSides('skirmish-line', { file: `pause-${pause}.sqlite` });
      fightUntilBeaten(camp);
      camp.pass(pause);
      const back = orders(camp, 'Cy', { verb: 'retreat', stand: 'no' });
      expect(users(back)).toEqual(pinged);
      // Called or not, the message says whose turn it is now.
      const [last] = back.text.split('\n').slice(-1);
      expect(last).toMatch(pinged.length > 0 ? /^<@200> \*\*Union:\*\* / : /^\*\*Union:\*\* Your turn again\. /);
    }
  });
});

/** How often each side is pinged in each turn of a side, where machines choose and so long goes by between two orders. */
function pingsByTurn(pause: number): number[] {
  const camp = twoSides('road-to-richmond', { file: `turns-${pause}.sqlite` });
  const member = { union: 'Bo', confederate: 'Cy' } as const;
  const { table } = camp;
  const pings = new Map<string, number>();
  const { system } = table();
  for (let given = 0; given < 130; ) {
    const { state } = table().position;
    const [asked] = system.rules.asked(state);
    if (!asked) break;
    const dice = sealedDice((text) => createHash('sha256').update(text).digest(), {
      game: 'g',
      turn: given,
      order: 'm',
    });
    for (const order of system.play?.machine?.orders(system.knowledge.view(state, asked.seat), asked.seat, dice) ??
      []) {
      camp.pass(pause);
      const told = orders(camp, member[asked.seat as keyof typeof member], order as Record<string, string>);
      const { turn } = system.rules.phase?.(table().position.state) ?? { turn: '' };
      for (const user of users(told)) pings.set(`${turn} ${user}`, (pings.get(`${turn} ${user}`) ?? 0) + 1);
      given += 1;
    }
  }
  return [...pings.values()];
}

test('in one turn of a side each side is pinged once, whatever it is asked there; after long waits once more', () => {
  const [quick, slow] = [pingsByTurn(1000), pingsByTurn(HOUR)];
  expect([quick.length > 5, Math.max(...quick)]).toEqual([true, 1]);
  expect([slow.length > 5, Math.max(...slow)]).toEqual([true, 2]);
});

/** Skirmish Line with turns of sides, in which every attack beats a division. */
const victorious: typeof SKIRMISH = {
  ...SKIRMISH,
  rules: {
    ...SKIRMISH.rules,
    phase: ({ turn, side, step }) => ({ key: `${turn} ${side} ${step}`, turn: `${turn} ${side}` }),
    apply(state, seat, order, dice) {
      const roll = (sides: number, purpose: string) => Math.max(4, dice.roll(sides, purpose));
      return SKIRMISH.rules.apply(state, seat, order, { ...dice, roll });
    },
  },
};

test('of three attacks in one turn, each waited for long, each side is pinged for two; of quick ones for one', () => {
  for (const [pause, most] of [
    [1000, 1],
    [HOUR, 2],
  ] as const) {
    const library = readLibrary([{ ...skirmish, load: () => victorious }], folderOf);
    const camp = twoSides('skirmish-line', { file: `attacks-${pause}.sqlite`, library });
    for (const unit of ['u1', 'u2', 'u3']) orders(camp, 'Bo', { verb: 'move', unit, to: '3' });
    for (const member of ['Bo', 'Bo'] as const) orders(camp, member, DONE);
    for (const unit of ['c1', 'c2', 'c3']) orders(camp, 'Cy', { verb: 'move', unit, to: '4' });
    const pinged: string[] = [];
    const then = (member: 'Bo' | 'Cy', order: Readonly<Record<string, string>>) => {
      camp.pass(pause);
      pinged.push(...users(orders(camp, member, order)));
    };
    for (const member of ['Cy', 'Cy', 'Bo'] as const) then(member, DONE);
    for (const unit of ['u1', 'u2', 'u3']) {
      then('Bo', { verb: 'attack', unit, to: 'c1' });
      then('Cy', { verb: 'retreat', stand: 'yes' });
    }
    for (const user of [BO, CY]) expect(pinged.filter((one) => one === user)).toHaveLength(most);
  }
});

describe('a ping', () => {
  test('that was lost on its way is in the map that comes late, and pings then', () => {
    const camp = twoSides();
    orders(camp, 'Bo', DONE);
    orders(camp, 'Bo', DONE);
    const after = camp.restarted();
    const [owed] = after.host.undelivered.undeliveredMaps();
    const late = owed && after.host.undelivered.lateMap(owed);
    expect(late?.text).toContain(`<@${CY}> **Confederacy:** Your movement.`);
    expect(late?.pings.users).toEqual([CY]);
    expect(late?.notices).toHaveLength(1);
    after.host.undelivered.heard(late?.notices ?? []);
    expect(turnNotices(after)).toEqual([]);
  });

  test('is struck out where the side is waited for no more, and where the campaign has ended', () => {
    const camp = twoSides();
    orders(camp, 'Bo', DONE);
    const { notices } = orders(camp, 'Bo', DONE);
    const [notice = 0] = notices;
    orders(camp, 'Cy', DONE);
    expect(camp.host.undelivered.notice(notice, camp.now())).toBeNull();
    expect(camp.store.notice(notice)).toBeNull();
    orders(camp, 'Cy', DONE);
    expect(turnNotices(camp)).toHaveLength(1);
    camp.ada.games.abandon(null);
    expect(turnNotices(camp)).toEqual([]);
    expect(camp.store.alarms(Number.MAX_SAFE_INTEGER)).toEqual([]);
    expect(camp.store.turnPings('campaign01')).toEqual([]);
  });

  test('that is undone with its order is made again when the order is given again', () => {
    const camp = twoSides();
    orders(camp, 'Bo', DONE);
    orders(camp, 'Bo', DONE);
    expect(users(camp.bo.undo.takeBack())).toEqual([]);
    expect(turnNotices(camp)).toEqual([]);
    expect(users(orders(camp, 'Bo', DONE))).toEqual([CY]);
  });

  test('of a side that hides something names the side alone', () => {
    const camp = twoSides('picket-line');
    const sealed = orders(camp, 'Bo', { verb: 'commit', regiment: handOf(camp)[0] ?? '' });
    expect(sealed.text).not.toContain('Whom do you send');
    const ping = camp.store
      .turnPings('campaign01')
      .map(({ seat, phaseKey, since }) => [seat, phaseKey, since !== null]);
    expect(ping).toEqual([
      ['confederate', 'road-0', true],
      ['union', 'road-0', false],
    ]);
    camp.ada.clocks.showOrSet({ reminder: '1h' });
    const reminded = heard(camp.wait(HOUR));
    // Small print stays below what is asked.
    const [asked, print] = reminded.text.split('\n').slice(-2);
    expect(asked).toBe(`<@${CY}> **Confederacy:** Still waiting for you. It’s your turn.`);
    expect(print).toMatch(/^-# Sealed log /);
  });

  test('of a side that hides something says until when it may choose, and not what is chosen then', () => {
    const camp = twoSides('picket-line');
    const hand = (member: 'Bo' | 'Cy') =>
      camp.member(member).completions.order({ verb: 'commit' }, 'regiment', '')[0]?.value ?? '';
    const awaited = () =>
      camp.store.turnPings('campaign01').find(({ since, phaseKey }) => since !== null && phaseKey.endsWith('battle'));
    let told = '';
    for (let roads = 3; roads > 0 && !awaited(); roads--)
      for (const member of ['Bo', 'Cy'] as const)
        told = orders(camp, member, { verb: 'commit', regiment: hand(member) }).text;
    expect(awaited()).toBeDefined();
    expect(told).toMatch(/-# If nobody has chosen by <t:\d+:f> .*\), the bot chooses\.\n-# Sealed log `[^\n]+$/);
  });
});

test('a call that the channel is still to hear names nobody who has gone', () => {
  const camp = twoSides();
  camp.dee.seats.join('confederate');
  orders(camp, 'Bo', DONE);
  orders(camp, 'Bo', DONE);
  camp.cy.myData.delete(true);
  const [call] = camp.store.notices().filter(({ kind }) => kind === 'turn');
  expect(call?.users).toEqual(['400']);
  const told = camp.host.undelivered.notice(call?.id ?? 0, camp.now());
  expect(told?.answer.text).toBe('<@400> **Confederacy:** Your movement.');
});

describe('a reminder', () => {
  test('comes once, with the map, and pings whoever is waited for', () => {
    const camp = twoSides();
    orders(camp, 'Bo', DONE);
    orders(camp, 'Bo', DONE);
    const reminded = heard(camp.wait(24 * HOUR));
    expect(reminded.text).toContain(`<@${CY}> **Confederacy:** Still waiting for you. Your movement.`);
    expect([users(reminded), reminded.drawing === null]).toEqual([[CY], false]);
    expect(camp.wait(100 * HOUR)).toEqual([]);
    orders(camp, 'Cy', DONE);
    expect(users(heard(camp.wait(24 * HOUR)))).toEqual([CY]);
  });

  test('is not lost over a restart, and not needed where the side has done its part', () => {
    const camp = twoSides();
    orders(camp, 'Bo', DONE);
    orders(camp, 'Bo', DONE);
    camp.pass(23 * HOUR);
    const after = camp.restarted();
    expect(users(heard(after.wait(HOUR)))).toEqual([CY]);
    orders(after, 'Cy', DONE);
    orders(after, 'Cy', DONE);
    on(after, () => after.store.latestIn('front')?.ended !== null);
    expect(after.wait(100 * HOUR)).toEqual([]);
  });
});

describe('the first map', () => {
  test('has a button for each side, and so has the word to somebody without one', () => {
    const camp = twoSides();
    camp.ada.games.abandon(null);
    const opening = camp.ada.games.start('skirmish-line', null);
    expect(labels(opening).slice(0, 2)).toEqual(['Join the Union', 'Join the Confederacy']);
    const { seat, game } = pressOf(opening, 'Join the Union', 'join');
    expect(camp.dee.seats.join(seat, game).text).toBe('**Dee** joins the Union.');
    const nobody = camp.bo.orders.give(DONE);
    expect(labels(nobody)).toEqual(['Join the Union', 'Join the Confederacy']);
    expect(camp.dee.seats.join(seat, 'campaign01').text).toContain('This is the one being played');
  });
});

function turnNotices(camp: ReturnType<typeof twoSides>) {
  return camp.store.notices().filter(({ kind }) => kind === 'turn');
}

function handOf(camp: ReturnType<typeof twoSides>): string[] {
  return camp.bo.completions.order({ verb: 'commit' }, 'regiment', '').map(({ value }) => value);
}
