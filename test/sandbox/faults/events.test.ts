import { Events } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { type EventFault, manualClock } from '../../../src/sandbox/sandbox.ts';
import { type BotOptions, eventually, sandboxWithBot } from '../fixture.ts';

/** A bot that answers `/ask`, with what went wrong as it did. */
async function asked(options: BotOptions = {}) {
  const clock = manualClock();
  const refused: unknown[] = [];
  let heard = 0;
  const { sandbox, client } = await sandboxWithBot({
    clock,
    on: async (interaction) => {
      heard++;
      if (!interaction.isChatInputCommand()) return;
      await interaction.reply('Yes').catch((error: { code?: unknown }) => refused.push(error.code));
    },
    ...options,
  });
  await client.application.commands.set([{ name: 'ask', description: 'Ask' }]);
  const ask = () => sandbox.as('Ada').in('library').command('ask');
  const plan = (fault: Partial<EventFault> & Pick<EventFault, 'does'>) =>
    sandbox.plan({ events: [{ event: 'INTERACTION_CREATE', ...fault }] });
  return { sandbox, client, clock, refused, ask, plan, heard: () => heard };
}

describe('an interaction', () => {
  it('comes twice: the second answer is refused', async () => {
    const { ask, plan, heard, refused } = await asked();
    const twice = plan({ does: { kind: 'twice' } });
    expect(await ask()).toMatchObject({ kind: 'message', message: { text: 'Yes' } });
    await eventually(heard).toBe(2);
    await eventually(() => refused).toEqual([40060]);
    expect(twice.struck()).toBe(1);
  });

  it('comes a second time later', async () => {
    const { ask, plan, heard, clock } = await asked();
    plan({ does: { kind: 'twice', after: 5000 } });
    await ask();
    expect(heard()).toBe(1);
    clock.advance(5000);
    await eventually(heard).toBe(2);
  });

  it('comes late, in time', async () => {
    const { ask, plan, heard, clock } = await asked();
    plan({ does: { kind: 'late', ms: 2999 } });
    const answer = ask();
    clock.advance(2998);
    expect(heard()).toBe(0);
    clock.advance(1);
    expect(await answer).toMatchObject({ kind: 'message' });
  });

  it('comes too late: the member was told, and the answer is refused', async () => {
    const { ask, plan, clock, refused } = await asked();
    plan({ does: { kind: 'late', ms: 3500 } });
    const answer = ask();
    clock.advance(3500);
    expect(await answer).toMatchObject({ kind: 'failed', reason: 'The application did not respond' });
    await eventually(() => refused).toEqual([10062]);
  });

  it('never comes', async () => {
    const { ask, plan, heard, clock } = await asked();
    plan({ does: { kind: 'lost' }, times: 1 });
    const lost = ask();
    clock.advance(3000);
    expect(await lost).toMatchObject({ kind: 'failed' });
    expect(await ask()).toMatchObject({ kind: 'message' });
    expect(heard()).toBe(1);
  });

  it('is struck only in the channel that is named', async () => {
    const { sandbox, ask, plan } = await asked();
    const fault = plan({ channel: 'smoking-room', does: { kind: 'lost' } });
    expect(await ask()).toMatchObject({ kind: 'message' });
    expect(fault.struck()).toBe(0);
    void sandbox.as('Ada').in('smoking-room').command('ask');
    expect(fault.struck()).toBe(1);
  });

  it('is sent again by a happening, at its time', async () => {
    const { sandbox, ask, heard, clock, refused } = await asked();
    await ask();
    const plan = sandbox.plan({ happenings: [{ name: 'again', after: 100, every: 50, does: { kind: 'redeliver' } }] });
    clock.advance(200);
    await eventually(heard).toBe(4);
    expect(plan.struck('again')).toBe(3);
    plan.stop();
    clock.advance(1000);
    await ask();
    expect(heard()).toBe(5);
    await eventually(() => refused).toEqual([40060, 40060, 40060]);
  });
});

describe('events out of their order', () => {
  it('one comes behind those after it, in a session whose numbers stay in order', async () => {
    const { sandbox, client, ask } = await asked();
    const heard: string[] = [];
    client.on(Events.ChannelUpdate, (_, now) => heard.push('name' in now ? now.name : ''));
    sandbox.plan({ events: [{ event: 'CHANNEL_UPDATE', times: 1, does: { kind: 'behind', events: 2 } }] });
    sandbox.denyBot('library', 1n << 15n);
    sandbox.denyBot('smoking-room', 1n << 15n);
    sandbox.denyBot('parade-ground', 1n << 15n);
    await eventually(() => heard).toEqual(['smoking-room', 'parade-ground', 'library']);
    sandbox.happen({ kind: 'cut' });
    await sandbox.bot.whenOnline();
    expect(await ask()).toMatchObject({ kind: 'message' });
  });

  it('what waits is sent when the plan ends', async () => {
    const { sandbox, ask, plan, heard } = await asked();
    const behind = plan({ does: { kind: 'behind', events: 100 } });
    const answer = ask();
    sandbox.denyBot('library', 1n << 15n);
    expect(heard()).toBe(0);
    behind.stop();
    expect(await answer).toMatchObject({ kind: 'message' });
  });
});
