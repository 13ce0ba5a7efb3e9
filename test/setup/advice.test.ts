import { expect, test } from 'vitest';
import { aptPackages, buildAdvice, installLines, tellingLines } from '../../src/setup/advice.mjs';
import { missingTools } from '../../src/setup/toolchain.mjs';

const failure = {
  names: ['canvas'],
  missing: ['make'],
  errors: ['boom'],
  log: '.setup/setup.log',
  platform: 'linux',
} as const;

test('the Debian packages are those that canvas names', () => {
  const libraries = ['libcairo2-dev', 'libpango1.0-dev', 'libjpeg-dev', 'libgif-dev', 'librsvg2-dev', 'pkg-config'];
  expect(aptPackages(['canvas'])).toEqual(expect.arrayContaining(libraries));
  expect(aptPackages(['better-sqlite3'])).toEqual(['build-essential', 'python3']);
});

test('whoever may not install gets the whole line for apt, dnf and brew', () => {
  const advice = buildAdvice({ ...failure, errors: [] });
  const start = ['sudo apt-get update && sudo apt-get install -y', 'sudo dnf install -y', 'brew install'];
  for (const command of start) expect(advice).toContain(command);
  for (const { line } of installLines(['canvas'])) expect(advice).toContain(line);
  expect(advice).toContain('Missing on this machine: make.');
  expect(advice).toContain('.setup/setup.log');
});

test('better-sqlite3 alone asks for no drawing library', () => {
  const advice = buildAdvice({ ...failure, names: ['better-sqlite3'], errors: [] });
  expect(advice).toContain('build-essential');
  expect(advice).not.toContain('cairo');
});

test('on Windows no line of another system is printed', () => {
  const advice = buildAdvice({ ...failure, errors: [], platform: 'win32' });
  expect(advice).toContain('WSL');
  expect(advice).not.toMatch(/apt-get|dnf|brew/);
});

test('when nothing is plainly missing the telling lines of the log are shown', () => {
  const advice = buildAdvice({ ...failure, missing: [], errors: ['fatal error: v8.h: No such file'] });
  expect(advice).toContain('v8.h');
  expect(advice).toContain('.setup/setup.log');
});

test('the telling lines are the last errors, or the last lines where none is marked as one', () => {
  const log = ['gyp info ok', ...Array.from({ length: 9 }, (_, n) => `npm error ${n}`), 'gyp info bye', ''].join('\n');
  expect(tellingLines(log, 2)).toEqual(['npm error 7', 'npm error 8']);
  expect(tellingLines('one\ntwo\n\n', 1)).toEqual(['two']);
});

test('a bare machine lacks everything, and canvas more than better-sqlite3', () => {
  const nothing = () => false;
  expect(missingTools(['better-sqlite3'], {}, nothing)).toEqual(['a C++ compiler', 'make', 'Python 3']);
  expect(missingTools(['canvas'], {}, nothing)).toHaveLength(5);
});

test('a compiler of another name is found, and libraries are named one by one', () => {
  const runs = (command: string, args: string[]) =>
    ['clang++-19', 'gmake', 'python'].includes(command) || (command === 'pkg-config' && args[1] !== 'pangocairo');
  expect(missingTools(['canvas'], { CXX: 'clang++-19 -stdlib=libc++' }, runs)).toEqual([
    'the development files of pangocairo',
  ]);
});
