import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reply } from '../../src/host/index.ts';
import { ACTS } from './acts.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { EVERYBODY, HERE, NAMES, type Who } from './people.ts';
import { readRights } from './rights.ts';
import { SCENES, type Scene, type Stage, stageOf, WHISPER } from './scenes.ts';

/** What the walk through the whole product came to. */
export interface Walked {
  /** Acts done, one for each scene and person. */
  readonly done: number;
  /** Of those, the ones that changed something. */
  readonly changing: number;
  /** Of those, the ones that were refused with a sentence. */
  readonly refused: number;
  /** What is otherwise than the table says, or must never be: a line each. */
  readonly faults: readonly string[];
}

/** What there is to do and the table does not name, and what it names and does not exist. */
export function gaps(): string[] {
  const names = new Set(ACTS.map(({ name }) => name));
  const { acts } = readRights();
  return [
    ...[...names].flatMap((name) => (acts.has(name) ? [] : [`the table does not name ${name}`])),
    ...[...acts].flatMap((act) => (names.has(act) ? [] : [`there is no ${act}`])),
  ];
}

/** Has people do everything in the scenes given, and holds what comes of it against the table. */
export function walk(scenes: readonly Scene[] = SCENES, people: readonly Who[] = EVERYBODY): Walked {
  const folder = mkdtempSync(join(tmpdir(), 'council-matrix-'));
  const rights = readRights();
  const sum = { done: 0, changing: 0, refused: 0 };
  const faults: string[] = [];
  try {
    for (const scene of scenes) {
      const stage = stageOf(scene, join(folder, `${scene}.sqlite`));
      for (const act of ACTS) {
        for (const who of people) {
          const outcome = outcomeOf(stage, act, who);
          sum.done += 1;
          if (outcome.changed) sum.changing += 1;
          if (outcome.cell.startsWith('no: ')) sum.refused += 1;
          const expected = rights.expected(scene, act.name, who);
          const found = faultsOf(stage, who, outcome);
          if (outcome.cell !== expected) found.push(`“${outcome.cell}” where the table says “${expected}”`);
          faults.push(...found.map((fault) => `${scene}: ${act.name} by ${who}: ${fault}`));
        }
      }
      stage.database.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { ...sum, faults };
}

/** Cells that go with a change of the store. */
const CHANGING =
  /^(order|vote|withdraws|takes back|change|decision|ends|begins|closes|ballot|motion|thread|post|seat|unseats|role|channel|machine|clock|posting|own wish|deletes own|season|problem|hour)( \+|$)/;

/** What may be of no act, whatever the table says. */
function faultsOf(stage: Stage, who: Who, { cell, changed, touched, answer, completions }: Outcome): string[] {
  const faults: string[] = [];
  if (changed !== CHANGING.test(cell))
    faults.push(changed ? `“${cell}”, and the store has changed` : 'nothing changed');
  const abroad = !HERE.some((one) => one === who);
  // A member's own traces go wherever they ask for it.
  if (abroad && touched && cell !== 'deletes own') faults.push('it touches the campaign at the front');
  // A ballot that is closed by it is opened to all.
  const told = [answer ? textsOf(answer) : '', JSON.stringify(completions)].join('\n');
  for (const word of cell.startsWith('closes') ? [] : keptFrom(stage, who))
    if (told.includes(word)) faults.push(`it tells “${word}”`);
  if (cell.startsWith('no: ') && answer?.to === 'channel') faults.push('the whole channel is told of a refusal');
  return faults;
}

/** What must not be in anything that a person is answered. */
function keptFrom({ scene, game, hands }: Stage, who: Who): readonly string[] {
  const isBo = who === 'member' || who === 'dm' || who === 'thread';
  const sealed = scene === 'sealed' && !isBo ? [WHISPER] : [];
  const secret = scene === 'secret' && !isBo ? [WHISPER, '**1** · End'] : [];
  const abroad = who === 'channel' || who === 'server' ? [WHISPER, NAMES.host.name, game] : [];
  // The first regiment of each is named by acts of this walk.
  const [, ...bos] = hands.member;
  const [, ...cys] = hands.commander;
  return [...sealed, ...secret, ...abroad, ...(isBo ? [] : bos), ...(who === 'commander' ? [] : cys)];
}

/** A replay file without the rules data in it, which names every regiment there is. */
function withoutData(text: unknown): unknown {
  if (typeof text !== 'string' || !text.startsWith('{')) return text;
  return { ...(JSON.parse(text) as object), dataset: null };
}

/** Everything of an answer that is there without drawing anything. */
function textsOf(answer: Reply): string {
  return JSON.stringify(answer, (key, value) => (key === 'text' ? withoutData(value) : value));
}
