import { isRefusal, nextQuestion, type System } from '../../../src/game/index.ts';
import { grantAndLee } from '../../../src/systems/sam-grant/index.ts';
import { applyWar, type War, warMargin } from '../../../src/systems/sam-grant/rules/two-theatre-war.ts';
import { usaMargin } from '../../../src/systems/sam-grant/rules/victory.ts';
import type { BlockState, State } from '../../../src/systems/sam-grant/state.ts';
import { positionFromView, viewWar } from '../../../src/systems/sam-grant/view.ts';
import type { Event, Front, Side } from '../../../src/systems/sam-grant/vocabulary.ts';
import { refusal } from '../../../src/systems/sam-grant/words/orders.ts';
import { tell } from '../../../src/systems/sam-grant/words/sentences.ts';
import { readFiles } from '../../games/files.ts';
import { type Played, ruleCases } from '../rule-cases.ts';
import { theatres } from './data.ts';
import { type At, falling, orderIn, read, standing } from './position.ts';
import { acting, cut, dealt, ended } from './war-position.ts';

const game = grantAndLee.load(readFiles(new URL('../../../assets', import.meta.url).pathname, grantAndLee)) as System;

/** A theatre's blocks: these where they are named, all others in the pools or away, as at the start. */
function placed(front: Front, where: At): State['blocks'] {
  const blocks = Object.entries(dealt[front].blocks).map(([id, block]): [string, BlockState] => {
    const named = where[id];
    if (named === undefined) return [id, /^\d/.test(block.at) ? { at: 'pool', steps: 0 } : block];
    const [at, steps] = typeof named === 'string' ? [named, theatres.both.block.get(id)?.full ?? 1] : named;
    return [id, { at, steps: /^\d/.test(at) ? steps : 0 }];
  });
  return Object.fromEntries(blocks);
}

/** `west 3 csa | 2203 u-hq | 1429 eu-hq`, as the head of `cases-war.md` says. */
function position(said: string): War {
  const [head = '', west = '', east = ''] = said.split(/ ?\| ?/);
  const [now = 'west', number = '', side = 'usa'] = head.split(' ');
  if (now === 'dealt') return dealt;
  const turn = Number(number);
  const at = (front: Front, where: string) => placed(front, where === '' ? {} : (standing(where) as At));
  // The West is played first: while the East acts, it has ended the same game-turn; the East has ended the one before.
  const both = {
    ...dealt,
    west: { ...dealt.west, turn, phase: 'over', blocks: at('west', west) },
    east: { ...dealt.east, turn: now === 'west' ? turn - 1 : turn, phase: 'over', blocks: at('east', east) },
  } as War;
  return acting(both, now as Front, turn, { active: side as Side, first: side as Side });
}

const told = (events: readonly Event[]) => events.flatMap((event) => tell(theatres.both, event, 'referee') ?? []);

const FACTS: { readonly [name: string]: (war: War, ...words: readonly string[]) => unknown } = {
  guess(war, side, front, block = '') {
    const seen = viewWar(theatres, war, side as Side)[front as Front];
    return positionFromView(theatres[front as Front], seen, side as Side).blocks[block];
  },
  margin: (war, front) => (front ? usaMargin(theatres[front as Front], war[front as Front]) : warMargin(theatres, war)),
  trains: (war, viewer, side) => viewWar(theatres, war, viewer as Side).trains[side as Side],
  'under-way': ({ underWay }) => underWay,
};

const GAME: Played<War> = {
  position,
  give(war, said) {
    const [first = '', front, turn, side = 'usa'] = said.split(' ');
    if (first === 'act') {
      const sides = { active: side as Side, first: side as Side };
      return { state: acting(war, front as Front, Number(turn), sides), told: [] };
    }
    if (first === 'cut') return { state: cut(war), told: [] };
    if (first === 'until') {
      let now = war;
      while (now.now !== front || now[now.now].turn !== Number(turn))
        now = ended(acting(now, now.now, now[now.now].turn)).state;
      return { state: now, told: [] };
    }
    if (first === 'end') {
      const { state, events } = ended(war);
      return { state, told: told(events) };
    }
    const [, seat, text = ''] = /^(usa|csa): (.*)$/.exec(said) ?? [];
    const order = orderIn(war[war.now], seat as Side, text, theatres[war.now]);
    const done = applyWar(theatres, war, seat ?? '', order, falling(), (ids) => ids);
    if (isRefusal(done)) return { state: war, told: [refusal(theatres.both, { ...done, instead: [] })] };
    return { state: done.state, told: told(done.events) };
  },
  choices(war, said) {
    const [, seat = '', text = ''] = /^(usa|csa): (.*)$/.exec(said) ?? [];
    const next = nextQuestion(game, war, seat, read(text));
    return next.complete ? null : next.question.choices;
  },
  fact(war, name) {
    const [first = '', second = '', ...words] = name.split(' ');
    const fact = FACTS[first];
    if (fact) return fact(war, second, ...words);
    if (first !== 'west' && first !== 'east') return war[first as keyof War];
    const block = war[first].blocks[second];
    return block ? `${block.at} ${block.steps}` : war[first][second as keyof State];
  },
};

ruleCases(new URL('cases-war.md', import.meta.url), GAME);
