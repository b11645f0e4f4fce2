import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Coding = 'br' | 'gzip'

const codings: Record<Coding, (text: string) => Promise<Buffer>> = {
  // The highest quality takes a second for a season; this one takes a tenth of it.
  br: (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text) => promisify(gzip)(text),
}

/** An answer that many are given: serialised once, compressed once for each coding that somebody asks for. */
export class Prepared {
  readonly value: unknown
  readonly text: string
  /** Weak, as the codings share it. */
  readonly etag: string
  private readonly kept = new Map<Coding, Promise<Buffer>>()

  constructor(value: unknown) {
    this.value = value
    this.text = JSON.stringify(value)
    this.etag = `W/"${createHash('sha256').update(this.text).digest('base64url').slice(0, 27)}"`
  }

  encoded(coding: Coding): Promise<Buffer> {
    const encoded = this.kept.get(coding) ?? codings[coding](this.text)
    this.kept.set(coding, encoded)
    return encoded
  }
}
