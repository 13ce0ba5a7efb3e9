import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeenMessage } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { grandReview } from '../games/grand-review/index.ts';
import { productWith } from '../library.ts';
import { blankPicture, knownChance, type Product, startProduct } from './fixture.ts';

/** A game of long lists, played by select and button over real sockets. */
let product: Product;
beforeAll(async () => {
  product = await startProduct({ library: productWith(grandReview), chance: knownChance(1), render: blankPicture });
  await seat('Ada').command('new', { game: 'grand-review' });
  await seat('Bo').command('join', { side: 'north' });
  await seat('Cy').command('join', { side: 'south' });
});
afterAll(() => product.close());

const CHANNEL = 'parade-ground';
const seat = (member: string) => product.sandbox.as(member).in(CHANNEL);

/** The message as it is once its picture has come. */
function complete(message: SeenMessage, having: (seen: SeenMessage) => boolean): Promise<SeenMessage> {
  return product.sandbox.waitForMessage(CHANNEL, (seen) => seen.id === message.id && having(seen));
}

async function latestMap(): Promise<SeenMessage> {
  const isMap = ({ ephemeral, buttons }: SeenMessage) =>
    !ephemeral && buttons.some(({ label }) => label === 'In words');
  await product.sandbox.waitForMessage(CHANNEL, isMap);
  return product.sandbox.messages(CHANNEL).filter(isMap).at(-1) as SeenMessage;
}

/**
 * An order that has been given: its question is a line on it, without a picture, and the map that tells of it has come.
 * @param next what is asked under the line; null: nothing, the turn is over
 */
async function given(message: SeenMessage, next: string | null): Promise<string> {
  expect(message).toMatchObject({ ephemeral: true, files: [] });
  const [line = '', ...others] = message.content.split('\n');
  expect(others.length > 0).toBe(next !== null);
  if (next === null) expect(message).toMatchObject({ buttons: [], selects: [] });
  else expect(message.content).toContain(next);
  const { content } = await product.sandbox.waitForMessage(
    CHANNEL,
    (seen) => !seen.ephemeral && seen.content.startsWith(line) && seen.files.length > 0,
  );
  return content;
}

async function select(member: string, message: SeenMessage, values: readonly string[]): Promise<SeenMessage> {
  return answer(await seat(member).select(message, message.selects[0]?.customId ?? '', [...values]));
}

test('its commands demand only what every order has, and say which game an option is for', () => {
  const commands = product.sandbox.commands() as readonly {
    readonly name: string;
    readonly options?: readonly { readonly name: string; readonly required?: boolean; readonly description: string }[];
  }[];
  const options = (name: string) =>
    (commands.find((one) => one.name === name)?.options ?? []).map(
      (one) => [one.name, one.required ?? false, one.description] as const,
    );
  const move = options('move');
  expect(move.every(([, required, description]) => !required && description.length <= 100)).toBe(true);
  const names = move.map(([name]) => name);
  expect(names.indexOf('unit')).toBeLessThan(names.indexOf('to'));
  expect(move.find(([name]) => name === 'unit')?.[2]).toContain('Grand Review');
  expect(options('detail').map(([name, required]) => [name, required])).toEqual([
    ['units', true],
    ['task', true],
    ['reason', false],
  ]);
  expect(options('cheer')[0]).toMatchObject(['for', false, 'For whom']);
  expect(options('map').map(([name]) => name)).toEqual(['view', 'at', 'overlay']);
  expect(commands.map(({ name }) => name)).toContain('units');
});

describe('an order by select and button', () => {
  test('is asked for with a picture, its giver alone, and given by the last choice', async () => {
    const first = answer(await seat('Bo').press(await latestMap(), 'Give an order'));
    const asked = await select('Bo', await select('Bo', first, ['move']), ['u7']);
    expect(asked.ephemeral).toBe(true);
    const shown = await complete(asked, ({ files, selects }) => files.length > 0 && selects.length > 0);
    expect(shown.files[0]?.description).toBe('What 7 Griffin can reach.');
    const more = answer(await seat('Bo').press(shown, 'More …'));
    expect(more.id).toBe(shown.id);
    const last = await complete(more, ({ selects }) =>
      (selects[0]?.options ?? []).some(({ value }) => value === '1030'),
    );
    expect(await given(await select('Bo', last, ['1030']), 'Which unit?')).toContain('7 Griffin marches to 1030.');
  });

  test('that ends a turn is asked about; one of the other side comes to nothing', async () => {
    const map = await latestMap();
    const { content } = answer(await seat('Cy').press(map, 'Other orders …'));
    expect(content).toMatch(/^It’s the \*\*North\*\*’s turn: “.+”\nYou play the \*\*South\*\*/);
    const end = async () => select('Bo', answer(await seat('Bo').press(map, 'Other orders …')), ['done']);
    const asked = await end();
    expect(asked.buttons.map(({ label }) => label)).toEqual(['End the turn with 39 units in camp', 'Cancel']);
    expect(answer(await seat('Bo').press(asked, 'Cancel')).content).toBe('OK. Nothing was changed.');
    const again = await end();
    const ended = answer(await seat('Bo').press(again, 'End the turn with 39 units in camp'));
    expect(await given(ended, null)).toContain('The turn ends.');
  });
});

test('the field is looked at closely, by its places, alone or for all', async () => {
  const close = answer(await seat('Cy').press(await latestMap(), 'Zoom in'));
  const shown = await complete(close, ({ files, selects }) => files.length > 0 && selects.length > 0);
  const other = await select('Cy', shown, ['1004']);
  const moved = await complete(other, ({ files }) => (files[0]?.description ?? '').includes('1004'));
  expect(moved.id).toBe(shown.id);
  expect(moved.files).toHaveLength(1);
  const forAll = answer(await seat('Cy').command('map', { at: '1002', overlay: 'shade' }));
  expect(forAll.ephemeral).toBe(false);
  const picture = await complete(forAll, ({ files }) => files.length > 0);
  expect(picture.files[0]?.description).toBe('The parade ground from 1002. shade');
  expect(answer(await seat('Cy').command('units')).content).toMatch(/^\*\*South\*\*/);
  expect(product.logged.filter(({ level }) => level >= 40)).toEqual([]);
});
