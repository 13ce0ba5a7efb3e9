import { describe, expect, test } from 'vitest';
import { type Order as AnyOrder, arranged, isRefusal, type Viewer } from '../../../src/game/index.ts';
import { openBattle } from '../../../src/systems/sam-grant/rules/battle/battle-plans.ts';
import { deciding, defaultOrder, legality, verbsOpen } from '../../../src/systems/sam-grant/rules/legality.ts';
import { forageOf, isSupplied, networkOf } from '../../../src/systems/sam-grant/rules/supply/supply-lines.ts';
import { controlsMississippi, usaMargin } from '../../../src/systems/sam-grant/rules/victory.ts';
import { controllerOf, NEW_TURN, type State } from '../../../src/systems/sam-grant/state.ts';
import { story } from '../../../src/systems/sam-grant/story/index.ts';
import { hexsideLimit, type Theatre } from '../../../src/systems/sam-grant/theatre.ts';
import { positionFromView, type View, view } from '../../../src/systems/sam-grant/view.ts';
import type { BattlePlan, Event, Order, Side } from '../../../src/systems/sam-grant/vocabulary.ts';
import { agenda, ending } from '../../../src/systems/sam-grant/words/game-status.ts';
import { describe as describeOrder, orderText, parse, refusal } from '../../../src/systems/sam-grant/words/orders.ts';
import { textAt } from '../../../src/systems/sam-grant/words/place-text.ts';
import { positionText, roster } from '../../../src/systems/sam-grant/words/position-text.ts';
import { promptOf, warning } from '../../../src/systems/sam-grant/words/questions.ts';
import { digest, tell } from '../../../src/systems/sam-grant/words/sentences.ts';
import { sealedAt } from '../../dice/sealed.ts';
import { type Played, partsIn, ruleCases } from '../rule-cases.ts';
import { east, eastCampaign, WINTER, west, westBefore, westCampaign } from './data.ts';
import {
  applied,
  at,
  battle,
  dealt,
  done,
  falling,
  fight,
  given,
  offered,
  plan,
  planningFor,
  playedIn,
  position,
  question,
  standing,
  steps,
  told,
  whyRefused,
} from './position.ts';

/** `csa winter used=1 | 2007 c-hardee u-wood:1 | 2107 u-wood` and the like, as the head of `cases.md` says. */
function placed(said: string): State {
  const [head = '', where = '', entered] = said.includes(' | ') ? said.split(' | ') : ['', said];
  const words = head.split(' ').filter(Boolean);
  const unknown = words.find((word) => !/^(csa|winter|.+=.+)$/.test(word));
  if (unknown !== undefined) throw new Error(`${said}: what is ${unknown}?`);
  const { battle: fought, ...parts } = partsIn(words.filter((word) => word.includes('=')).join(' '));
  const marked = {
    ...(words.includes('csa') ? { active: 'csa' as const } : {}),
    ...(words.includes('winter') ? { turn: WINTER } : {}),
    ...(fought === undefined ? {} : { phase: 'battles' as const }),
    ...(entered === undefined ? {} : { entered: standing(entered) as State['entered'] }),
    ...(parts as Partial<State>),
  };
  const state = position(where === 'nobody' ? {} : where, marked);
  return fought === undefined ? state : openBattle(playedIn(state), state, `${fought}`).state;
}

/** Who gives the order or makes the draft, and its text: `csa: done`; without a side whoever is asked first. */
function seated(state: State, said: string): readonly [Side, string] {
  const [, side, text = said] = /^(usa|csa): ?(.*)$/.exec(said) ?? [];
  return [(side as Side | undefined) ?? deciding(state)[0] ?? 'usa', text];
}

/** `stance=leave retreat=2008,1907 spare=c-hardee` */
function planned(state: State, side: Side, said: string) {
  const { retreat, spare, ...wanted } = Object.fromEntries(
    said
      .split(' ')
      .filter(Boolean)
      .map((part) => part.split('=')),
  );
  const listed = spare === undefined ? wanted : { ...wanted, spare: spare.split(',') };
  const order = plan(state, side, listed as Partial<BattlePlan>);
  return retreat === undefined ? order : { ...order, retreat: retreat.replaceAll(',', ' ') };
}

/** What the last order of a case brought. */
let brought: readonly Event[] = [];

const seenBy = (state: State, viewer = 'usa'): readonly [Theatre, View] => {
  const theatre = playedIn(state);
  return [theatre, view(theatre, state, viewer)];
};

/** What is told of a game-turn that led from another position, by its blocks, to this one; `+ 1909 usa 2 1 csa`: a battle, by attacker, blocks and winner. */
function toldOf(after: State, said: string): string {
  const [where = '', ...fights] = said.split(' + ');
  const theatre = playedIn(after);
  const more = { turn: after.turn, ...(after.bragg ? { bragg: true } : {}) };
  const before = position(where === 'nobody' ? {} : where.replaceAll(';', ','), more, theatre);
  const events = fights.flatMap((fight): Event[] => {
    const [hex = '', attacker, attackers, defenders, winner] = fight.split(' ');
    const of = { hex, attacker: attacker as Side } as const;
    return [
      { type: 'battle', ...of, attackers: Number(attackers), defenders: Number(defenders) },
      { type: 'fought', ...of, steps: [] },
      { type: 'won', hex, winner: winner as Side },
    ];
  });
  const one = { by: null, order: null, reasons: [], turning: false, worth: null };
  const opened: Event[] = [{ type: 'opened' }, { type: 'turn', turn: before.turn, margin: 0 }];
  const episodes = [
    { ...one, before, after: before, events: opened },
    { ...one, before, after, events },
  ];
  const { headline, chapters } = story(theatre, episodes, after.result !== null);
  return [headline, ...chapters.slice(1).map(({ when, text }) => `${when}: ${text}`)].join('\n');
}

const FACTS: { readonly [name: string]: (state: State, ...words: readonly string[]) => unknown } = {
  agenda: (state, viewer) => agenda(...seenBy(state, viewer)).join(' '),
  asked: (state) => deciding(state),
  attacker: ({ battle }) => battle?.attacker,
  board: (state, viewer = '', ...json) => digest(playedIn(state), JSON.parse(json.join(' ')), viewer, true).join(' '),
  brief: (state, viewer = 'usa') => digest(playedIn(state), brought, viewer, true).join(' '),
  button: (state, ...json) => orderText(playedIn(state), JSON.parse(json.join(' '))),
  control: (state, hex = '') => controllerOf(playedIn(state), state, hex) ?? 'nobody',
  default: (state, side = seated(state, '')[0]) => defaultOrder(playedIn(state), state, side as Side),
  described: (state, viewer = '', by = '', ...json) =>
    describeOrder(playedIn(state), JSON.parse(json.join(' ')), viewer, by),
  entries: ({ battle }) => battle?.entries,
  forage: (state, hex = '') => forageOf(playedIn(state), state, hex),
  form: (state, part = 'text', side = seated(state, '')[0]) =>
    plansIn(state).form?.(state, side)?.[part as 'text' | 'label' | 'example'],
  fought: ({ battle }) => battle?.hex,
  headline: (state) => ending(playedIn(state), state)?.headline,
  known: (state, viewer, hex, side) =>
    view(playedIn(state), state, viewer as Viewer)
      .stacks.filter((one) => one.hex === hex && one.side === side)
      .map(({ known, reserves }) => `${known.map(({ id }) => id).join(' ') || 'nobody'}, ${reserves} in reserve`)
      .join(),
  limit: (state, from = '', to = '') => hexsideLimit(playedIn(state), state, from, to),
  margin: (state) => usaMargin(playedIn(state), state),
  mississippi: (state) => controlsMississippi(playedIn(state), state),
  most: (state, ...draft) => {
    const several = question(state, ...seated(state, draft.join(' ')))?.several;
    return several && `${several.least} to ${several.most}`;
  },
  network: (state, side, hex = '') => networkOf(playedIn(state), state, side as Side).has(hex),
  parsed(state, ...json) {
    const order = parse(playedIn(state), JSON.parse(json.join(' ')));
    return isRefusal(order) ? order.code : order;
  },
  place: (state, viewer, hex = '') => textAt(...seenBy(state, viewer), hex),
  prisoners: (state) => view(playedIn(state), state, 'public').prisoners,
  prompt: (state) => promptOf(playedIn(state), state, seated(state, '')[0]),
  reason: (state) => ending(playedIn(state), state)?.reason,
  roster: (state, viewer = 'usa') =>
    roster(...seenBy(state, viewer), viewer === 'public' ? null : viewer)
      .map(({ title, lines }) => [`${title}:`, ...lines].join('\n'))
      .join('\n'),
  seen: (state, viewer, part) => view(playedIn(state), state, viewer as Viewer)[part as keyof View],
  shortcut: (state, side = seated(state, '')[0]) => plansIn(state).shortcuts.offered(state, side)[0]?.text,
  ships: (state, viewer, hex = '') => {
    const theatre = playedIn(state);
    return textAt(theatre, view(theatre, state, viewer as Viewer), hex).match(/.*ships reach.*/)?.[0];
  },
  story: (state, ...words) => toldOf(state, words.join(' ')),
  supplied: (state, side, hex = '') => isSupplied(playedIn(state), state, side as Side, hex),
  written: (state, ...text) => {
    const side = seated(state, '')[0];
    const { orders } = plansIn(state).read(state, side, text.join(' '), '');
    return plansIn(state).write(state, side, orders);
  },
  text: (state, viewer, ...words) =>
    positionText(...seenBy(state, viewer))
      .split('\n')
      .filter((line) => line.includes(words.join(' ')))
      .join('\n'),
  told: (state, viewer = '', ...json) => tell(playedIn(state), JSON.parse(json.join(' ')), viewer),
  verbs: (state) => verbsOpen(playedIn(state), state, seated(state, '')[0]).join(' '),
  warning: (state) => warning(playedIn(state), state, { verb: 'done' }),
  waiting: ({ battle }) => battle?.waiting,
};

const plansIn = (state: State) => planningFor(playedIn(state));

const GAME: Played<State> = {
  position: placed,
  give(state, said, dice) {
    const [side, text] = seated(state, said);
    const [verb, ...rest] = text.split(' ');
    const theatre = playedIn(state);
    const thrown = falling(...dice);
    const result = applied(state, side, verb === 'plan' ? planned(state, side, rest.join(' ')) : text, thrown);
    if (isRefusal(result)) return { state, told: [refusal(theatre, { ...result, instead: [] })] };
    brought = result.events;
    if (thrown.left() > 0) throw new Error(`${said}: ${thrown.left()} dice are not thrown`);
    return { state: result.state, told: result.events.flatMap((event) => tell(theatre, event, 'referee') ?? []) };
  },
  choices: (state, said) =>
    question(state, ...seated(state, said))?.choices.map(({ value, hint }) => ({
      value: value.replace(' by ', '/'),
      ...(hint === undefined ? {} : { hint }),
    })) ?? null,
  fact(state, name) {
    const [first = '', ...words] = name.split(' ');
    const block = state.blocks[first];
    if (block) return block.steps > 0 ? `${block.at} ${block.steps}` : block.at;
    return FACTS[first]?.(state, ...words) ?? state[first as keyof State];
  },
  plan(state, said) {
    const [side, text] = seated(state, said);
    const plan = plansIn(state).read(state, side, text, '');
    const after = () => plan.orders.reduce((now, order) => given(now, side, order as never).state, state);
    return { plan, after };
  },
};

ruleCases(new URL('cases.md', import.meta.url), GAME);
ruleCases(new URL('cases-plans.md', import.meta.url), GAME);
ruleCases(new URL('cases-words.md', import.meta.url), GAME);
ruleCases(new URL('cases-stories.md', import.meta.url), GAME);

describe('rules that take more than a case', () => {
  test('2.1: hexes are clear, woods, swamp or mountain; rivers run on hexsides', () => {
    const kinds = new Set([...west.hex.values()].map(({ terrain }) => terrain));
    expect([...kinds].sort()).toEqual(['clear', 'mountain', 'swamp', 'woods']);
    expect(new Set(west.waters.map(({ kind }) => kind))).toEqual(new Set(['major', 'minor']));
  });

  test('2.9: the fortresses are those that are named', () => {
    const names = [...west.city.values()].filter(({ fortress }) => fortress).map(({ name }) => name);
    expect(names.sort().join(', ')).toBe(
      'Cairo, Columbus KY, Cumberland Gap, Fort Donelson, Fort Henry, Fort Pillow, New Madrid, St. Louis, Vicksburg',
    );
  });

  test('13.1: in the East nobody enters the sea', () => {
    const sea = east.hexes.filter((hex) => east.hex.get(hex)?.terrain === 'sea');
    expect(sea.length).toBe(30);
    const state = position('1605 eu-dix', {}, east);
    for (const hex of offered(state, 'usa', 'move 1605', east)) expect(sea).not.toContain(hex.slice(0, 4));
  });

  test('5.2: the same in one line, as a member types it', () => {
    const state = position('2206 u-mccook u-buell-c u-negley');
    const typed = parse(west, { verb: 'move', from: '2206: McCook 2107, Buell cavalry 2108' });
    // "McCook" is no whole name of a block; "A. McCook" is.
    expect(typed).toMatchObject({ code: 'unknown-block' });
    const whole = parse(west, { verb: 'move', from: '2206: A. McCook 2107, Buell cavalry 2108' }) as AnyOrder;
    const order = arranged(legality(west), state, 'usa', whole);
    expect(given(state, 'usa', order as never).state.blocks['u-buell-c']?.at).toBe('2108');
  });

  test('2.5: who dies on a forced march into the hex has used the hexside all the same; not so in games begun before', () => {
    const places = { 'u-paine': ['0903', 1], 'u-cfsmith': '0905', 'u-lwall': '0905', 'c-price': '1004' } as const;
    const before = position(places);
    const onward = { verb: 'move', from: '0905', to: '1004 by 0905' } as const;
    expect(question(before, 'usa', onward)?.several?.most).toBe(2);
    const dead = given(before, 'usa', 'move 0903 1004/0905 u-paine', falling(1)).state;
    expect(at(dead, 'u-paine')).toBe('prisoner');
    expect(question(dead, 'usa', onward)?.several?.most).toBe(1);
    expect(whyRefused(dead, 'usa', { ...onward, blocks: ['u-cfsmith', 'u-lwall'] })).toBe('2.5 hexside');
    // It lies open, so a side’s view says the same; the other hexsides have all their room; the next game-turn begins anew.
    const guess = positionFromView(west, view(west, dead, 'usa'), 'usa');
    expect(question(guess, 'usa', onward)?.several?.most).toBe(1);
    const from1005 = position({ ...places, 'u-cfsmith': '1005', 'u-lwall': '1005' }, { fallen: dead.fallen });
    expect(question(from1005, 'usa', 'move 1005 1004/1005')?.several?.most).toBe(2);
    expect(NEW_TURN.fallen).toEqual([]);
    expect(question(dead, 'usa', onward, westBefore('fallenCount'))?.several?.most).toBe(2);
  });

  test('1.3: types fight with their ratings', () => {
    const ratings = west.blocks.map(({ kind, letter, hits: on }) => `${kind} ${letter}${on}`);
    expect([...new Set(ratings)].sort().join(', ')).toBe(
      'artillery A2, brigade B2, cavalry C2, garrison C1, heavyArtillery A3, hq C1, infantry B2',
    );
  });

  test('7.4, 6.4: the milder readings are flags of the rules: a fortress for any defender [A8], reserves that stay with the winner [A7]', () => {
    const shelter = { ...west, rules: { ...west.rules, fortressFor: 'defender' as const } };
    const first = battle(
      '1708 c-donea c-doneg u-cfsmith u-sherman',
      '1708',
      '1709 u-cfsmith u-sherman',
      { first: 'csa' },
      shelter,
    );
    expect(steps(fight(first, {}, falling(6, 6, 1), shelter).state, 'c-donea')).toBe(2);
    const milder = { ...west, rules: { ...west.rules, reservesLeaveOnWin: false } };
    const state = battle(
      '2007 c-bowen u-mccook u-wood u-nelson',
      '2007',
      '2107 u-mccook u-wood, 2006 u-nelson',
      {},
      milder,
    );
    const { state: after } = fight(state, { usa: { main: '2107' }, csa: { stance: 'leave' } }, falling(), milder);
    expect(at(after, 'u-nelson')).toBe('2007');
  });

  test('7.6, R10: the list has only hexes that some block can retreat to; in games begun before, every neighbour', () => {
    const where = { 'c-hardee': '1407', 'u-mcclern': '1407' } as const;
    const listed = (theatre: Theatre, entered: State['entered'] = { 'u-mcclern': '1507' }) =>
      offered(battle(where, '1407', entered, {}, theatre), 'csa', { verb: 'battle-plan', stance: 'leave' }, theatre);
    // 1308 and 1406 lie over the Mississippi.
    expect(listed(west)).toEqual(['any', '1408', '1508']);
    expect(listed(westBefore('openRetreats'))).toEqual(expect.arrayContaining(['1308', '1406', ...listed(west)]));
    expect(listed(west, { 'u-mcclern': '1507', 'c-hardee': '1406' })).toContain('1406');
  });

  test('7.10: the public reads who is captured', () => {
    const { events } = fight(battle('2007 c-ck-a u-dumont', '2007', '2107 u-dumont'), {}, falling(1, 1, 1));
    expect(events.map((event) => tell(west, event, 'public')).join(' ')).toContain('Dumont captured');
  });

  test('14.4: a cut of a later year is changed while it lies face down, and the other side learns nothing', () => {
    const over = done(position('2206 u-wood', { turn: 12, campaign: true })).state;
    const first = given(over, 'usa', 'cut 2').state;
    const changed = given(first, 'usa', 'cut 20');
    expect(changed.events.map((event) => tell(westCampaign, event, 'csa'))).toEqual([null]);
    expect(view(westCampaign, changed.state, 'csa')).toEqual(view(westCampaign, first, 'csa'));
    const { state } = given(changed.state, 'csa', 'cut 4');
    expect([...state.hands.usa].sort()).toEqual(['1', '1', '1', '1', '1', 'supply-3']);
    expect(whyRefused(state, 'usa', 'cut 9')).toBe('4 wrong-phase');
  });

  test('19.1, 19.4, 19.5: two sides that do nothing play 18 game-turns; −6, −12 and −18, judged by the war’s levels alone', () => {
    let game = dealt(eastCampaign, sealedAt('an idle war', 0, 'start'));
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
    expect(told(events, 'ended')).toMatchObject([{ margin: -18, level: 'CSA win', sudden: false }]);
    expect(game.state.turn).toBe(18);
  });
});
