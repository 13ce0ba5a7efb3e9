import type { Client } from 'discord.js';
import type { Logger } from 'pino';
import type { Host } from '../../host/index.ts';
import type { Clock } from '../../time-source.ts';

export interface BotContext<H = Host> {
  readonly client: Client;
  readonly host: H;
  readonly clock: Clock;
  readonly log: Logger;
}
