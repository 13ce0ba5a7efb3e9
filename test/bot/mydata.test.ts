import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SeenMessage } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { type Voting, votingIn } from './voting.ts';

let here: Voting;
beforeEach(async () => {
  here = await votingIn('the-wilderness');
});
afterEach(async () => {
  expect(here.product.logged.filter(({ level }) => level >= 40)).toEqual([]);
  await here.product.close();
});

/** The text of the one file that a message brings: it comes after the words. */
async function fileOf({ id }: SeenMessage): Promise<string> {
  const { sandbox } = here.product;
  const message = await sandbox.waitForMessage(here.channel, (one) => one.id === id && one.files.length === 1);
  return sandbox.attachmentBytes(message.files[0]?.url ?? '').toString('utf8');
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
});
