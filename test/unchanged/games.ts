import {
  ALL,
  type Asked,
  type Asking,
  type Draft,
  type Episode,
  type Framing,
  isRefusal,
  nextQuestion,
  type Order,
  orderKey,
  type System,
  walkToOrder,
} from '../../src/game/index.ts';
import { picker, sealedAt } from '../dice/sealed.ts';
import { PRODUCT } from '../library.ts';

/** What a game says or draws of one position: `kind` names what it is. */
export interface Said {
  readonly at: string;
  readonly kind: string;
  readonly value: unknown;
}

export const games: readonly System[] = PRODUCT.editions.map(({ system }) => system);

/** An order in so many is asked of the machine as well. */
const MACHINE_EVERY = 50;

/** Everything that a game says and draws of one random campaign. The same seed gives the same campaign. */
export function* campaign(system: System, seed: number): Generator<Said> {
  const pick = picker(seed);
  const variant = (system.about.variants[seed % system.about.variants.length] ?? { id: '' }).id;
  const name = `${system.id} ${variant} ${seed}`;
  const viewers = ['public', ...system.about.seats.map(({ id }) => id)];
  const opened = system.rules.start(variant, sealedAt(name, 0, 'start'));
  let { state } = opened;
  const opening: Episode = {
    order: null,
    before: state,
    after: state,
    events: opened.events,
    by: null,
    reasons: [],
    turning: false,
    worth: null,
  };
  const episodes = [opening];
  for (let step = 0; ; step++) {
    const at = `${name} ${step}`;
    const { order: last, events } = episodes.at(-1) as Episode;
    const said = (kind: string, value: unknown): Said => ({ at, kind, value: value ?? null });
    yield said('state', state);
    yield said('events', events);
    for (const viewer of viewers) {
      const view = system.knowledge.view(state, viewer);
      const of = viewer;
      yield said(
        `tell ${of}`,
        events.map((event) => system.eventWords.tell(event, viewer)),
      );
      yield said(`summary ${of}`, system.positionWords.summary(view));
      yield said(`text ${of}`, [system.positionWords.text(view, true), system.positionWords.text(view, false)]);
      yield said(`agenda ${of}`, system.positionWords.agenda?.(view));
      const places = system.pictures.places?.(view);
      yield said(`places ${of}`, places);
      yield said(`roster ${of}`, system.positionWords.roster?.(view, viewer === 'public' ? null : viewer));
      const place = places?.[pick(places.length)]?.value;
      if (place !== undefined) yield said(`text at ${of}`, [place, system.positionWords.textAt?.(view, place)]);
      const moment = step === 0 ? null : { order: last, events };
      for (const framing of framings(system, place, pick))
        yield said(`picture ${of}`, [framing, system.pictures.picture(view, moment, framing)]);
    }
    yield said('when', system.positionWords.when?.(system.knowledge.view(state, 'public')));
    yield said('score', system.afterwards?.score?.(state));
    const outcome = system.rules.outcome(state);
    yield said('outcome', [
      outcome && { ...outcome, ...system.positionWords.ending(state) },
      system.afterwards?.margin?.(state),
    ]);
    yield said('rolls', system.eventWords.rolls?.(state, events));
    const asked = system.rules.asked(state);
    yield said(
      'asked',
      asked.map((one) => asRecorded({ ...one, ...system.orderWords.asking(state, one) })),
    );
    const seat = asked[pick(Math.max(1, asked.length))]?.seat;
    if (seat === undefined) break;
    let order: Order | null = null;
    // Where it is offered to end a phase that is soon tried: most games would be over at once.
    for (let tries = pick(8); tries >= 0 && (order === null || Object.keys(order).length === 1); tries--)
      order = walkToOrder(system.rules, state, seat, pick);
    if (order === null) throw new Error(`${at}: nothing can be done`);
    let draft: Draft = {};
    for (;;) {
      yield said('sketch', system.pictures.sketch?.(system.knowledge.view(state, seat), seat, draft));
      const next = nextQuestion(system, state, seat, draft);
      yield said('asked for', next);
      if (next.complete) break;
      draft = { ...draft, [next.question.slot]: order[next.question.slot] } as Draft;
    }
    yield said('order', [
      order,
      system.orderWords.label(state, order),
      ...viewers.map((viewer) => system.orderWords.describe(order, viewer, seat)),
    ]);
    if (step % MACHINE_EVERY === 1 && system.play?.machine)
      yield said(
        'machine',
        system.play.machine.orders(system.knowledge.view(state, seat), seat, sealedAt(name, step, 'machine')),
      );
    const bad = { ...order, [Object.keys(order).at(-1) as string]: 'nowhere' } as Order;
    const refused = system.rules.apply(state, seat, bad, sealedAt(name, step, 'refused'));
    if (isRefusal(refused)) yield said('refused', [refused, system.orderWords.refusal(refused)]);
    const applied = system.rules.apply(state, seat, order, sealedAt(name, step, orderKey(order)));
    if (isRefusal(applied)) throw new Error(`${at}: ${orderKey(order)} is refused`);
    yield said('retold', [
      system.eventWords.summaryCoversOrder?.(order, applied.events),
      viewers.map((viewer) => system.eventWords.digest?.(applied.events, viewer)),
      system.rules.isFree?.(order, applied.events),
    ]);
    const made: Episode = {
      order,
      before: state,
      after: applied.state,
      events: applied.events,
      by: 'Ada',
      reasons: step % 9 === 3 ? [{ text: 'It is the shorter road.', by: 'Bo' }] : [],
      turning: step % 17 === 5,
      worth: { decision: -(step % 5), dice: (step % 7) - 3, best: step % 5 === 0 },
    };
    episodes.push(made);
    state = applied.state;
  }
  const end = (kind: string, value: unknown): Said => ({ at: `${name} told`, kind, value: value ?? null });
  yield end('story', system.afterwards?.story?.(episodes, true));
  yield end('half of the story', system.afterwards?.story?.(episodes.slice(0, episodes.length >> 1), false));
  yield end('tallies', system.afterwards?.tallies?.(episodes));
  yield end('fortunes', system.afterwards?.fortunes?.(episodes));
}

/** Under the names that the records have. */
function asRecorded({ defaultOrder, defaultText, phaseKey, outOfTurn, ...same }: Asked & Asking) {
  return { ...same, otherwise: defaultOrder, usual: defaultText, spell: phaseKey, aside: outOfTurn };
}

function framings(system: System, place: string | undefined, pick: (count: number) => number): readonly Framing[] {
  const overlays = (system.pictures.overlays ?? []).map(({ id }) => id);
  const some: readonly Framing[] = [
    { seal: '629fa4e0ea12' },
    { at: ALL, overlays },
    {
      ...(place === undefined ? {} : { at: place }),
      seal: '629fa4e0ea12',
      worth: 0.37,
      takenBack: '2 rolls taken back',
    },
    { note: 'What if', overlays: overlays.slice(0, 1) },
  ];
  return [some[0] as Framing, some[1 + pick(some.length - 1)] as Framing];
}
