import { answerFirstSolution } from './solutions.ts';
import { SOLVABLE } from './solvable-overland.ts';

// Run by `solutions` in a process of its own.
answerFirstSolution(SOLVABLE, 'standard');
