import { ContainerModule } from 'inversify'
import { PARTS, TYPES } from '../identifiers.ts'
import { testimonialRoutes } from '../testimonials/routes.ts'
import { createTestimonials } from '../testimonials/testimonials.ts'
import type { Area } from './area.ts'

/** What the landing page says of the game. */
export const testimonials: Area = {
  name: 'testimonials',
  module: new ContainerModule(({ bind }) => {
    bind(PARTS.Routes).toResolvedValue(
      (url, logger) => testimonialRoutes(createTestimonials({ url, logger })),
      [TYPES.TestimonialsUrl, TYPES.Logger],
    )
  }),
}
