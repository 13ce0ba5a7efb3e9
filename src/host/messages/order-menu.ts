import { type Choice, type Draft, MOST_CHOICES, type Question, type SeatId } from '../../game/index.ts';
import { compact } from '../../kit/plain-english.ts';
import { BUTTONS } from '../base/button-labels.ts';
import { WORDS } from '../base/common-words.ts';
import { closest, theOne } from '../base/fuzzy-match.ts';
import { chosenSoFar, ORDER_MENU } from '../base/order-words.ts';
import {
  button,
  clipped,
  type Drawing,
  logPointOf,
  type Menu,
  type Renderer,
  type Reply,
  type ReplyButton,
  reply,
} from '../base/reply.ts';
import type { GameTable } from '../table/game-tables.ts';
import type { OpenBallot } from '../table/open-ballots.ts';
import {
  answered,
  back,
  type DraftPath,
  type DraftSource,
  draftPath,
  fitsInId,
  isForced,
  isOffered,
  type Marked,
  pathCode,
  pressFor,
  readPathCode,
  type WizardStep,
  withoutForced,
} from '../table/order-wizard.ts';
import { drawingOf } from './map-drawing.ts';

/** Choices on one page of several: one less than a menu holds, to leave room for “More”. */
const PAGE = MOST_CHOICES - 1;

/** The value of “More” in a menu under a map. */
export const MORE = '…';

interface MenuRequest {
  readonly page?: number | undefined;
  readonly marked?: Marked | undefined;
  readonly replaces: boolean;
  /** Stands above the question. */
  readonly lead?: string | undefined;
  /** If given, only choices that match it are listed. */
  readonly typed?: string | undefined;
}

/** Asks a member for the next slot of their draft; null if none is open. */
export function askingReply(
  table: GameTable,
  seat: SeatId,
  draft: DraftPath['draft'],
  render: Renderer,
  { page = 0, marked = null, replaces, lead, typed }: MenuRequest,
): Reply | null {
  const given = draftPath(table, seat, draft);
  if (!isOffered(given, draft)) return null;
  const path = withoutForced(table, seat, given);
  const { open } = path;
  if (open === null || open.choices.length === 0) return null;
  const found = typed === undefined ? [] : closest(open.choices, typed).slice(0, MOST_CHOICES);
  const question = found.length > 0 ? { ...open, choices: found } : open;
  const shownPage = Math.min(page, pagesIn(question) - 1);
  const paged: Paged = { table, seat, path, question, whole: open, page: shownPage, marked };
  const confirm = confirmButtons(paged);
  const text = [...(lead === undefined ? [] : [lead]), ...textOf(paged, confirm !== null)].join('\n');
  return reply('member', text, {
    menu: confirm ? null : menuOf(paged),
    rows: [confirm ?? menuButtons(paged)],
    replaces,
    drawing: sketchOf(table, seat, path.draft, render),
  });
}

interface Paged {
  readonly table: GameTable;
  readonly seat: SeatId;
  readonly path: DraftPath;
  readonly question: Question;
  /** The question with all its choices, although only some are shown. */
  readonly whole: Question;
  readonly page: number;
  readonly marked: Marked;
}

function pagesIn({ choices }: Question): number {
  return choices.length <= MOST_CHOICES ? 1 : Math.ceil(choices.length / PAGE);
}

function isPaged(question: Question): boolean {
  return pagesIn(question) > 1;
}

/** Whether a question takes several choices from several pages: they are then marked page by page, or by name. */
function isMarked(question: Question): boolean {
  return isPaged(question) && (question.several?.most ?? 1) > 1;
}

function onPage(question: Question, page: number): readonly Choice[] {
  return pagesIn(question) === 1 ? question.choices : question.choices.slice(page * PAGE, (page + 1) * PAGE);
}

/** `null` if no menu would help. */
export function menuUnderMap(table: GameTable, seat: SeatId, path: DraftPath, name: string): Menu | null {
  const { open } = path;
  if (open === null || open.choices.length === 0 || (open.several && isPaged(open))) return null;
  const menu = menuOf({ table, seat, path, question: open, whole: open, page: 0, marked: null });
  const more = { value: MORE, label: WORDS.more, hint: ORDER_MENU.more(open.choices.length - PAGE) };
  // Settled slots had only one choice.
  const settled = path.steps.slice(1).map(({ question: { choices }, value }) => labelled(choices, value));
  return {
    ...menu,
    prompt: `${[name, ...settled].join(', ')}: ${open.prompt}`,
    choices: isPaged(open) ? [...menu.choices, more] : menu.choices,
  };
}

function menuOf({ table, seat, path, question, whole, page, marked }: Paged): Menu {
  const { slot, prompt, several } = question;
  const choices = onPage(question, page);
  const paged = isPaged(question);
  const marks = isMarked(whole);
  const most = marks ? choices.length : Math.min(several?.most ?? 1, choices.length);
  const point = logPointOf(table);
  const idHasDraft = fitsInId(path.draft, slot) && page === 0 && !marks;
  return {
    prompt: paged ? `${prompt} ${pageInWords(question, page)}` : prompt,
    choosing: idHasDraft
      ? { what: 'slot', point, draft: path.draft, slot }
      : {
          what: 'way',
          point,
          path: pathCode(path.steps, { question: whole, values: marked }),
          // Choices found by name are on no page. A page number after the last says so.
          page: marks && question !== whole ? pagesIn(whole) : page,
        },
    least: marks ? 0 : paged ? 1 : Math.min(several?.least ?? 1, most),
    most,
    choices: choices.map((choice) => ({
      ...hinted(table, seat, choice),
      ...(marked?.includes(choice.value) ? { marked: true as const } : {}),
    })),
  };
}

function pageInWords({ choices }: Question, page: number): string {
  return `(${page * PAGE + 1}–${Math.min((page + 1) * PAGE, choices.length)} of ${choices.length})`;
}

/** A sealed ballot hides hints. */
export function hinted({ ballots }: GameTable, seat: SeatId, choice: Choice): Choice {
  return sealsAt(ballots, seat) ? { value: choice.value, label: choice.label } : choice;
}

export function sealsAt(ballots: readonly OpenBallot[], seat: SeatId): boolean {
  return ballots.some((ballot) => ballot.seat === seat && ballot.rules.sealed);
}

/** @param confirms only the order's confirmation is asked */
function textOf({ table, seat, path, question, whole, marked }: Paged, confirms: boolean): string[] {
  const { prompt, note, choices, several } = question;
  const chosen = path.steps.map(({ question: { choices: from }, value }) => labelled(from, value));
  const [only] = choices;
  return compact(
    chosen.length > 0 && `**${clipped(chosen.join(' · '), 300)}**`,
    !sealsAt(table.ballots, seat) && note,
    confirms && path.steps.every((step) => isForced(step.question)) ? ORDER_MENU.sure : prompt,
    // The button has no room for the hint.
    confirms && only && hinted(table, seat, only).hint !== undefined && `${only.label}, ${only.hint}`,
    several && isMarked(whole) && markedInWords(whole.choices, marked ?? [], several),
  );
}

function labelled(choices: readonly Choice[], value: string | readonly string[]): string {
  const values = typeof value === 'string' ? [value] : value;
  return values.map((one) => choices.find((choice) => choice.value === one)?.label ?? one).join(', ') || BUTTONS.none;
}

function markedInWords(
  choices: readonly Choice[],
  marked: readonly string[],
  { least, most }: NonNullable<Question['several']>,
): string {
  return chosenSoFar(marked.length === 0 ? '' : clipped(labelled(choices, marked), 600), least, most);
}

/** Buttons that ask for confirmation if only one choice is left and completes the order; otherwise null. */
function confirmButtons({ table, seat, path, question }: Paged): ReplyButton[] | null {
  const [only, ...others] = question.choices;
  if (!only || others.length > 0 || question.several) return null;
  const whole = draftPath(table, seat, answered(path, [only.value]));
  if (whole.open !== null) return null;
  return [
    button(only.label, pressFor(table, whole.steps, { whole: true }), 'bold'),
    button(BUTTONS.cancel, { do: 'keep' }),
  ];
}

/** Buttons beside the list: pages, continue, back. */
function menuButtons({ table, path, question, whole, page, marked }: Paged): ReplyButton[] {
  const { steps } = path;
  const { several } = question;
  const marks = isMarked(whole);
  const turnTo = (label: string, to: number): ReplyButton =>
    button(label, {
      do: 'go',
      point: logPointOf(table),
      path: pathCode(steps, { question: whole, values: marked }),
      page: to,
    });
  const continueWith = (label: string, values: readonly string[]): ReplyButton =>
    button(label, pressFor(table, [...steps, { question, value: values }], { replaces: true }), 'bold');
  const chosen = marked?.length ?? 0;
  const before = back(path);
  const goTo = (label: string, to: readonly WizardStep[]): ReplyButton =>
    button(label, pressFor(table, to, { replaces: true }));
  return [
    ...(page > 0 ? [turnTo(BUTTONS.earlier, page - 1)] : []),
    ...(page < pagesIn(question) - 1 ? [turnTo(WORDS.more, page + 1)] : []),
    ...(marks && question !== whole ? [turnTo(BUTTONS.wholeList, 0)] : []),
    ...(isPaged(whole) ? [typeIt(table, path, whole, marked)] : []),
    ...(several && marks && chosen >= several.least && chosen <= several.most
      ? [continueWith(ORDER_MENU.continueWith(chosen), inOrder(whole, marked ?? []))]
      : []),
    // Discord on a phone can't send a menu with nothing chosen.
    ...(several?.least === 0 && !marks ? [continueWith(BUTTONS.none, [])] : []),
    ...(before && before.length > 0 ? [goTo(BUTTONS.back, before)] : []),
    ...(before ? [goTo(BUTTONS.startAgain, [])] : []),
  ];
}

function typeIt(table: GameTable, { steps }: DraftPath, question: Question, values: Marked): ReplyButton {
  return button(BUTTONS.typeIt, {
    do: 'type-choice',
    point: logPointOf(table),
    path: pathCode(steps, { question, values }),
  });
}

/** Reads a typed choice, or several between commas. If a name could mean several choices, only those are listed. */
export function chosenByName(way: string, typed: string): DraftSource {
  return (table, seat) => {
    const read = readPathCode(table, seat, way);
    const path = read && draftPath(table, seat, read.draft);
    if (!read || !path?.open) return read;
    const { open } = path;
    if (!isMarked(open)) {
      const meant = theOne(open.choices, typed);
      return meant ? { draft: answered(path, [meant.value]) } : { ...read, draft: path.draft, typed };
    }
    const named = typed.split(/[,;]/).filter((part) => part.trim() !== '');
    const found = named.flatMap((part) => theOne(open.choices, part)?.value ?? []);
    const marked = inOrder(open, [...(read.marked ?? []), ...found]);
    const unclear = named.find((part) => theOne(open.choices, part) === null);
    if (unclear !== undefined) return { draft: path.draft, marked, typed: unclear };
    const last = open.choices.findIndex(({ value }) => value === found.at(-1));
    return { draft: path.draft, marked, page: Math.max(0, Math.floor(last / PAGE)) };
  };
}

function inOrder({ choices }: Question, values: readonly string[]): string[] {
  return choices.flatMap(({ value }) => (values.includes(value) ? [value] : []));
}

/** The marked values after a page got new ones; those of other pages stay. */
function remarked(question: Question, page: number, before: Marked, values: readonly string[]): string[] {
  const here = onPage(question, page).map(({ value }) => value);
  const others = (before ?? []).filter((value) => !here.includes(value));
  return inOrder(question, [...others, ...values]);
}

export function sketchOf(table: GameTable, seat: SeatId, draft: Draft, render: Renderer): Drawing | null {
  const { system, position } = table;
  const picture = system.pictures.sketch?.(system.knowledge.view(position.state, seat), seat, draft) ?? null;
  return drawingOf(table, picture, 'closer', render);
}

/** Fills in the slot of a menu under a map. “More” leads to the second page. */
export function chosenIn(draft: Draft, slot: string, values: readonly string[]): DraftSource {
  return (table, seat) => {
    const path = draftPath(table, seat, draft);
    const { open } = path;
    if (open?.slot !== slot) return { draft: { ...draft, [slot]: values[0] ?? '' } };
    const isMore = values[0] === MORE && !open.choices.some(({ value }) => value === MORE);
    return isMore ? { draft, page: 1 } : { draft: { ...draft, ...answered(path, values) } };
  };
}

/**
 * Fills in the slot that a path leads to. If a question takes choices from several pages, they are only marked.
 * @param values null if only the page was turned
 */
export function chosenOnPath(way: string, page: number, values: readonly string[] | null): DraftSource {
  return (table, seat) => {
    const read = readPathCode(table, seat, way);
    if (!read || values === null) return read && { ...read, page };
    const path = draftPath(table, seat, read.draft);
    const { open } = path;
    if (open === null) return null;
    // A page number after the last: the choices were found by name (see `menuOf`).
    const isFoundByName = page >= pagesIn(open);
    const listed = isMarked(open) && !isFoundByName ? onPage(open, page) : open.choices;
    if (!values.every((value) => listed.some((one) => one.value === value))) return null;
    if (!isMarked(open)) return { draft: answered(path, values) };
    if (isFoundByName) return { ...read, marked: inOrder(open, [...(read.marked ?? []), ...values]) };
    return { ...read, page, marked: remarked(open, page, read.marked, values) };
  };
}
