import {
  type Council,
  type CouncilMode,
  councilInWords,
  inCommand,
  LIMITS,
  type MemberId,
  SETTINGS,
  settingNamed,
  wayOfDeciding,
} from '../../council/index.ts';
import { LONGEST_CHOICE, LONGEST_LABEL, MOST_CHOICES, MOST_IN_ROW, type Seat, type SeatId } from '../../game/index.ts';
import { capital, listed } from '../../kit/plain-english.ts';
import type { Store } from '../../store/index.ts';
import { manyBallots } from '../actions/council-changes.ts';
import { hidesOrders } from '../base/ballot-choice.ts';
import { type Caller, mayManageGame } from '../base/caller.ts';
import { button, clipped, type Menu, type Reply, type ReplyButton, reply, selectOne } from '../base/reply.ts';
import { COUNCIL_ANSWERS, MODE_BUTTONS, PANEL, sideInBrief } from '../base/voting-words.ts';
import { councilOf } from '../table/game-position.ts';
import type { GameTable } from '../table/game-tables.ts';
import type { CouncilPanel } from '../table/said.ts';
import { isAmong, memberName, memberNameAlone, sideNameOf, sitsAt } from '../table/seat-rules.ts';

type Members = Pick<Store, 'memberById'>;

const MODES: readonly CouncilMode[] = ['vote', 'commander', 'open'];

export function councilPanel(store: Store, { caller, table, seat }: CouncilPanel): Reply {
  const { game, system } = table;
  const isOfSide = sitsAt(store, table, caller.member.discordId, seat);
  const council = councilOf(table.position, seat);
  const side = sideNameOf(system, seat);
  const manages = mayManageGame(caller, game);
  const isElector = council.mode !== 'commander' || isAmong(store, council.commanders, caller.member.discordId);
  const mayChange = manages || (isOfSide && isElector);
  // Only a member of the side can take its command.
  const modes = MODES.filter((mode) => mayChange && mode !== council.mode)
    .filter((mode) => isOfSide || mode !== 'commander' || council.commanders.length > 0)
    .map((mode) => modeButton(mode, table, seat, council, manages));
  const rota = isOfSide ? rotaButton(caller, table, seat, council, store) : null;
  const title = side === null ? PANEL.title(system.about.title) : capital(wayOfDeciding(side));
  const otherSides = system.about.seats.filter(({ id }) => id !== seat);
  const byProposal = council.mode === 'commander' ? PANEL.proposeAmongCommanders : PANEL.proposeByVote;
  const howToChange = isElector ? byProposal : PANEL.onlyCommanders;
  const lines = [
    `**${title}**`,
    inWords(table, seat, store),
    ...otherSides.map((other) => sideLine(table, other, store)),
    ...manyBallots(system, council).map((line) => `-# ${line}`),
    `-# ${manages ? PANEL.change : isOfSide ? howToChange : COUNCIL_ANSWERS.readSide}`,
  ];
  return reply('member', lines.join('\n'), {
    rows: [[...modes, ...(rota ? [rota] : [])], sideButtons(table, seat)],
    menu: mayChange ? settingsMenu(table, seat, council, store) : null,
    replaces: true,
  });
}

function inWords({ system, position }: GameTable, seat: SeatId, members: Members): string {
  const name = (member: MemberId) => memberName(members, member);
  const { ballot, ...council } = councilOf(position, seat);
  const isAlwaysSecret = hidesOrders(system);
  const inForce = { ...council, ballot: { ...ballot, secret: ballot.secret || isAlwaysSecret } };
  const isSolvable = system.play?.solvable !== undefined;
  return councilInWords(inForce, name, isSolvable, sideNameOf(system, seat), isAlwaysSecret);
}

/** A longer description is replaced by a line, since the side's button shows it all. */
const LONGEST_SIDE = 900;

/** For a member without a side. */
export function sidesPanel(caller: Caller, table: GameTable, members: Members): Reply {
  const { system, game, machines } = table;
  const sides = system.about.seats.flatMap((seat) => {
    const words = inWords(table, seat.id, members);
    const isBrief = machines.includes(seat.id) || words.length > LONGEST_SIDE;
    return isBrief ? [sideLine(table, seat, members)] : [`**${seat.name}**`, words];
  });
  const lines = [
    PANEL.sides,
    ...sides,
    `-# ${mayManageGame(caller, game) ? COUNCIL_ANSWERS.changeSide : COUNCIL_ANSWERS.readSide}`,
  ];
  return reply('member', lines.join('\n'), { rows: [sideButtons(table, null)], replaces: true });
}

/** @param shown the side that the panel shows already; null if none */
function sideButtons({ system }: GameTable, shown: SeatId | null): ReplyButton[] {
  if (system.about.seats.length < 2) return [];
  return system.about.seats
    .filter(({ id }) => id !== shown)
    .slice(0, MOST_IN_ROW)
    .map(({ id, name }) => button(clipped(PANEL.sideDecides(name), LONGEST_LABEL), { do: 'council', seat: id }));
}

function ofSeat({ system }: Pick<GameTable, 'system'>, seat: SeatId): { readonly seat?: SeatId } {
  return system.about.seats.length > 1 ? { seat } : {};
}

function sideLine({ position, machines }: GameTable, { id, name }: Seat, members: Members): string {
  const council = councilOf(position, id);
  const holders = listed(inCommand(council).map((member) => `**${memberName(members, member)}**`));
  return sideInBrief(name, machines.includes(id) ? null : council.mode, holders);
}

/** @param manages the caller changes the mode; other members propose it */
function modeButton(
  mode: CouncilMode,
  table: GameTable,
  seat: SeatId,
  council: Council,
  manages: boolean,
): ReplyButton {
  return button(
    modeLabel(mode, sideNameOf(table.system, seat), council, manages),
    { do: 'set', game: table.game.id, setting: 'mode', value: mode, sure: false, ...ofSeat(table, seat) },
    mode === 'vote' ? 'bold' : 'plain',
  );
}

function modeLabel(mode: CouncilMode, side: string | null, { commanders }: Council, manages: boolean): string {
  if (mode === 'commander' && commanders.length > 0) return PANEL.letCommanderOrder(manages);
  if (mode === 'vote' && side !== null)
    return manages ? clipped(PANEL.letSideVote(side), LONGEST_LABEL) : PANEL.proposeSideVote;
  return manages ? MODE_BUTTONS[mode].label : MODE_BUTTONS[mode].proposal;
}

/** Asks for confirmation before a setting is changed. */
export function changeQuestion(
  table: Pick<GameTable, 'game' | 'system'>,
  seat: SeatId,
  question: string,
  yes: string,
  setting: string,
  value: string,
): Reply {
  return reply('member', question, {
    replaces: true,
    rows: [
      [
        button(yes, { do: 'set', game: table.game.id, setting, value, sure: true, ...ofSeat(table, seat) }, 'bold'),
        button(PANEL.keep, { do: 'council', ...ofSeat(table, seat) }),
      ],
    ],
  });
}

function rotaButton(
  { member }: Caller,
  table: GameTable,
  seat: SeatId,
  { mode, rotate, commanders }: Council,
  members: Members,
): ReplyButton | null {
  if (mode !== 'commander' || rotate.after === 'never') return null;
  const isInRota = isAmong(members, commanders, member.discordId);
  const press = { do: 'rota', game: table.game.id, join: !isInRota, ...ofSeat(table, seat) } as const;
  return isInRota ? button(PANEL.leaveRota, press) : button(PANEL.joinRota, press, 'bold');
}

function settingsMenu(table: GameTable, seat: SeatId, council: Council, members: Members): Menu {
  const solvable = table.system.play?.solvable;
  const mayBeSecret = table.system.about.seats.length > 1 && !hidesOrders(table.system);
  const settable = SETTINGS.filter(
    ({ name }) => name !== 'mode' && (name !== 'odds' || solvable) && (name !== 'secret' || mayBeSecret),
  );
  const choices = settable.map(({ name, title, now }) => ({
    value: name,
    label: title,
    hint: clipped(PANEL.now(now(council, (member) => memberNameAlone(members, member))), LONGEST_CHOICE),
  }));
  return selectOne(PANEL.changeRule, { what: 'setting', ...ofSeat(table, seat) }, choices);
}

/** The values of a rule, in place of the panel; `null` if there is no such rule. */
export function settingPanel(
  table: Pick<GameTable, 'game' | 'system'>,
  seat: SeatId,
  council: Council,
  members: Members,
  name: string,
): Reply | null {
  const { game } = table;
  const setting = settingNamed(name);
  if (!setting) return null;
  const now = setting.now(council, (member) => memberName(members, member));
  const from = setting.kind === 'role' ? 'roles' : setting.kind === 'member' ? 'members' : null;
  // Discord lists members and roles itself, so other values get buttons.
  const beside = from
    ? setting.choices.map(({ value, label }) =>
        button(label, { do: 'set', game: game.id, setting: name, value, sure: true, ...ofSeat(table, seat) }),
      )
    : [];
  return reply('member', PANEL.setting(setting.title, now, setting.summary), {
    replaces: true,
    rows: [[...beside, button(PANEL.keep, { do: 'council', ...ofSeat(table, seat) })]],
    menu: {
      prompt: PANEL.choose,
      choosing: { what: 'value', game: game.id, setting: name, ...ofSeat(table, seat) },
      least: 1,
      most: setting.kind === 'member' ? LIMITS.commanders : 1,
      ...(from ? { from } : {}),
      choices: from ? [] : setting.choices.slice(0, MOST_CHOICES).map(({ value, label }) => ({ value, label })),
    },
  });
}
