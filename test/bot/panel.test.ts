import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '../../src/council/index.ts';
import type { SeenMessage } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { blankPicture, knownChance, type Product, startProduct } from './fixture.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct({ chance: knownChance(1), render: blankPicture });
});
afterAll(() => product.close());

const at = (member: string, channel = 'council-of-war') => product.sandbox.as(member).in(channel);

/** Opens the panel and goes to one rule of it. */
async function ruleOf(member: string, rule: string): Promise<SeenMessage> {
  const panel = answer(await at(member).command('council'));
  return answer(await at(member).select(panel, menuOf(panel), [rule]));
}

function menuOf(message: SeenMessage): string {
  const [menu] = message.selects;
  if (!menu) throw new Error('There is no menu');
  return menu.customId;
}

const council = () => {
  const game = product.store.runningIn(product.sandbox.world.channel('council-of-war').id);
  const last = product.store.entries(game?.id ?? '').findLast(({ kind }) => kind === 'council');
  return last?.kind === 'council' ? last.council : null;
};

test('the panel sets every rule there is, from lists alone: members and roles from Discord’s own', async () => {
  await at('Ada').command('new', {});
  const { world } = product.sandbox;
  const staff = world.role(world.guild('Army of the Potomac'), 'Staff').id;

  const panel = answer(await at('Ada').command('council'));
  expect(panel.ephemeral).toBe(true);
  const rules = panel.selects[0]?.options.map(({ value }) => value) ?? [];
  expect(rules).toHaveLength(14);
  for (const rule of rules) {
    const values = answer(await at('Ada').select(panel, menuOf(panel), [rule]));
    expect(values.id).toBe(panel.id);
    const said = answer(await at('Ada').press(values, 'Keep as it is'));
    expect(said.text).toContain('Overland: how this table decides');
  }

  const who = await ruleOf('Ada', 'commander');
  const both = answer(await at('Ada').select(who, menuOf(who), [world.member('Bo').id, world.member('Cy').id]));
  expect(both.text).toContain('**Bo or Cy gives the next order**');
  await product.sandbox.waitForMessage('council-of-war', ({ text }) => text.includes('**Bo** and **Cy** command'));

  const when = await ruleOf('Ada', 'rotate');
  const rota = answer(await at('Ada').select(when, menuOf(when), ['6h']));
  expect(rota.text).toContain('Next in the rota: Cy, and then Bo again.');

  const voters = await ruleOf('Ada', 'voters');
  await at('Ada').select(voters, menuOf(voters), [staff]);
  const back = await ruleOf('Ada', 'voters');
  expect(council()?.ballot.voters.role).toBe(staff);
  await at('Ada').press(back, 'Everyone');
  const window = await ruleOf('Ada', 'window');
  await at('Ada').select(window, menuOf(window), ['1 hour']);
  const odds = await ruleOf('Ada', 'odds');
  await at('Ada').select(odds, menuOf(odds), ['always']);

  expect(council()).toMatchObject({
    mode: 'commander',
    odds: 'always',
    rotate: { after: 'silence', hours: 6 },
    ballot: { window: HOUR, voters: { role: null } },
  });
});
