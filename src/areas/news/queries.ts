import { type RawBuilder, sql } from 'kysely'
import { marked, namesIn } from '../../slice/names-in-text.ts'
import { type PersonRow, personJson, personOf } from '../../slice/person.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import type { Team } from '../fixtures/contract.ts'
import { teamJson } from '../fixtures/queries.ts'
import type { Author } from '../sharing/contract.ts'
import type { Article, NewsStory, StoryCard } from './contract.ts'
import type { Story, StoryFacts, StoryKind } from './events.ts'
import { pictureOf } from './picture.ts'
import { calledBy, notesFor, type Reader } from './reader.ts'
import { KINDS, write } from './writer.ts'

/** Source name of the game’s own news. */
const SOURCE = 'Club news'
/** Number of other stories returned with one. */
const MORE = 5
/** Order of stories with the same time. */
const ORDER: readonly StoryKind[] = [
  'winner',
  'upset',
  'lead',
  'table',
  'best-score',
  'best-mean',
  'round-up',
  'report',
]

interface Row extends Pick<StoryFacts, 'slug' | 'season' | 'gameweek' | 'story' | 'publishedAt'> {
  /** By place in the story; `person` null: the account is deleted. */
  readonly players: readonly { readonly place: number; readonly id: number; readonly person: PersonRow | null }[]
}

interface Found {
  readonly stories: readonly Row[]
  readonly clubs: readonly Team[]
}

/** Latest stories of a season. */
export async function latestNews(db: ReadDb, season: string | null, limit: number): Promise<Article[]> {
  const { stories, clubs } = await find(db, sql`n.season = ${season}`, limit)
  return stories.map(articleWith(clubs))
}

/** Latest stories of a season, with the reader’s picks and league mates in them. */
export async function storyCards(
  db: ReadDb,
  season: string | null,
  limit: number,
  reader: Reader,
): Promise<StoryCard[]> {
  const { stories, clubs } = await find(db, sql`n.season = ${season}`, limit)
  if (stories.length === 0) return []
  const fixtureIds = stories.flatMap(({ story }) => fixtureIn(story) ?? [])
  const players = stories.flatMap((row) => row.players.map(({ id }) => id))
  const { matches, mates } = await notesFor(db, reader, fixtureIds, players)
  const articleOf = articleWith(clubs)
  return stories.map((row) => {
    const note = matches.get(fixtureIn(row.story) ?? 0)
    const exactMates = note?.exactMates ?? 0
    return {
      ...articleOf(row),
      gameweek: row.gameweek,
      kind: KINDS[row.story.kind],
      isReport: row.story.kind === 'report',
      yours: note?.yours ?? null,
      exactMates,
      isOfMyLeagues: exactMates > 0 || row.players.some(({ id }) => id === reader.id || mates.has(id)),
    }
  })
}

/** A story with others of its gameweek; null: unknown slug. */
export async function newsStory(db: ReadDb, slug: string, reader: Reader): Promise<NewsStory | null> {
  const ofGameweek = sql`(n.season, n.gameweek) = (select season, gameweek from read.news where slug = ${slug})`
  const { stories, clubs } = await find(db, ofGameweek, MORE + 1, slug)
  const [row, ...others] = stories
  if (!row) return null
  const { season, gameweek, story, publishedAt } = row
  const clubOf = clubsOf(clubs)
  const fixtureId = fixtureIn(story)
  return {
    ...{ slug, season, gameweek, publishedAt },
    kind: KINDS[story.kind],
    ...textOf(row, clubs),
    match: matchIn(story, clubOf),
    crowd: 'crowd' in story ? story.crowd : null,
    scores: 'scores' in story ? story.scores.map(([home, away, players]) => ({ home, away, players })) : [],
    moves: 'moves' in story ? story.moves.map(({ teamId, ...move }) => ({ team: clubOf(teamId), ...move })) : [],
    ...(fixtureId === null ? { yours: null, mates: [] } : await calledBy(db, reader, fixtureId)),
    more: others.map(articleWith(clubs)),
  }
}

/** Stories with their clubs and players, newest first, as a query; the slug `first` comes before all others. */
export const storyRows = (where: RawBuilder<unknown>, limit: number, first = ''): RawBuilder<Found> => sql<Found>`
    with found as (
      select n.slug, n.season, n.gameweek, n.story, n.published_at from read.news n where ${where}
      order by n.slug <> ${first}, n.published_at desc, array_position(${[...ORDER]}::text[], n.kind), n.slug limit ${limit}
    )
    select coalesce((
      select json_agg(json_build_object('slug', f.slug, 'season', f.season, 'gameweek', f.gameweek, 'story', f.story,
        'publishedAt', to_char(f.published_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'players', coalesce((
          select json_agg(json_build_object('place', p.place, 'id', p.user_id, 'person', case when u.username is not null then ${personJson('u')} end)) from read.news_players p
          left join read.people u on u.id = p.user_id where p.slug = f.slug
        ), '[]')
      ) order by f.slug <> ${first}, f.published_at desc, array_position(${[...ORDER]}::text[], f.story->>'kind'), f.slug) from found f
    ), '[]') as stories, coalesce((
      select json_agg(${teamJson('t')}) from read.teams t
    ), '[]') as clubs
  `

const find = async (db: ReadDb, ...args: Parameters<typeof storyRows>): Promise<Found> =>
  (await storyRows(...args).execute(db)).rows[0]!

const clubsOf = (clubs: readonly Team[]) => {
  const byId = new Map(clubs.map((club) => [club.id, club]))
  return (id: number): Team => byId.get(id)!
}

function textOf({ slug, season, gameweek, story, players }: Row, clubs: readonly Team[]) {
  const clubOf = clubsOf(clubs)
  const people: (Author | null)[] = []
  for (const { place, id, person } of players) people[place] = person && { id, ...personOf(person) }
  const written = write(
    { slug, season, gameweek, story },
    { club: (id) => clubOf(id).shortName, players: people.map((person) => person && marked(person.username)) },
  )
  const read = (sentence: string) =>
    namesIn(
      sentence,
      people.filter((person) => person !== null),
    )
  const [description, paragraphs] = [read(written.description), written.paragraphs.map(read)]
  return {
    title: read(written.title).text,
    description: description.text,
    paragraphs: paragraphs.map(({ text }) => text),
    names: { description: description.names, paragraphs: paragraphs.map(({ names }) => names) },
  }
}

const articleWith =
  (clubs: readonly Team[]) =>
  (row: Row): Article => {
    const { title, description } = textOf(row, clubs)
    const shown = shownIn(row.story).map(clubsOf(clubs))
    return {
      ...{ title, description, publishedAt: row.publishedAt },
      urlToImage: shown.length === 0 ? null : pictureOf(shown),
      url: `/news/${row.slug}`,
      source: { name: SOURCE },
    }
  }

/** Clubs shown in a story’s picture. */
function shownIn(story: Story): readonly number[] {
  if (story.kind === 'table') return story.leaders.slice(0, 2)
  const match = 'match' in story ? story.match : 'most' in story ? story.most : null
  return match ? [match.homeTeamId, match.awayTeamId] : []
}

const fixtureIn = (story: Story): number | null => ('match' in story ? story.match.fixtureId : null)

function matchIn(story: Story, clubOf: (id: number) => Team): NewsStory['match'] {
  if (!('match' in story)) return null
  const { fixtureId, homeTeamId, awayTeamId, result, score } = story.match
  return { fixtureId, home: clubOf(homeTeamId), away: clubOf(awayTeamId), result, score }
}
