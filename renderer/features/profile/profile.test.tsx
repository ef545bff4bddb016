import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { deviceConnectivityThresholds, lastSpeedTest } from '#shared/contract/device-health.ts'
import {
  askProfileChange,
  cancelProfileChange,
  type PersonalDetails as Details,
  decideProfileChange,
  deleteContactDetail,
  myPersonalDetails,
  type ProfileChange,
  pendingProfileChanges,
  saveContactDetail,
} from '#shared/contract/profile.ts'
import { DEFAULT_DEVICE_SETTINGS } from '#shared/domain/device-grading.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import type { ProfileTab } from '#shared/domain/profile.ts'
import { createQueryClient } from '../../services/http/query-client.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { ProfileDialog, SettingsDialog } from './ProfileDialog.tsx'

const DETAILS: Details = {
  userID: 7,
  userName: 'amelia.ward',
  displayName: 'Amelia Ward',
  email: '',
  emailUnreachedAt: null,
  jobTitle: 'Telephone Interviewer',
  area: 'Leeds',
  manager: 'Priya Nair',
  contacts: [{ id: 1, type: 'MOBILE', label: '', value: '07700 900123' }],
  changes: [],
}
const change = (id: number, changes: Partial<ProfileChange> = {}): ProfileChange => ({
  id,
  userID: 7,
  name: 'Amelia Ward',
  field: 'displayName',
  before: 'Amelia Ward',
  value: 'Amelia Stone',
  state: 'PENDING',
  askedAt: '2026-11-20T09:30:00.000Z',
  decidedBy: '',
  reason: '',
  ...changes,
})

function open(
  tab: ProfileTab | null = 'personal details',
  permissions: PermissionName[] = ['CAN_EDIT_PROFILE'],
  details: Partial<Details> | string = {},
) {
  const server = fakeServices()
  server.services.session.signIn(testToken(permissions))
  const now = { ...DETAILS, ...(typeof details === 'object' && details) }
  server.answer(myPersonalDetails, () => {
    if (typeof details === 'string') throw refused(400, details)
    return structuredClone(now)
  })
  const onClose = vi.fn()
  renderWith(
    server.services,
    <QueryClientProvider client={createQueryClient()}>
      <ProfileDialog opened onClose={onClose} params={tab === null ? undefined : { tab }} />
    </QueryClientProvider>,
  )
  const sent = ({ path }: { path: string }) =>
    server.made.filter((call) => call.path === path).map(({ request }) => request)
  return { ...server, now, onClose, sent, user: userEvent.setup() }
}
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)
const current = () => screen.getByRole('tab', { selected: true }).textContent
const button = (name: string | RegExp) => screen.getByRole('button', { name })

describe('the modal', () => {
  test('W023 W156 W157 its title and tabs, each by its permission', () => {
    open(null, [])
    expect(screen.getByRole('dialog', { name: 'My Profile & Communication' })).toBeDefined()
    expect(tabs()).toEqual(['Personal Details', 'Notifications', 'My support tickets'])
    cleanup()
    open(null, [
      'MY_PROFILE_CAN_SEE_HARDWARE_TESTING',
      'MY_PROFILE_CAN_SEE_MY_CHECKLIST',
      'ITRACKER_CAN_SEE_MY_ATTENDANCE',
      'ITRACKER_CAN_SEE_MY_DEVELOPMENT',
      'CAN_USE_EXTERNAL_SERVICES',
      'CAN_ISSUE_THIRD_PARTY_APP_OAUTH_ACCESS',
    ])
    expect(tabs()).toEqual([
      'Personal Details',
      'Notifications',
      'My support tickets',
      'Hardware testing',
      'My checklist',
      'My attendance',
      'My development',
      'External services',
      'Third party apps',
    ])
  })

  test.each([
    ['W156', 'MY_PROFILE_CAN_SEE_HARDWARE_TESTING', 'Hardware testing'],
    ['W157', 'MY_PROFILE_CAN_SEE_MY_CHECKLIST', 'My checklist'],
    ['W158', 'ITRACKER_CAN_SEE_MY_ATTENDANCE', 'My attendance'],
    ['W159', 'ITRACKER_CAN_SEE_MY_DEVELOPMENT', 'My development'],
    ['W160', 'CAN_USE_EXTERNAL_SERVICES', 'External services'],
    ['W161', 'CAN_ISSUE_THIRD_PARTY_APP_OAUTH_ACCESS', 'Third party apps'],
  ] as const)('%s %s shows the tab %s', (_id, permission, name) => {
    open(null, [permission])
    expect(tabs()).toEqual(['Personal Details', 'Notifications', 'My support tickets', name])
  })

  test('what runs in hardware testing ends when its tab is hidden; other tabs stay as they were left', async () => {
    const server = fakeServices()
    server.services.session.signIn(testToken(['MY_PROFILE_CAN_SEE_HARDWARE_TESTING']))
    server.answer(myPersonalDetails, () => DETAILS)
    server.answer(deviceConnectivityThresholds, () => DEFAULT_DEVICE_SETTINGS)
    server.answer(lastSpeedTest, () => ({ last: null }))
    const user = userEvent.setup()
    renderSignedIn(server.services, <ProfileDialog opened onClose={() => {}} params={{ tab: 'hardware' }} />)
    const hardware = () => screen.queryByRole('button', { name: 'Test the microphone', hidden: true })
    await waitFor(() => expect(hardware()).not.toBeNull(), { timeout: 10_000 })
    await user.click(screen.getByRole('tab', { name: 'Personal Details' }))
    expect(hardware()).toBeNull()
    const details = await screen.findByText('07700 900123')
    await user.click(screen.getByRole('tab', { name: 'Hardware testing' }))
    await waitFor(() => expect(hardware()).not.toBeNull())
    expect(details.isConnected).toBe(true)
  })

  // The ledger's tool reads ids in the titles of tests without a table; this one has one.
  describe('W025 a tab that is asked for', () => {
    test.each([
      ['personal details', 'Personal Details'],
      ['notifications', 'Notifications'],
      ['ticket issue', 'My support tickets'],
      ['hardware', 'Hardware testing'],
      ['my tasks', 'My checklist'],
      ['attendance', 'My attendance'],
      ['my development', 'My development'],
      ['external services', 'External services'],
    ] as const)('W025 opened for %s it begins at %s', (tab, name) => {
      open(tab, [
        'MY_PROFILE_CAN_SEE_HARDWARE_TESTING',
        'MY_PROFILE_CAN_SEE_MY_CHECKLIST',
        'ITRACKER_CAN_SEE_MY_ATTENDANCE',
        'ITRACKER_CAN_SEE_MY_DEVELOPMENT',
        'CAN_USE_EXTERNAL_SERVICES',
      ])
      expect(current()).toBe(name)
    })
  })

  test('on a phone the line of tabs shows the one that was asked for, and each that is gone to', async () => {
    // The line has room for one tab.
    const look = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: Element,
    ) {
      const list = this.closest('[role=tablist]')
      const place = [...(list?.children ?? [])].indexOf(this)
      return { left: place < 0 ? 0 : place * 100 - (list?.scrollLeft ?? 0), width: 100 } as DOMRect
    })
    const shown = () => {
      const list = screen.getByRole('tablist')
      return list.children[list.scrollLeft / 100]?.textContent
    }
    const { user } = open('my tasks', ['MY_PROFILE_CAN_SEE_MY_CHECKLIST'])
    expect(shown()).toBe('My checklist')
    await user.click(screen.getByRole('tab', { name: 'Personal Details' }))
    expect(shown()).toBe('Personal Details')
    look.mockRestore()
  })

  test.each(['hardware', 'my tasks', 'attendance', 'my development', 'external services'] as const)(
    'W025 W026 W160 %s without its permission begins at the default',
    (tab) => {
      open(tab, [])
      expect(current()).toBe('Notifications')
    },
  )

  test('each part is named by its tab, for who can’t see them', async () => {
    const { user } = open('my tasks', ['MY_PROFILE_CAN_SEE_MY_CHECKLIST'])
    expect(screen.getByRole('tabpanel', { name: 'My checklist' })).toBeDefined()
    await user.click(screen.getByRole('tab', { name: 'My support tickets' }))
    expect(screen.getByRole('tabpanel', { name: 'My support tickets' })).toBeDefined()
  })

  test('W026 without a tab it begins at the notifications', () => {
    open(null)
    expect(current()).toBe('Notifications')
  })

  test('W027 it closes when a guided tour starts', () => {
    const { services, onClose } = open()
    expect(onClose).not.toHaveBeenCalled()
    act(() =>
      services.dialogs.open('tour', { steps: [{ element: 'x', title: 'One', content: '' } as never] }),
    )
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  test('a tab that was left keeps what was typed', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Add a contact detail' }))
    await user.type(screen.getByLabelText('Contact'), '0113')
    await user.click(screen.getByRole('tab', { name: 'My support tickets' }))
    await user.click(screen.getByRole('tab', { name: 'Personal Details' }))
    expect(screen.getByLabelText('Contact')).toHaveProperty('value', '0113')
  })
})

test('S128 W028 the settings are the same modal with a wider list, in its order and by the same permissions', () => {
  const show = (permissions: PermissionName[]) => {
    const { services } = fakeServices()
    services.session.signIn(testToken(permissions))
    return renderWith(
      services,
      <QueryClientProvider client={createQueryClient()}>
        <SettingsDialog opened onClose={() => {}} />
      </QueryClientProvider>,
    )
  }
  const { unmount } = show([])
  expect(screen.getByRole('dialog', { name: 'Settings' })).toBeDefined()
  expect(tabs()).toEqual(['Personal Details', 'Notifications', 'My support tickets'])
  unmount()
  show([
    'CAN_USE_EXTERNAL_SERVICES',
    'MY_PROFILE_CAN_SEE_HARDWARE_TESTING',
    'MY_PROFILE_CAN_SEE_MY_CHECKLIST',
    'ITRACKER_CAN_SEE_MY_ATTENDANCE',
    'ITRACKER_CAN_SEE_MY_DEVELOPMENT',
    'CAN_ISSUE_THIRD_PARTY_APP_OAUTH_ACCESS',
    'ITRACKER_CAN_SEE_MY_SCHEDULE',
    'CAN_USE_MOBILE_APP',
  ])
  expect(tabs()).toEqual([
    'Personal Details',
    'External services',
    'Notifications',
    'Hardware testing',
    'My support tickets',
    'Calendar',
    'My checklist',
    'My attendance',
    'My development',
    'Mobile app',
  ])
})

describe('what the company keeps', () => {
  test('shows all of it; another name is asked for, waits, and can be taken back', async () => {
    const at = open()
    for (const text of ['Amelia Ward', 'amelia.ward', 'Telephone Interviewer', 'Leeds', 'Priya Nair', 'None'])
      expect(await screen.findByText(text)).toBeDefined()
    await at.user.click(button('Ask to change: Name'))
    const field = screen.getByLabelText('New name')
    await at.user.click(button('Ask for it'))
    expect(screen.getByText('A name has 1 to 100 characters.')).toBeDefined()
    at.answer(askProfileChange, () => {
      throw refused(400, 'That is what it is now.')
    })
    await at.user.type(field, ' Amelia Stone ')
    await at.user.click(button('Ask for it'))
    expect(await screen.findByText('That is what it is now.')).toBeDefined()
    expect(field).toHaveProperty('value', ' Amelia Stone ')
    at.answer(askProfileChange, () => {
      at.now.changes = [change(4)]
      return change(4)
    })
    await at.user.click(button('Ask for it'))
    expect(await screen.findByText('Waiting to become ‘Amelia Stone’')).toBeDefined()
    expect(at.sent(askProfileChange).at(-1)).toEqual({ field: 'displayName', value: 'Amelia Stone' })
    at.answer(cancelProfileChange, () => {
      at.now.changes = [change(4, { state: 'CANCELLED' })]
      return { done: true }
    })
    await at.user.click(button('Take back the change: Name'))
    await waitFor(() => expect(screen.queryByText(/^Waiting to become/)).toBeNull())
    expect(at.sent(cancelProfileChange)).toEqual([{ id: 4 }])
    expect(screen.getByText('Taken back')).toBeDefined()
  })

  test('Escape gives a field up and leaves the modal open', async () => {
    const { user, onClose } = open()
    await user.click(await screen.findByRole('button', { name: 'Ask to change: E-mail address' }))
    await user.type(screen.getByLabelText('New e-mail address'), 'a')
    await user.keyboard('{Escape}')
    expect(screen.queryByLabelText('New e-mail address')).toBeNull()
    expect(onClose).not.toHaveBeenCalled()
  })

  test('what was decided says by whom and why', async () => {
    open('personal details', [], {
      changes: [change(1, { state: 'DECLINED', decidedBy: 'Tom', reason: 'Papers first' })],
    })
    const item = (await screen.findByText('Declined by Tom')).closest('li')
    expect(item?.textContent).toContain('‘Amelia Ward’ becomes ‘Amelia Stone’')
    expect(item?.textContent).toContain('Papers first')
  })

  test('who may not edit sees no way to', async () => {
    open('personal details', [])
    await screen.findByText('amelia.ward')
    expect(
      screen.queryByRole('button', { name: /Ask to change|Add a contact|Change Mobile|Delete/ }),
    ).toBeNull()
  })

  test('what can’t be had says why', async () => {
    open('personal details', [], 'Out of order.')
    expect(
      (await screen.findByText('Your details could not be loaded.')).closest('[role="alert"]')?.textContent,
    ).toContain('Out of order.')
  })
})

describe('contact details', () => {
  test('S127 one is added, with what is wrong at its field', async () => {
    const at = open()
    await at.user.click(await screen.findByRole('button', { name: 'Add a contact detail' }))
    await at.user.click(screen.getByRole('combobox', { name: 'Kind' }))
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      'E-mail',
      'Telephone',
      'Address',
      'Emergency contact',
      'Facebook',
      'Twitter',
      'Instagram',
      'LinkedIn',
      'Mobile',
    ])
    await at.user.click(screen.getByRole('option', { name: 'Emergency contact' }))
    await at.user.type(screen.getByLabelText('Contact'), '12')
    await at.user.click(button('Save'))
    expect(screen.getByText('Please say who this is.')).toBeDefined()
    await at.user.type(screen.getByLabelText('Who this is'), 'Sam, brother')
    await at.user.click(button('Save'))
    expect(screen.getByText('A telephone number has 7 to 15 digits.')).toBeDefined()
    expect(at.sent(saveContactDetail)).toEqual([])
    at.answer(saveContactDetail, (contact) => {
      const saved = { ...(contact as Details['contacts'][number]), id: 2 }
      at.now.contacts = [...at.now.contacts, saved]
      return saved
    })
    await at.user.type(screen.getByLabelText('Contact'), '34567')
    await at.user.click(button('Save'))
    expect(await screen.findByText('Emergency contact · Sam, brother')).toBeDefined()
    expect(at.sent(saveContactDetail)).toEqual([
      { type: 'EMERGENCY_CONTACT', label: 'Sam, brother', value: '1234567' },
    ])
  })

  test('S127 one is changed, deleted, and had back', async () => {
    const at = open()
    const keep = (contact: { id?: number | undefined }) => {
      const saved = { id: 9, type: 'MOBILE', label: '', value: '', ...contact } as Details['contacts'][number]
      at.now.contacts = [{ ...saved, id: contact.id ?? 9 }]
      return saved
    }
    at.answer(saveContactDetail, keep)
    at.answer(deleteContactDetail, () => {
      at.now.contacts = []
      return { done: true }
    })
    await at.user.click(await screen.findByRole('button', { name: 'Change Mobile 07700 900123' }))
    await at.user.type(screen.getByLabelText('Contact'), '4')
    await at.user.click(button('Save'))
    await screen.findByText('07700 9001234')
    expect(at.sent(saveContactDetail)).toEqual([{ id: 1, type: 'MOBILE', label: '', value: '07700 9001234' }])
    await at.user.click(button('Delete Mobile 07700 9001234'))
    await screen.findByText('Mobile 07700 9001234 is deleted.')
    expect(at.sent(deleteContactDetail)).toEqual([{ id: 1 }])
    await at.user.click(button('Undo'))
    await screen.findByText('07700 9001234')
    expect(at.sent(saveContactDetail).at(-1)).toEqual({ type: 'MOBILE', label: '', value: '07700 9001234' })
    expect(screen.queryByText(/is deleted/)).toBeNull()
  })
})

describe('what others asked for', () => {
  test('is shown to who decides, and decided once each', async () => {
    const waiting = [
      change(1, { userID: 8, name: 'Ben Cole', field: 'email', before: '', value: 'b@c.example' }),
    ]
    const at = open('personal details', ['ADMIN_CAN_SEE_USERS'])
    at.answer(pendingProfileChanges, () => [...waiting])
    at.answer(decideProfileChange, () => {
      waiting.length = 0
      return { done: true }
    })
    const list = within(await screen.findByRole('list', { name: 'Waiting for your decision' }))
    expect(list.getByText('Ben Cole: e-mail address')).toBeDefined()
    expect(list.getByText('Nothing becomes ‘b@c.example’')).toBeDefined()
    await at.user.type(list.getByRole('textbox'), 'Fine')
    await at.user.click(list.getByRole('button', { name: 'Approve the change of Ben Cole' }))
    await waitFor(() => expect(screen.queryByText('Waiting for your decision')).toBeNull())
    expect(at.sent(decideProfileChange)).toEqual([{ id: 1, approve: true, reason: 'Fine' }])
  })

  test('nobody else asks for them', async () => {
    const at = open('personal details', ['CAN_EDIT_PROFILE'])
    await screen.findByText('amelia.ward')
    expect(at.sent(pendingProfileChanges)).toEqual([])
  })
})

test('whom mail doesn’t reach reads so beside their address, and nobody else', async () => {
  open('personal details', [], { email: 'amelia@mail.example', emailUnreachedAt: '2026-11-20T09:30:00.000Z' })
  const said = /^Mail doesn’t reach it: one came back on 20 Nov 2026\./
  const told = await screen.findByText(said)
  expect(told.closest('dd')?.textContent).toMatch(/^amelia@mail\.example/)
  cleanup()
  open('personal details', [], { email: 'amelia@mail.example' })
  await screen.findByText('amelia@mail.example')
  expect(screen.queryByText(said)).toBeNull()
})
