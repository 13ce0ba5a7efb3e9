import REFUSAL_FILE from '../../../../assets/overland/refusals.json' with { type: 'json' };
import type { Label, Refusal } from '../../../game/index.ts';
import { longDate } from '../../../kit/dates.ts';
import { type FactSentence, factSentence } from '../../../kit/fact-sentences.ts';
import { count, listed, quoted, signed, withMinus } from '../../../kit/plain-english.ts';
import {
  attackBy,
  type BattleAhead,
  battleOdds,
  checkOdds,
  faceNeeded,
  type Odds,
  totalNeeded,
} from '../rules/attack-odds.ts';
import { answerOfLee } from '../rules/play.ts';
import type { Scenario } from '../scenario.ts';
import type { State } from '../state.ts';
import {
  AREAS,
  type Area,
  type CheckFor,
  type Event,
  LEADERS,
  type Leader,
  type Modifier,
  type Order,
  US_LEADERS,
} from '../vocabulary.ts';

function modifierText(numbers: Scenario, modifier: Modifier): string {
  switch (modifier.why) {
    case 'ratings':
      return `${signed(modifier.value)} leader ratings (${modifier.attacker} against ${modifier.defender})`;
    case 'area':
      return `${signed(modifier.value)} Area Defense of ${place(numbers, modifier.area)}`;
    case 'richmond':
      return `${signed(modifier.value)} Richmond Defense`;
    default:
      return modifier satisfies never;
  }
}

/** Such as `in the Wilderness` or `at Ashland`. */
function whereabouts(area: string): string {
  return `${area.startsWith('the ') ? 'in' : 'at'} ${area}`;
}

/** A place inside a sentence: "the Wilderness". */
export function place(numbers: Scenario, area: Area): string {
  return numbers.areas[area].name.replace(/^The /, 'the ');
}

/** Such as `−1 Area Defense, needs 6, 1 in 6`: short enough for a list. */
export function attackHint(numbers: Scenario, battle: BattleAhead): string {
  const short = { ratings: 'ratings', area: 'Area Defense', richmond: 'Richmond Defense' } as const;
  const modifiers = battle.modifiers.map(({ why, value }) => `${signed(value)} ${short[why]}`);
  return [...modifiers, oddsHint(battleOdds(numbers, battle))].join(', ');
}

/** Such as `Lee may block`. */
export function leeHint(numbers: Scenario, answer: keyof typeof LEE): string {
  return `${leader(numbers, 'lee')} ${LEE[answer]}`;
}

const LEE = { there: 'is there', follows: 'follows', 'may-come': 'may block' } as const;

/** `needs 5+, 2 in 6` */
export function oddsHint(odds: Odds): string {
  const face = faceNeeded(odds);
  return face === null ? 'can’t win, 0 in 6' : `needs ${face}, ${odds.faces} in 6`;
}

export function label(numbers: Scenario, state: State, order: Order): Label {
  switch (order.verb) {
    case 'attack': {
      const battle = attackBy(numbers, state, order.leader);
      const target = battle.area === 'richmond' ? 'Richmond' : leader(numbers, battle.defender);
      return {
        text: `${leader(numbers, order.leader)} attacks ${target}`,
        tone: 'attack',
        ...chance(battleOdds(numbers, battle)),
      };
    }
    case 'move': {
      const march = `March to ${place(numbers, order.to)}`;
      const answer = answerOfLee(numbers, state, order.to);
      return { text: answer === null ? march : `${march} · ${leeHint(numbers, answer)}`, tone: 'move' };
    }
    case 'tma':
      return { text: `Turn to ${place(numbers, order.to)}`, tone: 'bold', ...chance(checkOdds(numbers, 'grant')) };
    case 'cross':
      return { text: 'Cross the James', tone: 'bold', ...chance(checkOdds(numbers, 'grant')) };
    default:
      return order satisfies never;
  }
}

function chance(odds: Odds): Pick<Required<Label>, 'odds' | 'chance'> {
  return { odds: faceNeeded(odds) ?? 'can’t win', chance: `${odds.faces} in 6` };
}

/** Follows the name of the member who gave the order. */
export function describe(numbers: Scenario, order: Order): string {
  switch (order.verb) {
    case 'attack':
      return `orders ${leader(numbers, order.leader)} to attack`;
    case 'move':
      return `sends ${leader(numbers, 'grant')} to ${place(numbers, order.to)}`;
    case 'tma':
      return `orders a turning movement to ${place(numbers, order.to)}`;
    case 'cross':
      return 'orders the crossing of the James';
    default:
      return order satisfies never;
  }
}

export function tell(numbers: Scenario, event: Event): string {
  switch (event.type) {
    case 'opened':
      return (
        `${opening(numbers)} Take Richmond or cross the James by ${longDate(numbers.calendar.last)}. ` +
        `You have ${pointsLeft(event.points)}: each of your rolls costs one, marches are free.${valley(numbers)} ` +
        'Each button shows the roll you need.'
      );
    case 'battle':
      return battle(numbers, event);
    case 'check':
      return check(numbers, event);
    case 'retreated':
      return event.to === null
        ? `${leader(numbers, event.leader)} is beaten and out of the game.`
        : `${leader(numbers, event.leader)} falls back to ${place(numbers, event.to)}.`;
    case 'earned':
      return `${leader(numbers, 'grant')} has earned a turning movement.`;
    case 'gained':
      return `The victory in the Valley wins back ${pointsLeft(event.gain)}.`;
    case 'moved':
      return event.from === 'richmond'
        ? `${leader(numbers, event.leader)} comes out of Richmond to ${place(numbers, event.to)}.`
        : `${leader(numbers, event.leader)} marches from ${place(numbers, event.from)} to ${place(numbers, event.to)}.`;
    case 'followed':
      return followed(numbers, event);
    case 'won':
      return event.how === 'richmond'
        ? `${leader(numbers, event.leader)} enters the city.`
        : 'The army is on the south bank.';
    case 'lost':
      return `It’s ${longDate(numbers.calendar.last)}, and no Action Points are left.`;
    default:
      return event satisfies never;
  }
}

function opening(numbers: Scenario): string {
  const { grant, lee } = numbers.leaders;
  return grant.start === lee.start
    ? `${grant.name} faces ${lee.name} in ${place(numbers, lee.start)}.`
    : `${grant.name} is in ${place(numbers, grant.start)}, ${lee.name} in ${place(numbers, lee.start)}.`;
}

function valley(numbers: Scenario): string {
  const { valleyVictory } = numbers.actionPoints;
  const { sigel, breckinridge } = numbers.leaders;
  return valleyVictory === 0
    ? ''
    : ` ${sigel.name} wins back ${valleyVictory > 1 ? 'up to ' : ''}${count(valleyVictory, 'point')} if he beats ${breckinridge.name}.`;
}

function battle(numbers: Scenario, event: Event & { type: 'battle' }): string {
  const attacker = leader(numbers, event.attacker);
  const who = event.defender === null ? 'an empty Richmond' : leader(numbers, event.defender);
  const where = event.area === 'richmond' && event.defender !== null ? `${who} in Richmond` : who;
  const sum = event.modifiers.map((modifier) => modifierText(numbers, modifier)).join(', ');
  const die = sum === '' ? `die ${event.die}, no modifiers` : `die ${event.die}, ${sum}: ${withMinus(event.total)}`;
  const least = totalNeeded(numbers);
  const needed = least === null ? '' : `, needs ${withMinus(least)} or more`;
  return `${attacker} attacks ${where}: ${die}${needed}. ${verdict(event)}`;
}

function verdict(event: Event & { type: 'battle' }): string {
  const counter = event.from === 'richmond';
  if (event.result === 'retreat') {
    if (event.area === 'richmond') return 'The defenses give way.';
    return counter ? 'The counterattack succeeds: the area is contested.' : 'The attack succeeds.';
  }
  return counter ? 'The counterattack fails.' : 'The attack fails.';
}

const CHECKS: { readonly [why in CheckFor]: readonly [purpose: string, passed: string, failed: string] } = {
  tma: ['tries a turning movement', 'It succeeds.', 'It fails, and is used up.'],
  cross: ['tries to cross the James', 'He gets across.', 'He fails.'],
  counterattack: ['may counterattack', 'He attacks.', 'He stays in Richmond.'],
  intercept: ['tries to block the way', 'He gets there in time.', 'He’s too late.'],
};

function check(numbers: Scenario, event: Event & { type: 'check' }): string {
  const [purpose, passed, failed] = CHECKS[event.for];
  const needed = event.rating === 1 ? '1' : `${event.rating} or less`;
  return (
    `${leader(numbers, event.leader)} ${purpose}: die ${event.die}, needs ${needed}. ` +
    (event.passed ? passed : failed)
  );
}

function followed(numbers: Scenario, event: Event & { type: 'followed' }): string {
  const lee = leader(numbers, 'lee');
  const to = place(numbers, event.to);
  return event.why === 'intercept'
    ? `${lee} moves from ${place(numbers, event.from)} to ${to}, which is now contested.`
    : `${lee} follows to ${to}, which is now contested.`;
}

export function leader(numbers: Scenario, who: Leader | null): string {
  return who === null ? 'nobody' : numbers.leaders[who].name;
}

export function pointsLeft(points: number): string {
  return count(points, 'Action Point');
}

const REFUSALS = REFUSAL_FILE.sentences;

/** The reason and its paragraph, then what can be done instead, as worded on the buttons. */
export function refusal(numbers: Scenario, { code, rule, facts, instead }: Refusal): string {
  const sentence: FactSentence =
    (REFUSALS as { readonly [code: string]: FactSentence })[code] ?? REFUSALS['not-listed'];
  const leaders = listed(US_LEADERS.map((who) => leader(numbers, who)));
  const areas = listed(AREAS.map((area) => place(numbers, area)));
  const known = Object.entries(facts).map(([key, fact]) => [key, key === 'given' ? fact : nameOf(numbers, fact)]);
  const why = factSentence(
    sentence,
    { ...Object.fromEntries(known), leaders, areas },
    { typed: quoted, where: whereabouts },
  );
  const cited = rule === null ? why : `${why} [${rule}]`;
  return instead.length === 0 ? cited : `${cited} You can ${alternatives(numbers, instead as readonly Order[])}.`;
}

/** The name of the leader or area whose id a fact is; any other fact unchanged. */
function nameOf(numbers: Scenario, fact: Refusal['facts'][string]): Refusal['facts'][string] {
  if (AREAS.some((area) => area === fact)) return place(numbers, fact as Area);
  return LEADERS.some((who) => who === fact) ? leader(numbers, fact as Leader) : fact;
}

function alternatives(numbers: Scenario, orders: readonly Order[]): string {
  const to = (verb: 'move' | 'tma') =>
    orders.flatMap((order) => (order.verb === verb ? [place(numbers, order.to)] : []));
  const attackers = orders.flatMap((order) => (order.verb === 'attack' ? [leader(numbers, order.leader)] : []));
  const ways = [
    ...(attackers.length > 0 ? [`attack with ${listed(attackers, ' or ')}`] : []),
    ...(to('move').length > 0 ? [`march to ${listed(to('move'), ' or ')}`] : []),
    ...(to('tma').length > 0 ? [`turn to ${listed(to('tma'), ' or ')}`] : []),
    ...(orders.some(({ verb }) => verb === 'cross') ? ['cross the James'] : []),
  ];
  // A way can contain an "or" itself, so a comma separates them.
  return listed(ways, ', or ');
}
