import type { Draft, Picture } from '../../../game/index.ts';
import { altList } from '../../../kit/alt-text.ts';
import { attackArrows, attackRing } from '../../../kit/hex/attack-marks.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { shortHexes } from '../../../kit/hex/hex-names.ts';
import { reachTint } from '../../../kit/hex/reach-marks.ts';
import { stackNumber } from '../../../kit/hex/stacks.ts';
import { wordPlate } from '../../../kit/hex/word-plates.ts';
import { listed } from '../../../kit/plain-english.ts';
import { type Field, piecesNamed } from '../field.ts';
import { reckon } from '../rules/combat/battle-odds.ts';
import { attackersOf } from '../rules/combat/battle-plan.ts';
import { adjacentAttackers, gunsOn } from '../rules/combat/contact.ts';
import { next } from '../rules/legality.ts';
import { isOnMap } from '../state.ts';
import type { View } from '../view.ts';
import type { PieceId, Side } from '../vocabulary.ts';
import { CHOICE_TITLES, choiceAlt } from '../words/picture-words.ts';
import { unitNames } from '../words/unit-names.ts';
import { WINDOW } from './close-up.ts';
import { platesFor } from './map-marks.ts';
import { reachSketch } from './reach-sketch.ts';
import { drawn } from './sketch-scene.ts';

/**
 * What a draft may come to: every hex that a unit can reach, with what it costs; who can join a battle, and from where they attack;
 * where a unit can go back to or advance. Null: no picture helps.
 */
export function sketch(field: Field, view: View, seat: string, draft: Draft): Picture | null {
  const { verb, unit, by, target, with: joined, guns } = draft;
  if (view.over) return null;
  if (verb === 'move' && typeof unit === 'string') return reachSketch(field, view, unit, text(by));
  if ((verb === 'attack' || verb === 'bombard') && typeof target === 'string') {
    return battleSketch(field, view, verb, target.split('+'), { with: texts(joined), guns: texts(guns) });
  }
  if ((verb === 'retreat' || verb === 'advance') && typeof unit === 'string')
    return choiceSketch(field, view, seat, draft);
  return null;
}

function text(value: Draft[string] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function texts(value: Draft[string] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value;
}

function battleSketch(
  field: Field,
  view: View,
  verb: 'attack' | 'bombard',
  hexes: readonly HexId[],
  named: { readonly with: readonly PieceId[]; readonly guns: readonly PieceId[] },
): Picture | null {
  if (!hexes.every((hex) => field.hex.has(hex))) return null;
  // Units that must join do so [7.4].
  const chosen = named.with.length + named.guns.length > 0;
  const joined = chosen ? attackersOf(field, view, hexes, { verb, ...named }) : [];
  const next = verb === 'attack' ? adjacentAttackers(field, view, hexes) : [];
  const guns = gunsOn(field, view, hexes);
  const can = [...next, ...guns];
  const standing = (ids: readonly PieceId[]) => [
    ...new Set(ids.flatMap((id) => (isOnMap(view.where[id]) ? [view.where[id] as HexId] : []))),
  ];
  const from = standing(joined.length > 0 ? joined : can.map(({ id }) => id));
  if (from.length === 0) return null;
  const plot = WINDOW.plotRound([...hexes, ...from], hexes[0] as HexId);
  const reckoned = joined.length > 0 ? reckon(field, view, { hexes, attackers: joined }) : null;
  const plates = reckoned ? platesFor(field, view, plot, [{ battle: { hexes }, from, words: reckoned.odds }]) : [];
  const label = shortHexes(field, hexes);
  const words = reckoned
    ? [
        `${reckoned.attack} against ${reckoned.defence}${reckoned.doubled.length > 0 ? ', doubled' : ''}: ${reckoned.odds}`,
      ]
    : [];
  const who = unitNames(field, joined.length > 0 ? piecesNamed(field, joined) : can, 12);
  const title =
    joined.length > 0
      ? `${verb === 'attack' ? 'Attack on' : 'Bombardment of'} ${label}`
      : verb === 'attack'
        ? `Who can join the attack on ${label}`
        : `Who can bombard ${label}`;
  return drawn(field, { ...view, battles: [] }, plot, {
    title,
    under: [...reachTint(plot, from), ...hexes.map((hex) => attackRing(plot, hex))],
    over: [
      ...(joined.length > 0 ? attackArrows(plot, { hexes, from }) : []),
      ...plates.flatMap((plate) => wordPlate(plot, plate)),
    ],
    words,
    home: [hexes[0] as HexId],
    alt: altList(
      `${title}. ${joined.length > 0 ? `${who} from ${listed(from)}. ${words.join(' ')}.` : `${who}, in ${listed(from)}.`}`,
    ),
  });
}

/** Where a piece may go back to, or which emptied hex it may enter. */
function choiceSketch(field: Field, view: View, seat: string, draft: Draft): Picture | null {
  const { unit } = draft;
  const piece = typeof unit === 'string' ? field.piece.get(unit) : undefined;
  const home = piece ? view.where[piece.id] : undefined;
  const choice = view.pending[0];
  if (!piece || !isOnMap(home) || choice?.side !== (seat as Side)) return null;
  const asked = next(field, view, seat, draft);
  const to = asked.complete || asked.question.slot !== 'to' ? [] : asked.question.choices.map(({ value }) => value);
  const hexes = to.filter((hex) => field.hex.has(hex));
  if (hexes.length === 0) return null;
  const plot = WINDOW.plotRound([home, ...hexes], home);
  const names = unitNames(field, [piece]);
  const title = CHOICE_TITLES[draft.verb === 'retreat' ? 'retreat' : 'advance'](names);
  return drawn(field, view, plot, {
    title,
    under: reachTint(plot, hexes),
    over: [
      ...hexes.flatMap((hex) => attackArrows(plot, { hexes: [hex], from: [home] })),
      ...hexes.map((hex) => stackNumber(plot, hex)),
    ],
    words: [],
    home: [home],
    alt: choiceAlt(field, title, hexes, home),
  });
}
