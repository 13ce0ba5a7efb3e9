export type { NewBallot } from './ballots.ts';
export { type Database, openDatabase, UnusableDatabase } from './database.ts';
export type { NewEntry } from './entries.ts';
export type { NewGame } from './games.ts';
export type { NewOpening } from './openings.ts';
export type * from './records.ts';
export { openStore, type Store } from './store.ts';
export type { NewVote } from './votes.ts';
