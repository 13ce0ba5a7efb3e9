export {
  BACKUP_EVERY,
  CannotCopy,
  type Copy,
  copyDatabase,
  copyName,
  deleteUnfinished,
  expectSource,
  LAST_BACKUP,
  noteBackup,
  prune,
  SCHEDULED,
  sweepUnfinished,
} from './file/backup-database.ts';
export { type DatabaseTrouble, databaseTroubleOf, errorText } from './file/database-trouble.ts';
export { giveFolderToOwnerOf } from './file/file-mode.ts';
export { openDatabase, openToExamine, openToRead } from './file/open-database.ts';
export { UnusableDatabase, unusable } from './file/unusable-database.ts';
export type { Database } from './queries.ts';
export type * from './records.ts';
export { CannotReshard, reshard, type ShardDatabase } from './split-databases.ts';
export type { Census } from './store.ts';
export { openStore, type Store } from './store.ts';
export type { NewBallot, NewVote } from './tables/ballots.ts';
export type { NewGame } from './tables/games.ts';
export { dmChannelOf, isLessonChannel, isLessonOf, lessonChannelOf, memberOfDm } from './tables/games.ts';
export type { NewEntry } from './tables/log-entries.ts';
export { MEMBER_DATA, type MemberData, type MemberSettings } from './tables/member-data.ts';
export type { StandingBallot } from './tables/member-rows.ts';
export type { DueMessage, NewOpening } from './tables/outbox.ts';
export type { KnownResult, NewServerEntry, UncountedGame } from './tables/server-log.ts';
export type { CommitListener, CommittedWrite } from './transactions.ts';
