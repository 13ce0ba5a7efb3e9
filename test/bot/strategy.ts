import { isRefusal, legalOrders, type Order, orderKey, type System, sealedDice } from '../../src/game/index.ts';
import { hmacOf } from '../../src/host/table/game-secret.ts';
import { knownChance } from './fixture.ts';

const WAY = ['Savage Station', 'Cold Harbor', 'North Anna', 'Spotsylvania'];

/** Which button somebody presses who wants over the James: a plan good enough to win some campaigns and lose others. */
export function towardsTheJames(labels: readonly string[]): string {
  const marked = (start: string) => labels.find((label) => label.startsWith(start));
  const step = (verb: string) => WAY.map((place) => marked(`${verb} to ${place}`)).find((label) => label !== undefined);
  const chosen =
    marked('Cross the James') ??
    step('Turn') ??
    marked('Grant attacks Lee') ??
    step('March') ??
    marked('Grant attacks');
  if (chosen === undefined) throw new Error(`No plan for ${labels.join(', ')}`);
  return chosen;
}

/** The number of the first campaign of `knownChance` that this plan wins, or loses, and its orders. */
export function campaignThat(
  ends: 'won' | 'lost',
  system: System,
): { readonly number: number; readonly orders: readonly Order[] } {
  for (let number = 1; number < 500; number++) {
    const { orders, winner } = playOut(system, number);
    if ((winner !== null) === (ends === 'won')) return { number, orders };
  }
  throw new Error(`No game is ${ends}`);
}

function playOut(
  system: System,
  number: number,
): { readonly orders: readonly Order[]; readonly winner: string | null } {
  const chance = knownChance(number);
  const [hmac, game] = [hmacOf(chance.secret()), chance.gameId()];
  let { state } = system.rules.start('standard', sealedDice(hmac, { game, turn: 0, order: 'start' }));
  const orders: Order[] = [];
  for (;;) {
    const outcome = system.rules.outcome(state);
    if (outcome) return { orders, winner: outcome.winner };
    const open = new Map(
      [...legalOrders(system.rules, state, 'us')].map((order) => [system.orderWords.label(state, order).text, order]),
    );
    const order = open.get(towardsTheJames([...open.keys()])) as Order;
    const applied = system.rules.apply(
      state,
      'us',
      order,
      sealedDice(hmac, { game, turn: orders.length, order: orderKey(order) }),
    );
    if (isRefusal(applied)) throw new Error(system.orderWords.refusal(applied));
    state = applied.state;
    orders.push(order);
  }
}
