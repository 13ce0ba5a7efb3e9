import { isRefusal, legalOrders, recording, type State, sealedDice } from '../../src/game/index.ts';
import { hmacOf } from '../../src/host/table/game-secret.ts';
import { picker } from '../dice/sealed.ts';
import { type Section, timed } from './measure.ts';
import { systemOf } from './played.ts';

const GAME = 'benchmark1';
const BATCHES = 30;
const BATCH = 4000;

/** The rules alone: orders listed and applied, in games played at random one after the other, the same each time. */
export function rules(): readonly Section[] {
  const { rules: overland, about } = systemOf('overland');
  const hmac = hmacOf('1864'.repeat(16));
  const begun = (): State =>
    overland.start(about.variants[0]?.id ?? '', sealedDice(hmac, { game: GAME, turn: 0, order: 'start' })).state;
  const steps = async () => {
    const pick = picker(1862);
    let state = begun();
    const step = () => {
      const seat = overland.asked(state)[0]?.seat;
      const orders = seat === undefined ? [] : [...legalOrders(overland, state, seat)];
      const order = orders[pick(orders.length)];
      if (seat === undefined || !order) {
        state = begun();
        return;
      }
      const applied = overland.apply(state, seat, order, recording({ face: (sides) => pick(sides) + 1, deal: none }));
      if (isRefusal(applied)) throw new Error(`An order that is listed is refused: ${applied.code}`);
      state = applied.state;
    };
    const taken = await timed(BATCHES, nothing, () => {
      for (let count = 0; count < BATCH; count++) step();
    });
    return taken.map((ms) => (BATCH * 1000) / ms);
  };
  return [
    {
      title: 'Rules of Overland: all legal orders listed, one of them applied',
      measures: [{ name: 'with dice as the log has them', unit: 'a second', target: { least: 150_000 }, run: steps }],
    },
  ];
}

const nothing = () => undefined;
function none(): never {
  throw new Error('Overland has no cards');
}
