import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { componentTests, draw } from '../../../../test/support/components.tsx'
import { ShareTable } from './ShareTable.tsx'

componentTests()

test('R416: a final table is shared as a picture with its link, drawn when asked for', async () => {
  const { user } = draw(<ShareTable path="/final-table/7/2026-27/key" title="My final table 2026–27" />)
  expect(screen.queryByRole('img')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Share' }))
  const picture = await screen.findByRole('img', { name: 'Picture of the link: My final table 2026–27' })
  expect(picture.getAttribute('src')).toBe('/final-table/7/2026-27/key/card.png')
  expect(screen.getByLabelText<HTMLInputElement>('Link').value).toBe(`${location.origin}/final-table/7/2026-27/key`)
  expect(screen.getByRole('link', { name: 'Save picture' }).getAttribute('download')).toBe('final-table.png')
})
