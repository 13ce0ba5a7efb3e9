import { biggestSwings, type Course } from '../../advisor/index.ts';
import type { Seat, State } from '../../game/index.ts';
import { oncePerGame, type PlayedGame } from './played-game.ts';

const MOST = 3;

/** The recap's turning points as indexes into `PlayedGame.givenOrders`: by the chance of winning, or by points. */
export function turningPointsOf(playedGame: PlayedGame): ReadonlySet<number> {
  const { course } = playedGame;
  return new Set(
    course ? turningPointsByChance(course) : (scoreHistoryOf(playedGame)?.turning ?? []).map(({ peak }) => peak),
  );
}

export function turningPointsByChance(course: Course): readonly number[] {
  return biggestSwings(course, MOST);
}

/** The orders of one phase in a row. */
export interface Passage {
  /** Indexes into `PlayedGame.givenOrders`; `end` is exclusive. */
  readonly first: number;
  readonly end: number;
  /** "Turn 3, Union combat"; without a calendar "Order 7"; "At the end". */
  readonly when: string;
  /** The points come from the end of the game, not from the order. */
  readonly isEnd?: true;
}

/** The points of a game after each order. */
export interface ScoreHistory {
  /** The seats that score, by the names that their points have. */
  readonly seats: readonly Seat[];
  /** By state, as `PlayedGame.states` has them, then by seat. */
  readonly points: readonly (readonly number[])[];
  readonly passages: readonly Passage[];
  /** The passages that changed the lead most, in order of time: at most three, without the end of the game. */
  readonly turning: readonly Turning[];
}

export interface Turning {
  /** Index into `ScoreHistory.passages`. */
  readonly passage: number;
  /** Index into `PlayedGame.givenOrders`: the order of the passage that changed the lead most. */
  readonly peak: number;
  /** The order ended a turn or phase, which may have scored the points itself. */
  readonly ended: boolean;
}

/** Null for a game without points, with winning chances, or with secrets while it is played. */
export const scoreHistoryOf = oncePerGame((playedGame) => (tellsPoints(playedGame) ? computed(playedGame) : null));

function tellsPoints({ system, game }: PlayedGame): boolean {
  return (
    system.afterwards?.score !== undefined &&
    system.play?.solvable === undefined &&
    (system.about.openHanded === true || game.ended !== null)
  );
}

function computed(playedGame: PlayedGame): ScoreHistory {
  const { system, states } = playedGame;
  const scored = states.map((state) => system.afterwards?.score?.(state) ?? []);
  const seats = system.about.seats.flatMap((seat) => {
    const score = scored.flat().find((one) => one.seat === seat.id);
    return score ? [{ ...seat, name: score.name ?? seat.name }] : [];
  });
  const points = scored.map((scores) => seats.map(({ id }) => scores.find(({ seat }) => seat === id)?.points ?? 0));
  const passages = passagesOf(playedGame, points);
  return { seats, points, passages, turning: turningIn(playedGame, points, passages) };
}

function passagesOf(playedGame: PlayedGame, points: ScoreHistory['points']): readonly Passage[] {
  const { system, states, givenOrders } = playedGame;
  const passages: Passage[] = [];
  for (const place of givenOrders.keys()) {
    if (isScoredAtTheEnd(playedGame, points, place)) {
      passages.push({ first: place, end: place + 1, when: 'At the end', isEnd: true });
      continue;
    }
    const when =
      system.positionWords.when?.(system.knowledge.view(states[place] as State, 'public')) ?? `Order ${place + 1}`;
    const last = passages.at(-1);
    if (last?.when === when) passages[passages.length - 1] = { ...last, end: place + 1 };
    else passages.push({ first: place, end: place + 1, when });
  }
  return passages;
}

/** Whether an order ended the game and rolled no die, yet the points changed: then the end of the game changed them. */
function isScoredAtTheEnd({ game, givenOrders }: PlayedGame, points: ScoreHistory['points'], place: number): boolean {
  const thrown = givenOrders[place]?.entry.throws.some(({ kind }) => kind === 'die') ?? false;
  const ends = game.ended?.how === 'finished' && place === givenOrders.length - 1;
  return ends && !thrown && swingBetween(points, place, place + 1) > 0;
}

function turningIn(
  playedGame: PlayedGame,
  points: ScoreHistory['points'],
  passages: readonly Passage[],
): readonly Turning[] {
  const scoresTurns = playedGame.system.afterwards?.scoresTurns;
  const { verbs } = playedGame.system.about;
  const passing = new Set(verbs.flatMap(({ verb, slots }) => (slots.length === 0 ? [verb] : [])));
  const moved = passages
    .map((passage, index) => ({ index, passage, swing: swingBetween(points, passage.first, passage.end) }))
    .filter(({ swing }) => swing > 0);
  const swings = moved.map(({ swing }) => swing).sort((a, b) => a - b);
  const usual = swings[Math.floor((swings.length - 1) / 2)] ?? 0;
  const candidates = moved.flatMap(({ index, passage, swing }) => {
    const peak = peakOf(playedGame, points, passage);
    const begins = scoresTurns === 'start' && peak.first === passage.first;
    if (begins || passage.isEnd) return [];
    const turning = { passage: index, peak: peak.first };
    if (scoresTurns !== 'end') return [{ weight: swing, turning: { ...turning, ended: false } }];
    const isPass = passing.has(playedGame.givenOrders[peak.first]?.entry.order.verb ?? '');
    const ended = peak.end === passage.end || isPass;
    const weight = ended ? newsOf(points, passages, index) : swingBetween(points, peak.first, peak.end);
    return [{ weight, turning: { ...turning, ended } }];
  });
  // If each turn scores, a change counts if turns usually score less and no other change is twice as large.
  const least = scoresTurns === 'end' ? Math.max(usual * 0.75, ...candidates.map(({ weight }) => weight / 2)) : 0;
  return candidates
    .filter(({ weight }) => weight >= least)
    .sort((a, b) => b.weight - a.weight || a.turning.passage - b.turning.passage)
    .slice(0, MOST)
    .map(({ turning }) => turning)
    .sort((a, b) => a.passage - b.passage);
}

/** How far a turn's last order changed the lead, beyond the change that each of the two turns before brought. */
function newsOf(points: ScoreHistory['points'], passages: readonly Passage[], index: number): number {
  const changes = ({ end }: Passage) => changesBetween(points, end - 1, end);
  const now = changes(passages[index] as Passage);
  const before = passages.slice(Math.max(0, index - 2), index).map(changes);
  return before.length === 0 ? 0 : Math.min(...before.map((was) => spread(now.map((one, at) => one - (was[at] ?? 0)))));
}

function peakOf(playedGame: PlayedGame, points: ScoreHistory['points'], passage: Passage): OrderAndChoices {
  const all = ordersAndChoices(playedGame, passage);
  // A turn's start is no order's effect, so other orders go first.
  const inOrder =
    playedGame.system.afterwards?.scoresTurns === 'start' && all.length > 1 ? [...all.slice(1), all[0]] : all;
  const swing = ({ first, end }: OrderAndChoices) => swingBetween(points, first, end);
  return inOrder.reduce((most, one) => (swing(one) > swing(most) ? one : most));
}

/** An order with the choices that its dice required. */
export interface OrderAndChoices {
  readonly first: number;
  readonly end: number;
}

export function ordersAndChoices(
  { system, givenOrders }: Pick<PlayedGame, 'system' | 'givenOrders'>,
  { first, end }: Passage,
): readonly [OrderAndChoices, ...OrderAndChoices[]] {
  const rolled = (place: number) => givenOrders[place]?.entry.throws.some(({ kind }) => kind === 'die') ?? false;
  const answers = new Set(system.about.verbs.flatMap(({ verb, answersRoll }) => (answersRoll ? [verb] : [])));
  const isAnswer = (place: number) => answers.has(givenOrders[place]?.entry.order.verb ?? '');
  const groups: [OrderAndChoices, ...OrderAndChoices[]] = [{ first, end: first + 1 }];
  for (let place = first + 1; place < end; place++) {
    const last = groups.at(-1) as OrderAndChoices;
    const follows = rolled(last.first) && !rolled(place) && isAnswer(place) && place < givenOrders.length - 1;
    if (follows) groups[groups.length - 1] = { ...last, end: place + 1 };
    else groups.push({ first: place, end: place + 1 });
  }
  return groups;
}

/** The change of the lead between two states; with one seat, of its points. */
export function swingBetween(points: ScoreHistory['points'], from: number, to: number): number {
  return spread(changesBetween(points, from, to));
}

function spread(changes: readonly number[]): number {
  if (changes.length < 2) return Math.abs(changes[0] ?? 0);
  return Math.max(...changes) - Math.min(...changes);
}

export function changesBetween(points: ScoreHistory['points'], from: number, to: number): readonly number[] {
  const before = points[from] ?? [];
  return (points[to] ?? []).map((now, seat) => now - (before[seat] ?? 0));
}
