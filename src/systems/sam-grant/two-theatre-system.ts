import type { RuleTopic, System, SystemModule } from '../../game/index.ts';
import { isFaults, readRulebook } from '../../kit/data-faults.ts';
import { machineOf } from './machine/index.ts';
import { placesOf } from './map/close-up.ts';
import { TELLS_BATTLES } from './map/fight-card.ts';
import { picture } from './map/map-picture.ts';
import { sketch } from './map/order-sketch.ts';
import { SIDE_LINES } from './map/palette.ts';
import { planningOf } from './plans/index.ts';
import { asked, pass, phaseOf } from './rules/asked.ts';
import { changing, next } from './rules/legality.ts';
import { applyWar, startWar, type War, type WarEvent, warMargin } from './rules/two-theatre-war.ts';
import { fortunes } from './story/figures.ts';
import { warStory, warTallies } from './story/two-theatre-story.ts';
import { onSheet, playing, viewWar, type WarView } from './two-theatre-view.ts';
import { frontOf, readTwoTheatres, type TwoTheatres, WAR_FILES } from './two-theatres.ts';
import { reveals } from './view.ts';
import { type Order, SIDES, type Side } from './vocabulary.ts';
import { agenda, ending } from './words/game-status.ts';
import { WAR_LESSON } from './words/lesson.ts';
import { describe, label, parse, refusal, seats, summaryCoversOrder, verbs, war } from './words/orders.ts';
import { textAt } from './words/place-text.ts';
import { asking, endText, question, step } from './words/questions.ts';
import { withFacts } from './words/rule-facts.ts';
import { digestWar, playedNote, tellWar, warRoster, warSummary, warText, warWhen } from './words/two-theatre-words.ts';

const RULES = 'rules.md';
/** The rules of a theatre, which hold in both. */
const SHARED = '../sam-grant/rules.md';
/** Topics that the war has of its own. */
const REPLACED = ['overview', 'campaign', 'victory', 'cities'];

/** Grant and Lee: both theatres of Sam Grant and Bobby Lee as one war [20]. */
export const grantAndLee: SystemModule = {
  id: 'grant-and-lee',
  files: [...WAR_FILES, RULES, SHARED],
  load(files) {
    const theatres = readTwoTheatres(files);
    const own = readRulebook(RULES, files[RULES] ?? null);
    const shared = readRulebook(SHARED, files[SHARED] ?? null);
    if (isFaults(theatres)) return theatres;
    if (own.topics === null) return own.faults;
    if (shared.topics === null) return shared.faults;
    const topics = [...own.topics, ...shared.topics.filter(({ id }) => !REPLACED.includes(id))];
    const factsOf = ({ id }: RuleTopic) =>
      id === 'cities' ? theatres.west : id === 'cities-east' ? theatres.east : theatres.both;
    return system(
      theatres,
      topics.flatMap((topic) => withFacts(factsOf(topic), [topic])),
    );
  },
};

function system(theatres: TwoTheatres, rulebook: readonly RuleTopic[]): System<War, Order, WarEvent, WarView> {
  const { both } = theatres;
  const machines = { west: machineOf(theatres.west), east: machineOf(theatres.east) };
  const plannings = { west: planningOf(theatres.west), east: planningOf(theatres.east) };
  const planned = ({ now }: Pick<War, 'now'>) => plannings[now];
  const here = ({ now }: Pick<War, 'now'>) => theatres[now];
  return {
    id: grantAndLee.id,
    about: {
      title: war.title,
      tagline: war.tagline,
      basis: both.basis === null ? war.basis : `${war.basis} (${both.basis})`,
      seats: seats.map((seat) => ({ ...seat, colour: SIDE_LINES[seat.id as Side] })),
      verbs,
      variants: war.variants,
      rulebook,
    },
    rules: {
      start: () => startWar(theatres),
      asked: (state) =>
        state.result
          ? []
          : asked(here(state), state[state.now]).map((one) => ({ ...one, phaseKey: `${state.now}-${one.phaseKey}` })),
      pass: (state) => (state.result ? null : pass(state[state.now])),
      phase: (state) => {
        const { key } = phaseOf(state[state.now]);
        return { key: `${state.now}-${key}`, turn: `${state.now}-${key}` };
      },
      mayChange: (state) => (state.result ? [] : changing(state[state.now])),
      next: (state, seat, draft) => next(here(state), state[state.now], seat, draft),
      apply: (state, seat, order, dice) => applyWar(theatres, state, seat, order, dice, (given) => parse(both, given)),
      isSettling: (state) => TELLS_BATTLES.includes(state[state.now].phase),
      outcome: ({ result }) => result && { winner: result.winner },
    },
    knowledge: { view: (state, viewer) => viewWar(theatres, state, viewer), reveals },
    orderWords: {
      parse: (draft) => parse(both, draft),
      question: (state, seat, draft, open) => question(here(state), state[state.now], seat, draft, open),
      asking: (state, one) => asking(here(state), state[state.now], one),
      label: (state, order) =>
        order.verb === 'done' ? { text: endText(state[state.now]), tone: 'plain' } : label(both, order),
      describe: (order, viewer, by) => describe(both, order, viewer, by),
      refusal: (refused) => refusal(both, refused),
    },
    eventWords: {
      summaryCoversOrder,
      tell: (event, viewer) => tellWar(theatres, event, viewer),
      digest: (events, viewer, ofPhase) => digestWar(theatres, events, viewer, ofPhase),
    },
    positionWords: {
      when: (seen) => warWhen(theatres, seen),
      summary: (seen) => warSummary(theatres, seen),
      text: (seen) => warText(theatres, seen),
      agenda: (seen) => agenda(here(seen), playing(seen)),
      ending: (state) => ending(both, { ...state.east, result: state.result }, warMargin(theatres, state)),
      step: (seen) => step(playing(seen)),
      textAt: (seen, place) => textAt(theatres[frontOf(place)], seen[frontOf(place)], place),
      roster: (seen, seat) => warRoster(theatres, seen, seat),
    },
    pictures: {
      places: (seen, moment = null) => placesOf(both, onSheet(seen), moment),
      picture: (seen, moment, framing) => {
        const note = [framing.note, playedNote(seen)].filter(Boolean).join(', ');
        return picture(both, onSheet(seen), moment, note === '' ? framing : { ...framing, note });
      },
      inUse: (state, viewer) => onSheet(viewWar(theatres, state, viewer)).stacks.map(({ hex }) => hex),
      sketch: (seen, seat, draft) => sketch(here(seen), seen[seen.now], seat, draft),
    },
    afterwards: {
      story: (episodes, over) => warStory(theatres, episodes, over),
      tallies: (episodes) => warTallies(theatres, episodes),
      fortunes: (episodes) =>
        fortunes(
          both,
          episodes.map((one) => ({ ...one, before: one.before.west, after: one.after.west })),
        ),
      scoresTurns: 'start',
      score: (state) => {
        const now = state[state.now];
        // A game-turn's point for time was not earned by the order before it.
        const isNew = now.phase === 'cards' && SIDES.every((side) => now.chosen[side] === null);
        const points = warMargin(theatres, state) + (isNew ? both.scenario.victory.timePoints : 0);
        return [{ seat: 'usa', name: 'Union margin', points }];
      },
    },
    play: {
      machine: {
        ...machines.west,
        orders: (seen, seat, dice) => (seen.result ? [] : machines[seen.now].orders(seen[seen.now], seat, dice)),
      },
      planning: {
        example: plannings.west.example,
        ending: plannings.west.ending,
        read: (state, seat, text, standing) => planned(state).read(state[state.now], seat, text, standing),
        write: (state, seat, orders) => planned(state).write(state[state.now], seat, orders),
        form: (state, seat) => planned(state).form?.(state[state.now], seat) ?? null,
        complete: (state, seat, text) => planned(state).complete(state[state.now], seat, text),
        picture: (seen, seat, orders) => planned(seen).picture(seen[seen.now], seat, orders),
        plans: (state, seat) => planned(state).plans(state[state.now], seat),
        shortcuts: {
          offered: (state, seat) => planned(state).shortcuts.offered(state[state.now], seat),
          next: (state, seat, shortcut) => planned(state).shortcuts.next(state[state.now], seat, shortcut),
        },
      },
      lesson: WAR_LESSON,
    },
  };
}
