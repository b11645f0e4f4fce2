import { expect, test } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { signedInSample } from '../../../test/support/samples.ts'
import { drawn, PAGES } from './pages.tsx'

componentTests()

test('R260: every page shows a skeleton until its code has arrived', () => {
  for (const page of PAGES) {
    const { Code } = drawn({ ...page, load: () => new Promise(() => {}) })
    const { container, unmount } = draw(<Code user={signedInSample()} title={page.title} adminPages={[]} />)
    expect(container.querySelector('[role=status][aria-busy=true]'), page.path).not.toBeNull()
    unmount()
  }
})
