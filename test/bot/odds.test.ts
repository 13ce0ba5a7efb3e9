import { afterEach, describe, expect, test } from 'vitest';
import { type Solver, solverThread } from '../../src/host/index.ts';
import { noneMade } from '../../src/host/table/solutions.ts';
import type { SeenMessage } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { builtWorker } from '../harness/program.ts';
import { blankPicture, knownChance, type Product, type ProductOptions, startProduct } from './fixture.ts';

/** What orders are worth, in the whole of the product. */

const FRONT = 'the-wilderness';
/** The message names what the numbers rest on once, beside the chance. */
const VERDICT = /^-# Winning chances with this order, before any roll: \d\d\.\d\u00a0%\. .+$/m;

/** On a busy machine a thread takes its time to start; it is begun once. */
const thread = solverThread(builtWorker('rules-worker'), { patience: 120_000 });

let product: Product | null = null;
afterEach(async () => {
  await product?.close();
  product = null;
});

async function campaign(options: ProductOptions): Promise<Product> {
  product = await startProduct({ chance: knownChance(1), render: blankPicture, made: noneMade(), ...options });
  answer(await as('Ada').command('new', { game: 'overland' }));
  return product;
}

function as(member: string) {
  if (!product) throw new Error('Nothing has been started');
  return product.sandbox.as(member).in(FRONT);
}

/** What the channel would have to wait for now. */
function preparing(): Promise<void> | null {
  if (!product) throw new Error('Nothing has been started');
  return product.host.preloading.forChannel(product.sandbox.world.channel(FRONT).id);
}

/** A message once its picture has come. */
function drawn({ id }: SeenMessage): Promise<SeenMessage> {
  if (!product) throw new Error('Nothing has been started');
  return product.sandbox.waitForMessage(FRONT, (one) => one.id === id && one.attachments.length > 0);
}

describe('solved in a thread', () => {
  test('an order is told for what it was worth, /odds lists what else there was, and a restart changes nothing', async () => {
    let { logged } = await campaign({ solver: thread });
    const ordered = answer(await as('Bo').command('attack', { leader: 'sigel' }));
    expect(ordered.content).toMatch(VERDICT);
    const odds = await drawn(answer(await as('Bo').command('odds', {})));
    expect(odds.ephemeral).toBe(true);
    expect(odds.content).toMatch(/^\*\*The last order: Sigel attacks Breckinridge\.\*\*/);
    expect(odds.content).toMatch(
      /^\*\*\d\d\.\d\u00a0%\*\* · Sigel attacks Breckinridge · 2\u00a0in\u00a06 · \*\*ordered\*\*$/m,
    );
    expect(odds.attachments[0]?.description).toMatch(/^Bar chart\. .*, which was ordered/);
    expect(odds.components).toEqual([]);
    product = (await product?.restart()) ?? null;
    await product?.host.preloading.forAll();
    expect(answer(await as('Bo').command('odds', {})).content).toBe(odds.content);
    logged = [...logged, ...(product?.logged ?? [])];
    expect(logged.filter(({ level }) => level >= 40)).toEqual([]);
  });
});

describe('an answer', () => {
  test('waits a moment for its solution, but not for ever', async () => {
    const never: Solver = () => new Promise(() => {});
    await campaign({ solver: never });
    const started = performance.now();
    const ordered = answer(await as('Bo').command('attack', { leader: 'sigel' }));
    expect(ordered.content).toMatch(VERDICT);
    expect(performance.now() - started).toBeGreaterThan(900);
    // It has been made on the spot, so nobody waits for the solver again.
    await preparing();
    expect(preparing()).toBeNull();
    expect(answer(await as('Bo').command('odds', {})).content).toContain('**The last order: Sigel attacks');
  });
});
