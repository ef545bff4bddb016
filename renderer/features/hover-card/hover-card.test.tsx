import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { agentProfile, type UserStats } from '#shared/contract/live-panel.ts'
import { newMeeting } from '#shared/contract/new-meeting.ts'
import { sendRemoteCommand } from '#shared/contract/session-support.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
// Fetched when it is wanted: fetched before, so that no test waits for it.
import './HoverCard.tsx'
import { PersonName } from './PersonName.tsx'
import { UserProfileDialog } from './UserProfileDialog.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const pass = (ms = 20) => act(() => vi.advanceTimersByTimeAsync(ms))
const EVERYTHING: readonly PermissionName[] = ['CAN_VIEW_USER_PROFILE', 'CAN_MAKE_CALL', 'CAN_SEND_MESSAGE']
const KNOWN: UserStats = {
  wurkforceStatus: 'IN_CALL',
  masterActivity: 'TRAINING',
  diallerStatus: 'PAUSED',
  areaName: 'Leeds',
  manager: 'Priya Nair',
  machineStatus: 'GOOD',
  userName: 'Jamie Whitfield',
  openTickets: 2,
}

async function open(permissions: readonly PermissionName[] = EVERYTHING, answer = () => KNOWN as unknown) {
  const at = fakeLive()
  at.services.session.signIn(testToken(permissions))
  at.answer(agentProfile, answer)
  at.answer(newMeeting, () => ({ meetingID: 44 }))
  const view = renderSignedIn(at.services, at.around(<PersonName userID={2} name="Jamie Whitfield" />))
  const name = screen.getByRole('button', { name: 'About Jamie Whitfield' })
  const press = async () => {
    fireEvent.click(name)
    // The card's code comes first, then what is known. Outside of `act` React may hold the card back for 300 ms.
    await act(() => vi.dynamicImportSettled())
    await pass()
    await pass()
    return screen.getByRole('dialog', { name: 'About Jamie Whitfield' })
  }
  return { ...at, ...view, name, press }
}

const actions = (card: HTMLElement) =>
  within(card)
    .queryAllByRole('button')
    .map(({ textContent }) => textContent)
    // The first closes it.
    .slice(1)
const values = (card: HTMLElement) =>
  Object.fromEntries(
    [...card.querySelectorAll('dl > div')].map((line) => [
      line.querySelector('dt')?.textContent,
      line.querySelector('dd')?.textContent,
    ]),
  )

test('W041 W082 the card shows the status and what is known, and what can be done', async () => {
  const at = await open()
  const card = await at.press()
  expect(within(card).getByText('In a call')).toBeDefined()
  expect(values(card)).toEqual({
    Name: 'Jamie Whitfield',
    Status: 'IN_CALL',
    Activity: 'TRAINING',
    Dialler: 'PAUSED',
    Area: 'Leeds',
    Manager: 'Priya Nair',
    Machine: 'GOOD',
    'Open tickets': '2',
  })
  expect(card.querySelectorAll('[data-unknown="true"]')).toHaveLength(0)
  expect(actions(card)).toEqual(['Call', 'Screenshare', 'Message', 'View profile'])
})

test('the focus goes back to the name when the card that was pressed for is closed', async () => {
  const at = await open()
  at.name.focus()
  const card = await at.press()
  await pass()
  expect(card.contains(document.activeElement)).toBe(true)
  fireEvent.click(within(card).getAllByRole('button')[0] as HTMLElement)
  await pass()
  expect(document.activeElement).toBe(at.name)
})

test("W082 W234 a lookup that fails shows 'UNKNOWN' for everything, the name among it", async () => {
  const at = await open(EVERYTHING, () => {
    throw refused(400, 'Nobody.')
  })
  const card = await at.press()
  const shown = values(card)
  expect(Object.keys(shown)).toEqual(['Name', 'Status', 'Activity', 'Dialler', 'Area', 'Manager', 'Machine'])
  for (const value of Object.values(shown)) expect(value).toBe('UNKNOWN')
  expect(card.querySelectorAll('[data-unknown="true"]')).toHaveLength(7)
  // Beside the name, too.
  expect(within(card).getAllByText('UNKNOWN')).toHaveLength(8)
  expect(at.messages()).toEqual([])
})

test('W164 W165 W166 each action is for who may, and a message needs what is known of them', async () => {
  for (const [permissions, expected] of [
    [[], []],
    [['CAN_VIEW_USER_PROFILE'], ['View profile']],
    [['CAN_MAKE_CALL'], ['Call', 'Screenshare']],
    [['CAN_CREATE_ONE_TO_ONE_MEETINGS'], ['Call', 'Screenshare']],
    [['CAN_SEND_MESSAGE'], ['Message']],
  ] as const) {
    const at = await open(permissions)
    expect(actions(await at.press())).toEqual(expected)
    at.unmount()
  }
  const slow = await open(EVERYTHING, () => new Promise(() => {}))
  const waiting = await slow.press()
  expect(within(waiting).getByRole('button', { name: 'Message' }).hasAttribute('disabled')).toBe(true)
  slow.unmount()
  const known = await open()
  const chat = vi.fn(async () => true)
  known.own.conversations.bind(chat)
  fireEvent.click(within(await known.press()).getByRole('button', { name: 'Message' }))
  await pass()
  expect(chat.mock.calls).toEqual([[2]])
  expect(known.services.dialogs.store.getState()).toMatchObject([{ name: 'connect', opened: true }])
})

test('W041 W219 W240 a call and a screenshare ask to confirm who it is, and go out as such', async () => {
  for (const [button, screenShare] of [
    ['Call', false],
    ['Screenshare', true],
  ] as const) {
    const at = await open()
    fireEvent.click(within(await at.press()).getByRole('button', { name: button }))
    await pass()
    expect(at.messages()).toEqual(['Always confirm the identity of the person you are calling.'])
    expect(at.hub.invoked).toEqual([{ method: 'makeCall', args: [2, 44, 'General call', screenShare] }])
    const { ringing } = at.live.calls.store.getState()
    expect(ringing).toEqual([{ name: 'Jamie Whitfield', status: 'CONNECTING' }])
    expect(screen.queryByRole('dialog')).toBeNull()
    at.unmount()
  }
})

test('W041 the pointer opens it after a rest and closes it when it is away; Escape closes it', async () => {
  const at = await open()
  const mouse = { pointerType: 'mouse' }
  fireEvent.pointerEnter(at.name, mouse)
  await pass(300)
  expect(screen.queryByRole('dialog')).toBeNull()
  await pass(200)
  const card = screen.getByRole('dialog')
  fireEvent.pointerLeave(at.name, mouse)
  await pass(100)
  fireEvent.pointerEnter(card, mouse)
  await pass(1000)
  fireEvent.pointerLeave(card, mouse)
  await pass(300)
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.keyDown(await at.press(), { key: 'Escape' })
  await pass()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('W164 the profile opens from the card; the person themselves and SAM have no card', async () => {
  const at = await open()
  fireEvent.click(within(await at.press()).getByRole('button', { name: 'View profile' }))
  const params = { userID: 2, name: 'Jamie Whitfield' }
  expect(at.services.dialogs.store.getState()).toMatchObject([{ name: 'user-profile', params }])
  at.unmount()
  renderSignedIn(
    at.services,
    at.around(
      <>
        <PersonName userID={7} name="Amelia Ward" />
        <PersonName userID={-2} name="SAM" />
        <UserProfileDialog opened onClose={() => {}} params={params} />
      </>,
    ),
  )
  await pass()
  const profile = screen.getByRole('dialog', { name: 'Jamie Whitfield' })
  expect(values(profile).Area).toBe('Leeds')
  expect(actions(profile)).toEqual(['Call', 'Screenshare', 'Message'])
  expect(screen.queryByRole('button', { name: /^About/ })).toBeNull()
})

const AT_MACHINE = {
  ADMIN_CAN_SEE_MODULE: ['Test badge', 'Launch dialler', 'Quick assist', 'Start VPN', 'Stop VPN'],
  ISUPERVISOR_CAN_SEE_MODULE: ['Launch dialler', 'Soft reset'],
} as const

test.each([
  ['W162', 'ADMIN_CAN_SEE_MODULE'],
  ['W163', 'ISUPERVISOR_CAN_SEE_MODULE'],
] as const)(
  '%s %s shows what can be done at somebody’s machine, and nobody else sees it',
  async (_id, permission) => {
    const plain = await open()
    expect(actions(await plain.press())).toEqual(['Call', 'Screenshare', 'Message', 'View profile'])
    plain.unmount()
    const at = await open([permission])
    const machine = within(await at.press()).getByRole('region', {
      name: 'At the machine of Jamie Whitfield',
    })
    const names = within(machine)
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
    expect(names).toEqual(AT_MACHINE[permission])
  },
)

test.each([
  ['W162', 'Test badge', { command: 'HOST', hostCommand: 'testBadge' }, null],
  ['W162', 'Launch dialler', { command: 'HOST', hostCommand: 'launchDialler' }, null],
  ['W162', 'Quick assist', { command: 'HOST', hostCommand: 'remoteAssist' }, null],
  ['W162', 'Start VPN', { command: 'HOST', hostCommand: 'startVPN' }, null],
  ['W162', 'Stop VPN', { command: 'HOST', hostCommand: 'stopVPN' }, 'Stop the VPN of Jamie Whitfield?'],
  ['W163', 'Soft reset', { command: 'REFRESH_UI' }, 'Reset the page of Jamie Whitfield?'],
] as const)(
  '%s ‘%s’ is sent to their windows, asked first where it takes something away',
  async (_id, name, remoteCommand, asked) => {
    const at = await open(['ADMIN_CAN_SEE_MODULE', 'ISUPERVISOR_CAN_SEE_MODULE'])
    at.answer(sendRemoteCommand, () => ({ done: true }))
    const card = await at.press()
    const sent = () => at.made.filter(({ path }) => path === sendRemoteCommand.path)
    const press = async (yes: boolean) => {
      fireEvent.click(within(card).getByRole('button', { name }))
      await pass()
      const [prompt] = at.services.prompts.store.getState()
      expect(prompt?.title ?? null).toBe(asked)
      if (prompt) act(() => at.services.prompts.answer(prompt.id, yes))
      await pass()
    }
    if (asked !== null) {
      await press(false)
      expect(sent()).toEqual([])
    }
    await press(true)
    expect(sent().map(({ request }) => request)).toEqual([{ userID: 2, remoteCommand }])
    expect(at.messages()).toEqual([`Sent to Jamie Whitfield: ${name}.`])
  },
)

test('a command that was refused says why', async () => {
  const at = await open(['ADMIN_CAN_SEE_MODULE'])
  at.answer(sendRemoteCommand, () => {
    throw refused(400, 'No window of this person is open.')
  })
  fireEvent.click(within(await at.press()).getByRole('button', { name: 'Start VPN' }))
  await pass()
  expect(at.messages()).toEqual(['No window of this person is open.'])
})
