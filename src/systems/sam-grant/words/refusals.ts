import REFUSALS from '../../../../assets/sam-grant/refusals.json' with { type: 'json' };
import { type Order as AnyOrder, type Refusal, refuse } from '../../../game/index.ts';
import { type FactSentence, factSentence, type KindWords } from '../../../kit/fact-sentences.ts';
import { capital, listed, quoted } from '../../../kit/plain-english.ts';
import type { Theatre } from '../theatre.ts';
import { CARDS, type Card, isSide, type Order, VERBS, type Verb } from '../vocabulary.ts';
import { verbLabel } from './command-words.ts';
import { blockName, cardName, hexShort, SIDE_NAMES } from './names.ts';
import { orderText } from './order-label.ts';

/** Why an order is refused, in words; facts are ids as orders have them. */

const { sentences, tables } = REFUSALS;
export type RefusalCode = keyof typeof sentences;
/** Every code there is. */
export const REFUSAL_CODES = Object.keys(sentences) as readonly RefusalCode[];

/** As `refuse` of the contract, with a code that there are words for. */
export function because(
  code: RefusalCode,
  rule: string | null,
  facts: Refusal['facts'] = {},
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
    const whole = instead.length === 0 ? cited : `${cited} You can: ${examples(theatre, instead, most)}.`;
    if (whole.length <= LONGEST) return whole;
  }
  return cited.length <= LONGEST ? cited : `${cited.slice(0, LONGEST - 1)}…`;
}

function examples(theatre: Theatre, instead: readonly AnyOrder[], most: number): string {
  return (instead as readonly Order[])
    .slice(0, most)
    .map((order) => orderText(theatre, order))
    .join('; ');
}

function kindWords(theatre: Theatre): KindWords {
  return {
    ...tables,
    block: (id) => (theatre.block.has(id) ? blockName(theatre, id) : 'the block'),
    place: (hex) => (theatre.hex.has(hex) ? hexShort(theatre, hex) : 'that hex'),
    side: (seats) =>
      seats
        .split('+')
        .map((seat) => (isSide(seat) ? SIDE_NAMES[seat] : 'other side'))
        .join(' and the '),
    card: (card) => ((CARDS as readonly string[]).includes(card) ? cardName(card as Card) : 'such card'),
    verb: (verb) => ((VERBS as readonly string[]).includes(verb) ? `“${verbLabel(verb as Verb)}”` : 'That'),
    points: (number) => (number === '1' ? '1 point' : `${number} points`),
    blocks: (number) => (number === '1' ? '1 block' : `${number} blocks`),
    typed: quoted,
  };
}
