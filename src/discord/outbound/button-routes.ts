import type { Caller, Form, Host, LogPoint, Menu, Press, Reply, Request } from '../../host/index.ts';
import {
  type Codec,
  checked,
  DRAFT,
  either,
  fields,
  flag,
  GAME,
  NAME,
  OPPONENT,
  ORDER,
  oneOf,
  PAGE,
  PATH,
  POINT,
  ROW,
  SEAT,
  SURE,
  VALUE,
} from './custom-id.ts';

/** A select menu's meaning: what its values answer. */
export type Choosing = Menu['choosing'];

/** A form's meaning: what its text answers. */
export type Asking = Form['asks'];

type Kind<Key extends string> = { readonly [key in Key]: string };
type Of<Meaning extends Kind<Key>, Key extends string, Name> = Extract<Meaning, { readonly [key in Key]: Name }>;
/** How the rest of a custom id is written and read, and what is done. */
interface Route<Args, Given extends readonly unknown[]> extends Codec<Args> {
  /** First part of the custom id, if it differs from the route's key. */
  readonly id?: string;
  run(host: Host, caller: Caller, args: Args, ...given: Given): Reply | null;
}
type Routes<Meaning extends Kind<Key>, Key extends string, Given extends readonly unknown[]> = {
  readonly [Name in Meaning[Key]]: Route<Omit<Of<Meaning, Key, Name>, Key>, Given>;
};

/** `order:k3x9…:12:verb=attack&leader=grant`: every button, by the name that its custom id begins with. */
const BUTTONS: Routes<Press, 'do', readonly []> = {
  order: {
    ...fields({ point: POINT, order: ORDER, sure: SURE }),
    run: (host, caller, { order, point, sure = false }) => host.orders.give(caller, order, point, null, sure),
  },
  ask: {
    ...fields({ point: POINT, draft: DRAFT }),
    run: (host, caller, { draft, point }) => host.orders.ask(caller, draft, point),
  },
  go: {
    ...fields({ point: POINT, path: PATH, page: PAGE }),
    run: (host, caller, { path, page, point }) => host.orders.followPath(caller, path, page, null, point),
  },
  'type-choice': {
    ...fields({ point: POINT, path: PATH }),
    run: (host, caller, { point, path }) => host.orders.askName(caller, point, path),
  },
  'type-plan': { ...fields({ point: POINT }), run: (host, caller, { point }) => host.plans.read(caller, '', point) },
  suggest: { ...fields({ point: POINT }), run: (host, caller, { point }) => host.plans.suggest(caller, point) },
  'give-plan': {
    ...fields({ point: POINT, code: NAME, end: flag('end') }),
    run: (host, caller, { point, code, end }) => host.plans.give(caller, point, code, end),
  },
  'change-plan': {
    ...fields({ point: POINT, code: NAME }),
    run: (host, caller, { point, code }) => host.plans.change(caller, point, code),
  },
  shortcut: {
    ...fields({ point: POINT, shortcut: NAME }),
    run: (host, caller, { point, shortcut }) => host.plans.follow(caller, point, shortcut),
  },
  march: { ...fields({ point: POINT }), run: (host, caller, { point }) => host.plans.march(caller, point) },
  'march-on': { ...fields({ point: POINT }), run: (host, caller, { point }) => host.plans.marchOn(caller, point) },
  look: {
    ...fields({ game: GAME, at: VALUE, overlay: VALUE }),
    run: (host, caller, { game, at, overlay }) => host.maps.closeUp(caller, game, at, overlay),
  },
  page: {
    ...fields({ of: oneOf('text', 'units'), game: GAME, page: PAGE, at: VALUE }),
    run: (host, caller, { of, game, page, at }) => host.maps.page(caller, of, game, page, at),
  },
  topic: {
    ...fields({ topic: NAME, page: PAGE }),
    run: (host, caller, { topic, page }) => host.help.rules(caller, topic, page),
  },
  undo: {
    ...fields({ point: POINT, sure: flag('sure') }),
    run: (host, caller, { point, sure }) => host.undo.takeBack(caller, point, sure),
  },
  'agree-undo': {
    ...fields({ point: POINT, member: ROW, code: NAME }),
    run: (host, caller, { point, member, code }) => host.undo.agree(caller, point, member, code),
  },
  abandon: {
    ...fields({ point: POINT, ask: flag('ask') }),
    run: (host, caller, { point, ask }) =>
      ask ? host.games.confirmAbandon(caller, point) : host.games.abandon(caller, point),
  },
  keep: { ...fields({}), run: (host) => host.games.keepPlaying() },
  start: {
    ...fields({ system: NAME, variant: NAME, opponent: OPPONENT }),
    run: (host, caller, { system, variant, opponent }) => host.games.startPressed(caller, system, variant, opponent),
  },
  text: { ...fields({}), run: (host, caller) => host.maps.inWords(caller) },
  more: { ...fields({}), run: (host, caller) => host.maps.more(caller) },
  learn: {
    ...fields({ system: VALUE, again: flag('again') }),
    run: (host, caller, { system, again }) => host.lessons.open(caller, system, again),
  },
  'leave-lesson': { ...fields({ system: NAME }), run: (host, _, { system }) => host.lessons.leave(system) },
  rules: { ...fields({}), run: (host, caller) => host.help.rules(caller, null) },
  log: {
    ...fields({ game: GAME, page: PAGE }),
    run: (host, caller, { game, page }) => host.log.page(caller, game, page),
  },
  verify: { ...fields({ game: GAME }), run: (host, caller, { game }) => host.verify.verify(caller, game) },
  recap: { ...fields({ game: GAME }), run: (host, caller, { game }) => host.recaps.recap(caller, game, null) },
  'what-if': { ...fields({ game: GAME }), run: (host, caller, { game }) => host.whatIfs.choose(caller, game) },
  forget: {
    ...fields({ sure: either('sure', 'keep') }),
    run: (host, caller, { sure }) => host.myData.delete(caller, sure),
  },
  council: { ...fields({ seat: SEAT }), run: (host, caller, { seat }) => host.council.show(caller, seat) },
  set: {
    ...fields({ game: GAME, setting: NAME, value: NAME, sure: either('sure', 'ask'), seat: SEAT }),
    run: (host, caller, { setting, value, sure, game, seat }) =>
      host.council.set(caller, { [setting]: value }, {}, sure, game, seat),
  },
  rota: {
    ...fields({ game: GAME, join: either('join', 'leave'), seat: SEAT }),
    run: (host, caller, { join, game, seat }) => host.council.rota(caller, join, game, seat),
  },
  join: {
    ...fields({ game: GAME, seat: NAME }),
    run: (host, caller, { seat, game }) => host.seats.join(caller, seat, game),
  },
  bot: {
    ...fields({ game: GAME, seat: NAME }),
    run: (host, caller, { seat, game }) => host.seats.giveToMachine(caller, seat, game),
  },
  mine: { ...fields({ ballot: ROW }), run: (host, caller, { ballot }) => host.ballots.mine(caller, ballot) },
  'vote-for': {
    ...fields({ ballot: ROW, number: PAGE }),
    run: (host, caller, { ballot, number }) => host.ballots.voteFor(caller, ballot, number),
  },
  amend: {
    ...fields({ ballot: ROW, number: PAGE }),
    run: (host, caller, { ballot, number }) => host.ballots.amend(caller, ballot, number),
  },
  reason: { ...fields({ ballot: ROW }), run: (host, caller, { ballot }) => host.ballots.askReason(caller, ballot) },
  'delete-reason': {
    ...fields({ ballot: ROW }),
    run: (host, caller, { ballot }) => host.ballots.deleteReason(caller, ballot),
  },
  agree: {
    // Buttons posted by earlier versions have this id.
    id: 'second',
    ...fields({ ballot: ROW, member: ROW }),
    run: (host, caller, { ballot, member }) => host.ballots.agree(caller, ballot, member),
  },
  withdraw: { ...fields({ ballot: ROW }), run: (host, caller, { ballot }) => host.ballots.withdraw(caller, ballot) },
  count: {
    ...fields({ ballot: ROW, sure: flag('sure') }),
    run: (host, caller, { ballot, sure }) => host.ballots.count(caller, ballot, sure),
  },
  motion: {
    ...fields({ ballot: ROW, inFavour: either('for', 'against') }),
    run: (host, caller, { ballot, inFavour }) => host.ballots.voteOnMotion(caller, ballot, inFavour),
  },
  problem: { ...fields({}), run: (host, caller) => host.problems.ask(caller) },
  answer: {
    ...fields({ problem: ROW, order: PAGE }),
    run: (host, caller, { problem, order }) => host.problems.answer(caller, problem, order),
  },
};

/** Names of the members that a select menu names, by their ids on Discord. */
type People = Readonly<Record<string, string>>;

const MENUS: Routes<Choosing, 'what', readonly [values: readonly string[], people: People]> = {
  slot: {
    id: 'pick',
    ...fields({ point: POINT, slot: NAME, draft: DRAFT }),
    run: (host, caller, { draft, slot, point }, values) => host.orders.choose(caller, draft, slot, values, point),
  },
  way: {
    ...fields({ point: POINT, path: PATH, page: PAGE }),
    run: (host, caller, { path, page, point }, values) => host.orders.followPath(caller, path, page, values, point),
  },
  place: {
    ...fields({ game: GAME, overlay: VALUE }),
    run: (host, caller, { game, overlay }, [value = '']) => host.maps.closeUp(caller, game, value, overlay),
  },
  topic: {
    ...fields({}),
    run: (host, caller, _, [value = '']) => host.help.rules(caller, value),
  },
  branch: { ...fields({}), run: (host, caller, _, [value = '']) => host.whatIfs.chosen(caller, value) },
  'march-who': {
    ...fields({ point: POINT }),
    run: (host, caller, { point }, values) => host.plans.marchTo(caller, point, values),
  },
  'march-to': {
    ...fields({ point: POINT, code: NAME }),
    run: (host, caller, { point, code }, [value = '']) => host.plans.marchPlan(caller, point, code, value),
  },
  proposal: {
    ...fields({ ballot: ROW }),
    run: (host, caller, { ballot }, [value = '']) => host.ballots.look(caller, ballot, value),
  },
  order: {
    id: 'orders',
    ...fields({ point: POINT }),
    run: (host, caller, { point }, [value = '']) => host.orders.giveListed(caller, value, point),
  },
  setting: {
    ...fields({ seat: SEAT }),
    run: (host, caller, { seat }, [value = '']) => host.council.setting(caller, value, seat),
  },
  value: {
    ...fields({ game: GAME, setting: NAME, seat: SEAT }),
    run: (host, caller, { setting, game, seat }, values, people) =>
      host.council.set(caller, { [setting]: values.join(' ') }, people, true, game, seat),
  },
};

const FORMS: Routes<Asking, 'what', readonly [text: string]> = {
  reason: {
    ...fields({ ballot: ROW }),
    run: (host, caller, { ballot }, text) => host.ballots.giveReason(caller, ballot, text),
  },
  why: {
    ...fields({ point: POINT }),
    run: (host, caller, { point }, text) => host.undo.takeBack(caller, point, true, text),
  },
  choice: {
    ...fields({ point: POINT, path: PATH }),
    run: (host, caller, { point, path }, text) => host.orders.chooseByName(caller, path, text, point),
  },
  plan: {
    ...fields({ point: POINT }),
    run: (host, caller, { point }, text) => host.plans.read(caller, text, point),
  },
};

type AnyRoutes<Given extends readonly unknown[]> = { readonly [name: string]: Route<object, Given> };

/** @throws RangeError as `checked`, or for a value that no id can carry */
function written<Given extends readonly unknown[]>(routes: AnyRoutes<Given>, name: string, meaning: object): string {
  const route = routes[name] as Route<object, Given>;
  return checked(`${route.id ?? name}${route.write(meaning)}`);
}

/** Finds the route of a custom id and parses its arguments; null if this program did not write the id. */
function routed<Given extends readonly unknown[]>(routes: AnyRoutes<Given>, id: string) {
  const [begins, ...parts] = id.split(':');
  const name = Object.keys(routes).find((name) => (routes[name]?.id ?? name) === begins);
  const route = name === undefined ? undefined : routes[name];
  const args = route?.read(parts) ?? null;
  return name === undefined || !route || args === null ? null : { name, route, args };
}

// Each route is type-checked at its definition; here the id alone selects one.
const [buttons, menus, forms] = [BUTTONS, MENUS, FORMS] as unknown as readonly [
  AnyRoutes<readonly []>,
  AnyRoutes<readonly [values: readonly string[], people: People]>,
  AnyRoutes<readonly [text: string]>,
];

export function writePress(press: Press): string {
  return written(buttons, press.do, press);
}
export function writeChoosing(choosing: Choosing): string {
  return written(menus, choosing.what, choosing);
}
export function writeAsking(asking: Asking): string {
  return written(forms, asking.what, asking);
}

/** Null, here and below, for anything this program did not write. */
export function readPress(id: string): Press | null {
  const found = routed(buttons, id);
  return found && ({ do: found.name, ...found.args } as Press);
}

/** Routes whose replies show no position, so none is loaded. */
const WITHOUT_TABLE = new Set('topic keep learn leave-lesson rules log verify forget problem answer'.split(' '));

export interface Meaning extends Pick<Request, 'about' | 'needs' | 'run'> {
  readonly name: string;
  /** Arguments parsed from the custom id. */
  readonly args: object;
}

function meaningOf<Given extends readonly unknown[]>(
  host: Host,
  routes: AnyRoutes<Given>,
  id: string,
  ...given: Given
): Meaning | null {
  const found = routed(routes, id);
  if (!found) return null;
  const { name, route, args } = found;
  const { ballot, point, game }: { readonly ballot?: number; readonly point?: LogPoint; readonly game?: string } = args;
  const looked = game === undefined ? null : { looksAt: game };
  const played = point ? { game: point.game } : looked;
  const about = ballot === undefined ? played : { ballot };
  const needs = WITHOUT_TABLE.has(name) ? 'nothing' : name === 'start' ? 'running game' : 'table';
  return { name, args, about, needs, run: (caller) => route.run(host, caller, args, ...given) };
}

/** Null, here and below: this program did not write the custom id. */
export function routeButton(host: Host, id: string): Meaning | null {
  return meaningOf(host, buttons, id);
}
export function routeSelect(host: Host, id: string, values: readonly string[], people: People = {}): Meaning | null {
  return meaningOf(host, menus, id, values, people);
}
export function routeModal(host: Host, id: string, text: string): Meaning | null {
  return meaningOf(host, forms, id, text);
}
