import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getSkill, listSkills, saveSkill } from '#shared/contract/skills.ts'
import { getViews } from '#shared/contract/views.ts'
import { SKILL_FIELDS, skillRecord, skillValues } from '#shared/records/admin/skill.ts'
import { ApiError } from '../../services/http/api-client.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import type { RecordsKind } from './index.ts'
import { RecordsPage } from './RecordsPage.tsx'

const SKILLS: RecordsKind = {
  record: skillRecord,
  title: 'Skills',
  fields: SKILL_FIELDS,
  nameOf: ({ name }) => String(name),
  list: (api, request) => api.call(listSkills, request, { quiet: true }),
  read: (api, id) => api.call(getSkill, { id }, { quiet: true }),
  save: (api, values, seen) =>
    api.call(
      saveSkill,
      { ...skillValues.parse(values), ...(seen && { id: seen.id, version: seen.version }) },
      { quiet: true },
    ),
  bulk: [],
}

async function open() {
  const server = fakeServices()
  server.services.session.signIn(testToken(['ADMIN_CAN_MANAGE_SKILLS']))
  const stored = {
    ...{ id: 1, version: 1, name: 'Welsh', category: 'LANGUAGE' as const, needsCertificate: false },
    ...{ expiresAfterMonths: null, isActive: true, people: 0, expiring: 0 },
  }
  const sent: string[] = []
  let isReached = false
  let problem: ApiError | null = null
  /** Until what a try waits for its end. */
  let held = Promise.resolve()
  server.answer(getViews, () => ({ views: [] }))
  server.answer(listSkills, () => ({
    ...{ rows: [{ ...stored }], total: 1, isMore: false, asOf: '2026-05-04T12:00:00.000Z' },
    columns: ['name', 'category', 'people', 'isActive'],
  }))
  server.answer(getSkill, () => ({ ...stored }))
  server.answer(saveSkill, async (request) => {
    await held
    if (!isReached) throw new ApiError('unreachable', 'No connection')
    const { name } = request as { name: string }
    sent.push(name)
    if (problem) throw problem
    Object.assign(stored, { name, version: stored.version + 1 })
    return { ...stored }
  })
  const user = userEvent.setup()
  const page = () => renderSignedIn(server.services, <RecordsPage kind={SKILLS} />, '/admin/skills?open=1')
  const view = page()
  const panel = async () => within(await screen.findByRole('complementary'))
  const name = async () => (await panel()).findByRole('textbox', { name: /^Name/ })
  return {
    ...{ ...server, user, view, page, panel, name, sent, stored },
    type: async (text: string) => {
      const field = await name()
      await user.clear(field)
      await user.type(field, text)
      await user.click((await panel()).getByRole('button', { name: 'Save' }))
    },
    hold(until: Promise<void>) {
      held = until
    },
    back: (error: ApiError | null = null) => {
      isReached = true
      problem = error
      return act(async () => view.own.lateSaves.send())
    },
  }
}
const cell = () => screen.findByRole('gridcell', { name: /^Welsh/ })

test('a save without a connection waits in words, shows in the list, and is sent once it is back', async () => {
  const at = await open()
  await at.type('Welsh (fluent)')
  await (await at.panel()).findByText('Waiting to be sent')
  await screen.findByText('Waiting to be sent: Welsh')
  expect((await cell()).textContent).toBe('Welsh (fluent)')
  // It is safe: closing asks nothing.
  await at.user.click((await at.panel()).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  await at.back()
  expect(at.sent).toEqual(['Welsh (fluent)'])
  expect(screen.queryByText(/^Waiting to be sent/)).toBeNull()
  expect((await cell()).textContent).toBe('Welsh (fluent)')
})

test('an open form takes the answer; saved again meanwhile the newest is sent alone', async () => {
  const at = await open()
  await at.type('Welsh (fluent)')
  await (await at.panel()).findByText('Waiting to be sent')
  await at.type('Welsh (native)')
  await at.back()
  expect(at.sent).toEqual(['Welsh (native)'])
  await waitFor(async () => expect((await at.panel()).queryByText('Waiting to be sent')).toBeNull())
  // The next save is of the version that came back.
  await at.type('Welsh')
  await waitFor(() => expect(at.stored).toMatchObject({ name: 'Welsh', version: 3 }))
})

test('saved again while the first try is still under way, the newest waits, not the older', async () => {
  const at = await open()
  const { promise, resolve } = Promise.withResolvers<void>()
  at.hold(promise)
  await at.type('Welsh (fluent)')
  await at.type('Welsh (native)')
  await act(async () => resolve())
  await (await at.panel()).findByText('Waiting to be sent')
  expect((await cell()).textContent).toBe('Welsh (native)')
  // It is safe: there is nothing to discard but the save itself.
  await at.user.click((await at.panel()).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await at.back()
  expect(at.sent).toEqual(['Welsh (native)'])
  expect((await cell()).textContent).toBe('Welsh (native)')
})

test('what the server refuses afterwards stands in the form, with what was typed', async () => {
  const at = await open()
  await at.type('Polish')
  await (await at.panel()).findByText('Waiting to be sent')
  await at.back(refused(400, 'There is a skill of this name.'))
  await (await at.panel()).findByText('There is a skill of this name.')
  expect(await at.name()).toHaveProperty('value', 'Polish')
  await cell()
})

test('‘Discard’ takes a waiting save back', async () => {
  const at = await open()
  await at.type('Polish')
  await (await at.panel()).findByText('Waiting to be sent')
  await at.user.click((await at.panel()).getByRole('button', { name: 'Discard' }))
  expect(await at.name()).toHaveProperty('value', 'Welsh')
  await cell()
  await at.back()
  expect(at.sent).toEqual([])
})

test('after a reload the form says so still, with what was typed', async () => {
  const at = await open()
  await at.type('Polish')
  await (await at.panel()).findByText('Waiting to be sent')
  at.view.unmount()
  at.page()
  await (await at.panel()).findByText('Waiting to be sent')
  expect(await at.name()).toHaveProperty('value', 'Polish')
})
