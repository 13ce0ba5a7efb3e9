import REFUSALS from '../../../../assets/sam-grant/refusals.json' with { type: 'json' };
import type { Refusal } from '../../../game/index.ts';
import { type KindWords, refusalText, youCanOrder } from '../../../kit/fact-sentences.ts';
import { hexBriefly } from '../../../kit/hex/hex-names.ts';
import { quoted } from '../../../kit/plain-english.ts';
import type { RefusalCode } from '../rules/moment.ts';
import type { Theatre } from '../theatre.ts';
import { CARDS, type Card, isSide, type Order, VERBS, type Verb } from '../vocabulary.ts';
import { verbLabel } from './command-words.ts';
import { blockName, cardInWords, SIDE_NAMES } from './names.ts';
import { fullOrderText } from './order-label.ts';

/** Sentences for refusals. Their facts hold ids, which become names here. */
const { sentences, tables } = REFUSALS;
export const REFUSAL_CODES = Object.keys(sentences) as readonly RefusalCode[];

/** The reason, its rule paragraph, and legal alternatives. */
export function refusal(theatre: Theatre, refused: Refusal): string {
  const verbs = theatre.scenario.bragg ? VERBS : VERBS.filter((verb) => verb !== 'bragg');
  const words = { sentences, kinds: kindWords(theatre), verbs };
  const labels = refused.instead.map((order) => fullOrderText(theatre, order as Order));
  const facts = { ...refused.facts, cuts: theatre.scenario.cuts.length };
  return refusalText({ ...refused, facts }, words, (most) => youCanOrder(labels, most));
}

function kindWords(theatre: Theatre): KindWords {
  return {
    ...tables,
    block: (id) => (theatre.block.has(id) ? blockName(theatre, id) : 'the block'),
    place: (hex) => (theatre.hex.has(hex) ? hexBriefly(theatre, hex) : 'that hex'),
    side: (seats) =>
      seats
        .split('+')
        .map((seat) => (isSide(seat) ? SIDE_NAMES[seat] : 'other side'))
        .join(' and the '),
    card: (card) => ((CARDS as readonly string[]).includes(card) ? cardInWords(card as Card) : 'such card'),
    verb: (verb) => ((VERBS as readonly string[]).includes(verb) ? `“${verbLabel(verb as Verb)}”` : 'That'),
    points: (number) => (number === '1' ? '1 movement point' : `${number} movement points`),
    some: (number) => (number === '1' ? 'one' : number),
    typed: quoted,
  };
}
