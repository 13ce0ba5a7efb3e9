export { type Database, openDatabase, UnusableDatabase } from './database.ts';
export type { DatasetRecord, EntryBody, EntryRecord, GameRecord, MemberRecord, OwedRecord } from './records.ts';
export { type NewEntry, type NewGame, openStore, type Store } from './store.ts';
