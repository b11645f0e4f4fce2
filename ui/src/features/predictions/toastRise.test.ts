import { expect, test } from 'vitest'
import { toastRise } from './toastRise.ts'

test('toasts appear above the save bar at the foot of the window', () => {
  expect(toastRise({ top: 740, bottom: 800 }, 800, 16)).toBe(60)
})

test('they rise with the bar if the list ends above the foot, until they fit below it', () => {
  expect(toastRise({ top: 640, bottom: 700 }, 800, 16)).toBe(160)
  expect(toastRise({ top: 540, bottom: 600 }, 800, 16)).toBe(0)
  // With enlarged text a toast is taller.
  expect(toastRise({ top: 540, bottom: 600 }, 800, 32)).toBe(260)
})

test('a bar below the viewport moves nothing', () => {
  expect(toastRise({ top: 900, bottom: 960 }, 800, 16)).toBe(0)
})
