import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SeenMessage } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { theatre } from '../systems/wilderness/data.ts';
import { knownChance, type Product, startProduct } from './fixture.ts';

/** A game that hides something, played over real sockets: what is said in the channel names no counter that is face down. */
let product: Product;
beforeAll(async () => {
  product = await startProduct({ chance: knownChance(1) });
  await seat('Ada').command('new', { game: 'wilderness' });
  await seat('Bo').command('join', { side: 'union' });
  await seat('Cy').command('join', { side: 'confederate' });
});
afterAll(() => product.close());

const CHANNEL = 'the-wilderness';
const seat = (member: string) => product.sandbox.as(member).in(CHANNEL);

/** What follows the choice of an entry in the menu of a private question. */
async function chosen(asked: SeenMessage, label: string): Promise<SeenMessage> {
  const [menu] = asked.selects;
  const { value } = menu?.options.find((option) => option.label.startsWith(label)) ?? {};
  const { id } = answer(await seat('Bo').select(asked, menu?.customId ?? '', [value ?? '']));
  // A question with a picture comes when it is drawn.
  return product.sandbox.waitForMessage(CHANNEL, (one) => one.id === id && one.buttons.length + one.selects.length > 0);
}

const isAsk = ({ label }: { readonly label?: string | null }) => label === 'Give an order';

/** Everything that everybody in the channel reads: text, buttons, menus and descriptions of pictures. */
function open(): string {
  return product.sandbox
    .messages(CHANNEL)
    .filter(({ ephemeral }) => !ephemeral)
    .map(({ content, buttons, selects, files }) =>
      JSON.stringify([content, buttons, selects, files.map((file) => file.description)]),
    )
    .join('\n');
}

test('set-up and marches of counters face down are told to their side alone', async () => {
  const [group] = theatre.scenario.get('may')?.groups ?? [];
  const placed: string[] = [];
  for (const hex of group?.hexes.slice(0, 3) ?? []) {
    const { ephemeral, content } = answer(await seat('Bo').command('place', { unit: 'V', hex }));
    expect(ephemeral).toBe(true);
    placed.push(content);
  }
  expect(placed.join('\n')).toContain('V Corps is placed');
  // The private question stays open for the next counter.
  const line = '**Bo** places a counter.';
  const first = await product.sandbox.waitForMessage(
    CHANNEL,
    (one) => one.content.includes(line) && one.buttons.some(isAsk),
  );
  const counters = await chosen(answer(await seat('Bo').press(first, 'Give an order')), 'Place');
  const next = await chosen(await chosen(counters, 'Dummy 4'), '2224 Culpeper C.H.');
  expect(next.content).toMatch(/^Dummy 4 is placed in 2224 Culpeper C\.H\.\n/);
  expect([next.ephemeral, next.selects[0]?.options.some(({ label }) => label === 'VI')]).toEqual([true, true]);
  // What ends the phase is a press away.
  expect(next.buttons.map(({ label }) => label)).toContain('Done');
  await seat('Bo').command('done');
  // Changes in a row, of which others see no more than that, are one line.
  const setUp = await product.sandbox.waitForMessage(
    CHANNEL,
    ({ ephemeral, content }) =>
      !ephemeral && content.includes('ends its set-up') && content.includes('places a counter'),
  );
  expect(setUp.content.split('places a counter')).toHaveLength(2);
  await seat('Cy').command('done');
  await product.sandbox.waitForMessage(CHANNEL, ({ content }) => content.includes('Both armies'));
  const own = answer(await seat('Bo').command('units'));
  expect(own.ephemeral).toBe(true);
  expect(own.content).toContain('**Grant**');
  const hex = /\*\*Grant\*\*.*?, (\d{4})/.exec(own.content)?.[1] ?? '';
  const to = theatre.grid.neighbours(hex)[0] as string;
  const marched = answer(await seat('Bo').command('move', { from: hex, units: 'Grant', to }));
  expect([marched.ephemeral, marched.content]).toEqual([true, expect.stringContaining('Grant moves from')]);
  await product.sandbox.waitForMessage(CHANNEL, ({ content }) => content.includes(`A Union counter moves from ${hex}`));
  // The board, which everybody sees, asks; what the side may plan is offered to its member alone.
  const board = product.sandbox
    .messages(CHANNEL)
    .findLast(({ buttons, ephemeral }) => !ephemeral && buttons.some(isAsk)) as SeenMessage;
  const asked = answer(await seat('Bo').press(board, board.buttons.find(isAsk)?.customId ?? ''));
  const labels = ({ buttons }: SeenMessage) => buttons.flatMap(({ label }) => label ?? []);
  expect([asked.ephemeral, labels(asked)]).toEqual([true, expect.arrayContaining(['Plan …', 'The bot suggests …'])]);
  expect(labels(board)).not.toContain('Plan …');
  nothingIsNamed();
});

function nothingIsNamed(): void {
  for (const name of ['Grant:', 'Grant moves', 'V Corps', 'Torbert', 'Heth', 'Wilcox', 'Hoke', 'Dummy'])
    expect(open(), name).not.toContain(name);
  expect(product.logged.filter(({ level }) => level >= 40)).toEqual([]);
}

/** A message as it is once its buttons and its picture have come. */
function whole({ id }: SeenMessage): Promise<SeenMessage> {
  return product.sandbox.waitForMessage(
    CHANNEL,
    (seen) => seen.id === id && seen.files.length > 0 && seen.buttons.length > 0,
  );
}

test('two members plan a turn each and end it; in the next a march stands, and the bot suggests a plan to its side alone', async () => {
  const own = answer(await seat('Bo').command('units')).content;
  const hex = /\*\*IX\*\*.*?, (\d{4})/.exec(own)?.[1] ?? '';
  const planned = await whole(answer(await seat('Bo').command('plan', { orders: 'IX to Chancellorsville; done' })));
  expect(planned).toMatchObject({ ephemeral: true, content: expect.stringContaining('IX') });
  const given = answer(await seat('Bo').press(planned, 'Give these 2 orders'));
  expect(given.ephemeral).toBe(true);
  await product.sandbox.waitForMessage(CHANNEL, ({ content }) => content.includes(`A Union counter moves from ${hex}`));
  await turnOf('Bo', 'Confederate turn begins');
  const hoke = await whole(answer(await seat('Cy').command('plan', { orders: 'Hoke 3447; done' })));
  answer(await seat('Cy').press(hoke, 'Give these 2 orders'));
  await turnOf('Cy', 'Turn 2, 5–6 May: the Union turn begins');
  const map = await product.sandbox.waitForMessage(
    CHANNEL,
    ({ content, buttons }) =>
      /Turn 2 of 15.*Union movement/.test(content) && buttons.some(({ label }) => label === 'Give an order'),
  );
  const panel = answer(await seat('Bo').press(map, 'Give an order'));
  const labels = panel.buttons.map(({ label }) => label);
  expect([panel.ephemeral, labels]).toEqual([true, expect.arrayContaining([expect.stringContaining('IX')])]);
  const proposed = await whole(answer(await seat('Bo').press(panel, 'The bot suggests …')));
  const give = proposed.buttons.find(({ label }) => label.startsWith('Give th'))?.label ?? '';
  expect([proposed.ephemeral, give]).toEqual([true, expect.stringContaining('order')]);
  answer(await seat('Bo').press(proposed, give));
  nothingIsNamed();
});

/** Ends steps until the channel is told something. */
async function turnOf(member: string, told: string): Promise<void> {
  for (let step = 0; step < 4 && !open().includes(told); step++) await seat(member).command('done');
  await product.sandbox.waitForMessage(CHANNEL, ({ content }) => content.includes(told));
}
