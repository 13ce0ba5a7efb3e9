import type { Draft } from '../game/index.ts';
import { answered, type Drafting, readWay, walked } from './drafts.ts';
import { isPaged, MORE, onPage, remarked } from './menu.ts';

/** A draft with what was chosen for a slot of it; where that is what comes after the first choices, those are asked next. */
export function chosenIn(draft: Draft, slot: string, values: readonly string[]): Drafting {
  return (table, seat) => {
    const walk = walked(table, seat, draft);
    const { open } = walk;
    if (open?.slot !== slot) return { draft: { ...draft, [slot]: values[0] ?? '' } };
    const isMore = values[0] === MORE && !open.choices.some(({ value }) => value === MORE);
    return isMore ? { draft, page: 1 } : { draft: { ...draft, ...answered(walk, values) } };
  };
}

/** The same by the way to the draft. `values` null: nothing is chosen. Of several that are not all listed, a choice only marks. */
export function chosenOnWay(way: string, page: number, values: readonly string[] | null): Drafting {
  return (table, seat) => {
    const read = readWay(table, seat, way);
    if (!read || values === null) return read && { ...read, page };
    const walk = walked(table, seat, read.draft);
    const { open } = walk;
    if (open === null || !values.every((value) => onPage(open, page).some((one) => one.value === value))) return null;
    if (open.several && isPaged(open)) return { ...read, page, marked: remarked(open, page, read.marked, values) };
    return { draft: answered(walk, values) };
  };
}
