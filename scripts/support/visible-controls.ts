import { Writable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

/** All but tabs and line breaks. */
const CONTROLS = /(?![\t\n\r])\p{Cc}/gu

/** A stream to a terminal that shows control characters, such as `\x1b`; players' texts may contain some that it would obey (docs/threats.md T114). */
export function withVisibleControls(out: NodeJS.WritableStream): Writable {
  const decoder = new StringDecoder('utf8')
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      const text = decoder.write(chunk)
      const shown = text.replace(CONTROLS, (each) => `\\x${each.charCodeAt(0).toString(16).padStart(2, '0')}`)
      out.write(shown, done)
    },
  })
}
