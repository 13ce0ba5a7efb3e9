export * from './apply-council-draft.ts';
export * from './ballot.ts';
export * from './ballot-clock.ts';
export * from './ballot-decision.ts';
export {
  motionInWords,
  openInWords,
  type PrintedFor,
  quorumInWords,
  rulesInWords,
  tieInWords,
  votersInWords,
} from './ballot-words.ts';
export * from './council.ts';
export { changesInWords } from './council-change-words.ts';
export * from './council-defaults.ts';
export * from './council-draft.ts';
export * from './council-limits.ts';
export { readCouncil, SETTINGS, type Setting, type SettingChoice, settingNamed } from './council-settings.ts';
export { countInWords, decisionInWords } from './decision-words.ts';
export { durationInWords, readDuration } from './duration.ts';
export * from './electorate.ts';
export { briefDay, calendarDay, clockTime, discordTime } from './moment.ts';
export * from './motion-rules.ts';
export { withoutMembers } from './without-members.ts';
export {
  councilInWords,
  excludedInWords,
  type Naming,
  rotationInWords,
  wayOfDeciding,
} from './words.ts';
