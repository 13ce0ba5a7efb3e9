import { loading } from '../../src/host/base/reading.ts';
import type { Caller, Completion, Host, Reply } from '../../src/host/index.ts';

/** What a member can ask for at a table, as the dispatcher asks the host for it: every command and button that looks at a campaign. */
export interface TableCommand {
  readonly name: string;
  /** Whether it is asked of a campaign that has ended. */
  readonly ended?: true;
  ask(host: Host, caller: Caller, game: string): Reply | readonly Completion[] | null;
}

const WHY = 'The wrong button.';
const THREAD = { kind: 'thread', of: '', openedBy: 'caller' } as const;

export const TABLE_COMMANDS: readonly TableCommand[] = [
  { name: '/map', ask: (host, caller) => host.maps.forChannel(caller) },
  { name: '/map text', ask: (host, caller) => host.maps.inWords(caller) },
  { name: 'Zoom in', ask: (host, caller, game) => host.maps.closeUp(caller, game, null, null) },
  { name: '/units', ask: (host, caller) => host.maps.units(caller) },
  { name: '/odds', ask: (host, caller) => host.maps.odds(caller) },
  { name: '/log', ask: (host, caller) => host.log.page(caller, null, 0) },
  { name: '/log, an earlier page', ask: (host, caller, game) => host.log.page(caller, game, 3) },
  { name: '/log file:', ask: (host, caller) => host.log.file(caller) },
  { name: '/recap', ask: (host, caller) => host.recaps.recap(caller, null, null) },
  { name: '/recap game:, completed', ask: (host, caller) => host.recaps.completions(caller, '') },
  { name: '/record', ask: (host, caller) => host.record.show(caller, false) },
  { name: '/council', ask: (host, caller) => host.council.show(caller, null) },
  { name: '/mydata export', ask: (host, caller) => host.myData.export(caller) },
  { name: '/mydata delete', ask: (host, caller) => host.myData.askDeletion(caller) },
  {
    name: '/new what-if:, completed',
    ask(host, caller) {
      const there = { ...caller, threads: { ...THREAD, of: caller.channel } };
      const waits = host.branchPoints.ready(there);
      return waits ? loading(waits) : host.branchPoints.completions(there);
    },
  },
  {
    name: 'an order, completed',
    ask: (host, caller) => host.completions.order(caller, { verb: 'attack' }, 'leader', ''),
  },
  {
    name: 'an order, chosen from lists',
    ask(host, caller) {
      const { drawing } = host.maps.forChannel(caller);
      return drawing && host.orders.ask(caller, { verb: 'attack' }, drawing.point);
    },
  },
  { name: 'a button of an old map', ask: (host, caller, game) => host.undo.takeBack(caller, { game, seq: 5 }) },
  { name: '/undo', ask: (host, caller) => host.undo.takeBack(caller, null, true, WHY) },
  { name: '/undo again', ask: (host, caller) => host.undo.takeBack(caller, null, true, WHY) },
  { name: 'an order', ask: (host, caller) => host.orders.give(caller, { verb: 'attack', leader: 'grant' }) },
  {
    name: '/council mode:vote',
    ask: (host, caller) => host.council.set(caller, { mode: 'vote' }, {}, true, null, null),
  },
  { name: 'a vote', ask: (host, caller) => host.orders.give(caller, { verb: 'attack', leader: 'sigel' }) },
  { name: '/vote close', ask: (host, caller) => host.ballots.count(caller, null, true, null) },
  { name: '/vote overrule, completed', ask: (host, caller) => host.completions.overrule(caller, '', null) },
  { name: '/abandon', ask: (host, caller) => host.games.abandon(caller, null) },
  { name: '/verify', ended: true, ask: (host, caller) => host.verify.verify(caller, null) },
  { name: '/verify game:, completed', ended: true, ask: (host, caller) => host.verify.completions(caller) },
  { name: '/log file:, ended', ended: true, ask: (host, caller) => host.log.file(caller) },
  { name: '/record, ended', ended: true, ask: (host, caller) => host.record.show(caller, false) },
  { name: '/recap, ended', ended: true, ask: (host, caller) => host.recaps.recap(caller, null, null) },
  { name: '/mydata delete, confirmed', ended: true, ask: (host, caller) => host.myData.delete(caller, true) },
];

/**
 * Asks as the dispatcher does: once what is needed is there, and then for what comes later.
 * @param attempt runs each time that the host is asked
 */
export async function asked(
  host: Host,
  channel: string,
  ask: () => Reply | readonly Completion[] | null,
  attempt: <Result>(work: () => Result) => Result = (work) => work(),
): Promise<Reply | readonly Completion[] | null> {
  for (;;) {
    await host.preloading.position(channel);
    const answer = attempt(ask);
    if (answer === null || !('text' in answer)) return answer;
    if (answer.awaits) {
      await answer.awaits;
      continue;
    }
    if (answer.later === null) return answer;
    const made = await answer.later.make();
    answer.later.over?.();
    return made;
  }
}
