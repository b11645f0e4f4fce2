import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible, misfits } from './soundness.ts'
import { sharedBrowser } from './stage.ts'

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})

test('the browser of the tests loads a page, runs its script and draws text', async () => {
  const server = createServer((_, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end('<p>?</p><script>document.querySelector("p").textContent = 6 * 7</script>'),
  ).listen(0, '127.0.0.1')
  try {
    await new Promise((resolve) => server.once('listening', resolve))
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    expect(await page.textContent('p')).toBe('42')
    const box = await page.locator('p').boundingBox()
    expect(box?.height).toBeGreaterThan(10)
    await page.close()
  } finally {
    server.close()
  }
})

test('accessibility faults are found, with their rule and element', async () => {
  const page = await browser.newPage()
  await page.setContent('<html lang="en"><title>A page</title><p style="color: #999">Grey</p></html>')
  await expect(expectAccessible({ page }, 'the page')).rejects.toThrow('the page: color-contrast p')
  await page.close()
})

test('R231: targets that are too small to press are found, except for links in a sentence', async () => {
  const page = await browser.newPage()
  await page.setContent(
    '<html lang="en"><title>A page</title><p>Read <a href="/rules">the rules</a> first.</p><p><a href="/">Home</a></p></html>',
  )
  expect(await page.evaluate(misfits)).toEqual([expect.stringMatching(/^Home is \d+x\d+ px$/)])
  await page.close()
})
