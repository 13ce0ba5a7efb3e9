import type { Viewer } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexBriefly, hexLabel } from '../../../kit/hex/hex-names.ts';
import { count, grouped, listed, numberWord } from '../../../kit/plain-english.ts';
import { legsOf } from '../rules/movement/legs.ts';
import { blockOf, type Theatre } from '../theatre.ts';
import { maySee } from '../view.ts';
import {
  type BattleStep,
  type BlockId,
  type Event,
  type EventOf,
  type Going,
  isSupply,
  numberOf,
  type Order,
  otherSide,
  SIDES,
  type Volley,
} from '../vocabulary.ts';
import {
  blockName,
  blockNames,
  blocksWord,
  cardInWords,
  cardName,
  facesUpTo,
  offerOf,
  offerWords,
  SIDE_ADJECTIVES,
  SIDE_NAMES,
  sideBlocks,
  sideDoes,
  stepsWord,
} from './names.ts';
import { BY_MODE } from './order-label.ts';
import { cutChoice, stanceWords } from './questions.ts';

/** Every sentence of the log: orders and their results. */

/** An order after the name of the member who gave it. Of a secret one the other side reads only that it was given. */
export function describe(theatre: Theatre, order: Order, viewer: Viewer, by: string): string {
  const own = viewer === by || viewer === 'referee';
  const names = (ids: readonly string[]) => (own ? blockNames(theatre, ids, 12) : blocksWord(ids.length));
  switch (order.verb) {
    case 'cut':
      return `cuts the deck${own ? `: ${cutChoice(order.cards).label}` : ''}`;
    case 'card':
      return own ? `chooses ${cardInWords(order.card)}` : 'chooses a card';
    case 'supply': {
      if (!own) return 'uses a Supply card';
      const blocks = [...(order.steps ?? []), ...(order.west ?? [])].map((step) => step.replace(/\+\d$/, ''));
      const given = stepsByBlock(theatre, blocks).map(([name, number]) => `${stepsWord(number)} to ${name}`);
      return `gives ${listed(given) || 'no steps'}`;
    }
    case 'move': {
      const legs = legsOf(order).map(({ to, blocks }) => `${names(blocks)} to ${placeWords(theatre, to, order.from)}`);
      return `marches from ${hexLabel(theatre, order.from)}: ${legs.join('; ')}`;
    }
    case 'strategic':
      return `sends ${names(order.blocks)} ${BY_MODE[order.mode]} from ${hexLabel(theatre, order.from)} to ${hexLabel(theatre, order.to)}`;
    case 'build':
      return `builds ${own ? blockName(theatre, order.block) : 'a block'} at ${hexLabel(theatre, order.hex)}`;
    case 'bragg':
      return `brings Bragg’s corps in at ${hexLabel(theatre, order.hex)}`;
    case 'battle':
      return `chooses the battle at ${hexLabel(theatre, order.hex)}`;
    case 'battle-plan':
      if (!own) return 'makes a battle plan';
      return order.stance === 'ask' ? 'wants to be asked each time' : `plans to ${stanceWords(order.stance)}`;
    case 'fire':
      return order.leave.length === 0 ? 'fires with all blocks' : `lets ${blockNames(theatre, order.leave)} retreat`;
    case 'regroup': {
      const legs = legsOf(order).map(({ to, blocks }) => `${names(blocks)} to ${hexLabel(theatre, to)}`);
      return legs.length === 0 ? 'stays on the field' : `regroups ${legs.join('; ')}`;
    }
    case 'lose':
      return own
        ? `chooses ${names(order.blocks)} to lose a step${order.blocks.length === 1 ? '' : ' each'}`
        : 'chooses who loses a step';
    case 'offer': {
      const { give = [], take = [] } = order;
      return offerWords('offers', 'asks for', blockNames(theatre, give, 12), blockNames(theatre, take, 12));
    }
    case 'accept':
      return 'accepts the exchange';
    case 'decline':
      return 'declines the exchange';
    case 'done':
      return 'is done';
    default:
      return order satisfies never;
  }
}

/** First events whose public sentence says everything the order's own words would. */
const SAYS: { readonly [verb in Order['verb']]?: readonly Event['type'][] } = {
  cut: ['cut'],
  card: ['chosen'],
  supply: ['supplied'],
  move: ['moved'],
  strategic: ['moved'],
  regroup: ['moved'],
  build: ['built'],
  bragg: ['bragg'],
  battle: ['battle'],
  'battle-plan': ['planned'],
  lose: ['hungry'],
  offer: ['offered'],
  accept: ['answered'],
  decline: ['answered'],
  done: ['finished', 'passed'],
};

/** Whether the first event's sentence makes the order's own superfluous. */
export function summaryCoversOrder({ verb }: Order, [first]: readonly Event[]): boolean {
  return first !== undefined && (SAYS[verb] ?? []).includes(first.type);
}

/** How many steps each block gains. */
function stepsByBlock(theatre: Theatre, blocks: readonly BlockId[]): readonly (readonly [string, number])[] {
  return grouped(blocks, (id) => blockName(theatre, id)).map(([name, steps]) => [name, steps.length]);
}

function placeWords(theatre: Theatre, to: string, from: string): string {
  const [hex = '', by] = to.split(' by ');
  return by === undefined || by === from ? hexLabel(theatre, hex) : `${hexLabel(theatre, hex)} via ${by}`;
}

export function tell(theatre: Theatre, event: Event, viewer: Viewer): string | null {
  const hex = (id: string) => hexLabel(theatre, id);
  const side = 'side' in event ? event.side : 'usa';
  const sees = maySee(viewer, side);
  const does = (one: string, several: string) => sideDoes(side, one, several);
  switch (event.type) {
    case 'opened':
      return OPENING[theatre.id];
    case 'cut':
      return `${does('has', 'have')} cut the deck${sees ? `: ${cutChoice(`${event.cards}`).label}` : ''}.`;
    case 'dealt': {
      const { cuts, hands } = event;
      const held = SIDES.filter((one) => maySee(viewer, one));
      return [
        `The cuts were ${cuts.usa} (Union) and ${cuts.csa} (Confederates). Each side gets ${numberWord(theatre.scenario.hand)} cards.`,
        ...held.map((one) => `${sideDoes(one, 'holds', 'hold')} ${listed(hands[one].map(cardName))}.`),
      ].join(' ');
    }
    case 'turn':
      return `Game-turn ${event.turn}, ${theatre.scenario.turnNames[event.turn - 1]}. ${aheadWords(event)}.`;
    case 'chosen':
      return `${does('has', 'have')} chosen ${sees ? cardInWords(event.card) : 'a card'}.`;
    case 'revealed':
      return revealed(event);
    case 'supplied': {
      const own = stepsByBlock(theatre, event.steps).map(([name, steps]) => `${name} gains ${stepsWord(steps)}`);
      const seen = event.hexes.map(([at, steps]) => `${stepsWord(steps)} in ${hex(at)}`);
      return sees ? `${listed(own)}.` : `${SIDE_ADJECTIVES[side]} blocks gain ${listed(seen)}.`;
    }
    case 'moved':
      return moved(theatre, event, sees);
    case 'marched':
      return marched(theatre, event, sees);
    case 'built': {
      const what = sees ? `${blockName(theatre, event.block)}, ${stepsWord(event.steps)},` : 'a block';
      return `${does('builds', 'build')} ${what} at ${hex(event.hex)}.`;
    }
    case 'bragg':
      return `Bragg’s corps comes in at ${hex(event.hex)}: ${count(event.points, 'point')} for the Union.`;
    case 'finished':
      return `${event.pass ? does('passes', 'pass') : does('is done', 'are done')}.`;
    case 'battle': {
      const { attacker, attackers, defenders } = event;
      return `Battle at ${hex(event.hex)}: ${sideBlocks(attackers, attacker)} ${attackers === 1 ? 'attacks' : 'attack'} ${sideBlocks(defenders, otherSide(attacker))}.`;
    }
    case 'planned':
      return `${does('has', 'have')} a plan for the battle at ${hex(event.hex)}.`;
    case 'fought':
      return fought(theatre, event);
    case 'won':
      return `${sideDoes(event.winner, 'holds', 'hold')} ${hex(event.hex)}.`;
    case 'hungry': {
      const { blocks, gone } = event;
      const who = sees ? blockNames(theatre, blocks) : sideBlocks(blocks.length, side);
      const [loses, are] = blocks.length === 1 ? ['loses', 'is'] : ['lose', 'are'];
      const each = blocks.length === 1 ? 'a step' : 'a step each';
      const some = sees ? blockNames(theatre, gone) : `${numberWord(gone.length)} of them`;
      const lost =
        gone.length === 0
          ? each
          : gone.length === blocks.length
            ? `${blocks.length === 1 ? 'its last step' : 'their last steps'} and ${are} eliminated`
            : `${each}, and ${some} ${gone.length === 1 ? 'is' : 'are'} eliminated`;
      return `Out of supply in ${hex(event.hex)}: ${who} ${loses} ${lost}.`;
    }
    case 'offered':
      return `${offerOf(event.side, blockNames(theatre, event.give), blockNames(theatre, event.take))}.`;
    case 'answered':
      return event.accepted
        ? `${does('accepts', 'accept')} the exchange: ${blockNames(theatre, event.freed)} ${event.freed.length === 1 ? 'returns to its pool' : 'return to their pools'}.`
        : `${does('declines', 'decline')} the exchange.`;
    case 'passed':
      return `${does('offers', 'offer')} no exchange.`;
    case 'ended':
      return event.sudden && event.winner ? `${sideDoes(event.winner, 'wins', 'win')} at once.` : 'The year is over.';
    default:
      return event satisfies never;
  }
}

/** Sums up orders in a row. For a phase's board, battles show only losses and marches only cities taken. */
export function digest(theatre: Theatre, events: readonly Event[], viewer: Viewer, ofPhase = false): readonly string[] {
  if (!ofPhase) return events.flatMap((event) => tell(theatre, event, viewer) ?? []);
  const ends = new Map(events.flatMap((event) => (isVolleys(event) ? [[event.hex, event] as const] : [])));
  const winners = new Map(events.flatMap((event) => (event.type === 'won' ? [[event.hex, event] as const] : [])));
  return events.flatMap((event) => {
    if (event.type === 'moved') return takenWords(theatre, event);
    if (!OF_PHASE.includes(event.type)) return [];
    const end = 'hex' in event ? ends.get(event.hex) : undefined;
    // A battle gets one line, at its last event.
    if (event.type === 'fought' && event === end) {
      const steps = events.flatMap((one) => (one.type === 'fought' && one.hex === event.hex ? one.steps : []));
      const won = winners.get(event.hex);
      const holds = won ? [`${sideDoes(won.winner, 'holds', 'hold')} it.`] : [];
      return [[lossesOf(theatre, event.hex, steps), ...holds].join(' ')];
    }
    if (event.type === 'fought') return [];
    if (end && (event.type === 'battle' || event.type === 'won')) return [];
    return tell(theatre, event, viewer) ?? [];
  });
}

const OF_PHASE: readonly Event['type'][] = [
  ...(['dealt', 'revealed', 'bragg', 'battle', 'fought', 'won', 'hungry', 'answered', 'ended'] as const),
];

function isVolleys(event: Event): event is EventOf<'fought'> {
  return event.type === 'fought' && event.steps.length > 0;
}

/** "The Confederates take 1406 Cairo (3 points)." */
function takenWords(theatre: Theatre, { taken = [] }: EventOf<'moved'>): readonly string[] {
  return SIDES.flatMap((side) => {
    const words = (isHome: boolean) =>
      taken.flatMap(([hex, now]) =>
        now === side && (theatre.home.get(hex) === side) === isHome
          ? [`${hexBriefly(theatre, hex)} (${count(theatre.city.get(hex)?.points ?? 0, 'point')})`]
          : [],
      );
    const [own, others] = [words(true), words(false)];
    return [
      ...(others.length > 0 ? [`${sideDoes(side, 'takes', 'take')} ${listed(others)}.`] : []),
      ...(own.length > 0 ? [`${sideDoes(side, 'has', 'have')} ${listed(own)} back.`] : []),
    ];
  });
}

/** "1807 Hopkinsville, 3 rounds: Union −2 steps, Confederates −4 steps; 1 block captured." */
function lossesOf(theatre: Theatre, hex: HexId, steps: readonly BattleStep[]): string {
  const lost = steps.flatMap((step) => (step.kind === 'volley' ? step.volley.lost : []));
  const parts = SIDES.map((side) => {
    const number = lost.filter((id) => blockOf(theatre, id).side === side).length;
    return `${SIDE_NAMES[side]} ${number === 0 ? 'no loss' : `−${stepsWord(number)}`}`;
  });
  const [gone, taken] = (['retreat', 'prisoner'] as const).map(
    (kind) => steps.filter((step) => step.kind === kind).length,
  );
  const after = [
    ...(gone ? [`${blocksWord(gone)} ${gone === 1 ? 'retreats' : 'retreat'}`] : []),
    ...(taken ? [`${blocksWord(taken)} captured`] : []),
  ];
  const fights = steps.filter(({ kind }) => kind === 'round').length;
  const head = fights > 0 ? `, ${count(fights, 'round')}` : '';
  return `${hexLabel(theatre, hex)}${head}: ${[parts.join(', '), ...after].join('; ')}.`;
}

const OPENING = {
  'sam-grant':
    'The war in the West, 1862: six game-turns of two months. Each side has six cards; both choose one in secret each game-turn. The Union must take Southern cities before the year ends.',
  'bobby-lee':
    'The war in the East, 1862: six game-turns of two months. Each side has six cards; both choose one in secret each game-turn. Still a draft: its forces and city values are a first guess.',
} as const;

/** "The Union is 3 points ahead" */
function aheadWords({ margin }: EventOf<'turn'>): string {
  if (margin === 0) return 'The sides are level';
  return `${sideDoes(margin > 0 ? 'usa' : 'csa', 'is', 'are')} ${count(Math.abs(margin), 'point')} ahead`;
}

function revealed({ cards, first, river }: EventOf<'revealed'>): string {
  const second = otherSide(first);
  const why =
    isSupply(cards[first]) && !isSupply(cards[second])
      ? 'a Supply card goes first'
      : numberOf(cards[first]) > numberOf(cards[second])
        ? 'the higher card goes first'
        : 'the Union goes first on a tie';
  const mississippi = river ? ' The Union controls the Mississippi this turn.' : '';
  return `Cards: Union ${cardName(cards.usa)}, Confederates ${cardName(cards.csa)}. ${sideDoes(first, 'is', 'are')} Player 1: ${why}.${mississippi}`;
}

/** "3 Union blocks march from 1507 Paducah to 1407 Columbus KY", with their names to their own side. */
function moved(theatre: Theatre, { side, from, mode, going }: EventOf<'moved'>, sees: boolean): string {
  const part = ({ to, by, blocks }: Going) => {
    const who = sees ? blockNames(theatre, blocks) : blocksWord(blocks.length);
    return `${who} to ${hexLabel(theatre, to)}${by === null || by === from ? '' : ` via ${by}`}`;
  };
  const [one, several, how] = MOVES[mode];
  return `${sideDoes(side, one, several)}${how} from ${hexLabel(theatre, from)}: ${going.map(part).join('; ')}.`;
}

const MOVES = {
  march: ['marches', 'march', ''],
  regroup: ['regroups', 'regroup', ''],
  crossing: ['crosses', 'cross', ' the river'],
  rail: ['moves', 'move', ' by rail'],
  river: ['moves', 'move', ' by ship'],
} as const;

/** Only the side itself learns the cost of a forced march, unless the block is lost. */
function marched(theatre: Theatre, event: EventOf<'marched'>, sees: boolean): string | null {
  const { block, to, die, lost, captured } = event;
  const name = blockName(theatre, block);
  const { forcedMarchLoss } = theatre.rules;
  if (captured) return `${name} is lost on a forced march to ${hexLabel(theatre, to)} and becomes a prisoner.`;
  if (!sees) return null;
  return `${name} makes a forced march to ${hexLabel(theatre, to)} and rolls ${die} (${facesUpTo(forcedMarchLoss)} costs a step): ${lost ? 'one step lost' : 'no loss'}.`;
}

/** Most characters of a battle report; a longer one gives counts instead of names. */
const ROOM = 1300;

/** Reports a battle by rounds: each block that fires with its dice, losses and retreats. */
function fought(theatre: Theatre, { hex, steps }: EventOf<'fought'>): string {
  if (steps.length === 0) return `${hexLabel(theatre, hex)}: the fight goes on.`;
  for (const one of [stepWords, stepBriefly]) {
    const text = rounds(steps)
      .map(([first, ...others]) => {
        const words = others.map((step) => one(theatre, step)).filter((told) => told !== '');
        const head = first ? one(theatre, first) : '';
        return words.length > 0 ? `${head}: ${words.join('; ')}` : head;
      })
      .join('. ');
    if (text.length <= ROOM) return `${hexLabel(theatre, hex)}. ${text}.`;
  }
  return `${hexLabel(theatre, hex)}. ${totals(steps)}.`;
}

/** Groups steps by round. */
export function rounds(steps: readonly BattleStep[]): readonly (readonly BattleStep[])[] {
  const groups: BattleStep[][] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    if (step.kind === 'round' || !last) groups.push([step]);
    else last.push(step);
  }
  return groups;
}

const TIMES = ['', '', ' twice'] as const;

/** "Round 2, joined by Wood" */
export function roundWords(
  theatre: Theatre,
  { round, shown }: Extract<BattleStep, { readonly kind: 'round' }>,
): string {
  return shown.length > 0 && round > 1 ? `Round ${round}, joined by ${blockNames(theatre, shown)}` : `Round ${round}`;
}

/** "hits Wood twice and McCook", "no hit" */
export function hitWords(theatre: Theatre, { hits: struck, lost }: Volley): string {
  const hits = grouped(lost, (id) => blockName(theatre, id)).map(
    ([name, some]) => `${name}${TIMES[some.length] ?? ` ${some.length} times`}`,
  );
  // In a fortress the first of every two hits costs nothing [7.4].
  const none = struck > 0 ? 'one hit, no loss yet (fortress)' : 'no hit';
  return hits.length === 0 ? none : `hits ${listed(hits)}`;
}

function stepWords(theatre: Theatre, step: BattleStep): string {
  switch (step.kind) {
    case 'round':
      return roundWords(theatre, step);
    case 'volley': {
      const { block, dice } = step.volley;
      const needs = facesUpTo(blockOf(theatre, block).hits);
      return `${blockName(theatre, block)} rolls ${dice.join(', ')} (needs ${needs}): ${hitWords(theatre, step.volley)}`;
    }
    case 'retreat':
      return `${blockName(theatre, step.block)} retreats to ${hexBriefly(theatre, step.to)}`;
    case 'prisoner':
      return `${blockName(theatre, step.block)} captured`;
    default:
      return step satisfies never;
  }
}

function stepBriefly(theatre: Theatre, step: BattleStep): string {
  if (step.kind === 'volley' && step.volley.lost.length === 0) return '';
  if (step.kind === 'retreat') return `${blockName(theatre, step.block)} retreats to ${step.to}`;
  return step.kind === 'round' ? `Round ${step.round}` : stepWords(theatre, step);
}

function totals(steps: readonly BattleStep[]): string {
  const volleys = steps.flatMap((step) => (step.kind === 'volley' ? [step.volley] : []));
  const lost = volleys.reduce((sum, volley) => sum + volley.lost.length, 0);
  const gone = steps.filter(({ kind }) => kind === 'retreat').length;
  return `${count(volleys.length, 'volley')}, ${stepsWord(lost)} lost, ${blocksWord(gone)} retreated`;
}
