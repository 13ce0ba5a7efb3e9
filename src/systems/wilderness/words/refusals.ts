import REFUSALS from '../../../../assets/wilderness/refusals.json' with { type: 'json' };
import type { Refusal } from '../../../game/index.ts';
import { type KindWords, refusalText, youCanOrder } from '../../../kit/fact-sentences.ts';
import { count, quoted } from '../../../kit/plain-english.ts';
import type { RefusalCode } from '../rules/moment.ts';
import type { Theatre } from '../theatre.ts';
import { type Order, VERBS } from '../vocabulary.ts';
import { hexName, sideName, unitWords } from './names.ts';
import { labelWords } from './order-label.ts';

/** Sentences for refusals. Their facts hold ids, which become names here. */
const { sentences, tables } = REFUSALS;

export const REFUSAL_CODES = Object.keys(sentences) as readonly RefusalCode[];

/** The reason, its rule paragraph, and legal alternatives. */
export function refusal(theatre: Theatre, refused: Refusal): string {
  const words = { sentences, kinds: kindWords(theatre), verbs: VERBS };
  const labels = refused.instead.map((order) => labelWords(theatre, order as Order));
  const facts = { ...refused.facts, free: theatre.points.garrisons.richmond.free };
  return refusalText({ ...refused, facts }, words, (most) => youCanOrder(labels, most));
}

function kindWords(theatre: Theatre): KindWords {
  return {
    ...tables,
    unit: (id) => unitWords(theatre, id),
    hex: (hex) => hexName(theatre, hex),
    side: (side) => sideName(side),
    points: (number) => count(Number(number), 'movement point'),
    typed: quoted,
  };
}
