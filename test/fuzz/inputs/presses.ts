import { SETTINGS as ALL_SETTINGS } from '../../../src/council/index.ts';
import type { Json } from '../json.ts';
import { LIBRARY } from '../product.ts';
import type { Random } from '../random.ts';
import { messageJson, type Shown, type Wire } from '../wire.ts';
import { PEOPLE, ROLES } from '../world.ts';
import { envelope, resolvedJson, type Scene, TYPES } from './envelope.ts';
import { changedText } from './mutate.ts';
import { strangeText } from './strange.ts';

const BUTTON = 2;
const MENU = 3;
const PEOPLE_MENU = 5;
const ROLE_MENU = 6;

interface Pressed {
  readonly type: number;
  readonly customId: string;
  readonly values: readonly string[];
}

/** A button or a menu of a message that is there, as it is or with a slip. Null: nothing is there. */
export function press(random: Random, wire: Wire, scene: Scene): Json | null {
  const shown = wire.in(scene.where.id).filter((message) => partsOf(message).length > 0);
  if (shown.length === 0) return null;
  const giving = random.oneIn(2) ? shown.findLast((message) => partsOf(message).some(gives)) : undefined;
  // The newest mostly: what is older is stale.
  const message = giving ?? (random.oneIn(4) ? random.of(shown) : (shown.at(-1) as Shown));
  const parts = partsOf(message);
  const part = random.of(giving ? parts.filter(gives) : parts);
  const customId = random.oneIn(8) ? bent(random, part.custom_id) : part.custom_id;
  const type = random.oneIn(60) ? random.below(20) : part.type;
  return pressed(scene, { type, customId, values: values(random, part) }, message);
}

function partsOf({ components }: Shown): (Part & { readonly custom_id: string })[] {
  const parts: readonly object[] = components.flatMap((row) => ('components' in row ? [...row.components] : []));
  return parts.filter((part): part is Part & { readonly custom_id: string } => 'custom_id' in part);
}

/** Whether an order is given by it. */
function gives({ custom_id }: { readonly custom_id: string }): boolean {
  return /^(order|orders|pick|way|go|ask|start):/.test(custom_id);
}

/** A custom id put together from what they are made of, by whoever knows how. */
export function forged(random: Random, wire: Wire, scene: Scene): Json {
  const messages = wire.in(scene.where.id);
  const message = messages.at(-1) ?? { id: '940000000000000099', channel: scene.where.id, flags: 0, components: [] };
  const type = random.of([BUTTON, BUTTON, MENU, MENU, PEOPLE_MENU, ROLE_MENU, 7, 8, random.below(30)]);
  const customId = random.oneIn(6) ? bent(random, forgedId(random)) : forgedId(random);
  return pressed(scene, { type, customId: customId.slice(0, 100), values: values(random, { type }) }, message);
}

function forgedForm(random: Random): string {
  return random.oneIn(2) ? `reason:${ballot(random)}` : `why:${game(random)}:${random.below(20)}`;
}

/** A form sent. */
export function form(random: Random, wire: Wire, scene: Scene): Json {
  const here = wire.opened.filter(({ channel }) => channel === scene.where.id);
  const opened = here.length > 0 && !random.oneIn(4) ? random.of(here).customId : forgedForm(random);
  const customId = random.oneIn(8) ? bent(random, opened) : opened;
  const value = random.oneIn(3) ? strangeText(random).slice(0, 4000) : 'Lee is tired';
  const field = { type: random.oneIn(20) ? random.below(25) : 4, id: 2, custom_id: name(random), value };
  const message = wire.in(scene.where.id).at(-1);
  const from = message && random.oneIn(2) ? messageJson(message) : null;
  return envelope(scene, TYPES.form, { custom_id: customId, components: rows(random, field) }, from);
}

function rows(random: Random, field: Json): Json[] {
  const labelled = { type: 18, id: 1, component: field };
  const row = { type: 1, id: 1, components: [field] };
  switch (random.below(14)) {
    case 0:
      return [];
    case 1:
      return [labelled, labelled];
    case 2:
      return [labelled, { type: 10, id: 3, content: 'x' }];
    case 3:
      return [{ type: 1, id: 1, components: [] }];
    case 4:
      return [{ type: 18, id: 1, component: { type: 3, id: 2, custom_id: 'reason', values: ['a'] } }];
    case 5:
    case 6:
      return [row];
    default:
      return [labelled];
  }
}

function name(random: Random): string {
  return random.oneIn(15) ? strangeText(random).slice(0, 100) : 'reason';
}

function pressed(scene: Scene, { type, customId, values }: Pressed, message: Shown): Json {
  const chosen = type === BUTTON ? {} : { values, resolved: resolvedJson(values) };
  const data = { custom_id: customId, component_type: type, id: 1, ...chosen };
  return envelope(scene, TYPES.component, data, messageJson(message));
}

interface Part {
  readonly type: number;
  readonly options?: readonly { readonly value: string }[];
  readonly min_values?: number | null;
  readonly max_values?: number | null;
}

function values(random: Random, part: Part): string[] {
  if (random.oneIn(25)) return Array.from({ length: random.below(26) }, () => strangeText(random).slice(0, 100));
  const listed =
    part.type === PEOPLE_MENU
      ? PEOPLE.map(({ id }) => id)
      : part.type === ROLE_MENU
        ? [...ROLES]
        : (part.options ?? []).map(({ value }) => value);
  if (listed.length === 0) return [];
  const least = part.min_values ?? 1;
  const most = Math.min(part.max_values ?? 1, listed.length);
  const count = random.oneIn(25) ? random.below(4) : least + random.below(Math.max(1, most - least + 1));
  const from = random.below(listed.length);
  const picked = Array.from({ length: count }, (_, index) => listed[(from + index) % listed.length] as string);
  return random.oneIn(30) ? [...picked, ...picked] : picked;
}

function bent(random: Random, id: string): string {
  const times = 1 + random.below(3);
  let text = id;
  for (let index = 0; index < times; index++) text = changedText(random, text);
  return text.slice(0, 100);
}

const KINDS =
  'order ask go way look page topic place undo agree-undo abandon start log verify recap set rota join forget mine reason withdraw second count motion keep text rules council pick orders value setting topic'.split(
    ' ',
  );
const SETTINGS = ALL_SETTINGS.map(({ name }) => name);
const SETTING_VALUES =
  'open commander vote never order silence die first 15m 1 2 3 none yes no true false off after always'.split(' ');
const VERBS = LIBRARY.editions.flatMap(({ system }) => system.about.verbs);
const VALUES = 'grant butler sigel lee richmond ashland spotsylvania a b c 1 2 north south hold advance'.split(' ');

function forgedId(random: Random): string {
  const kind = random.of(KINDS);
  const parts = Array.from({ length: random.below(5) }, () => part(random));
  const point = `${game(random)}:${seq(random)}`;
  switch (kind) {
    case 'order':
    case 'ask':
      return `${kind}:${point}:${draft(random)}`;
    case 'go':
    case 'way':
      return `${kind}:${point}:${way(random)}:${random.below(4)}`;
    case 'look':
      return `look:${game(random)}:${random.of(['', 'all', value(random)])}:${random.of(['', value(random)])}`;
    case 'page':
      return `page:${random.of(['text', 'units', 'rules'])}:${game(random)}:${random.below(3)}:${random.of(['', value(random)])}`;
    case 'place':
      return `place:${game(random)}:${random.of(['', value(random)])}`;
    case 'pick':
      return `pick:${point}:${slot(random)}:${draft(random)}`;
    case 'undo':
      return `undo:${point}${random.of(['', ':sure'])}`;
    case 'agree-undo':
      return `agree-undo:${point}:${ballot(random)}:${random.of(['0123456789abcdef', value(random)])}`;
    case 'abandon':
    case 'orders':
      return `${kind}:${point}`;
    case 'set':
      return `set:${game(random)}:${random.of(SETTINGS)}:${random.of(SETTING_VALUES)}:${random.of(['sure', 'ask'])}`;
    case 'value':
      return `value:${game(random)}:${random.of(SETTINGS)}`;
    case 'rota':
      return `rota:${game(random)}:${random.of(['join', 'leave'])}`;
    case 'join':
      return `join:${game(random)}:${random.of(['union', 'confederate', 'us', value(random)])}`;
    case 'second':
      return `second:${ballot(random)}:${ballot(random)}`;
    case 'count':
      return `count:${ballot(random)}${random.oneIn(2) ? ':sure' : ''}`;
    case 'motion':
      return `motion:${ballot(random)}:${random.of(['for', 'against'])}`;
    case 'mine':
    case 'reason':
    case 'withdraw':
      return `${kind}:${ballot(random)}`;
    default:
      return [kind, ...parts].join(':');
  }
}

function part(random: Random): string {
  switch (random.below(7)) {
    case 0:
      return game(random);
    case 1:
      return seq(random);
    case 2:
      return ballot(random);
    case 3:
      return random.of(SETTINGS);
    case 4:
      return random.of(SETTING_VALUES);
    case 5:
      return draft(random);
    default:
      return strangeText(random).slice(0, 30);
  }
}

/** Games are named by number here, so that they can be guessed: on Discord they cannot. */
function game(random: Random): string {
  return random.oneIn(20)
    ? random.of(['', '__proto__', 'game00000é', 'zzzzzzzzzz'])
    : `game${String(1 + random.below(8)).padStart(6, '0')}`;
}
function seq(random: Random): string {
  return random.oneIn(20) ? random.of(['-1', '', '9999999', '99999999', '0x1', '1.5', '٣']) : String(random.below(12));
}
function ballot(random: Random): string {
  return random.oneIn(20)
    ? random.of(['0', '-1', '9999999999', '99999999999', '1e1', ''])
    : String(1 + random.below(10));
}
/** The way to a draft: mostly with a check that does not fit it. */
function way(random: Random): string {
  const part = () => `${random.of(['', '', '_', '~'])}${random.below(40).toString(36)}`;
  const parts = Array.from({ length: random.below(4) }, part).join('.');
  return `${parts}-${random.oneIn(4) ? strangeText(random).slice(0, 4) : random.below(36 ** 4).toString(36)}`;
}
function slot(random: Random): string {
  return random.oneIn(10)
    ? random.of(['__proto__', 'constructor', 'verb*'])
    : random.of(['verb', 'leader', 'to', 'with', 'post']);
}
function draft(random: Random): string {
  const { verb, slots } = random.of(VERBS);
  const named = slots.flatMap((one) =>
    random.oneIn(4) ? [] : [`${one.slot}${one.several ? '*' : ''}=${value(random)}`],
  );
  const odd = random.oneIn(12) ? [`${slot(random)}=${value(random)}`] : [];
  return [...(random.oneIn(10) ? [] : [`verb=${verb}`]), ...named, ...odd].join('&');
}
function value(random: Random): string {
  if (random.oneIn(12))
    return random.of(['%', '%00', '%ED%A0%80', 'a,b', ',', '__proto__', '%2525', encodeURIComponent('é')]);
  return random.of(VALUES);
}
