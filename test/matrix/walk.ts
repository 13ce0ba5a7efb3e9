import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  routeButton,
  routeModal,
  routeSelect,
  writeAsking,
  writeChoosing,
  writePress,
} from '../../src/discord/outbound/button-routes.ts';
import type { Completion, Host, Reply } from '../../src/host/index.ts';
import { ACTS, type Act, COMMANDS, type Given } from './acts.ts';
import { readRights, refusalIn } from './rights.ts';
import { as, EVERYBODY, HERE, NAMES, SCENES, type Scene, type Stage, stageOf, WHISPER, type Who } from './scenes.ts';

/** What came of an act: a cell of the table of rights, and all that its answer says. */
interface Outcome {
  readonly cell: string;
  /** Whether anything at all is otherwise than before. What a record was reckoned to be is kept, as its sums are, and is nothing new. */
  readonly changed: boolean;
  /** Whether anything of the campaign at the front is. */
  readonly touched: boolean;
  readonly answer: Reply | null;
  readonly completions: readonly Completion[];
}

/** Does it, looks what it led to, and undoes it. */
function outcomeOf(stage: Stage, act: Act, who: Who): Outcome {
  const { database } = stage;
  const looked = look(stage);
  const { before, everything, written } = looked;
  const host = looked.host ?? stage.host();
  database.exec('BEGIN');
  try {
    const given = act.given(stage);
    const writtenBefore = written();
    const done = given.kind === 'typing' ? typed(host, given, who) : carriedOut(host, given, who);
    const hasWritten = written() !== writtenBefore;
    // After this is undone, a host that remembered it would be wrong.
    looked.host = hasWritten ? null : host;
    const changes = hasWritten ? changesBetween(before, everything()) : [];
    const touched = changes.some((change) => isOfFront(stage, change));
    const listing = Array.isArray(done) ? (done as Completion[]) : null;
    const answer = listing ? null : (done as Reply | null);
    const said = listing ? listed(listing) : answer ? saidIn(answer) : 'nothing';
    const effect = effectsOf(changes);
    const cell = effect === '' ? said : effect;
    // What is posted for all is owed to the channel until it is there.
    const ownWay = ['game_result', ...(cell === 'posts' ? ['outbox'] : [])];
    const changed = changes.some(({ table }) => !ownWay.includes(table));
    return { cell, changed, touched, answer, completions: listing ?? [] };
  } finally {
    database.exec('ROLLBACK');
  }
}

function typed(host: Host, given: Extract<Given, { kind: 'typing' }>, who: Who): readonly Completion[] {
  const command = COMMANDS.find(({ data }) => data.name === given.command);
  if (!command?.complete) throw new Error(`/${given.command} completes nothing`);
  return command.complete(host, as(who), given.options, given.focused);
}

/** As the dispatcher does it, with custom ids written and read back. */
function carriedOut(host: Host, given: Exclude<Given, { kind: 'typing' }>, who: Who): Reply | null {
  const caller = as(who);
  switch (given.kind) {
    case 'command': {
      const command = COMMANDS.find(({ data }) => data.name === given.command);
      if (!command) throw new Error(`There is no /${given.command}`);
      const { subcommand, people = {}, channels = {} } = given;
      return command.run(host, caller, given.options, { subcommand, people, absent: {}, channels });
    }
    case 'press':
      return known(routeButton(host, writePress(given.press))?.run(caller));
    case 'menu':
      return known(routeSelect(host, writeChoosing(given.choosing), given.values, given.people)?.run(caller));
    case 'form':
      return known(routeModal(host, writeAsking(given.asking), given.text)?.run(caller));
    default:
      return given satisfies never;
  }
}

function known(answer: Reply | null | undefined): Reply | null {
  if (answer === undefined) throw new Error('A custom id does not read back');
  return answer;
}

interface Change {
  readonly table: string;
  readonly row: string;
  readonly kind: 'new' | 'gone';
}

type Rows = ReadonlyMap<string, ReadonlySet<string>>;

/** How a stage is looked at: its statements are prepared once. */
interface Look {
  /** The rows where everything has been undone. */
  readonly before: Rows;
  /** Every row of every table, but for the rules data. */
  everything(): Rows;
  /** Rows written over this connection so far. */
  written(): number;
  /** The host of acts that wrote nothing; `null` before the first act, and after one that wrote. */
  host: Host | null;
}

const looks = new WeakMap<Stage, Look>();

function look(stage: Stage): Look {
  const { database } = stage;
  const known = looks.get(stage);
  if (known) return known;
  const tables = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('dataset', 'sqlite_sequence')")
    .pluck()
    .all() as string[];
  const reads = tables.map((table) => ({
    table,
    rows: database.prepare(`SELECT * FROM "${table}"${NO_SUMS[table] ?? ''}`),
  }));
  const everything = (): Rows =>
    new Map(reads.map(({ table, rows }) => [table, new Set((rows.all() as Fields[]).map(withoutSums))]));
  const total = database.prepare('SELECT total_changes()').pluck();
  const made: Look = { before: everything(), everything, written: () => Number(total.get()), host: null };
  looks.set(stage, made);
  return made;
}

/**
 * Among the settings stand sums of a record, kept where they are read, and which interactions have written anything.
 * Neither is a change that anybody asked for. Each game says which sums it has.
 */
const NO_SUMS: Readonly<Record<string, string>> = {
  setting: " WHERE key NOT LIKE 'record:%' AND key NOT LIKE 'handled:%'",
};

function withoutSums({ counted: _counted, ...row }: Fields): string {
  return JSON.stringify(row);
}

function changesBetween(before: Rows, after: Rows): Change[] {
  return [...after].flatMap(([table, rows]) => {
    const had = before.get(table) ?? new Set();
    const come = [...rows].filter((row) => !had.has(row)).map((row) => ({ table, row, kind: 'new' }) as const);
    const gone = [...had].filter((row) => !rows.has(row)).map((row) => ({ table, row, kind: 'gone' }) as const);
    return [...come, ...gone];
  });
}

/** Whether a change is one of the campaign at the front. What its recap or record was reckoned to be is none. */
function isOfFront({ game, ballot, motion }: Stage, { table, row }: Change): boolean {
  if (table === 'game_result') return false;
  const fields = JSON.parse(row) as Fields;
  return (table === 'game' ? fields.id : fields.game) === game || fields.ballot === ballot || fields.ballot === motion;
}

type Fields = Readonly<Record<string, unknown>>;

/** What entries of a log are called in the table. */
const ENTRIES: Readonly<Record<string, string>> = {
  start: 'begins',
  order: 'order',
  undo: 'takes back',
  council: 'change',
  ballot: 'decision',
  abandon: 'ends',
};

/** What changes of the store are called in the table; what they only bring along (what is owed, clocks, names) is not. */
function effectsOf(changes: readonly Change[]): string {
  if (changes.some(({ table }) => table === 'erased_member')) return 'deletes own';
  const words = changes.flatMap(({ table, row, kind }) => {
    const fields = JSON.parse(row) as Fields;
    if (table === 'seat' && fields.left_at !== null) return [];
    if (kind === 'gone') return table === 'seat' ? ['unseats'] : [];
    return wordOf(changes, table, fields) ?? [];
  });
  const unique = [...new Set(words)];
  // Whoever does something is known by it; whoever is only refused is not.
  return unique.filter((word) => word !== NAMED || unique.length === 1).join(' + ');
}

const NAMED = 'a name kept';

/** Null: nothing of its own. */
function wordOf(changes: readonly Change[], table: string, fields: Fields): string | null {
  const isNew = !changes.some(
    (one) => one.table === table && one.kind === 'gone' && (JSON.parse(one.row) as Fields).id === fields.id,
  );
  switch (table) {
    case 'entry':
      return ENTRIES[String(fields.kind)] ?? String(fields.kind);
    case 'vote':
      return fields.choice === null ? 'withdraws' : 'vote';
    case 'ballot':
      if (fields.closed_at !== null) return 'closes';
      return isNew ? (fields.subject === 'order' ? 'ballot' : 'motion') : null;
    case 'member':
      return isNew && fields.recorded === null && fields.dm_pings === 0 ? NAMED : 'own wish';
    case 'outbox':
      return fields.kind === 'thread' || fields.kind === 'post' ? fields.kind : null;
    case 'server_entry':
      return String(fields.kind);
    case 'quiet':
      return 'own wish';
    case 'seat_role':
      return 'role';
    case 'seat_channel':
      return 'channel';
    // Who has been called for what goes with what made it their turn.
    case 'turn_ping':
    case 'deferred_ping':
      return null;
    case 'state':
    case 'alarm':
    case 'game_result':
    case 'game':
      return null;
    default:
      return table;
  }
}

function listed(completions: readonly Completion[]): string {
  const [only] = completions;
  if (!only) return 'lists nothing';
  return only.value === '-' ? (refusalIn(only.label) ?? 'a notice') : 'lists';
}

function saidIn(answer: Reply): string {
  if (answer.form) return 'form';
  const refused = refusalIn(answer.text);
  if (refused) return refused;
  const asks = answer.rows.flat().some(({ press: { do: does, ...how } }) => {
    if (does === 'abandon') return true;
    return 'sure' in how && how.sure === true;
  });
  if (asks && answer.to === 'member' && !answer.menu) return 'asks';
  if (answer.elsewhere) return 'posts there';
  if (/^Council of War is [^\n]*$/.test(answer.text)) return 'a word';
  return answer.to === 'channel' ? 'posts' : 'sees';
}

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
