import { expect, test } from 'vitest';
import { ALL } from '../../../src/game/index.ts';
import type { HexId } from '../../../src/kit/hex/hex-grid.ts';
import { sheetHex as hexOnSheet } from '../../../src/systems/sam-grant/data-file.ts';
import { picture } from '../../../src/systems/sam-grant/map/map-picture.ts';
import { openWaters } from '../../../src/systems/sam-grant/rules/supply/supply-lines.ts';
import { startWar } from '../../../src/systems/sam-grant/rules/two-theatre-war.ts';
import type { State } from '../../../src/systems/sam-grant/state.ts';
import { warStory } from '../../../src/systems/sam-grant/story/index.ts';
import type { Theatre } from '../../../src/systems/sam-grant/theatre.ts';
import { frontOf } from '../../../src/systems/sam-grant/two-theatres.ts';
import { sheetView, type View, view, viewWar } from '../../../src/systems/sam-grant/view.ts';
import { FRONTS } from '../../../src/systems/sam-grant/vocabulary.ts';
import { findPlace } from '../../../src/systems/sam-grant/words/names.ts';
import { sealedAt } from '../../dice/sealed.ts';
import { east, eastCampaign, theatres, west } from './data.ts';
import { dealt as dealtIn } from './position.ts';
import { dealt } from './war-position.ts';

test('20.1: each hex, city and block of both maps is one place, and named in one theatre', () => {
  const { both } = theatres;
  expect(both.hexes).toHaveLength(west.hexes.length + east.hexes.length);
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
  for (const some of [names(both.blocks), names([...both.city.values()])]) expect(new Set(some).size).toBe(some.length);
  expect([findPlace(both, 'Richmond'), findPlace(both, 'Nashville')]).toEqual(['1237', '1909']);
  expect(['1237', '1909'].map(frontOf)).toEqual(['east', 'west']);
  // A step from map to map there is none.
  for (const hex of both.hexes)
    for (const { to } of both.hex.get(hex)?.sides ?? []) expect(frontOf(to)).toBe(frontOf(hex));
});

test('13.2, 20.2: in the war ships leave the Chesapeake as they do in the East alone', () => {
  const shared = (theatre: Theatre, blocks: State['blocks']) =>
    openWaters(theatre, { blocks }).map((water) => [...water].sort());
  const alone = dealtIn(eastCampaign, sealedAt('ships', 0, 'start')).state;
  const there = shared(eastCampaign, alone.blocks).map((water) => water.map(hexOnSheet));
  const eastern = shared(theatres.east, dealt.east.blocks).filter(([hex]) => frontOf(hex as HexId) === 'east');
  expect(eastern.toSorted()).toEqual(there.toSorted());
});

test('20.4: what came from the other theatre is left to the players', () => {
  for (const id of ['u-howard', 'c-longstreet']) expect(theatres.both.block.has(id)).toBe(false);
  for (const id of ['u-logan', 'ec-hoke']) expect(theatres.both.block.get(id)?.comes?.turn).toBeGreaterThan(6);
});

test('20.1: the whole sheet names its halves, the West above the East; a map of one theatre does not', () => {
  const namesOn = (theatre: Theatre, seen: View) =>
    picture(theatre, seen, null, { at: ALL }).scene.items.flatMap((item) =>
      item.kind === 'text' && ['The West', 'The East'].includes(item.text) ? [item] : [],
    );
  const [upper, lower] = namesOn(theatres.both, sheetView(viewWar(theatres, dealt, 'public')));
  expect([upper?.text, lower?.text]).toEqual(['The West', 'The East']);
  expect(upper?.y).toBeLessThan(lower?.y ?? 0);
  expect(namesOn(west, view(west, dealt.west, 'public'))).toEqual([]);
});

test('20.6, 14.1: the sheet shows both theatres; the recap begins before the first order', () => {
  const seen = viewWar(theatres, dealt, 'public');
  expect(new Set(sheetView(seen).stacks.map(({ hex }) => frontOf(hex)))).toEqual(new Set(FRONTS));
  expect(sheetView(seen).stacks.flatMap(({ known }) => known)).toEqual([]);
  const { state, events } = startWar(theatres);
  const begun = {
    order: null,
    before: state,
    after: state,
    events,
    by: null,
    reasons: [],
    turning: false,
    worth: null,
  };
  expect(warStory(theatres, [begun], false).chapters.map(({ when }) => when)).toEqual([
    null,
    'Before the first game-turn',
  ]);
});
