import type { Json } from '../../../game/index.ts';
import { digestOf, digestsOf, fingerprintOf, type Undigested } from './file-digests.ts';
import type { Findings } from './findings.ts';
import type { JsonPath } from './json-scan.ts';
import type { ExportedDigests } from './replay-schema.ts';

/** Compares each part of a file with its digest, and says which of the two was changed. Gives the fingerprint it ought to have. */
export function checkDigests(file: Undigested, told: ExportedDigests, findings: Findings): string {
  const due = digestsOf(file);
  const mismatches = [
    ...inHead(file, due.head, told.head),
    ...inList('log', file.log, due.log, told.log),
    ...inList('ballots', file.ballots, due.ballots, told.ballots),
  ];
  // Where the parts come to the fingerprint told, they are what they were, and their digests are not.
  const digestsChanged = due.fingerprint === told.fingerprint;
  for (const { path, what } of mismatches) {
    const digest = path.length === 1 ? ['digests', 'head', ...path] : ['digests', ...path];
    if (digestsChanged) findings.add(digest, 'This digest was changed. Its part was not.');
    else findings.add(path, what);
  }
  const summed = fingerprintOf(told) === told.fingerprint;
  if (mismatches.length === 0 && !summed) {
    findings.add(['digests', 'fingerprint'], 'It was changed. The digests were not.');
  } else if (!summed && !digestsChanged) {
    findings.add(['digests', 'fingerprint'], 'It is not the fingerprint of these digests.');
  }
  return due.fingerprint;
}

interface Mismatch {
  readonly path: JsonPath;
  readonly what: string;
}

function inHead(file: Undigested, due: ExportedDigests['head'], told: ExportedDigests['head']): Mismatch[] {
  const parts = new Set([...Object.keys(due), ...Object.keys(told)]);
  return [...parts].flatMap((part) => compared([part], own(file, part), own(told, part), own(due, part)));
}

function inList(
  list: 'log' | 'ballots',
  parts: readonly Json[],
  due: readonly string[],
  told: readonly string[],
): Mismatch[] {
  if (due.length === told.length) {
    return due.flatMap((is, index) => compared([list, index], parts[index], told[index], is));
  }
  const first = due.findIndex((is, index) => is !== told[index]);
  const counted = (count: number) => `${count} ${NOUNS[list][count === 1 ? 0 : 1]}`;
  const how = due.length < told.length ? 'taken out' : 'added';
  const what = `The file has ${counted(due.length)}, but digests for ${told.length}: something was ${how} here.`;
  return [{ path: [list, first < 0 ? due.length : first], what }];
}

const NOUNS = { log: ['entry', 'entries'], ballots: ['ballot', 'ballots'] } as const;

function compared(path: JsonPath, part: Json | undefined, was: string | undefined, is: string | undefined): Mismatch[] {
  if (was === is) return [];
  if (was === undefined) return [{ path, what: 'It has no digest.' }];
  if (is === undefined || part === undefined) {
    return [{ path: ['digests', 'head', ...path], what: 'The file has no part for this digest.' }];
  }
  return [{ path, what: `It was changed: it doesn’t match its digest.${rewritten(part, was)}` }];
}

/** Programs that handle files may write accents in another way, which looks the same. */
function rewritten(part: Json, digest: string): string {
  const text = JSON.stringify(part);
  const form = (['NFC', 'NFD'] as const).find((one) => digestOf(JSON.parse(text.normalize(one)) as Json) === digest);
  return form === undefined ? '' : ` Only the way its accents are encoded has changed (it was Unicode ${form}).`;
}

function own<Value>(members: { readonly [part: string]: Value }, part: string): Value | undefined {
  return Object.hasOwn(members, part) ? members[part] : undefined;
}
