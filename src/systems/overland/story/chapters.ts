import { dateOf } from '../calendar.ts';
import type { Scenario } from '../scenario.ts';
import { type Area, BEFORE_THE_JAMES } from '../vocabulary.ts';
import type { Theatre } from './history.ts';
import type { Front, OverlandEpisode, Scenes, StoryScene } from './scenes.ts';

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
  const small = fronts.filter((front) => isSmall(front) && grant.length > 0);
  const own = fronts.filter((front) => !small.includes(front)).map(frontPart);
  const groups = grouped(numbers, grant);
  while (groups.length + own.length > MOST) {
    const [first = [], second = [], ...rest] = groups;
    groups.splice(0, groups.length, [...first, ...second], ...rest);
  }
  const parts = [...groups.map(grantPart), ...own];
  const asides = new Map<ChapterPart, Front[]>();
  for (const front of small) {
    const part = parts.find(({ theatre, of }) => theatre === 'grant' && last(of) > last(front.of)) ?? home(parts);
    if (part) asides.set(part, [...(asides.get(part) ?? []), front]);
  }
  const begins = (part: ChapterPart) => Math.min(...[part, ...(asides.get(part) ?? [])].flatMap(({ of }) => of));
  parts.sort((a, b) => begins(a) - begins(b));
  return { parts, asides };
}

function home(parts: readonly ChapterPart[]): ChapterPart | undefined {
  return parts.findLast(({ theatre }) => theatre === 'grant');
}

/** One try that came to nothing. */
function isSmall({ attacks, assaults, driven, won }: Front): boolean {
  return attacks + assaults <= 1 && driven === null && !won;
}

/** Where the campaign opened, the march south, before Richmond, and from the first try at the city or the river. */
function grouped(numbers: Scenario, scenes: readonly StoryScene[]): StoryScene[][] {
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
  return groups.filter((group) => group.length > 0);
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
  const from = dateOf(numbers, (episodes[Math.min(...of)] as OverlandEpisode).before.points);
  // A victory in the Valley wins days back: what has begun does not end before that.
  const ends = of.map((index) => dateOf(numbers, (episodes[index] as OverlandEpisode).after.points));
  return { from, to: [from, ...ends].sort().at(-1) as string };
}
