// npm start -- --help
import { settingsHelp } from '../src/settings.ts'

console.log(`PLP, the Premier League prediction game

  npm start              starts the server; needs nothing else
  npm run dev            the same, rebuilding and restarting when a file changes
  npm test               types, lint and every test

${settingsHelp()}`)
