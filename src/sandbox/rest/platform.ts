import type { Clock } from '../../time-source.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Answers } from '../interactions/bot-answers.ts';
import type { Places } from '../places.ts';
import type { CommandStore } from '../store/commands.ts';
import type { FileStore } from '../store/files.ts';
import type { MessageStore } from '../store/messages.ts';
import type { Threads } from '../threads.ts';
import type { World, WorldChannel } from '../world.ts';

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
  /** Whether the application has the privileged message content intent. */
  readonly readsContent: boolean;
  /** The sandbox's URL without a final slash. */
  readonly base: () => string;
  readonly onTyping: (channel: WorldChannel) => void;
}
