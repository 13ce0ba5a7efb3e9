import { describe } from 'vitest';
import { expectLegible } from './legible.ts';
import { rooms } from './sheets.ts';

const sheets = Object.values(rooms()).flatMap((room) => Object.entries(room));

describe('every word of every picture', () => expectLegible(sheets));
