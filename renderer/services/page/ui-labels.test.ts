import { expect, test } from 'vitest'
import { uiLabels } from '#shared/contract/ui-labels.ts'
import { DEFAULT_LABELS } from '#shared/domain/ui-labels.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { createUiLabels } from './ui-labels.ts'

function open() {
  const server = fakeServices()
  const labels = createUiLabels(server.services)
  const pathOf = (id: string, of = labels) =>
    of.store.getState().routes.find(({ item }) => item.id === id)?.path
  return { ...server, labels, pathOf, state: () => labels.store.getState() }
}

test('S129 S026 the labels of ui-labels name the pages and make their routes; they are known at once the next time', async () => {
  const at = open()
  expect(at.state()).toMatchObject({ status: 'pending', labels: DEFAULT_LABELS, problems: [] })
  at.answer(uiLabels, () => ({ ...DEFAULT_LABELS, 'navigation.connect': 'Talk' }))
  await at.labels.load()
  expect(at.state()).toMatchObject({ status: 'ready', problems: [] })
  expect(at.pathOf('connect.chat')).toBe('/talk/chat')
  expect(at.pathOf('connect.chat', createUiLabels(at.services))).toBe('/talk/chat')
})

test('S129 a set with faults is mended and says so', async () => {
  const at = open()
  at.answer(uiLabels, () => ({ ...DEFAULT_LABELS, 'navigation.tracker': null, 'navigation.hr': ['HR'] }))
  await at.labels.load()
  expect(at.state().status).toBe('ready')
  expect(at.state().problems).toEqual([
    { key: 'navigation.tracker', problem: 'missing' },
    { key: 'navigation.hr', problem: 'not text' },
  ])
  expect(at.pathOf('tracker.home')).toBe('/tracker/home')
})

test('S129 without an answer the standard labels stay, and asking again mends it', async () => {
  const at = open()
  at.answer(uiLabels, () => {
    throw refused(500, 'broken')
  })
  await at.labels.load()
  expect(at.state()).toMatchObject({ status: 'failed', labels: DEFAULT_LABELS })
  expect(at.services.notices.store.getState()).toEqual([])
  at.answer(uiLabels, () => DEFAULT_LABELS)
  await at.labels.load()
  expect(at.state().status).toBe('ready')
})
