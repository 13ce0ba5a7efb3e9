import type { Gallery } from '../../gallery/gallery.ts';
import { rooms } from './scenes.ts';

/** The pictures of Road to Richmond as `npm run gallery` hangs them. */
export const roadToRichmond: Gallery = {
  system: 'road-to-richmond',
  title: 'Road to Richmond',
  rooms: () =>
    Object.entries(rooms()).map(([title, pictures]) => ({
      title,
      exhibits: Object.entries(pictures).map(([name, { scene, alt }]) => ({ name, scene, alt })),
    })),
};
