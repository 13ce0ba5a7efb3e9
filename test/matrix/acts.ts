import { ApplicationCommandOptionType } from 'discord.js';
import { allCommands } from '../../commands/index.ts';
import type { Options } from '../../src/discord/inbound/command-contract.ts';
import { writeAsking, writeChoosing, writePress } from '../../src/discord/outbound/button-routes.ts';
import type { Asking, Choosing, NamedChannel, Press } from '../../src/host/index.ts';
import { pathCode } from '../../src/host/table/order-wizard.ts';
import { LIBRARY } from '../host/fixture.ts';
import { DONE, GRANT, NAMES, PLACES, PLAYED, type Stage, VOTERS } from './scenes.ts';

/** What reaches the program when somebody does something. */
export type Given =
  | {
      readonly kind: 'command';
      readonly command: string;
      readonly subcommand: string | null;
      readonly options: Options;
      readonly people?: Readonly<Record<string, string>>;
      readonly channels?: Readonly<Record<string, NamedChannel>>;
    }
  | { readonly kind: 'press'; readonly press: Press }
  | {
      readonly kind: 'menu';
      readonly choosing: Choosing;
      readonly values: readonly string[];
      readonly people?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'form'; readonly asking: Asking; readonly text: string }
  | { readonly kind: 'typing'; readonly command: string; readonly options: Options; readonly focused: string };

/** One thing that can be done, named as the table of rights names it, with buttons as the stage has them. */
export interface Act {
  readonly name: string;
  readonly given: (stage: Stage) => Given;
}

/** The commands of the games that scenes play. Those of other games are made and carried out by the same code. */
export const COMMANDS = allCommands(
  LIBRARY.editions.map(({ system }) => system).filter(({ id }) => PLAYED.includes(id)),
);

const { commander, member: bo, stranger: eve } = NAMES;
const CY = { [commander.discordId]: commander.name };
/** Whoever a command can name. */
const PEOPLE = { ...CY, [bo.discordId]: bo.name, [eve.discordId]: eve.name };

/** The channel that a recap is sent to from another one. */
const TAVERN = 'tavern';
/** A forum that whoever names it may post in. */
const FORUM = 'forum';
const CHANNELS = {
  ...Object.fromEntries([TAVERN, PLACES.rear].map((channel) => [channel, privateChannel(channel)])),
  [FORUM]: { ...privateChannel(FORUM), forum: { tags: new Set<string>(), makesTags: true } },
};

/** A channel that whoever names it may write in, and nobody else is known to see. */
function privateChannel(channel: string): NamedChannel {
  return { channel, open: true, lacks: [], canSee: () => false };
}

/** What buttons carry. */
export type Carried = Pick<Stage, 'scene' | 'game' | 'seq' | 'ballot' | 'motion' | 'member' | 'hands'>;

/** Acts of one kind: `name`, or `name (which)` where it has several. */
type Ways<Of> = Readonly<Record<string, (stage: Carried) => Of>>;

const point = ({ game, seq }: Carried) => ({ game, seq });
const old = ({ game }: Carried) => ({ game, seq: 0 });
function first({ hands }: Carried): string {
  return hands.member[0] ?? 'none';
}

type Value = string | ((stage: Stage) => string);
type Filled = Readonly<Record<string, Value>>;

/** What members fill in, by the option. */
const VALUES: Filled = {
  leader: 'grant',
  to: 'spotsylvania',
  reason: 'Now',
  target: '1107',
  with: '1107',
  guns: '1107',
  column: '1107',
  unit: '1107',
  by: '1107',
  displacing: '1107',
  units: '1107',
  sure: '1107',
  orders: 'Gregg 0905; hold',
  regiment: first,
  reserves: '',
  game: 'overland',
  variant: 'standard',
  opponent: 'union',
  style: 'bold',
  in: FORUM,
  'what-if': ({ game }) => `${game}:0`,
  at: 'all',
  overlay: 'zones',
  file: 'true',
  topic: 'dice',
  mode: 'vote',
  commander: commander.discordId,
  rotate: 'order',
  window: '45',
  quorum: '4',
  early: '5',
  tie: 'die',
  'no-quorum': 'wait',
  voters: '1100000000000000009',
  'member-days': '3',
  'account-days': '3',
  sealed: 'true',
  secret: 'false',
  reminder: 'false',
  'reminder-role': VOTERS,
  odds: 'off',
  side: 'union',
  order: 'Grant attacks Lee',
  posts: 'board',
  pings: 'dm',
  member: eve.discordId,
  why: 'She has seen nothing',
  role: VOTERS,
  channel: TAVERN,
  phase: '24h',
  choices: '24h',
  from: '22',
  zone: 'UTC',
  me: 'hide',
  post: 'true',
};

/** What of a command, or of one of its options, is filled in otherwise. */
const OWN: Readonly<Record<string, Filled>> = {
  '/attack reason': { leader: 'grant' },
  '/move reason': { to: 'spotsylvania' },
  '/retreat': { to: '1107' },
  '/advance to': { to: '1107' },
  '/commit': { reserves: '' },
  '/new style': { opponent: 'union' },
  '/council mode': { window: '5' },
  '/council commander': { mode: 'commander' },
  '/council reminder-role': { reminder: 'true' },
  '/vote overrule side': { order: 'Grant attacks Lee' },
  '/seat put': { side: 'confederate' },
  '/seat replace': { member: commander.discordId, by: eve.discordId },
  '/seat replace member': { member: bo.discordId },
  '/seat bench member': { member: commander.discordId },
  '/seat bench side': { side: 'confederate' },
  '/seat bot': { side: 'confederate' },
  '/clock reminder': { reminder: 'off' },
  '/quiet hours': { to: '7' },
  '/season open until': { until: '4 weeks' },
  '/problem hour': { hour: '6' },
  '/undo why': { why: 'A slip' },
  '/recap game': { game: ({ game }) => game },
  '/verify game': { game: ({ game }) => game },
};

/** Options that are filled in in several ways: `/map view (text)`. */
const SEVERAL: Readonly<Record<string, Readonly<Record<string, Filled>>>> = {
  '/record show': { ratings: { show: 'ratings' }, season: { show: 'season' } },
  '/map view': { text: { view: 'text' }, own: { view: 'own' } },
  '/council side': { '': {}, change: { quorum: '4' } },
};

/** A draft with nothing in it. */
const NOWHERE_YET = pathCode([], null);

/** Every button there is: one that is added is missing here until it has its line. */
const PRESSES: { readonly [does in Press['do']]: Ways<Extract<Press, { do: does }>> } = {
  order: {
    '': (stage) => ({ do: 'order', point: point(stage), order: orderOf(stage) }),
    'old map': (stage) => ({ do: 'order', point: old(stage), order: orderOf(stage) }),
  },
  ask: { '': (stage) => ({ do: 'ask', point: point(stage), draft: {} }) },
  go: {
    '': (stage) => ({ do: 'go', point: point(stage), path: NOWHERE_YET, page: 0 }),
    'old map': (stage) => ({ do: 'go', point: old(stage), path: NOWHERE_YET, page: 0 }),
  },
  'type-choice': { '': (stage) => ({ do: 'type-choice', point: point(stage), path: NOWHERE_YET }) },
  'type-plan': { '': (stage) => ({ do: 'type-plan', point: point(stage) }) },
  suggest: { '': (stage) => ({ do: 'suggest', point: point(stage) }) },
  'give-plan': {
    '': (stage) => ({ do: 'give-plan', point: point(stage), code: 'plan', end: false }),
    'old map': (stage) => ({ do: 'give-plan', point: old(stage), code: 'plan', end: false }),
  },
  'change-plan': { '': (stage) => ({ do: 'change-plan', point: point(stage), code: 'plan' }) },
  shortcut: { '': (stage) => ({ do: 'shortcut', point: point(stage), shortcut: 'hold' }) },
  march: { '': (stage) => ({ do: 'march', point: point(stage) }) },
  'march-on': { '': (stage) => ({ do: 'march-on', point: point(stage) }) },
  look: { '': ({ game }) => ({ do: 'look', game, at: null, overlay: null }) },
  page: {
    text: ({ game }) => ({ do: 'page', of: 'text', game, page: 0, at: null }),
    units: ({ game }) => ({ do: 'page', of: 'units', game, page: 0, at: null }),
  },
  topic: { '': () => ({ do: 'topic', topic: 'dice', page: 1 }) },
  undo: {
    '': (stage) => ({ do: 'undo', point: point(stage), sure: false }),
    sure: (stage) => ({ do: 'undo', point: point(stage), sure: true }),
    'old map': (stage) => ({ do: 'undo', point: old(stage), sure: false }),
  },
  'agree-undo': {
    'forged code': (stage) => ({
      do: 'agree-undo',
      point: point(stage),
      member: stage.member,
      code: '0123456789abcdef',
    }),
  },
  abandon: {
    '': (stage) => ({ do: 'abandon', point: point(stage), ask: false }),
    'old map': (stage) => ({ do: 'abandon', point: old(stage), ask: false }),
  },
  keep: { '': () => ({ do: 'keep' }) },
  problem: { '': () => ({ do: 'problem' }) },
  answer: { '': () => ({ do: 'answer', problem: 1, order: 0 }) },
  start: { '': () => ({ do: 'start', system: 'overland', variant: 'standard' }) },
  text: { '': () => ({ do: 'text' }) },
  more: { '': () => ({ do: 'more' }) },
  learn: {
    '': () => ({ do: 'learn', system: null, again: false }),
    'of a game': () => ({ do: 'learn', system: 'overland', again: true }),
  },
  'leave-lesson': { '': () => ({ do: 'leave-lesson', system: 'overland' }) },
  rules: { '': () => ({ do: 'rules' }) },
  log: { '': ({ game }) => ({ do: 'log', game, page: 0 }) },
  verify: { '': ({ game }) => ({ do: 'verify', game }) },
  recap: { '': ({ game }) => ({ do: 'recap', game }) },
  'what-if': { '': ({ game }) => ({ do: 'what-if', game }) },
  forget: { sure: () => ({ do: 'forget', sure: true }), keep: () => ({ do: 'forget', sure: false }) },
  council: { '': () => ({ do: 'council' }) },
  set: {
    '': ({ game }) => ({ do: 'set', game, setting: 'quorum', value: '6', sure: false }),
    sure: ({ game }) => ({ do: 'set', game, setting: 'quorum', value: '6', sure: true }),
  },
  rota: {
    join: ({ game }) => ({ do: 'rota', game, join: true }),
    leave: ({ game }) => ({ do: 'rota', game, join: false }),
  },
  join: { '': ({ game }) => ({ do: 'join', game, seat: 'union' }) },
  bot: { '': ({ game }) => ({ do: 'bot', game, seat: 'union' }) },
  mine: { '': ({ ballot }) => ({ do: 'mine', ballot }), motion: ({ motion }) => ({ do: 'mine', ballot: motion }) },
  'vote-for': { '': ({ ballot }) => ({ do: 'vote-for', ballot, number: 1 }) },
  amend: { '': ({ ballot }) => ({ do: 'amend', ballot, number: 1 }) },
  reason: { '': ({ ballot }) => ({ do: 'reason', ballot }) },
  'delete-reason': { '': ({ ballot }) => ({ do: 'delete-reason', ballot }) },
  agree: { '': ({ ballot, member }) => ({ do: 'agree', ballot, member }) },
  withdraw: { '': ({ ballot }) => ({ do: 'withdraw', ballot }) },
  count: {
    '': ({ ballot }) => ({ do: 'count', ballot, sure: false }),
    sure: ({ ballot }) => ({ do: 'count', ballot, sure: true }),
    motion: ({ motion }) => ({ do: 'count', ballot: motion, sure: true }),
  },
  motion: {
    for: ({ motion }) => ({ do: 'motion', ballot: motion, inFavour: true }),
    against: ({ motion }) => ({ do: 'motion', ballot: motion, inFavour: false }),
  },
};

const MENUS: {
  readonly [what in Choosing['what']]: (stage: Carried) => Omit<Extract<Given, { kind: 'menu' }>, 'kind'>;
} = {
  slot: (stage) => ({ choosing: { what: 'slot', point: point(stage), draft: {}, slot: 'verb' }, values: ['attack'] }),
  way: (stage) => ({ choosing: { what: 'way', point: point(stage), path: NOWHERE_YET, page: 0 }, values: ['attack'] }),
  place: ({ game }) => ({ choosing: { what: 'place', game, overlay: null }, values: ['all'] }),
  'march-who': (stage) => ({ choosing: { what: 'march-who', point: point(stage) }, values: ['V Corps'] }),
  'march-to': (stage) => ({ choosing: { what: 'march-to', point: point(stage), code: 'plan' }, values: ['1107'] }),
  proposal: ({ ballot }) => ({ choosing: { what: 'proposal', ballot }, values: ['1'] }),
  order: (stage) => ({ choosing: { what: 'order', point: point(stage) }, values: ['Grant attacks Lee'] }),
  topic: () => ({ choosing: { what: 'topic' }, values: ['dice'] }),
  branch: ({ game }) => ({ choosing: { what: 'branch' }, values: [`${game}:0`] }),
  setting: () => ({ choosing: { what: 'setting' }, values: ['quorum'] }),
  value: ({ game }) => ({
    choosing: { what: 'value', game, setting: 'commander' },
    values: [commander.discordId],
    people: CY,
  }),
};

const FORMS: { readonly [what in Asking['what']]: (stage: Carried) => Omit<Extract<Given, { kind: 'form' }>, 'kind'> } =
  {
    reason: ({ ballot }) => ({ asking: { what: 'reason', ballot }, text: 'Because' }),
    why: (stage) => ({ asking: { what: 'why', point: point(stage) }, text: 'A slip' }),
    choice: (stage) => ({ asking: { what: 'choice', point: point(stage), path: NOWHERE_YET }, text: 'att' }),
    plan: (stage) => ({ asking: { what: 'plan', point: point(stage) }, text: 'Gregg 0905; hold' }),
  };

/** The custom ids of every button, menu and form, by what they carry. */
export const CUSTOM_IDS = {
  buttons: Object.values(PRESSES).flatMap((ways) =>
    Object.values(ways as Ways<Press>).map((press) => (stage: Carried) => writePress(press(stage))),
  ),
  menus: Object.values(MENUS).map((menu) => (stage: Carried) => writeChoosing(menu(stage).choosing)),
  forms: Object.values(FORMS).map((form) => (stage: Carried) => writeAsking(form(stage).asking)),
} as const;

/** Everything that can be done. */
export const ACTS: readonly Act[] = [
  ...COMMANDS.flatMap(actsOf),
  ...Object.entries(PRESSES).flatMap(([does, ways]) =>
    Object.entries(ways as Ways<Press>).map(([which, press]): Act => {
      return { name: named(`press ${does}`, which), given: (stage) => ({ kind: 'press', press: press(stage) }) };
    }),
  ),
  ...Object.entries(MENUS).map(
    ([what, menu]): Act => ({ name: `choose ${what}`, given: (stage) => ({ kind: 'menu', ...menu(stage) }) }),
  ),
  ...Object.entries(FORMS).map(
    ([what, form]): Act => ({ name: `form ${what}`, given: (stage) => ({ kind: 'form', ...form(stage) }) }),
  ),
];

/** Everything that can be done with a command: each subcommand alone, with each option, and what completes as it is typed. */
function actsOf({ data: { name: command, options = [] }, complete }: (typeof COMMANDS)[number]): Act[] {
  const subcommands = options.filter(({ type }) => type === ApplicationCommandOptionType.Subcommand);
  if (subcommands.length === 0) return waysOf({ command, subcommand: null }, options, complete !== undefined);
  return subcommands.flatMap((one) =>
    waysOf({ command, subcommand: one.name }, ('options' in one && one.options) || [], complete !== undefined),
  );
}

interface Option {
  readonly name: string;
  readonly required?: boolean;
  readonly autocomplete?: boolean;
}

function waysOf(
  called: { readonly command: string; readonly subcommand: string | null },
  options: readonly Option[],
  completes: boolean,
): Act[] {
  const path = `/${[called.command, called.subcommand ?? []].flat().join(' ')}`;
  const required = options.flatMap(({ name, required: is }) => (is ? [name] : []));
  const act = (name: string, filled: readonly string[], own: Filled): Act => ({
    name,
    given: (stage) => {
      const values = Object.entries({ ...Object.fromEntries(filled.map((one) => [one, VALUES[one] ?? ''])), ...own });
      const given = values.map(([one, value]) => [one, typeof value === 'string' ? value : value(stage)]);
      return { kind: 'command', ...called, options: Object.fromEntries(given), people: PEOPLE, channels: CHANNELS };
    },
  });
  return [
    ...(required.length > 0 ? [] : [act(path, [], OWN[path] ?? {})]),
    ...options.flatMap(({ name, autocomplete }) => {
      const way = `${path} ${name}`;
      const several = Object.entries(SEVERAL[way] ?? { '': {} });
      const typing = { kind: 'typing', command: called.command, focused: name, options: { [name]: '' } } as const;
      return [
        ...several.map(([which, own]) =>
          act(named(way, which), [...required, name], { ...OWN[path], ...OWN[way], ...own }),
        ),
        ...(completes && autocomplete ? [{ name: `type in ${way}`, given: () => typing }] : []),
      ];
    }),
  ];
}

function named(name: string, which: string): string {
  return which === '' ? name : `${name} (${which})`;
}

function orderOf(stage: Carried) {
  switch (stage.scene) {
    case 'sides':
      return { verb: 'commit', regiment: first(stage), reserves: [] };
    case 'secret':
      return DONE;
    default:
      return GRANT;
  }
}
