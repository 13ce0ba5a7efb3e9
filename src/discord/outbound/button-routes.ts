import {
  type Asking,
  type Caller,
  type Choosing,
  FORM_IDS,
  type Host,
  type LogPoint,
  MENU_IDS,
  PRESS_IDS,
  type Press,
  type Reply,
  type Request,
} from '../../host/index.ts';

/** A call for each kind of custom id. `Key` is the field that names the kind. */
type Routes<Id extends { readonly [key in Key]: string }, Key extends string, Given extends readonly unknown[]> = {
  readonly [Name in Id[Key]]: (
    host: Host,
    caller: Caller,
    id: Extract<Id, { readonly [key in Key]: Name }>,
    ...given: Given
  ) => Reply | null;
};

const BUTTONS: Routes<Press, 'do', readonly []> = {
  order: (host, caller, { order, point, sure = false }) => host.orders.give(caller, order, point, null, sure),
  ask: (host, caller, { draft, point }) => host.orders.ask(caller, draft, point),
  go: (host, caller, { path, page, point }) => host.orders.followPath(caller, path, page, null, point),
  'type-choice': (host, caller, { point, path }) => host.orders.askName(caller, point, path),
  'type-plan': (host, caller, { point }) => host.plans.read(caller, '', point),
  suggest: (host, caller, { point }) => host.plans.suggest(caller, point),
  'give-plan': (host, caller, { point, code, end }) => host.plans.give(caller, point, code, end),
  'change-plan': (host, caller, { point, code }) => host.plans.change(caller, point, code),
  shortcut: (host, caller, { point, shortcut }) => host.plans.follow(caller, point, shortcut),
  march: (host, caller, { point }) => host.plans.march(caller, point),
  'march-on': (host, caller, { point }) => host.plans.marchOn(caller, point),
  look: (host, caller, { game, at, overlay }) => host.maps.closeUp(caller, game, at, overlay),
  page: (host, caller, { of, game, page, at }) => host.maps.page(caller, of, game, page, at),
  topic: (host, caller, { topic, page }) => host.help.rules(caller, topic, page),
  undo: (host, caller, { point, sure }) => host.undo.takeBack(caller, point, sure),
  'agree-undo': (host, caller, { point, member, code }) => host.undo.agree(caller, point, member, code),
  abandon: (host, caller, { point, ask }) =>
    ask ? host.games.confirmAbandon(caller, point) : host.games.abandon(caller, point),
  keep: (host) => host.games.keepPlaying(),
  start: (host, caller, { system, variant, opponent }) => host.games.startPressed(caller, system, variant, opponent),
  text: (host, caller) => host.maps.inWords(caller),
  more: (host, caller) => host.maps.more(caller),
  learn: (host, caller, { system, again }) => host.lessons.open(caller, system, again),
  'leave-lesson': (host, _, { system }) => host.lessons.leave(system),
  rules: (host, caller) => host.help.rules(caller, null),
  log: (host, caller, { game, page }) => host.log.page(caller, game, page),
  verify: (host, caller, { game }) => host.verify.verify(caller, game),
  recap: (host, caller, { game }) => host.recaps.recap(caller, game, null),
  'what-if': (host, caller, { game }) => host.whatIfs.choose(caller, game),
  forget: (host, caller, { sure }) => host.myData.delete(caller, sure),
  council: (host, caller, { seat }) => host.council.show(caller, seat),
  set: (host, caller, { setting, value, sure, game, seat }) =>
    host.council.set(caller, { [setting]: value }, {}, sure, game, seat),
  rota: (host, caller, { join, game, seat }) => host.council.rota(caller, join, game, seat),
  join: (host, caller, { seat, game }) => host.seats.join(caller, seat, game),
  bot: (host, caller, { seat, game }) => host.seats.giveToMachine(caller, seat, game),
  mine: (host, caller, { ballot }) => host.ballots.mine(caller, ballot),
  'vote-for': (host, caller, { ballot, number }) => host.ballots.voteFor(caller, ballot, number),
  amend: (host, caller, { ballot, number }) => host.ballots.amend(caller, ballot, number),
  reason: (host, caller, { ballot }) => host.ballots.askReason(caller, ballot),
  'delete-reason': (host, caller, { ballot }) => host.ballots.deleteReason(caller, ballot),
  agree: (host, caller, { ballot, member }) => host.ballots.agree(caller, ballot, member),
  withdraw: (host, caller, { ballot }) => host.ballots.withdraw(caller, ballot),
  count: (host, caller, { ballot, sure }) => host.ballots.count(caller, ballot, sure),
  motion: (host, caller, { ballot, inFavour }) => host.ballots.voteOnMotion(caller, ballot, inFavour),
  problem: (host, caller) => host.problems.ask(caller),
  answer: (host, caller, { problem, order }) => host.problems.answer(caller, problem, order),
};

type People = Readonly<Record<string, string>>;

const MENUS: Routes<Choosing, 'what', readonly [values: readonly string[], people: People]> = {
  slot: (host, caller, { draft, slot, point }, values) => host.orders.choose(caller, draft, slot, values, point),
  way: (host, caller, { path, page, point }, values) => host.orders.followPath(caller, path, page, values, point),
  place: (host, caller, { game, overlay }, [value = '']) => host.maps.closeUp(caller, game, value, overlay),
  topic: (host, caller, _, [value = '']) => host.help.rules(caller, value),
  branch: (host, caller, _, [value = '']) => host.whatIfs.chosen(caller, value),
  'march-who': (host, caller, { point }, values) => host.plans.marchTo(caller, point, values),
  'march-to': (host, caller, { point, code }, [value = '']) => host.plans.marchPlan(caller, point, code, value),
  proposal: (host, caller, { ballot }, [value = '']) => host.ballots.look(caller, ballot, value),
  order: (host, caller, { point }, [value = '']) => host.orders.giveListed(caller, value, point),
  setting: (host, caller, { seat }, [value = '']) => host.council.setting(caller, value, seat),
  value: (host, caller, { setting, game, seat }, values, people) =>
    host.council.set(caller, { [setting]: values.join(' ') }, people, true, game, seat),
};

const FORMS: Routes<Asking, 'what', readonly [text: string]> = {
  reason: (host, caller, { ballot }, text) => host.ballots.giveReason(caller, ballot, text),
  why: (host, caller, { point }, text) => host.undo.takeBack(caller, point, true, text),
  choice: (host, caller, { point, path }, text) => host.orders.chooseByName(caller, path, text, point),
  plan: (host, caller, { point, shortcut }, text) => host.plans.read(caller, text, point, shortcut),
};

export function writePress(press: Press): string {
  return PRESS_IDS.write(press.do, press);
}
export function writeChoosing(choosing: Choosing): string {
  return MENU_IDS.write(choosing.what, choosing);
}
export function writeAsking(asking: Asking): string {
  return FORM_IDS.write(asking.what, asking);
}

/** `null` for an id that this program did not write. */
export function readPress(id: string): Press | null {
  const found = PRESS_IDS.read(id);
  return found && ({ do: found.name, ...found.args } as Press);
}

/** Names of routes that need no position, so none is loaded. */
const WITHOUT_TABLE = new Set('topic keep learn leave-lesson rules log verify forget problem answer'.split(' '));

export interface Meaning extends Pick<Request, 'about' | 'needs' | 'run'> {
  readonly name: string;
  readonly args: object;
}

function aboutOf({
  ballot,
  point,
  game,
}: {
  readonly ballot?: number;
  readonly point?: LogPoint;
  readonly game?: string;
}): Request['about'] {
  if (ballot !== undefined) return { ballot };
  if (point) return { game: point.game };
  return game === undefined ? null : { looksAt: game };
}

/**
 * Turns a custom id into a call of its route.
 * @param routes by name, each taking the arguments of its own id
 */
function meaningOf<Given extends readonly unknown[]>(
  host: Host,
  routes: object,
  found: ReturnType<typeof PRESS_IDS.read>,
  ...given: Given
): Meaning | null {
  if (!found) return null;
  const { name, args } = found;
  const run = (routes as Record<string, (host: Host, caller: Caller, args: object, ...given: Given) => Reply | null>)[
    name
  ];
  const about = aboutOf(args);
  const needs = WITHOUT_TABLE.has(name) ? 'nothing' : name === 'start' ? 'running game' : 'table';
  return { name, args, about, needs, run: (caller) => run?.(host, caller, args, ...given) ?? null };
}

/** Like the next two, returns null for an id that this program did not write. */
export function routeButton(host: Host, id: string): Meaning | null {
  return meaningOf(host, BUTTONS, PRESS_IDS.read(id));
}
export function routeSelect(host: Host, id: string, values: readonly string[], people: People = {}): Meaning | null {
  return meaningOf(host, MENUS, MENU_IDS.read(id), values, people);
}
export function routeModal(host: Host, id: string, text: string): Meaning | null {
  return meaningOf(host, FORMS, FORM_IDS.read(id), text);
}
