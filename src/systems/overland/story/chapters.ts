import { dateOf } from '../calendar.ts';
import type { Scenario } from '../scenario.ts';
import { type Area, BEFORE_THE_JAMES } from '../vocabulary.ts';
import type { Theatre } from './history.ts';
import { type Front, isUntold, type OverlandEpisode, type Scenes, type StoryScene } from './story-scenes.ts';

/** What one chapter tells: scenes of Grant's, or a front; in `of` the episodes it is made of, in order. */
export interface ChapterPart {
  readonly theatre: Theatre;
  readonly scenes: readonly StoryScene[];
  readonly front: Front | null;
  readonly of: readonly number[];
}

/** Fronts that get no chapter of their own, and the part they are told in. */
export interface Plan {
  readonly parts: readonly ChapterPart[];
  readonly asides: ReadonlyMap<ChapterPart, readonly Front[]>;
}

/** At most this many, besides the one that ends the campaign. */
const MOST = 4;

/** The chapters of a campaign, in the order in which they begin. */
export function planOf(numbers: Scenario, { grant, fronts }: Scenes): Plan {
  const victory = fronts.find(({ gain }) => gain > 0);
  const setBack = victory ? last(victory.of) : null;
  const groups = grouped(numbers, grant, setBack);
  const small = fronts.filter((front) => isSmall(front) && groups.length > 0);
  const own = fronts.filter((front) => !small.includes(front)).map(frontPart);
  while (groups.length + own.length > MOST) {
    const place = groups.findIndex(
      (group, index) => index > 0 && !liesBetween(setBack, groups[index - 1] ?? [], group),
    );
    const second = Math.max(place, 1);
    groups.splice(second - 1, 2, [...(groups[second - 1] ?? []), ...(groups[second] ?? [])]);
  }
  const parts = [...groups.map(grantPart), ...own];
  const asides = new Map<ChapterPart, Front[]>();
  for (const front of small) {
    const grants = parts.filter(({ theatre }) => theatre === 'grant');
    // What falls into the days of a chapter is told there.
    const part = grants.findLast(({ of }) => Math.min(...of) <= last(front.of)) ?? grants[0];
    if (part) asides.set(part, [...(asides.get(part) ?? []), front]);
  }
  const begins = (part: ChapterPart) => Math.min(...[part, ...(asides.get(part) ?? [])].flatMap(({ of }) => of));
  parts.sort((a, b) => begins(a) - begins(b));
  return { parts, asides };
}

/** One try that failed. */
function isSmall({ attacks, assaults, driven, won }: Front): boolean {
  return attacks + assaults <= 1 && driven === null && !won;
}

/** Whether an order was given after some scenes and before others. */
function liesBetween(order: number | null, before: readonly StoryScene[], after: readonly StoryScene[]): boolean {
  const end = last(before.at(-1)?.of ?? []);
  return order !== null && end < order && order < (after[0]?.of[0] ?? 0);
}

/**
 * Where the campaign opened, the march south, before Richmond, and from the first try at the city or the river; and each cut where a victory
 * set the calendar back, so that no chapter has the same days twice.
 */
function grouped(numbers: Scenario, scenes: readonly StoryScene[], setBack: number | null): StoryScene[][] {
  const groups: StoryScene[][] = [[], [], [], []];
  let stage = 0;
  for (const [index, scene] of scenes.entries()) {
    const area = areaOf(scene);
    const begins = index > 0 && (area !== areaOf(scenes[0] as StoryScene) || scene.kind === 'march');
    const now =
      scene.kind === 'assault' || scene.kind === 'crossing' ? 3 : isBeforeRichmond(numbers, area) ? 2 : begins ? 1 : 0;
    stage = Math.max(stage, now);
    groups[stage]?.push(scene);
  }
  const cut = groups.flatMap((group) => {
    const place = group.findIndex((scene, index) => index > 0 && liesBetween(setBack, group.slice(0, index), [scene]));
    return place < 0 ? [group] : [group.slice(0, place), group.slice(place)];
  });
  return withoutSilent(
    cut.filter((group) => group.length > 0),
    scenes,
  );
}

/** Scenes of which nothing is told here make no chapter: they go with the one before them, or the one after. */
function withoutSilent(groups: readonly StoryScene[][], scenes: readonly StoryScene[]): StoryScene[][] {
  const isTold = (scene: StoryScene) => {
    const index = scenes.indexOf(scene);
    return !isUntold(scene, scenes[index - 1], scenes[index + 1]);
  };
  const kept: StoryScene[][] = [];
  let early: StoryScene[] = [];
  for (const group of groups) {
    if (group.some(isTold)) {
      kept.push([...early, ...group]);
      early = [];
    } else if (kept.length > 0) kept.at(-1)?.push(...group);
    else early = [...early, ...group];
  }
  return kept;
}

function areaOf(scene: StoryScene): Area {
  switch (scene.kind) {
    case 'stand':
      return scene.area;
    case 'assault':
      return scene.from;
    case 'crossing':
      return BEFORE_THE_JAMES;
    case 'march':
      return scene.to;
    default:
      return scene satisfies never;
  }
}

/** An arrow leads from it into Richmond, or it lies between areas of which that is so. */
function isBeforeRichmond(numbers: Scenario, area: Area): boolean {
  if (numbers.areas[area].richmond !== null) return true;
  return numbers.lines[area].filter((next) => numbers.areas[next].richmond !== null).length > 1;
}

function grantPart(scenes: readonly StoryScene[]): ChapterPart {
  return { theatre: 'grant', scenes, front: null, of: scenes.flatMap(({ of }) => of) };
}

function frontPart(front: Front): ChapterPart {
  return { theatre: front.leader, scenes: [], front, of: front.of };
}

function last(of: readonly number[]): number {
  return of.at(-1) ?? -1;
}

/** The first and last day of some episodes, ISO: by the Action Points before them and after. */
export function daysOf(
  numbers: Scenario,
  episodes: readonly OverlandEpisode[],
  of: readonly number[],
): { readonly from: string; readonly to: string } {
  const days = of.flatMap((index) => {
    const { before, after, events } = episodes[index] as OverlandEpisode;
    // The day of a victory that wins days back is the one it was fought on.
    const ends = events.some(({ type }) => type === 'gained') ? before : after;
    return [dateOf(numbers, before.points), dateOf(numbers, ends.points)];
  });
  const sorted = days.sort();
  return { from: sorted[0] as string, to: sorted.at(-1) as string };
}
