import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HEX_GRID } from '../../src/systems/road-to-richmond/field.ts';
import { launchChromium } from './chromium.ts';
import { type Driver, openPage } from './driver.ts';
import { type Running, startProcess } from './product.ts';

/** Two members, one at a desk and one with a phone, play against each other by select and button alone. */

let browser: Browser;
let product: Running;

beforeAll(async () => {
  [browser, product] = await Promise.all([launchChromium(), startProcess()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Where the pictures of a run go; none are taken where nothing is said. */
const SHOTS = process.env.SHOTS;

/** A side at the table: the page its member has open. */
interface Side {
  readonly name: 'Confederate' | 'Union';
  readonly page: Driver;
  /** Where it marches to. */
  readonly goal: string;
}

/** The newest message with a map that everybody sees. */
async function map({ page }: Side): Promise<Locator> {
  const closer = page.page.getByRole('button', { name: 'Zoom in', exact: true });
  const message = page
    .messages()
    .filter({ has: page.page.locator('img') })
    .filter({ has: closer, hasNotText: 'Only you can see this' })
    .last();
  await message.waitFor();
  return message;
}

/** How many messages there are, and what the last ones say and offer. */
async function seen({ page }: Side): Promise<string> {
  const texts = await page
    .messages()
    .evaluateAll((all) => [String(all.length), ...all.slice(-3).map((one) => (one as unknown as Shown).innerText)]);
  return texts.join('\n');
}

interface Shown {
  readonly innerText: string;
}

/**
 * Does something, and waits until what is seen has changed and stays so. Where nothing comes of it, it is done once more: who presses too
 * fast is told so once, and then their presses are not counted for some seconds.
 */
async function act(side: Side, doing: () => Promise<void>): Promise<string> {
  const before = await seen(side);
  for (let times = 0; times < 2; times++) {
    await doing();
    let last = before;
    for (let tries = 0; tries < 100; tries++) {
      await side.page.page.waitForTimeout(60);
      const now = await seen(side);
      if (now !== before && now === last && !now.includes('is thinking')) return now;
      last = now;
    }
  }
  throw new Error(`Nothing comes of it:\n${before}`);
}

/** Milliseconds that something is waited for that is there. */
const PATIENCE = 15_000;

/** Presses in a whole game that may come too late for the map they were meant for. */
const MOST_MISSES = 20;

/** Which of some labels somebody chooses. */
type Pick = (labels: readonly string[]) => readonly string[];

/** Goes through the questions of the newest message, `pick` choosing among the labels, until it asks no more. */
async function answer(side: Side, pick: Pick): Promise<void> {
  const { page } = side;
  for (let asked = 0; asked < 12; asked++) {
    const last = page.messages().last();
    if ((await last.getByText('Only you can see this').count()) === 0) return;
    const text = await last.innerText();
    if (text.includes('Slow down')) await page.page.waitForTimeout(PATIENCE);
    // The question stays open for the next order: this one is given.
    if (asked > 0 && /^(?:Ada|Bo): /m.test(text)) return;
    // A question's picture and its list come after its words.
    if (/\?(?: \(edited\))?\n\nOnly you/.test(text)) await last.locator('.menu-button').first().waitFor();
    // One thing alone can be chosen: it is to be said once more.
    const buttons = last.getByRole('button');
    const keep = (await buttons.allTextContents()).indexOf('Cancel');
    if (keep > 0) {
      await act(side, () => buttons.nth(keep - 1).click());
      continue;
    }
    if ((await last.locator('.menu-button').count()) === 0) return;
    await act(side, () => choose(page, last, pick));
  }
}

/** Chooses from a message's menu. Its picture may come while it is open, which closes it: then it is opened again. */
async function choose(page: Driver, message: Locator, pick: Pick): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await message.locator('.menu-button').last().click({ timeout: PATIENCE });
      const list = page.page.locator('.menu-popover:popover-open');
      const options = list.getByRole('option');
      await options.first().waitFor({ timeout: PATIENCE });
      const labels = (await options.allInnerTexts()).map((label) => label.split('\n')[0] ?? '');
      const chosen = pick(labels.filter((label) => !/^(More|Earlier)/.test(label)));
      const done = list.getByRole('button', { name: 'Done' });
      const several = (await done.count()) > 0;
      for (const label of several ? chosen : chosen.slice(0, 1))
        await options.nth(labels.indexOf(label)).click({ timeout: PATIENCE });
      if (several) await done.click({ timeout: PATIENCE });
      return;
    } catch (error) {
      if (tries === 4) throw error;
    }
  }
}

/** The orders that the newest map has buttons for: those before its first look at the map. */
async function verbs(side: Side): Promise<string[]> {
  const labels = await (await map(side)).getByRole('button').allTextContents();
  const all = labels.slice(0, labels.indexOf('Zoom in'));
  // What ends in dots makes a plan; here each order is given by itself.
  return all.filter((label) => label === OTHERS || (label !== '' && !/^Join|^Let the bot|: |…$/.test(label)));
}

/** Presses a button under the newest map and answers what it asks. */
async function order(side: Side, label: string, pick: Pick): Promise<void> {
  const button = (await map(side)).getByRole('button', { name: label, exact: true });
  try {
    await act(side, () => button.click({ timeout: PATIENCE }));
  } catch (error) {
    // A newer map, with what the other side did, has it no more.
    if ((await button.count()) > 0) throw error;
    return;
  }
  await answer(side, pick);
}

const first = (labels: readonly string[]) => labels.slice(0, 1);

/** The hex nearest to where the side wants to be; where no hexes are asked for, the first. */
function towards(goal: string): Pick {
  const far = (label: string) => HEX_GRID.distance(/^\d{4}/.exec(label)?.[0] ?? '0101', goal);
  return (labels) => [...labels].sort((a, b) => far(a) - far(b)).slice(0, 1);
}

/** What a map says is going on: whose phase, and of which turn. */
async function phase(side: Side): Promise<{ readonly turn: number; readonly whose: string; readonly kind: string }> {
  const text = await (await map(side)).innerText();
  const found = [...text.matchAll(/Turn (\d+), [^\n]*?(Confederate|Union) (movement|combat)/g)].at(-1);
  if (!found) throw new Error(`There is no phase in ${text}`);
  return { turn: Number(found[1]), whose: found[2] as string, kind: found[3] as string };
}

/** How a map calls upon a side. */
const CALLED = { Confederate: 'Confederates', Union: 'Union' } as const;
const OTHERS = 'Other orders …';
const MOVE = 'Move a unit';
const ATTACK = 'Plan an attack';

/**
 * A battle is fought as soon as one can be, and one attack is laid out by hand; of others the bot lays out what has to be, where somebody
 * says they are done.
 */
function next(offered: readonly string[], met: ReadonlySet<string>, kind: string): string {
  const fight = offered.find((label) => label.startsWith('Fight '));
  if (fight) return fight;
  if (kind === 'combat' && offered.includes(OTHERS) && !met.has(ATTACK)) return OTHERS;
  // Where pieces go back or advance, each choice has a button of its own.
  return offered.find((label) => label === 'Done' || label.startsWith('End ')) ?? offered[0] ?? 'Done';
}

test('two members play against each other by select and button: they march, attack and fight within three turns', async () => {
  const ada = await openPage(browser, product.url, { width: 1100, height: 1400 });
  const bo = await openPage(browser, product.url, { width: 390, height: 844, touch: true });
  await ada.as('Ada');
  await bo.as('Bo');
  const confederate: Side = { name: 'Confederate', page: ada, goal: '1405' };
  const union: Side = { name: 'Union', page: bo, goal: '1105' };
  const sides = [confederate, union];
  let shots = 0;
  const shot = async (what: string) => {
    if (!SHOTS) return;
    mkdirSync(SHOTS, { recursive: true });
    shots += 1;
    for (const { name, page } of sides)
      await page.page.screenshot({ path: join(SHOTS, `${String(shots).padStart(2, '0')}-${what}-${name}.png`) });
  };

  await ada.press('Start Road to Richmond');
  await map(confederate);
  await act(confederate, () => ada.press('Join the Confederates'));
  await act(union, () => bo.press('Join the Union'));

  const met = new Set<string>();
  const fought = () => [...met].some((label) => label.startsWith('Fight '));
  const misses: unknown[] = [];
  let moves = 0;
  let last = '';
  for (let orders = 0; orders < 150; orders++) {
    const { turn, whose, kind } = await phase(confederate);
    if (turn > 3 || (turn > 1 && met.has(ATTACK) && fought())) break;
    const name = `turn-${turn}-${whose}-${kind}`;
    if (name !== last) {
      moves = 0;
      await shot(name);
    }
    last = name;
    const offered = await verbs(confederate);
    if (process.env.TRACE) console.log(name, offered, (await seen(confederate)).slice(-600));
    const before = await (await map(confederate)).innerText();
    // Whoever is not moving chooses too: where their own pieces go back, or what they lose.
    const asked = sides.filter((side) => before.includes(`${CALLED[side.name]}: `));
    const verb = next(offered, met, kind);
    for (const side of asked.length > 0 ? asked : sides) {
      const moving = kind === 'movement' && moves < 5 && offered.includes(OTHERS);
      const wanted = moving ? MOVE : ATTACK;
      const pick: Pick = (labels) => {
        if (labels.includes(wanted)) {
          met.add(wanted);
          return [wanted];
        }
        return moving && labels.every((label) => /^\d{4}/.test(label)) ? towards(side.goal)(labels) : first(labels);
      };
      try {
        await order(side, moving ? OTHERS : verb, pick);
        met.add(moving ? OTHERS : verb);
        if (moving) moves += 1;
      } catch (error) {
        // What the other side does changes the map while this side presses: it looks again.
        misses.push(error);
        if (misses.length > MOST_MISSES) throw error;
      }
      if (name !== last || (await (await map(confederate)).innerText()) !== before) break;
    }
  }
  await shot('end');
  expect((await phase(confederate)).turn).toBeGreaterThan(1);
  expect([...met]).toEqual(expect.arrayContaining([MOVE, ATTACK, 'End movement']));
  // All battles are fought at once, or one by one.
  expect(fought()).toBe(true);
  // A picture may be replaced while a page still loads it.
  const complaints = [ada, bo].flatMap((page) => page.complaints.filter((one) => !one.includes('404 (Not Found)')));
  expect(complaints).toEqual([]);
  expect([await ada.overflow(), await bo.overflow()]).toEqual([0, 0]);
});
