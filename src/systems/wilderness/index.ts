import type { RuleTopic, System, SystemModule } from '../../game/index.ts';
import { isFaults, readRulebook } from '../../kit/data-faults.ts';
import { SIDE_INKS } from '../../kit/draw/counter-items.ts';
import { behindFirstLine } from '../../kit/plain-english.ts';
import { machineOf } from './machine/index.ts';
import { picture, placesOf } from './map/map-picture.ts';
import { sketch } from './map/order-sketch.ts';
import { hexesInUse } from './map/overview.ts';
import { lands } from './map/theatre-ground.ts';
import { planningOf } from './plans/index.ts';
import { asked, pass, phaseOf } from './rules/asked.ts';
import { apply, isFree } from './rules/legality.ts';
import { winnerOf } from './rules/scoring.ts';
import { start } from './rules/set-up.ts';
import { nextUsefulFirst } from './rules/useful-hexes.ts';
import type { State } from './state.ts';
import { story } from './story/index.ts';
import { fortunes, tallies } from './story/tallies.ts';
import type { Theatre } from './theatre.ts';
import { CHARTS, MAP, readTheatre, SCENARIOS, UNITS } from './theatre.ts';
import { hexesWithCounters, reveals, type View, view } from './view.ts';
import type { Event, Order, Side } from './vocabulary.ts';
import { rolls } from './words/attack-odds.ts';
import { agenda, ending, margin, score, step, summary, when } from './words/game-status.ts';
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
  verbs,
} from './words/orders.ts';
import { textAt } from './words/place-text.ts';
import { roster, text } from './words/position-text.ts';
import { asking, question } from './words/questions.ts';
import { withTables } from './words/reference-tables.ts';
import { digest, phaseDigest, tell } from './words/sentences.ts';

const RULES = 'rules.md';

/** The Wilderness Campaign, May and June 1864: two sides, hexes, counters face down. */
export const wilderness: SystemModule = {
  id: 'wilderness',
  files: [MAP, UNITS, SCENARIOS, CHARTS, RULES],
  load(files) {
    const theatre = readTheatre(files);
    if (isFaults(theatre)) return theatre;
    const rules = files[RULES];
    const rulebook = readRulebook(RULES, typeof rules === 'string' ? withTables(theatre, rules) : null);
    if (rulebook.topics === null) return rulebook.faults;
    return system(theatre, rulebook.topics);
  },
};

function system(theatre: Theatre, rulebook: readonly RuleTopic[]): System<State, Order, Event, View> {
  return {
    id: wilderness.id,
    about: {
      title,
      tagline,
      basis: theatre.basis === null ? basis : `${basis} (${theatre.basis})`,
      seats: seats.map((seat) => ({ ...seat, colour: SIDE_INKS[seat.id as Side] })),
      verbs,
      variants: theatre.scenarios.map(({ id, name, summary, short }) => ({ id, name, summary, short })),
      rulebook,
    },
    rules: {
      start: (variant, dice) => start(theatre, variant, dice),
      asked: (state) => asked(theatre, state),
      pass: (state) => pass(theatre, state),
      phase: phaseOf,
      next: (state, seat, draft) => nextUsefulFirst(theatre, state, seat, draft),
      apply: (state, seat, order, dice) => apply(theatre, state, seat, order, dice),
      isFree,
      isSettling: ({ pending }) => pending.length > 0,
      outcome: (state) => (state.over ? { winner: winnerOf(theatre, state) } : null),
    },
    knowledge: {
      view: (state, viewer) => view(theatre, state, viewer),
      reveals,
      identities: ({ counters }) => counters.map(({ unit }) => unit),
    },
    orderWords: {
      parse: (draft) => parse(theatre, draft),
      question: (state, seat, draft, open) => question(theatre, state, seat, draft, open),
      asking,
      label: (state, order) => label(theatre, state, order),
      describe: (order, viewer, by) => describe(theatre, order, viewer, by),
      refusal: (refused) => refusal(theatre, refused),
    },
    eventWords: {
      tell: (event, viewer) => tell(theatre, event, viewer),
      summaryCoversOrder,
      digest: (events, viewer, ofPhase) =>
        ofPhase ? phaseDigest(theatre, events, viewer) : digest(theatre, events, viewer),
      rolls: (_state, events) => rolls(events),
    },
    positionWords: {
      when,
      summary: (seen) => summary(theatre, seen),
      text: (seen) => behindFirstLine(text(theatre, seen), agenda(theatre, seen)),
      agenda: (seen) => agenda(theatre, seen),
      ending: (state) => ending(theatre, state),
      step,
      textAt: (seen, place) => textAt(theatre, seen, place),
      roster: (seen, seat) => roster(theatre, seen, seat),
    },
    pictures: {
      places: (seen) => placesOf(theatre, seen),
      picture: (seen, moment, framing) => picture(theatre, seen, moment, framing),
      inUse: (state, viewer) => hexesInUse(theatre, state.scenario, hexesWithCounters(theatre, state, viewer)),
      sketch: (seen, seat, draft) => sketch(theatre, seen, seat, draft),
      lands: () => lands(theatre),
    },
    afterwards: {
      margin: (state) => margin(theatre, state),
      story: (episodes, over) => story(theatre, episodes, over),
      tallies: (episodes) => tallies(theatre, episodes),
      fortunes: (episodes) => fortunes(theatre, episodes),
      scoresTurns: 'end',
      score: (state) => score(theatre, state),
    },
    play: { machine: machineOf(theatre), planning: planningOf(theatre), lesson: LESSON },
  };
}
