import { Flag } from 'lucide-react'
import type { Area } from '../../lib/area.ts'

export const feedback: Area = {
  pages: [
    {
      path: '/feedback',
      title: 'Feedback',
      link: { icon: Flag },
      help: { to: 'feedback', label: 'How feedback works' },
      load: () => import('../../app/feedback/FeedbackPage.tsx').then((module) => module.FeedbackPage),
    },
  ],
}
