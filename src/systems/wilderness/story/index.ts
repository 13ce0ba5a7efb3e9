import type { Story } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import {
  capital,
  count,
  grouped,
  listed,
  oneStop,
  possessive,
  several,
  times,
  withMinus,
} from '../../../kit/plain-english.ts';
import {
  type ChapterDraft,
  firstQuote,
  inChapters,
  Pen,
  type Sayings,
  type Sentence,
  say,
  sentence,
} from '../../../kit/storytelling.ts';
import { sum } from '../../../kit/subsets.ts';
import { POINTS_FOR, unionLead, winnerOf } from '../rules/scoring.ts';
import type { State } from '../state.ts';
import { scenarioOf, type Theatre, unitOf } from '../theatre.ts';
import { type EachSide, type EventOf, otherSide, SIDES, type Side, type UnitId } from '../vocabulary.ts';
import { byPar, datesBetween, ending, leadWords, pointsAndPar } from '../words/game-status.ts';
import { sideAdjective, sideName, unitName, unitWords } from '../words/names.ts';
import {
  battleSayings,
  bluffFacts,
  bluffSayings,
  factsOf,
  firstNames,
  IN_BRACKETS,
  placeName,
  placeWords,
  probes,
} from './battles.ts';
import {
  afterwards,
  CAPITALS,
  type Clash,
  HISTORY,
  type OrderReason,
  type Part,
  partsOf,
  unfoundDummies,
  type WildernessEpisode,
} from './chronicle.ts';

/**
 * The story of a campaign.
 * @param over whether the game has ended. Until then the story has public facts only: battles, found units, claims,
 * points.
 */
export function story(theatre: Theatre, episodes: readonly WildernessEpisode[], over: boolean): Story {
  const last = episodes.at(-1)?.after;
  if (!last) throw new Error('A campaign without its start cannot be told');
  const pen = new Pen(JSON.stringify(episodes.map(({ order }) => (over ? order : order?.verb))));
  const parts = partsOf(theatre, episodes, over);
  const known = new Set<string>();
  const telling = { theatre, pen, over, scenario: last.scenario, quoted: new Set<string>(), near: new Set<Side>() };
  let lead = unionLead(theatre, { scenario: last.scenario, points: scenarioOf(theatre, last.scenario).points });
  const opening = `${pen.say(openings(theatre, last))} ${headStart(theatre, last, lead)}`;
  const told = parts.map((part, index): ChapterDraft => {
    const really = over || index < parts.length - 1 ? historyOf(part, known) : null;
    if (really !== null) known.add(really);
    const before = lead;
    lead = unionLead(theatre, { ...last, points: part.points });
    // The last chapter tells the final score itself.
    const score = index < parts.length - 1 ? sentence(scoreWords(before, lead), 3) : [];
    const lines = [...tellPart(telling, part), ...score];
    return { when: datesBetween(part.first, part.last), lines, really };
  });
  const chapters = [...told, end(theatre, episodes, last, over)];
  return inChapters(headlineOf(theatre, episodes, last, over), opening, chapters);
}

function openings(theatre: Theatre, { scenario }: State): Sayings {
  return [
    [
      scenarioOf(theatre, scenario).turns[0] === 1 &&
        say`In May 1864 Grant went south, and neither army could see what was ahead.`,
      say`Two armies lay hidden across Virginia, and each had to find the other.`,
      say`Grant had the men, Lee knew the country, and both had dummy counters to bluff with.`,
    ],
  ];
}

/** "The game began with the Union 124 points ahead: the par was added to the Union’s score." */
function headStart(theatre: Theatre, { scenario }: State, lead: number): string {
  const { decides, par } = scenarioOf(theatre, scenario);
  const which = lead === par ? 'the par' : `a par of ${withMinus(par)} points`;
  const why = decides === 'total' || par === 0 ? '' : `: ${which} was added to the Union’s score`;
  return `The game began with ${leadWords(lead)}${why}.`;
}

/** "The Union’s lead shrank to 91 points." Leads below 0 are the Confederates’. */
function scoreWords(before: number, now: number): string {
  if (now === 0) return before === 0 ? 'The score stayed level.' : 'The score was level.';
  const side = now > 0 ? 'union' : 'confederate';
  const size = count(Math.abs(now), 'point');
  if (before * now <= 0) return `The ${sideName(side)} went ahead by ${size}.`;
  const change = before === now ? 'stayed at' : Math.abs(now) > Math.abs(before) ? 'grew to' : 'shrank to';
  return `${possessive(`The ${sideName(side)}`)} lead ${change} ${size}.`;
}

/** The historical event of a part's days, unless an earlier part has told it. */
function historyOf({ first, last }: Part, known: ReadonlySet<string>): string | null {
  return HISTORY.find(({ turns: [from, to], text }) => from <= last && to >= first && !known.has(text))?.text ?? null;
}

/** Context for telling a chapter, with what earlier chapters have told. */
interface Telling {
  readonly theatre: Theatre;
  readonly pen: Pen;
  readonly over: boolean;
  readonly scenario: string;
  readonly quoted: Set<string>;
  /** Sides that, as earlier chapters told, came near the enemy's capital. */
  readonly near: Set<Side>;
}

function tellPart({ theatre, pen, over, scenario, quoted, near }: Telling, part: Part): Sentence[] {
  const weight = ({ lost }: Clash) => lost.union + lost.confederate;
  const settled = part.clashes.filter(({ isOpen }) => !isOpen).sort((one, other) => weight(other) - weight(one));
  const [greatest, next] = settled;
  const isSettled = settled.length === part.clashes.length;
  const isHardest = isSettled && (!greatest || !next || weight(greatest) > weight(next));
  const quote = firstQuote(part.reasons, quoted, (reason) => deedOf(theatre, reason, over));
  const [bluff] = [...part.bluffs].sort((one, other) => other.strength - one.strength);
  const battle = greatest ? pen.say(battleSayings(factsOf(theatre, greatest, part.clashes.length, isHardest))) : null;
  return [
    ...(battle === null || part.clashes.length > 1 ? sentence(losses(part), 3) : []),
    ...sentence(battle, 3),
    ...(bluff ? sentence(pen.say(bluffSayings(bluffFacts(theatre, bluff))), 2) : []),
    ...probes(theatre, part, bluff),
    ...closedIn(part, over, near),
    ...fallen(theatre, part),
    ...claims(theatre, part, scenario),
    ...(quote ? sentence(oneStop(`“${quote.text},” wrote ${quote.by} before ${quote.deed}.`), 1) : []),
  ];
}

/**
 * "the Union’s probe near Mine Run": the order that a quotation was about; `null` for orders whose reasons are not
 * quoted, such as secret orders while the game goes on. It says "order to attack" because the attack may have been
 * called off.
 */
function deedOf(theatre: Theatre, { order, side }: OrderReason, over: boolean): string | null {
  const whose = possessive(`the ${sideName(side)}`);
  switch (order?.verb) {
    case 'attack':
    case 'charge':
    case 'hasty':
      return `${whose} order to attack ${placeName(theatre, order.target)}`;
    case 'probe':
      return `${whose} probe ${placeWords(theatre, order.target)}`;
    case 'claim':
      return `${whose} claim ${placeWords(theatre, order.hex)}`;
    case 'move':
    case 'rail':
    case 'sea': {
      const to = placeName(theatre, order.to).replace(/^near/, 'a hex near');
      return over ? `${whose} ${order.verb === 'move' ? 'march' : 'move'} to ${to}` : null;
    }
    default:
      return null;
  }
}

function losses(part: Part): string {
  const { clashes, charges, lost } = part;
  if (clashes.length === 0)
    return `${charges > 0 ? `Only the cavalry fought, ${times(charges)}.` : 'No battle was fought.'}${gains(part)}`;
  const battles = capital(several(clashes.length, 'battle'));
  if (lost.union + lost.confederate === 0)
    return `${battles}, and no strength points lost${clashes.some(({ isOpen }) => isOpen) ? ' so far' : ''}.`;
  const confederate = lost.union > 0 && lost.confederate > 0 ? String(lost.confederate) : amount(lost.confederate);
  return `${battles} cost the Union ${amount(lost.union)} and the Confederates ${confederate}.`;
}

function amount(lost: number): string {
  return lost === 0 ? 'nothing' : count(lost, 'strength point');
}

/** "The Union occupied Strasburg; the Confederates occupied Brandy Station." One side alone would mislead. */
function bothSides(
  verb: string,
  told: readonly (readonly [side: Side, what: string])[],
  weight: Sentence['weight'],
  behind = '',
): Sentence[] {
  const sides = told.map(([side, what]) => `the ${sideName(side)} ${verb} ${what}${behind}`);
  return sides.length === 0 ? [] : [{ text: oneStop(`${capital(sides.join('; '))}.`), weight }];
}

function claims(theatre: Theatre, { claims: all, control }: Part, scenario: string): Sentence[] {
  const { held } = scenarioOf(theatre, scenario);
  const scores = ({ hex }: EventOf<'claimed'>) => held.some(({ hexes }) => hexes.includes(hex));
  const sides = SIDES.flatMap((side) => {
    const own = all.filter((one) => one.side === side && all.findLast(({ hex }) => hex === one.hex) === one);
    // Scoring places come first.
    const ranked = [...own].sort((one, other) => Number(scores(other)) - Number(scores(one)));
    const names = [...new Set(ranked.map(({ hex }) => theatre.hex.get(hex)?.name ?? ''))].filter(Boolean);
    const places = wholeCities(theatre, names, (hex) => control[hex] === side);
    return places.length === 0 ? [] : [[side, firstNames(places, 'other place')] as const];
  });
  return bothSides('occupied', sides, all.some(scores) ? 3 : 2);
}

/** " Holding places and cutting railroads brought the Union 21 points; holding places brought the Confederates 6." */
function gains({ scored }: Part): string {
  const own = (side: Side) => scored.filter((one) => one.side === side);
  const sources = (side: Side) => listed([...new Set(own(side).flatMap(({ why }) => why.split(', ').map(sourceOf)))]);
  const scorers = SIDES.filter((side) => own(side).length > 0);
  const points = (side: Side) => sum(own(side).map((one) => one.points));
  const whose = (side: Side) =>
    `the ${sideName(side)} ${side === scorers[0] ? count(points(side), 'point') : points(side)}`;
  const told = grouped(scorers, sources).map(([what, sides]) => `${what} brought ${listed(sides.map(whose))}`);
  return told.length === 0 ? '' : ` ${capital(told.join('; '))}.`;
}

/**
 * The source of a scored item: "holding places" for "Front Royal 1", "cutting railroads" for "Danville railroad cut 3".
 */
function sourceOf(item: string): string {
  if (item.includes('garrison')) return `finding ${item.replace('garrison is', 'garrison')}`;
  if (/ cut \d+$/.test(item)) return 'cutting railroads';
  return item.startsWith(POINTS_FOR.north) ? `keeping ${POINTS_FOR.north}` : 'holding places';
}

/** A city of two hexes by its name where a side holds both in the end, or as a part. */
function wholeCities(theatre: Theatre, names: readonly string[], isHeld: (hex: HexId) => boolean): string[] {
  const places = names.map((name) => {
    const city = name.replace(IN_BRACKETS, '');
    const both = theatre.places.filter((place) => place.name.replace(IN_BRACKETS, '') === city);
    return both.every(({ hex }) => isHeld(hex)) || city === name ? city : `part of ${city}`;
  });
  return [...new Set(places)];
}

/** "Union troops came close to Richmond.", once per side. During the game it says "counters", which may be dummies. */
function closedIn({ closedIn: sides }: Part, over: boolean, near: Set<Side>): Sentence[] {
  const told = SIDES.filter((side) => sides.has(side) && !near.has(side));
  for (const side of told) near.add(side);
  const troops = over ? 'troops' : 'counters';
  const [first, second] = told.map((side) => [`${sideAdjective(side)} ${troops}`, CAPITALS[otherSide(side)]] as const);
  if (!first) return [];
  return [
    { text: `${first[0]} came close to ${first[1]}${second ? `, ${second[0]} to ${second[1]}` : ''}.`, weight: 2 },
  ];
}

function fallen(theatre: Theatre, part: Part): Sentence[] {
  const told = SIDES.flatMap((side) => {
    const own = part.fallen.filter((unit) => sideOf(theatre, unit) === side);
    const names = own.map((unit) => wholeName(theatre, unit));
    return own.length === 0 ? [] : [[side, firstNames(names, 'other unit')] as const];
  });
  return bothSides('lost', told, 3, ' for good');
}

function sideOf(theatre: Theatre, unit: UnitId): Side {
  return theatre.fort.get(unit)?.side ?? unitOf(theatre, unit).side;
}

/** "Mahone’s division", not "Mahone" alone, which would be the man; "the fortifications of Washington". */
function wholeName(theatre: Theatre, id: UnitId): string {
  const unit = theatre.unit.get(id);
  const isDivision = unit?.kind === 'infantry' && unit.side === 'confederate' && unit.inSentences === undefined;
  return isDivision
    ? `${possessive(unitName(theatre, id))} division`
    : unitWords(theatre, id).replace('fortification at', 'fortifications of');
}

/** The last chapter. Once the game is over, it tells of dummies that were never found. */
function end(theatre: Theatre, episodes: readonly WildernessEpisode[], last: State, over: boolean): ChapterDraft {
  const result = ending(theatre, last);
  const [, lastTurn] = scenarioOf(theatre, last.scenario).turns;
  const toGo = lastTurn - last.turn;
  const when = result ? `The end, turn ${last.turn}` : `Turn ${last.turn}`;
  const turns = toGo === 0 ? 'In the last turn' : `With ${count(toGo, 'turn')} to go`;
  const broken = over ? ` the campaign was broken off with ${leadWords(unionLead(theatre, last))}` : '';
  const text = result ? result.reason : `${turns}${broken}: ${pointsAndPar(theatre, last)}.`;
  return {
    when,
    lines: [{ text, weight: 3 }, ...prizes(theatre, last), ...(over ? neverFound(theatre, episodes) : [])],
    really: result ? afterwards(last.turn) : null,
  };
}

/** Points per turn from which a place counts as decisive. */
const PRIZE = 10;

/** Explains the score by the holders of the decisive places. */
function prizes(theatre: Theatre, { control, scenario }: State): Sentence[] {
  const told = SIDES.flatMap((side) => {
    const own = scenarioOf(theatre, scenario).held.filter(
      (place) => place[side] >= PRIZE && place.hexes.every((hex) => control[hex] === side),
    );
    const names = own.map((place) => `${place.name} (${place[side]} points a turn)`);
    return own.length === 0 ? [] : [[side, listed(names)] as const];
  });
  return bothSides('held', told, 3);
}

/** Tells of dummies that were never found, the most successful one first. */
function neverFound(theatre: Theatre, episodes: readonly WildernessEpisode[]): Sentence[] {
  const unfound = unfoundDummies(theatre, episodes);
  const [best] = unfound;
  if (!best) return [{ text: 'Every dummy counter was found out.', weight: 2 }];
  if (best.turns > 0) {
    const turns = (episodes.at(-1)?.after.turn ?? 0) - (episodes[0]?.after.turn ?? 0) + 1;
    const long = best.turns === turns && turns > 1 ? `all ${several(turns, 'turn')}` : several(best.turns, 'turn');
    const text = `A ${sideAdjective(best.side)} dummy, a counter without troops, stood near the enemy for ${long} and was never found out.`;
    return [{ text, weight: 3 }];
  }
  const bySide = grouped(unfound, ({ side }) => sideAdjective(side)).map(([whose, own]) =>
    several(own.length, `${whose} dummy`, `${whose} dummies`),
  );
  const all = `${capital(listed(bySide))} ${unfound.length === 1 ? 'was' : 'were'} never found out.`;
  return [{ text: all, weight: 2 }];
}

/** Least losses, in strength points, for a headline that Lee's army is worn down. */
const WORN = 10;

function isWorn({ lost: { union, confederate } }: State): boolean {
  return confederate >= WORN && confederate > union;
}

/** The most valuable place that a side has gained since the start; `null` if none is worth a headline. */
function taken(theatre: Theatre, { control: before }: State, { control, scenario }: State, side: Side): string | null {
  const [first] = scenarioOf(theatre, scenario)
    .held.filter(
      ({ hexes }) => hexes.every((hex) => control[hex] === side) && hexes.some((hex) => before[hex] !== side),
    )
    .sort((one, other) => other[side] - one[side]);
  return first && first[side] >= NAMED ? first.name : null;
}

/** Least points per turn of a place named in a headline. */
const NAMED = 2;

const COMMANDERS: EachSide<string> = { union: 'Grant', confederate: 'Lee' };

/** A newspaper headline about the place taken, or about the result. */
function headlineOf(theatre: Theatre, episodes: readonly WildernessEpisode[], last: State, over: boolean): string {
  const lead = unionLead(theatre, last);
  const par = byPar(theatre, last.scenario);
  if (!last.over)
    return `Grant against Lee${over ? ', left unfinished' : ` in turn ${last.turn}`}: ${leadWords(lead)}${par}`;
  const winner = winnerOf(theatre, last);
  const isTotal = scenarioOf(theatre, last.scenario).decides === 'total';
  const { union, confederate } = last.points;
  const score = isTotal
    ? `${Math.max(union, confederate)} to ${Math.min(union, confederate)}`
    : `by ${count(Math.abs(lead), 'point')}${par}`;
  const isFought = last.lost.union + last.lost.confederate > 0;
  if (winner === null) {
    const close = isTotal ? `, ${score}` : '';
    return `${isFought ? 'Grant and Lee fight each other to a draw' : 'Neither Grant nor Lee wins in Virginia'}${close}`;
  }
  const takenBy = (side: Side) => taken(theatre, episodes[0]?.after ?? last, last, side);
  const [gained, lost] = [takenBy(winner), takenBy(otherSide(winner))];
  const who = COMMANDERS[winner];
  if (gained === CAPITALS.confederate && winner === 'union') return `Richmond falls, and Grant wins ${score}`;
  if (gained !== null) return `${who} takes ${gained} and wins ${score}`;
  if (lost === CAPITALS.confederate && winner === 'confederate')
    return `Grant takes Richmond at too high a price, and Lee wins ${score}`;
  if (lost !== null) return `${COMMANDERS[otherSide(winner)]} takes ${lost}, but ${who} wins ${score}`;
  if (!isFought) return `${who} wins in Virginia without a battle, ${score}`;
  if (winner === 'confederate') return `Lee holds Grant off in Virginia and wins ${score}`;
  return isWorn(last)
    ? `Grant wears Lee down in Virginia and wins ${score}`
    : `Grant comes out ahead of Lee in Virginia, ${score}`;
}
