import { canonical, type Json, type System, someLegalOrders } from '../../../game/index.ts';
import { AUTHOR } from '../../base/order-words.ts';
import { logWordsOf } from '../../table/log-words.ts';
import { IncompatibleLog, type LogStep, type ReplayedLog, replayLog } from '../../table/replay-log.ts';
import type { Seen } from '../../table/rolls-taken-back.ts';
import { createExport } from './export-game.ts';
import type { GameArchive } from './export-redaction.ts';
import { brief, type Findings, type JsonPath } from './findings.ts';
import type { ExportedBallot, ReadGame } from './replay-schema.ts';

interface Rebuilt {
  /** How many counters the game deals face down. */
  readonly counters: number;
  readonly takenBack: Seen;
}

/**
 * Makes the file anew from its own log, votes and rules data, and compares the two. A difference in one entry can make
 * all later entries differ, so only the first is named.
 * @param archive with its ballots decided anew
 * @returns null if the rules do not accept all orders
 */
export function checkRebuilt(game: ReadGame, system: System, archive: GameArchive, findings: Findings): Rebuilt | null {
  const steps: LogStep[] = [];
  const played = playedThrough(system, archive, steps);
  checkCauses(system, steps, findings);
  const counters = checkIdentities(system, steps, findings);
  const rebuilt = createExport(logWordsOf(system), archive);
  const compare = (is: unknown, due: unknown, ...path: JsonPath) => {
    const before = findings.count;
    eachDifference(is as Json, due as Json, path, (at, was, ought) => {
      if (game.version < REWORDED && isWording(at)) return;
      const [one, other] = fromDifference(was, ought).map(valueInWords);
      findings.add(at, `The file has ${one}. By the log and the rules it should be ${other}.`);
    });
    return findings.count === before;
  };
  const log = rebuilt.log(steps);
  const sameLog = log.every((entry, index) => compare(game.log[index], entry, 'log', index));
  const ballots = rebuilt.ballots().map((due, index) => ballotOf(game, game.ballots[index], due));
  ballots.forEach((ballot, index) => {
    compare(game.ballots[index], ballot, 'ballots', index);
  });
  if (played instanceof IncompatibleLog) {
    const why = played.message.replace(/^entry \d+:? ?/, '');
    if (sameLog) findings.add(['log', steps.length], `The rules do not accept it: ${why}`);
    return null;
  }
  const over = system.rules.outcome(played.position.state) !== null;
  if (sameLog && over !== (game.ended?.how === 'finished'))
    findings.add(['ended'], over ? 'By the rules the game is over.' : 'By the rules the game isn’t over.');
  const { digests: _, log: __, ballots: ___, ...head } = game;
  // The words about the file, and of a sentence on the version, may differ from today's.
  const { about, version, secret, ended, summary } = game;
  const position = sameLog ? {} : { ended, summary };
  compare(head, { ...rebuilt.head(system, played.position), about, version, secret, ...position });
  return { counters, takenBack: played.position.takenBack };
}

/** @param steps receives a step for each entry, up to the first that the rules refuse */
function playedThrough(
  system: System,
  { game, entries }: GameArchive,
  steps: LogStep[],
): ReplayedLog | IncompatibleLog {
  try {
    return replayLog(system, game.variant, entries, steps);
  } catch (error) {
    if (error instanceof IncompatibleLog) return error;
    throw error;
  }
}

/** A rebuilt ballot, with the file's own values where the file has too little to compute them. */
function ballotOf({ version }: ReadGame, inFile: ExportedBallot | undefined, due: ExportedBallot): ExportedBallot {
  if (!inFile) return due;
  // The file leaves out the votes of an open ballot.
  if (!due.closed) return { ...due, voters: inFile.voters, tally: inFile.tally };
  return version === 1 ? { ...due, tally: ranked(due.tally, inFile.tally) } : due;
}

/** Checks that each counter stays what it was when it was dealt. Returns how many counters there are. */
function checkIdentities(system: System, steps: readonly LogStep[], findings: Findings): number {
  const [start] = steps;
  const dealt = (start && system.knowledge.identities?.(start.state)) ?? [];
  for (const { entry, state } of steps) {
    const now = system.knowledge.identities?.(state) ?? [];
    const at = dealt.findIndex((identity, index) => now[index] !== identity);
    if (at < 0) continue;
    findings.add(['log', entry.seq], `Counter ${at + 1} was dealt as ${dealt[at]}, and is ${now[at]} from here on.`);
    break;
  }
  return dealt.length;
}

/** Earlier versions of files use other words for the same facts. The digests of such a file fit its words. */
const REWORDED = 5;

/** Whether a part of the file is only a sentence on what was done. */
function isWording(path: JsonPath): boolean {
  const [part, ...rest] = path;
  const last = path.at(-1);
  if (part === 'summary') return true;
  if (part === 'system') return last === 'basis';
  if (part === 'ended') return rest[0] === 'outcome' && (last === 'headline' || last === 'reason');
  return last === 'said' || (part === 'log' && path[2] === 'told');
}

/** The lines of a tally in the order of a file of version 1: choices with equally many votes may come in any order. */
function ranked(due: ExportedBallot['tally'], inFile: ExportedBallot['tally']): ExportedBallot['tally'] {
  if (!due || !inFile) return due;
  const byChoice = new Map(due.map((line) => [canonical(line.choice as Json), line]));
  const lines = [...new Set(inFile.map(({ choice }) => canonical(choice as Json)))].flatMap(
    (choice) => byChoice.get(choice) ?? [],
  );
  const descends = lines.every(({ votes }, at) => votes <= (lines[at - 1]?.votes ?? votes));
  return lines.length === due.length && descends ? lines : due;
}

/** Two values. Of two long texts that begin alike, only the parts from the first word that differs. */
function fromDifference(one: Json | undefined, other: Json | undefined): (Json | undefined)[] {
  if (typeof one !== 'string' || typeof other !== 'string') return [one, other];
  const at = one.split('').findIndex((letter, index) => letter !== other[index]);
  const word = one.lastIndexOf(' ', at < 0 ? one.length : at) + 1;
  return word < ALIKE ? [one, other] : [one, other].map((text) => `…${text.slice(word)}`);
}

/** Texts that differ within so many letters are told from their beginning. */
const ALIKE = 40;

/** A value in a few words. Of a list, only its length. */
function valueInWords(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'nothing (null)';
  if (Array.isArray(value)) return value.length === 1 ? 'a list of one' : `a list of ${value.length}`;
  return typeof value === 'string' ? `“${brief(value)}”` : brief(JSON.stringify(value));
}

type Differs = (path: JsonPath, is: Json | undefined, ought: Json | undefined) => void;

/** Reports each innermost value that differs. A null may be missing, since older files lack some fields. */
function eachDifference(is: Json | undefined, ought: Json | undefined, path: JsonPath, differs: Differs): void {
  if (is === ought || (is === undefined && ought === null)) return;
  if (!isBranch(is) || !isBranch(ought) || Array.isArray(is) !== Array.isArray(ought)) {
    differs(path, is, ought);
    return;
  }
  if (Array.isArray(is) && Array.isArray(ought) && is.length !== ought.length) {
    differs(path, is as Json, ought as Json);
    return;
  }
  const left = is as { readonly [key: string]: Json | undefined };
  const right = ought as { readonly [key: string]: Json | undefined };
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const step = Array.isArray(is) ? Number(key) : key;
    eachDifference(ownProperty(left, key), ownProperty(right, key), [...path, step], differs);
  }
}

function isBranch(value: Json | undefined): value is Exclude<Json, string | number | boolean | null> {
  return typeof value === 'object' && value !== null;
}

function ownProperty(object: { readonly [key: string]: Json | undefined }, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/**
 * Checks orders that no member gave. A clock gives the side's default order. A step passes by itself only if its side
 * can give no other order.
 */
function checkCauses(system: System, steps: readonly LogStep[], findings: Findings): void {
  steps.forEach(({ entry }, index) => {
    if (entry.kind !== 'order' || !entry.cause) return;
    const path = ['log', index];
    if (entry.member !== null || entry.ballot !== null)
      findings.add(path, `${AUTHOR[entry.cause]} gave this order, so no member or ballot can have given it.`);
    const before = steps[index - 1]?.state;
    if (!before) return;
    if (entry.cause === 'pass') {
      const { orders, more } = someLegalOrders(system.rules, before, entry.seat, 1);
      if (more || !orders[0] || canonical(orders[0] as Json) !== canonical(entry.order as Json))
        findings.add([...path, 'order'], 'This step wasn’t passed by itself: its side had something else to order.');
    }
    if (entry.cause !== 'clock') return;
    const due = system.rules.asked(before).find(({ seat }) => seat === entry.seat)?.defaultOrder;
    if (!due || canonical(due as Json) !== canonical(entry.order as Json))
      findings.add([...path, 'order'], 'It isn’t the order that the rules give when this side’s time runs out.');
  });
}
