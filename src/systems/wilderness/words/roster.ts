import type { RosterPart, SeatId } from '../../../game/index.ts';
import { count, grouped } from '../../../kit/plain-english.ts';
import { scenarioOf, type Theatre } from '../theatre.ts';
import type { OwnUnit, View } from '../view.ts';
import { isSide, SIDES } from '../vocabulary.ts';
import { hexName, sideName, unitName } from './names.ts';
import { stackWords } from './position-text.ts';
import { orderOfBattle, placesThatScore, railheads, railroadsToCut, schedule } from './reference-tables.ts';

/** Every counter the viewer knows, a seat's own first. */
export function roster(theatre: Theatre, view: View, seat: SeatId | null): readonly RosterPart[] {
  const order = seat !== null && isSide(seat) ? [seat, ...SIDES.filter((side) => side !== seat)] : SIDES;
  const counters = order.map((side) => {
    const stacks = view.stacks.filter((stack) => stack.side === side);
    const own = stacks.flatMap((stack) => (stack.own ?? []).map((unit) => ({ hex: stack.hex, unit })));
    const lines =
      own.length > 0
        ? grouped(own, ({ unit }) => unit.kind).flatMap(([, units]) =>
            units.map(({ hex, unit }) => `${ownWords(theatre, unit)}, ${hexName(theatre, hex)}`),
          )
        : stacks.map((stack) => `${hexName(theatre, stack.hex)}: ${stackWords(theatre, stack)}`);
    return { title: sideName(side), lines: lines.length > 0 ? lines : ['No counters in sight.'] };
  });
  return [...counters, ...publicParts(theatre, view)];
}

/** Public facts, the same for every viewer. */
function publicParts(theatre: Theatre, { scenario, gone, turn, control }: View): readonly RosterPart[] {
  return [
    ...SIDES.map((side) => ({
      title: `Order of battle: ${sideName(side)}`,
      lines: orderOfBattle(theatre, scenario, side, gone),
    })),
    { title: 'Reinforcements from this turn on', lines: schedule(theatre, scenarioOf(theatre, scenario), turn) },
    { title: 'Points for places at the end of each turn', lines: placesThatScore(theatre, scenario, control) },
    { title: 'Points for the Union for each railroad that is cut', lines: railroadsToCut(theatre) },
    { title: 'Railheads', lines: railheads(theatre, control) },
  ];
}

/** "**V** 12 of 12, 6 movement points left" */
export function ownWords(theatre: Theatre, unit: OwnUnit): string {
  const marks = [
    ...(unit.supply && unit.supply !== 'supplied' ? [unit.supply] : []),
    ...(unit.held ? ['out of command, can’t march or attack'] : unit.commanded ? [] : ['out of command']),
    ...(unit.up ? ['face up'] : []),
  ];
  const strength = unit.kind === 'infantry' ? ` ${unit.strength} of ${unit.original}` : '';
  return `**${unitName(theatre, unit.unit)}**${strength}, ${count(unit.left, 'movement point')} left${marks.length > 0 ? `, ${marks.join(', ')}` : ''}`;
}
