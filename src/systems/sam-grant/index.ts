import type { RuleTopic, System, SystemModule } from '../../game/index.ts';
import { DataReader } from '../../kit/data-faults.ts';
import { readRulebook } from '../../kit/rulebook.ts';
import { machineOf } from './machine/index.ts';
import { placesOf } from './map/close-up.ts';
import { TELLS_BATTLES } from './map/fight-card.ts';
import { picture } from './map/map-picture.ts';
import { sketch } from './map/order-sketch.ts';
import { SIDE_LINES } from './map/palette.ts';
import { planningOf } from './plans/index.ts';
import { asked, pass, phaseOf } from './rules/asked.ts';
import { apply, changing, next } from './rules/legality.ts';
import { setUp } from './rules/phases.ts';
import { usaMargin } from './rules/victory.ts';
import type { State } from './state.ts';
import type { YearEpisode } from './story/chronicle.ts';
import { fortunes, tallies } from './story/figures.ts';
import { story } from './story/index.ts';
import { type GameId, MAP, readData, SCENARIO, type Theatre, theatreOf, UNITS } from './theatre.ts';
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

export { grantAndLee } from './two-theatre-system.ts';

const RULES = 'rules.md';
/** The variant of several years, and the topic of the rulebook that takes its numbers from it [19]. */
const CAMPAIGN = '1862-1864';
const CAMPAIGN_TOPIC = 'campaign';

/** Sam Grant: the West, 1862, with hidden blocks and action cards. */
export const samGrant: SystemModule = moduleOf('sam-grant');
/** Bobby Lee: the East by the same rules [13]. */
export const bobbyLee: SystemModule = moduleOf('bobby-lee');

function moduleOf(id: GameId): SystemModule {
  return {
    id,
    files: [MAP, UNITS, SCENARIO, RULES],
    load(files) {
      const reader = new DataReader(files);
      const data = readData(id, reader);
      if (!data) return reader.faults;
      const rulebook = readRulebook(RULES, files[RULES] ?? null);
      if (rulebook.topics === null) return rulebook.faults;
      return system(theatreOf(id, data, false), theatreOf(id, data, true), rulebook.topics);
    },
  };
}

/** @param campaign the data of the campaign [19.1]; of a year alone, if the data has none */
function system(year: Theatre, campaign: Theatre, topics: readonly RuleTopic[]): System<State, Order, Event, View> {
  const of = (position: Pick<State, 'campaign'>) => (position.campaign ? campaign : year);
  const told = (episodes: readonly YearEpisode[]) => of(episodes[0]?.after ?? {});
  const [machine, longMachine] = [machineOf(year), machineOf(campaign)];
  const [planning, longPlanning] = [planningOf(year), planningOf(campaign)];
  const planningFor = (position: Pick<State, 'campaign'>) => (position.campaign ? longPlanning : planning);
  const { title, tagline, basis, variants } = games[year.id];
  const isLong = campaign.scenario.years.length > 0;
  return {
    id: year.id,
    about: {
      title,
      tagline,
      basis: year.basis === null ? basis : `${basis} (${year.basis})`,
      seats: seats.map((seat) => ({ ...seat, colour: SIDE_LINES[seat.id as Side] })),
      verbs,
      variants: isLong ? variants : variants.slice(0, 1),
      rulebook: topics.flatMap((topic) => withFacts(topic.id === CAMPAIGN_TOPIC ? campaign : year, [topic])),
    },
    rules: {
      start: (variant) => setUp(variant === CAMPAIGN ? campaign : year),
      asked: (state) => asked(of(state), state),
      mayChange: changing,
      pass,
      phase: phaseOf,
      next: (state, seat, draft) => next(of(state), state, seat, draft),
      apply: (state, seat, order, dice) =>
        apply(of(state), state, seat, order, dice, (given) => parse(of(state), given)),
      isSettling: ({ phase }) => TELLS_BATTLES.includes(phase),
      outcome: ({ result }) => result && { winner: result.winner },
    },
    knowledge: { view: (state, viewer) => view(of(state), state, viewer), reveals },
    orderWords: {
      parse: (draft) => parse(campaign, draft),
      question: (state, seat, draft, open) => question(of(state), state, seat, draft, open),
      asking: (state, asked) => asking(of(state), state, asked),
      label: (state, order) =>
        order.verb === 'done' ? { text: endText(state), tone: 'plain' } : label(of(state), order),
      describe: (order, viewer, by) => describe(campaign, order, viewer, by),
      refusal: (refused) => refusal(campaign, refused),
      warning: (state, order) => warning(of(state), state, order),
    },
    eventWords: {
      summaryCoversOrder,
      tell: (event, viewer) => tell(campaign, event, viewer),
      digest: (events, viewer, ofPhase) => digest(campaign, events, viewer, ofPhase),
    },
    positionWords: {
      when: (seen) => when(of(seen), seen),
      summary: (seen) => summary(of(seen), seen),
      text: (seen) => positionText(of(seen), seen),
      agenda: (seen) => agenda(of(seen), seen),
      ending: (state) => ending(of(state), state),
      step,
      textAt: (seen, place) => textAt(of(seen), seen, place),
      roster: (seen, seat) => roster(of(seen), seen, seat),
    },
    pictures: {
      places: (seen, moment = null) => placesOf(of(seen), seen, moment),
      picture: (seen, moment, framing) => picture(of(seen), seen, moment, framing),
      inUse: (state, viewer) => view(of(state), state, viewer).stacks.map(({ hex }) => hex),
      sketch: (seen, seat, draft) => sketch(of(seen), seen, seat, draft),
    },
    afterwards: {
      story: (episodes, over) => story(told(episodes), episodes, over),
      tallies: (episodes) => tallies(told(episodes), episodes),
      fortunes: (episodes) => fortunes(told(episodes), episodes),
      scoresTurns: 'start',
      score: (state) => {
        // The next game-turn begins with a point for time, which the order that ended the last one did not earn.
        const isNew = state.phase === 'cards' && SIDES.every((side) => state.chosen[side] === null);
        const time = isNew ? of(state).scenario.victory.timePoints : 0;
        return [{ seat: 'usa', name: 'Union margin', points: usaMargin(of(state), state) + time }];
      },
    },
    play: {
      machine: { ...machine, orders: (seen, ...more) => (seen.campaign ? longMachine : machine).orders(seen, ...more) },
      planning: {
        ...planning,
        read: (state, ...more) => planningFor(state).read(state, ...more),
        write: (state, ...more) => planningFor(state).write(state, ...more),
        form: (state, ...more) => planningFor(state).form?.(state, ...more) ?? null,
        complete: (state, ...more) => planningFor(state).complete(state, ...more),
        picture: (seen, ...more) => planningFor(seen).picture(seen, ...more),
        plans: (state, ...more) => planningFor(state).plans(state, ...more),
        shortcuts: {
          offered: (state, ...more) => planningFor(state).shortcuts.offered(state, ...more),
          next: (state, ...more) => planningFor(state).shortcuts.next(state, ...more),
        },
      },
      lesson: LESSONS[year.id],
    },
  };
}
