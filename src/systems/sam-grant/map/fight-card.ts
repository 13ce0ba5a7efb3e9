import type { Moment } from '../../../game/index.ts';
import type { BattleCard, CardRow } from '../../../kit/draw/battle-card.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import { count } from '../../../kit/plain-english.ts';
import { blockOf, type Theatre } from '../theatre.ts';
import type { View } from '../view.ts';
import { type BattleStep, type Event, type EventOf, otherSide, type Side } from '../vocabulary.ts';
import { blockName, facesUpTo, sideAdjective, sideName } from '../words/names.ts';
import { costOf, hitWords, roundBriefly, rounds as roundsOf, roundWords, stepWords } from '../words/sentences.ts';
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
  // "Confederate attack, takes the hex", "Union defence"
  const part = (side: Side) => {
    const [does, holds] = side === attacker ? ['attack', 'takes'] : ['defence', 'holds'];
    return `${sideAdjective(side)} ${does}${won?.winner === side ? `, ${holds} the hex` : ''}`;
  };
  return {
    title: `Battle at ${hexLabel(theatre, hex)}, ${count(rounds.length, 'round')}`,
    rows: [
      ...sides.map(
        (side): CardRow => ({ style: SIDE_STYLES[side], words: part(side), end: costOf(theatre, steps, side) }),
      ),
      ...roundRows(theatre, rounds),
      ...[...others].map(
        ([at, winner]): CardRow => ({
          style: SIDE_STYLES[winner],
          words: `${sideName(winner)} won at ${hexLabel(theatre, at)}`,
        }),
      ),
    ],
  };
}

function roundRows(theatre: Theatre, rounds: readonly (readonly BattleStep[])[]): readonly CardRow[] {
  const total = rounds.reduce((sum, round) => sum + round.length, 0);
  return rounds.flatMap((round, at) => {
    if (total <= MOST_STEPS || at === rounds.length - 1) return round.map((step) => stepRow(theatre, step));
    return [{ words: roundBriefly(theatre, round) }];
  });
}

function stepRow(theatre: Theatre, step: BattleStep): CardRow {
  if (step.kind === 'round') return { words: roundWords(theatre, step), strong: true };
  const id = step.kind === 'volley' ? step.volley.block : step.block;
  const { side, hits } = blockOf(theatre, id);
  const style = SIDE_STYLES[side];
  if (step.kind === 'prisoner') return { style, words: `${blockName(theatre, id)} is captured` };
  if (step.kind === 'retreat') return { style, words: stepWords(theatre, step) };
  const dice = step.volley.dice.map((face) => ({ face, counts: face <= hits }));
  const words = `needs ${facesUpTo(hits)}: ${hitWords(theatre, step.volley)}`;
  return { style, who: blockName(theatre, id), dice, words };
}
