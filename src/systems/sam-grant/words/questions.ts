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
  spare: 'Which of equally strong blocks loses steps last?',
  regroup: 'What do they do after a victory?',
  give: 'Which prisoners do you give back?',
  take: 'Which of your blocks do you want back?',
  steps: 'Which blocks gain a step?',
  west: 'Which block west of the Mississippi or in Georgia gains one more step?',
} as const;

/** Answers that are no place. */
export const ANSWERS = {
  any: { value: 'any', label: 'The best hex there is', hint: 'in supply, most room' },
  stay: { value: 'stay', label: 'They stay' },
  ask: { value: 'ask', label: 'Ask me then' },
} as const;
