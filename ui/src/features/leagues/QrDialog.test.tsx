import { screen } from '@testing-library/react'
import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { componentTests, draw } from '../../../../test/support/components.tsx'
import { QrDialog } from './QrDialog.tsx'

componentTests()

const SCALE = 4

/** Reads the drawn code like a scanner: dark pixels of the path on white. */
function read(svg: Element): string {
  const size = Number(svg.getAttribute('viewBox')!.split(' ')[2]) * SCALE
  const data = new Uint8ClampedArray(size * size * 4).fill(255)
  for (const [, x, y] of svg
    .querySelector('path')!
    .getAttribute('d')!
    .matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < SCALE; row++)
      for (let column = 0; column < SCALE; column++) {
        const at = ((Number(y) * SCALE + row) * size + Number(x) * SCALE + column) * 4
        data.fill(0, at, at + 3)
      }
  return decodeQR({ width: size, height: size, data })
}

test('a scanner reads the link from the code', () => {
  const link = 'https://plp.example/join/ABCD2345'
  draw(<QrDialog name="Office" link={link} onClose={() => undefined} />)
  expect(read(screen.getByRole('img', { name: `QR code of ${link}` }))).toBe(link)
  expect(screen.getByText('Scan it to join Office.')).toBeDefined()
})
