import type { RuleTopic, System, SystemModule } from '../../game/index.ts';
import { bound } from '../../kit/bound.ts';
import { isFaults, readRulebook } from '../../kit/data-faults.ts';
import { SIDE_INKS } from '../../kit/draw/counter-items.ts';
import { machineOf } from './machine/index.ts';
import { picture, placesOf } from './map/map-picture.ts';
import { sketch } from './map/order-sketch.ts';
import { hexesInUse } from './map/overview.ts';
import { lands } from './map/theatre-ground.ts';
import { planningOf } from './plans/index.ts';
import { apply, asked, isFree, pass, phaseOf } from './rules/legality.ts';
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
    const rulebook = readRulebook(RULES, files[RULES] ?? null, (text) => withTables(theatre, text));
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
      ...bound(theatre, { start, asked, pass, next: nextUsefulFirst, apply }),
      phase: phaseOf,
      isFree,
      isSettling: ({ pending }) => pending.length > 0,
      outcome: (state) => (state.over ? { winner: winnerOf(theatre, state) } : null),
    },
    knowledge: {
      ...bound(theatre, { view }),
      reveals,
      identities: ({ counters }) => counters.map(({ unit }) => unit),
    },
    orderWords: { ...bound(theatre, { parse, question, label, describe, refusal }), asking },
    eventWords: {
      ...bound(theatre, { tell }),
      summaryCoversOrder,
      digest: (events, viewer, ofPhase) => (ofPhase ? phaseDigest : digest)(theatre, events, viewer),
      rolls: (_state, events) => rolls(events),
    },
    positionWords: {
      ...bound(theatre, { summary, agenda, ending, textAt, roster }),
      when,
      text: (seen) => behindFirstLine(text(theatre, seen), agenda(theatre, seen)),
      step,
    },
    pictures: {
      ...bound(theatre, { places: placesOf, picture, sketch, lands }),
      inUse: (state, viewer) => hexesInUse(theatre, state.scenario, hexesWithCounters(theatre, state, viewer)),
    },
    afterwards: {
      ...bound(theatre, { margin, story, tallies, fortunes, score }),
      scoresTurns: 'end',
    },
    play: { machine: machineOf(theatre), planning: planningOf(theatre), lesson: LESSON },
  };
}

/** Inserts lines after the first line of a text. */
function behindFirstLine(text: string, lines: readonly string[]): string {
  const [first = '', ...others] = text.split('\n');
  return [first, ...lines, ...others].join('\n');
}
