import type { BattleCard, CardRow } from '../../../kit/draw/battle-card.ts';
import { SIDE_STYLES } from '../../../kit/draw/side-colours.ts';
import { shortHexes } from '../../../kit/hex/hex-names.ts';
import { type Field, strengthOfIds } from '../field.ts';
import { cutOffAfter, howManyCutOff } from '../rules/combat/fight.ts';
import { type Event, otherSide } from '../vocabulary.ts';
import { aftermath, aftermathLength } from '../words/battle-brief.ts';
import { facesInWords } from '../words/result-words.ts';
import { strengths } from '../words/sentences.ts';
import { namesOfIds } from '../words/unit-names.ts';
import { cameTo } from './map-marks.ts';

type Fought = Event & { readonly type: 'fought' };

/** Earlier battles on the card, one line each. */
const MOST_BEFORE = 5;

/** A card for the last battle among some events, with a line for each earlier one; `null` without a battle. */
export function fightCard(field: Field, events: readonly Event[]): BattleCard | null {
  const fights = events.filter((event) => event.type === 'fought');
  const last = fights.at(-1);
  if (!last) return null;
  const { battle, defenders, reckoning, die, side } = last;
  const after = events.slice(events.indexOf(last) + 1);
  const what = battle.bombardment ? 'Bombardment of' : 'Attack on';
  const before = fights.slice(0, -1);
  const told = before.slice(-MOST_BEFORE);
  return {
    title: `${what} ${shortHexes(field, battle.hexes)}`,
    rows: [
      {
        style: SIDE_STYLES[side],
        words: namesOfIds(field, battle.attackers, 4),
        end: `${strengthOfIds(field, battle.attackers)}`,
      },
      {
        style: SIDE_STYLES[otherSide(side)],
        words: namesOfIds(field, defenders, 4),
        end: `${strengthOfIds(field, defenders)}`,
      },
      {
        dice: [{ face: die, counts: true }],
        words: `Die ${die} at ${reckoning.column}: ${outcome(events, last)}`,
        below: strengths(field, battle, reckoning),
      },
      { words: `At ${reckoning.column}: ${facesInWords(reckoning.column, battle.bombardment)}` },
      ...aftermath(field, after.slice(0, aftermathLength(after))).map((words): CardRow => ({ words, strong: true })),
      ...(before.length > 0 ? [{ words: 'Fought before it', strong: true }] : []),
      ...told.map((fight): CardRow => ({ words: inALine(field, events, fight) })),
      ...(before.length > told.length ? [{ words: `… and ${before.length - told.length} more` }] : []),
    ],
  };
}

function outcome(events: readonly Event[], fight: Fought): string {
  if (fight.battle.bombardment && fight.result.startsWith('A')) return 'no effect';
  return cameTo({ result: fight.result, cutOff: howManyCutOff(fight, cutOffAfter(events, fight)) === 'all' });
}

function inALine(field: Field, events: readonly Event[], fight: Fought): string {
  const { battle, reckoning, die } = fight;
  return `${shortHexes(field, battle.hexes)} at ${reckoning.column}: die ${die}, ${outcome(events, fight)}`;
}
