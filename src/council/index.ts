export * from './apply-council-draft.ts';
export * from './ballot.ts';
export * from './ballot-timing.ts';
export {
  earlyInWords,
  excludedInWords,
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
export {
  councilInWords,
  MANAGER,
  type Naming,
  rotationInWords,
  wayOfDeciding,
} from './council-words.ts';
export { countInWords, decisionInWords } from './decision-words.ts';
export { briefDay, calendarDay, clockTime, discordTime } from './discord-timestamps.ts';
export { durationInWords, readDuration } from './duration-text.ts';
export * from './motion-rules.ts';
export * from './voter-requirements.ts';
export * from './winner-and-tie-break.ts';
export { withoutMembers, withoutRole } from './without-members.ts';
