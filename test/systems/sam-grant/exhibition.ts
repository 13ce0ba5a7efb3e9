import { ALL, isRefusal, type Picture, type Viewer } from '../../../src/game/index.ts';
import { picture, sketch } from '../../../src/systems/sam-grant/map/map-picture.ts';
import { applyWar, startWar, type War } from '../../../src/systems/sam-grant/rules/two-theatre-war.ts';
import type { State } from '../../../src/systems/sam-grant/state.ts';
import type { Theatre } from '../../../src/systems/sam-grant/theatre.ts';
import { onSheet, view, viewWar } from '../../../src/systems/sam-grant/view.ts';
import type { Side } from '../../../src/systems/sam-grant/vocabulary.ts';
import { sealedAt } from '../../dice/sealed.ts';
import type { Exhibit, Gallery } from '../../gallery/gallery.ts';
import { east, theatres, west } from './data.ts';
import { battle, dealt, fight, planningFor, standing } from './position.ts';

function shown(theatre: Theatre, state: State, viewer: Viewer, at?: string): Picture {
  return picture(theatre, view(theatre, state, viewer), null, at === undefined ? {} : { at });
}
const exhibit = (name: string, { scene, alt }: Picture): Exhibit => ({ name, scene, alt });
const started = (theatre: Theatre) => dealt(theatre, sealedAt('a year', 0, 'start')).state;

/** The report of a battle of three rounds. */
function reported(): Picture {
  const at = standing('2007 c-hardee c-buckner u-mccook u-wood u-nelson');
  const open = battle(at, '2007', { 'u-mccook': '2107', 'u-wood': '2107', 'u-nelson': '2006' });
  const dice = sealedAt('a battle', 1, 'battle-plan');
  const { state, events } = fight(open, { usa: { main: '2107' } }, dice);
  return picture(west, view(west, state, 'public'), { order: { verb: 'battle-plan', stance: 'stand' }, events }, {});
}

/** A battle that has been stopped in its first round. */
function stopped(): State {
  const at = standing('2007 c-hardee c-buckner u-mccook u-wood u-nelson');
  const open = battle(at, '2007', { 'u-mccook': '2107', 'u-wood': '2107', 'u-nelson': '2006' });
  return fight(open, { usa: { main: '2107' }, csa: { stance: 'ask' } }).state;
}

/** What the Confederates are shown while they choose where Hardee marches. */
function reachable(): Picture {
  const played = { usa: ['2'], csa: ['3'] } as const;
  const state: State = { ...started(west), turn: 1, phase: 'actions', active: 'csa', first: 'csa', played };
  const shownTo = sketch(west, view(west, state, 'csa'), 'csa', { verb: 'move', from: '2007' });
  if (!shownTo) throw new Error('Nobody can march');
  return shownTo;
}

/** A march into Nashville as its member plans it. */
function planned(): Picture {
  const played = { usa: ['2'], csa: ['3'] } as const;
  const state: State = { ...started(west), turn: 1, phase: 'actions', active: 'csa', first: 'csa', played };
  const order = { verb: 'move', from: '2007', to: '1909', blocks: ['c-hardee', 'c-bowen'] };
  const shownTo = planningFor(west).picture(view(west, state, 'csa'), 'csa', [order]);
  if (!shownTo) throw new Error('There is no plan');
  return shownTo;
}

/** The pictures of Sam Grant and of Bobby Lee as `npm run gallery` hangs them. */
export const samGrant: Gallery = {
  system: 'sam-grant',
  title: 'Sam Grant',
  rooms: () => [
    { title: 'The whole map', exhibits: [exhibit('public', shown(west, started(west), 'public', ALL))] },
    {
      title: 'A side’s own close-up',
      exhibits: [
        exhibit('bowling-green', shown(west, started(west), 'csa', '2007')),
        exhibit('cairo', shown(west, started(west), 'usa', '1406')),
      ],
    },
    { title: 'Where blocks can go', exhibits: [exhibit('from-bowling-green', reachable())] },
    { title: 'A plan', exhibits: [exhibit('to-nashville', planned())] },
    {
      title: 'A battle',
      exhibits: [exhibit('public', shown(west, stopped(), 'public')), exhibit('report', reported())],
    },
  ],
};
export const bobbyLee: Gallery = {
  system: 'bobby-lee',
  title: 'Bobby Lee',
  rooms: () => [
    { title: 'The whole map', exhibits: [exhibit('public', shown(east, started(east), 'public', ALL))] },
    { title: 'A side’s own close-up', exhibits: [exhibit('manassas', shown(east, started(east), 'csa', '1208'))] },
  ],
};
/** The start of the war in both theatres, its West dealt. */
const warBegun = () => {
  const dice = sealedAt('a war', 0, 'start');
  const cut = (war: War, side: Side) => {
    const done = applyWar(theatres, war, side, { verb: 'cut', cards: '7' }, dice, (ids) => ids);
    if (isRefusal(done)) throw new Error('The deck is not cut');
    return done.state;
  };
  return cut(cut(startWar(theatres).state, 'usa'), 'csa');
};
export const grantAndLee: Gallery = {
  system: 'grant-and-lee',
  title: 'Grant and Lee',
  rooms: () => {
    const drawn = (viewer: Viewer, at?: string) =>
      picture(theatres.both, onSheet(viewWar(theatres, warBegun(), viewer)), null, at === undefined ? {} : { at });
    return [
      { title: 'Both maps', exhibits: [exhibit('public', drawn('public'))] },
      { title: 'A side’s own close-up', exhibits: [exhibit('richmond', drawn('csa', '1237'))] },
    ];
  },
};
