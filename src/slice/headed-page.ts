/** Head of a page, rendered by the server: link previews run no script. */
export interface PageHead {
  readonly title: string
  readonly description: string
  /** `path` is below the site's origin and changes with the picture. */
  readonly image?: { readonly path: string; readonly width: number; readonly height: number; readonly alt: string }
  /** Whether search engines may list it. */
  readonly isListed: boolean
  /** First API calls of the page, preloaded with its script. */
  readonly reads: readonly string[]
}

/** A file that belongs to a page. */
interface PageFile {
  readonly type: string
  readonly bytes: Buffer
  /** Changes with the file. */
  readonly etag: string
  /** False: shared caches must not store it. */
  readonly isPublic: boolean
}

/** A request for a page or a file. */
export interface PageRequest {
  /** ISO 8601. */
  readonly at: string
  /** Client identifier for rate limits. */
  readonly client: string
}

/** A page with a specific head, and its files. */
export interface HeadedPage {
  /** Express path below the root: `/shared/:shareUrl`. */
  readonly path: string
  /** null: the page does not exist; it is then sent with status 404. undefined: it is sent with the general head. */
  head(params: Readonly<Record<string, string>>, request: PageRequest): Promise<PageHead | null | undefined>
  /** Files by name; null when there is none. Throws an `HttpProblem` for too many requests. */
  readonly files: Readonly<
    Record<string, (params: Readonly<Record<string, string>>, request: PageRequest) => Promise<PageFile | null>>
  >
}
