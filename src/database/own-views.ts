/** Schema of each view that queries of this process name as `read.{view}` or `"read"."{view}"`. */
export class OwnViews {
  #schemas: ReadonlyMap<string, string> = new Map()
  /** Results for prepared statements, whose texts are constant. */
  readonly #prepared = new Map<string, string>()

  /** Until this call, and for views without a schema, queries use those of `read`. */
  use(schemas: ReadonlyMap<string, string>): void {
    this.#schemas = schemas
    this.#prepared.clear()
  }

  /** Names the schemas of the views. `read."view"` is left: it always means the view of `read`. */
  resolve(text: string): string {
    if (this.#schemas.size === 0 || !text.includes('read')) return text
    return text.replace(/\bread\.([a-z_]+)|"read"\."([a-z_]+)"/g, (named, plain, quoted) => {
      const schema = this.#schemas.get(plain ?? quoted)
      return schema === undefined ? named : `${schema}.${plain ?? quoted}`
    })
  }

  resolvePrepared(text: string): string {
    const known = this.#prepared.get(text) ?? this.resolve(text)
    this.#prepared.set(text, known)
    return known
  }
}
