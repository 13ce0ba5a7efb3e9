import type { RosterPart } from '../../../game/index.ts';
import { hexBriefly, hexLabel } from '../../../kit/hex/hex-names.ts';
import { blockOf, type City, type Theatre } from '../theatre.ts';
import { holderOf, type View } from '../view.ts';
import { isSide, otherSide, SIDES, type Side } from '../vocabulary.ts';
import { citiesOf } from './game-status.ts';
import { blockName, blocksWord, cardName, KIND_NAMES, SIDE_ADJECTIVES, SIDE_NAMES, sidePeople } from './names.ts';

/** Everything a side may know: its blocks by hex, pool and hand, and both sides' prisoners and cities. */
export function roster(theatre: Theatre, view: View, seat: string | null): readonly RosterPart[] {
  const sides: readonly Side[] = seat !== null && isSide(seat) ? [seat, otherSide(seat)] : SIDES;
  return sides.flatMap((side): RosterPart[] => {
    const own = view.stacks.filter((stack) => stack.side === side);
    const lines = own.map((stack) => {
      const faces = stack.known.map(
        ({ id, steps, moved }) =>
          `${blockName(theatre, id)} ${steps}/${theatre.block.get(id)?.full}${moved ? ' (moved)' : ''}`,
      );
      const what = faces.length > 0 ? faces.join(', ') : blocksWord(stack.count);
      return `${hexLabel(theatre, stack.hex)}: ${what}${stack.supplied ? '' : ' (out of supply)'}`;
    });
    const [hand, pool] = [view.hands[side], view.pools[side] ?? []];
    const others = {
      hand: hand ? [hand.map(cardName).join(', ') || 'empty'] : [],
      pool: pool.map((id) => {
        const { kind, full } = blockOf(theatre, id);
        return `${blockName(theatre, id)}, ${KIND_NAMES[kind]} ${full}`;
      }),
      prisoners: view.prisoners[side].map((id) => blockName(theatre, id)),
      cities: cityLines(theatre, view, side),
    };
    const parts = Object.entries(others).map(([what, some]) => ({
      title: `${SIDE_ADJECTIVES[side]} ${what}`,
      lines: some,
    }));
    return [{ title: SIDE_NAMES[side], lines }, ...parts.filter((part) => part.lines.length > 0)];
  });
}

/** Cities with their holders and points [10.1], fortresses and supply sources. */
function cityLines(theatre: Theatre, view: View, side: Side): readonly string[] {
  const { taken, own, foughtFor } = citiesOf(theatre, view, side);
  const line = (what: string, cities: readonly City[]) =>
    cities.length > 0 ? [`${what}: ${cities.map(({ name, points }) => `${name} ${points}`).join(', ')}.`] : [];
  const forOthers = `points for ${sidePeople(otherSide(side))} if they take them`;
  const named = (what: string, has: (city: City) => boolean) => {
    const names = [...theatre.city.values()]
      .filter((city) => has(city) && holderOf(theatre, view, city.hex) === side)
      .map(({ hex }) => hexBriefly(theatre, hex));
    return names.length > 0 ? [`${what}: ${names.join(', ')}.`] : [];
  };
  return [
    ...line('Taken', taken),
    ...line('Fought for', foughtFor),
    ...line(`Own cities, ${forOthers}`, own),
    ...named('Fortresses', ({ fortress }) => fortress === true),
    ...named('Supply sources', ({ source }) => source === side),
  ];
}
