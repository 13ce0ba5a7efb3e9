import type { Refusal } from '../game/index.ts';
import { capital, listed, oneStop } from './plain-english.ts';

type Facts = Refusal['facts'];

/**
 * A sentence with places for facts.
 * - `{turn}` is the fact itself.
 * - `{unit:units}` is the fact in the words of the kind `units`.
 * - `{unit|is|are}` is the first word if the fact names one thing, and the second if it names several (`a+b`).
 *
 * A sentence may have several forms. The key of a form is a fact that must be known (`cost`), or a fact with the value
 * that it must have (`kind=lose`). The first form that fits counts, or else the one named `otherwise`.
 */
type FactSentence = string | { readonly [form: string]: string };

/** The words for a kind of facts: a function, or a table, in which `otherwise` is for values that it lacks. */
export type KindWords = { readonly [kind: string]: ((value: string) => string) | { readonly [value: string]: string } };

const PLACE = /\{([a-z]+)(?::([a-z]+)|\|([^|}]*)\|([^}]*))?\}/g;

export function factSentence(sentence: FactSentence, facts: Facts, kinds: KindWords): string {
  const textOf = (fact: string) => String(facts[fact] ?? '');
  const fits = (form: string) => {
    const [fact = '', value] = form.split('=');
    return value === undefined ? textOf(fact) !== '' : textOf(fact) === value;
  };
  const forms: { readonly [form: string]: string } = typeof sentence === 'string' ? { otherwise: sentence } : sentence;
  const [, words = forms.otherwise ?? ''] = Object.entries(forms).find(([form]) => fits(form)) ?? [];
  return words.replace(PLACE, (_, fact: string, kind?: string, one?: string, several?: string) => {
    const value = textOf(fact);
    const shown = value === '' ? '?' : value;
    if (one !== undefined) return (value.includes('+') ? several : one) ?? '';
    if (kind === undefined) return shown;
    const words = kinds[kind] ?? {};
    if (typeof words === 'function') return words(value);
    return (Object.hasOwn(words, value) ? words[value] : words.otherwise) ?? shown;
  });
}

/** The most characters of a refusal. */
const LONGEST_REFUSAL = 300;

interface RefusalWords {
  /** By codes. `not-listed` also stands for codes that have no sentence. */
  readonly sentences: { readonly 'not-listed': FactSentence; readonly [code: string]: FactSentence };
  readonly kinds: KindWords;
  readonly verbs: readonly string[];
}

/**
 * The text of a refusal: the reason, its paragraph, and orders to give instead. At most 300 characters.
 * @param suggest words a sentence with at most so many of the refusal's `instead`. It is asked for fewer until it fits
 */
export function refusalInWords(
  { code, rule, facts, instead }: Refusal,
  { sentences, kinds, verbs }: RefusalWords,
  suggest: (most: number) => string,
): string {
  const sentence = Object.hasOwn(sentences, code) ? sentences[code] : undefined;
  const why = oneStop(
    capital(factSentence(sentence ?? sentences['not-listed'], { verbs: listed(verbs), ...facts }, kinds)),
  );
  const cited = rule === null ? why : `${why} [${rule}]`;
  for (const most of instead.length === 0 ? [] : [4, 2, 1]) {
    const whole = `${cited} ${oneStop(suggest(most))}`;
    if (whole.length <= LONGEST_REFUSAL) return whole;
  }
  return cited.length <= LONGEST_REFUSAL ? cited : `${cited.slice(0, LONGEST_REFUSAL - 1)}…`;
}

/** The most examples of orders. Nobody reads a longer list. */
const EXAMPLES = 2;

/** Suggests legal orders by their button labels: "You can choose, for example, “Play 1” or “Play 2”." */
export function youCanOrder(labels: readonly string[], most: number): string {
  const some = labels.slice(0, Math.min(most, EXAMPLES)).map((label) => `“${label}”`);
  return `You can choose${some.length < labels.length ? ', for example,' : ''} ${listed(some, ' or ')}.`;
}
