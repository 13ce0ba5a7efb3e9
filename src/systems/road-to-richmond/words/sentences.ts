import type { Roll } from '../../../game/index.ts';
import { hexBriefly, hexLabel } from '../../../kit/hex/hex-names.ts';
import { atMost, compact, count, grouped, listed, plural, summaryOf } from '../../../kit/plain-english.ts';
import type { WordsFor } from '../../../kit/shared-vocabulary.ts';
import type { Field } from '../field.ts';
import { soonerBy } from '../rules/arrivals.ts';
import { CRT } from '../rules/combat/battle-odds.ts';
import { cutOffAfter, howManyCutOff } from '../rules/combat/fight.ts';
import { clockOf } from '../state.ts';
import {
  type Battle,
  type Column,
  type Doubling,
  type Event,
  otherSide,
  type PieceId,
  type Reckoning,
  type Result,
  targetOf,
  type Withdrawal,
} from '../vocabulary.ts';
import {
  areaOf,
  exitName,
  hexesLabel,
  namesOfIds,
  sideAdjective,
  sideName,
  sidePeople,
  withinSentence,
} from './names.ts';

type Of<T extends Event['type']> = Extract<Event, { readonly type: T }>;

/** Results of the table [7.9], worded to fit each place. */
export const RESULT_WORDS: {
  readonly [result in Result]: { readonly [place in 'sentence' | 'short' | 'roll']: string };
} = {
  Ar: { sentence: 'the attackers retreat', short: 'attacker retreats', roll: 'driven back' },
  Ae: { sentence: 'the attackers are eliminated', short: 'attacker eliminated', roll: 'eliminated' },
  Dr: { sentence: 'the defenders retreat', short: 'defender retreats', roll: 'driven back' },
  De: { sentence: 'the defenders are eliminated', short: 'defender eliminated', roll: 'eliminated' },
  Ex: { sentence: 'an exchange', short: 'exchange', roll: 'exchange' },
};

/** A result in words; bombarding guns are never harmed [9.1]. */
export function resultWords(result: Result, bombardment: boolean, place: 'sentence' | 'short'): string {
  return bombardment && result.startsWith('A') ? 'no effect' : RESULT_WORDS[result][place];
}

/** A column's results by die faces: "1–2 defender retreats, 3 exchange, 4–6 attacker retreats". */
export function facesInWords(column: Column, bombardment: boolean): string {
  const faces = Array.from({ length: CRT.faces }, (_, at) => at + 1);
  return grouped(faces, (face) => resultWords(CRT.resultOf(column, face), bombardment, 'short'))
    .map(([words, some]) => `${some.length > 1 ? `${some[0]}–${some.at(-1)}` : some[0]} ${words}`)
    .join(', ');
}

/** One for each die, with its column and the result. */
export function rolls(events: readonly Event[]): readonly Roll[] {
  return events.flatMap((event) => {
    if (event.type !== 'fought') return [];
    const { battle, reckoning, result } = event;
    const carried = !result.startsWith('A');
    const cutOff = howManyCutOff(event, cutOffAfter(events, event));
    const suffered = cutOff === 'none' ? RESULT_WORDS[result].roll : `${cutOff === 'all' ? '' : 'partly '}cut off`;
    const outcome = battle.bombardment && !carried ? 'no effect' : suffered;
    return [{ whose: null, needs: reckoning.column, outcome, carried }];
  });
}

const OPENING =
  'The Seven Days, June 1862: twenty turns, two of them at night; the Confederates move first. You score the strength of every enemy unit ' +
  'you eliminate. Units that leave the map at 0117 or 1528 score at the end. The Union’s Train must get from White House to White ' +
  'Oak Bridge. Units next to an enemy must fight.';

const SENTENCES: WordsFor<'type', Event, [Field]> = {
  opened: ({ variant }, field) => (variant === 'first-day' ? firstDayOpening(field) : OPENING),
  phase: ({ turn, side, kind }, field) => `Turn ${turn}, ${clockOf(field, turn)}: ${sideAdjective(side)} ${kind}.`,
  quiet({ side, night }) {
    const has = `${sidePeople(side)} ${side === 'union' ? 'has' : 'have'}`;
    return night ? `Nobody fights at night: ${has} no combat phase.` : `No combat: ${has} no enemy in reach.`;
  },
  moved({ pieces, from, way, cost }, field) {
    const [first = '', last = first] = [way[0], way.at(-1)];
    const to = hexLabel(field, last);
    if (from !== null)
      return `${does(field, pieces, 'moves', 'move')} from ${hexBriefly(field, from)} to ${to} (cost ${cost}).`;
    const on = way.length === 1 ? '' : `, and ${plural(pieces.length, 'goes', 'go')} to ${to}`;
    return `${does(field, pieces, 'enters', 'enter')} at ${hexLabel(field, first)}${on} (cost ${cost}).`;
  },
  left: ({ pieces, by }, field) => `${does(field, pieces, 'leaves', 'leave')} the map at ${exitName(field, by)}.`,
  alarm: ({ turn, piece, hex }, field) =>
    `${names(field, [piece])} in ${hexLabel(field, hex)} triggers early arrival${soonerGroups(field, turn)}.`,
  zone: ({ opens, why }) =>
    `${why === 'train' ? 'The Train has left the map' : 'The last of the turn-14 units has arrived'}: ` +
    `the command control zone opens to the Union in turn ${opens}.`,
  laid: ({ battle, reckoning }, field) =>
    `${onslaught(field, battle)} is planned, ${strengths(field, battle, reckoning)}.`,
  struck: ({ hexes }, field) => `The battle at ${hexesLabel(field, hexes)} is cancelled.`,
  plan({ battles }) {
    if (battles === 0) return 'No battle is planned.';
    return `The plan is set: ${count(battles, 'battle')}${battles === 1 ? '' : ', fought one by one'}.`;
  },
  fought: ({ battle, reckoning, die, result }, field) =>
    `${onslaught(field, battle)}, ${strengths(field, battle, reckoning)}. Die ${die}: ` +
    `${resultWords(result, battle.bombardment, 'sentence')}.`,
  dropped: ({ hexes, why }, field) =>
    `${hexesLabel(field, hexes)}: no ${why === 'no-defenders' ? 'defender' : 'attacker'} is left, so the battle is dropped.`,
  lost({ side, pieces, why, points }, field) {
    const gain = points === 0 ? '' : `, ${count(points, 'point')} for the ${sideName(otherSide(side))}`;
    return `${does(field, pieces, 'is', 'are')} ${FALLEN[why]}${gain}.`;
  },
  retreated({ piece, from, to, why, displacing }, field) {
    const room = displacing === null ? '' : `, where ${withinSentence(names(field, [displacing]))} makes room`;
    return `${names(field, [piece])} ${BACK[why]} from ${hexBriefly(field, from)} to ${hexLabel(field, to)}${room}.`;
  },
  advanced: ({ piece, to }, field) => `${names(field, [piece])} advances into ${hexLabel(field, to)}.`,
  held: ({ side, guns }, field) =>
    guns ? `${does(field, guns, 'stays', 'stay')}.` : `No ${sideAdjective(side)} unit advances.`,
  ineffective: ({ pieces }, field) =>
    `${does(field, pieces, 'becomes', 'become')} ineffective, and can’t attack until the next night is over.`,
  recovered: ({ pieces }, field) => `The night is over, and ${does(field, pieces, 'is', 'are')} effective again.`,
  ended: () => 'The last turn is over.',
};

export function tell(field: Field, event: Event): string {
  return SENTENCES[event.type](event as never, field);
}

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
function soonerGroups(field: Field, turn: number): string {
  const groups = soonerBy(field, turn).map(
    ([printed, from], at) =>
      `turn-${printed} groups${at === 0 ? ' can arrive' : ''} from turn ${from}${at === 0 ? ' on' : ''}`,
  );
  return groups.length === 0 ? ', too late for any group' : `: ${groups.join(', ')}`;
}

function names(field: Field, pieces: readonly PieceId[]): string {
  return namesOfIds(field, pieces, 6);
}

/** "Gregg moves", "Gregg and Branch move" */
function does(field: Field, pieces: readonly PieceId[], one: string, several: string): string {
  return `${names(field, pieces)} ${plural(pieces.length, one, several)}`;
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
  const lower = column === odds ? '' : `, lowered to ${column}`;
  return `${[`${attack} against ${defence}`, ...ways].join(', ')}: ${odds}${lower}`;
}

/** "Attack on 1107 Watt by Gregg and Branch" */
function onslaught(field: Field, { hexes, attackers, bombardment }: Battle): string {
  return `${bombardment ? 'Bombardment of' : 'Attack on'} ${hexesLabel(field, hexes)} by ${names(field, attackers)}`;
}

const FALLEN: { readonly [why in Of<'lost'>['why']]: string } = {
  // The result before it says that they are eliminated.
  combat: 'lost',
  exchange: 'lost in the exchange',
  'no-way': 'cut off and eliminated',
  train: 'caught and destroyed',
};

const BACK: { readonly [why in Withdrawal]: string } = {
  combat: 'retreats',
  displaced: 'makes room and goes',
  train: 'retreats',
  ineffective: 'is ineffective and retreats',
  shared: 'retreats',
};

/** Events that belong to the battle before them. */
const AFTERMATH: readonly Event['type'][] = ['lost', 'retreated', 'advanced', 'held'];

/** The number of leading events that belong to the battle before them. */
export function aftermathLength(events: readonly Event[]): number {
  const end = events.findIndex(({ type }) => !AFTERMATH.includes(type));
  return end < 0 ? events.length : end;
}

/**
 * "1107 Watt: 18 against 8 at 2-1, die 3, the defenders retreat. Lovell retreats to 1007. Warren advances into 1107
 * Watt."
 */
function battleInBrief(field: Field, fought: Of<'fought'>, after: readonly Event[]): string {
  const { battle, reckoning, die, result } = fought;
  const what = `${battle.bombardment ? 'Bombardment of ' : ''}${hexesLabel(field, battle.hexes)}`;
  const odds = `${reckoning.attack} against ${reckoning.defence} at ${reckoning.column}`;
  const came = resultWords(result, battle.bombardment, 'sentence');
  return [`${what}: ${odds}, die ${die}, ${came}.`, ...aftermath(field, after)].join(' ');
}

/**
 * The aftermath of a battle in short: "Lovell is cut off and eliminated, 7 points for the Union.", "Warren retreats to
 * 1007."
 */
export function aftermath(field: Field, after: readonly Event[]): string[] {
  return compact(
    after.map((event) => event.type === 'lost' && tell(field, event)),
    together(
      field,
      after.filter((event) => event.type === 'retreated'),
      'retreats',
      'retreat',
      ' to',
    ),
    together(
      field,
      after.filter((event) => event.type === 'advanced'),
      'advances',
      'advance',
      ' into',
    ),
  );
}

/** "Lovell retreats to 1007, Warren and Griffin to 1006." */
function together(
  field: Field,
  went: readonly { readonly piece: string; readonly to: string }[],
  one: string,
  several: string,
  where: string,
): string | null {
  // A piece that retreats twice is told by its last hex.
  const last = new Map(went.map(({ piece, to }) => [piece, to]));
  const parts = grouped([...last.keys()], (piece) => last.get(piece) ?? '').map(([to, pieces], index) => {
    const who = namesOfIds(field, pieces, 3);
    const doing = index > 0 ? withinSentence(who) : `${who} ${plural(pieces.length, one, several)}`;
    return `${doing}${where} ${hexBriefly(field, to)}`;
  });
  return parts.length === 0 ? null : `${atMost(parts, 3)}.`;
}

type Move = Of<'moved'> | Of<'left'>;

/** Names in a line of a summary. */
const MOST = 6;

/** Marches are counted. A planned battle is named until it is fought, and then gets a line with its result. */
export function digest(field: Field, events: readonly Event[]): readonly string[] {
  const told: string[] = [];
  let moves: Move[] = [];
  const tellMoves = () => {
    told.push(...marches(field, moves), ...departures(field, moves));
    moves = [];
  };
  /** The columns of planned battles. */
  const columns = new Map<string, string>();
  const fought = new Set(events.map((event) => (event.type === 'fought' ? targetOf(event.battle.hexes) : '')));
  const unfought = () => planned([...columns].filter(([hexes]) => !fought.has(hexes)));
  for (let at = 0; at < events.length; at++) {
    const event = events[at] as Event;
    if (event.type === 'moved' || event.type === 'left') {
      moves.push(event);
      continue;
    }
    tellMoves();
    if (event.type === 'laid') columns.set(targetOf(event.battle.hexes), event.reckoning.column);
    else if (event.type === 'struck') columns.delete(targetOf(event.hexes));
    else if (event.type === 'plan') told.push(unfought());
    else if (event.type === 'fought') {
      const after = events.slice(at + 1);
      const length = aftermathLength(after);
      told.push(battleInBrief(field, event, after.slice(0, length)));
      at += length;
    } else told.push(tell(field, event));
  }
  tellMoves();
  if (!events.some(({ type }) => type === 'plan')) told.push(unfought());
  return summaryOf(compact(told));
}

const SHOWN_BY_PHASE_BOARD: readonly Event['type'][] = ['opened', 'phase', 'quiet', 'moved', 'laid', 'struck', 'plan'];

/**
 * Whether a phase's board tells an event. Moves and planned battles it shows anyway: in its picture and its agenda.
 */
export function isToldByPhaseBoard({ type }: Event): boolean {
  return !SHOWN_BY_PHASE_BOARD.includes(type);
}

/** "Couch and Palmer leave the map at 1528 White Oak Bridge road." */
function departures(field: Field, moves: readonly Move[]): string[] {
  const left = moves.filter((event) => event.type === 'left');
  return grouped(left, ({ by }) => by).map(([, some]) =>
    tell(field, { ...(some[0] as Of<'left'>), pieces: some.flatMap(({ pieces }) => pieces) }),
  );
}

/** "3 battles planned: 1107 at 2-1, …" */
function planned(columns: readonly (readonly [hexes: string, column: string])[]): string {
  if (columns.length === 0) return '';
  const battles = columns.map(([hexes, column]) => `${hexes} at ${column}`);
  return `${count(columns.length, 'battle')} planned: ${atMost(battles, MOST)}.`;
}

function marches(field: Field, moves: readonly Move[]): string[] {
  const onMap = moves.filter((event) => event.type === 'moved');
  const units = (some: readonly Of<'moved'>[]) => some.flatMap(({ pieces }) => pieces);
  const arrived = onMap.filter(({ from }) => from === null);
  const marched = onMap.filter(({ from }) => from !== null);
  const come = grouped(arrived, ({ way }) => way[0] ?? '').map(
    ([hex, some]) => `${does(field, units(some), 'enters', 'enter')} at ${hex}.`,
  );
  const number = units(marched).length;
  if (number === 0) return come;
  return [...come, ...(number <= MOST ? marched.map((event) => tell(field, event)) : [massed(field, marched)])];
}

/** "13 Union units move; most of them are now around Trent’s." */
function massed(field: Field, marched: readonly Of<'moved'>[]): string {
  const each = marched.flatMap(({ pieces, way }) => pieces.map(() => areaOf(field, way.at(-1) ?? '').at));
  const [[where, here] = ['', []]] = grouped(each, (at) => at).sort(([, one], [, other]) => other.length - one.length);
  const most = here.length * 2 > each.length ? 'most of them' : `${here.length} of them`;
  const whose = sideAdjective(marched[0]?.side ?? 'union');
  return `${count(each.length, `${whose} unit`)} move; ${most} ${plural(here.length, 'is', 'are')} now ${where}.`;
}
