import { expect, test } from 'vitest';
import { startProduct } from '../bot/fixture.ts';

/** A bug is told to whoever met it in one sentence, with a reference; all that it says itself stays in the log. */
test('a member is told nothing of what threw', async () => {
  const product = await startProduct();
  try {
    const { host, store } = product;
    const ada = product.sandbox.as('Ada').in('the-wilderness');
    await ada.command('new', { game: 'overland' });
    const game = store.runningIn(product.sandbox.world.channel('the-wilderness').id);
    host.orders.give = () => {
      throw new Error(`A bug in ${import.meta.filename} with the secret ${game?.secret}`);
    };
    const told = await ada.command('attack', { leader: 'grant' });
    const message = told.kind === 'message' ? told.message : null;
    expect(message?.ephemeral).toBe(true);
    expect(message?.content).toMatch(
      /^Something went wrong in the bot, and nothing was changed\.[^`]* reference `[0-9A-F]{8}`\.$/,
    );
    expect(store.entries(game?.id ?? '')).toHaveLength(1);
    const reference = /`(\w+)`/.exec(message?.content ?? '')?.[1];
    expect(product.logged.some((line) => line.reference === reference)).toBe(true);
  } finally {
    await product.close();
  }
});
