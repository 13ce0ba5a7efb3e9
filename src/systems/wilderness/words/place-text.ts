import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { sidesOf } from '../../../kit/hex/hex-map.ts';
import { DIRECTION_NAMES, wayInWords } from '../../../kit/hex/hex-names.ts';
import { compact, count, listed, oneStop } from '../../../kit/plain-english.ts';
import { type Board, boardOf } from '../board.ts';
import { commandedHexes } from '../rules/command.ts';
import { costOf, reachFrom } from '../rules/movement/march.ts';
import { SUPPLY_RANGE, supplyIn, supplyWay } from '../rules/supply.ts';
import type { State } from '../state.ts';
import { isSameLine, scenarioOf, type Theatre, unitOf } from '../theatre.ts';
import { positionFromView, type StackView, type View } from '../view.ts';
import { isSide, otherSide, SIDES, type Side, type Terrain } from '../vocabulary.ts';
import { hexName, sideAdjective, sideName, unitName } from './names.ts';
import { conditions, ownWords, stackWords } from './position-text.ts';
import { placesThatScore } from './reference-tables.ts';

/** Most stacks named for each side. */
const NEAREST = 3;

/** The hex of a place of `placesOf`: a hex, or a counter that the viewer knows. */
export function hexOfPlace(theatre: Theatre, view: View, place: string): HexId | null {
  if (theatre.hex.has(place)) return place;
  return view.stacks.find(({ own }) => own?.some(({ unit }) => unit === place))?.hex ?? null;
}

interface Place {
  readonly theatre: Theatre;
  readonly view: View;
  readonly hex: HexId;
  /** A position made from the view. Only public facts and the viewer's own counters are read from it. */
  readonly state: State;
  readonly board: Board;
  /** The side whose movement costs and supply are told; `null` if the viewer has no side. */
  readonly side: Side | null;
}

/** Describes a hex and everything a picture of it shows. */
export function textAt(theatre: Theatre, view: View, named: string): string {
  const hex = hexOfPlace(theatre, view, named);
  if (hex === null) return 'There is no such place on the map.';
  const side = isSide(view.viewer) ? view.viewer : null;
  const state = positionFromView(theatre, view, side ?? view.side);
  const place = { theatre, view, hex, state, board: boardOf(theatre, state), side };
  const unit = view.stacks.flatMap(({ own }) => own ?? []).find((one) => one.unit === named);
  const ground = GROUND[theatre.hex.get(hex)?.terrain ?? 'sea'];
  const lines = compact(
    unit && `${ownWords(theatre, unit)}.`,
    `**${hexName(theatre, hex)}**: ${compact(ground, zonesAt(place, hex)).join(', ')}.`,
    stackLine(place),
    worksLines(place),
    controlLine(place),
    supplyLines(place),
    commandLine(place),
    scoreLines(place),
    '**Next to it:**',
    sidesOf(theatre, hex).map(({ direction, to }) => `- ${DIRECTION_NAMES[direction]}: ${neighbour(place, to)}`),
    nearestLines(place),
    comingLine(place),
  );
  return lines.map(oneStop).join('\n');
}

const GROUND: { readonly [terrain in Terrain]: string } = {
  clear: 'open country',
  pass: 'a mountain pass',
  mountain: 'mountains, closed to all',
  estuary: 'an estuary: Union marches cross it, and none ends there',
  sea: 'open water',
};

/** Zones of control of the viewer's enemy, or of both sides: "in a Confederate zone of control". */
function zonesAt({ board, side }: Place, hex: HexId): string | null {
  const zones = SIDES.filter((one) => one !== side && board.isInZone(one, hex));
  return zones.length === 0 ? null : `in a ${listed(zones.map(sideAdjective))} zone of control`;
}

function stackAt({ view }: Place, hex: HexId): StackView | undefined {
  return view.stacks.find((stack) => stack.hex === hex);
}

function stackLine(place: Place): string {
  const stack = stackAt(place, place.hex);
  if (!stack) return 'Nobody stands there.';
  const words = `${sideAdjective(stack.side)}: ${stackWords(place.theatre, stack)}`;
  return `${[words, ...conditions(place.theatre, stack.own ?? [])].join('. ')}.`;
}

function worksLines({ theatre, view, hex }: Place): readonly string[] {
  const fort = view.forts.find((one) => one.hex === hex);
  return compact(
    fort && `${sideAdjective(fort.side)} fortification, strength ${fort.strength}.`,
    view.entrenched.includes(hex) && 'Entrenched: attackers’ losses are doubled.',
    theatre.ports.has(hex) && 'A port.',
  );
}

function controlLine({ theatre, view, hex }: Place): string | null {
  const by = view.control[hex];
  const lines = theatre.lines.filter(({ path }) => path.includes(hex));
  if (lines.length === 0) return by ? `Controlled by the ${sideName(by)}.` : null;
  const isStation = lines.some(({ stations }) => stations.includes(hex));
  const whose = `controlled by ${by ? `the ${sideName(by)}` : 'nobody'}`;
  return `${isStation ? 'Station' : 'Railroad'}, ${whose}: ${listed(lines.map(({ name }) => name))}.`;
}

function supplyLines({ theatre, state, hex, side }: Place): readonly string[] {
  return SIDES.filter((one) => side === null || one === side).map((one) => {
    const status = supplyIn(theatre, state, one, hex);
    const { steps, source } = supplyWay(theatre, state, one, hex);
    const here = `${side === null ? `${sideAdjective(one)} supply` : 'Supply'}: infantry here is ${status}`;
    if (status === 'isolated') return `${here}: no path past the enemy and his zones of control leads to supply.`;
    if (source === null || (status === 'supplied' && steps > SUPPLY_RANGE))
      return `${here}, ${status === 'supplied' ? 'by the Valley' : 'too far from the Valley’s supply'}.`;
    if (steps === 0) return `${here}, by what is in the hex.`;
    return `${here}, ${count(steps, 'hex')} from supply at ${hexName(theatre, source)} (${SUPPLY_RANGE} at most).`;
  });
}

/** Whether the viewer's infantry would be in command in the hex, and how far away his leaders are. */
function commandLine({ theatre, board, hex, side }: Place): string | null {
  if (side === null) return null;
  const leaders = board
    .of(side)
    .filter(({ unit }) => unitOf(theatre, unit).command > 0)
    .map(({ unit, hex: at }) => {
      const { command } = unitOf(theatre, unit);
      return `${unitName(theatre, unit)} is ${at === hex ? 'here' : wayInWords(theatre, hex, at)}, and commands within ${command}`;
    });
  const status = commandedHexes(theatre, board, side)(hex)
    ? `infantry here is in command${ownZone(theatre, side, hex)}`
    : 'infantry here is out of command';
  return `Command: ${status}${leaders.length > 0 ? `. ${leaders.join('; ')}` : ''}.`;
}

/** Names the area in which a side's infantry needs no leader [7.2]. */
function ownZone({ zones }: Theatre, side: Side, hex: HexId): string {
  if (side === 'confederate') return zones.command.has(hex) ? ', as all are in Richmond’s command area' : '';
  if (zones.security.has(hex)) return ', as all are in Washington’s security zone';
  return zones.north.has(hex) ? ', as all are in the North' : '';
}

function scoreLines({ theatre, view, hex }: Place): readonly string[] {
  const { held } = scenarioOf(theatre, view.scenario);
  const places = placesThatScore(theatre, view.scenario, view.control).filter((_, at) => held[at]?.hexes.includes(hex));
  const cut = theatre.points.lines.filter(({ name }) =>
    theatre.lines.some((line) => isSameLine(line.name, name) && line.path.includes(hex)),
  );
  const { each, most } = theatre.points.invasion;
  return compact(
    places.map((place) => `Scores at the end of each turn: ${place}.`),
    cut.map(
      ({ name, union }) => `The Union scores ${union} a turn while the ${name} railroad is cut here or elsewhere.`,
    ),
    theatre.zones.north.has(hex) &&
      `In the North: Confederate infantry shown here scores ${each} a turn, ${most} in all.`,
  );
}

/** The nearest stacks of each side, the enemy's first, and the distances to scoring places. */
function nearestLines(place: Place): readonly string[] {
  const { theatre, view, hex, side } = place;
  const distance = (to: HexId) => theatre.grid.distance(hex, to);
  const nearest = (one: Side) =>
    view.stacks
      .filter((stack) => stack.side === one && stack.hex !== hex)
      .sort((a, b) => distance(a.hex) - distance(b.hex))
      .slice(0, NEAREST);
  const order = side === null ? SIDES : [otherSide(side), side];
  const scoring = scenarioOf(theatre, view.scenario).held.flatMap(({ name, hexes: [to] }) =>
    to === undefined || to === hex ? [] : [`${name} ${wayInWords(theatre, hex, to)}`],
  );
  return [
    ...order.flatMap((one) => {
      const stacks = nearest(one).map((stack) => {
        const way = wayInWords(theatre, hex, stack.hex);
        return `- ${way}, ${hexName(theatre, stack.hex)}: ${stackWords(theatre, stack)}`;
      });
      const whose = side === null ? sideAdjective(one) : one === side ? 'of yours' : 'enemy';
      return stacks.length === 0 ? [] : [`**Nearest ${whose}:**`, ...stacks];
    }),
    `From here to places that score: ${scoring.join(', ')}.`,
  ];
}

/** The viewer's stacks that can march there in this phase, or next to the enemy there, with their costs. */
function comingLine({ theatre, view, hex, board, side }: Place): string | null {
  if (side === null || view.step !== 'move' || view.side !== side) return null;
  const isEnemys = board.isHeld(otherSide(side), hex);
  const goals = isEnemys ? theatre.grid.neighbours(hex) : [hex];
  const words = view.stacks.flatMap(({ hex: from, own }) => {
    const ready = (own ?? []).filter(({ held, entrained }) => !held && !entrained);
    if (ready.length === 0 || goals.includes(from)) return [];
    const reached = reachFrom({ theatre, board, side }, from, Math.max(...ready.map(({ left }) => left)));
    const cost = Math.min(...goals.map((goal) => reached.get(goal)?.cost ?? Number.POSITIVE_INFINITY));
    const can = ready.filter(({ left }) => left >= cost).map(({ unit }) => unitName(theatre, unit));
    return can.length === 0 ? [] : [`${listed(can)} from ${from} for ${cost}`];
  });
  return `Yours that can march ${isEnemys ? 'next to it' : 'here'} now: ${words.join('; ') || 'none'}.`;
}

/** "2127 near Rapidan Station, by railroad, across the Rapidan River, 2 movement points. Union: V 12." */
function neighbour(place: Place, to: HexId): string {
  const { theatre, view, hex, board, side } = place;
  const edge = sidesOf(theatre, hex).find((one) => one.to === to);
  const terrain = theatre.hex.get(to)?.terrain ?? 'sea';
  const cost = side === null ? null : costOf(theatre, board, side, hex, to);
  const stack = stackAt(place, to);
  const fort = view.forts.find((one) => one.hex === to);
  const isClosed = side !== null && cost === null;
  const parts = compact(
    hexName(theatre, to),
    terrain !== 'clear' && SHORT_GROUND[terrain],
    (theatre.rails.get(hex) ?? []).includes(to) && 'by railroad',
    edge?.water === 'river' && `across the ${edge.waterName ?? 'river'}`,
    isClosed ? 'you can’t enter' : cost !== null && count(cost, 'movement point'),
    !isClosed && zonesAt(place, to),
    view.entrenched.includes(to) && 'entrenched',
    fort && `${sideAdjective(fort.side)} fortification ${fort.strength}`,
  );
  const ground = oneStop(`${parts.join(', ')}.`);
  return stack ? `${ground} ${sideAdjective(stack.side)}: ${stackWords(theatre, stack)}.` : ground;
}

const SHORT_GROUND: { readonly [terrain in Exclude<Terrain, 'clear'>]: string } = {
  pass: 'a pass',
  mountain: 'mountains',
  estuary: 'an estuary',
  sea: 'water',
};
