import * as z from 'zod/mini'
import type { FieldLogger } from '../../kernel/logger.ts'
import { HttpProblem } from '../../slice/problem.ts'
import type { EngineStatus, ProjectionOperations, ProjectionStatus } from '../../slice/projection-status.ts'
import { type RouteDefinition, route, tagged } from '../../slice/route.ts'
import { type ProjectionState, Projections } from './contract.ts'

interface AdministrationRouteDependencies {
  readonly engine: ProjectionOperations
  readonly logger: FieldLogger
}

const params = z.object({ name: z.string().check(z.regex(/^[a-z-]{1,60}$/)) })

/** Routes for the state of read models and reactors, and for stopped ones. */
export function administrationRoutes({ engine, logger }: AdministrationRouteDependencies): RouteDefinition[] {
  const state = async (): Promise<Projections> => projectionsOf(await engine.status())

  /** Throws 404 for an unknown name. */
  async function known(name: string): Promise<ProjectionStatus> {
    const found = (await engine.status()).projections.find((projection) => projection.name === name)
    if (!found) throw new HttpProblem(404, 'There is no such read model')
    return found
  }

  const resume = (verb: 'retry' | 'skip', summary: string) =>
    route({
      method: 'post',
      path: `/api/admin/projections/:name/${verb}`,
      access: 'admin',
      summary,
      params,
      responses: { 200: Projections },
      problems: [404, 409],
      async handle({ params: { name } }) {
        await known(name)
        if (!(await engine[verb](name))) throw new HttpProblem(409, 'It isn’t stopped')
        return { body: state }
      },
    })

  return tagged('Administration', [
    route({
      method: 'get',
      path: '/api/admin/projections',
      access: 'admin',
      summary: 'Read models and reactors, and the events that they failed to process',
      responses: { 200: Projections },
      handle: async () => ({ body: await state() }),
    }),
    resume('retry', 'Retries the event that stopped it'),
    resume('skip', 'Skips the event that stopped it'),
    route({
      method: 'post',
      path: '/api/admin/projections/:name/rebuild',
      access: 'admin',
      summary: 'Starts a rebuild of a read model next to the live one, without waiting for its end',
      params,
      responses: { 200: Projections },
      problems: [404, 409],
      async handle({ params: { name } }) {
        const { kind, rebuilding } = await known(name)
        if (kind === 'reactor') throw new HttpProblem(409, 'A reactor is never rebuilt')
        if (rebuilding) throw new HttpProblem(409, 'A rebuild is already running')
        // A node that shuts down aborts the rebuild.
        engine
          .rebuild(name)
          .catch((error) =>
            error.name === 'AbortError'
              ? logger.warn({ projection: name }, 'a rebuild was aborted')
              : logger.error({ err: error, projection: name }, 'rebuild failed'),
          )
        return { body: state }
      },
    }),
  ])
}

function projectionsOf({ leader, projections, deadLetters }: EngineStatus): Projections {
  return {
    leads: leader,
    projections: projections.map(stateOf),
    poison: deadLetters
      .filter((deadLetter) => deadLetter.outcome === 'waiting')
      .map(({ name, eventId, eventType, stream, error, at }) => ({
        projection: name,
        eventId,
        eventType,
        stream,
        error,
        at,
      })),
  }
}

function stateOf(status: ProjectionStatus): ProjectionState {
  const { name, kind, events, behind, paused, generation, rebuilding, rebuildError } = status
  return {
    name,
    kind,
    events,
    behind,
    error: paused?.error ?? null,
    version: status.liveVersion,
    generation,
    rebuilding: rebuilding && { done: rebuilding.done, total: rebuilding.total },
    rebuildError,
  }
}
