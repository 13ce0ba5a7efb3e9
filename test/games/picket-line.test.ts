import { describe, expect, test } from 'vitest';
import { type Dice, isFaulty, isRefusal, type SeatId } from '../../src/game/index.ts';
import { systems } from '../../src/systems/index.ts';
import { type Scripted, withDice } from '../dice/scripted.ts';
import { picketLine } from './picket-line/index.ts';
import type { Event, Order, State } from './picket-line/vocabulary.ts';
import { PICKET_LINE as game, PICKET_LINE_FILES } from './picket-line.ts';

/** Undealt decks: each side draws its regiments from the weakest, 1 to 9. */
const IN_ORDER: readonly Scripted[] = [
  ['the union deck', [0, 1, 2, 3, 4, 5, 6, 7, 8]],
  ['the confederate deck', [0, 1, 2, 3, 4, 5, 6, 7, 8]],
];

/** Orders one after the other, all of which must be legal and throw the scripted dice. */
function play(...script: readonly (readonly [SeatId, Order] | number)[]): { state: State; events: readonly Event[] } {
  const faces = script.filter((entry) => typeof entry === 'number');
  return withDice([...IN_ORDER, ...faces], (dice) => {
    let now = game.rules.start('standard', dice);
    for (const entry of script) if (typeof entry !== 'number') now = applied(now.state, ...entry, dice);
    return now;
  });
}

function applied(state: State, seat: SeatId, order: Order, dice: Dice) {
  const result = game.rules.apply(state, seat, order, dice);
  if (isRefusal(result)) throw new Error(game.orderWords.refusal(result));
  return result;
}

const commit = (regiment: string, ...reserves: string[]): Order => ({ verb: 'commit', regiment, reserves });
const asked = (state: State) => game.rules.asked(state).map(({ seat }) => seat);
const told = (events: readonly Event[], viewer: string) => events.map((event) => game.eventWords.tell(event, viewer));

describe('Picket Line', () => {
  test('[2] hands are filled from the decks, in secret', () => {
    const { state, events } = play();
    expect(state.hands.union).toEqual(['5-new-york', '116-pennsylvania', '9-massachusetts', '7-michigan']);
    expect(state.decks.union).toHaveLength(5);
    expect(told(events, 'public')).toEqual(['The pickets move up to Brock Road.', null, null]);
    expect(told(events, 'union')[1]).toContain('the 7th Michigan');
    expect(told(events, 'union')[2]).toBeNull();
    expect(game.knowledge.view(state, 'union').sides.confederate.hand).toBeNull();
    expect(game.knowledge.view(state, 'referee').sides.confederate.hand).toHaveLength(4);
  });

  test('[3] both sides are asked at once, and a sealed order shows nobody what it is', () => {
    expect(asked(play().state)).toEqual(['union', 'confederate']);
    const { state, events } = play(['union', commit('7-michigan', '5-new-york')]);
    expect(asked(state)).toEqual(['confederate']);
    expect(told(events, 'confederate')).toEqual(['The Federals have sealed their orders.']);
    expect(told(events, 'union')[0]).toContain('sends the 7th Michigan, the 5th New York behind');
    expect(game.knowledge.view(state, 'confederate').sides.union).toEqual({
      cards: 4,
      deck: 5,
      sealed: true,
      hand: null,
    });
    expect(game.orderWords.describe(commit('7-michigan'), 'confederate', 'union')).toBe('seals an order');
  });

  test('[3] an order once sealed is not changed', () => {
    const { state } = play(['union', commit('7-michigan')]);
    const refusal = withDice([], (dice) => game.rules.apply(state, 'union', commit('5-new-york'), dice));
    expect(isRefusal(refusal) && game.orderWords.refusal(refusal)).toBe(
      'Nothing is asked of you until the other side has spoken. [3]',
    );
  });

  test('[3] reserves come from the hand, no more than two, beside the regiment', () => {
    const { state } = play();
    const refused = (order: Order) => {
      const refusal = withDice([], (dice) => game.rules.apply(state, 'union', order, dice));
      return isRefusal(refusal) ? refusal.code : null;
    };
    expect(refused(commit('7-michigan', '5-new-york', '116-pennsylvania', '9-massachusetts'))).toBe('reserves');
    expect(refused(commit('7-michigan', '7-michigan'))).toBe('reserves');
    expect(refused(commit('7-michigan', '20-maine'))).toBe('not-in-hand');
    expect(refused(commit('4-texas'))).toBe('not-in-hand');
    expect(refused({ verb: 'yield' })).toBe('not-now');
  });

  test('[4] the orders are opened together: a reserve is worth 1, the stronger side is on the road', () => {
    const { state, events } = play(
      ['union', commit('7-michigan')],
      ['confederate', commit('47-alabama', '38-georgia', '2-florida')],
    );
    expect(told(events, 'public').at(-1)).toBe(
      'The orders are opened: the Federals show the 7th Michigan with no reserves, 4 in all and the Confederates show the 47th Alabama with 2 reserves, 5 in all.',
    );
    expect(state.battle).toEqual({ winner: 'confederate', strength: { union: 4, confederate: 5 } });
    expect(state.hands.union).toHaveLength(3);
    expect(state.hands.confederate).toEqual(['11-mississippi']);
  });

  test.each([
    [2, 'union'],
    [4, 'confederate'],
  ])('[4] at even strength a die of %i sends the %s first', (die, winner) => {
    const { state } = play(['union', commit('7-michigan')], ['confederate', commit('11-mississippi')], die);
    expect(state.battle?.winner).toBe(winner);
  });

  test('[4] at even strength a die of 5 leaves the road to nobody', () => {
    const { state } = play(['union', commit('7-michigan')], ['confederate', commit('11-mississippi')], 5);
    expect(state).toMatchObject({ road: 1, battle: null, taken: { union: 0, confederate: 0 } });
  });

  test('[5] the loser is asked in the winner’s turn, and yields if he says nothing', () => {
    const { state } = play(['union', commit('7-michigan')], ['confederate', commit('38-georgia')]);
    const [question] = game.rules.asked(state);
    expect(question).toMatchObject({ seat: 'confederate', defaultOrder: { verb: 'yield' } });
    const after = withDice([], (dice) => applied(state, 'confederate', question?.defaultOrder as Order, dice));
    expect(after.state).toMatchObject({ road: 1, taken: { union: 1, confederate: 0 } });
    expect(after.state.hands.union).toHaveLength(4);
  });

  test('[5] one more regiment turns the battle only if it makes the loser stronger', () => {
    const lost = [
      ['union', commit('7-michigan')],
      ['confederate', commit('38-georgia')],
    ] as const;
    expect(play(...lost, ['confederate', { verb: 'stand', regiment: '11-mississippi' }]).state.taken.confederate).toBe(
      1,
    );
    expect(play(...lost, ['confederate', { verb: 'stand', regiment: '47-alabama' }]).state.taken.union).toBe(1);
  });

  test('[6] as many roads are a draw, and then nobody is asked', () => {
    const { state } = play(
      ['union', commit('7-michigan')],
      ['confederate', commit('38-georgia')],
      ['confederate', { verb: 'yield' }],
      ['union', commit('5-new-york')],
      ['confederate', commit('11-mississippi')],
      ['union', { verb: 'yield' }],
      ['confederate', commit('1-tennessee')],
      ['union', commit('1-vermont')],
      6,
    );
    expect(asked(state)).toEqual([]);
    expect(game.rules.outcome(state)?.winner).toBeNull();
    expect(game.positionWords.ending(state)).toMatchObject({
      headline: 'The picket line stays where it was.',
      reason: 'The Union holds 1 of 3 roads, the Confederacy 1.',
    });
  });

  test('is one line in a list of systems', () => {
    const both = [...systems, picketLine];
    expect(new Set(both.map(({ id }) => id)).size).toBe(both.length);
  });

  test('data that cannot be played is refused at its place', () => {
    const data = PICKET_LINE_FILES['picket-line.json'] as object;
    const roads = ['Brock Road', 'Orange Plank Road', 'Germanna Ford Road', 'Catharpin Road', 'Herndon Road'];
    const faults = picketLine.load({ 'picket-line.json': { ...data, hand: 3, roads } });
    expect(isFaulty(faults) && faults.map(({ path, reason }) => `${path.join('.')}: ${reason}`)).toEqual([
      'reserves: must leave a card of the hand to stand with',
      'regiments.union: needs 13 regiments to last 5 roads',
      'regiments.confederate: needs 13 regiments to last 5 roads',
    ]);
  });
});
