import { SETTINGS as ALL_SETTINGS } from '../../../src/council/index.ts';
import type { Luck } from '../../harness/luck.ts';
import { type Carried, CUSTOM_IDS } from '../../matrix/acts.ts';
import { LIBRARY } from '../product.ts';
import { messageJson, type Shown, type Wire } from '../wire.ts';
import type { Json } from '../world.ts';
import { PEOPLE, ROLES } from '../world.ts';
import { envelope, resolvedJson, type Scene, TYPES } from './envelope.ts';
import { changedText, strangeText } from './strange.ts';

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
export function press(luck: Luck, wire: Wire, scene: Scene): Json | null {
  const shown = wire.in(scene.where.id).filter((message) => partsOf(message).length > 0);
  if (shown.length === 0) return null;
  const giving = luck.oneIn(2) ? shown.findLast((message) => partsOf(message).some(gives)) : undefined;
  // The newest mostly: what is older is stale.
  const message = giving ?? (luck.oneIn(4) ? luck.among(shown) : (shown.at(-1) as Shown));
  const parts = partsOf(message);
  const part = luck.among(giving ? parts.filter(gives) : parts);
  const customId = luck.oneIn(8) ? bent(luck, part.custom_id) : part.custom_id;
  const type = luck.oneIn(60) ? luck.below(20) : part.type;
  return pressed(scene, { type, customId, values: values(luck, part) }, message);
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
export function forged(luck: Luck, wire: Wire, scene: Scene): Json {
  const messages = wire.in(scene.where.id);
  const message = messages.at(-1) ?? { id: '940000000000000099', channel: scene.where.id, flags: 0, components: [] };
  const type = luck.among([BUTTON, BUTTON, MENU, MENU, PEOPLE_MENU, ROLE_MENU, 7, 8, luck.below(30)]);
  const customId = luck.oneIn(6) ? bent(luck, forgedId(luck)) : forgedId(luck);
  return pressed(scene, { type, customId: customId.slice(0, 100), values: values(luck, { type }) }, message);
}

function forgedForm(luck: Luck): string {
  return luck.among(CUSTOM_IDS.forms)(carried(luck));
}

/** A form sent. */
export function form(luck: Luck, wire: Wire, scene: Scene): Json {
  const here = wire.opened.filter(({ channel }) => channel === scene.where.id);
  const opened = here.length > 0 && !luck.oneIn(4) ? luck.among(here).customId : forgedForm(luck);
  const customId = luck.oneIn(8) ? bent(luck, opened) : opened;
  const value = luck.oneIn(3) ? strangeText(luck).slice(0, 4000) : 'Lee is tired';
  const field = { type: luck.oneIn(20) ? luck.below(25) : 4, id: 2, custom_id: name(luck), value };
  const message = wire.in(scene.where.id).at(-1);
  const from = message && luck.oneIn(2) ? messageJson(message) : null;
  return envelope(scene, TYPES.form, { custom_id: customId, components: rows(luck, field) }, from);
}

function rows(luck: Luck, field: Json): Json[] {
  const labelled = { type: 18, id: 1, component: field };
  const row = { type: 1, id: 1, components: [field] };
  switch (luck.below(14)) {
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

function name(luck: Luck): string {
  return luck.oneIn(15) ? strangeText(luck).slice(0, 100) : 'reason';
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

function values(luck: Luck, part: Part): string[] {
  if (luck.oneIn(25)) return Array.from({ length: luck.below(26) }, () => strangeText(luck).slice(0, 100));
  const listed =
    part.type === PEOPLE_MENU
      ? PEOPLE.map(({ id }) => id)
      : part.type === ROLE_MENU
        ? [...ROLES]
        : (part.options ?? []).map(({ value }) => value);
  if (listed.length === 0) return [];
  const least = part.min_values ?? 1;
  const most = Math.min(part.max_values ?? 1, listed.length);
  const count = luck.oneIn(25) ? luck.below(4) : least + luck.below(Math.max(1, most - least + 1));
  const from = luck.below(listed.length);
  const picked = Array.from({ length: count }, (_, index) => listed[(from + index) % listed.length] as string);
  return luck.oneIn(30) ? [...picked, ...picked] : picked;
}

function bent(luck: Luck, id: string): string {
  const times = 1 + luck.below(3);
  let text = id;
  for (let index = 0; index < times; index++) text = changedText(luck, text);
  return text.slice(0, 100);
}

const SETTINGS = ALL_SETTINGS.map(({ name }) => name);
const SETTING_VALUES =
  'open commander vote never order silence die first 15m 1 2 3 none yes no true false off after always'.split(' ');
const VERBS = LIBRARY.editions.flatMap(({ system }) => system.about.verbs);
const VALUES = 'grant butler sigel lee richmond ashland spotsylvania a b c 1 2 north south hold advance'.split(' ');
const IDS = [...CUSTOM_IDS.buttons, ...CUSTOM_IDS.buttons, ...CUSTOM_IDS.menus];

/** A custom id that the bot writes, about something that may be there; or with another end. */
function forgedId(luck: Luck): string {
  const id = luck.among(IDS)(carried(luck));
  if (luck.oneIn(2)) return id;
  const kept = id.split(':').slice(0, 1 + luck.below(4));
  return [...kept, ...Array.from({ length: luck.below(3) }, () => part(luck))].join(':');
}

function carried(luck: Luck): Carried {
  const [row, other, member] = [1 + luck.below(10), 1 + luck.below(10), 1 + luck.below(9)];
  const scene = luck.among(['open', 'sides', 'secret'] as const);
  const hands = { member: [luck.among(VALUES)], commander: [] };
  return { scene, game: gameId(luck), seq: luck.below(12), ballot: row, motion: other, member, hands };
}

function part(luck: Luck): string {
  switch (luck.below(9)) {
    case 0:
      return game(luck);
    case 1:
      return seq(luck);
    case 2:
      return ballot(luck);
    case 3:
      return luck.among(SETTINGS);
    case 4:
      return luck.among(SETTING_VALUES);
    case 5:
      return draft(luck);
    case 6:
      return way(luck);
    case 7:
      return value(luck);
    default:
      return strangeText(luck).slice(0, 30);
  }
}

/** Games are named by number here, so that they can be guessed: on Discord they cannot. */
function gameId(luck: Luck): string {
  return `game${String(1 + luck.below(8)).padStart(6, '0')}`;
}
function game(luck: Luck): string {
  return luck.oneIn(20) ? luck.among(['', '__proto__', 'game00000é', 'zzzzzzzzzz']) : gameId(luck);
}
function seq(luck: Luck): string {
  return luck.oneIn(20) ? luck.among(['-1', '', '9999999', '99999999', '0x1', '1.5', '٣']) : String(luck.below(12));
}
function ballot(luck: Luck): string {
  return luck.oneIn(20) ? luck.among(['0', '-1', '9999999999', '99999999999', '1e1', '']) : String(1 + luck.below(10));
}
/** The way to a draft: mostly with a check that does not fit it. */
function way(luck: Luck): string {
  const part = () => `${luck.among(['', '', '_', '~'])}${luck.below(40).toString(36)}`;
  const parts = Array.from({ length: luck.below(4) }, part).join('.');
  return `${parts}-${luck.oneIn(4) ? strangeText(luck).slice(0, 4) : luck.below(36 ** 4).toString(36)}`;
}
function slot(luck: Luck): string {
  return luck.oneIn(10)
    ? luck.among(['__proto__', 'constructor', 'verb*'])
    : luck.among(['verb', 'leader', 'to', 'with', 'post']);
}
function draft(luck: Luck): string {
  const { verb, slots } = luck.among(VERBS);
  const named = slots.flatMap((one) => (luck.oneIn(4) ? [] : [`${one.slot}${one.several ? '*' : ''}=${value(luck)}`]));
  const odd = luck.oneIn(12) ? [`${slot(luck)}=${value(luck)}`] : [];
  return [...(luck.oneIn(10) ? [] : [`verb=${verb}`]), ...named, ...odd].join('&');
}
function value(luck: Luck): string {
  if (luck.oneIn(12))
    return luck.among(['%', '%00', '%ED%A0%80', 'a,b', ',', '__proto__', '%2525', encodeURIComponent('é')]);
  return luck.among(VALUES);
}
