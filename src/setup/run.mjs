// The entry of `npm start` and `npm test`. It checks Node's version before it imports anything, in syntax that
// an old Node can parse.
const oldest = [20, 9];
const version = process.versions.node.split('.').map(Number);

if (version[0] < oldest[0] || (version[0] === oldest[0] && version[1] < oldest[1])) {
  process.stderr.write(
    `Council of War needs Node ${oldest.join('.')} or later, and this is Node ${process.versions.node}. ` +
      'Install a newer Node and run the same command again.\n',
  );
  process.exit(69);
} else {
  import('./npm-commands.mjs').then(({ runCommand }) => runCommand(process.argv.slice(2)));
}
