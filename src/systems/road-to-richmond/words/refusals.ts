import REFUSALS from '../../../../assets/road-to-richmond/refusals.json' with { type: 'json' };
import { type Refusal, type Refusing, refuse } from '../../../game/index.ts';
import { type KindWords, refusalText } from '../../../kit/fact-sentences.ts';
import { hexesLabel } from '../../../kit/hex/hex-names.ts';
import { quoted } from '../../../kit/plain-english.ts';
import type { Field } from '../field.ts';
import { isSide, VERBS } from '../vocabulary.ts';
import { alternatives } from './alternatives.ts';
import { destinationLabel, namesOfIds, sidePeople } from './unit-names.ts';

/**
 * Why an order is refused, in words. Facts are ids as orders have them, and this file makes names of them: `unit`, `units`, `enemies`: one
 * piece or several, `a+b`; `hex`, `to`, `from`: a hex, `to` also `off-1528`; `target`: hexes, `1107+1206`; `hexes`: as `target`;
 * `seat`, `side`: a side; `turn`, `opens`, `cost`, `points`, `need`, `given`, `pair`: numbers; `column`, `odds`: columns of the table.
 */
const { sentences, tables } = REFUSALS;

export type RefusalCode = keyof typeof sentences;

/** Every code there is. */
export const REFUSAL_CODES = Object.keys(sentences) as readonly RefusalCode[];

/** As `refuse` of the contract, with a code that there are words for. */
export const because: Refusing<RefusalCode> = refuse;

/** The reason, its paragraph, and what may be done instead. */
export function refusal(field: Field, refused: Refusal): string {
  const words = { sentences, kinds: kindWords(field), verbs: VERBS };
  return refusalText(refused, words, (most) => `You can ${alternatives(field, refused.instead, most)}.`);
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

/** A refusal without what may be done instead. */
export interface RefusalReason {
  readonly code: RefusalCode;
  readonly rule: string | null;
  readonly facts: Refusal['facts'];
}
