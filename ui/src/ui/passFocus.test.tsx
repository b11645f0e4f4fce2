import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { Button } from './Button.tsx'
import { passFocus, passFocusToList } from './passFocus.ts'

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

describe('the focus of a button that removes its own row', () => {
  function Scorers() {
    const [names, setNames] = useState(['Ann', 'Ben'])
    return (
      <main id="main" tabIndex={-1}>
        {names.length > 0 && (
          <ul>
            {names.map((name) => (
              <li key={name}>
                <Button ref={passFocusToList} onClick={() => setNames(names.filter((each) => each !== name))}>
                  Remove {name}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </main>
    )
  }

  test('R369: moves to the list, and to the page with the last row', async () => {
    const { user } = draw(<Scorers />)
    await user.click(screen.getByRole('button', { name: 'Remove Ann' }))
    expect(document.activeElement).toBe(screen.getByRole('list'))
    await user.click(screen.getByRole('button', { name: 'Remove Ben' }))
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })
})
