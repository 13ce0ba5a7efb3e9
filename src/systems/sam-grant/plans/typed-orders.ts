import { findHex, hexBriefly } from '../../../kit/hex/hex-names.ts';
import { listed } from '../../../kit/plain-english.ts';
import { meantBy, whoAndWhere } from '../../../kit/plans/plan-text.ts';
import { plainName } from '../../../kit/typed-names.ts';
import { battleHexes, blocksAt, blocksIn, isHex, stepsOf } from '../board.ts';
import { prisonersOf } from '../rules/exchange.ts';
import { parse } from '../rules/order-parser.ts';
import { hungerOf } from '../rules/supply/attrition.ts';
import { braggSites, buildable, sitesFor } from '../rules/supply/builds.ts';
import type { State } from '../state.ts';
import { type Block, blockOf, type Theatre } from '../theatre.ts';
import { type BlockId, CARDS, isSupply, LEGS, type Order, otherSide, type Side, type Verb } from '../vocabulary.ts';
import { blockName, KIND_NAMES } from '../words/names.ts';
import { PLAN_REFUSALS } from '../words/plan-words.ts';

/** Orders as members write them in a plan, each verb with its blocks and places in either order. */

/** Other names of verbs, in plain letters. */
const CALLED: { readonly [verb in Verb]: readonly string[] } = {
  cut: ['cut'],
  card: ['card', 'play'],
  supply: ['supply', 'steps', 'resupply', 'give'],
  move: ['move', 'moves', 'march', 'marches', 'go', 'goes', 'attack', 'attacks'],
  strategic: ['strategic', 'send'],
  build: ['build', 'builds', 'built', 'raise', 'recruit'],
  bragg: ['bragg', 'bring'],
  battle: ['battle', 'fight'],
  'battle-plan': ['battleplan', 'plan', 'stand'],
  fire: ['fire', 'fires', 'retreat', 'retreats', 'withdraw', 'withdraws', 'leave', 'leaves'],
  regroup: ['regroup', 'regroups', 'pursue'],
  lose: ['lose', 'loses'],
  offer: ['offer', 'exchange', 'swap', 'take'],
  accept: ['accept', 'yes', 'agree'],
  decline: ['decline', 'no', 'refuse', 'reject'],
  done: ['done', 'end', 'finish', 'pass', 'stop'],
};
const VERB_OF: ReadonlyMap<string, Verb> = new Map(
  Object.entries(CALLED).flatMap(([verb, words]) => words.map((word) => [word, verb as Verb] as const)),
);
/** Verbs that may stand behind who they are for: "Sherman builds at Louisville". */
const AFTER_NAMES: readonly Verb[] = ['build', 'fire', 'lose', 'regroup', 'move'];

export interface TypedVerb {
  readonly verb: Verb;
  /** The part without the verb. */
  readonly rest: string;
}

/** The verb of a part, wherever it stands. Null: it has none. */
export function verbIn(part: string): TypedVerb | null {
  const words = part.split(/\s+/);
  const found = words.map((word) => VERB_OF.get(plainName(word)));
  const at = found.findIndex((verb, index) => verb && (index === 0 || AFTER_NAMES.includes(verb)));
  const verb = found[at];
  // The Bragg artillery is a block.
  if (verb === undefined || /^bragg (?:artillery|battery)/i.test(part)) return null;
  return { verb, rest: words.toSpliced(at, 1).join(' ') };
}

/** The verb that a part begins with but for its end or a letter: "buil", "suply". */
export function verbNear(part: string): TypedVerb | null {
  const [word = '', ...rest] = part.split(/\s+/);
  const meant = new Set(plainName(word).length < 3 ? [] : meantBy(VERB_OF, word));
  const [verb] = meant;
  return verb && meant.size === 1 ? { verb, rest: rest.join(' ') } : null;
}

/** Words for all blocks of a place. */
const ALL_OF_THEM = /^(all|everybody|everyone|rest|therest|others|them|they)$/;

/** Blocks that a word names among some: by name, part of it, kind, beginning, or but for a letter. */
export function blocksCalled(theatre: Theatre, among: readonly Block[], text: string): readonly BlockId[] {
  const wanted = plainName(text);
  if (ALL_OF_THEM.test(wanted)) return among.map(({ id }) => id);
  const ids = (is: (block: Block) => boolean) => among.filter(is).map(({ id }) => id);
  const exactly = ids(
    ({ id, name }) =>
      id === text.trim().toLowerCase() || plainName(name) === wanted || plainName(blockName(theatre, id)) === wanted,
  );
  if (exactly.length > 0) return exactly;
  const known = ids(
    ({ name, kind }) =>
      plainName(KIND_NAMES[kind]) === wanted || name.split(/\s+/).some((word) => plainName(word) === wanted),
  );
  if (known.length > 0 || wanted.length < 3) return known;
  const words = among.flatMap(({ id, name }) =>
    [name, ...name.split(/\s+/)].map((word) => [plainName(word), id] as const),
  );
  return meantBy(new Map(words), text);
}

/** The hex that a word names, but for its end or a letter. */
export function placeCalled(theatre: Theatre, text: string): string | null {
  const [only, ...others] = placesCalled(theatre, text);
  return only !== undefined && others.length === 0 ? only : null;
}

/** Why a word names no hex: none is called so, or several are. */
export function placeUnclear(theatre: Theatre, text: string): string {
  const several = placesCalled(theatre, text).slice(0, 4);
  if (several.length === 0) return PLAN_REFUSALS.noSuchPlace(text);
  return PLAN_REFUSALS.unclear(
    listed(
      several.map((hex) => hexBriefly(theatre, hex)),
      ' or ',
    ),
  );
}

function placesCalled(theatre: Theatre, text: string): readonly string[] {
  const plain = text.trim().replace(/^(?:at|in|to|the)\s+/i, '');
  const hex = findHex(theatre, plain);
  if (hex !== null) return [hex];
  if (/^\d/.test(plain) || plainName(plain).length < 3) return [];
  const named = theatre.hexes.flatMap((id) => {
    const name = theatre.hex.get(id)?.name;
    return name ? [[plainName(name), id] as const] : [];
  });
  return meantBy(new Map(named), plain);
}

/** The verb of a part that has none, in a step that asks for one thing. Null: in the actions, where it is a move. */
export function verbAsked({ phase, battle, offer }: State): Verb | null {
  if (phase === 'cut' || phase === 'supply') return phase;
  if (phase === 'cards') return 'card';
  if (phase === 'attrition') return 'lose';
  if (phase === 'exchange') return offer ? null : 'offer';
  return phase === 'battles' ? (battle ? (battle.waiting?.for ?? null) : 'battle') : null;
}

/** The orders that a part gives, or why it gives none. What it names is looked for among what its side may name in this step. */
export function typedOrders(
  theatre: Theatre,
  state: State,
  side: Side,
  { verb, rest }: TypedVerb,
  part: string,
): readonly Order[] | string {
  const namesIn = (text: string) => text.split(/,|;|&|\+(?!\d)|\band\b/i).flatMap((name) => name.trim() || []);
  /** Each name with the blocks it means; the first that nobody has refuses all. */
  const called = (text: string, among: readonly Block[]): readonly BlockId[] | string => {
    const found: BlockId[] = [];
    for (const name of namesIn(text)) {
      const ids = blocksCalled(theatre, among, name);
      if (ids.length === 0) return PLAN_REFUSALS.nobodyCalled(name);
      found.push(...ids);
    }
    return [...new Set(found)];
  };
  const withBlocks = (ids: readonly BlockId[] | string, make: (ids: readonly BlockId[]) => Order) =>
    typeof ids === 'string' ? ids : [make(ids)];
  switch (verb) {
    case 'cut': {
      const cards = /\d+/.exec(rest)?.[0];
      return cards === undefined ? PLAN_REFUSALS.cut : [{ verb, cards }];
    }
    case 'card': {
      const wanted = plainName(part).replace(/^(?:play|card|the|my|a)+/, '');
      const held = CARDS.filter((card) => state.hands[side].includes(card));
      const supplies = held.filter(isSupply);
      const [only] = wanted === 'supply' && supplies.length === 1 ? supplies : [];
      const card =
        only ?? CARDS.find((one) => [plainName(one), plainName(one).replace('supply', 's')].includes(wanted));
      return card ? [{ verb, card }] : PLAN_REFUSALS.card;
    }
    case 'supply':
      return suppliedSteps(theatre, state, side, namesIn(rest));
    case 'build':
      return builds(theatre, state, side, rest.replace(/^at\s+(.+?)\s*:\s*(.+)$/i, '$2 at $1'), namesIn);
    case 'bragg': {
      const sites = braggSites(theatre, state);
      const where = rest.replace(/\b(?:bring|bragg|bragg['’]?s|corps|comes?|in|at)\b/gi, ' ').trim();
      const hex = where === '' && sites.length === 1 ? (sites[0] ?? null) : placeCalled(theatre, where);
      return hex === null ? PLAN_REFUSALS.bragg(theatre, sites) : [{ verb, hex }];
    }
    case 'battle': {
      const hex = placeCalled(theatre, rest.replace(/^(?:at|for)\s+|\s+(?:next|first)$/gi, ''));
      return hex === null ? PLAN_REFUSALS.battle(theatre, battleHexes(theatre, state)) : [{ verb, hex }];
    }
    case 'fire': {
      const there = blocksAt(theatre, state, state.battle?.hex ?? '', side);
      const names = rest.replace(/\b(?:stand|nobody|none|all fire)\b/gi, '').trim();
      const stays = names === '' || (/\bfires?\b/i.test(part) && ALL_OF_THEM.test(plainName(names)));
      if (stays) return [{ verb, leave: [] }];
      const letter = state.battle?.waiting?.for === 'fire' ? state.battle.waiting.letter : null;
      const asked = there.filter((block) => block.letter === letter);
      const ids = called(names, asked);
      if (typeof ids === 'string' || !/\bfires?\b/i.test(part)) return withBlocks(ids, (leave) => ({ verb, leave }));
      // Blocks that are named to fire stay; the others go.
      return [{ verb, leave: asked.flatMap(({ id }) => (ids.includes(id) ? [] : [id])) }];
    }
    case 'lose': {
      const hunger = hungerOf(theatre, state, side);
      const names = rest.replace(/\b(?:an?|one|their)?\s*steps?\b|\beach\b/gi, '');
      return withBlocks(called(names, hunger?.blocks ?? []), (blocks) => ({ verb, blocks }));
    }
    case 'offer': {
      const [held, wanted] = [prisonersOf(theatre, state, otherSide(side)), prisonersOf(theatre, state, side)];
      const names = rest.replace(/\b(?:give|take|ask|want|back|for)\b/gi, ',');
      const ids = called(names, [...held, ...wanted]);
      if (typeof ids === 'string') return ids;
      const of = (some: readonly Block[]) => ids.filter((id) => some.some((block) => block.id === id));
      const [give, take] = [of(held), of(wanted)];
      return [{ verb, ...(held.length > 0 ? { give } : {}), ...(wanted.length > 0 ? { take } : {}) }];
    }
    case 'accept':
    case 'decline':
    case 'done':
      return rest.length > 20 ? PLAN_REFUSALS.unread(theatre) : [{ verb }];
    default:
      return PLAN_REFUSALS.unread(theatre);
  }
}

/** "Hardee +2, Porter": so many steps to each block [5.8]. */
function suppliedSteps(
  theatre: Theatre,
  state: State,
  side: Side,
  names: readonly string[],
): readonly Order[] | string {
  const own = theatre.blocks.filter((block) => block.side === side && isHex(state.blocks[block.id]?.at ?? 'pool'));
  const given: BlockId[] = [];
  for (const typed of names) {
    const two = /(?:\+\s*2|\b2|\btwice|\btwo)(?:\s+steps?)?$/i;
    const first = /^(?:2|two)(?:\s+steps?)?\s+to\s+/i;
    const isTwo = two.test(typed) || first.test(typed);
    const name = typed
      .replace(/^(?:an?|one|two|\d)?\s*(?:steps?\s+)?to\s+/i, '')
      .replace(two.test(typed) ? two : /\+?\s*1?(?:\s+steps?)?$/i, '');
    const ids = blocksCalled(theatre, own, name);
    // Of several, those that miss steps.
    const needy = ids.filter((id) => stepsOf(state, id) < blockOf(theatre, id).full);
    const [id, ...others] = needy.length > 0 ? needy : ids;
    if (id === undefined) return PLAN_REFUSALS.nobodyCalled(name);
    if (others.length > 0) return unclear(theatre, [id, ...others]);
    given.push(id, ...(isTwo ? [id] : []));
  }
  const steps = given.map((id, at) => (given.indexOf(id) === at ? id : `${id}+2`));
  return [{ verb: 'supply', steps }];
}

/** "Sherman at Louisville", "Sherman, McCook at Louisville"; a block alone, where it can be built in one city. */
function builds(
  theatre: Theatre,
  state: State,
  side: Side,
  text: string,
  namesIn: (text: string) => readonly string[],
): readonly Order[] | string {
  const pool = blocksIn(theatre, state, 'pool', side);
  const can = buildable(theatre, state, side);
  const found = whoAndWhere(
    text,
    (who) => who.trim() || null,
    (place) => placeCalled(theatre, place),
  );
  const built: BlockId[] = [];
  const orders: Order[] = [];
  for (const name of namesIn(found?.who ?? text)) {
    const left = (some: readonly Block[]) => some.filter(({ id }) => !built.includes(id));
    const ids = blocksCalled(theatre, left(can), name);
    const [id, ...others] = ids.length > 0 ? ids : blocksCalled(theatre, left(pool), name);
    if (id === undefined) {
      // Its side or its place says why not.
      const order = found && parse(theatre, { verb: 'build', block: name, hex: found.where });
      return order && 'verb' in order ? [order] : PLAN_REFUSALS.notInPool(name);
    }
    const block = blockOf(theatre, id);
    const differ = others.some(
      (other) => blockOf(theatre, other).kind !== block.kind || blockOf(theatre, other).full !== block.full,
    );
    if (differ) return unclear(theatre, [id, ...others]);
    const sites = sitesFor(theatre, state, block);
    const hex = found?.where ?? (sites.length === 1 ? sites[0] : undefined);
    if (hex === undefined) return PLAN_REFUSALS.buildWhere(theatre, sites);
    built.push(id);
    orders.push({ verb: 'build', block: id, hex });
  }
  return orders.length > 0 ? orders : PLAN_REFUSALS.unread(theatre);
}

/** A regrouping that a line "McCook 2107, Negley 2108" makes, or that nobody goes. */
export function regrouping(legs: readonly (readonly [string, readonly BlockId[]])[]): Order {
  const draft = legs.slice(0, LEGS.length).flatMap(([to, blocks], at) => {
    const [toSlot, blocksSlot] = LEGS[at] as (typeof LEGS)[number];
    return [[toSlot, [to]] as const, [blocksSlot, blocks] as const];
  });
  return { verb: 'regroup', to: [], ...Object.fromEntries(draft) };
}

export function unclear(theatre: Theatre, ids: readonly BlockId[]): string {
  return PLAN_REFUSALS.unclear(
    listed(
      ids.slice(0, 6).map((id) => blockName(theatre, id)),
      ' or ',
    ),
  );
}
