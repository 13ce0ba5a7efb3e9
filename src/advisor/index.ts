export * from './balance.ts';
export * from './course.ts';
export * from './outcomes.ts';
export * from './prospects.ts';
export * from './solve.ts';
