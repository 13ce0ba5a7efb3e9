import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Order, Plan } from '../../src/game/index.ts';

/** What cases do with a game. Texts are those of the case file, without the mark before them. */
export interface Played<State extends object> {
  /** @throws Error if the text is no position */
  position(said: string): State;
  /** The position after an order with these dice, and what is told of it; of one that is refused, the same position and why. */
  give(
    state: State,
    order: string,
    dice: readonly number[],
  ): { readonly state: State; readonly told: readonly string[] };
  /** The choices for the next slot of a draft; null: the order is complete. */
  choices(state: State, draft: string): readonly { readonly value: string; readonly hint?: string }[] | null;
  /** One fact of a position, by its name. */
  fact(state: State, name: string): unknown;
  /** How the side that is asked has a typed plan read, and the position once its orders are given. */
  plan?(state: State, typed: string): { readonly plan: Plan; after(): State };
}

/**
 * Registers the rule cases of a Markdown file, a test for each heading, `## 7.1: what the paragraph says`. Below it stand a line each, with
 * what comes of it behind an arrow:
 * - `- position`, or `- again` for the last one written;
 * - `& turn=5 control={}`: the same position with these parts of its state;
 * - `> order / 3 6 → …`: an order, the faces its dice show, all of which must fall, and what is told of it;
 * - `? draft → …`: the choices for the next slot; `? draft : 1107 1206 → …`: whether these are among them;
 * - `= fact, fact → …`: facts of the position, by name;
 * - `~ plan → …`: how a typed plan is read: its title, its orders, what the member is told of them, what is refused and what is left for later;
 * - `+ plan → …`: the same, and its orders are given.
 *
 * `-u` writes what comes of each into the file, which is then read in the difference; the run after it passes.
 */
export function ruleCases<State extends object>(file: URL, game: Played<State>): void {
  const [intro = '', ...sections] = readFileSync(file, 'utf8').split(/^(?=## )/m);
  const known = new Map<string, string>();
  const played = (section: string) => {
    const out = known.get(section) ?? playedOut(section, game);
    known.set(section, out);
    return out;
  };
  for (const section of sections)
    test(section.slice(3, section.indexOf('\n')), () => expect(played(section)).toBe(section));
  test('the file of cases is as it is played', async () => {
    await expect([intro, ...sections.map(played)].join('')).toMatchFileSnapshot(fileURLToPath(file));
  });
}

function playedOut<State extends object>(section: string, game: Played<State>): string {
  const [heading = '', ...lines] = section.trimEnd().split('\n');
  let state: State | null = null;
  let set: State | null = null;
  const standing = () => {
    if (state === null) throw new Error(`${heading}: a case begins with a position`);
    return state;
  };
  const played = lines.map((line) => {
    const [input = ''] = line.split(/ →(?: |$)/);
    const said = input.slice(2);
    switch (input[0]) {
      case '-':
        if (said !== 'again') set = game.position(said);
        state = set;
        return input;
      case '&':
        state = { ...standing(), ...partsIn(said) } as State;
        return input;
      case '>': {
        const [order = '', faces = ''] = said.split(' / ');
        const came = game.give(standing(), order, faces.split(' ').filter(Boolean).map(Number));
        state = came.state;
        return `${input} → ${came.told.join(' ')}`;
      }
      case '?':
        return `${input} → ${choicesIn(game, standing(), said)}`;
      case '~':
      case '+': {
        const read = game.plan?.(standing(), said);
        if (!read) throw new Error(`${heading}: no plans are read here`);
        if (input[0] === '+') state = read.after();
        return `${input} → ${planTold(read.plan)}`;
      }
      default:
        return `${input} → ${said
          .split(', ')
          .map((name) => worded(game.fact(standing(), name)))
          .join(', ')}`;
    }
  });
  return `${[heading, ...played].join('\n')}\n\n`;
}

/** `turn=5 step=fight control={}` */
export function partsIn(said: string): { readonly [name: string]: unknown } {
  return Object.fromEntries(
    said
      .split(' ')
      .filter(Boolean)
      .map((part) => {
        const [name = '', value = ''] = part.split(/=(.*)/s);
        return [name, /^([[{"].*|0|[1-9]\d*|true|false|null)$/.test(value) ? JSON.parse(value) : value];
      }),
  );
}

function choicesIn<State extends object>(game: Played<State>, state: State, said: string): string {
  const [draft = '', some] = said.split(' : ');
  const choices = game.choices(state, draft === '-' ? '' : draft);
  if (choices === null) return 'complete';
  const choice = ({ value, hint }: { readonly value: string; readonly hint?: string }) =>
    hint ? `${value} (${hint})` : value;
  if (some === undefined) return choices.map(choice).join('; ') || 'none';
  return some
    .split(' ')
    .map((value) => {
      const found = choices.find((one) => one.value === value);
      return found ? choice(found) : `not ${value}`;
    })
    .join('; ');
}

function planTold({ title, orders, lines, odds = [], refused, rest }: Plan): string {
  const given = orders.map(orderSaid).join('; ');
  const told = [...lines, ...odds].join(' ');
  return [title, given, told, ...refused.map((why) => `Refused: ${why}`), rest].filter(Boolean).join(' | ');
}

/** An order with the names of its slots, and without lists of nobody. */
function orderSaid({ verb, ...slots }: Order): string {
  const given = Object.entries(slots).filter(([, value]) => value.length > 0);
  return [verb, ...given.map(([slot, value]) => `${slot}=${[value].flat().join()}`)].join(' ');
}

function worded(fact: unknown): string {
  return typeof fact === 'string' ? fact.replaceAll('\n', ' / ') : (JSON.stringify(fact) ?? 'none');
}

/** The names of all tests of a game, out of its test files and its rule cases. */
export function testNames(game: string): readonly string[] {
  const folder = new URL(`./${game}/`, import.meta.url);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((file) => {
    if (!/\.test\.ts$|^cases.*\.md$/.test(file)) return [];
    const text = readFileSync(new URL(file, folder), 'utf8');
    return [...text.matchAll(file.endsWith('.md') ? HEADING : NAME)].map(({ groups }) => groups?.name ?? '');
  });
}

/** The name of a test, also of one that is made of a table. */
const NAME = /\btest(?:\.each(?:<[^(]*>)?\([\s\S]*?\))?\(\s*(['"`])(?<name>.*?)\1,/gs;
const HEADING = /^## (?<name>.*)$/gm;

/**
 * Registers the tests that hold a game's rulings to its tests: each paragraph, `7.1`, and each of the 25 cases, `case 7`, stands in the
 * name of a test in the game's folder.
 * @param least paragraphs that the rulings have at least
 */
export function everyParagraphIsATest(game: string, least: number): void {
  const rules = readFileSync(new URL(`../../assets/${game}/rulings.md`, import.meta.url), 'utf8');
  const names = testNames(game);
  const cited = (pattern: RegExp) =>
    new Set(names.flatMap((name) => [...name.matchAll(pattern)].map(([, number = '']) => number)));

  test('every paragraph of the rules is named by a test', () => {
    const paragraphs = cited(/(?<![\d.-])(\d{1,2}\.\d{1,2})(?![\d.])/g);
    const stated = [...rules.matchAll(/^(\d+\.\d+) /gm)].map(([, number]) => number as string);
    expect(stated.length).toBeGreaterThan(least);
    expect(stated.filter((number) => !paragraphs.has(number))).toEqual([]);
  });

  test('every one of the 25 cases is a test', () => {
    const cases = cited(/case (\d{1,2})(?!\d)/g);
    const all = Array.from({ length: 25 }, (_, at) => String(at + 1));
    expect(all.filter((number) => !cases.has(number))).toEqual([]);
  });
}
