import type { RuleTopic } from '../../../game/index.ts';
import { hexBriefly } from '../../../kit/hex/hex-names.ts';
import { capital, grouped, listed, numberWord, ordinal, withMinus } from '../../../kit/plain-english.ts';
import { sum } from '../../../kit/subsets.ts';
import { type City, lastTurnOf, type Theatre } from '../theatre.ts';
import { CARDS, isSupply, KINDS, otherSide, SIDES } from '../vocabulary.ts';
import { dueLines, levelWords } from './game-status.ts';
import { blockName, cardName, facesUpTo, KIND_NAMES, sideAdjective, sideName, sidePeople } from './names.ts';

/** Replaces placeholders such as `{cities}` in a topic of the rulebook by facts from the game's data. */
export function withFacts(theatre: Theatre, topic: RuleTopic): RuleTopic {
  const text = topic.text.replace(/\{(\w+)\}/g, (whole, name: string) => FACTS[name]?.(theatre) ?? whole);
  return { ...topic, text };
}

const FACTS: { readonly [name: string]: (theatre: Theatre) => string } = {
  deck: deckWords,
  turns: (theatre) => numberWord(lastTurnOf(theatre)),
  winter: (theatre) => ordinal(lastTurnOf(theatre)),
  hand: ({ scenario }) => numberWord(scenario.hand),
  undealt: (theatre) => numberWord(cardsIn(theatre) - 2 * theatre.scenario.hand),
  blocks: kindLines,
  headquarters: (theatre) => {
    const all = theatre.blocks.filter(({ kind }) => kind === 'hq');
    return listed(all.map(({ id, start }) => `${blockName(theatre, id)} at ${placeOf(theatre, start)}`));
  },
  forced: ({ rules }) => facesUpTo(rules.forcedMarchLoss),
  fortresses: (theatre) => placesWith(theatre, ({ fortress }) => fortress === true),
  unionSources: (theatre) => placesWith(theatre, ({ source }) => source === 'usa'),
  confederateSources: (theatre) => placesWith(theatre, ({ source }) => source === 'csa'),
  bragg: ({ scenario }) => `${scenario.bragg?.points ?? 0}`,
  reinforcements: reinforcementLines,
  gateways: gatewayLines,
  time: ({ scenario }) => `${scenario.victory.timePoints}`,
  cities: cityLines,
  sudden: suddenLine,
  levels: (theatre) =>
    levelParts(theatre)
      .map((words) => `- ${words}`)
      .join('\n'),
};

function cardsIn({ scenario }: Theatre): number {
  return sum(Object.values(scenario.deck));
}

/** "25 cards: six 1s, three Supply 2 and two Supply 3" [3.1] */
function deckWords(theatre: Theatre): string {
  const { deck } = theatre.scenario;
  const kinds = CARDS.filter((card) => deck[card] > 0).map(
    (card) => `${numberWord(deck[card])} ${cardName(card)}${isSupply(card) ? '' : 's'}`,
  );
  return `${cardsIn(theatre)} cards: ${listed(kinds)}`;
}

/** A heading for each side, then a line for each game-turn [5.11]. */
function reinforcementLines(theatre: Theatre): string {
  const { years, turnNames } = theatre.scenario;
  // The first year's reinforcements stand in the topic of the year; the campaign's has the later ones.
  const since = years.length > 0 ? turnNames.length : 0;
  const due = theatre.blocks.filter(({ comes }) => comes && comes.turn > since).map(({ id }) => id);
  return SIDES.map((side) => `**${sideName(side)}**\n${dueLines(theatre, due, side).join('\n')}`).join('\n');
}

/** "- Union: 2501 Cincinnati and 0525 Cumberland" [20.3] */
function gatewayLines(theatre: Theatre): string {
  return SIDES.map((side) => {
    const pairs = [...theatre.scenario.gateways[side]];
    const names = pairs.map(([west, east]) => `${hexBriefly(theatre, west)} and ${hexBriefly(theatre, east)}`);
    return `- ${sideName(side)}: ${names.join('; ')}`;
  }).join('\n');
}

/** Margins that decide the game before Winter, and capitals [10.2, 10.4]. */
export function suddenLine(theatre: Theatre): string {
  const { victory, capitals } = theatre.scenario;
  const { usaMargin, csaMargin } = victory.suddenDeath;
  const margins = `At the end of any game-turn a Union margin of ${usaMargin} or more wins at once for the Union, and one of ${withMinus(-csaMargin)} or less for the Confederates.`;
  if (capitals.length === 0) return margins;
  const names = capitals.map((hex) => {
    const home = theatre.home.get(hex) ?? 'usa';
    return `${placeOf(theatre, hex)} for ${sidePeople(otherSide(home))}`;
  });
  return `${margins} The enemy’s capital wins at once as well: ${listed(names)}. If both have fallen, neither counts.`;
}

/** "- Artillery: A2, speed 2" [1.3] */
function kindLines({ blocks }: Theatre): string {
  const lines = KINDS.flatMap((kind) => {
    const block = blocks.find((one) => one.kind === kind);
    return block ? [`- ${capital(KIND_NAMES[kind])}: ${block.letter}${block.hits}, speed ${block.speed}`] : [];
  });
  return lines.join('\n');
}

function placeOf(theatre: Theatre, hex: string): string {
  return hexBriefly(theatre, hex).replace(/^\d+ /, '');
}

function placesWith(theatre: Theatre, has: (city: City) => boolean): string {
  return listed([...theatre.city.values()].filter(has).map(({ hex }) => placeOf(theatre, hex)));
}

/** "4: Nashville (3), Memphis (3)": for each side the cities it scores, by points, each with its value [10.1]. */
function cityLines(theatre: Theatre): string {
  const cities = [...theatre.city.values()].filter(({ points, value }) => points + value > 0);
  const lines = SIDES.flatMap((side) => {
    const own = cities.filter(({ hex }) => theatre.home.get(hex) === side).sort((a, b) => b.points - a.points);
    const by = grouped(own, ({ points }) => (points > 0 ? `${points}` : 'No points'));
    const heading = `**${sideAdjective(side)} cities, which score for ${sidePeople(otherSide(side))}**`;
    return [
      heading,
      ...by.map(
        ([worth, some]) =>
          `${worth}: ${some.map(({ hex, value }) => `${placeOf(theatre, hex)} (${value})`).join(', ')}`,
      ),
    ];
  });
  return lines.join('\n');
}

/** "8 to 12: a Union victory": results by margin after Winter [10.2]. */
export function levelParts({ scenario }: Theatre): readonly string[] {
  const { levels } = scenario.victory;
  return levels.map(({ usaMarginAtLeast: least, result }, at) => {
    const above = levels[at - 1]?.usaMarginAtLeast;
    const from = withMinus(least);
    if (above === undefined) return `${from} or more: ${levelWords(result)}`;
    const to = withMinus(above - 1);
    const isLast = at === levels.length - 1;
    return `${isLast ? `${to} or less` : from === to ? from : `${from} to ${to}`}: ${levelWords(result)}`;
  });
}
