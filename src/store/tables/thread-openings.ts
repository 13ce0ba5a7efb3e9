import type { OpeningRecord, PostToOpen } from '../records.ts';
import type { Database } from '../sqlite.ts';

/** A thread that will be opened, before its member's name is known. */
export interface NewOpening extends Omit<OpeningRecord, 'member' | 'message'> {
  readonly member: number;
}

/** Of a post that a forum is to get, the key in `setting`, as SQL makes it; the value is JSON. */
export const POST_KEY = (interaction: string) => `'post ' || ${interaction}`;

/** What ifs that wait for their thread, and games that wait for their post. */
export function threadOpeningsIn(database: Database) {
  const sql = statements(database);
  return {
    addOpening({ moves, ...opening }: NewOpening): void {
      sql.add.run({ ...opening, moves: Number(moves) });
    },
    /** The one that was asked for first, first. */
    openings(): OpeningRecord[] {
      return (sql.all.all() as OpeningRow[]).map(openingRecord);
    },
    /** Those of a channel, likewise. */
    openingsOf(channel: string): OpeningRecord[] {
      return (sql.ofChannel.all(channel) as OpeningRow[]).map(openingRecord);
    },
    opening(interaction: string): OpeningRecord | null {
      const row = sql.one.get(interaction) as OpeningRow | undefined;
      return row ? openingRecord(row) : null;
    },
    /** The thread is open, or about to be, and its campaign has not begun: its id is that of the message it hangs from. */
    isToBegin(thread: string): boolean {
      return sql.inThread.get(thread) !== undefined;
    },
    /** The channel has the message that the thread is to hang from. */
    noteOpening(interaction: string, message: string): void {
      sql.note.run(message, interaction);
    },
    /** Posts that forums are to get, the one that was asked for first, first. */
    postsToOpen(): PostToOpen[] {
      return (sql.posts.all() as string[]).map((json) => JSON.parse(json) as PostToOpen);
    },
    addPost(post: PostToOpen): void {
      sql.addPost.run(post.interaction, JSON.stringify(post));
    },
    /** Its game has begun, or cannot. */
    removePost(interaction: string): void {
      sql.removePost.run(interaction);
    },
    /** Its campaign has begun, or cannot. */
    removeOpening(interaction: string): void {
      sql.remove.run(interaction);
    },
  };
}

function statements(database: Database) {
  const openings =
    'SELECT opening.*, member.discord_id, member.name FROM opening JOIN member ON member.id = opening.member';
  return {
    add: database.prepare(
      `INSERT INTO opening (interaction, channel, guild, member, game, seq, at, moves)
       VALUES (:interaction, :channel, :guild, :member, :game, :seq, :at, :moves)`,
    ),
    all: database.prepare(`${openings} ORDER BY at, interaction`),
    ofChannel: database.prepare(`${openings} WHERE channel = ? ORDER BY at, interaction`),
    one: database.prepare(`${openings} WHERE interaction = ?`),
    inThread: database.prepare('SELECT 1 FROM opening WHERE message = ?'),
    note: database.prepare('UPDATE opening SET message = ? WHERE interaction = ?'),
    remove: database.prepare('DELETE FROM opening WHERE interaction = ?'),
    posts: database
      // The keys that begin with the word: a blank comes before "!".
      .prepare("SELECT value FROM setting WHERE key > 'post ' AND key < 'post!' ORDER BY length(key), key")
      .pluck(),
    addPost: database.prepare(`INSERT INTO setting (key, value) VALUES (${POST_KEY('?')}, ?)`),
    removePost: database.prepare(`DELETE FROM setting WHERE key = ${POST_KEY('?')}`),
  };
}

interface OpeningRow extends Omit<OpeningRecord, 'member' | 'moves'> {
  readonly moves: number;
  readonly member: number;
  readonly discord_id: string | null;
  readonly name: string;
}

function openingRecord({ member, discord_id, name, moves, ...same }: OpeningRow): OpeningRecord {
  return { ...same, moves: moves === 1, member: { id: member, discordId: discord_id, name } };
}
