import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FaultCall } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { signal } from '../discord/trouble.ts';
import { type Voting, votingIn } from './voting.ts';

/** An order that was carried out, and of which its channel never heard: told with the next map that is shown there. */

const CHANNEL = 'council-of-war';
const LATE = '-# Posted late: the bot was interrupted. Nothing was lost.';

let here: Voting;
beforeEach(async () => {
  here = await votingIn(CHANNEL);
  answer(await here.at('Ada').command('new', { game: 'overland' }));
  await here.shown();
});
afterEach(() => here.product.close());

const sandbox = () => here.product.sandbox;
const game = () => here.product.store.runningIn(sandbox().world.channel(CHANNEL).id)?.id ?? '';
const owed = () => here.product.store.undeliveredUpTo(game(), 1000);
const telling = () => here.open().filter(({ content }) => content.includes('**Bo** orders Grant'));

/** Bo orders an attack, and Discord takes nothing of what is said about it. */
async function unheard(): Promise<void> {
  const tried = { count: 0 };
  sandbox().faults = ({ method }: FaultCall, proceed) => {
    if (method === 'GET') return proceed();
    tried.count += 1;
    return { status: 400, body: { code: 0, message: 'No' } };
  };
  here
    .at('Bo')
    .command('attack', { leader: 'grant' })
    .catch(() => {});
  await expect.poll(() => [tried.count >= 2, owed()]).toEqual([true, [1]]);
  await expect.poll(() => here.product.bot.inHand().answers).toBe(0);
  sandbox().faults = null;
}

test('whoever asks for the map reads what was done, and that it comes late', async () => {
  await unheard();
  const map = answer(await here.at('Cy').command('map'));
  expect(map.content).toMatch(/^\*\*Bo\*\* orders Grant/);
  expect(map.content).toContain(LATE);
  await expect.poll(owed).toEqual([]);
  const again = answer(await here.at('Cy').command('map'));
  expect(again.content).not.toContain('**Bo** orders Grant');
});

test('the next order brings it, and nothing is told once more', async () => {
  await unheard();
  const next = answer(await here.at('Cy').command('attack', { leader: 'grant' }));
  const [first, late, second] = ['**Bo** orders Grant', LATE, '**Cy** orders Grant'].map((words) =>
    next.content.indexOf(words),
  );
  expect([first, (first ?? 0) < (late ?? 0), (late ?? 0) < (second ?? 0)]).toEqual([0, true, true]);
  await expect.poll(owed).toEqual([]);
  await here.pass(600_000);
  await here.product.bot.delivery.runner.run();
  expect(telling()).toHaveLength(1);
});

test('where nobody asks, it is posted late', async () => {
  await unheard();
  await here.pass(60_000);
  const late = await here.hears('Posted late');
  expect(late.content).toMatch(/^\*\*Bo\*\* orders Grant/);
  await expect.poll(owed).toEqual([]);
  expect(telling()).toHaveLength(1);
});

test('an order whose answer is under way is told by that alone, also where it comes to nothing', async () => {
  const { given: held, give: letGo } = signal();
  let first = true;
  sandbox().faults = async ({ method, path }: FaultCall, proceed) => {
    if (method === 'GET') return proceed();
    const mine = first && path.endsWith('/callback');
    if (mine) first = false;
    else if (path.endsWith('/callback') || !path.startsWith('/channels')) return proceed();
    if (mine) await held;
    return { status: 400, body: { code: 0, message: 'No' } };
  };
  here
    .at('Bo')
    .command('attack', { leader: 'grant' })
    .catch(() => {});
  await expect.poll(owed).toEqual([1]);
  const next = answer(await here.at('Cy').command('attack', { leader: 'grant' }));
  expect(next.content).toMatch(/^\*\*Cy\*\* orders Grant/);
  letGo();
  await expect.poll(() => here.product.bot.inHand().answers).toBe(0);
  expect(owed()).toEqual([1]);
  sandbox().faults = null;
  await here.pass(60_000);
  const late = await here.hears('Posted late');
  expect(late.content).toMatch(/^\*\*Bo\*\* orders Grant/);
  expect(late.content).not.toContain('**Cy** orders Grant');
  await expect.poll(owed).toEqual([]);
});
