import type { Json, RuleTopic, System, SystemModule } from '../../game/index.ts';
import { isFaults, readRulebook } from '../../kit/data-faults.ts';
import { count, several } from '../../kit/plain-english.ts';
import { landOf, picture } from './map/map-picture.ts';
import { US_BLUE } from './map/palette.ts';
import { LAND_FAULTS } from './map/sheet-land.ts';
import { apply, asked, next } from './rules/legality.ts';
import { keyOf, modelOf } from './rules/solver-model.ts';
import { readScenarios, type Scenario } from './scenario.ts';
import { type State, setUp } from './state.ts';
import { story } from './story/index.ts';
import { type View, view } from './view.ts';
import { type Event, type Order, US } from './vocabulary.ts';
import { ending, margin, summary, text, when } from './words/game-status.ts';
import { LESSON } from './words/lesson.ts';
import { ABOUT, describe, label, PROMPT, parse, question, refusal } from './words/orders.ts';
import { rolls, tell } from './words/sentences.ts';

const DATA = 'overland.json';
const RULES = 'rules.md';

/** Grant's campaign of May and June 1864, solitaire: the US seat against the system. */
export const overland: SystemModule = {
  id: 'overland',
  files: [DATA, RULES],
  load(files) {
    const scenarios = readScenarios(DATA, files[DATA] ?? null);
    if (isFaults(scenarios)) return scenarios;
    const rulebook = rulebookOf(scenarios[0] as Scenario, files[RULES] ?? null);
    if (rulebook.topics === null) return rulebook.faults;
    if (LAND_FAULTS.length > 0) return LAND_FAULTS;
    return system(scenarios, rulebook.topics);
  },
};

/** Reads the rulebook. Its `{price}`, `{price in words}` and `{a price}` become the price of a roll. */
export function rulebookOf({ actionPoints: { roll } }: Scenario, text: Json): ReturnType<typeof readRulebook> {
  const prices: { readonly [name: string]: string } = {
    price: count(roll, 'point'),
    'price in words': several(roll, 'point'),
    'a price': roll === 1 ? 'a point' : several(roll, 'point'),
  };
  return readRulebook(RULES, text, (words) => words.replace(/\{([a-z ]+)\}/g, (whole, name) => prices[name] ?? whole));
}

function system(scenarios: readonly Scenario[], rulebook: readonly RuleTopic[]): System<State, Order, Event, View> {
  const standard = scenarios[0] as Scenario;
  const byId = new Map(scenarios.map((scenario) => [scenario.variant.id, scenario]));
  const numbersOf = ({ variant }: { readonly variant: string }) => byId.get(variant) ?? standard;
  return {
    id: 'overland',
    about: {
      ...ABOUT,
      // The basis shows whether an owner replaced the numbers.
      basis: `most ratings, the defenses and the movement lines (${standard.basis})`,
      seats: ABOUT.seats.map((seat) => ({ ...seat, colour: US_BLUE })),
      variants: scenarios.map(({ variant }) => variant),
      rulebook,
    },
    rules: {
      start(variant) {
        const chosen = numbersOf({ variant });
        const state = setUp(chosen);
        return { state, events: [{ type: 'opened', variant: state.variant, points: state.points }] };
      },
      asked,
      next: (state, seat, draft) => next(numbersOf(state), state, seat, draft),
      apply: (state, seat, order, dice) => apply(numbersOf(state), state, seat, order, dice),
      // A march is free [X] unless Lee answers it.
      isFree: (order, events) => order.verb === 'move' && events.length === 1,
      outcome: ({ over }) => over && { winner: over.won ? US : null },
    },
    knowledge: { view: (state) => view(numbersOf(state), state) },
    orderWords: {
      parse: (draft) => parse(standard, draft),
      question: (state, _seat, draft, open) => question(numbersOf(state), state, draft, open),
      asking: () => ({ prompt: PROMPT }),
      label: (state, order) => label(numbersOf(state), state, order),
      describe: (order) => describe(standard, order),
      refusal: (refused) => refusal(standard, refused),
    },
    eventWords: {
      tell: (event) => tell(event.type === 'opened' ? numbersOf(event) : standard, event),
      rolls: (state, events) => rolls(numbersOf(state), events),
    },
    positionWords: {
      when,
      summary: (shown) => summary(shown),
      text,
      ending: (state) => ending(numbersOf(state), state),
    },
    pictures: { picture, lands: () => scenarios.map((one) => landOf(view(one, setUp(one)))) },
    afterwards: {
      margin,
      story: (episodes, over) => story(numbersOf((episodes[0] as (typeof episodes)[number]).after), episodes, over),
    },
    play: { lesson: LESSON, solvable: { seat: US, key: keyOf, model: (variant) => modelOf(numbersOf({ variant })) } },
  };
}
