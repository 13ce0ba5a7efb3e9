import { z } from 'zod';
import type { DataFault, Json } from '../../../src/game/index.ts';
import { SIDES } from './vocabulary.ts';

const name = z.string().min(1).max(30);
/** Three of them, a regiment and its reserves, fit a button. */
const regimentName = z.string().min(1).max(21);
const regiments = z.record(
  z.string().regex(/^[a-z0-9-]{1,32}$/, 'a regiment is named in lower case, with hyphens'),
  z.strictObject({ name: regimentName, strength: z.int().min(1).max(20) }),
);

const file = z
  .strictObject({
    name,
    hand: z.int().min(2).max(10),
    /** The most cards that may be committed behind a regiment; each adds 1. */
    reserves: z.int().min(0).max(2),
    roads: z.array(name).min(1).max(9),
    regiments: z.strictObject({ union: regiments, confederate: regiments }),
  })
  .superRefine((data, check) => {
    const fault = (path: (string | number)[], message: string) => check.addIssue({ code: 'custom', path, message });
    if (data.reserves > data.hand - 2) fault(['reserves'], 'must leave a card of the hand to stand with');
    const needed = data.hand * (data.roads.length - 1) + 1;
    for (const side of SIDES) {
      const count = Object.keys(data.regiments[side]).length;
      if (count < needed) fault(['regiments', side], `needs ${needed} regiments to last ${data.roads.length} roads`);
    }
    const ids = SIDES.flatMap((side) => Object.keys(data.regiments[side]));
    const names = SIDES.flatMap((side) =>
      Object.values(data.regiments[side]).map((regiment) => regiment.name.toLowerCase()),
    );
    if (new Set(ids).size < ids.length || new Set(names).size < names.length) {
      fault(['regiments'], 'no two regiments share an id or a name');
    }
  });

export type Data = z.infer<typeof file>;

/** Reads `picket-line.json`, or says everything that is wrong with it. */
export function readData(name: string, json: Json | undefined): Data | readonly DataFault[] {
  const parsed = file.safeParse(json);
  if (parsed.success) return parsed.data;
  return parsed.error.issues.map((issue) => ({
    file: name,
    path: issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key)),
    reason: issue.message,
  }));
}
