import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sealedDice } from '../../src/game/index.ts';
import { readLibrary } from '../../src/host/index.ts';
import { withPrompt } from '../../src/host/messages/message-of.ts';
import { withoutRepeats } from '../../src/host/table/turn-words.ts';
import { SKIRMISH, skirmish } from '../games/skirmish/index.ts';
import { folderOf } from './fixture.ts';
import { DONE, HOUR, orders, twoSides, users } from './two-sides.ts';

const BO = '200';
const CY = '300';

test('a line that the ping under it says again is left out', () => {
  const text = 'Points: 3\nUnion: Warren must retreat. Choose where.\nConfederates: 4 for 1 Union unit eliminated.';
  const again = '<@1> **Union:** Your turn again. Warren must retreat. Choose where.';
  expect(withPrompt(text, again)).toBe(`Points: 3\nConfederates: 4 for 1 Union unit eliminated.\n${again}`);
  expect(withPrompt(text, '**Union:** It’s your turn.')).toBe(`${text}\n**Union:** It’s your turn.`);
});

describe('a side', () => {
  test('two sides that have as long as each other are told until when once', () => {
    const until = '-# If nobody has chosen by noon, the bot chooses.';
    expect(
      withoutRepeats([`**Union:** It’s your turn.\n${until}`, '**Confederates:** It’s your turn.', until]),
    ).toEqual(['**Union:** It’s your turn.', '**Confederates:** It’s your turn.', until]);
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

function turnNotices(camp: ReturnType<typeof twoSides>) {
  return camp.store.notices().filter(({ kind }) => kind === 'turn');
}
