import { createCanvas } from 'canvas';
import {
  type APIModalInteractionResponseCallbackData,
  Client,
  Events,
  GatewayIntentBits,
  type Interaction,
  MessageFlags,
} from 'discord.js';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';

export const ALT_TEXT = 'Map of northern Virginia. Grant stands at Germanna Ford.';
export const LEADERS = ['Grant', 'Hancock', 'Warren'];

const flags = MessageFlags.Ephemeral;
const leader = { name: 'leader', description: 'Who attacks', type: 3 as const, required: true, autocomplete: true };
const dice = { name: 'dice', description: 'How many', type: 4 as const, min_value: 1, max_value: 3 };
const COMMANDS = [
  { name: 'attack', description: 'Attack with a leader', options: [leader, dice] },
  { name: 'report', description: 'A picture with buttons' },
  { name: 'secret', description: 'Tells you alone' },
  { name: 'ponder', description: 'Thinks first' },
  { name: 'silence', description: 'Does not answer' },
];

export function picture(width = 1200, height = 900): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#e9dfc4';
  context.fillRect(0, 0, width, height);
  return canvas.toBuffer('image/png');
}

/** By Discord's styles: 1 primary, 2 secondary, 3 success, 4 danger. */
export const button = (style: number, custom_id: string, label: string) => ({ type: 2, style, custom_id, label });
export const row = (...components: object[]) => ({ type: 1, components });
const menu = (custom_id: string, placeholder: string, names: readonly string[], max_values = 1) => {
  const options = names.map((label) => ({ label, value: label.toLowerCase() }));
  return { type: 3, custom_id, placeholder, options, max_values };
};

const report = () => ({
  content: '**Grant crosses the Rapidan.** 9 Action Points left.',
  files: [{ attachment: picture(), name: 'map.png', description: ALT_TEXT }],
  components: [
    row(
      ...[button(1, 'count', 'Pressed 0 times'), button(2, 'form', 'Give a reason'), button(3, 'whisper', 'Whisper')],
      ...[button(4, 'broken', 'Broken'), { ...button(2, 'off', 'Not now'), disabled: true }],
    ),
    row(menu('leader', 'Who leads?', LEADERS)),
    row(menu('roads', 'Which roads?', ['Brock', 'Plank', 'Turnpike'], 2)),
  ],
});

const REASON: APIModalInteractionResponseCallbackData = {
  ...{ custom_id: 'reason', title: 'A word to the council' },
  components: [
    { type: 18, label: 'Why', component: { type: 4, custom_id: 'why', style: 2, min_length: 5 } },
    { type: 18, label: 'Signed', component: { type: 4, custom_id: 'name', style: 1, required: false } },
  ],
};

let presses = 0;

async function answer(interaction: Interaction, thought: Promise<void>): Promise<void> {
  if (interaction.isAutocomplete()) {
    const typed = interaction.options.getFocused().toLowerCase();
    const fitting = LEADERS.filter((name) => name.toLowerCase().includes(typed));
    await interaction.respond(fitting.map((name) => ({ name: `${name} (needs 5+)`, value: name.toLowerCase() })));
  } else if (interaction.isChatInputCommand()) {
    const { options, commandName } = interaction;
    if (commandName === 'attack') {
      await interaction.reply(`Leader ${options.getString('leader', true)}, dice ${options.getInteger('dice') ?? 1}.`);
    } else if (commandName === 'report') await interaction.reply(report());
    else if (commandName === 'secret') {
      await interaction.reply({
        content: 'For your eyes only.',
        components: [row(button(2, 'count', 'Count'))],
        flags,
      });
    } else if (commandName === 'ponder') {
      await interaction.deferReply();
      await thought;
      await interaction.editReply('A long thought.');
    }
  } else if (interaction.isButton()) {
    const { customId, user } = interaction;
    if (customId === 'form') await interaction.showModal(REASON);
    else if (customId === 'whisper') await interaction.reply({ content: `Only for ${user.displayName}.`, flags });
    else if (customId === 'count') {
      presses += 1;
      await interaction.update({ content: `${user.displayName} pressed; ${presses} in all.` });
    }
  } else if (interaction.isStringSelectMenu()) await interaction.reply(`Chosen: ${interaction.values.join(' and ')}.`);
  else if (interaction.isModalSubmit()) {
    const [why, name] = ['why', 'name'].map((id) => interaction.fields.getTextInputValue(id));
    await interaction.reply(`Because ${why} (${name || 'unsigned'}).`);
  }
}

/** A small bot that shows everything the page has to draw. `/ponder` is answered after `thought`. */
export const startBot = (sandbox: Sandbox, thought = Promise.resolve()): Promise<Client<true>> =>
  connected(sandbox, COMMANDS, (interaction) => answer(interaction, thought));

/** A stock client that answers interactions. */
export async function connected(
  sandbox: Sandbox,
  commands: typeof COMMANDS,
  on: (interaction: Interaction) => Promise<void>,
): Promise<Client<true>> {
  const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: sandbox.apiUrl } });
  client.on(Events.InteractionCreate, (interaction) => {
    on(interaction).catch((error: { code?: unknown }) => {
      // Too late, and answered already: what a Discord in trouble says of some answers.
      if (error.code !== 10062 && error.code !== 40060) throw error;
    });
  });
  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(sandbox.token);
  const online = await ready;
  await online.application.commands.set(commands);
  return online;
}
