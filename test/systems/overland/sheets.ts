import { createHash } from 'node:crypto';
import type { Framing, LastOrder, Scene } from '../../../src/game/index.ts';
import { picture } from '../../../src/systems/overland/map/map-picture.ts';
import type { Scenario } from '../../../src/systems/overland/scenario.ts';
import type { State } from '../../../src/systems/overland/state.ts';
import { type View, view } from '../../../src/systems/overland/view.ts';
import { AREAS, type Area, type Event } from '../../../src/systems/overland/vocabulary.ts';
import type { Scripted } from '../../dice/scripted.ts';
import { numbers, scenarios } from './data.ts';
import { OWNED } from './owned.ts';
import { order, play, position, type Setting, settingOf } from './play.ts';

/** A position's picture, with what it was drawn from. */
export interface Sheet {
  readonly view: View;
  readonly moment: LastOrder<Event> | null;
  readonly scene: Scene;
  readonly alt: string;
}

/** A seal as games have them. */
export const SEAL = createHash('sha256').update('Overland').digest('hex');

export function sheetOf(state: State, moment: LastOrder<Event> | null = null, framing: Framing = {}): Sheet {
  return drawn(view(numbers(state.variant), state), moment, framing);
}

export function drawn(shown: View, moment: LastOrder<Event> | null = null, framing: Framing = {}): Sheet {
  return { view: shown, moment, ...picture(shown, moment, { seal: SEAL, ...framing }) };
}

/** The picture after an order: `sheetAfter({ grant: 'ashland', lee: 'richmond' }, 'attack grant', 3, 2, 6)`. */
function sheetAfter(setting: Setting, text: string, ...dice: readonly Scripted[]): Sheet {
  const { state, events } = play(position(setting), text, ...dice);
  return sheetOf(state, { order: order(text), events });
}

/** The picture a campaign begins with. */
function opening(variant = 'standard'): Sheet {
  const state = position({ variant });
  return sheetOf(state, { order: null, events: [{ type: 'opened', variant, points: state.points }] });
}

/** Pictures of one kind, by name. */
interface Sheets {
  readonly [name: string]: Sheet;
}

/** Every kind of picture of the standard campaign, by name. */
export function gallery(): Sheets {
  return Object.assign({}, ...Object.values(standardRooms())) as Sheets;
}

/** Every kind of picture, by kind: of the standard campaign, of its variants, of an owner's own numbers. */
export function rooms(): { readonly [kind: string]: Sheets } {
  return { ...standardRooms(), Variants: variants(), 'An owner’s own names and numbers': owned() };
}

function standardRooms(): { readonly [kind: string]: Sheets } {
  return {
    Opening: { opening: opening(), position: sheetOf(position()) },
    Areas: areas(),
    'Battles in the open': battlesInTheOpen(),
    'Battles with defenses, in The Valley, at Drury’s Bluff': battlesElsewhere(),
    'Attacks on Richmond': attacksOnRichmond(),
    Marches: marches(),
    'Turning movements': turningMovements(),
    'Lee answers a march': leeAnswers(),
    'The James': theJames(),
    Endings: endings(),
    'Crowded, and few points': crowded(),
    'Winning chances, and what if': told(),
  };
}

/** The areas in which Grant and Lee can meet, and where a beaten Lee goes from there. */
const FIELDS = [
  ['wilderness', 'spotsylvania'],
  ['spotsylvania', 'north-anna'],
  ['north-anna', 'ashland'],
  ['ashland', 'richmond'],
  ['cold-harbor', 'mechanicsville'],
  ['mechanicsville', 'richmond'],
  ['savage-station', 'richmond'],
] as const satisfies readonly (readonly [Area, Area])[];

function named(area: Area): string {
  return numbers().areas[area].name;
}

/** Pictures, a line each: `name: setting | order dice`. Without an order: the position. */
function sheets(...lines: readonly string[]): Sheets {
  const all = lines.flatMap((text) => text.split('\n')).map((line) => line.trim());
  return Object.fromEntries(all.filter((line) => line !== '').map(sheet));
}

function sheet(line: string): [string, Sheet] {
  const [, name = '', at = '', given = ''] = /^(.*?): ?([^|]*)(?:\| (.*))?$/.exec(line) ?? [];
  const setting = settingOf(at);
  const dice = (given.match(/\d/g) ?? []).map(Number);
  const order = given.replaceAll(/ \d/g, '');
  return [name, order === '' ? sheetOf(position(setting)) : sheetAfter(setting, order, ...dice)];
}

/** Each area contested, and not. */
function areas(): Sheets {
  const fields = FIELDS.flatMap(([area, behind], index) => [
    `${named(area)} contested: ${9 - index} ${area} ${area}`,
    `${named(area)} not contested: ${9 - index} ${area} ${behind}`,
  ]);
  return sheets(
    ...fields,
    `Drury’s Bluff not contested: 7 beauregard=richmond
    The Valley not contested: 9 breckinridge=gone
    Richmond with Lee and Beauregard: 4 cold-harbor richmond beauregard=richmond
    Richmond empty, Lee away: 4 savage-station north-anna`,
  );
}

function battlesInTheOpen(): Sheets {
  const open = FIELDS.filter(([area]) => numbers().areas[area].defense === 0);
  return sheets(
    `nothing gained: | attack grant 1
    turn earned at The Wilderness: | attack grant 4
    turn earned: 6 north-anna north-anna | attack grant 4
    turn earned at Savage Station: 3 savage-station savage-station | attack grant 3`,
    ...open.map(([area], index) => `Lee falls back from ${named(area)}: ${9 - index} ${area} ${area} | attack grant 6`),
  );
}

function battlesElsewhere(): Sheets {
  return sheets(`
    nothing gained at Ashland: 5 ashland ashland | attack grant 1
    turn earned at Ashland: 5 ashland ashland | attack grant 4
    Lee falls back from Ashland: 5 ashland ashland | attack grant 6
    nothing gained at Mechanicsville: 4 mechanicsville mechanicsville | attack grant 2
    turn earned at Mechanicsville: 4 mechanicsville mechanicsville | attack grant 3
    Lee falls back from Mechanicsville: 4 mechanicsville mechanicsville | attack grant 6
    the Valley, nothing gained: 8 | attack sigel 1
    the Valley, a failure: 7 | attack sigel 4
    the Valley won: 6 | attack sigel 6
    the Valley won, full points: 10 | attack sigel 5
    Drury’s Bluff, nothing gained: 8 | attack butler 1
    Drury’s Bluff, a failure: 8 | attack butler 4
    Beauregard falls back: 8 | attack butler 6`);
}

/** By each arrow: not answered, the check failed, thrown back, contested again. The fall of Richmond is an ending. */
function attacksOnRichmond(): Sheets {
  const grants = (['ashland', 'mechanicsville', 'savage-station'] as const).map((grant) => {
    const from = `from ${named(grant)}`;
    return `${from}, Lee away: 4 ${grant} north-anna | attack grant 2
      ${from}, Lee stays: 4 ${grant} richmond beauregard=richmond | attack grant 3 5
      ${from}, Lee thrown back: 4 ${grant} richmond beauregard=richmond | attack grant 3 2 1
      ${from}, contested again: 3 ${grant} richmond | attack grant 3 2 6`;
  });
  return sheets(
    ...grants,
    `Butler, Beauregard stays: 5 spotsylvania spotsylvania beauregard=richmond | attack butler 2 5
    Butler, Beauregard thrown back: 5 spotsylvania spotsylvania beauregard=richmond | attack butler 2 1 1
    Butler, contested again: 5 spotsylvania spotsylvania beauregard=richmond | attack butler 2 1 6`,
  );
}

/** Along every line, with Lee out of the way. */
function marches(): Sheets {
  const { lines } = numbers();
  const all = AREAS.flatMap((from) => {
    const lee = from === 'wilderness' ? 'north-anna' : 'wilderness';
    const onward = lines[from].filter((to) => AREAS.indexOf(from) < AREAS.indexOf(to));
    return onward.map((to) => `${named(from)} to ${named(to)}: 6 ${from} ${lee} | move ${to}`);
  });
  return sheets(
    ...all,
    `into Lee’s area: wilderness spotsylvania | move spotsylvania
    and back: 5 north-anna ashland | move spotsylvania
    out of Savage Station: 2 savage-station ashland | move cold-harbor`,
  );
}

function turningMovements(): Sheets {
  return sheets(`
    earned, nothing marked: 6 north-anna north-anna turning
    turned to North Anna: 7 spotsylvania spotsylvania turning | tma north-anna 3
    turned to Cold Harbor: 5 north-anna north-anna turning | tma cold-harbor 1
    turned to Mechanicsville: 5 ashland ashland turning | tma mechanicsville 2
    turned to Savage Station: 4 cold-harbor cold-harbor turning | tma savage-station 2
    turned back to Ashland: 4 cold-harbor cold-harbor turning | tma ashland 2
    turn failed: 6 north-anna north-anna turning | tma cold-harbor 5
    turn failed at The Wilderness: 8 wilderness wilderness turning | tma spotsylvania 6
    turn failed at Savage Station: 3 savage-station savage-station turning | tma mechanicsville 4`);
}

function leeAnswers(): Sheets {
  return sheets(`
    Lee follows from Ashland: 6 north-anna ashland | move cold-harbor
    Lee intercepts at Mechanicsville: 5 cold-harbor richmond | move mechanicsville 2
    Lee intercepts at Ashland: 5 cold-harbor richmond beauregard=richmond | move ashland 3
    Lee intercepts at Savage Station: 4 cold-harbor mechanicsville | move savage-station 1
    Lee too late for Savage Station: 5 cold-harbor richmond beauregard=richmond | move savage-station 5
    Lee too late for Ashland: 4 cold-harbor mechanicsville | move ashland 6
    Lee too late for Mechanicsville: 5 cold-harbor richmond beauregard=richmond | move mechanicsville 4`);
}

function theJames(): Sheets {
  return sheets(`
    crossing fails, Lee far: 3 savage-station north-anna | cross 6
    crossing fails, Lee comes: 3 savage-station mechanicsville | cross 5 2
    crossing fails, Lee comes from Richmond: 3 savage-station richmond | cross 4 3
    crossing fails, Lee too late: 3 savage-station richmond | cross 5 6
    over the James: 3 savage-station richmond | cross 2`);
}

function endings(): Sheets {
  const lost = position({ points: 0, grant: 'cold-harbor', lee: 'cold-harbor' });
  const fallen = position({ points: 2, grant: 'ashland', lee: 'mechanicsville' });
  return {
    ...sheets(`
    Richmond falls: 3 ashland mechanicsville | attack grant 6
    Richmond falls from Savage Station: 3 savage-station mechanicsville | attack grant 6
    Richmond falls from Mechanicsville: 1 mechanicsville north-anna | attack grant 6
    over the James, last point: 1 savage-station richmond | cross 1
    defeat: 1 cold-harbor cold-harbor | attack grant 2
    defeat before Richmond: 1 savage-station richmond | attack grant 3 2 6
    defeat, turn failed: 1 cold-harbor cold-harbor turning | tma savage-station 6
    defeat at the James: 1 savage-station richmond | cross 5 2`),
    'victory, later': sheetOf({ ...fallen, over: { won: true, how: 'richmond', leader: 'grant' } }),
    'defeat, later': sheetOf({ ...lost, over: { won: false } }),
  };
}

function crowded(): Sheets {
  return sheets(`
    crowded: 2 mechanicsville mechanicsville beauregard=richmond breckinridge=gone | attack grant 1
    three points: 3 ashland richmond beauregard=richmond
    two points: 2 cold-harbor cold-harbor turning
    one point: 1 savage-station savage-station breckinridge=gone`);
}

/** Texts beside the position, on the card of the title and on the plates. */
function told(): Sheets {
  const WHAT_IF = 'What if: order 7 of game 12';
  const framed = ({ view, moment }: Sheet, framing: Framing) => drawn(view, moment, framing);
  const begun = opening();
  const lost = sheetAfter({ points: 1, grant: 'cold-harbor', lee: 'cold-harbor' }, 'attack grant', 2);
  const won = sheetAfter({ points: 3, grant: 'ashland', lee: 'mechanicsville' }, 'attack grant', 6);
  const turned = sheetAfter(
    { points: 7, turning: true, grant: 'spotsylvania', lee: 'spotsylvania' },
    'tma north-anna',
    3,
  );
  return {
    'chances after an order': framed(turned, { worth: 0.4134 }),
    'chances, next to none': framed(turned, { worth: 0.0004 }),
    'chances, next to none, with a long note': framed(begun, {
      worth: 0.9996,
      note: 'What if: order 12 of the campaign of 21 November 2026',
    }),
    'chances, no hope': framed(lost, { worth: 0 }),
    'chances, won': framed(won, { worth: 1 }),
    'chances at the opening': framed(begun, { worth: 0.6004 }),
    'what if': framed(turned, { note: 'What if' }),
    'what if, with chances': framed(turned, { note: WHAT_IF, worth: 0.4134 }),
    'what if, opening': framed(begun, { note: WHAT_IF }),
    'what if, opening with chances': framed(begun, { note: WHAT_IF, worth: 0.6004 }),
    'what if, won': framed(won, { note: 'What if' }),
    'what if, won with chances': framed(won, { note: WHAT_IF, worth: 1 }),
  };
}

function variants(): Sheets {
  const others = scenarios.map(({ variant }) => variant).filter(({ id }) => id !== 'standard');
  const each = others.flatMap(({ id, name }): [string, Sheet][] => [
    [`${name}, opening`, opening(id)],
    [`${name}, position`, sheetOf(position({ variant: id }))],
    [`${name}, Butler attacks`, sheetAfter({ variant: id, points: 5 }, 'attack butler', 4)],
  ]);
  // Under the standard numbers Butler never throws enough.
  const butler = { variant: 'unbottled', points: 5, beauregard: 'richmond' } as const;
  return { ...Object.fromEntries(each), 'Richmond falls to Butler': sheetAfter(butler, 'attack butler', 6) };
}

/** Names and numbers as long and as large as a data file may have them. */
function owned(): Sheets {
  const at = (data: Scenario, grant: Area, lee: Area) => {
    const state = { ...position({ grant, lee }), points: data.actionPoints.start };
    return drawn(view(data, state));
  };
  return {
    'long names, contested': at(OWNED, 'wilderness', 'wilderness'),
    'long names, free': at(OWNED, 'cold-harbor', 'richmond'),
  };
}
