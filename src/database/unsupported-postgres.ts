/** The oldest supported major version. */
const OLDEST_MAJOR = 15

/** The server of `DATABASE_URL` is too old. The message is one line for the terminal. */
export class UnsupportedPostgres extends Error {
  override readonly name = 'UnsupportedPostgres'
}

/** @param versionNumber `server_version_num`, such as 180004 */
export function assertSupported(versionNumber: number): void {
  const major = Math.floor(versionNumber / 10_000)
  if (major < OLDEST_MAJOR)
    throw new UnsupportedPostgres(`DATABASE_URL takes a PostgreSQL ${OLDEST_MAJOR} or later; this one is ${major}`)
}
