import type { RosterPart } from '../../../game/index.ts';
import { atMost, listed, several, shortened } from '../../../kit/plain-english.ts';
import type { Theatre } from '../theatre.ts';
import type { View } from '../view.ts';
import { isSide, otherSide, SIDES, type Side } from '../vocabulary.ts';
import {
  actionsLeft,
  blockName,
  blockNames,
  blocksWord,
  cardName,
  hexName,
  hexShort,
  KIND_NAMES,
  offerOf,
  SIDE_ADJECTIVES,
  SIDE_NAMES,
} from './names.ts';

/** What stands to be done, a line each [14.2]. */
export function agenda(theatre: Theatre, view: View): readonly string[] {
  const { phase, deciding, actions, battle, offer, active } = view;
  const waiting = deciding.map((side) => `**${SIDE_NAMES[side]}**`);
  const lines: string[] = [];
  if (phase === 'cut') lines.push(`${listed(waiting)}: cut the deck with \`/cut\`, in secret.`);
  if (phase === 'cards') lines.push(`${listed(waiting)}: choose a card in secret.`);
  if (phase === 'actions')
    lines.push(
      `**${SIDE_NAMES[active]}**: ${actionsLeft(actions.left)}${actions.built && actions.left > 0 ? ', for builds only' : ''}.`,
    );
  if (phase === 'supply') lines.push(`**${SIDE_NAMES[active]}**: give the steps of the Supply card.`);
  for (const { hex, side, entries } of view.stacks)
    if (entries.length > 0 && hex !== battle?.hex)
      lines.push(
        `Upcoming battle at ${hexName(theatre, hex)}: ${listed(entries.map(([from, number]) => `${several(number, `${SIDE_ADJECTIVES[side]} block`)} from ${from}`))}.`,
      );
  if (battle)
    lines.push(
      `Battle at ${hexName(theatre, battle.hex)}: waiting for ${listed(waiting.map((side) => `the ${side}`))}.`,
    );
  if (offer) lines.push(`${offerOf(offer.by, blockNames(theatre, offer.give), blockNames(theatre, offer.take))}.`);
  const cut = view.stacks.filter(({ supplied }) => !supplied);
  if (cut.length > 0)
    lines.push(
      `Out of supply: ${atMost(
        cut.map(({ hex }) => hexShort(theatre, hex)),
        5,
      )}.`,
    );
  return lines.slice(0, 8).map((line) => shortened(line, 110));
}

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
      return `${hexName(theatre, stack.hex)}: ${what}${stack.supplied ? '' : ' (out of supply)'}`;
    });
    const [hand, pool] = [view.hands[side], view.pools[side]];
    const held = view.prisoners[side];
    return [
      { title: SIDE_NAMES[side], lines },
      ...(hand ? [{ title: `${SIDE_ADJECTIVES[side]} hand`, lines: [hand.map(cardName).join(', ') || 'empty'] }] : []),
      ...(pool && pool.length > 0
        ? [
            {
              title: `${SIDE_ADJECTIVES[side]} pool`,
              lines: pool.map(
                (id) =>
                  `${blockName(theatre, id)}, ${KIND_NAMES[theatre.block.get(id)?.kind ?? 'infantry']} ${theatre.block.get(id)?.full}`,
              ),
            },
          ]
        : []),
      ...(held.length > 0
        ? [{ title: `${SIDE_ADJECTIVES[side]} prisoners`, lines: held.map((id) => blockName(theatre, id)) }]
        : []),
    ];
  });
}
