import { ask, type Choice, COMPLETE, type Draft, type Legality, type Next, type SlotValue } from '../../game/index.ts';
import { attackBy, checkOdds } from './odds.ts';
import type { Scenario } from './scenario.ts';
import { attackHint, marchHint, oddsHint } from './sentences.ts';
import { contested, type State } from './state.ts';
import { type Area, BEFORE_THE_JAMES, US, US_LEADERS, type UsLeader, type Verb } from './vocabulary.ts';

/**
 * Everything that may be done in a position, slot by slot: the verb, then who or where. This is the only place that says what is
 * legal; `apply` and the wording of refusals ask it too.
 */
export function next(numbers: Scenario, state: State, seat: string, draft: Draft): Next {
  const legal = seat === US && state.over === null;
  switch (draft.verb) {
    case undefined:
      return ask({ slot: 'verb', prompt: 'What is your order?', choices: legal ? verbs(numbers, state) : [] });
    case 'attack':
      if (draft.leader !== undefined) return answered(legal, attackers(numbers, state), draft.leader);
      return ask({ slot: 'leader', prompt: 'Who attacks?', choices: legal ? attacks(numbers, state) : [] });
    case 'move':
      if (draft.to !== undefined) return answered(legal, mayMoveTo(numbers, state), draft.to);
      return ask({ slot: 'to', prompt: 'Where does Grant march?', choices: legal ? moves(numbers, state) : [] });
    case 'tma':
      if (draft.to !== undefined) return answered(legal, mayTurnTo(numbers, state), draft.to);
      return ask({ slot: 'to', prompt: 'Where does Grant turn to?', choices: legal ? turns(numbers, state) : [] });
    case 'cross':
      return legal && mayCross(state) ? COMPLETE : NOTHING;
    default:
      return NOTHING;
  }
}

/** The same for one scenario, as `src/game` asks it. */
export function legality(numbers: Scenario): Legality<State> {
  return { next: (state, seat, draft) => next(numbers, state, seat, draft) };
}

const NOTHING = ask({ slot: 'verb', prompt: 'What is your order?', choices: [] });

function answered(legal: boolean, offered: readonly string[], value: SlotValue): Next {
  return legal && typeof value === 'string' && offered.includes(value) ? COMPLETE : NOTHING;
}

function verbs(numbers: Scenario, state: State): Choice[] {
  const open: [Verb, string, boolean][] = [
    ['attack', 'Attack', attackers(numbers, state).length > 0],
    ['move', 'Move Grant', mayMoveTo(numbers, state).length > 0],
    ['tma', 'Turning movement', mayTurnTo(numbers, state).length > 0],
    ['cross', 'Cross the James', mayCross(state)],
  ];
  return open.filter(([, , may]) => may).map(([value, label]) => ({ value, label }));
}

function attacks(numbers: Scenario, state: State): Choice[] {
  return attackers(numbers, state).map((leader) => ({
    value: leader,
    label: numbers.leaders[leader].name,
    hint: attackHint(numbers, attackBy(numbers, state, leader)),
  }));
}

function moves(numbers: Scenario, state: State): Choice[] {
  return mayMoveTo(numbers, state).map((area) =>
    place(numbers, area, ['no Action Point', ...marchHint(numbers, state, area)].join(', ')),
  );
}

function turns(numbers: Scenario, state: State): Choice[] {
  return mayTurnTo(numbers, state).map((area) => place(numbers, area, oddsHint(checkOdds(numbers, 'grant'))));
}

function place(numbers: Scenario, area: Area, hint: string): Choice {
  return { value: area, label: numbers.areas[area].name, hint };
}

/** Who has somebody to fight: in his own contested area, or in Richmond by an arrow from an uncontested one [I.e] [I.j] (ruling 3). */
function attackers(numbers: Scenario, state: State): UsLeader[] {
  return US_LEADERS.filter((leader) => {
    const at = state.us[leader];
    return contested(state, at) || numbers.areas[at].richmond !== null;
  });
}

/** Where Grant may march: from an uncontested area along a line [X] (ruling 6). Lines never lead into Richmond. */
export function mayMoveTo(numbers: Scenario, state: State): readonly Area[] {
  return contested(state, state.us.grant) ? [] : numbers.lines[state.us.grant];
}

/** Where an earned Turning Movement Attempt may lead: adjacent, uncontested, not Richmond [XI] (ruling 8). */
export function mayTurnTo(numbers: Scenario, state: State): readonly Area[] {
  if (!state.turning) return [];
  return numbers.lines[state.us.grant].filter((area) => !Object.values(state.csa).includes(area));
}

/** From an uncontested Savage Station [XIII] (ruling 11). */
function mayCross(state: State): boolean {
  return state.us.grant === BEFORE_THE_JAMES && !contested(state, BEFORE_THE_JAMES);
}
