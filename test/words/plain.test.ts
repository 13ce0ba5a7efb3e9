import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { shownStrings } from './shown-strings.ts';

const GLOSSARY = 'docs/internals/glossary.md';
const all = shownStrings();
/** The data files of games are read by their loaders; their notes are for those who edit them. */
const strings = all.filter(({ file }) => file !== GLOSSARY && !file.startsWith('assets/'));

/** The turns that the glossary bans, from the left column of its last table. */
function bannedTurns(): string[] {
  const glossary = readFileSync(new URL(`../../${GLOSSARY}`, import.meta.url), 'utf8');
  const [, table = ''] = glossary.split('| not | but |\n|---|---|\n');
  return table
    .split('\n')
    .flatMap((row) => row.split('|')[1]?.split('/') ?? [])
    .map((turn) => turn.trim())
    .filter(Boolean);
}

/** "all of it" and the like are what anyone says. */
const PARTS = '(?<!\\b(?:all|part|parts|rest|half|most|much|none|one|copy|out|because|instead|each|end))';

function searchFor(turn: string): RegExp {
  const words = turn.replaceAll("'", "['’]").replaceAll(' ', '\\s+');
  return new RegExp(turn === 'of it' ? `${PARTS}\\s+of it\\b(?!s)` : `(?<![\\w’'-])${words}(?![\\w-])`, 'i');
}

function found(pattern: RegExp, among = strings): string[] {
  return among.filter(({ text }) => pattern.test(text)).map(({ file, line, text }) => `${file}:${line} ${text}`);
}

test('the list has strings of every kind', () => {
  const places = new Set(strings.map(({ where }) => where));
  for (const where of [
    'commands: names, options and their descriptions',
    'messages: council',
    'practice page',
    'documents',
    'settings',
  ])
    expect(places).toContain(where);
  expect(strings.length).toBeGreaterThan(1500);
});

test.each(bannedTurns())('nobody reads “%s”', (turn) => {
  expect(found(searchFor(turn))).toEqual([]);
});

test('outside the games a game is not called a campaign', () => {
  const ours = strings.filter(({ file }) =>
    /^(?:commands|src\/(?:host|council|discord|store|setup|watch|cli)|src\/[\w-]+\.ts)/.test(file),
  );
  const words = ours.map((one) => ({ ...one, text: one.text.replace(/\$\{[^}]*\}/g, '') }));
  expect(found(/\bcampaigns?\b/i, words)).toEqual([]);
});

test('an apostrophe is printed as ’', () => {
  const printed = all
    .filter(({ file }) => !/\.md$|^\.env/.test(file))
    .map((one) => ({ ...one, text: one.text.replace(/\$\{[^}]*\}/g, '9') }));
  expect(found(/\w'(?:s|t|re|ve|ll|d|m)\b|s' [a-z]/, printed)).toEqual([]);
});

test('the log says cannot and could not', () => {
  const files = new Set(strings.map(({ file }) => file).filter((file) => file.endsWith('.ts')));
  const lines = [...files].flatMap((file) => {
    const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    const calls = source.matchAll(/\blog\.(?:debug|info|warn|error|fatal)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g);
    return [...calls].filter(([call]) => /\wn[’']t\b/.test(call)).map(([call]) => `${file} ${call}`);
  });
  expect(lines).toEqual([]);
});

test('sentences for members stand in modules of words', () => {
  const elsewhere = strings.filter(
    ({ file }) =>
      /^src\/(?:host\/(?!afterwards\/replay-file\/|table\/game-library)|council\/|discord\/(?:inbound|outbound)\/|systems\/[\w-]+\/(?!words\/|story\/))/.test(
        file,
      ) && !/(?:words|wording|sentences|recap-text|error-replies|-checks)\.ts$/.test(file),
  );
  const whole = /\p{L}+ .* .*[.?][*_`”)]*$/su;
  expect(
    elsewhere
      .filter(({ text }) => whole.test(text.replace(/\$\{[^}]*\}/g, '9')))
      .map(({ file, line, text }) => `${file}:${line} ${text}`),
  ).toEqual([]);
});

test('no sentence shouts', () => {
  expect(found(/[a-z]!(?:\s|$)/)).toEqual([]);
});
