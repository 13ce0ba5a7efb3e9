/** One request to the REST API, as it was answered. */
export interface SeenRequest {
  /** When it came, by the sandbox's clock (milliseconds since 1970). */
  readonly at: number;
  readonly method: string;
  /** The route's pattern, for example `/channels/:channel/messages/:message`; null where there is none such. */
  readonly route: string | null;
  /** The path below the version, with the tokens of interactions left out. */
  readonly path: string;
  /** 0 where it was not answered. */
  readonly status: number;
}

/** The newest requests, at most `capacity` of them. */
export class RequestLog {
  readonly #requests: SeenRequest[] = [];
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  add(request: SeenRequest): void {
    this.#requests.push(request);
    if (this.#requests.length > this.#capacity) this.#requests.shift();
  }

  /** The oldest first. */
  all(): readonly SeenRequest[] {
    return [...this.#requests];
  }
}
