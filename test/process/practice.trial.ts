import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FromPage, PageMessage } from '../../src/sandbox/protocol.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { folder, start } from '../harness/bot-process.ts';
import { behind } from '../harness/database.ts';
import { type Program, preload } from '../harness/program.ts';
import { eventually } from '../sandbox/fixture.ts';
import { Page } from '../sandbox/page-socket.ts';

/** A bug that a signal sets off. */
/** At SIGUSR2 the program leaves, and what it says meanwhile throws. */
const BUG = preload(`
  process.on('SIGUSR2', () => {
    console.log = () => { throw new Error('a planted bug'); };
    process.kill(process.pid, 'SIGTERM');
  });
`);

interface PageButton {
  readonly label?: string | null | undefined;
  readonly custom_id?: string | null | undefined;
}

/** The buttons of a message, row by row. */
function buttonsOf({ components }: PageMessage): PageButton[] {
  return components.flatMap((row): readonly PageButton[] => row.components);
}

/** The sandbox's page as its socket sees it: what a browser would show, and what its member does. */
async function pageAt(pageUrl: string) {
  const page = new Page({ pageUrl } as Sandbox);
  const { state, messages: first = [] } = await page.next('state');
  const { members, guilds, dms } = state;
  const idOf = (member: string) => members.find(({ name }) => name === member)?.id ?? '';
  /** Of a channel by its name, or of a member's DM by theirs. */
  const channelId = (name: string) => {
    const all = [...guilds.flatMap(({ channels }) => channels), ...dms];
    return all.find((each) => (idOf(name) ? each.dmOf === idOf(name) : each.name === name))?.id ?? '';
  };
  const messages = (channel: string): PageMessage[] => {
    const news = page.said.flatMap((what) => (what.t === 'message' ? [what.message] : []));
    const newest = new Map([...first, ...news].map((message) => [message.id, message]));
    return [...newest.values()].filter((one) => one.channelId === channelId(channel) && one.onlyFor === null);
  };
  let acts = 0;
  /** Resolves once the bot has answered. */
  const act = async (member: string, what: DistributiveOmit<Acted, 'as' | 'nonce'>) => {
    const nonce = String(++acts);
    page.send({ ...what, as: idOf(member), nonce } as Acted);
    await page.next('done', (done) => done.nonce === nonce);
  };
  return {
    messages,
    async sees(channel: string, wanted: (message: PageMessage) => boolean): Promise<PageMessage> {
      await eventually(() => messages(channel).some(wanted)).toBe(true);
      return messages(channel).find(wanted) as PageMessage;
    },
    press(member: string, { channelId, id: messageId, ...message }: PageMessage, label: string) {
      const button = buttonsOf(message as PageMessage).find((one) => one.label === label);
      return act(member, { t: 'press', channelId, messageId, customId: button?.custom_id ?? '' });
    },
    command: (member: string, channel: string, command: string) =>
      act(member, { t: 'command', channelId: channelId(channel), command, options: [] }),
  };
}
type Acted = Extract<FromPage, { nonce: string }>;
type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

async function opened(running: Program) {
  const [, url = ''] = await running.says(
    /^Council of War is ready\. Open (http:\/\/127\.0\.0\.1:\d+\/) in a browser\.$/m,
  );
  return { url, page: await pageAt(url) };
}

function refusesConnections(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2000 });
    const settle = (refused: boolean) => {
      socket.destroy();
      resolve(refused);
    };
    socket.once('connect', () => settle(false));
    socket.once('error', () => settle(true));
    socket.once('timeout', () => settle(true));
  });
}

const isMap = ({ attachments }: { attachments: readonly unknown[] }) => attachments.length > 0;

test('goes on when nobody reads any more what it prints', async () => {
  const port = await freePort();
  const running = start({ DATABASE_PATH: join(folder(), 'practice.sqlite'), SANDBOX_PORT: String(port) });
  await running.says(/^No DISCORD_TOKEN is set/);
  // As when a terminal is closed: what it prints from here on has nowhere to go.
  running.child.stdout?.destroy();
  await expect.poll(() => refusesConnections('127.0.0.1', port)).toBe(false);
  const page = await pageAt(`http://127.0.0.1:${port}/`);
  await page.sees('council-of-war', () => true);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(running.child.exitCode).toBeNull();
  expect(await refusesConnections('127.0.0.1', port)).toBe(false);
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

test('without a token: a practice Discord on loopback, whose games outlive a power cut and a bug', async () => {
  const DATABASE_PATH = join(folder(), 'new', 'practice.sqlite');
  const first = start({ DATABASE_PATH });
  const { url, page } = await opened(first);
  expect(first.output.out).toMatch(/^No DISCORD_TOKEN is set: starting a practice Discord on this machine\.\n/);
  await first.says(new RegExp(`^Its games are saved in ${DATABASE_PATH}\\.$`, 'm'));
  expect(first.output.err).toBe('');

  const html = await fetch(url);
  expect(html.status).toBe(200);
  expect(await html.text()).toMatch(/^<!doctype html>/i);
  const port = Number(new URL(url).port);
  const elsewhere = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, scopeid }) => !internal && !scopeid)
    .map(({ address }) => address);
  for (const host of ['127.0.0.2', '::1', ...elsewhere]) {
    expect(await refusesConnections(host, port), host).toBe(true);
  }

  const greeting = await page.sees('council-of-war', (message) => buttonsOf(message).length > 0);
  const startLabel = buttonsOf(greeting)[0]?.label ?? '';
  await page.press('Ada', greeting, startLabel);
  const map = await page.sees('council-of-war', isMap);
  await page.press('Bo', map, 'Grant attacks Lee · 5+');
  const told = await page.sees('council-of-war', ({ id, content }) => id > map.id && content.includes('**Bo**'));
  await page.sees('council-of-war', ({ id, attachments }) => id === told.id && attachments.length > 0);
  await page.command('Cy', 'Cy', 'new');
  await page.sees('Cy', isMap);
  // The page may have a map before the bot has noted that it has.
  await expect.poll(() => behind(DATABASE_PATH).maps).toBe(0);
  await first.kill();

  const second = start({ DATABASE_PATH, LOG_LEVEL: 'info', NODE_OPTIONS: BUG });
  const again = (await opened(second)).page;
  const present = await again.sees('council-of-war', isMap);
  expect(present.content).toContain('The game goes on.');
  await again.sees('Cy', isMap);
  expect(again.messages('Cy')).toHaveLength(1);
  const [hello, ...maps] = again.messages('council-of-war');
  expect(hello?.content).toBe(greeting.content);
  expect(maps.map(({ id }) => id)).toEqual([present.id]);
  const standing = told.content.split('\n').find((line) => line.includes('Action Points'));
  expect(present.content).toContain(standing);
  const order = buttonsOf(present).find(({ custom_id }) => custom_id?.startsWith('order:'))?.label ?? '';
  await again.press('Cy', present, order);
  await again.sees('council-of-war', ({ id, attachments }) => id > present.id && attachments.length > 0);

  second.child.kill('SIGUSR2');
  expect(await second.ended).toBe(70);
  const lines = second.output.err.trim().split('\n');
  const fatal = lines.map((line) => line.startsWith('{') && JSON.parse(line)).find((line) => line && line.level === 60);
  const stack = expect.stringMatching(/a planted bug\n[\s\S]* {4}at .*src.shutdown\.ts:\d+:\d+/);
  expect(fatal.err).toMatchObject({ message: 'a planted bug', stack });
  expect(lines.at(-1)).toMatch(/^Council of War stopped because of a bug\b.+Every game is saved/);
});

test('the practice Discord by itself says what it takes, and takes nothing else', async () => {
  const sandbox = async (...args: readonly string[]) => {
    const running = start({}, [process.execPath, '--import', 'tsx', join('src', 'sandbox', 'run.ts'), ...args]);
    return { code: await running.ended, ...running.output };
  };
  const usage = expect.stringMatching(/^npm run sandbox \[-- --port N\] \[--limits\]\n/);
  expect(await sandbox('--help')).toEqual({ code: 0, out: usage, err: '' });
  for (const wrong of [['--port', '65536'], ['--portt', '1'], ['8411']])
    expect(await sandbox(...wrong)).toEqual({ code: 2, out: '', err: usage });
});
