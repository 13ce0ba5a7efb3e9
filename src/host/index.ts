export type { Answer, Button, Drawing, Menu, Point, Press } from './answer.ts';
export { clipped, say } from './answer.ts';
export type { Caller } from './caller.ts';
export { Host } from './host.ts';
export { BrokenData, type Edition, type Library, readLibrary } from './library.ts';
export type { Completion } from './offers.ts';
export type { Renderer } from './report.ts';
export { type Chance, realChance } from './seal.ts';
