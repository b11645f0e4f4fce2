import { randomUUID } from 'node:crypto'
import { test } from 'vitest'
import { TYPES } from '../../src/identifiers.ts'
import { openReadModels } from './admin-read-models-page.ts'
import { expectSound, PHONE } from './soundness.ts'
import { setStage } from './stage.ts'

const stage = setStage()

test('every read model and reactor shows its state', async () => {
  const readModels = await openReadModels(stage)
  for (const name of ['play', 'people', 'settled-gameweeks']) await readModels.isUpToDate(name)
})

test('an event that stops a read model is shown with its error, and can be skipped', async () => {
  const id = randomUUID()
  const data = { predictionId: 'none', userId: 'nobody', fixtureId: 'nowhere', pick: { result: 'home', score: null } }
  const at = '2026-11-21T09:00:00.000Z'
  const metadata = { $correlationId: id, $causationId: id, actor: null, version: 1, source: 'command' as const, at }
  await stage.app.container
    .get(TYPES.RawLog)
    .append('prediction-poison', [{ id, type: 'PredictionSubmitted', data, metadata }], 'no_stream')
  const readModels = await openReadModels(stage, { theme: 'dark', size: PHONE })
  await readModels.isStopped()
  await readModels.says('invalid input syntax')
  await expectSound(readModels, 'a stopped read model')
  await readModels.skipEventOf('play')
  await readModels.goesOn()
})
