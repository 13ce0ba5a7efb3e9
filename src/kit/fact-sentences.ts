import type { Refusal } from '../game/index.ts';

type Facts = Refusal['facts'];

/**
 * A sentence with places for facts: `{turn}`, a fact as it is; `{unit:units}`, in the words for its kind; `{unit|is|are}`, the first word
 * where the fact names one thing, the second where it names several, `a+b`. A sentence may have forms: that of the first fact that is
 * known, `cost`, or has a value, `kind=lose`; else `otherwise`.
 */
export type FactSentence = string | { readonly [form: string]: string };

/** Words for a kind of facts: a function, or a table with `otherwise` for what it does not have. */
export type KindWords = { readonly [kind: string]: ((value: string) => string) | { readonly [value: string]: string } };

const PLACE = /\{([a-z]+)(?::([a-z]+)|\|([^|}]*)\|([^}]*))?\}/g;

export function factSentence(sentence: FactSentence, facts: Facts, kinds: KindWords): string {
  const textOf = (fact: string) => String(facts[fact] ?? '');
  const isKnown = (form: string) => {
    const [fact = '', value] = form.split('=');
    return value === undefined ? textOf(fact) !== '' : textOf(fact) === value;
  };
  const form = typeof sentence === 'string' ? sentence : Object.entries(sentence).find(([key]) => isKnown(key))?.[1];
  const { otherwise = '' } = typeof sentence === 'string' ? {} : (sentence as { otherwise?: string });
  const words = form ?? otherwise;
  return words.replace(PLACE, (_, fact: string, kind?: string, one?: string, several?: string) => {
    const value = textOf(fact);
    const shown = value === '' ? '?' : value;
    if (one !== undefined) return (value.includes('+') ? several : one) ?? '';
    if (kind === undefined) return shown;
    const told = kinds[kind];
    if (typeof told === 'function') return told(value);
    const { otherwise: unknown = shown } = told ?? {};
    return (told && Object.hasOwn(told, value) ? told[value] : undefined) ?? unknown;
  });
}
