import { areaOf } from '../../ui/areaOf.tsx'
import { SharedWrap } from './SharedWrap.tsx'
import { WrapPage } from './WrapPage.tsx'

export const WrapArea = areaOf({ '/': WrapPage }, <SharedWrap />)
