export * from './ballot.ts';
export { changesInWords } from './changes.ts';
export * from './council.ts';
export * from './draft.ts';
export { counted, durationInWords, readDuration } from './duration.ts';
export * from './electorate.ts';
export { type Choice, SETTINGS, type Setting, settingNamed } from './settings.ts';
export * from './words.ts';
