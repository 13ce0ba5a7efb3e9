import { type Label, LONGEST_LABEL } from '../../../game/index.ts';
import { hexBriefly } from '../../../kit/hex/hex-names.ts';
import { grouped, listed, shortened } from '../../../kit/plain-english.ts';
import { legsOf } from '../rules/movement/legs.ts';
import type { Theatre } from '../theatre.ts';
import type { BlockId, Mode, Order } from '../vocabulary.ts';
import { blockBriefly, blockName, blockNames, cardName, offerWords } from './names.ts';
import { cutChoice, stanceWords } from './questions.ts';

/** Orders as buttons offer them. */

const TONES: { readonly [verb in Order['verb']]?: Label['tone'] } = {
  move: 'move',
  strategic: 'move',
  regroup: 'move',
  battle: 'attack',
  'battle-plan': 'attack',
  fire: 'attack',
  lose: 'plain',
  decline: 'plain',
  done: 'plain',
};

export function label(theatre: Theatre, order: Order): Label {
  return { text: orderText(theatre, order), tone: TONES[order.verb] ?? 'bold' };
}

/** An order in so few letters that a button holds it: with names of blocks, else with their beginnings; one differs from another. */
export function orderText(theatre: Theatre, order: Order): string {
  const short = (name: (id: BlockId) => string) =>
    wordsOf(
      order,
      (ids) => listed(ids.map(name)),
      (hex) => hex,
    );
  const brief = short((id) => blockBriefly(theatre, id));
  const forms = [fullOrderText(theatre, order), short((id) => blockName(theatre, id)), brief];
  const fits = forms.find(({ length }) => length <= LONGEST_LABEL);
  return fits ?? `${shortened(brief, LONGEST_LABEL - 7)} ${hashOf(JSON.stringify(order))}`;
}

/** An order with the names of all its blocks. */
export function fullOrderText(theatre: Theatre, order: Order): string {
  return wordsOf(
    order,
    (ids) => blockNames(theatre, ids, 50),
    (hex) => hexBriefly(theatre, hex),
  );
}

type Names = (ids: readonly BlockId[]) => string;
type Place = (hex: string) => string;

export const BY_MODE: { readonly [mode in Mode]: string } = {
  rail: 'by rail',
  river: 'by ship',
  crossing: 'across the river',
};

function wordsOf(order: Order, names: Names, place: Place): string {
  switch (order.verb) {
    case 'cut':
      return `Cut the deck: ${cutChoice(order.cards).label}`;
    case 'card':
      return `Play ${cardName(order.card)}`;
    case 'supply':
      return supplyWords(stepNames(names, order.steps ?? []), stepNames(names, order.west ?? []));
    case 'move':
      return `${place(order.from)}: ${legWords(order, names)}`;
    case 'strategic':
      return `${names(order.blocks)} ${BY_MODE[order.mode]} from ${place(order.from)} to ${place(order.to)}`;
    case 'build':
      return `Build ${names([order.block])} at ${place(order.hex)}`;
    case 'bragg':
      return `Bring Bragg in at ${place(order.hex)}`;
    case 'battle':
      return `Fight at ${place(order.hex)} next`;
    case 'battle-plan': {
      const { main, stance, retreat, spare = [], regroup } = order;
      return [
        `Plan: ${stanceWords(stance)}`,
        ...(main ? [`main attack from ${main}`] : []),
        ...(retreat && retreat !== 'any' ? [`retreat hex ${retreat}`] : []),
        ...(spare.length > 0 ? [`spare ${names(spare)}`] : []),
        ...(regroup && regroup !== 'stay' ? [regroup === 'ask' ? 'regroup: ask me' : `regroup to ${regroup}`] : []),
      ].join(', ');
    }
    case 'fire':
      return order.leave.length === 0
        ? 'All fire'
        : `${names(order.leave)} ${order.leave.length === 1 ? 'retreats' : 'retreat'}, any others fire`;
    case 'regroup':
      return order.to.length === 0 ? 'They stay' : `Regroup: ${legWords(order, names)}`;
    case 'lose':
      return `${names(order.blocks)} ${order.blocks.length === 1 ? 'loses a step' : 'lose a step each'}`;
    case 'offer': {
      const { give = [], take = [] } = order;
      return offerWords('Give', 'Ask for', names(give), names(take));
    }
    case 'accept':
      return 'Accept the exchange';
    case 'decline':
      return 'Decline the exchange';
    case 'done':
      return 'Done';
    default:
      return order satisfies never;
  }
}

/** "McCook to 2107, Buell cavalry to 2108 via 2107" */
function legWords(order: Order, names: Names): string {
  return listed(
    legsOf(order).map(({ to, blocks }) => `${names(blocks)} to ${to.replace(' by ', ' via ')}`),
    ', ',
  );
}

/** `west`: blocks that the step for the West or Georgia goes to [11.4]: the same blocks can be given that of any place. */
function supplyWords(anywhere: readonly string[], west: readonly string[]): string {
  const parts = [
    ...(anywhere.length > 0 ? [anywhere.join(', ')] : []),
    ...(west.length > 0 ? [`west ${west.join(', ')}`] : []),
  ];
  return `Steps: ${parts.join('; ')}`;
}

/** "Porter +2", "Hooker +1"; the second step of a block without its first: "Porter again". */
function stepNames(names: Names, steps: readonly string[]): readonly string[] {
  return grouped(steps, (step) => step.split('+')[0] ?? '').map(([id, given]) => {
    const isSecond = given.length === 1 && given[0]?.includes('+');
    return `${names([id])} ${isSecond ? 'again' : `+${given.length}`}`;
  });
}

/** Two orders that a button has no room for still read differently. */
function hashOf(text: string): string {
  let hash = 5381;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 33) + text.charCodeAt(at)) >>> 0;
  return `#${hash.toString(36).slice(-5)}`;
}
