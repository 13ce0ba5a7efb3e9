import { Events, type Interaction } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { clientOf, errorsOf, loggedIn, rest } from './fixture.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
afterAll(() => sandbox.close());

const letters = (count: number) => 'x'.repeat(count);
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const row = (...components: unknown[]) => ({ type: 1, components });
const button = (over: object = {}) => ({ type: 2, style: 1, label: 'Go', custom_id: 'go', ...over });
const options = (count: number) => times(count, (index) => ({ label: `${index}`, value: `${index}` }));
const select = (over: object = {}) => ({ type: 3, custom_id: 'pick', options: options(2), ...over });
const embed = (over: object) => ({ embeds: [{ title: 'T', ...over }] });
const components = (...all: unknown[]) => ({ components: all });

const send = (body: unknown) =>
  rest(sandbox, 'POST', `/channels/${sandbox.world.channel('library').id}/messages`, body);

type Case = readonly [what: string, body: unknown, error: string];
/** A message with one component in a row, or one embed; `error` is the rest of the path. */
const inRow = (what: string, component: unknown, error: string): Case => [
  what,
  components(row(component)),
  `components.0.components.0.${error}`,
];
const inEmbed = (what: string, over: object, error: string): Case => [what, embed(over), `embeds.0.${error}`];

describe('a message', () => {
  const refused: readonly Case[] = [
    ['content of 2,001 characters', { content: letters(2001) }, 'content: BASE_TYPE_MAX_LENGTH'],
    ['content that is no text', { content: 5 }, 'content: STRING_TYPE_CONVERT'],
    ['a flag that cannot be set', { content: 'x', flags: 64 }, 'flags: MESSAGE_FLAGS_INVALID'],
    ['flags that are no number', { content: 'x', flags: 'many' }, 'flags: NUMBER_TYPE_COERCE'],
    ['tts that is no boolean', { content: 'x', tts: 'yes' }, 'tts: BOOLEAN_TYPE_CONVERT'],
    ['a nonce of 26 characters', { content: 'x', nonce: letters(26) }, 'nonce: BASE_TYPE_MAX_LENGTH'],
    ['eleven embeds', { embeds: times(11, () => ({ title: 'x' })) }, 'embeds: BASE_TYPE_MAX_LENGTH'],
    ['embeds that are no list', { embeds: {} }, 'embeds: LIST_TYPE_CONVERT'],
    ['an embed that is no object', { embeds: [5] }, 'embeds.0: DICT_TYPE_CONVERT'],
    ['an empty embed', { embeds: [{ color: 5 }] }, 'embeds.0.description: BASE_TYPE_REQUIRED'],
    inEmbed('a title of 257', { title: letters(257) }, 'title: BASE_TYPE_MAX_LENGTH'),
    inEmbed('a description of 4,097', { description: letters(4097) }, 'description: BASE_TYPE_MAX_LENGTH'),
    inEmbed('a footer of 2,049', { footer: { text: letters(2049) } }, 'footer.text: BASE_TYPE_MAX_LENGTH'),
    inEmbed('an author of 257', { author: { name: letters(257) } }, 'author.name: BASE_TYPE_MAX_LENGTH'),
    inEmbed('26 fields', { fields: times(26, () => ({ name: 'x', value: 'x' })) }, 'fields: BASE_TYPE_MAX_LENGTH'),
    inEmbed('a field without a value', { fields: [{ name: 'x' }] }, 'fields.0.value: BASE_TYPE_REQUIRED'),
    inEmbed(
      'a field name of 257',
      { fields: [{ name: letters(257), value: 'x' }] },
      'fields.0.name: BASE_TYPE_BAD_LENGTH',
    ),
    inEmbed(
      'a field value of 1,025',
      { fields: [{ name: 'x', value: letters(1025) }] },
      'fields.0.value: BASE_TYPE_BAD_LENGTH',
    ),
    inEmbed('a colour out of range', { color: 0x1000000 }, 'color: NUMBER_TYPE_MAX'),
    inEmbed('a broken address', { url: 'nowhere' }, 'url: URL_TYPE_INVALID_URL'),
    inEmbed('an attachment as a link', { url: 'attachment://x.png' }, 'url: URL_TYPE_INVALID_SCHEME'),
    inEmbed('a broken timestamp', { timestamp: 'noon' }, 'timestamp: DATE_TIME_TYPE_PARSE'),
    [
      '6,001 characters of embeds',
      { embeds: [{ description: letters(4000) }, { description: letters(2001) }] },
      'embeds: MAX_EMBED_SIZE_EXCEEDED',
    ],
    [
      'six rows',
      components(...times(6, (index) => row(button({ custom_id: `${index}` })))),
      'components: BASE_TYPE_MAX_LENGTH',
    ],
    ['an empty row', components(row()), 'components.0.components: BASE_TYPE_BAD_LENGTH'],
    ['a row that is no object', components(null), 'components.0: DICT_TYPE_CONVERT'],
    ['an unknown component', components({ type: 99 }), 'components.0.type: UNION_TYPE_CHOICES'],
    ['a loose button', components(button()), 'components.0.type: UNION_TYPE_CHOICES'],
    [
      'six buttons',
      components(row(...times(6, (index) => button({ custom_id: `${index}` })))),
      'components.0.components: BASE_TYPE_BAD_LENGTH',
    ],
    [
      'a menu beside a button',
      components(row(button(), select())),
      'components.0.components.1: COMPONENT_LAYOUT_WIDTH_EXCEEDED',
    ],
    [
      'a custom id twice',
      components(row(button()), row(button())),
      'components.1.components.0.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED',
    ],
    inRow('a custom id of 101', button({ custom_id: letters(101) }), 'custom_id: BASE_TYPE_BAD_LENGTH'),
    inRow('a button without one', button({ custom_id: undefined }), 'custom_id: BUTTON_COMPONENT_CUSTOM_ID_REQUIRED'),
    inRow('a button of style 9', button({ style: 9 }), 'style: BASE_TYPE_CHOICES'),
    inRow('a label of 81', button({ label: letters(81) }), 'label: BASE_TYPE_MAX_LENGTH'),
    inRow('neither label nor emoji', button({ label: undefined }), 'label: BUTTON_COMPONENT_LABEL_REQUIRED'),
    inRow('an emoji that is none', button({ emoji: { name: 'sword' } }), 'emoji.name: COMPONENT_INVALID_EMOJI'),
    inRow(
      'a link without an address',
      button({ style: 5, custom_id: undefined }),
      'url: BUTTON_COMPONENT_URL_REQUIRED',
    ),
    [
      'a link with a custom id',
      components(row(button({ style: 5, url: 'https://example.org' }))),
      'components.0.components.0: BUTTON_COMPONENT_CUSTOM_ID_AND_URL',
    ],
    inRow('a menu of 26', select({ options: options(26) }), 'options: BASE_TYPE_BAD_LENGTH'),
    inRow('an empty menu', select({ options: [] }), 'options: BASE_TYPE_BAD_LENGTH'),
    inRow(
      'a value twice',
      select({ options: [...options(1), ...options(1)] }),
      'options.1: SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
    ),
    inRow(
      'an option of 101',
      select({ options: [{ label: letters(101), value: 'x' }] }),
      'options.0.label: BASE_TYPE_BAD_LENGTH',
    ),
    inRow('a placeholder of 151', select({ placeholder: letters(151) }), 'placeholder: BASE_TYPE_MAX_LENGTH'),
    inRow('more at least than at most', select({ min_values: 2 }), 'min_values: SELECT_COMPONENT_MIN_GREATER_THAN_MAX'),
    ['a button without a row', components(button()), 'components.0.type: UNION_TYPE_CHOICES'],
    ['components v2, which are left out here', { content: 'x', flags: 1 << 15 }, 'flags: MESSAGE_FLAGS_INVALID'],
    [
      'a component id twice',
      components({ ...row(button()), id: 7 }, row(button({ custom_id: 'other', id: 7 }))),
      'components.1.components.0.id: COMPONENT_ID_DUPLICATED',
    ],
  ];

  it.each(refused)('with %s is refused', async (_, body, error) => {
    const answer = await send(body);
    expect(answer).toMatchObject({ status: 400, body: { code: 50035, message: 'Invalid Form Body' } });
    expect(errorsOf(answer)).toContain(error);
  });

  it.each([
    ['nothing', {}],
    ['blanks', { content: ' \n ' }],
    ['nulls', { content: null, embeds: null, components: null }],
  ])('of %s is empty: 50006', async (_, body) => {
    expect(await send(body)).toMatchObject({ status: 400, body: { code: 50006 } });
  });

  const taken: readonly (readonly [what: string, body: unknown])[] = [
    ['2,000 characters', { content: letters(2000) }],
    ['2,000 pictographs', { content: '⚔'.repeat(2000) }],
    [
      'five full rows',
      components(...times(5, (line) => row(...times(5, (index) => button({ custom_id: `${line}.${index}` }))))),
    ],
    ['the longest embed', embed({ title: letters(256), description: letters(4096) })],
    ['ten embeds', { embeds: times(10, () => ({ description: letters(600) })) }],
    ['a menu of 25', components(row(select({ options: options(25), max_values: 25, min_values: 0 })))],
    ['an emoji and no label', components(row(button({ label: undefined, emoji: { name: '⚔️' } })))],
    ['a pictograph without its selector', components(row(button({ emoji: { name: '⚔' } })))],
  ];

  it.each(taken)('of %s is taken', async (_, body) => {
    expect((await send(body)).status).toBe(200);
  });
});

describe('a command', () => {
  const command = (over: object = {}) => ({ name: 'map', description: 'The map', ...over });
  const option = (over: object = {}) => ({ type: 3, name: 'where', description: 'Where', ...over });
  const ofOption = (what: string, one: unknown, error: string): Case => [
    what,
    command({ options: [one] }),
    `0.options.0.${error}`,
  ];
  const choices = (count: number) => times(count, (index) => ({ name: `${index}`, value: `${index}` }));
  const put = (...commands: unknown[]) =>
    rest(sandbox, 'PUT', `/applications/${sandbox.world.applicationId}/commands`, commands);

  const refused: readonly Case[] = [
    ['a capital', command({ name: 'Map' }), '0.name: APPLICATION_COMMAND_INVALID_NAME'],
    ['a blank', command({ name: 'the map' }), '0.name: APPLICATION_COMMAND_INVALID_NAME'],
    ['an empty name', command({ name: '' }), '0.name: BASE_TYPE_BAD_LENGTH'],
    ['a name of 33', command({ name: letters(33) }), '0.name: BASE_TYPE_BAD_LENGTH'],
    ['no description', { name: 'map' }, '0.description: BASE_TYPE_REQUIRED'],
    ['a description of 101', command({ description: letters(101) }), '0.description: BASE_TYPE_MAX_LENGTH'],
    [
      '26 options',
      command({ options: times(26, (index) => option({ name: `${index}` })) }),
      '0.options: BASE_TYPE_MAX_LENGTH',
    ],
    ofOption('an option with a capital', option({ name: 'Where' }), 'name: APPLICATION_COMMAND_INVALID_NAME'),
    ofOption('an option without description', { type: 3, name: 'x' }, 'description: BASE_TYPE_REQUIRED'),
    ofOption('an option of type 99', option({ type: 99 }), 'type: BASE_TYPE_CHOICES'),
    [
      'an option twice',
      command({ options: [option(), option()] }),
      '0.options.1.name: APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS',
    ],
    [
      'a required option behind others',
      command({ options: [option(), option({ name: 'who', required: true })] }),
      '0.options.1: APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
    ],
    ofOption('26 choices', option({ choices: choices(26) }), 'choices: BASE_TYPE_MAX_LENGTH'),
    ofOption(
      'choices and autocomplete',
      option({ choices: choices(1), autocomplete: true }),
      'autocomplete: APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID',
    ),
    ofOption('a text for a number', option({ type: 4, choices: choices(1) }), 'choices.0.value: BASE_TYPE_INVALID'),
    ofOption(
      'a choice of 101',
      option({ choices: [{ name: letters(101), value: 'x' }] }),
      'choices.0.name: BASE_TYPE_BAD_LENGTH',
    ),
    [
      'sub-commands beside options',
      command({ options: [option(), { type: 1, name: 'x', description: 'x' }] }),
      '0.options: APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
    ],
    ofOption('an empty group', { type: 2, name: 'x', description: 'x', options: [] }, 'options: BASE_TYPE_BAD_LENGTH'),
    [
      'order broken in a sub-command',
      command({
        options: [{ type: 1, name: 'x', description: 'x', options: [option(), option({ name: 'y', required: true })] }],
      }),
      '0.options.0.options.1: APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
    ],
    [
      '8,001 characters',
      command({
        options: times(25, (line) =>
          option({
            name: `o${line}`,
            choices: times(4, (index) => ({ name: `${index}${letters(60)}`, value: letters(20) })),
          }),
        ),
      }),
      '0: APPLICATION_COMMAND_TOO_LARGE',
    ],
    [
      'a description on a context menu',
      command({ type: 2 }),
      '0.description: APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID',
    ],
    [
      'a broken permission',
      command({ default_member_permissions: 'all' }),
      '0.default_member_permissions: NUMBER_TYPE_COERCE',
    ],
    ['a context that is none', command({ contexts: [3] }), '0.contexts.0: BASE_TYPE_CHOICES'],
  ];

  it.each(refused)('with %s is refused', async (_, body, error) => {
    const answer = await put(body);
    expect(answer).toMatchObject({ status: 400, body: { code: 50035 } });
    expect(errorsOf(answer)).toContain(error);
    expect(sandbox.commands()).toEqual([]);
  });

  it('twice in one list is refused, unless the types differ', async () => {
    expect(errorsOf(await put(command(), command()))).toEqual(['1.name: APPLICATION_COMMANDS_DUPLICATE_NAME']);
    expect((await put(command(), { type: 2, name: 'map' }, { type: 3, name: 'Show the map' })).status).toBe(200);
    await put();
  });

  it('is one of at most a hundred', async () => {
    const hundred = times(100, (index) => command({ name: `c${index}` }));
    expect(await put(...hundred, command())).toMatchObject({ status: 400, body: { code: 30032 } });
    expect((await put(...hundred)).status).toBe(200);
    await put();
  });

  it('may be named in any script that has no capitals, and be sent as a list only', async () => {
    expect(
      (await put(command({ name: 'карта' }), command({ name: '地図' }), command({ name: "grant's_move-2" }))).status,
    ).toBe(200);
    await put();
    const path = `/applications/${sandbox.world.applicationId}/commands`;
    expect((await rest(sandbox, 'PUT', path, command())).body.code).toBe(50035);
  });
});

describe('a modal', () => {
  const input = (over: object = {}) => ({ type: 4, custom_id: 'text', style: 1, ...over });
  const label = (component: unknown, over: object = {}) => ({ type: 18, label: 'Text', component, ...over });
  const modal = (over: object = {}) => ({ custom_id: 'form', title: 'Form', components: [label(input())], ...over });
  const labels = (count: number) => times(count, (index) => label(input({ custom_id: `${index}` })));
  const ofInput = (what: string, over: object, error: string): Case => [
    what,
    modal({ components: [label(input(over))] }),
    `data.components.0.component.${error}`,
  ];
  const refused: readonly Case[] = [
    ['no data', undefined, 'data: BASE_TYPE_REQUIRED'],
    ['no fields', modal({ components: [] }), 'data.components: BASE_TYPE_BAD_LENGTH'],
    ['six fields', modal({ components: labels(6) }), 'data.components: BASE_TYPE_BAD_LENGTH'],
    ['a title of 46', modal({ title: letters(46) }), 'data.title: BASE_TYPE_BAD_LENGTH'],
    ['no title', modal({ title: undefined }), 'data.title: BASE_TYPE_REQUIRED'],
    ['a custom id of 101', modal({ custom_id: letters(101) }), 'data.custom_id: BASE_TYPE_BAD_LENGTH'],
    ofInput('a placeholder of 101', { placeholder: letters(101) }, 'placeholder: BASE_TYPE_MAX_LENGTH'),
    ofInput('a value of 4,001', { value: letters(4001) }, 'value: BASE_TYPE_MAX_LENGTH'),
    ofInput('a style of 3', { style: 3 }, 'style: BASE_TYPE_CHOICES'),
    ofInput(
      'more at least than at most',
      { min_length: 5, max_length: 4 },
      'min_length: TEXT_INPUT_COMPONENT_MIN_GREATER_THAN_MAX',
    ),
    [
      'a field twice',
      modal({ components: [label(input()), label(input())] }),
      'data.components.1.component.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED',
    ],
    ['a button', modal({ components: [label(button())] }), 'data.components.0.component.type: UNION_TYPE_CHOICES'],
    [
      'an empty label',
      modal({ components: [label(input(), { label: '' })] }),
      'data.components.0.label: BASE_TYPE_BAD_LENGTH',
    ],
  ];

  it('that Discord would refuse is refused, and one that it takes is shown', async () => {
    const client = await loggedIn(clientOf(sandbox), sandbox);
    await client.application.commands.set([{ name: 'form', description: 'A form' }]);
    const asked = new Promise<Interaction>((resolve) => client.once(Events.InteractionCreate, resolve));
    const outcome = sandbox.as('Ada').in('library').command('form');
    const { id, token } = await asked;
    const answer = (data: unknown) => rest(sandbox, 'POST', `/interactions/${id}/${token}/callback`, { type: 9, data });
    for (const [what, data, error] of refused) expect(errorsOf(await answer(data)), what).toContain(error);
    expect((await answer(modal({ title: letters(45), components: labels(5) }))).status).toBe(204);
    expect(await outcome).toMatchObject({ kind: 'modal' });
  });
});
