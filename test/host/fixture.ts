import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  type Dice,
  type Order,
  refuse,
  type SeatId,
  type State,
  type System,
  type View,
} from '../../src/game/index.ts';
import {
  type Announcement,
  type BallotMessage,
  type Caller,
  type Chance,
  createHost,
  type Host,
  type Library,
  type MachineChooser,
  type MessageRef,
  type ReadAside,
  type Reply,
  type ReplyButton,
  Solutions,
  type Solver,
  type TextFile,
} from '../../src/host/index.ts';
import { readPlain } from '../../src/host/readings.ts';
import { GameTables } from '../../src/host/table/game-tables.ts';
import { type MadeSolution, noneMade } from '../../src/host/table/solutions.ts';
import { type Database, openStore, type Store } from '../../src/store/index.ts';
import { overland } from '../../src/systems/overland/index.ts';
import { afterwards } from '../afterwards.ts';
import { changed, laterVersion } from '../changed-system.ts';
import { picketLine } from '../games/picket-line/index.ts';
import { productWith } from '../library.ts';
import { openQuickly, prepareLazily } from '../store/blank.ts';

/** Overland by rules that take no order. */
export const REFUSING = laterVersion(overland, (system) =>
  changed(system, { rules: { apply: () => refuse('changed', null) } }),
);

/** A machine of a test's own for a game. It knows all of a position: whose view it is told is remembered. */
export function playedBy(
  system: System,
  summary: string,
  orders: (state: State, seat: SeatId, dice: Dice) => readonly Order[],
): System {
  const states = new WeakMap<View, State>();
  return changed(system, {
    knowledge: {
      view(state, viewer) {
        const seen = system.knowledge.view(state, viewer);
        states.set(seen, state);
        return seen;
      },
    },
    play: {
      machine: { summary, orders: (seen, seat, dice) => orders(states.get(seen) as State, seat, dice) },
    },
  });
}

/** The host as one member asks it: its commands without their caller. An answer must be given. */
export type Asking = { readonly [Feature in keyof Host]: Asked<Host[Feature]> };
type Asked<Feature> = {
  readonly [Command in keyof Feature]: Feature[Command] extends (caller: Caller, ...rest: infer Rest) => infer Answer
    ? (...rest: Rest) => NonNullable<Answer>
    : Feature[Command];
};

/** A member's way to ask the host. */
export interface Members<Name extends string = Member> {
  readonly ada: Asking;
  readonly bo: Asking;
  readonly cy: Asking;
  readonly dee: Asking;
  member(name: Name, changes?: Partial<Caller>): Asking;
}

/** @param as the caller that a member is now */
export function members<Name extends string>(
  host: Host,
  as: (name: Name | Member, changes?: Partial<Caller>) => Caller,
): Members<Name> {
  const member = (name: Name | Member, changes: Partial<Caller> = {}) => asking(host, () => as(name, changes));
  return { ada: member('Ada'), bo: member('Bo'), cy: member('Cy'), dee: member('Dee'), member };
}

function asking(host: Host, caller: () => Caller): Asking {
  type Commands = Readonly<Record<string, (...terms: unknown[]) => unknown>>;
  const asked = (feature: Commands): Commands =>
    new Proxy(feature, {
      get:
        (_, command) =>
        (...rest: unknown[]) => {
          const answer = feature[String(command)]?.(caller(), ...rest);
          if (answer === null) throw new Error('There is no answer');
          return answer;
        },
    });
  const features = host as unknown as Readonly<Record<string, Commands>>;
  return new Proxy(host, {
    get: (_, feature) => asked(features[String(feature)] as Commands),
  }) as unknown as Asking;
}

/** A host over a real database, with its parts to look behind it. */
export interface Headquarters extends Members {
  readonly host: Host;
  readonly store: Store;
  readonly database: Database;
}

export interface Setting {
  /** The database in this test's folder; one file may have several hosts. */
  readonly file?: string;
  readonly library?: Library;
  /** All hosts of a test share one, unless they are given their own. */
  readonly chance?: Chance;
  /** Puts something between host and store. */
  readonly through?: (store: Store) => Store;
  /** What games are solved by: where nothing is said, what any host of the file has solved is not solved again. */
  readonly solver?: Solver;
  readonly made?: MadeSolution;
  /** Is given the database before anything is made over it. */
  readonly watching?: (database: Database) => void;
  /** Commits wait for the disk, as in the bot. */
  readonly durable?: true;
  /** Where machines choose: on the event loop, unless something else is given. */
  readonly thinker?: MachineChooser;
  /** Long logs are read aside, and not at once. */
  readonly aside?: true;
}

const SOLVED = noneMade();

const folders: string[] = [];
const opened: Database[] = [];
let testsChance = chanceOf('1864');
let interactions = 0;
afterwards(() => {
  testsChance = chanceOf('1864');
  interactions = 0;
  for (const database of opened.splice(0)) database.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A path in a folder of this test's own, gone after it. */
export function temporary(file: string): string {
  const [folder = mkdtempSync(join(tmpdir(), 'council-host-'))] = folders;
  if (folders.length === 0) folders.push(folder);
  return join(folder, file);
}

/** A store of which one method throws while `broken.now`. */
export function breaking(method: keyof Store, message: string) {
  const broken = { now: false };
  const through = (store: Store): Store => {
    const works = store[method] as (...terms: unknown[]) => unknown;
    const fails = (...terms: unknown[]) => {
      if (broken.now) throw new Error(message);
      return works.apply(store, terms);
    };
    return { ...store, [method]: fails };
  };
  return { broken, through };
}

/** @param database one that another host has open already, as if the bot had restarted and touched nothing yet */
export function headquarters(setting: Setting = {}, database = databaseOf(setting)): Headquarters {
  const { library = LIBRARY, chance = testsChance, through = (store) => store } = setting;
  const store = openStore(database);
  const { solver = null, made = SOLVED } = setting;
  const kept = through(store);
  const solutions = new Solutions(kept, library, { solver, made });
  const aside = setting.aside ? readingLater(kept, library, solutions) : null;
  const host = createHost(kept, library, drawnAsJson, chance, solutions, setting.thinker, aside);
  return { host, store, database, ...members(host, by) };
}

function databaseOf({ file = 'games.sqlite', durable, watching }: Setting): Database {
  const database = openQuickly(temporary(file), durable);
  opened.push(database);
  prepareLazily(database);
  watching?.(database);
  return database;
}

/** In place of the thread that reads: what is asked and answered is copied as from thread to thread, and comes later. */
function readingLater(store: Store, library: Library, solutions: Solutions): ReadAside {
  const systems = library.editions.map(({ system }) => system);
  return async (name, task) => {
    await setImmediate();
    const tables = new GameTables(store, library, solutions);
    return structuredClone(readPlain({ store, tables, systems }, name, structuredClone(task))) as never;
  };
}

/** In place of a picture, everything that would be drawn. */
const drawnAsJson = (scene: unknown) => Promise.resolve(Buffer.from(JSON.stringify(scene)));

/** Secrets and names of games that are the same in every run. */
export function chanceOf(seed: string): Chance {
  let games = 0;
  return {
    secret: () => createHash('sha256').update(`${seed} ${games}`).digest('hex'),
    gameId: () => `campaign${String(++games).padStart(2, '0')}`.slice(-10),
  };
}

export { folderOf } from '../library.ts';

/** The games of the product, and the game of two seats that lives in the tests. */
export const LIBRARY = productWith(picketLine);

const MEMBERS = { Ada: '100', Bo: '200', Cy: '300', Dee: '400' } as const;
export type Member = keyof typeof MEMBERS;

/** A member who asks for something: Ada may manage every channel, the others none. */
export function by(member: Member, changes: Partial<Caller> = {}): Caller {
  interactions += 1;
  return {
    channel: 'front',
    guild: 'army',
    member: { discordId: MEMBERS[member], name: member },
    isModerator: member === 'Ada',
    threads: { kind: 'channel', mayOpen: false, lacks: [] },
    inPrivate: false,
    roles: [],
    joinedAt: null,
    accountSince: 0,
    everyone: 'army',
    interaction: `i${interactions}`,
    at: 1_700_000_000_000 + interactions,
    ...changes,
  };
}

/** An answer that must have been given. */
export function said(answer: Reply | null): Reply {
  if (answer === null) throw new Error('There is no answer');
  return answer;
}

export function buttons(answer: Reply): ReplyButton[] {
  return answer.rows.flat();
}

/** The messages of ballots that show less than there is, or what has left them. */
export function outdatedIn({ undelivered }: Host): MessageRef[] {
  return undelivered.due().flatMap(({ what, channel, id }) => (what === 'edit' ? { channel, message: id } : []));
}

/** What every message that is out of date is to show. */
export function facesOf(host: Host): BallotMessage[] {
  return outdatedIn(host).flatMap((place) => host.ballotMessages.update(place) ?? []);
}

/** Open ballots that have no message. */
export function unpostedIn({ undelivered }: Host) {
  return undelivered
    .due()
    .flatMap((due) =>
      due.what === 'ballot' || due.what === 'side ballot'
        ? { what: due.what, ballot: Number(due.id), game: due.game, channel: due.channel }
        : [],
    );
}

/** The messages of ballots that have none. */
export function postingsOf(host: Host): Announcement[] {
  return unpostedIn(host).flatMap(({ what, ballot }) =>
    what === 'ballot' ? (host.ballotMessages.posting(ballot) ?? []) : [],
  );
}

/** The orders that an answer's buttons give. */
export function orderPresses(answer: Reply) {
  return buttons(answer).flatMap(({ press }) => (press.do === 'order' ? [press] : []));
}

export function labels(answer: Reply): string[] {
  return buttons(answer).map(({ label }) => label);
}

/** What a button means that must be there; its label, or how it begins. */
export function pressOf<Does extends ReplyButton['press']['do']>(
  answer: Reply,
  label: string,
  does: Does,
): Extract<ReplyButton['press'], { do: Does }> {
  const press = buttons(answer).find((button) => button.label.startsWith(label))?.press;
  if (press?.do !== does) throw new Error(`No ${does} button “${label}” in ${labels(answer).join(', ')}`);
  return press as Extract<ReplyButton['press'], { do: Does }>;
}

/** Everything of an answer that leaves the process, as one text: what it says, its map drawn, its buttons, its files. */
export async function everythingIn(answer: Reply): Promise<string> {
  const drawn = answer.drawing ? String(await answer.drawing.png()) : '';
  return JSON.stringify(answer) + drawn + (answer.channelReply ? await everythingIn(answer.channelReply) : '');
}

/** A member presses order buttons, `pick(n)` choosing among n, until the campaign is over. Gives every answer from the first on. */
export function playedOut(
  { orders }: Asking,
  opening: Reply,
  pick: (count: number) => number = () => 0,
  most = Number.POSITIVE_INFINITY,
): Reply[] {
  const answers = [opening];
  while (answers.length <= most) {
    const offered = orderPresses(answers.at(-1) as Reply);
    const press = offered[offered.length === 0 ? 0 : pick(offered.length)];
    if (!press) break;
    answers.push(orders.give(press.order, press.point));
  }
  return answers;
}

/** The text of the one file that an answer brings, or of the one whose name ends so. */
export function textIn({ files }: Reply, ending = ''): string {
  const [file, ...others] = files.filter((one) => one.file.endsWith(ending));
  if (!file || others.length > 0 || !('utf8' in file)) throw new Error(`There is no one file of text: ${files.length}`);
  return String((file as TextFile).utf8);
}
