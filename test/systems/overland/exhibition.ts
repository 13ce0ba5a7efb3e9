import type { Gallery } from '../../gallery/gallery.ts';
import { rooms } from './sheets.ts';

/** Overland's pictures as `npm run gallery` hangs them. */
export const overland: Gallery = {
  system: 'overland',
  title: 'Overland',
  rooms: () =>
    Object.entries(rooms()).map(([title, sheets]) => ({
      title,
      exhibits: Object.entries(sheets).map(([name, { scene, alt }]) => ({ name, scene, alt })),
    })),
};
