import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { chanceFrom } from '../../src/sandbox/faults/chance.ts';
import type { FaultPlan, Outcome, SeenMessage } from '../../src/sandbox/sandbox.ts';
import { Scene } from './scene.ts';

/** Where it rages: two channels of one server, and one of another; two of them decide by vote. */
const TABLES = [
  { channel: 'the-wilderness', votes: true },
  { channel: 'council-of-war', votes: false },
  { channel: 'library', votes: true },
] as const;
const MEMBERS = ['Ada', 'Bo', 'Cy'] as const;
const MINUTE = 60_000;
/** The clock goes on so far at each look, while an answer is waited for. */
const STEP_MS = 100;
/** An act is given up after so many looks: what Discord answers then is not waited for. */
const LOOKS = 3000;

export interface StormOptions {
  readonly seed: number;
  /** What members do, all together. */
  readonly acts: number;
}

/** What it did, in numbers. */
export interface StormReport {
  readonly acts: number;
  readonly acknowledged: number;
  readonly orders: number;
  readonly votes: number;
  readonly campaigns: number;
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

/** What befalls places, one after the other, and is mended before the next. */
const PLACES = ['message deleted', 'rights taken away', 'server out of order', 'thrown out', 'channel hidden'] as const;
type PlaceFault = (typeof PLACES)[number];

/** A whole storm: members play while everything goes wrong; when it ends, all is as they were told. Throws where it is not. */
export async function storm({ seed, acts }: StormOptions): Promise<StormReport> {
  const scene = await Scene.start();
  try {
    return await new Storm(scene, seed).rage(acts);
  } finally {
    await scene.close();
  }
}

class Storm {
  readonly #scene: Scene;
  readonly #seed: number;
  readonly #chance: () => number;
  readonly #befallen = new Map<PlaceFault, number>(PLACES.map((fault) => [fault, 0]));
  /** Interactions of which a member was told that they have been done. */
  readonly #told: string[] = [];
  #mend: () => void = () => {};
  #campaigns = 0;

  constructor(scene: Scene, seed: number) {
    this.#scene = scene;
    this.#seed = seed;
    this.#chance = chanceFrom(seed);
  }

  async rage(acts: number): Promise<StormReport> {
    const scene = this.#scene;
    for (const { channel, votes } of TABLES) {
      this.#campaigns += 1;
      await (votes ? scene.beginVote(channel, { window: '20m', quorum: 1 }) : scene.begin(channel));
    }
    const plan = scene.goesWrong(stormPlan(this.#seed));
    for (let act = 0; act < acts; act++) {
      if (act % 12 === 6) this.#befall();
      if (act % 12 === 0) this.#mend();
      await this.#backOnline();
      await this.#act();
      scene.clock.advance(Math.floor(this.#chance() * 2 * MINUTE));
    }
    this.#mend();
    const struck = [...plan.counts];
    scene.goesWell();
    const recovery = await this.#recovered();
    await this.#check();
    return {
      acts,
      acknowledged: this.#told.length,
      ...this.#done(),
      campaigns: this.#campaigns,
      struck: [...struck, ...[...this.#befallen].map(([name, times]) => ({ name, struck: times }))],
      recovery,
      warnings: scene.warnings(),
    };
  }

  /** Members act while the bot is away too; most wait until it is back. */
  async #backOnline(): Promise<void> {
    for (let look = 0; look < 150 && !this.#scene.sandbox.bot.online; look++) await pause(10);
  }

  /** One member does one thing. */
  async #act(): Promise<void> {
    const scene = this.#scene;
    const { channel, votes } = this.#among(TABLES);
    const member = this.#among(MEMBERS);
    const at = scene.at(member, channel);
    const luck = this.#chance();
    try {
      if (this.#over(channel)) {
        await this.#begin(channel, votes);
      } else if (luck < 0.08) await this.#answered(at.command('map'));
      else if (luck < 0.12) await this.#answered(at.command('log'));
      else if (luck < 0.14) await this.#takeBack(at);
      else {
        const outcome = await this.#answered(scene.order(channel, member));
        if (outcome !== null && isDone(outcome)) this.#told.push(outcome.interactionId);
      }
    } catch (error) {
      // There is no button to press just now, or the channel is not there: as for a member who looks in vain.
      if (!(error instanceof Error) || !/no map in|cannot see|is not in/i.test(error.message)) throw error;
    }
  }

  /** The last order, by a moderator past a die: who is asked, and says why. */
  async #takeBack(at: ReturnType<Scene['at']>): Promise<void> {
    const question = await this.#answered(at.command('undo'));
    if (question?.kind !== 'message' || !question.message.buttons.some(({ label }) => label === 'Take it back')) return;
    const asked = await this.#answered(at.press(question.message, 'Take it back'));
    if (asked?.kind !== 'modal') return;
    await this.#answered(at.submit(asked.modal, { [asked.modal.fields[0]?.customId ?? '']: 'A slip' }));
  }

  async #begin(channel: string, votes: boolean): Promise<void> {
    const started = await this.#answered(this.#scene.at('Ada', channel).command('new'));
    if (started?.kind !== 'message') return;
    this.#campaigns += 1;
    if (votes) {
      const rules = { mode: 'vote', window: '20m', quorum: 1 };
      await this.#answered(this.#scene.at('Ada', channel).command('council', rules));
    }
  }

  /** Waits for an outcome while the clock goes on. Null: nobody waits any more. */
  async #answered(doing: Promise<Outcome>): Promise<Outcome | null> {
    let outcome: Outcome | null = null;
    let failed: unknown = null;
    let over = false;
    doing.then(
      (one) => {
        outcome = one;
        over = true;
      },
      (error: unknown) => {
        failed = error;
        over = true;
      },
    );
    for (let look = 0; look < LOOKS && !over; look++) {
      await pause(look < 20 ? 2 : 10);
      if (look > 20) this.#scene.clock.advance(STEP_MS);
    }
    if (failed !== null) throw failed;
    return outcome;
  }

  #over(channel: string): boolean {
    const { store } = this.#scene.product;
    return (store.latestIn(this.#scene.sandbox.world.channel(channel).id)?.ended ?? null) !== null;
  }

  /** Something happens to a place, and is mended after some acts. */
  #befall(): void {
    const scene = this.#scene;
    const fault = this.#among(PLACES);
    // Where no ballot hangs from it, a map that somebody deletes is gone: /map shows it again.
    const { channel } = this.#among(TABLES.filter(({ votes }) => votes || fault !== 'message deleted'));
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
          permissions: fault === 'channel hidden' ? ['viewChannel'] : ['sendMessages', 'attachFiles'],
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

  /** From the outside: what members were told of is in the log once, every channel shows its present map, nobody was overlooked. */
  async #check(): Promise<void> {
    const scene = this.#scene;
    const done = this.#interactions();
    for (const interaction of this.#told)
      assert.equal(
        done.get(interaction),
        1,
        `${interaction} was acknowledged and is there ${done.get(interaction)} times`,
      );
    for (const { channel } of TABLES) {
      if (this.#over(channel)) continue;
      const shown = scene.open(channel).findLast(({ files }) => files.length > 0);
      const asked = await scene.at('Cy', channel).command('map');
      assert(asked.kind === 'message', `nobody answers in ${channel}`);
      const present = await scene.comes(channel, ({ id, files }) => id === asked.message.id && files.length > 0);
      assert(
        this.#picture(shown).equals(this.#picture(present)),
        `${channel} does not show its present map:\n${this.#transcript(channel)}`,
      );
    }
    await scene.sound(scene.struck);
  }

  /** What there is to read in a channel, for whoever looks for the reason. */
  #transcript(channel: string): string {
    const all = this.#scene.sandbox.messages(channel);
    const line = ({ id, ephemeral, files, content }: SeenMessage) =>
      `${id} ${ephemeral ? 'aside' : 'open'} ${files.length} ${content.replaceAll('\n', ' / ').slice(0, 160)}`;
    return all.slice(-30).map(line).join('\n');
  }

  #picture(message: SeenMessage | undefined): Buffer {
    return this.#scene.sandbox.attachmentBytes(message?.files[0]?.url ?? '');
  }

  /** How often each interaction has had an effect. */
  #interactions(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { interaction } of this.#rows()) counts.set(interaction, (counts.get(interaction) ?? 0) + 1);
    return counts;
  }

  #done(): { readonly orders: number; readonly votes: number } {
    const rows = this.#rows();
    return {
      orders: rows.filter(({ kind }) => kind === 'order').length,
      votes: rows.filter(({ kind }) => kind === 'vote').length,
    };
  }

  #rows(): readonly { readonly interaction: string; readonly kind: string }[] {
    const database = new BetterSqlite3(this.#scene.product.database, { readonly: true });
    try {
      const of = `SELECT interaction, kind FROM entry UNION ALL SELECT interaction, 'vote' FROM vote`;
      return database.prepare(of).all() as { interaction: string; kind: string }[];
    } finally {
      database.close();
    }
  }

  #among<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.#chance() * choices.length)] as T;
  }
}

/** Whether the member was told that their order or their vote counts. */
function isDone(outcome: Outcome): boolean {
  if (outcome.kind !== 'message' && outcome.kind !== 'update') return false;
  const { content, ephemeral } = outcome.message;
  return ephemeral ? /^Your vote(?: is now|:) /.test(content) : /^\*\*/.test(content);
}
