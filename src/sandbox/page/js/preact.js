// @ts-nocheck The types are in preact.d.ts.
/** preact's hooks and htm's templates, in one file of the package htm. In a browser `..` ends at the root: /node_modules/htm/…. */
export * from '../../../../node_modules/htm/preact/standalone.module.js';
