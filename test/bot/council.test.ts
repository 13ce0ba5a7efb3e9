import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/council/index.ts';
import { PANEL } from '../../src/host/base/voting-words.ts';
import { manualClock } from '../../src/time-source.ts';
import { answer } from '../answered-message.ts';
import { blankPicture, knownChance, startProduct } from './fixture.ts';
import { ballotOf, clockTime, posted, Voting } from './voting.ts';

let here: Voting;
beforeEach(async () => {
  const clock = manualClock();
  here = new Voting(
    await startProduct({ chance: knownChance(1), clock, extraMembers: 3, render: blankPicture }),
    clock,
    'the-wilderness',
  );
});
afterEach(async () => {
  expect(here.product.logged.filter(({ level }) => level >= 40)).toEqual([]);
  await here.product.close();
});

/** The whole log: how long a campaign's sentences get depends on its dice, and so how many pages it has. */
async function logged(): Promise<string> {
  let page = answer(await here.at('Cy').command('log'));
  const pages = [page.content];
  while (page.buttons.some(({ label }) => label === 'Earlier')) {
    page = answer(await here.at('Cy').press(page, 'Earlier'));
    pages.unshift(page.content);
  }
  return pages.join('\n');
}

describe('the window of a ballot', () => {
  test('one reminder, one extension, then what votes there are; all of it at its minute', async () => {
    const began = here.clock.now();
    const first = await here.begin({ window: '20m', quorum: 3 });
    expect(here.card()).toContain(
      'Needs 3 voters. With fewer, it stays open 20 minutes longer, and then one vote is enough.',
    );
    expect(here.card()).toContain(clockTime(began + 20 * MINUTE));
    await here.vote('Bo', 'Sigel attacks');
    await here.pass(15 * MINUTE);
    const reminder = await here.hears(/2 more votes needed/);
    expect(reminder.text).toContain(clockTime(began + 20 * MINUTE));
    expect([reminder.mentions, reminder.mentionedRoles, reminder.mentionsEveryone]).toEqual([[], [], false]);
    expect(posted(reminder)).toBe(began + 15 * MINUTE);

    await here.pass(5 * MINUTE);
    const extended = await here.hears('Too few have voted.');
    expect(posted(extended)).toBe(began + 20 * MINUTE);
    await here.upToDate();
    expect(here.card()).toContain(', extended.');
    expect(here.card()).toContain(clockTime(began + 40 * MINUTE));
    expect(here.open().filter(({ text }) => /more votes? needed/.test(text))).toHaveLength(1);

    await here.pass(began + 40 * MINUTE - here.clock.now());
    const result = await here.hears(/\*\*The council\*\* orders Sigel to attack, with the only vote/);
    expect(posted(result)).toBe(began + 40 * MINUTE);
    expect(result.mentions).toEqual([]);
    await here.ballotAfter(ballotOf(first) ?? 0);
    await here.upToDate();
    expect(here.card(first)).toMatch(
      /^The next order: Sigel attacks Breckinridge\n1 vote counted\..*\n\*\*1\*\* · Sigel.*: Bo/,
    );
    expect(here.open().filter(({ text }) => text.includes('Too few have voted.'))).toHaveLength(1);
  });

  test('a reminder calls one role, and nobody else', async () => {
    const { world } = here.product.sandbox;
    const staff = world.role(world.guild('Army of the Potomac'), 'Staff').id;
    await here.begin({ window: '1h', 'reminder-role': staff });
    await here.pass(45 * MINUTE);
    const reminder = await here.hears(/2 more votes needed/);
    expect(reminder.mentionedRoles).toEqual([staff]);
    expect([reminder.mentions, reminder.mentionsEveryone]).toEqual([[], false]);
    const others = here.open().filter(({ id }) => id !== reminder.id);
    for (const { mentionedRoles, mentions } of others) expect([...mentionedRoles, ...mentions]).toEqual([]);
  });
});

describe('a ballot is closed', () => {
  test('early, by the vote that brings one order so many', async () => {
    const first = await here.begin({ early: 3, quorum: 2 });
    expect(here.card()).toContain('It closes as soon as one order has 3 votes');
    await here.vote('Ada', 'Grant attacks');
    await here.vote('Bo', 'Butler attacks');
    await here.vote('Cy', 'Grant attacks');
    const settling = await here.vote('Bo', 'Grant attacks');
    expect(settling.content).toMatch(
      /^Your vote is now \*\*Grant attacks Lee\*\* \(before: Butler .+\)\.\nYour vote closed the ballot/,
    );
    expect(settling.buttons).toEqual([]);
    const next = await here.ballotAfter(ballotOf(first) ?? 0);
    expect(next.text).toContain('with all 3 votes');
    const late = answer(await here.at('Member 1').press(first, `mine:${ballotOf(first)}`));
    expect(late.content).toContain('That ballot is closed.');
  });

  test('and its card keeps no button, on an order or on a change', async () => {
    const first = await here.begin({ quorum: 1 });
    await here.vote('Bo', 'Sigel attacks');
    await here.close();
    const second = await here.ballotAfter(ballotOf(first) ?? 0);
    for (const member of ['Bo', 'Cy', 'Member 1']) await here.vote(member, 'Grant attacks');
    answer(
      await here
        .at('Ada')
        .command('vote close')
        .then((asked) => here.at('Ada').press(answer(asked), 'Close the ballot')),
    );
    const third = await here.ballotAfter(ballotOf(second) ?? 0);
    answer(await here.at('Bo').command('council', { mode: 'open' }));
    const motion = await here.hears('Bo** proposes to change');
    await here.upToDate();
    expect(here.buttonsOf(motion.id)).toContain('For the change');
    expect(here.buttonsOf(third.id)).toContain('My vote');
    answer(await here.at('Cy').press(motion, 'For the change'));
    const last = answer(await here.at('Member 1').press(motion, 'For the change'));
    expect(last.content).toContain('Your vote closed the ballot');
    await here.upToDate();
    for (const { id } of [first, second, third, motion]) expect(here.buttonsOf(id)).toEqual([]);
    expect(here.card(motion)).toContain('Passed');
  });
});

describe('a member', () => {
  test('changes, withdraws and explains a vote; others agree; the reasons come with the result', async () => {
    const first = await here.begin();
    await here.vote('Bo', 'Butler attacks');
    const mine = await here.vote('Bo', 'Sigel attacks');
    expect(mine.ephemeral).toBe(true);
    const asked = await here.at('Bo').press(mine, 'Give a reason');
    if (asked.kind !== 'modal') throw new Error(JSON.stringify(asked));
    const told = answer(
      await here.at('Bo').submit(asked.modal, { [asked.modal.fields[0]?.customId ?? '']: 'It *is* close' }),
    );
    expect(told.content).toContain('It \\*is\\* close');
    const cys = answer(await here.at('Cy').command('attack', { leader: 'sigel' }));
    answer(await here.at('Cy').press(cys, 'Agree with Bo: “It *is* close”'));
    const adas = await here.vote('Ada', 'Grant attacks');
    expect(answer(await here.at('Ada').press(adas, 'Withdraw')).content).toContain('Your vote is withdrawn');
    expect(answer(await here.at('Ada').press(first, 'My vote')).content).toContain('You haven’t voted');
    await here.upToDate();
    expect(here.card()).toContain('**2** · Sigel attacks Breckinridge');
    expect(here.card()).toContain('It \\*is\\* close');
    expect(here.card()).toContain('and 1 other');
    expect(here.card()).not.toContain('Grant attacks');
    expect(here.ballot().buttons.map(({ label }) => label)).toContainEqual(
      expect.stringMatching(/^Sigel .* · 2 votes$/),
    );
    const result = await here.close();
    expect(result.content).toMatch(/with both votes.*\n> “It \\\*is\\\* close” · Bo and 1 other/);
  });

  test('sees nothing of how a sealed ballot stands until it is over, and then all of it', async () => {
    const first = await here.begin({ sealed: true });
    await here.vote('Bo', 'Sigel attacks');
    answer(await here.at('Cy').command('attack', { leader: 'grant', reason: 'Now' }));
    await here.upToDate();
    expect(here.card()).toContain('hidden until it closes');
    expect(here.card()).not.toMatch(/\*\*1\*\*|Now|in 6/);
    for (const { label } of here.ballot().buttons) expect(label).not.toMatch(/\d/);
    await here.close();
    await here.ballotAfter(ballotOf(first) ?? 0);
    await here.upToDate();
    expect(here.card(first)).toMatch(/\*\*1\*\* · Sigel.*in 6/);
    expect(here.card(first)).toContain('“Now”');
  });

  test('votes only if the ballot is for them, as it was when it opened; others are told so alone', async () => {
    const { sandbox } = here.product;
    const staff = sandbox.world.role(sandbox.world.guild('Army of the Potomac'), 'Staff').id;
    sandbox.setJoined('Member 1', here.clock.now() - 6 * DAY);
    sandbox.giveRole('Member 1', 'Staff');
    sandbox.giveRole('Member 2', 'Staff');
    await here.begin({ voters: staff, 'member-days': 7 });
    expect(here.card()).toContain(`at least 7 days on this server when the ballot opens, and the role <@&${staff}>`);
    expect(await here.vote('Bo', 'Sigel attacks')).toMatchObject({ ephemeral: true });
    const no = await here.vote('Cy', 'Grant attacks');
    expect([no.ephemeral, no.mentionedRoles]).toEqual([true, []]);
    expect(no.content).toContain(`this ballot is for members with the role <@&${staff}>`);
    expect(no.content).toContain('You can still argue your case here');
    expect((await here.vote('Member 1', 'Grant attacks')).content).toContain('at least 7 days before it opened');
    await here.pass(6 * MINUTE);
    sandbox.takeRole('Bo', 'Staff');
    expect((await here.vote('Member 2', 'Sigel attacks')).content).toContain('Your vote: **Sigel');
    const result = await here.close();
    expect(result.content).toContain('with both votes');
  });

  test('who is no moderator proposes a change, and three votes in four carry it', async () => {
    await here.begin({ quorum: 4 });
    answer(await here.at('Cy').command('council', { early: 10 }));
    const motion = await here.hears('**Cy** proposes to change how this table decides');
    expect(motion.buttons.map(({ label }) => label)).toEqual(expect.arrayContaining(['For the change', 'Against']));
    expect(answer(await here.at('Bo').command('council', { early: 4 })).content).toContain(
      'A ballot on a change is already open',
    );
    answer(await here.at('Bo').press(motion, 'For the change'));
    answer(await here.at('Member 1').press(motion, 'Against'));
    answer(await here.at('Ada').press(motion, 'For the change'));
    await here.upToDate();
    expect(here.card(motion)).toMatch(/\*\*3\*\* · For the change\n\*\*1\*\* · Against/);
    await here.pass(HOUR);
    await here.hears('Passed, with 3 of 4 votes');
    await here.upToDate();
    expect(here.card(motion)).toContain('Passed');
    expect(answer(await here.at('Bo').command('council')).content).toContain('10 votes');
    expect(await logged()).toContain('**Passed**, with 3 of 4 votes');

    answer(await here.at('Cy').command('council', { mode: 'open' }));
    const next = await here.hears('the first order given counts');
    answer(await here.at('Bo').press(next, 'Against'));
    answer(await here.at('Member 2').press(next, 'Against'));
    answer(await here.at('Member 3').press(next, 'Against'));
    const mine = answer(await here.at('Ada').press(next, 'My vote'));
    const sure = answer(await here.at('Ada').press(mine, 'Close the ballot now'));
    expect(sure.content).toContain('4 votes so far.');
    answer(await here.at('Ada').press(sure, 'Close the ballot'));
    await here.hears('Not passed: 1 of 4 voted for it');
  });
});

test('command passes to the next in the rota after so many hours of silence, and calls that member alone', async () => {
  const { world } = here.product.sandbox;
  answer(await here.at('Ada').command('new', {}));
  answer(
    await here.at('Ada').command('council', { mode: 'commander', commander: world.member('Ada').id, rotate: '6h' }),
  );
  const panel = answer(await here.at('Bo').command('council'));
  answer(await here.at('Bo').press(panel, PANEL.joinRota));
  await here.shown();
  await here.pass(3 * HOUR);
  answer(await here.at('Ada').command('attack', { leader: 'sigel' }));
  await here.shown();
  expect(answer(await here.at('Bo').command('attack', { leader: 'grant' })).content).toContain(
    'Only **Ada** can give orders now',
  );
  await here.pass(6 * HOUR - 1);
  expect(here.open().some(({ text }) => text.includes('Command passes'))).toBe(false);
  await here.pass(1);
  const passed = await here.hears('No order for 6 hours. Command passes to');
  expect(passed.mentions).toEqual([world.member('Bo').id]);
  expect(answer(await here.at('Bo').command('attack', { leader: 'grant' })).ephemeral).toBe(false);
});
