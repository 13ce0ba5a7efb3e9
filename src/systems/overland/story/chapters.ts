import { dateOf, type Scenario } from '../scenario.ts';
import { type Area, BEFORE_THE_JAMES, type UsLeader } from '../vocabulary.ts';
import { type Front, isUntold, type OverlandEpisode, type Scenes, type StoryScene } from './story-scenes.ts';

/** One chapter: Grant's scenes, or a front of another leader. */
export interface ChapterPart {
  /** The leader it is about. */
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
  // The last order of a victory that won days back.
  const setBack = fronts.find(({ gain }) => gain > 0)?.of.at(-1) ?? null;
  const groups = grouped(numbers, grant, setBack);
  const small = fronts.filter((front) => isSmall(front) && groups.length > 0);
  const large = fronts.filter((front) => !small.includes(front));
  while (groups.length + large.length > MOST) {
    // The first two groups that the victory doesn't keep apart become one.
    const place = groups.findIndex((group, at) => at > 0 && !liesBetween(setBack, groups[at - 1] ?? [], group));
    const first = Math.max(place - 1, 0);
    groups.splice(first, 2, groups.slice(first, first + 2).flat());
  }
  const begins = groups.map((group) => Math.min(...ordersOf(group)));
  /** The chapter during which a front ended; the first if it ended before all. */
  const chapterOf = ({ of }: Front) =>
    Math.max(
      0,
      begins.findLastIndex((begin) => begin <= last(of)),
    );
  const parts = [
    ...groups.map((scenes, index): ChapterPart => {
      const asides = small.filter((front) => chapterOf(front) === index);
      return { theatre: 'grant', scenes, front: null, of: ordersOf(scenes), asides };
    }),
    ...large.map((front): ChapterPart => ({ theatre: front.leader, scenes: [], front, of: front.of, asides: [] })),
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

/** Whether an order comes after some scenes and before others. */
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
    const isOnTheWay = index > 0 && (area !== areaOf(scenes[0] as StoryScene) || scene.kind === 'march');
    stage = Math.max(stage, isTry ? 3 : isBeforeRichmond(numbers, area) ? 2 : isOnTheWay ? 1 : 0);
    groups[stage]?.push(scene);
  }
  const split = groups.flatMap((group) => {
    const place = group.findIndex((scene, index) => index > 0 && liesBetween(setBack, group.slice(0, index), [scene]));
    return place < 0 ? [group] : [group.slice(0, place), group.slice(place)];
  });
  return withoutSilent(split, scenes);
}

/** A group without a sentence makes no chapter: it joins the group before, or the one after if it is the first. */
function withoutSilent(groups: readonly StoryScene[][], scenes: readonly StoryScene[]): StoryScene[][] {
  const told: StoryScene[][] = [];
  let waiting: StoryScene[] = [];
  for (const group of groups) {
    if (!group.every((scene) => isUntold(scenes, scene))) told.push([...waiting.splice(0), ...group]);
    else if (told.length > 0) told.at(-1)?.push(...group);
    else waiting = [...waiting, ...group];
  }
  return told;
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
    const end = events.some(({ type }) => type === 'gained') ? before : after;
    return [dateOf(numbers, before.points), dateOf(numbers, end.points)];
  });
  days.sort();
  return { from: days[0] as string, to: days.at(-1) as string };
}
