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
import { bugReply, doneButReply, newReference, OURS, SLOWER, TROUBLE_WORDS } from '../outbound/post-words.ts';
import type { Command } from './command-contract.ts';
import { callerOf, optionsOf, pressedMessage, routeOf } from './route.ts';

/** `yes`: the press is handled. `slower`: the member is told to wait. `no`: it is not handled, and they were told before. */
type Admission = 'yes' | 'slower' | 'no';

/** Presses that may come at once, and how many more each second brings. */
export interface Pace {
  readonly burst: number;
  readonly aSecond: number;
}

/** Faster than people press, slower than programs. */
export const PRESSING: Pace = { burst: 10, aSecond: 2 };
/** Discord asks for completions with nearly every key, and they cost less. */
export const TYPING: Pace = { burst: 60, aSecond: 20 };
/** Presses over the limit are acknowledged up to this pace, so that Discord doesn't show them as failed. */
export const ACKNOWLEDGED: Pace = { burst: 60, aSecond: 10 };
const TOLD_EVERY_MS = 5000;
/** Members whose pace is remembered. One who hasn't pressed for some seconds has their full pace again anyway. */
const REMEMBERED = 10_000;

interface TokenBucket {
  left: number;
  at: number;
  toldAt: number;
}

type MemberRateLimit = ReturnType<typeof createMemberRateLimit>;

/** Limits each member's presses, so that one who presses a hundred times a second slows only themselves. */
export function createMemberRateLimit(clock: Clock, pace: Pace = PRESSING) {
  const buckets = new LRUCache<string, TokenBucket>({ max: REMEMBERED });

  function admit(member: string): Admission {
    const now = clock.now();
    const bucket = bucketOf(member, now);
    if (bucket.left >= 1) {
      bucket.left -= 1;
      return 'yes';
    }
    if (now - bucket.toldAt < TOLD_EVERY_MS) return 'no';
    bucket.toldAt = now;
    return 'slower';
  }

  function bucketOf(member: string, now: number): TokenBucket {
    const { burst, aSecond } = pace;
    const before = buckets.get(member);
    // If the clock was set back, nobody loses presses.
    const passed = before ? Math.max(0, now - before.at) : 0;
    const left = before ? Math.min(burst, before.left + (passed / 1000) * aSecond) : burst;
    const toldAt = before && before.toldAt <= now ? before.toldAt : Number.NEGATIVE_INFINITY;
    const bucket: TokenBucket = { left, at: now, toldAt };
    buckets.set(member, bucket);
    return bucket;
  }

  return { admit };
}

/** Interactions that are remembered, since Discord can deliver one twice. */
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
  readonly acknowledging: MemberRateLimit;
  /** Starts the work that `read` returns; null if nothing is due. Never throws. */
  follow(read: () => Due | null): void;
  afterInteraction(interaction: Interaction): Promise<void>;
  gameBegan(game: string): void;
  troubled(trouble: DatabaseTrouble): void;
}

/** The label of a completion for a command that the bot doesn't have. */
const COMPLETING_UNKNOWN = 'autocomplete of an unknown command';

/** The one place that catches errors of interactions. */
export function createDispatcher({
  host,
  commands,
  responder,
  clock,
  log,
  watch,
  rateLimit,
  typing,
  acknowledging,
  follow,
  afterInteraction,
  gameBegan,
  troubled,
}: DispatcherParts) {
  const byName: ReadonlyMap<string, Command> = new Map(commands.map((command) => [command.data.name, command]));
  const failures = new RepeatedFailures<DatabaseTrouble | 'completing'>();
  const floods = new RepeatedFailures<string>();
  /** Handled and refused interactions. Neither is handled when Discord delivers it again. */
  const seen = new LRUCache<string, true>({ max: INTERACTIONS_KEPT });
  /** The reference that members get during trouble with the database. */
  const references = new Map<DatabaseTrouble, string>();

  /** Never rejects. */
  async function dispatch(interaction: Interaction): Promise<void> {
    try {
      if (interaction.isAutocomplete()) await complete(interaction);
      else if (interaction.isRepliable()) await handle(interaction);
      await afterInteraction(interaction);
    } catch (error) {
      log.error({ err: error, interaction: interaction.id }, 'an interaction could not be handled');
    }
  }

  async function handle(interaction: Repliable): Promise<void> {
    const came = performance.now();
    const caller = callerOf(interaction, clock.now());
    if (!caller) return;
    const { label, ...request } = routeOf(host, interaction, byName);
    if (seen.has(interaction.id)) return noteRepeated(interaction, label);
    seen.set(interaction.id, true);
    const admitted = rateLimit.admit(caller.member.discordId);
    if (admitted !== 'yes') return slowDown(interaction, caller, label, admitted === 'slower');
    const over = floods.well(caller.member.discordId, clock.now());
    const who = { channel: caller.channel, member: caller.member.discordId };
    if (over) log.info({ ...who, ...over }, 'a member is no longer rate-limited');
    let handled: Handled & { readonly wrong?: Failing };
    try {
      const pressed = () => pressedMessage(interaction);
      handled = await host.requests.handle(caller, { ...request, pressed });
      if ('fault' in handled) handled = { ...handled, ...unanswered(handled.fault, interaction, caller) };
    } catch (error) {
      handled = failedReply(error, interaction, caller, came);
    }
    const decided = performance.now();
    const { channel, answer, writes, begun, wrong } = handled;
    if (answer === null) return noteRepeated(interaction, label);
    // Comes before the rest, because Discord waits three seconds for the answer.
    const responded = responder.respond(interaction, answer, channel);
    noteWrites(writes);
    follow(() => handled.due());
    const { acknowledged, drawn, posted, arrived, why } = await responded;
    const all = performance.now() - came;
    const timings = { waited: begun - came, decided: decided - begun, acknowledged, drawn, posted, all };
    const success = writes.length > 0 ? 'done' : 'answered';
    const outcome = wrong ?? (arrived ? success : 'undelivered');
    watch.interaction(label, outcome, timings);
    if (why !== null) watch.undelivered(why);
    log.info(
      {
        what: label,
        outcome,
        ...(why === null ? {} : { why }),
        ...didIn(writes),
        guild: caller.guild,
        channel,
        member: caller.member.discordId,
        ms: roundedTimings(timings),
      },
      'answered',
    );
  }

  function noteRepeated({ id }: Repliable, what: string): void {
    watch.interaction(what, 'repeated', null);
    log.info({ interaction: id }, 'an interaction came twice and was handled once');
  }

  /** Refuses a press that came too fast. The log has one line for all such presses of a member. */
  async function slowDown(
    interaction: Repliable,
    { channel, member: { discordId: member } }: Caller,
    what: string,
    mustTell: boolean,
  ) {
    const answers = mustTell || acknowledging.admit(member) === 'yes';
    watch.interaction(what, answers ? 'slowed' : 'ignored', null);
    if (!answers) return;
    if (floods.failed(member, clock.now()))
      log.warn({ channel, member }, 'a member is rate-limited: presses come faster than answers');
    if (!mustTell && interaction.isMessageComponent()) await responder.acknowledge(interaction);
    else await responder.respond(interaction, reply('member', SLOWER));
  }

  /** Logs commits that no interaction caused: of clocks, machines and opened threads. Never throws. */
  function noteCommits(commits: readonly Commit[]): void {
    for (const { writes, ms } of commits) {
      log.info({ ...didIn(writes), ms: { decided: Math.round(ms * 10) / 10 } }, 'committed without an interaction');
      noteWrites(writes);
    }
  }

  /** Counts writes. A successful write also ends trouble with the database. Never throws. */
  function noteWrites(writes: Handled['writes']): void {
    if (writes.length === 0) return;
    for (const write of writes) {
      watch.write(write.kind);
      if (write.kind === 'start') gameBegan(write.game);
    }
    for (const trouble of failures.present) {
      if (trouble === 'completing') continue;
      const over = failures.well(trouble, clock.now(), 0);
      const reference = references.get(trouble);
      log.info({ trouble, reference, ...over }, 'the database can be used again');
      references.delete(trouble);
    }
  }

  /** The reply after an error before the commit, so nothing was changed. */
  function failedReply(
    error: unknown,
    interaction: Repliable,
    caller: Caller,
    begun: number,
  ): Handled & { readonly wrong: Failing } {
    const trouble = databaseTroubleOf(error);
    const facts = factsOf(error, interaction, caller);
    const text = trouble ? troubleReply(trouble, facts) : bugReply(OURS, logBug(facts));
    const { channel } = caller;
    const due = () => host.requests.due([channel]);
    return { channel, answer: reply('member', text), writes: [], begun, due, wrong: trouble ? 'trouble' : 'failed' };
  }

  /** The reply after an error after the commit: the order counts, but no answer could be made. */
  function unanswered(
    error: unknown,
    interaction: Repliable,
    caller: Caller,
  ): Pick<Handled, 'answer'> & { wrong: Failing } {
    const trouble = databaseTroubleOf(error);
    if (trouble) troubled(trouble);
    const reference = logBug(factsOf(error, interaction, caller));
    return { answer: reply('member', doneButReply(reference)), wrong: 'failed' };
  }

  function logBug(facts: object): string {
    const reference = newReference();
    log.error({ reference, ...facts }, 'failed');
    return reference;
  }

  /** Logs trouble with the database when it begins. Members get the reference of that line. */
  function troubleReply(trouble: DatabaseTrouble, facts: object): string {
    const news = failures.failed(trouble, clock.now());
    const reference = references.get(trouble) ?? newReference();
    references.set(trouble, reference);
    if (news) log.warn({ reference, trouble, ...facts }, 'the database cannot be used');
    else log.debug({ reference, trouble, ...facts }, 'the database still cannot be used');
    troubled(trouble);
    return bugReply(TROUBLE_WORDS[trouble], reference);
  }

  async function complete(interaction: AutocompleteInteraction): Promise<void> {
    const what = byName.has(interaction.commandName) ? `completing /${interaction.commandName}` : COMPLETING_UNKNOWN;
    // Discord asks again with the member's next key.
    if (typing.admit(interaction.user.id) !== 'yes') return watch.interaction(what, 'ignored', null);
    try {
      const caller = callerOf(interaction, clock.now());
      const command = byName.get(interaction.commandName);
      const { name } = interaction.options.getFocused(true);
      const options = optionsOf(interaction);
      const ready = () => (caller && command?.completionsReady?.(host, caller, options, name)) ?? null;
      const complete = () => (caller && command?.complete?.(host, caller, options, name)) ?? [];
      const channel = caller?.channel ?? '';
      const choices = await host.requests.complete(channel, complete, { needs: command?.needs, ready });
      await interaction.respond(choices.map(({ label, value }) => ({ name: label, value })));
      watch.interaction(what, 'answered', null);
      const over = failures.well('completing', clock.now());
      if (over) log.info(over, 'autocomplete works again');
    } catch (error) {
      const ours = databaseTroubleOf(error) === null && !isNetworkError(error);
      watch.interaction(what, ours ? 'failed' : 'undelivered', null);
      if (ours) log.error({ err: error, what }, 'autocomplete failed');
      else if (failures.failed('completing', clock.now())) log.warn({ err: error, what }, 'autocomplete failed');
    }
  }

  return {
    dispatch,
    noteCommits,
    get trouble(): DatabaseTrouble | null {
      return failures.present.find((one) => one !== 'completing') ?? null;
    },
  };
}

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

/** Rounds times to tenths of a millisecond, and leaves out steps that didn't happen. */
function roundedTimings(timings: Timings): Readonly<Record<string, number>> {
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
