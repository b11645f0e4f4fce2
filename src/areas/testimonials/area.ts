import { ContainerModule } from 'inversify'
import { PARTS, TYPES } from '../../identifiers.ts'
import { settingsOf } from '../../kernel/setting.ts'
import type { Area } from '../area.ts'
import { testimonialRoutes } from './routes.ts'
import { testimonialsSettings } from './settings.ts'
import { createTestimonials } from './testimonials.ts'

/** Testimonials of the landing page. */
export const testimonials: Area = {
  name: 'testimonials',
  module: new ContainerModule(({ bind }) => {
    bind(PARTS.Routes).toResolvedValue(
      (settings, logger) =>
        testimonialRoutes(createTestimonials({ url: settingsOf(settings, testimonialsSettings), logger })),
      [TYPES.Settings, TYPES.Logger],
    )
  }),
  settings: [testimonialsSettings],
}
