import type { RequestHandler } from 'express'
import { HttpProblem } from '../slice/problem.ts'

/** What else is asked of a known address: `OPTIONS` is told what it takes, anything else 405 with the same. */
export function onlyMethods(methods: readonly string[]): RequestHandler {
  const taken = methods.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
  const allow = [...taken, 'OPTIONS'].join(', ')
  return (req, res) => {
    res.setHeader('Allow', allow)
    if (req.method !== 'OPTIONS') throw new HttpProblem(405, `This address does not take ${req.method}`)
    res.status(204).end()
  }
}
