import { readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { type Sandbox, type SeenMessage, startSandbox } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { folder, start } from '../harness/bot-process.ts';
import { PROJECT, type Program } from '../harness/program.ts';
import { patient } from '../patient-clock.ts';
import { type Sent, Wire } from './wire.ts';

/** Everything that leaves the process through three campaigns, one of them played to its end: REST, gateway, stdout, stderr and files. */

const TOKEN = 'MTI4ODg4ODg4ODg4.Gq-9_z.never-to-be-told-anywhere';
const CHANNEL = 'the-wilderness';
/** Enough that nobody presses faster than they are answered. */
const CROWD = 16;

interface Game {
  readonly id: string;
  readonly channel: string;
  readonly secret: string;
  readonly seal: string;
}

/** The program in a practice Discord, and all that it says. */
interface Table {
  readonly sandbox: Sandbox;
  readonly wire: Wire;
  readonly running: Program;
  readonly database: string;
  readonly home: string;
  /** Where in `wire.sent` each campaign had ended, by its id. */
  readonly ends: Map<string, number>;
}

async function table(): Promise<Table> {
  const home = folder();
  const sandbox = await startSandbox({ port: 0, token: TOKEN, extraMembers: CROWD, clock: patient(5) });
  const api = new URL(sandbox.apiUrl);
  const wire = await Wire.before(api.origin);
  onTestFinished(async () => {
    wire.close();
    await sandbox.close();
  });
  const database = join(home, 'games.sqlite');
  const environment = {
    DISCORD_TOKEN: TOKEN,
    DISCORD_API_URL: `${wire.origin}${api.pathname}`,
    DATABASE_PATH: database,
    LOG_LEVEL: 'trace',
  };
  const running = start(environment);
  await running.says(/^Its games are saved in/m);
  return { sandbox, wire, running, database, home, ends: new Map() };
}

function games({ database }: Table): Game[] {
  const open = new Database(database, { readonly: true });
  try {
    return open.prepare('SELECT id, channel, secret, seal FROM game ORDER BY started_at').all() as Game[];
  } finally {
    open.close();
  }
}

let turn = 0;
/** The next of the crowd, so that none of them presses too fast. */
const somebody = () => `Member ${(turn++ % CROWD) + 1}`;

/** The newest map of a channel that offers orders, or says that all is over. */
async function mapAfter({ sandbox }: Table, channel: string, after: string): Promise<SeenMessage> {
  const wanted = ({ id, ephemeral, files, buttons }: SeenMessage) =>
    !ephemeral &&
    BigInt(id) > BigInt(after) &&
    files.length > 0 &&
    buttons.some(({ customId }) => /^(order|verify):/.test(customId ?? ''));
  await sandbox.waitForMessage(channel, wanted);
  return sandbox.messages(channel).filter(wanted).at(-1) as SeenMessage;
}

const isOver = ({ buttons }: SeenMessage) => buttons.some(({ customId }) => customId?.startsWith('verify:'));
const orderIn = ({ buttons }: SeenMessage, which: number) => {
  const orders = buttons.filter(({ customId }) => customId?.startsWith('order:'));
  return orders[which % orders.length]?.customId ?? '';
};

/** Plays until the campaign is over, `most` orders at most, `order` giving one. Notes what had been sent before the last was. */
async function playOut(
  table: Table,
  channel: string,
  first: SeenMessage,
  order: (map: SeenMessage, count: number) => Promise<unknown>,
  most = 100,
): Promise<SeenMessage> {
  const { id } = games(table).at(-1) as Game;
  let map = first;
  for (let count = 0; !isOver(map) && count < most; count++) {
    table.ends.set(id, table.wire.sent.length);
    await order(map, count);
    map = await mapAfter(table, channel, map.id);
  }
  return map;
}

test('a token, a secret, a path, an address, a trace or an id leaves it nowhere that it should not', async () => {
  const all = await table();
  const { sandbox, wire, running } = all;
  const at = (member: string, channel = CHANNEL) => sandbox.as(member).in(channel);

  // A campaign of whoever orders first, with everything asked on the way.
  const opening = answer(await at('Ada').command('new', { game: 'overland' }));
  const first = await mapAfter(all, CHANNEL, String(BigInt(opening.id) - 1n));
  const asides = ['log', 'map', 'odds', 'verify', 'recap', 'council', 'record', 'status', 'help', 'mydata export'];
  const end = await playOut(all, CHANNEL, first, async (map, count) => {
    await at(somebody()).press(map, orderIn(map, count));
    const aside = asides[count];
    if (aside) await at(somebody()).command(aside, aside === 'map' ? { view: 'text' } : {});
    if (count === 2) await at(somebody()).command('log', { file: true });
  });
  await at(somebody()).press(end, 'Check the dice');
  await at(somebody()).command('log', { file: true });
  await at('Cy').command('recap');

  // The next one by vote, with reasons, sealed; two votes of one mind decide.
  await at('Ada').command('new', { game: 'overland' });
  await at('Ada').command('council', { mode: 'vote', early: 2, quorum: 2, sealed: true });
  const ballot = await mapAfter(all, CHANNEL, end.id);
  const last = await playOut(
    all,
    CHANNEL,
    ballot,
    async (map, count) => {
      const now = sandbox
        .messages(CHANNEL)
        .findLast(
          ({ buttons, ephemeral }) => !ephemeral && buttons.some(({ customId }) => customId?.startsWith('order:')),
        );
      const order = orderIn(now ?? map, count);
      const press = answer(await at(somebody()).press(now ?? map, order));
      if (count === 1) await at('Bo').command('log', { file: true });
      if (count === 0) {
        const form = await at(`Member ${((turn - 1) % CROWD) + 1}`).press(press, 'Give a reason');
        if (form.kind === 'modal')
          await at(`Member ${((turn - 1) % CROWD) + 1}`).submit(form.modal, { reason: 'Lee is weary' });
      }
      await at(somebody()).press(now ?? map, order);
    },
    6,
  );
  all.ends.set((games(all).at(-1) as Game).id, wire.sent.length);
  if (!isOver(last)) await at('Ada').press(answer(await at('Ada').command('abandon')), 'End the game');
  await at('Cy').command('recap');
  await at('Cy').command('verify');

  // A what-if in a thread, which stays unfinished.
  const points = await at('Ada').autocomplete('new', { 'what-if': 'order 2' }, 'what-if');
  const point = points.kind === 'choices' ? String(points.choices[0]?.value) : '';
  await at('Ada').command('new', { 'what-if': point });
  const isOpen = ({ content, thread }: SeenMessage) => content.startsWith('**What if?**') && Boolean(thread);
  const word = await sandbox.waitForMessage(CHANNEL, isOpen);
  await mapAfter(all, word.id, '0');
  await at('Ada', word.id).command('council', { mode: 'open' });
  const what = await mapAfter(all, word.id, '0');
  await at('Bo', word.id).press(what, orderIn(what, 0));
  const next = await mapAfter(all, word.id, what.id);
  await at('Bo', word.id).command('log', { file: true });

  // Discord refuses, and its answer says every token again.
  sandbox.faults = ({ path, method }, proceed) =>
    method === 'POST' || method === 'PATCH'
      ? {
          status: 400,
          body: {
            code: 50035,
            message: `Invalid: ${path} Bot ${TOKEN} ${[...wire.tokens].at(-1)}`,
            errors: { token: [...wire.tokens].at(-1) },
          },
        }
      : proceed();
  await at('Cy').command('help');
  await at('Cy', word.id).press(next, 'How we decide');
  sandbox.faults = null;
  await at('Bo').command('mydata export');
  await at('Bo').command('help');
  running.child.kill('SIGTERM');
  expect(await running.ended).toBe(0);

  const [open, vote, whatIf] = games(all);
  expect([open, vote, whatIf].map((game) => all.ends.has(game?.id ?? ''))).toEqual([true, true, false]);
  // What is looked for is found where it is: in what is sent once a campaign is over.
  const after = (game: Game | undefined) =>
    wire.sent.some(({ pieces }) => pieces.some(({ bytes }) => holds(bytes, spellings(game?.secret ?? ''))));
  expect([after(open), after(vote), after(whatIf)]).toEqual([true, true, false]);
  expect(wire.sent.length).toBeGreaterThan(100);
  expect(wire.tokens.size).toBeGreaterThan(50);
  expect(leaks(all)).toEqual([]);
});

/** Everything that is somewhere where it must not be, a line each. */
function leaks(all: Table): string[] {
  const { wire, running, sandbox, home, database, ends } = all;
  const printed = Object.entries(running.output).map(([name, text]) => ({ name, bytes: Buffer.from(text) }));
  const written = filesIn(home).filter((file) => !file.startsWith(database));
  const local = [...printed, ...written.map((file) => ({ name: file, bytes: readFileSync(file) }))];
  const found: string[] = written.map((file) => `it has written ${file}`);
  const report = (what: string, where: string) => found.push(`${what} in ${where}`);

  const bot = spellings(TOKEN);
  for (const { name, bytes } of local) {
    if (holds(bytes, bot)) report('the bot’s token', name);
    for (const token of wire.tokens) if (holds(bytes, spellings(token))) report('an interaction’s token', name);
    for (const { secret, id } of games(all)) if (holds(bytes, spellings(secret))) report(`the secret of ${id}`, name);
  }
  const ofGames = games(all).map((game) => ({ ...game, spelled: spellings(game.secret), end: ends.get(game.id) }));
  const ofTokens = [...wire.tokens].map(spellings);
  // The port with its colon: five digits alone turn up in a digest by chance.
  const strange = [PROJECT, home, homedir(), '127.0.0.1', 'localhost', `:${wire.origin.split(':').at(-1)}`];
  const people = [...sandbox.world.members.map(({ id }) => id)];
  const ephemeral = new Set(wire.sent.filter(isEphemeral).map(({ token }) => token));
  for (const sent of wire.sent) {
    if (![`Bot ${TOKEN}`, TOKEN, ''].includes(sent.authorization)) report('another token', `${sent.what}: login`);
    for (const { name, bytes } of sent.pieces) {
      const where = `${sent.what}: ${name}`;
      if (holds(bytes, bot)) report('the bot’s token', where);
      if (ofTokens.some((token) => holds(bytes, token))) report('an interaction’s token', where);
      for (const { id, spelled, end } of ofGames)
        if (holds(bytes, spelled) && (end === undefined || sent.at < end))
          report(`the secret of ${id} before its end`, where);
      if (name === 'headers') continue;
      for (const word of strange) if (bytes.includes(word)) report(`“${word}”`, where);
      if (/\n\s+at .+:\d+:\d+/.test(bytes.toString('utf8'))) report('a stack trace', where);
      if (name.startsWith('chunks of ') && /tEXt|zTXt|iTXt|eXIf/.test(String(bytes))) report('a chunk of text', where);
      if (!isMessage(sent) || (sent.token !== null && ephemeral.has(sent.token)) || name === 'body') continue;
      const text = withoutMentions(name === 'payload_json' ? Buffer.from(JSON.stringify(sent.body)) : bytes);
      for (const id of people) if (text.includes(id)) report(`the id ${id}`, where);
    }
    found.push(...pings(sent));
  }
  return found;
}

function filesIn(path: string): string[] {
  return readdirSync(path).flatMap((name) => {
    const file = join(path, name);
    return statSync(file).isDirectory() ? filesIn(file) : [file];
  });
}

interface Message {
  readonly content?: string;
  readonly flags?: number;
  readonly allowed_mentions?: { readonly parse?: readonly string[]; readonly replied_user?: boolean };
}

/** The message that a request brings: of an interaction's answer it stands in `data`. */
function messageIn({ body, what }: Sent): Message | null {
  if (body === null || typeof body !== 'object') return null;
  if (what.includes('/callback')) return (body as { readonly data?: Message }).data ?? null;
  return body as Message;
}

function isMessage({ what }: Sent): boolean {
  return /\/callback|\/messages/.test(what);
}

function isEphemeral(sent: Sent): boolean {
  return sent.what.includes('/callback') && ((messageIn(sent)?.flags ?? 0) & 64) !== 0;
}

/** Nobody is pinged but who is named by id, wherever a message has words. */
function pings(sent: Sent): string[] {
  const message = isMessage(sent) ? messageIn(sent) : null;
  if (message?.content === undefined) return [];
  const { parse, replied_user } = message.allowed_mentions ?? {};
  return parse?.length === 0 && replied_user !== true
    ? []
    : [`${sent.what} may ping: ${JSON.stringify(message.allowed_mentions)}`];
}

/** A text without those ids in it that may be there: of mentions, and whom they may notify. */
function withoutMentions(bytes: Buffer): string {
  return bytes
    .toString('utf8')
    .replace(/<@!?\d+>/g, '')
    .replace(/"users":\[[^\]]*\]/g, '');
}

/** Every way that a text, or the bytes that it is in hexadecimal, might be written down. */
function spellings(secret: string): Buffer[] {
  const isHex = /^[0-9a-f]{32,}$/i.test(secret);
  const bytes = isHex ? Buffer.from(secret, 'hex') : Buffer.from(secret, 'utf8');
  const texts = [
    secret,
    secret.toUpperCase(),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    [...bytes].join(','),
    Buffer.from(secret, 'utf8').toString('base64').replace(/=+$/, ''),
  ];
  return [...texts.map((text) => Buffer.from(text, 'utf8')), bytes];
}

/** Whether bytes hold a secret, however it is written. */
function holds(bytes: Buffer, spelled: readonly Buffer[]): boolean {
  return spelled.some((one) => bytes.includes(one));
}
