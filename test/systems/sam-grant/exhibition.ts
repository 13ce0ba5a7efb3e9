import { ALL, type Picture, type Viewer } from '../../../src/game/index.ts';
import { picture, sketch } from '../../../src/systems/sam-grant/map/map-picture.ts';
import type { State } from '../../../src/systems/sam-grant/state.ts';
import type { Theatre } from '../../../src/systems/sam-grant/theatre.ts';
import { sheetView, type View, view, viewWar } from '../../../src/systems/sam-grant/view.ts';
import { sealedAt } from '../../dice/sealed.ts';
import type { Exhibit, Gallery } from '../../gallery/gallery.ts';
import { east, theatres, west } from './data.ts';
import { battle, dealt, fight, planningFor } from './position.ts';
import { dealt as warDealt } from './war-position.ts';

function shown(theatre: Theatre, state: State, viewer: Viewer, at?: string): Picture {
  return picture(theatre, view(theatre, state, viewer), null, at === undefined ? {} : { at });
}
const exhibit = (name: string, { scene, alt }: Picture): Exhibit => ({ name, scene, alt });
const started = (theatre: Theatre) => dealt(theatre, sealedAt('a year', 0, 'start')).state;

const OPEN = battle('2007 c-hardee c-buckner u-mccook u-wood u-nelson', '2007', '2107 u-mccook u-wood, 2006 u-nelson');
/** The report of a battle of three rounds. */
function reported(): Picture {
  const { state, events } = fight(OPEN, { usa: { main: '2107' } }, sealedAt('a battle', 1, 'battle-plan'));
  return picture(west, view(west, state, 'public'), { order: { verb: 'battle-plan', stance: 'stand' }, events }, {});
}
/** A battle that has been stopped in its first round. */
const stopped = () => fight(OPEN, { usa: { main: '2107' }, csa: { stance: 'ask' } }).state;

/** What a member is shown while the Confederates act. */
function marching(of: (seen: View) => Picture | null | undefined): Picture {
  const played = { usa: ['2'], csa: ['3'] } as const;
  const state: State = { ...started(west), turn: 1, phase: 'actions', active: 'csa', first: 'csa', played };
  const shown = of(view(west, state, 'csa'));
  if (!shown) throw new Error('Nobody can march');
  return shown;
}
/** Where Hardee can march. */
const reachable = () => marching((seen) => sketch(west, seen, 'csa', { verb: 'move', from: '2007' }));
/** A march into Nashville as its member plans it. */
const planned = () =>
  marching((seen) =>
    planningFor(west).picture(seen, 'csa', [
      { verb: 'move', from: '2007', to: '1909', blocks: ['c-hardee', 'c-bowen'] },
    ]),
  );

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
export const grantAndLee: Gallery = {
  system: 'grant-and-lee',
  title: 'Grant and Lee',
  rooms: () => {
    const drawn = (viewer: Viewer, at?: string) =>
      picture(theatres.both, sheetView(viewWar(theatres, warDealt, viewer)), null, at === undefined ? {} : { at });
    return [
      { title: 'Both maps', exhibits: [exhibit('public', drawn('public'))] },
      { title: 'A side’s own close-up', exhibits: [exhibit('richmond', drawn('csa', '1237'))] },
    ];
  },
};
