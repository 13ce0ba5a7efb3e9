import { AttachmentBuilder, EmbedBuilder, type Message, type SendableChannels } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { FileStore, safeName } from '../../src/sandbox/store/files.ts';
import { errorsOf, png, rest, sandboxWithBot } from './fixture.ts';

async function withLibrary() {
  const made = await sandboxWithBot();
  const channel = await made.client.channels.fetch(made.sandbox.world.channel('library').id);
  if (!channel?.isSendable()) throw new Error('The library takes no messages.');
  const last = () => made.sandbox.messages('library').at(-1);
  return { ...made, channel: channel as SendableChannels, path: `/channels/${channel.id}/messages`, last };
}

const map = (name = 'map.png', bytes = png(900, 600)) =>
  new AttachmentBuilder(bytes, { name, description: `The map ${name}` });

const inEmbed = () => new EmbedBuilder().setTitle('Map').setImage('attachment://map.png');

function form(payload: unknown, ...files: (readonly [index: number, name: string, bytes: Buffer])[]): FormData {
  const body = new FormData();
  body.append('payload_json', JSON.stringify(payload));
  for (const [index, name, bytes] of files) body.append(`files[${index}]`, new Blob([bytes]), name);
  return body;
}

describe('a file', () => {
  it('comes with its description, size and bytes', async () => {
    const { channel, sandbox, last } = await withLibrary();
    const bytes = png(900, 600, 10);
    const message = await channel.send({ files: [map('my map (1).png', bytes)] });
    const sent = message.attachments.first();
    expect(sent).toMatchObject({
      name: 'my_map_(1).png',
      description: 'The map my map (1).png',
      width: 900,
      height: 600,
      contentType: 'image/png',
    });
    expect(last()?.attachments).toMatchObject([
      { filename: 'my_map_(1).png', size: bytes.length, width: 900, height: 600 },
    ]);
    expect(sandbox.attachmentBytes(sent?.url ?? '').equals(bytes)).toBe(true);
    const response = await fetch(sent?.url ?? '');
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    await message.delete();
    expect((await fetch(sent?.url ?? '')).status).toBe(404);
    expect(() => sandbox.attachmentBytes(sent?.url ?? '')).toThrow();
  });

  it('shown in an embed does not stand loose, until the embed goes', async () => {
    const { channel, last } = await withLibrary();
    const message = await channel.send({ embeds: [inEmbed()], files: [map()] });
    expect(message.attachments.size).toBe(0);
    expect(message.embeds[0]?.image).toMatchObject({
      width: 900,
      height: 600,
      url: expect.stringMatching(/^http.*map\.png$/),
    });
    expect(last()).toMatchObject({ attachments: [], files: [{ description: 'The map map.png' }] });
    await message.edit({ content: 'No embed', embeds: [] });
    expect(last()?.attachments).toMatchObject([{ filename: 'map.png' }]);
    await message.edit({ attachments: [] });
    expect(last()).toMatchObject({ attachments: [], files: [] });
  });
});

describe('an edit', () => {
  it('keeps the files when it names none', async () => {
    const { channel, last } = await withLibrary();
    const message = await channel.send({ embeds: [inEmbed()], files: [map()] });
    await message.edit('With a text');
    expect(last()).toMatchObject({
      content: 'With a text',
      files: [{ filename: 'map.png' }],
      embeds: [{ image: { width: 900 } }],
    });
  });

  it('replaces the files with those it brings', async () => {
    const { channel, last, sandbox } = await withLibrary();
    const message = await channel.send({ files: [map()] });
    const old = last()?.files[0]?.url ?? '';
    await message.edit({ files: [map('map.png', png(30, 20))] });
    expect(last()?.files).toMatchObject([{ width: 30, height: 20 }]);
    expect(() => sandbox.attachmentBytes(old)).toThrow();
  });

  it('keeps those it names, and may describe them anew', async () => {
    const { channel, last, sandbox, path } = await withLibrary();
    const message: Message = await channel.send({ files: [map('a.png'), map('b.png')] });
    const b = message.attachments.find((each) => each.name === 'b.png')?.id ?? '';
    const edit = {
      attachments: [
        { id: b, description: 'Better' },
        { id: 0, description: 'New' },
      ],
    };
    expect((await rest(sandbox, 'PATCH', `${path}/${message.id}`, form(edit, [0, 'c.png', png(1, 1)]))).status).toBe(
      200,
    );
    expect(last()?.attachments).toMatchObject([
      { filename: 'b.png', description: 'Better' },
      { filename: 'c.png', description: 'New' },
    ]);
    const strange = await rest(sandbox, 'PATCH', `${path}/${message.id}`, { attachments: [{ id: '7' }] });
    expect(errorsOf(strange)).toEqual(['attachments.0: MESSAGE_ATTACHMENT_NOT_FOUND']);
  });
});

describe('Discord refuses', () => {
  const MiB = 1024 * 1024;

  it('a file of more than 10 MiB, and takes one of 10', async () => {
    const { sandbox, path } = await withLibrary();
    const just = await rest(sandbox, 'POST', path, form({}, [0, 'x.bin', Buffer.alloc(10 * MiB)]));
    expect(just.status).toBe(200);
    const over = await rest(sandbox, 'POST', path, form({}, [0, 'x.bin', Buffer.alloc(10 * MiB + 1)]));
    expect(over).toMatchObject({ status: 413, body: { code: 40005 } });
    const json = await rest(sandbox, 'POST', path, { content: 'x'.repeat(5 * MiB) });
    expect(json).toMatchObject({ status: 413, body: { code: 40005 } });
  });

  it('an eleventh file, and alt text of more than 1,024 characters', async () => {
    const { sandbox, path } = await withLibrary();
    const files = Array.from({ length: 11 }, (_, index) => [index, `${index}.txt`, Buffer.from('x')] as const);
    expect((await rest(sandbox, 'POST', path, form({}, ...files))).body.code).toBe(50035);
    const described = (length: number) =>
      rest(
        sandbox,
        'POST',
        path,
        form({ attachments: [{ id: 0, description: 'x'.repeat(length) }] }, [0, 'x.txt', Buffer.from('x')]),
      );
    expect((await described(1024)).status).toBe(200);
    expect(errorsOf(await described(1025))).toEqual(['attachments.0.description: BASE_TYPE_MAX_LENGTH']);
  });

  it('what is no JSON and no multipart', async () => {
    const { sandbox, path } = await withLibrary();
    expect((await rest(sandbox, 'POST', path, '{')).body.code).toBe(50109);
    expect((await rest(sandbox, 'POST', path, 'x', { 'content-type': 'text/plain' })).body.code).toBe(50035);
    const broken = { 'content-type': 'multipart/form-data; boundary=x' };
    expect((await rest(sandbox, 'POST', path, 'rubbish', broken)).body.code).toBe(50035);
  });
});

describe('the store of files', () => {
  it('holds no more than it may: the oldest go first, the newest stays', () => {
    let id = 0;
    const store = new FileStore(() => `${++id}`, 100);
    const add = (size: number) =>
      store.add(
        '1',
        { index: 0, filename: 'x', contentType: 'text/plain', bytes: Buffer.alloc(size) },
        { description: null, title: null },
      );
    const [a, b] = [add(60), add(40)];
    expect(store.find('1', a.id)).toBeDefined();
    const c = add(50);
    expect([a, b, c].map((file) => store.find('1', file.id) !== undefined)).toEqual([false, true, true]);
    const d = add(500);
    expect([b, c, d].map((file) => store.find('1', file.id) !== undefined)).toEqual([false, false, true]);
    expect(store.find('2', d.id)).toBeUndefined();
  });

  it.each([
    ['map.png', 'map.png'],
    ['a  b.png', 'a_b.png'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\maps\\x.png', 'x.png'],
    ['"<>.png', '.png'],
    ['…', 'file'],
  ])('names %s %s', (given, safe) => {
    expect(safeName(given)).toBe(safe);
  });
});
