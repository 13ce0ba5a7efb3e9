import { played } from './played.ts';
import { requests } from './scenarios/requests.ts';

played('requests', requests);
