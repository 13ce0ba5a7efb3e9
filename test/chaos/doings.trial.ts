import { played } from './played.ts';
import { doings } from './scenarios/doings.ts';

played('larger doings', doings);
