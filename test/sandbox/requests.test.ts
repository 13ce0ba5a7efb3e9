import { describe, expect, it } from 'vitest';
import { manualClock } from '../../src/sandbox/sandbox.ts';
import { freshSandbox, rest, sandboxWithBot } from './fixture.ts';

const POSTS = '/channels/:channel/messages';
const EDITS = '/channels/:channel/messages/:message';

describe('what the bot asked', () => {
  it('is kept with its time, route and status, and without the tokens of interactions', async () => {
    const clock = manualClock(1_800_000_000_000);
    const { sandbox, client } = await sandboxWithBot({
      clock,
      on: async (interaction) => {
        if (interaction.isChatInputCommand()) await interaction.reply('Yes');
      },
    });
    await client.application.commands.set([{ name: 'ask', description: 'Ask' }]);
    const before = sandbox.requests().length;
    clock.advance(5000);
    await sandbox.as('Ada').in('library').command('ask');
    const channel = sandbox.world.channel('library').id;
    await rest(sandbox, 'POST', `/channels/${channel}/messages`, {});
    await rest(sandbox, 'GET', '/nowhere');
    expect(sandbox.requests().slice(before)).toEqual([
      {
        at: 1_800_000_005_000,
        method: 'POST',
        route: '/interactions/:interaction/:token/callback',
        path: `/interactions/${sandbox.latestInteraction()}/…/callback`,
        status: expect.any(Number),
      },
      { at: 1_800_000_005_000, method: 'POST', route: POSTS, path: `/channels/${channel}/messages`, status: 400 },
      { at: 1_800_000_005_000, method: 'GET', route: null, path: '/nowhere', status: 404 },
    ]);
  });
});

describe('rate limits', () => {
  const limited = async () => {
    const clock = manualClock(1_800_000_000_000);
    const sandbox = await freshSandbox({ limits: clock });
    const [here, there] = [sandbox.world.channel('library').id, sandbox.world.channel('smoking-room').id];
    const post = (channel: string) => rest(sandbox, 'POST', `/channels/${channel}/messages`, { content: 'x' });
    return { clock, sandbox, here, there, post };
  };

  it('take fifty requests a second of all processes together, besides answers to interactions', async () => {
    const { clock, sandbox, here } = await limited();
    const read = () => rest(sandbox, 'GET', `/channels/${here}`);
    for (let count = 0; count < 50; count++) expect((await read()).status).toBe(200);
    clock.advance(400);
    const refused = await read();
    expect(refused).toMatchObject({ status: 429, body: { retry_after: 0.6, global: true } });
    expect((await rest(sandbox, 'GET', '/webhooks/1/token/messages/@original')).status).toBe(404);
    clock.advance(600);
    expect((await read()).status).toBe(200);
  });

  it('take five posts and five edits in five seconds from each channel', async () => {
    const { clock, sandbox, here, there, post } = await limited();
    const taken = [];
    for (let count = 0; count < 5; count++) taken.push(await post(here));
    expect(taken.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(taken.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['4', '3', '2', '1', '0']);
    clock.advance(1500);
    const refused = await post(here);
    expect(refused).toMatchObject({
      status: 429,
      body: { message: 'You are being rate limited.', retry_after: 3.5, global: false },
    });
    const told = ['limit', 'remaining', 'reset', 'reset-after', 'scope'].map((name) =>
      refused.headers.get(`x-ratelimit-${name}`),
    );
    expect(told).toEqual(['5', '0', '1800000005.000', '3.500', 'user']);
    expect(refused.headers.get('retry-after')).toBe('4');
    expect((await post(there)).status).toBe(200);
    const edit = () =>
      rest(sandbox, 'PATCH', `/channels/${here}/messages/${sandbox.messages('library')[0]?.id}`, { content: 'y' });
    const edited = [];
    for (let count = 0; count < 6; count++) edited.push((await edit()).status);
    expect(edited).toEqual([200, 200, 200, 200, 200, 429]);
    expect(sandbox.requests().filter(({ route, status }) => route === EDITS && status === 429)).toHaveLength(1);
    expect(sandbox.messages('library')).toHaveLength(5);
    clock.advance(3500);
    expect((await post(here)).status).toBe(200);
  });
});
