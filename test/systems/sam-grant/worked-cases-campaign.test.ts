import { describe, expect, test } from 'vitest';
import type { Applied } from '../../../src/game/index.ts';
import { deciding, defaultOrder } from '../../../src/systems/sam-grant/rules/legality.ts';
import type { State } from '../../../src/systems/sam-grant/state.ts';
import { SCENARIO, type Theatre } from '../../../src/systems/sam-grant/theatre.ts';
import { view } from '../../../src/systems/sam-grant/view.ts';
import type { Event, Order, Side } from '../../../src/systems/sam-grant/vocabulary.ts';
import { tell } from '../../../src/systems/sam-grant/words/sentences.ts';
import { sealedAt } from '../../dice/sealed.ts';
import { dataFiles, eastCampaign, westCampaign } from './data.ts';
import {
  type At,
  at,
  cards,
  cut,
  dealt,
  due,
  given,
  move,
  position,
  question,
  steps,
  told,
  whyRefused,
} from './position.ts';

/** Cases of the campaign, worked out on paper from `rulings.md` and `scenario.json` by somebody who had not read the rules' code. */

type Game = Applied<State, Event>;

/** A game-turn of a campaign at its actions; the Union, Player 1, acts. Blocks not named are in the pools. */
function war(theatre: Theatre, turn: number, where: At, more: Partial<State> = {}): State {
  return { ...position(where, { turn, ...more }, theatre), campaign: true };
}
/** Each side in turn does nothing, until one of these phases begins or the war is over. */
function until(state: State, ...phases: readonly State['phase'][]): Game {
  let [now, events]: [State, readonly Event[]] = [state, []];
  do {
    const next: Game = given(now, now.active, 'done');
    [now, events] = [next.state, [...events, ...next.events]];
  } while (!phases.includes(now.phase) && now.phase !== 'over');
  return { state: now, events };
}

describe('a new year', () => {
  test('19.2, 3.2, R23: for 1863 the whole deck is cut anew, whatever was played; each side’s hand follows from the cuts', () => {
    const played = { usa: ['3', '3', '3', '3', '3', '3'], csa: ['supply-3', 'supply-3', '1', '1', '1', '1'] } as const;
    const over = until(war(eastCampaign, 6, { 'eu-dix': '1605' }, { played }), 'cut').state;
    expect([over.turn, over.undealt.length, over.hands.usa, over.hands.csa]).toEqual([6, 25, [], []]);
    const { state } = cut(over, 20, 4);
    // 24 cards go under the last, a Supply 3: then the six 1s, the 2s …
    expect([...state.hands.usa].sort()).toEqual(['1', '1', '1', '1', '1', 'supply-3']);
    expect([...state.hands.csa].sort()).toEqual(['1', '2', '2', '2', '2', '2']);
    expect([state.turn, state.phase, state.played]).toEqual([7, 'cards', { usa: [], csa: [] }]);
  });

  test('14.4: a cut of a later year is changed while it lies face down, and the other side learns nothing', () => {
    const over = until(war(westCampaign, 12, { 'u-wood': '2206' }), 'cut').state;
    const first = given(over, 'usa', 'cut 2').state;
    const changed = given(first, 'usa', 'cut 20');
    expect(changed.events.map((event) => tell(westCampaign, event, 'csa'))).toEqual([null]);
    expect(view(westCampaign, changed.state, 'csa')).toEqual(view(westCampaign, first, 'csa'));
    const { state } = given(changed.state, 'csa', 'cut 4');
    expect([...state.hands.usa].sort()).toEqual(['1', '1', '1', '1', '1', 'supply-3']);
    expect(whyRefused(state, 'usa', 'cut 9')).toBe('4 wrong-phase');
  });

  test('9.3, 19.2, 5.7: prisoners exchanged at the end of a Winter are built in the next year; the others stay', () => {
    const where = {
      ...{ 'eu-hooker': 'prisoner', 'ec-ewell': 'prisoner', 'ec-early': 'prisoner' },
      ...{ 'eu-hq': '1407', 'ec-winder': '1215' },
    };
    const winter = until(war(eastCampaign, 12, where), 'exchange').state;
    const offer = { verb: 'offer', give: ['ec-ewell'], take: ['eu-hooker'] } as const;
    const open = given(winter, 'usa', offer).state;
    const agreed = given(open, 'csa', 'accept').state;
    const over = agreed.phase === 'cut' ? agreed : until(agreed, 'cut').state;
    expect(['eu-hooker', 'ec-ewell', 'ec-early'].map((id) => at(over, id))).toEqual(['pool', 'pool', 'prisoner']);
    const acting = cards(cut(over, 20, 4).state, '1', '1');
    const build = (state: State, side: Side, block: string, hex: string) =>
      given(state, side, { verb: 'build', block, hex }).state;
    const usa = until(build(acting, 'usa', 'eu-hooker', '1407'), 'actions').state;
    const early = { verb: 'build', block: 'ec-early', hex: '1215' } as const;
    expect(whyRefused(usa, 'csa', early)).toBe('5.7 not-in-pool');
    const csa = build(usa, 'csa', 'ec-ewell', '1215');
    expect([csa.turn, steps(csa, 'eu-hooker'), steps(csa, 'ec-ewell')]).toEqual([13, 4, 3]);
  });

  test('19.2, 5.10: steps lost and Bragg’s corps carry over; the points for him stand in the year after', () => {
    const bragg = ['c-withers', 'c-ruggles', 'c-bragg-c', 'c-bragg-a'];
    const gulf = Object.fromEntries(bragg.map((id) => [id, 'gulf']));
    const where: At = { ...gulf, 'u-hq': ['1103', 2], 'u-wood': ['1909', 1] };
    const over = until(war(westCampaign, 6, where), 'cut');
    // Nashville is worth 4: 4 − 6.
    expect(told(over.events, 'year')[0]).toMatchObject({ ended: '1862', year: '1863', margin: -2 });
    const begun = cut(over.state, 20, 4).state;
    expect([steps(begun, 'u-hq'), steps(begun, 'u-wood')]).toEqual([2, 1]);
    expect(bragg.map((id) => at(begun, id))).toEqual(['gulf', 'gulf', 'gulf', 'gulf']);
    const acting = cards(begun, '1', '2');
    const came = given(acting, 'csa', 'bragg 1520').state;
    expect(bragg.map((id) => [at(came, id), steps(came, id)])).toEqual([4, 4, 2, 3].map((full) => ['1520', full]));
    const later = until({ ...came, turn: 12 }, 'cut');
    // 4 for Nashville, 3 for Bragg, 12 for time.
    expect(told(later.events, 'year')[0]).toMatchObject({ year: '1864', margin: 4 + 3 - 12 });
  });

  test('19.4, 4.52: the point for time comes with the first game-turn of the new year, not while the deck is cut', () => {
    const over = until(war(eastCampaign, 6, { 'eu-keyes': '1819' }), 'cut');
    // Norfolk is worth 3.
    expect(told(over.events, 'year')[0]?.margin).toBe(3 - 6);
    expect(told(over.events, 'turn')).toEqual([]);
    const { events } = cut(over.state, 20, 4);
    expect(told(events, 'turn')).toMatchObject([{ turn: 7, margin: 3 - 7, year: '1863' }]);
  });

  test('9.1, 19.1: game-turn 12 is a Winter, 13 is none: a garrison marches again, and a hexside lets four in', () => {
    const where = { 'eu-dix': '1605', 'eu-keyes': '1308', 'ec-early': '1207' } as const;
    const most = (state: State) => question(state, 'usa', 'move 1308 1207/1308')?.several?.most;
    const army = { 'eu-casey': '1308', 'eu-sumner': '1308', 'eu-porter': '1308', 'eu-franklin': '1308' } as const;
    const [winter, spring] = [12, 13].map((turn) => war(eastCampaign, turn, { ...where, ...army })) as [State, State];
    const order = move(winter, 'usa', '1605', '1604', 'eu-dix');
    expect([whyRefused(winter, 'usa', order), most(winter)]).toEqual(['9.1 winter', 2]);
    const marched = given(spring, 'usa', 'move 1605 1604 eu-dix');
    expect([at(marched.state, 'eu-dix'), most(spring)]).toEqual(['1604', 4]);
  });

  test('19.3, 5.11: Pettigrew and Davis wait for Weldon over a year’s end; the Union’s two of that game-turn come in', () => {
    const late = ['eu-stannard', 'eu-militia', 'ec-pettigrew', 'ec-jrdavis'];
    const before = due(war(eastCampaign, 8, { 'eu-hq': '1407', 'eu-terry': '1220' }), ...late);
    const ninth = until(before, 'cards');
    expect(ninth.state.turn).toBe(9);
    expect(late.map((id) => at(ninth.state, id))).toEqual(['1407', '1501', 'due', 'due']);
    // The Union still holds Weldon at the end of 1863, and is gone as 1864 begins.
    const held = due(war(eastCampaign, 12, { 'eu-hq': '1407', 'eu-terry': '1220' }), 'ec-pettigrew', 'ec-jrdavis');
    const over = until(held, 'cut').state;
    expect(at(cut(over, 20, 4).state, 'ec-pettigrew')).toBe('due');
    const left: State = { ...over, blocks: { ...over.blocks, 'eu-terry': { at: '1320', steps: 4 } } };
    const { state } = cut(left, 20, 4);
    expect(late.slice(2).map((id) => [at(state, id), steps(state, id)])).toEqual([
      ['1220', 2],
      ['1220', 2],
    ]);
  });
});

describe('the end of the war', () => {
  const victoryOf = (id: 'bobby-lee' | 'sam-grant') =>
    (
      dataFiles(id)[SCENARIO] as unknown as {
        campaign: {
          victory: {
            suddenDeath: { csaMargin: number };
            levels: { usaMarginAtLeast: number; result: string }[];
          };
        };
      }
    ).campaign.victory;

  test('19.5: points of the Confederates that would end 1862 at once let the war go on to its own margin', () => {
    // St. Louis 5, Louisville 4, Cairo 3; a point a game-turn besides.
    const north = { 'c-price': '1103', 'c-hardee': '2203', 'c-floyd': '1406' } as const;
    const last = victoryOf('sam-grant').suddenDeath.csaMargin - 12;
    const before = until(war(westCampaign, last - 1, north), 'cards', 'cut').state;
    expect(before.result).toBeNull();
    const { state, events } = until(war(westCampaign, last, north), 'cards', 'cut');
    expect(told(events, 'ended')).toMatchObject([{ margin: -12 - last, level: 'CSA decisive', sudden: true }]);
    expect(state.phase).toBe('over');
  });

  test('10.4, 19.5: a capital ends the war in any year, and after a Winter no new year begins', () => {
    for (const [turn, where, winner] of [
      [8, { 'eu-keyes': '1215' }, 'usa'],
      [6, { 'ec-jackson': '1407' }, 'csa'],
      [12, { 'eu-keyes': '1215' }, 'usa'],
    ] as const) {
      const { state, events } = until(war(eastCampaign, turn, where), 'cards', 'cut');
      expect([state.phase, state.result?.winner, state.result?.sudden]).toEqual(['over', winner, true]);
      expect([told(events, 'year'), told(events, 'turn')]).toEqual([[], []]);
    }
  });

  test('19.1, 19.4, 19.5: two sides that do nothing play 18 game-turns; −6, −12 and −18, judged by the war’s levels alone', () => {
    let game: Game = dealt(eastCampaign, sealedAt('an idle war', 0, 'start'));
    const events: Event[] = [...game.events];
    const decks: number[] = [];
    while (game.state.phase !== 'over') {
      const side = deciding(game.state)[0] as Side;
      const order = defaultOrder(eastCampaign, game.state, side) as Order;
      game = given(game.state, side, order, sealedAt('an idle war', events.length, order.verb), eastCampaign);
      events.push(...game.events);
      if (game.state.phase === 'cards') {
        const { hands, played, undealt } = game.state;
        decks.push([hands, played].reduce((sum, { usa, csa }) => sum + usa.length + csa.length, undealt.length));
      }
    }
    const turns = Array.from({ length: 17 }, (_, index) => index + 2);
    expect(told(events, 'turn').map(({ turn, margin }) => [turn, margin])).toEqual(
      expect.arrayContaining(turns.map((turn) => [turn, -turn])),
    );
    expect(told(events, 'year').map(({ year, margin }) => [year, margin])).toEqual([
      ['1863', -6],
      ['1864', -12],
    ]);
    expect(new Set(decks)).toEqual(new Set([25]));
    const level = victoryOf('bobby-lee').levels.find(({ usaMarginAtLeast }) => -18 >= usaMarginAtLeast)?.result;
    expect(told(events, 'ended')).toMatchObject([{ margin: -18, level, sudden: false }]);
    expect(game.state.turn).toBe(18);
  });

  /** How a game-turn ends in which each of these cities is held, by one block alone, and nothing happens. */
  const held = (theatre: Theatre, turn: number, usa: readonly string[], csa: readonly string[] = []) => {
    const of = (side: Side, hexes: readonly string[]) => {
      const ids = theatre.blocks.filter((block) => block.side === side).map(({ id }) => id);
      return Object.fromEntries(hexes.map((hex, index) => [ids[index] as string, hex]));
    };
    return until(war(theatre, turn, { ...of('usa', usa), ...of('csa', csa) }), 'cards', 'cut').state.result;
  };

  test('19.5: in the West the war goes on at 24 and at −29, ends at 25 and at −30', () => {
    // Points: Nashville, Memphis, Vicksburg 4, Atlanta 5, Montgomery, Little Rock, Chattanooga 3, three of 2; Murfreesboro 1.
    const south = ['1909', '1211', '1018', '2515', '2119', '0612', '2312', '1512', '2609', '1919'];
    expect(held(westCampaign, 8, south)).toBeNull();
    expect(held(westCampaign, 8, [...south, '2009'])).toMatchObject({ level: 'USA decisive', sudden: true });
    // St. Louis, Cincinnati 5, Louisville 4, Cairo 3, Paducah, Lexington 2.
    const north = ['1103', '2501', '2203', '1406', '1507', '2504'];
    expect(held(westCampaign, 8, [], north)).toBeNull();
    expect(held(westCampaign, 9, [], north)).toMatchObject({ level: 'CSA decisive', sudden: true });
  });

  test('19.5: after the last Winter a point decides between the levels of the West', () => {
    // 8 and 6 points less 18 for time; 5 and 4; none, and one of the North.
    expect(held(westCampaign, 18, ['1909', '1018'])?.level).toBe('USA win');
    expect(held(westCampaign, 18, ['1909', '1512'])?.level).toBe('drawn');
    expect([held(westCampaign, 18, ['1909', '2009'])?.level, held(westCampaign, 18, ['1909'])?.level]).toEqual([
      'drawn',
      'CSA win',
    ]);
    expect(held(westCampaign, 18, [], [])?.level).toBe('CSA win');
    expect(held(westCampaign, 18, [], ['1804'])).toMatchObject({ level: 'CSA decisive', sudden: false });
  });

  test('19.5: in the East the war goes on at 19, and ends at 20', () => {
    const south = ['1819', '1217', '1208', '1211', '0312', '0316', '0805'];
    const ones = ['1106', '0910', '0812', '0612', '0410', '1214', '1516', '1617', '1717', '1620', '1207', '1209'];
    expect(held(eastCampaign, 8, [...south, ...ones.slice(1)])).toBeNull();
    expect(held(eastCampaign, 8, [...south, ...ones])).toMatchObject({ level: 'USA decisive', sudden: true });
  });
});
