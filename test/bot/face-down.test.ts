import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SeenMessage } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { theatre } from '../systems/wilderness/data.ts';
import { knownChance, openIn, type Product, startProduct } from './fixture.ts';

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

const isAsk = ({ label }: { readonly label?: string | null }) => label === 'Other orders …';

const open = () => openIn(product, CHANNEL).join('\n');

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
  const first = await board('set-up');
  const counters = await chosen(answer(await seat('Bo').press(first, 'Other orders …')), 'Place');
  const next = await chosen(await chosen(counters, 'Dummy 4'), '2224 Culpeper C.H.');
  expect(next.content).toMatch(/^Dummy 4 is placed in 2224 Culpeper C\.H\.\n/);
  expect([next.ephemeral, next.selects[0]?.options.some(({ label }) => label === 'VI')]).toEqual([true, true]);
  // What ends the phase is a press away.
  expect(next.buttons.map(({ label }) => label)).toContain('Finish set-up');
  await seat('Bo').command('done');
  await seat('Cy').command('done');
  await product.sandbox.waitForMessage(CHANNEL, ({ content }) => content.includes('Both armies'));
  const own = answer(await seat('Bo').command('units'));
  expect(own.ephemeral).toBe(true);
  expect(own.content).toContain('**Grant**');
  const hex = /\*\*Grant\*\*.*?, (\d{4})/.exec(own.content)?.[1] ?? '';
  const to = theatre.grid.neighbours(hex)[0] as string;
  const marched = answer(await seat('Bo').command('move', { from: hex, units: 'Grant', to }));
  expect([marched.ephemeral, marched.content]).toEqual([true, expect.stringContaining('Grant moves from')]);
  // The board, which everybody sees, has ways to order; what the side may order is offered to its member alone.
  const shown = await board('Union movement');
  const asked = answer(await seat('Bo').press(shown, 'Other orders …'));
  const labels = ({ buttons }: SeenMessage) => buttons.flatMap(({ label }) => label ?? []);
  for (const one of [asked, shown])
    expect(labels(one)).toEqual(expect.arrayContaining(['Plan …', 'The bot suggests …']));
  expect(asked.ephemeral).toBe(true);
  await nothingIsNamed(hex);
});

/** The newest message that everybody sees and can order from, in a phase. */
function board(phase: string): Promise<SeenMessage> {
  return product.sandbox.waitForMessage(
    CHANNEL,
    ({ ephemeral, content, buttons }) => !ephemeral && content.includes(phase) && buttons.some(isAsk),
  );
}

/** Of a counter that has marched from a hex, a bystander learns no more than that, in the channel and in the log. */
async function nothingIsNamed(from: string): Promise<void> {
  await expect.poll(() => product.store.undeliveredMaps()).toEqual([]);
  const log = answer(await seat('Ada').command('log')).content;
  expect(log).toContain(`A Union counter moves from ${from}`);
  for (const name of ['Grant:', 'Grant moves', 'V Corps', 'Torbert', 'Heth', 'Wilcox', 'Hoke', 'Dummy'])
    expect([open(), log].join('\n'), name).not.toContain(name);
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
  await nothingIsNamed(hex);
  await turnOf('Bo', 'Turn 1 of 15, 3–4 May: Confederate movement');
  const hoke = await whole(answer(await seat('Cy').command('plan', { orders: 'Hoke 3447; done' })));
  answer(await seat('Cy').press(hoke, 'Give these 2 orders'));
  await turnOf('Cy', 'Turn 2 of 15, 5–6 May: Union movement');
  const map = await board('Turn 2 of 15, 5–6 May: Union movement');
  const panel = answer(await seat('Bo').press(map, 'Other orders …'));
  const labels = panel.buttons.map(({ label }) => label);
  expect([panel.ephemeral, labels]).toEqual([true, expect.arrayContaining([expect.stringContaining('IX')])]);
  const proposed = await whole(answer(await seat('Bo').press(panel, 'The bot suggests …')));
  const give = proposed.buttons.find(({ label }) => label.startsWith('Give th'))?.label ?? '';
  expect([proposed.ephemeral, give]).toEqual([true, expect.stringContaining('order')]);
  answer(await seat('Bo').press(proposed, give));
  await nothingIsNamed(hex);
});

/** Ends steps until the channel is told something. */
async function turnOf(member: string, told: string): Promise<void> {
  for (let step = 0; step < 4 && !open().includes(told); step++) await seat(member).command('done');
  await product.sandbox.waitForMessage(CHANNEL, ({ content }) => content.includes(told));
}
