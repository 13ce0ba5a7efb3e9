import { createHash } from 'node:crypto';
import type { AnswerOutcome, OptionValues, Sandbox, SeenMessage } from '../../src/sandbox/sandbox.ts';
import { picker } from '../dice/sealed.ts';
import { type ProductAtRest, startAtRest } from './at-rest.ts';
import type { Said } from './games.ts';

const CHANNEL = 'the-wilderness';
const ACTS = 100;
const MEMBERS = ['Ada', 'Bo', 'Cy'];

type Typed = readonly [name: string, options: OptionValues];

/** Commands that are tried among the presses. */
const COMMANDS: readonly Typed[] = [
  ['map', {}],
  ['map', { view: 'text' }],
  ['map', { view: 'own' }],
  ['log', {}],
  ['log', { file: true }],
  ['rules', {}],
  ['units', {}],
  ['odds', {}],
  ['help', {}],
  ['council', {}],
  ['seat list', {}],
  ['clock', {}],
  ['table', {}],
  ['quiet show', {}],
  ['undo', {}],
  ['undo', { why: 'The wrong road.' }],
  ['verify', {}],
  ['recap', {}],
  ['record', {}],
  ['mydata export', {}],
  ['vote open', {}],
  ['vote withdraw', {}],
  ['vote close', {}],
];

const GAMES: readonly OptionValues[] = [
  { game: 'sam-grant' },
  { game: 'road-to-richmond' },
  { game: 'overland' },
  { game: 'wilderness' },
  { game: 'road-to-richmond', opponent: 'union' },
];

/** What members set before they play: in every other session each. */
const SETTINGS: readonly (readonly [who: string, ...Typed])[] = [
  ['Bo', 'table', { pings: 'dm' }],
  ['Ada', 'clock', { phase: '24h', choices: '12h', reminder: '6h' }],
  ['Ada', 'council', { mode: 'vote', window: '5m', quorum: 1, tie: 'die' }],
  ['Ada', 'table', { posts: 'orders' }],
  ['Cy', 'quiet hours', { from: '22:00', to: '07:00', zone: 'Berlin' }],
];

/** One random session of three members with the bot, seen from the practice Discord. The same seed gives the same session. */
export async function* sessions(seed: number): AsyncGenerator<Said> {
  const pick = picker(seed);
  const bot = await startAtRest(seed);
  const { product, act, settled, clock } = bot;
  const { sandbox } = product;
  /** Who sees a message that one member alone sees. */
  const owners = new Map<string, string>();
  const at = (who: string) => sandbox.as(who).in(CHANNEL);
  const news = newsOf(sandbox);
  async function* done(
    where: string,
    kind: string,
    who: string,
    doing: () => Promise<AnswerOutcome>,
  ): AsyncGenerator<Said> {
    const outcome = await act(doing);
    if (outcome.kind === 'message' && outcome.message.ephemeral) owners.set(outcome.message.id, who);
    yield { at: where, kind, value: told(outcome) };
    if (outcome.kind === 'modal') {
      const fields = Object.fromEntries(outcome.modal.fields.map(({ customId, value }) => [customId, value || 'hold']));
      yield { at: where, kind: 'submits', value: told(await act(() => at(who).submit(outcome.modal, fields))) };
    }
    if (pick(8) === 0) clock.advance([60_000, 6 * 60_000, 26 * 3_600_000][pick(3)] as number);
    await settled();
    yield { at: where, kind: 'then there is', value: news() };
  }
  try {
    const start = `session ${seed}`;
    const begin = () => at('Ada').command('new', GAMES[seed % GAMES.length] ?? {});
    yield* done(start, 'begun', 'Ada', begin);
    for (const [who, side] of [
      ['Ada', 'Confederates'],
      ['Bo', 'Union'],
      ['Cy', 'Confederates'],
    ] as const)
      yield* done(start, `${who} joins`, who, () => at(who).command('join', { side }));
    for (const [index, [who, name, options]] of SETTINGS.entries())
      if ((seed + index) % 2 === 0) yield* done(start, `${name} is set`, who, () => at(who).command(name, options));
    for (let number = 0; number < ACTS; number++) {
      const where = `session ${seed} ${number}`;
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
      if (roll === 0 || !message) {
        const [name, options] = COMMANDS[pick(COMMANDS.length)] as Typed;
        yield* done(where, `/${name}`, who, () => at(who).command(name, options));
      } else if (roll === 1) {
        const offered = await act(() => at(who).autocomplete('plan', {}, 'orders'));
        const choices = offered.kind === 'choices' ? offered.choices : [];
        yield { at: where, kind: 'plans', value: choices };
        const orders = choices[pick(Math.max(1, choices.length))]?.value ?? 'hold';
        yield* done(where, 'planned', who, () => at(who).command('plan', { orders }));
      } else if (roll < 5 && message.selects.length > 0) {
        const select = message.selects[pick(message.selects.length)] as SeenMessage['selects'][number];
        const option = select.options[pick(Math.max(1, select.options.length))];
        const values = [option?.value ?? sandbox.world.member(anybody).id];
        const kind = `selects ${option?.label ?? anybody}`;
        yield* done(where, kind, who, () => at(who).select(message, select.customId, values));
      } else {
        const buttons = message.buttons.filter(({ disabled, customId }) => !disabled && customId !== null);
        const button = buttons[pick(Math.max(1, Math.min(4, buttons.length)))];
        if (!button) continue;
        yield* done(where, `presses ${button.label}`, who, () => at(who).press(message, button.customId ?? ''));
      }
    }
    for (const [index, message] of sandbox.messages(CHANNEL).entries())
      yield { at: `${start} message ${index}`, kind: 'at the end', value: await shown(message, bot) };
    yield {
      at: start,
      kind: 'warnings',
      value: product.logged.filter(({ level }) => level > 30).map(({ msg }) => msg),
    };
  } finally {
    await bot.close();
  }
}

/** Gives what has come or changed since the last time, in any channel and to any member. */
function newsOf(sandbox: Sandbox): () => unknown {
  const known = new Map<string, string>();
  return () =>
    sandbox.world.channels.flatMap(({ id, name }) =>
      sandbox.messages(id).flatMap((message) => {
        const now = shownWithoutFiles(message);
        const [before, text] = [known.get(message.id), JSON.stringify(now)];
        known.set(message.id, text);
        return before === text ? [] : { in: name, is: before === undefined ? 'new' : 'changed', ...now };
      }),
    );
}

function told(outcome: AnswerOutcome): unknown {
  if (outcome.kind === 'message' || outcome.kind === 'update')
    return { kind: outcome.kind, ...shownWithoutFiles(outcome.message) };
  if (outcome.kind === 'modal') return { kind: outcome.kind, title: outcome.modal.title };
  return { ...outcome, interactionId: null };
}

/** A message without its ids: those of buttons are the program's own affair. */
function shownWithoutFiles({ author, ephemeral, content, text, buttons, selects, files, ...rest }: SeenMessage) {
  return {
    bot: author.bot,
    ephemeral,
    content,
    text,
    pings: [rest.mentions, rest.mentionedRoles],
    files: files.map(({ filename, description }) => ({ name: filename, alt: description })),
    buttons: buttons.map(({ label, style, disabled }) => ({ label, style, disabled })),
    selects: selects.map(({ placeholder, disabled, options }) => ({
      placeholder,
      disabled,
      options: options.map(({ label, description }) => ({ label, description })),
    })),
  };
}

async function shown(message: SeenMessage, { drawn }: ProductAtRest) {
  const files = message.files.map(async (file) => {
    const posted = Buffer.from(await (await fetch(file.url)).arrayBuffer());
    const bytes = (await drawn(posted)) ?? posted;
    const text = /\.(txt|md|json)$/.test(file.filename) ? bytes.toString() : null;
    return { text, bytes: createHash('sha256').update(bytes).digest('hex') };
  });
  return { ...shownWithoutFiles(message), contents: await Promise.all(files) };
}
