import type { AutocompleteInteraction, Interaction } from 'discord.js';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import {
  type Caller,
  type Commit,
  type CommittedWrite,
  type Due,
  type Handled,
  type Host,
  reply,
} from '../../host/index.ts';
import { type DatabaseTrouble, databaseTroubleOf } from '../../store/index.ts';
import type { Clock } from '../../time-source.ts';
import type { InteractionOutcome, Timings, Watch } from '../../watch/metrics.ts';
import { RepeatedFailures } from '../../watch/repeated-failures.ts';
import { isNetworkError } from '../connection/cannot-connect.ts';
import type { InteractionResponses, Repliable } from '../outbound/interaction-response.ts';
import { bugReply, doneButReply, newReference, OURS, SLOWER, TROUBLES } from '../outbound/post-words.ts';
import type { Command } from './command.ts';
import { callerOf, optionsOf, pressedMessage, routeOf } from './route.ts';

/** It is handled (`yes`), the member is told to wait (`slower`), or it is ignored (`no`). */
type RateLimited = 'yes' | 'slower' | 'no';

/** Presses at once, and how many a second come back. */
export interface Pace {
  readonly burst: number;
  readonly aSecond: number;
}

/** More than fingers do, less than programs. */
export const PRESSING: Pace = { burst: 10, aSecond: 2 };
/** Nearly every key asks for completions, and they cost less. */
export const TYPING: Pace = { burst: 60, aSecond: 20 };
/** Presses over the limit are acknowledged up to this pace; only programs send more. */
export const ACKNOWLEDGED: Pace = { burst: 60, aSecond: 10 };
const TOLD_EVERY_MS = 5000;
/** A member who hasn't pressed for some seconds starts afresh anyway. */
const REMEMBERED = 10_000;

interface TokenBucket {
  left: number;
  at: number;
  toldAt: number;
}

/** A member who presses a hundred times a second slows only themselves. */
export class MemberRateLimit {
  readonly #clock: Clock;
  readonly #pace: Pace;
  readonly #buckets = new LRUCache<string, TokenBucket>({ max: REMEMBERED });

  constructor(clock: Clock, pace: Pace = PRESSING) {
    this.#clock = clock;
    this.#pace = pace;
  }

  admit(member: string): RateLimited {
    const now = this.#clock.now();
    const bucket = this.#bucket(member, now);
    if (bucket.left >= 1) {
      bucket.left -= 1;
      return 'yes';
    }
    if (now - bucket.toldAt < TOLD_EVERY_MS) return 'no';
    bucket.toldAt = now;
    return 'slower';
  }

  #bucket(member: string, now: number): TokenBucket {
    const { burst, aSecond } = this.#pace;
    const before = this.#buckets.get(member);
    // A clock that was set back takes nothing from anybody.
    const passed = before ? Math.max(0, now - before.at) : 0;
    const left = before ? Math.min(burst, before.left + (passed / 1000) * aSecond) : burst;
    const toldAt = before && before.toldAt <= now ? before.toldAt : Number.NEGATIVE_INFINITY;
    const bucket: TokenBucket = { left, at: now, toldAt };
    this.#buckets.set(member, bucket);
    return bucket;
  }
}

/** Discord can deliver an interaction again. */
const INTERACTIONS_KEPT = 5000;

interface DispatcherParts {
  readonly host: Host;
  readonly commands: readonly Command[];
  readonly responder: InteractionResponses;
  readonly clock: Clock;
  readonly log: Logger;
  readonly watch: Watch;
  readonly rateLimit: MemberRateLimit;
  readonly typing: MemberRateLimit;
  /** Presses over the limit are acknowledged, up to a limit of their own. */
  readonly acknowledging: MemberRateLimit;
  /** `read` returns null if an interaction made nothing due. Never throws. */
  follow(read: () => Due | null): void;
  dealtWith(interaction: Interaction): Promise<void>;
  began(game: string): void;
  troubled(trouble: DatabaseTrouble): void;
}

/** The one place that catches errors of interactions. */
export class Dispatcher {
  readonly #host: Host;
  readonly #commands: ReadonlyMap<string, Command>;
  readonly #parts: Omit<DispatcherParts, 'host' | 'commands'>;
  readonly #failures = new RepeatedFailures<DatabaseTrouble | 'completing'>();
  readonly #floods = new RepeatedFailures<string>();
  /** Refused interactions are kept too: they are not done when they come again. */
  readonly #seen = new LRUCache<string, true>({ max: INTERACTIONS_KEPT });
  readonly #references = new Map<DatabaseTrouble, string>();

  constructor({ host, commands, ...parts }: DispatcherParts) {
    this.#host = host;
    this.#commands = new Map(commands.map((command) => [command.data.name, command]));
    this.#parts = parts;
  }

  /** Database trouble as of the last try. */
  get trouble(): DatabaseTrouble | null {
    return this.#failures.present.find((one) => one !== 'completing') ?? null;
  }

  /** Never rejects. */
  async dispatch(interaction: Interaction): Promise<void> {
    try {
      if (interaction.isAutocomplete()) await this.#complete(interaction);
      else if (interaction.isRepliable()) await this.#deal(interaction);
      await this.#parts.dealtWith(interaction);
    } catch (error) {
      this.#parts.log.error({ err: error, interaction: interaction.id }, 'an interaction could not be handled');
    }
  }

  async #deal(interaction: Repliable): Promise<void> {
    const came = performance.now();
    const caller = callerOf(interaction, this.#parts.clock.now());
    if (!caller) return;
    const { label, ...request } = routeOf(this.#host, interaction, this.#commands);
    if (this.#seen.has(interaction.id)) return this.#repeated(interaction, label);
    this.#seen.set(interaction.id, true);
    const admitted = this.#parts.rateLimit.admit(caller.member.discordId);
    if (admitted !== 'yes') return this.#slowDown(interaction, caller, label, admitted === 'slower');
    const over = this.#floods.well(caller.member.discordId, this.#parts.clock.now());
    const who = { channel: caller.channel, member: caller.member.discordId };
    if (over) this.#parts.log.info({ ...who, ...over }, 'a member is no longer rate-limited');
    let handled: Handled & { readonly wrong?: Failing };
    try {
      const pressed = () => pressedMessage(interaction);
      handled = await this.#host.requests.handle(caller, { ...request, pressed });
      if ('fault' in handled) handled = { ...handled, ...this.#unanswered(handled.fault, interaction, caller) };
    } catch (error) {
      handled = this.#failed(error, interaction, caller, came);
    }
    const decided = performance.now();
    const { channel, answer, writes, begun, wrong } = handled;
    if (answer === null) return this.#repeated(interaction, label);
    // The answer goes first: it has three seconds.
    const responded = this.#parts.responder.respond(interaction, answer, channel);
    this.#wrote(writes);
    this.#parts.follow(() => handled.due());
    const brought = await responded;
    const { acknowledged, drawn, posted } = brought;
    const all = performance.now() - came;
    const timings = { waited: begun - came, decided: decided - begun, acknowledged, drawn, posted, all };
    const outcome = wrong ?? (brought.arrived ? (writes.length > 0 ? 'done' : 'answered') : 'undelivered');
    this.#parts.watch.interaction(label, outcome, timings);
    if (brought.why !== null) this.#parts.watch.undelivered(brought.why);
    this.#parts.log.info(
      {
        what: label,
        outcome,
        ...(brought.why === null ? {} : { why: brought.why }),
        ...didIn(writes),
        guild: caller.guild,
        channel,
        member: caller.member.discordId,
        ms: rounded(timings),
      },
      'answered',
    );
  }

  #repeated({ id }: Repliable, what: string): void {
    this.#parts.watch.interaction(what, 'repeated', null);
    this.#parts.log.info({ interaction: id }, 'an interaction came twice and was handled once');
  }

  /** A flood is one line of the log. Presses are acknowledged even without words: Discord would show them as failed. */
  async #slowDown(
    interaction: Repliable,
    { channel, member: { discordId: member } }: Caller,
    what: string,
    tell: boolean,
  ) {
    const answers = tell || this.#parts.acknowledging.admit(member) === 'yes';
    this.#parts.watch.interaction(what, answers ? 'slowed' : 'ignored', null);
    if (!answers) return;
    if (this.#floods.failed(member, this.#parts.clock.now()))
      this.#parts.log.warn({ channel, member }, 'a member is rate-limited: presses come faster than answers');
    if (!tell && interaction.isMessageComponent()) await this.#parts.responder.acknowledge(interaction);
    else await this.#parts.responder.respond(interaction, reply('member', SLOWER));
  }

  /** Clocks, machines and opened threads commit without an interaction. Never throws. */
  noteCommits(commits: readonly Commit[]): void {
    for (const { writes, ms } of commits) {
      this.#parts.log.info(
        { ...didIn(writes), ms: { decided: Math.round(ms * 10) / 10 } },
        'committed without an interaction',
      );
      this.#wrote(writes);
    }
  }

  /** A successful write ends trouble with the database. Never throws. */
  #wrote(writes: Handled['writes']): void {
    for (const write of writes) {
      this.#parts.watch.write(write.kind);
      if (write.kind === 'start') this.#parts.began(write.game);
    }
    for (const trouble of writes.length > 0 ? this.#failures.present : []) {
      if (trouble === 'completing') continue;
      const over = this.#failures.well(trouble, this.#parts.clock.now(), 0);
      const reference = this.#references.get(trouble);
      this.#parts.log.info({ trouble, reference, ...over }, 'the database can be used again');
      this.#references.delete(trouble);
    }
  }

  /** The interaction that failed has changed nothing. */
  #failed(
    error: unknown,
    interaction: Repliable,
    caller: Caller,
    begun: number,
  ): Handled & { readonly wrong: Failing } {
    const trouble = databaseTroubleOf(error);
    const facts = factsOf(error, interaction, caller);
    const text = trouble ? this.#trouble(trouble, facts) : bugReply(OURS, this.#bug(facts));
    const { channel } = caller;
    const due = () => this.#host.requests.due([channel]);
    return { channel, answer: reply('member', text), writes: [], begun, due, wrong: trouble ? 'trouble' : 'failed' };
  }

  /** The order stands, but no answer could be made of it. */
  #unanswered(error: unknown, interaction: Repliable, caller: Caller): Pick<Handled, 'answer'> & { wrong: Failing } {
    const trouble = databaseTroubleOf(error);
    if (trouble) this.#parts.troubled(trouble);
    const reference = this.#bug(factsOf(error, interaction, caller));
    return { answer: reply('member', doneButReply(reference)), wrong: 'failed' };
  }

  /** @returns the reference of the line in the log */
  #bug(facts: object): string {
    const reference = newReference();
    this.#parts.log.error({ reference, ...facts }, 'failed');
    return reference;
  }

  /** Trouble is logged when it begins and ends; members get the reference of its beginning. */
  #trouble(trouble: DatabaseTrouble, facts: object): string {
    const news = this.#failures.failed(trouble, this.#parts.clock.now());
    const reference = this.#references.get(trouble) ?? newReference();
    this.#references.set(trouble, reference);
    if (news) this.#parts.log.warn({ reference, trouble, ...facts }, 'the database cannot be used');
    else this.#parts.log.debug({ reference, trouble, ...facts }, 'the database still cannot be used');
    this.#parts.troubled(trouble);
    return bugReply(TROUBLES[trouble], reference);
  }

  async #complete(interaction: AutocompleteInteraction): Promise<void> {
    const what = this.#commands.has(interaction.commandName) ? `completing /${interaction.commandName}` : COMPLETING;
    // Nobody waits any more for this completion.
    if (this.#parts.typing.admit(interaction.user.id) !== 'yes')
      return this.#parts.watch.interaction(what, 'ignored', null);
    try {
      const caller = callerOf(interaction, this.#parts.clock.now());
      const command = this.#commands.get(interaction.commandName);
      const { name } = interaction.options.getFocused(true);
      const options = optionsOf(interaction);
      const ready = () => (caller && command?.completionsReady?.(this.#host, caller, options, name)) ?? null;
      const complete = () => (caller && command?.complete?.(this.#host, caller, options, name)) ?? [];
      const channel = caller?.channel ?? '';
      const choices = await this.#host.requests.complete(channel, complete, { needs: command?.needs, ready });
      await interaction.respond(choices.map(({ label, value }) => ({ name: label, value })));
      this.#parts.watch.interaction(what, 'answered', null);
      const over = this.#failures.well('completing', this.#parts.clock.now());
      if (over) this.#parts.log.info(over, 'autocomplete works again');
    } catch (error) {
      const ours = databaseTroubleOf(error) === null && !isNetworkError(error);
      this.#parts.watch.interaction(what, ours ? 'failed' : 'undelivered', null);
      if (ours) this.#parts.log.error({ err: error, what }, 'autocomplete failed');
      else if (this.#failures.failed('completing', this.#parts.clock.now()))
        this.#parts.log.warn({ err: error, what }, 'autocomplete failed');
    }
  }
}

const COMPLETING = 'autocomplete of an unknown command';

type Failing = Extract<InteractionOutcome, 'failed' | 'trouble'>;

function factsOf(error: unknown, interaction: Repliable, caller: Caller): object {
  const options = interaction.isChatInputCommand() ? optionsOf(interaction) : {};
  return { err: error, caller, what: nameOf(interaction), options };
}

function nameOf(interaction: Repliable): string {
  if (interaction.isChatInputCommand()) {
    const subcommand = interaction.options.getSubcommand(false);
    return `/${interaction.commandName}${subcommand === null ? '' : ` ${subcommand}`}`;
  }
  return 'customId' in interaction ? interaction.customId : `interaction of type ${interaction.type}`;
}

/** Tenths of a millisecond, without steps that took no part. */
export function rounded(timings: Timings): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(timings).flatMap(([step, ms]) => (ms === null ? [] : [[step, Math.round(ms * 10) / 10]])),
  );
}

function didIn(writes: readonly CommittedWrite[]): object {
  if (writes.length === 0) return {};
  const did = writes.map(({ kind }) => kind);
  const ballots = writes.flatMap((write) => (write.kind === 'vote' ? [write.ballot] : []));
  const last = writes.findLast((write) => write.kind !== 'vote');
  return {
    did,
    ...(last ? { game: last.game, seq: last.seq } : {}),
    ...(ballots.length > 0 ? { ballot: ballots[0] } : {}),
  };
}
