import { SimpleShardingStrategy } from 'discord.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SeenMessage } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { knownChance, type Product, type ProductOptions, startProduct } from './fixture.ts';

/** Of four shards the first has the library and direct messages, the others have a table each. */
const SHARDS = 4;

async function sharded(count: number, wire?: ProductOptions['wire']) {
  const product = await startProduct({
    chance: knownChance(1),
    extraServers: 3,
    sharding: { recommended: count, maxConcurrency: count },
    ...(wire ? { wire } : {}),
  });
  onTestFinished(() => product.close());
  return product;
}

/** Identifies at once, and connects a shard anew only when it is let. */
function holding() {
  const held = new Map<number, Promise<void>>();
  const wire: NonNullable<ProductOptions['wire']> = {
    ws: {
      buildIdentifyThrottler: () => ({ waitForIdentify: async () => {} }),
      buildStrategy(gateway) {
        const { retrieveSessionInfo } = gateway.options;
        gateway.options.retrieveSessionInfo = async (shard) => {
          await held.get(shard);
          return retrieveSessionInfo(shard);
        };
        return new SimpleShardingStrategy(gateway);
      },
    },
  };
  return {
    wire,
    /** @returns what lets it go */
    hold(shard: number): () => void {
      let go = () => {};
      held.set(
        shard,
        new Promise((resolve) => {
          go = resolve;
        }),
      );
      return () => {
        held.delete(shard);
        go();
      };
    },
  };
}

const at = (product: Product, channel: string, member = 'Ada') => product.sandbox.as(member).in(channel);
const logged = (product: Product, msg: string) => product.logged.filter((line) => line.msg === msg);

/** The map of an answer, once it is there. */
const mapOf = (product: Product, channel: string, { id }: SeenMessage) =>
  product.sandbox.waitForMessage(channel, (message) => message.id === id && message.files.length > 0);

async function begun(product: Product, channel: string): Promise<SeenMessage> {
  return mapOf(product, channel, answer(await at(product, channel).command('new', {})));
}

describe('a bot of several shards', () => {
  test('plays in servers of each at once, and in direct messages', async () => {
    const product = await sharded(2);
    const { client } = product.bot;
    expect(client.ws.shards.size).toBe(2);
    expect(
      client.guilds.cache
        .mapValues(({ shardId }) => shardId)
        .toJSON()
        .sort(),
    ).toEqual([0, 0, 0, 1, 1]);
    const places = ['library', 'table-1', 'table-2', 'table-3'];
    const maps = await Promise.all(places.map((channel) => begun(product, channel)));
    const orders = await Promise.all(
      places.map(async (channel, index) => {
        const [first] = maps[index]?.buttons ?? [];
        return answer(await at(product, channel, 'Bo').press(maps[index] as SeenMessage, first?.label ?? ''));
      }),
    );
    for (const [index, channel] of places.entries()) {
      await mapOf(product, channel, orders[index] as SeenMessage);
      expect(product.sandbox.messages(channel).filter(({ files }) => files.length > 0)).toHaveLength(2);
    }
    const dm = answer(await at(product, 'dm').command('new', {}));
    expect(dm.content).not.toBe('');
    expect(product.bot.vitals()).toMatchObject({ connected: true, connections: { open: 2, all: 2 } });
    expect(
      logged(product, 'connected to Discord')
        .map(({ shard }) => shard)
        .sort(),
    ).toEqual([0, 1]);
  });

  test('of which one is cut serves the others, says so, and what was pressed meanwhile is done when it is back', async () => {
    const { wire, hold } = holding();
    const product = await sharded(SHARDS, wire);
    const { sandbox, bot } = product;
    const [library, table] = [await begun(product, 'library'), await begun(product, 'table-1')];
    const label = ({ buttons }: SeenMessage) => buttons[0]?.label ?? '';
    const release = hold(1);
    sandbox.happen({ kind: 'cut', shard: 1 });
    await expect.poll(() => bot.vitals().connections).toEqual({ open: 3, all: 4 });
    const waiting = at(product, 'table-1').press(table, label(table));
    await mapOf(product, 'library', answer(await at(product, 'library').press(library, label(library))));
    const status = answer(await at(product, 'library').command('status'));
    expect(status.content).toMatch(/^\*\*Council of War is running, but not working properly\.\*\*$/m);
    expect(status.content).toMatch(/^- 3 of 4 gateway connections are up; .+ Gateway delay: /m);
    expect(bot.vitals()).toMatchObject({ connected: false, mishaps: { disconnected: 1 } });
    release();
    await mapOf(product, 'table-1', answer(await waiting));
    const well = answer(await at(product, 'table-1').command('status'));
    expect(well.content).toMatch(/^\*\*Council of War is running normally\.\*\*$/m);
    expect(well.content).toMatch(/^- Gateway delay: .+, the longest of 4 connections$/m);
    const told = product.logged.filter(({ shard }) => shard === 1).map(({ msg }) => msg);
    expect(told).toEqual([
      'connected to Discord',
      'disconnected from Discord; connecting again',
      'connected to Discord again',
    ]);
    expect(logged(product, 'connected to Discord')).toHaveLength(SHARDS);
  });

  test('hears in the new session of one what became of its servers, and leaves those of the others', async () => {
    const { wire, hold } = holding();
    const product = await sharded(SHARDS, wire);
    const { sandbox, bot } = product;
    const thrownOut = () => logged(product, 'removed from a server; its games are kept').map(({ guild }) => guild);
    const release = hold(1);
    sandbox.happen({ kind: 'cut', shard: 1 });
    await expect.poll(() => bot.vitals().connections.open).toBe(3);
    // What it would have resumed is over.
    sandbox.happen({ kind: 'invalidate', shard: 1 });
    sandbox.happen({ kind: 'throwOut', guild: 'Server 1' });
    sandbox.happen({ kind: 'throwOut', guild: 'Server 2' });
    await expect.poll(() => thrownOut()).toEqual([sandbox.world.guild('Server 2').id]);
    release();
    await expect.poll(() => thrownOut().length).toBe(2);
    expect(thrownOut()[1]).toBe(sandbox.world.guild('Server 1').id);
    await expect.poll(() => bot.vitals().connections.open).toBe(4);
    expect(bot.client.guilds.cache.size).toBe(3);
    sandbox.happen({ kind: 'invite', guild: 'Server 1' });
    await expect.poll(() => logged(product, 'invited').at(-1)?.guild).toBe(sandbox.world.guild('Server 1').id);
    await begun(product, 'table-1');
    await begun(product, 'table-3');
  });
});
