import { played } from './played.ts';
import { places } from './scenarios/places.ts';

played('places', places);
