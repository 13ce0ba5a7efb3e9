import type { RosterPart, Viewer } from '../../../game/index.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import { compact } from '../../../kit/plain-english.ts';
import type { WarEvent } from '../rules/two-theatre-war.ts';
import { FRONTS, type Front, type TwoTheatres } from '../two-theatres.ts';
import { playing, type TrainView, type WarView } from '../view.ts';
import { SIDES, type Side } from '../vocabulary.ts';
import { summary, when } from './game-status.ts';
import { blockNames, blocksWord, sideAdjective } from './names.ts';
import { briefPositionText, positionText, roster } from './position-text.ts';
import { digest, tell } from './sentences.ts';

/** Sentences of the war in both theatres [20]. */

const FRONT_NAMES: { readonly [front in Front]: string } = { west: 'West', east: 'East' };

export function theatreName(front: Front): string {
  return `The ${FRONT_NAMES[front]}`;
}

/** Says on a picture which theatre is played. */
export function playedNote({ now, result }: Pick<WarView, 'now' | 'result'>): string {
  return result ? '' : `the ${FRONT_NAMES[now]} plays`;
}

/** "West, game-turn 3 of 18, May–June 1862" */
export function warWhen(theatres: TwoTheatres, seen: WarView): string {
  const words = when(theatres[seen.now], seen[seen.now]);
  return `${FRONT_NAMES[seen.now]}, ${words.charAt(0).toLowerCase()}${words.slice(1)}`.slice(0, 60);
}

/** "West. Game-turn 3 of 18, May–June 1862: actions, waiting for the Union. Union margin −4; …", in both theatres together. */
export function warSummary(theatres: TwoTheatres, seen: WarView): string {
  return `${FRONT_NAMES[seen.now]}. ${summary(theatres[seen.now], playing(seen))}`;
}

/** The theatre that is played, then the other, then what is on its way. */
export function warText(theatres: TwoTheatres, seen: WarView): string {
  const { now } = seen;
  const other = now === 'west' ? 'east' : 'west';
  return [
    `**${FRONT_NAMES[now]}**`,
    positionText(theatres[now], playing(seen)),
    ...trainLines(theatres, seen),
    `**${FRONT_NAMES[other]}**`,
    briefPositionText(theatres[other], seen[other]),
  ].join('\n');
}

export function warRoster(theatres: TwoTheatres, seen: WarView, seat: string | null): readonly RosterPart[] {
  const parts = FRONTS.flatMap((front) =>
    roster(theatres[front], seen[front], seat).map(({ title, lines }) => {
      return { title: `${FRONT_NAMES[front]}: ${title}`, lines };
    }),
  );
  const trains = trainLines(theatres, seen);
  return trains.length > 0 ? [...parts, { title: 'Between the theatres', lines: trains }] : parts;
}

/** "Union blocks under way: Wood to 0525 Cumberland, from game-turn 4 on." */
function trainLines({ both }: TwoTheatres, { trains }: WarView): readonly string[] {
  const line = (side: Side, { to, turn, count, blocks }: TrainView) =>
    `${sideAdjective(side)} blocks under way: ${blocks ? blockNames(both, blocks) : blocksWord(count)} to ${hexLabel(both, to)}, from game-turn ${turn} on.`;
  return SIDES.flatMap((side) => trains[side].map((train) => line(side, train)));
}

const OPENING =
  'The war in the West and in the East, 1862 to 1864. Both theatres have their own deck, cards and headquarters; each game-turn is played in the West, then in the East. The points of both count together. Railroads take blocks from one to the other.';

/** An event; those that name no hex say in which theatre they happen. */
export function tellWar({ both }: TwoTheatres, { front, ...event }: WarEvent, viewer: Viewer): string | null {
  if (event.type === 'opened') return OPENING;
  const words = tell(both, event, viewer);
  return words === null || front === undefined || !PLACELESS.includes(event.type)
    ? words
    : `${FRONT_NAMES[front]}. ${words}`;
}

const PLACELESS: readonly WarEvent['type'][] = [
  ...(['turn', 'year', 'cut', 'dealt', 'chosen', 'revealed', 'finished', 'offered', 'answered', 'passed'] as const),
];

export function digestWar(
  theatres: TwoTheatres,
  events: readonly WarEvent[],
  viewer: Viewer,
  ofPhase = false,
): readonly string[] {
  return ofPhase
    ? digest(theatres.both, events, viewer, true)
    : compact(events.map((event) => tellWar(theatres, event, viewer)));
}
