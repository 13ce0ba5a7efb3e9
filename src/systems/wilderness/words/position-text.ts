import type { Framing, RosterPart, SeatId } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { shortHex } from '../../../kit/hex/hex-names.ts';
import {
  altList,
  altText,
  capital,
  compact,
  count,
  grouped,
  listed,
  oneStop,
  shortened,
  withMinus,
} from '../../../kit/plain-english.ts';
import { sum } from '../../../kit/subsets.ts';
import { pointsForLoss } from '../rules/combat/aftermath.ts';
import { next } from '../rules/legality.ts';
import { unionLead } from '../rules/scoring.ts';
import { scenarioOf, type Theatre, unitOf } from '../theatre.ts';
import { type OwnUnit, positionFromView, type StackView, type UnitView, type View } from '../view.ts';
import { isSide, otherSide, SIDES, type Side, type UnitId } from '../vocabulary.ts';
import { datesOf, summary } from './game-status.ts';
import { hexName, sideAdjective, sideDoes, sideName, unitName, unitWords } from './names.ts';
import { choicesOf } from './questions.ts';
import { orderOfBattle, placesThatScore, railheads, railroadsToCut, schedule } from './reference-tables.ts';

/** "V 12": a name with the strength of infantry. */
function briefly(theatre: Theatre, { unit, kind, strength, entrained }: UnitView): string {
  const name = kind === 'infantry' ? `${unitName(theatre, unit)} ${strength}` : unitName(theatre, unit);
  return entrained ? `${name} (on a train)` : name;
}

/** A hex's counters as the viewer knows them: "V 12, VI 12, Grant", "3 face down, Heth 5". */
export function stackWords(theatre: Theatre, { down, up, own, entrained }: StackView): string {
  if (own) return own.map((unit) => `${briefly(theatre, unit)}${unit.up ? ' (face up)' : ''}`).join(', ');
  const trains = entrained > 0 ? ` (${entrained} on a train)` : '';
  return compact(
    down > 0 && `${down} face down${trains}`,
    up.map((unit) => briefly(theatre, unit)),
  ).join(', ');
}

function stacksOf(theatre: Theatre, view: View, side: Side): readonly string[] {
  return view.stacks
    .filter((stack) => stack.side === side)
    .map((stack) => {
      const dug = view.entrenched.includes(stack.hex) ? ', entrenched' : '';
      return `${hexName(theatre, stack.hex)}: ${stackWords(theatre, stack)}${dug}`;
    });
}

/** The scoring places that `side` controls; without a `side`, those that nobody controls. */
function heldBy(theatre: Theatre, { control, scenario }: View, side?: Side): readonly string[] {
  const { held } = scenarioOf(theatre, scenario);
  return held.flatMap(({ name, hexes }) => (hexes.every((hex) => control[hex] === side) ? [name] : []));
}

/** Conditions that keep own units from acting: "Unsupplied: V and VI", "Out of command: VIII" */
export function conditions(theatre: Theatre, own: readonly OwnUnit[]): readonly string[] {
  const marked = own.flatMap(({ unit, held, supply, commanded }) =>
    compact(
      supply && supply !== 'supplied' && capital(supply),
      held ? 'Can’t march or attack this turn' : !commanded && 'Out of command',
    ).map((mark) => ({ mark, name: unitName(theatre, unit) })),
  );
  return grouped(marked, ({ mark }) => mark).map(
    ([mark, units]) => `${mark}: ${listed(units.map(({ name }) => name))}`,
  );
}

/** Reinforcements and status that only the side itself knows. */
function ownLines(theatre: Theatre, view: View): readonly string[] {
  return SIDES.flatMap((side) => {
    const own = view.own[side];
    if (!own) return [];
    const coming = own.coming.map(({ unit, due }) => `${unitWords(theatre, unit)} from turn ${due}`);
    // In the phases in which points are used, the agenda has them.
    const tellsPool = own.pool > 0 && view.step !== 'reinforce' && view.step !== 'move';
    return compact(
      tellsPool && `${sideDoes(side, 'has', 'have')} ${count(own.pool, 'reinforcement point')} left.`,
      coming.length > 0 && `Coming: ${listed(coming)}.`,
      view.step !== 'setup' && view.viewer === side && statusLine(theatre, view, side),
    );
  });
}

/** "All your infantry is supplied. Out of command: VIII" */
function statusLine(theatre: Theatre, { stacks }: View, side: Side): string {
  const own = stacks.flatMap((stack) => (stack.side === side ? (stack.own ?? []) : []));
  const isSupplied = own.every(({ supply }) => supply === null || supply === 'supplied');
  const marks = conditions(theatre, own);
  if (marks.length === 0) return 'All your infantry is supplied and in command.';
  return `${compact(isSupplied && 'All your infantry is supplied', marks).join('. ')}.`;
}

/** Splits each side's points into those for losses and the rest, which came at the ends of turns [12.1]. */
function pointsLine(theatre: Theatre, { scenario, points, lost, gone, forts }: View): string {
  const { cavalryUnit, fortificationPoint } = theatre.points;
  const words = SIDES.map((side) => {
    const enemy = otherSide(side);
    const riders = gone.map((id) => unitOf(theatre, id)).filter((one) => one.side === enemy && one.kind === 'cavalry');
    const walls = sum(
      theatre.forts
        .filter((fort) => fort.side === enemy)
        .map((fort) => fort.strength - (forts.find(({ id }) => id === fort.id)?.strength ?? 0)),
    );
    const losses =
      pointsForLoss(theatre, scenario, enemy, 0, lost[enemy]) +
      riders.length * cavalryUnit +
      walls * fortificationPoint;
    const first = scenarioOf(theatre, scenario).points[side];
    const before = first === 0 ? '' : `, ${first} from the beginning`;
    return `${sideName(side)} ${points[side]}: ${losses} for losses, ${points[side] - losses - first} for places, railroads and garrisons${before}`;
  });
  return `Points so far: ${words.join('; ')}.`;
}

/** Orders that the viewer can give now. */
function ordersLine(theatre: Theatre, view: View): string | null {
  const { viewer } = view;
  if (!isSide(viewer)) return null;
  const state = positionFromView(theatre, view, viewer);
  const asked = next(theatre, state, viewer, {});
  const verbs = asked.complete ? [] : choicesOf(theatre, state, viewer, {}, asked.question).map(({ label }) => label);
  return verbs.length === 0 ? null : `You can order: ${verbs.join(', ')}. \`/plan\` takes several in one line.`;
}

/** How the game is won, by the margin or by points alone [12.3]. */
function aimLine(theatre: Theatre, view: View): string {
  const scenario = scenarioOf(theatre, view.scenario);
  const [, last] = scenario.turns;
  const { grades, strengthPoint, cavalryUnit } = theatre.points;
  const from = `The enemy’s losses score ${strengthPoint} for each strength point and ${cavalryUnit} for cavalry; places and railroads score each turn (\`/units\`).`;
  if (scenario.decides === 'total') return `**To win:** have more points when turn ${last} ends. ${from}`;
  const least = (side: string) => grades.findLast(({ grade }) => grade.startsWith(side))?.least ?? 0;
  const draw = grades.find(({ grade }) => grade === 'draw')?.least ?? least('Union');
  return `**To win:** when turn ${last} ends, the Union’s points plus ${withMinus(scenario.par)}, less the Confederates’: ${withMinus(least('Union'))} or more is a Union victory, ${withMinus(draw - 1)} or less a Confederate one. It is ${withMinus(unionLead(theatre, view))} now. ${from}`;
}

/** The whole position as the viewer knows it: how the game is won, the score, losses, then all counters. */
export function text(theatre: Theatre, view: View): string {
  const free = heldBy(theatre, view);
  const lines = compact(
    summary(theatre, view),
    ordersLine(theatre, view),
    !view.over && aimLine(theatre, view),
    SIDES.map((side) => {
      const places = listed(heldBy(theatre, view, side)) || 'no place worth points';
      return `Controlled by the ${sideName(side)}: ${places}.`;
    }),
    free.length > 0 && `Controlled by nobody, and worth points: ${listed(free)}.`,
    view.step !== 'setup' && pointsLine(theatre, view),
    `Strength lost: Union ${view.lost.union}, Confederates ${view.lost.confederate}.`,
    view.gone.length > 0 && `Eliminated: ${listed(view.gone.map((id) => goneWords(theatre, view, id)))}.`,
    ownLines(theatre, view),
    `Fortifications: ${listed(view.forts.map(({ id, strength }) => `${unitName(theatre, id)} ${strength}`)) || 'none'}.`,
    sightingLine(theatre, view),
    SIDES.flatMap((side) => {
      const stacks = stacksOf(theatre, view, side);
      return stacks.length === 0 ? [] : [`**${sideName(side)}**`, ...stacks.map((stack) => `- ${stack}`)];
    }),
  );
  return lines.map(oneStop).join('\n');
}

/** "Mahone (2327 near Mine Run, turn 2)", the place where it was eliminated. */
function goneWords(theatre: Theatre, { fell }: View, id: UnitId): string {
  const last = fell.find(({ unit }) => unit === id);
  return `${unitName(theatre, id)}${last ? ` (${hexName(theatre, last.hex)}, turn ${last.turn})` : ''}`;
}

function sightingLine(theatre: Theatre, { sightings, viewer }: View): string | null {
  const others = sightings.filter(({ unit }) => theatre.unit.get(unit)?.side !== viewer);
  const words = others.map(({ unit, hex, turn }) => `${unitName(theatre, unit)} in ${hex} (turn ${turn})`);
  return words.length === 0 ? null : `Last seen: ${words.join(', ')}.`;
}

/** The alt text of a picture: what has happened, then the position in short. */
export function alt(
  theatre: Theatre,
  view: View,
  news: readonly string[],
  { note, takenBack }: Framing,
  isSeen: ((hex: HexId) => boolean) | null,
): string {
  const stacksSeen = isSeen ? view.stacks.filter(({ hex }) => isSeen(hex)) : view.stacks;
  const parts = compact(
    note && `${note}.`,
    news,
    `${isSeen ? 'Close-up' : 'Map'} of Virginia, ${datesOf(view.turn)} 1864.`,
    summary(theatre, view),
    takenBack && !isSeen && `${takenBack}.`,
    SIDES.map((side) => {
      const stacks = stacksOf(theatre, { ...view, stacks: stacksSeen }, side);
      return stacks.length > 0 && `${sideName(side)}: ${stacks.join('; ')}.`;
    }),
  );
  return altText(parts);
}

/** "Where units can go from 2020 Grant: 2021 for 1, 2120 Stevensburg for 2" */
export function reachAlt(
  theatre: Theatre,
  title: string,
  hexes: readonly HexId[],
  costs: ReadonlyMap<HexId, string> = new Map(),
): string {
  const words = hexes.map((hex) => {
    const cost = costs.get(hex);
    return cost === undefined ? shortHex(theatre, hex) : `${shortHex(theatre, hex)} for ${cost}`;
  });
  return altList(`${title}: ${words.join(', ')}.`);
}

/** "Union: 3 face down" */
export function stackLabel(theatre: Theatre, stack: StackView): string {
  return shortened(`${sideAdjective(stack.side)}: ${stackWords(theatre, stack)}`, 50);
}

/** Every counter the viewer knows, a seat's own first. */
export function roster(theatre: Theatre, view: View, seat: SeatId | null): readonly RosterPart[] {
  const counters = [...SIDES]
    .sort((a, b) => Number(b === seat) - Number(a === seat))
    .map((side) => {
      const stacks = view.stacks.filter((stack) => stack.side === side);
      const own = stacks.flatMap((stack) => (stack.own ?? []).map((unit) => ({ hex: stack.hex, unit })));
      const lines =
        own.length > 0
          ? grouped(own, ({ unit }) => unit.kind).flatMap(([, units]) =>
              units.map(({ hex, unit }) => `${ownWords(theatre, unit)}, ${hexName(theatre, hex)}`),
            )
          : stacks.map((stack) => `${hexName(theatre, stack.hex)}: ${stackWords(theatre, stack)}`);
      return { title: sideName(side), lines: lines.length > 0 ? lines : ['No counters in sight.'] };
    });
  return [...counters, ...publicParts(theatre, view)];
}

/** Public facts, the same for every viewer. */
function publicParts(theatre: Theatre, { scenario, gone, turn, control }: View): readonly RosterPart[] {
  const forces = SIDES.map((side) => ({
    title: `Order of battle: ${sideName(side)}`,
    lines: orderOfBattle(theatre, scenario, side, gone),
  }));
  return [
    ...forces,
    { title: 'Reinforcements from this turn on', lines: schedule(theatre, scenarioOf(theatre, scenario), turn) },
    { title: 'Points for places at the end of each turn', lines: placesThatScore(theatre, scenario, control) },
    { title: 'Points for the Union for each railroad that is cut', lines: railroadsToCut(theatre) },
    { title: 'Railheads', lines: railheads(theatre, control) },
  ];
}

/** "**V** 12 of 12, 6 movement points left" */
export function ownWords(theatre: Theatre, unit: OwnUnit): string {
  const strength = unit.kind === 'infantry' ? ` ${unit.strength} of ${unit.original}` : '';
  return compact(
    `**${unitName(theatre, unit.unit)}**${strength}`,
    `${count(unit.left, 'movement point')} left`,
    unit.supply !== 'supplied' && unit.supply,
    unit.held ? 'out of command, can’t march or attack' : !unit.commanded && 'out of command',
    unit.up && 'face up',
  ).join(', ');
}
