import type { Solvable, State } from '../../src/game/index.ts';
import { solvableOf, systemOf } from '../systems/overland/explored.ts';

export const SOLVABLE = solvableOf(systemOf()) as unknown as Solvable<State>;
