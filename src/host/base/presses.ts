import {
  type ArgsOf,
  customIds,
  DRAFT,
  either,
  type Fields,
  flag,
  GAME,
  NAME,
  OPPONENT,
  ORDER,
  oneOf,
  PAGE,
  PATH,
  POINT,
  ROW,
  SEAT,
  SHORTCUT,
  SURE,
  VALUE,
} from './custom-id.ts';

// The fields of buttons, menus and forms, as custom ids carry them: `order:k3x9…:12:verb=attack&leader=grant`.

const PRESSES = {
  /** `sure`: the member has confirmed. */
  order: { point: POINT, order: ORDER, sure: SURE },
  /** Asks the member alone for the missing slots of a draft order. */
  ask: { point: POINT, draft: DRAFT },
  /** Edits the pressed message to ask on. `path` leads to the draft (`order-wizard.ts`). */
  go: { point: POINT, path: PATH, page: PAGE },
  'type-choice': { point: POINT, path: PATH },
  'type-plan': { point: POINT },
  suggest: { point: POINT },
  /** Gives the plan that the member was shown. `code`: which of their plans. `end`: it ends the step too. */
  'give-plan': { point: POINT, code: NAME, end: flag('end') },
  'change-plan': { point: POINT, code: NAME },
  shortcut: { point: POINT, shortcut: NAME },
  march: { point: POINT },
  /** Continues the standing marches. */
  'march-on': { point: POINT },
  /** `at`: a place, the whole map, or null for the most important place. */
  look: { game: GAME, at: VALUE, overlay: VALUE },
  page: { of: oneOf('text', 'units'), game: GAME, page: PAGE, at: VALUE },
  topic: { topic: NAME, page: PAGE },
  /** Not `sure`: asks first if the orders are not the member's own. */
  undo: { point: POINT, sure: flag('sure') },
  /** `member` asked for it, as `code` proves. */
  'agree-undo': { point: POINT, member: ROW, code: NAME },
  /** `ask`: asks for confirmation first. */
  abandon: { point: POINT, ask: flag('ask') },
  keep: {},
  /** `opponent`: the side that the bot plays, or `MEMBERS` for none; absent: the member may be asked. */
  start: { system: NAME, variant: NAME, opponent: OPPONENT },
  text: {},
  more: {},
  /** `again`: from the start; a null system asks for the game. */
  learn: { system: VALUE, again: flag('again') },
  'leave-lesson': { system: NAME },
  rules: {},
  log: { game: GAME, page: PAGE },
  verify: { game: GAME },
  recap: { game: GAME },
  'what-if': { game: GAME },
  /** Not `sure`: keeps the data. */
  forget: { sure: either('sure', 'keep') },
  /** `seat`, here and below: absent for the member's own side. */
  council: { seat: SEAT },
  /** Sets one rule of a council, with the names and values of `/council`. `sure`: without asking first. */
  set: { game: GAME, setting: NAME, value: NAME, sure: either('sure', 'ask'), seat: SEAT },
  rota: { game: GAME, join: either('join', 'leave'), seat: SEAT },
  join: { game: GAME, seat: NAME },
  bot: { game: GAME, seat: NAME },
  mine: { ballot: ROW },
  'vote-for': { ballot: ROW, number: PAGE },
  amend: { ballot: ROW, number: PAGE },
  reason: { ballot: ROW },
  'delete-reason': { ballot: ROW },
  agree: { ballot: ROW, member: ROW },
  withdraw: { ballot: ROW },
  /** `sure`: also without its quorum. */
  count: { ballot: ROW, sure: flag('sure') },
  motion: { ballot: ROW, inFavour: either('for', 'against') },
  problem: {},
  /** `order`: its place in the problem's list. */
  answer: { problem: ROW, order: PAGE },
} as const;

const MENUS = {
  slot: { point: POINT, slot: NAME, draft: DRAFT },
  /** A question of the draft at the end of `path`. Several choices may be marked, page by page. */
  way: { point: POINT, path: PATH, page: PAGE },
  place: { game: GAME, overlay: VALUE },
  topic: {},
  /** The value is as `/new what-if:` takes it. */
  branch: {},
  'march-who': { point: POINT },
  'march-to': { point: POINT, code: NAME },
  proposal: { ballot: ROW },
  /** The value is an `orderKey`. */
  order: { point: POINT },
  /** Names and values as in `/council`. */
  setting: { seat: SEAT },
  value: { game: GAME, setting: NAME, seat: SEAT },
} as const;

const FORMS = {
  reason: { ballot: ROW },
  why: { point: POINT },
  choice: { point: POINT, path: PATH },
  plan: { point: POINT, shortcut: SHORTCUT },
} as const;

type Meanings<Table extends { readonly [name: string]: Fields }, Key extends string> = {
  readonly [Name in keyof Table]: { readonly [key in Key]: Name } & ArgsOf<Table[Name]>;
}[keyof Table];

/** The meaning of a button. */
export type Press = Meanings<typeof PRESSES, 'do'>;
/** The meaning of a select menu: what its values answer. */
export type Choosing = Meanings<typeof MENUS, 'what'>;
/** The meaning of a form: what its text answers. */
export type FormMeaning = Meanings<typeof FORMS, 'what'>;

// Buttons and menus posted by earlier versions have these names in their ids.
export const PRESS_IDS = customIds(PRESSES, { agree: 'second' });
export const MENU_IDS = customIds(MENUS, { slot: 'pick', order: 'orders' });
export const FORM_IDS = customIds(FORMS);
