import { ALL, type Draft, type Framing, type LastOrder, type Picture } from '../../../src/game/index.ts';
import { picture } from '../../../src/systems/road-to-richmond/map/map-picture.ts';
import { sketch } from '../../../src/systems/road-to-richmond/map/order-sketch.ts';
import { planningOf } from '../../../src/systems/road-to-richmond/plans/index.ts';
import { asked } from '../../../src/systems/road-to-richmond/rules/legality.ts';
import { type State, view } from '../../../src/systems/road-to-richmond/state.ts';
import { type Event, type Order, targetOf, type Where } from '../../../src/systems/road-to-richmond/vocabulary.ts';
import { field } from './data.ts';
import { draftOf, given, having, position, read, type Said, start, toMove } from './position.ts';
import { randomGame } from './random-play.ts';

/** A picture with what it was drawn from. */
export interface Shown extends Picture {
  readonly state: State;
  readonly moment: LastOrder<Event> | null;
  readonly framing: Framing;
}

export function shown(state: State, moment: LastOrder<Event> | null = null, framing: Framing = {}): Shown {
  return { ...picture(field, view(state), moment, framing), state, moment, framing };
}

/** The picture after an order. */
export function following(state: State, said: Said, framing: Framing = {}, throwing?: string): Shown {
  const order = read(said);
  const { state: then, events } = given(state, order, throwing);
  return shown(then, { order: order as never, events }, framing);
}

export function sketched(state: State, said: Draft | string, seat: string = state.side): Shown {
  const draft = draftOf(said);
  const drawn = sketch(field, view(state), seat, draft);
  if (!drawn) throw new Error(`Nothing is sketched of ${JSON.stringify(draft)}`);
  return { ...drawn, state, moment: null, framing: {} };
}

/** The orders of a plan on one picture. */
function planned(state: State, ...orders: readonly Said[]): Shown {
  const drawn = planningOf(field).picture(view(state), state.side, orders.map(read) as never);
  if (!drawn) throw new Error('The plan has no picture');
  return { ...drawn, state, moment: null, framing: {} };
}

/** Cases 9 and 18 of section 21, and guns behind the line: Confederates about to fight for 1107 on the sixth turn. */
const LINE: { readonly [piece: string]: Where } = {
  'u-1-2-v': '1107',
  'u-2-2-v': '1107',
  'u-v-art': '1108',
  'u-1r-art': '1108',
  'u-1-1-v': '0908',
  'u-1-2-vi': '0409',
  'u-s-art': '0410',
  'c-archer': '1106',
  'c-branch': '1106',
  'c-gregg': '1206',
  'c-stuart': '1207',
  'c-jones': '1005',
  'c-hood': '0408',
  'u-train': '2125',
  'c-cobb': 'off-0117',
  'u-iv-art': 'off-1528',
  'c-mahone': 'waiting',
  'c-wright': 'waiting',
};

/** Before the Confederates' battles are laid out. */
export const planning: State = position(LINE, { step: 'plan' });

/** Two battles planned: guns and infantry against 1107. */
export const laid: State = having(planning, {
  verb: 'attack',
  target: '1107',
  with: ['c-gregg', 'c-branch', 'c-archer', 'c-stuart'],
  column: '1-1',
} as Order);

type Rooms = { readonly [room: string]: { readonly [name: string]: Shown } };

/** Every kind of picture. */
export function rooms(): Rooms {
  const shaken = position(LINE, { turn: 7, variant: 'effectiveness', ineffective: ['c-gregg', 'u-1-2-v', 'u-1-1-v'] });
  return {
    'The overview': {
      'as the game begins': shown(start, null, { at: ALL }),
      'with two overlays': shown(planning, null, { at: ALL, overlays: ['control', 'line'] }),
      'after a phase': phaseOf(7),
      'a what if': shown(shaken, null, { at: ALL, note: 'What if', seal: '629fa4e0ea12' }),
      'a field full of blocks': shown(crowded(), null, { at: ALL, seal: '629fa4e0ea12' }),
      'the end': shown(ended()),
    },
    'As a phase begins': {
      'the first, where the first units come on': shown(start),
      'a movement, where the sides are nearest': shown(toMove('union', start)),
      'a plan, with what must be attacked': shown(planning),
      ...choices(),
    },
    'Close-ups': {
      Watt: shown(start, null, { at: '1107' }),
      'Golding’s lines': shown(start, null, { at: '0409' }),
      'an area': shown(start, null, { at: 'savages-station' }),
      'a corner of the field': shown(start, null, { at: '2427' }),
      'the way off': shown(start, null, { at: '0117' }),
      'shaken units': shown(shaken, null, { at: '1107' }),
      'the Train': shown(planning, null, { at: 'u-train' }),
    },
    'What has happened': {
      'a march': following(start, 'move c-gregg+c-jr-and 0905'),
      'a march over the river': following(toMove('union', start), 'move u-1-2-vi 0612'),
      'a battle laid out': shown(laid, { order: null, events: [] }),
      ...battles(),
    },
    Overlays: Object.fromEntries(
      ['control', 'range', 'sight', 'line'].map((overlay) => [
        overlay,
        shown(planning, null, { at: { line: '0117', range: '0410' }[overlay] ?? '1108', overlays: [overlay] }),
      ]),
    ),
    Sketches: {
      'where a brigade can go': sketched(toMove('union', start), 'move u-2-3-v'),
      'where a column can come to': sketched(start, 'move c-gregg'),
      'who can join': sketched(planning, 'attack 1107'),
      'who attacks': sketched(planning, 'attack 1107 c-gregg,c-branch'),
      'a plan of two marches': planned(start, 'move c-gregg 0303', 'move c-branch 0905'),
      'who bombards': sketched(toMove('union', planning), 'bombard 0408 u-s-art'),
    },
  };
}

/** After so many orders of a random game most units are on the map. */
function crowded(): State {
  let last = start;
  let orders = 0;
  for (const { state } of randomGame(7)) {
    last = state;
    if (orders++ === 260) break;
  }
  return last;
}

/** A game that is over: each way to score has its points. */
export function ended(): State {
  const gone = { 'c-gregg': 'lost', 'u-2-2-v': 'lost', 'u-train': 'off-1528', 'u-1-2-v': 'off-1528' } as const;
  return { ...start, turn: 20, over: true, where: { ...start.where, ...gone } };
}

/** Where beaten units can go, for all and for the member who chooses. */
function choices(): { readonly [name: string]: Shown } {
  const found: { [name: string]: Shown } = {};
  for (const { state } of Object.values(battles())) {
    const [choice] = state.pending;
    if (choice?.kind !== 'retreat') continue;
    const draft = { verb: 'retreat', unit: choice.pieces[0] as string };
    found[`a retreat, ${choice.side}`] = shown(state);
    found[`a retreat, ${choice.side}, chosen`] = sketched(state, draft, choice.side);
  }
  return found;
}

/** What the first whole phase of a random game with so many marches looks like, told as one. */
function phaseOf(marches: number): Shown {
  const events: Event[] = [];
  for (const step of randomGame(3)) {
    events.push(...step.events);
    if (!step.events.some(({ type }) => type === 'phase')) continue;
    if (events.filter(({ type }) => type === 'moved').length >= marches)
      return shown(step.state, { order: null, events }, { at: 'all' });
    events.length = 0;
  }
  throw new Error('No phase had so many marches');
}

/** The first battle of the plan, with each result that some dice give. */
export function battles(): { readonly [result: string]: Shown } {
  const found: { [result: string]: Shown } = {};
  const ready = readyToFight();
  for (let die = 0; die < 24; die++) {
    const one = following(ready, { verb: 'fight', target: targetOf(ready.battles[0]?.hexes ?? []) }, {}, `die ${die}`);
    const fought = one.moment?.events.find(({ type }) => type === 'fought');
    if (fought?.type === 'fought') found[`a battle: ${fought.result}`] ??= one;
  }
  return found;
}

/** The plan with what else has to be fought, ended. */
function readyToFight(): State {
  let state = laid;
  while (state.step === 'plan') {
    const [asking] = asked(field, state);
    if (!asking?.defaultOrder) throw new Error('The plan cannot be ended');
    state = given(state, asking.defaultOrder as Order).state;
  }
  return state;
}
