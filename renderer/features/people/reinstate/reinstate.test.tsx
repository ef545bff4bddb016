import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getLeaver, listLeavers, reinstatePerson } from '#shared/contract/leavers.ts'
import { myExports, previewErasure } from '#shared/contract/privacy.ts'
import { getViews } from '#shared/contract/views.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { fakeLive } from '../../../testing/fake-live.tsx'
import { refused } from '../../../testing/fake-services.ts'
import { testToken } from '../../../testing/session-token.ts'
import { renderSignedIn } from '../../../testing/signed-in.tsx'
import { ReinstateScreen } from '../index.ts'

const LEAVER = {
  ...{ id: 7, version: 4, displayName: 'Ann Ash', userName: 'ann', userType: 'INTERVIEWER' as const },
  ...{ roles: '', areaName: null, managerName: null, agencyName: null, contractTypeName: null },
  ...{
    status: 'LEAVER' as const,
    lastSignInAt: null,
    leaveDate: '2026-04-30',
    leaveReason: 'RESIGNED' as const,
  },
  ...{ deactivatedByName: 'Kim', erasureDue: '2032-04-30', email: 'ann@mail.example', areaID: 9 },
  ...{ contractTypeID: 1, manager: { id: 2, displayName: 'Tom Tall' } },
  roleList: [
    { id: 5, name: 'Interviewer' },
    { id: 6, name: 'Trainer' },
  ],
  areas: [{ id: 1, name: 'Leeds' }],
  contractTypes: [{ id: 1, name: 'Employee' }],
}

function open(
  leaver: Partial<typeof LEAVER> | { email: null } = {},
  permissions: readonly PermissionName[] = ['ADMIN_CAN_REINSTATE_USERS'],
) {
  const server = fakeLive()
  server.services.session.signIn(testToken(permissions))
  server.answer(getViews, () => ({ views: [] }))
  server.answer(listLeavers, () => ({
    rows: [LEAVER],
    ...{ total: 1, isMore: false, asOf: '2026-05-04T12:00:00.000Z', columns: ['displayName', 'leaveDate'] },
  }))
  server.answer(getLeaver, () => ({ ...LEAVER, ...leaver }) as never)
  const view = renderSignedIn(
    server.services,
    server.around(<ReinstateScreen />),
    '/admin/reinstate-users?open=7',
  )
  const sent = () =>
    server.made.filter(({ path }) => path === reinstatePerson.path).map(({ request }) => request)
  return { server, sent, view, user: userEvent.setup() }
}

test('A059 who comes back gets only the roles that are confirmed one by one; why not is told there', async () => {
  const { server, sent, user } = open()
  const panel = within(await screen.findByRole('complementary', { name: 'leaver' }))
  expect(await panel.findByText('Interviewer, Trainer')).toBeTruthy()
  await user.click(panel.getByRole('button', { name: 'Reinstate' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reinstate Ann Ash' }))
  const save = dialog.getByRole('button', { name: 'Reinstate' }) as HTMLButtonElement
  const boxes = dialog.getAllByRole('checkbox') as HTMLInputElement[]
  expect(boxes.map(({ checked }) => checked)).toEqual([false, false])
  await user.click(dialog.getByRole('checkbox', { name: 'Trainer' }))
  // Their area isn't there any more: another is chosen.
  expect(save.disabled).toBe(true)
  await user.selectOptions(dialog.getByRole('combobox', { name: /Area/ }), 'Leeds')
  expect(dialog.getByDisplayValue('Tom Tall')).toBeTruthy()
  await user.click(dialog.getByRole('checkbox', { name: 'Trainer' }))
  expect(save.disabled).toBe(true)
  await user.click(dialog.getByRole('checkbox', { name: 'Interviewer' }))
  server.answer(reinstatePerson, () => {
    throw refused(409, 'This person’s data was erased.')
  })
  await user.click(save)
  expect(await dialog.findByText('This person’s data was erased.')).toBeTruthy()
  server.answer(reinstatePerson, () => ({ done: true as const }))
  await user.click(save)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent().at(-1)).toMatchObject({ id: 7, contractTypeID: 1, areaID: 1, managerID: 2, roleIDs: [5] })
})

test('A059 where somebody has no address, the dialog says that no invitation goes', async () => {
  const { user } = open({ email: null })
  const panel = within(await screen.findByRole('complementary', { name: 'leaver' }))
  await user.click(await panel.findByRole('button', { name: 'Reinstate' }))
  expect(await screen.findByText(/no invitation can be sent/)).toBeTruthy()
})

test('a leaver’s data is copied and erased from their panel here, by whoever may', async () => {
  const first = open()
  await screen.findByRole('tab', { name: 'History' })
  expect(screen.queryByRole('tab', { name: 'Personal data' })).toBeNull()
  first.view.unmount()
  const { server, user } = open({}, ['ADMIN_CAN_REINSTATE_USERS', 'ADMIN_CAN_ERASE_PERSONAL_DATA'])
  server.answer(myExports, () => ({ exports: [] }))
  server.answer(previewErasure, ({ userID }) => ({
    ...{ deleted: [{ what: 'Roles', count: userID, why: '' }], anonymised: [], kept: [] },
    ...{ refusal: null, erasures: [] },
  }))
  await user.click(await screen.findByRole('tab', { name: 'Personal data' }))
  const part = within(await screen.findByRole('region', { name: 'Erase the data' }))
  expect(part.getByText('7 records')).toBeTruthy()
  await user.click(part.getByRole('button', { name: 'Erase …' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase the data of Ann Ash?' }))
  expect(dialog.getByRole('textbox', { name: /^Type the user name ann/ })).toBeTruthy()
})
