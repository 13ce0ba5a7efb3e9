import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexBriefly, hexesLabel, hexLabel } from '../../../kit/hex/hex-names.ts';
import { count, listed } from '../../../kit/plain-english.ts';
import { clockOf } from '../calendar.ts';
import type { Field } from '../field.ts';
import { soonerBy } from '../rules/arrivals.ts';
import type { Battle, Doubling, Event, Order, PieceId, Reckoning, Side, Withdrawal } from '../vocabulary.ts';
import { RESULT_WORDS } from './result-words.ts';
import { destinationLabel, exitName, namesOfIds, sideName, sidePeople, withinSentence } from './unit-names.ts';

/** Names in a list of pieces. */
const MOST = 6;

/** Follows the name of the member who gave the order. */
export function describe(field: Field, order: Order): string {
  const names = (ids: readonly PieceId[]) => withinSentence(namesOfIds(field, ids, MOST));
  switch (order.verb) {
    case 'move': {
      const who = names(order.unit.split('+'));
      const by = order.by === undefined ? '' : ` from ${hexLabel(field, order.by)}`;
      return `moves ${who}${by} ${destination(field, order.to)}`;
    }
    case 'attack': {
      const guns = order.guns?.length ? `, supported by ${names(order.guns)}` : '';
      return `plans an attack on ${target(field, order.target)} with ${names(order.with)}${guns}, at ${order.column}`;
    }
    case 'bombard':
      return `plans a bombardment of ${target(field, order.target)} by ${names(order.with)}, at ${order.column}`;
    case 'cancel':
      return `cancels the battle at ${target(field, order.target)}`;
    case 'fight':
      return `fights the battle at ${target(field, order.target)}`;
    case 'retreat':
      return `retreats ${names([order.unit])} to ${hexLabel(field, order.to)}${
        order.displacing === undefined ? '' : `, where ${names([order.displacing])} makes room`
      }`;
    case 'lose':
      return `loses ${names(order.units) || 'no unit'} in the exchange`;
    case 'advance': {
      if (order.unit === 'none') return 'advances no unit';
      return `advances ${names([order.unit])}${order.to === undefined ? '' : ` into ${hexLabel(field, order.to)}`}`;
    }
    case 'done':
      // The order ends the phase or the planning; it does not say which.
      if (order.sure === 'rest') return 'lets the bot plan the other battles';
      return 'is done';
    default:
      return order satisfies never;
  }
}

/** "to 1004 New Cold Harbor", "off the map at 1528 White Oak Bridge road" */
export function destination(field: Field, to: string): string {
  const label = destinationLabel(field, to);
  return to.startsWith('off-') ? `${label.charAt(0).toLowerCase()}${label.slice(1)}` : `to ${label}`;
}

export function target(field: Field, hexes: string): string {
  return hexesLabel(field, hexes.split('+'));
}

export function tell(field: Field, event: Event): string {
  switch (event.type) {
    case 'opened':
      return event.variant === 'first-day' ? firstDayOpening(field) : OPENING;
    case 'phase':
      return `Turn ${event.turn}, ${clockOf(field, event.turn)}: ${event.side === 'union' ? 'Union' : 'Confederate'} ${event.kind}.`;
    case 'quiet':
      if (event.night) return `Nobody fights at night: ${sidePeople(event.side)} ${have(event.side)} no combat phase.`;
      return `No combat: ${sidePeople(event.side)} ${have(event.side)} no enemy in reach.`;
    case 'moved':
      return moved(field, event);
    case 'left':
      return `${names(field, event.pieces)} ${verb(event.pieces, 'leaves', 'leave')} the map at ${exitName(field, event.by)}.`;
    case 'alarm':
      return `${names(field, [event.piece])} in ${hexLabel(field, event.hex)} triggers early arrival${early(field, event.turn)}.`;
    case 'zone':
      return (
        `${event.why === 'train' ? 'The Train has left the map' : 'The last of the turn-14 units has arrived'}: ` +
        `the command control zone opens to the Union in turn ${event.opens}.`
      );
    case 'laid':
      return laid(field, event.battle, event.reckoning);
    case 'struck':
      return `The battle at ${hexesLabel(field, event.hexes)} is cancelled.`;
    case 'plan':
      return event.battles === 0
        ? 'No battle is planned.'
        : `The plan is set: ${count(event.battles, 'battle')}${event.battles === 1 ? '' : ', fought one by one'}.`;
    case 'fought':
      return fought(field, event);
    case 'dropped':
      return `${hexesLabel(field, event.hexes)}: ${
        event.why === 'no-defenders' ? 'no defender is left' : 'no attacker is left'
      }, so the battle is dropped.`;
    case 'lost':
      return lost(field, event);
    case 'retreated':
      return retreated(field, event);
    case 'advanced':
      return `${names(field, [event.piece])} ${verb([event.piece], 'advances', 'advance')} into ${hexLabel(field, event.to)}.`;
    case 'held':
      if (event.guns) return `${names(field, event.guns)} ${verb(event.guns, 'stays', 'stay')}.`;
      return event.side === 'union' ? 'No Union unit advances.' : 'No Confederate unit advances.';
    case 'ineffective':
      return `${names(field, event.pieces)} ${verb(event.pieces, 'becomes', 'become')} ineffective, and can’t attack until the next night is over.`;
    case 'recovered':
      return `The night is over, and ${names(field, event.pieces)} ${verb(event.pieces, 'is', 'are')} effective again.`;
    case 'ended':
      return 'The last turn is over.';
    default:
      return event satisfies never;
  }
}

const OPENING =
  'The Seven Days, June 1862: twenty turns, two of them at night; the Confederates move first. You score the strength of every enemy unit ' +
  'you eliminate. Units that leave the map at 0117 or 1528 score at the end. The Union’s Train must get from White House to White ' +
  'Oak Bridge. Units next to an enemy must fight.';

function firstDayOpening(field: Field): string {
  const { firstDayPoints, scoring } = field;
  const farms = listed(scoring.farms.map((hex) => `${field.hex.get(hex)?.name ?? hex} (${hex})`));
  const begins = firstDayPoints > 0 ? ` The Union begins with ${firstDayPoints} points.` : '';
  return (
    `Gaines’ Mill, 27 June 1862: five turns; the Confederates move first.${begins} You score the strength of every enemy unit you eliminate. ` +
    `At the end each side scores ${scoring.farmHeld} for each of the farms ${farms} that its units hold. Units next to an enemy must fight.`
  );
}

/** The groups that may come sooner than printed [13.3]. */
function early(field: Field, turn: number): string {
  const sooner = soonerBy(field, turn);
  const groups = sooner.map(([printed, from], index) =>
    index === 0 ? `turn-${printed} groups can arrive from turn ${from} on` : `turn-${printed} groups from turn ${from}`,
  );
  return groups.length === 0 ? ', too late for any group' : `: ${groups.join(', ')}`;
}

function names(field: Field, pieces: readonly PieceId[]): string {
  return namesOfIds(field, pieces, MOST);
}

function verb(pieces: readonly PieceId[], one: string, several: string): string {
  return pieces.length === 1 ? one : several;
}

/** "The Union", "The Confederates" */
export function subject(side: Side): string {
  return side === 'union' ? 'The Union' : 'The Confederates';
}

function have(side: Side): string {
  return side === 'union' ? 'has' : 'have';
}

function moved(field: Field, { pieces, from, way, cost }: Event & { type: 'moved' }): string {
  const who = names(field, pieces);
  const [first, last] = [way[0] as HexId, way.at(-1) as HexId];
  const price = `cost ${cost}`;
  if (from !== null)
    return `${who} ${verb(pieces, 'moves', 'move')} from ${hexBriefly(field, from)} to ${hexLabel(field, last)} (${price}).`;
  const on = `${who} ${verb(pieces, 'enters', 'enter')} at ${hexLabel(field, first)}`;
  return first === last
    ? `${on} (${price}).`
    : `${on}, and ${verb(pieces, 'goes', 'go')} to ${hexLabel(field, last)} (${price}).`;
}

const DOUBLED: { readonly [why in Doubling]: string } = {
  terrain: 'by the ground',
  water: 'behind water',
  redoubt: 'behind redoubts',
};

/** "24 against 24, doubled behind water: 1-1"; with several hexes, the doubled ones are named. */
export function strengths(
  field: Field,
  { hexes }: Pick<Battle, 'hexes'>,
  { attack, defence, doubled, odds, column }: Reckoning,
): string {
  const ways = doubled.map(({ hex, why }) =>
    hexes.length === 1 ? `doubled ${DOUBLED[why]}` : `${hexLabel(field, hex)} doubled ${DOUBLED[why]}`,
  );
  const named = column === odds ? '' : `, lowered to ${column}`;
  return `${[`${attack} against ${defence}`, ...ways].join(', ')}: ${odds}${named}`;
}

function laid(field: Field, battle: Battle, reckoning: Reckoning): string {
  return `${onslaught(field, battle)} is planned, ${strengths(field, battle, reckoning)}.`;
}

/** "Attack on 1107 Watt by Gregg and Branch" */
function onslaught(field: Field, { hexes, attackers, bombardment }: Battle): string {
  return `${bombardment ? 'Bombardment of' : 'Attack on'} ${hexesLabel(field, hexes)} by ${names(field, attackers)}`;
}

function fought(field: Field, { battle, reckoning, die, result }: Event & { type: 'fought' }): string {
  const unharmed = battle.bombardment && result.startsWith('A');
  return (
    `${onslaught(field, battle)}, ${strengths(field, battle, reckoning)}. Die ${die}: ` +
    `${unharmed ? 'no effect' : RESULT_WORDS[result].sentence}.`
  );
}

const FALLEN: { readonly [why in (Event & { type: 'lost' })['why']]: string } = {
  // The result before it says that they are eliminated.
  combat: 'lost',
  exchange: 'lost in the exchange',
  'no-way': 'cut off and eliminated',
  train: 'caught and destroyed',
};

function lost(field: Field, { side, pieces, why, points }: Event & { type: 'lost' }): string {
  const other = side === 'union' ? 'confederate' : 'union';
  const gain = points === 0 ? '' : `, ${count(points, 'point')} for the ${sideName(other)}`;
  return `${names(field, pieces)} ${verb(pieces, 'is', 'are')} ${FALLEN[why]}${gain}.`;
}

const BACK: { readonly [why in Withdrawal]: string } = {
  combat: 'retreats',
  displaced: 'makes room and goes',
  train: 'retreats',
  ineffective: 'is ineffective and retreats',
  shared: 'retreats',
};

function retreated(field: Field, { piece, from, to, why, displacing }: Event & { type: 'retreated' }): string {
  const room = displacing === null ? '' : `, where ${withinSentence(names(field, [displacing]))} makes room`;
  return `${names(field, [piece])} ${BACK[why]} from ${hexBriefly(field, from)} to ${hexLabel(field, to)}${room}.`;
}

/** Events whose sentence can cover the whole order, if they come first. */
const DOES: { readonly [verb in Order['verb']]: readonly Event['type'][] } = {
  move: ['moved', 'left'],
  attack: ['laid'],
  bombard: ['laid'],
  cancel: ['struck'],
  fight: ['fought'],
  retreat: ['retreated'],
  lose: ['lost'],
  advance: ['advanced', 'held'],
  done: [],
};

/** Whether the first event's sentence covers the whole order. */
export function summaryCoversOrder(order: Order, [first]: readonly Event[]): boolean {
  if (first === undefined || !DOES[order.verb].includes(first.type)) return false;
  // Other battles that lose attackers to it have their own events.
  return first.type !== 'laid' || ('target' in order && first.battle.hexes.join('+') === order.target);
}
