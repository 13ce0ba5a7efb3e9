import type { Lesson, RuleTopic, System, SystemModule } from '../../game/index.ts';
import { DataReader, isFaults, readRulebook } from '../../kit/data-faults.ts';
import { oncePer } from '../../kit/memo.ts';
import { compact } from '../../kit/plain-english.ts';
import type { GameId } from './data-file.ts';
import { machineOf } from './machine/index.ts';
import { placesOf } from './map/close-up.ts';
import { lands, picture, sketch, TELLS_BATTLES } from './map/map-picture.ts';
import { SIDE_LINES } from './map/theatre-ground.ts';
import { planningOf } from './plans/index.ts';
import { apply, asked, changing, next, pass, phaseOf } from './rules/legality.ts';
import { setUp } from './rules/phases.ts';
import { applyWar, startWar, type War, warMargin } from './rules/two-theatre-war.ts';
import { usaMargin } from './rules/victory.ts';
import type { State } from './state.ts';
import { fortunes, tallies, type YearEpisode } from './story/chronicle.ts';
import { story, warStory, warTallies } from './story/index.ts';
import { MAP, readData, SCENARIO, type Theatre, theatreOf, UNITS } from './theatre.ts';
import { frontOf, readTwoTheatres, type TwoTheatres, WAR_FILES } from './two-theatres.ts';
import { playing, reveals, sheetView, type View, view, viewWar, type WarView } from './view.ts';
import { type Event, type Order, SIDES, type Side } from './vocabulary.ts';
import { agenda, ending, summary, when } from './words/game-status.ts';
import { lessonOf, WAR_LESSON } from './words/lesson.ts';
import { FRONT_NAMES } from './words/names.ts';
import {
  describe,
  games,
  label,
  MACHINE_SUMMARY,
  parse,
  refusal,
  seats,
  summaryCoversOrder,
  verbs,
  war,
} from './words/orders.ts';
import { textAt } from './words/place-text.ts';
import { positionText, roster, warRoster, warText } from './words/position-text.ts';
import { endText, promptOf, question, step, warning } from './words/questions.ts';
import { withFacts } from './words/rule-facts.ts';
import { digest, tell } from './words/sentences.ts';

const RULES = 'rules.md';
/** The variant of several years [19], and the rulebook's topic that takes its numbers from the campaign's data. */
const CAMPAIGN = '1862-1864';
const CAMPAIGN_TOPIC = 'campaign';
/** The rulebook of one theatre. The war of both uses it too, except for the topics that its own rulebook replaces. */
const SHARED = '../sam-grant/rules.md';
const REPLACED = ['overview', 'campaign', 'victory', 'cities'];

/** Sam Grant: the West, 1862, with hidden blocks and action cards. */
export const samGrant: SystemModule = moduleOf('sam-grant');
/** Bobby Lee: the East by the same rules [13]. */
export const bobbyLee: SystemModule = moduleOf('bobby-lee');
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
    return warSystem(theatres, [...own.topics, ...shared.topics.filter(({ id }) => !REPLACED.includes(id))]);
  },
};

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
      return theatreSystem(theatreOf(id, data, 'year'), theatreOf(id, data, 'campaign'), rulebook.topics);
    },
  };
}

/** The parts in which a game of one theatre differs from the war of both. The rest of a system follows from them. */
interface Parts<S extends State | War, V extends View | WarView> {
  readonly id: string;
  readonly about: Omit<System['about'], 'seats' | 'verbs'>;
  /** The data in which names of blocks and places are looked up. */
  readonly names: Theatre;
  /** The theatre from which the example of a plan is taken. */
  readonly exampleFrom: Theatre;
  /** The theatre whose game-turn is played, with its position. */
  here(state: S): readonly [Theatre, State];
  /** The same theatre, with the view of it. */
  seen(view: V): readonly [Theatre, View];
  /** The map that pictures show, with the view of it. */
  sheet(view: V): readonly [Theatre, View];
  margin(state: S): number;
  readonly rules: Pick<System<S, Order, Event, V>['rules'], 'start' | 'apply'>;
  view: System<S, Order, Event, V>['knowledge']['view'];
  readonly positionWords?: Partial<System<S, Order, Event, V>['positionWords']>;
  readonly afterwards: NonNullable<System<S, Order, Event, V>['afterwards']>;
  readonly lesson: Lesson;
}

const machineFor = oncePer(machineOf);

function systemOf<S extends State | War, V extends View | WarView>({
  here,
  seen,
  names,
  ...parts
}: Parts<S, V>): System<S, Order, Event, V> {
  /** A phase's key, with the theatre in front in a war of both. */
  const keyed = (state: S, key: string) => {
    const { half } = here(state)[0].scenario;
    return half ? `${half}-${key}` : key;
  };
  return {
    id: parts.id,
    about: {
      ...parts.about,
      seats: seats.map((seat) => ({ ...seat, colour: SIDE_LINES[seat.id as Side] })),
      verbs,
    },
    rules: {
      ...parts.rules,
      asked: (state) => asked(...here(state)).map((one) => ({ ...one, phaseKey: keyed(state, one.phaseKey) })),
      mayChange: (state) => changing(here(state)[1]),
      pass: (state) => pass(here(state)[1]),
      phase: (state) => {
        const key = keyed(state, phaseOf(here(state)[1]));
        return { key, turn: key };
      },
      next: (state, seat, draft) => next(...here(state), seat, draft),
      isSettling: (state) => TELLS_BATTLES.includes(here(state)[1].phase),
      outcome: ({ result }) => result && { winner: result.winner },
    },
    knowledge: { view: parts.view, reveals },
    orderWords: {
      parse: (draft) => parse(names, draft),
      question: (state, seat, draft, open) => question(...here(state), seat, draft, open),
      asking: (state, { seat }) => ({ prompt: promptOf(...here(state), seat as Side) }),
      label: (state, order) =>
        order.verb === 'done' ? { text: endText(here(state)[1]), tone: 'plain' } : label(here(state)[0], order),
      describe: (order, viewer, by) => describe(names, order, viewer, by),
      refusal: (refused) => refusal(names, refused),
      warning: (state, order) => warning(...here(state), order),
    },
    eventWords: {
      summaryCoversOrder,
      tell: (event, viewer) => tell(names, event, viewer),
      digest: (events, viewer, ofPhase) => digest(names, events, viewer, ofPhase),
    },
    positionWords: {
      when: (view) => when(...seen(view)),
      summary: (view) => summary(...seen(view)),
      text: (view) => positionText(...seen(view)),
      textAt: (view, place) => textAt(...seen(view), place),
      roster: (view, seat) => roster(...seen(view), seat),
      ending: (state) => ending(...here(state)),
      agenda: (view) => agenda(...seen(view)),
      step: (view) => step(seen(view)[1]),
      ...parts.positionWords,
    },
    pictures: {
      places: (view, moment = null) => placesOf(...parts.sheet(view), moment),
      picture: (view, moment, framing) => {
        const [{ scenario }, { result }] = seen(view);
        const played = scenario.half && !result && `the ${FRONT_NAMES[scenario.half]} plays`;
        const note = compact(framing.note, played).join(', ');
        return picture(...parts.sheet(view), moment, note === '' ? framing : { ...framing, note });
      },
      inUse: (state, viewer) => parts.sheet(parts.view(state, viewer))[1].stacks.map(({ hex }) => hex),
      sketch: (view, seat, draft) => sketch(...seen(view), seat, draft),
      lands: () => lands(names),
    },
    afterwards: {
      ...parts.afterwards,
      fortunes: (episodes) =>
        fortunes(
          names,
          episodes.flatMap(({ events }) => events),
        ),
      scoresTurns: 'start',
      score: (state) => {
        const [{ scenario }, { phase, chosen }] = here(state);
        const isTurnNew = phase === 'cards' && SIDES.every((side) => chosen[side] === null);
        // A game-turn begins with points for time, which the Confederates get. The order before it did not lose them.
        const timePoints = isTurnNew ? scenario.victory.timePoints : 0;
        const points = parts.margin(state) + timePoints;
        return [{ seat: 'usa', name: 'Union margin', points }];
      },
    },
    play: {
      machine: {
        summary: MACHINE_SUMMARY,
        orders: (view, ...more) => {
          const [theatre, own] = seen(view);
          return machineFor(theatre).orders(own, ...more);
        },
      },
      planning: planningOf(parts.exampleFrom, here, seen),
      lesson: parts.lesson,
    },
  };
}

function basisOf(words: string, { basis }: Theatre): string {
  return basis === null ? words : `${words} (${basis})`;
}

/** @param campaign the data of the campaign [19.1]; the same as those of the year if the game has no campaign */
function theatreSystem(year: Theatre, campaign: Theatre, topics: readonly RuleTopic[]) {
  const of = (position: Pick<State, 'campaign'>) => (position.campaign ? campaign : year);
  const played = (episodes: readonly YearEpisode[]) => of(episodes[0]?.after ?? {});
  const { title, tagline, basis, variants } = games[year.id];
  return systemOf<State, View>({
    id: year.id,
    about: {
      title,
      tagline,
      basis: basisOf(basis, year),
      variants: campaign.scenario.years.length > 0 ? variants : variants.slice(0, 1),
      rulebook: topics.map((topic) => withFacts(topic.id === CAMPAIGN_TOPIC ? campaign : year, topic)),
    },
    names: campaign,
    exampleFrom: year,
    here: (state) => [of(state), state],
    seen: (view) => [of(view), view],
    sheet: (view) => [of(view), view],
    margin: (state) => usaMargin(of(state), state),
    rules: {
      start: (variant) => setUp(variant === CAMPAIGN ? campaign : year),
      apply: (state, ...given) => apply(of(state), state, ...given, (order) => parse(of(state), order)),
    },
    view: (state, viewer) => view(of(state), state, viewer),
    afterwards: {
      story: (episodes, over) => story(played(episodes), episodes, over),
      tallies: (episodes) => tallies(played(episodes), episodes),
    },
    lesson: lessonOf(year),
  });
}

function warSystem(theatres: TwoTheatres, topics: readonly RuleTopic[]) {
  const { both } = theatres;
  const factsOf = ({ id }: RuleTopic) =>
    id === 'cities' ? theatres.west : id === 'cities-east' ? theatres.east : both;
  return systemOf<War, WarView>({
    id: grantAndLee.id,
    about: {
      ...war,
      basis: basisOf(war.basis, both),
      rulebook: topics.map((topic) => withFacts(factsOf(topic), topic)),
    },
    names: both,
    exampleFrom: theatres.west,
    here: (state) => [theatres[state.now], state[state.now]],
    seen: (view) => [theatres[view.now], playing(view)],
    sheet: (view) => [both, sheetView(view)],
    margin: (state) => warMargin(theatres, state),
    rules: {
      start: () => startWar(theatres),
      apply: (state, ...given) => applyWar(theatres, state, ...given, (order) => parse(both, order)),
    },
    view: (state, viewer) => viewWar(theatres, state, viewer),
    positionWords: {
      text: (seen) => warText(theatres, seen),
      ending: (state) => ending(both, { ...state.east, result: state.result }, warMargin(theatres, state)),
      textAt: (seen, place) => textAt(theatres[frontOf(place)], seen[frontOf(place)], place),
      roster: (seen, seat) => warRoster(theatres, seen, seat),
    },
    afterwards: {
      story: (episodes, over) => warStory(theatres, episodes, over),
      tallies: (episodes) => warTallies(theatres, episodes),
    },
    lesson: WAR_LESSON,
  });
}
