import type { Answer, Caller, Host, Press } from '../host/index.ts';
import type { Choosing } from './custom-id.ts';

/** Carries out what a button means. */
export function press(host: Host, caller: Caller, what: Press): Answer | null {
  switch (what.do) {
    case 'order':
      return host.order(caller, what.order, what.point);
    case 'ask':
      return host.ask(caller, what.draft, what.point);
    case 'undo':
      return host.undo(caller, what.point);
    case 'abandon':
      return host.abandon(caller, what.point);
    case 'keep':
      return host.keepPlaying();
    case 'start':
      return host.start(caller, what.system, what.variant);
    case 'text':
      return host.words(caller);
    case 'rules':
      return host.rules(caller, null);
    case 'log':
      return host.log(caller, what.game, what.page);
    case 'verify':
      return host.verify(caller, what.game);
    default:
      return what satisfies never;
  }
}

/** Carries out a choice from a menu. */
export function choose(host: Host, caller: Caller, choosing: Choosing, values: readonly string[]): Answer | null {
  if (choosing.what === 'slot') return host.choose(caller, choosing.draft, choosing.slot, values, choosing.point);
  return { ...host.rules(caller, values[0] ?? null), replaces: true };
}
