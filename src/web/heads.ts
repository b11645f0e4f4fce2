import type { PageHead } from '../slice/headed-page.ts'
import { escaped, onOneLine } from '../slice/words.ts'

const line = (text: string): string => escaped(onOneLine(text))

const meta = (name: 'name' | 'property', key: string, content: string): string =>
  `<meta ${name}="${key}" content="${line(content)}">`

/** Adds title, description, Open Graph and Twitter tags to the page. `origin`: of the site; `address`: path of the page. */
export function withHead(
  html: string,
  head: PageHead,
  { origin, address }: { origin: string; address: string },
): string {
  const { title, description, image, isListed, reads } = head
  const tags = [
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', 'PLP'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', `${origin}${address}`),
    meta('name', 'twitter:card', image ? 'summary_large_image' : 'summary'),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', description),
    ...(image
      ? [
          meta('property', 'og:image', `${origin}${image.path}`),
          meta('property', 'og:image:type', 'image/png'),
          meta('property', 'og:image:width', String(image.width)),
          meta('property', 'og:image:height', String(image.height)),
          meta('property', 'og:image:alt', image.alt),
          meta('name', 'twitter:image', `${origin}${image.path}`),
          meta('name', 'twitter:image:alt', image.alt),
        ]
      : []),
    `<link rel="canonical" href="${line(`${origin}${address}`)}">`,
    ...(isListed ? [] : [meta('name', 'robots', 'noindex')]),
    ...reads.map((read) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${line(read)}">`),
  ]
  // Replacement functions, because texts of players may contain `$&`.
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${line(title)} · PLP</title>`)
    .replace(/<meta name="description"[^>]*>/, () => meta('name', 'description', description))
    .replace('</head>', () => `${tags.join('')}</head>`)
}
