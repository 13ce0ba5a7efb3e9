export * from './course.ts';
export * from './prospects.ts';
export * from './solve.ts';
