import { expect, test } from 'vitest'
import { ran } from '../support/testing.ts'
import { openFinalTable } from './final-table-page.ts'
import { expectSound } from './soundness.ts'
import { setStage } from './stage.ts'

const stage = setStage()

test('R285 R288: a table is made by pointer and keyboard, saved, and compared once the season is on', async () => {
  await ran(stage.admin, 'POST', 'open-season', { users: 3, seed: 1 })
  const player = await stage.newPlayer()
  const table = await openFinalTable(stage, { as: player })
  await table.press('Start my table')
  const [first, second, third] = [await table.clubAt(1), await table.clubAt(2), await table.clubAt(3)]
  await table.drag(1, 3)
  expect([await table.clubAt(1), await table.clubAt(2), await table.clubAt(3)]).toEqual([second, third, first])
  expect(await table.said()).toBe(`${first} put down, 3rd`)
  await table.focusGrip(3)
  for (const key of ['Space', 'ArrowDown', 'ArrowDown', 'Home', 'Space']) await table.key(key)
  expect(await table.said()).toBe(`${first} put down, 1st`)
  expect(await table.focused()).toBe(`Move ${first}`)
  await expectSound(table, 'an unsaved table')
  await table.reload()
  await table.says('Not saved yet')
  await table.press('Save table')
  await table.toast('Table saved')
  await table.says(/^Saved /)

  await table.connected()
  await ran(stage.admin, 'POST', 'simulate/1', { seed: 1 })
  await table.shows('Your table, as it stands')
  expect(await table.rows.count()).toBe(20)
  await expect.poll(() => table.board.count()).toBeGreaterThan(1)
  await expectSound(table, 'a table as it stands')
})
