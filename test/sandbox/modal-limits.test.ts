import type { ChatInputCommandInteraction } from 'discord.js';
import { expect, it } from 'vitest';
import { errorsOf, eventually, type RawAnswer, rest, sandboxWithBot } from './fixture.ts';

const letters = (count: number) => 'x'.repeat(count);
const input = (over: object = {}) => ({ type: 4, custom_id: 'text', label: 'Text', style: 1, ...over });
const row = (...components: unknown[]) => ({ type: 1, components });
const label = (component: unknown, over: object = {}) => ({ type: 18, label: 'Label', component, ...over });
const modal = (over: object = {}) => ({ custom_id: 'form', title: 'Form', components: [row(input())], ...over });
const rows = (count: number) => Array.from({ length: count }, (_, index) => row(input({ custom_id: `${index}` })));

type Case = readonly [what: string, data: unknown, error: string];
/** A modal with one input; `error` is the rest of the path. */
const inRow = (what: string, over: object, error: string): Case => [
  what,
  modal({ components: [row(input(over))] }),
  `data.components.0.components.0.${error}`,
];

const REFUSED: readonly Case[] = [
  ['no data', undefined, 'data: BASE_TYPE_REQUIRED'],
  ['no rows', modal({ components: [] }), 'data.components: BASE_TYPE_BAD_LENGTH'],
  ['six rows', modal({ components: rows(6) }), 'data.components: BASE_TYPE_BAD_LENGTH'],
  ['a title of 46', modal({ title: letters(46) }), 'data.title: BASE_TYPE_BAD_LENGTH'],
  ['no title', modal({ title: undefined }), 'data.title: BASE_TYPE_REQUIRED'],
  ['a custom id of 101', modal({ custom_id: letters(101) }), 'data.custom_id: BASE_TYPE_BAD_LENGTH'],
  [
    'two inputs in a row',
    modal({ components: [row(input(), input({ custom_id: 'b' }))] }),
    'data.components.0.components: BASE_TYPE_BAD_LENGTH',
  ],
  inRow('an input without a label', { label: undefined }, 'label: BASE_TYPE_REQUIRED'),
  inRow('a label of 46', { label: letters(46) }, 'label: BASE_TYPE_BAD_LENGTH'),
  inRow('a placeholder of 101', { placeholder: letters(101) }, 'placeholder: BASE_TYPE_MAX_LENGTH'),
  inRow('a value of 4,001', { value: letters(4001) }, 'value: BASE_TYPE_MAX_LENGTH'),
  inRow('a style of 3', { style: 3 }, 'style: BASE_TYPE_CHOICES'),
  inRow(
    'more at least than at most',
    { min_length: 5, max_length: 4 },
    'min_length: TEXT_INPUT_COMPONENT_MIN_GREATER_THAN_MAX',
  ),
  [
    'a field twice',
    modal({ components: [row(input()), row(input())] }),
    'data.components.1.components.0.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED',
  ],
  [
    'a button',
    modal({ components: [label({ type: 2, style: 1, label: 'x', custom_id: 'x' })] }),
    'data.components.0.component.type: UNION_TYPE_CHOICES',
  ],
  [
    'an empty label',
    modal({ components: [label(input({ label: undefined }), { label: '' })] }),
    'data.components.0.label: BASE_TYPE_BAD_LENGTH',
  ],
];

it('a modal that Discord would refuse is refused, and one that it takes is shown', async () => {
  const answers: RawAnswer[] = [];
  const { sandbox, client } = await sandboxWithBot({
    on: async (interaction) => {
      const { id, token } = interaction as ChatInputCommandInteraction;
      const path = `/interactions/${id}/${token}/callback`;
      for (const [, data] of REFUSED) answers.push(await rest(sandbox, 'POST', path, { type: 9, data }));
      const longest = modal({ title: letters(45), components: rows(5) });
      answers.push(await rest(sandbox, 'POST', path, { type: 9, data: longest }));
    },
  });
  await client.application.commands.set([{ name: 'form', description: 'A form' }]);
  expect(await sandbox.as('Ada').in('library').command('form')).toMatchObject({ kind: 'modal' });
  await eventually(() => answers.length).toBe(REFUSED.length + 1);
  expect(answers.map((answer) => answer.status)).toEqual([...REFUSED.map(() => 400), 204]);
  for (const [index, [what, , error]] of REFUSED.entries()) {
    const answer = answers[index];
    expect(answer === undefined ? [] : errorsOf(answer), what).toContain(error);
  }
});
