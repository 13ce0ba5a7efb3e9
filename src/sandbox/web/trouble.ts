import { ActRefused } from '../acts/options.ts';
import type { FaultPlan, Happening, RunningPlan } from '../faults/fault-plan.ts';
import type { Plans } from '../faults/running-plans.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Places } from '../places.ts';
import type { PagePlan } from '../protocol.ts';
import type { World } from '../world.ts';

/** Milliseconds for which strikes are collected before the pages are told. */
const GATHERED_MS = 150;
const MOST_PLANS = 40;

export interface TroubleParts {
  readonly world: World;
  readonly gateway: Gateway;
  readonly places: Places;
  readonly plans: Plans;
  /** Throws if it names a server, channel or message that does not exist. */
  readonly happen: (happening: Happening) => void;
  /** Called when plans have started, ended or struck. */
  readonly onChange: () => void;
}

/** The fault plans started by pages, shared by all of them. */
export class Trouble {
  readonly #parts: TroubleParts;
  readonly #plans = new Map<string, RunningPlan>();
  #told: NodeJS.Timeout | null = null;

  constructor(parts: TroubleParts) {
    this.#parts = parts;
  }

  /** The running plans with their numbers of strikes. */
  get plans(): PagePlan[] {
    return [...this.#plans].map(([name, plan]) => ({ name, struck: plan.struck() }));
  }

  /** Starts a plan in place of the one with this name; `null` only ends that one. */
  plan(name: string, plan: FaultPlan | null): void {
    this.#plans.get(name)?.stop();
    this.#plans.delete(name);
    if (plan !== null && this.#plans.size >= MOST_PLANS) throw new ActRefused('So many plans cannot run at once.');
    if (plan !== null) this.#plans.set(name, this.#parts.plans.start(plan));
    this.#parts.onChange();
  }

  /** @throws {ActRefused} if it names a server, channel or message that does not exist. */
  happen(happening: Happening): void {
    try {
      this.#parts.happen(happening);
    } catch (error) {
      throw new ActRefused(error instanceof Error ? error.message : String(error));
    }
  }

  /** Ends all plans and outages, restores the bot's permissions and invites it. Deleted things stay deleted. */
  calm(): void {
    const { world, gateway, places, onChange } = this.#parts;
    for (const plan of this.#plans.values()) plan.stop();
    this.#plans.clear();
    gateway.comeBack();
    for (const guild of world.guilds) {
      gateway.setAvailable(guild, true);
      gateway.setPresent(guild, true);
      for (const channel of guild.channels) if (channel.botDenied !== 0n) places.denyBot(channel, 0n);
    }
    onChange();
  }

  /** Tells the pages of a strike, together with those that follow within `GATHERED_MS`. */
  struck(): void {
    this.#told ??= setTimeout(() => {
      this.#told = null;
      this.#parts.onChange();
    }, GATHERED_MS);
  }
}
