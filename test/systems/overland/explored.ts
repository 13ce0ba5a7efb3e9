import { outcomes } from '../../../src/advisor/index.ts';
import { isFaulty, type Json, legalOrders, type Order, type System } from '../../../src/game/index.ts';
import { overland } from '../../../src/systems/overland/index.ts';
import type { State } from '../../../src/systems/overland/state.ts';
import { frozen } from '../../conformance/plain.ts';
import { dataFile, rulesFile } from './data.ts';

/** Overland as the host has it, over any data file. */
export function systemOf(data: Json = dataFile()): System<State> {
  const system = overland.load({ 'overland.json': data, 'rules.md': rulesFile });
  if (isFaulty(system)) throw new Error(JSON.stringify(system));
  return system as unknown as System<State>;
}

export function solvableOf({ play }: System<State>): NonNullable<NonNullable<System<State>['play']>['solvable']> {
  if (!play?.solvable) throw new Error('Overland can be solved');
  return play.solvable;
}

/** A legal order, and for each position it may lead to, by key, how likely. */
export interface Option {
  readonly order: Order;
  readonly to: ReadonlyMap<string, number>;
}

/** Every position of a variant that play can reach, by its key. The rules alone find them, by each order and roll. */
export interface Explored {
  readonly states: ReadonlyMap<string, State>;
  readonly options: ReadonlyMap<string, readonly Option[]>;
}

export function explored(system: System<State>, variant = 'standard'): Explored {
  const { key, seat } = solvableOf(system);
  const start = frozen(system.rules.start(variant, { roll: noChance, shuffle: noChance }).state);
  const states = new Map([[key(start), start]]);
  const options = new Map<string, readonly Option[]>();
  for (const [name, state] of states) {
    const found = [...legalOrders(system.rules, state, seat)].map((order): Option => {
      const to = new Map<string, number>();
      for (const outcome of outcomes(system, state, seat, order)) {
        const next = key(outcome.state);
        to.set(next, (to.get(next) ?? 0) + outcome.chance);
        if (!states.has(next)) states.set(next, frozen(outcome.state));
      }
      return { order, to };
    });
    options.set(name, found);
  }
  return { states, options };
}

function noChance(): never {
  throw new Error('Nothing is left to chance at the start');
}
