import { type Counter, RESTED, type State } from './state.ts';
import { scenarioOf, type Theatre } from './theatre.ts';
import type { StackView, UnitView, View } from './view.ts';
import { eachSide, SIDES, type Side, type UnitId } from './vocabulary.ts';

/**
 * A position consistent with a viewer's view: known counters as they are, face-down ones as arbitrary units of their side. Legal orders, zones
 * of control and supply never depend on the invented part.
 */
export function positionFromView(theatre: Theatre, view: View, side: Side): State {
  const { scenario, turn, step, over, ready, entrenched, control, points, lost, sightings, pending, fought } = view;
  const hidden = view.stacks.filter((stack) => stack.own === null);
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
    ...hidden.flatMap(({ hex, up }) => up.map((unit) => counterOf(unit, hex))),
    ...SIDES.flatMap((one) =>
      inTheDark(
        theatre,
        view,
        one,
        hidden.filter((stack) => stack.side === one),
      ),
    ),
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

/** Face-down counters, invented from units of their side that are not visible elsewhere. */
function inTheDark(theatre: Theatre, view: View, enemy: Side, stacks: readonly StackView[]): readonly Counter[] {
  const seen = new Set<UnitId>([...stacks.flatMap(({ up }) => up.map(({ unit }) => unit)), ...view.gone]);
  const units = scenarioOf(theatre, view.scenario).groups.flatMap((group) => (group.side === enemy ? group.units : []));
  const arriving = theatre.reinforcements.units.filter(({ unit }) => theatre.unit.get(unit)?.side === enemy);
  const unseen = [...units, ...arriving].filter(({ unit }) => !seen.has(unit));
  let at = 0;
  return stacks.flatMap(({ hex, down, entrained, up }) => {
    // `entrained` counts the whole stack, including face-up units.
    const onTrain = entrained - up.filter((unit) => unit.entrained).length;
    return Array.from({ length: down }, (_, index): Counter => {
      const { unit, strength } = unseen[at++ % unseen.length] as (typeof unseen)[number];
      return counterOf({ unit, strength, up: false, entrained: index < onTrain }, hex);
    });
  });
}
