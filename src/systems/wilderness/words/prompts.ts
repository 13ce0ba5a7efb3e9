/** What a side is asked in a step, and where an attack waits for its choice: all see it, also where no button ends the step. */
export const PROMPTS = {
  setup: 'Change your set-up if you like, then end it.',
  reinforce: 'Place the units that arrive, then end the phase.',
  move: 'Move your counters, then end the phase.',
  probe: 'Probe with your cavalry, or end the phase.',
  combat: 'Attack if you like, then end the phase.',
  claim: 'Claim hexes or show counters if you like, then end your turn.',
} as const;
export const PENDING = {
  lose: 'Choose which units take the losses.',
  advance: 'Choose who advances into the emptied hex.',
  settle: 'The attack is settled.',
} as const;

/** Labels of the button that ends each step. */
export const ENDS = {
  setup: 'Finish set-up',
  reinforce: 'End reinforcements',
  move: 'End movement',
  probe: 'End probes',
  combat: 'End combat',
  claim: 'End turn',
} as const;
/** Labels of the button that asks for a choice while an attack waits for it. */
export const CHOOSE = { lose: 'Choose who takes losses', advance: 'Choose who advances', settle: 'Go on' } as const;

/** What is done for it when its time runs out. */
export const DONE = {
  setup: 'the set-up stays as it is',
  reinforce: 'arriving units wait',
  move: 'nobody else moves',
  probe: 'nobody probes',
  combat: 'nobody else attacks',
  claim: 'nothing more is claimed or shown',
} as const;
export const DEFAULTS = {
  lose: 'a fortification or the largest unit takes a loss',
  advance: 'nobody advances',
  settle: 'the attack is settled',
} as const;
