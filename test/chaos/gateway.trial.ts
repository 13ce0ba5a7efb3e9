import { played } from './played.ts';
import { gateway } from './scenarios/gateway.ts';

played('the gateway', gateway);
