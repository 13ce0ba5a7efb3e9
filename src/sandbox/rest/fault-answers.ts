import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Happening, RestTrouble } from '../faults/fault-plan.ts';
import { apiError } from '../store/errors.ts';
import type { RestAnswer } from './router.ts';

interface FaultedRequest {
  readonly request: IncomingMessage;
  /** Carries out the request and returns the answer it would get. */
  readonly proceed: () => RestAnswer | Promise<RestAnswer>;
  readonly happen: (happening: Happening) => void;
}

/** Applies a fault to a request. Returns the answer to send; `null` if none is sent. */
export async function applyFault(
  trouble: RestTrouble,
  { request, proceed, happen }: FaultedRequest,
): Promise<RestAnswer | null> {
  switch (trouble.kind) {
    case 'rateLimit':
      return tooMany(trouble.scope, trouble.retryAfter);
    case 'error':
      if (trouble.carriedOut) await proceed();
      return serverError(trouble.status);
    case 'resetUpload':
      // The server has reset the connection before it read the body.
      return null;
    case 'resetAnswer':
      await proceed();
      request.socket.resetAndDestroy();
      return null;
    case 'slow': {
      if (trouble.before) await wait(trouble.ms);
      const answer = await proceed();
      if (!trouble.before) await wait(trouble.ms);
      return answer;
    }
    case 'silence':
      if (trouble.carriedOut) await proceed();
      return null;
    case 'refuse': {
      const known = knownRefusal(trouble.code);
      const body = { message: trouble.message ?? known?.body.message ?? 'Refused', code: trouble.code };
      return { status: trouble.status ?? known?.status ?? 400, body };
    }
    case 'happening': {
      if (!trouble.after) happen(trouble.happening);
      const answer = await proceed();
      if (trouble.after) happen(trouble.happening);
      return answer;
    }
  }
}

/** Reads `bytes` of a request's body, or all of a shorter one, then resets the connection. */
export async function resetUpload(request: IncomingMessage, bytes: number): Promise<void> {
  let came = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      came += chunk.length;
      if (came >= bytes) break;
    }
  } catch {
    // The client closed the connection first.
  }
  request.socket.resetAndDestroy();
}

/** `now` in milliseconds since 1970, `seconds` from then on. */
export const resetHeaders = (now: number, seconds: number) => ({
  'x-ratelimit-reset': (now / 1000 + seconds).toFixed(3),
  'x-ratelimit-reset-after': seconds.toFixed(3),
});

/** Discord's 429; `seconds` is the wait. */
export function tooMany(scope: 'user' | 'shared' | 'global', seconds: number): RestAnswer {
  const global = scope === 'global';
  const headers = { 'x-ratelimit-remaining': '0', ...resetHeaders(Date.now(), seconds) };
  return {
    status: 429,
    headers: {
      'retry-after': String(Math.ceil(seconds)),
      'x-ratelimit-scope': scope,
      ...(global ? { 'x-ratelimit-global': 'true' } : headers),
    },
    body: {
      message: scope === 'shared' ? 'The resource is being rate limited.' : 'You are being rate limited.',
      retry_after: seconds,
      global,
    },
  };
}

const TITLES = {
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Time-out',
} as const;

/** Discord itself answers 500 with JSON; its proxies answer the others with an HTML page. */
export function serverError(status: keyof typeof TITLES): RestAnswer {
  const title = `${status}: ${TITLES[status]}`;
  if (status === 500) return { status, body: { message: title, code: 0 } };
  return { status, page: `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n` };
}

function knownRefusal(code: number): (RestAnswer & { readonly body: { readonly message: string } }) | undefined {
  const plain = Object.values(apiError).filter((make): make is typeof apiError.unknownChannel => make.length === 0);
  return plain.map((make) => make()).find(({ body }) => body.code === code);
}
