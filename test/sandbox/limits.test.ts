import { Events, type Interaction } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { clientOf, errorsOf, loggedIn, post, type RawAnswer, rest } from './fixture.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
afterAll(() => sandbox.close());

const letters = (count: number) => 'x'.repeat(count);
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** A body, and the path and code of the error that it is refused with. */
type Case = readonly [body: unknown, error: string];

/** Refused with 50035 for these errors, among others. */
async function expectRefused(cases: readonly Case[], send: (body: unknown) => Promise<RawAnswer>): Promise<void> {
  for (const [body, error] of cases) {
    const answer = await send(body);
    expect(answer, error).toMatchObject({ status: 400, body: { code: 50035, message: 'Invalid Form Body' } });
    expect(errorsOf(answer), JSON.stringify(body).slice(0, 200)).toContain(error);
  }
}

describe('a message', () => {
  const row = (...components: unknown[]) => ({ type: 1, components });
  const button = (over: object = {}) => ({ type: 2, style: 1, label: 'Go', custom_id: 'go', ...over });
  const buttons = (count: number, line = 0) => times(count, (index) => button({ custom_id: `${line}.${index}` }));
  const options = (count: number) => times(count, (index) => ({ label: `${index}`, value: `${index}` }));
  const select = (over: object = {}) => ({ type: 3, custom_id: 'pick', options: options(2), ...over });
  const rows = (...components: unknown[]) => ({ components });
  const text = (over: object): Case[0] => ({ content: 'x', ...over });
  const inEmbed = (over: object, error: string): Case => [{ embeds: [{ title: 'T', ...over }] }, `embeds.0.${error}`];
  const inRow = (component: unknown, error: string): Case => [
    rows(row(component)),
    `components.0.components.0.${error}`,
  ];
  const noId = { custom_id: undefined };
  const url = 'https://example.org';

  it('is refused for its text, flags and nonce', () =>
    expectRefused(
      [
        [{ content: letters(2001) }, 'content: BASE_TYPE_MAX_LENGTH'],
        [{ content: 5 }, 'content: STRING_TYPE_CONVERT'],
        [text({ flags: 64 }), 'flags: MESSAGE_FLAGS_INVALID'],
        // Components v2, which are left out here.
        [text({ flags: 1 << 15 }), 'flags: MESSAGE_FLAGS_INVALID'],
        [text({ flags: 'many' }), 'flags: NUMBER_TYPE_COERCE'],
        [text({ tts: 'yes' }), 'tts: BOOLEAN_TYPE_CONVERT'],
        [text({ nonce: letters(26) }), 'nonce: BASE_TYPE_MAX_LENGTH'],
      ],
      (body) => post(sandbox, body),
    ));

  it('is refused for its embeds', () =>
    expectRefused(
      [
        [{ embeds: times(11, () => ({ title: 'x' })) }, 'embeds: BASE_TYPE_MAX_LENGTH'],
        [{ embeds: {} }, 'embeds: LIST_TYPE_CONVERT'],
        [{ embeds: [5] }, 'embeds.0: DICT_TYPE_CONVERT'],
        [{ embeds: [{ color: 5 }] }, 'embeds.0.description: BASE_TYPE_REQUIRED'],
        [{ embeds: [4000, 2001].map((count) => ({ description: letters(count) })) }, 'embeds: MAX_EMBED_SIZE_EXCEEDED'],
        inEmbed({ title: letters(257) }, 'title: BASE_TYPE_MAX_LENGTH'),
        inEmbed({ description: letters(4097) }, 'description: BASE_TYPE_MAX_LENGTH'),
        inEmbed({ footer: { text: letters(2049) } }, 'footer.text: BASE_TYPE_MAX_LENGTH'),
        inEmbed({ author: { name: letters(257) } }, 'author.name: BASE_TYPE_MAX_LENGTH'),
        inEmbed({ fields: times(26, () => ({ name: 'x', value: 'x' })) }, 'fields: BASE_TYPE_MAX_LENGTH'),
        inEmbed({ fields: [{ name: 'x' }] }, 'fields.0.value: BASE_TYPE_REQUIRED'),
        inEmbed({ fields: [{ name: letters(257), value: 'x' }] }, 'fields.0.name: BASE_TYPE_BAD_LENGTH'),
        inEmbed({ fields: [{ name: 'x', value: letters(1025) }] }, 'fields.0.value: BASE_TYPE_BAD_LENGTH'),
        inEmbed({ color: 0x1000000 }, 'color: NUMBER_TYPE_MAX'),
        inEmbed({ url: 'nowhere' }, 'url: URL_TYPE_INVALID_URL'),
        inEmbed({ url: 'attachment://x.png' }, 'url: URL_TYPE_INVALID_SCHEME'),
        inEmbed({ timestamp: 'noon' }, 'timestamp: DATE_TIME_TYPE_PARSE'),
      ],
      (body) => post(sandbox, body),
    ));

  it('is refused for its components', () =>
    expectRefused(
      [
        [rows(...times(6, (line) => row(...buttons(1, line)))), 'components: BASE_TYPE_MAX_LENGTH'],
        [rows(row()), 'components.0.components: BASE_TYPE_BAD_LENGTH'],
        [rows(null), 'components.0: DICT_TYPE_CONVERT'],
        [rows({ type: 99 }), 'components.0.type: UNION_TYPE_CHOICES'],
        [rows(button()), 'components.0.type: UNION_TYPE_CHOICES'],
        [rows(row(...buttons(6))), 'components.0.components: BASE_TYPE_BAD_LENGTH'],
        [rows(row(button(), select())), 'components.0.components.1: COMPONENT_LAYOUT_WIDTH_EXCEEDED'],
        [rows(row(button()), row(button())), 'components.1.components.0.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED'],
        [rows(row(button({ style: 5, url }))), 'components.0.components.0: BUTTON_COMPONENT_CUSTOM_ID_AND_URL'],
        inRow(button({ style: 5, ...noId }), 'url: BUTTON_COMPONENT_URL_REQUIRED'),
        inRow(button(noId), 'custom_id: BUTTON_COMPONENT_CUSTOM_ID_REQUIRED'),
        inRow(button({ custom_id: letters(101) }), 'custom_id: BASE_TYPE_BAD_LENGTH'),
        inRow(button({ style: 9 }), 'style: BASE_TYPE_CHOICES'),
        inRow(button({ label: letters(81) }), 'label: BASE_TYPE_MAX_LENGTH'),
        inRow(button({ label: undefined }), 'label: BUTTON_COMPONENT_LABEL_REQUIRED'),
        inRow(button({ emoji: { name: 'sword' } }), 'emoji.name: COMPONENT_INVALID_EMOJI'),
        inRow(select({ options: options(26) }), 'options: BASE_TYPE_BAD_LENGTH'),
        inRow(select({ options: [] }), 'options: BASE_TYPE_BAD_LENGTH'),
        inRow(
          select({ options: [options(1), options(1)].flat() }),
          'options.1: SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
        ),
        inRow(select({ options: [{ label: letters(101), value: 'x' }] }), 'options.0.label: BASE_TYPE_BAD_LENGTH'),
        inRow(select({ placeholder: letters(151) }), 'placeholder: BASE_TYPE_MAX_LENGTH'),
        inRow(select({ min_values: 2 }), 'min_values: SELECT_COMPONENT_MIN_GREATER_THAN_MAX'),
      ],
      (body) => post(sandbox, body),
    ));

  it('without anything in it is empty: 50006', async () => {
    for (const body of [{}, { content: ' \n ' }, { content: null, embeds: null, components: null }])
      expect(await post(sandbox, body)).toMatchObject({ status: 400, body: { code: 50006 } });
  });

  it('may go to the limits', async () => {
    for (const body of [
      { content: letters(2000) },
      { content: '⚔'.repeat(2000) },
      rows(...times(5, (line) => row(...buttons(5, line)))),
      { embeds: [{ title: letters(256), description: letters(4096) }] },
      { embeds: times(10, () => ({ description: letters(600) })) },
      rows(row(select({ options: options(25), max_values: 25, min_values: 0 }))),
      rows(row(button({ label: undefined, emoji: { name: '⚔️' } }))),
      // A pictograph without its selector.
      rows(row(button({ emoji: { name: '⚔' } }))),
    ])
      expect((await post(sandbox, body)).status, JSON.stringify(body).slice(0, 100)).toBe(200);
  });
});

describe('a command', () => {
  const command = (over: object = {}) => ({ name: 'map', description: 'The map', ...over });
  const option = (over: object = {}) => ({ type: 3, name: 'where', description: 'Where', ...over });
  const withOptions = (...options: unknown[]) => command({ options });
  const choices = (count: number) => times(count, (index) => ({ name: `${index}`, value: `${index}` }));
  const sub = (options: unknown[] = []) => ({ type: 1, name: 'x', description: 'x', options });
  const needed = option({ name: 'who', required: true });
  const inOption = (over: object, error: string): Case => [withOptions(option(over)), `0.options.0.${error}`];
  const put = (...commands: unknown[]) =>
    rest(sandbox, 'PUT', `/applications/${sandbox.world.applicationId}/commands`, commands);

  it('is refused for what Discord refuses, and then none is registered', async () => {
    const long = times(4, (index) => ({ name: `${index}${letters(60)}`, value: letters(20) }));
    const cases: readonly Case[] = [
      [command({ name: 'Map' }), '0.name: APPLICATION_COMMAND_INVALID_NAME'],
      [command({ name: 'the map' }), '0.name: APPLICATION_COMMAND_INVALID_NAME'],
      [command({ name: '' }), '0.name: BASE_TYPE_BAD_LENGTH'],
      [command({ name: letters(33) }), '0.name: BASE_TYPE_BAD_LENGTH'],
      [{ name: 'map' }, '0.description: BASE_TYPE_REQUIRED'],
      [command({ description: letters(101) }), '0.description: BASE_TYPE_MAX_LENGTH'],
      [withOptions(...times(26, (index) => option({ name: `${index}` }))), '0.options: BASE_TYPE_MAX_LENGTH'],
      [withOptions(option(), option()), '0.options.1.name: APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS'],
      [withOptions(option(), needed), '0.options.1: APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID'],
      [withOptions(sub([option(), needed])), '0.options.0.options.1: APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID'],
      [withOptions(option(), sub()), '0.options: APPLICATION_COMMAND_OPTIONS_TYPE_INVALID'],
      inOption({ name: 'Where' }, 'name: APPLICATION_COMMAND_INVALID_NAME'),
      inOption({ description: undefined }, 'description: BASE_TYPE_REQUIRED'),
      inOption({ type: 99 }, 'type: BASE_TYPE_CHOICES'),
      inOption({ choices: choices(26) }, 'choices: BASE_TYPE_MAX_LENGTH'),
      inOption({ type: 4, choices: choices(1) }, 'choices.0.value: BASE_TYPE_INVALID'),
      inOption({ choices: [{ name: letters(101), value: 'x' }] }, 'choices.0.name: BASE_TYPE_BAD_LENGTH'),
      inOption({ type: 2, options: [] }, 'options: BASE_TYPE_BAD_LENGTH'),
      inOption(
        { choices: choices(1), autocomplete: true },
        'autocomplete: APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID',
      ),
      [
        withOptions(...times(25, (at) => option({ name: `o${at}`, choices: long }))),
        '0: APPLICATION_COMMAND_TOO_LARGE',
      ],
      [command({ type: 2 }), '0.description: APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID'],
      [command({ default_member_permissions: 'all' }), '0.default_member_permissions: NUMBER_TYPE_COERCE'],
      [command({ contexts: [3] }), '0.contexts.0: BASE_TYPE_CHOICES'],
    ];
    await expectRefused(cases, put);
    expect(errorsOf(await put(command(), command()))).toEqual(['1.name: APPLICATION_COMMANDS_DUPLICATE_NAME']);
    const hundred = times(101, (index) => command({ name: `c${index}` }));
    expect(await put(...hundred)).toMatchObject({ status: 400, body: { code: 30032 } });
    const path = `/applications/${sandbox.world.applicationId}/commands`;
    expect((await rest(sandbox, 'PUT', path, command())).body.code).toBe(50035);
    expect(sandbox.commands()).toEqual([]);
  });

  it('may be one of a hundred, share its name with another type, and be named in any script without capitals', async () => {
    for (const commands of [
      times(100, (index) => command({ name: `c${index}` })),
      [command(), { type: 2, name: 'map' }, { type: 3, name: 'Show the map' }],
      ['карта', '地図', "grant's_move-2"].map((name) => command({ name })),
      [],
    ])
      expect((await put(...commands)).status).toBe(200);
  });
});

describe('a modal', () => {
  const input = (over: object = {}) => ({ type: 4, custom_id: 'text', style: 1, ...over });
  const label = (component: unknown, over: object = {}) => ({ type: 18, label: 'Text', component, ...over });
  const modal = (over: object = {}) => ({ custom_id: 'form', title: 'Form', components: [label(input())], ...over });
  const labels = (count: number) => times(count, (index) => label(input({ custom_id: `${index}` })));
  const of = (...components: unknown[]) => modal({ components });
  const inInput = (over: object, error: string): Case => [
    of(label(input(over))),
    `data.components.0.component.${error}`,
  ];

  it('is refused for what Discord refuses, and then may still be shown', async () => {
    const client = await loggedIn(clientOf(sandbox), sandbox);
    await client.application.commands.set([{ name: 'form', description: 'A form' }]);
    const asked = new Promise<Interaction>((resolve) => client.once(Events.InteractionCreate, resolve));
    const outcome = sandbox.as('Ada').in('library').command('form');
    const { id, token } = await asked;
    const show = (data: unknown) => rest(sandbox, 'POST', `/interactions/${id}/${token}/callback`, { type: 9, data });
    const cases: readonly Case[] = [
      [null, 'data: DICT_TYPE_CONVERT'],
      [of(), 'data.components: BASE_TYPE_BAD_LENGTH'],
      [of(...labels(6)), 'data.components: BASE_TYPE_BAD_LENGTH'],
      [modal({ title: letters(46) }), 'data.title: BASE_TYPE_BAD_LENGTH'],
      [modal({ title: undefined }), 'data.title: BASE_TYPE_REQUIRED'],
      [modal({ custom_id: letters(101) }), 'data.custom_id: BASE_TYPE_BAD_LENGTH'],
      [of(label(input()), label(input())), 'data.components.1.component.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED'],
      [of(label({ type: 2, style: 1 })), 'data.components.0.component.type: UNION_TYPE_CHOICES'],
      [of(label(input(), { label: '' })), 'data.components.0.label: BASE_TYPE_BAD_LENGTH'],
      inInput({ placeholder: letters(101) }, 'placeholder: BASE_TYPE_MAX_LENGTH'),
      inInput({ value: letters(4001) }, 'value: BASE_TYPE_MAX_LENGTH'),
      inInput({ style: 3 }, 'style: BASE_TYPE_CHOICES'),
      inInput({ min_length: 5, max_length: 4 }, 'min_length: TEXT_INPUT_COMPONENT_MIN_GREATER_THAN_MAX'),
    ];
    await expectRefused(cases, show);
    expect((await show(modal({ title: letters(45), components: labels(5) }))).status).toBe(204);
    expect(await outcome).toMatchObject({ kind: 'modal' });
  });
});
