import { opening } from '../systems/overland/sheet.ts';
import { answerFirstMap } from './first-map.ts';

// Run by `firstMap` in a process of its own.
await answerFirstMap(opening().scene);
