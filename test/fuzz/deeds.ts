import type { Database } from '../../src/store/index.ts';
import { isObject, type Json, type JsonValue } from './world.ts';

const MANAGE_CHANNELS = 1n << 4n;
const MANAGE_THREADS = 1n << 34n;
const DM = 1;
const THREADS: readonly JsonValue[] = [10, 11, 12];
const DAY = 86_400_000;
const DISCORD_EPOCH = 1_420_070_400_000n;

/** How ids of messages begin, and so those of the threads that hang from them. */
const THREAD = '94';

/** A row written into a table, as triggers see it. Ids are Discord's. */
interface Deed {
  readonly what: 'entry' | 'vote' | 'ballot' | 'game' | 'seat';
  readonly channel: string;
  /** `null` if a clock or the votes did it. */
  readonly member: string | null;
  /**
   * For an entry: its kind; `own undo`: of an order without dice that was given for a side of the member's; `roll undo`: of one with dice; `agreed undo`: for a side of the member's, that was asked;
   * `machine`: an order of the machine that plays the side.
   */
  readonly kind: string | null;
  /** Of the game. */
  readonly starter: string | null;
  /** For a vote: the rules of its ballot, and when it opened. */
  readonly rules: string | null;
  readonly openedAt: number | null;
}

/** Watches the tables from below: what an interaction writes, for whom and where. */
export class Deeds {
  #deeds: Deed[] = [];
  readonly #machines = new Set<string>();

  constructor(database: Database) {
    database.function('fuzz_deed', { varargs: true }, (...row: readonly unknown[]) => {
      const [what, channel, member, kind, starter, rules, openedAt] = row;
      this.#deeds.push({ what, channel, member, kind, starter, rules, openedAt } as Deed);
      if (kind === 'machine') this.#machines.add(String(channel));
      return null;
    });
    const discord = (id: string) => `(SELECT discord_id FROM main.member WHERE id = ${id})`;
    const ofGame = (id: string) =>
      `(SELECT channel FROM main.game WHERE id = ${id}), %, (SELECT ${discord('game.starter')} FROM main.game WHERE id = ${id})`;
    // Of the order that an entry takes back.
    const isOwn = `EXISTS (SELECT 1 FROM main.entry AS back JOIN main.seat ON main.seat.game = back.game AND main.seat.seat = back.seat
      WHERE back.game = NEW.game AND back.seq = CAST(NEW.body AS INTEGER) AND main.seat.member = NEW.member
        AND back.throws = '[]' AND back.cause IS NULL AND back.ballot IS NULL)`;
    const rolled = `EXISTS (SELECT 1 FROM main.entry AS back
      WHERE back.game = NEW.game AND back.seq = CAST(NEW.body AS INTEGER) AND back.throws != '[]')`;
    const agrees = `EXISTS (SELECT 1 FROM main.seat WHERE game = NEW.game AND seat = NEW.seat AND member = NEW.member AND left_at IS NULL)`;
    const byMachine = `NEW.cause = 'machine' AND EXISTS (SELECT 1 FROM main.machine WHERE game = NEW.game AND seat = NEW.seat)`;
    const kind = `CASE WHEN ${byMachine} THEN 'machine' WHEN NEW.kind != 'undo' THEN NEW.kind
      WHEN NEW.seat IS NOT NULL THEN iif(${agrees}, 'agreed undo', 'undo agreed by another side') WHEN ${rolled} THEN iif(NEW.reason IS NULL, 'unexplained undo', 'roll undo')
      WHEN ${isOwn} THEN 'own undo' ELSE NEW.kind END`;
    const watched = {
      entry: `${ofGame('NEW.game').replace('%', `${discord('NEW.member')}, ${kind}`)}, NULL, NULL`,
      ballot: `${ofGame('NEW.game').replace('%', `${discord('NEW.opener')}, NULL`)}, NULL, NULL`,
      seat: `${ofGame('NEW.game').replace('%', `${discord('NEW.member')}, NULL`)}, NULL, NULL`,
      game: `NEW.channel, ${discord('NEW.starter')}, NULL, NULL, NULL, NULL`,
      vote: `${ofGame('(SELECT game FROM main.ballot WHERE id = NEW.ballot)').replace('%', `${discord('NEW.member')}, NULL`)},
        (SELECT rules FROM main.ballot WHERE id = NEW.ballot), (SELECT opened_at FROM main.ballot WHERE id = NEW.ballot)`,
    };
    for (const [table, row] of Object.entries(watched))
      database.exec(
        `CREATE TEMP TRIGGER fuzz_${table} AFTER INSERT ON main.${table} BEGIN SELECT fuzz_deed('${table}', ${row}); END`,
      );
  }

  /** The channels where a machine has ordered: it chooses in its own time, and what it does is posted whatever else goes on. */
  get machines(): ReadonlySet<string> {
    return this.#machines;
  }

  /** Rows written since the last call. */
  take(): readonly Deed[] {
    const taken = this.#deeds;
    this.#deeds = [];
    return taken;
  }
}

/** A deed that the interaction may not do, in words; `null` if it may do all. */
export function misdeed(deeds: readonly Deed[], data: JsonValue): string | null {
  // A member whose data is deleted leaves every council.
  if (isObject(data) && isObject(data.data) && data.data.custom_id === 'forget:sure') return null;
  for (const deed of deeds) {
    if (deed.kind === 'machine') continue;
    const wrong = isObject(data) ? wrongIn(deed, data) : 'done without an interaction';
    if (wrong !== null) return `${wrong}: ${JSON.stringify(deed)}`;
  }
  return null;
}

/** Which of the channels that were posted to neither an interaction nor a machine has anything to do with. Null: none. */
export function mispost(channels: readonly string[], machines: ReadonlySet<string>, data: JsonValue): string | null {
  if (!isObject(data) || (isObject(data.data) && data.data.custom_id === 'forget:sure')) return null;
  // The channel itself, and one that a recap is posted to.
  const named = [data.channel ?? null, isObject(data.data) ? (data.data.options ?? null) : null];
  const strange = channels.find(
    (channel) => !channel.startsWith(THREAD) && !machines.has(channel) && !names(named, channel),
  );
  return strange === undefined ? null : `posted in another channel: ${strange}`;
}

/** Whether an id stands somewhere in a value, not too deep. */
function names(value: JsonValue, id: string, depth = 6): boolean {
  if (value === id) return true;
  if (depth === 0 || typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((one: JsonValue) => names(one, id, depth - 1));
}

function wrongIn(deed: Deed, data: Json): string | null {
  const member = isObject(data.member) ? data.member : null;
  const user = isObject(data.user) ? data.user : isObject(member?.user) ? member.user : null;
  const place = isObject(data.channel) ? data.channel : {};
  // A what-if that a channel asks for begins in a thread of it, which the bot opens. A lesson is its member's alone.
  const lesson = `lesson ${user?.id} `;
  const isElsewhere = deed.channel.startsWith(THREAD) || deed.channel.startsWith(lesson);
  if (deed.channel !== place.id && !isElsewhere) return 'done in another channel';
  if (deed.member === null) return null;
  const another = deed.member !== user?.id;
  if (another && deed.what !== 'seat') return 'done in the name of another member';
  // In their own DM, and in their own lesson, a member may do everything.
  const told = typeof member?.permissions === 'string' ? member.permissions : '0';
  const isTheirs = (member === null && place.type === DM) || deed.channel.startsWith(lesson);
  const rights = isTheirs ? MANAGE_CHANNELS : BigInt(told);
  const manages =
    (rights & (MANAGE_CHANNELS | 8n)) !== 0n ||
    (THREADS.includes(place.type ?? null) && (rights & MANAGE_THREADS) !== 0n);
  const mayManageGame = manages || deed.starter === user?.id;
  if (another && !mayManageGame) return 'put on a side without the right to';
  if (deed.kind === 'roll undo' && !manages) return 'a roll taken back without the right to';
  if (deed.kind === 'undo agreed by another side') return 'agreed to for a side that isn’t theirs';
  if (deed.kind === 'unexplained undo') return 'a roll taken back without a reason';
  if ((deed.kind === 'undo' || deed.kind === 'abandon') && !mayManageGame) return 'done without the right to';
  return deed.what === 'vote' && !mayVote(deed, user, member) ? 'a vote of somebody who may not' : null;
}

/** By the rules printed on the ballot, reckoned again from what Discord said. */
function mayVote({ rules, openedAt }: Deed, user: Json | null, member: Json | null): boolean {
  if (typeof user?.id !== 'string' || !/^\d+$/.test(user.id)) return false;
  const { voters } = JSON.parse(rules ?? '{}') as {
    readonly voters: { role: string | null; memberDays: number; accountDays: number };
  };
  const roles = Array.isArray(member?.roles) ? (member.roles as readonly JsonValue[]) : [];
  if (voters.role !== null && !roles.includes(voters.role) && voters.role !== null) return false;
  const since = Number((BigInt(user.id) >> 22n) + DISCORD_EPOCH);
  if (voters.accountDays > 0 && since + voters.accountDays * DAY > (openedAt ?? 0)) return false;
  if (voters.memberDays === 0) return true;
  const joined = typeof member?.joined_at === 'string' ? Date.parse(member.joined_at) : Number.POSITIVE_INFINITY;
  return joined + voters.memberDays * DAY <= (openedAt ?? 0);
}
