/** One answered request to the REST API. */
export interface SeenRequest {
  /** Time of arrival by the sandbox's clock (milliseconds since 1970). */
  readonly at: number;
  readonly method: string;
  /** The route's pattern, for example `/channels/:channel/messages/:message`; `null` if no route matched. */
  readonly route: string | null;
  /** The path below the version, without interaction tokens. */
  readonly path: string;
  /** 0 if it was not answered. */
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
