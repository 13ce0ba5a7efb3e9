import type { BattleCard, CardRow } from '../../../kit/draw/battle-card.ts';
import { earlierBattles } from '../../../kit/draw/earlier-battles.ts';
import { SIDE_STYLES } from '../../../kit/draw/side-colours.ts';
import { shortHexes } from '../../../kit/hex/hex-names.ts';
import { type Field, strengthOfIds } from '../field.ts';
import { cutOffAfter, howManyCutOff } from '../rules/combat/fight.ts';
import { type Event, otherSide, type Side } from '../vocabulary.ts';
import { aftermath, aftermathLength, facesInWords, strengths } from '../words/sentences.ts';
import { namesOfIds } from '../words/unit-names.ts';
import { cameTo } from './map-marks.ts';

type Fought = Event & { readonly type: 'fought' };

/** A card for the last battle among some events, with a line for each earlier one; `null` without a battle. */
export function fightCard(field: Field, events: readonly Event[]): BattleCard | null {
  const fights = events.filter((event) => event.type === 'fought');
  const last = fights.at(-1);
  if (!last) return null;
  const { battle, defenders, reckoning, die, side } = last;
  const after = events.slice(events.indexOf(last) + 1);
  const what = battle.bombardment ? 'Bombardment of' : 'Attack on';
  const row = (one: Side, ids: readonly string[]): CardRow => ({
    style: SIDE_STYLES[one],
    words: namesOfIds(field, ids, 4),
    end: `${strengthOfIds(field, ids)}`,
  });
  return {
    title: `${what} ${shortHexes(field, battle.hexes)}`,
    rows: [
      row(side, battle.attackers),
      row(otherSide(side), defenders),
      {
        dice: [{ face: die, counts: true }],
        words: `Die ${die} at ${reckoning.column}: ${outcome(events, last)}`,
        below: strengths(field, battle, reckoning),
      },
      { words: `At ${reckoning.column}: ${facesInWords(reckoning.column, battle.bombardment)}` },
      ...aftermath(field, after.slice(0, aftermathLength(after))).map((words): CardRow => ({ words, strong: true })),
      ...earlierBattles(fights.slice(0, -1), (fight) => inALine(field, events, fight)),
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
