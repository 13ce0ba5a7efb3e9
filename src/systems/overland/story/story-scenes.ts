import type { Episode } from '../../../game/index.ts';
import { battleOdds } from '../rules/attack-odds.ts';
import type { Scenario } from '../scenario.ts';
import type { State } from '../state.ts';
import type { Area, CsaLeader, Event, Order, UsLeader } from '../vocabulary.ts';

export type OverlandEpisode = Episode<State, Order, Event>;

/** Places in the list of episodes: what a scene is made of. */
interface Made {
  readonly of: number[];
}

/** Grant against the enemy who contests his area, until one of them leaves. */
export interface Stand extends Made {
  readonly kind: 'stand';
  readonly area: Area;
  readonly csa: CsaLeader;
  attacks: number;
  /** Turning movements that failed. */
  turns: number;
  end: { readonly how: 'driven'; readonly to: Area | null } | { readonly how: 'turned'; readonly to: Area } | null;
}

/** Attacks on Richmond from one area. */
export interface Assault extends Made {
  readonly kind: 'assault';
  readonly from: Area;
  attacks: number;
  /** How many of them no die could have won. */
  hopeless: number;
  answer: Answer;
  won: boolean;
  /** Null: nobody was there. */
  defender: CsaLeader | null;
}

/** What failed attacks on Richmond were answered with: nobody could, he stayed, was thrown back at least once, or holds the area again. */
export type Answer = 'none' | 'stayed' | 'beaten' | 'holds';

export interface StoryCrossing extends Made {
  readonly kind: 'crossing';
  tries: number;
  /** How the last failure was answered. */
  lee: 'none' | 'late' | 'bars';
  won: boolean;
}

/** Free marches, one after another; one to where Lee stands is its own. */
export interface StoryMarch extends Made {
  readonly kind: 'march';
  readonly from: Area;
  to: Area;
  lee: 'none' | 'there' | 'follows' | 'late' | 'bars';
  /** Where Lee was when Grant set out on the last of them. */
  leeFrom: Area | null;
}

/**
 * A scene that needs no sentence of its own: what won is told at the end of the campaign, and that Grant followed the army he had driven out
 * is plain where the next thing told is the fight with it.
 */
export function isUntold(scene: StoryScene, before: StoryScene | undefined, after: StoryScene | undefined): boolean {
  if (scene.kind === 'assault') return scene.won && scene.attacks === 1;
  if (scene.kind === 'crossing') return scene.won && scene.tries === 1;
  if (scene.kind !== 'march' || scene.lee !== 'there') return false;
  const drove = before?.kind === 'stand' && before.end?.how === 'driven' && before.end.to === scene.to;
  return drove && after?.kind === 'stand' && after.area === scene.to;
}

export type StoryScene = Stand | Assault | StoryCrossing | StoryMarch;

/** What a leader did who never leaves his area. */
export interface Front extends Made {
  readonly kind: 'front';
  readonly leader: UsLeader;
  readonly area: Area;
  /** Attacks on the enemy who held the area against him. */
  attacks: number;
  /** Who that was, and where he fell back to; null: he never did. */
  csa: CsaLeader | null;
  driven: { readonly to: Area | null; readonly at: number } | null;
  /** How often he did. */
  drives: number;
  /** Attacks on Richmond, and how many of them no die could have won. */
  assaults: number;
  hopeless: number;
  answer: Answer;
  /** How often the area was contested again. */
  shut: number;
  gain: number;
  /** Action Points left when it was gained: the calendar is set back to their day. */
  left: number;
  /** The faces of the die that would have carried each battle, in order. */
  readonly faces: number[];
  won: boolean;
  /** Whom the last attack on Richmond met. */
  defender: CsaLeader | null;
}

/** A campaign taken apart: Grant's scenes in the order of time, and the other fronts. */
export interface Scenes {
  readonly grant: readonly StoryScene[];
  readonly fronts: readonly Front[];
}

export function scenesOf(numbers: Scenario, episodes: readonly OverlandEpisode[]): Scenes {
  const grant: StoryScene[] = [];
  const fronts = new Map<UsLeader, Front>();
  for (const [index, episode] of episodes.entries()) {
    const { order } = episode;
    if (order === null) continue;
    if (order.verb === 'attack' && order.leader !== 'grant') {
      const front = fronts.get(order.leader) ?? newFront(order.leader, episode);
      fronts.set(order.leader, front);
      front.of.push(index);
      fought(numbers, front, episode);
    } else sceneOf(numbers, grant, order, episode).of.push(index);
  }
  return { grant, fronts: [...fronts.values()] };
}

function sceneOf(numbers: Scenario, scenes: StoryScene[], order: Order, episode: OverlandEpisode): StoryScene {
  switch (order.verb) {
    case 'attack':
      return battleOf(episode)?.area === 'richmond' ? assault(numbers, scenes, episode) : attack(scenes, episode);
    case 'tma':
      return turn(scenes, episode, order.to);
    case 'cross':
      return cross(scenes, episode);
    case 'move':
      return march(scenes, episode, order.to);
    default:
      return order satisfies never;
  }
}

function attack(scenes: StoryScene[], episode: OverlandEpisode): Stand {
  const stand = standing(scenes, episode);
  stand.attacks += 1;
  const fell = episode.events.find((event) => event.type === 'retreated');
  if (fell) stand.end = { how: 'driven', to: fell.to };
  return stand;
}

function turn(scenes: StoryScene[], episode: OverlandEpisode, to: Area): Stand {
  const stand = standing(scenes, episode);
  if (episode.after.us.grant === to) stand.end = { how: 'turned', to };
  else stand.turns += 1;
  return stand;
}

/** The stand that is going on, or a new one. */
function standing(scenes: StoryScene[], { before, events }: OverlandEpisode): Stand {
  const last = scenes.at(-1);
  const area = before.us.grant;
  if (last?.kind === 'stand' && last.area === area && last.end === null) return last;
  const csa = (battleOf({ events })?.defender ?? 'lee') as CsaLeader;
  return added(scenes, { kind: 'stand', of: [], area, csa, attacks: 0, turns: 0, end: null });
}

function assault(numbers: Scenario, scenes: StoryScene[], episode: OverlandEpisode): Assault {
  const last = scenes.at(-1);
  const from = episode.before.us.grant;
  const going =
    last?.kind === 'assault' && last.from === from
      ? last
      : added(scenes, {
          kind: 'assault',
          of: [],
          from,
          attacks: 0,
          hopeless: 0,
          answer: 'none',
          won: false,
          defender: null,
        });
  going.attacks += 1;
  if (facesFor(numbers, episode) === 0) going.hopeless += 1;
  going.answer = answered(going.answer, episode);
  going.won = wonIn(episode);
  going.defender = (battleOf(episode)?.defender ?? null) as CsaLeader | null;
  return going;
}

function cross(scenes: StoryScene[], episode: OverlandEpisode): StoryCrossing {
  const last = scenes.at(-1);
  const going =
    last?.kind === 'crossing' ? last : added(scenes, { kind: 'crossing', of: [], tries: 0, lee: 'none', won: false });
  going.tries += 1;
  going.won = wonIn(episode);
  const check = interceptionIn(episode);
  going.lee = check === null ? 'none' : check ? 'bars' : 'late';
  return going;
}

function march(scenes: StoryScene[], episode: OverlandEpisode, to: Area): StoryMarch {
  const last = scenes.at(-1);
  const lee = leesAnswer(episode, to);
  const goesOn = last?.kind === 'march' && last.lee === 'none' && lee !== 'there';
  const going = goesOn
    ? last
    : added(scenes, { kind: 'march', of: [], from: episode.before.us.grant, to, lee: 'none', leeFrom: null });
  going.to = to;
  going.lee = lee;
  going.leeFrom = episode.before.csa.lee;
  return going;
}

function leesAnswer(episode: OverlandEpisode, to: Area): StoryMarch['lee'] {
  if (episode.before.csa.lee === to) return 'there';
  const check = interceptionIn(episode);
  if (check !== null) return check ? 'bars' : 'late';
  return episode.events.some(({ type }) => type === 'followed') ? 'follows' : 'none';
}

function newFront(leader: UsLeader, { before }: OverlandEpisode): Front {
  return {
    kind: 'front',
    of: [],
    leader,
    area: before.us[leader],
    attacks: 0,
    csa: null,
    driven: null,
    drives: 0,
    assaults: 0,
    hopeless: 0,
    answer: 'none',
    shut: 0,
    gain: 0,
    left: 0,
    faces: [],
    won: false,
    defender: null,
  };
}

function fought(numbers: Scenario, front: Front, episode: OverlandEpisode): void {
  const battle = battleOf(episode);
  const faces = facesFor(numbers, episode);
  front.faces.push(faces);
  if (battle?.area === 'richmond') {
    front.assaults += 1;
    if (faces === 0) front.hopeless += 1;
    front.answer = answered(front.answer, episode);
    front.won = wonIn(episode);
    front.defender = battle.defender as CsaLeader | null;
    if (answerIn(episode) === 'holds') front.shut += 1;
    return;
  }
  front.attacks += 1;
  front.csa = (battle?.defender ?? null) as CsaLeader | null;
  const fell = episode.events.find((event) => event.type === 'retreated');
  if (fell) front.drives += 1;
  front.driven = fell ? { to: fell.to, at: front.attacks } : front.driven;
  front.gain += episode.events.find((event) => event.type === 'gained')?.gain ?? 0;
  front.left = episode.after.points;
}

/** That he was thrown back once is not undone by his staying the next time. */
function answered(before: Answer, episode: OverlandEpisode): Answer {
  const now = answerIn(episode);
  return now === 'holds' || now === 'beaten' || before === 'none' ? now : before;
}

/** How many faces of the die would have carried the battle an order gave. */
function facesFor(numbers: Scenario, episode: OverlandEpisode): number {
  const battle = battleOf(episode);
  return battle ? battleOdds(numbers, battle).faces : 0;
}

function answerIn({ events }: OverlandEpisode): Answer {
  const check = events.find((event) => event.type === 'check' && event.for === 'counterattack');
  if (check?.type !== 'check') return 'none';
  if (!check.passed) return 'stayed';
  return events.some((event) => event.type === 'retreated') ? 'beaten' : 'holds';
}

function interceptionIn({ events }: OverlandEpisode): boolean | null {
  const check = events.find((event) => event.type === 'check' && event.for === 'intercept');
  return check?.type === 'check' ? check.passed : null;
}

/** The battle the order itself gave: the first one. */
export function battleOf({ events }: Pick<OverlandEpisode, 'events'>): (Event & { type: 'battle' }) | undefined {
  return events.find((event) => event.type === 'battle');
}

function wonIn({ events }: OverlandEpisode): boolean {
  return events.some(({ type }) => type === 'won');
}

function added<S extends StoryScene>(scenes: StoryScene[], scene: S): S {
  scenes.push(scene);
  return scene;
}
