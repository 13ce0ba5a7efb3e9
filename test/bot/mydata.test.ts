import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SeenMessage } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { tracesOf } from '../host/traces.ts';
import { type Voting, votingIn } from './voting.ts';

let here: Voting;
beforeEach(async () => {
  here = await votingIn('the-wilderness');
});
afterEach(async () => {
  expect(here.product.logged.filter(({ level }) => level >= 40)).toEqual([]);
  await here.product.close();
});

const REASON = 'Whoever waits is lost';

/** The text of the one file that a message brings: it comes after the words. */
async function fileOf({ id }: SeenMessage): Promise<string> {
  const { sandbox } = here.product;
  const message = await sandbox.waitForMessage(here.channel, (one) => one.id === id && one.files.length === 1);
  return sandbox.attachmentBytes(message.files[0]?.url ?? '').toString('utf8');
}

async function deletes(member: string, channel = here.channel): Promise<SeenMessage> {
  const seat = here.product.sandbox.as(member).in(channel);
  const asked = answer(await seat.command('mydata delete'));
  expect(asked.ephemeral).toBe(true);
  return answer(await seat.press(asked, 'Delete everything'));
}

describe('a member’s data', () => {
  test('come as a file for them alone, wherever they ask', async () => {
    await here.begin();
    await here.vote('Bo', 'Sigel attacks');
    const message = answer(await here.at('Bo').command('mydata export'));
    expect(message.ephemeral).toBe(true);
    const mine = JSON.parse(await fileOf(message));
    expect(mine).toMatchObject({ format: 'council-of-war-member', name: 'Bo' });
    expect(mine.votes).toHaveLength(1);
    const dm = answer(await here.product.sandbox.as('Bo').in('dm').command('mydata export'));
    expect(dm.content).toContain(
      'Everything the bot stores about you, from every server. The file holds your name and 1 vote.',
    );
    expect(answer(await here.at('Cy').command('mydata export')).content).toBe('The bot stores nothing about you.');
  });

  test('are deleted from the card that shows them, from the file, and from what others took over', async () => {
    await here.begin({ quorum: 3 });
    const { world } = here.product.sandbox;
    const [bo, cy] = ['Bo', 'Cy'].map((name) => world.members.find((one) => one.name === name)?.id ?? name);
    await here.vote('Bo', 'Sigel attacks');
    const mine = answer(await here.at('Bo').press(here.ballot(), 'My vote'));
    const asked = await here.at('Bo').press(mine, 'Give a reason');
    if (asked.kind !== 'modal') throw new Error(asked.kind);
    await here.at('Bo').submit(asked.modal, { [asked.modal.fields[0]?.customId ?? '']: REASON });
    const vote = await here.vote('Cy', 'Sigel attacks');
    const agree = vote.buttons.find(({ label }) => label.startsWith('Agree with'))?.label ?? '';
    expect(answer(await here.at('Cy').press(vote, agree)).content).toContain(REASON);
    await here.upToDate();
    expect(here.card()).toContain(REASON);
    expect(tracesOf([REASON, bo ?? ''], here.product.database)).toHaveLength(2);

    const kept = answer(await here.at('Bo').command('mydata delete'));
    expect(answer(await here.at('Bo').press(kept, 'Keep everything')).content).toBe('Nothing was deleted.');
    expect((await deletes('Bo')).content).toContain('Your data is deleted.');
    await here.pass(2000);
    await expect.poll(() => here.product.store.vacuumDue(), { interval: 20 }).toBeNull();
    await here.upToDate();
    expect(here.card()).not.toContain(REASON);
    expect(here.card()).toContain('1 vote so far');
    expect(tracesOf([REASON, bo ?? '', cy ?? ''], here.product.database)).toEqual([cy]);
    await here.restart();
    await here.vote('Bo', 'Grant attacks');
    await here.upToDate();
    expect(here.card()).toContain('2 votes so far');
  });

  test('are deleted by a DM, too, and every channel they commanded in is told', async () => {
    answer(await here.at('Ada').command('new', {}));
    const { world } = here.product.sandbox;
    const bo = world.members.find((one) => one.name === 'Bo')?.id ?? '';
    answer(await here.at('Ada').command('council', { mode: 'commander', commander: bo }));
    await here.shown();
    expect(answer(await here.at('Cy').command('attack', { leader: 'sigel' })).content).toContain('can give orders now');
    expect((await deletes('Bo', 'dm')).content).toContain('Your data is deleted.');
    await here.pass(0);
    const told = await here.hears('A commander has left. Now: the first order given counts');
    await here.shown();
    expect(here.open().find(({ id }) => id === told.id)?.files).toHaveLength(1);
    expect(answer(await here.at('Cy').command('attack', { leader: 'sigel' })).content).toContain('orders Sigel');
    await here.shown();
  });
});
