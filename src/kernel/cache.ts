import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

/** Lifetime in milliseconds of answers whose tables may be rebuilt without a change of their version. */
export const REBUILD_TTL_MS = 5_000

interface CacheOptions {
  /** Most entries; above it the least recently used one is evicted. */
  readonly max: number
  /** Milliseconds from the start of a computation after which it is repeated although the version is the same. */
  readonly ttlMs?: number
  /** Milliseconds, monotonic. */
  readonly now?: () => number
}

interface Entry {
  version: string
  state: 'queued' | 'running' | 'done'
  startedAt: number
  answer: Promise<unknown>
}

/** Answers computed on the first read of a version, and cached until the version differs. */
export function createCache<T = unknown>({
  max,
  ttlMs = Number.POSITIVE_INFINITY,
  now = () => performance.now(),
}: CacheOptions) {
  const entries = new LRUCache<string, Entry>({ max })
  const isFresh = ({ state, startedAt }: Entry) => state !== 'done' || now() - startedAt <= ttlMs

  function start<Answer>(key: string, version: string, after: Entry | undefined, compute: () => Promise<Answer>) {
    const run = () => {
      entry.state = 'running'
      entry.startedAt = now()
      return compute()
    }
    const entry = { version, state: 'queued', startedAt: 0 } as Entry
    const answer = after ? after.answer.then(run, run) : run()
    entry.answer = answer
    answer.then(
      () => {
        entry.state = 'done'
      },
      () => {
        if (entries.peek(key) === entry) entries.delete(key)
      },
    )
    entries.set(key, entry)
    return answer
  }

  return {
    /**
     * The answer cached under this key and version, else that of `compute`, called once for all concurrent readers. At most one
     * computation of a key runs: readers of another version share the next one, which starts when it has ended. A rejection is not cached.
     */
    get<Answer extends T>(key: string, version: string, compute: () => Promise<Answer>): Promise<Answer> {
      const found = entries.get(key)
      // A queued computation reads the tables later than now, so its answer is valid for this version too.
      if (found?.state === 'queued') found.version = version
      if (found?.version === version && isFresh(found)) return found.answer as Promise<Answer>
      return start(key, version, found?.state === 'running' ? found : undefined, compute)
    },
  }
}

type Coding = 'br' | 'gzip' | 'identity'

const codings: Record<Coding, (text: string) => Promise<Buffer>> = {
  // The highest quality needs a second for a season; this one needs a tenth.
  br: (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text) => promisify(gzip)(text),
  identity: async (text) => Buffer.from(text),
}

/** A response body for many requests: serialised once, and encoded once for each requested coding. */
export class SerialisedBody {
  readonly value: unknown
  readonly text: string
  /** Weak, because all codings share it. */
  readonly etag: string
  private readonly inCodings = new Map<Coding, Promise<Buffer>>()
  private readonly asField = new Map<string, Buffer>()

  constructor(value: unknown) {
    this.value = value
    this.text = JSON.stringify(value)
    this.etag = `W/"${createHash('sha256').update(this.text).digest('base64url').slice(0, 27)}"`
  }

  encoded(coding: Coding): Promise<Buffer> {
    const encoded = this.inCodings.get(coding) ?? codings[coding](this.text)
    this.inCodings.set(coding, encoded)
    return encoded
  }

  /** The end of an object whose last field has this value: `"name":value}` in UTF-8, encoded once. */
  asLastField(name: string): Buffer {
    const encoded = this.asField.get(name) ?? Buffer.from(`${JSON.stringify(name)}:${this.text}}`)
    this.asField.set(name, encoded)
    return encoded
  }
}

/** A response body of a part for many requests, serialised once, and of fields for this request alone. */
export class BodyBeside {
  private readonly name: string
  private readonly shared: SerialisedBody
  private readonly own: object

  /** `own` has at least one field. */
  constructor(name: string, shared: SerialisedBody, own: object) {
    this.name = name
    this.shared = shared
    this.own = own
  }

  get value(): unknown {
    return { [this.name]: this.shared.value, ...this.own }
  }

  /** The JSON of this request alone, and then that of all requests, which is not copied. */
  get parts(): readonly [string, Buffer] {
    return [`${JSON.stringify(this.own).slice(0, -1)},`, this.shared.asLastField(this.name)]
  }
}
