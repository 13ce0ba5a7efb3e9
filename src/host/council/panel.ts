import {
  type Council,
  capital,
  councilInWords,
  inCommand,
  LIMITS,
  listed,
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
import type { Councils } from './councils.ts';
import { manyBallots } from './many-ballots.ts';

const MODES: readonly { readonly mode: Mode; readonly label: string; readonly proposal: string }[] = [
  { mode: 'vote', label: 'Let the channel vote', proposal: 'Propose that the channel votes' },
  { mode: 'commander', label: 'I take command', proposal: 'Propose that I command' },
  { mode: 'open', label: 'Whoever orders first', proposal: 'Propose that all may order' },
];

/** How a table decides, or one of its sides, in one message, with what the caller may do about it. */
export function panel(caller: Caller, table: Table, seat: SeatId, council: Council, councils: Councils): Answer {
  const { game, system } = table;
  const side = sideName(system, seat);
  const words = councilInWords(council, (member) => councils.name(member), system.solvable !== undefined, side);
  const directs = mayDirect(caller, game);
  const proposes = council.mode !== 'commander' || councils.isAmong(council.commanders, caller.member.discordId);
  const may = directs || proposes;
  const modes = MODES.filter(({ mode }) => may && mode !== council.mode).map((way) =>
    modeButton(way, game.id, council, directs, side),
  );
  const rota = rotaButton(caller, game.id, council, councils);
  const title = side === null ? `How this table of ${system.title} decides` : capital(wayOfDeciding(side));
  const lines = [
    `**${title}**`,
    words,
    ...others(table, seat, councils),
    ...[...manyBallots(system, council), how(directs, proposes, council)].map((line) => `-# ${line}`),
  ];
  return say('member', lines.join('\n'), {
    rows: [[...modes, ...(rota ? [rota] : [])]],
    menu: may ? settingsMenu(system, council, councils) : null,
    replaces: true,
  });
}

/** How the other sides decide, a line each. */
function others({ system, position, machines }: Table, own: SeatId, councils: Councils): string[] {
  return system.seats
    .filter(({ id }) => id !== own)
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

function how(directs: boolean, proposes: boolean, { mode }: Council): string {
  if (directs) return 'Change it with the buttons and the list below, or with the options of `/council`.';
  if (!proposes) return 'A moderator can change this, and so can those who command.';
  return mode === 'commander'
    ? 'A moderator can change this, and so can those who command: propose a change with the buttons or the list below.'
    : 'A moderator can change this, and so can three votes in four: propose a change with the buttons or the list below.';
}

function modeButton(
  { mode, label, proposal }: (typeof MODES)[number],
  game: string,
  council: Council,
  directs: boolean,
  side: string | null,
): Button {
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
    press: { do: 'set', game, setting: 'mode', value: mode, sure: false },
  };
}

/** Asks before a change is made, or put to the ballot. */
export function sureOf(
  { game }: Pick<Table, 'game'>,
  question: string,
  yes: string,
  setting: string,
  value: string,
): Answer {
  return say('member', question, {
    replaces: true,
    rows: [
      [
        { label: yes, tone: 'bold', press: { do: 'set', game: game.id, setting, value, sure: true } },
        { label: 'Leave it so', tone: 'plain', press: { do: 'council' } },
      ],
    ],
  });
}

function rotaButton(
  { member }: Caller,
  game: string,
  { mode, rotate, commanders }: Council,
  councils: Councils,
): Button | null {
  if (mode !== 'commander' || rotate.after === 'never') return null;
  const there = councils.isAmong(commanders, member.discordId);
  return there
    ? { label: 'Leave the rota', tone: 'plain', press: { do: 'rota', game, join: false } }
    : { label: 'Take a turn in command', tone: 'bold', press: { do: 'rota', game, join: true } };
}

/** The rules there are, with what each is now. */
function settingsMenu({ solvable }: Table['system'], council: Council, councils: Councils): Menu {
  const settable = SETTINGS.filter(({ name }) => name !== 'mode' && (name !== 'odds' || solvable));
  return {
    prompt: 'Change a rule',
    choosing: { what: 'setting' },
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
  { game }: Pick<Table, 'game'>,
  council: Council,
  councils: Councils,
  name: string,
): Answer | null {
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
          press: { do: 'set', game: game.id, setting: name, value, sure: true },
        }),
      )
    : [];
  return say('member', `**${setting.title}**\nNow: ${now}.\n-# ${setting.summary}.`, {
    replaces: true,
    rows: [[...beside, { label: 'Leave it so', tone: 'plain', press: { do: 'council' } }]],
    menu: {
      prompt: 'Choose',
      choosing: { what: 'value', game: game.id, setting: name },
      least: 1,
      most: setting.kind === 'member' ? LIMITS.commanders : 1,
      ...(listed ? { from: setting.kind === 'role' ? ('roles' as const) : ('members' as const) } : {}),
      choices: listed ? [] : setting.choices.slice(0, 25).map(({ value, label }) => ({ value, label })),
    },
  });
}
