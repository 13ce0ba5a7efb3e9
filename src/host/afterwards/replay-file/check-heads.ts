import { capital, listed } from '../../../kit/plain-english.ts';
import { chainAfter, headOf, headsIn } from '../../table/log-head.ts';
import type { GameArchive } from './export-redaction.ts';
import type { Findings } from './findings.ts';
import type { ReadGame } from './replay-schema.ts';

/** Entries that are named where one of them was changed, at most. */
const NAMED = 6;

/** Compares heads that were posted with the log, and says between which two of them it was changed. Gives how many belong to it. */
export function checkHeads(
  game: ReadGame,
  { game: sealed, entries }: GameArchive,
  posted: string,
  findings: Findings,
): number {
  const chains: string[] = [];
  for (const entry of entries) chains.push(chainAfter(chains.at(-1) ?? '', entry));
  let fitting = 0;
  let last = -1;
  for (const { seq, head } of headsIn(posted, sealed.id)) {
    const chain = chains[seq];
    if (chain !== undefined && headOf(sealed, seq, chain) === head) {
      fitting += 1;
      last = seq;
      continue;
    }
    const path = chain === undefined ? ['log'] : ['log', seq];
    findings.add(
      path,
      chain === undefined
        ? `A post has a sealed log for entry ${seq}, but the log ends before it.`
        : changed(game, last, seq),
    );
    break;
  }
  return fitting;
}

function changed({ log }: ReadGame, last: number, seq: number): string {
  const suspects = log.slice(last + 1, seq + 1).flatMap((entry) => {
    if (entry.kind === 'order') return [`entry ${entry.seq} (${entry.seat}: ${entry.said})`];
    return entry.kind === 'start' || entry.kind === 'undo' ? [`entry ${entry.seq}`] : [];
  });
  const named = suspects.length > NAMED ? [...suspects.slice(0, NAMED), `${suspects.length - NAMED} more`] : suspects;
  const other = last === seq ? 'another one for the same entry' : `the one for entry ${last}`;
  const before = last < 0 ? '' : `; ${other} does`;
  const mismatch = `The sealed log posted for entry ${seq} doesn’t match this log${before}.`;
  const [only, ...others] = named;
  if (only === undefined) return mismatch;
  return others.length === 0
    ? `${mismatch} ${capital(only)} was changed.`
    : `${mismatch} One of these was changed: ${listed(named, ' or ')}.`;
}
