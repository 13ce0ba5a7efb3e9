import type { NoticeRecord } from '../records.ts';
import type { Database } from '../sqlite.ts';

/** Words that channels are still to hear: kept here until Discord has them, so that no crash and no broken line loses any. */
export function noticesIn(database: Database) {
  const sql = statements(database);
  return {
    /** Notes words for a channel, and gives their number. */
    addNotice({ about, asked, roles, users, ...notice }: Omit<NoticeRecord, 'id'>): number {
      const { lastInsertRowid } = sql.add.run({
        ...notice,
        game: about?.game ?? null,
        seq: about?.seq ?? null,
        seat: asked?.seat ?? null,
        spell: asked?.phaseKey ?? null,
        roles: JSON.stringify(roles),
        users: JSON.stringify(users),
      });
      return Number(lastInsertRowid);
    },
    notice(id: number): NoticeRecord | null {
      const row = sql.one.get(id) as NoticeRow | undefined;
      return row ? noticeRecord(row) : null;
    },
    /** All of them, the oldest first. */
    notices(): NoticeRecord[] {
      return (sql.all.all() as NoticeRow[]).map(noticeRecord);
    },
    /** Those of a game, the oldest first. */
    noticesOf(game: string): NoticeRecord[] {
      return (sql.ofGame.all(game) as NoticeRow[]).map(noticeRecord);
    },
    /** Its channel has it, is gone, or has no use for it any more. */
    removeNotice(id: number): void {
      sql.remove.run(id);
    },
    /** Whether words wait that no answer brings: to one member's DM, or about no game of their channel. */
    hasNoticesElsewhere(): boolean {
      return sql.elsewhere.get() !== undefined;
    },
    /** Words for a member's DM, which the bot may not write to, go to a channel instead. */
    moveNotice(id: number, { channel, guild }: Pick<NoticeRecord, 'channel' | 'guild'>, text: string): void {
      sql.move.run(channel, guild, text, id);
    },
    /** Puts other words in its place, which ping these users. */
    rewordNotice(id: number, text: string, users: readonly string[]): void {
      sql.reword.run(text, JSON.stringify(users), id);
    },
  };
}

function statements(database: Database) {
  return {
    add: database.prepare(
      `INSERT INTO notice (kind, channel, guild, game, seq, ballot, seat, spell, text, roles, users, reply_to, since)
       VALUES (:kind, :channel, :guild, :game, :seq, :ballot, :seat, :spell, :text, :roles, :users, :replyTo, :since)`,
    ),
    one: database.prepare('SELECT * FROM notice WHERE id = ?'),
    all: database.prepare('SELECT * FROM notice ORDER BY id'),
    ofGame: database.prepare('SELECT * FROM notice WHERE game = ? ORDER BY id'),
    remove: database.prepare('DELETE FROM notice WHERE id = ?'),
    elsewhere: database.prepare("SELECT 1 FROM notice WHERE channel LIKE 'dm %' OR game IS NULL LIMIT 1"),
    move: database.prepare('UPDATE notice SET channel = ?, guild = ?, text = ? WHERE id = ?'),
    reword: database.prepare('UPDATE notice SET text = ?, users = ? WHERE id = ?'),
  };
}

interface NoticeRow extends Omit<NoticeRecord, 'about' | 'asked' | 'roles' | 'users' | 'replyTo'> {
  readonly game: string | null;
  readonly seq: number | null;
  readonly seat: string | null;
  readonly spell: string | null;
  readonly roles: string;
  readonly users: string;
  readonly reply_to: string | null;
}

function noticeRecord({ game, seq, seat, spell, roles, users, reply_to, ...same }: NoticeRow): NoticeRecord {
  return {
    ...same,
    about: game === null || seq === null ? null : { game, seq },
    ...(seat === null || spell === null ? {} : { asked: { seat, phaseKey: spell } }),
    roles: JSON.parse(roles),
    users: JSON.parse(users),
    replyTo: reply_to,
  };
}
