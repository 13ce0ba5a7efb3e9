import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { discordTime } from '../../src/council/index.ts';
import type { AnswerOutcome, SeenMessage } from '../../src/sandbox/sandbox.ts';
import { manualClock } from '../../src/time-source.ts';
import type { Timings } from '../../src/watch/metrics.ts';
import { answer } from '../answered-message.ts';
import { blankPicture, knownChance, type Product, startProduct } from '../bot/fixture.ts';
import { hostEntries } from '../bot/host-entries.ts';

const CHANNEL = 'the-wilderness';
let product: Product;
let map: SeenMessage;
beforeAll(async () => {
  // Jobs make no round of their own between two presses, however slow the machine.
  product = await startProduct({ chance: knownChance(1), clock: manualClock(Date.now()), render: blankPicture });
  const opening = answer(await at('Ada').command('new', {}));
  map = await product.sandbox.waitForMessage(CHANNEL, ({ id, files }) => id === opening.id && files.length > 0);
});
afterAll(() => product.close());

const at = (member: string, channel = CHANNEL) => product.sandbox.as(member).in(channel);
const lines = (msg: string) => product.logged.filter((line) => line.msg === msg);
/** The line of the interaction that `act` causes. */
async function lineOf(act: () => Promise<AnswerOutcome>) {
  const before = lines('answered').length;
  answer(await act());
  await expect.poll(() => lines('answered').length).toBe(before + 1);
  return lines('answered').at(-1);
}

describe('the log', () => {
  test('has one line an order, with what it took', async () => {
    await expect.poll(() => lines('answered').length).toBe(1);
    const entries = hostEntries(product.host);
    const line = await lineOf(() => at('Bo').press(map, 'Grant attacks Lee · 5+'));
    // Due work is read once the answer is on its way with the news of its channel.
    expect(entries).toEqual([
      'requests.handle',
      'orders.give',
      'undelivered.undeliveredUpTo',
      'due',
      'undelivered.delivered',
    ]);
    const { world } = product.sandbox;
    const ms = expect.any(Number);
    expect(line).toEqual({
      level: 30,
      time: expect.any(Number),
      what: 'button order',
      outcome: 'done',
      did: ['order'],
      game: 'campaign01',
      seq: 1,
      guild: world.guilds[0]?.id,
      channel: world.channel(CHANNEL).id,
      member: world.member('Bo').id,
      ms: { waited: ms, decided: ms, acknowledged: ms, drawn: ms, posted: ms, all: ms },
      msg: 'answered',
    });
    if (!line) throw new Error('There is no such line');
    const { waited, decided, acknowledged, posted, all } = line.ms as Timings;
    expect(acknowledged).toBeLessThanOrEqual(Number(posted));
    // Rounded to a tenth each.
    expect(waited + decided + Number(posted)).toBeLessThanOrEqual(all + 0.3);
  });

  test('has a line for what is only asked, without what there was none of, and with no id of a button', async () => {
    const late = await lineOf(() => at('Cy').press(map, 'Grant attacks Lee · 5+'));
    expect(late).toMatchObject({ what: 'button order', outcome: 'answered', member: expect.any(String) });
    const line = await lineOf(() => at('Cy').command('rules', {}));
    expect(line).toMatchObject({ what: '/rules', outcome: 'answered', ms: { acknowledged: expect.any(Number) } });
    expect(line).not.toHaveProperty('did');
    expect(Object.keys(line?.ms as object)).toEqual(['waited', 'decided', 'acknowledged', 'all']);
    await lineOf(() => at('Cy').command('council', {}));
    for (const { what } of lines('answered')) expect(what).toMatch(/^(\/[a-z]+( [a-z]+)?|(button|menu|form) [a-z]+)$/);
  });
});

describe('trouble with the database', () => {
  test('is told of once, with the reference that everybody is given, and once when it is over', async () => {
    const present = await product.sandbox.waitForMessage(CHANNEL, ({ files, id }) => files.length > 0 && id > map.id);
    const other = new BetterSqlite3(product.database);
    other.exec('BEGIN IMMEDIATE');
    const press = () => at('Bo').press(present, present.buttons[0]?.label ?? '');
    const apologies = [answer(await press()), answer(await press())].map(({ content }) => content);
    const [reference] = /`[0-9A-F]{8}`/.exec(apologies[0] ?? '') ?? [];
    for (const text of apologies)
      expect(text).toBe(
        `Another program is using the bot’s database right now, and nothing was changed. Try again; if it keeps happening, give the person who runs this bot the reference ${reference}.`,
      );
    expect(lines('the database cannot be used')).toMatchObject([{ level: 40, trouble: 'locked' }]);
    expect(`\`${lines('the database cannot be used')[0]?.reference}\``).toBe(reference);
    await expect.poll(() => lines('answered').filter(({ outcome }) => outcome === 'trouble').length).toBe(2);
    const status = answer(await at('Ada').command('status', {}));
    expect(status.content).toContain('**Council of War is running, but not working properly.**');
    expect(status.content).toContain('can’t be written to: another program is using the file');
    expect(status.content).toContain('2 requests the database couldn’t handle');
    other.exec('ROLLBACK');
    other.close();
    expect(answer(await press()).ephemeral).toBe(false);
    await expect
      .poll(() => lines('the database can be used again'))
      .toMatchObject([{ level: 30, trouble: 'locked', times: 2 }]);
    expect(answer(await at('Ada').command('status', {})).content).toContain('**Council of War is running normally.**');
    expect(product.logged.filter(({ level }) => level >= 50)).toEqual([]);
  });
});

describe('/status', () => {
  test('tells a moderator all, to them alone', async () => {
    await expect.poll(() => [...product.store.undeliveredMaps(), ...product.store.notices()]).toEqual([]);
    const { content, ephemeral } = answer(await at('Ada').command('status', {}));
    expect(ephemeral).toBe(true);
    expect(content.split('\n').map((line) => line.replace(/\d+/g, '0'))).toEqual([
      '**Council of War is running normally.**',
      '- Up since <t:0:f> (<t:0:R>), version 0.0.0',
      // Discord.js takes its first measure at a moment of its own choice.
      expect.stringMatching(/^- Gateway delay: (not measured yet|0 ms.*)$/),
      '- Games being played: 0 in this server, 0 in all',
      '- Every post has been delivered',
      '- No backup yet. `npm run backup` makes one while the bot runs',
      '- Size of the database: 0 KB',
      '- Trouble since the start: 0 requests the database couldn’t handle',
    ]);
    expect(content).toContain('1 in this server, 1 in all');
  });

  test('knows the last backup, and says when it is Time for a new one', async () => {
    const at8 = Date.now() - 8 * 24 * 3_600_000;
    product.store.set('backup:last', String(at8));
    const old = answer(await at('Ada').command('status', {})).content;
    expect(old).toContain(`Last backup: ${discordTime(at8)}`);
    expect(old).toContain('Time for a new one: `npm run backup`');
    product.store.set('backup:last', String(Date.now()));
    expect(answer(await at('Ada').command('status', {})).content).not.toContain('Time for a new one');
  });

  test('tells anybody else, and everybody in a direct message, that all is well', async () => {
    for (const outcome of [await at('Bo').command('status', {}), await at('Ada', 'dm').command('status', {})])
      expect(answer(outcome)).toMatchObject({ content: 'Council of War is running normally.', ephemeral: true });
  });

  test('works when the database cannot be read', async () => {
    product.store.close();
    const told = [answer(await at('Ada').command('status', {})), answer(await at('Bo').command('status', {}))];
    expect(told[0]?.content).toMatch(
      /^\*\*Council of War is running, but not working properly\.\*\*\n- Up since [\s\S]*\n- The database can’t be read\n- Trouble/,
    );
    expect(told[1]?.content).toBe(
      'Council of War is running, but not working properly. Tell the person who runs the bot: its own log says why. Confirmed orders are safe.',
    );
  });
});
