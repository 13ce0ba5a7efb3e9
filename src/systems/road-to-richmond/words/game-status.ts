import type { Ending, Margin } from '../../../game/index.ts';
import { capital, compact, count, listed } from '../../../kit/plain-english.ts';
import { piecesAt } from '../board.ts';
import { type Field, strengthOf } from '../field.ts';
import {
  communicationsLine,
  type EndItem,
  endItems,
  outcome,
  type Points,
  scoreOf,
  startPoints,
  winnerOf,
} from '../rules/victory-points.ts';
import { clockOf, isNight, lastTurnOf, type State, type View } from '../state.ts';
import { otherSide, SIDES, type Side } from '../vocabulary.ts';
import { sideAdjective, sideDoes, sideName, sidePeople, withStrengths } from './names.ts';

/** "Turn 3, 16:00 on 27 June, Union movement" */
export function when(field: Field, { turn, side, step, over }: View): string {
  if (over) return `After turn ${turn}`;
  return `Turn ${turn}, ${clockOf(field, turn)}, ${sideAdjective(side)} ${step === 'move' ? 'movement' : 'combat'}`;
}

/** "Points: Confederates 12, Union 9." */
export function pointsLine({ confederate, union }: Points): string {
  return `Points: ${sideName('confederate')} ${confederate}, ${sideName('union')} ${union}.`;
}

export function summary(field: Field, view: View): string {
  // The ending states the points.
  if (view.over) return `**${when(field, view)}.**`;
  const choice = view.pending[0];
  const whose = choice && choice.side !== view.side ? ` ${capital(sidePeople(choice.side))} must choose.` : '';
  return `**${when(field, view)}.** ${pointsLine(scoreOf(field, view))}${whose}`;
}

export function ending(field: Field, state: State): Ending | null {
  const ended = outcome(field, state);
  if (!ended) return null;
  const reason = `${reckoned(field, state) || 'Neither side scored.'} [${state.variant === 'first-day' ? '18.6' : '18'}]`;
  return { headline: headlineOf(state, ended.winner, scoreOf(field, state)), reason };
}

function headlineOf({ variant }: State, winner: Side | null, { confederate, union }: Points): string {
  if (winner === null) return `A draw, ${union} to ${confederate}.`;
  const what = variant === 'first-day' ? 'the first day' : 'the Seven Days';
  const points = winner === 'union' ? [union, confederate] : [confederate, union];
  return `${sideDoes(winner, 'wins', 'win')} ${what}, ${points.join(' to ')}.`;
}

/** The winner's lead in points; `null` without a winner. */
export function margin(field: Field, state: State): Margin | null {
  const points = scoreOf(field, state);
  if (!state.over || winnerOf(points) === null) return null;
  const size = Math.abs(points.confederate - points.union);
  return { size, words: `${count(size, 'point')} ahead` };
}

/** The names of the exits and the Train in a score. */
interface ScoreNames {
  readonly bridge: string;
  readonly west: string;
  readonly train: string;
}
const ON_THE_MAP: ScoreNames = {
  bridge: 'off the map at 1528',
  west: 'off the map at 0117',
  train: 'the Train',
};
/** The overview is too narrow for the full words beside the others. */
const ON_THE_OVERVIEW: ScoreNames = { ...ON_THE_MAP, west: 'off at 0117' };
/** For readers without the map. */
export const IN_THE_STORY: ScoreNames = {
  bridge: 'that left the map at White Oak Bridge',
  west: 'that left the map on the Williamsburg road',
  train: 'the wagon train',
};

function endings({ bridge, west, train }: ScoreNames): { readonly [why in EndItem['why']]: string } {
  return {
    pieces: `units ${bridge}`,
    train: `saving ${train}`,
    west: `strength points ${west}`,
    double: `strength points ${bridge} (2 each)`,
    single: `strength points ${bridge}`,
    'cut-off': 'cutting off Union units',
    farms: 'holding farms',
  };
}

/**
 * The sources of each side's points: "Union: 31 for 4 Confederate units eliminated, 6 for units off the map at 1528
 * and 5 for saving the Train."
 * @param names whether each eliminated unit is named
 */
export function reckoned(field: Field, state: State, names = false): string {
  return SIDES.flatMap((side) => {
    const parts = partsOf(field, state, side, ON_THE_MAP, names);
    return parts.length === 0 ? [] : [`${sideName(side)}: ${listed(parts)}.`];
  }).join(' ');
}

/**
 * One side's points on the overview: "Union 42: 31 for 4 Confederate units eliminated, 6 for units off the map at 1528
 * and 5 for saving the Train."
 */
export function scoredBy(field: Field, state: State, side: Side): string {
  const parts = partsOf(field, state, side, ON_THE_OVERVIEW);
  return `${sideName(side)} ${scoreOf(field, state)[side]}: ${listed(parts) || 'nothing scored'}.`;
}

/**
 * The sources of a side's points: "31 for 4 Confederate units eliminated", "10 for holding farms (Watt and Adams)".
 * @param names whether each eliminated unit is named
 */
export function partsOf(field: Field, state: State, side: Side, called: ScoreNames, names = false): readonly string[] {
  const own = (state.over ? endItems(field, state) : []).filter((item) => item.side === side);
  const atStart = side === 'union' ? startPoints(field, state) : 0;
  const scored = scoreOf(field, state)[side] - atStart - own.reduce((sum, item) => sum + item.points, 0);
  const lost = piecesAt(field, state, otherSide(side), 'lost');
  const bonus = lost.includes(field.train) ? field.scoring.trainDestroyed : 0;
  const forUnits = scored - bonus;
  const who = names ? ` (${listed(withStrengths(field, lost))})` : '';
  const farmsOf = ({ why, pieces }: EndItem) =>
    field.scoring.farms
      .filter((hex) => why === 'farms' && pieces.some((id) => state.where[id] === hex))
      .map((hex) => field.hex.get(hex)?.name ?? hex);
  return compact(
    atStart > 0 && `${atStart} from the start`,
    forUnits > 0 && `${forUnits} for ${count(lost.length, `${sideAdjective(otherSide(side))} unit`)} eliminated${who}`,
    bonus > 0 && `${bonus} more for destroying ${called.train}`,
    own.map((item) => {
      const farms = farmsOf(item);
      if (farms.length === 1) return `${item.points} for holding the ${farms[0]} farm`;
      return `${item.points} for ${endings(called)[item.why]}${farms.length > 0 ? ` (${listed(farms)})` : ''}`;
    }),
  );
}

/** The end points if the game ended now, which help a side decide when to leave. */
export function ifEndedNow(field: Field, state: State): string | null {
  const items = endItems(field, state);
  if (state.over || items.length === 0) return null;
  const words = endings(ON_THE_MAP);
  const gains = SIDES.flatMap((side) => {
    const own = items.filter((item) => item.side === side);
    const parts = own.map(({ why, points }, at) => `${points}${at === 0 ? ' more' : ''} for ${words[why]}`);
    return parts.length === 0 ? [] : [`${sidePeople(side)} would score ${listed(parts)}`];
  });
  return `If the game ended now, ${listed(gains, ', and ')}.`;
}

/** The conditions of victory, the present score, and the time left. */
export function goalLine(field: Field, view: View): string {
  const points = scoreOf(field, view);
  const ahead = winnerOf(points);
  const lead = Math.abs(points.union - points.confederate);
  const stands = ahead === null ? 'It’s level now' : `${sideDoes(ahead, 'is', 'are')} ${count(lead, 'point')} ahead`;
  const last = lastTurnOf(field, view);
  const turnsLeft = last - view.turn;
  const toGo = turnsLeft === 0 ? 'this is the last turn' : `${count(turnsLeft, 'turn')} to go after this one`;
  const scoring = view.variant === 'first-day' ? firstDayPoints(field) : campaignPoints(field);
  return `**How you win:** more points than the enemy when turn ${last} ends; ${toGo}${nightToCome(field, view.turn, last)}. ${stands}. ${scoring}`;
}

/** The next night, as no battle is fought then: ", turn 13 at night"; empty if none comes. */
function nightToCome(field: Field, turn: number, last: number): string {
  for (let next = turn + 1; next <= last; next++) if (isNight(field, next)) return `, turn ${next} at night`;
  return '';
}

function campaignPoints({ scoring: { trainDestroyed } }: Field): string {
  return (
    `Each enemy strength point eliminated is worth 1, the Train ${trainDestroyed} more. ` +
    'At the end units off the map at 1528 or 0117 count too (`/rules`, Victory points).'
  );
}
function firstDayPoints({ scoring: { farmHeld } }: Field): string {
  return `Each enemy strength point eliminated is worth 1, each farm held at the end ${farmHeld}.`;
}

/** "**Losses so far:** Confederates none; Union 2 units, 2 strength points." */
export function lossesLine(field: Field, view: View): string {
  const told = SIDES.map((side) => {
    const lost = piecesAt(field, view, side, 'lost');
    const what = `${count(lost.length, 'unit')}, ${count(strengthOf(lost), 'strength point')}`;
    return `${sideName(side)} ${lost.length === 0 ? 'none' : what}`;
  });
  return `**Losses so far:** ${told.join('; ')}.`;
}

/** The side that has the line of communications now; at the end it scores [17.1]. */
export function lineOfCommunications(field: Field, view: View): string {
  const lines = SIDES.flatMap((side) => {
    const hexes = communicationsLine(field, view, side);
    return hexes === null ? [] : [{ side, hexes }];
  });
  const [first, second] = lines;
  const whose = second
    ? 'open to both sides'
    : first
      ? `open to ${sidePeople(first.side)} alone`
      : 'cut for both sides';
  const hexes = first ? ` Its shortest way now: ${first.hexes.join(', ')}.` : '';
  return `The line of communications, by road and trail from 0117 to 1528, is ${whose}.${hexes} No unit needs supply.`;
}
