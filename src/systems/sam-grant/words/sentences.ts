import type { Viewer } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexBriefly, hexLabel } from '../../../kit/hex/hex-names.ts';
import {
  atMost,
  capital,
  compact,
  count,
  grouped,
  listed,
  numberWord,
  plural,
  withMinus,
} from '../../../kit/plain-english.ts';
import type { WordsFor } from '../../../kit/shared-vocabulary.ts';
import { blockOf, type Theatre } from '../theatre.ts';
import { maySee } from '../view.ts';
import {
  type BattleStep,
  type Event,
  type EventOf,
  type Going,
  isSupply,
  numberOf,
  otherSide,
  SIDES,
  type Side,
  type Volley,
} from '../vocabulary.ts';
import { leadWords } from './game-status.ts';
import {
  blockName,
  blockNames,
  cardInWords,
  cardName,
  cutWords,
  FRONT_NAMES,
  facesUpTo,
  offerOf,
  placeName,
  sideAdjective,
  sideBlocks,
  sideDoes,
  sideName,
  turnName,
  wordsOf,
} from './names.ts';
import { stepsByBlock } from './orders.ts';

/** A sentence for each event, or `null`. With `sees` the viewer may know what is secret to the event's side. */
const SENTENCES: WordsFor<'type', Event, [theatre: Theatre, sees: boolean, viewer: Viewer], string | null> = {
  opened: ({ campaign }, theatre) => (campaign ? campaignOpening(theatre) : wordsOf(theatre).opening),
  turn: ({ turn, margin, year }, theatre) =>
    `Game-turn ${turn}, ${turnName(theatre, turn, year)}. ${capital(leadWords(margin))}.`,
  year({ year, ended, margin, held }, theatre) {
    const cities = SIDES.flatMap((side) => {
      const names = held[side].map((hex) => placeName(theatre, hex));
      return names.length > 0 ? [`${sideDoes(side, 'holds', 'hold')} ${atMost(names, 12)}.`] : [];
    });
    const lead = `${ended} is over. ${capital(leadWords(margin))}.`;
    return [lead, ...cities, `For ${year} the whole deck is cut anew.`].join(' ');
  },
  /** "Union reinforcements come in at 1407 Washington: 2 blocks.", with their names to their own side. */
  reinforced: ({ side, hex, blocks }, theatre, sees) =>
    `${sideAdjective(side)} reinforcements come in at ${hexLabel(theatre, hex)}: ${sees ? blockNames(theatre, blocks) : count(blocks.length, 'block')}.`,
  cut: ({ side, cards }, _, sees) =>
    `${sideDoes(side, 'has', 'have')} cut the deck${sees ? `: ${cutWords(cards)}` : ''}.`,
  dealt({ cuts, hands }, theatre, _, viewer) {
    const held = SIDES.filter((side) => maySee(viewer, side));
    return [
      `The cuts were ${cuts.usa} (Union) and ${cuts.csa} (Confederates). Each side gets ${numberWord(theatre.scenario.hand)} cards.`,
      ...held.map((side) => `${sideDoes(side, 'holds', 'hold')} ${listed(hands[side].map(cardName))}.`),
    ].join(' ');
  },
  chosen: ({ side, card }, _, sees) =>
    `${sideDoes(side, 'has', 'have')} chosen ${sees ? cardInWords(card) : 'a card'}.`,
  changed({ side, cards, card, hex }, theatre, sees) {
    const what = compact(
      cards !== undefined && `cut: ${cutWords(cards)}`,
      card && `card: ${cardName(card)}`,
      hex && `plan for the battle at ${hexLabel(theatre, hex)}`,
    );
    return sees ? `${sideDoes(side, 'has', 'have')} changed ${side === 'usa' ? 'its' : 'their'} ${what.join()}.` : null;
  },
  revealed({ cards, first, river }) {
    const second = otherSide(first);
    const why =
      isSupply(cards[first]) && !isSupply(cards[second])
        ? 'a Supply card goes first'
        : numberOf(cards[first]) > numberOf(cards[second])
          ? 'the higher card goes first'
          : 'the Union goes first on a tie';
    const mississippi = river ? ' The Union controls the Mississippi this turn.' : '';
    return `Cards: Union ${cardName(cards.usa)}, Confederates ${cardName(cards.csa)}. ${sideDoes(first, 'is', 'are')} Player 1: ${why}.${mississippi}`;
  },
  supplied({ side, steps, hexes }, theatre, sees) {
    const own = stepsByBlock(theatre, steps).map(([name, number]) => `${name} gains ${count(number, 'step')}`);
    const seen = hexes.map(([at, number]) => `${count(number, 'step')} in ${hexLabel(theatre, at)}`);
    return sees ? `${listed(own)}.` : `${sideAdjective(side)} blocks gain ${listed(seen)}.`;
  },
  /** "The Union marches from 1507 Paducah: 3 blocks to 1407 Columbus KY.", with their names to their own side. */
  moved({ side, from, mode, going }, theatre, sees) {
    const part = ({ to, by, blocks }: Going) => {
      const who = sees ? blockNames(theatre, blocks) : count(blocks.length, 'block');
      return `${who} to ${hexLabel(theatre, to)}${by === null || by === from ? '' : ` via ${by}`}`;
    };
    const [one, several, how] = MOVES[mode];
    return `${sideDoes(side, one, several)}${how} from ${hexLabel(theatre, from)}: ${going.map(part).join('; ')}.`;
  },
  /** Only the side itself learns the cost of a forced march, unless the block is lost. */
  marched({ block, to, die, lost, captured }, theatre, sees) {
    const [name, where] = [blockName(theatre, block), `a forced march to ${hexLabel(theatre, to)}`];
    if (captured) return `${name} is lost on ${where} and becomes a prisoner.`;
    if (!sees) return null;
    const faces = facesUpTo(theatre.rules.forcedMarchLoss);
    return `${name} makes ${where} and rolls ${die} (${faces} costs a step): ${lost ? 'one step lost' : 'no loss'}.`;
  },
  built({ side, block, hex, steps }, theatre, sees) {
    const what = sees ? `${blockName(theatre, block)}, ${count(steps, 'step')},` : 'a block';
    return `${sideDoes(side, 'builds', 'build')} ${what} at ${hexLabel(theatre, hex)}.`;
  },
  bragg: ({ hex, points }, theatre) =>
    `Bragg’s corps comes in at ${hexLabel(theatre, hex)}: ${count(points, 'point')} for the Union.`,
  finished: ({ side, pass }) => `${pass ? sideDoes(side, 'passes', 'pass') : sideDoes(side, 'is done', 'are done')}.`,
  battle: ({ hex, attacker, attackers, defenders }, theatre) =>
    `Battle at ${hexLabel(theatre, hex)}: ${sideBlocks(attackers, attacker)} ${plural(attackers, 'attacks', 'attack')} ` +
    `${sideBlocks(defenders, otherSide(attacker))}.`,
  planned: ({ side, hex }, theatre) =>
    `${sideDoes(side, 'has', 'have')} a plan for the battle at ${hexLabel(theatre, hex)}.`,
  fought: ({ hex, steps }, theatre) => fought(theatre, hex, steps),
  won: ({ hex, winner }, theatre) => `${sideDoes(winner, 'holds', 'hold')} ${hexLabel(theatre, hex)}.`,
  hungry({ side, hex, blocks, gone }, theatre, sees) {
    const who = sees ? blockNames(theatre, blocks) : sideBlocks(blocks.length, side);
    const [loses, are, each, last] =
      blocks.length === 1
        ? ['loses', 'is', 'a step', 'its last step']
        : ['lose', 'are', 'a step each', 'their last steps'];
    const some = sees ? blockNames(theatre, gone) : `${numberWord(gone.length)} of them`;
    const lost =
      gone.length === 0
        ? each
        : gone.length === blocks.length
          ? `${last} and ${are} eliminated`
          : `${each}, and ${some} ${plural(gone.length, 'is', 'are')} eliminated`;
    return `Out of supply in ${hexLabel(theatre, hex)}: ${who} ${loses} ${lost}.`;
  },
  offered: ({ side, give, take }, theatre) => `${offerOf(side, blockNames(theatre, give), blockNames(theatre, take))}.`,
  answered({ side, accepted, freed }, theatre) {
    if (!accepted) return `${sideDoes(side, 'declines', 'decline')} the exchange.`;
    const back = plural(freed.length, 'returns to its pool', 'return to their pools');
    return `${sideDoes(side, 'accepts', 'accept')} the exchange: ${blockNames(theatre, freed)} ${back}.`;
  },
  passed: ({ side }) => `${sideDoes(side, 'offers', 'offer')} no exchange.`,
  ended({ sudden, winner, city, campaign }, theatre) {
    if (!sudden || !winner) return `The ${campaign ? 'war' : 'year'} is over.`;
    const [one, several] =
      city === undefined ? ['', ''] : [`holds ${hexLabel(theatre, city)} and `, `hold ${hexLabel(theatre, city)} and `];
    // It doesn't say that the game ended early: a lead that wins at once can come in the last game-turn, too.
    return `${sideDoes(winner, `${one}wins`, `${several}win`)}.`;
  },
};

export function tell(theatre: Theatre, event: Event, viewer: Viewer): string | null {
  const sees = 'side' in event && maySee(viewer, event.side);
  const words = SENTENCES[event.type](event as never, theatre, sees, viewer);
  const where = event.front && PLACELESS.includes(event.type) ? `${FRONT_NAMES[event.front]}. ` : '';
  return words && `${where}${words}`;
}

/** Events that name no hex. In a war of both theatres their sentences begin with the theatre. */
const PLACELESS: readonly Event['type'][] = [
  ...(['turn', 'year', 'cut', 'dealt', 'chosen', 'revealed', 'finished', 'offered', 'answered', 'passed'] as const),
];

/**
 * Sums up the events of several orders.
 * @param ofPhase whether they are a phase's. Then a battle is one line with its losses, a side's moves and builds are
 * another, and so are its reinforcements.
 */
export function digest(theatre: Theatre, events: readonly Event[], viewer: Viewer, ofPhase = false): readonly string[] {
  if (!ofPhase) return events.flatMap((event) => tell(theatre, event, viewer) ?? []);
  const fights = events.filter((event) => event.type === 'fought');
  const lastReports = new Map(fights.filter(({ steps }) => steps.length > 0).map((event) => [event.hex, event]));
  const winners = new Map(events.filter((event) => event.type === 'won').map((event) => [event.hex, event]));
  const merged = new Set<string>();
  return events.flatMap((event) => {
    const taken = event.type === 'moved' ? takenWords(theatre, event) : [];
    const isAction = isOrdered(event);
    if (isAction || event.type === 'reinforced') {
      const key = `${event.side} ${isAction}`;
      if (merged.has(key)) return taken;
      merged.add(key);
      const line = isAction
        ? actionsOf(theatre, event.side, events.filter(isOrdered))
        : reinforcementsOf(theatre, event.side, events, viewer);
      return [line, ...taken];
    }
    if (!OF_PHASE.includes(event.type)) return taken;
    const lastReport = 'hex' in event ? lastReports.get(event.hex) : undefined;
    // The line of a battle stands where its last report would.
    if (event.type === 'fought' && event === lastReport) {
      const steps = fights.filter(({ hex }) => hex === event.hex).flatMap((one) => one.steps);
      const won = winners.get(event.hex);
      const holds = won && `${sideDoes(won.winner, 'holds', 'hold')} it.`;
      return compact(lossesOf(theatre, event.hex, steps), holds).join(' ');
    }
    if (event.type === 'fought') return [];
    if (lastReport && (event.type === 'battle' || event.type === 'won')) return [];
    return tell(theatre, event, viewer) ?? [];
  });
}

/** Events that are told of a phase; marches, builds and reinforcements are summed up. */
const OF_PHASE: readonly Event['type'][] = [
  ...(['dealt', 'revealed', 'bragg', 'battle', 'fought', 'won', 'hungry', 'answered', 'year', 'ended'] as const),
];

type Ordered = EventOf<'moved'> | EventOf<'built'>;

/** Whether an event comes from an order of the action phase. A winner's regrouping belongs to the battle. */
function isOrdered(event: Event): event is Ordered {
  return event.type === 'built' || (event.type === 'moved' && event.mode !== 'regroup');
}

/** "The Confederates move 4 blocks and build 3 at 1215 Richmond and 1208 Manassas." */
function actionsOf(theatre: Theatre, side: Side, ordered: readonly Ordered[]): string {
  const own = ordered.filter((event) => event.side === side);
  const built = own.flatMap((event) => (event.type === 'built' ? [event.hex] : []));
  const moved = own.flatMap((event) => (event.type === 'moved' ? event.going.flatMap(({ blocks }) => blocks) : []));
  const places = listed([...new Set(built)].map((hex) => hexBriefly(theatre, hex)));
  const done = (moves: string, builds: string) =>
    compact(
      moved.length > 0 && `${moves} ${count(moved.length, 'block')}`,
      built.length > 0 &&
        `${builds} ${built.length}${moved.length > 0 ? '' : plural(built.length, ' block', ' blocks')} at ${places}`,
    ).join(' and ');
  return `${sideDoes(side, done('moves', 'builds'), done('move', 'build'))}.`;
}

/** "Union reinforcements: 2 blocks at 0503 Cumberland; 1 block at 1407 Washington." Their own side reads names. */
function reinforcementsOf(theatre: Theatre, side: Side, events: readonly Event[], viewer: Viewer): string {
  const groups = events.flatMap((event) => {
    if (event.type !== 'reinforced' || event.side !== side) return [];
    const { hex, blocks } = event;
    const who = maySee(viewer, side) ? blockNames(theatre, blocks) : count(blocks.length, 'block');
    return [`${who} at ${hexBriefly(theatre, hex)}`];
  });
  return `${sideAdjective(side)} reinforcements: ${groups.join('; ')}.`;
}

/** "The Confederates take 1406 Cairo (3 points)." */
function takenWords(theatre: Theatre, { taken = [] }: EventOf<'moved'>): readonly string[] {
  return SIDES.flatMap((side) => {
    const hexes = taken.flatMap(([hex, now]) => (now === side ? [hex] : []));
    const isHome = (hex: HexId) => theatre.home.get(hex) === side;
    const words = (some: readonly HexId[]) =>
      listed(some.map((hex) => `${hexBriefly(theatre, hex)} (${count(theatre.city.get(hex)?.points ?? 0, 'point')})`));
    const won = words(hexes.filter((hex) => !isHome(hex)));
    const back = words(hexes.filter(isHome));
    return compact(
      won && `${sideDoes(side, 'takes', 'take')} ${won}.`,
      back && `${sideDoes(side, 'has', 'have')} ${back} back.`,
    );
  });
}

export function lostIn(theatre: Theatre, steps: readonly BattleStep[], side: Side): number {
  const lost = steps.flatMap((step) => (step.kind === 'volley' ? step.volley.lost : []));
  return lost.filter((id) => blockOf(theatre, id).side === side).length;
}

/** "1807 Hopkinsville, 3 rounds: Union 2 steps lost; Confederates 4 steps lost, 1 captured." */
function lossesOf(theatre: Theatre, hex: HexId, steps: readonly BattleStep[]): string {
  const number = steps.filter(({ kind }) => kind === 'round').length;
  const costs = SIDES.map((side) => `${sideName(side)} ${costOf(theatre, steps, side)}`);
  return `${hexLabel(theatre, hex)}${number > 0 ? `, ${count(number, 'round')}` : ''}: ${costs.join('; ')}.`;
}

/** "3 steps lost, 1 back" */
export function costOf(theatre: Theatre, steps: readonly BattleStep[], side: Side): string {
  const lost = lostIn(theatre, steps, side);
  const number = (what: 'retreat' | 'prisoner') =>
    steps.filter((step) => step.kind === what && blockOf(theatre, step.block).side === side).length;
  const [back, taken] = [number('retreat'), number('prisoner')];
  return compact(
    lost > 0 ? `${count(lost, 'step')} lost` : 'no loss',
    back > 0 && `${back} back`,
    taken > 0 && `${taken} captured`,
  ).join(', ');
}

/** "The war in the West, 1862 to 1864: …" */
function campaignOpening(theatre: Theatre): string {
  const { years, turnNames, hand, gateways } = theatre.scenario;
  if (gateways.usa.size > 0) return WAR_OPENING;
  const [first = ''] = years;
  return `The war in the ${wordsOf(theatre).region}, ${first} to ${years.at(-1)}: ${numberWord(years.length)} years of ${numberWord(turnNames.length)} game-turns each. Each year the whole deck is cut anew, and each side gets ${numberWord(hand)} cards; both choose one in secret each game-turn. The Union must take Southern cities, and hold them.`;
}

const WAR_OPENING =
  'The war in the West and in the East, 1862 to 1864. Both theatres have their own deck, cards and headquarters; each game-turn is played in the West, then in the East. The points of both count together. Railroads take blocks from one to the other.';

const MOVES = {
  march: ['marches', 'march', ''],
  regroup: ['regroups', 'regroup', ''],
  crossing: ['crosses', 'cross', ' the river'],
  rail: ['moves', 'move', ' by rail'],
  river: ['moves', 'move', ' by ship'],
} as const;

/** Most characters of a battle report. A longer one has each round's losses in place of its dice. */
const ROOM = 1300;

/** Reports a battle by rounds: each block that fires with its dice, losses and retreats. */
function fought(theatre: Theatre, hex: HexId, steps: readonly BattleStep[]): string {
  if (steps.length === 0) return `${hexLabel(theatre, hex)}: the fight goes on.`;
  const all = rounds(steps);
  const whole = all.map((round) => {
    const [head, ...others] = round.map((step) => stepWords(theatre, step));
    return others.length > 0 ? `${head}: ${others.join('; ')}` : head;
  });
  const brief = all.map((round) => roundBriefly(theatre, round));
  const text = whole.join('. ');
  return `${hexLabel(theatre, hex)}. ${text.length <= ROOM ? text : brief.join('. ')}.`;
}

/** "Round 1: Union −2, Confederates 0" */
export function roundBriefly(theatre: Theatre, round: readonly BattleStep[]): string {
  const [first] = round;
  const costs = SIDES.map((side) => `${sideName(side)} ${withMinus(-lostIn(theatre, round, side))}`).join(', ');
  return `${first?.kind === 'round' ? roundWords(theatre, first) : 'Before'}: ${costs}`;
}

export function rounds(steps: readonly BattleStep[]): readonly (readonly BattleStep[])[] {
  const groups: BattleStep[][] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    if (step.kind === 'round' || !last) groups.push([step]);
    else last.push(step);
  }
  return groups;
}

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
    ([name, some]) => `${name}${['', '', ' twice'][some.length] ?? ` ${some.length} times`}`,
  );
  // In a fortress the first of every two hits costs nothing [7.4].
  const none = struck > 0 ? 'one hit, no loss yet (fortress)' : 'no hit';
  return hits.length === 0 ? none : `hits ${listed(hits)}`;
}

/** Tells a step of a battle: "Wood rolls 2, 3 (needs 1–2): no hit". */
export function stepWords(theatre: Theatre, step: BattleStep): string {
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
