import { type Interaction, MessageFlags } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { answer } from '../answered-message.ts';
import { codeOf, eventually, sandboxWithBot } from './fixture.ts';

const flags = MessageFlags.Ephemeral;
const button = (customId: string, label: string, disabled = false) =>
  ({ type: 2, style: 1, customId, label, disabled }) as const;
const row = <T>(...components: T[]) => ({ type: 1, components }) as const;
const corps = ['II', 'V', 'VI'].map((value) => ({ label: `${value} Corps`, value }));
const menu = { type: 3, customId: 'corps', placeholder: 'Choose a corps', maxValues: 2, options: corps } as const;

/** A bot whose greeting in the library has two buttons and three menus; `on` answers their use by Bo. */
async function withGreeting(on: (interaction: Interaction) => Promise<unknown>) {
  const made = await sandboxWithBot({ on });
  const menus = [menu, { type: 5, customId: 'who' } as const, { type: 6, customId: 'role' } as const];
  const buttons = row(button('a', 'Attack'), button('b', 'Wait', true));
  const channel = await made.library();
  const { id } = await channel.send({ content: 'Choose', components: [buttons, ...menus.map((each) => row(each))] });
  const greeting = made.sandbox.message('library', id);
  if (greeting === undefined) throw new Error('It was not posted.');
  return { ...made, greeting, bo: made.sandbox.as('Bo').in('library') };
}

describe('a button', () => {
  it('can be pressed by its label or its custom id, and updates its message', async () => {
    const { greeting, bo, sandbox } = await withGreeting(async (interaction) => {
      if (!interaction.isButton()) return;
      await interaction.update({ content: `${interaction.customId} by ${interaction.user.username}`, components: [] });
    });
    expect(greeting.buttons).toMatchObject([
      { customId: 'a', label: 'Attack', disabled: false },
      { customId: 'b', label: 'Wait', disabled: true },
    ]);
    const outcome = await bo.press(greeting, 'Attack');
    expect(outcome).toMatchObject({ kind: 'update', message: { id: greeting.id, content: 'a by bo', buttons: [] } });
    expect(answer(outcome).editedAt).not.toBeNull();
    expect(sandbox.messages('library')).toHaveLength(1);
    // Discord's answer to a press on a button that is gone.
    expect(await bo.press(greeting, 'a')).toMatchObject({ kind: 'failed', reason: 'This interaction failed' });
  });

  it('can answer with a new message, which replies to its own', async () => {
    const { greeting, bo } = await withGreeting(async (interaction) => {
      if (interaction.isButton()) await interaction.reply('Attacked');
    });
    const told = { content: 'Attacked', replyTo: greeting.id, interaction: { label: 'Attack' } };
    expect(answer(await bo.press(greeting, 'a'))).toMatchObject(told);
  });

  it('can be acknowledged first, and its message edited later', async () => {
    const { greeting, bo } = await withGreeting(async (interaction) => {
      if (!interaction.isButton()) return;
      await interaction.deferUpdate();
      await interaction.editReply({ content: 'Later' });
    });
    const edited = { id: greeting.id, content: 'Later', buttons: [{ label: 'Attack' }, { label: 'Wait' }] };
    expect(await bo.press(greeting, 'a')).toMatchObject({ kind: 'update', message: edited });
  });

  it('can be acknowledged and no more', async () => {
    let acknowledged = 0;
    const { clock, greeting, bo } = await withGreeting(async (interaction) => {
      if (!interaction.isButton()) return;
      await interaction.deferUpdate();
      acknowledged++;
    });
    expect(await bo.atOnce.press(greeting, 'a')).toMatchObject({ kind: 'deferred', message: null });
    const waited = bo.press(greeting, 'a');
    await eventually(() => acknowledged).toBe(2);
    clock.advance(3000);
    expect(await waited).toMatchObject({ kind: 'deferred', message: null });
  });

  it('is not pressed while disabled, but a forged request reaches the bot', async () => {
    const seen: string[] = [];
    const { greeting, bo } = await withGreeting(async (interaction) => {
      if (!interaction.isMessageComponent()) return;
      seen.push(interaction.customId);
      await interaction.reply({ content: 'I do not know this button.', flags });
    });
    expect(await bo.press(greeting, 'Wait')).toMatchObject({ kind: 'failed', reason: 'This button is disabled.' });
    expect(answer(await bo.forge(greeting, 'by-hand:1')).ephemeral).toBe(true);
    expect(seen).toEqual(['by-hand:1']);
  });

  it('of a private message is used by its member alone, and updates it like any other', async () => {
    const { greeting, bo, ada } = await withGreeting(async (interaction) => {
      if (!interaction.isButton()) return;
      if (interaction.customId === 'yes') return interaction.update({ content: 'Abandoned', components: [] });
      await interaction.reply({ content: 'Sure?', flags, components: [row(button('yes', 'Yes'))] });
    });
    const question = answer(await bo.press(greeting, 'a'));
    const reason = 'This message is no longer there.';
    expect(await ada.press(question, 'Yes')).toMatchObject({ kind: 'failed', reason });
    const updated = { id: question.id, content: 'Abandoned', ephemeral: true };
    expect(await bo.press(question, 'Yes')).toMatchObject({ kind: 'update', message: updated });
  });
});

describe('a menu', () => {
  it('sends the chosen values, and takes no others', async () => {
    const { greeting, bo } = await withGreeting(async (interaction) => {
      if (interaction.isStringSelectMenu()) await interaction.reply(interaction.values.join('+'));
    });
    expect(greeting.selects[0]).toMatchObject({ customId: 'corps', options: corps });
    const told = answer(await bo.select(greeting, 'corps', ['II', 'VI']));
    expect(told).toMatchObject({ content: 'II+VI', interaction: { label: 'II Corps, VI Corps' } });
    for (const [customId, values, reason] of [
      ['corps', ['IX'], 'This menu does not offer that.'],
      ['corps', ['II', 'V', 'VI'], 'Choose 1 to 2.'],
      ['army', ['II'], 'This interaction failed'],
    ] as const)
      expect(await bo.select(greeting, customId, values)).toMatchObject({ kind: 'failed', reason });
  });

  it('of users or roles comes with them, and refuses what is none', async () => {
    const { greeting, bo, sandbox } = await withGreeting(async (interaction) => {
      if (interaction.isUserSelectMenu())
        await interaction.reply(interaction.users.map((each) => each.username).join());
      if (interaction.isRoleSelectMenu()) await interaction.reply(interaction.roles.map((each) => each.name).join());
    });
    const { world } = sandbox;
    const staff = world.role(world.guild("Soldiers' Home"), 'Staff').id;
    expect(answer(await bo.select(greeting, 'who', [world.member('Cy').id])).content).toBe('cy');
    expect(answer(await bo.select(greeting, 'role', [staff])).content).toBe('Staff');
    const reason = 'This menu does not offer that.';
    expect(await bo.select(greeting, 'role', [world.member('Bo').id])).toMatchObject({ reason });
  });
});

describe('a modal', () => {
  const field = (label: string, custom_id: string, style: 1 | 2, max_length: number) =>
    ({ type: 18, label, component: { type: 4, custom_id, style, max_length } }) as const;
  const components = [field('Orders', 'text', 2, 20), field('Corps', 'corps', 1, 2)];
  const form = { custom_id: 'orders', title: 'Orders for the day', components };

  it('is shown, filled in by its member and answered, also by an update of the message it came from', async () => {
    const { greeting, bo, ada } = await withGreeting(async (interaction) => {
      if (interaction.isButton()) await interaction.showModal(form);
      if (!interaction.isModalSubmit() || !interaction.isFromMessage()) return;
      const [text, number] = ['text', 'corps'].map((id) => interaction.fields.getTextInputValue(id));
      await interaction.update({ content: `${interaction.customId}: ${text} (${number})` });
    });
    const outcome = await bo.press(greeting, 'a');
    if (outcome.kind !== 'modal') throw new Error('No modal.');
    const { modal } = outcome;
    const fields = [{ customId: 'text' }, { customId: 'corps' }];
    expect(modal).toMatchObject({ customId: 'orders', title: 'Orders for the day', fields });
    for (const [seat, wrong, text, reason] of [
      [bo, modal, '', 'This field is required.'],
      [bo, modal, 'x'.repeat(21), 'This field takes 1 to 20 characters.'],
      [bo, { ...modal, customId: 'other' }, 'Go', 'This form is no longer open.'],
      [ada, modal, 'Go', 'This form is no longer open.'],
    ] as const)
      expect(await seat.submit(wrong, { text, corps: 'V' })).toMatchObject({ kind: 'failed', reason });
    const updated = { id: greeting.id, content: 'orders: Go (V)' };
    expect(await bo.submit(modal, { text: 'Go', corps: 'V' })).toMatchObject({ kind: 'update', message: updated });
  });

  it('cannot be shown in answer to a modal', async () => {
    let code: unknown;
    const { greeting, bo } = await withGreeting(async (interaction) => {
      if (interaction.isButton()) await interaction.showModal(form);
      if (!interaction.isModalSubmit()) return;
      const path = `/interactions/${interaction.id}/${interaction.token}/callback` as const;
      code = await codeOf(interaction.client.rest.post(path, { body: { type: 9, data: form }, auth: false }));
      await interaction.reply('No');
    });
    const outcome = await bo.press(greeting, 'a');
    if (outcome.kind !== 'modal') throw new Error('No modal.');
    await bo.submit(outcome.modal, { text: 'Go', corps: 'V' });
    expect(code).toBe(50035);
  });
});
