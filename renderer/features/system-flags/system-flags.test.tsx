import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { postBroadcast } from '#shared/contract/broadcast.ts'
import {
  acknowledgeFlag,
  clearFlag,
  flagAreas,
  getFlag,
  listFlags,
  raiseFlag,
} from '#shared/contract/system-flags.ts'
import { getViews } from '#shared/contract/views.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { FlagsScreen } from './index.ts'

const FLAG = {
  ...{ id: 4, version: 1, key: 'DISK_LOW', title: 'The disk is nearly full', severity: 'CRITICAL' as const },
  ...{ source: 'CHECK' as const, message: '4.0 of 30.0 GB are left.', whatToDo: 'Make room.' },
  ...{ isStanding: true, raisedAt: '2026-05-04T12:00:00.000Z', raisedBy: null, endsAt: null },
  ...{ acknowledgedBy: null as string | null, acknowledgedAt: null as string | null, note: '' },
  ...{ clearedAt: null as string | null, clearedBy: null as string | null, areaID: 2, area: 'Leeds' },
  ...{ projectID: null as number | null, project: null as string | null },
}

function open(permissions: readonly PermissionName[] = [], path = '/support/system-flags') {
  const server = fakeLive()
  server.services.session.signIn(testToken(['SUPPORT_CAN_SEE_SYSTEM_FLAGS', ...permissions]))
  const kept = { flag: FLAG }
  server.answer(getViews, () => ({ views: [] }))
  server.answer(listFlags, () => ({
    rows: [kept.flag],
    total: 1,
    isMore: false,
    columns: ['severity', 'title', 'message', 'isStanding', 'raisedAt', 'acknowledgedBy', 'clearedAt'],
    asOf: '2026-05-04T12:00:00.000Z',
  }))
  server.answer(getFlag, () => kept.flag)
  server.answer(flagAreas, () => ({
    areas: [{ id: 2, name: 'Leeds' }],
    projects: [{ id: 7, name: 'Travel survey' }],
  }))
  const user = userEvent.setup()
  const sent = (call: { path: string }) =>
    server.made.filter(({ path: made }) => made === call.path).map(({ request }) => request)
  renderSignedIn(server.services, server.around(<FlagsScreen />), path)
  return { server, user, sent, kept }
}

test('a flag says what is the matter, what to do, and since when', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('row', { name: /The disk is nearly full/ }))
  const panel = await screen.findByRole('complementary', { name: 'system flag' })
  await within(panel).findByText('Make room.')
  expect(panel.textContent).toMatch(
    /4\.0 of 30\.0 GB are left\..*Raised2026-05-04 13:00SourceCheckAreaLeedsKeyDISK_LOW/,
  )
  expect(within(panel).queryByRole('button', { name: 'Tell people …' })).toBeNull()
})

test('it is looked after, then cleared, each with a note; a refusal loses nothing', async () => {
  const { server, user, sent } = open([], '/support/system-flags?open=4')
  await user.click(await screen.findByRole('button', { name: 'Acknowledge' }))
  const dialog = await screen.findByRole('dialog', { name: 'Look after ‘The disk is nearly full’' })
  await user.type(within(dialog).getByRole('textbox', { name: 'Note' }), 'On it')
  server.answer(acknowledgeFlag, () => {
    throw refused(503, 'Not now.')
  })
  await user.click(within(dialog).getByRole('button', { name: 'Acknowledge' }))
  await within(dialog).findByText('Not now.')
  const mine = {
    ...FLAG,
    ...{ version: 2, acknowledgedBy: 'Dee Desk', acknowledgedAt: '2026-05-04T12:05:00.000Z', note: 'On it' },
  }
  server.answer(acknowledgeFlag, () => mine)
  server.answer(getFlag, () => mine)
  await user.click(within(dialog).getByRole('button', { name: 'Acknowledge' }))
  const panel = await screen.findByRole('complementary', { name: 'system flag' })
  await waitFor(() => expect(panel.textContent).toMatch(/Looked after byDee Desk, 2026-05-04 13:05NoteOn it/))
  expect(sent(acknowledgeFlag).at(-1)).toEqual({ id: 4, version: 1, note: 'On it' })
  expect(within(panel).queryByRole('button', { name: 'Acknowledge' })).toBeNull()

  const past = { ...mine, ...{ version: 3, isStanding: false, clearedBy: 'Dee Desk' } }
  server.answer(clearFlag, () => ({ ...past, clearedAt: '2026-05-04T13:00:00.000Z' }))
  await user.click(within(panel).getByRole('button', { name: 'Clear' }))
  const clearing = await screen.findByRole('dialog', { name: 'Clear ‘The disk is nearly full’' })
  within(clearing).getByText('The system raised it. It comes back while its cause lasts.')
  await user.click(within(clearing).getByRole('button', { name: 'Clear' }))
  await waitFor(() => expect(panel.textContent).toMatch(/Cleared2026-05-04 14:00 by Dee Desk/))
  expect(sent(clearFlag)).toEqual([{ id: 4, version: 2, note: '' }])
  expect(within(panel).queryByRole('button', { name: 'Clear' })).toBeNull()
})

test('one is raised about a project, which its panel names instead of an area', async () => {
  const { server, user, sent, kept } = open()
  kept.flag = { ...FLAG, areaID: null, area: null, projectID: 7, project: 'Travel survey' } as never
  server.answer(raiseFlag, () => kept.flag)
  await user.click(await screen.findByRole('button', { name: 'Raise a flag' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Raise a system flag' }))
  await user.type(dialog.getByRole('textbox', { name: /^Flag/ }), 'Quota')
  await user.type(dialog.getByRole('textbox', { name: /What is the matter/ }), 'Cells are full.')
  await dialog.findByRole('option', { name: 'Leeds' })
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Area' }), 'Leeds')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Project' }), 'Travel survey')
  await user.click(dialog.getByRole('button', { name: 'Raise a flag' }))
  await waitFor(() => expect(sent(raiseFlag)).toMatchObject([{ areaID: null, projectID: 7 }]))
  await user.click(await screen.findByRole('row', { name: /The disk is nearly full/ }))
  const panel = await screen.findByRole('complementary', { name: 'system flag' })
  await waitFor(() => expect(panel.textContent).toMatch(/ProjectTravel survey/))
  expect(panel.textContent).not.toMatch(/Area/)
})

test('somebody raises one by hand, for an area and a time of London', async () => {
  const { server, user, sent } = open()
  server.answer(raiseFlag, () => ({ ...FLAG, source: 'PERSON' as const }))
  await user.click(await screen.findByRole('button', { name: 'Raise a flag' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Raise a system flag' }))
  const raise = dialog.getByRole('button', { name: 'Raise a flag' })
  expect(raise).toHaveProperty('disabled', true)
  await user.type(dialog.getByRole('textbox', { name: /^Flag/ }), 'Dialler is down')
  await user.type(dialog.getByRole('textbox', { name: /What is the matter/ }), 'Nobody can dial.')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Severity' }), 'CRITICAL')
  await dialog.findByRole('option', { name: 'Leeds' })
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Project' }), 'Travel survey')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Area' }), 'Leeds')
  await user.type(dialog.getByLabelText('Clears itself at'), '2026-07-01T09:00')
  await user.click(raise)
  await waitFor(() =>
    expect(sent(raiseFlag)).toEqual([
      {
        ...{ title: 'Dialler is down', severity: 'CRITICAL', message: 'Nobody can dial.', whatToDo: '' },
        ...{ areaID: 2, projectID: null, endsAt: '2026-07-01T08:00:00.000Z' },
      },
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Raise a system flag' })).toBeNull())
})

test('who may broadcast tells its area what is the matter', async () => {
  const { server, user, sent } = open(['CAN_BROADCAST_MESSAGE'], '/support/system-flags?open=4')
  server.answer(postBroadcast, () => ({ id: 1 }))
  await user.click(await screen.findByRole('button', { name: 'Tell people …' }))
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Tell people of ‘The disk is nearly full’' }),
  )
  expect(dialog.getByRole('textbox', { name: /Message/ })).toHaveProperty('value', '4.0 of 30.0 GB are left.')
  const until = dialog.getByLabelText(/^Until/)
  await user.clear(until)
  await user.type(until, '2026-12-01T09:00')
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  await waitFor(() =>
    expect(sent(postBroadcast)).toEqual([
      { message: '4.0 of 30.0 GB are left.', endDate: '2026-12-01T09:00:00.000Z', areaID: 2 },
    ]),
  )
})

test('what changes meanwhile shows without a reload', async () => {
  const { kept, server } = open()
  await screen.findByRole('row', { name: /The disk is nearly full/ })
  kept.flag = { ...FLAG, title: 'Dialler is down' }
  act(() => server.hub.fire('systemFlagsChanged'))
  await screen.findByRole('row', { name: /Dialler is down/ })
})
