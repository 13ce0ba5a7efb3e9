import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome, SeenMessage } from '../../src/sandbox/sandbox.ts';
import { manualClock } from '../../src/time-source.ts';
import { knownChance, startProduct } from '../bot/fixture.ts';
import { picker } from '../dice/sealed.ts';
import { HASTY } from '../sandbox/fixture.ts';
import type { Said } from './games.ts';

const CHANNEL = 'the-wilderness';
const ACTS = 100;
const MEMBERS = ['Ada', 'Bo', 'Cy'];

/** Commands that are tried among the presses: the name and its options. */
const COMMANDS: readonly (readonly [string, Readonly<Record<string, string | number | boolean>>])[] = [
  ['map', {}],
  ['map', { view: 'text' }],
  ['map', { view: 'own' }],
  ['log', {}],
  ['rules', {}],
  ['units', {}],
  ['odds', {}],
  ['help', {}],
  ['council', {}],
  ['seat', {}],
  ['undo', {}],
  ['verify', {}],
  ['recap', {}],
  ['record', {}],
  ['vote close', {}],
];

const GAMES: readonly Readonly<Record<string, string>>[] = [
  {},
  { game: 'road-to-richmond' },
  {},
  { game: 'road-to-richmond', opponent: 'union' },
];

/** One random session of three members with the bot, seen from the practice Discord. The same seed gives the same session. */
export async function* sessions(seed: number): AsyncGenerator<Said> {
  const pick = picker(seed);
  const clock = manualClock(Date.UTC(2026, 5, 4, 12));
  const product = await startProduct({ chance: knownChance(seed), wire: HASTY, clock });
  const { sandbox } = product;
  /** Who sees a message that one member alone sees. */
  const owners = new Map<string, string>();
  const at = (who: string) => sandbox.as(who).in(CHANNEL);
  /** How many interactions have reached the bot: it logs each once all of its answer has arrived. */
  let asked = 0;
  const told = (outcome: Outcome): unknown => {
    if (outcome.interactionId !== '') asked += 1;
    return toldOf(outcome);
  };
  // The clock goes on by the same time in every run, however fast the machine is.
  const settled = async () => {
    for (let step = 0; step < 10; step++) {
      clock.advance(500);
      await pause(10);
    }
    for (let quiet = 0, before = ''; quiet < 3; ) {
      await pause(15);
      const now = JSON.stringify(sandbox.messages(CHANNEL).map(shownWithoutFiles));
      const isBrought = product.logged.filter(({ msg }) => msg === 'answered').length >= asked;
      const isQuiet =
        isBrought &&
        now === before &&
        product.host.undelivered.due().length === 0 &&
        product.store.stale().length === 0;
      quiet = isQuiet ? quiet + 1 : 0;
      before = now;
    }
  };
  try {
    yield { at: `session ${seed}`, kind: 'begun', value: told(await at('Ada').command('new', GAMES[seed % 4] ?? {})) };
    await settled();
    for (const [who, side] of [
      ['Ada', 'cs'],
      ['Bo', 'us'],
      ['Cy', 'cs'],
    ] as const)
      yield { at: `session ${seed}`, kind: `${who} joins`, value: told(await at(who).command('join', { side })) };
    if (seed % 3 === 0) {
      const voting = await at('Ada').command('council', { mode: 'vote', window: '5m', quorum: 1 });
      yield { at: `session ${seed}`, kind: 'voting', value: told(voting) };
      await settled();
    }
    for (let act = 0; act < ACTS; act++) {
      const where = `session ${seed} ${act}`;
      const anybody = MEMBERS[pick(MEMBERS.length)] as string;
      const seen = sandbox
        .messages(CHANNEL)
        .filter(({ id, author, ephemeral }) => author.bot && (!ephemeral || owners.has(id)));
      const pressable = seen.filter(({ buttons, selects }) =>
        [...buttons, ...selects].some(({ disabled }) => !disabled),
      );
      const message = pressable.at(-1 - (pick(6) === 0 ? pick(3) : 0)) ?? pressable.at(-1);
      const who = owners.get(message?.id ?? '') ?? anybody;
      const roll = pick(10);
      let done: Outcome;
      if (roll === 0 || !message) {
        const [name, options] = COMMANDS[pick(COMMANDS.length)] as (typeof COMMANDS)[number];
        yield { at: where, kind: 'types', value: name };
        done = await at(who).command(name, options);
      } else if (roll < 4 && message.selects.length > 0) {
        const select = message.selects[pick(message.selects.length)] as SeenMessage['selects'][number];
        const option = select.options[pick(select.options.length)];
        yield { at: where, kind: 'selects', value: option?.label };
        done = await at(who).select(message, select.customId, option ? [option.value] : []);
      } else {
        const buttons = message.buttons.filter(({ disabled, customId }) => !disabled && customId !== null);
        const button = buttons[pick(Math.max(1, Math.min(4, buttons.length)))];
        if (!button) continue;
        yield { at: where, kind: 'presses', value: button.label };
        done = await at(who).press(message, button.customId ?? '');
      }
      yield { at: where, kind: 'is answered', value: told(done) };
      if (done.kind === 'message' && done.message.ephemeral) owners.set(done.message.id, who);
      if (pick(8) === 0) clock.advance([60_000, 6 * 60_000, 26 * 3_600_000][pick(3)] as number);
      await settled();
    }
    for (const [index, message] of sandbox.messages(CHANNEL).entries())
      yield { at: `session ${seed} message ${index}`, kind: 'at the end', value: await shown(message) };
  } finally {
    await product.close();
  }
}

function toldOf(outcome: Outcome): unknown {
  if (outcome.kind === 'message' || outcome.kind === 'update')
    return { kind: outcome.kind, ...shownWithoutFiles(outcome.message) };
  if (outcome.kind === 'modal') return { kind: outcome.kind, title: outcome.modal.title };
  return { ...outcome, interactionId: null };
}

/** A message without its ids: those of buttons are the program's own affair. */
function shownWithoutFiles({ author, ephemeral, content, text, buttons, selects }: SeenMessage) {
  return {
    bot: author.bot,
    ephemeral,
    content,
    text,
    buttons: buttons.map(({ label, style, disabled }) => ({ label, style, disabled })),
    selects: selects.map(({ placeholder, disabled, options }) => ({
      placeholder,
      disabled,
      options: options.map(({ label, description }) => ({ label, description })),
    })),
  };
}

async function shown(message: SeenMessage) {
  const files = message.files.map(async (file) => {
    const bytes = Buffer.from(await (await fetch(file.url)).arrayBuffer());
    const text = /\.(txt|md|json)$/.test(file.filename) ? bytes.toString() : null;
    return {
      name: file.filename,
      alt: file.description,
      text,
      bytes: createHash('sha256').update(bytes).digest('hex'),
    };
  });
  return { ...shownWithoutFiles(message), files: await Promise.all(files) };
}
