import type { Item } from '../../../game/index.ts';
import { CARD } from '../../../kit/draw/common-colours.ts';
import { BATTLE } from '../../../kit/draw/mark-colours.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { type HexPlot, hexPath } from '../../../kit/hex/hex-plot.ts';
import type { Field } from '../field.ts';
import { mandatoryAttacks } from '../rules/combat/mandatory-attacks.ts';
import type { View } from '../view.ts';

/** Hexes that the side to act must still attack, while it plans its battles [7.1]. */
export function mustAttackHexes(field: Field, view: View): readonly HexId[] {
  return view.step === 'plan' && !view.over ? mandatoryAttacks(field, view).enemies.map(({ hex }) => hex) : [];
}

/** The red rim of a hex that must be attacked and is in no battle yet. */
export function mustAttackRing(plot: HexPlot, hex: HexId): Item[] {
  const s = plot.scale;
  return [
    { kind: 'path', d: hexPath(plot, hex, 1.5 * s), stroke: { colour: CARD, width: 5.5 * s } },
    { kind: 'path', d: hexPath(plot, hex, 1.5 * s), stroke: { colour: BATTLE, width: 3.4 * s } },
  ];
}
