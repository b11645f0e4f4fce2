import type { TestClient } from '../support/client.ts'

interface MeasuredPage {
  readonly name: string
  /** Undefined: the page of a share. */
  readonly path: string | undefined
  readonly isSignedIn: boolean
}

const inside = (name: string, path = `/${name}`): MeasuredPage => ({ name, path, isSignedIn: true })

/** The pages that players open first, with and without a session. */
export const PAGES: readonly MeasuredPage[] = [
  { name: 'landing', path: '/', isSignedIn: false },
  inside('home', '/'),
  inside('leagues'),
  inside('competitions'),
  inside('achievements'),
  inside('social'),
  inside('analytics'),
  inside('news'),
  inside('profile'),
  inside('table'),
  inside('leaderboard'),
  { name: 'shared', path: undefined, isSignedIn: false },
]

/** The player picks ten matches, creates a league, joins a competition and shares picks. Returns the token of the share. */
export async function preparePlayer(player: TestClient): Promise<string> {
  const fixtures: { id: number; status: string; kickoffTime: string | null }[] = await player.get('/api/fixtures')
  const tomorrow = Date.now() + 24 * 3_600_000
  const open = fixtures
    .filter(({ status, kickoffTime }) => status === 'SCHEDULED' && kickoffTime && Date.parse(kickoffTime) > tomorrow)
    .sort((a, b) => a.kickoffTime!.localeCompare(b.kickoffTime!) || a.id - b.id)
    .slice(0, 10)
  for (const { id } of open)
    await create(player, '/api/predictions', {
      fixtureId: id,
      predictedResult: 'home',
      predictedHomeScore: 2,
      predictedAwayScore: 1,
    })
  await create(player, '/api/leagues', { name: 'Back Post Club', type: 'private' })
  const competitions: { id: number; status: string }[] = await player.get('/api/competitions')
  const joinable = competitions.find(({ status }) => status === 'upcoming') ?? competitions[0]
  if (joinable) await player.post(`/api/competitions/${joinable.id}/join`)
  const picks: { id: number }[] = await player.get('/api/predictions')
  const predictionIds = picks.slice(0, 5).map(({ id }) => id)
  const share = await create(player, '/api/share-predictions', { predictionIds, title: 'My weekend' })
  return share.shareUrl
}

async function create(player: TestClient, path: string, given: object) {
  const { status, body } = await player.post(path, given)
  if (status !== 201) throw new Error(`POST ${path}: ${status} ${body?.detail}`)
  return body
}
