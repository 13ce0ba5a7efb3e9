import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { FaultPlan, SeenMessage } from '../../src/sandbox/sandbox.ts';
import type { Audited } from '../harness/audit.ts';
import { Crowd, EXTRA_MEMBERS, type Tables } from '../harness/crowd.ts';
import { heldBeside } from '../harness/database.ts';
import { Luck } from '../harness/luck.ts';
import { Scene } from '../harness/scene.ts';

/** The channels: two of one server, and one of another; two of them decide by vote. */
const TABLES: Tables = {
  channels: [
    ['the-wilderness', 'vote'],
    ['council-of-war', 'open'],
    ['library', 'vote'],
  ],
  players: [],
  rules: { window: '20m', quorum: 1 },
};
const MINUTE = 60_000;
/** The clock goes on so far at each look, while an answer is waited for. */
const STEP_MS = 100;
/** No act takes as many looks. */
const LOOKS = 12_000;

export interface StormOptions {
  readonly seed: number;
  /** Acts of all members together. */
  readonly acts: number;
}

/** Counts of a storm. */
export interface StormReport {
  readonly audited: Audited;
  readonly games: number;
  readonly struck: readonly { readonly name: string; readonly struck: number }[];
  /** Real milliseconds from the end of all faults until nothing was owed. */
  readonly recovery: number;
  readonly warnings: ReadonlyMap<string, number>;
}

/** Every fault at some chance. Its REST times are the machine's, and short; what is late by the clock may be very late. */
export function stormPlan(seed: number): FaultPlan {
  const answers = { method: 'POST', route: '/interactions/:interaction/:token/callback' } as const;
  const here = (kind: 'cut' | 'reconnect' | 'invalidate') => ({ kind }) as const;
  return {
    seed,
    rest: [
      { name: '500', chance: 0.02, does: { kind: 'error', status: 500 } },
      { name: '502 a page', chance: 0.02, does: { kind: 'error', status: 502 } },
      { name: '503 though done', chance: 0.02, does: { kind: 'error', status: 503, carriedOut: true } },
      { name: '429', chance: 0.02, does: { kind: 'rateLimit', scope: 'user', retryAfter: 0.2 } },
      { name: '429 shared', chance: 0.01, does: { kind: 'rateLimit', scope: 'shared', retryAfter: 0.2 } },
      { name: '429 global', chance: 0.005, does: { kind: 'rateLimit', scope: 'global', retryAfter: 0.3 } },
      { name: 'upload reset', chance: 0.02, does: { kind: 'resetUpload', afterBytes: 2000 } },
      { name: 'answer reset', chance: 0.02, does: { kind: 'resetAnswer' } },
      { name: 'slow', chance: 0.03, does: { kind: 'slow', ms: 150 } },
      { name: '10062', chance: 0.02, ...answers, does: { kind: 'refuse', code: 10062 } },
    ],
    events: [
      { name: 'event twice', chance: 0.05, event: 'INTERACTION_CREATE', does: { kind: 'twice', after: 500 } },
      { name: 'event late', chance: 0.02, event: 'INTERACTION_CREATE', does: { kind: 'late', ms: 4000 } },
      { name: 'event lost', chance: 0.01, event: 'INTERACTION_CREATE', does: { kind: 'lost' } },
      { name: 'event behind', chance: 0.03, event: 'INTERACTION_CREATE', does: { kind: 'behind' } },
    ],
    happenings: [
      { name: 'gateway cut', after: 5 * MINUTE, every: 11 * MINUTE, does: here('cut') },
      { name: 'gateway asks anew', after: 7 * MINUTE, every: 17 * MINUTE, does: here('reconnect') },
      { name: 'session invalidated', after: 9 * MINUTE, every: 37 * MINUTE, does: here('invalidate') },
      { name: 'connection closed', after: 13 * MINUTE, every: 29 * MINUTE, does: { kind: 'close', code: 4000 } },
    ],
  };
}

/** Troubles of places, one after the other; each is mended before the next. */
const PLACES = ['message deleted', 'rights taken away', 'server out of order', 'thrown out', 'channel hidden'] as const;
type PlaceFault = (typeof PLACES)[number];

/** A whole storm: members play while everything goes wrong; when it ends, all is as they were told. Throws where it is not. */
export async function storm({ seed, acts }: StormOptions): Promise<StormReport> {
  const scene = await Scene.start({ extraMembers: EXTRA_MEMBERS });
  try {
    return await new Storm(scene, seed).rage(acts);
  } finally {
    await scene.close();
  }
}

class Storm {
  readonly #scene: Scene;
  readonly #seed: number;
  readonly #luck: Luck;
  readonly #crowd: Crowd;
  readonly #befallen = new Map<PlaceFault, number>(PLACES.map((fault) => [fault, 0]));
  #mend: () => void = () => {};

  constructor(scene: Scene, seed: number) {
    this.#scene = scene;
    this.#seed = seed;
    this.#luck = new Luck(`${seed} storm`);
    this.#crowd = new Crowd(scene.sandbox, `${seed}`, TABLES);
  }

  async rage(acts: number): Promise<StormReport> {
    const scene = this.#scene;
    await this.#crowd.settle();
    const plan = scene.goesWrong(stormPlan(this.#seed));
    for (let act = 0; act < acts; act++) {
      if (act % 12 === 6) this.#befall();
      if (act % 12 === 0) this.#mend();
      await this.#backOnline();
      await this.#act();
      scene.clock.advance(this.#luck.below(2 * MINUTE));
    }
    this.#mend();
    const struck = [...plan.counts];
    scene.goesWell();
    const recovery = await this.#recovered();
    const audited = this.#crowd.audited(heldBeside(scene.product.database));
    await this.#expectPresentMaps();
    await scene.sound(scene.struck);
    this.#crowd.album.close();
    return {
      audited,
      games: audited.games.length,
      struck: [...struck, ...[...this.#befallen].map(([name, times]) => ({ name, struck: times }))],
      recovery,
      warnings: scene.warnings(),
    };
  }

  /** Members act while the bot is away too; most wait until it is back. */
  async #backOnline(): Promise<void> {
    for (let look = 0; look < 150 && !this.#scene.sandbox.bot.online; look++) await pause(10);
  }

  /** One member does one thing, while the clock goes on. */
  async #act(): Promise<void> {
    let over = false;
    const act = this.#crowd.act(this.#luck).finally(() => {
      over = true;
    });
    act.catch(() => {});
    for (let look = 0; !over; look++) {
      if (look > LOOKS) throw new Error('An act has no end');
      await pause(look < 20 ? 2 : 10);
      if (look > 20) this.#scene.clock.advance(STEP_MS);
    }
    try {
      await act;
    } catch (error) {
      // The channel is not there just now: as for a member who looks in vain.
      if (!(error instanceof Error) || !/cannot see|is not in/i.test(error.message)) throw error;
    }
  }

  /** Something happens to a place, and is mended after some acts. */
  #befall(): void {
    const scene = this.#scene;
    const fault = this.#luck.among(PLACES);
    // A deleted map without a ballot is not posted again: /map shows it.
    const [channel] = this.#luck.among(
      TABLES.channels.filter(([, kind]) => kind === 'vote' || fault !== 'message deleted'),
    );
    const guild = scene.sandbox.world.guildOf(scene.sandbox.world.channel(channel))?.id ?? '';
    this.#befallen.set(fault, (this.#befallen.get(fault) ?? 0) + 1);
    switch (fault) {
      case 'message deleted':
        if (scene.open(channel).length > 0) scene.happens({ kind: 'deleteMessage', channel });
        this.#mend = () => {};
        return;
      case 'rights taken away':
      case 'channel hidden':
        scene.happens({
          kind: 'denyBot',
          channel,
          permissions: fault === 'channel hidden' ? ['ViewChannel'] : ['SendMessages', 'AttachFiles'],
        });
        this.#mend = () => scene.happens({ kind: 'denyBot', channel, permissions: [] });
        return;
      case 'server out of order':
        scene.happens({ kind: 'outage', guild });
        this.#mend = () => scene.happens({ kind: 'outageOver', guild });
        return;
      case 'thrown out':
        scene.happens({ kind: 'throwOut', guild });
        this.#mend = () => scene.happens({ kind: 'invite', guild });
        return;
    }
  }

  /** @returns real milliseconds until the bot was in and nothing was owed */
  async #recovered(): Promise<number> {
    const scene = this.#scene;
    const started = performance.now();
    await scene.until('the bot is in', () => scene.sandbox.bot.online, true);
    await scene.settled();
    const { bot } = scene.product;
    // An older map below a later one is removed once both are there.
    await scene.until('nothing is on its way', () => Object.values(bot.inHand()).every((one) => one === 0), true);
    return performance.now() - started;
  }

  /** Every channel shows its present map. */
  async #expectPresentMaps(): Promise<void> {
    const scene = this.#scene;
    for (const [channel] of TABLES.channels) {
      const { store, sandbox } = scene.product;
      if (store.latestIn(sandbox.world.channel(channel).id)?.ended) continue;
      const shown = scene.open(channel).findLast(({ files }) => files.length > 0);
      const asked = await scene.at('Cy', channel).command('map');
      assert(asked.kind === 'message', `nobody answers in ${channel}`);
      const present = await scene.comes(channel, ({ id, files }) => id === asked.message.id && files.length > 0);
      assert(
        this.#picture(shown).equals(this.#picture(present)),
        `${channel} does not show its present map:\n${this.#transcript(channel)}`,
      );
    }
  }

  /** The messages of a channel as text, to look for the reason of a failure. */
  #transcript(channel: string): string {
    const all = this.#scene.sandbox.messages(channel);
    const line = ({ id, ephemeral, files, content }: SeenMessage) =>
      `${id} ${ephemeral ? 'aside' : 'open'} ${files.length} ${content.replaceAll('\n', ' / ').slice(0, 160)}`;
    return all.slice(-30).map(line).join('\n');
  }

  #picture(message: SeenMessage | undefined): Buffer {
    return this.#scene.sandbox.attachmentBytes(message?.files[0]?.url ?? '');
  }
}
