import {
  type Draft,
  type Refusal,
  type RuleTopic,
  refuse,
  type SlotValue,
  type System,
  type SystemModule,
} from '../../../src/game/index.ts';
import { apply, asked, next, outcome, start, type View, view } from './rules.ts';
import { picture } from './scene.ts';
import { describe, ending, label, promptOf, question, refusal, summary, tell, text } from './sentences.ts';
import { type Data, type Event, type Order, readData, SIDES, type State, VERBS } from './vocabulary.ts';

const SLOTS = { commit: ['regiment', 'reserves'], stand: ['regiment'], yield: [] } as const;

/** Regiments by id or name, in any case; reserves as a list or with commas between. */
function parse(data: Data, draft: Draft): Order | Refusal {
  const { verb: given, regiment, reserves } = draft;
  const verb = VERBS.find((one) => typeof given === 'string' && one === given.trim().toLowerCase());
  if (verb === undefined) return refuse('unknown', null, { slot: 'verb', given: brief(given ?? '') });
  const foreign = Object.keys(draft).find(
    (slot) => slot !== 'verb' && !(SLOTS[verb] as readonly string[]).includes(slot),
  );
  if (foreign !== undefined) return refuse('foreign', null, { verb, slot: brief(foreign) });
  if (verb === 'yield') return { verb };
  if (regiment === undefined) return refuse('missing', null, { slot: 'regiment' });
  if (typeof regiment !== 'string') return refuse('foreign', null, { verb, slot: 'regiments' });
  const sent = regimentCalled(data, regiment);
  if (sent === undefined) return refuse('unknown', null, { slot: 'regiment', given: brief(regiment) });
  if (verb === 'stand' || reserves === undefined) return { verb, regiment: sent };
  const behind: string[] = [];
  for (const one of typeof reserves === 'string' ? reserves.split(',').filter((part) => part.trim()) : reserves) {
    const card = regimentCalled(data, one);
    if (card === undefined) return refuse('unknown', null, { slot: 'regiment', given: brief(one) });
    behind.push(card);
  }
  return { verb, regiment: sent, reserves: behind };
}

function regimentCalled(data: Data, given: string): string | undefined {
  const wanted = given.trim().toLowerCase();
  return SIDES.flatMap((side) => Object.entries(data.regiments[side])).find(
    ([id, { name }]) => id === wanted || name.toLowerCase() === wanted,
  )?.[0];
}

function brief(given: SlotValue): string {
  return String(given).replaceAll('!', '').slice(0, 40);
}

/** Picket Line: two players with hidden hands fight for three roads. It shows what a system with secrets looks like. */
export const picketLine: SystemModule = {
  id: 'picket-line',
  files: ['picket-line.json'],
  load(files) {
    const data = readData('picket-line.json', files['picket-line.json']);
    return Array.isArray(data) ? data : system(data as Data);
  },
};

function system(data: Data): System<State, Order, Event, View> {
  return {
    id: 'picket-line',
    about: {
      title: 'Picket Line',
      tagline: 'Two players, hidden hands, three roads through the pickets.',
      basis: data.name,
      seats: [
        { id: 'union', name: 'Union' },
        { id: 'confederate', name: 'Confederacy' },
      ],
      verbs: [
        {
          verb: 'commit',
          secret: true,
          summary: 'Send a regiment to the road, with reserves behind it',
          slots: [
            { slot: 'regiment', summary: 'The regiment that fights' },
            { slot: 'reserves', summary: 'Who stands behind it, each for 1', several: true },
          ],
        },
        {
          verb: 'stand',
          summary: 'Throw in one more regiment to turn a lost battle',
          slots: [{ slot: 'regiment', summary: 'The regiment you throw in' }],
        },
        { verb: 'yield', summary: 'Leave the road to the other side', slots: [] },
      ],
      variants: [{ id: 'standard', name: 'Standard', summary: 'Three roads, nine regiments a side.' }],
      rulebook: rulebook(data),
    },
    rules: {
      start: (_variant, dice) => start(data, dice),
      asked: (state) => asked(data, state),
      next: (state, seat, draft) => next(data, state, seat, draft),
      apply: (state, seat, order, dice) => apply(data, state, seat, order, dice),
      outcome: (state) => outcome(data, state),
    },
    knowledge: {
      view: (state, viewer) => view(data, state, viewer),
      reveals: (events) =>
        events.filter(({ type }) => type === 'revealed' || type === 'stood' || type === 'drew').length,
    },
    orderWords: {
      question: (state, seat, _draft, open) => question(data, state, seat, open),
      asking: (state) => ({ prompt: promptOf(data, state) }),
      parse: (draft) => parse(data, draft),
      label: (_state, order) => label(data, order),
      describe: (order, viewer, by) => describe(data, order, viewer, by),
      refusal: (refused) => refusal(data, refused),
    },
    eventWords: { tell: (event, viewer) => tell(data, event, viewer) },
    positionWords: {
      ending: (state) => ending(data, state),
      summary,
      text,
    },
    pictures: { picture: (shown) => picture(shown) },
  };
}

function rulebook(data: Data): readonly RuleTopic[] {
  return [
    {
      id: 'play',
      title: 'How to play',
      text: [
        `**[1]** Two sides fight for ${data.roads.length} roads, one after the other.`,
        `**[2]** Each side shuffles its regiments and fills its hand to ${data.hand} before each road.`,
        `**[3]** Both seal an order: a regiment, and up to ${data.reserves} reserves behind it, each worth 1.`,
        '**[4]** The orders are opened together. More strength is on the road. At even strength a die decides: 1 or 2 the Union, 3 or 4 the Confederacy, 5 or 6 nobody.',
        '**[5]** The other side may throw in one more regiment, and takes the road if that makes it stronger; or yield.',
        '**[6]** All that fought is spent. Whoever holds more roads at the end wins; as many are a draw.',
      ].join('\n'),
    },
  ];
}
