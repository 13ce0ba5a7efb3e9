import {
  type Council,
  capital,
  councilInWords,
  inCommand,
  LIMITS,
  listed,
  type MemberId,
  type Mode,
  SETTINGS,
  settingNamed,
  wayOfDeciding,
} from '../../council/index.ts';
import type { SeatId } from '../../game/index.ts';
import { type Answer, type Button, clipped, type Menu, say } from '../answer.ts';
import { type Caller, mayDirect } from '../caller.ts';
import { councilOf } from '../fold.ts';
import { sideName } from '../seats.ts';
import type { Table } from '../table.ts';
import { WORDS } from '../wording.ts';
import type { Councils } from './councils.ts';
import { manyBallots } from './many-ballots.ts';

const MODES: readonly { readonly mode: Mode; readonly label: string; readonly proposal: string }[] = [
  { mode: 'vote', label: 'Let the channel vote', proposal: 'Propose that the channel votes' },
  { mode: 'commander', label: 'I take command', proposal: 'Propose that I command' },
  { mode: 'open', label: 'Whoever orders first', proposal: 'Propose that all may order' },
];

/** How a table decides, or one of its sides, in one message, with what the caller may do about it. */
export function panel(
  caller: Caller,
  table: Table,
  { seat, member }: { readonly seat: SeatId; readonly member: boolean },
  councils: Councils,
): Answer {
  const { game, system } = table;
  const council = councilOf(table.position, seat);
  const side = sideName(system, seat);
  const directs = mayDirect(caller, game);
  const commands = council.mode !== 'commander' || councils.isAmong(council.commanders, caller.member.discordId);
  const proposes = member && commands;
  const may = directs || proposes;
  // Somebody who is not of the side does not take its command.
  const modes = MODES.filter(({ mode }) => may && mode !== council.mode)
    .filter(({ mode }) => member || mode !== 'commander' || council.commanders.length > 0)
    .map((way) => modeButton(way, table, seat, council, directs));
  const rota = member ? rotaButton(caller, table, seat, council, councils) : null;
  const title = side === null ? `How this table of ${system.title} decides` : capital(wayOfDeciding(side));
  const lines = [
    `**${title}**`,
    inWords(table, seat, councils),
    ...others(table, seat, councils),
    ...[...manyBallots(system, council), how(directs, proposes, member, council)].map((line) => `-# ${line}`),
  ];
  return say('member', lines.join('\n'), {
    rows: [[...modes, ...(rota ? [rota] : [])], sideButtons(table, seat)].filter((row) => row.length > 0),
    menu: may ? settingsMenu(table, seat, council, councils) : null,
    replaces: true,
  });
}

function inWords({ system, position }: Table, seat: SeatId, councils: Councils): string {
  const name = (member: MemberId) => councils.name(member);
  return councilInWords(councilOf(position, seat), name, system.solvable !== undefined, sideName(system, seat));
}

/** Longer than this, a side is told in a line: its button tells all. */
const LONGEST_SIDE = 850;

/** How each side decides, for somebody without one. */
export function sidesPanel(caller: Caller, table: Table, councils: Councils): Answer {
  const { system, game, machines } = table;
  const sides = system.seats.flatMap(({ id, name }) => {
    const words = inWords(table, id, councils);
    if (machines.includes(id) || words.length > LONGEST_SIDE) return others(table, null, councils, id);
    return [`**${name}**`, words];
  });
  const lines = [
    '**How each side decides**',
    ...sides,
    `-# ${mayDirect(caller, game) ? WORDS.changeSide : WORDS.readSide}`,
  ];
  return say('member', lines.join('\n'), { rows: [sideButtons(table, null)], replaces: true });
}

/** A button for each side but one. */
function sideButtons({ system }: Table, but: SeatId | null): Button[] {
  if (system.seats.length < 2) return [];
  return system.seats
    .filter(({ id }) => id !== but)
    .slice(0, 5)
    .map(({ id, name }) => ({
      label: clipped(`How the ${name} decides`, 80),
      tone: 'plain',
      press: { do: 'council', seat: id },
    }));
}

/** For buttons and lists of a game of several sides. */
function ofSeat({ system }: Pick<Table, 'system'>, seat: SeatId): { readonly seat?: SeatId } {
  return system.seats.length > 1 ? { seat } : {};
}

/** How the other sides decide, a line each; `only`: that one alone. */
function others(
  { system, position, machines }: Table,
  own: SeatId | null,
  councils: Councils,
  only: SeatId | null = null,
): string[] {
  return system.seats
    .filter(({ id }) => id !== own && (only === null || id === only))
    .map(({ id, name }) => {
      const council = councilOf(position, id);
      const holders = listed(
        inCommand(council).map((member) => `**${councils.name(member)}**`),
        'and',
      );
      const ways = {
        open: 'whoever of its members orders first is obeyed.',
        commander: `command is with ${holders}.`,
        vote: 'its members vote on each order.',
      };
      return `For the ${name}, ${machines.includes(id) ? 'the machine orders.' : ways[council.mode]}`;
    });
}

function how(directs: boolean, proposes: boolean, member: boolean, { mode }: Council): string {
  if (!directs && !member) return WORDS.readSide;
  if (directs) return 'Change it with the buttons and the list below, or with the options of `/council`.';
  if (!proposes) return 'A moderator can change this, and so can those who command.';
  return mode === 'commander'
    ? 'A moderator can change this, and so can those who command: propose a change with the buttons or the list below.'
    : 'A moderator can change this, and so can three votes in four: propose a change with the buttons or the list below.';
}

function modeButton(
  { mode, label, proposal }: (typeof MODES)[number],
  table: Table,
  seat: SeatId,
  council: Council,
  directs: boolean,
): Button {
  const side = sideName(table.system, seat);
  const named = mode === 'commander' && council.commanders.length > 0;
  const ofSide = side !== null && mode === 'vote';
  const own = directs
    ? ofSide
      ? clipped(`Let the ${side} vote`, 80)
      : label
    : ofSide
      ? 'Propose that this side votes'
      : proposal;
  return {
    label: named ? (directs ? 'Let the commander order' : 'Propose that the commander orders') : own,
    tone: mode === 'vote' ? 'bold' : 'plain',
    press: { do: 'set', game: table.game.id, setting: 'mode', value: mode, sure: false, ...ofSeat(table, seat) },
  };
}

/** Asks before a change is made, or put to the ballot. */
export function sureOf(
  table: Pick<Table, 'game' | 'system'>,
  seat: SeatId,
  question: string,
  yes: string,
  setting: string,
  value: string,
): Answer {
  return say('member', question, {
    replaces: true,
    rows: [
      [
        {
          label: yes,
          tone: 'bold',
          press: { do: 'set', game: table.game.id, setting, value, sure: true, ...ofSeat(table, seat) },
        },
        { label: 'Leave it so', tone: 'plain', press: { do: 'council', ...ofSeat(table, seat) } },
      ],
    ],
  });
}

function rotaButton(
  { member }: Caller,
  table: Table,
  seat: SeatId,
  { mode, rotate, commanders }: Council,
  councils: Councils,
): Button | null {
  if (mode !== 'commander' || rotate.after === 'never') return null;
  const there = councils.isAmong(commanders, member.discordId);
  const press = { do: 'rota', game: table.game.id, join: !there, ...ofSeat(table, seat) } as const;
  return there
    ? { label: 'Leave the rota', tone: 'plain', press }
    : { label: 'Take a turn in command', tone: 'bold', press };
}

/** The rules there are, with what each is now. */
function settingsMenu(table: Table, seat: SeatId, council: Council, councils: Councils): Menu {
  const { solvable, seats } = table.system;
  const several = seats.length > 1;
  const settable = SETTINGS.filter(
    ({ name }) => name !== 'mode' && (name !== 'odds' || solvable) && (name !== 'secret' || several),
  );
  return {
    prompt: 'Change a rule',
    choosing: { what: 'setting', ...ofSeat(table, seat) },
    least: 1,
    most: 1,
    choices: settable.map(({ name, title, now }) => ({
      value: name,
      label: title,
      hint: clipped(`Now: ${now(council, (member) => councils.nameAlone(member))}`, 100),
    })),
  };
}

/** The values of one rule to choose from, in place of the panel. Null: there is no such rule. */
export function settingPanel(
  table: Pick<Table, 'game' | 'system'>,
  seat: SeatId,
  council: Council,
  councils: Councils,
  name: string,
): Answer | null {
  const { game } = table;
  const setting = settingNamed(name);
  if (!setting) return null;
  const now = setting.now(council, (member) => councils.name(member));
  const listed = setting.kind === 'role' || setting.kind === 'member';
  // Discord lists its members and roles itself: what else may be chosen stands beside the list.
  const beside = listed
    ? setting.choices.map(
        ({ value, label }): Button => ({
          label,
          tone: 'plain',
          press: { do: 'set', game: game.id, setting: name, value, sure: true, ...ofSeat(table, seat) },
        }),
      )
    : [];
  return say('member', `**${setting.title}**\nNow: ${now}.\n-# ${setting.summary}.`, {
    replaces: true,
    rows: [[...beside, { label: 'Leave it so', tone: 'plain', press: { do: 'council', ...ofSeat(table, seat) } }]],
    menu: {
      prompt: 'Choose',
      choosing: { what: 'value', game: game.id, setting: name, ...ofSeat(table, seat) },
      least: 1,
      most: setting.kind === 'member' ? LIMITS.commanders : 1,
      ...(listed ? { from: setting.kind === 'role' ? ('roles' as const) : ('members' as const) } : {}),
      choices: listed ? [] : setting.choices.slice(0, 25).map(({ value, label }) => ({ value, label })),
    },
  });
}
