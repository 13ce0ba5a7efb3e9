import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { DIRECTION_NAMES, hexBriefly, hexLabel, wayInWords } from '../../../kit/hex/hex-names.ts';
import { capital, compact, count, grouped, listed } from '../../../kit/plain-english.ts';
import { reachOfGroup, startsOf } from '../rules/movement/group-move.ts';
import type { Reached } from '../rules/movement/reach.ts';
import { modesOpen, targetsOf } from '../rules/movement/strategic-move.ts';
import { forageOf, isLand, isSupplied, networkOf, openWaters } from '../rules/supply/supply-lines.ts';
import { isHeldBy, type Placed } from '../state.ts';
import { blockOf, type City, costOfStep, hexsideLimit, type Theatre, type TheatreHexside } from '../theatre.ts';
import { holderOf, positionFromView, type StackView, type View } from '../view.ts';
import { isSide, otherSide, SIDES } from '../vocabulary.ts';
import { blockName, KIND_NAMES, MODE_WORDS, sideAdjective, sideName, sidePeople } from './names.ts';

/** Describes a hex from what a viewer may know: blocks, hexsides, railroads, rivers, supply and distances. */
export function textAt(theatre: Theatre, view: View, hex: HexId): string {
  const terrain = theatre.hex.get(hex)?.terrain ?? 'sea';
  // Any position that agrees with the view will do, since control, supply and open water are public.
  const position = positionFromView(theatre, view, isSide(view.viewer) ? view.viewer : 'usa');
  const [city, holder] = [theatre.city.get(hex), holderOf(theatre, view, hex)];
  const there = view.stacks.filter((stack) => stack.hex === hex);
  const land = isLand(theatre, hex);
  const feeds = land ? `; feeds ${count(forageOf(theatre, view, hex), 'block')} out of supply` : '';
  return compact(
    `**${hexLabel(theatre, hex)}**: ${terrain}${feeds}.`,
    city ? cityWords(theatre, view, city) : holder && `Controlled by ${sidePeople(holder)}.`,
    there.length > 0 ? there.map((stack) => stackLine(theatre, stack)) : 'Nobody is there.',
    land && supplyLines(theatre, view, position, hex),
    nearby(theatre, view, hex),
    '**Neighbors:**',
    (theatre.hex.get(hex)?.sides ?? []).map((side) => `- ${neighbourLine(theatre, view, hex, side)}`),
    reachLines(theatre, view, hex),
    railLines(theatre, hex),
    riverLine(theatre, position, hex),
    distances(theatre, hex),
  ).join('\n');
}

/** "Union: 2 blocks: McCook (infantry B2, 4 of 4), Wood (brigade B2, 2 of 2, moved)." */
function stackLine(theatre: Theatre, { side, count: number, known, entries }: StackView): string {
  const faces = known.map(({ id, steps, moved }) => {
    const { kind, full, letter, hits } = blockOf(theatre, id);
    return `${blockName(theatre, id)} (${KIND_NAMES[kind]} ${letter}${hits}, ${steps} of ${full}${moved ? ', moved' : ''})`;
  });
  const came = entries.map(([from, some]) => `${some} from ${from}`);
  const attack = came.length > 0 ? `; came to attack: ${listed(came)}` : '';
  return `${sideName(side)}: ${count(number, 'block')}${faces.length > 0 ? `: ${faces.join(', ')}` : ''}${attack}.`;
}

/** "Confederate city of value 3, Confederate supply source, held by the Union. Worth 4 points to the Union." */
function cityWords(theatre: Theatre, view: View, { hex, value, points, fortress, source, port }: City): string {
  const [home, holder] = [theatre.home.get(hex), holderOf(theatre, view, hex)];
  const what = home ? `${sideAdjective(home)} city` : 'City';
  const facts = compact(
    `${what} of value ${value}`,
    fortress && 'fortress',
    port && 'port',
    source && `${sideAdjective(source)} supply source`,
    holder ? `held by ${sidePeople(holder)}` : 'fought for',
  );
  const worth = home && points > 0 ? ` Worth ${count(points, 'point')} to ${sidePeople(otherSide(home))}.` : '';
  return `${facts.join(', ')}.${worth}`;
}

/** Whether each side would be in supply in a hex: its nearest source, or why there is no supply line [8.1, 8.2]. */
function supplyLines(theatre: Theatre, view: View, position: Placed, hex: HexId): string[] {
  const sides = isSide(view.viewer) ? [view.viewer, otherSide(view.viewer)] : SIDES;
  return sides.map((side) => {
    const network = networkOf(theatre, position, side);
    const sources = [...network].filter((one) => theatre.city.get(one)?.source === side);
    const [source] = byDistance(theatre, hex, sources);
    const whose = `For ${sidePeople(side)}:`;
    if (source === undefined) return `${whose} out of supply; it has no source left.`;
    if (!isSupplied(theatre, position, side, hex)) {
      const [end = source] = byDistance(theatre, hex, [...network]);
      const most = count(theatre.rules.overlandSupply, 'point');
      return `${whose} out of supply: its supply network is more than ${most} of march away, or behind enemy blocks. The network’s nearest hex is ${away(theatre, hex, end)}.`;
    }
    const where = source === hex ? 'it is a source itself' : `nearest source ${away(theatre, hex, source)}`;
    return `${whose} ${network.has(hex) ? 'on its supply network' : 'in supply'}; ${where}.`;
  });
}

/** The distance within which all blocks are listed, which is as far as cavalry moves. */
const NEARBY = 4;

/** Blocks of each side near a hex, but not in it; if none is near, the nearest. */
function nearby(theatre: Theatre, view: View, hex: HexId): string[] {
  const { viewer } = view;
  const sides = isSide(viewer) ? [otherSide(viewer), viewer] : SIDES;
  return sides.flatMap((side) => {
    const stacks = view.stacks.filter((stack) => stack.side === side && stack.hex !== hex);
    const counts = new Map(stacks.map((stack) => [stack.hex, stack.count]));
    const near = byDistance(theatre, hex, [...counts.keys()]).filter(
      (to, at) => at === 0 || theatre.grid.distance(hex, to) <= NEARBY,
    );
    const words = near.map((to) => `${count(counts.get(to) ?? 0, 'block')} in ${away(theatre, hex, to)}`);
    return words.length > 0 ? [`Nearest ${sideName(side)}: ${words.join('; ')}.`] : [];
  });
}

/** Lists hexes that the viewer's blocks there can reach now, and other blocks that can come. */
function reachLines(theatre: Theatre, view: View, hex: HexId): readonly string[] {
  const { viewer, phase, deciding } = view;
  if (!isSide(viewer) || phase !== 'actions' || !deciding.includes(viewer)) return [];
  const position = positionFromView(theatre, view, viewer);
  const group = reachOfGroup(theatre, position, viewer, hex);
  const sent = modesOpen(theatre, position, viewer).flatMap((mode) => {
    const cities = [...targetsOf(theatre, position, viewer, mode, hex).keys()].filter((to) => theatre.city.has(to));
    return cities.length > 0
      ? [`${MODE_WORDS[mode].by} to ${cities.map((to) => hexBriefly(theatre, to)).join(', ')}`]
      : [];
  });
  const come = startsOf(theatre, position, viewer).flatMap((from) => {
    const to = reachOfGroup(theatre, position, viewer, from).filter((one) => one.hex === hex);
    if (to.length === 0) return [];
    const ways = to.map(({ by, cost, forced }) => `${by === null ? '' : `via ${by}, `}${costWords(cost, forced)}`);
    return [`${hexBriefly(theatre, from)} (${ways.join('; ')})`];
  });
  return compact(
    group.length > 0 && `Within reach: ${groupWords(theatre, group)}`,
    sent.length > 0 && `The Supreme HQ can send blocks from here: ${sent.join('; ')}.`,
    come.length > 0
      ? `Your blocks can march here from ${come.join('; ')}.`
      : 'None of your other blocks can march here.',
  );
}

function costWords(cost: number | string, isForced = false): string {
  return `${count(Number(cost), 'point')}${isForced ? ', forced march' : ''}`;
}

/** "battle 2007 Bowling Green via 2107 (2 points); 1 point: 2108, 2208; 2 points: 2109; by forced march 2110." */
function groupWords(theatre: Theatre, group: readonly Reached[]): string {
  const battles = group.filter(({ by }) => by !== null);
  const free = group.filter(({ by, forced }) => by === null && !forced);
  const forced = group.filter((to) => to.by === null && to.forced);
  const attack = ({ hex, by, cost, forced: hurries }: Reached) =>
    `${hexBriefly(theatre, hex)} via ${by} (${costWords(cost, hurries)})`;
  const parts = compact(
    battles.length > 0 && `battle ${battles.map(attack).join(', ')}`,
    grouped(free, ({ cost }) => String(cost)).map(
      ([cost, some]) => `${costWords(cost)}: ${some.map(({ hex }) => hexBriefly(theatre, hex)).join(', ')}`,
    ),
    forced.length > 0 && `by forced march ${forced.map(({ hex }) => hex).join(', ')}`,
  );
  return `${parts.join('; ')}.`;
}

/** "North 1405: woods, 1 point; railroad; the Ohio; no bridge; Union, 2 blocks" */
function neighbourLine(theatre: Theatre, view: View, hex: HexId, side: TheatreHexside): string {
  const { to, direction, water, waterName, link, barred, crossing, crossingName } = side;
  const terrain = theatre.hex.get(to)?.terrain ?? 'sea';
  const cost = costOfStep(theatre, side);
  const bridge = crossing === null ? '' : `, ${crossingName ?? crossing}`;
  const limit = hexsideLimit(theatre, view, hex, to);
  const bluff = theatre.bluffs.get([hex, to].sort().join('|')) === to ? ', bluff' : '';
  const holders = view.stacks.filter((stack) => stack.hex === to);
  const told = compact(
    `${hexBriefly(theatre, to)}: ${terrain}${cost === null ? '' : `, ${count(cost, 'point')}`}`,
    link === 'rail' ? 'railroad' : link,
    water && `${water === 'sea' ? 'sea' : `the ${waterName ?? 'river'}`}${bridge}${bluff}`,
    barred && terrain !== 'sea' && 'no bridge',
    !barred && limit !== 0 && `at most ${limit} to attack`,
    holders.map((stack) => `${sideName(stack.side)}, ${count(stack.count, 'block')}`),
  );
  return `${capital(DIRECTION_NAMES[direction] ?? '')} ${told.join('; ')}`;
}

/** "Railroad Louisville & Nashville: 2203 Louisville, 2204, 2205 Elizabethtown." */
function railLines(theatre: Theatre, hex: HexId): string[] {
  return theatre.ways
    .filter(({ rail, path }) => rail && path.includes(hex))
    .map(({ name, path }) => `Railroad ${name}: ${path.map((one) => hexBriefly(theatre, one)).join(', ')}.`);
}

/** Rivers that ships use beside the hex, and where the Union can land from them [2.8]. */
function riverLine(theatre: Theatre, position: Placed, hex: HexId): string | null {
  const rivers = [...theatre.navigable].filter(([, sides]) => sides.some((side) => side.split('|').includes(hex)));
  if (rivers.length === 0) return null;
  const waters = openWaters(theatre, position).filter((water) => water.has(hex));
  const ports = [...theatre.city.values()].filter(
    ({ hex: at, port }) => port && !isHeldBy(theatre, position, at, 'csa') && waters.some((water) => water.has(at)),
  );
  const open =
    waters.length === 0
      ? 'closed to Union ships by a fortress'
      : `Union ships reach ${listed(ports.map(({ name }) => name)) || 'no port'}`;
  return `Ships: ${rivers.map(([name, sides]) => `${name} (by ${townsOn(theatre, sides)})`).join('; ')}; ${open}.`;
}

/** Cities beside a river that ships use, from north to south. */
function townsOn(theatre: Theatre, sides: readonly string[]): string {
  const hexes = new Set(sides.flatMap((side) => side.split('|')));
  const rows = [...hexes].sort((one, other) => Number(one.slice(2)) - Number(other.slice(2)));
  return listed(rows.flatMap((hex) => theatre.city.get(hex)?.name ?? [])) || 'no city';
}

/** The distance beyond which one-point cities are left out. */
const NEAR = 6;

/** How far each city with points is: "Hexes to cities: 1 Paducah; 2 Columbus KY, Fort Henry." */
function distances(theatre: Theatre, hex: HexId): string {
  const wayTo = (city: City) => theatre.grid.distance(hex, city.hex);
  const cities = [...theatre.city.values()].filter(
    (city) => wayTo(city) > 0 && city.points > (wayTo(city) > NEAR ? 1 : 0),
  );
  const words = grouped(cities, (city) => String(wayTo(city)))
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([far, some]) => `${far} ${some.map(({ name }) => name).join(', ')}`);
  return `Hexes to cities: ${words.join('; ')}.`;
}

function away(theatre: Theatre, from: HexId, to: HexId): string {
  return `${hexBriefly(theatre, to)}, ${wayInWords(theatre, from, to)}`;
}

function byDistance({ grid }: Theatre, from: HexId, hexes: readonly HexId[]): readonly HexId[] {
  return hexes.toSorted((a, b) => grid.distance(from, a) - grid.distance(from, b) || (a < b ? -1 : 1));
}
