import type { RosterPart } from '../../../game/index.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import { blockOf, type Theatre } from '../theatre.ts';
import type { View } from '../view.ts';
import { isSide, otherSide, SIDES, type Side } from '../vocabulary.ts';
import { blockName, blocksWord, cardName, KIND_NAMES, SIDE_ADJECTIVES, SIDE_NAMES } from './names.ts';

/** Every block that a side may know of: its own by hex, its pool, its hand; prisoners of both. */
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
    };
    const parts = Object.entries(others).map(([what, some]) => ({
      title: `${SIDE_ADJECTIVES[side]} ${what}`,
      lines: some,
    }));
    return [{ title: SIDE_NAMES[side], lines }, ...parts.filter((part) => part.lines.length > 0)];
  });
}
