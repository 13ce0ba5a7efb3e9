import { createHash } from 'node:crypto';
import type { System, Throw } from '../../../game/index.ts';
import { BrokenData, type Library } from '../../table/game-library.ts';
import { sealOf } from '../../table/game-secret.ts';
import { headsIn } from '../../table/log-head.ts';
import { IncompatibleLog } from '../../table/replay-log.ts';
import type { Seen } from '../../table/rolls-taken-back.ts';
import { archiveOf, hidesSomething } from './archive.ts';
import { checkDecisions } from './check-decisions.ts';
import { checkDigests } from './check-digests.ts';
import { checkHeads } from './check-heads.ts';
import { checkRebuilt } from './check-rebuilt.ts';
import { checkRolls } from './check-rolls.ts';
import { checkFits, checkOrders } from './check-structure.ts';
import type { GameArchive } from './export-redaction.ts';
import type { Undigested } from './file-digests.ts';
import { type Finding, Findings } from './findings.ts';
import { pathAt } from './json-scan.ts';
import { decode, parsed } from './read-text.ts';
import type { ReadGame } from './replay-schema.ts';
import { shaped } from './schema-findings.ts';

/** What became of going through a file. */
export interface Inspection {
  /** In the order they were looked for; only the first of very many. */
  readonly findings: readonly Finding[];
  /** All of them. */
  readonly count: number;
  /** Null: what was read is no game. */
  readonly game: ReadGame | null;
  /** What its parts come to; null: it has no digests, or is no game. */
  readonly fingerprint: string | null;
  /** Dice and shuffles thrown again; null: the secret is not out yet. */
  readonly throws: number | null;
  /** Whether its orders were carried out again by the rules. */
  readonly played: boolean;
  /** Whether something in it stays hidden until its end, so that they cannot be. */
  readonly hides: boolean;
  /** Heads that were posted and belong to its log; null: there are none, or they can't be compared yet. */
  readonly heads: number | null;
  /** Counters that were dealt face down, all of which stayed what they were; null: it has none, or that can't be known yet. */
  readonly counters: number | null;
  /** Things taken back after they had been seen; `null` if the orders were not carried out again. */
  readonly takenBack: Seen | null;
  /** Whether it was played with other rules data than this copy has. */
  readonly otherData: boolean;
}

/** Goes through all of a file: how it is written, its digests, its dice, and what the rules make of its log. */
export function inspect(bytes: Uint8Array, library: Library, posted = ''): Inspection {
  const { text, faults, readable } = decode(bytes);
  const findings = new Findings(text);
  for (const { offset, what } of faults) findings.addAt(offset, pathAt(text, offset), what);
  const value = readable ? parsed(text, findings) : undefined;
  const game = value === undefined ? null : shaped(value, findings);
  const proof = game ? prove(game, library, posted, findings) : NO_PROOF;
  return { findings: findings.told, count: findings.count, game, ...proof };
}

type Proof = Omit<Inspection, 'findings' | 'count' | 'game'>;

const NO_PROOF: Proof = {
  fingerprint: null,
  throws: null,
  played: false,
  hides: false,
  heads: null,
  counters: null,
  takenBack: null,
  otherData: false,
};

function prove(game: ReadGame, library: Library, posted: string, findings: Findings): Proof {
  const { digests } = game;
  const fingerprint = digests ? checkDigests(game as unknown as Undigested, digests, findings) : null;
  const installed = library.editions.find(({ system }) => system.id === game.system.id)?.dataset;
  const dataset = datasetOf(game);
  if (dataset.hash !== game.dataset.hash)
    findings.add(['dataset', 'hash'], 'It isn’t the hash of the rules data in this file.');
  const proof = { ...NO_PROOF, fingerprint, hides: hidesSomething(game), otherData: installed?.hash !== dataset.hash };
  if (!checkFits(game, findings)) return proof;
  const archive = archiveOf(game);
  const throws = game.secret === null ? null : checkDice(game, archive, findings);
  const sealed = game.secret === null || proof.hides || headsIn(posted, game.game).length === 0;
  const heads = sealed ? null : checkHeads(game, archive, posted, findings);
  const thrown = { ...proof, throws, heads };
  const system = systemOf(game, library, dataset, findings);
  if (!system || !checkOrders(game, system, findings)) return thrown;
  if (proof.hides) return thrown;
  checkDecisions(game, archive, findings);
  const rebuilt = checkRules(game, system, archive, findings);
  return {
    ...thrown,
    played: rebuilt !== null,
    counters: rebuilt?.counters || null,
    takenBack: rebuilt?.takenBack ?? null,
  };
}

function datasetOf({ system, dataset }: ReadGame): {
  readonly hash: string;
  readonly system: string;
  readonly files: string;
} {
  const files = JSON.stringify(dataset.files);
  const hash = createHash('sha256').update(system.id).update('\n').update(files).digest('hex');
  return { hash, system: system.id, files };
}

/** The rules over the file's own data; null: there are none, and why is found. */
function systemOf(
  { system }: ReadGame,
  library: Library,
  dataset: ReturnType<typeof datasetOf>,
  findings: Findings,
): System | null {
  if (!library.editions.some((edition) => edition.system.id === system.id)) {
    findings.add(
      ['system', 'id'],
      'This copy of Council of War doesn’t have the rules of this game, so its orders can’t be checked.',
    );
    return null;
  }
  try {
    return library.edition(dataset).system;
  } catch (error) {
    if (!(error instanceof BrokenData)) throw error;
    findings.add(
      ['dataset', 'files'],
      `The game can’t be played with this data: ${error.message.replaceAll('\n', '; ')}.`,
    );
    return null;
  }
}

/** Throws all dice again from the secret. Gives how many there are. */
function checkDice(game: ReadGame, { game: sealed, entries }: GameArchive, findings: Findings): number {
  if (sealOf(sealed.secret) !== game.seal) {
    // Where its digest tells of the same fault, once is enough.
    if (!findings.has(['secret']) && !findings.has(['seal']))
      findings.add(['secret'], 'It does not match the seal that was published at the start.');
    return 0;
  }
  const throws = checkRolls(sealed, entries);
  for (const { seq, thrown, due, honest } of throws) {
    if (!honest) findings.add(['log', seq, 'throws'], dishonest(thrown, due));
  }
  return throws.length;
}

function dishonest(thrown: Throw, due: Throw | null): string {
  const what = `“${thrown.purpose}”`;
  if (due === null) return `${what} was rolled, but no roll was needed.`;
  if (due.kind === 'die' && thrown.kind === 'die' && due.face !== thrown.face) {
    return `${what} shows ${thrown.face}, but the sealed secret gives ${due.face}.`;
  }
  if (due.kind === 'shuffle' && thrown.kind === 'shuffle') {
    const place = due.deal.findIndex((card, at) => card !== thrown.deal[at]);
    const [shown, dealt] = [thrown.deal[place], due.deal[place]];
    if (shown !== undefined && dealt !== undefined)
      return `${what} has card ${shown + 1} in place ${place + 1}, but the sealed secret gives card ${dealt + 1} there.`;
  }
  return `${what} is not what the sealed secret gives.`;
}

/** Carries out every order again. Gives how many counters lay face down; null: the rules do not accept all orders. */
function checkRules(game: ReadGame, system: System, archive: GameArchive, findings: Findings) {
  try {
    return checkRebuilt(game, system, archive, findings);
  } catch (error) {
    if (!(error instanceof IncompatibleLog)) throw error;
    const seq = /^entry (\d+)/.exec(error.message)?.[1];
    const why = error.message.replace(/^entry \d+:? ?/, '');
    findings.add(seq === undefined ? ['log'] : ['log', Number(seq)], `The rules do not accept it: ${why}`);
    return null;
  }
}
