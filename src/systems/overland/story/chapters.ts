import { dateOf, type Scenario } from '../scenario.ts';
import { type Area, BEFORE_THE_JAMES, type UsLeader } from '../vocabulary.ts';
import { type Front, isUntold, type OverlandEpisode, type Scenes, type StoryScene } from './story-scenes.ts';

/** One chapter: Grant's scenes, or a front of another leader. */
export interface ChapterPart {
  readonly theatre: UsLeader;
  /** Grant's scenes; empty in the chapter of a front. */
  readonly scenes: readonly StoryScene[];
  readonly front: Front | null;
  /** The indexes of its episodes, asides not included. */
  readonly of: readonly number[];
  /** Fronts too small for a chapter of their own. */
  readonly asides: readonly Front[];
}

/** The most chapters, the final one not counted. */
const MOST = 4;

/** The chapters in the order in which they begin. */
export function partsOf(numbers: Scenario, { grant, fronts }: Scenes): readonly ChapterPart[] {
  const victory = fronts.find(({ gain }) => gain > 0);
  const setBack = victory ? last(victory.of) : null;
  const groups = grouped(numbers, grant, setBack);
  const small = fronts.filter((front) => isSmall(front) && groups.length > 0);
  const own = fronts.filter((front) => !small.includes(front));
  while (groups.length + own.length > MOST) {
    const place = groups.findIndex((group, at) => at > 0 && !liesBetween(setBack, groups[at - 1] ?? [], group));
    const second = Math.max(place, 1);
    groups.splice(second - 1, 2, [...(groups[second - 1] ?? []), ...(groups[second] ?? [])]);
  }
  const begins = groups.map((group) => Math.min(...ordersOf(group)));
  const parts = [
    ...groups.map((scenes, index): ChapterPart => {
      // A small front goes into the chapter during which it ended.
      const asides = small.filter(
        ({ of }) =>
          Math.max(
            begins.findLastIndex((begin) => begin <= last(of)),
            0,
          ) === index,
      );
      return { theatre: 'grant', scenes, front: null, of: ordersOf(scenes), asides };
    }),
    ...own.map((front): ChapterPart => ({ theatre: front.leader, scenes: [], front, of: front.of, asides: [] })),
  ];
  return parts.sort((a, b) => Math.min(...allOrders(a)) - Math.min(...allOrders(b)));
}

function ordersOf(scenes: readonly StoryScene[]): readonly number[] {
  return scenes.flatMap(({ of }) => of);
}

/** The orders of a chapter, asides included. */
export function allOrders({ of, asides }: ChapterPart): readonly number[] {
  return [...of, ...asides.flatMap((front) => front.of)];
}

/** The front has one attack at most, and nothing came of it. */
function isSmall({ attacks, assaults, driven, won }: Front): boolean {
  return attacks + assaults <= 1 && driven === null && !won;
}

/** Whether an order falls after some scenes and before others. */
function liesBetween(order: number | null, before: readonly StoryScene[], after: readonly StoryScene[]): boolean {
  return order !== null && last(before.at(-1)?.of ?? []) < order && order < (after[0]?.of[0] ?? 0);
}

/**
 * Groups Grant's scenes by stage: the opening, the march south, the areas before Richmond, and the tries at the city or
 * the river. A victory that set the calendar back also splits a group, so that no chapter has the same days twice.
 */
function grouped(numbers: Scenario, scenes: readonly StoryScene[], setBack: number | null): StoryScene[][] {
  const groups: StoryScene[][] = [[], [], [], []];
  let stage = 0;
  for (const [index, scene] of scenes.entries()) {
    const area = areaOf(scene);
    const isTry = scene.kind === 'assault' || scene.kind === 'crossing';
    const begins = index > 0 && (area !== areaOf(scenes[0] as StoryScene) || scene.kind === 'march');
    stage = Math.max(stage, isTry ? 3 : isBeforeRichmond(numbers, area) ? 2 : begins ? 1 : 0);
    groups[stage]?.push(scene);
  }
  const cut = groups.flatMap((group) => {
    const place = group.findIndex((scene, index) => index > 0 && liesBetween(setBack, group.slice(0, index), [scene]));
    return place < 0 ? [group] : [group.slice(0, place), group.slice(place)];
  });
  return withoutSilent(cut, scenes);
}

/** A group without a sentence makes no chapter: it joins the group before, or the one after if it is the first. */
function withoutSilent(groups: readonly StoryScene[][], scenes: readonly StoryScene[]): StoryScene[][] {
  const kept: StoryScene[][] = [];
  let early: StoryScene[] = [];
  for (const group of groups) {
    if (!group.every((scene) => isUntold(scenes, scene))) kept.push([...early.splice(0), ...group]);
    else if (kept.length > 0) kept.at(-1)?.push(...group);
    else early = [...early, ...group];
  }
  return kept;
}

function areaOf(scene: StoryScene): Area {
  if (scene.kind === 'stand') return scene.area;
  return scene.kind === 'assault' ? scene.from : scene.kind === 'march' ? scene.to : BEFORE_THE_JAMES;
}

/** An arrow leads from the area into Richmond, or arrows lead there from two of its neighbours. */
function isBeforeRichmond({ areas, lines }: Scenario, area: Area): boolean {
  return areas[area].richmond !== null || lines[area].filter((next) => areas[next].richmond !== null).length > 1;
}

function last(of: readonly number[]): number {
  return of.at(-1) ?? -1;
}

/** The first and last ISO day of some episodes, by the Action Points before and after them. */
export function daysOf(numbers: Scenario, episodes: readonly OverlandEpisode[], of: readonly number[]) {
  const days = of.flatMap((index) => {
    const { before, after, events } = episodes[index] as OverlandEpisode;
    // A victory that wins days back belongs to the day it was fought on.
    const ends = events.some(({ type }) => type === 'gained') ? before : after;
    return [dateOf(numbers, before.points), dateOf(numbers, ends.points)];
  });
  days.sort();
  return { from: days[0] as string, to: days.at(-1) as string };
}
