import { describe, expect, it } from 'vitest';
import { TROUBLES } from '../../src/sandbox/faults/troubles.ts';
import type { FromPage } from '../../src/sandbox/protocol.ts';
import { eventually, freshSandbox, rest, sandboxWithBot } from './fixture.ts';
import { Page } from './page-socket.ts';

/** A page of a fresh sandbox, that has heard the state. */
async function opened(options: Parameters<typeof freshSandbox>[0] = {}) {
  const sandbox = await freshSandbox(options);
  const page = new Page(sandbox);
  await page.next('state');
  let asked = 0;
  /** What the page is told in answer. */
  const ask = async (wish: Partial<FromPage> & object) => {
    const nonce = `n${asked++}`;
    page.send({ ...wish, nonce } as FromPage);
    const answer = () => page.said.find((each) => 'nonce' in each && each.nonce === nonce);
    await eventually(() => answer()?.t).toMatch(/done|failed/);
    return answer();
  };
  const turn = (label: string, on = true, channel = 'library') =>
    ask({ t: 'trouble', label, on, channelId: sandbox.world.channel(channel).id });
  const post = (channel: string) =>
    rest(sandbox, 'POST', `/channels/${sandbox.world.channel(channel).id}/messages`, { content: 'x' });
  return { sandbox, page, ask, turn, post };
}

describe('a page', () => {
  it('starts a plan, which every page is told of, and ends it', async () => {
    const { sandbox, page, turn, post } = await opened();
    expect(await turn('No answer')).toMatchObject({ t: 'done' });
    expect(await turn('Errors')).toMatchObject({ t: 'done' });
    await eventually(() => page.last.plans).toEqual(['No answer', 'Errors']);
    expect((await new Page(sandbox).next('state')).state.plans).toEqual(['No answer', 'Errors']);
    await turn('No answer', false);
    await eventually(async () => (await post('library')).status).toBe(502);
    await turn('Errors', false);
    await eventually(() => page.last.plans).toEqual([]);
    expect((await post('library')).status).toBe(200);
  });

  it('takes rights, throws the bot out, brings an outage, and calms it all at once', async () => {
    const { sandbox, page, ask, turn, post } = await opened();
    const statuses = async () => [(await post('library')).status, (await post('parade-ground')).status];
    await turn('Let the bot post nothing');
    await turn('Make the server unavailable', true, 'parade-ground');
    expect(await statuses()).toEqual([403, 503]);
    await turn('Kick the bot');
    expect(sandbox.world.guild("Soldiers' Home").botPresent).toBe(false);
    await turn('Errors');
    await ask({ t: 'calm' });
    await eventually(() => page.last.plans).toEqual([]);
    expect(await statuses()).toEqual([200, 200]);
  });

  it('opens a forum, deletes channels and threads, and is told why something cannot happen', async () => {
    const { sandbox, page, turn } = await opened();
    await turn('Create a forum');
    const names = () => page.last.guilds[1]?.channels.map(({ name }) => name);
    await eventually(names).toEqual(['library', 'smoking-room', 'forum']);
    sandbox.as('Ada').in('library').openThread('Aside');
    await turn('Delete this channel', true, 'Aside');
    await turn('Delete this channel', true, 'smoking-room');
    await eventually(names).toEqual(['library', 'forum']);
    const failed = (reason: string) => ({ t: 'failed', reason: expect.stringContaining(reason) });
    expect(await turn('Delete the bot’s newest message')).toMatchObject(failed('no such message'));
    expect(await turn('Delete this channel', true, sandbox.world.dm('Ada').id)).toMatchObject(
      failed('not a channel of a server'),
    );
    expect(await turn('Dance')).toMatchObject(failed('no such trouble'));
    expect(await turn('constructor')).toMatchObject(failed('no such trouble'));
  });

  it('brings a Discord back that is away', async () => {
    const { sandbox } = await sandboxWithBot();
    const page = new Page(sandbox);
    await page.next('state');
    const channelId = sandbox.world.channel('library').id;
    page.send({ t: 'trouble', nonce: 'a', channelId, label: 'Take Discord down for 20 seconds', on: true });
    await page.next('state', ({ state }) => !state.bot.online);
    page.send({ t: 'calm', nonce: 'b' });
    await sandbox.bot.whenOnline();
  });
});

describe('what a page asks for', () => {
  it('is named by labels that stand once', () => {
    const labels = Object.values(TROUBLES).flatMap((section) => Object.keys(section));
    expect(new Set(labels).size).toBe(labels.length);
  });
});
