import { ActionRowBuilder, ButtonBuilder, ButtonStyle, EmbedBuilder, MessageFlags } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { Permission, type Sandbox, type SeenMessage } from '../../src/sandbox/sandbox.ts';
import { type BotOptions, png, rest, sandboxWithBot } from './fixture.ts';

const TABLE = 'council-of-war';

const button = (id: string) =>
  new ActionRowBuilder<ButtonBuilder>().addComponents(
    new ButtonBuilder().setCustomId(id).setLabel(id).setStyle(ButtonStyle.Primary),
  );
const tally = (text: string) => new EmbedBuilder().setTitle('Vote on the next order').setDescription(text);

async function withBallot(on?: BotOptions['on']) {
  const { sandbox, client } = await sandboxWithBot(on === undefined ? {} : { on });
  const channel = await client.channels.fetch(sandbox.world.channel(TABLE).id);
  if (!channel?.isSendable()) throw new Error('no channel');
  const bo = sandbox.world.member('Bo').id;
  const posted = await channel.send({
    content: `**Grant attacks.** <@${bo}>`,
    files: [{ attachment: png(1200, 900), name: 'map.png', description: 'The map' }],
    embeds: [tally('nobody yet')],
    components: [button('attack')],
  });
  return { sandbox, posted, path: `/channels/${posted.channelId}/messages/${posted.id}` };
}

const shown = (sandbox: Sandbox, id: string): SeenMessage => {
  const message = sandbox.message(TABLE, id);
  if (message === undefined) throw new Error('The message is gone.');
  return message;
};

describe('an edit of embeds and components', () => {
  it('leaves text, picture and pings as they are, and marks the message as edited', async () => {
    const { sandbox, posted } = await withBallot();
    const before = shown(sandbox, posted.id);
    await posted.edit({ embeds: [tally('Ada, <t:1800000000:R>')], components: [button('attack'), button('move')] });
    const after = shown(sandbox, posted.id);
    expect(after).toMatchObject({
      content: before.content,
      attachments: before.attachments,
      mentions: before.mentions,
      embeds: [{ description: 'Ada, <t:1800000000:R>' }],
      buttons: [{ customId: 'attack' }, { customId: 'move' }],
    });
    expect([before.editedAt, after.editedAt]).toEqual([null, expect.any(String)]);
    await posted.edit({ embeds: [] });
    expect(shown(sandbox, posted.id)).toMatchObject({ embeds: [], attachments: before.attachments });
  });

  it('names nobody anew whom the message was not allowed to ping', async () => {
    const { sandbox } = await withBallot();
    const { world } = sandbox;
    const sent = await rest(sandbox, 'POST', `/channels/${world.channel(TABLE).id}/messages`, {
      content: `<@${world.member('Bo').id}>`,
      allowed_mentions: { parse: [] },
    });
    const { id } = sent.body as { id: string };
    await rest(sandbox, 'PATCH', `/channels/${world.channel(TABLE).id}/messages/${id}`, {
      embeds: [{ title: `<@${world.member('Cy').id}>` }],
      components: [],
    });
    expect(shown(sandbox, id)).toMatchObject({ mentions: [], pinged: [], embeds: [{}] });
  });

  it('is refused as Discord refuses it', async () => {
    const { sandbox, path } = await withBallot();
    const edit = (body: unknown, at = path) => rest(sandbox, 'PATCH', at, body);
    expect(await edit({ embeds: [] }, path.replace(/\d+$/, '1'))).toMatchObject({ status: 404, body: { code: 10008 } });
    const said = sandbox.as('Ada').in(TABLE).say('Mine');
    expect(await edit({ embeds: [] }, path.replace(/\d+$/, said.id))).toMatchObject({ body: { code: 50005 } });
    sandbox.denyBot(TABLE, Permission.sendMessages);
    expect((await edit({ embeds: [{ title: 'Still' }] })).status).toBe(200);
    sandbox.denyBot(TABLE, Permission.embedLinks);
    expect(await edit({ embeds: [{ title: 'Gone' }] })).toMatchObject({ status: 200, body: { embeds: [] } });
    sandbox.denyBot(TABLE, Permission.viewChannel);
    expect(await edit({ embeds: [] })).toMatchObject({ status: 403, body: { code: 50001 } });
    sandbox.happen({ kind: 'throwOut', guild: 'Army of the Potomac' });
    expect(await edit({ embeds: [] })).toMatchObject({ status: 403, body: { code: 50001 } });
  });
});

describe('an answer to an interaction', () => {
  it('is edited through its channel where all see it, and unknown there where one does', async () => {
    const { sandbox, posted } = await withBallot(async (interaction) => {
      if (interaction.isButton()) await interaction.reply('Said aloud');
      if (interaction.isChatInputCommand()) await interaction.reply({ content: 'x', flags: MessageFlags.Ephemeral });
    });
    const ada = sandbox.as('Ada').in(TABLE);
    const aloud = await ada.press(posted, 'attack');
    if (aloud.kind !== 'message') throw new Error(aloud.kind);
    const edited = await rest(sandbox, 'PATCH', `/channels/${posted.channelId}/messages/${aloud.message.id}`, {
      embeds: [{ description: '1 of 2' }],
    });
    expect(edited.status).toBe(200);
    expect(shown(sandbox, aloud.message.id)).toMatchObject({
      content: 'Said aloud',
      embeds: [{ description: '1 of 2' }],
    });
    await posted.client.application.commands.set([{ name: 'hush', description: 'Hush' }]);
    const hushed = await ada.command('hush');
    if (hushed.kind !== 'message') throw new Error(hushed.kind);
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const path = `/channels/${posted.channelId}/messages/${hushed.message.id}`;
      const body = method === 'PATCH' ? { content: 'y' } : undefined;
      expect(await rest(sandbox, method, path, body)).toMatchObject({ status: 404, body: { code: 10008 } });
    }
  });

  it('that one member sees asks for a reason, and changes in place when it comes', async () => {
    const { sandbox, posted } = await withBallot(async (interaction) => {
      if (interaction.isButton() && interaction.customId === 'attack') {
        await interaction.reply({ content: 'Counted.', components: [button('why')], flags: MessageFlags.Ephemeral });
      } else if (interaction.isButton()) {
        const component = { type: 4, custom_id: 'line', style: 1, required: true, max_length: 120 } as const;
        const components = [{ type: 18 as const, label: 'Why', component }];
        await interaction.showModal({ custom_id: 'reason', title: 'A reason', components });
      } else if (interaction.isModalSubmit() && interaction.isFromMessage()) {
        await interaction.update({ content: interaction.fields.getTextInputValue('line'), components: [] });
      }
    });
    const cy = sandbox.as('Cy').in(TABLE);
    const counted = await cy.press(posted, 'attack');
    if (counted.kind !== 'message') throw new Error(counted.kind);
    const asked = await cy.press(counted.message, 'why');
    if (asked.kind !== 'modal') throw new Error(asked.kind);
    expect(await cy.submit(asked.modal, { line: 'Lee is weak' })).toMatchObject({
      kind: 'update',
      message: { id: counted.message.id, content: 'Lee is weak', buttons: [], ephemeral: true },
    });
    expect(sandbox.messages(TABLE, { seenBy: 'Bo' })).toHaveLength(1);
    expect(await sandbox.as('Bo').in(TABLE).submit(asked.modal, { line: 'Mine' })).toMatchObject({ kind: 'failed' });
  });
});
