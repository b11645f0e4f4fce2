/** For commands without arguments: prints the help for `--help`, and refuses other arguments. Both end the process. */
export function onlyHelp(command: string, help: string): void {
  const [argument] = process.argv.slice(2)
  if (argument === undefined) return
  const isHelp = argument === '--help' || argument === '-h'
  if (isHelp) console.log(help)
  else console.error(`npm run ${command} takes no arguments; ${argument} is one`)
  process.exit(isHelp ? 0 : 1)
}
