import { describe, expect, test } from 'vitest';
import { isFaulty, type SystemModule } from '../../src/game/index.ts';
import { readLibrary } from '../../src/host/index.ts';
import { overland } from '../../src/systems/overland/index.ts';
import { picketLine } from '../games/picket-line/index.ts';
import { camp, GRANT, SIGEL } from './camp.ts';
import { by, facesOf, folderOf, headquarters, said } from './fixture.ts';

const MOVED = 'The ballot has moved to a newer message below.';
const old = { channel: 'front', message: '900' };

/** A vote at the table whose map is message 900, and the map again, message 901. */
function movedOn() {
  const c = camp({ mode: 'vote' });
  for (const message of ['900', '901']) c.host.carried(said(c.host.map(c.as('Bo'))).cards, 'front', message);
  return c;
}

describe('a message that its ballot has left', () => {
  test('says so while the ballot is open, without a button, and is in order then', () => {
    const { host } = movedOn();
    expect(host.outdated()).toEqual([old]);
    const face = host.face(old);
    expect(face).toEqual({ ...old, cards: [], note: MOVED, rows: [], menu: null });
    if (face) host.refreshed(face);
    expect([host.outdated(), host.face(old)]).toEqual([[], null]);
  });

  test('shows nothing of a ballot that is closed, whatever has opened since', () => {
    const c = movedOn();
    c.vote('Bo', GRANT);
    said(c.host.overrule(c.as('Ada'), JSON.stringify({ leader: 'sigel', verb: 'attack' })));
    expect(c.open()).toMatchObject({ message: null });
    expect(c.host.face(old)).toEqual({ ...old, cards: [], note: null, rows: [], menu: null });
  });

  test('shows nothing where the newer message is gone', () => {
    const { host } = movedOn();
    host.messageGone({ channel: 'front', message: '901' });
    expect(host.face(old)?.note).toBeNull();
  });

  test('shows what it still carries, or carries again', () => {
    const c = movedOn();
    c.host.messageGone({ channel: 'front', message: '901' });
    c.host.pressed([c.open().id], 'front', '900');
    expect(c.host.face(old)).toMatchObject({ note: null, cards: [{ ballot: c.open().id }] });
  });
});

test('what is in order is made for nobody: a message, a ballot that has its own, none at all', () => {
  const c = movedOn();
  for (const face of facesOf(c.host)) c.host.refreshed(face);
  expect(c.host.face({ channel: 'front', message: '901' })).toBeNull();
  expect(c.host.face({ channel: 'front', message: '1' })).toBeNull();
  expect(c.host.posting(c.open().id)).toBeNull();
  expect(c.host.posting(99)).toBeNull();
});

test('a game whose rules throw is listed with all others, and throws alone', () => {
  const c = camp({ mode: 'vote' });
  c.host.carried(said(c.host.map(c.as('Bo'))).cards, 'front', '900');
  c.vote('Bo', SIGEL);
  const rear = { channel: 'rear' };
  said(c.host.start(by('Ada', rear), 'picket-line', null));
  said(c.host.join(by('Bo', rear), 'union'));
  said(c.host.setCouncil(by('Bo', rear), { quorum: '5' }, {}));
  c.store.settle('campaign01', 99);
  const broken: SystemModule = {
    ...overland,
    load(files) {
      const system = overland.load(files);
      if (isFaulty(system)) return system;
      const bug = () => {
        throw new TypeError('A bug of the rules');
      };
      return { ...system, start: bug, apply: bug };
    },
  };
  const { host } = headquarters({ library: readLibrary([broken, picketLine], folderOf) });
  expect(host.outdated()).toEqual([old]);
  expect(() => host.face(old)).toThrow('A bug of the rules');
  host.messageGone(old);
  const [front, other] = host.unposted();
  expect([front?.channel, other?.channel]).toEqual(['front', 'rear']);
  expect(() => host.posting(front?.ballot ?? 0)).toThrow('A bug of the rules');
  expect(host.posting(other?.ballot ?? 0)).toMatchObject({ channel: 'rear', answer: { to: 'channel' } });
});
