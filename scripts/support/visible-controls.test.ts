import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { withVisibleControls } from './visible-controls.ts'

test('T114: a terminal shows control characters of exported texts and obeys none', async () => {
  const terminal = new PassThrough()
  const out = withVisibleControls(terminal)
  const bytes = Buffer.from('name,bio\nann,"\u001b]52;c;cm0=\u0007\u009b2J é\t😀"\r\n')
  for (let from = 0; from < bytes.length; from += 1) out.write(bytes.subarray(from, from + 1))
  out.end(() => terminal.end())
  expect(await text(terminal)).toBe('name,bio\nann,"\\x1b]52;c;cm0=\\x07\\x9b2J é\t😀"\r\n')
})
