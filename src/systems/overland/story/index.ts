import type { Story } from '../../../game/index.ts';
import { dateOf, shortDate } from '../calendar.ts';
import type { Scenario } from '../scenario.ts';
import { leader } from '../sentences.ts';
import { contested } from '../state.ts';
import type { Area } from '../vocabulary.ts';
import { daysOf, distanceToRichmond, type Part, type Plan, planOf } from './chapters.ts';
import { type End, endOf, TASK, tellEnd } from './ending.ts';
import { type Draft, fitted } from './fitting.ts';
import { tellFront } from './fronts.ts';
import { headlineOf } from './headline.ts';
import { really } from './history.ts';
import { type Line, line, Pen } from './pen.ts';
import { tellReason } from './reasons.ts';
import { tellAssault, tellCrossing, tellMarch } from './richmond.ts';
import { type OverlandEpisode, type Scene, scenesOf } from './scenes.ts';
import { type Previous, tellStand } from './stands.ts';
import { at, dateSpan, daysBetween } from './words.ts';

/** A campaign of Overland as it is told afterwards, from its own events. `over`: it has ended, if only by being abandoned. */
export function story(numbers: Scenario, episodes: readonly OverlandEpisode[], over: boolean): Story {
  const teller = new Teller(numbers, episodes, over);
  return fitted(teller.headline, teller.drafts());
}

class Teller {
  readonly #numbers: Scenario;
  readonly #episodes: readonly OverlandEpisode[];
  readonly #pen = new Pen();
  readonly #plan: Plan;
  readonly #end: End;
  /** Areas Grant has fought in, and his assaults and crossings so far. */
  readonly #fought = new Set<Area>();
  readonly #quoted = new Set<string>();
  #previous: Previous | null = null;
  #assaults = 0;
  #crossings = 0;

  constructor(numbers: Scenario, episodes: readonly OverlandEpisode[], over: boolean) {
    this.#numbers = numbers;
    this.#episodes = episodes;
    const scenes = scenesOf(episodes);
    this.#plan = planOf(numbers, scenes);
    this.#end = endOf(numbers, episodes, scenes, over);
  }

  get headline(): string {
    return headlineOf(this.#end);
  }

  drafts(): Draft[] {
    const { parts } = this.#plan;
    if (parts.length === 0) return [this.#unplayed()];
    const told = parts
      .map((part, index) => ({
        ...daysOf(this.#numbers, this.#episodes, this.#all(part, index === parts.length - 1)),
        theatre: part.theatre,
        crossed: index === parts.length - 1 && this.#end.how === 'james',
        lines: [
          ...(index === 0 ? this.#opening() : []),
          ...this.#told(part),
          ...(index === parts.length - 1 ? this.#ending() : []),
        ],
      }))
      .filter(({ lines }) => lines.length > 0);
    const history = really(told);
    return told.map(({ from, to, lines }, index) => ({
      when: dateSpan(from, to),
      lines,
      really: history[index] ?? null,
    }));
  }

  #ending(): Line[] {
    const reason = this.#end.state.over ? this.#reason(this.#episodes.length - 1) : [];
    const [end, ...more] = tellEnd(this.#pen, this.#end);
    return [...(end ? [end] : []), ...reason, ...more];
  }

  /** The episodes a part tells of: the last part also how it ended. */
  #all(part: Part, last: boolean): readonly number[] {
    const asides = (this.#plan.asides.get(part) ?? []).flatMap(({ of }) => of);
    return [...part.of, ...asides, ...(last ? [this.#episodes.length - 1] : [])];
  }

  /** No order has been given. */
  #unplayed(): Draft {
    const day = dateOf(this.#numbers, this.#end.points);
    return { when: dateSpan(day, day), lines: [...this.#opening(), ...tellEnd(this.#pen, this.#end)], really: null };
  }

  #opening(): Line[] {
    return [...this.#settingOut(), ...line(this.#pen.write(TASK, this.#end), 2)];
  }

  /** Where a “what if” begins: its start did nothing of its own. */
  #settingOut(): Line[] {
    const { after, events } = this.#start;
    if (events.length > 0) return [];
    const { grant } = after.us;
    const [us, csa] = [leader(this.#numbers, 'grant'), leader(this.#numbers, 'lee')];
    const who = contested(after, grant) ? `${us} and ${csa}` : us;
    const day = shortDate(dateOf(this.#numbers, after.points));
    return line(`This campaign set out on ${day}, with ${who} ${at(this.#numbers, grant)}.`, 3);
  }

  get #start(): OverlandEpisode {
    return this.#episodes[0] as OverlandEpisode;
  }

  #told(part: Part): Line[] {
    const main = part.front
      ? [...tellFront(this.#numbers, this.#pen, part.front), ...this.#reasons(part.of)]
      : part.scenes.flatMap((scene) => [...this.#scene(scene), ...this.#reasons(scene.of)]);
    const asides = (this.#plan.asides.get(part) ?? []).flatMap((front) =>
      tellFront(this.#numbers, this.#pen, front).map((told): Line => ({ ...told, weight: 2 })),
    );
    return [...main, ...asides];
  }

  #scene(scene: Scene): Line[] {
    switch (scene.kind) {
      case 'stand': {
        const { area, end, of } = scene;
        const [first, last] = [this.#episodes[of[0] as number], this.#episodes[of.at(-1) as number]];
        const known = {
          opening: area === this.#start.after.us.grant && this.#fought.size === 0,
          again: this.#fought.has(area),
          days: daysBetween(this.#numbers, first?.before.points ?? 0, last?.after.points ?? 0),
          backward: end?.how === 'turned' && this.#distance(end.to) > this.#distance(area),
        };
        const told = tellStand(this.#numbers, this.#pen, scene, { ...known, previous: this.#previous });
        this.#fought.add(area);
        this.#previous = { at: at(this.#numbers, area), attacks: scene.attacks, how: end?.how ?? null };
        return told;
      }
      case 'assault': {
        const told = tellAssault(this.#numbers, this.#pen, scene, this.#assaults);
        this.#assaults += 1;
        return told;
      }
      case 'crossing': {
        const told = tellCrossing(this.#numbers, this.#pen, scene, this.#crossings > 0);
        this.#crossings += 1;
        return told;
      }
      case 'march':
        return tellMarch(this.#numbers, this.#pen, scene);
      default:
        return scene satisfies never;
    }
  }

  /** Why the turning points among some episodes were ordered. What ended the campaign is told after its end. */
  #reasons(of: readonly number[]): Line[] {
    return of
      .filter((index) => index < this.#episodes.length - 1 || !this.#end.state.over)
      .flatMap((index) => this.#reason(index));
  }

  #reason(index: number): Line[] {
    const episode = this.#episodes[index] as OverlandEpisode;
    return this.#explained(episode) ? tellReason(this.#numbers, this.#pen, episode, this.#quoted) : [];
  }

  /** Turning points; where none are known, what drove somebody out, or ended the campaign. */
  #explained({ turning, events }: OverlandEpisode): boolean {
    if (this.#episodes.some((episode) => episode.turning)) return turning;
    return events.some(({ type }) => type === 'retreated' || type === 'won');
  }

  #distance(area: Area): number {
    return distanceToRichmond(this.#numbers, area);
  }
}
