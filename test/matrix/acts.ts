import type { Options } from '../../src/discord/inbound/command.ts';
import type { Asking, Choosing } from '../../src/discord/outbound/button-routes.ts';
import type { NamedChannel, Press } from '../../src/host/index.ts';
import { pathCode } from '../../src/host/table/order-wizard.ts';
import { NAMES, PLACES, VOTERS } from './people.ts';
import { DONE, GRANT, type Stage } from './scenes.ts';

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

const { commander, member: bo, stranger: eve } = NAMES;
const CY = { [commander.discordId]: commander.name };
/** Whoever a command can name. */
const PEOPLE = { ...CY, [bo.discordId]: bo.name, [eve.discordId]: eve.name };

/** Acts of one kind: `name`, or `name (which)` where it has several. */
type Ways<Of> = Readonly<Record<string, (stage: Stage) => Of>>;

const point = ({ game, seq }: Stage) => ({ game, seq });
const old = ({ game }: Stage) => ({ game, seq: 0 });
const first = ({ hands }: Stage) => hands.member[0] ?? 'none';

/** Options of commands as members fill them in: `/attack leader` is the command with that option. */
const COMMANDS: Readonly<Record<string, (stage: Stage) => Options>> = {
  '/attack leader': () => ({ leader: 'grant' }),
  '/attack reason': () => ({ leader: 'grant', reason: 'Now' }),
  '/move to': () => ({ to: 'spotsylvania' }),
  '/move reason': () => ({ to: 'spotsylvania', reason: 'Now' }),
  '/tma to': () => ({ to: 'spotsylvania' }),
  '/tma reason': () => ({ to: 'spotsylvania', reason: 'Now' }),
  '/cross': () => ({}),
  '/cross reason': () => ({ reason: 'Now' }),
  '/attack': () => ({}),
  '/move': () => ({}),
  '/done': () => ({}),
  '/attack target': () => ({ target: '1107' }),
  '/attack with': () => ({ with: '1107' }),
  '/attack guns': () => ({ guns: '1107' }),
  '/attack column': () => ({ column: '1107' }),
  '/move unit': () => ({ unit: '1107' }),
  '/move by': () => ({ by: '1107' }),
  '/bombard target': () => ({ target: '1107' }),
  '/bombard with': () => ({ with: '1107' }),
  '/bombard column': () => ({ column: '1107' }),
  '/bombard reason': () => ({ reason: 'Now' }),
  '/cancel target': () => ({ target: '1107' }),
  '/cancel reason': () => ({ reason: 'Now' }),
  '/fight target': () => ({ target: '1107' }),
  '/fight reason': () => ({ reason: 'Now' }),
  '/retreat unit': () => ({ unit: '1107' }),
  '/retreat to': () => ({ to: '1107' }),
  '/retreat displacing': () => ({ displacing: '1107' }),
  '/retreat reason': () => ({ reason: 'Now' }),
  '/lose units': () => ({ units: '1107' }),
  '/lose reason': () => ({ reason: 'Now' }),
  '/advance unit': () => ({ unit: '1107' }),
  '/advance to': () => ({ to: '1107' }),
  '/advance reason': () => ({ reason: 'Now' }),
  '/done sure': () => ({ sure: '1107' }),
  '/done reason': () => ({ reason: 'Now' }),
  '/plan orders': () => ({ orders: 'Gregg 0905; hold' }),
  '/plan': () => ({}),
  '/commit regiment': (stage) => ({ regiment: first(stage), reserves: '' }),
  '/commit reserves': (stage) => ({ regiment: first(stage), reserves: '' }),
  '/commit reason': (stage) => ({ regiment: first(stage), reserves: '', reason: 'Now' }),
  '/stand regiment': (stage) => ({ regiment: first(stage) }),
  '/stand reason': (stage) => ({ regiment: first(stage), reason: 'Now' }),
  '/yield': () => ({}),
  '/yield reason': () => ({ reason: 'Now' }),
  '/new': () => ({}),
  '/new game': () => ({ game: 'overland' }),
  '/new variant': () => ({ variant: 'standard' }),
  '/new opponent': () => ({ opponent: 'union' }),
  '/new style': () => ({ opponent: 'union', style: 'bold' }),
  '/new in': () => ({ in: FORUM }),
  '/new what-if': ({ game }) => ({ 'what-if': `${game}:0` }),
  '/map': () => ({}),
  '/map at': () => ({ at: 'all' }),
  '/map overlay': () => ({ overlay: 'zones' }),
  '/units': () => ({}),
  '/map view (text)': () => ({ view: 'text' }),
  '/map view (own)': () => ({ view: 'own' }),
  '/log': () => ({}),
  '/log file': () => ({ file: 'true' }),
  '/rules': () => ({}),
  '/rules topic': () => ({ topic: 'dice' }),
  '/council': () => ({}),
  '/council mode': () => ({ mode: 'vote', window: '5' }),
  '/council commander': () => ({ mode: 'commander', commander: commander.discordId }),
  '/council rotate': () => ({ rotate: 'order' }),
  '/council window': () => ({ window: '45' }),
  '/council quorum': () => ({ quorum: '4' }),
  '/council early': () => ({ early: '5' }),
  '/council tie': () => ({ tie: 'die' }),
  '/council no-quorum': () => ({ 'no-quorum': 'wait' }),
  '/council voters': () => ({ voters: '1100000000000000009' }),
  '/council member-days': () => ({ 'member-days': '3' }),
  '/council account-days': () => ({ 'account-days': '3' }),
  '/council sealed': () => ({ sealed: 'true' }),
  '/council secret': () => ({ secret: 'false' }),
  '/council reminder': () => ({ reminder: 'false' }),
  '/council reminder-role': () => ({ reminder: 'true', 'reminder-role': VOTERS }),
  '/council odds': () => ({ odds: 'off' }),
  '/council side': () => ({ side: 'union' }),
  '/council side (change)': () => ({ side: 'union', quorum: '4' }),
  '/vote open': () => ({}),
  '/vote open side': () => ({ side: 'union' }),
  '/vote close': () => ({}),
  '/vote close side': () => ({ side: 'union' }),
  '/vote withdraw': () => ({}),
  '/vote withdraw side': () => ({ side: 'union' }),
  '/vote overrule side': () => ({ side: 'union', order: 'Grant attacks Lee' }),
  '/vote overrule order': () => ({ order: 'Grant attacks Lee' }),
  '/odds': () => ({}),
  '/join side': () => ({ side: 'union' }),
  '/seat list': () => ({}),
  '/seat put member': () => ({ member: eve.discordId, side: 'confederate' }),
  '/seat put side': () => ({ member: eve.discordId, side: 'confederate' }),
  '/seat put why': () => ({ member: eve.discordId, side: 'confederate', why: 'She has seen nothing' }),
  '/seat replace member': () => ({ member: bo.discordId, by: eve.discordId }),
  '/seat replace by': () => ({ member: commander.discordId, by: eve.discordId }),
  '/seat replace why': () => ({ member: commander.discordId, by: eve.discordId, why: 'She has seen nothing' }),
  '/seat bench': () => ({}),
  '/seat bench member': () => ({ member: commander.discordId }),
  '/seat bench side': () => ({ side: 'confederate' }),
  '/seat role side': () => ({ side: 'union' }),
  '/seat bot side': () => ({ side: 'confederate' }),
  '/seat channel side': () => ({ side: 'union' }),
  '/seat channel channel': () => ({ side: 'union', channel: TAVERN }),
  '/seat role role': () => ({ side: 'union', role: VOTERS }),
  '/table': () => ({}),
  '/table posts': () => ({ posts: 'board' }),
  '/table pings': () => ({ pings: 'dm' }),
  '/clock': () => ({}),
  '/clock phase': () => ({ phase: '24h' }),
  '/clock choices': () => ({ choices: '24h' }),
  '/clock reminder': () => ({ reminder: 'off' }),
  '/quiet show': () => ({}),
  '/quiet hours from': () => ({ from: '22', to: '7', zone: 'UTC' }),
  '/quiet hours to': () => ({ from: '22', to: '7', zone: 'UTC' }),
  '/quiet hours zone': () => ({ from: '22', to: '7', zone: 'UTC' }),
  '/quiet off': () => ({}),
  '/undo': () => ({}),
  '/undo why': () => ({ why: 'A slip' }),
  '/abandon': () => ({}),
  '/recap': () => ({}),
  '/recap game': ({ game }) => ({ game }),
  '/recap channel': () => ({ channel: 'tavern' }),
  '/record': () => ({}),
  '/record me': () => ({ me: 'hide' }),
  '/record post': () => ({ post: 'true' }),
  '/learn': () => ({}),
  '/learn game': () => ({ game: 'overland' }),
  '/verify': () => ({}),
  '/verify game': ({ game }) => ({ game }),
  '/mydata export': () => ({}),
  '/mydata delete': () => ({}),
  '/status': () => ({}),
  '/help': () => ({}),
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
  readonly [what in Choosing['what']]: (stage: Stage) => Omit<Extract<Given, { kind: 'menu' }>, 'kind'>;
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

const FORMS: { readonly [what in Asking['what']]: (stage: Stage) => Omit<Extract<Given, { kind: 'form' }>, 'kind'> } = {
  reason: ({ ballot }) => ({ asking: { what: 'reason', ballot }, text: 'Because' }),
  why: (stage) => ({ asking: { what: 'why', point: point(stage) }, text: 'A slip' }),
  choice: (stage) => ({ asking: { what: 'choice', point: point(stage), path: NOWHERE_YET }, text: 'att' }),
  plan: (stage) => ({ asking: { what: 'plan', point: point(stage) }, text: 'Gregg 0905; hold' }),
};

/** Options that complete, of which commands. */
const TYPED = [
  '/attack leader',
  '/move to',
  '/tma to',
  '/attack target',
  '/attack with',
  '/attack guns',
  '/attack column',
  '/move unit',
  '/move by',
  '/bombard target',
  '/bombard with',
  '/bombard column',
  '/cancel target',
  '/fight target',
  '/retreat unit',
  '/retreat to',
  '/retreat displacing',
  '/lose units',
  '/advance unit',
  '/advance to',
  '/done sure',
  '/plan orders',
  '/map at',
  '/map overlay',
  '/commit regiment',
  '/commit reserves',
  '/stand regiment',
  '/new variant',
  '/new what-if',
  '/rules topic',
  '/council rotate',
  '/council window',
  '/council side',
  '/vote open side',
  '/vote close side',
  '/vote withdraw side',
  '/vote overrule order',
  '/vote overrule side',
  '/join side',
  '/seat put side',
  '/seat bench side',
  '/seat role side',
  '/seat channel side',
  '/seat bot side',
  '/clock phase',
  '/clock choices',
  '/clock reminder',
  '/quiet hours from',
  '/quiet hours to',
  '/quiet hours zone',
  '/recap game',
  '/verify game',
] as const;

/** Everything that can be done. */
export const ACTS: readonly Act[] = [
  ...Object.entries(COMMANDS).map(
    ([name, options]): Act => ({ name, given: (stage) => commandOf(name, options(stage)) }),
  ),
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
  ...TYPED.map((name): Act => ({ name: `type in ${name}`, given: () => typing(name) })),
];

/** A forum that whoever names it may post in. */
const FORUM = 'forum';

/** The channel that a recap is sent to from another one. */
export const TAVERN = 'tavern';

function commandOf(name: string, options: Options): Given {
  const { command, subcommand } = parts(name);
  return {
    kind: 'command',
    command,
    subcommand,
    options,
    people: PEOPLE,
    channels: {
      ...Object.fromEntries([TAVERN, PLACES.rear].map((channel) => [channel, privateChannel(channel)])),
      [FORUM]: { ...privateChannel(FORUM), forum: { tags: new Set(), makesTags: true } },
    },
  };
}

/** A channel that whoever names it may write in, and nobody else is known to see. */
function privateChannel(channel: string): NamedChannel {
  return { channel, open: true, lacks: [], canSee: () => false };
}

function typing(name: string): Given {
  const { command, rest } = parts(name);
  const focused = rest.at(-1) ?? '';
  return { kind: 'typing', command, focused, options: { [focused]: '' } };
}

const WITH_SUBCOMMANDS = ['vote', 'mydata', 'seat', 'quiet'];

/** "/vote overrule order" apart: the command, its subcommand, and the option. */
export function parts(name: string): {
  readonly command: string;
  readonly subcommand: string | null;
  readonly rest: readonly string[];
} {
  const [command = '', ...rest] = name
    .replace(/ \(.*\)$/, '')
    .slice(1)
    .split(' ');
  const has = WITH_SUBCOMMANDS.includes(command);
  return { command, subcommand: has ? (rest[0] ?? null) : null, rest: has ? rest.slice(1) : rest };
}

function named(name: string, which: string): string {
  return which === '' ? name : `${name} (${which})`;
}

function orderOf(stage: Stage) {
  switch (stage.scene) {
    case 'sides':
      return { verb: 'commit', regiment: first(stage), reserves: [] };
    case 'secret':
      return DONE;
    default:
      return GRANT;
  }
}
