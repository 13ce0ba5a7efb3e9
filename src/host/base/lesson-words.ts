import { listed } from '../../kit/plain-english.ts';

export const LESSON = {
  learn: 'Learn to play',
  leave: 'Leave the lesson',
  goOn: 'Go on',
  again: 'Start again',
  goesOn: 'Your lesson goes on.',
  left: 'Your lesson is saved. Go on whenever you like, with the button or with `/learn`.',
  choose: 'Which game do you want to learn? It takes five minutes, and only you see it.',
  none: 'No game here has a lesson.',
  changed: 'This game has changed since you left, so the lesson starts again.',
  stepOf: (title: string, step: number, of: number): string => `${title}, step ${step} of ${of} · only you see this`,
  learnGame: (title: string): string => `Learn ${title}`,
  playBot: (side: string): string => `Play the ${side} against the bot`,
  startGame: (title: string): string => `Start ${title} here`,
} as const;

export function noLesson(titles: readonly string[]): string {
  return titles.length === 0 ? LESSON.none : `That game has no lesson. Choose ${listed(titles, ' or ')}.`;
}
