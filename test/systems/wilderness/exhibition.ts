import { ALL, type Draft, type Viewer } from '../../../src/game/index.ts';
import type { State } from '../../../src/systems/wilderness/state.ts';
import type { Order } from '../../../src/systems/wilderness/vocabulary.ts';
import { sealedAt } from '../../dice/sealed.ts';
import type { Exhibit, Gallery } from '../../gallery/gallery.ts';
import { game } from './data.ts';
import { given, position } from './position.ts';

const LINE = {
  ...{ 'u-v': '2224', 'u-vi': '2224', 'u-iii': '2325', 'u-grant': '2224', 'u-cav-1': '2426', 'u-dummy-1': '2323' },
  ...{ 'u-cav-2': '2224', 'u-cav-3': '2224' },
  ...{ 'c-heth': '2428', 'c-lee': '2428', 'c-rodes': '2228', 'c-dummy-1': '2328', 'c-cav-1': '2427' },
} as const;

/** A position, or what an order has just done in it, as a viewer sees it. */
function exhibit(name: string, state: State, viewer: Viewer, at?: string, order?: Order, die?: number): Exhibit {
  const done = order ? given(state, order, ...(die === undefined ? [] : [die])) : null;
  const moment = order && done ? { order, events: done.events } : null;
  const { scene, alt } = game.pictures.picture(
    game.knowledge.view(done?.state ?? state, viewer),
    moment,
    at === undefined ? {} : { at },
  );
  return { name, scene, alt };
}

/** What the Union is shown while it chooses a hex. */
function reachable(name: string, state: State, draft: Draft): Exhibit {
  const shown = game.pictures.sketch?.(game.knowledge.view(state, 'union'), 'union', draft);
  if (!shown) throw new Error(`Nothing can be chosen for ${name}`);
  return { name, scene: shown.scene, alt: shown.alt };
}

/** The pictures of The Wilderness Campaign as `npm run gallery` hangs them. */
export const wilderness: Gallery = {
  system: 'wilderness',
  title: 'The Wilderness Campaign',
  rooms: () => {
    const line = position(LINE, { entrenched: ['2228'] });
    const march: Order = { verb: 'move', from: '2325', units: 'u-iii', to: '2426' };
    const marches = [
      { verb: 'move', from: '2224', units: 'u-cav-2', to: '2121' },
      { verb: 'move', from: '2325', units: 'u-iii', to: '3024' },
    ];
    const plan = game.play?.planning?.picture(game.knowledge.view(line, 'union'), 'union', marches);
    const probe: Order = { verb: 'probe', unit: 'u-cav-1', target: '2427' };
    const combat = position({ ...LINE, 'u-v': '2427', 'u-vi': '2427', 'c-cav-1': '2527' }, { step: 'combat' });
    const attack: Order = { verb: 'attack', target: '2428', with: ['u-v', 'u-vi'] };
    const charge: Order = { verb: 'charge', target: '2527', with: ['u-cav-1'] };
    const marched = { hex: '2427', deeds: ['marched'] } as const;
    const near = position({ ...LINE, 'u-v': marched, 'u-vi': marched, 'c-cav-1': '2630' });
    const hasty: Order = { verb: 'hasty', from: '2427', units: 'u-v+u-vi', target: '2428' };
    const start = game.rules.start('may', sealedAt('the gallery', 0, 'start')).state;
    return [
      {
        title: 'The theatre',
        exhibits: [
          exhibit('Set-up of the Union', start, 'union'),
          exhibit('Set-up as a bystander sees it', start, 'public'),
          exhibit('The armies face down', line, 'public'),
          exhibit('All of it', line, 'public', ALL),
          exhibit('The armies as the Confederates see them', line, 'confederate'),
        ],
      },
      {
        title: 'Close-ups',
        exhibits: [
          exhibit('On the Rapidan, to the public', line, 'public', '2326'),
          exhibit('On the Rapidan, to the Union', line, 'union', '2326'),
          exhibit('A march, to the Confederates', line, 'confederate', undefined, march),
          ...(plan ? [{ name: 'A plan of two marches', scene: plan.scene, alt: plan.alt }] : []),
          exhibit('A probe that finds cavalry', line, 'public', undefined, probe, 1),
        ],
      },
      {
        title: 'A battle',
        exhibits: [
          exhibit('An attack, to the public', combat, 'public', undefined, attack, 2),
          exhibit('A hasty attack, to the Confederates', near, 'confederate', undefined, hasty, 3),
          exhibit('Cavalry against cavalry', combat, 'union', undefined, charge, 4),
        ],
      },
      {
        title: 'Where units can go',
        exhibits: [
          reachable('A corps', line, { verb: 'move', from: '2325', units: 'u-iii' }),
          reachable('Set-up', start, { verb: 'place', unit: 'u-dummy-1' }),
        ],
      },
    ];
  },
};
