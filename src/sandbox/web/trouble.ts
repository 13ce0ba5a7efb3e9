import type { FaultPlan, Happening, RunningPlan } from '../faults/fault-plan.ts';
import { type HappeningParts, happen } from '../faults/happenings.ts';
import type { Plans } from '../faults/running-plans.ts';
import { ActRefused } from '../interactions/command-options.ts';
import type { PagePlan } from '../protocol.ts';
import { denyBot } from '../store/channels.ts';

/** Milliseconds for which strikes are collected before the pages are told. */
const GATHERED_MS = 150;
const MOST_PLANS = 40;

/** The fault plans started by pages, shared by all of them. */
export class Trouble {
  readonly #parts: HappeningParts;
  readonly #plans: Plans;
  readonly #running = new Map<string, RunningPlan>();
  #told: NodeJS.Timeout | null = null;
  /** Called when plans have started, ended or struck. */
  onChange: () => void = () => {};

  constructor(parts: HappeningParts, plans: Plans) {
    this.#parts = parts;
    this.#plans = plans;
  }

  /** The running plans with their numbers of strikes. */
  get plans(): PagePlan[] {
    return [...this.#running].map(([name, plan]) => ({ name, struck: plan.struck() }));
  }

  /** Starts a plan in place of the one with this name; `null` only ends that one. */
  plan(name: string, plan: FaultPlan | null): void {
    this.#running.get(name)?.stop();
    this.#running.delete(name);
    if (plan !== null && this.#running.size >= MOST_PLANS) throw new ActRefused('So many plans cannot run at once.');
    if (plan !== null) this.#running.set(name, this.#plans.start(plan));
    this.onChange();
  }

  /** @throws {ActRefused} if it names a server, channel or message that does not exist. */
  happen(happening: Happening): void {
    try {
      happen(happening, this.#parts);
    } catch (error) {
      throw new ActRefused(error instanceof Error ? error.message : String(error));
    }
  }

  /** Ends all plans and outages, restores the bot's permissions and invites it. Deleted things stay deleted. */
  calm(): void {
    const { discord, gateway } = this.#parts;
    for (const plan of this.#running.values()) plan.stop();
    this.#running.clear();
    gateway.comeBack();
    for (const guild of discord.world.guilds) {
      gateway.setAvailable(guild, true);
      gateway.setPresent(guild, true);
      for (const channel of guild.channels) if (channel.botDenied !== 0n) denyBot(discord, channel, 0n);
    }
    this.onChange();
  }

  /** Tells the pages of a strike, together with those that follow within `GATHERED_MS`. */
  struck(): void {
    this.#told ??= setTimeout(() => {
      this.#told = null;
      this.onChange();
    }, GATHERED_MS);
  }
}
