import * as z from 'zod/mini'
import { type RouteDefinition, route, tagged } from '../../slice/route.ts'
import { Testimonial } from './contract.ts'
import type { Testimonials } from './testimonials.ts'

/** Route of the testimonials of the landing page. */
export const testimonialRoutes = (testimonials: Testimonials): readonly RouteDefinition[] =>
  tagged('News', [
    route({
      method: 'get',
      path: '/api/testimonials',
      access: 'public',
      summary: 'At most six testimonials, from the configured source or built in',
      responses: { 200: z.array(Testimonial) },
      handle: async ({ context }) => ({ body: await testimonials.latest(context.at) }),
    }),
  ])
