import { type Choice, LONGEST_CHOICE, MOST_CHOICES } from '../../game/index.ts';
import { plainName } from '../typed-names.ts';

/** Completes the last part of a plan; each choice is the whole text, and those too long for Discord are dropped. */
export function completed(text: string, endings: (part: string) => readonly Choice[]): readonly Choice[] {
  const [, before, part = ''] = /^(.*;)?\s*(.*)$/s.exec(text) ?? [];
  const lead = before === undefined ? '' : `${before} `;
  const whole = endings(part).map(({ value, label }): Choice => {
    const typed = `${lead}${value}`.trim();
    return { value: typed, label: lead.length + label.length > LONGEST_CHOICE ? typed : `${lead}${label}` };
  });
  const byValue = new Map(whole.toReversed().map((choice) => [choice.value, choice]));
  return whole
    .filter(
      (choice) => byValue.get(choice.value) === choice && choice.value !== '' && choice.value.length <= LONGEST_CHOICE,
    )
    .slice(0, MOST_CHOICES);
}

/**
 * Marches that a part may become: who marches, first the exact name, then those that begin as it is typed, and where those that it names
 * go.
 * @param goals of units as they were typed, the most useful first; null if the text names no units
 */
export function marchEndings(
  part: string,
  units: readonly Choice[],
  goals: (who: string, typed: string) => readonly Choice[] | null,
): readonly Choice[] {
  const [, before = '', last = part] = /^(.*[,+&]\s*)(.*)$/.exec(part) ?? [];
  const wanted = plainName(last);
  const others = before.split(/[,+&]/).map(plainName);
  const rank = (name: string) => (name === wanted ? 0 : name.startsWith(wanted) ? 1 : 2);
  const named = units
    .filter((choice) => isLike(choice, wanted) && !others.includes(plainName(choice.value)))
    .sort((one, other) => rank(plainName(one.value)) - rank(plainName(other.value)))
    .map((choice) => ({ value: `${before}${choice.value}`, label: `${before}${hinted(choice)}` }));
  const isName = units.some(({ value }) => plainName(value) === wanted);
  const places = goalsBehind(isName ? `${part} ` : part, goals);
  return (isName ? /\s$/ : /[\s\d]$/).test(part) ? [...places, ...named] : [...named, ...places];
}

function goalsBehind(part: string, goals: (who: string, typed: string) => readonly Choice[] | null): readonly Choice[] {
  const words = part.split(/\s+/);
  for (let end = words.length - 1; end > 0; end--) {
    const who = words.slice(0, end).join(' ');
    // Behind a comma another unit is being typed.
    if (/[,+&]$/.test(who)) continue;
    const typed = plainName(words.slice(end).join(' ').replace(/^to\b/, ''));
    const found = goals(who, typed);
    if (found)
      return found
        .filter((choice) => isLike(choice, typed))
        .map((choice) => ({
          value: `${who} ${choice.value}`,
          label: `${who.replace(/(?:\s+to)?\W*$/, '')} to ${hinted(choice)}`,
        }));
  }
  return [];
}

function hinted({ label, hint }: Choice): string {
  return hint === undefined ? label : `${label} (${hint})`;
}

function isLike({ value, label }: Choice, typed: string): boolean {
  return [value, label].some((text) => plainName(text).includes(typed));
}
