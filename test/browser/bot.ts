import { createCanvas } from 'canvas';
import {
  ActionRowBuilder,
  ApplicationCommandOptionType,
  ButtonBuilder,
  ButtonStyle,
  type ChatInputCommandInteraction,
  Client,
  Events,
  GatewayIntentBits,
  type Interaction,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  StringSelectMenuBuilder,
  TextInputStyle,
} from 'discord.js';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';

export const ALT_TEXT = 'Map of northern Virginia. Grant stands at Germanna Ford.';
export const LEADERS = ['Grant', 'Hancock', 'Warren'];

const COMMANDS = [
  {
    name: 'attack',
    description: 'Attack with a leader',
    options: [
      {
        name: 'leader',
        description: 'Who attacks',
        type: ApplicationCommandOptionType.String as const,
        required: true,
        autocomplete: true,
      },
      {
        name: 'dice',
        description: 'How many',
        type: ApplicationCommandOptionType.Integer as const,
        min_value: 1,
        max_value: 3,
      },
    ],
  },
  { name: 'report', description: 'A picture with buttons' },
  { name: 'secret', description: 'Tells you alone' },
  { name: 'ponder', description: 'Thinks first' },
  { name: 'silence', description: 'Does not answer' },
];

function picture(): Buffer {
  const canvas = createCanvas(1200, 900);
  const context = canvas.getContext('2d');
  context.fillStyle = '#e9dfc4';
  context.fillRect(0, 0, 1200, 900);
  context.fillStyle = '#333';
  context.font = '60px sans-serif';
  context.fillText('Germanna Ford', 80, 120);
  return canvas.toBuffer('image/png');
}

const button = (id: string, label: string, style: ButtonStyle) =>
  new ButtonBuilder().setCustomId(id).setLabel(label).setStyle(style);

async function report(interaction: ChatInputCommandInteraction): Promise<void> {
  await interaction.reply({
    content: '**Grant crosses the Rapidan.** 9 Action Points left.',
    files: [{ attachment: picture(), name: 'map.png', description: ALT_TEXT }],
    components: [
      new ActionRowBuilder<ButtonBuilder>().addComponents(
        button('count', 'Pressed 0 times', ButtonStyle.Primary),
        button('form', 'Give a reason', ButtonStyle.Secondary),
        button('whisper', 'Whisper', ButtonStyle.Success),
        button('broken', 'Broken', ButtonStyle.Danger),
        button('off', 'Not now', ButtonStyle.Secondary).setDisabled(true),
      ),
      new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(
        new StringSelectMenuBuilder()
          .setCustomId('leader')
          .setPlaceholder('Who leads?')
          .addOptions(LEADERS.map((name) => ({ label: name, value: name.toLowerCase() }))),
      ),
      new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(
        new StringSelectMenuBuilder()
          .setCustomId('roads')
          .setPlaceholder('Which roads?')
          .setMaxValues(2)
          .addOptions(['Brock', 'Plank', 'Turnpike'].map((name) => ({ label: name, value: name }))),
      ),
    ],
  });
}

const REASON = new ModalBuilder()
  .setCustomId('reason')
  .setTitle('A word to the council')
  .addLabelComponents(
    new LabelBuilder()
      .setLabel('Why')
      .setTextInputComponent((input) => input.setCustomId('why').setStyle(TextInputStyle.Paragraph).setMinLength(5)),
    new LabelBuilder()
      .setLabel('Signed')
      .setTextInputComponent((input) => input.setCustomId('name').setStyle(TextInputStyle.Short).setRequired(false)),
  );

let presses = 0;

async function answer(interaction: Interaction, thought: Promise<void>): Promise<void> {
  if (interaction.isAutocomplete()) {
    const typed = interaction.options.getFocused().toLowerCase();
    const fitting = LEADERS.filter((name) => name.toLowerCase().includes(typed));
    await interaction.respond(fitting.map((name) => ({ name: `${name} (needs 5+)`, value: name.toLowerCase() })));
  } else if (interaction.isChatInputCommand()) {
    if (interaction.commandName === 'attack') {
      const { options } = interaction;
      await interaction.reply(`Leader ${options.getString('leader', true)}, dice ${options.getInteger('dice') ?? 1}.`);
    } else if (interaction.commandName === 'report') await report(interaction);
    else if (interaction.commandName === 'secret') {
      const counting = button('count', 'Count', ButtonStyle.Secondary);
      const components = [new ActionRowBuilder<ButtonBuilder>().addComponents(counting)];
      await interaction.reply({ content: 'For your eyes only.', components, flags: MessageFlags.Ephemeral });
    } else if (interaction.commandName === 'ponder') {
      await interaction.deferReply();
      await thought;
      await interaction.editReply('A long thought.');
    }
  } else if (interaction.isButton()) {
    if (interaction.customId === 'form') await interaction.showModal(REASON);
    else if (interaction.customId === 'whisper') {
      await interaction.reply({ content: `Only for ${interaction.user.displayName}.`, flags: MessageFlags.Ephemeral });
    } else if (interaction.customId === 'count') {
      presses += 1;
      await interaction.update({ content: `${interaction.user.displayName} pressed; ${presses} in all.` });
    }
  } else if (interaction.isStringSelectMenu()) await interaction.reply(`Chosen: ${interaction.values.join(' and ')}.`);
  else if (interaction.isModalSubmit()) {
    const [why, name] = ['why', 'name'].map((id) => interaction.fields.getTextInputValue(id));
    await interaction.reply(`Because ${why} (${name || 'unsigned'}).`);
  }
}

/** A small bot that shows everything the page has to draw. `/ponder` is answered after `thought`. */
export async function startBot(sandbox: Sandbox, thought = Promise.resolve()): Promise<Client<true>> {
  const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: sandbox.apiUrl } });
  client.on(Events.InteractionCreate, (interaction) => {
    answer(interaction, thought).catch((error: { code?: unknown }) => {
      // Too late, and answered already: what a Discord in trouble says of some answers.
      if (error.code !== 10062 && error.code !== 40060) throw error;
    });
  });
  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(sandbox.token);
  const online = await ready;
  await online.application.commands.set(COMMANDS);
  return online;
}
