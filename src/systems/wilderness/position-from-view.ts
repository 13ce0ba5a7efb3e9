import { type Counter, RESTED, type State } from './state.ts';
import { scenarioOf, type Theatre } from './theatre.ts';
import type { StackView, UnitView, View } from './view.ts';
import { eachSide, otherSide, type Side, type UnitId } from './vocabulary.ts';

/**
 * A position that looks to a side as its view does: its own counters as they are, what lies face down taken for some of the enemy's units.
 * What is legal for the side rests on nothing that is made up here.
 */
export function positionFromView(theatre: Theatre, view: View, side: Side): State {
  const { scenario, turn, step, over, ready, entrenched, control, points, lost, sightings, pending, fought } = view;
  const enemies = view.stacks.filter((stack) => stack.side !== side);
  const counters = [
    ...view.stacks.flatMap(({ hex, own }) =>
      (own ?? []).map((unit): Counter => ({ ...counterOf(unit, hex), ...unit })),
    ),
    ...(view.own[side]?.coming ?? []).map(
      ({ unit, due, strength }): Counter => ({
        ...counterOf({ unit, strength, up: false, entrained: false }, 'coming'),
        due,
      }),
    ),
    ...enemies.flatMap(({ hex, up }) => up.map((unit) => counterOf(unit, hex))),
    ...inTheDark(theatre, view, side, enemies),
    ...view.gone.map((unit) => counterOf({ unit, strength: 0, up: true, entrained: false }, 'lost')),
  ];
  return {
    version: 1,
    ...{ scenario, turn, side: view.side, step, over, ready, entrenched, control, points, lost, sightings, fought },
    counters: counters.map(({ unit, hex, strength, original, up, entrained, spent, deeds, halved, held, due }) => ({
      ...{ unit, hex, strength, original, up, entrained, spent, deeds, halved, held, due },
    })),
    forts: Object.fromEntries(view.forts.map(({ id, strength }) => [id, strength])),
    pool: eachSide((one) => view.own[one]?.pool ?? 0),
    pending: pending ? [pending] : [],
    garrisonFree: view.garrisonFree,
    ghosts: view.ghosts,
    shut: view.shut,
  };
}

type Known = Pick<UnitView, 'unit' | 'strength' | 'up' | 'entrained'>;

function counterOf({ unit, strength, up, entrained }: Known, hex: Counter['hex']): Counter {
  return { unit, hex, strength, original: strength, up, entrained, due: 0, ...RESTED };
}

/** Counters face down, as units of the enemy that nobody sees elsewhere. */
function inTheDark(theatre: Theatre, view: View, side: Side, enemies: readonly StackView[]): readonly Counter[] {
  const seen = new Set<UnitId>([...enemies.flatMap(({ up }) => up.map(({ unit }) => unit)), ...view.gone]);
  const enemy = otherSide(side);
  const units = scenarioOf(theatre, view.scenario).groups.flatMap((group) => (group.side === enemy ? group.units : []));
  const arriving = theatre.reinforcements.units.filter(({ unit }) => theatre.unit.get(unit)?.side === enemy);
  const unseen = [...units, ...arriving].filter(({ unit }) => !seen.has(unit));
  let at = 0;
  return enemies.flatMap(({ hex, down, entrained }) =>
    Array.from({ length: down }, (_, index): Counter => {
      const { unit, strength } = unseen[at++ % unseen.length] as (typeof unseen)[number];
      return counterOf({ unit, strength, up: false, entrained: index < entrained }, hex);
    }),
  );
}
