import {
  ALL,
  type Choice,
  type Framing,
  type Item,
  type LastOrder,
  type Picture,
  type Scene,
} from '../../../game/index.ts';
import { arrowAlong, boxesAlong, stoppingShort } from '../../../kit/draw/arrow-shapes.ts';
import { type BattleCard, type CardRow, earlierBattles, withBattleCard } from '../../../kit/draw/battle-card.ts';
import { BATTLE } from '../../../kit/draw/common-colours.ts';
import { COUNTER_STYLES, SIDE_INKS } from '../../../kit/draw/counter-items.ts';
import type { Box } from '../../../kit/draw/geometry.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexRing } from '../../../kit/hex/hex-marks.ts';
import { shortHex } from '../../../kit/hex/hex-names.ts';
import { type HexPlot, hexBox, isSeen, middle, numberBox } from '../../../kit/hex/hex-plot.ts';
import { CLOSE_UP } from '../../../kit/hex/hex-window.ts';
import { stackNumber } from '../../../kit/hex/stacks.ts';
import { capital, withMinus } from '../../../kit/plain-english.ts';
import { lossesIn, lossesOfCharge } from '../rules/combat/odds.ts';
import { isLand, type Theatre } from '../theatre.ts';
import type { View } from '../view.ts';
import { type Event, type EventOf, FACES, otherSide, type Side } from '../vocabulary.ts';
import { datesOf } from '../words/game-status.ts';
import { aroundHex, hexName, strengthBand, unitsWords, unitWords } from '../words/names.ts';
import { hexOfPlace } from '../words/place-text.ts';
import { alt, stackLabel } from '../words/position-text.ts';
import { dieWords, lossWords, tell } from '../words/sentences.ts';
import { isStackSeen, laidBoxes, laidItems, lineToHex, onCards, shownIn } from './counters.ts';
import { control, header, markers } from './markers.ts';
import { closeNames, foot, hexesInUse, overviewParts } from './overview.ts';
import { closeGround, closePlot, fitsClose, overviewGround, overviewPlot, PALETTE, WHOLE } from './theatre-ground.ts';

/**
 * The theatre, or a close-up of `framing.at` or of the last event. Events that the viewer does not notice don't count.
 * @param named the title; `null` for the last event or the place
 */
export function picture(
  theatre: Theatre,
  view: View,
  moment: LastOrder<Event> | null,
  framing: Framing,
  named: string | null = null,
): Picture {
  const events = noticed(theatre, view, moment?.events);
  const before = noticed(theatre, view, moment?.before);
  const fight = events.findLast(isFought);
  // A battle matters more than the counters revealed for it.
  const first = Math.max(0, events.findIndex(isFought));
  const told = [...before.filter(isFought), ...events.slice(first), ...events.slice(0, first)];
  const news = told.flatMap((event) => tell(theatre, event, view.viewer) ?? []);
  const places = [...new Set(events.flatMap(hexesOf))];
  const requested = framing.at === undefined ? null : hexOfPlace(theatre, view, framing.at);
  const ofEvents = places.length > 0 && fitsClose(places) ? places : null;
  // The hexes that a close-up has to show; null for the overview.
  const closeUp = framing.at === ALL ? null : requested ? [requested] : ofEvents;
  const occupied = view.stacks.map(({ hex }) => hex);
  const plot = closeUp
    ? closePlot(closeUp)
    : overviewPlot(framing.inUse ?? [...hexesInUse(theatre, view.scenario, occupied), ...places]);
  const title =
    named ?? (requested ? aroundHex(theatre, requested) : fight ? fightTitle(theatre, fight) : (news.at(-1) ?? null));
  const ways = waysOf(view, plot, events);
  const scale = closeUp ? plot.scale : Math.max(LEAST_ARROW, plot.scale);
  const arrows = ways.flatMap(({ way }) => boxesAlong(way, 12, 8));
  const counters = closeUp ? closeParts(theatre, view, plot, { arrows }) : overviewParts(theatre, view, plot);
  const scene: Scene = {
    ...(closeUp ? CLOSE_UP : WHOLE),
    palette: PALETTE,
    ground: (closeUp ? closeGround : overviewGround)(theatre, plot),
    items: [
      ...(closeUp ? markers : control)(theatre, view, plot),
      ...ways.flatMap(({ side, by, way }) => arrowAlong(way, SIDE_INKS[side], scale, by !== 'march')),
      ...counters.items,
      ...events.flatMap((event) => (isFought(event) ? hexRing(plot, event.target, 1, FOUGHT) : [])),
      ...header(view, title ?? `${datesOf(view.turn)} 1864`, framing),
      ...(closeUp ? [] : foot(framing)),
    ],
  };
  // A requested picture of the whole map, as in a recap, has no battle card.
  const card = framing.at === ALL ? null : fightCard(theatre, view, [...before, ...events]);
  const taken = [...counters.taken, ...arrows, ...places.map((hex) => hexBox(plot, hex))];
  const isDrawn = (hex: HexId) => (closeUp ? isStackSeen : isSeen)(plot, hex);
  return {
    scene: withBattleCard(scene, plot.view, taken, card),
    alt: alt(theatre, view, news, framing, closeUp || !occupied.every(isDrawn) ? isDrawn : null),
  };
}

function noticed(theatre: Theatre, view: View, events: readonly Event[] = []): readonly Event[] {
  return events.filter((event) => tell(theatre, event, view.viewer) !== null);
}

function hexesOf(event: Event): readonly HexId[] {
  switch (event.type) {
    case 'moved':
      return event.way;
    case 'fought':
    case 'charged':
    case 'probed':
    case 'called-off':
      return [event.target];
    case 'placed':
    case 'revealed':
    case 'entrenched':
    case 'detrained':
    case 'advanced':
    case 'claimed':
      return [event.hex];
    default:
      return [];
  }
}

const FOUGHT = { colour: BATTLE, width: 4 } as const;
/** Thinner arrows would be invisible on a phone. */
const LEAST_ARROW = 0.5;

/** Paths of moved counters, ending short of the counters there. */
function waysOf(view: View, plot: HexPlot, events: readonly Event[]) {
  const occupied = new Set(view.stacks.map(({ hex }) => hex));
  return events.flatMap((event) => {
    if (event.type !== 'moved') return [];
    const points = event.way.map((hex) => middle(plot, hex));
    const way = stoppingShort(points, occupied.has(event.way.at(-1) ?? '') ? plot.half * 0.72 : 0);
    return { side: event.side, by: event.by, way };
  });
}

/** Other items of a close-up, which its counters and names avoid. */
interface CloseUpMarks {
  /** Boxes that only cards of counters avoid. */
  readonly arrows?: readonly Box[];
  /** Boxes that names avoid, too. */
  readonly badges?: readonly Box[];
  /** Hexes whose numbers the picture draws over the land. If absent, this draws those of hexes with counters. */
  readonly numbered?: readonly HexId[];
}

/** The counters and names of a close-up, and the boxes that they and their marks cover. */
export function closeParts(
  theatre: Theatre,
  view: View,
  plot: HexPlot,
  { arrows = [], badges = [], numbered }: CloseUpMarks = {},
): { readonly items: readonly Item[]; readonly taken: readonly Box[] } {
  const numbers = (hexes: readonly HexId[]) => hexes.map((hex) => numberBox(plot, hex));
  const { inHex, others } = shownIn(
    plot,
    view.stacks.filter(({ hex }) => isStackSeen(plot, hex)),
  );
  const names = closeNames(theatre, view, plot, [...inHex.flatMap((one) => laidBoxes(plot, one)), ...badges]);
  const avoided = [...arrows, ...badges, ...names.kept, ...numbers(numbered ?? [])];
  const laid = [...inHex, ...onCards(plot, others, inHex, avoided)];
  const taken = [
    ...laid.flatMap((one) => laidBoxes(plot, one)),
    ...numbers((numbered ?? []).filter((hex) => !theatre.hex.get(hex)?.name)),
    ...badges,
  ];
  const items = [
    ...laid.flatMap((one) => lineToHex(plot, one)),
    ...laid.flatMap((one) => [
      ...laidItems(theatre, plot, one),
      ...(numbered || one.onCard ? [] : [stackNumber(plot, one.stack.hex)]),
    ]),
    ...names.others(taken),
    ...names.first,
  ];
  return { items, taken };
}

/** Places for close-ups: hexes with counters, named places, counters the viewer knows, then all other hexes. */
export function placesOf(theatre: Theatre, view: View): readonly Choice[] {
  const choices = new Map<string, Choice>();
  const add = (choice: Choice) => choices.has(choice.value) || choices.set(choice.value, choice);
  const hexPlace = (hex: HexId) => ({ value: hex, label: hexName(theatre, hex) });
  for (const stack of view.stacks) add({ ...hexPlace(stack.hex), hint: stackLabel(theatre, stack) });
  for (const { hex } of theatre.places) add(hexPlace(hex));
  for (const { hex, own } of view.stacks)
    for (const { unit } of own ?? []) add({ value: unit, label: capital(unitWords(theatre, unit)), hint: `in ${hex}` });
  for (const hex of theatre.hexes) if (isLand(theatre, hex)) add(hexPlace(hex));
  return [...choices.values()];
}

type Fought = EventOf<'fought'> | EventOf<'charged'>;

const AFTER: readonly Event['type'][] = ['lost', 'driven', 'advanced'];

const isFought = (event: Event): event is Fought => event.type === 'fought' || event.type === 'charged';

/** Title of a picture: "Attack on 2428: attacker loses 1, defender 3". */
function fightTitle(theatre: Theatre, fight: Fought): string {
  return `${what(theatre, fight, shortHex)}: ${lossWords(fight.losses)}`;
}

function what(theatre: Theatre, fight: Fought, named = hexName): string {
  const how = fight.type === 'charged' ? 'Cavalry attack on' : fight.hasty ? 'Hasty attack on' : 'Attack on';
  return `${how} ${named(theatre, fight.target)}`;
}

/** A card of the last battle, with earlier ones in a line each; `null` without any battle. */
function fightCard(theatre: Theatre, view: View, events: readonly Event[]): BattleCard | null {
  const fights = events.filter(isFought);
  const last = fights.at(-1);
  if (!last) return null;
  const { side, attackers, defenders, losses } = last;
  const at = events.indexOf(last);
  const came = events.slice(at + 1).filter(({ type }) => AFTER.includes(type));
  const row = (one: Side, ids: readonly string[], loss: number): CardRow => ({
    style: COUNTER_STYLES[one],
    words: capital(unitsWords(theatre, ids, 3)),
    end: loss === 0 ? 'no loss' : `loses ${loss}`,
  });
  return {
    title: what(theatre, last),
    rows: [
      row(side, attackers, losses[0]),
      row(otherSide(side), defenders, losses[1]),
      ...dieRows(theatre, last),
      ...came.flatMap((event): CardRow[] => {
        const words = tell(theatre, event, view.viewer);
        return words === null ? [] : [{ words, strong: true }];
      }),
      ...earlierBattles(fights.slice(0, -1), (fight) => inALine(theatre, fight)),
    ],
  };
}

/** The odds and the die rolled, with the losses for each face. */
function dieRows(theatre: Theatre, fight: Fought): CardRow[] {
  const { die } = fight;
  if (fight.type === 'fought' && (die === null || fight.reckoning.column === null))
    return [{ words: `${fight.reckoning.attack} to ${fight.reckoning.defence} is below 1-2: no die`, strong: true }];
  const { column, modifier } = fight.type === 'fought' ? fight.reckoning : fight;
  const lossesAt = (face: number) =>
    fight.type === 'fought' ? lossesIn(theatre, fight.reckoning, face) : lossesOfCharge(theatre, fight, face);
  const below =
    fight.type === 'fought'
      ? `${fight.reckoning.attack} to ${fight.reckoning.defence}, ${strengthBand(fight.reckoning.table)}`
      : 'Cavalry against cavalry';
  return [
    {
      dice: [{ face: die as number, counts: true }],
      words: `${column}, ${dieWords(die as number, modifier)}`,
      below,
    },
    { words: 'Losses by die, attacker–defender' },
    { faces: { results: FACES.map((face) => lossesAt(face).join('–')), thrown: die as number } },
  ];
}

/** "2226 at 3-1: die 4, attacker −1, defender −2" */
function inALine(theatre: Theatre, fight: Fought): string {
  const column = (fight.type === 'fought' ? fight.reckoning.column : fight.column) ?? 'below 1-2';
  const rolled = fight.die === null ? '' : `die ${fight.die}, `;
  const [attacker, defender] = fight.losses;
  return `${shortHex(theatre, fight.target)} at ${column}: ${rolled}attacker ${withMinus(-attacker)}, defender ${withMinus(-defender)}`;
}
