import type { AnswerOutcome, RestAnswer, Sandbox, SeenMessage } from '../../../src/sandbox/sandbox.ts';

/** An interaction and what came of it. Times are those of `performance.now()`; null: not yet. */
export interface Sent {
  readonly interaction: string;
  readonly channel: string;
  /** It left the gateway. */
  readonly at: number;
  acknowledged: number | null;
  /** Its message had its map. */
  mapped: number | null;
  /** The map's file. */
  file: string | null;
  /** The bot told the member alone why it was not done, or that a map is out of date. */
  refused: boolean;
}

/** A map that has arrived, with the message that brought it; or, null, whatever came instead of one. */
export type Arrived = SeenMessage | null;

interface Awaited {
  readonly sent: Sent;
  readonly arrived: (message: Arrived) => void;
}

/** A map that is not there after so many milliseconds does not come any more. */
const PATIENCE_MS = 30_000;

/** Has members do things in a practice Discord, and notes when the bot's answers arrive there. */
export class Post {
  readonly #sandbox: Sandbox;
  /** The interaction that left last. */
  #last = '';
  readonly #byId = new Map<string, Awaited>();
  readonly #byToken = new Map<string, Awaited>();

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
    sandbox.faults = ({ method, path }, proceed) => {
      const now = performance.now();
      const answer = proceed();
      this.#note(method, path, answer, now);
      return answer;
    };
  }

  /**
   * @param act what a member does; it leaves for the bot at once
   * @returns null: it cannot be done on Discord (more values in an option than it takes), and nothing has left
   */
  send(
    channel: string,
    act: () => Promise<AnswerOutcome>,
  ): { readonly sent: Sent; readonly map: Promise<Arrived> } | null {
    const at = performance.now();
    const outcome = act();
    const interaction = this.#sandbox.latestInteraction();
    if (interaction === this.#last) return null;
    this.#last = interaction;
    const sent: Sent = { interaction, channel, at, acknowledged: null, mapped: null, file: null, refused: false };
    const map = new Promise<Arrived>((resolve) => {
      const timer = setTimeout(() => resolve(null), PATIENCE_MS);
      const arrived = (message: Arrived) => {
        clearTimeout(timer);
        this.#byId.delete(interaction);
        resolve(message);
      };
      this.#byId.set(interaction, { sent, arrived });
      void outcome.then((one) => {
        const isPrivate = 'message' in one && one.message?.ephemeral === true;
        if (isPrivate) sent.refused = true;
        if (isPrivate || one.kind === 'failed') arrived(null);
      });
    });
    return { sent, map };
  }

  #note(method: string, path: string, answer: RestAnswer, now: number): void {
    if (answer.status >= 300) return;
    const [, first, second = '', token = ''] = path.split('/');
    if (first === 'interactions') {
      const awaited = this.#byId.get(second);
      if (!awaited) return;
      awaited.sent.acknowledged ??= now;
      this.#byToken.set(token, awaited);
    }
    if (first === 'webhooks' && method === 'PATCH') this.#edited(token, answer, now);
  }

  #edited(token: string, { body }: RestAnswer, now: number): void {
    const awaited = this.#byToken.get(token);
    const { id, attachments = [] } = body as { id: string; attachments?: readonly { readonly filename: string }[] };
    const file = attachments[0]?.filename;
    if (!awaited || file === undefined) return;
    this.#byToken.delete(token);
    awaited.sent.mapped = now;
    awaited.sent.file = file;
    awaited.arrived(this.#sandbox.message(awaited.sent.channel, id) ?? null);
  }
}
