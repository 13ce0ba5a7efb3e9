import type { Logger } from 'pino';
import { END } from './console-words.ts';
import { DISCONNECT_MS, FINISHING_MS, type InHand } from './discord/bot.ts';
import { count } from './kit/plain-english.ts';

/** The conventional code of a process that was interrupted from its terminal. */
const INTERRUPTED = 130;
/** The server, the files and the database are closed within this time. */
const CLOSING_MS = 800;
/** The longest end after a signal. A service manager waits longer. */
export const FORCED_EXIT_MS = FINISHING_MS + DISCONNECT_MS + CLOSING_MS;
/** Terminal, npm and shell can each pass on the same signal. A signal after this time is a second press. */
const PRESSED_AGAIN_MS = 1000;

export const NOTHING_IN_HAND: InHand = { answers: 0, messages: 0, edits: 0, readings: 0 };

/** Whether `endProcess` was called. */
let decided = false;

/** Ends the process. No other line of the program does. */
export function endProcess(code: number): never {
  decided = true;
  process.exit(code);
}

/**
 * Reports an end that nobody decided. It is a bug: the event loop has nothing left to wait for, or a package has called
 * `process.exit`. After `code` a service starts the program again.
 */
export function tellUndecidedEnd(log: Logger, code: number): void {
  const tell = (why: string) => {
    log.fatal({ why }, 'a bug ends the process: nothing asked it to stop');
    console.error(END.bugBecause(why));
  };
  process.on('beforeExit', () => {
    tell('the event loop has run out of work');
    endProcess(code);
  });
  process.on('exit', (given) => {
    if (decided) return;
    tell(`a package ran process.exit(${given})`);
    process.exitCode = code;
  });
}

/**
 * Ends the process in order: it closes everything that was opened, the last first, and exits once.
 * It hears SIGINT and SIGTERM from the start.
 */
export class Shutdown {
  readonly #log: Logger;
  readonly #failed: (error: unknown) => never;
  readonly #closes: (() => unknown)[] = [];
  readonly #begun = new AbortController();
  #inHand: () => InHand = () => NOTHING_IN_HAND;

  /** @param failed is called if something cannot be closed; it ends the process */
  constructor(log: Logger, failed: (error: unknown) => never) {
    this.#log = log;
    this.#failed = failed;
    let firstAt: number | null = null;
    const signalled = (signal: NodeJS.Signals) => {
      const now = performance.now();
      if (firstAt === null) {
        firstAt = now;
        this.#tell(signal);
        this.begin(0);
      } else if (signal === 'SIGINT' && now - firstAt > PRESSED_AGAIN_MS) endProcess(INTERRUPTED);
    };
    process.on('SIGINT', signalled);
    process.on('SIGTERM', signalled);
  }

  /** Aborted when the shutdown begins. */
  get signal(): AbortSignal {
    return this.#begun.signal;
  }

  /** Closes something before the process ends, and before what was named earlier. */
  closes(close: () => unknown): void {
    this.#closes.unshift(close);
  }

  /** Sets the function that counts unfinished work, for the message about the shutdown. */
  finishes(inHand: () => InHand): void {
    this.#inHand = inHand;
  }

  /** Ends the process with a code, unless it is ending already. */
  begin(code: number): void {
    if (this.signal.aborted) return;
    this.#begun.abort();
    setTimeout(() => endProcess(code), FORCED_EXIT_MS);
    void this.#close().then(() => endProcess(code), this.#failed);
  }

  async #close(): Promise<void> {
    for (const close of [...this.#closes]) await close();
  }

  #tell(signal: NodeJS.Signals): void {
    const inHand = this.#inHand();
    this.#log.info({ signal, ...inHand }, 'leaving');
    console.log(END.bySignal(signal));
    if (inWords(inHand) !== '') console.log(END.finishing(FINISHING_MS / 1000, inWords(inHand)));
  }
}

/** “2 answers, 1 edit”; empty if there is nothing. */
export function inWords({ answers, messages, edits }: InHand): string {
  const parts = [count(answers, 'answer'), count(messages, 'message'), count(edits, 'edit')];
  return parts.filter((part) => !part.startsWith('0 ')).join(', ');
}
