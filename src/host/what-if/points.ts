import { type Solution, turningPoints } from '../../advisor/index.ts';
import { oddsOf } from '../../council/index.ts';
import type { GameRecord } from '../../store/index.ts';
import { clipped } from '../answer.ts';
import type { Caller } from '../caller.ts';
import { campaignOf } from '../campaign.ts';
import { councilOf, MisfitLog } from '../fold.ts';
import type { Completion } from '../offers.ts';
import { orderBallots, type Table } from '../table.ts';

import { type Games, markOf } from './words.ts';

/** A point of a campaign that another may go out from. */
export interface WhatIfPoint {
  readonly game: GameRecord;
  /** The last entry of its log that is shared. */
  readonly seq: number;
  /** The order that was given there; null: none was, or none that may be told of. */
  readonly next: { readonly number: number; readonly text: string } | null;
  /** The chance of winning turned there more than almost anywhere else. */
  readonly turning: boolean;
}

/** A campaign that is known to have been solved, or null where nobody has waited for it yet. */
export type Known = (game: GameRecord) => Solution | null;

/** Campaigns of a channel that are looked at, the last first. */
const MOST_CAMPAIGNS = 25;
/** Campaigns whose points are kept in memory. */
const KEPT = 50;
const LONGEST_LABEL = 100;

interface Told {
  readonly label: string;
  readonly point: WhatIfPoint;
}

/** The points that campaigns may go out from. */
export class Points {
  readonly #games: Games;
  readonly #known: Known;
  readonly #kept = new Map<string, readonly WhatIfPoint[]>();

  constructor(games: Games, known: Known) {
    this.#games = games;
    this.#known = known;
  }

  /** What may be chosen: where campaigns stopped and where they turned first, then the other points; always the last campaign first. */
  completions(caller: Caller): Completion[] {
    const all = this.#all(caller);
    const stands = ({ point }: Told) => point.turning || point.next === null;
    return [...all.filter(stands), ...all.filter((told) => !stands(told))].map(({ label, point }) => ({
      label,
      value: choiceOf(point),
    }));
  }

  /** The point a member chose from the list, or the only one there with what they typed. Null: there is none, or more than one. */
  meant(caller: Caller, chosen: string): WhatIfPoint | null {
    const wanted = chosen.trim().toLowerCase();
    const all = this.#all(caller);
    const exact = all.find(({ label, point }) => choiceOf(point) === wanted || label.toLowerCase() === wanted);
    const [only, another] = all.filter(({ label }) => label.toLowerCase().includes(wanted));
    return exact?.point ?? (only && !another ? only.point : null);
  }

  #all(caller: Caller): Told[] {
    return this.#campaigns(caller).flatMap((game) => {
      const points = this.#pointsOf(game);
      const title = points.length > 0 ? titled(this.#games, game, caller.at) : '';
      return points.map((point) => ({ label: labelled(title, point), point }));
    });
  }

  /** Those of a thread are its own, then those of the channel it is in. */
  #campaigns({ channel, threads }: Caller): GameRecord[] {
    const { store } = this.#games;
    const places = threads.kind === 'thread' ? [channel, threads.of] : [channel];
    return places.flatMap((place) => {
      const running = store.runningIn(place);
      return [...(running ? [running] : []), ...store.endedIn(place, MOST_CAMPAIGNS)];
    });
  }

  #pointsOf(game: GameRecord): readonly WhatIfPoint[] {
    const solution = this.#known(game);
    const key = `${game.id} ${this.#games.store.lastSeq(game.id)} ${solution !== null}`;
    const kept = game.ended ? this.#kept.get(key) : undefined;
    const points = kept ?? this.#read(game, solution);
    if (game.ended) {
      this.#kept.delete(key);
      this.#kept.set(key, points);
      const oldest = this.#kept.keys().next();
      if (this.#kept.size > KEPT && !oldest.done) this.#kept.delete(oldest.value);
    }
    return points;
  }

  #read(game: GameRecord, solution: Solution | null): readonly WhatIfPoint[] {
    const { store, tables } = this.#games;
    try {
      const open = game.ended ? 'all' : openIn(tables.table(game));
      if (open === 'none') return [];
      const { deeds, states, course, system, position } = campaignOf(store, tables, game, solution);
      const turns = course ? turningPoints(course) : [];
      const before = deeds.flatMap(({ entry }, at): WhatIfPoint[] => {
        const state = states[at];
        if (!state) return [];
        const next = { number: at + 1, text: system.label(state, entry.order).text };
        return [{ game, seq: entry.seq - 1, next, turning: turns.includes(at) }];
      });
      const goesOn = open === 'all' && deeds.length > 0 && system.outcome(position.state) === null;
      return goesOn ? [{ game, seq: position.seq, next: null, turning: false }, ...before] : before;
    } catch (error) {
      // What today’s rules do not take cannot be played on.
      if (error instanceof MisfitLog) return [];
      throw error;
    }
  }
}

/**
 * Which points of a campaign that is being played may be gone out from: what happens in the thread must tell nothing of it that its
 * table does not. With the odds at hand always, any; where they are told of what is decided, those before it.
 */
function openIn(table: Table): 'all' | 'decided' | 'none' {
  const { system, position } = table;
  if (system.seats.length > 1) return 'none';
  const rules = system.seats.map(({ id }) => oddsOf(councilOf(position, id)));
  if (rules.includes('off')) return 'none';
  const sealed = orderBallots(table).some(({ rules: { sealed } }) => sealed);
  return rules.every((rule) => rule === 'always') && !sealed ? 'all' : 'decided';
}

/** "Overland, 21 Nov, lost". */
export function titled({ tables }: Games, game: GameRecord, now: number): string {
  const { system, position } = tables.table(game);
  const outcome = system.outcome(position.state);
  return `${markOf(game)}${system.title}, ${dayOf(game.startedAt, now)}, ${outcome ? result(outcome.winner) : unfinished(game)}`;

  function result(winner: string | null): string {
    if (system.seats.length === 1) return winner === null ? 'lost' : 'won';
    const name = system.seats.find(({ id }) => id === winner)?.name;
    return name === undefined ? 'drawn' : `${name} won`;
  }
}

function choiceOf({ game, seq }: WhatIfPoint): string {
  return `${game.id}:${seq}`;
}

function unfinished({ ended }: GameRecord): string {
  return ended ? 'abandoned' : 'being played';
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** "21 Nov", with its year where that is not this one. */
export function dayOf(time: number, now: number): string {
  const [day, today] = [new Date(time), new Date(now)];
  const year = day.getUTCFullYear();
  const date = `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]}`;
  return year === today.getUTCFullYear() ? date : `${date} ${year}`;
}

function labelled(title: string, { next, turning }: WhatIfPoint): string {
  if (next === null) return clipped(`${title}: where it stands`, LONGEST_LABEL);
  const mark = turning ? ' (turning point)' : '';
  return clipped(`${title}: before order ${next.number}, ${next.text}`, LONGEST_LABEL - mark.length) + mark;
}
