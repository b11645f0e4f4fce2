import { sql, type Transaction } from 'kysely'
import type { SeasonEvent, TeamEvent } from '../../src/areas/fixtures/events.ts'
import type { Recorded } from '../../src/kernel/event.ts'

/** Saves clubs, seasons and deductions. They are rare, so each uses its own statement. */
export async function saveCatalogue(tx: Transaction<unknown>, fact: Recorded<TeamEvent | SeasonEvent>): Promise<void> {
  switch (fact.type) {
    case 'TeamRegistered': {
      const { teamId, slug, name, shortName, code, colours } = fact.data
      await sql`
        insert into teams (id, slug, name, short_name, code, field, band, letters)
        values (${teamId}, ${slug}, ${name}, ${shortName}, ${code}, ${colours.field}, ${colours.band}, ${colours.letters})
        on conflict (id) do nothing
      `.execute(tx)
      return
    }
    case 'SeasonOpened':
      await sql`
        insert into seasons (season, name, anchor) values (${fact.data.season}, ${fact.data.name}, ${fact.data.anchor})
        on conflict (season) do nothing
      `.execute(tx)
      return
    case 'PointsDeducted': {
      const { season, teamId, points, reason, source } = fact.data
      await sql`
        insert into deductions (id, season, team_id, points, reason, source, at)
        values (${fact.id}, ${season}, ${teamId}, ${points}, ${reason}, ${source}, ${fact.metadata.at})
        on conflict (id) do nothing
      `.execute(tx)
      return
    }
  }
}
