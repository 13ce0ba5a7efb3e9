import type { Side } from '../vocabulary.ts';
import { sideAdjective } from './names.ts';

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

/** What the lists of an order are headed with. */
export const QUESTIONS = {
  order: 'What is your order?',
  place: 'Which counter do you place?',
  placeIn: 'In which hex?',
  points: 'How many strength points?',
  reinforce: 'Which unit gets points?',
  gives: 'Which unit gives points?',
  takes: 'Which unit gets them?',
  from: 'From which hex?',
  marches: 'Who marches?',
  to: 'Where to?',
  rail: 'Who goes by rail?',
  railTo: 'To which hex of the railroad?',
  detrain: 'Who leaves the train?',
  sea: 'Who goes by sea?',
  port: 'To which port?',
  entrench: 'Who entrenches?',
  probe: 'Which cavalry probes?',
  probed: 'Which hex does it probe?',
  target: 'Which hex do you attack?',
  attackers: 'Who attacks?',
  charged: 'Which hex does your cavalry attack?',
  charge: 'Which cavalry attacks?',
  lose: 'Which unit takes losses?',
  advance: 'Who advances?',
  claim: 'What do you claim?',
  show: 'Which counter do you show?',
} as const;

/** Behind a choice in a list. */
export const HINTS = {
  attacker: (strength: number, hex: string, acrossRiver: boolean): string =>
    `${strength}, from ${hex}${acrossRiver ? ' across the river' : ''}`,
  losing: (strength: number, isFort: boolean): string => `${isFort ? 'fortification, ' : ''}${strength}`,
  movementLeft: (points: number): string => (points === 1 ? '1 movement point left' : `${points} movement points left`),
  /** To the hex where it stands: it entrains and goes no further. */
  boards: (price: string): string => `entrains here, ${price}`,
  now: (hex: string): string => `now in ${hex}`,
  /** Uses of a hex. */
  scores: 'scores points',
  besideEnemy: 'next to the enemy',
  withYours: 'with yours',
  /** The highest die with which a probe succeeds. */
  probe: (most: number): string => (most === 1 ? 'needs 1' : `needs 1–${most}`),
} as const;

/** What a die or a shuffle is for, in the log and where the dice are checked. */
export const ROLLED_FOR = {
  attack: (side: Side, target: string): string => `${sideAdjective(side)} attack on ${target}`,
  charge: (side: Side, target: string): string => `${sideAdjective(side)} cavalry attack on ${target}`,
  probe: (side: Side, target: string): string => `${sideAdjective(side)} probe of ${target}`,
  command: (side: Side, number: number): string => `${sideAdjective(side)} command, die ${number}`,
  group: (side: Side, number: number): string => `${sideAdjective(side)} set-up, group ${number}`,
  dummies: (side: Side): string => `${sideAdjective(side)} set-up, dummies`,
  dummy: (side: Side, number: number): string => `${sideAdjective(side)} set-up, dummy ${number}`,
} as const;
