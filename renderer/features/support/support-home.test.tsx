import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { allowDevice, excludeDevice, excludedDevices } from '#shared/contract/account-access.ts'
import { sendRemoteCommand } from '#shared/contract/session-support.ts'
import { listRemoteCommands, listSupportPeople, supportCards } from '#shared/contract/support.ts'
import { getViews } from '#shared/contract/views.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { SUPPORT_CARDS, type SupportCardKey } from '#shared/domain/support-home.ts'
import { failedSignInRecord } from '#shared/records/support/failed-sign-in.ts'
import { supportPersonRecord } from '#shared/records/support/support-person.ts'
import { systemFlagRecord } from '#shared/records/support/system-flag.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { cardAddress } from './card-address.ts'
import { SupportHomeScreen } from './index.ts'

const ASKED = '2026-05-04T12:00:00.000Z'
const page = (rows: readonly object[]) => ({
  rows: rows as never,
  ...{ total: rows.length, isMore: false, asOf: ASKED },
  columns: ['displayName', 'isLocked', 'person', 'order', 'state', 'answer'],
})

const PEOPLE = [
  { id: 7, version: 1, displayName: 'Ann Ash', isLocked: false },
  { id: 8, version: 1, displayName: 'Ben Bee', isLocked: true },
]

function open(address: string, permissions: readonly PermissionName[], people = PEOPLE) {
  const server = fakeLive()
  server.services.session.signIn(testToken([...permissions]))
  server.answer(getViews, () => ({ views: [] }))
  server.answer(supportCards, () => ({
    cards: [
      { key: 'SYSTEM_ISSUES', count: 2, minutes: 1 },
      { key: 'LOCKED_OUT', count: 0, minutes: null },
    ],
  }))
  server.answer(listSupportPeople, () => page(people))
  renderSignedIn(server.services, server.around(<SupportHomeScreen />), address)
  return { server, user: userEvent.setup() }
}

test.each(Object.keys(SUPPORT_CARDS) as SupportCardKey[])(
  'A134 the card %s opens its list narrowed as it is counted',
  (key) => {
    const { list } = SUPPORT_CARDS[key]
    const { pathname, searchParams } = new URL(cardAddress(list), 'https://company.example')
    if (list.of === 'tickets') {
      expect(pathname).toBe('/support/help-center')
      // renderer/features/tickets/list reads it.
      expect(Object.fromEntries(searchParams)).toEqual(list.view)
      return
    }
    const { columns } = {
      people: supportPersonRecord,
      signIns: failedSignInRecord,
      flags: systemFlagRecord,
    }[list.of]
    const filters = searchParams.getAll('f').map((text) => {
      const [field = '', operator, ...values] = text.split('~')
      return { field, operator, values }
    })
    expect(filters).toEqual(list.filters)
    for (const { field } of filters) expect(Object.keys(columns)).toContain(field)
  },
)

test('A134 cards are links with their counts, and are read anew when a flag or a person changes', async () => {
  const { server } = open('/support/home', ['SUPPORT_CAN_SEE_MODULE'])
  const card = await screen.findByRole('link', {
    name: '2 SYSTEM ISSUES now 1 minute lost today. Open the list',
  })
  expect(card.textContent).toBe('2 SYSTEM ISSUES now 1 minute lost today')
  expect(card.getAttribute('href')).toBe('/support/home?tab=people&f=hasSystemIssues~IS~true')
  server.answer(supportCards, () => ({ cards: [{ key: 'LOCKED_OUT', count: 1, minutes: null }] }))
  act(() => server.hub.fire('personChanged', { userID: 7 }))
  expect(await screen.findByRole('link', { name: '1 People locked out. Open the list' })).toBeTruthy()
  server.answer(supportCards, () => ({ cards: [{ key: 'FLAGS', count: 3, minutes: null }] }))
  act(() => server.hub.fire('systemFlagsChanged'))
  expect(await screen.findByRole('link', { name: '3 Flags standing. Open the list' })).toBeTruthy()
})

test('cards that can’t be read say why', async () => {
  const server = fakeLive()
  server.services.session.signIn(testToken(['SUPPORT_CAN_SEE_MODULE']))
  server.answer(supportCards, () => {
    throw refused(400, 'The server is busy.')
  })
  renderSignedIn(server.services, server.around(<SupportHomeScreen />), '/support/home')
  expect((await screen.findByRole('alert')).textContent).toContain('The server is busy.')
})

test('sections are for who may see them', async () => {
  open('/support/home', ['SUPPORT_CAN_SEE_MODULE'])
  const tabs = within(await screen.findByRole('navigation', { name: 'Parts of Support home' }))
  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Now',
    'People',
    'Failed sign-ins',
  ])
})

test('A134 a command goes to each of a selection with a reason, and it shows at whom it arrived', async () => {
  const { server, user } = open('/support/home?tab=people', [
    'SUPPORT_CAN_SEE_MODULE',
    'SUPPORT_CAN_EDIT_USER_SETTINGS',
  ])
  const sent: object[] = []
  server.answer(sendRemoteCommand, (request) => {
    sent.push(request as object)
    if ((request as { userID: number }).userID === 8) throw refused(400, 'No window of this person is open.')
    return { commandID: 5 }
  })
  server.answer(listRemoteCommands, () =>
    page([{ id: 5, version: 1, person: 'Ann Ash', order: 'LOGOUT', state: 'FAILED', answer: 'In a call.' }]),
  )
  const row = await screen.findByRole('row', { name: /Ann Ash/ })
  for (const one of [row, screen.getByRole('row', { name: /Ben Bee/ })])
    await user.click(within(one).getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Send a command' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send a command to 2 people' }))
  await user.selectOptions(dialog.getByLabelText('Command'), 'Sign out of Fieldwork')
  expect(dialog.getByRole('button', { name: 'Send' }).hasAttribute('disabled')).toBe(true)
  const reason = dialog.getByLabelText<HTMLTextAreaElement>(/Reason/)
  await user.type(reason, ' ab ')
  expect(dialog.getByRole('button', { name: 'Send' }).hasAttribute('disabled')).toBe(true)
  expect(reason.maxLength).toBe(1000)
  await user.clear(reason)
  await user.type(reason, 'They asked')
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  const list = within(await dialog.findByRole('list', { name: 'Whether it arrived' }))
  await waitFor(() =>
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Ann AshFailedIn a call.',
      'Ben BeeNot sentNo window of this person is open.',
    ]),
  )
  const order = { remoteCommand: { command: 'LOGOUT' }, reason: 'They asked' }
  expect(sent).toEqual([
    { userID: 7, ...order },
    { userID: 8, ...order },
  ])
})

test('D016 a command to 50 people goes once their number is typed', async () => {
  const fifty = Array.from({ length: 50 }, (_, n) => ({
    ...{ id: 100 + n, version: 1, displayName: `P ${n}`, isLocked: false },
  }))
  const may = ['SUPPORT_CAN_SEE_MODULE', 'SUPPORT_CAN_EDIT_USER_SETTINGS'] as const
  const { server, user } = open('/support/home?tab=people', may, fifty)
  const sent: object[] = []
  server.answer(sendRemoteCommand, (request) => {
    sent.push(request as object)
    return { commandID: 5 }
  })
  server.answer(listRemoteCommands, () => page([]))
  await screen.findByRole('row', { name: /P 49/ })
  await user.click(screen.getByRole('checkbox', { name: 'Select the page' }))
  await user.click(screen.getByRole('button', { name: 'Send a command' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send a command to 50 people' }))
  await user.type(dialog.getByLabelText<HTMLTextAreaElement>(/Reason/), 'New build')
  const send = dialog.getByRole<HTMLButtonElement>('button', { name: 'Send' })
  expect(send.disabled).toBe(true)
  await user.type(dialog.getByRole('textbox', { name: 'Type 50 to go on' }), '50')
  expect(send.disabled).toBe(false)
  await user.click(send)
  await waitFor(() => expect(sent).toHaveLength(50))
})

test('A065 A134 excluded devices are listed with who excluded them and why; one is added, and allowed again', async () => {
  const { server, user } = open('/support/home?tab=devices', [
    'SUPPORT_CAN_SEE_MODULE',
    'SUPPORT_CAN_EXCLUDE_DEVICE_ID',
  ])
  const devices: { deviceID: string; reason: string; by: string; at: string }[] = []
  server.answer(excludedDevices, () => ({ devices: [...devices] }))
  server.answer(excludeDevice, ({ deviceID, reason }: { deviceID: string; reason: string }) => {
    devices.push({ deviceID, reason, by: 'Kim', at: ASKED })
    return { done: true as const }
  })
  server.answer(allowDevice, () => {
    devices.pop()
    return { done: true as const }
  })
  expect(await screen.findByText('No device is excluded.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Exclude a device' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Exclude a device' }))
  const exclude = dialog.getByRole('button', { name: 'Exclude' }) as HTMLButtonElement
  await user.type(dialog.getByRole('textbox', { name: /Device id/ }), 'laptop-1')
  expect(exclude.disabled).toBe(true)
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Stolen')
  await user.click(exclude)
  const list = within(await screen.findByRole('list', { name: 'Excluded devices' }))
  expect(list.getByRole('listitem').textContent).toMatch(/laptop-1.*Stolen.*Excluded by Kim, 4 May, 13:00/)
  vi.spyOn(server.services.prompts, 'ask').mockResolvedValueOnce(true)
  await user.click(list.getByRole('button', { name: 'Allow again: laptop-1' }))
  expect(await screen.findByText('No device is excluded.')).toBeTruthy()
  expect(server.made.find(({ path }) => path === allowDevice.path)?.request).toEqual({ deviceID: 'laptop-1' })
})

test('A134 excluded devices are a section only for who may exclude devices', async () => {
  open('/support/home', ['SUPPORT_CAN_SEE_MODULE'])
  await screen.findByRole('link', { name: 'People' })
  expect(screen.queryByRole('link', { name: 'Excluded devices' })).toBeNull()
})
