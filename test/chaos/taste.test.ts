import { played } from './played.ts';
import { doings } from './scenarios/doings.ts';
import { gateway } from './scenarios/gateway.ts';
import { places } from './scenarios/places.ts';
import { requests } from './scenarios/requests.ts';

// All of them are played by `npm run trials`.
played(
  'one of each kind',
  [requests, gateway, places, doings].flatMap((kind) => kind.filter(({ long }) => !long).slice(0, 1)),
);
