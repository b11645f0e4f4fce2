import { about, declareSettings, urlOf } from '../../kernel/setting.ts'

/** Address of the source of testimonials; null: the built-in ones. */
export const testimonialsSettings = declareSettings({
  variables: {
    TESTIMONIALS_URL: urlOf(['http:', 'https:'])
      .optional()
      .meta(
        about(
          'the http(s) address of a JSON list of testimonials',
          'what the landing page quotes: a JSON list of { text, name, videoUrl }; unset: the game’s own words',
        ),
      ),
  },
  read: ({ TESTIMONIALS_URL }) => TESTIMONIALS_URL ?? null,
})
