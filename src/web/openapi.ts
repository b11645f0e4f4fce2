import { STATUS_CODES } from 'node:http'
import * as z from 'zod/mini'
import { HealthAnswer, Problem, ReadinessAnswer } from '../contracts/common.ts'
import type { RouteDefinition } from '../slice/route.ts'
import { MAX_KEY_CHARACTERS } from './idempotency.ts'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return json
}

const problem = (status: number): Json => ({
  description: STATUS_CODES[status] ?? 'Error',
  ...(status === 429 || status === 503
    ? { headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer', minimum: 1 } } } }
    : {}),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

function problemsOf(route: RouteDefinition): number[] {
  const statuses = new Set<number>([429, 503, ...(route.problems ?? (route.params ? [404] : []))])
  if (route.params || route.query || route.body) statuses.add(400)
  if (route.access !== 'public') statuses.add(401)
  if (route.access === 'admin') statuses.add(403)
  // Also for routes without a body: a body or key may be sent and is checked first.
  if (route.method !== 'get') for (const status of [400, 403, 413, 415]) statuses.add(status)
  return [...statuses].sort((a, b) => a - b)
}

function parametersOf(route: RouteDefinition): Json[] {
  const of = (schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Json[] => {
    if (!schema) return []
    const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] }
    return Object.entries(properties).map(([name, json]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: json,
    }))
  }
  const idempotency =
    route.method !== 'get' && route.access !== 'public' && !route.isSecret
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: false,
            schema: { type: 'string', minLength: 1, maxLength: MAX_KEY_CHARACTERS },
          },
        ]
      : []
  return [...of(route.params, 'path'), ...of(route.query, 'query'), ...idempotency]
}

const TOTAL: Json = { description: 'Entries of the whole list', schema: { type: 'integer', minimum: 0 } }
const NEXT: Json = { description: 'The `cursor` of the next page; absent on the last page', schema: { type: 'string' } }

const formOf = (field: string): Json => ({
  required: true,
  content: {
    'multipart/form-data': {
      schema: { type: 'object', properties: { [field]: { type: 'string', format: 'binary' } }, required: [field] },
    },
  },
})

function operationOf(route: RouteDefinition): Json {
  const successes = Object.entries(route.responses).map(([status, schema]) => [
    status,
    {
      description: STATUS_CODES[Number(status)] ?? 'Success',
      ...(route.isPaged ? { headers: { 'Plp-Total': TOTAL } } : {}),
      ...(route.hasCursor ? { headers: { 'Plp-Next-Cursor': NEXT } } : {}),
      ...(schema ? { content: { 'application/json': { schema: schemaOf(schema, 'output') } } } : {}),
      ...(route.sends ? { content: { [route.sends]: { schema: { type: 'string', format: 'binary' } } } } : {}),
    },
  ])
  return {
    summary: route.summary,
    tags: [route.tag],
    operationId: `${route.method}${route.path.replace(/^\/api/, '').replace(/[^A-Za-z0-9]+(.)?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? '')}`,
    'x-access': route.access,
    ...(route.access === 'public' ? { security: [] } : {}),
    parameters: parametersOf(route),
    ...(route.body
      ? {
          requestBody: {
            // A body is optional if an empty object is valid.
            required: !z.safeParse(route.body as z.ZodMiniType, {}).success,
            content: { 'application/json': { schema: schemaOf(route.body, 'input') } },
          },
        }
      : {}),
    ...(route.file ? { requestBody: formOf(route.file) } : {}),
    responses: Object.fromEntries([
      ...successes,
      ...problemsOf(route).map((status) => [String(status), problem(status)]),
    ]),
  }
}

const answer = (status: number, type: string, schema: Json): Json => ({
  [status]: { description: STATUS_CODES[status], content: { [type]: { schema } } },
})

/** Paths for monitoring (`health.ts`). */
function healthPaths(): Record<string, Json> {
  const of = (path: string, summary: string, responses: Json): Record<string, Json> => ({
    [path]: {
      get: {
        summary,
        tags: ['Health'],
        operationId: `get${path[1]!.toUpperCase()}${path.slice(2)}`,
        'x-access': 'public',
        security: [],
        parameters: [],
        responses,
      },
    },
  })
  const readiness = schemaOf(ReadinessAnswer, 'output')
  return {
    ...of('/healthz', 'The process is alive', answer(200, 'application/json', schemaOf(HealthAnswer, 'output'))),
    ...of('/readyz', 'Stores are reachable and projections have caught up; else what is missing', {
      ...answer(200, 'application/json', readiness),
      ...answer(503, 'application/json', readiness),
    }),
    ...of(
      '/metrics',
      'Metrics for Prometheus: for programs of the same machine, or with the METRICS_TOKEN as a bearer',
      {
        ...answer(200, 'text/plain', { type: 'string' }),
        401: problem(401),
      },
    ),
  }
}

/** Returns the OpenAPI 3.1 description of all routes, from the schemas that validate them. */
export function openApiOf(routes: readonly RouteDefinition[]): Json {
  const paths: Record<string, Json> = healthPaths()
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method]: operationOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'PLP',
      version: '1',
      description:
        'Premier League score predictions. JSON in, JSON out, but for pictures; errors are RFC 9457 problems; times are ISO 8601 UTC.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ session: [] }],
    paths,
    components: {
      schemas: { Problem: schemaOf(Problem, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'plp_session' } },
    },
  }
}
