import type { RuleTopic, System, SystemModule } from '../../game/index.ts';
import { isFaults } from '../../kit/data-faults.ts';
import { readRulebook } from '../../kit/rulebook.ts';
import { machineOf } from './machine/index.ts';
import { placesOf } from './map/close-up.ts';
import { TELLS_BATTLES } from './map/fight-card.ts';
import { picture } from './map/map-picture.ts';
import { sketch } from './map/order-sketch.ts';
import { SIDE_LINES } from './map/palette.ts';
import { planningOf } from './plans/index.ts';
import { asked, pass, phaseOf } from './rules/asked.ts';
import { apply, next } from './rules/legality.ts';
import { setUp } from './rules/phases.ts';
import { usaMargin } from './rules/victory.ts';
import type { State } from './state.ts';
import { fortunes, tallies } from './story/figures.ts';
import { story } from './story/index.ts';
import { type GameId, MAP, readTheatre, SCENARIO, type Theatre, UNITS } from './theatre.ts';
import { reveals, type View, view } from './view.ts';
import { type Event, type Order, SIDES, type Side } from './vocabulary.ts';
import { agenda, ending, summary, when } from './words/game-status.ts';
import { LESSONS } from './words/lesson.ts';
import { describe, games, label, parse, refusal, seats, summaryCoversOrder, verbs } from './words/orders.ts';
import { textAt } from './words/place-text.ts';
import { positionText, roster } from './words/position-text.ts';
import { asking, endText, question, step, warning } from './words/questions.ts';
import { withFacts } from './words/rule-facts.ts';
import { digest, tell } from './words/sentences.ts';

const RULES = 'rules.md';

/** Sam Grant: the West, 1862, with hidden blocks and action cards. */
export const samGrant: SystemModule = moduleOf('sam-grant');
/** Bobby Lee: the East by the same rules [13]. */
export const bobbyLee: SystemModule = moduleOf('bobby-lee');

function moduleOf(id: GameId): SystemModule {
  return {
    id,
    files: [MAP, UNITS, SCENARIO, RULES],
    load(files) {
      const theatre = readTheatre(id, files);
      const rulebook = readRulebook(RULES, files[RULES] ?? null);
      if (isFaults(theatre)) return theatre;
      if (rulebook.topics === null) return rulebook.faults;
      return system(theatre, withFacts(theatre, rulebook.topics));
    },
  };
}

function system(theatre: Theatre, rulebook: readonly RuleTopic[]): System<State, Order, Event, View> {
  const { title, tagline, basis, variant } = games[theatre.id];
  return {
    id: theatre.id,
    about: {
      title,
      tagline,
      basis: theatre.basis === null ? basis : `${basis} (${theatre.basis})`,
      seats: seats.map((seat) => ({ ...seat, colour: SIDE_LINES[seat.id as Side] })),
      verbs,
      variants: [variant],
      rulebook,
    },
    rules: {
      start: () => setUp(theatre),
      asked: (state) => asked(theatre, state),
      pass,
      phase: phaseOf,
      next: (state, seat, draft) => next(theatre, state, seat, draft),
      apply: (state, seat, order, dice) => apply(theatre, state, seat, order, dice, (given) => parse(theatre, given)),
      isSettling: ({ phase }) => TELLS_BATTLES.includes(phase),
      outcome: ({ result }) => result && { winner: result.winner },
    },
    knowledge: { view: (state, viewer) => view(theatre, state, viewer), reveals },
    orderWords: {
      parse: (draft) => parse(theatre, draft),
      question: (state, seat, draft, open) => question(theatre, state, seat, draft, open),
      asking: (state, asked) => asking(theatre, state, asked),
      label: (state, order) =>
        order.verb === 'done' ? { text: endText(state), tone: 'plain' } : label(theatre, order),
      describe: (order, viewer, by) => describe(theatre, order, viewer, by),
      refusal: (refused) => refusal(theatre, refused),
      warning: (state, order) => warning(theatre, state, order),
    },
    eventWords: {
      summaryCoversOrder,
      tell: (event, viewer) => tell(theatre, event, viewer),
      digest: (events, viewer, ofPhase) => digest(theatre, events, viewer, ofPhase),
    },
    positionWords: {
      when: (seen) => when(theatre, seen),
      summary: (seen) => summary(theatre, seen),
      text: (seen) => positionText(theatre, seen),
      agenda: (seen) => agenda(theatre, seen),
      ending: (state) => ending(theatre, state),
      step,
      textAt: (seen, place) => textAt(theatre, seen, place),
      roster: (seen, seat) => roster(theatre, seen, seat),
    },
    pictures: {
      places: (seen, moment = null) => placesOf(theatre, seen, moment),
      picture: (seen, moment, framing) => picture(theatre, seen, moment, framing),
      inUse: (state, viewer) => view(theatre, state, viewer).stacks.map(({ hex }) => hex),
      sketch: (seen, seat, draft) => sketch(theatre, seen, seat, draft),
    },
    afterwards: {
      story: (episodes, over) => story(theatre, episodes, over),
      tallies: (episodes) => tallies(theatre, episodes),
      fortunes: (episodes) => fortunes(theatre, episodes),
      scoresTurns: 'start',
      score: (state) => {
        // The next game-turn begins with a point for time, which the order that ended the last one did not earn.
        const isNew = state.phase === 'cards' && SIDES.every((side) => state.chosen[side] === null);
        const time = isNew ? theatre.scenario.victory.timePoints : 0;
        return [{ seat: 'usa', name: 'Union margin', points: usaMargin(theatre, state) + time }];
      },
    },
    play: {
      machine: machineOf(theatre),
      planning: planningOf(theatre),
      lesson: LESSONS[theatre.id],
    },
  };
}
