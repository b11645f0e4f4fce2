import { describe, expect, test } from 'vitest'
import { onBoxKey, onBoxText } from './boxKeys.ts'
import { type Draft, EMPTY } from './model.ts'

const twoOne: Draft = { result: 'home', home: '2', away: '1' }

describe('a score box', () => {
  test('a digit is entered and moves on', () => {
    expect(onBoxText('2', EMPTY, 'home')).toEqual({ draft: { result: null, home: '2', away: '' }, focus: 'next' })
  })

  test('the digit replaces the previous one', () => {
    expect(onBoxText('0', twoOne, 'home').draft).toEqual({ result: 'away', home: '0', away: '1' })
  })

  test('R481: digits of other scripts and of full width are entered as 0 to 9', () => {
    for (const two of ['２', '٢', '۲', '२', '২', '๒'])
      expect(onBoxText(two, EMPTY, 'home').draft).toEqual({ result: null, home: '2', away: '' })
    expect(onBoxText('９', twoOne, 'away').draft).toEqual({ result: 'away', home: '2', away: '9' })
    expect(onBoxText('٠', twoOne, 'home').draft).toEqual({ result: 'away', home: '0', away: '1' })
  })

  test('anything but a digit changes nothing', () => {
    expect(onBoxText('x', twoOne, 'home')).toEqual({})
    expect(onBoxText('-', EMPTY, 'away')).toEqual({})
  })

  test('Backspace empties a box, and goes back from an empty one', () => {
    expect(onBoxKey('Backspace', twoOne, 'away')).toEqual({ draft: { result: 'home', home: '2', away: '' } })
    expect(onBoxKey('Backspace', EMPTY, 'away')).toEqual({ focus: 'previous' })
  })

  test('arrows up and down step by one', () => {
    expect(onBoxKey('ArrowUp', twoOne, 'away')?.draft).toEqual({ result: 'draw', home: '2', away: '2' })
    expect(onBoxKey('ArrowDown', twoOne, 'home')?.draft).toEqual({ result: 'draw', home: '1', away: '1' })
  })

  test('arrows left and right move between the two boxes of a match', () => {
    expect(onBoxKey('ArrowRight', twoOne, 'home')).toEqual({ focus: 'next' })
    expect(onBoxKey('ArrowLeft', twoOne, 'away')).toEqual({ focus: 'previous' })
    expect(onBoxKey('ArrowLeft', twoOne, 'home')).toBeNull()
  })

  test('Enter saves', () => {
    expect(onBoxKey('Enter', twoOne, 'home')).toEqual({ enter: true })
  })

  test('Tab and the rest are the browser’s', () => {
    expect(onBoxKey('Tab', twoOne, 'home')).toBeNull()
  })
})
