import type { BattleCard, CardRow } from '../../../kit/draw/battle-card.ts';
import { earlierBattles } from '../../../kit/draw/earlier-battles.ts';
import { SIDE_STYLES } from '../../../kit/draw/side-colours.ts';
import { shortHex } from '../../../kit/hex/hex-names.ts';
import { capital, withMinus } from '../../../kit/plain-english.ts';
import { LAST_ROW, lossesOf } from '../rules/combat/odds.ts';
import type { Theatre } from '../theatre.ts';
import type { View } from '../view.ts';
import { type Event, type EventOf, otherSide, type Side } from '../vocabulary.ts';
import { hexName, strengthBand, unitsWords } from '../words/names.ts';
import { dieWords, lossWords, tell } from '../words/sentences.ts';

type Fought = EventOf<'fought'> | EventOf<'charged'>;

/** The consequences of a battle. */
const AFTER: readonly Event['type'][] = ['lost', 'driven', 'advanced'];

export const isFought = (event: Event): event is Fought => event.type === 'fought' || event.type === 'charged';

/** Title of a picture: "Attack on 2428: attacker loses 1, defender 3". */
export function fightTitle(theatre: Theatre, fight: Fought): string {
  return `${what(theatre, fight, shortHex)}: ${lossWords(fight.losses)}`;
}

function what(theatre: Theatre, fight: Fought, named = hexName): string {
  const how = fight.type === 'charged' ? 'Cavalry attack on' : fight.hasty ? 'Hasty attack on' : 'Attack on';
  return `${how} ${named(theatre, fight.target)}`;
}

/** A card of the last battle, with earlier ones in a line each; `null` without any battle. */
export function fightCard(theatre: Theatre, view: View, events: readonly Event[]): BattleCard | null {
  const fights = events.filter(isFought);
  const last = fights.at(-1);
  if (!last) return null;
  const { side, attackers, defenders, losses } = last;
  const at = events.indexOf(last);
  const came = events.slice(at + 1).filter(({ type }) => AFTER.includes(type));
  const row = (one: Side, ids: readonly string[], loss: number): CardRow => ({
    style: SIDE_STYLES[one],
    words: capital(unitsWords(theatre, ids, 3)),
    end: loss === 0 ? 'no loss' : `loses ${loss}`,
  });
  return {
    title: what(theatre, last),
    rows: [
      row(side, attackers, losses[0]),
      row(otherSide(side), defenders, losses[1]),
      ...dieRows(theatre, last),
      ...came.flatMap((event): CardRow[] => {
        const words = tell(theatre, event, view.viewer);
        return words === null ? [] : [{ words, strong: true }];
      }),
      ...earlierBattles(fights.slice(0, -1), (fight) => inALine(theatre, fight)),
    ],
  };
}

/** The odds and the die rolled, with the losses for each face. */
function dieRows(theatre: Theatre, fight: Fought): CardRow[] {
  const { die } = fight;
  if (fight.type === 'fought' && (die === null || fight.reckoning.column === null))
    return [{ words: `${fight.reckoning.attack} to ${fight.reckoning.defence} is below 1-2: no die`, strong: true }];
  const { column, modifier } = fight.type === 'fought' ? fight.reckoning : fight;
  const below =
    fight.type === 'fought'
      ? `${fight.reckoning.attack} to ${fight.reckoning.defence}, ${strengthBand(fight.reckoning.table)}`
      : 'Cavalry against cavalry';
  return [
    {
      dice: [{ face: die as number, counts: true }],
      words: `${column}, ${dieWords(die as number, modifier)}`,
      below,
    },
    { words: 'Losses by die, attacker–defender' },
    { faces: { results: facesOf(theatre, fight), thrown: die as number } },
  ];
}

function facesOf(theatre: Theatre, fight: Fought): readonly string[] {
  return [1, 2, 3, 4, 5, 6].map((face) => {
    if (fight.type === 'charged')
      return theatre.cavalryTable.resultOf(fight.column, Math.min(LAST_ROW, face + fight.modifier)).replace('/', '–');
    const { table, column, modifier, entrenched } = fight.reckoning;
    const used = theatre.combatTables.find(({ name }) => name === table)?.table;
    if (!used || column === null) return '';
    const [attacker, defender] = lossesOf(used.resultOf(column, face + modifier));
    return `${attacker * (entrenched ? 2 : 1)}–${defender}`;
  });
}

/** "2226 at 3-1: die 4, −1 and −2" */
function inALine(theatre: Theatre, fight: Fought): string {
  const column = (fight.type === 'fought' ? fight.reckoning.column : fight.column) ?? 'below 1-2';
  const rolled = fight.die === null ? '' : `die ${fight.die}, `;
  const [attacker, defender] = fight.losses;
  return `${shortHex(theatre, fight.target)} at ${column}: ${rolled}attacker ${withMinus(-attacker)}, defender ${withMinus(-defender)}`;
}
