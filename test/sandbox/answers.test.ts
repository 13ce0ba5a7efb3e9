import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import {
  type ButtonInteraction,
  ButtonStyle,
  type ChatInputCommandInteraction,
  ComponentType,
  Events,
  type Interaction,
  MessageFlags,
  type SendableChannels,
} from 'discord.js';
import { describe, expect, it } from 'vitest';
import { manualClock, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { eventually, rest, sandboxWithBot } from './fixture.ts';

/** A bot with the command /go, which `on` answers. Its clock stands still. */
async function withGo(on: (interaction: ChatInputCommandInteraction, sandbox: Sandbox) => Promise<unknown>) {
  const clock = manualClock();
  const late: { sandbox?: Sandbox } = {};
  const made = await sandboxWithBot({
    clock,
    on: async (interaction: Interaction) => {
      if (interaction.isChatInputCommand() && late.sandbox !== undefined) await on(interaction, late.sandbox);
    },
  });
  late.sandbox = made.sandbox;
  await made.client.application.commands.set([{ name: 'go', description: 'Go' }]);
  return { ...made, clock, seat: made.sandbox.as('Ada').in('library') };
}

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'done',
    (error: { code: unknown }) => error.code,
  );

const callback = (interaction: Interaction, body: unknown, query = '') =>
  [`/interactions/${interaction.id}/${interaction.token}/callback${query}`, body] as const;

describe('a first answer', () => {
  it('is whispered to one member', async () => {
    const { sandbox, seat } = await withGo((interaction) =>
      interaction.reply({ content: 'Psst', flags: MessageFlags.Ephemeral }),
    );
    const ada = sandbox.world.member('Ada').id;
    expect(await seat.command('go')).toMatchObject({ kind: 'message', message: { ephemeral: true, onlyFor: ada } });
    expect(sandbox.messages('library', { seenBy: 'Ada' })).toHaveLength(1);
    expect(sandbox.messages('library', { seenBy: 'Bo' })).toHaveLength(0);
    const [whisper] = sandbox.messages('library');
    const path = `/channels/${sandbox.world.channel('library').id}/messages`;
    expect((await rest(sandbox, 'GET', `${path}/${whisper?.id}`)).body.code).toBe(10008);
    expect((await rest(sandbox, 'GET', path)).body).toEqual([]);
  });

  it('comes back with the response when that is asked for', async () => {
    const seen: unknown[] = [];
    const { seat } = await withGo(async (interaction) => {
      const response = await interaction.deferReply({ withResponse: true, flags: MessageFlags.Ephemeral });
      seen.push(response.interaction.responseMessageLoading, response.interaction.responseMessageEphemeral);
      seen.push(response.resource?.message?.id === response.interaction.responseMessageId);
      await interaction.editReply('Done');
    });
    expect(await seat.command('go')).toMatchObject({ kind: 'message', message: { content: 'Done', ephemeral: true } });
    expect(seen).toEqual([true, true, true]);
  });

  it('can be given once: a second is 40060', async () => {
    let code: unknown;
    const { seat, sandbox } = await withGo(async (interaction, { apiUrl }) => {
      await interaction.reply('First');
      const [path, body] = callback(interaction, { type: 4, data: { content: 'Second' } });
      const response = await fetch(`${apiUrl}/v10${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      code = [response.status, ((await response.json()) as { code: number }).code];
    });
    await seat.command('go');
    await eventually(() => code).toEqual([400, 40060]);
    expect(sandbox.messages('library').map((message) => message.content)).toEqual(['First']);
  });

  it('leaves the interaction waiting when it was refused', async () => {
    const codes: unknown[] = [];
    const { seat } = await withGo(async (interaction, sandbox) => {
      for (const [type, data] of [
        [4, { content: 'x'.repeat(2001) }],
        [4, {}],
        [7, { content: 'x' }],
        [8, { choices: [] }],
        [9, { custom_id: '', title: 'x', components: [] }],
      ] as const) {
        codes.push((await rest(sandbox, 'POST', ...callback(interaction, { type, data }))).body.code);
      }
      await interaction.reply('At last');
    });
    expect(await seat.command('go')).toMatchObject({ kind: 'message', message: { content: 'At last' } });
    expect(codes).toEqual([50035, 50006, 50035, 50035, 50035]);
  });

  it('is too late after three seconds: 10062, and the member has been told', async () => {
    const held: ChatInputCommandInteraction[] = [];
    const { seat, clock } = await withGo(async (interaction) => held.push(interaction));
    const outcome = seat.command('go');
    await eventually(() => held.length).toBe(1);
    clock.advance(2999);
    clock.advance(1);
    expect(await outcome).toMatchObject({ kind: 'failed', reason: 'The application did not respond' });
    const [interaction] = held;
    if (interaction === undefined) throw new Error('Nothing came.');
    expect(await codeOf(interaction.reply('Too late'))).toBe(10062);
    interaction.replied = true;
    expect(await codeOf(interaction.followUp('Too late'))).toBe(10015);
  });

  it('fits its interaction: 10062 for an unknown one, 50027 for a wrong token', async () => {
    const codes: unknown[] = [];
    const { seat } = await withGo(async (interaction, sandbox) => {
      const body = { type: 4, data: { content: 'x' } };
      codes.push((await rest(sandbox, 'POST', `/interactions/1/${interaction.token}/callback`, body)).body.code);
      codes.push((await rest(sandbox, 'POST', `/interactions/${interaction.id}/wrong/callback`, body)).body.code);
      await interaction.reply('x');
    });
    await seat.command('go');
    expect(codes).toEqual([10062, 50027]);
  });
});

describe('a deferred answer', () => {
  it('thinks until it is edited, and is then not marked as edited', async () => {
    const states: unknown[] = [];
    const { seat } = await withGo(async (interaction, sandbox) => {
      await interaction.deferReply();
      states.push(sandbox.messages('library').map((message) => message.loading));
      await interaction.editReply('Here it is');
    });
    const outcome = await seat.command('go');
    expect(outcome).toMatchObject({
      kind: 'message',
      message: { content: 'Here it is', loading: false, editedAt: null },
    });
    expect(states).toEqual([[true]]);
  });

  it('can be seen thinking', async () => {
    const { seat, sandbox } = await withGo(async (interaction) => {
      await interaction.deferReply();
      await interaction.editReply('Here it is');
    });
    expect(await seat.atOnce.command('go')).toMatchObject({ kind: 'deferred', message: { loading: true } });
    await sandbox.waitForMessage('library', (message) => message.content === 'Here it is');
  });

  it('is given by the first follow-up, as public or private as it was deferred', async () => {
    const { seat, sandbox } = await withGo(async (interaction) => {
      await interaction.deferReply();
      await interaction.followUp({ content: 'First', flags: MessageFlags.Ephemeral });
      await interaction.followUp({ content: 'Second', flags: MessageFlags.Ephemeral });
      await interaction.followUp('Third');
    });
    expect(await seat.command('go')).toMatchObject({
      kind: 'message',
      message: { content: 'First', ephemeral: false },
    });
    await eventually(() => sandbox.messages('library').length).toBe(3);
    expect(sandbox.messages('library', { seenBy: 'Bo' }).map((message) => message.content)).toEqual(['First', 'Third']);
  });

  it('cannot be empty, and may be taken back', async () => {
    const codes: unknown[] = [];
    const { seat, sandbox } = await withGo(async (interaction) => {
      await interaction.deferReply();
      codes.push(await codeOf(interaction.editReply({ content: '' })));
      await interaction.deleteReply();
      codes.push(await codeOf(interaction.deleteReply()));
    });
    expect(await seat.command('go')).toMatchObject({ kind: 'deleted' });
    await eventually(() => codes).toEqual([50006, 10008]);
    expect(sandbox.messages('library')).toEqual([]);
  });

  it('dies with its token after fifteen minutes', async () => {
    const held: ChatInputCommandInteraction[] = [];
    const { seat, clock, sandbox } = await withGo(async (interaction) => {
      await interaction.deferReply();
      held.push(interaction);
    });
    const outcome = seat.command('go');
    await eventually(() => held.length).toBe(1);
    clock.advance(15 * 60_000 - 1);
    await held[0]?.fetchReply();
    expect(sandbox.messages('library')).toMatchObject([{ loading: true, content: '' }]);
    clock.advance(1);
    expect(sandbox.messages('library')).toMatchObject([{ loading: false, content: 'The application did not respond' }]);
    expect(await outcome).toMatchObject({ kind: 'failed', reason: 'The application did not respond' });
    const [interaction] = held;
    if (interaction === undefined) throw new Error('Nothing came.');
    expect(await codeOf(interaction.editReply('x'))).toBe(50027);
    expect(await codeOf(interaction.followUp('x'))).toBe(50027);
    expect(await codeOf(interaction.fetchReply())).toBe(50027);
  });
});

describe('the token of an interaction', () => {
  it('fetches, edits and deletes its messages, and no others', async () => {
    const seen: unknown[] = [];
    const { seat, sandbox } = await withGo(async (interaction) => {
      seen.push(await codeOf(interaction.webhook.editMessage('@original', 'Nothing there yet')));
      await interaction.reply('One');
      const other = await (interaction.channel as SendableChannels | null)?.send('Not mine');
      seen.push(await codeOf(interaction.editReply({ message: other?.id ?? '', content: 'x' })));
      const two = await interaction.followUp('Two');
      await interaction.editReply({ message: two, content: 'Two, edited' });
      seen.push((await interaction.fetchReply(two.id)).content);
      await interaction.deleteReply(two.id);
      seen.push(await codeOf(interaction.fetchReply(two.id)));
      seen.push((await interaction.editReply('One, edited')).content);
      seen.push((await interaction.fetchReply()).editedTimestamp !== null);
      await interaction.followUp('done');
    });
    await seat.command('go');
    await sandbox.waitForMessage('library', (message) => message.content === 'done');
    expect(seen).toEqual([10015, 10008, 'Two, edited', 10008, 'One, edited', true]);
  });

  it('deletes a whisper by the last press on it, and by nothing else', async () => {
    const codes: unknown[] = [];
    const held: ButtonInteraction[] = [];
    const clock = manualClock();
    const { sandbox, client } = await sandboxWithBot({
      clock,
      on: async (interaction: Interaction) => {
        const button = { type: ComponentType.Button, customId: 'b', label: 'B', style: ButtonStyle.Primary } as const;
        const components = [{ type: ComponentType.ActionRow, components: [button] } as const];
        const flags = MessageFlags.Ephemeral;
        if (interaction.isChatInputCommand()) await interaction.reply({ content: 'Psst', components, flags });
        if (!interaction.isButton()) return;
        held.push(interaction);
        if (held.length === 2) {
          codes.push(await codeOf(interaction.message.delete()));
          // Another's token is not that of this message.
          codes.push(await codeOf(interaction.webhook.deleteMessage('@original')));
          codes.push(await codeOf(held[0]?.deleteReply() ?? Promise.reject()));
          codes.push(await codeOf(interaction.update('Too late')));
          await interaction.reply({ content: 'Anew', flags });
        } else await interaction.update('Pressed');
      },
    });
    await client.application.commands.set([{ name: 'go', description: 'Go' }]);
    const ada = sandbox.as('Ada').in('library');
    const told = await ada.command('go');
    if (told.kind !== 'message') throw new Error(told.kind);
    clock.advance(14 * 60_000);
    await ada.press(told.message, 'b');
    clock.advance(14 * 60_000);
    expect(await ada.press(told.message, 'b')).toMatchObject({ kind: 'message', message: { content: 'Anew' } });
    expect(codes).toEqual([10008, 10015, 'done', 10008]);
    expect(await ada.press(told.message, 'b')).toMatchObject({ kind: 'failed' });
    clock.advance(60_000);
    expect(await codeOf(held[0]?.deleteReply() ?? Promise.reject())).toBe(50027);
    expect(await codeOf(held[1]?.deleteReply() ?? Promise.reject())).toBe('done');
  });

  it('belongs to this application', async () => {
    const { sandbox } = await sandboxWithBot();
    expect(await rest(sandbox, 'POST', '/webhooks/1/token', { content: 'x' })).toMatchObject({
      status: 404,
      body: { code: 10015 },
    });
    expect(
      await rest(sandbox, 'POST', `/webhooks/${sandbox.world.applicationId}/token`, { content: 'x' }),
    ).toMatchObject({
      status: 401,
      body: { code: 50027 },
    });
  });
});

describe('a token', () => {
  it('is looked at before the body that comes with it', async () => {
    const { sandbox } = await sandboxWithBot();
    const { applicationId } = sandbox.world;
    for (const [path, status] of [
      ['/interactions/1/token/callback', 404],
      [`/webhooks/${applicationId}/token`, 401],
      [`/webhooks/${applicationId}/token/messages/@original`, 401],
    ] as const) {
      const headers = { 'content-type': 'application/json', 'content-length': 4_000_000 };
      const method = path.endsWith('@original') ? 'PATCH' : 'POST';
      const sent = request(`${sandbox.apiUrl}/v10${path}`, { method, headers });
      // Of the body no more than this ever comes.
      sent.write('{');
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      expect([path, answer.statusCode]).toEqual([path, status]);
      sent.on('error', () => {});
      sent.destroy();
    }
  });
});

describe('faults', () => {
  it('can refuse before, or after the request was carried out', async () => {
    const { seat, sandbox, client } = await withGo((interaction) => codeOf(interaction.reply('Once')));
    let failed = false;
    sandbox.faults = (call, proceed) => {
      if (failed || !call.path.endsWith('/callback')) return proceed();
      failed = true;
      proceed();
      return { status: 502, body: { message: 'Bad Gateway', code: 0 } };
    };
    const codes: number[] = [];
    client.rest.on('response', (_, response) => codes.push(response.status));
    expect(await seat.command('go')).toMatchObject({ kind: 'message', message: { content: 'Once' } });
    await eventually(() => codes).toEqual([502, 400]);
    expect(client.listenerCount(Events.Error)).toBe(1);
  });
});
