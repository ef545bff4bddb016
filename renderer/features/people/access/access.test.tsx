import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import {
  accountSessions,
  accountSettings,
  allowDevice,
  clearDevice,
  endAccountSession,
  excludeDevice,
  exportSurveyToolDetails,
  lockAccount,
  resetAccountPassword,
} from '#shared/contract/account-access.ts'
import { getPerson } from '#shared/contract/admin-users.ts'
import { searchUsers } from '#shared/contract/help.ts'
import { newPerson, personOptions } from '#shared/contract/people-keeping.ts'
import { endSessions, pairCompanion, unpairCompanion } from '#shared/contract/session-support.ts'
import { DEFAULT_QUIET_HOURS } from '#shared/domain/chat-quiet.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { DEFAULT_AUDIO_SETTING } from '#shared/domain/settings.ts'
import { fakeServices, refused } from '../../../testing/fake-services.ts'
import { testToken } from '../../../testing/session-token.ts'
import { renderSignedIn } from '../../../testing/signed-in.tsx'
import { NewInterviewer } from '../index.ts'
import { SurveyToolDetails } from '../SurveyToolDetails.tsx'
import { ANN } from '../testing/ann.ts'
import { Access } from './Access.tsx'
import { LockDialog } from './account-dialogs.tsx'
import { PersonalSettings } from './PersonalSettings.tsx'
import { ResetPasswordDialog, ResetPasswordOf } from './ResetPassword.tsx'

const done = () => ({ done: true as const })
const person = ANN as never
const AT = '2026-05-04T12:00:00.000Z'
const SESSIONS = {
  sessions: [
    {
      ...{ id: 's1', tokenType: 'OTHER' as const, deviceID: null, address: '203.0.113.9', isOwn: false },
      ...{ startedAt: '2026-05-01T08:00:00.000Z', lastUsedAt: AT },
    },
  ],
  devices: [
    { deviceID: 'phone-1', isCompanion: true, lastUsedAt: AT, excludedFor: null },
    { deviceID: 'old-1', isCompanion: false, lastUsedAt: null, excludedFor: 'Stolen' },
  ],
}
const SETTINGS = {
  audio: DEFAULT_AUDIO_SETTING,
  quietHours: { ...DEFAULT_QUIET_HOURS, days: [...DEFAULT_QUIET_HOURS.days] },
}
const ALL: PermissionName[] = [
  'SUPPORT_CAN_EDIT_USER_SETTINGS',
  'SUPPORT_CAN_ENABLE_COMPANION_APP',
  'SUPPORT_CAN_DISABLE_COMPANION_APP',
  'SUPPORT_CAN_CLEAR_DEVICE_ID',
  'SUPPORT_CAN_EXCLUDE_DEVICE_ID',
]

function open(shown: React.ReactNode, permissions: PermissionName[] = ALL) {
  const server = fakeServices()
  server.services.session.signIn(testToken(permissions))
  const maySee = permissions.includes('SUPPORT_CAN_EDIT_USER_SETTINGS')
  server.answer(accountSessions, () => (maySee ? SESSIONS : { ...SESSIONS, sessions: null }))
  server.answer(getPerson, () => ANN)
  server.answer(accountSettings, ({ set }: { set?: typeof SETTINGS }) => set ?? SETTINGS)
  for (const call of [
    endAccountSession,
    endSessions,
    unpairCompanion,
    clearDevice,
    excludeDevice,
    allowDevice,
  ])
    server.answer(call, done)
  renderSignedIn(server.services, shown, '/admin/active-users')
  const sent = ({ path }: { path: string }) =>
    server.made.filter((call) => call.path === path).map(({ request }) => request)
  return { ...server, sent, user: userEvent.setup() }
}
const onDone = () => undefined
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }))
/** Says why in the dialog, and does it; without a reason it can't be. */
async function giveReason(user: ReturnType<typeof userEvent.setup>, name: string, action: string) {
  const dialog = await dialogOf(name)
  const button = dialog.getByRole('button', { name: action }) as HTMLButtonElement
  expect(button.disabled).toBe(true)
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Left at the station')
  await user.click(button)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

test('A063 the part Access lists sessions with device, address, start, last use and kind, and devices with why one is not allowed', async () => {
  open(<Access record={person} onDone={onDone} />)
  const sessions = within(await screen.findByRole('region', { name: 'Sessions' }))
  expect(sessions.getByRole('listitem').textContent).toMatch(
    /Web or desktop · Browser.*203\.0\.113\.9 · since 1 May 2026, 09:00 · last used 4 May 2026, 13:00/,
  )
  const devices = within(screen.getByRole('region', { name: 'Devices' })).getAllByRole('listitem')
  expect(devices.map((one) => one.textContent)).toEqual([
    expect.stringMatching(/phone-1Companion device · last used 4 May 2026/),
    expect.stringMatching(/old-1not used lately · Not allowed: Stolen.*Allow again/),
  ])
})

test('whoever may not see sessions is shown devices, and nothing about sessions', async () => {
  open(<Access record={person} onDone={onDone} />, ['SUPPORT_CAN_CLEAR_DEVICE_ID'])
  expect(
    within(await screen.findByRole('region', { name: 'Devices' })).getAllByRole('listitem'),
  ).toHaveLength(2)
  expect(screen.queryByRole('region', { name: 'Sessions' })).toBeNull()
  expect(screen.queryByText('They are not signed in.')).toBeNull()
})

test('A063 one session and all sessions are ended with a reason', async () => {
  const { user, sent } = open(<Access record={person} onDone={onDone} />)
  await user.click(await screen.findByRole('button', { name: 'End the session: Browser' }))
  await giveReason(user, 'End this session', 'End')
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }))
  await giveReason(user, 'Sign Ann Ash out everywhere', 'Sign out everywhere')
  const reason = 'Left at the station'
  expect(sent(endAccountSession)).toEqual([{ userID: 7, id: 's1', reason }])
  expect(sent(endSessions)).toEqual([{ userID: 7, reason }])
})

test('A064 A065 a device is forgotten, excluded and allowed again; pairing one of another’s names its holder and asks', async () => {
  const { user, sent, answer } = open(<Access record={person} onDone={onDone} />)
  const [phone, old] = within(await screen.findByRole('region', { name: 'Devices' })).getAllByRole('listitem')
  if (!phone || !old) throw new Error('no devices')
  await user.click(within(phone).getByRole('button', { name: 'Forget' }))
  await giveReason(user, 'Forget this device', 'Forget')
  await user.click(within(phone).getByRole('button', { name: 'Exclude' }))
  await giveReason(user, 'Exclude this device', 'Exclude')
  await user.click(within(old).getByRole('button', { name: 'Allow again' }))
  await user.click(screen.getByRole('button', { name: 'Unpair' }))
  await giveReason(user, 'Unpair the companion device', 'Unpair')
  const reason = 'Left at the station'
  expect(sent(clearDevice)).toEqual([{ userID: 7, deviceID: 'phone-1', reason }])
  expect(sent(excludeDevice)).toEqual([{ deviceID: 'phone-1', reason }])
  expect(sent(allowDevice)).toEqual([{ deviceID: 'old-1' }])
  expect(sent(unpairCompanion)).toEqual([{ userID: 7, reason }])

  answer(pairCompanion, ({ isMoved }: { isMoved?: boolean }) => {
    if (!isMoved) throw refused(409, 'Conflict', 'This device is paired with Ben Bee.', 'device.heldBy')
    return { done: true }
  })
  await user.click(screen.getByRole('button', { name: 'Pair a device' }))
  const dialog = await dialogOf('Pair a companion device with Ann Ash')
  await user.type(dialog.getByRole('textbox', { name: /Device id/ }), 'tablet-2')
  await user.click(dialog.getByRole('button', { name: 'Pair a device' }))
  expect(await dialog.findByText(/This device is paired with Ben Bee\./)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Move it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(pairCompanion)).toEqual([
    { userID: 7, deviceID: 'tablet-2', isMoved: false },
    { userID: 7, deviceID: 'tablet-2', isMoved: true },
  ])
})

test.each([
  ['SUPPORT_CAN_EDIT_USER_SETTINGS', ['End', 'Sign out everywhere']],
  ['SUPPORT_CAN_CLEAR_DEVICE_ID', ['Forget', 'Forget']],
  ['SUPPORT_CAN_EXCLUDE_DEVICE_ID', ['Exclude', 'Allow again']],
  ['SUPPORT_CAN_ENABLE_COMPANION_APP', ['Pair a device']],
  ['SUPPORT_CAN_DISABLE_COMPANION_APP', ['Unpair']],
  ['ADMIN_CAN_RESET_PASSWORD', []],
] as const)('%s alone offers just its actions in the part Access', async (permission, offered) => {
  open(<Access record={person} onDone={onDone} />, [permission])
  await screen.findByRole('region', { name: 'Devices' })
  expect(screen.queryAllByRole('button').map((button) => button.textContent)).toEqual(offered)
})

test('A061 a password is reset by a link, or by a temporary one that is told once', async () => {
  const onReset = vi.fn()
  const { user, sent, answer } = open(<ResetPasswordOf person={person} onClose={onDone} onDone={onReset} />)
  const dialog = await dialogOf('Reset the password of Ann Ash')
  const reset = dialog.getByRole('button', { name: 'Reset password' }) as HTMLButtonElement
  expect(reset.disabled).toBe(true)
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Forgot it')
  answer(resetAccountPassword, () => {
    throw refused(403, 'You cannot change somebody who may do more than you.')
  })
  await user.click(reset)
  expect(await dialog.findByText('You cannot change somebody who may do more than you.')).toBeTruthy()
  answer(resetAccountPassword, () => ({ temporaryPassword: null }))
  await user.click(reset)
  await waitFor(() => expect(onReset).toHaveBeenCalled())
  answer(resetAccountPassword, () => ({ temporaryPassword: 'ABCD-EFGH-JKLM' }))
  await user.click(dialog.getByRole('radio', { name: /Temporary password/ }))
  await user.click(reset)
  expect(await dialog.findByText('ABCD-EFGH-JKLM')).toBeTruthy()
  expect(dialog.getByText('The temporary password of Ann Ash. It is shown this once.')).toBeTruthy()
  await user.click(dialog.getByText('Close'))
  expect(onReset).toHaveBeenCalledTimes(2)
  expect(sent(resetAccountPassword).slice(1)).toEqual([
    { userID: 7, way: 'LINK', reason: 'Forgot it' },
    { userID: 7, way: 'TEMPORARY_PASSWORD', reason: 'Forgot it' },
  ])
})

test('A061 Admin › Reset password searches whom it is for', async () => {
  const { user, sent, answer } = open(<ResetPasswordDialog opened onClose={onDone} />)
  answer(searchUsers, () => [{ userID: 7, displayName: 'Ann Ash', role: 'Interviewer', areaName: 'Leeds' }])
  answer(resetAccountPassword, () => ({ temporaryPassword: null }))
  const dialog = await dialogOf('Reset password')
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Forgot it')
  expect((dialog.getByRole('button', { name: 'Reset password' }) as HTMLButtonElement).disabled).toBe(true)
  await user.type(dialog.getByRole('textbox', { name: 'Person' }), 'ann')
  await user.click(await screen.findByRole('option', { name: /Ann Ash/ }))
  await user.click(dialog.getByRole('button', { name: 'Reset password' }))
  await waitFor(() =>
    expect(sent(resetAccountPassword)).toEqual([{ userID: 7, way: 'LINK', reason: 'Forgot it' }]),
  )
})

test('an account is locked with a reason', async () => {
  const { user, sent, answer } = open(<LockDialog person={person} onClose={onDone} onDone={onDone} />)
  answer(lockAccount, done)
  const dialog = await dialogOf('Lock the account of Ann Ash')
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Phone stolen')
  await user.click(dialog.getByRole('button', { name: 'Lock account' }))
  await waitFor(() => expect(sent(lockAccount)).toEqual([{ userID: 7, reason: 'Phone stolen' }]))
})

test('support changes somebody’s sound, channels and quiet hours, and sees the language', async () => {
  const { user, sent } = open(<PersonalSettings record={person} />)
  await user.click(await screen.findByRole('radio', { name: 'When mentioned' }))
  const channel = (name: RegExp) => within(screen.getByRole('group', { name }))
  expect(
    (channel(/e-mail/).getByRole('checkbox', { name: 'Only when they are offline' }) as HTMLInputElement)
      .disabled,
  ).toBe(false)
  await user.click(channel(/e-mail/).getByRole('checkbox', { name: 'On' }))
  expect(
    (channel(/e-mail/).getByRole('checkbox', { name: 'Only when they are offline' }) as HTMLInputElement)
      .disabled,
  ).toBe(true)
  await user.click(channel(/WhatsApp/).getByRole('checkbox', { name: 'On' }))
  await user.click(channel(/mobile app/).getByRole('checkbox', { name: 'Only when they are mentioned' }))
  await user.click(channel(/the browser/).getByRole('checkbox', { name: 'On' }))
  await user.click(channel(/Quiet hours/).getByRole('checkbox', { name: 'On' }))
  fireEvent.change(screen.getByLabelText(/^From/), { target: { value: '20:30' } })
  await user.click(screen.getByRole('checkbox', { name: 'Sun' }))
  expect(screen.getByText(/British English, the only one of this installation\./)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent(accountSettings)).toHaveLength(2))
  const on = { isEnabled: true, notifyWhenOfflineOnly: false, notifyOnlyWhenMentioned: false }
  expect(sent(accountSettings)[1]).toEqual({
    userID: 7,
    set: {
      audio: {
        newMessageSound: 'MENTIONED',
        whatsappNotificationSetting: { ...on, forcedMentionOnly: false },
        emailNotificationSetting: { ...on, isEnabled: false },
        mobileAppNotificationSetting: { ...on, notifyOnlyWhenMentioned: true },
        browserNotificationSetting: on,
      },
      quietHours: { isEnabled: true, from: '20:30', to: '07:00', days: [1, 2, 3, 4, 5, 6] },
    },
  })
  // Nothing is left to save, and a change can be taken back.
  const save = screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement
  await waitFor(() => expect(save.disabled).toBe(true))
  await user.click(screen.getByRole('radio', { name: 'None' }))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect((screen.getByRole('radio', { name: 'When mentioned' }) as HTMLInputElement).checked).toBe(true)
})

test('A066 the file of survey-tool details is offered to who may have it', async () => {
  const { user, sent, answer } = open(<SurveyToolDetails />, ['SUPPORT_CAN_EXPORT_SURVEY_TOOL_DETAILS'])
  answer(exportSurveyToolDetails, () => ({ blob: new Blob(['a']), fileName: 'Survey-tool details.csv' }))
  const link = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await user.click(await screen.findByRole('button', { name: 'Survey-tool details' }))
  await waitFor(() => expect(link).toHaveBeenCalledTimes(1))
  expect(sent(exportSurveyToolDetails)).toHaveLength(1)
  link.mockRestore()
})

test('A066 the file of survey-tool details is not offered to others', async () => {
  open(
    <>
      <SurveyToolDetails />
      <p>There</p>
    </>,
  )
  await screen.findByText('There')
  expect(screen.queryByRole('button')).toBeNull()
})

test('A037 who may add interviewers alone makes one, and nobody else', async () => {
  const { user, sent, answer } = open(<NewInterviewer />, ['SUPPORT_CAN_ADD_AGENTS'])
  answer(personOptions, () => ({
    areas: [{ id: 1, name: 'Leeds' }],
    agencies: [{ id: 3, name: 'Bright Staffing' }],
    contractTypes: [{ id: 2, name: 'Agency worker', isAgency: true }],
    roles: [{ id: 5, name: 'Interviewer', defaultUserTypes: ['INTERVIEWER'], mayGive: true }],
    ...{ skills: [], languages: [], userTypes: ['INTERVIEWER'], isMailSetUp: false },
  }))
  answer(newPerson, () => ({ person: ANN, temporaryPassword: 'ABCD-EFGH' }))
  await user.click(await screen.findByRole('button', { name: 'New interviewer' }))
  const dialog = await dialogOf('New interviewer')
  await user.type(await dialog.findByRole('textbox', { name: /^Name/ }), 'Nia North')
  await user.type(dialog.getByRole('textbox', { name: /^User name/ }), 'nia')
  expect(dialog.getByText(/Mail is not set up here yet/)).toBeTruthy()
  await user.selectOptions(dialog.getByRole('combobox', { name: /How they get in/ }), 'Temporary password')
  await user.selectOptions(dialog.getByRole('combobox', { name: /^Area/ }), 'Leeds')
  expect(dialog.queryByRole('combobox', { name: /^Agency/ })).toBeNull()
  await user.selectOptions(dialog.getByRole('combobox', { name: /^Contract type/ }), 'Agency worker')
  await user.selectOptions(dialog.getByRole('combobox', { name: /^Agency/ }), 'Bright Staffing')
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  const told = await dialogOf('Temporary password of Ann Ash')
  expect(told.getByText('ABCD-EFGH')).toBeTruthy()
  expect(sent(newPerson)).toMatchObject([
    {
      ...{ displayName: 'Nia North', userName: 'nia', userType: 'INTERVIEWER', roleIDs: [5], areaID: 1 },
      ...{ contractTypeID: 2, agencyID: 3, access: 'TEMPORARY_PASSWORD', email: null },
    },
  ])
})
