import REFUSALS from '../../../../assets/sam-grant/refusals.json' with { type: 'json' };
import type { Ending } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexBriefly, hexLabel } from '../../../kit/hex/hex-names.ts';
import { atMost, capital, compact, count, grouped, listed, shortened, withMinus } from '../../../kit/plain-english.ts';
import { sum } from '../../../kit/subsets.ts';
import { partOf } from '../rules/moment.ts';
import { usaMargin } from '../rules/victory.ts';
import type { State } from '../state.ts';
import { type Block, blockOf, type City, lastTurnOf, type Theatre, yearOf } from '../theatre.ts';
import { holderOf, type StackView, type View } from '../view.ts';
import { type BlockId, isSide, otherSide, SIDES, type Side } from '../vocabulary.ts';
import {
  actionsLeft,
  blockName,
  blockNames,
  cardInWords,
  cardName,
  FRONT_NAMES,
  KIND_NAMES,
  offerOf,
  sideBlocks,
  sideName,
  sidePeople,
  turnName,
} from './names.ts';

const PHASES = REFUSALS.tables.phase;

export const OVERVIEW_LEGEND = [
  'On a block: how many there are. Thick red edge: out of supply. On a plate: taken.',
  { usa: 'Union city', csa: 'Confederate city. After a name: its points; small: 1 point.' },
] as const;

/** "Your hand: 1, 2, Supply 2  ·  Played: Union 3  ·  Confederates –" */
export function cardsLine(view: View): string {
  const { viewer, hands } = view;
  const hand = isSide(viewer) && `Your hand: ${hands[viewer]?.map(cardName).join(', ') || 'empty'}`;
  return compact(hand, `Played: ${cardsPlayed(view, '–').join('  ·  ')}`).join('  ·  ');
}

/** "Union 3, Supply 2", "Confederates none" */
export function cardsPlayed({ played }: View, none = 'none'): readonly string[] {
  return SIDES.map((side) => `${sideName(side)} ${played[side].map(cardName).join(', ') || none}`);
}

export const BEFORE_TURNS = 'before the first game-turn';

/**
 * "Game-turn 3 of 6, May–June", "Before 1863", "Game-turn 9 of 18, May–June 1863".
 * In the war of both theatres: "West, game-turn 9 of 18, …".
 */
export function when(theatre: Theatre, { turn, phase }: Pick<View, 'turn' | 'phase'>): string {
  const { years, half } = theatre.scenario;
  const year = years[yearOf(theatre, phase === 'cut' ? turn + 1 : turn)];
  const now = `game-turn ${turn} of ${lastTurnOf(theatre)}, ${turnName(theatre, turn, year)}`;
  const words = turn === 0 ? BEFORE_TURNS : phase === 'cut' ? `before ${year}` : now;
  return (half ? `${FRONT_NAMES[half]}, ${words}` : capital(words)).slice(0, 60);
}

/** Whether a sudden victory ended the game with game-turns left [10.2]. */
export function endedEarly(theatre: Theatre, { result, turn }: Pick<State, 'result' | 'turn'>): boolean {
  return result?.sudden === true && turn < lastTurnOf(theatre);
}

export function ending(theatre: Theatre, state: State, margin = usaMargin(theatre, state)): Ending | null {
  const { result } = state;
  if (!result) return null;
  const headline = `${capital(levelWords(result.level))}.`;
  const who = margin === 0 ? 'The sides' : capital(sidePeople(margin > 0 ? 'usa' : 'csa'));
  const points = count(Math.abs(margin), 'point');
  const { usaMargin: most, csaMargin } = theatre.scenario.victory.suddenDeath;
  const reason = result.city
    ? `${capital(sidePeople(result.winner ?? 'usa'))} held ${cityName(theatre, result.city)} at the end of game-turn ${state.turn}, and that wins at once.`
    : endedEarly(theatre, state)
      ? `${who} led by ${points} at the end of game-turn ${state.turn}, and a lead of ${margin > 0 ? most : csaMargin} at the end of a game-turn wins at once.`
      : `${who} ended ${margin === 0 ? 'level' : `${points} ahead`}${neededWords(theatre, margin, result.level)}.`;
  return { headline, reason };
}

function cityName({ city }: Theatre, hex: HexId): string {
  return city.get(hex)?.name ?? hex;
}

/** "Union margin −11; at the end of this game-turn −12 loses, 20 wins"; in Winter "8 wins, 3 draws" [10.2]. */
function marginWords(
  theatre: Theatre,
  { turn, margin, result, phase }: Pick<View, 'turn' | 'margin' | 'result' | 'phase'>,
  end = `the end of ${phase === 'cut' ? 'a' : 'this'} game-turn`,
): string {
  const now = `Union margin ${withMinus(margin)}`;
  if (result) return now;
  const { suddenDeath } = theatre.scenario.victory;
  const { wins, draws } = leastMargins(theatre);
  return turn === lastTurnOf(theatre)
    ? `${now}; at ${end} ${withMinus(wins)} wins, ${withMinus(draws)} draws`
    : `${now}; at ${end} ${withMinus(-suddenDeath.csaMargin)} loses, ${suddenDeath.usaMargin} wins`;
}

/** The least margins with which the Union wins and draws after the last Winter [10.2]. */
function leastMargins({ scenario: { victory } }: Theatre): { readonly wins: number; readonly draws: number } {
  const least = (is: (result: string) => boolean) =>
    victory.levels.findLast(({ result }) => is(result))?.usaMarginAtLeast ?? 0;
  return { wins: least((result) => result.startsWith('USA')), draws: least((result) => !result.startsWith('CSA')) };
}

/** "the Union is 3 points ahead"; afterwards "was" */
export function leadWords(margin: number, past = false): string {
  const [is, are] = past ? ['was', 'were'] : ['is', 'are'];
  if (margin === 0) return `the sides ${are} level`;
  const lead = count(Math.abs(margin), 'point');
  return margin > 0 ? `the Union ${is} ${lead} ahead` : `the Confederates ${are} ${lead} ahead`;
}

/** "a decisive Union victory" */
export function levelWords(level: string): string {
  const side = level.startsWith('USA') ? 'Union' : level.startsWith('CSA') ? 'Confederate' : null;
  if (side === null) return 'a drawn game';
  return level.endsWith('decisive') ? `a decisive ${side} victory` : `a ${side} victory`;
}

/** Explains a surprising result: ", but needed to be at least 8 points ahead to win". */
export function neededWords(theatre: Theatre, margin: number, level: string): string {
  const { wins, draws } = leastMargins(theatre);
  const [won, drawn] = [level.startsWith('USA'), !level.startsWith('CSA')];
  if (margin < 0) {
    if (!drawn) return '';
    return won
      ? `, but the Union wins if it’s ${leastWords(wins)}`
      : `, but it’s a draw if the Union is ${leastWords(draws)}`;
  }
  if (won) return margin === 0 ? ', and the Union needs no lead to win' : '';
  const toWin = `${leastWords(wins)} to win`;
  const needed = drawn ? toWin : `${leastWords(draws)} for a draw, and ${toWin}`;
  return `, but ${margin === 0 ? 'the Union ' : ''}needed to be ${needed}`;
}

/** The least margin that suffices: "at least 8 points ahead", "at least level", "at most 4 points behind". */
function leastWords(margin: number): string {
  if (margin === 0) return 'at least level';
  return margin > 0 ? `at least ${count(margin, 'point')} ahead` : `at most ${count(-margin, 'point')} behind`;
}

/** The phases as an activity. */
const DOING: { readonly [phase in View['phase']]: string } = {
  cut: 'cutting the deck',
  cards: 'choosing cards',
  supply: 'Supply cards',
  actions: 'actions',
  battles: 'battles',
  attrition: 'supply',
  exchange: 'exchange of prisoners',
  over: 'over',
};

/** "Game-turn 3 of 6, May–June: actions, waiting for the Union. Union margin −4; …" */
export function summary(theatre: Theatre, view: View): string {
  const { phase, deciding, actions } = view;
  const awaited = deciding.length === 0 ? '' : `, waiting for ${listed(deciding.map(sidePeople))}`;
  const left = phase === 'actions' ? `, ${actionsLeft(actions.left)}` : '';
  const doing = phase === 'over' && !view.result ? 'played' : DOING[phase];
  return `${when(theatre, view)}: ${doing}${awaited}${left}. ${marginWords(theatre, view)}.`;
}

/** A short summary for pictures: "Game-turn 3, May–Jun. Union margin −4; at its end −12 loses, 20 wins." */
export function pictureLine(theatre: Theatre, view: View): string {
  const { turn, phase } = view;
  if (phase === 'cut')
    return `${turn === 0 ? 'Before game-turn 1' : when(theatre, view)}. ${marginWords(theatre, view, 'a turn’s end')}.`;
  const name = turnName(theatre, turn, theatre.scenario.years[yearOf(theatre, turn)]);
  const [, season = name] = /\((.+)\)$/.exec(name) ?? [];
  const months = season.replace(/^(\p{L}{3})\p{L}*–(\p{L}{3})\p{L}*(?= \d+$|$)/u, '$1–$2');
  return `Game-turn ${view.turn}, ${months}. ${marginWords(theatre, view, 'its end')}.`;
}

/** "Points: 4 for the Union (Nashville 4), 3 for the Confederates (Columbus KY 1, time 2)." [10.1] */
export function pointsLine(theatre: Theatre, view: View): string {
  const { bragg } = theatre.scenario;
  const others: { readonly [side in Side]: readonly Scored[] } = {
    usa: view.bragg && bragg ? [{ name: 'Bragg', points: bragg.points }] : [],
    csa: view.turn > 0 ? [{ name: 'time', points: view.time }] : [],
  };
  const sides = SIDES.map((side) => {
    const scored = [...citiesOf(theatre, view, side).taken, ...others[side]];
    const parts = scored.map(({ name, points }) => `${name} ${points}`).join(', ');
    const total = sum(scored.map(({ points }) => points));
    return `${total} for ${sidePeople(side)}${parts === '' ? '' : ` (${parts})`}`;
  });
  return `Points: ${sides.join(', ')}.`;
}

type Scored = Pick<City, 'name' | 'points'>;

/**
 * Cities with points, most points first: those that a side has taken, its own that it holds, its own that are fought
 * for.
 */
export function citiesOf(
  theatre: Theatre,
  view: View,
  side: Side,
): Record<'taken' | 'own' | 'foughtFor', readonly City[]> {
  const scoring = [...theatre.city.values()].filter(({ points }) => points > 0).sort((a, b) => b.points - a.points);
  const held = (holder: Side | null, home: Side) =>
    scoring.filter(({ hex }) => theatre.home.get(hex) === home && holderOf(theatre, view, hex) === holder);
  return { taken: held(side, otherSide(side)), own: held(side, side), foughtFor: held(null, side) };
}

export function handLines({ viewer, hands, chosen }: View): readonly string[] {
  if (!isSide(viewer)) return [];
  const card = chosen[viewer];
  return compact(
    `Your hand: ${listed((hands[viewer] ?? []).map(cardName)) || 'empty'}.`,
    card !== null && card !== 'face down' && `You have chosen ${cardInWords(card)}.`,
  );
}

export function stackWords(
  theatre: Theatre,
  { hex, count: number, known, supplied }: StackView,
  isNamed: boolean,
): string {
  const faces = isNamed ? known.map(({ id, steps }) => `${blockName(theatre, id)} ${steps}`) : [];
  const cut = supplied ? '' : ', out of supply';
  return `${hexLabel(theatre, hex)}: ${number}${faces.length > 0 ? ` (${faces.join(', ')})` : ''}${cut}`;
}

/** Shortens a line to as many of its parts, separated by ";", as fit. */
export function clauses(words: string, room: number): string {
  if (words.length <= room) return words;
  const end = words.lastIndexOf(';', room - 1);
  return end < 0 ? '' : `${words.slice(0, end)}.`;
}

/** The agenda: a line for each thing that waits to be done [14.2]. */
export function agenda(theatre: Theatre, view: View): readonly string[] {
  const { phase, deciding, battle, offer } = view;
  const lines: string[] = [];
  if (phase !== 'over') {
    const where = battle ? ` at ${hexLabel(theatre, battle.hex)}` : '';
    const asked = PHASES[partOf(view)].replace(/, or end .*/, '');
    lines.push(`${listed(deciding.map((side) => `**${sideName(side)}**`))}: ${asked}${where}.`);
  }
  const coming = view.stacks.filter(({ hex, entries }) => entries.length > 0 && hex !== battle?.hex);
  const [only, another] = coming;
  if (only && !another) {
    const from = only.entries.map(([hex, number]) => `${sideBlocks(number, only.side)} from ${hex}`);
    lines.push(`Upcoming battle at ${hexLabel(theatre, only.hex)}: ${listed(from)}.`);
  }
  if (another)
    lines.push(`Upcoming battles: ${atMost([...new Set(coming.map(({ hex }) => hexBriefly(theatre, hex)))], 4)}.`);
  if (offer) lines.push(`${offerOf(offer.by, blockNames(theatre, offer.give), blockNames(theatre, offer.take))}.`);
  const cut = view.stacks.filter(({ supplied }) => !supplied);
  const hexes = cut.map(({ hex }) => hexBriefly(theatre, hex));
  // The picture always marks blocks out of supply; only in this phase do they lose steps.
  if (cut.length > 0 && phase === 'attrition') lines.push(`Out of supply: ${atMost(hexes, 5)}.`);
  return lines.slice(0, 8).map((line) => shortened(line, 110));
}

/** A line for each game-turn with reinforcements [5.11]: "Game-turn 3: Ricketts (infantry 4, 1408 Alexandria)". */
export function dueLines(theatre: Theatre, due: readonly BlockId[], side: Side): readonly string[] {
  const blocks = due.map((id) => blockOf(theatre, id)).filter((block) => block.side === side);
  const inOrder = blocks.sort((a, b) => (a.comes?.turn ?? 0) - (b.comes?.turn ?? 0) || a.index - b.index);
  const words = ({ id, kind, full, comes }: Block) =>
    `${blockName(theatre, id)} (${KIND_NAMES[kind]} ${full}, ${hexLabel(theatre, comes?.hex ?? '')})`;
  return grouped(inOrder, ({ comes }) => `Game-turn ${comes?.turn}`).map(
    ([when, some]) => `${when}: ${some.map(words).join(', ')}`,
  );
}
