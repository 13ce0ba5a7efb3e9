import type { Clock } from '../../time-source.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Answers } from '../interactions/bot-answers.ts';
import type { Places } from '../places.ts';
import type { CommandStore } from '../store/commands.ts';
import type { FileStore } from '../store/files.ts';
import type { MessageStore } from '../store/messages.ts';
import type { Threads } from '../threads.ts';
import type { World, WorldChannel } from '../world.ts';

/** Everything behind the REST API. */
export interface Platform {
  readonly world: World;
  readonly clock: Clock;
  readonly files: FileStore;
  readonly messages: MessageStore;
  readonly commands: CommandStore;
  readonly gateway: Gateway;
  readonly answers: Answers;
  readonly threads: Threads;
  readonly places: Places;
  /** Whether the application may read what members write (the privileged intent of message content). */
  readonly readsContent: boolean;
  /** The sandbox's address, without a slash at the end. */
  readonly base: () => string;
  readonly onTyping: (channel: WorldChannel) => void;
}
