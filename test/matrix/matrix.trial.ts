import { describe, expect, test } from 'vitest';
import { ACTS } from './acts.ts';
import { commandsTried, gaps } from './coverage.ts';
import { COMMANDS } from './outcome.ts';
import { ELSEWHERE, HERE } from './people.ts';
import { readRights } from './rights.ts';
import { walk } from './walk.ts';

/** Who may do what, as rights.md has it, held against the real host. */
describe('rights', () => {
  test('the table names every command, option, button, menu, form and completion, and nothing else', () => {
    expect(gaps()).toEqual([]);
    expect([...commandsTried()].sort()).toEqual(COMMANDS.map(({ data }) => data.name).sort());
  });

  // Those that differ most. All ten, and elsewhere too, by `npm run matrix`, which CI runs.
  test.each(['none', 'vote', 'over', 'sides'] as const)(
    'in the scene “%s” everything comes out as the table has it',
    (scene) => {
      const { faults, done } = walk([scene], HERE);
      expect(faults).toEqual([]);
      expect(done).toBe(ACTS.length * HERE.length);
    },
  );

  // What somebody does elsewhere hardly depends on the scene.
  test.each(['vote'] as const)('the same done elsewhere, in the scene “%s”, touches nothing here', (scene) => {
    expect(walk([scene], ELSEWHERE).faults).toEqual([]);
  });

  test('a table that says something else fails', () => {
    expect(() => readRights('## all\n| what | member |\n| --- | --- |\n| /help | sees | sees |')).toThrow('2 cells');
    expect(() => readRights('| what | nobody |')).toThrow('a column for nobody');
    expect(() => readRights('## vote: x\n| what | dm |\n| /a | b |\n| /a | c |')).toThrow('twice');
    expect(() => readRights('').expected('vote', '/help', 'member')).toThrow('does not say');
  });
});
