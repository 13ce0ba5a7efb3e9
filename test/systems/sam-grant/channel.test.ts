import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DataFiles, Json } from '../../../src/game/index.ts';
import { readLibrary } from '../../../src/host/index.ts';
import type { SeenMessage } from '../../../src/sandbox/sandbox.ts';
import type { ScenarioFile } from '../../../src/systems/sam-grant/data-file.ts';
import { samGrant } from '../../../src/systems/sam-grant/index.ts';
import { SCENARIO } from '../../../src/systems/sam-grant/theatre.ts';
import { answer } from '../../answered-message.ts';
import { blankPicture, knownChance, type Product, startProduct } from '../../bot/fixture.ts';
import { folderOf } from '../../library.ts';

/** A game-turn begun by two members over real sockets. */
let product: Product;
beforeAll(async () => {
  product = await startProduct({ chance: knownChance(1) });
  await seat('Ada').command('new', { game: 'sam-grant' });
  await seat('Bo').command('join', { side: 'usa' });
  await seat('Cy').command('join', { side: 'csa' });
  await seat('Bo').command('cut', { cards: '7' });
  await seat('Cy').command('cut', { cards: '18' });
});
afterAll(() => product.close());

const CHANNEL = 'parade-ground';
const seat = (member: string) => product.sandbox.as(member).in(CHANNEL);
const texts = (messages: readonly SeenMessage[]) =>
  messages.flatMap(({ content, files }) => [content, ...files.map(({ description }) => description ?? '')]).join('\n');
const publicText = () => texts(product.sandbox.messages(CHANNEL).filter(({ ephemeral }) => !ephemeral));
/** Chooses the lowest card that a member holds, and says which. */
async function choose(member: string): Promise<string> {
  for (const card of ['1', '2', '3', 'Supply 2', 'Supply 3']) {
    const reply = answer(await seat(member).command('card', { card }));
    expect(reply.ephemeral).toBe(true);
    if (!reply.content.includes('in your hand')) return card;
  }
  throw new Error(`${member} holds no card`);
}
/** The data with a margin that loses from the first game-turn on. */
function lostBy(files: DataFiles): Json {
  const scenario = structuredClone(files[SCENARIO]) as unknown as ScenarioFile;
  const { victory } = scenario;
  return {
    ...scenario,
    victory: { ...victory, suddenDeath: { ...victory.suddenDeath, csaMargin: 4 } },
  } as unknown as Json;
}
const posted = (words: string) =>
  product.sandbox.waitForMessage(CHANNEL, ({ ephemeral, content }) => !ephemeral && content.includes(words));

test('3.3, 14.4: both choose in secret; the channel learns who has chosen, then both cards at once', async () => {
  const usa = await choose('Bo');
  await posted('choosing cards, waiting for the Confederates.');
  expect(publicText()).not.toContain('chosen card');
  const csa = await choose('Cy');
  expect((await posted('is Player 1')).content).toContain(`Cards: Union ${usa}, Confederates ${csa}`);
});

test('5.5: who gives a plan reads the dice of a forced march, which nobody else is told', async () => {
  const planned = answer(await seat('Bo').command('plan', { orders: 'Paducah: all to 1309' }));
  expect(planned.content).toContain('forced march');
  const { id } = planned;
  await seat('Bo').press(planned, 'Give this order');
  const given = await product.sandbox.waitForMessage(
    CHANNEL,
    (one) => one.id === id && one.content.includes('marches'),
  );
  expect(given.content).toMatch(/^\*\*Bo\*\* marches from 1507 Paducah: C\. F\. Smith and L\. Wallace to 1309/);
  expect(given.content).toMatch(/C\. F\. Smith makes a forced march to 1309.* and rolls \d/);
  expect(publicText()).not.toContain('forced march');
});

test('14.1: nothing that the channel reads names a block', () => {
  for (const name of ['Hardee', 'Buckner', 'McClernand', 'Halleck', 'Zollicoffer'])
    expect(publicText()).not.toContain(name);
});

test('what a member has seen of a side stays seen: nothing but a moderator’s word lets them play the other', async () => {
  const refused = 'You’ve seen the secrets of the Union, so you can’t play the Confederates in this game.';
  const bo = seat('Bo');
  const tries = async () => answer(await bo.command('join', { side: 'csa' })).content;
  expect(await tries()).toContain(refused);
  answer(await bo.command('seat bench'));
  expect(await tries()).toContain(refused);
  expect(answer(await bo.command('units')).content).not.toContain('Hardee');
  const gone = answer(await bo.command('mydata delete'));
  answer(await bo.press(gone, 'Delete everything'));
  expect(await tries()).toContain(refused);
  const { id } = product.sandbox.world.member('Bo');
  const put = (options: Readonly<Record<string, string>>) =>
    seat('Ada').command('seat put', { member: id, side: 'csa', ...options });
  const asked = answer(await put({}));
  expect([asked.ephemeral, asked.content]).toEqual([true, expect.stringContaining('say why in `why`')]);
  const done = answer(await put({ why: 'Cy has the measles' }));
  expect([done.ephemeral, done.content]).toEqual([false, expect.stringContaining('“Cy has the measles”')]);
  expect(answer(await bo.command('units')).content).toContain('Hardee');
});

test('each topic of /rules opens by words of its title', async () => {
  const topic = async (words: string) => answer(await seat('Bo').command('rules', { topic: words })).content;
  expect(await topic('passing through')).toContain('stop and fight');
  expect(await topic('carried hits')).toContain('carries over');
  expect(await topic('headquarters')).toContain(
    'one Supreme HQ: Halleck at St. Louis and A. S. Johnston at Bowling Green.',
  );
});

test('10.2: an end of a part that would lose is asked about once; confirmed it is given, and a question that is out of date gives nothing', async () => {
  // A game in which the lead with which the Confederates begin wins at the end of a game-turn.
  const modules = [{ ...samGrant, load: (files: DataFiles) => samGrant.load({ ...files, [SCENARIO]: lostBy(files) }) }];
  const lost = await startProduct({
    library: readLibrary(modules, folderOf),
    chance: knownChance(1),
    render: blankPicture,
  });
  const at = (member: string) => lost.sandbox.as(member).in(CHANNEL);
  const orders = () => lost.store.entries('campaign01').filter(({ kind }) => kind === 'order');
  await at('Ada').command('new', { game: 'sam-grant' });
  for (const [member, side] of Object.entries({ Bo: 'usa', Cy: 'csa' })) {
    await at(member).command('join', { side });
    await at(member).command('cut', { cards: '7' });
  }
  for (const member of ['Bo', 'Cy'])
    for (const card of ['3', '2', '1'])
      if (!answer(await at(member).command('card', { card })).content.includes('in your hand')) break;
  // Player 1 or not, the Confederates are ahead and aren’t asked.
  expect(answer(await at('Cy').command('done', {})).content).not.toContain('Give this order?');
  const given = orders().length;
  const [first, second] = [answer(await at('Bo').command('done', {})), answer(await at('Bo').command('done', {}))];
  for (const asked of [first, second]) {
    expect([asked.ephemeral, asked.content]).toEqual([
      true,
      'The Union margin is −4. If that doesn’t change by the end of this game-turn, the Confederates win. Give this order?',
    ]);
    expect(asked.buttons.map(({ label }) => label)).toEqual(['End actions', 'Cancel']);
  }
  expect(orders()).toHaveLength(given);
  answer(await at('Bo').press(first, 'End actions'));
  expect(orders()).toHaveLength(given + 1);
  answer(await at('Bo').press(second, 'End actions'));
  expect(orders()).toHaveLength(given + 1);
  await lost.close();
});
