/**
 * What a process that a test starts is given of the tests' own environment: nothing that is a setting, and the folder of what Node has
 * compiled, as compiling the game again takes every command a second.
 */
export function bareEnvironment() {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE }
}
