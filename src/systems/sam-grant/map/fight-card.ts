import type { Moment } from '../../../game/index.ts';
import type { BattleCard, CardRow } from '../../../kit/draw/battle-card.ts';
import { hexBriefly, hexLabel } from '../../../kit/hex/hex-names.ts';
import { compact, count, withMinus } from '../../../kit/plain-english.ts';
import { blockOf, type Theatre } from '../theatre.ts';
import type { View } from '../view.ts';
import { type BattleStep, type Event, type EventOf, otherSide, SIDES, type Side, type Volley } from '../vocabulary.ts';
import { blockName, facesUpTo, SIDE_ADJECTIVES, SIDE_NAMES, stepsWord } from '../words/names.ts';
import { hitWords, lostIn, rounds as roundsOf, roundWords } from '../words/sentences.ts';
import { SIDE_STYLES } from './theatre-ground.ts';

/** Phases in which the last battle stays on the picture, even after new choices such as a secret card. */
export const TELLS_BATTLES: readonly View['phase'][] = ['battles', 'attrition', 'exchange', 'cards'];

/** Events of the current or last battle, including those before this moment. */
export function battleBefore({ phase, battle }: View, { before = [], events }: Moment<Event>): readonly Event[] {
  if (!TELLS_BATTLES.includes(phase)) return [];
  if (!battle || events.some(({ type }) => type === 'fought')) return before;
  // The same hex may have had a battle in the previous game-turn.
  const now = before.slice(before.findLastIndex(({ type }) => type === 'turn') + 1);
  return now.filter((event) => !('hex' in event) || event.hex === battle.hex);
}

/** Most rows of steps on a card. A longer battle sums up its earlier rounds, and then drops its first steps. */
const MOST_STEPS = 12;

/** A card of a battle: each side's losses, then each block that fired, in order; `null` if none has fired. */
export function fightCard(theatre: Theatre, events: readonly Event[]): BattleCard | null {
  const last = events.findLast((event) => event.type === 'fought');
  if (!last) return null;
  const { hex, attacker } = last;
  const steps = events.flatMap((event) => (event.type === 'fought' && event.hex === hex ? event.steps : []));
  const rounds = roundsOf(steps);
  const won = events.findLast((event): event is EventOf<'won'> => event.type === 'won' && event.hex === hex);
  const others = new Map(
    events.flatMap((event) => (event.type === 'won' && event.hex !== hex ? [[event.hex, event.winner] as const] : [])),
  );
  const sides = [attacker, otherSide(attacker)];
  return {
    title: `Battle at ${hexLabel(theatre, hex)}, ${count(rounds.length, 'round')}`,
    rows: [
      ...sides.map(
        (side): CardRow => ({
          style: SIDE_STYLES[side],
          words: sideWords(side, side === attacker, won?.winner === side),
          end: costOf(theatre, steps, side),
        }),
      ),
      ...roundRows(theatre, rounds),
      ...[...others].map(
        ([at, winner]): CardRow => ({
          style: SIDE_STYLES[winner],
          words: `${SIDE_NAMES[winner]} won at ${hexLabel(theatre, at)}`,
        }),
      ),
    ],
  };
}

/** "Confederate attack, takes the hex", "Union defence" */
function sideWords(side: Side, attacks: boolean, wins: boolean): string {
  const won = wins ? `, ${attacks ? 'takes' : 'holds'} the hex` : '';
  return `${SIDE_ADJECTIVES[side]} ${attacks ? 'attack' : 'defence'}${won}`;
}

/** "3 steps lost, 1 block back" */
function costOf(theatre: Theatre, steps: readonly BattleStep[], side: Side): string {
  const mine = (id: string) => blockOf(theatre, id).side === side;
  const lost = lostIn(theatre, steps, side);
  const back = steps.filter((step) => step.kind === 'retreat' && mine(step.block)).length;
  const taken = steps.filter((step) => step.kind === 'prisoner' && mine(step.block)).length;
  return compact(
    lost > 0 ? `${stepsWord(lost)} lost` : 'no loss',
    back > 0 && `${back} back`,
    taken > 0 && `${taken} captured`,
  ).join(', ');
}

function roundRows(theatre: Theatre, rounds: readonly (readonly BattleStep[])[]): readonly CardRow[] {
  const total = rounds.reduce((sum, round) => sum + round.length, 0);
  return rounds.flatMap((round, at) =>
    total > MOST_STEPS && at < rounds.length - 1
      ? [{ words: `${headOf(theatre, round[0])}: ${costs(theatre, round)}` }]
      : round.map((step) => stepRow(theatre, step)),
  );
}

function headOf(theatre: Theatre, step: BattleStep | undefined): string {
  return step?.kind === 'round' ? roundWords(theatre, step) : 'Before';
}

/** Losses of a round: "Union −2, Confederates −4". */
function costs(theatre: Theatre, steps: readonly BattleStep[]): string {
  return SIDES.map((side) => `${SIDE_NAMES[side]} ${withMinus(-lostIn(theatre, steps, side))}`).join(', ');
}

function stepRow(theatre: Theatre, step: BattleStep): CardRow {
  switch (step.kind) {
    case 'round':
      return { words: roundWords(theatre, step), strong: true };
    case 'volley':
      return volleyRow(theatre, step.volley);
    case 'retreat':
      return {
        ...styled(theatre, step.block),
        words: `${blockName(theatre, step.block)} retreats to ${hexBriefly(theatre, step.to)}`,
      };
    case 'prisoner':
      return { ...styled(theatre, step.block), words: `${blockName(theatre, step.block)} is captured` };
    default:
      return step satisfies never;
  }
}

function styled(theatre: Theatre, block: string): Pick<CardRow, 'style'> {
  return { style: SIDE_STYLES[blockOf(theatre, block).side] };
}

/** A row of the card for a volley: the block that fires, its dice, the number it needs, and the block it hits. */
function volleyRow(theatre: Theatre, volley: Volley): CardRow {
  const { block, dice } = volley;
  const { hits } = blockOf(theatre, block);
  return {
    ...styled(theatre, block),
    who: blockName(theatre, block),
    dice: dice.map((face) => ({ face, counts: face <= hits })),
    words: `needs ${facesUpTo(hits)}: ${hitWords(theatre, volley)}`,
  };
}
