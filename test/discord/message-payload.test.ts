import { describe, expect, test } from 'vitest';
import {
  type Attachments,
  facePayload,
  fullPayload,
  NO_ATTACHMENTS,
  textPayload,
} from '../../src/discord/outbound/message-payload.ts';
import { type BallotCard, type Menu, type Reply, type ReplyButton, reply } from '../../src/host/index.ts';

const DRAWN: Attachments = { ...NO_ATTACHMENTS, map: Buffer.from('png') };
const POINT = { game: 'k3x9mnpqrs', seq: 3 };
const button = (label: string, tone: ReplyButton['tone'] = 'plain'): ReplyButton => ({
  label,
  tone,
  press: { do: 'rules' },
});
const drawing = (alt: string): Reply['drawing'] => ({
  point: POINT,
  file: 'overland-3.png',
  alt,
  png: () => Promise.resolve(Buffer.from('png')),
});
const MENU: Menu = {
  prompt: 'Which regiment?',
  choosing: { what: 'slot', point: POINT, draft: { verb: 'commit' }, slot: 'regiment' },
  least: 1,
  most: 2,
  choices: [
    { value: '7-michigan', label: '7th Michigan', hint: 'strength 4' },
    { value: '1-vermont', label: '1st Vermont' },
  ],
};

const CARD: BallotCard = {
  ballot: 7,
  revision: 3,
  title: 'Vote on the next order',
  text: '3 votes so far',
  foot: 'Press to vote.',
};

/** No half of a surrogate pair: Discord would show a broken character. */
function expectWhole(text: string): void {
  expect(text).toBe(Buffer.from(text, 'utf8').toString('utf8'));
}

describe('a message', () => {
  test('says which of its files are missing, and why, however long its text', () => {
    const gone = { ...NO_ATTACHMENTS, failed: ['chart.png'], tooLarge: ['film.gif', 'story.md'] };
    expect(fullPayload(reply('channel', 'Told.'), gone).content).toBe(
      [
        'Told.',
        '-# Left out, couldn’t be made: `chart.png`.',
        '-# Left out, too large for one message: `film.gif`, `story.md`.',
      ].join('\n'),
    );
    const { content } = fullPayload(reply('channel', 'x'.repeat(2000)), gone);
    expect(content).toHaveLength(2000);
    expect(content).toMatch(/…\n-# Left out, couldn’t .*\n-# Left out, too large .*`story.md`\.$/);
  });

  test('has its ballots between map and buttons, and calls nobody but whom it is to call', () => {
    const pings = { roles: ['11'], users: ['22', '33'] };
    const answer = reply('channel', '<@&11>, <@22>: the vote ends soon, <@44>.', { cards: [CARD], pings });
    const { embeds, allowedMentions } = fullPayload(answer);
    expect(embeds).toEqual([
      {
        title: 'Vote on the next order',
        description: '3 votes so far',
        color: expect.any(Number),
        footer: { text: 'Press to vote.' },
      },
    ]);
    expect(allowedMentions).toEqual({ parse: [], roles: ['11'], users: ['22', '33'], repliedUser: false });
    // A phone's notification shows the text, so the text has to ping already.
    expect(textPayload(answer)).toMatchObject({ embeds: [], allowedMentions });
  });

  test('whose ballot has changed is edited below its text and its map alone', () => {
    const face = {
      channel: '1',
      message: '2',
      cards: [{ ...CARD, foot: '' }],
      note: null,
      rows: [[button('Attack · 2')]],
      menu: MENU,
    };
    const payload = facePayload(face);
    expect(Object.keys(payload).sort()).toEqual(['allowedMentions', 'components', 'embeds']);
    expect(payload.embeds).toEqual([
      { title: 'Vote on the next order', description: '3 votes so far', color: expect.any(Number) },
    ]);
    expect(payload.components).toHaveLength(2);
    expect(payload.allowedMentions).toEqual({ parse: [], roles: [], users: [], repliedUser: false });
    expect(facePayload({ ...face, cards: [], rows: [], menu: null })).toMatchObject({ embeds: [], components: [] });
  });
});

describe("Discord's limits", () => {
  const long = '⚔️🎖️ Beauregard '.repeat(300);

  test('labels, hints, prompts and the words of a map are cut, and cut whole', () => {
    const answer = reply('channel', long, {
      drawing: drawing(long),
      menu: { ...MENU, prompt: long, choices: [{ value: 'a', label: long, hint: long }] },
      rows: [[button(long)], [button('🎖️'.repeat(60))]],
    });
    const { content, components, files } = fullPayload(answer, DRAWN);
    const [menu, one, two] = components.map((row) => row.components[0] as unknown as Record<string, unknown>);
    const option = (menu?.options as { label: string; description: string }[] | undefined)?.[0];
    for (const [text, most] of [
      [content, 2000],
      [menu?.placeholder, 150],
      [option?.label, 100],
      [option?.description, 100],
      [one?.label, 80],
      [two?.label, 80],
      [files[0]?.description, 1024],
    ] as [string, number][]) {
      expect(text.length).toBeLessThanOrEqual(most);
      expect(text.length).toBeGreaterThan(most - 12);
      expect(text.endsWith('…')).toBe(true);
      expectWhole(text);
    }
  });

  test.each([1, 2, 3, 12])('%i ballots are cut to what embeds hold, one and all together', (count) => {
    const cards = Array.from({ length: count }, (_, at) => ({
      ...CARD,
      ballot: at,
      title: long,
      text: long,
      foot: long,
    }));
    const { embeds } = fullPayload(reply('channel', 'Vote.', { cards }));
    expect(embeds).toHaveLength(Math.min(count, 10));
    let all = 0;
    for (const { title = '', description = '', footer } of embeds) {
      const texts: [string, number][] = [
        [title, 256],
        [description, 4096],
        [footer?.text ?? '', 2048],
      ];
      for (const [text, most] of texts) {
        expect(text.length).toBeLessThanOrEqual(most);
        expect(text.length).toBeGreaterThan(0);
        expectWhole(text);
        all += text.length;
      }
    }
    expect(all).toBeLessThanOrEqual(6000);
  });
});

describe('a map that could not be drawn', () => {
  test('is said in words, in the text', () => {
    const { content, files } = fullPayload(reply('channel', 'Grant attacks.', { drawing: drawing('Lee holds.') }));
    expect(content).toBe('Grant attacks.\n\n-# The map couldn’t be drawn. In words: Lee holds.');
    expect(files).toEqual([]);
  });

  test('within the limit', () => {
    const answer = reply('channel', 'x'.repeat(1900), { drawing: drawing('y'.repeat(1024)) });
    expect(fullPayload(answer).content).toHaveLength(2000);
  });

  test('where there is none, or it was drawn, nothing is said of it', () => {
    expect(fullPayload(reply('member', 'Help.')).content).toBe('Help.');
    const drawn = fullPayload(reply('channel', 'Grant attacks.', { drawing: drawing('Map.') }), DRAWN);
    expect([drawn.content, drawn.files.length]).toEqual(['Grant attacks.', 1]);
  });
});
