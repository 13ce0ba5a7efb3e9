import type { Colour } from '../../../game/index.ts';
import { INK } from '../../../kit/draw/common-colours.ts';

/** Low in contrast, so that the land stays behind the game. */
export const PAPER: Colour = '#f1e6cc';
export const SHEET_FADED: Colour = '#6a5a45';
/** The paper towards its edges, step by step. */
export const AGES: readonly [Colour, Colour, Colour, Colour] = ['#eee2c7', '#ebdec1', '#e8dabb', '#e4d4b2'];
export const WATER_BODY: Colour = '#cfdbd1';
export const SHEET_BANK: Colour = '#86a3a3';
export const WATER_LINING: Colour = '#a9c1be';
export const SHEET_HACHURE: Colour = '#c0a880';
export const SHEET_TREE: Colour = '#a5a67c';
export const TREE_CROWN: Colour = '#dedbb6';
export const SHEET_RAIL: Colour = '#8d7b61';
export const LANE: Colour = '#cdb993';
export const INSET_PAPER: Colour = '#f4ebd6';
/** The colour of small letters. It is dark, as small letters are mostly edge. */
export const PLACE_NAME: Colour = '#3c3023';
export const RIVER_NAME: Colour = '#27505a';

export const LAND_INKS: readonly Colour[] = [
  PAPER,
  ...AGES,
  WATER_BODY,
  SHEET_BANK,
  WATER_LINING,
  SHEET_HACHURE,
  SHEET_TREE,
  TREE_CROWN,
  SHEET_RAIL,
  LANE,
  INSET_PAPER,
  PLACE_NAME,
  RIVER_NAME,
];

/** Pairs that meet along edges. */
export const LAND_BLENDS: readonly (readonly [Colour, Colour])[] = [
  [PAPER, SHEET_BANK],
  [WATER_BODY, SHEET_BANK],
  [WATER_BODY, WATER_LINING],
  [PAPER, SHEET_HACHURE],
  [PAPER, SHEET_TREE],
  [SHEET_TREE, TREE_CROWN],
  [PAPER, SHEET_RAIL],
  [PAPER, LANE],
  [INSET_PAPER, SHEET_HACHURE],
  [INSET_PAPER, SHEET_BANK],
  [INSET_PAPER, INK],
  [PAPER, PLACE_NAME],
  [PAPER, RIVER_NAME],
];

/** Every text colour of the land with every ground it is set on. */
export const LAND_LETTERING: readonly (readonly [text: Colour, ground: Colour])[] = [
  [PLACE_NAME, PAPER],
  [PLACE_NAME, AGES[1]],
  [INK, INSET_PAPER],
  [INK, AGES[1]],
  [SHEET_FADED, PAPER],
  [RIVER_NAME, PAPER],
  [RIVER_NAME, AGES[2]],
  [RIVER_NAME, WATER_BODY],
];
