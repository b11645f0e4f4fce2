import * as z from 'zod/mini'
import { type RouteDefinition, route } from '../../slice/route.ts'
import { Testimonial } from './contract.ts'
import type { Testimonials } from './testimonials.ts'

/** What the landing page says of the game. */
export const testimonialRoutes = (testimonials: Testimonials): readonly RouteDefinition[] => [
  route({
    method: 'get',
    path: '/api/testimonials',
    access: 'public',
    summary: 'At most six voices on the game: of its operator’s source, else the game’s own words',
    tags: ['News'],
    responses: { 200: z.array(Testimonial) },
    handle: async ({ context }) => ({ body: await testimonials.latest(context.at) }),
  }),
]
