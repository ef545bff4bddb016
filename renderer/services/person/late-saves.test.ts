import { expect, test } from 'vitest'
import { saveSkill } from '#shared/contract/skills.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { ApiError, type UploadOptions } from '../http/api-client.ts'
import { createLateSaves } from './late-saves.ts'

const VALUES = {
  ...{ id: 1, version: 1, category: 'LANGUAGE' as const, needsCertificate: false, expiresAfterMonths: null },
}
const skill = (name: string) => ({ ...VALUES, name, isActive: true, people: 0, expiring: 0 })

function open() {
  const server = fakeServices()
  server.services.session.signIn(testToken([]))
  let isReached = false
  const sent: { name: string; key: string | undefined }[] = []
  const answers = new Map<string, ApiError>()
  server.answer(saveSkill, (request, options: UploadOptions) => {
    if (!isReached) throw new ApiError('unreachable', 'No connection')
    const { name } = request as { name: string }
    sent.push({ name, key: options.idempotencyKey })
    const error = answers.get(name)
    if (error) throw error
    return skill(name)
  })
  const late = createLateSaves(server.services)
  const save = (place: string, name: string) =>
    late.save({ place, label: name }, (api) => api.call(saveSkill, { ...VALUES, name }, { quiet: true }))
  const waiting = () => late.store.getState().waiting.map(({ label }) => label)
  const said = () => server.services.notices.store.getState().map(({ message }) => message)
  return {
    ...{ ...server, late, save, waiting, sent, answers, said },
    reach: (next = true) => {
      isReached = next
    },
  }
}

test('a save that can be sent is sent at once, and nothing waits', async () => {
  const at = open()
  at.reach()
  expect(await at.save('skill/1', 'Welsh')).toMatchObject({ name: 'Welsh' })
  expect(at.waiting()).toEqual([])
})

test('saves that can’t be sent go once, in their order, when the connection is back', async () => {
  const at = open()
  expect(await at.save('skill/1', 'Welsh')).toBeNull()
  expect(await at.save('skill/2', 'Polish')).toBeNull()
  expect(at.waiting()).toEqual(['Welsh', 'Polish'])
  const keys = at.late.store.getState().waiting.map(({ id }) => id)
  // Another window of the same person, or this one after a reload, has them still.
  expect(createLateSaves(at.services).store.getState().waiting).toHaveLength(2)
  await at.late.send()
  expect(at.waiting()).toEqual(['Welsh', 'Polish'])
  at.reach()
  await Promise.all([at.late.send(), at.late.send()])
  expect(at.sent).toEqual([
    { name: 'Welsh', key: keys[0] },
    { name: 'Polish', key: keys[1] },
  ])
  expect(keys[0]).not.toBe(keys[1])
  expect(at.waiting()).toEqual([])
  await at.late.send()
  expect(at.sent).toHaveLength(2)
})

test('a try whose answer was lost is sent again by the same key', async () => {
  const at = open()
  const seen: (string | undefined)[] = []
  at.answer(saveSkill, (_request, { idempotencyKey }: UploadOptions) => {
    seen.push(idempotencyKey)
    if (seen.length === 1) throw new ApiError('unreachable', 'No connection')
    return skill('Welsh')
  })
  await at.save('skill/1', 'Welsh')
  await at.late.send()
  expect(seen).toHaveLength(2)
  expect(seen[0]).toBeDefined()
  expect(seen[1]).toBe(seen[0])
})

test('the same form saved again takes its own turn; what comes after others waits behind them', async () => {
  const at = open()
  await at.save('skill/1', 'Welsh')
  await at.save('skill/2', 'Polish')
  await at.save('skill/1', 'Welsh and more')
  expect(at.waiting()).toEqual(['Welsh and more', 'Polish'])
  at.reach()
  expect(await at.save('skill/3', 'Irish')).toBeNull()
  await at.late.send()
  expect(at.sent.map(({ name }) => name)).toEqual(['Welsh and more', 'Polish', 'Irish'])
})

test('a refusal is told, and the next ones go on; what is busy is asked again', async () => {
  const at = open()
  for (const name of ['Welsh', 'Polish', 'Irish']) await at.save(`skill/${name}`, name)
  at.reach()
  at.answers.set('Welsh', refused(400, 'There is a skill of this name.'))
  at.answers.set('Irish', refused(503, 'The server is busy.'))
  await at.late.send()
  expect(at.said()).toEqual([
    'Welsh was not saved. There is a skill of this name. What you typed is kept in its form.',
  ])
  expect(at.waiting()).toEqual(['Irish'])
  at.answers.clear()
  await at.late.send()
  expect(at.waiting()).toEqual([])
})

test('whoever listens is told of each, and tells the person itself', async () => {
  const at = open()
  await at.save('skill/1', 'Welsh')
  at.answers.set('Welsh', refused(400, 'No.'))
  const told: string[] = []
  const end = at.late.onSent(({ place }, outcome) => {
    told.push(`${place} ${'error' in outcome ? outcome.error.message : 'sent'}`)
    return true
  })
  at.reach()
  await at.late.send()
  end()
  expect(told).toEqual(['skill/1 No.'])
  expect(at.said()).toEqual([])
})

test('what was typed into a form that isn’t open is forgotten once it is sent, others’ stays', async () => {
  const at = open()
  const { storage, session } = at.services
  const me = session.store.getState().user?.userName ?? ''
  storage.set('formDrafts', { [`${me}/skill/1`]: { name: 'Welsh' }, [`${me}/skill/2`]: { name: 'Polish' } })
  await at.save('skill/1', 'Welsh')
  at.reach()
  await at.late.send()
  expect(storage.get('formDrafts')).toEqual({ [`${me}/skill/2`]: { name: 'Polish' } })
})

test('one that waited for a day isn’t sent, one before it is', async () => {
  const hours = async (past: number) => {
    const at = open()
    await at.save('skill/1', 'Welsh')
    const now = at.services.now() + past * 3_600_000
    const later = createLateSaves({ ...at.services, now: () => now })
    return later.store.getState().waiting.length
  }
  expect(await hours(23.9)).toBe(1)
  expect(await hours(24)).toBe(0)
})

test('a save of several calls isn’t kept once the first is done, and one taken back is gone', async () => {
  const at = open()
  at.reach()
  const both = at.late.save({ place: 'skill/1', label: 'Welsh' }, async (api) => {
    await api.call(saveSkill, { ...VALUES, name: 'Welsh' }, { quiet: true })
    at.reach(false)
    return await api.call(saveSkill, { ...VALUES, name: 'Polish' }, { quiet: true })
  })
  await expect(both).rejects.toThrow('No connection')
  expect(at.waiting()).toEqual([])
  await at.save('skill/1', 'Welsh')
  await at.save('skill/2', 'Polish')
  at.late.drop('skill/1')
  expect(at.waiting()).toEqual(['Polish'])
})
