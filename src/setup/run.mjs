// The entry of `npm start`. It checks Node's version before it imports anything, in syntax that an old Node can parse.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major > 20 || (major === 20 && minor >= 9)) {
  import('./npm-commands.mjs').then(({ runCommand }) => runCommand(process.argv.slice(2)));
} else {
  const needed = `Council of War needs Node 20.9 or later, and this is Node ${process.versions.node}.`;
  process.stderr.write(`${needed} Install a newer Node and run the same command again.\n`);
  process.exitCode = 69;
}
