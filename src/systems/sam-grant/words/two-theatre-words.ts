import type { RosterPart } from '../../../game/index.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import type { TwoTheatres } from '../two-theatres.ts';
import { playing, type WarView } from '../view.ts';
import { FRONTS, SIDES } from '../vocabulary.ts';
import { blockNames, blocksWord, FRONT_NAMES, sideAdjective } from './names.ts';
import { briefPositionText, positionText, roster } from './position-text.ts';

/** The theatre that is played, then the other, then what is on its way [20]. */
export function warText(theatres: TwoTheatres, seen: WarView): string {
  const { now } = seen;
  const other = now === 'west' ? 'east' : 'west';
  return [
    positionText(theatres[now], playing(seen)),
    ...trainLines(theatres, seen),
    briefPositionText(theatres[other], seen[other]),
  ].join('\n');
}

export function warRoster(theatres: TwoTheatres, seen: WarView, seat: string | null): readonly RosterPart[] {
  const parts = FRONTS.flatMap((front) =>
    roster(theatres[front], seen[front], seat).map((part) => ({
      ...part,
      title: `${FRONT_NAMES[front]}: ${part.title}`,
    })),
  );
  const trains = trainLines(theatres, seen);
  return trains.length > 0 ? [...parts, { title: 'Between the theatres', lines: trains }] : parts;
}

/** "Union blocks under way: Wood to 0525 Cumberland, from game-turn 4 on." */
function trainLines({ both }: TwoTheatres, { trains }: WarView): readonly string[] {
  return SIDES.flatMap((side) =>
    trains[side].map(({ to, turn, count, blocks }) => {
      const who = blocks ? blockNames(both, blocks) : blocksWord(count);
      return `${sideAdjective(side)} blocks under way: ${who} to ${hexLabel(both, to)}, from game-turn ${turn} on.`;
    }),
  );
}
