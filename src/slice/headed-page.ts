/** What the server itself writes into the head of a page: programs that show a link run no script. */
export interface PageHead {
  readonly title: string
  readonly description: string
  /** Below the site's address, with what tells a new picture from an older one. */
  readonly image?: { readonly path: string; readonly width: number; readonly height: number; readonly alt: string }
  /** Whether search engines may list it. */
  readonly isListed: boolean
  /** Calls that the page makes first: asked for together with its script. */
  readonly reads: readonly string[]
}

/** A file beside a page. */
export interface PageFile {
  readonly type: string
  readonly bytes: Buffer
  /** Changes with the file. */
  readonly etag: string
  /** False: caches that several people share must not keep it. */
  readonly isPublic: boolean
}

/** A request for a file. */
export interface FileRequest {
  /** ISO 8601. */
  readonly at: string
  /** The client that limits count. */
  readonly client: string
}

/** A page with a head of its own, and files beside it. */
export interface HeadedPage {
  /** As Express writes it, below the root: `/shared/:shareUrl`. */
  readonly path: string
  /** null: there is no such page; it is sent as what is not there. `at`: ISO 8601. */
  head(params: Readonly<Record<string, string>>, at: string): Promise<PageHead | null>
  /** By name. null: there is none. Throws an `HttpProblem` where too many are asked for. */
  readonly files: Readonly<
    Record<string, (params: Readonly<Record<string, string>>, request: FileRequest) => Promise<PageFile | null>>
  >
}
