import { SimpleShardingStrategy, type WebSocketOptions } from 'discord.js';
import { expect, test } from 'vitest';
import { startProduct } from './fixture.ts';

type Gateway = Parameters<NonNullable<WebSocketOptions['buildStrategy']>>[0];
type Packet = { readonly data: { readonly t: string; readonly d: { data: { name?: unknown } } } };

/** Has interactions come bent, as no Discord has sent them yet: the name of a command is a number. */
function bent(gateway: Gateway): Gateway {
  const emit = gateway.emit.bind(gateway) as (event: string, packet: unknown) => boolean;
  const bending = (event: string, packet: unknown) => {
    const { data } = packet as Packet;
    if (event === 'dispatch' && data.t === 'INTERACTION_CREATE') data.d.data.name = 7;
    return emit(event, packet);
  };
  gateway.emit = bending as Gateway['emit'];
  return gateway;
}

test('a member whose command comes in a form that the bot cannot read is told so', async () => {
  const wire = { ws: { buildStrategy: (gateway: Gateway) => new SimpleShardingStrategy(bent(gateway)) } };
  const product = await startProduct({ wire });
  const bo = product.sandbox.as('Bo').in('the-wilderness');
  const answered = await bo.command('help');
  expect(answered).toMatchObject({ kind: 'message', message: { ephemeral: true } });
  expect(answered.kind === 'message' && answered.message.content).toContain('so nothing was changed');
  expect(product.logged.filter(({ level }) => level > 40)).toEqual([]);
  await product.close();
});
