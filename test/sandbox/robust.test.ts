import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { manualClock, type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { errorTree } from '../../src/sandbox/store/errors.ts';
import { drawnCases } from '../trials/long.ts';
import { eventually, rest } from './fixture.ts';

const bugs: unknown[] = [];
const log = { debug: () => {}, warn: () => {}, error: (details: object) => bugs.push(details) };
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, clock: manualClock(), log });
});
afterAll(() => sandbox.close());

/** Objects with the keys that matter, and anything at all in them. */
const body = (keys: readonly string[]) =>
  fc.oneof(
    fc.jsonValue(),
    fc.dictionary(fc.constantFrom(...keys, '__proto__', 'constructor'), fc.jsonValue(), { maxKeys: 6 }),
  );

const component: fc.Arbitrary<object> = fc.letrec<{ node: object }>((tie) => ({
  node: fc.record(
    {
      type: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.jsonValue()),
      custom_id: fc.oneof(fc.string(), fc.constant('x')),
      label: fc.string(),
      style: fc.integer({ min: 0, max: 6 }),
      content: fc.string(),
      components: fc.oneof({ maxDepth: 3 }, fc.jsonValue(), fc.array(tie('node'), { maxLength: 3 })),
      accessory: fc.oneof({ maxDepth: 3 }, fc.jsonValue(), tie('node')),
      options: fc.jsonValue(),
    },
    { requiredKeys: ['type'] },
  ),
})).node;

describe('whatever is sent', () => {
  it('the REST API answers it and does not fail', async () => {
    const library = sandbox.world.channel('library').id;
    const commands = `/applications/${sandbox.world.applicationId}/commands`;
    const messages = `/channels/${library}/messages`;
    const keys = ['content', 'embeds', 'components', 'attachments', 'flags', 'allowed_mentions', 'message_reference'];
    const command = fc.record({
      ...{ name: fc.string(), description: fc.string() },
      options: fc.array(body(['type', 'name', 'description', 'choices', 'options'])),
    });
    const components = fc.array(component, { maxLength: 4 });
    const request = fc.oneof(
      fc.tuple(fc.constant('POST'), fc.constant(messages), body(keys)),
      fc.tuple(
        fc.constant('POST'),
        fc.constant(messages),
        fc.record({ components, flags: fc.constantFrom(0, 1 << 15) }),
      ),
      fc.tuple(fc.constantFrom('PUT', 'POST'), fc.constant(commands), body(['name', 'description', 'options'])),
      fc.tuple(fc.constant('PUT'), fc.constant(commands), fc.array(command)),
      fc.tuple(fc.constantFrom('POST', 'PATCH', 'DELETE'), fc.webPath(), fc.jsonValue()),
    );
    await fc.assert(
      fc.asyncProperty(request, async ([method, path, sent]) => {
        const { status } = await rest(sandbox, method, encodeURI(path), sent);
        expect(status).toBeLessThan(500);
      }),
      { numRuns: drawnCases(100) },
    );
    expect(bugs).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('a tree of errors can have any key', () => {
    const tree = errorTree([{ path: ['__proto__', 'name'], code: 'X', message: 'x' }]);
    expect(JSON.stringify(tree)).toBe('{"__proto__":{"name":{"_errors":[{"code":"X","message":"x"}]}}}');
    expect(({} as { name?: unknown }).name).toBeUndefined();
  });

  it('the page socket answers it and stays open', async () => {
    const socket = new WebSocket(`${sandbox.pageUrl.replace('http', 'ws')}page/socket`);
    let heard = 0;
    socket.on('message', (data) => {
      if (String(data).includes('"failed"')) heard++;
    });
    await new Promise((resolve) => socket.once('message', resolve));
    const [member, channel] = [sandbox.world.member('Ada').id, sandbox.world.channel('library').id];
    const message = fc.record({
      t: fc.constantFrom('autocomplete', 'command', 'press', 'select', 'modal', 'dance'),
      nonce: fc.string(),
      as: fc.constantFrom(member, '1'),
      channelId: fc.constantFrom(channel, '1'),
      command: fc.string(),
      options: fc.oneof(fc.constant([]), fc.jsonValue()),
      messageId: fc.string({ maxLength: 20 }),
      customId: fc.string({ maxLength: 20 }),
      values: fc.array(fc.string()),
      interactionId: fc.string({ maxLength: 20 }),
      fields: fc.oneof(fc.constant({}), fc.jsonValue()),
    });
    const sent = fc.sample(fc.oneof(message, fc.jsonValue()), 200);
    for (const each of sent) socket.send(JSON.stringify(each));
    await eventually(() => heard).toBe(sent.length);
    expect(bugs).toEqual([]);
    socket.terminate();
  });
});
