import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type ButtonInteraction, type ChatInputCommandInteraction, type Interaction, MessageFlags } from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { codeOf, eventually, rest, sandboxWithBot } from './fixture.ts';

const flags = MessageFlags.Ephemeral;
type Go = ChatInputCommandInteraction;

/** A bot with the command /go, which `on` answers. */
const withGo = (on: (interaction: Go, sandbox: Sandbox) => Promise<unknown>) =>
  sandboxWithBot({
    commands: ['go'],
    on: async (interaction, sandbox) => interaction.isChatInputCommand() && on(interaction, sandbox),
  });

/** The code of a raw first answer. */
const callback = async (sandbox: Sandbox, { id, token }: { id: string; token: string }, type: number, data?: unknown) =>
  (await rest(sandbox, 'POST', `/interactions/${id}/${token}/callback`, { type, data })).body.code;

const contents = (sandbox: Sandbox, seenBy?: string) =>
  sandbox.messages('library', seenBy === undefined ? {} : { seenBy }).map(({ content }) => content);

describe('a first answer', () => {
  it('for one member is seen by nobody else, nor found through the channel', async () => {
    const { sandbox, ada } = await withGo((interaction) => interaction.reply({ content: 'Psst', flags }));
    const { id, channelId, ...told } = answer(await ada.command('go'));
    expect(told).toMatchObject({ ephemeral: true, onlyFor: sandbox.world.member('Ada').id });
    expect([contents(sandbox, 'Ada'), contents(sandbox, 'Bo')]).toEqual([['Psst'], []]);
    expect((await rest(sandbox, 'GET', `/channels/${channelId}/messages`)).body).toEqual([]);
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { content: 'y' } : undefined;
      const refused = await rest(sandbox, method, `/channels/${channelId}/messages/${id}`, body);
      expect(refused, method).toMatchObject({ status: 404, body: { code: 10008 } });
    }
  });

  it('comes back with the response when that is asked for', async () => {
    const seen: unknown[] = [];
    const { ada } = await withGo(async (interaction) => {
      const response = await interaction.deferReply({ withResponse: true, flags });
      seen.push(response.interaction.responseMessageLoading, response.interaction.responseMessageEphemeral);
      seen.push(response.resource?.message?.id === response.interaction.responseMessageId);
      await interaction.editReply('Done');
    });
    expect(answer(await ada.command('go'))).toMatchObject({ content: 'Done', ephemeral: true });
    expect(seen).toEqual([true, true, true]);
  });

  it('can be given once: a second is 40060, and one that was refused does not count', async () => {
    const codes: unknown[] = [];
    const { ada, sandbox } = await withGo(async (interaction, there) => {
      for (const [type, data] of [
        [4, { content: 'x'.repeat(2001) }],
        [4, {}],
        [7, { content: 'x' }],
        [8, { choices: [] }],
        [9, { custom_id: '', title: 'x', components: [] }],
      ] as const)
        codes.push(await callback(there, interaction, type, data));
      const { id, token } = interaction;
      codes.push(await callback(there, { id: '1', token }, 4, { content: 'x' }));
      codes.push(await callback(there, { id, token: 'wrong' }, 4, { content: 'x' }));
      await interaction.reply('At last');
      codes.push(await callback(there, interaction, 4, { content: 'Second' }));
    });
    expect(answer(await ada.command('go')).content).toBe('At last');
    await eventually(() => codes).toEqual([50035, 50006, 50035, 50035, 50035, 10062, 50027, 40060]);
    expect(contents(sandbox)).toEqual(['At last']);
  });

  it('is too late after three seconds: 10062, and the member has been told', async () => {
    const held: Go[] = [];
    const { ada, clock } = await withGo(async (interaction) => held.push(interaction));
    const outcome = ada.command('go');
    await eventually(() => held.length).toBe(1);
    clock.advance(3000);
    expect(await outcome).toMatchObject({ kind: 'failed', reason: 'The application did not respond' });
    expect(await codeOf(held[0]?.reply('Too late'))).toBe(10062);
    Object.assign(held[0] ?? {}, { replied: true });
    expect(await codeOf(held[0]?.followUp('Too late'))).toBe(10015);
  });
});

describe('a deferred answer', () => {
  it('thinks until it is edited, and is then not marked as edited', async () => {
    const { ada, sandbox } = await withGo(async (interaction) => {
      await interaction.deferReply();
      await interaction.editReply('Here it is');
    });
    expect(await ada.atOnce.command('go')).toMatchObject({ kind: 'deferred', message: { loading: true } });
    const settled = await sandbox.waitForMessage('library', ({ content }) => content === 'Here it is');
    expect(settled).toMatchObject({ loading: false, editedAt: null });
  });

  it('is given by the first follow-up, as public or private as it was deferred', async () => {
    const { ada, sandbox } = await withGo(async (interaction) => {
      await interaction.deferReply();
      await interaction.followUp({ content: 'First', flags });
      await interaction.followUp({ content: 'Second', flags });
      await interaction.followUp('Third');
    });
    expect(answer(await ada.command('go'))).toMatchObject({ content: 'First', ephemeral: false });
    await eventually(() => contents(sandbox, 'Bo')).toEqual(['First', 'Third']);
    expect(contents(sandbox, 'Ada')).toEqual(['First', 'Second', 'Third']);
  });

  it('cannot be empty, and may be taken back', async () => {
    const codes: unknown[] = [];
    const { ada } = await withGo(async (interaction) => {
      await interaction.deferReply();
      codes.push(await codeOf(interaction.editReply({ content: '' })));
      await interaction.deleteReply();
      codes.push(await codeOf(interaction.deleteReply()));
    });
    expect(await ada.command('go')).toMatchObject({ kind: 'deleted' });
    await eventually(() => codes).toEqual([50006, 10008]);
  });

  it('dies with its token after fifteen minutes', async () => {
    const held: Go[] = [];
    const { ada, clock, sandbox } = await withGo(async (interaction) => {
      await interaction.deferReply();
      held.push(interaction);
    });
    const outcome = ada.command('go');
    await eventually(() => held.length).toBe(1);
    clock.advance(15 * 60_000 - 1);
    expect(await codeOf(held[0]?.fetchReply())).toBe('done');
    expect(sandbox.messages('library')).toMatchObject([{ loading: true, content: '' }]);
    clock.advance(1);
    const content = 'The application did not respond';
    expect(sandbox.messages('library')).toMatchObject([{ loading: false, content, text: content }]);
    expect(await outcome).toMatchObject({ kind: 'failed', reason: 'The application did not respond' });
    const late = [held[0]?.editReply('x'), held[0]?.followUp('x'), held[0]?.fetchReply()];
    expect(await Promise.all(late.map(codeOf))).toEqual([50027, 50027, 50027]);
  });
});

describe('the token of an interaction', () => {
  it('fetches, edits and deletes its messages, and no others', async () => {
    const seen: unknown[] = [];
    const { ada, sandbox } = await withGo(async (interaction) => {
      seen.push(await codeOf(interaction.webhook.editMessage('@original', 'Nothing there yet')));
      await interaction.reply('One');
      const other = sandbox.as('Bo').in('library').say('Not mine');
      seen.push(await codeOf(interaction.editReply({ message: other.id, content: 'x' })));
      const two = await interaction.followUp('Two');
      await interaction.editReply({ message: two, content: 'Two, edited' });
      seen.push((await interaction.fetchReply(two.id)).content);
      await interaction.deleteReply(two.id);
      seen.push(await codeOf(interaction.fetchReply(two.id)));
      seen.push((await interaction.editReply('One, edited')).content);
      seen.push((await interaction.fetchReply()).editedTimestamp !== null);
    });
    await ada.command('go');
    await eventually(() => seen).toEqual([10015, 10008, 'Two, edited', 10008, 'One, edited', true]);
  });

  it('deletes a private message by the last press on it, and by nothing else', async () => {
    const codes: unknown[] = [];
    const held: ButtonInteraction[] = [];
    const button = { type: 2, customId: 'b', label: 'B', style: 1 } as const;
    const { ada, clock } = await sandboxWithBot({
      commands: ['go'],
      on: async (interaction: Interaction) => {
        const components = [{ type: 1, components: [button] } as const];
        if (interaction.isChatInputCommand()) await interaction.reply({ content: 'Psst', components, flags });
        if (!interaction.isButton()) return;
        held.push(interaction);
        if (held.length === 1) return interaction.update('Pressed');
        codes.push(await codeOf(interaction.message.delete()));
        // Another's token is not that of this message.
        codes.push(await codeOf(interaction.webhook.deleteMessage('@original')));
        codes.push(await codeOf(held[0]?.deleteReply()));
        codes.push(await codeOf(interaction.update('Too late')));
        await interaction.reply({ content: 'Anew', flags });
      },
    });
    const told = answer(await ada.command('go'));
    clock.advance(14 * 60_000);
    await ada.press(told, 'b');
    clock.advance(14 * 60_000);
    expect(answer(await ada.press(told, 'b')).content).toBe('Anew');
    expect(codes).toEqual([10008, 10015, 'done', 10008]);
    expect(await ada.press(told, 'b')).toMatchObject({ kind: 'failed' });
    await eventually(() => held[1]?.replied).toBe(true);
    clock.advance(60_000);
    expect(await Promise.all(held.map((each) => codeOf(each.deleteReply())))).toEqual([50027, 'done']);
  });

  it('is looked at before the body that comes with it', async () => {
    const { sandbox } = await sandboxWithBot();
    const { applicationId } = sandbox.world;
    for (const [method, path, status] of [
      ['POST', '/interactions/1/token/callback', 404],
      ['POST', '/webhooks/1/token', 404],
      ['POST', `/webhooks/${applicationId}/token`, 401],
      ['PATCH', `/webhooks/${applicationId}/token/messages/@original`, 401],
    ] as const) {
      const headers = { 'content-type': 'application/json', 'content-length': 4_000_000 };
      const sent = request(`${sandbox.apiUrl}/v10${path}`, { method, headers });
      // Of the body no more than this ever comes.
      sent.write('{');
      const [got] = (await once(sent, 'response')) as [IncomingMessage];
      expect([path, got.statusCode]).toEqual([path, status]);
      sent.on('error', () => {});
      sent.destroy();
    }
  });
});

it('a test may refuse an answer before or after it was carried out', async () => {
  const { ada, sandbox, client } = await withGo((interaction) => codeOf(interaction.reply('Once')));
  let failed = false;
  sandbox.faults = (call, proceed) => {
    if (failed || !call.path.endsWith('/callback')) return proceed();
    failed = true;
    proceed();
    return { status: 502, body: { message: 'Bad Gateway', code: 0 } };
  };
  const statuses: number[] = [];
  client.rest.on('response', (_, response) => statuses.push(response.status));
  expect(answer(await ada.command('go')).content).toBe('Once');
  await eventually(() => statuses).toEqual([502, 400]);
});
