import { type Event, isRefusal, type Order, recording, type SeatId, type State, type System } from '../game/index.ts';

/** One way the dice of an order may fall. */
export interface Outcome<S extends State = State> {
  readonly chance: number;
  readonly state: S;
  readonly events: readonly Event[];
}

/**
 * Every way the dice of a legal order may fall, by the rules themselves: the order is carried out once for each. The chances add up
 * to 1. Ways that come to the same position stand apart.
 * @throws Error for an order that is refused, or that shuffles
 */
export function outcomes<S extends State>(
  system: Pick<System<S>, 'apply'>,
  state: S,
  seat: SeatId,
  order: Order,
): Outcome<S>[] {
  const found: Outcome<S>[] = [];
  let faces: number[] | null = [];
  while (faces !== null) {
    const thrown: { face: number; sides: number }[] = [];
    const script: readonly number[] = faces;
    const dice = recording({
      face(sides) {
        const face = script[thrown.length] ?? 1;
        thrown.push({ face, sides });
        return face;
      },
      deal() {
        throw new Error('An order that shuffles has too many outcomes to be counted');
      },
    });
    const applied = system.apply(state, seat, order, dice);
    if (isRefusal(applied)) throw new Error(`Refused: ${JSON.stringify(order)} (${applied.code})`);
    const chance = 1 / thrown.reduce((ways, { sides }) => ways * sides, 1);
    found.push({ chance, state: applied.state, events: applied.events });
    faces = nextFaces(thrown);
  }
  return found;
}

/** The faces to throw next, as an odometer counts: the last die that can go on does, and those behind it begin again. */
function nextFaces(thrown: readonly { readonly face: number; readonly sides: number }[]): number[] | null {
  const last = thrown.findLastIndex(({ face, sides }) => face < sides);
  if (last < 0) return null;
  return thrown.slice(0, last + 1).map(({ face }, index) => (index === last ? face + 1 : face));
}
