import type { FaultPlan, RunningPlan } from '../faults/fault-plan.ts';
import { type HappeningParts, happen } from '../faults/happenings.ts';
import type { Plans } from '../faults/running-plans.ts';
import { type Place, TROUBLES } from '../faults/troubles.ts';
import { ActRefused } from '../interactions/command-options.ts';
import { denyBot } from '../store/channels.ts';
import { bitsOf } from '../world/permissions.ts';
import type { World, WorldChannel } from '../world/world.ts';

/** The trouble that pages have switched on, shared by all of them. */
export class Trouble {
  readonly #parts: HappeningParts;
  readonly #plans: Plans;
  readonly #running = new Map<string, RunningPlan>();

  constructor(parts: HappeningParts, plans: Plans) {
    this.#parts = parts;
    this.#plans = plans;
  }

  /** The labels of the plans that run. */
  get plans(): string[] {
    return [...this.#running.keys()];
  }

  /**
   * Turns a switch on or off, or does something once, in a channel that a page shows.
   * @throws {ActRefused} if it is impossible there.
   */
  turn(label: string, on: boolean, channel: WorldChannel): void {
    const { discord } = this.#parts;
    const trouble = Object.values(TROUBLES).find((section) => Object.hasOwn(section, label))?.[label];
    if (trouble === undefined) throw new ActRefused('There is no such trouble.');
    const { does } = trouble;
    try {
      if (typeof does === 'object' && 'plan' in does) this.#run(label, on ? does.plan : null);
      else if (typeof does === 'object' && 'denies' in does) {
        // A thread has its channel's permissions.
        const place = discord.world.channel(channel.thread?.parentId ?? channel.id);
        const bits = bitsOf(does.denies);
        denyBot(discord, place, on ? place.botDenied | bits : place.botDenied & ~bits);
      } else {
        const act = typeof does === 'function' ? does : on ? does.on : does.off;
        happen(act(placeOf(discord.world, channel)), this.#parts);
      }
    } catch (error) {
      throw new ActRefused(error instanceof Error ? error.message : String(error));
    }
  }

  #run(label: string, plan: FaultPlan | null): void {
    this.#running.get(label)?.stop();
    this.#running.delete(label);
    // A new seed each time: otherwise the first requests would always meet the same faults.
    const seed = Math.floor(Math.random() * 2 ** 31);
    if (plan !== null) this.#running.set(label, this.#plans.start({ ...plan, seed }));
    this.#parts.discord.emit('changed');
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
    discord.emit('changed');
  }
}

function placeOf(world: World, channel: WorldChannel): Place {
  const guild = world.guildOf(channel);
  const names = guild?.channels.map(({ name }) => name) ?? [];
  const free = (kind: string, number = 1): string =>
    names.includes(`${kind}-${number}`) ? free(kind, number + 1) : `${kind}-${number}`;
  return { channel: channel.id, guild: guild?.id ?? '', isThread: channel.thread !== null, free };
}
