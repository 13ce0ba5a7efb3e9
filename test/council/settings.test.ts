import { describe, expect, test } from 'vitest';
import {
  applyDraft,
  type Council,
  type CouncilDraft,
  DEFAULT_COUNCIL,
  isComplaint,
  readCouncil,
  SETTINGS,
} from '../../src/council/index.ts';
import { ready } from './councils.ts';

const EVERYONE = '100';
const name = (member: number) => `M${member}`;

describe('every setting', () => {
  test.each(SETTINGS.map((setting) => [setting.name, setting] as const))('%s fits Discord', (_, setting) => {
    expect(setting.name).toMatch(/^[a-z-]{1,32}$/);
    expect(setting.title.length).toBeLessThanOrEqual(45);
    expect(setting.summary.length).toBeLessThanOrEqual(100);
    // The summary stands right below the title.
    expect(setting.summary.toLowerCase()).not.toContain(setting.title.toLowerCase());
    expect(setting.summary).toMatch(/^[A-Z].*[^.]$/);
    expect(setting.choices.length).toBeLessThanOrEqual(25);
    for (const { value, label } of setting.choices) {
      expect(value.length).toBeGreaterThan(0);
      expect(label.length).toBeLessThanOrEqual(80);
    }
    expect(new Set(setting.choices.map(({ value }) => value)).size).toBe(setting.choices.length);
    expect(setting.range === undefined).toBe(setting.kind !== 'number');
  });

  const choices = SETTINGS.flatMap((setting) => setting.choices.map((choice) => [setting, choice] as const));

  test.each(choices.map(([setting, choice]) => [setting.name, choice.label, setting, choice.value] as const))(
    '%s: %s can be chosen, and is then what holds',
    (_, label, setting, value) => {
      const draft = readCouncil({ [setting.name]: value }, EVERYONE);
      expect(draft).not.toHaveProperty('complaint');
      // With so small a quorum and a commander each choice is possible.
      const after = applyDraft({ ...ready, ballot: { ...ready.ballot, quorum: 1 } }, draft as CouncilDraft, Number);
      expect(after).not.toHaveProperty('complaint');
      const now = setting.now(after as Council, name);
      if (setting.kind === 'role') expect(now).toBe(label);
      else expect([label, label.toLowerCase()]).toContain(now);
    },
  );

  test('tells who commands', () => {
    const commander = SETTINGS.find((setting) => setting.name === 'commander');
    expect(commander?.now(DEFAULT_COUNCIL, name)).toBe('Nobody yet');
    expect(commander?.now({ ...DEFAULT_COUNCIL, commanders: [3, 1] }, name)).toBe('M3, M1');
  });
});

describe('options as Discord delivers them', () => {
  test('none is no change', () => {
    expect(readCouncil({}, EVERYONE)).toEqual({});
  });

  test('@everyone is no role', () => {
    expect(readCouncil({ voters: EVERYONE, 'reminder-role': EVERYONE }, EVERYONE)).toEqual({
      role: null,
      reminderRole: null,
    });
    expect(readCouncil({ voters: EVERYONE }, null)).toEqual({ role: EVERYONE });
  });

  test('0 is no early close', () => {
    expect(readCouncil({ early: '0' }, EVERYONE)).toEqual({ early: null });
  });

  test.each<[string, readonly string[]]>([
    ['mode', ['', 'anarchy']],
    ['commander', ['', 'Ann', '<@17>']],
    ['rotate', ['', 'sometimes', '90m', '8 days', '0h', '12']],
    ['window', ['', '30s', '0', '8 days', '7d 1m', 'long']],
    ['quorum', ['0', '-1', '1001', '2.5', 'two', '1e2', '']],
    ['early', ['-1', '1001', 'off']],
    ['tie', ['', 'coin']],
    ['no-quorum', ['', 'give up']],
    ['voters', ['', 'Staff', '<@&77>']],
    ['member-days', ['-1', '3651', 'week']],
    ['account-days', ['-1', '3651', '1.5']],
    ['sealed', ['', 'yes']],
    ['reminder', ['', 'no']],
    ['reminder-role', ['', 'Staff', 'everyone']],
    ['victory', ['now']],
  ])('%s is refused in one clear sentence', (option, texts) => {
    for (const text of texts) {
      const read = readCouncil({ mode: 'vote', [option]: text }, EVERYONE);
      expect(isComplaint(read) ? read.complaint : text).toMatch(/^[A-Z][^.!?]{10,120}\.(?: [A-Z][^.!?]{5,60}\.)?$/);
    }
  });

  test.each<[string, readonly string[]]>([
    ['window', ['1m', '7 days', '10080']],
    ['rotate', ['1h', '7d', 'never', 'ORDER', ' each order ']],
    ['quorum', ['1', '1000']],
    ['early', ['1', '1000']],
    ['member-days', ['0', '3650']],
  ])('%s reaches to its limits', (option, texts) => {
    for (const text of texts) expect(readCouncil({ [option]: text }, EVERYONE)).not.toHaveProperty('complaint');
  });
});
