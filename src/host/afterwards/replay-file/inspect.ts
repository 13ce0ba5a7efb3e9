import { isRefusal, type Json, type Order, orderKey, type System, type Throw } from '../../../game/index.ts';
import { capital, firstOf, listed } from '../../../kit/plain-english.ts';
import type { DatasetRecord } from '../../../store/index.ts';
import { CANCELLED } from '../../base/voting-words.ts';
import { BrokenData, datasetOf, type Library } from '../../table/game-library.ts';
import { chainAfter, headOf, headsIn, sealOf } from '../../table/game-secret.ts';
import type { Seen } from '../../table/rolls-taken-back.ts';
import { archiveOf, fileHidesSomething } from './archive.ts';
import { checkBallots, decideBallots } from './check-ballots.ts';
import { checkRebuilt } from './check-rebuilt.ts';
import { checkRolls } from './check-rolls.ts';
import type { GameArchive } from './export-redaction.ts';
import type { Finding, Findings, JsonPath } from './findings.ts';
import { readFile } from './read-file.ts';
import {
  digestOf,
  digestsOf,
  type ExportedBallot,
  type ExportedDigests,
  fingerprintOf,
  type ReadGame,
  type Undigested,
} from './replay-schema.ts';

export interface Inspection {
  /** Causes first. Of very many, only the first. */
  readonly findings: readonly Finding[];
  /** How many findings there are in all. */
  readonly count: number;
  readonly game: ReadGame | null;
  /** Null if the file has no digests. */
  readonly fingerprint: string | null;
  /** How many dice and shuffles were thrown again; null while the secret is not published. */
  readonly throws: number | null;
  /** The rules have carried out all orders again. */
  readonly played: boolean;
  /** The file lacks secrets until the game ends, so its orders can't be carried out again yet. */
  readonly hides: boolean;
  /** How many posted heads belong to the log; null if there are none, or they can't be compared yet. */
  readonly heads: number | null;
  /** How many counters were dealt face down; null if none were, or that can't be checked yet. */
  readonly counters: number | null;
  /** Null if the orders were not carried out again. */
  readonly takenBack: Seen | null;
  /** The rules data of the file differ from this copy's. */
  readonly otherData: boolean;
}

/**
 * Checks all of a file: its digests, its dice, and its ballots, which are decided anew. Then compares it with the file
 * that its log and the rules make.
 * @param posted text of the channel, whose heads of the log are compared
 */
export function inspect(bytes: Uint8Array, library: Library, posted = ''): Inspection {
  const { game, findings } = readFile(bytes);
  const proof = game ? prove(game, library, posted, findings) : NO_PROOF;
  const openings = game?.ballots.map(({ after }) => after) ?? [];
  return { findings: findings.causesFirst(openings), count: findings.count, game, ...proof };
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
  const dataset = datasetOf(game.system.id, game.dataset.files);
  if (dataset.hash !== game.dataset.hash)
    findings.add(['dataset', 'hash'], 'It isn’t the hash of the rules data in this file.');
  const proof = {
    ...NO_PROOF,
    fingerprint,
    hides: fileHidesSomething(game),
    otherData: installed?.hash !== dataset.hash,
  };
  if (!checkConsistency(game, findings)) return proof;
  const archive = archiveOf(game);
  const throws = game.secret === null ? null : checkDice(game, archive, findings);
  const areComparable = game.secret !== null && !proof.hides && headsIn(posted, game.game).length > 0;
  const heads = areComparable ? checkHeads(game, archive, posted, findings) : null;
  const withDice = { ...proof, throws, heads };
  const system = systemOf(game, library, dataset, findings);
  if (proof.hides) checkRepeated(game, findings);
  if (!system || !checkOrders(game, system, findings) || proof.hides) return withDice;
  const decided = decideBallots(game, archive);
  checkBallots(game, decided, findings);
  const rebuilt = checkRebuilt(game, system, decided, findings);
  return {
    ...withDice,
    played: rebuilt !== null,
    counters: rebuilt?.counters || null,
    takenBack: rebuilt?.takenBack ?? null,
  };
}

/** Finds changed parts and changed digests. Returns the right fingerprint. */
function checkDigests(file: Undigested, told: ExportedDigests, findings: Findings): string {
  const due = digestsOf(file);
  // If the parts give the file's fingerprint, the digests were changed and not the parts.
  const digestsChanged = due.fingerprint === told.fingerprint;
  const before = findings.count;
  const compare = (path: JsonPath, part: Json | undefined, was: string | undefined, is: string | undefined) => {
    if (was === is) return;
    const digest = ['digests', ...(path.length === 1 ? ['head'] : []), ...path];
    if (digestsChanged) findings.add(digest, 'This digest was changed. Its part was not.');
    else if (was === undefined) findings.add(path, 'It has no digest.');
    else if (part === undefined) findings.add(digest, 'The file has no part for this digest.');
    else findings.add(path, `It was changed: it doesn’t match its digest.${rewritten(part, was)}`);
  };
  const [digestInFile, dueDigest] = [new Map(Object.entries(told.head)), new Map(Object.entries(due.head))];
  const parts = new Map(Object.entries(file));
  for (const part of new Set([...dueDigest.keys(), ...digestInFile.keys()]))
    compare([part], parts.get(part), digestInFile.get(part), dueDigest.get(part));
  for (const list of ['log', 'ballots'] as const) {
    const [was, is] = [told[list], due[list]];
    if (was.length === is.length) {
      for (const [index, digest] of is.entries()) compare([list, index], file[list][index], was[index], digest);
      continue;
    }
    const first = is.findIndex((digest, index) => digest !== was[index]);
    const many = `${is.length} ${NOUNS[list][is.length === 1 ? 0 : 1]}`;
    const how = is.length < was.length ? 'taken out' : 'added';
    const what = `The file has ${many}, but digests for ${was.length}: something was ${how} here.`;
    findings.add(digestsChanged ? ['digests', list] : [list, first < 0 ? is.length : first], what);
  }
  const summed = fingerprintOf(told) === told.fingerprint;
  if (findings.count === before && !summed)
    findings.add(['digests', 'fingerprint'], 'It was changed. The digests were not.');
  else if (!summed && !digestsChanged)
    findings.add(['digests', 'fingerprint'], 'It is not the fingerprint of these digests.');
  return due.fingerprint;
}

const NOUNS = { log: ['entry', 'entries'], ballots: ['ballot', 'ballots'] } as const;

/** Notes that a part differs only in the encoding of accents, which some programs change. */
function rewritten(part: Json, digest: string): string {
  const text = JSON.stringify(part);
  const form = (['NFC', 'NFD'] as const).find((one) => digestOf(JSON.parse(text.normalize(one)) as Json) === digest);
  return form === undefined ? '' : ` Only the way its accents are encoded has changed (it was Unicode ${form}).`;
}

function systemOf({ system }: ReadGame, library: Library, dataset: DatasetRecord, findings: Findings): System | null {
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

/** Throws all dice again from the secret. Returns their number. */
function checkDice(game: ReadGame, { game: sealed, entries }: GameArchive, findings: Findings): number {
  if (sealOf(sealed.secret) !== game.seal) {
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

const NAMED = 6;

/** Compares posted heads with the log, and finds between which two the log was changed. Returns how many fit it. */
function checkHeads(
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
    if (chain === undefined)
      findings.add(['log'], `A post has a sealed log for entry ${seq}, but the log ends before it.`);
    else findings.add(['log', seq], changedBetween(game, last, seq));
    break;
  }
  return fitting;
}

/** @param last the entry of the last posted head that fits the log; -1 if none does */
function changedBetween({ log }: ReadGame, last: number, seq: number): string {
  const suspects = log.slice(last + 1, seq + 1).flatMap((entry) => {
    if (entry.kind === 'order') return [`entry ${entry.seq} (${entry.seat}: ${entry.said})`];
    return entry.kind === 'start' || entry.kind === 'undo' ? [`entry ${entry.seq}`] : [];
  });
  const named = firstOf(suspects, NAMED, (left) => `${left} more`);
  const other = last === seq ? 'another one for the same entry' : `the one for entry ${last}`;
  const before = last < 0 ? '' : `; ${other} does`;
  const mismatch = `The sealed log posted for entry ${seq} doesn’t match this log${before}.`;
  const [only, ...others] = named;
  if (only === undefined) return mismatch;
  return others.length === 0
    ? `${mismatch} ${capital(only)} was changed.`
    : `${mismatch} One of these was changed: ${listed(named, ' or ')}.`;
}

/** Returns false if parts of a file don't fit each other, so that no further check is possible. */
function checkConsistency(game: ReadGame, findings: Findings): boolean {
  const before = findings.count;
  const must = (right: boolean, path: JsonPath, what: string) => {
    if (!right) findings.add(path, what);
  };
  const { log, ballots, ended, secret, whatIf } = game;
  const isBallot = (number: number | null) => number === null || (number >= 1 && number <= ballots.length);

  log.forEach((entry, index) => {
    must(entry.seq === index, ['log', index, 'seq'], `Its number is ${entry.seq}, but ${index} comes next.`);
    must((entry.kind === 'start') === (index === 0), ['log', index], 'A log has one start, as its first entry.');
    const isLast = index === log.length - 1;
    must(entry.kind !== 'abandon' || isLast, ['log', index], 'Something follows the end of the game.');
    if (entry.kind === 'undo')
      must(entry.takesBack < index, ['log', index, 'takesBack'], 'No order before it has this number.');
    if ('ballot' in entry) must(isBallot(entry.ballot), ['log', index, 'ballot'], 'The file has no such ballot.');
  });
  ballots.forEach(({ closed, after, subject, proposed }, index) => {
    const path = ['ballots', index];
    must(
      (subject === 'council') === (proposed !== null),
      [...path, 'proposed'],
      'It doesn’t fit the ballot’s subject.',
    );
    must(after < log.length, [...path, 'after'], 'The log has no such entry.');
    must(closed !== null || ended === null, [...path, 'closed'], 'The game has ended, but this is still open.');
    must(closed === null || closesSo(closed), [...path, 'closed', 'why'], 'No ballot closes like that.');
    const decides = closed !== null && closed.how !== 'void';
    must(decides === !!closed?.decision, [...path, 'closed'], 'A ballot has a decision unless it was cancelled.');
  });
  eachMember(game, (key, value, path) => {
    const isHidden = key === 'among' && Array.isArray(value) && value.length === 0;
    must(!isHidden || !ended, path, 'The game has ended, so a tie must name its choices.');
    if (value === null || (key !== 'choice' && path.at(-2) !== 'among')) return;
    const [part, index] = path;
    const subject = part === 'ballots' ? ballots[Number(index)]?.subject : 'order';
    must((typeof value === 'string') === (subject === 'council'), path, 'This couldn’t be voted for here.');
  });
  const [start] = log;
  const branches = start?.kind === 'start' && start.inherited !== undefined;
  must(
    branches === Boolean(whatIf),
    branches ? ['log', 0, 'inherited'] : ['whatIf'],
    'A “what if” must name the game it branches from and the orders it takes over.',
  );
  must((secret === null) === (ended === null), ['secret'], 'The secret is published when the game ends, not before.');
  must(
    !ended || !fileHidesSomething(game),
    ['ended'],
    'The game has ended, but something in its file is still hidden.',
  );
  must(drawsOf(game) <= MOST_DRAWS, ['log'], 'It has more rolls and cards than a game can have.');
  return findings.count === before;
}

/** Compares facts that stand twice in a file, if it can't be rebuilt yet because it hides something. */
function checkRepeated({ startedAt, startedBy, log: [start], ballots, ended }: ReadGame, findings: Findings): void {
  if (start?.at !== startedAt) findings.add(['startedAt'], 'It is not the time of the first entry.');
  // The first entry names no member if the starter's data was deleted before their thread opened.
  if ((start?.by ?? startedBy) !== startedBy) findings.add(['startedBy'], 'Somebody else made the first entry.');
  ballots.forEach(({ number, closed, votes, tally }, index) => {
    const path = ['ballots', index];
    if (number !== index + 1)
      findings.add([...path, 'number'], `Its number is ${number}, but ${index + 1} comes next.`);
    // Other sides' secret ballots are hidden until the game is over.
    if ((closed === null) !== (votes === null) && (ended !== null || votes || tally))
      findings.add([...path, 'votes'], 'A closed ballot must have its votes, and an open one must not.');
  });
}

/** Whether a ballot can close like this. Only a ballot that was called is closed by a member. */
function closesSo({ how, why, by }: NonNullable<ExportedBallot['closed']>): boolean {
  if (how === 'void') return why !== null && why in CANCELLED;
  return why === 'called' ? by !== null : (why === 'time' || why === 'early') && by === null;
}

const MOST_DRAWS = 200_000;

function drawsOf({ log }: ReadGame): number {
  const throws = log.flatMap((entry) => ('throws' in entry ? (entry.throws ?? []) : []));
  return throws.reduce((sum, thrown) => sum + (thrown.kind === 'die' ? 1 : (thrown.deal?.length ?? 0)), 0);
}

/** Returns false if a seat or an order is not of this game. Whether orders are legal is checked later. */
function checkOrders(game: ReadGame, system: System, findings: Findings): boolean {
  const before = findings.count;
  const known = new Set<string>();
  eachMember(game, (key, value, path) => {
    if ((key === 'seat' || key === 'agreed') && !system.about.seats.some(({ id }) => id === value))
      findings.add(path, 'The game has no such side.');
    if (!isOrder(value, path)) return;
    const order = orderKey(value);
    if (known.has(order)) return;
    known.add(order);
    const parsed = system.orderWords.parse(value);
    if (isRefusal(parsed))
      findings.add(path, `It isn’t an order of ${system.about.title}. ${system.orderWords.refusal(parsed)}`);
    else if (orderKey(parsed) !== order)
      findings.add(path, `It isn’t written the way ${system.about.title} writes orders.`);
  });
  if (!system.about.variants.some(({ id }) => id === game.variant.id))
    findings.add(['variant', 'id'], 'There is no such variant.');
  return findings.count === before;
}

/** Visits all values in the log and the ballots, but none inside an order. */
function eachMember(
  { log, ballots }: ReadGame,
  meet: (key: string | number, value: Json | undefined, path: JsonPath) => void,
): void {
  const inside = (whole: Json | undefined, path: JsonPath) => {
    if (typeof whole !== 'object' || whole === null || isOrder(whole, path)) return;
    for (const [name, value] of Object.entries(whole)) {
      const key = Array.isArray(whole) ? Number(name) : name;
      meet(key, value, [...path, key]);
      inside(value, [...path, key]);
    }
  };
  inside(log as Json, ['log']);
  inside(ballots as Json, ['ballots']);
}

function isOrder(value: Json | undefined, path: JsonPath): value is Json & Order {
  return typeof value === 'object' && value !== null && (path.at(-1) === 'order' || path.at(-2) === 'plan');
}
