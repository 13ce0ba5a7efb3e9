import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  type Interaction,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  StringSelectMenuBuilder,
  TextInputBuilder,
  TextInputStyle,
  UserSelectMenuBuilder,
} from 'discord.js';
import { describe, expect, it } from 'vitest';
import { manualClock, type Outcome, type SeenMessage } from '../../src/sandbox/sandbox.ts';
import { eventually, sandboxWithBot } from './fixture.ts';

const button = (id: string, label: string) =>
  new ButtonBuilder().setCustomId(id).setLabel(label).setStyle(ButtonStyle.Primary);

const buttons = (...all: ButtonBuilder[]) => new ActionRowBuilder<ButtonBuilder>().addComponents(all);

const menu = () =>
  new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(
    new StringSelectMenuBuilder()
      .setCustomId('corps')
      .setPlaceholder('Choose a corps')
      .setMaxValues(2)
      .addOptions(
        { label: 'II Corps', value: 'II' },
        { label: 'V Corps', value: 'V' },
        { label: 'VI Corps', value: 'VI' },
      ),
  );

/** A bot whose greeting in the library has the buttons a and b, and a menu; `on` answers their use. */
async function withGreeting(on: (interaction: Interaction) => Promise<unknown>, clock = manualClock()) {
  const { sandbox, client } = await sandboxWithBot({ on, clock });
  const channel = await client.channels.fetch(sandbox.world.channel('library').id);
  if (!channel?.isSendable()) throw new Error('The library takes no messages.');
  await channel.send({
    content: 'Choose',
    components: [buttons(button('a', 'Attack'), button('b', 'Wait').setDisabled(true)), menu()],
  });
  const greeting = await sandbox.waitForMessage('library', (message) => message.content === 'Choose');
  return { sandbox, client, greeting, seat: sandbox.as('Bo').in('library') };
}

function messageOf(outcome: Outcome): SeenMessage {
  if (outcome.kind !== 'message' && outcome.kind !== 'update')
    throw new Error(`No message: ${JSON.stringify(outcome)}`);
  return outcome.message;
}

describe('a button', () => {
  it('can be pressed by its label or its custom id, and updates its message', async () => {
    const { greeting, seat, sandbox } = await withGreeting(async (interaction) => {
      if (!interaction.isButton()) return;
      await interaction.update({ content: `${interaction.customId} by ${interaction.user.username}`, components: [] });
    });
    expect(greeting.buttons).toMatchObject([
      { customId: 'a', label: 'Attack', disabled: false },
      { customId: 'b', label: 'Wait', disabled: true },
    ]);
    const outcome = await seat.press(greeting, 'Attack');
    expect(outcome).toMatchObject({ kind: 'update', message: { id: greeting.id, content: 'a by bo', buttons: [] } });
    expect(messageOf(outcome).editedAt).not.toBeNull();
    expect(sandbox.messages('library')).toHaveLength(1);
    // As Discord answers whoever still saw the buttons.
    expect(await seat.press(greeting, 'a')).toEqual({
      interactionId: '',
      kind: 'failed',
      reason: 'This interaction failed',
    });
  });

  it('can answer with a new message, which replies to its own', async () => {
    const { greeting, seat } = await withGreeting(async (interaction) => {
      if (interaction.isButton()) await interaction.reply('Attacked');
    });
    const message = messageOf(await seat.press(greeting, 'a'));
    expect(message).toMatchObject({ content: 'Attacked', replyTo: greeting.id, interaction: { label: 'Attack' } });
  });

  it('can be acknowledged first, and its message edited later', async () => {
    const { greeting, seat } = await withGreeting(async (interaction) => {
      if (!interaction.isButton()) return;
      await interaction.deferUpdate();
      await interaction.editReply({ content: 'Later' });
      await interaction.followUp({ content: 'And this', flags: MessageFlags.Ephemeral });
    });
    expect(await seat.press(greeting, 'a')).toMatchObject({
      kind: 'update',
      message: { id: greeting.id, content: 'Later', buttons: [{ label: 'Attack' }, { label: 'Wait' }] },
    });
  });

  it('can be acknowledged and no more', async () => {
    const clock = manualClock();
    const { sandbox, greeting, seat } = await withGreeting(async (interaction) => {
      if (!interaction.isButton()) return;
      await interaction.deferUpdate();
      if (interaction.channel?.isSendable()) await interaction.channel.send('By another way');
    }, clock);
    expect(await seat.atOnce.press(greeting, 'a')).toMatchObject({ kind: 'deferred', message: null });
    const waited = seat.press(greeting, 'a');
    const said = () => sandbox.messages('library').filter(({ content }) => content === 'By another way');
    await eventually(() => said().length).toBe(2);
    clock.advance(3000);
    expect(await waited).toMatchObject({ kind: 'deferred', message: null });
  });

  it('is not pressed while disabled, but a forged request reaches the bot', async () => {
    const seen: string[] = [];
    const { greeting, seat } = await withGreeting(async (interaction) => {
      if (!interaction.isMessageComponent()) return;
      seen.push(interaction.customId);
      await interaction.reply({ content: 'I do not know this button.', flags: MessageFlags.Ephemeral });
    });
    expect(await seat.press(greeting, 'Wait')).toMatchObject({ kind: 'failed', reason: 'This button is disabled.' });
    expect(await seat.forge(greeting, 'by-hand:1')).toMatchObject({ kind: 'message', message: { ephemeral: true } });
    expect(seen).toEqual(['by-hand:1']);
  });
});

describe('a whispered message', () => {
  it('is used by its member alone, and updated like any other', async () => {
    const { greeting, seat, sandbox } = await withGreeting(async (interaction) => {
      if (!interaction.isButton()) return;
      if (interaction.customId === 'yes') return interaction.update({ content: 'Abandoned', components: [] });
      const components = [buttons(button('yes', 'Yes'))];
      await interaction.reply({ content: 'Sure?', flags: MessageFlags.Ephemeral, components });
    });
    const question = messageOf(await seat.press(greeting, 'a'));
    expect(await sandbox.as('Ada').in('library').press(question, 'Yes')).toMatchObject({
      kind: 'failed',
      reason: 'This message is no longer there.',
    });
    expect(await seat.press(question, 'Yes')).toMatchObject({
      kind: 'update',
      message: { id: question.id, content: 'Abandoned', ephemeral: true },
    });
  });
});

describe('a menu', () => {
  it('sends the chosen values', async () => {
    const { greeting, seat } = await withGreeting(async (interaction) => {
      if (interaction.isStringSelectMenu()) await interaction.reply(interaction.values.join('+'));
    });
    expect(greeting.selects).toMatchObject([
      { customId: 'corps', options: [{ value: 'II' }, { value: 'V' }, { value: 'VI' }] },
    ]);
    const message = messageOf(await seat.select(greeting, 'corps', ['II', 'VI']));
    expect(message).toMatchObject({ content: 'II+VI', interaction: { label: 'II Corps, VI Corps' } });
    expect(await seat.select(greeting, 'corps', ['IX'])).toMatchObject({ reason: 'This menu does not offer that.' });
    expect(await seat.select(greeting, 'corps', ['II', 'V', 'VI'])).toMatchObject({ reason: 'Choose 1 to 2.' });
    expect(await seat.select(greeting, 'army', ['II'])).toMatchObject({ reason: 'This interaction failed' });
  });

  it('of users comes with the users', async () => {
    const { sandbox, client } = await sandboxWithBot({
      on: async (interaction) => {
        if (interaction.isUserSelectMenu())
          await interaction.reply(interaction.users.map((user) => user.username).join());
      },
    });
    const channel = await client.channels.fetch(sandbox.world.channel('library').id);
    if (!channel?.isSendable()) throw new Error('The library takes no messages.');
    const select = new UserSelectMenuBuilder().setCustomId('who');
    await channel.send({ components: [new ActionRowBuilder<UserSelectMenuBuilder>().addComponents(select)] });
    const [message] = sandbox.messages('library');
    const outcome = await sandbox
      .as('Ada')
      .in('library')
      .select(message?.id ?? '', 'who', [sandbox.world.member('Cy').id]);
    expect(outcome).toMatchObject({ kind: 'message', message: { content: 'cy' } });
  });
});

describe('a modal', () => {
  const form = () =>
    new ModalBuilder()
      .setCustomId('orders')
      .setTitle('Orders for the day')
      .addLabelComponents(
        new LabelBuilder()
          .setLabel('Orders')
          .setTextInputComponent(
            new TextInputBuilder().setCustomId('text').setStyle(TextInputStyle.Paragraph).setMaxLength(20),
          ),
        new LabelBuilder()
          .setLabel('Corps')
          .setTextInputComponent(
            new TextInputBuilder().setCustomId('corps').setStyle(TextInputStyle.Short).setMaxLength(2),
          ),
      );

  it('is shown, filled in and answered, also by an update of the message it came from', async () => {
    const { greeting, seat } = await withGreeting(async (interaction) => {
      if (interaction.isButton()) await interaction.showModal(form());
      if (!interaction.isModalSubmit() || !interaction.isFromMessage()) return;
      const { fields } = interaction;
      const corps = fields.getTextInputValue('corps');
      await interaction.update({ content: `${interaction.customId}: ${fields.getTextInputValue('text')} (${corps})` });
    });
    const outcome = await seat.press(greeting, 'a');
    if (outcome.kind !== 'modal') throw new Error('No modal.');
    expect(outcome.modal).toMatchObject({
      customId: 'orders',
      title: 'Orders for the day',
      fields: [{ customId: 'text' }, { customId: 'corps' }],
    });
    expect(await seat.submit(outcome.modal, { text: '', corps: 'V' })).toMatchObject({
      kind: 'failed',
      reason: 'This field is required.',
    });
    expect(await seat.submit(outcome.modal, { text: 'x'.repeat(21), corps: 'V' })).toMatchObject({ kind: 'failed' });
    expect(await seat.submit(outcome.modal, { text: 'Go', corps: 'VIII' })).toMatchObject({ kind: 'failed' });
    expect(await seat.submit(outcome.modal, { text: 'Go', corps: 'V' })).toMatchObject({
      kind: 'update',
      message: { id: greeting.id, content: 'orders: Go (V)' },
    });
    expect(await seat.submit({ ...outcome.modal, customId: 'other' }, {})).toMatchObject({
      reason: 'This form is no longer open.',
    });
  });

  it('cannot be shown in answer to a modal', async () => {
    let code: unknown;
    const { greeting, seat } = await withGreeting(async (interaction) => {
      if (interaction.isButton()) await interaction.showModal(form());
      if (!interaction.isModalSubmit()) return;
      const again = { ...form().toJSON() };
      const { rest } = interaction.client;
      code = await rest
        .post(`/interactions/${interaction.id}/${interaction.token}/callback`, {
          body: { type: 9, data: again },
          auth: false,
        })
        .catch((error: { code: unknown }) => error.code);
      await interaction.reply('No');
    });
    const outcome = await seat.press(greeting, 'a');
    if (outcome.kind !== 'modal') throw new Error('No modal.');
    await seat.submit(outcome.modal, { text: 'Go', corps: 'V' });
    expect(code).toBe(50035);
  });
});
