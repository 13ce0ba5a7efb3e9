import { answerFirstMap } from './first-map.ts';
import { OVERLAND } from './overland.ts';

// Run by `firstMap` in a process of its own.
await answerFirstMap(OVERLAND[0] as (typeof OVERLAND)[number]);
