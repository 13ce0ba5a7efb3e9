import { blocksWord, stepsWord } from './names.ts';

/** What the lists of an order are headed with. */
export const QUESTIONS = {
  order: 'What is your order?',
  cut: 'How many cards go from the top to the bottom?',
  card: 'Which card?',
  bragg: 'Where does Bragg come in?',
  battle: 'Which battle is next?',
  from: 'Which hex do they leave?',
  to: 'Where to?',
  others: 'Do other blocks go somewhere else?',
  blocks: 'Which blocks?',
  mode: 'How?',
  block: 'Which block?',
  city: 'Where?',
  main: 'Where does the main attack come from?',
  stance: 'What do your blocks do?',
  retreat: 'Where do they retreat first?',
  spare: 'Of equally strong blocks, which loses steps last?',
  regroup: 'What do they do after a victory?',
  give: 'Which prisoners do you give back?',
  take: 'Which of your blocks do you want back?',
  steps: 'Which blocks gain a step?',
  west: 'Which block west of the Mississippi or in Georgia gains one more step?',
  leave: (round: number, letter: string): string => `Round ${round}, ${letter} blocks: who retreats instead of firing?`,
  lose: (hex: string, losses: number): string =>
    `${hex}: which ${losses === 1 ? 'block loses a step' : `${losses} blocks lose a step`}?`,
} as const;

/** Behind a choice in a list. */
export const HINTS = {
  built: (steps: number, full: number): string => `at ${steps} of ${full} steps`,
  attack: (blocks: number, steps: number): string => `${blocksWord(blocks)}, ${stepsWord(steps)}`,
} as const;

/** What dice and shuffles are for, in the log and where the dice are checked. */
export const ROLLED_FOR = {
  fire: (block: string, hex: string, round: number): string => `${block} fires at ${hex}, round ${round}`,
  forcedMarch: (hex: string): string => `A forced march to ${hex}`,
  cards: 'The cards of the year',
} as const;

/** Answers that are no place. */
export const ANSWERS = {
  any: { value: 'any', label: 'The best hex', hint: 'in supply, most room' },
  stay: { value: 'stay', label: 'They stay' },
  ask: { value: 'ask', label: 'Ask me then' },
} as const;
