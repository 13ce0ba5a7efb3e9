import REFUSALS from '../../../../assets/road-to-richmond/refusals.json' with { type: 'json' };
import { type Order as AnyOrder, type Refusal, refuse } from '../../../game/index.ts';
import { type FactSentence, factSentence, type KindWords } from '../../../kit/fact-sentences.ts';
import { hexesLabel } from '../../../kit/hex/hex-names.ts';
import { capital, listed, quoted } from '../../../kit/plain-english.ts';
import type { Field } from '../field.ts';
import { isSide, VERBS } from '../vocabulary.ts';
import { alternatives } from './alternatives.ts';
import { destinationLabel, namesOfIds, sidePeople } from './unit-names.ts';

/**
 * Why an order is refused, in words. Facts are ids as orders have them, and this file makes names of them: `unit`, `units`, `enemies`: one
 * piece or several, `a+b`; `hex`, `to`, `from`: a hex, `to` also `off-1528`; `target`: hexes, `1107+1206`; `hexes`: as `target`;
 * `seat`, `side`: a side; `turn`, `opens`, `cost`, `points`, `need`, `given`, `pair`: numbers; `column`, `odds`: columns of the table.
 */
type Facts = Refusal['facts'];

const { sentences, tables } = REFUSALS;

export type RefusalCode = keyof typeof sentences;

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
export function refusal(field: Field, { code, rule, facts, instead }: Refusal): string {
  const sentence: FactSentence = sentences[Object.hasOwn(sentences, code) ? (code as RefusalCode) : 'not-listed'];
  const why = capital(factSentence(sentence, { verbs: listed([...VERBS]), ...facts }, kindWords(field)));
  const cited = rule === null ? why : `${why} [${rule}]`;
  for (const most of [4, 2, 1]) {
    const whole = instead.length === 0 ? cited : `${cited} You can ${alternatives(field, instead, most)}.`;
    if (whole.length <= LONGEST) return whole;
  }
  return cited.length <= LONGEST ? cited : `${cited.slice(0, LONGEST - 1)}…`;
}

function kindWords(field: Field): KindWords {
  const known = (hexes: string) => hexes.split('+').filter((hex) => field.hex.has(hex));
  return {
    ...tables,
    units: (ids) => namesOfIds(field, ids.split('+')) || 'The unit',
    place: (to) => (field.hex.has(to) || /^off-(0117|1528)$/.test(to) ? destinationLabel(field, to) : 'that hex'),
    target: (hexes) => hexesLabel(field, known(hexes)) || 'that hex',
    side: (side) => (isSide(side) ? sidePeople(side) : 'the other side'),
    typed: quoted,
  };
}
