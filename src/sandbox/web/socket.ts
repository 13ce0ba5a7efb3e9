import { type RawData, WebSocket } from 'ws';
import { z } from 'zod';
import type { Clock } from '../../time-source.ts';
import type { Members, Who } from '../acts/members.ts';
import { ActRefused } from '../acts/options.ts';
import { faultPlan, happening } from '../faults/parse.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { TOKEN_LIVES_MS, type Watch } from '../interactions/pending-interactions.ts';
import type { SandboxLog } from '../log.ts';
import type { FromPage, ToPage } from '../protocol.ts';
import type { CommandStore } from '../store/commands.ts';
import type { MessageStore, StoredMessage } from '../store/messages.ts';
import { MessageFlag } from '../validate/messages.ts';
import type { World, WorldChannel } from '../world.ts';
import type { Trouble } from './trouble.ts';
import { pageCommands, pageDms, pageGuilds, pageMembers, pageMessage, pagePeople } from './view.ts';

const MAX_FRAME_BYTES = 256 * 1024;

const nonce = z.string().max(100);
const id = z.string().max(30);
const who = { as: id, channelId: id };
const option = z
  .object({
    name: z.string().max(40),
    value: z.union([z.string().max(6100), z.number(), z.boolean()]),
    focused: z.boolean().optional(),
  })
  .transform(({ focused, ...rest }) => (focused === undefined ? rest : { ...rest, focused }));
const typed = { nonce, ...who, command: z.string().max(120), options: z.array(option).max(25) };
const component = { nonce, ...who, messageId: id, customId: z.string().max(110) };

const fromPage: z.ZodType<FromPage> = z.discriminatedUnion('t', [
  z.object({ t: z.literal('autocomplete'), ...typed }),
  z.object({ t: z.literal('command'), ...typed }),
  z.object({ t: z.literal('press'), ...component }),
  z.object({ t: z.literal('select'), ...component, values: z.array(z.string().max(110)).max(25) }),
  z.object({
    t: z.literal('modal'),
    nonce,
    ...who,
    interactionId: id,
    customId: z.string().max(110),
    fields: z.record(z.string().max(110), z.union([z.string().max(4100), z.array(z.string().max(110)).max(25)])),
  }),
  z.object({ t: z.literal('say'), ...who, content: z.string().max(10_000) }),
  z.object({ t: z.literal('plan'), nonce, name: z.string().min(1).max(40), plan: faultPlan.nullable() }),
  z.object({ t: z.literal('happen'), nonce, happening }),
  z.object({ t: z.literal('calm'), nonce }),
]);

export interface PageParts {
  readonly clock: Clock;
  readonly world: World;
  readonly messages: MessageStore;
  readonly commands: CommandStore;
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
    this.#parts = parts;
    parts.messages.listen({
      created: (message) => {
        this.#tellMessage(message);
        if (message.flags & MessageFlag.loading) parts.clock.after(TOKEN_LIVES_MS, () => this.#tellGone(message));
      },
      edited: (message) => this.#tellMessage(message),
      deleted: (message) => this.#tell({ t: 'deleted', channelId: message.channel.id, id: message.id }),
    });
  }

  accept(socket: WebSocket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', (error) => this.#parts.log.debug({ error: error.message }, 'page socket error'));
    socket.on('message', (raw: RawData, binary: boolean) => {
      const said = binary ? null : parse(raw);
      if (said === null || !said.ok) {
        const reason = 'The sandbox did not understand that.';
        return send(socket, { t: 'failed', nonce: said?.nonce ?? '', reason });
      }
      try {
        this.#carryOut(socket, said.message);
      } catch (error) {
        const reason = error instanceof ActRefused ? error.message : 'The sandbox failed; its log says why.';
        if (!(error instanceof ActRefused)) this.#parts.log.error({ error }, 'a page message failed');
        send(socket, { t: 'failed', nonce: 'nonce' in said.message ? said.message.nonce : '', reason });
      }
    });
    send(socket, this.#hello());
  }

  tellPresence(online: boolean): void {
    this.#tell({ t: 'bot', online });
  }

  tellCommands(): void {
    const { commands, world } = this.#parts;
    this.#tell({ t: 'commands', commands: pageCommands(commands, world.applicationId) });
  }

  tellPlaces(): void {
    this.#tell({ t: 'places', guilds: pageGuilds(this.#parts.world) });
  }

  tellPlans(): void {
    this.#tell({ t: 'plans', plans: this.#parts.trouble.plans });
  }

  tellMembers(): void {
    this.#tell({ t: 'members', members: pageMembers(this.#parts.world) });
  }

  tellTyping(channel: WorldChannel): void {
    this.#tell({ t: 'typing', channelId: channel.id });
  }

  close(): void {
    for (const socket of this.#sockets) socket.terminate();
  }

  #hello(): ToPage {
    const { world, commands, messages, gateway, trouble, clock } = this.#parts;
    return {
      t: 'hello',
      you: { defaultMember: world.members[0]?.id ?? '' },
      guilds: pageGuilds(world),
      dms: pageDms(world),
      members: pageMembers(world),
      people: pagePeople(world),
      bot: { id: world.bot.id, name: world.bot.name, online: gateway.online },
      commands: pageCommands(commands, world.applicationId),
      messages: messages.all().map((message) => pageMessage(world, message, clock.now())),
      plans: trouble.plans,
    };
  }

  #tellMessage(message: StoredMessage): void {
    const { world, clock } = this.#parts;
    this.#tell({ t: 'message', message: pageMessage(world, message, clock.now()) });
  }

  /** Updates a deferred answer that never came. */
  #tellGone({ id, channel }: StoredMessage): void {
    const message = this.#parts.messages.find(channel.id, id);
    if (message !== undefined && message.flags & MessageFlag.loading) this.#tellMessage(message);
  }

  #tell(message: ToPage): void {
    for (const socket of this.#sockets) send(socket, message);
  }

  #carryOut(socket: WebSocket, message: FromPage): void {
    if (message.t === 'plan' || message.t === 'happen' || message.t === 'calm') {
      this.#makeTrouble(message);
      send(socket, { t: 'done', nonce: message.nonce });
      return;
    }
    const { world, members } = this.#parts;
    const member = world.members.find((each) => each.id === message.as);
    const channel = world.channelById(message.channelId);
    if (member === undefined || channel === undefined) throw new ActRefused('There is no such member or channel.');
    const who: Who = { member, channel };
    switch (message.t) {
      case 'say':
        members.say(who, message.content);
        return;
      case 'autocomplete':
        members.autocomplete(who, message, answering(socket, message.nonce));
        return;
      case 'command':
        members.command(who, message, answering(socket, message.nonce));
        return;
      case 'press':
        members.press(who, message.messageId, message.customId, answering(socket, message.nonce));
        return;
      case 'select':
        members.select(who, message.messageId, message.customId, message.values, answering(socket, message.nonce));
        return;
      case 'modal':
        members.submit(who, message.interactionId, message.customId, message.fields, answering(socket, message.nonce));
        return;
    }
  }

  #makeTrouble(message: Extract<FromPage, { t: 'plan' | 'happen' | 'calm' }>): void {
    const { trouble } = this.#parts;
    if (message.t === 'plan') trouble.plan(message.name, message.plan);
    else if (message.t === 'happen') trouble.happen(message.happening);
    else trouble.calm();
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
    if (event.kind === 'modal') {
      return send(socket, { t: 'modal', nonce, interactionId: event.interactionId, modal: event.modal });
    }
    send(socket, { t: 'done', nonce });
  };
}

function send(socket: WebSocket, message: ToPage): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

type Parsed = { ok: true; message: FromPage } | { ok: false; nonce: string };

function parse(raw: RawData): Parsed | null {
  const source = raw.toString();
  if (source.length > MAX_FRAME_BYTES) return null;
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    return null;
  }
  const result = fromPage.safeParse(value);
  if (result.success) return { ok: true, message: result.data };
  const given = z.object({ nonce }).safeParse(value);
  return { ok: false, nonce: given.success ? given.data.nonce : '' };
}
