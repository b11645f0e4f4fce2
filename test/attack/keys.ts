import { randomBytes, randomUUID } from 'node:crypto'
import { type Attack, counted } from './attack.ts'
import { each, range } from './http.ts'

const LARGE = 60
const KEYS_A_DAY = 1_000
/** For a refusal, a status and a sentence are stored, with the key and its times. */
const BYTES_A_KEY = 1_000
const PATH_CHARACTERS = 100

export const keys: Attack = {
  name: 'key flood',
  does: `${LARGE} refused writes whose bodies hold a 90 kB key, each under an Idempotency-Key of its own; then more keys than a day has`,
  async run(game) {
    const player = await game.newPlayer('keeper')
    const rows = async () => {
      const { rows } = await game.database.query<{ keys: number; bytes: number }>(
        'select count(*)::int as keys, coalesce(sum(octet_length(k::text)), 0)::int as bytes from app.idempotency_keys k where user_id = $1',
        [player.id],
      )
      return rows[0]!
    }
    // The long key has random characters, which PostgreSQL cannot compress; its value is a text that cannot be stored.
    const large = () => ({
      predictions: [{ fixtureId: 1, predictedResult: 'home', [randomBytes(67_500).toString('base64')]: '\u0000' }],
    })
    const write = (body: unknown) =>
      player.send('PUT', '/api/predictions/gameweek/1', body, { 'idempotency-key': randomUUID() })
    const answers = await each(range(LARGE), 10, () => write(large()))
    const kept = await rows()
    const aKey = Math.round(kept.bytes / Math.max(1, kept.keys))
    const longest = Math.max(
      ...answers.flatMap(({ body }) => (body?.errors ?? []).map((error: { path: string }) => error.path.length)),
      0,
    )
    const more = await each(range(KEYS_A_DAY - LARGE + 60), 20, () => write({ predictions: [] }))
    const refused = more.filter(({ status }) => status === 429)
    const { keys } = await rows()
    return [
      {
        holds: `of a refused write at most ${BYTES_A_KEY.toLocaleString('en')} bytes are kept`,
        seen: `${aKey.toLocaleString('en')} bytes a key (${counted(answers.map(({ status }) => status))})`,
        ok: aKey <= BYTES_A_KEY,
      },
      {
        holds: `the path of an error has at most ${PATH_CHARACTERS} characters`,
        seen: `${longest.toLocaleString('en')} characters`,
        ok: longest <= PATH_CHARACTERS,
      },
      {
        holds: `${KEYS_A_DAY.toLocaleString('en')} keys a user and day, then 429 with Retry-After`,
        seen: `${keys.toLocaleString('en')} kept, ${refused.length} × 429`,
        ok:
          keys <= KEYS_A_DAY &&
          refused.length > 0 &&
          refused.every(({ headers }) => Number(headers['retry-after']) > 0),
      },
    ]
  },
}
