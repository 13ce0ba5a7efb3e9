import { atMost, count, grouped, linesWithin } from '../../../kit/plain-english.ts';

import { areaOf } from '../areas.ts';
import type { Field } from '../field.ts';
import type { Event, PieceId } from '../vocabulary.ts';
import { aftermathLength, battle } from './battle-brief.ts';
import { tell } from './sentences.ts';
import { namesOfIds, sideAdjective } from './unit-names.ts';

/** Lines and characters of a summary of several orders. */
const LINES = 12;
const LONGEST = 900;
/** Names in a line. */
const MOST = 6;

type Moved = Event & { readonly type: 'moved' };
type Left = Event & { readonly type: 'left' };

/** Marches are counted. A planned battle is named until it is fought, and then gets a line with its result. */
export function digest(field: Field, events: readonly Event[]): readonly string[] {
  const lines: string[] = [];
  let gone: (Moved | Left)[] = [];
  const marched = () => {
    lines.push(...marches(field, gone), ...departures(field, gone));
    gone = [];
  };
  const laid = new Map<string, string>();
  const settled = new Set(events.flatMap((event) => (event.type === 'fought' ? [event.battle.hexes.join('+')] : [])));
  const ahead = () => planned([...laid].filter(([hexes]) => !settled.has(hexes)));
  for (let at = 0; at < events.length; at++) {
    const event = events[at] as Event;
    if (event.type === 'moved' || event.type === 'left') {
      gone.push(event);
      continue;
    }
    marched();
    if (event.type === 'laid') laid.set(event.battle.hexes.join('+'), event.reckoning.column);
    else if (event.type === 'struck') laid.delete(event.hexes.join('+'));
    else if (event.type === 'plan') lines.push(ahead());
    else if (event.type === 'fought') {
      const after = events.slice(at + 1);
      const length = aftermathLength(after);
      lines.push(battle(field, event, after.slice(0, length)));
      at += length;
    } else lines.push(tell(field, event));
  }
  marched();
  if (!events.some(({ type }) => type === 'plan')) lines.push(ahead());
  return withinRoom(lines.filter((line) => line !== ''));
}

const NOT_OF_PHASE: readonly Event['type'][] = ['opened', 'phase', 'quiet', 'moved', 'laid', 'struck', 'plan'];

/** Whether a phase's board tells an event: its picture already shows places, and its agenda planned battles. */
export function isOfPhase({ type }: Event): boolean {
  return !NOT_OF_PHASE.includes(type);
}

/** "Couch and Palmer leave the map at 1528 White Oak Bridge road." */
function departures(field: Field, gone: readonly (Moved | Left)[]): string[] {
  const left = gone.filter((event) => event.type === 'left');
  return grouped(left, ({ by }) => by).flatMap(([, some]) => {
    const [first] = some;
    return first ? [tell(field, { ...first, pieces: some.flatMap(({ pieces }) => [...pieces]) })] : [];
  });
}

/** "3 battles planned: 1107 at 2-1, …" */
function planned(laid: readonly (readonly [hexes: string, column: string])[]): string {
  const standing = laid.map(([hexes, column]) => `${hexes} at ${column}`);
  if (standing.length === 0) return '';
  return `${count(standing.length, 'battle')} planned: ${atMost(standing, MOST)}.`;
}

function marches(field: Field, gone: readonly (Moved | Left)[]): string[] {
  const moves = gone.filter((event) => event.type === 'moved');
  const arrived = moves.filter(({ from }) => from === null);
  const marched = moves.filter(({ from }) => from !== null);
  const units = (some: readonly Moved[]): PieceId[] => some.flatMap(({ pieces }) => [...pieces]);
  const come = grouped(arrived, ({ way }) => way[0] ?? '').map(
    ([hex, some]) =>
      `${namesOfIds(field, units(some), MOST)} ${units(some).length === 1 ? 'enters' : 'enter'} at ${hex}.`,
  );
  const moved = units(marched).length;
  if (moved === 0) return come;
  const told = moved <= MOST ? marched.map((event) => tell(field, event)) : [massed(field, marched)];
  return [...come, ...told];
}

/** "13 Union units move; most of them are now round Trent's." */
function massed(field: Field, marched: readonly Moved[]): string {
  const where = new Map<string, number>();
  let all = 0;
  for (const { pieces, way } of marched) {
    const { at } = areaOf(field, way.at(-1) ?? '');
    where.set(at, (where.get(at) ?? 0) + pieces.length);
    all += pieces.length;
  }
  const [most] = [...where].sort(([, one], [, other]) => other - one);
  const whose = sideAdjective(marched[0]?.side ?? 'union');
  const goal =
    most === undefined
      ? ''
      : `; ${most[1] * 2 > all ? 'most of them' : `${most[1]} of them`} ${most[1] === 1 ? 'is' : 'are'} now ${most[0]}`;
  return `${count(all, `${whose} unit`)} move${goal}.`;
}

function withinRoom(lines: readonly string[]): readonly string[] {
  if (lines.length <= LINES && lines.join('\n').length <= LONGEST) return lines;
  return [...linesWithin(lines.slice(0, LINES - 1), LONGEST - MORE.length - 1), MORE];
}

const MORE = '… and more: see `/log`.';
