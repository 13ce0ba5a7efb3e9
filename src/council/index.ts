export * from './ballot.ts';
export * from './ballot-words.ts';
export * from './council-draft.ts';
export * from './council-rules.ts';
export { type CouncilSetting, readCouncil, SETTINGS, settingNamed } from './council-settings.ts';
export { changesInWords, councilInWords, MANAGER, wayOfDeciding } from './council-words.ts';
export * from './time-text.ts';
