/** What the lists of an order are headed with. */
export const QUESTIONS = {
  order: 'What is your order?',
  cut: 'How many cards go from the top to the bottom?',
  card: 'Which card?',
  bragg: 'Where does Bragg come in?',
  battle: 'Which battle is next?',
  from: 'Blocks of which hex?',
  to: 'Where to?',
  others: 'Do other blocks go somewhere else?',
  blocks: 'Which blocks?',
  mode: 'How?',
  block: 'Which block?',
  city: 'Where?',
  main: 'Where does the main attack come from?',
  stance: 'What do your blocks do?',
  retreat: 'Where do they go back to first?',
  spare: 'Of equals, who loses steps last?',
  regroup: 'After a victory?',
  give: 'Which prisoners do you give back?',
  take: 'Which of yours do you want?',
  steps: 'Which blocks gain a step?',
  west: 'One step more, west of the Mississippi or in Georgia: which block?',
} as const;

/** Answers that are no place. */
export const ANSWERS = {
  any: { value: 'any', label: 'Wherever is best', hint: 'in supply, most room' },
  stay: { value: 'stay', label: 'They stay' },
  ask: { value: 'ask', label: 'Ask me then' },
} as const;
