/** A move in one line: "2206: McCook, Negley 2107, cavalry to 2108 via 2107". */
export interface MoveLine {
  readonly from: string;
  /** Blocks by the place they go to, as typed; a place stands once. */
  readonly going: ReadonlyMap<string, readonly string[]>;
  /** Blocks with no place after them. */
  readonly nowhere: readonly string[];
}

/** Returns `null` for a text of any other form. */
export function readMoveLine(text: string): MoveLine | null {
  const [, from, rest] = /^\s*([^:]+?)\s*:(.+)$/s.exec(text) ?? [];
  if (from === undefined || rest === undefined) return null;
  const going = new Map<string, readonly string[]>();
  let waiting: string[] = [];
  for (const part of rest.split(',')) {
    const found = PLACED.exec(part) ?? SENT.exec(part);
    const [name = part, to] = found ? [found[1], found[2]] : [];
    if (name.trim() !== '') waiting.push(name.trim());
    if (to === undefined) continue;
    const place = to.replace(/\s+/g, ' ').toLowerCase();
    going.set(place, [...(going.get(place) ?? []), ...waiting]);
    waiting = [];
  }
  return { from, going, nowhere: waiting };
}

const PLACED = /^\s*(.*?)\s+(?:to\s+)?(\d{4}(?:\s+(?:by|via|from)\s+\d{4})?)\s*$/is;
const SENT = /^\s*(.*?)\s+to\s+(.+?)\s*$/is;
