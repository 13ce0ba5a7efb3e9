import type { Applied } from '../../../game/index.ts';
import type { Event } from '../events.ts';
import { NEW_TURN, NOTHING_SHOWN, type State } from '../state.ts';
import type { Theatre } from '../theatre.ts';
import { CARDS } from '../vocabulary.ts';

/** The position at the start of the year, before the deck is cut [12.3]. */
export function setUp(theatre: Theatre): Applied<State, Event> {
  const state: State = {
    version: 1,
    turn: 0,
    phase: 'cut',
    active: 'usa',
    first: 'usa',
    blocks: Object.fromEntries(
      theatre.blocks.map(({ id, start, full }) => [
        id,
        { at: start, steps: start === 'pool' || start === 'gulf' ? 0 : full },
      ]),
    ),
    hands: { usa: [], csa: [] },
    undealt: CARDS.flatMap((card) => Array.from({ length: theatre.scenario.deck[card] }, () => card)),
    cuts: { usa: null, csa: null },
    chosen: { usa: null, csa: null },
    played: { usa: [], csa: [] },
    river: false,
    bragg: false,
    ...NEW_TURN,
    ...NOTHING_SHOWN,
    battle: null,
    offer: null,
    result: null,
  };
  return { state, events: [{ type: 'opened' }] };
}
