import { describe, expect, test } from 'vitest';
import { readArguments } from './command-line.ts';

const KINDS = { seed: 'number', kills: 'count', scene: 'word', verbose: 'flag' } as const;

describe('the options of a command', () => {
  test('are read, each as what it is', () => {
    expect(readArguments([], KINDS)).toEqual({});
    expect(readArguments(['--seed', '0', '--kills=300', '--scene', 'vote', '--verbose'], KINDS)).toEqual({
      seed: 0,
      kills: 300,
      scene: 'vote',
      verbose: true,
    });
  });

  test.each([
    [['--kill', '3']],
    [['--kills', 'x']],
    [['--kills', '0']],
    [['--kills', '-3']],
    [['--kills', '']],
    [['--kills']],
    [['--seed', '1e3']],
    [['--seed', '99999999999999999999']],
    [['--verbose=yes']],
    [['vote']],
  ])('that are given as %j are not what they are to be', (args) => {
    expect(readArguments(args, KINDS)).toBeNull();
  });
});
