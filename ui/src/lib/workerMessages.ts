/** Messages of pages to the service worker. */
export type PageMessage =
  /** Asks the worker to serve if it is of the page's build, given by the paths of its scripts; else it replies `new version`. */
  | { readonly type: 'serve'; readonly scripts: readonly string[] }
  /** Serves without a condition: the page then reloads. */
  | { readonly type: 'replace' }
  /** Stores the files of the app again, after signing in. */
  | { readonly type: 'store' }
