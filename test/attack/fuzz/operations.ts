/** A JSON schema of the document; only the fields that the fuzz reads. */
export interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: Schema
}

/** A call that the OpenAPI document describes. */
export interface Operation {
  readonly method: string
  /** With `{names}` for its parameters. */
  readonly path: string
  readonly access: 'public' | 'user' | 'admin'
  readonly parameters: readonly Parameter[]
  readonly body: Schema | null
  /** By status: media types and schemas of the response. */
  readonly responses: Readonly<Record<string, Readonly<Record<string, Schema>>>>
}

/** The document as served. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface DescribedOperation {
  readonly 'x-access': Operation['access']
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >
}

export function operationsOf({ paths }: OpenApi): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      method: method.toUpperCase(),
      path,
      access: described['x-access'],
      parameters: described.parameters ?? [],
      body: described.requestBody?.content['application/json']?.schema ?? null,
      responses: Object.fromEntries(
        Object.entries(described.responses).map(([status, { content = {} }]) => [
          status,
          Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, schema])),
        ]),
      ),
    })),
  )
}

export const nameOf = ({ method, path }: Pick<Operation, 'method' | 'path'>): string => `${method} ${path}`
