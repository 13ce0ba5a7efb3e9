import type { AutocompleteInteraction, Interaction } from 'discord.js';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import {
  type Caller,
  type CommittedWrite,
  type Completion,
  type Host,
  incompatibleReply,
  NotReady,
  type Reply,
  reply,
} from '../../host/index.ts';
import { type DatabaseTrouble, databaseTroubleOf } from '../../store/index.ts';
import { FailureSpells } from '../../watch/failure-spells.ts';
import type { InteractionOutcome, Watch } from '../../watch/watch.ts';
import { isNetworkError } from '../connection/network-errors.ts';
import { filledIn } from '../outbound/modal.ts';
import type { Repliable, Responder } from '../outbound/responder.ts';
import { withTimeout } from '../with-timeout.ts';
import { ballotsOn } from './ballots-on-message.ts';
import { gameMeant, routeButton, routeModal, routeSelect } from './button-routes.ts';
import { callerOf } from './caller-of.ts';
import type { Command, Options } from './command.ts';
import { chosenPeople, invocationOf, optionsOf } from './command-options.ts';
import {
  bugReply,
  COMES_LATER,
  newReference,
  OURS,
  SLOWER,
  STILL_LOADING,
  TROUBLES,
  UNKNOWN,
  UNKNOWN_COMMAND,
  UNKNOWN_FORM,
} from './error-replies.ts';
import { didIn, rounded, timed } from './interaction-log.ts';
import type { MemberRateLimit } from './member-rate-limit.ts';
import { metricLabel } from './metric-labels.ts';

/** Of the three seconds an answer has, milliseconds that may go by before it is begun. */
const PREPARING_MS = 1000;

/** How many interactions that came too fast are remembered, in case Discord delivers them again. */
const REFUSED_KEPT = 5000;

/** What a dispatcher works with, and whom it tells. */
export interface DispatcherParts {
  readonly host: Host;
  readonly commands: readonly Command[];
  readonly responder: Responder;
  readonly clock: Clock;
  readonly log: Logger;
  readonly watch: Watch;
  /** How fast a member may act. */
  readonly admission: MemberRateLimit;
  /** How fast a member may be answered while they type. */
  readonly typing: MemberRateLimit;
  /** How fast presses that are not taken are acknowledged. */
  readonly acknowledging: MemberRateLimit;
  /** Is called when something may have changed in a channel. */
  acted(channel: string): void;
  /** Is called when the database could not be used. */
  troubled(trouble: DatabaseTrouble): void;
}

/** Finds what an interaction means, has it done, and answers. The one place that catches. */
export class Dispatcher {
  readonly #host: Host;
  readonly #commands: ReadonlyMap<string, Command>;
  readonly #parts: Omit<DispatcherParts, 'host' | 'commands'>;
  readonly #spells = new FailureSpells<DatabaseTrouble | 'completing'>();
  /** By member: presses that came too fast. */
  readonly #floods = new FailureSpells<string>();
  /** Interactions that came too fast, by their ids, the oldest first. */
  readonly #refused = new Set<string>();
  /** Under which the present spell of trouble stands in the log. */
  readonly #references = new Map<DatabaseTrouble, string>();
  /** What the interaction that is being decided has done. Null: none is, and a clock did it. */
  #writes: CommittedWrite[] | null = null;

  constructor({ host, commands, ...parts }: DispatcherParts) {
    this.#host = host;
    this.#commands = new Map(commands.map((command) => [command.data.name, command]));
    this.#parts = parts;
    host.onCommit((writes, ms) => this.#heard(writes, ms));
  }

  /** What keeps the database from being used, as of the last time it was tried; null: nothing does. */
  get trouble(): DatabaseTrouble | null {
    return this.#spells.present.find((one) => one !== 'completing') ?? null;
  }

  /** Never rejects. */
  async dispatch(interaction: Interaction): Promise<void> {
    try {
      if (interaction.isAutocomplete()) await this.#complete(interaction);
      else if (interaction.isRepliable()) await this.#deal(interaction);
    } catch (error) {
      this.#parts.log.error({ err: error, interaction: interaction.id }, 'an interaction could not be dealt with');
    }
  }

  async #deal(interaction: Repliable): Promise<void> {
    const came = performance.now();
    const found = callerOf(interaction, this.#parts.clock.now());
    if (!found) return;
    const caller = this.#atGame(interaction, found);
    const what = metricLabel(interaction, this.#commands);
    if (this.#refused.has(interaction.id)) return this.#repeated(interaction, what);
    const admitted = this.#parts.admission.admit(caller.member.discordId);
    if (admitted !== 'yes') return this.#slowDown(interaction, caller, what, admitted === 'slower');
    this.#slow(caller);
    const ready = this.#prepared(caller.channel);
    if (ready) await withTimeout(PREPARING_MS, ready, undefined);
    const begun = performance.now();
    const { answer, writes, wrong } = await this.#decidedInTime(interaction, caller, came);
    const decided = performance.now();
    if (answer === null) return this.#repeated(interaction, what);
    // The answer is on its way before anything else is looked at: it has three seconds.
    const responded = this.#parts.responder.respond(interaction, answer, caller.channel);
    this.#notice(interaction);
    this.#parts.acted(caller.channel);
    const brought = await responded;
    const timings = timed(came, begun, decided, brought);
    const outcome = wrong ?? (brought.arrived ? (writes.length > 0 ? 'done' : 'answered') : 'undelivered');
    this.#parts.watch.interaction(what, outcome, timings);
    if (brought.why !== null) this.#parts.watch.undelivered(brought.why);
    this.#parts.log.info(
      {
        what,
        outcome,
        ...(brought.why === null ? {} : { why: brought.why }),
        ...didIn(writes),
        guild: caller.guild,
        channel: caller.channel,
        member: caller.member.discordId,
        ms: rounded(timings),
      },
      'answered',
    );
  }

  #repeated({ id }: Repliable, what: string): void {
    this.#parts.watch.interaction(what, 'repeated', null);
    this.#parts.log.info({ interaction: id }, 'delivered twice; nothing done again');
  }

  /** Whether an interaction has had its effect. Never throws. */
  #isDone(interaction: string): boolean {
    try {
      return this.#host.isDone(interaction);
    } catch (error) {
      if (!databaseTroubleOf(error))
        this.#parts.log.error({ err: error, interaction }, 'what an interaction did could not be read');
      return false;
    }
  }

  /**
   * One line for each flood, not for each press. A press that is not taken is acknowledged without a word, once the member has been told
   * why: Discord would show it as failed. What was typed is always answered.
   */
  async #slowDown(
    interaction: Repliable,
    { channel, member: { discordId: member } }: Caller,
    what: string,
    tell: boolean,
  ) {
    // Delivered again by the gateway: what was done stays done, and what is refused here is not done later.
    if (this.#isDone(interaction.id)) return this.#repeated(interaction, what);
    this.#refused.add(interaction.id);
    const [oldest] = this.#refused;
    if (this.#refused.size > REFUSED_KEPT && oldest !== undefined) this.#refused.delete(oldest);
    const answers = tell || this.#parts.acknowledging.admit(member) === 'yes';
    this.#parts.watch.interaction(what, answers ? 'slowed' : 'ignored', null);
    if (!answers) return;
    if (this.#floods.failed(member, this.#parts.clock.now()))
      this.#parts.log.warn({ channel, member }, 'a member presses faster than they are answered');
    if (!tell && interaction.isMessageComponent()) await this.#parts.responder.acknowledge(interaction);
    else await this.#parts.responder.respond(interaction, reply('member', SLOWER));
  }

  #slow({ channel, member: { discordId: member } }: Caller): void {
    const over = this.#floods.well(member, this.#parts.clock.now());
    if (over) this.#parts.log.info({ channel, member, ...over }, 'a member presses no faster than they are answered');
  }

  /** Presses in a channel for a side's ballots are as in the channel of the game. Never throws. */
  #atGame(interaction: Repliable, caller: Caller): Caller {
    const of = gameMeant(interaction);
    try {
      return of ? this.#host.atGame(caller, of) : caller;
    } catch (error) {
      // What keeps the database from being used is told of when it is to be used for the answer.
      if (!databaseTroubleOf(error))
        this.#parts.log.error(
          { err: error, interaction: interaction.id },
          'where a press belongs could not be found out',
        );
      return caller;
    }
  }

  /** What a transaction has put on the disk: that it could ends any trouble with the database. Never throws. */
  #heard(writes: readonly CommittedWrite[], ms: number): void {
    for (const { kind } of writes) this.#parts.watch.deed(kind);
    if (this.#writes) this.#writes.push(...writes);
    else this.#parts.log.info({ ...didIn(writes), ms: { decided: Math.round(ms * 10) / 10 } }, 'done by the clock');
    for (const trouble of this.#spells.present) {
      if (trouble === 'completing') continue;
      const over = this.#spells.well(trouble, this.#parts.clock.now(), 0);
      this.#parts.log.info(
        { trouble, reference: this.#references.get(trouble), ...over },
        'the database can be used again',
      );
      this.#references.delete(trouble);
    }
  }

  /** What an answer would have to wait for while nothing else is answered: better it alone waits. Null: nothing. Never throws. */
  #prepared(channel: string): Promise<void> | null {
    try {
      return this.#host.preloading.forChannel(channel);
    } catch (error) {
      // What keeps the database from being used is told of when it is to be used for the answer.
      if (!databaseTroubleOf(error))
        this.#parts.log.error({ err: error, channel }, 'what a channel needs could not be found out');
      return null;
    }
  }

  /** A press shows which message carries a ballot, also where the bot has never heard that it had come. Never throws. */
  #notice(interaction: Repliable): void {
    if (!interaction.isMessageComponent()) return;
    const { message, channelId } = interaction;
    try {
      this.#host.ballotMessages.pressed(ballotsOn(message), channelId, message.id);
    } catch (error) {
      if (!databaseTroubleOf(error))
        this.#parts.log.error({ err: error, message: message.id }, 'where a ballot is shown could not be noted');
    }
  }

  /** What takes long is waited for, and asked for again once it is there: others are answered meanwhile. */
  async #decidedInTime(interaction: Repliable, caller: Caller, came: number): Promise<Decided> {
    for (;;) {
      const decided = this.#decide(interaction, caller);
      if (!(decided instanceof NotReady)) return decided;
      const left = came + PREPARING_MS - performance.now();
      if (left > 0 && (await withTimeout(left, isReady(decided), false))) continue;
      return decided.isReading ? this.#later(interaction, caller, decided) : instead(STILL_LOADING);
    }
  }

  /** What is read by the member alone who asks comes when it is there. */
  #later(interaction: Repliable, caller: Caller, first: NotReady): Decided {
    const make = async (): Promise<Reply> => {
      let decided: Decided | NotReady = first;
      while (decided instanceof NotReady) {
        await decided.ready;
        decided = this.#decide(interaction, caller);
      }
      // What all are to see does not come in place of words for one.
      return decided.answer?.to === 'member' ? decided.answer : reply('member', STILL_LOADING);
    };
    return instead(COMES_LATER, { later: { make, over: () => {} } });
  }

  /** What the host answers and has put on the disk for it. For what goes wrong, an apology: what threw has changed nothing. */
  #decide(interaction: Repliable, caller: Caller): Decided | NotReady {
    const writes: CommittedWrite[] = [];
    this.#writes = writes;
    try {
      return { answer: this.#host.quickly(() => this.#run(interaction, caller)), writes, wrong: null };
    } catch (error) {
      if (error instanceof NotReady) return error;
      const incompatible = incompatibleReply(error);
      if (incompatible) return { answer: incompatible, writes, wrong: null };
      const trouble = databaseTroubleOf(error);
      const facts = { err: error, caller, what: nameOf(interaction), options: givenTo(interaction) };
      return trouble ? this.#trouble(trouble, facts) : this.#bug(facts);
    } finally {
      this.#writes = null;
    }
  }

  #bug(facts: object): Decided {
    const reference = newReference();
    this.#parts.log.error({ reference, ...facts }, 'failed');
    return apology('failed', OURS, reference);
  }

  /** Told of in the log when it begins and when it is over: whom it meets meanwhile is given the reference of its beginning. */
  #trouble(trouble: DatabaseTrouble, facts: object): Decided {
    const news = this.#spells.failed(trouble, this.#parts.clock.now());
    const reference = this.#references.get(trouble) ?? newReference();
    this.#references.set(trouble, reference);
    if (news) this.#parts.log.warn({ reference, trouble, ...facts }, 'the database cannot be used');
    else this.#parts.log.debug({ reference, trouble, ...facts }, 'the database still cannot be used');
    this.#parts.troubled(trouble);
    return apology('trouble', TROUBLES[trouble], reference);
  }

  #run(interaction: Repliable, caller: Caller): Reply | null {
    if (interaction.isChatInputCommand()) {
      const command = this.#commands.get(interaction.commandName);
      if (!command) return reply('member', UNKNOWN_COMMAND);
      return command.run(this.#host, caller, optionsOf(interaction), invocationOf(interaction));
    }
    const answer = this.#component(interaction, caller);
    return answer === undefined ? reply('member', interaction.isModalSubmit() ? UNKNOWN_FORM : UNKNOWN) : answer;
  }

  #component(interaction: Repliable, caller: Caller): Reply | null | undefined {
    if (interaction.isButton()) return routeButton(this.#host, caller, interaction.customId);
    if (interaction.isStringSelectMenu() || interaction.isUserSelectMenu() || interaction.isRoleSelectMenu())
      return routeSelect(this.#host, caller, interaction.customId, interaction.values, chosenPeople(interaction));
    if (!interaction.isModalSubmit()) return undefined;
    const text = filledIn(interaction);
    return text === null ? undefined : routeModal(this.#host, caller, interaction.customId, text);
  }

  async #complete(interaction: AutocompleteInteraction): Promise<void> {
    const what = this.#commands.has(interaction.commandName) ? `completing /${interaction.commandName}` : COMPLETING;
    // A completion that nobody waits for any more needs no answer.
    if (this.#parts.typing.admit(interaction.user.id) !== 'yes')
      return this.#parts.watch.interaction(what, 'ignored', null);
    try {
      const caller = callerOf(interaction, this.#parts.clock.now());
      const command = this.#commands.get(interaction.commandName);
      const { name } = interaction.options.getFocused(true);
      const complete = () => (caller && command?.complete?.(this.#host, caller, optionsOf(interaction), name)) ?? [];
      const choices = await this.#completed(complete);
      await interaction.respond(choices.map(({ label, value }) => ({ name: label, value })));
      this.#parts.watch.interaction(what, 'answered', null);
      const over = this.#spells.well('completing', this.#parts.clock.now());
      if (over) this.#parts.log.info(over, 'completions work again');
    } catch (error) {
      const ours = databaseTroubleOf(error) === null && !isNetworkError(error);
      this.#parts.watch.interaction(what, ours ? 'failed' : 'undelivered', null);
      if (ours) this.#parts.log.error({ err: error, what }, 'completion failed');
      else if (this.#spells.failed('completing', this.#parts.clock.now()))
        this.#parts.log.warn({ err: error, what }, 'completion failed');
    }
  }

  /** Completions that take long are waited for as an answer is. Where they are not there in time there are none. */
  async #completed(complete: () => readonly Completion[]): Promise<readonly Completion[]> {
    const until = performance.now() + PREPARING_MS;
    for (;;) {
      try {
        return this.#host.quickly(complete);
      } catch (error) {
        if (!(error instanceof NotReady)) throw error;
        const left = until - performance.now();
        if (left <= 0 || !(await withTimeout(left, isReady(error), false))) return [];
      }
    }
  }
}

async function isReady({ ready }: NotReady): Promise<true> {
  await ready;
  return true;
}

/** An answer in place of what was asked for. Nothing has been changed. */
function instead(text: string, more: Partial<Reply> = {}): Decided {
  return { answer: reply('member', text, more), writes: [], wrong: null };
}

const COMPLETING = 'completing an unknown command';

/** What an interaction comes to before anybody is answered. */
interface Decided {
  /** Null: it had its effect before. */
  readonly answer: Reply | null;
  readonly writes: readonly CommittedWrite[];
  /** What kept it from being done; null: nothing did. */
  readonly wrong: Extract<InteractionOutcome, 'failed' | 'trouble'> | null;
}

function apology(wrong: NonNullable<Decided['wrong']>, what: string, reference: string): Decided {
  return { answer: reply('member', bugReply(what, reference)), writes: [], wrong };
}

function givenTo(interaction: Repliable): Options {
  return interaction.isChatInputCommand() ? optionsOf(interaction) : {};
}

function nameOf(interaction: Repliable): string {
  if (interaction.isChatInputCommand()) {
    const { subcommand } = invocationOf(interaction);
    return `/${interaction.commandName}${subcommand === null ? '' : ` ${subcommand}`}`;
  }
  return 'customId' in interaction ? interaction.customId : `interaction of type ${interaction.type}`;
}
