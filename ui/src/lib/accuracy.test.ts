import { describe, expect, test } from 'vitest'
import { accuracyLine, accuracyText, ofText, rightText, shareText } from './accuracy.ts'

const picks = (totalPredictions: number, settledPredictions: number, correctPredictions: number) => ({
  totalPredictions,
  settledPredictions,
  correctPredictions,
  accuracy: settledPredictions === 0 ? 0 : Math.round((100 * correctPredictions) / settledPredictions),
})

describe('an accuracy', () => {
  test('is a share of the settled picks, and stands beside their number (R14)', () => {
    expect(accuracyLine(picks(113, 113, 54))).toBe('54 of 113 right · 48%')
    expect(accuracyLine(picks(130, 113, 54))).toBe('54 of 113 right · 48% · 130 picks')
    expect(accuracyLine(picks(1_124, 1_124, 1_000))).toBe('1,000 of 1,124 right · 89%')
    expect(rightText(picks(130, 113, 54))).toBe('54 of 113 right')
    expect(accuracyText(picks(10, 1, 0))).toBe('0%')
  })

  test('of several players is the share of their picks together', () => {
    const together = picks(130, 113, 54)
    expect([shareText(together), ofText(together)]).toEqual(['48%', '54 of 113 right'])
    expect([shareText(picks(3, 0, 0)), ofText(picks(3, 0, 0))]).toEqual(['–', 'None played yet'])
  })

  test('has no number before the first settled pick', () => {
    expect(accuracyLine(picks(10, 0, 0))).toBe('10 picks, none played yet')
    expect(accuracyLine(picks(1, 0, 0))).toBe('1 pick, none played yet')
    expect(accuracyLine(picks(0, 0, 0))).toBe('No picks yet')
    expect(accuracyText(picks(10, 0, 0))).toBe('–')
  })
})
