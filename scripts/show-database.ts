// npm start -- --show-database
import { embeddedAddress } from '../src/database/embedded/embedded-postgres.ts'
import { readSettings } from '../src/settings.ts'

const read = readSettings(process.env)
if (!read.ok) {
  console.error(read.problem)
  process.exit(1)
}
const { databaseUrl, dataDir } = read.settings
const address = databaseUrl ?? embeddedAddress(dataDir)
if (address === null) {
  console.error(`There is no database in ${dataDir} yet; npm start makes it`)
  process.exit(1)
}
console.log(address)
