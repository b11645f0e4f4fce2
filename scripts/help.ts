// npm start -- --help
import { settingsHelp } from '../src/settings.ts'

console.log(`PLP, the Premier League prediction game

  npm start                       starts the server; needs nothing else
  npm start -- --show-database    prints the address of its PostgreSQL with the password, for psql and scripts
  npm run dev                     starts the server, rebuilding and restarting when a file changes
  npm test                        types, lint and every test

${settingsHelp()}`)
