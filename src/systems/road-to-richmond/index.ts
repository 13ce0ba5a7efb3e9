import type { Json, RuleTopic, System, SystemModule } from '../../game/index.ts';
import { bound } from '../../kit/bound.ts';
import { isFaults, readRulebook } from '../../kit/data-faults.ts';
import { SIDE_INKS } from '../../kit/draw/counter-items.ts';
import { numberWord } from '../../kit/plain-english.ts';
import { type Field, MAP, readField, UNITS } from './field.ts';
import { machineOf } from './machine/index.ts';
import { placesOf } from './map/close-up.ts';
import { lands, picture } from './map/map-picture.ts';
import { sketch } from './map/order-sketch.ts';
import { OVERLAYS } from './map/overlays.ts';
import { planningOf } from './plans/index.ts';
import { apply, asked, next, pass, phaseOf } from './rules/legality.ts';
import { setUp } from './rules/phases.ts';
import { outcome, pointsNamed, scoreOf } from './rules/victory-points.ts';
import { type State, type View, view } from './state.ts';
import { story } from './story/index.ts';
import { fortunes, tallies } from './story/tallies.ts';
import { type Event, isSide, type Order, SIDES, type Side } from './vocabulary.ts';
import { agenda, step } from './words/agenda.ts';
import { ending, margin, summary, when } from './words/game-status.ts';
import { LESSON } from './words/lesson.ts';
import {
  basis,
  describe,
  label,
  parse,
  refusal,
  seats,
  summaryCoversOrder,
  tagline,
  title,
  variants,
  verbs,
} from './words/orders.ts';
import { warning } from './words/plan-words.ts';
import { roster, text, textAt } from './words/position-text.ts';
import { asking, question } from './words/questions.ts';
import { digest, isToldByPhaseBoard, rolls, tell } from './words/sentences.ts';

const RULES = 'rules.md';

/** The Seven Days of June 1862: two sides, hexes, no hidden information. */
export const roadToRichmond: SystemModule = {
  id: 'road-to-richmond',
  files: [MAP, UNITS, RULES],
  load(files) {
    const field = readField(files);
    if (isFaults(field)) return field;
    const rulebook = rulebookOf(field, files[RULES] ?? null);
    if (rulebook.topics === null) return rulebook.faults;
    return system(field, rulebook.topics);
  },
};

/** The rulebook with the data's numbers filled in. */
export function rulebookOf(field: Field, text: Json): ReturnType<typeof readRulebook> {
  const { calendar, toEnter, toEnterByTrail } = field;
  const [night, secondNight] = calendar.nights;
  const numbers: { readonly [name: string]: unknown } = {
    ...pointsNamed(field),
    ...toEnter,
    trailClear: toEnterByTrail.clear,
    trailForest: toEnterByTrail.forest,
    night,
    secondNight,
    turns: numberWord(calendar.turns),
    firstDay: numberWord(calendar.firstDay),
  };
  return readRulebook(RULES, text, (words) => words.replace(/\{(\w+)\}/g, (_, name: string) => `${numbers[name]}`));
}

function system(field: Field, rulebook: readonly RuleTopic[]): System<State, Order, Event, View> {
  return {
    id: roadToRichmond.id,
    about: {
      title,
      tagline,
      basis: field.basis === null ? basis : `${basis} (${field.basis})`,
      seats: seats.map((seat) => ({ ...seat, colour: SIDE_INKS[seat.id as Side] })),
      verbs,
      variants,
      rulebook,
      openHanded: true,
    },
    rules: {
      ...bound(field, { start: setUp, asked, pass, next, apply, outcome }),
      phase: phaseOf,
      isSettling: ({ pending }) => pending.length > 0,
    },
    knowledge: { view },
    orderWords: {
      ...bound(field, { asking, label, describe, refusal }),
      parse: (draft, seat) => parse(field, draft, seat !== undefined && isSide(seat) ? seat : undefined),
      question: (state, _seat, draft, open) => question(field, state, draft, open),
      warning: (_state, order) => warning(field, order),
    },
    eventWords: {
      ...bound(field, { tell }),
      summaryCoversOrder,
      digest: (events, _viewer, ofPhase) => digest(field, ofPhase ? events.filter(isToldByPhaseBoard) : events),
      rolls: (_state, events) => rolls(events),
    },
    positionWords: bound(field, { when, summary, text, agenda, ending, step, textAt, roster }),
    pictures: { ...bound(field, { places: placesOf, picture, sketch, lands }), overlays: OVERLAYS },
    afterwards: {
      ...bound(field, { margin, story, tallies, fortunes }),
      score: (state) => {
        const points = scoreOf(field, state);
        return SIDES.map((seat) => ({ seat, points: points[seat] }));
      },
    },
    play: { machine: machineOf(field), planning: planningOf(field), lesson: LESSON },
  };
}
