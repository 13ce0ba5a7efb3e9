import type { Chapter, Story } from '../../../game/index.ts';
import { clipped } from '../../base/reply.ts';
import type { PlayedGame, PlayedOrder } from '../../table/played-game.ts';
import { RECAP } from './recap-words.ts';

/** Characters of a whole story, of its headline, and how many chapters it has at most. */
const ROOM = 1200;
const HEADLINE = 80;
const CHAPTERS = 4;

/** A game whose system has no story, told in the sentences of its log: what the last orders of each part did. */
export function eventByEvent(playedGame: PlayedGame): Story {
  const headline = headlineOf(playedGame);
  const parts = cut(playedGame.givenOrders);
  const room = Math.floor((ROOM - headline.length) / Math.max(1, parts.length));
  return { headline, chapters: parts.map((part) => chapter(playedGame, part, room)) };
}

function headlineOf({ system, position, game }: PlayedGame): string {
  const outcome = system.outcome(position.state);
  const whole = outcome?.headline ?? `${system.title}: ${game.ended ? 'abandoned' : RECAP.goesOn}`;
  return clipped(whole.replace(/\.\s.*$|\.$/s, ''), HEADLINE);
}

interface Part {
  /** The number of its first order, from 1. */
  readonly first: number;
  readonly orders: readonly PlayedOrder[];
}

function cut(orders: readonly PlayedOrder[]): Part[] {
  const size = Math.ceil(orders.length / CHAPTERS);
  return Array.from({ length: Math.min(CHAPTERS, orders.length) }, (_, index) => ({
    first: index * size + 1,
    orders: orders.slice(index * size, (index + 1) * size),
  })).filter((part) => part.orders.length > 0);
}

function chapter({ system }: PlayedGame, { first, orders }: Part, room: number): Chapter {
  const last = first + orders.length - 1;
  const when = first === last ? `Order ${first}` : `Orders ${first} – ${last}`;
  const sentences = orders.flatMap(({ events }) => events.flatMap((event) => system.tell(event, 'public') ?? []));
  return { when, text: latest(sentences, room - when.length) || RECAP.nothingSeen, really: null };
}

/** As many of the last sentences as there is room for, in their order. */
function latest(sentences: readonly string[], room: number): string {
  const found: string[] = [];
  for (const sentence of sentences.toReversed()) {
    if ([sentence, ...found].join(' ').length > room) break;
    found.unshift(sentence);
  }
  return found.length > 0 ? found.join(' ') : clipped(sentences.at(-1) ?? '', room);
}
