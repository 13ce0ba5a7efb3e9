import {
  type Draft,
  isRefusal,
  legalOrders,
  type Order,
  recording,
  type SeatId,
  type State,
  type System,
  sealedDice,
} from '../../src/game/index.ts';
import { hmacOf } from '../../src/host/table/game-secret.ts';
import { picker } from '../dice/sealed.ts';
import { longCampaign } from '../host/long-campaign.ts';
import { type Measure, type Section, timed } from './measure.ts';
import { ROAD, restless, systemOf } from './played.ts';

const SECRET = '1864'.repeat(16);
const GAME = 'benchmark1';
const BATCHES = 30;
/** Milliseconds within which all legal moves of a side are to be listed. */
const MOST_LISTED = 20;

/** The rules alone: orders listed and applied. */
export function rules(): readonly Section[] {
  const overland = systemOf('overland');
  const road = systemOf(ROAD);
  const any = (state: State, seat: SeatId, pick: Pick) => {
    const orders = [...legalOrders(overland.rules, state, seat)];
    return orders[pick(orders.length)] ?? null;
  };
  const walked = (state: State, seat: SeatId, pick: Pick) => restless(road, state, seat, pick);
  return [
    {
      title: 'Rules of Overland: all legal orders listed, one of them applied',
      measures: [
        {
          name: 'with dice as the log has them',
          unit: 'a second',
          target: 'steps',
          run: steps(overland, any, 4000),
        },
      ],
    },
    {
      title: 'Rules of Road to Richmond: an order chosen question by question, and applied',
      measures: [{ name: 'with dice as the log has them', unit: 'a second', run: steps(road, walked, 400) }],
    },
    { title: 'Road to Richmond, legal moves of all units of a side', measures: [listed(road)] },
  ];
}

type Pick = (count: number) => number;
type Choose = (state: State, seat: SeatId, pick: Pick) => Order | null;

/** As dice come from a log. */
const diceBy = (pick: Pick) =>
  recording({
    face: (sides) => pick(sides) + 1,
    deal: () => {
      throw new Error('Neither game has cards');
    },
  });

const hmac = hmacOf(SECRET);

/** Steps a second of games played at random one after the other, batch by batch: the same games each time. */
function steps(system: System, choose: Choose, batch: number): () => Promise<readonly number[]> {
  return async () => {
    const pick = picker(1862);
    const variant = system.about.variants[0]?.id ?? '';
    let state = begun(system, variant);
    const step = () => {
      const seat = system.rules.asked(state)[0]?.seat;
      const order = seat === undefined ? null : choose(state, seat, pick);
      if (seat === undefined || order === null) {
        state = begun(system, variant);
        return;
      }
      const applied = system.rules.apply(state, seat, order, diceBy(pick));
      if (isRefusal(applied)) throw new Error(system.orderWords.refusal(applied));
      state = applied.state;
    };
    const taken = await timed(
      BATCHES,
      () => undefined,
      () => {
        for (let count = 0; count < batch; count++) step();
      },
    );
    return taken.map((ms) => (batch * 1000) / ms);
  };
}

function begun(system: System, variant: string): State {
  return system.rules.start(variant, sealedDice(hmac, { game: GAME, turn: 0, order: 'start' })).state;
}

/** Every unit of the side to move with every place it can go, as the movement phases of a game played at random begin. */
function listed(system: System): Measure {
  const positions = longCampaign(system, 2, { most: 600 }).states.flatMap((state) => {
    const { step, moved } = state as unknown as { readonly step: string; readonly moved: object };
    return step === 'move' && Object.keys(moved).length === 0 && system.rules.asked(state).length > 0
      ? [JSON.stringify(state)]
      : [];
  });
  let at = 0;
  const choices = (state: State, draft: Draft) => {
    const next = system.rules.next(state, system.rules.asked(state)[0]?.seat ?? '', draft);
    return next.complete ? [] : next.question.choices;
  };
  return {
    name: 'listed',
    unit: 'ms',
    target: { most: MOST_LISTED },
    run: () =>
      timed(
        positions.length,
        () => JSON.parse(positions[at++ % positions.length] as string) as State,
        (state) =>
          choices(state, { verb: 'move' }).map(({ value }) => choices(state, { verb: 'move', unit: value }).length),
      ),
  };
}
