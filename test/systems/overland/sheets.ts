import type { Framing } from '../../../src/game/index.ts';
import type { Scenario } from '../../../src/systems/overland/scenario.ts';
import { view } from '../../../src/systems/overland/view.ts';
import { AREAS, type Area } from '../../../src/systems/overland/vocabulary.ts';
import { numbers, scenarios } from './data.ts';
import { OWNED } from './owned.ts';
import { position } from './position.ts';
import { drawn, opening, type Sheet, sheetAfter, sheetOf } from './sheet.ts';

export { drawn, type Sheet, sheetAfter, sheetOf } from './sheet.ts';

/** Pictures of one kind, by name. */
export interface Sheets {
  readonly [name: string]: Sheet;
}

/** Every kind of picture of the standard campaign, by name. */
export function gallery(): Sheets {
  return Object.assign({}, ...Object.values(standardRooms())) as Sheets;
}

/** Every kind of picture there is, kind by kind: of the standard campaign, of its variants, of an owner's own numbers. */
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

/** Where Grant and Lee may meet, and where a beaten Lee goes from there. */
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

/** Each area contested, and not. */
function areas(): Sheets {
  const sheets = FIELDS.flatMap(([area, behind], index): [string, Sheet][] => [
    [`${named(area)} contested`, sheetOf(position({ grant: area, lee: area, points: 9 - index }))],
    [`${named(area)} not contested`, sheetOf(position({ grant: area, lee: behind, points: 9 - index }))],
  ]);
  return {
    ...Object.fromEntries(sheets),
    'Drury’s Bluff not contested': sheetOf(position({ beauregard: 'richmond', points: 7 })),
    'The Valley not contested': sheetOf(position({ breckinridge: 'gone', points: 9 })),
    'Richmond with Lee and Beauregard': sheetOf(
      position({ grant: 'cold-harbor', lee: 'richmond', beauregard: 'richmond', points: 4 }),
    ),
    'Richmond empty, Lee away': sheetOf(position({ grant: 'savage-station', lee: 'north-anna', points: 4 })),
  };
}

function battlesInTheOpen(): Sheets {
  const retreats = FIELDS.filter(([area]) => numbers().areas[area].defense === 0).map(
    ([area], index): [string, Sheet] => [
      `Lee falls back from ${named(area)}`,
      sheetAfter({ grant: area, lee: area, points: 9 - index }, 'attack grant', 6),
    ],
  );
  return {
    'nothing gained': sheetAfter({}, 'attack grant', 1),
    'turn earned at The Wilderness': sheetAfter({}, 'attack grant', 4),
    'turn earned': sheetAfter({ points: 6, grant: 'north-anna', lee: 'north-anna' }, 'attack grant', 4),
    'turn earned at Savage Station': sheetAfter(
      { points: 3, grant: 'savage-station', lee: 'savage-station' },
      'attack grant',
      3,
    ),
    ...Object.fromEntries(retreats),
  };
}

function battlesElsewhere(): Sheets {
  const ashland = { points: 5, grant: 'ashland', lee: 'ashland' } as const;
  const mechanicsville = { points: 4, grant: 'mechanicsville', lee: 'mechanicsville' } as const;
  return {
    'nothing gained at Ashland': sheetAfter(ashland, 'attack grant', 1),
    'turn earned at Ashland': sheetAfter(ashland, 'attack grant', 4),
    'Lee falls back from Ashland': sheetAfter(ashland, 'attack grant', 6),
    'nothing gained at Mechanicsville': sheetAfter(mechanicsville, 'attack grant', 2),
    'turn earned at Mechanicsville': sheetAfter(mechanicsville, 'attack grant', 3),
    'Lee falls back from Mechanicsville': sheetAfter(mechanicsville, 'attack grant', 6),
    'the Valley, nothing gained': sheetAfter({ points: 8 }, 'attack sigel', 1),
    'the Valley, a failure': sheetAfter({ points: 7 }, 'attack sigel', 4),
    'the Valley won': sheetAfter({ points: 6 }, 'attack sigel', 6),
    'the Valley won, full points': sheetAfter({ points: 10 }, 'attack sigel', 5),
    'Drury’s Bluff, nothing gained': sheetAfter({ points: 8 }, 'attack butler', 1),
    'Drury’s Bluff, a failure': sheetAfter({ points: 8 }, 'attack butler', 4),
    'Beauregard falls back': sheetAfter({ points: 8 }, 'attack butler', 6),
  };
}

/** By each arrow: not answered, the check failed, thrown back, contested again. That Richmond falls is among the endings. */
function attacksOnRichmond(): Sheets {
  const grants = (['ashland', 'mechanicsville', 'savage-station'] as const).flatMap((grant): [string, Sheet][] => {
    const from = named(grant);
    const both = { points: 4, grant, lee: 'richmond', beauregard: 'richmond' } as const;
    return [
      [`from ${from}, Lee away`, sheetAfter({ points: 4, grant, lee: 'north-anna' }, 'attack grant', 2)],
      [`from ${from}, Lee stays`, sheetAfter(both, 'attack grant', 3, 5)],
      [`from ${from}, Lee thrown back`, sheetAfter(both, 'attack grant', 3, 2, 1)],
      [`from ${from}, contested again`, sheetAfter({ points: 3, grant, lee: 'richmond' }, 'attack grant', 3, 2, 6)],
    ];
  });
  const butler = { points: 5, grant: 'spotsylvania', lee: 'spotsylvania', beauregard: 'richmond' } as const;
  return {
    ...Object.fromEntries(grants),
    'Butler, Beauregard stays': sheetAfter(butler, 'attack butler', 2, 5),
    'Butler, Beauregard thrown back': sheetAfter(butler, 'attack butler', 2, 1, 1),
    'Butler, contested again': sheetAfter(butler, 'attack butler', 2, 1, 6),
  };
}

/** Along every line, with Lee out of the way. */
function marches(): Sheets {
  const { lines } = numbers();
  const all = AREAS.flatMap((from) =>
    lines[from]
      .filter((to) => AREAS.indexOf(from) < AREAS.indexOf(to))
      .map((to): [string, Sheet] => {
        const lee = from === 'wilderness' ? 'north-anna' : 'wilderness';
        return [`${named(from)} to ${named(to)}`, sheetAfter({ points: 6, grant: from, lee }, `move ${to}`)];
      }),
  );
  return {
    ...Object.fromEntries(all),
    'into Lee’s area': sheetAfter({ lee: 'spotsylvania' }, 'move spotsylvania'),
    'and back': sheetAfter({ points: 5, grant: 'north-anna', lee: 'ashland' }, 'move spotsylvania'),
    'out of Savage Station': sheetAfter({ points: 2, grant: 'savage-station', lee: 'ashland' }, 'move cold-harbor'),
  };
}

function turningMovements(): Sheets {
  const from = (grant: Area, points: number) => ({ points, grant, lee: grant, turning: true });
  return {
    'earned, nothing marked': sheetOf(position(from('north-anna', 6))),
    'turned to North Anna': sheetAfter(from('spotsylvania', 7), 'tma north-anna', 3),
    'turned to Cold Harbor': sheetAfter(from('north-anna', 5), 'tma cold-harbor', 1),
    'turned to Mechanicsville': sheetAfter(from('ashland', 5), 'tma mechanicsville', 2),
    'turned to Savage Station': sheetAfter(from('cold-harbor', 4), 'tma savage-station', 2),
    'turned back to Ashland': sheetAfter(from('cold-harbor', 4), 'tma ashland', 2),
    'turn failed': sheetAfter(from('north-anna', 6), 'tma cold-harbor', 5),
    'turn failed at The Wilderness': sheetAfter(from('wilderness', 8), 'tma spotsylvania', 6),
    'turn failed at Savage Station': sheetAfter(from('savage-station', 3), 'tma mechanicsville', 4),
  };
}

function leeAnswers(): Sheets {
  const atRichmond = { points: 5, grant: 'cold-harbor', lee: 'richmond', beauregard: 'richmond' } as const;
  const atMechanicsville = { points: 4, grant: 'cold-harbor', lee: 'mechanicsville' } as const;
  return {
    'Lee follows from Ashland': sheetAfter({ points: 6, grant: 'north-anna', lee: 'ashland' }, 'move cold-harbor'),
    'Lee intercepts at Mechanicsville': sheetAfter(
      { points: 5, grant: 'cold-harbor', lee: 'richmond' },
      'move mechanicsville',
      2,
    ),
    'Lee intercepts at Ashland': sheetAfter(atRichmond, 'move ashland', 3),
    'Lee intercepts at Savage Station': sheetAfter(atMechanicsville, 'move savage-station', 1),
    'Lee too late for Savage Station': sheetAfter(atRichmond, 'move savage-station', 5),
    'Lee too late for Ashland': sheetAfter(atMechanicsville, 'move ashland', 6),
    'Lee too late for Mechanicsville': sheetAfter(atRichmond, 'move mechanicsville', 4),
  };
}

function theJames(): Sheets {
  const lee = (at: Area) => ({ points: 3, grant: 'savage-station', lee: at }) as const;
  return {
    'crossing fails, Lee far': sheetAfter(lee('north-anna'), 'cross', 6),
    'crossing fails, Lee comes': sheetAfter(lee('mechanicsville'), 'cross', 5, 2),
    'crossing fails, Lee comes from Richmond': sheetAfter(lee('richmond'), 'cross', 4, 3),
    'crossing fails, Lee too late': sheetAfter(lee('richmond'), 'cross', 5, 6),
    'over the James': sheetAfter(lee('richmond'), 'cross', 2),
  };
}

function endings(): Sheets {
  const before = (grant: Area) => ({ points: 3, grant, lee: 'mechanicsville' }) as const;
  const lost = position({ points: 0, grant: 'cold-harbor', lee: 'cold-harbor' });
  const fallen = position({ points: 2, grant: 'ashland', lee: 'mechanicsville' });
  return {
    'Richmond falls': sheetAfter(before('ashland'), 'attack grant', 6),
    'Richmond falls from Savage Station': sheetAfter(before('savage-station'), 'attack grant', 6),
    'Richmond falls from Mechanicsville': sheetAfter(
      { points: 1, grant: 'mechanicsville', lee: 'north-anna' },
      'attack grant',
      6,
    ),
    'over the James, last point': sheetAfter({ points: 1, grant: 'savage-station', lee: 'richmond' }, 'cross', 1),
    'victory, later': sheetOf({ ...fallen, over: { won: true, how: 'richmond', leader: 'grant' } }),
    defeat: sheetAfter({ points: 1, grant: 'cold-harbor', lee: 'cold-harbor' }, 'attack grant', 2),
    'defeat before Richmond': sheetAfter(
      { points: 1, grant: 'savage-station', lee: 'richmond' },
      'attack grant',
      3,
      2,
      6,
    ),
    'defeat, turn failed': sheetAfter(
      { points: 1, grant: 'cold-harbor', lee: 'cold-harbor', turning: true },
      'tma savage-station',
      6,
    ),
    'defeat at the James': sheetAfter({ points: 1, grant: 'savage-station', lee: 'richmond' }, 'cross', 5, 2),
    'defeat, later': sheetOf({ ...lost, over: { won: false } }),
  };
}

function crowded(): Sheets {
  return {
    crowded: sheetAfter(
      { points: 2, grant: 'mechanicsville', lee: 'mechanicsville', beauregard: 'richmond', breckinridge: 'gone' },
      'attack grant',
      1,
    ),
    'three points': sheetOf(position({ points: 3, grant: 'ashland', lee: 'richmond', beauregard: 'richmond' })),
    'two points': sheetOf(position({ points: 2, grant: 'cold-harbor', lee: 'cold-harbor', turning: true })),
    'one point': sheetOf(position({ points: 1, grant: 'savage-station', lee: 'savage-station', breckinridge: 'gone' })),
  };
}

/** What is told beside the position, on the card of the title and on the plates. */
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
