import type { Episode } from '../../../game/index.ts';
import { battleOdds } from '../rules/attack-odds.ts';
import type { Scenario } from '../scenario.ts';
import type { State } from '../state.ts';
import type { Area, CsaLeader, Event, Order, UsLeader } from '../vocabulary.ts';

export type OverlandEpisode = Episode<State, Order, Event>;

/** The part of a campaign that a scene or a front covers. */
interface Covering {
  /** Indexes of episodes. */
  readonly of: number[];
}

/** Grant against the enemy who contests his area, until one of them leaves it. */
export interface Stand extends Covering {
  readonly kind: 'stand';
  readonly area: Area;
  readonly csa: CsaLeader;
  attacks: number;
  /** Failed turning movements. */
  turns: number;
  /** Grant drove the enemy out or turned him; `null` while neither has happened. */
  end: { readonly how: 'driven'; readonly to: Area | null } | { readonly how: 'turned'; readonly to: Area } | null;
}

/** Richmond's answer to failed attacks. */
type Answer =
  /** Nobody could counterattack. */
  | 'none'
  /** The defender did not come out. */
  | 'stayed'
  /** A counterattack was beaten, at least once. */
  | 'beaten'
  /** The defender came out and contests the area. */
  | 'holds';

/** Attacks on Richmond. */
interface Assaults {
  assaults: number;
  /** Attacks that no die could have won. */
  hopeless: number;
  answer: Answer;
  /** The last of them took Richmond. */
  won: boolean;
  /** `null` if Richmond was empty. */
  defender: CsaLeader | null;
}
const NO_ASSAULTS: Assaults = { assaults: 0, hopeless: 0, answer: 'none', won: false, defender: null };

/** Grant's attacks on Richmond from one area. */
export interface AssaultScene extends Covering, Assaults {
  readonly kind: 'assault';
  readonly from: Area;
}

export interface StoryCrossing extends Covering {
  readonly kind: 'crossing';
  tries: number;
  /** Lee's answer to the last failure. */
  lee: 'none' | 'late' | 'bars';
  won: boolean;
}

/** Consecutive free marches; a march into Lee's area is a scene of its own. */
export interface StoryMarch extends Covering {
  readonly kind: 'march';
  readonly from: Area;
  to: Area;
  lee: 'none' | 'there' | 'follows' | 'late' | 'bars';
  /** Lee's area before the last of these marches. */
  leeFrom: Area | null;
}

export type StoryScene = Stand | AssaultScene | StoryCrossing | StoryMarch;

/** The attacks of a leader who never leaves his area. */
export interface Front extends Covering, Assaults {
  readonly leader: UsLeader;
  readonly area: Area;
  /** Attacks on the enemy who held the area against him. */
  attacks: number;
  /** That enemy; `null` before the first of those attacks. */
  csa: CsaLeader | null;
  /** The enemy's last retreat, and the number of the attack that caused it. */
  driven: { readonly to: Area | null; readonly at: number } | null;
  /** The number of retreats. */
  drives: number;
  /** How often an enemy came out of Richmond and contested the area again. */
  shutIn: number;
  /** Action Points won back. */
  gain: number;
  /** Action Points left after the last attack in the area. */
  pointsLeft: number;
  /** For each battle in order, the number of faces of the die that would have won it. */
  readonly faces: number[];
}

/** Grant's scenes in chronological order, and the other fronts. */
export interface Scenes {
  readonly grant: readonly StoryScene[];
  readonly fronts: readonly Front[];
}

export function scenesOf(numbers: Scenario, episodes: readonly OverlandEpisode[]): Scenes {
  const grant: StoryScene[] = [];
  const fronts = new Map<UsLeader, Front>();
  for (const [index, episode] of episodes.entries()) {
    const { order, before } = episode;
    if (order === null) continue;
    if (order.verb === 'attack' && order.leader !== 'grant') {
      const { leader } = order;
      const front = fronts.get(leader) ?? newFront(leader, before.us[leader]);
      fronts.set(leader, front);
      addFight(numbers, front, episode);
      front.of.push(index);
    } else sceneOf(numbers, grant, order, episode).of.push(index);
  }
  return { grant, fronts: [...fronts.values()] };
}

/** The scene that an order of Grant's continues or begins. */
function sceneOf(numbers: Scenario, scenes: StoryScene[], order: Order, episode: OverlandEpisode): StoryScene {
  const last = scenes.at(-1);
  const { before, after, events } = episode;
  const from = before.us.grant;
  const begin = <S extends StoryScene>(scene: S): S => {
    scenes.push(scene);
    return scene;
  };
  if (order.verb === 'move') {
    const lee = leesAnswer(episode, order.to);
    const goesOn = last?.kind === 'march' && last.lee === 'none' && lee !== 'there';
    const march = { to: order.to, lee, leeFrom: before.csa.lee };
    return goesOn ? Object.assign(last, march) : begin({ kind: 'march', of: [], from, ...march });
  }
  if (order.verb === 'cross') {
    const crossing =
      last?.kind === 'crossing' ? last : begin({ kind: 'crossing', of: [], tries: 0, lee: 'none', won: false });
    const check = checkIn(episode, 'intercept');
    const lee = check === null ? 'none' : check ? 'bars' : 'late';
    return Object.assign(crossing, { tries: crossing.tries + 1, lee, won: after.over?.won === true });
  }
  const battle = battleOf(episode);
  if (battle?.area === 'richmond') {
    const goesOn = last?.kind === 'assault' && last.from === from;
    const assault = goesOn ? last : begin({ kind: 'assault', of: [], from, ...NO_ASSAULTS });
    addAssault(numbers, assault, episode);
    return assault;
  }
  const goesOn = last?.kind === 'stand' && last.area === from && last.end === null;
  const csa = (battle?.defender ?? 'lee') as CsaLeader;
  const stand = goesOn
    ? last
    : begin<Stand>({ kind: 'stand', of: [], area: from, csa, attacks: 0, turns: 0, end: null });
  const retreat = events.find((event) => event.type === 'retreated');
  if (order.verb === 'attack') {
    stand.attacks += 1;
    if (retreat) stand.end = { how: 'driven', to: retreat.to };
  } else if (after.us.grant === order.to) stand.end = { how: 'turned', to: order.to };
  else stand.turns += 1;
  return stand;
}

function leesAnswer(episode: OverlandEpisode, to: Area): StoryMarch['lee'] {
  if (episode.before.csa.lee === to) return 'there';
  const check = checkIn(episode, 'intercept');
  if (check !== null) return check ? 'bars' : 'late';
  return episode.events.some(({ type }) => type === 'followed') ? 'follows' : 'none';
}

function newFront(leader: UsLeader, area: Area): Front {
  const counts = { attacks: 0, drives: 0, shutIn: 0, gain: 0, pointsLeft: 0, faces: [] };
  return { of: [], leader, area, csa: null, driven: null, ...counts, ...NO_ASSAULTS };
}

/** Adds an attack, in the front's own area or on Richmond. */
function addFight(numbers: Scenario, front: Front, episode: OverlandEpisode): void {
  const battle = battleOf(episode);
  front.faces.push(facesFor(numbers, episode));
  if (battle?.area === 'richmond') {
    if (addAssault(numbers, front, episode) === 'holds') front.shutIn += 1;
    return;
  }
  front.attacks += 1;
  front.csa = (battle?.defender ?? null) as CsaLeader | null;
  for (const event of episode.events) {
    if (event.type === 'retreated') {
      front.drives += 1;
      front.driven = { to: event.to, at: front.attacks };
    } else if (event.type === 'gained') front.gain += event.gain;
  }
  front.pointsLeft = episode.after.points;
}

/** Adds an attack on Richmond, and returns the answer to it. Of all answers, the last counterattack counts. */
function addAssault(numbers: Scenario, run: Assaults, episode: OverlandEpisode): Answer {
  const check = checkIn(episode, 'counterattack');
  const isBack = episode.events.some(({ type }) => type === 'retreated');
  const answer = check === null ? 'none' : !check ? 'stayed' : isBack ? 'beaten' : 'holds';
  run.assaults += 1;
  if (facesFor(numbers, episode) === 0) run.hopeless += 1;
  if (answer === 'holds' || answer === 'beaten' || run.answer === 'none') run.answer = answer;
  run.won = episode.after.over?.won === true;
  run.defender = (battleOf(episode)?.defender ?? null) as CsaLeader | null;
  return answer;
}

/** The number of faces of the die that would have won the order's battle. */
function facesFor(numbers: Scenario, episode: OverlandEpisode): number {
  const battle = battleOf(episode);
  return battle ? battleOdds(numbers, battle).faces : 0;
}

/** Whether a CSA leader passed the check for a reaction; `null` if nobody made one. */
function checkIn({ events }: OverlandEpisode, why: 'intercept' | 'counterattack'): boolean | null {
  const check = events.find((event) => event.type === 'check' && event.for === why);
  return check?.type === 'check' ? check.passed : null;
}

/** The battle of the order itself, which comes before any counterattack. */
export function battleOf({ events }: OverlandEpisode): (Event & { type: 'battle' }) | undefined {
  return events.find((event) => event.type === 'battle');
}

/**
 * Whether a scene needs no sentence of its own: a single try that won the campaign, which the ending tells; or a march
 * after an army that Grant had driven out, since the next fight names the place.
 */
export function isUntold(scenes: readonly StoryScene[], scene: StoryScene): boolean {
  if (scene.kind === 'assault') return scene.won && scene.assaults === 1;
  if (scene.kind === 'crossing') return scene.won && scene.tries === 1;
  if (scene.kind !== 'march' || scene.lee !== 'there') return false;
  const index = scenes.indexOf(scene);
  const [before, after] = [scenes[index - 1], scenes[index + 1]];
  const drove = before?.kind === 'stand' && before.end?.how === 'driven' && before.end.to === scene.to;
  return drove && after?.kind === 'stand' && after.area === scene.to;
}
