import { createHash } from 'node:crypto';
import { canonical, type Json } from '../../../game/index.ts';
import type { ExportedDigests } from './replay-schema.ts';

/** A file before its digests: any JSON of such an outline, so that one somebody has changed can be gone through as well. */
export interface Undigested {
  readonly [part: string]: Json | undefined;
  readonly log: readonly Json[];
  readonly ballots: readonly Json[];
}

/** The digests a file must have; `replay-schema.ts` says how they are made. */
export function digestsOf({ log, ballots, digests: _, ...head }: Undigested): ExportedDigests {
  const parts = {
    head: Object.fromEntries(Object.entries(head).map(([part, value]) => [part, digestOf(value ?? null)])),
    log: log.map(digestOf),
    ballots: ballots.map(digestOf),
  };
  return { ...parts, fingerprint: fingerprintOf(parts) };
}

/** The digest of one part: 32 hex digits. */
export function digestOf(part: Json): string {
  return sha256(part).slice(0, 32);
}

/** The digest over all digests: 64 hex digits. */
export function fingerprintOf({ head, log, ballots }: Omit<ExportedDigests, 'fingerprint'>): string {
  return sha256({ head, log, ballots });
}

function sha256(value: Json): string {
  return createHash('sha256').update(canonical(value), 'utf8').digest('hex');
}
