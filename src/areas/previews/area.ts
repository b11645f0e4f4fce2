import { ContainerModule } from 'inversify'
import { identifier } from '../../identifiers.ts'
import type { Area } from '../area.ts'
import type { DrawCard } from './card.ts'
import { createPictures } from './pictures.ts'

export const PREVIEWS = { DrawCard: identifier<DrawCard>('DrawCard') } as const

const module = new ContainerModule(({ bind }) => {
  bind(PREVIEWS.DrawCard).toResolvedValue(() => createPictures())
})

/** Pictures of link previews: of shares, invitations to leagues, duels and wraps. */
export const previews: Area = { name: 'previews', module }
