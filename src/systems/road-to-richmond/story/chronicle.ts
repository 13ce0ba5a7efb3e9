import type { Episode, GivenReason } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { type Field, strengthOfIds } from '../field.ts';
import { soonerBy } from '../rules/arrivals.ts';
import { cutOffBy, type Fought } from '../rules/combat/fight.ts';
import { type Points, scoreOf } from '../rules/victory-points.ts';
import { dayOf, type State } from '../state.ts';
import { type Event, type ExitId, type Order, type PieceId, type Side, TRAIN_EXIT } from '../vocabulary.ts';

/** A campaign's events day by day, gathered from its episodes. */

export type RichmondEpisode = Episode<State, Order, Event>;

export interface ChronicleFight {
  readonly event: Fought;
  readonly before: State;
  readonly turn: number;
  /** Strength lost by each side in the battle, units without a retreat included. */
  readonly lost: Record<Side, number>;
  readonly cutOff: PieceId[];
  readonly turning: boolean;
  readonly reasons: readonly GivenReason[];
}

/** A reason with the order it was given for. */
export interface OrderReason extends GivenReason {
  readonly order: Order | null;
}

/** Units that left the map together. */
export interface Departure {
  readonly side: Side;
  readonly by: ExitId;
  readonly pieces: readonly PieceId[];
}

export type ChronicleDay = ReturnType<typeof newDay>;

export function daysOf(field: Field, episodes: readonly RichmondEpisode[]): readonly ChronicleDay[] {
  const days: ChronicleDay[] = [];
  let turn = episodes[0]?.after.turn ?? 1;
  for (const [index, episode] of episodes.entries()) {
    const today = dayIn(field, days, turn);
    // The reasons for an order that fights belong to its battle.
    const { order, reasons, events } = episode;
    if (index > 0 && !events.some(({ type }) => type === 'fought'))
      today.reasons.push(...reasons.map((reason) => ({ ...reason, order })));
    for (const event of events) {
      if (event.type === 'phase' || event.type === 'quiet') turn = event.turn;
      note(field, dayIn(field, days, turn), event, episode, turn);
    }
    if (episodes[index + 1] === undefined || dayOf(field, episode.after.turn) !== dayOf(field, episode.before.turn))
      setPoints(field, days, episode);
  }
  return days;
}

/** Records the points at the end of a day. */
function setPoints(field: Field, days: readonly ChronicleDay[], { after, before }: RichmondEpisode): void {
  const points = scoreOf(field, { ...after, over: false });
  for (const day of days)
    if (day.day === dayOf(field, before.turn) || day.day === dayOf(field, after.turn)) day.points = points;
}

function dayIn(field: Field, days: ChronicleDay[], turn: number): ChronicleDay {
  const last = days.at(-1);
  const day = dayOf(field, turn);
  if (last?.day === day) return last;
  const today = newDay(day);
  days.push(today);
  return today;
}

function newDay(day: 0 | 1 | 2) {
  return {
    day,
    fights: [] as ChronicleFight[],
    /** Strength lost by each side, in battle or otherwise. */
    lost: none(),
    fallen: [] as PieceId[],
    /** Units that arrived. */
    came: none(),
    departures: [] as Departure[],
    /** `helps`: reserves can come sooner because of it. */
    alarm: null as { readonly piece: PieceId; readonly hex: HexId; readonly helps: boolean } | null,
    train: null as 'came' | 'saved' | 'destroyed' | null,
    /** Reasons given on that day for orders other than battles. */
    reasons: [] as OrderReason[],
    /** At the end of the day, without points that only the end of the game scores. */
    points: none() as Points,
  };
}

function none(): Record<Side, number> {
  return { confederate: 0, union: 0 };
}

function note(field: Field, today: ChronicleDay, event: Event, episode: RichmondEpisode, turn: number): void {
  const hasTrain = (pieces: readonly PieceId[]) => pieces.includes(field.train.id);
  switch (event.type) {
    case 'fought': {
      const { before, turning, reasons } = episode;
      today.fights.push({ event, before, turn, lost: none(), cutOff: [], turning, reasons });
      break;
    }
    case 'lost': {
      const strength = strengthOfIds(field, event.pieces);
      today.lost[event.side] += strength;
      today.fallen.push(...event.pieces);
      // Before the battles of a phase, units are lost that had to withdraw and could not.
      const fight = episode.before.step === 'fight' ? today.fights.at(-1) : undefined;
      if (fight) {
        if (event.why !== 'train') fight.lost[event.side] += strength;
        fight.cutOff.push(...cutOffBy(event));
      }
      if (hasTrain(event.pieces)) today.train = 'destroyed';
      break;
    }
    case 'moved':
      if (event.from !== null) break;
      today.came[event.side] += event.pieces.length;
      if (hasTrain(event.pieces)) today.train = 'came';
      break;
    case 'left':
      today.departures.push({ side: event.side, by: event.by, pieces: event.pieces });
      if (hasTrain(event.pieces) && event.by === TRAIN_EXIT) today.train = 'saved';
      break;
    case 'alarm':
      today.alarm = { piece: event.piece, hex: event.hex, helps: soonerBy(field, event.turn).length > 0 };
      break;
    default:
      break;
  }
}

/** A battle's importance to the story: first its losses, then the strength engaged. */
export function weightOf({ lost, turning, event }: ChronicleFight): number {
  const { attack, defence } = event.reckoning;
  return (turning ? 1000 : 0) + 10 * (lost.union + lost.confederate) + Math.min(attack, defence) / 10;
}

/** The battle with the highest losses; `null` if there are fewer than two with losses, or a tie. */
export function costliest(fights: readonly ChronicleFight[]): ChronicleFight | null {
  const cost = ({ lost }: ChronicleFight) => lost.union + lost.confederate;
  const [most, next] = fights.filter((fight) => cost(fight) > 0).sort((a, b) => cost(b) - cost(a));
  return most && next && cost(most) > cost(next) ? most : null;
}
