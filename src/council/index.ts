export * from './ballot.ts';
export * from './council.ts';
export * from './electorate.ts';
