import { screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { Button, ButtonAnchor } from './Button.tsx'

componentTests()

describe('a button', () => {
  test.each(['{Enter}', ' '])('acts on a click and on the key "%s"', async (key) => {
    const onClick = vi.fn()
    const { user } = draw(<Button onClick={onClick}>Save</Button>)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(onClick).toHaveBeenCalledTimes(1)
    await user.keyboard(key)
    expect(onClick).toHaveBeenCalledTimes(2)
  })

  test('submits no form unless it is declared to', async () => {
    const onSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault())
    const { user } = draw(
      <form onSubmit={onSubmit}>
        <Button>Add row</Button>
        <Button type="submit">Save</Button>
      </form>,
    )
    await user.click(screen.getByRole('button', { name: 'Add row' }))
    expect(onSubmit).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(onSubmit).toHaveBeenCalledTimes(1)
  })

  test('can be disabled', async () => {
    const onClick = vi.fn()
    const { user } = draw(
      <Button disabled onClick={onClick}>
        Save
      </Button>,
    )
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(onClick).not.toHaveBeenCalled()
    await user.tab()
    expect(document.activeElement).toBe(document.body)
  })

  test.each(['aria-disabled', 'busy'])('R369: with %s keeps the focus, and does nothing', async (off) => {
    const onClick = vi.fn()
    const onSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault())
    const { user } = draw(
      <form onSubmit={onSubmit}>
        <Button type="submit" {...{ [off]: true }} onClick={onClick}>
          Save
        </Button>
      </form>,
    )
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' }))
    await user.keyboard('{Enter}')
    expect(onClick).not.toHaveBeenCalled()
    expect(onSubmit).not.toHaveBeenCalled()
  })

  test('with an icon alone has its label as name, also while it is busy', () => {
    const { rerender } = draw(
      <Button icon aria-label="Delete">
        <svg aria-hidden="true" />
      </Button>,
    )
    expect(screen.getByRole('button', { name: 'Delete', busy: false })).toBeDefined()
    rerender(
      <Button icon aria-label="Delete" busy>
        <svg aria-hidden="true" />
      </Button>,
    )
    expect(screen.getByRole('button', { name: 'Delete', busy: true }).querySelector('svg')).toBeNull()
  })
})

describe('a busy button', () => {
  test('ignores clicks and keys, and keeps its name and the focus', async () => {
    const onClick = vi.fn()
    const { user, rerender } = draw(<Button onClick={onClick}>Save</Button>)
    await user.tab()
    rerender(
      <Button busy onClick={onClick}>
        Save
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'Save', busy: true })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(document.activeElement).toBe(button)
    await user.click(button)
    await user.keyboard('{Enter} ')
    expect(onClick).not.toHaveBeenCalled()
  })

  test('submits no form', async () => {
    const onSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault())
    const { user } = draw(
      <form onSubmit={onSubmit}>
        <Button type="submit" busy>
          Save
        </Button>
      </form>,
    )
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(onSubmit).not.toHaveBeenCalled()
  })

  test('acts again when it is no longer busy', async () => {
    const onClick = vi.fn()
    const { user, rerender } = draw(
      <Button busy onClick={onClick}>
        Save
      </Button>,
    )
    rerender(<Button onClick={onClick}>Save</Button>)
    await user.click(screen.getByRole('button', { name: 'Save', busy: false }))
    expect(onClick).toHaveBeenCalledTimes(1)
  })
})

test('a button to another site is a link with the attributes of one', () => {
  draw(
    <ButtonAnchor href="https://example.org/badge.png" download="badge.png" kind="primary">
      Download
    </ButtonAnchor>,
  )
  const link = screen.getByRole('link', { name: 'Download' })
  expect(link.getAttribute('href')).toBe('https://example.org/badge.png')
  expect(link.getAttribute('download')).toBe('badge.png')
})
