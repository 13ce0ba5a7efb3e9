import { describe, expect, test } from 'vitest';
import type { Item, Scene, System, Text } from '../../src/game/index.ts';
import { gameLuck } from '../../src/host/afterwards/recap/figures-words.ts';
import { withDice } from '../../src/host/afterwards/recap/pictures/dice-card.ts';
import { animationOf, storyboardOf } from '../../src/host/afterwards/recap/pictures/storyboard.ts';
import { MOST_FRAMES, recapPlanOf } from '../../src/host/afterwards/recap/plan.ts';
import { storyMarkdown } from '../../src/host/afterwards/recap/recap-markdown.ts';
import { pointsChart } from '../../src/host/afterwards/recap/recap-pictures.ts';
import { recapText } from '../../src/host/afterwards/recap/recap-text.ts';
import type { PlayedGame } from '../../src/host/table/played-game.ts';
import { ordersAndChoices, scoreHistoryOf, swingBetween } from '../../src/host/table/turning-points.ts';
import { registerFonts, widthOf } from '../../src/render/index.ts';
import { PICKET_LINE } from '../games/picket-line.ts';
import { SKIRMISH } from '../games/skirmish/index.ts';
import { bold, pointsOf, type State } from '../games/skirmish/rules.ts';
import { drawFrame } from '../render/draw-frame.ts';
import { longCampaign } from './long-campaign.ts';

/** Recaps of games that are won by points, over hundreds of orders: what they tell, and what their pictures leave out. */

registerFonts();

const game = SKIRMISH as unknown as System;
const order = bold as unknown as NonNullable<Parameters<typeof longCampaign>[2]>['order'] & object;
const played = (seed: number, variant: string, changes = {}) =>
  longCampaign(game, seed, { variant, order, ...changes });

const SHORT = played(1, 'standard');
const LONG = played(3, 'long');
const LONGEST = played(5, 'longest');
const RUNNING = played(3, 'long', { most: 100 });
const ALL: readonly (readonly [string, PlayedGame])[] = [
  ['a short campaign', SHORT],
  ['a long one', LONG],
  ['one of a thousand orders', LONGEST],
  ['one that is being played', RUNNING],
  ['an abandoned one', played(4, 'long', { most: 90, abandoned: true })],
];

function wordsOf({ items, ground }: Pick<Scene, 'items' | 'ground'>): string[] {
  return textsOf([...ground.items, ...items]).map(({ text }) => text);
}

function textsOf(items: readonly Item[]): Text[] {
  return items.flatMap((item) => (item.kind === 'text' ? [item] : item.kind === 'group' ? textsOf(item.items) : []));
}

describe('the points of a campaign', () => {
  test.each(ALL)('of %s are those of its positions, phase by phase', (_, campaign) => {
    const scores = scoreHistoryOf(campaign);
    const { passages = [], points = [], seats = [] } = scores ?? {};
    expect(seats.map(({ id }) => id)).toEqual(['union', 'confederate']);
    campaign.states.forEach((state, at) => {
      expect(points[at]).toEqual(seats.map(({ id }) => pointsOf(state as State, id as 'union' | 'confederate')));
    });
    // Each order is in one phase, and a phase is one side's.
    expect(passages.flatMap(({ first, end }) => campaign.givenOrders.slice(first, end))).toEqual(campaign.givenOrders);
    for (const { first, when } of passages)
      expect(when).toBe(game.positionWords.when?.(game.knowledge.view(campaign.states[first] as State, 'public')));
    expect(new Set(passages.map(({ when }) => when)).size).toBe(passages.length);
  });

  test.each(ALL)('of %s turn where the lead changed most', (_, campaign) => {
    const { passages = [], points = [], turning = [] } = scoreHistoryOf(campaign) ?? {};
    const swing = (index: number) => {
      const { first = 0, end = 0 } = passages[index] ?? {};
      return swingBetween(points, first, end);
    };
    const least = Math.min(...turning.map(({ passage }) => swing(passage)));
    const chosen = new Set(turning.map(({ passage }) => passage));
    expect(turning.length).toBeLessThanOrEqual(3);
    for (const index of passages.keys()) if (!chosen.has(index)) expect(swing(index)).toBeLessThanOrEqual(least);
    for (const { passage, peak } of turning) {
      const { first = 0, end = 0 } = passages[passage] ?? {};
      expect(peak).toBeGreaterThanOrEqual(first);
      expect(peak).toBeLessThan(end);
      expect(campaign.givenOrders[peak]?.entry.order.verb).toBe('attack');
    }
  });

  test('count what had to be chosen because of a die with the order that threw it', () => {
    const scores = scoreHistoryOf(LONGEST);
    const strokes = scores?.passages.flatMap((passage) => ordersAndChoices(LONGEST, passage)) ?? [];
    expect(strokes.flatMap(({ first, end }) => LONGEST.givenOrders.slice(first, end))).toEqual(LONGEST.givenOrders);
    const verbs = strokes.map(({ first, end }) =>
      LONGEST.givenOrders.slice(first, end).map(({ entry }) => entry.order.verb),
    );
    expect(verbs.filter(([verb]) => verb === 'retreat')).toEqual([]);
    expect(verbs.filter(([verb, second]) => verb === 'attack' && second === 'retreat').length).toBeGreaterThan(50);
    expect(verbs.filter((of) => of[0] === 'move' && of.length > 1)).toEqual([]);
  });

  test('name no end of a turn that scored what every turn scores', () => {
    // Each order ends a turn and scores 3 for one side; the third scores 9.
    const scores = [0, 3, 6, 15, 18, 21];
    const states = scores.map((points, turn) => ({ version: 1, turn, points }));
    const system = {
      ...game,
      knowledge: { ...game.knowledge, view: (state: unknown) => state },
      positionWords: { ...game.positionWords, when: ({ turn }: { turn: number }) => `Turn ${turn + 1}` },
      afterwards: {
        ...game.afterwards,
        scoresTurns: 'end',
        score: ({ points }: { points: number }) => [
          { seat: 'union', points },
          { seat: 'confederate', points: 0 },
        ],
      },
    } as unknown as System;
    const givenOrders = LONGEST.givenOrders
      .slice(0, 5)
      .map((one) => ({ ...one, entry: { ...one.entry, order: { verb: 'done' }, throws: [] } }));
    const quiet = { ...RUNNING, system, givenOrders, states: states as unknown as PlayedGame['states'] };
    expect(scoreHistoryOf(quiet)?.turning).toEqual([{ passage: 2, peak: 2, ended: true }]);
    // A place that scores from the third turn on turned the game once, and not each turn; one held from the first never did.
    const held = (scores: readonly number[]) => ({
      ...quiet,
      states: scores.map((points, turn) => ({ version: 1, turn, points })) as unknown as PlayedGame['states'],
    });
    expect(scoreHistoryOf(held([0, 1, 2, 22, 42, 62]))?.turning).toEqual([{ passage: 2, peak: 2, ended: true }]);
    expect(scoreHistoryOf(held([0, 20, 40, 60, 80, 100]))?.turning).toEqual([]);
  });

  test('are not told of a game with secrets before its end, nor where winning chances are known', () => {
    const { openHanded: _, ...about } = game.about;
    const closed = { ...game, about };
    expect(scoreHistoryOf({ ...RUNNING, system: closed })).toBeNull();
    expect(gameLuck({ ...RUNNING, system: closed })).toBeNull();
    const text = recapText({ ...RUNNING, system: closed });
    expect(text).not.toMatch(/Points|Luck|Losses/);
    expect(scoreHistoryOf({ ...LONG, system: closed })).not.toBeNull();
    const solvable = { seat: 'union', key: () => '', model: () => ({ positions: [] }) };
    expect(scoreHistoryOf({ ...LONG, system: { ...game, play: { ...game.play, solvable } } })).toBeNull();
    expect(scoreHistoryOf({ ...LONG, system: PICKET_LINE as unknown as System })).toBeNull();
  });
});

describe('luck', () => {
  test.each(ALL)('of %s adds up, side by side', (_, campaign) => {
    const luck = gameLuck(campaign);
    const thrown = campaign.givenOrders.filter(({ entry }) => entry.throws.length > 0);
    expect(luck?.each).toHaveLength(thrown.length);
    for (const { name, attacks, expected, actual } of luck?.totals ?? []) {
      const seat = game.about.seats.find((one) => one.name === name)?.id;
      const own = luck?.each.filter((one) => one.seat === seat) ?? [];
      expect(attacks).toBe(own.length);
      expect(expected).toBeCloseTo(own.reduce((sum, one) => sum + one.expected, 0));
      expect(actual).toBe(own.reduce((sum, one) => sum + one.actual, 0));
    }
    expect(storyMarkdown(campaign)).toContain('| Attack | Whose | Expected | Got | Luck |');
  });

  test('names a secret order by the battle that its dice decided, once the game is over', () => {
    const verbs = game.about.verbs.map((verb) => (verb.verb === 'attack' ? { ...verb, secret: true } : verb));
    const [thrown] = recapPlanOf({ ...SHORT, system: { ...game, about: { ...game.about, verbs } } }).orders.filter(
      ({ dice }) => dice.length > 0,
    );
    expect(thrown?.words).toBe(gameLuck(SHORT)?.each[0]?.what);
  });

  test('stands on the card of a die that was thrown', () => {
    const [thrown] = recapPlanOf(LONG).orders.filter(({ dice }) => dice.length > 0);
    expect(thrown?.fortune).toMatchObject({ expected: 1 / 3 });
    const cards = animationOf(LONG).frames.filter(({ scene }) => scene.items.at(-1)?.kind === 'group');
    expect(cards.length).toBeGreaterThan(0);
    for (const { scene } of cards) expect(wordsOf(scene).at(-1)).toMatch(/^expected 0\.3, got −?\d\.0$/);
  });
});

describe('the message and the file', () => {
  test.each(ALL)('of %s fit, and claim no chance of winning', (_, campaign) => {
    const text = recapText(campaign);
    expect(text.length).toBeLessThanOrEqual(2000);
    const { points = [] } = scoreHistoryOf(campaign) ?? {};
    const [union, confederate] = points.at(-1) ?? [];
    expect(text).toContain(`**Points**: Union ${union}, Confederacy ${confederate} `);
    const file = storyMarkdown(campaign);
    expect(`${text}\n${file}`).not.toMatch(/\d\u00a0%|[Ww]inning chance|percentage point/);
    expect(file.match(/^\| \d+ \| Turn/gm)).toHaveLength(campaign.givenOrders.length);
    for (const block of file.split('\n\n').filter((part) => part.startsWith('|'))) {
      const columns = block.split('\n').map((row) => row.split('|').length);
      expect(new Set(columns).size).toBe(1);
    }
  });

  test('of a long campaign tell its end, what turned it, the luck and the losses', () => {
    expect(recapText(LONG).split('\n\n').slice(-1)[0]).toMatchInlineSnapshot(`
      "**Points**: Union 92, Confederacy 114 at the end.
      Turning points:
      - Turn 9, Confederacy combat: Confederacy 42 → 52, mostly with order 108, “Ewell attacks Sykes”
      - Turn 10, Confederacy combat: Confederacy 54 → 64, mostly with order 126, “Whiting attacks Slocum”
      - Turn 13, Union combat: Union 48 → 58, mostly with order 161, “Sykes attacks Hill”
      **Luck with the dice**, in steps the enemy loses, less one’s own: Union +0.7 in 43 attacks, Confederacy +6.7 in 46 attacks.
      - Luckiest: Hill against Slocum, 2.0 (expected 0.3)
      **Losses by corps**: V Corps 34, Jackson 29, VI Corps 23, Light Division 17.
      **Losses by division**: Slocum 23, Morell 20, Hill 17, Ewell 15, two others 28 in all.
      -# Skirmish Line, long · played <t:0:d> · 258 orders, by 2 members
      -# Dice sealed with \`2d1be487…\`
      -# Not from the rule sheet: test-1."
    `);
  });

  test('tell what the end of the game scores apart, and as no turning point', () => {
    const last = LONG.givenOrders.length - 1;
    const deeds = LONG.givenOrders.map((deed, at) =>
      at === last ? { ...deed, entry: { ...deed.entry, throws: [] } } : deed,
    );
    const score = (state: unknown) =>
      (game.afterwards?.score?.(state as never) ?? []).map((one) =>
        one.seat === 'union' && state === LONG.states.at(-1) ? { ...one, points: one.points + 37 } : one,
      );
    const scored: PlayedGame = {
      ...LONG,
      givenOrders: deeds,
      system: { ...game, afterwards: { ...game.afterwards, score } } as System,
    };
    const { passages = [], turning = [] } = scoreHistoryOf(scored) ?? {};
    expect(passages.at(-1)).toEqual({ first: last, end: last + 1, when: 'At the end', isEnd: true });
    // Nobody decided it then: it is no turning point, however much it was.
    expect(turning.length).toBeGreaterThan(0);
    expect(turning.map(({ passage }) => passage)).not.toContain(passages.length - 1);
    const told = recapText(scored);
    expect(told).not.toContain('- At the end');
    expect(told).not.toContain(`order ${last + 1},`);
    expect(storyMarkdown(scored)).toContain('| At the end | Union 92 → 129 |');
  });

  test('credit no order with what the end of a turn scores', () => {
    const scored: PlayedGame = { ...LONG, system: { ...game, afterwards: { ...game.afterwards, scoresTurns: 'end' } } };
    const { passages = [], turning = [] } = scoreHistoryOf(scored) ?? {};
    const text = recapText(scored);
    expect(turning.some(({ ended }) => ended) || turning.length > 0).toBe(true);
    for (const { passage, peak, ended } of turning) {
      const { when } = passages[passage] as { readonly when: string };
      expect(text).toMatch(new RegExp(`- ${when}: .*${ended ? 'at the end of the turn' : `order ${peak + 1},`}`));
    }
  });

  test('tell every loss in the file', () => {
    const file = storyMarkdown(LONG);
    for (const { title, rows } of game.afterwards?.tallies?.([]) ?? []) {
      expect(file).toContain(`## ${title}`);
      for (const [name] of rows) expect(file).toContain(`| ${name} |`);
    }
    expect(file).toContain('“Because they are tired.”');
  });
});

describe('the pictures', () => {
  test.each(ALL)(
    'of %s: an animation of 60 at most, of one size, that ends where the campaign did',
    async (_, campaign) => {
      const { frames, alt } = animationOf(campaign);
      const scenes = frames.map(({ scene }) => scene);
      expect(frames.length).toBeLessThanOrEqual(MOST_FRAMES);
      expect(new Set(scenes.map(({ width, height }) => `${width} ${height}`))).toEqual(new Set(['480 320']));
      expect(wordsOf(scenes.at(-1) as Scene)[0]).toBe(
        game.positionWords.when?.(game.knowledge.view(campaign.states.at(-1) as State, 'public')),
      );
      expect(frames.reduce((sum, { ms }) => sum + ms, 0)).toBeLessThanOrEqual(60_000);
      expect(alt.length).toBeLessThanOrEqual(1024);
      expect(alt).toContain(`${campaign.givenOrders.length} orders`);
    },
  );

  test('a long campaign is shown phase by phase, with the throws that mattered most, and nothing of it is left unmarked', () => {
    for (const campaign of [LONG, LONGEST]) {
      const { shown } = recapPlanOf(campaign);
      const { turning = [], passages = [] } = scoreHistoryOf(campaign) ?? {};
      const ends = shown.map(({ end }) => end);
      expect(ends).toEqual([...new Set(ends)].sort((a, b) => a - b));
      expect(ends.at(-1)).toBe(campaign.givenOrders.length);
      expect(shown.filter((one) => one.turning).map(({ end }) => end)).toEqual(
        turning.map(({ passage }) => passages[passage]?.end),
      );
      const marked: unknown[] = [];
      const picture: System['pictures']['picture'] = (view, moment, framing) => {
        marked.push(...(moment?.events ?? []));
        return game.pictures.picture(view, moment, framing);
      };
      const watched = { ...campaign, system: { ...game, pictures: { ...game.pictures, picture } } };
      const cards = recapPlanOf(watched).shown.filter(({ dice }) => dice.length > 0).length;
      for (const { scene } of animationOf(watched).frames) expect(scene.items.length).toBeGreaterThan(0);
      expect(cards).toBeGreaterThan(9);
      expect(new Set(marked)).toEqual(
        new Set([...campaign.opening, ...campaign.givenOrders.flatMap(({ events }) => events)]),
      );
    }
  });

  test('a short campaign is shown order by order', () => {
    const one = played(1, 'standard', { most: 30 });
    expect(recapPlanOf(one).shown).toEqual(recapPlanOf(one).orders);
    expect(animationOf(one).frames.length).toBeGreaterThan(30);
  });

  test.each(ALL)('of %s: a storyboard of twelve at most that ends with the last points', (_, campaign) => {
    const { scene, alt } = storyboardOf(campaign);
    const maps = scene.items.filter(({ kind }) => kind === 'group');
    expect(maps.length).toBeLessThanOrEqual(12);
    const [union, confederate] = scoreHistoryOf(campaign)?.points.at(-1) ?? [];
    expect(wordsOf(scene).slice(-2)[0]).toBe(`Union ${union}, Confederacy ${confederate}`);
    expect(alt.length).toBeLessThanOrEqual(1024);
  });

  test.each(ALL)('of %s: a chart with a line, a sign and a name for each side', async (_, campaign) => {
    const made = pointsChart(campaign);
    if (!made) throw new Error('There is no chart');
    const { scene, alt } = made;
    const lines = scene.items.filter((item) => item.kind === 'path' && item.d.split('L').length > 3);
    const strokes = lines.map((line) => (line.kind === 'path' ? line.stroke : undefined));
    expect(strokes.map((stroke) => stroke?.colour)).toEqual(game.about.seats.map(({ colour }) => colour));
    expect(new Set(strokes.map((stroke) => stroke?.width)).size).toBe(2);
    const words = wordsOf(scene);
    for (const { name } of game.about.seats) expect(words).toContain(name);
    const [union, confederate] = scoreHistoryOf(campaign)?.points.at(-1) ?? [];
    expect(words).toEqual(expect.arrayContaining([String(union), String(confederate)]));
    expect(alt).toContain(`Union ${union}, Confederacy ${confederate}`);
    expect(alt.length).toBeLessThanOrEqual(1024);
    await drawFrame(scene);
    for (const item of scene.items) {
      if (item.kind === 'text') expect(item.y).toBeLessThan(scene.height);
    }
  });

  test('a chart has every name of the calendar on the sheet, and none over another', () => {
    const lengths = [
      'Before the first game-turn',
      'Turn 1 of 12',
      'Behind the Blackwater Bridge',
      'Turn 3 of 12',
      'Turn 4',
    ];
    for (const turns of [lengths, lengths.toReversed(), lengths.flatMap((one) => [one, `${one}b`])]) {
      const when = ({ turn }: { turn: number }) => `${turns[turn % turns.length]}, combat`;
      const scene = pointsChart({
        ...LONG,
        system: { ...game, positionWords: { ...game.positionWords, when } } as unknown as System,
      })?.scene;
      const below = (scene?.items ?? []).flatMap((item) =>
        item.kind === 'text' && item.y > 650 && item.y < 740 ? [item] : [],
      );
      const spans = below.map(({ x, text, face, size }) => {
        const half = widthOf(face, size, text) / 2;
        return [x - half, x + half] as const;
      });
      expect(spans.length).toBeGreaterThan(1);
      for (const [index, [left, right]] of spans.entries()) {
        expect(left, below[index]?.text).toBeGreaterThan(8);
        expect(right, below[index]?.text).toBeLessThan(1192);
        expect(left, below[index]?.text).toBeGreaterThan(spans[index - 1]?.[1] ?? 0);
      }
      expect(below.map(({ text }) => text).join()).not.toMatch(/ of \d/);
    }
  });

  test('long orders are set in two lines on a storyboard, and on a card over the map', () => {
    const words = 'Marches from 2203 Louisville: Buckner to 2504 Lexington via 2403; Bowen to 2403 Frankfort';
    const campaign = {
      ...played(3, 'long', { most: 8 }),
      system: {
        ...game,
        orderWords: {
          ...game.orderWords,
          label: (...asked: Parameters<System['orderWords']['label']>) => ({
            ...game.orderWords.label(...asked),
            text: words,
          }),
        },
      },
    };
    const cells = storyboardOf(campaign).scene.items.flatMap((item) => (item.kind === 'group' ? [item.items] : []));
    const captions = cells.flatMap((items) => items.flatMap((item) => (item.kind === 'text' ? [item] : [])));
    expect(captions.some(({ text }) => /^\d+\. Marches from/.test(text))).toBe(true);
    for (const { text, face, size, maxWidth = 0 } of captions)
      expect(widthOf(face, size, text), text).toBeLessThanOrEqual(maxWidth);
    const shown = recapPlanOf(RUNNING).orders.find(({ dice }) => dice.length > 0);
    if (!shown) throw new Error('No order has dice');
    const { scene } = game.pictures.picture(game.knowledge.view(LONG.states[0] as never, 'public'), null, {});
    const { items } = withDice({ scene: { ...scene, items: [] }, alt: '' }, { ...shown, words });
    const card = textsOf(items).filter(({ face }) => face === 'bold');
    const [first, second] = card;
    expect(first?.text).toMatch(/^Marches from/);
    expect(second?.text).toMatch(/…$/);
    for (const { text, size, maxWidth = 0 } of card.slice(0, 2))
      expect(widthOf('bold', size, text), text).toBeLessThanOrEqual(maxWidth);
  });

  test('a chart of a lead has the other side’s colour where it is behind', () => {
    const lead = (state: unknown) => {
      const [union, confederate] = (game.afterwards?.score?.(state as never) ?? []).map(({ points }) => points);
      return [{ seat: 'union', name: 'Union lead', points: (union ?? 0) - (confederate ?? 0) }];
    };
    const scene = pointsChart({
      ...LONG,
      system: { ...game, afterwards: { ...game.afterwards, score: lead } } as System,
    })?.scene;
    const parts = (scene?.items ?? []).flatMap((item) => (item.kind === 'group' ? [item] : []));
    const [above, below] = parts.map(({ y, clip, items: [shifted] }) => {
      const line = shifted?.kind === 'group' ? shifted.items[0] : undefined;
      return { from: y, to: y + (clip?.height ?? 0), colour: line?.kind === 'path' ? line.stroke?.colour : undefined };
    });
    expect([above?.colour, below?.colour]).toEqual(game.about.seats.map(({ colour }) => colour));
    expect(below?.from).toBe(above?.to);
    const level = scene?.items.find((item) => item.kind === 'text' && item.text === '0');
    expect(Math.abs((level?.kind === 'text' ? level.y : 0) - (below?.from ?? 0))).toBeLessThan(15);
  });
});
