import { expect, it } from 'vitest';
import { sandboxWithBot } from './fixture.ts';

it('rate limits are kept by a stock client without a single refusal', async () => {
  const { sandbox, client } = await sandboxWithBot({ limits: true });
  const channel = await client.channels.fetch(sandbox.world.channel('library').id);
  if (!channel?.isSendable()) throw new Error('no channel');
  const message = await channel.send('0 votes');
  const all = Promise.all([1, 2, 3, 4, 5, 6].map((votes) => message.edit(`${votes} votes`)));
  await all;
  const edits = sandbox.requests().filter(({ method }) => method === 'PATCH');
  expect(edits.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(sandbox.message('library', message.id)?.content).toBe('6 votes');
});
