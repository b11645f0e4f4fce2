import { expect, test } from 'vitest'
import type { PageHead } from '../slice/headed-page.ts'
import { withHead } from './heads.ts'

const HTML =
  '<head><title>PLP: Premier League predictions</title><meta name="description" content="Old" /></head><body></body>'
const head = (over: Partial<PageHead> = {}): PageHead => ({
  title: 'My five',
  description: '5 picks by maya',
  isListed: true,
  reads: [],
  ...over,
})
const site = { origin: 'https://plp.example', address: '/shared/abc' }

test('a page with its own head has title, description, address, Open Graph and Twitter tags', () => {
  const html = withHead(
    HTML,
    head({ image: { path: '/shared/abc/card.png?v=1', width: 1200, height: 630, alt: 'A' } }),
    site,
  )
  expect(html).toContain('<title>My five · PLP</title>')
  expect(html).not.toContain('Old')
  for (const tag of [
    '<meta name="description" content="5 picks by maya">',
    '<meta property="og:title" content="My five">',
    '<meta property="og:description" content="5 picks by maya">',
    '<meta property="og:url" content="https://plp.example/shared/abc">',
    '<meta property="og:image" content="https://plp.example/shared/abc/card.png?v=1">',
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:height" content="630">',
    '<meta name="twitter:card" content="summary_large_image">',
    '<meta name="twitter:image" content="https://plp.example/shared/abc/card.png?v=1">',
    '<link rel="canonical" href="https://plp.example/shared/abc">',
  ])
    expect(html).toContain(tag)
  expect(html).not.toContain('noindex')
})

test('a private page has a noindex tag', () => {
  expect(withHead(HTML, head({ isListed: false }), site)).toContain('<meta name="robots" content="noindex">')
})

test('T46: texts of players stay text: no markup, no second line, no replacement patterns', () => {
  const title = '"><script>alert(1)</script>\n$& $` \u202E</title>'
  const html = withHead(HTML, head({ title, description: title }), site)
  expect(html).not.toContain('<script>')
  expect(html.match(/<\/title>/g)).toHaveLength(1)
  expect(html).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; $&amp; $` &lt;/title&gt;')
  expect(html).not.toContain('\u202E')
})
