import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { Button } from './Button.tsx'
import { passFocus } from './passFocus.ts'

componentTests()

function Names({ added }: { added: readonly string[] }) {
  const [isWhole, setWhole] = useState(false)
  return (
    <>
      {['Ann', ...(isWhole ? added : [])].map((name) => (
        <a key={name} href={`#${name}`}>
          {name}
        </a>
      ))}
      {!isWhole && (
        <Button ref={passFocus} onClick={() => setWhole(true)}>
          Show all
        </Button>
      )}
      <a href="#help">Help</a>
    </>
  )
}

describe('the focus of a button that its own press removes', () => {
  test.each([
    [['Ben', 'Cay'], 'Ben'],
    [[], 'Help'],
  ])('R369: moves to the control in its place; added: %j', async (added, next) => {
    const { user } = draw(<Names added={added} />)
    await user.click(screen.getByRole('button', { name: 'Show all' }))
    expect(document.activeElement).toBe(screen.getByRole('link', { name: next }))
  })

  test('stays where the reader has moved it', async () => {
    const { user, unmount } = draw(<Names added={['Ben']} />)
    const link = screen.getByRole('link', { name: 'Help' })
    link.focus()
    await user.pointer({ target: screen.getByRole('button', { name: 'Show all' }) })
    expect(document.activeElement).toBe(link)
    unmount()
  })
})
