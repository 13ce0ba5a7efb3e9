import type { Command } from '../src/discord/inbound/command.ts';
import { LONGEST_PLAN } from '../src/host/index.ts';
import { completedOption, slashCommand } from './slash-command.ts';

/** `/plan`: orders for many units in one line, shown to the member before they are given. */
export const plan: Command = {
  data: slashCommand('plan', 'Plan orders for many units in one line; you see them before you give them')
    .addStringOption(
      completedOption('orders', 'For example: Gregg, Branch 0905; A.P. Hill to Watt; hold').setMaxLength(LONGEST_PLAN),
    )
    .toJSON(),
  run: (host, caller, { orders = '' }) => host.plans.read(caller, orders),
  complete: (host, caller, { orders = '' }) => host.completions.plan(caller, orders),
};
