import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HOUR } from '../../src/council/index.ts';
import { manualClock } from '../../src/time-source.ts';
import { answer } from '../answered-message.ts';
import { blankPicture, knownChance, startProduct } from './fixture.ts';
import { Voting } from './voting.ts';

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
