import type { Draft, Refusal } from '../../../game/index.ts';
import { type Grammar, readOrder, slotReaders } from '../../../kit/order-reading.ts';
import type { Theatre } from '../theatre.ts';
import { CARDS, CUTS, LEGS, MODES, type Order, type Verb } from '../vocabulary.ts';
import type { RefusalCode } from './moment.ts';

/** Kinds of values, each with the code of a text that is none. */
const KINDS = {
  cut: 'unknown-cut',
  card: 'unknown-card',
  mode: 'unknown-mode',
  hex: 'unknown-hex',
  place: 'unknown-hex',
  block: 'unknown-block',
  step: 'unknown-block',
  stance: 'unknown-stance',
  retreat: 'unknown-hex',
  regroup: 'unknown-hex',
} as const satisfies { readonly [kind: string]: RefusalCode };
type Kind = keyof typeof KINDS;

/** The id that a text means; null: none. */
export type Finders = { readonly [kind in Kind]: (theatre: Theatre, text: string) => string | null };

const LEG_SLOTS: { readonly [slot: string]: readonly [Kind] } = Object.fromEntries(
  LEGS.flatMap(([to, blocks]) => [[to, ['place']] as const, [blocks, ['block']] as const]),
);

/** What each slot of a verb holds, in the order in which they are asked; in brackets: several. */
const SLOTS: { readonly [verb in Verb]: { readonly [slot: string]: Kind | readonly [Kind] } } = {
  cut: { cards: 'cut' },
  card: { card: 'card' },
  supply: { steps: ['step'], west: ['step'] },
  move: { from: 'hex', ...LEG_SLOTS, to: 'place' },
  strategic: { mode: 'mode', from: 'hex', to: 'hex', blocks: ['block'] },
  build: { block: 'block', hex: 'hex' },
  bragg: { hex: 'hex' },
  battle: { hex: 'hex' },
  'battle-plan': { main: 'hex', stance: 'stance', retreat: 'retreat', spare: ['block'], regroup: 'regroup' },
  fire: { leave: ['block'] },
  regroup: LEG_SLOTS,
  lose: { blocks: ['block'] },
  offer: { give: ['block'], take: ['block'] },
  accept: {},
  decline: {},
  done: {},
};

/** Slots that not every order of a verb has, beside those of the second to the fourth leg. */
const OPTIONAL: { readonly [verb in Verb]?: readonly string[] } = {
  supply: ['steps', 'west'],
  'battle-plan': ['main', 'retreat', 'spare', 'regroup'],
  regroup: ['blocks'],
  offer: ['give', 'take'],
};

export function slotsOf(verb: Verb): readonly string[] {
  return Object.keys(SLOTS[verb]);
}

/** How orders are read whose values are found in these ways. */
export function grammarOf(
  find: Finders,
  { label, unpacked }: Pick<Grammar<Verb, Theatre>, 'label' | 'unpacked'>,
): Grammar<Verb, Theatre> {
  const { reader, listReader } = slotReaders<Theatre, RefusalCode>();
  const readerOf = (kind: Kind | readonly [Kind]) =>
    typeof kind === 'string' ? reader(find[kind], KINDS[kind]) : listReader(find[kind[0]], KINDS[kind[0]]);
  const slots = Object.entries(SLOTS).map(([verb, kinds]) => {
    return [verb, Object.fromEntries(Object.entries(kinds).map(([slot, kind]) => [slot, readerOf(kind)]))] as const;
  });
  return {
    slots: Object.fromEntries(slots) as Grammar<Verb, Theatre>['slots'],
    label,
    isOptional: (verb, slot) => /\d$/.test(slot) || (OPTIONAL[verb]?.includes(slot) ?? false),
    ...(unpacked ? { unpacked } : {}),
  };
}

function only(isId: (theatre: Theatre, text: string) => boolean): Finders[Kind] {
  return (theatre, text) => (isId(theatre, text) ? text : null);
}
function among(ids: readonly string[]): Finders[Kind] {
  return only((_, text) => ids.includes(text));
}
const isHex = (theatre: Theatre, text: string) => theatre.hex.has(text);

const IDS = grammarOf(
  {
    cut: among(CUTS),
    card: among(CARDS),
    mode: among(MODES),
    hex: only(isHex),
    place: only(
      (theatre, text) => text.split(' by ').length <= 2 && text.split(' by ').every((hex) => isHex(theatre, hex)),
    ),
    block: only((theatre, text) => theatre.block.has(text)),
    step: only((theatre, text) => theatre.block.has(text.replace(/\+\d$/, ''))),
    stance: only((_, text) => /^(?:stand|leave|leave-[12]|below-\d{1,2}|ask)$/.test(text)),
    retreat: only((theatre, text) => text === 'any' || isHex(theatre, text)),
    regroup: only((theatre, text) => text === 'stay' || text === 'ask' || isHex(theatre, text)),
  },
  { label: (verb) => verb },
);

/** An order whose values are all ids of this game; else why it is none. */
export function readIds(theatre: Theatre, order: Draft): Order | Refusal {
  return readOrder(IDS, theatre, order) as Order | Refusal;
}
