import { MessageFlags } from 'discord.js';
import { type RawData, WebSocket } from 'ws';
import { type FaultPlan, type HappeningParts, happen, type RunningPlan } from '../faults/fault-plan.ts';
import type { Plans } from '../faults/running-plans.ts';
import { TROUBLES } from '../faults/troubles.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { ActRefused } from '../interactions/command-options.ts';
import { type AnswerWatch, TOKEN_LIVES_MS } from '../interactions/interactions.ts';
import type { Members } from '../interactions/members.ts';
import { type FromPage, type PageState, pageState, readFrame, seenMessage, type ToPage } from '../protocol.ts';
import { denyBot } from '../store/channels.ts';
import type { Discord } from '../store/discord.ts';
import type { StoredMessage } from '../store/messages.ts';
import type { WorldChannel } from '../world/world.ts';

export type Pages = ReturnType<typeof createPages>;

/** The open pages: sends them updates and carries out their members' actions. */
export function createPages(discord: Discord, members: Members, gateway: Gateway, trouble: Trouble) {
  const { world, messages, clock, log } = discord;
  const sockets = new Set<WebSocket>();
  discord.on('created', (message) => {
    tellMessage(message);
    if (message.flags & MessageFlags.Loading) clock.after(TOKEN_LIVES_MS, () => tellExpired(message));
  });
  discord.on('edited', tellMessage);
  discord.on('deleted', ({ channel, id }) => tell(() => ({ t: 'deleted', channelId: channel.id, id })));
  discord.on('changed', () => tell(() => ({ t: 'state', state: state() })));

  function accept(socket: WebSocket): void {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', (error) => log.debug({ error: error.message }, 'page socket error'));
    socket.on('message', (raw: RawData, binary: boolean) => {
      const said = binary ? null : readFrame(raw.toString());
      const nonce = said?.nonce ?? '';
      if (said === null || said.t === null) {
        return send(socket, { t: 'failed', nonce, reason: 'The sandbox did not understand that.' });
      }
      try {
        if (carryOut(socket, said)) send(socket, { t: 'done', nonce });
      } catch (error) {
        const refused = error instanceof ActRefused;
        if (!refused) log.error({ error }, 'a page message failed');
        send(socket, { t: 'failed', nonce, reason: refused ? error.message : 'The sandbox failed; its log says why.' });
      }
    });
    const shown = messages.all().map((message) => seenMessage(discord, message));
    send(socket, { t: 'state', state: state(), messages: shown });
  }

  function close(): void {
    for (const socket of sockets) socket.terminate();
  }

  function state(): PageState {
    return pageState(discord, gateway.online, trouble.labels());
  }

  function tellMessage(message: StoredMessage): void {
    tell(() => ({ t: 'message', message: seenMessage(discord, message) }));
  }

  function tellExpired({ id, channel }: StoredMessage): void {
    const message = messages.find(channel.id, id);
    if (message !== undefined && message.flags & MessageFlags.Loading) tellMessage(message);
  }

  /** In tests there is seldom a page that listens. */
  function tell(said: () => ToPage): void {
    if (sockets.size === 0) return;
    const message = said();
    for (const socket of sockets) send(socket, message);
  }

  /** Returns whether it is done at once; the bot answers an act later. */
  function carryOut(socket: WebSocket, said: FromPage): boolean {
    if (said.t === 'calm') {
      trouble.calm();
      return true;
    }
    const channel = world.channelById(said.channelId);
    if (channel === undefined) throw new ActRefused('This channel is no longer there.');
    if (said.t === 'trouble') {
      trouble.turn(said.label, said.on, channel);
      return true;
    }
    const member = world.members.find(({ id }) => id === said.as);
    if (member === undefined) throw new ActRefused('There is no such member.');
    if (said.t === 'say') members.say({ member, channel }, said.content);
    else members.act({ member, channel }, said, answering(socket, said.nonce));
    return said.t === 'say';
  }

  return { accept, close };
}

/** Reports the first answer to the page, or that a deferred one never comes. */
function answering(socket: WebSocket, nonce: string): AnswerWatch {
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

export type Trouble = ReturnType<typeof createTrouble>;

/** The trouble that pages have switched on, shared by all of them. */
export function createTrouble(parts: HappeningParts, plans: Plans) {
  const { discord, gateway } = parts;
  const { world } = discord;
  const running = new Map<string, RunningPlan>();

  /**
   * Starts or ends a plan, or does something once, in a channel that a page shows.
   * @throws {ActRefused} if it is impossible there.
   */
  function turn(label: string, on: boolean, place: WorldChannel): void {
    const trouble = Object.values(TROUBLES).find((section) => Object.hasOwn(section, label))?.[label];
    if (trouble === undefined) throw new ActRefused('There is no such trouble.');
    try {
      if ('plan' in trouble) run(label, on ? trouble.plan : null);
      else happen(trouble.act({ channel: place.id, guild: place.guild_id ?? '' }), parts);
    } catch (error) {
      throw new ActRefused(error instanceof Error ? error.message : String(error));
    }
  }

  function run(label: string, plan: FaultPlan | null): void {
    running.get(label)?.stop();
    running.delete(label);
    // A new seed each time: otherwise the first requests would always meet the same faults.
    const seed = Math.floor(Math.random() * 2 ** 31);
    if (plan !== null) running.set(label, plans.start({ ...plan, seed }));
    discord.emit('changed');
  }

  /** Ends all plans and outages, restores the bot's permissions and invites it. Deleted things stay deleted. */
  function calm(): void {
    for (const plan of running.values()) plan.stop();
    running.clear();
    gateway.ahead.awayUntil = 0;
    for (const guild of world.guilds) {
      gateway.setAvailable(guild, true);
      gateway.setPresent(guild, true);
    }
    for (const channel of world.channels) if (world.denied(channel, world.bot.id)) denyBot(discord, channel, 0n);
    discord.emit('changed');
  }

  return { labels: () => [...running.keys()], turn, calm };
}
