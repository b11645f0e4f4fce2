/** One step of the schema that is not projected. Steps are never changed once released; new ones are added at the end. */
export interface Migration {
  readonly name: string
  readonly sql: string
}
