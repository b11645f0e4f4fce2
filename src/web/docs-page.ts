import type { RouteDefinition } from '../slice/route.ts'
import { escaped } from '../slice/words.ts'

const ACCESS = { public: 'Anyone', user: 'Signed in', admin: 'Administrators' } as const

interface Described {
  readonly requestBody?: { content: Record<string, { schema: unknown }> }
  readonly parameters: readonly { name: string; in: string; required: boolean }[]
  readonly responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>
}

const block = (title: string, schema: unknown): string =>
  `<h4>${escaped(title)}</h4><pre tabindex="0" role="region" aria-label="${escaped(title)}"><code>${escaped(JSON.stringify(schema, null, 2))}</code></pre>`

function operation(route: RouteDefinition, described: Described): string {
  const parameters = described.parameters.map(
    (parameter) =>
      `<li><code>${escaped(parameter.name)}</code> in ${parameter.in}${parameter.required ? ', required' : ''}</li>`,
  )
  const responses = Object.entries(described.responses).map(([status, response]) => {
    const schema = response.content?.['application/json']?.schema
    return schema
      ? block(`${status} ${response.description}`, schema)
      : `<p><b>${status}</b> ${escaped(response.description)}</p>`
  })
  const body = described.requestBody?.content['application/json']?.schema
  return `<details><summary><b>${route.method.toUpperCase()}</b> <code>${escaped(route.path)}</code> ${escaped(route.summary)}</summary>
<p>${ACCESS[route.access]}.</p>${parameters.length ? `<h4>Parameters</h4><ul>${parameters.join('')}</ul>` : ''}${body ? block('Body', body) : ''}${responses.join('')}</details>`
}

/** `GET /api/docs`: the OpenAPI description as a readable page, without a script. */
export function docsPage(
  routes: readonly RouteDefinition[],
  description: Record<string, unknown>,
  nonce: string,
): string {
  const paths = description.paths as Record<string, Record<string, Described>>
  const tags = [...new Set(routes.map((route) => route.tag))]
  const sections = tags.map((tag) => {
    const own = routes.filter((route) => route.tag === tag)
    const operations = own.map((route) =>
      operation(route, paths[route.path.replace(/:(\w+)/g, '{$1}')]![route.method]!),
    )
    return `<section><h2>${escaped(tag)}</h2>${operations.join('\n')}</section>`
  })
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>PLP: the API</title><meta name="description" content="Every call of the PLP score-prediction game.">
<style nonce="${nonce}">
:root{color-scheme:light dark;--bg:#F3F5F1;--ink:#0B1F17;--line:#CBD4CC;--link:#0A5C3F;--code:#E8ECE6}
@media (prefers-color-scheme:dark){:root{--bg:#07130E;--ink:#EAF3EC;--line:#25402F;--link:#B4F000;--code:#182D23}}
body{margin:0 auto;max-width:60rem;padding:1rem;background:var(--bg);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
a{color:var(--link)}details{border-bottom:1px solid var(--line);padding:.5rem 0}summary{cursor:pointer;min-height:1.75rem}
pre{background:var(--code);padding:.75rem;overflow:auto;max-height:24rem}
</style></head><body><main><h1>The API of PLP</h1>
<p>As a file: <a href="/api/openapi.json">openapi.json</a>. Sign in with <code>POST /api/login</code>; the session is a cookie. Errors are RFC 9457 problems.</p>
${sections.join('\n')}</main></body></html>`
}
