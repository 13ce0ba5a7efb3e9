import { type RawData, WebSocket } from 'ws';
import { type FaultPlan, type HappeningParts, happen, type RunningPlan } from '../faults/fault-plan.ts';
import type { Plans } from '../faults/running-plans.ts';
import { TROUBLES } from '../faults/troubles.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { ActRefused } from '../interactions/command-options.ts';
import { TOKEN_LIVES_MS, type Watch } from '../interactions/interactions.ts';
import type { Members } from '../interactions/members.ts';
import { type FromPage, type PageState, pageState, readFrame, seenMessage, type ToPage } from '../protocol.ts';
import { denyBot } from '../store/channels.ts';
import type { Discord, SandboxLog } from '../store/discord.ts';
import { MessageFlag } from '../store/message-schema.ts';
import type { StoredMessage } from '../store/messages.ts';
import type { WorldChannel } from '../world/world.ts';

interface PageParts {
  readonly discord: Discord;
  readonly members: Members;
  readonly gateway: Gateway;
  readonly trouble: Trouble;
  readonly log: SandboxLog;
}

/** The open pages: sends them updates and carries out their members' actions. */
export class Pages {
  readonly #parts: PageParts;
  readonly #sockets = new Set<WebSocket>();

  constructor(parts: PageParts) {
    const { discord } = parts;
    this.#parts = parts;
    discord.on('created', (message) => {
      this.#tellMessage(message);
      if (message.flags & MessageFlag.loading) discord.clock.after(TOKEN_LIVES_MS, () => this.#tellGone(message));
    });
    discord.on('edited', (message) => this.#tellMessage(message));
    discord.on('deleted', ({ channel, id }) => this.#tell({ t: 'deleted', channelId: channel.id, id }));
    discord.on('changed', () => this.#tell({ t: 'state', state: this.#state() }));
  }

  accept(socket: WebSocket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', (error) => this.#parts.log.debug({ error: error.message }, 'page socket error'));
    socket.on('message', (raw: RawData, binary: boolean) => {
      const said = binary ? null : readFrame(raw.toString());
      const nonce = said?.nonce ?? '';
      if (said === null || said.t === null) {
        return send(socket, { t: 'failed', nonce, reason: 'The sandbox did not understand that.' });
      }
      try {
        this.#carryOut(socket, said);
      } catch (error) {
        const refused = error instanceof ActRefused;
        if (!refused) this.#parts.log.error({ error }, 'a page message failed');
        send(socket, { t: 'failed', nonce, reason: refused ? error.message : 'The sandbox failed; its log says why.' });
      }
    });
    const { discord } = this.#parts;
    const messages = discord.messages.all().map((message) => seenMessage(discord, message));
    send(socket, { t: 'state', state: this.#state(), messages });
  }

  close(): void {
    for (const socket of this.#sockets) socket.terminate();
  }

  #state(): PageState {
    const { discord, gateway, trouble } = this.#parts;
    return pageState(discord, gateway.online, trouble.plans);
  }

  #tellMessage(message: StoredMessage): void {
    this.#tell({ t: 'message', message: seenMessage(this.#parts.discord, message) });
  }

  #tellGone({ id, channel }: StoredMessage): void {
    const message = this.#parts.discord.messages.find(channel.id, id);
    if (message !== undefined && message.flags & MessageFlag.loading) this.#tellMessage(message);
  }

  #tell(message: ToPage): void {
    for (const socket of this.#sockets) send(socket, message);
  }

  #carryOut(socket: WebSocket, said: FromPage): void {
    const { trouble, discord, members } = this.#parts;
    const { nonce } = said;
    if (said.t === 'calm') trouble.calm();
    else {
      const channel = discord.world.channelById(said.channelId);
      if (channel === undefined) throw new ActRefused('This channel is no longer there.');
      if (said.t === 'trouble') trouble.turn(said.label, said.on, channel);
      else {
        const member = discord.world.members.find((each) => each.id === said.as);
        if (member === undefined) throw new ActRefused('There is no such member.');
        if (said.t !== 'say') {
          members.act({ member, channel }, said, answering(socket, nonce));
          return;
        }
        members.say({ member, channel }, said.content);
      }
    }
    send(socket, { t: 'done', nonce });
  }
}

/** Reports the first answer to the page, or that a deferred one never comes. */
function answering(socket: WebSocket, nonce: string): Watch {
  let answered = false;
  return (event) => {
    if (event.kind === 'failed') return send(socket, { t: 'failed', nonce, reason: event.reason });
    if (answered) return;
    answered = true;
    if (event.kind === 'choices') return send(socket, { t: 'choices', nonce, choices: [...event.choices] });
    if (event.kind !== 'modal') return send(socket, { t: 'done', nonce });
    send(socket, { t: 'modal', nonce, interactionId: event.interactionId, modal: event.modal });
  };
}

function send(socket: WebSocket, message: ToPage): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

/** The trouble that pages have switched on, shared by all of them. */
export class Trouble {
  readonly #parts: HappeningParts;
  readonly #plans: Plans;
  readonly #running = new Map<string, RunningPlan>();

  constructor(parts: HappeningParts, plans: Plans) {
    this.#parts = parts;
    this.#plans = plans;
  }

  get plans(): string[] {
    return [...this.#running.keys()];
  }

  /**
   * Starts or ends a plan, or does something once, in a channel that a page shows.
   * @throws {ActRefused} if it is impossible there.
   */
  turn(label: string, on: boolean, place: WorldChannel): void {
    const trouble = Object.values(TROUBLES).find((section) => Object.hasOwn(section, label))?.[label];
    if (trouble === undefined) throw new ActRefused('There is no such trouble.');
    try {
      if ('plan' in trouble) this.#run(label, on ? trouble.plan : null);
      else happen(trouble.act({ channel: place.id, guild: place.guild_id ?? '' }), this.#parts);
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
    gateway.awayUntil = 0;
    const { world } = discord;
    for (const guild of world.guilds) {
      gateway.setAvailable(guild, true);
      gateway.setPresent(guild, true);
    }
    for (const channel of world.channels) if (world.denied(channel, world.bot.id)) denyBot(discord, channel, 0n);
    discord.emit('changed');
  }
}
