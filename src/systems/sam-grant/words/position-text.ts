import type { Framing, LastOrder, RosterPart } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexBriefly, hexLabel } from '../../../kit/hex/hex-names.ts';
import { altList, altText, capital, compact, count, grouped, listed } from '../../../kit/plain-english.ts';
import { sum } from '../../../kit/subsets.ts';
import { startsOf } from '../rules/movement/group-move.ts';
import { canActivate, hqOf, modesOpen } from '../rules/movement/strategic-move.ts';
import { buildable, sitesFor } from '../rules/supply/builds.ts';
import { isHex, type State } from '../state.ts';
import { type Block, blockOf, type City, lastTurnOf, type Theatre } from '../theatre.ts';
import type { TwoTheatres } from '../two-theatres.ts';
import {
  type BlockView,
  holderOf,
  playing,
  positionFromView,
  type StackView,
  type View,
  type WarView,
} from '../view.ts';
import { CARDS, type Event, FRONTS, isSide, type Mode, otherSide, SIDES, type Side } from '../vocabulary.ts';
import {
  agenda,
  cardsPlayed,
  citiesOf,
  clauses,
  dueLines,
  handLines,
  pointsLine,
  stackWords,
  summary,
  when,
} from './game-status.ts';
import {
  blockName,
  blockNames,
  cardName,
  FRONT_NAMES,
  KIND_NAMES,
  MODE_WORDS,
  sideAdjective,
  sideName,
  sidePeople,
} from './names.ts';
import { faceDownWords, promptOf } from './questions.ts';
import { levelParts, suddenLine } from './rule-facts.ts';
import { lostIn, tell } from './sentences.ts';

/** The whole position, for members who don't see the picture. */
export function positionText(theatre: Theatre, view: View): string {
  return compact(
    summary(theatre, view),
    agenda(theatre, view),
    nowLines(theatre, view),
    winLines(theatre, view),
    lossLine(theatre, view),
    cardLines(theatre, view),
    riverLine(theatre, view),
    SIDES.flatMap((side) => stackLines(theatre, view, side)),
    SIDES.map((side) => dueLine(theatre, view, side)),
  ).join('\n');
}

/** The theatre that is not played now: points, and how many blocks are where. `/units` names them. */
function briefPositionText(theatre: Theatre, view: View): string {
  const stacks = view.stacks.map((stack) => ({ ...stack, known: [] }));
  const lines = SIDES.flatMap((side) => stackLines(theatre, { ...view, stacks }, side));
  return compact(`**${when(theatre, view)}**`, pointsLine(theatre, view), lines).join('\n');
}

/** The question to the viewer's side, and its possible orders. */
function nowLines(theatre: Theatre, view: View): string[] {
  const { viewer, deciding, phase } = view;
  if (!isSide(viewer) || phase === 'over') return [];
  const guess = positionFromView(theatre, view, viewer);
  const faceDown = faceDownWords(theatre, guess, viewer);
  if (!deciding.includes(viewer))
    return [faceDown === null ? '**You** have nothing to decide now.' : `**You:** ${faceDown}`];
  return [
    `**You:** ${capital(promptOf(theatre, guess, viewer))}`,
    ...(phase === 'actions' && view.actions.left > 0 ? actionLines(theatre, guess, viewer) : []),
  ];
}

/**
 * The actions that a side can take: from where it can move, how its Supreme HQ can send blocks, and where it can build
 * which.
 */
function actionLines(theatre: Theatre, state: State, side: Side): string[] {
  const starts = state.built ? [] : startsOf(theatre, state, side);
  const modes = state.built ? [] : modesOpen(theatre, state, side);
  const blocks = buildable(theatre, state, side);
  const names = (hexes: readonly HexId[]) => listed(hexes.map((hex) => hexBriefly(theatre, hex)));
  const blockWords = ({ id, kind, full }: Block) => `${blockName(theatre, id)} (${KIND_NAMES[kind]} ${full})`;
  const buildLine = (some: readonly Block[], sites: readonly HexId[]) =>
    `You can build ${listed(some.map(blockWords), ' or ')}, at ${names(sites)}.`;
  // East of a Mississippi that the Union controls, outside Georgia, a block of one step can't be built [11.2].
  const pools = grouped(blocks, (block) => sitesFor(theatre, state, block).join());
  return compact(
    starts.length > 0 && `You can move blocks from ${names(starts)}.`,
    hqLine(theatre, state, side, modes),
    pools.map(([sites, some]) => buildLine(some, sites.split(','))),
  );
}

/** Names the hex of the Supreme HQ, and says how it can send blocks, or why it can't [5.6]. */
function hqLine(theatre: Theatre, state: State, side: Side, modes: readonly Mode[]): string {
  const hq = hqOf(theatre, side);
  const at = hq && state.blocks[hq.id]?.at;
  if (!hq || at === undefined || !isHex(at)) return 'Your Supreme HQ is not on the map.';
  const who = `Your Supreme HQ is ${blockName(theatre, hq.id)} in ${hexBriefly(theatre, at)}`;
  const ways = listed(
    modes.map((mode) => MODE_WORDS[mode].by),
    ' or ',
  );
  if (modes.length > 0) return `${who}. It can send blocks of any one hex ${ways} and loses a step for it.`;
  const why = canActivate(theatre, state, side) ? '' : ': it needs supply, and a step to spare';
  return `${who}. It can’t send blocks now${why}.`;
}

/** Names the holders of the cities that give the Union the Mississippi [11.2]. */
function riverLine(theatre: Theatre, view: View): string | null {
  const cities = theatre.scenario.mississippi;
  if (cities.length === 0) return null;
  const held = cities.map((hex) => {
    const holder = holderOf(theatre, view, hex);
    return `${hexBriefly(theatre, hex)} ${holder ? `held by ${sidePeople(holder)}` : 'fought for'}`;
  });
  const now = view.river ? 'The Union controls the Mississippi.' : 'The Union doesn’t control the Mississippi.';
  return `${now} For that it must hold all of these as cards are opened: ${listed(held)}. Confederate builds and Supply cards east of the river then bring a step less.`;
}

function winLines(theatre: Theatre, view: View): string[] {
  const { timePoints } = theatre.scenario.victory;
  return [
    `**How to win:** each side scores the cities it takes from the other; the Confederates also get ${count(timePoints, 'point')} a game-turn. The margin after ${theatre.scenario.years.length > 0 ? 'the last ' : ''}Winter, game-turn ${lastTurnOf(theatre)}, decides: ${levelParts(theatre).join('; ')}. ${suddenLine(theatre)}`,
    pointsLine(theatre, view),
  ];
}

/** Prisoners, and steps lost in this game-turn's battles. Both are public [7.9, 7.10]. */
function lossLine(theatre: Theatre, { prisoners, fights }: View): string {
  const lost = SIDES.map((side) => {
    const ids = prisoners[side];
    const names = ids.length > 0 ? ` (${blockNames(theatre, ids, 12)})` : '';
    const steps = sum(fights.map((fight) => lostIn(theatre, fight.steps, side)));
    const now = fights.length > 0 ? `, ${count(steps, 'step')} in this game-turn’s battles` : '';
    return `${sideName(side)} ${ids.length > 0 ? count(ids.length, 'block') : 'no blocks'} captured${names}${now}`;
  });
  return `**Lost:** ${lost.join('; ')}.`;
}

/** Cards that were played, those the viewer holds, and those the viewer has not seen. */
function cardLines(theatre: Theatre, view: View): string[] {
  const { viewer, played, hands, cardsHeld, turn } = view;
  const own = isSide(viewer) ? viewer : null;
  const seen = [...SIDES.flatMap((side) => played[side]), ...(own ? (hands[own] ?? []) : [])];
  const unseen = CARDS.flatMap((card) => {
    const left = theatre.scenario.deck[card] - seen.filter((one) => one === card).length;
    return left > 0 ? [`${left} × ${cardName(card)}`] : [];
  });
  const others = own ? [otherSide(own)] : SIDES;
  const held = others.map((side) => `${sidePeople(side)} hold${side === 'usa' ? 's' : ''} ${cardsHeld[side]}`);
  return compact(
    `**Cards** played: ${cardsPlayed(view).join('; ')}.`,
    handLines(view),
    turn > 0 && `${capital(listed(held))}. Not seen yet, most of them never dealt: ${unseen.join(', ')}.`,
  );
}

function stackLines(theatre: Theatre, { stacks }: View, side: Side): string[] {
  const own = stacks.filter((stack) => stack.side === side);
  const blocks = own.reduce((sum, stack) => sum + stack.count, 0);
  return [
    `**${sideName(side)}**, ${count(blocks, 'block')} on the map:`,
    ...own.map((stack) => `- ${stackWords(theatre, stack, true)}`),
  ];
}

function dueLine(theatre: Theatre, { due }: View, side: Side): string {
  const lines = dueLines(theatre, due, side);
  return lines.length > 0 ? `**${sideAdjective(side)} reinforcements** to come: ${lines.join('; ')}.` : '';
}

/** Everything a viewer may know of each side: blocks by hex, hand, pool, reinforcements, prisoners, cities. */
export function roster(theatre: Theatre, view: View, seat: string | null): readonly RosterPart[] {
  const sides: readonly Side[] = seat !== null && isSide(seat) ? [seat, otherSide(seat)] : SIDES;
  return sides.flatMap((side): RosterPart[] => {
    const own = view.stacks.filter((stack) => stack.side === side);
    const lines = own.map((stack) => {
      const faces = stack.known.map(
        ({ id, steps, moved }) =>
          `${blockName(theatre, id)} ${steps}/${theatre.block.get(id)?.full}${moved ? ' (moved)' : ''}`,
      );
      const what = faces.length > 0 ? faces.join(', ') : count(stack.count, 'block');
      return `${hexLabel(theatre, stack.hex)}: ${what}${stack.supplied ? '' : ' (out of supply)'}`;
    });
    const [hand, pool] = [view.hands[side], view.pools[side] ?? []];
    const others = {
      hand: hand ? [hand.map(cardName).join(', ') || 'empty'] : [],
      pool: pool.map((id) => {
        const { kind, full } = blockOf(theatre, id);
        return `${blockName(theatre, id)}, ${KIND_NAMES[kind]} ${full}`;
      }),
      reinforcements: dueLines(theatre, view.due, side),
      prisoners: view.prisoners[side].map((id) => blockName(theatre, id)),
      cities: cityLines(theatre, view, side),
    };
    const parts = Object.entries(others).filter(([, some]) => some.length > 0);
    return [
      { title: sideName(side), lines },
      ...parts.map(([what, some]) => ({ title: `${sideAdjective(side)} ${what}`, lines: some })),
    ];
  });
}

function cityLines(theatre: Theatre, view: View, side: Side): readonly string[] {
  const { taken, own, foughtFor } = citiesOf(theatre, view, side);
  const line = (what: string, cities: readonly City[]) =>
    cities.length > 0 && `${what}: ${cities.map(({ name, points }) => `${name} ${points}`).join(', ')}.`;
  const forOthers = `points for ${sidePeople(otherSide(side))} if they take them`;
  const named = (what: string, has: (city: City) => boolean) => {
    const names = [...theatre.city.values()]
      .filter((city) => has(city) && holderOf(theatre, view, city.hex) === side)
      .map(({ hex }) => hexBriefly(theatre, hex));
    return names.length > 0 && `${what}: ${names.join(', ')}.`;
  };
  return compact(
    line('Taken', taken),
    line('Fought for', foughtFor),
    line(`Own cities, ${forOthers}`, own),
    named('Fortresses', ({ fortress }) => fortress === true),
    named('Supply sources', ({ source }) => source === side),
  );
}

/** The picture in words: how the game stands, what has just happened, and the position. */
export function alt(
  theatre: Theatre,
  view: View,
  moment: LastOrder<Event> | null,
  framing: Framing,
  at: HexId | null = null,
): string {
  const { note, takenBack } = framing;
  // The last fight of a battle that goes on is told again.
  const fought = (moment?.before ?? []).filter(({ type }) => type === 'fought').slice(-1);
  const told = [...fought, ...(moment?.events ?? [])].flatMap((event) => tell(theatre, event, view.viewer) ?? []);
  const { battle } = view;
  const details = compact(
    pointsLine(theatre, view),
    // Before the first round the summary mentions the battle.
    battle && battle.round > 0 && `Battle at ${hexLabel(theatre, battle.hex)}, round ${battle.round}.`,
    cardLines(theatre, view),
    view.river && 'The Union controls the Mississippi.',
    lossLine(theatre, view),
  );
  return altText([
    ...(note ? [`${capital(note)}.`] : []),
    ...(at === null ? [] : [`Close-up around ${hexLabel(theatre, at)}.`]),
    summary(theatre, view),
    ...(takenBack ? [`${takenBack}.`] : []),
    ...told.map((words) => ({ forms: [words, clauses(words, 300), ''], what: 'some of what has happened' })),
    ...details.map((words) => ({ forms: [words.replaceAll('**', ''), ''], what: 'details' })),
    ...SIDES.map((side) => ({ forms: stackForms(theatre, view, side), what: 'some blocks' })),
  ]);
}

/**
 * A side's blocks by hex, in ever fewer words: with the names of blocks; with their number; that without the names of
 * hexes; the first of those; nothing.
 */
function stackForms(theatre: Theatre, { stacks }: View, side: Side): readonly string[] {
  const own = stacks.filter((stack) => stack.side === side);
  const line = (words: (stack: StackView) => string) => `${sideName(side)}: ${own.map(words).join('; ') || 'nobody'}.`;
  const [named, counted] = [true, false].map((isNamed) => line((stack) => stackWords(theatre, stack, isNamed)));
  const brief = line(({ hex, count: number }) => `${hex}: ${number}`);
  return [named ?? '', counted ?? '', brief, clauses(brief, 200), ''];
}

/** "From 2007 Bowling Green they can go to: 2107 (1), …. With a battle: …." */
export function reachAlt(
  theatre: Theatre,
  from: HexId,
  hexes: readonly HexId[],
  fought: readonly HexId[],
  costOf: (hex: HexId) => string,
): string {
  const name = (hex: HexId) => `${hexBriefly(theatre, hex)}${costOf(hex) === '' ? '' : ` (${costOf(hex)})`}`;
  const names = (some: readonly HexId[]) => some.map(name).join(', ');
  const free = hexes.filter((hex) => !fought.includes(hex));
  return altList(
    free.length > 0
      ? `From ${hexLabel(theatre, from)} they can go to: ${names(free)}.`
      : `From ${hexLabel(theatre, from)} they can go nowhere${fought.length > 0 ? ' without a battle' : ''}.`,
    fought.length > 0 ? ` With a battle: ${names(fought)}.` : '',
  );
}

export const REACH = 'in reach';
export function reachCosts(from: HexId): string {
  return `from ${from}: march points, * if forced`;
}
/** "Hardee: infantry, 4/4" */
export function faceWords(theatre: Theatre, { id, steps }: BlockView): string {
  const { name, kind, full } = blockOf(theatre, id);
  return `${name}: ${KIND_NAMES[kind]}, ${steps}/${full}`;
}

/** The war of both theatres [20]: the theatre that is played, the blocks under way, then the other theatre. */
export function warText(theatres: TwoTheatres, seen: WarView): string {
  const { now } = seen;
  const other = now === 'west' ? 'east' : 'west';
  return [
    positionText(theatres[now], playing(seen)),
    ...trainLines(theatres, seen),
    briefPositionText(theatres[other], seen[other]),
  ].join('\n');
}

export function warRoster(theatres: TwoTheatres, seen: WarView, seat: string | null): readonly RosterPart[] {
  const parts = FRONTS.flatMap((front) =>
    roster(theatres[front], seen[front], seat).map((part) => ({
      ...part,
      title: `${FRONT_NAMES[front]}: ${part.title}`,
    })),
  );
  const trains = trainLines(theatres, seen);
  return trains.length > 0 ? [...parts, { title: 'Between the theatres', lines: trains }] : parts;
}

/** "Union blocks under way: Wood to 0525 Cumberland, from game-turn 4 on." */
function trainLines({ both }: TwoTheatres, { trains }: WarView): readonly string[] {
  return SIDES.flatMap((side) =>
    trains[side].map(({ to, turn, count: number, blocks }) => {
      const who = blocks ? blockNames(both, blocks) : count(number, 'block');
      return `${sideAdjective(side)} blocks under way: ${who} to ${hexLabel(both, to)}, from game-turn ${turn} on.`;
    }),
  );
}
