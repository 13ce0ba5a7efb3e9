import REFUSALS from '../../../../assets/wilderness/refusals.json' with { type: 'json' };
import { type Order as AnyOrder, type Refusal, refuse } from '../../../game/index.ts';
import { type FactSentence, factSentence, type KindWords } from '../../../kit/fact-sentences.ts';
import { capital, listed, quoted } from '../../../kit/plain-english.ts';
import type { Theatre } from '../theatre.ts';
import { type Order, VERBS } from '../vocabulary.ts';
import { hexName, sideName, unitWords } from './names.ts';
import { labelWords } from './order-label.ts';
import type { RefusalCode } from './refusal-reason.ts';

/** Why an order is refused, in words. Facts are ids as orders have them; names are made of them here. */
type Facts = Refusal['facts'];

const { sentences, tables } = REFUSALS;

/** Every code there is. */
export const REFUSAL_CODES = Object.keys(sentences) as readonly RefusalCode[];

/** As `refuse` of the contract, with a code that there are words for. */
export function because(
  code: RefusalCode,
  rule: string | null,
  facts: Facts = {},
  instead: readonly AnyOrder[] = [],
): Refusal {
  return refuse(code, rule, facts, instead);
}

/** Characters of a refusal at most. */
const LONGEST = 300;

/** The reason, its paragraph, and what may be done instead. */
export function refusal(theatre: Theatre, { code, rule, facts, instead }: Refusal): string {
  const sentence: FactSentence = sentences[Object.hasOwn(sentences, code) ? (code as RefusalCode) : 'not-listed'];
  const why = capital(factSentence(sentence, { verbs: listed([...VERBS]), ...facts }, kindWords(theatre)));
  const cited = rule === null ? why : `${why} [${rule}]`;
  for (const most of [3, 2, 1]) {
    const some = instead.slice(0, most).map((order) => labelWords(theatre, order as Order));
    const whole = some.length === 0 ? cited : `${cited} Instead: ${listed(some, ' or ')}.`;
    if (whole.length <= LONGEST) return whole;
  }
  return cited.length <= LONGEST ? cited : `${cited.slice(0, LONGEST - 1)}…`;
}

function kindWords(theatre: Theatre): KindWords {
  return {
    ...tables,
    unit: (id) => unitWords(theatre, id),
    hex: (hex) => hexName(theatre, hex),
    side: (side) => sideName(side),
    typed: quoted,
  };
}
