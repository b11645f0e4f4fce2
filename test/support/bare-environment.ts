/**
 * The environment for a process that a test starts. It passes no settings, but keeps Node's compile cache, as compiling
 * the game again costs every command a second.
 */
export function bareEnvironment() {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, NODE_V8_COVERAGE } = process.env
  return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, ...(NODE_V8_COVERAGE ? { NODE_V8_COVERAGE } : {}) }
}
