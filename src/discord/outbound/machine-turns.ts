import { setTimeout as pause } from 'node:timers/promises';
import type { ChannelDelivery } from './channel-delivery.ts';
import type { BotContext } from './context.ts';

/** How often machines' turns are looked for. A machine that failed to choose an order is then asked again. */
const AGAIN_MS = 60_000;
/** The pause between two maps of the same machine, so that the first can be read. */
const READING_MS = 1500;

export type MachineTurns = ReturnType<typeof createMachineTurns>;

/**
 * Has the bot give orders for machines whose turn it is: at a start, and after each change in a channel. In each game
 * one order follows another. No member waits for a machine.
 * @param acted is called when a machine has changed something in a channel
 */
export function createMachineTurns(
  { clock, host, log }: Omit<BotContext, 'client'>,
  delivery: Pick<ChannelDelivery, 'say' | 'inFlight'>,
  acted: (channel: string) => void,
) {
  const playing = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  let running = false;
  let seeking = false;
  let cancel: (() => void) | null = null;

  function start(): void {
    if (stopping.signal.aborted) return;
    running = true;
    play(dueGames(null));
    void seek();
    cancel = clock.after(AGAIN_MS, () => start());
  }

  /** Resolves when given orders are on their way to their channels. */
  async function stop(): Promise<void> {
    running = false;
    cancel?.();
    cancel = null;
    stopping.abort();
    await Promise.all(playing.values());
  }

  /** Gives orders in those of the games where it is a machine's turn. Never throws. */
  function play(games: readonly string[]): void {
    if (!running) return;
    for (const game of games) {
      if (playing.has(game)) continue;
      const work = playGame(game).finally(() => playing.delete(game));
      playing.set(game, work);
    }
  }

  async function seek(): Promise<void> {
    if (seeking) return;
    seeking = true;
    try {
      for await (const channel of host.machines.sought()) {
        if (!running) return;
        play(dueGames(channel));
      }
    } catch (error) {
      log.error({ err: error }, 'the list of the bot’s turns could not be read');
    } finally {
      seeking = false;
    }
  }

  function dueGames(channel: string | null): readonly string[] {
    try {
      return host.machines.due(channel);
    } catch (error) {
      log.error({ err: error }, 'the list of the bot’s turns could not be read');
      return [];
    }
  }

  async function playGame(game: string): Promise<void> {
    try {
      while (running && host.machines.isDue(game))
        if (await playOnce(game)) await pause(READING_MS, null, { signal: stopping.signal });
    } catch (error) {
      if (running) log.error({ err: error, game }, 'the bot could not choose its order; trying again later');
    }
  }

  /** Returns false if the game went on while the machine chose. */
  async function playOnce(game: string): Promise<boolean> {
    const { announcement, fault } = await host.machines.play(game, () => clock.now());
    if (fault !== null)
      log.error(
        { err: fault, game, waits: announcement === null },
        `the bot chose no legal order; ${announcement === null ? 'the game waits' : 'the default order is carried out'}`,
      );
    if (!announcement) return false;
    const { channel, answer } = announcement;
    acted(channel);
    await delivery.inFlight.whenMapShown(game);
    await delivery.say(channel, answer);
    return true;
  }

  return { start, stop, play };
}
