import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { updateJson } from '#shared/contract/shell.ts'
import { PERMISSIONS, type PermissionName, permissionsOf } from '#shared/domain/permissions.ts'
import { createToolServices, ToolsProvider } from '../../features/tools/index.ts'
import type { UploadOptions } from '../../services/http/api-client.ts'
import { NO_COUNTS } from '../../services/person/counters.ts'
import type { Services } from '../../services/services.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { testShell } from '../../testing/shell.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { DialogHost } from '../dialogs/DialogHost.tsx'
import { ShellProvider } from '../shell-context.tsx'
import { APP_ACTIONS, actionsOf } from './app-actions.ts'
import { TopBar } from './TopBar.tsx'

const EVERY = [...APP_ACTIONS.flatMap(({ anyOf }) => anyOf.slice(0, 1)), 'CAN_USE_TODO'] as PermissionName[]

function open(
  permissions: readonly PermissionName[] = EVERY,
  path = '/connect-plus/chat',
  changes: Partial<Services> = {},
) {
  const small = { screen: () => ({ width: 1024, height: 768 }), onBattery: async () => false }
  const server = fakeServices({ machine: small, ...changes })
  const { services } = server
  services.session.signIn(testToken(permissions))
  const shell = testShell(services)
  const onMenu = vi.fn()
  const view = renderSignedIn(
    services,
    <ShellProvider value={shell}>
      <ToolsProvider value={createToolServices(services, window)}>
        <TopBar onMenu={onMenu} />
        <DialogHost />
      </ToolsProvider>
    </ShellProvider>,
    path,
  )
  const told = () => services.notices.store.getState().map(({ message }) => message)
  const button = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) })
  return { ...server, ...view, services, shell, onMenu, told, button, user: userEvent.setup() }
}

test('S079 clicking the logo empties the caches, takes note of the build and reloads, unless somebody is in a meeting', async () => {
  const at = open()
  at.answer(updateJson, () => ({ build: 'build-9' }))
  const cleared = vi.fn()
  at.services.caches.register(cleared)
  await at.user.click(at.button('Fieldwork: reload'))
  await waitFor(() => expect(at.visited).toEqual(['reload']))
  expect(cleared).toHaveBeenCalledTimes(1)
  expect(at.services.storage.get('build')).toBe('build-9')
  cleanup()
  const busy = open(EVERY, '/dashboard', { isInMeeting: () => true })
  await busy.user.click(busy.button('Fieldwork: reload'))
  expect(busy.told()).toEqual(['Unable to reload while in a meeting'])
  expect(busy.visited).toEqual([])
})

test('S079 a page that can not be had is not reloaded, and neither is one that would lose something', async () => {
  const at = open()
  const answer = vi.fn((_request: never, _options: UploadOptions) => ({ build: 'build-9' }))
  at.answer(updateJson, answer)
  at.pages.served = false
  await at.user.click(at.button('Fieldwork: reload'))
  await waitFor(() => expect(at.told()).toEqual(['The update could not be fetched. Please try again.']))
  // Told once: the logo says it itself.
  expect(answer.mock.calls[0]?.[1]).toEqual({ quiet: true })
  at.services.navigationLock.lock('an upload')
  await at.user.click(at.button('Fieldwork: reload'))
  expect(at.told()).toContain('Navigation locked')
  expect(at.visited).toEqual([])
})

test('S078 S080 the burger menu opens the side bar', async () => {
  const at = open()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Chat')
  await at.user.click(at.button('Open menu'))
  expect(at.onMenu).toHaveBeenCalledTimes(1)
})

test('S081 only who may have to-do tasks has their button', () => {
  open(EVERY.filter((name) => name !== 'CAN_USE_TODO'))
  expect(screen.queryByRole('button', { name: /^To-do tasks/ })).toBeNull()
  expect(screen.getByRole('button', { name: /^Support tickets/ })).toBeDefined()
})

test('S081 the icon buttons stand in their order, with badges that count', async () => {
  const at = open()
  act(() => {
    at.own.counters.store.setState({
      ...NO_COUNTS,
      openMeetingCount: 1,
      outstandingTickets: 99,
      toDoCount: 100,
    })
    at.own.centre.store.setState({
      items: [{ id: 'stored:1', time: '2026-11-21T12:00:00.000Z', message: 'a', cssClass: 'info' }],
    })
    at.shell.update.store.setState({ name: 'available', snoozed: true }, true)
  })
  const names = screen.getAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent)
  expect(names.slice(2, -1)).toEqual([
    'Update available, 1',
    'Passport check, 1',
    'App history',
    'Calendar, 1',
    'Notifications, 1',
    'Support tickets, 99',
    'To-do tasks, 99+',
    'App drawer',
  ])
  expect(screen.getByRole('button', { name: /^Update available/ }).hasAttribute('disabled')).toBe(false)
  await at.user.click(at.button('Passport check'))
  const rows = within(await screen.findByRole('dialog')).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Internet connection Fit for work',
    'Device Needs attention',
    'Sound and camera Not tested yet',
    'VPN and proxy Not known in a browser',
  ])
  await at.user.click(at.button('Calendar'))
  expect(at.place()).toBe('/my-calendar')
})

test('S114 the app history lists screens and tools with their times, and opens them again', async () => {
  const at = open()
  act(() => at.own.appHistory.visit('Sticky notes', () => at.services.dialogs.open('notes')))
  await at.user.click(at.button('App history'))
  const rows = within(await screen.findByRole('dialog')).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Sticky notes .*\d\d:\d\d$/),
    expect.stringMatching(/^Chat .*\d\d:\d\d$/),
  ])
  await at.user.click(screen.getByRole('button', { name: /^Sticky notes/ }))
  expect(at.services.dialogs.store.getState()).toMatchObject([{ name: 'notes', opened: true }])
})

/** The drawer's actions, each with the permissions of which any one shows it. */
const GATES: readonly (readonly [name: string, anyOf: readonly PermissionName[]])[] = [
  ['Notifications', ['CAN_USE_WEB_APP']],
  ['Calendar', ['ITRACKER_CAN_SEE_MY_SCHEDULE']],
  ['Support tickets', ['CAN_USE_FAQ', 'SUPPORT_HELP_CENTER', 'IAGENCY_CAN_SEE_MODULE']],
  ['Task planner', ['CALENDAR_CAN_USE_TASK_SCHEDULER']],
  ['Secure vault', ['CAN_USE_VAULT']],
  ['Online users / phone call', ['CAN_MAKE_CALL']],
  ['Sticky notes', ['CAN_USE_STICKY_NOTES']],
  ['Scratch pad', ['CAN_USE_SCRATCH_PAD']],
  ['Documents', ['CAN_USE_DOCUMENTS']],
  ['My checklist', ['MY_PROFILE_CAN_SEE_MY_CHECKLIST']],
  ['Mood capture', ['CAN_USE_MOOD_CAPTURE']],
  ['AI report analyser', ['CAN_USE_AI_REPORT_ANALYSER']],
  ['Dialler launch', ['CAN_INTERVIEW', 'ISUPERVISOR_CAN_SEE_MODULE', 'ADMIN_CAN_SEE_MODULE']],
]
const DRAWER = GATES.map(([name]) => name)

async function drawerOf(permissions: readonly PermissionName[]): Promise<(string | null)[]> {
  const at = open(permissions)
  await at.user.click(at.button('App drawer'))
  const [tiles] = within(await screen.findByRole('dialog')).queryAllByRole('list')
  const shown = tiles ? within(tiles).queryAllByRole('button') : []
  const names = shown.map(({ textContent }) => textContent)
  cleanup()
  return names
}

test('S082 S083 the app drawer holds each action for who has its permission, and for nobody else', async () => {
  expect(await drawerOf(EVERY)).toEqual(DRAWER)
  expect(await drawerOf([])).toEqual([])
  // Those that stand in the bar itself are gated alike.
  const inBar = (permissions: readonly PermissionName[]) => {
    open(permissions)
    const shown = screen
      .getAllByRole('button')
      .map((one) => one.getAttribute('aria-label') ?? one.textContent)
    cleanup()
    return ['Calendar', 'Support tickets'].filter((name) => shown.some((one) => one?.startsWith(name)))
  }
  expect([inBar(EVERY), inBar([]), inBar(['CAN_USE_STICKY_NOTES'])]).toEqual([
    ['Calendar', 'Support tickets'],
    [],
    [],
  ])
  expect(await drawerOf(['CAN_USE_STICKY_NOTES', 'CAN_USE_VAULT'])).toEqual(['Secure vault', 'Sticky notes'])
  const labels = (names: readonly PermissionName[]) =>
    actionsOf(permissionsOf(names.map((name) => PERMISSIONS[name]))).map(({ label }) => label)
  for (const [name, anyOf] of GATES) {
    for (const one of anyOf) expect(labels([one])).toContain(name)
    const others = GATES.flatMap(([, names]) => names).filter((one) => !anyOf.includes(one))
    expect(labels(others)).not.toContain(name)
  }
})

test('S082 every action of the drawer does something', async () => {
  const at = open()
  const run = async (name: string) => {
    await at.user.click(at.button('App drawer'))
    const dialog = await screen.findByRole('dialog')
    await at.user.click(within(dialog).getByRole('button', { name: new RegExp(`^${name}`) }))
  }
  const dialogs = () => {
    const opened = at.services.dialogs.store.getState().filter((dialog) => dialog.opened)
    act(() => at.services.dialogs.reset())
    return opened.map(({ name, params }) => {
      const { tab } = (params ?? {}) as { tab?: string }
      return tab ? `${name}: ${tab}` : name
    })
  }
  for (const [label, dialog] of [
    ['Sticky notes', 'notes'],
    ['Scratch pad', 'scratch-pad'],
    ['Documents', 'documents'],
    ['Mood capture', 'mood'],
    ['Online users / phone call', 'phone-call'],
    ['Support tickets', 'tickets'],
    ['Task planner', 'tasks: week'],
    ['Secure vault', 'vault'],
    ['My checklist', 'profile: my tasks'],
    ['AI report analyser', 'unavailable'],
    ['Dialler launch', 'tools'],
  ] as const) {
    await run(label)
    expect(dialogs()).toEqual([dialog])
    expect(at.own.appHistory.store.getState()[0]?.app).toBe(label)
  }
  await run('Calendar')
  expect(at.place()).toBe('/my-calendar')
  await run('Notifications')
  expect(await screen.findByText("You've finished!")).toBeDefined()
})

test('S098 the centre lists what was told, clears it, and then says so', async () => {
  const at = open()
  act(() =>
    at.own.centre.store.setState({
      items: [
        { id: 'live:2', time: '2026-11-21T11:58:00.000Z', message: 'No network', cssClass: 'danger' },
        { id: 'live:1', time: '2026-11-20T11:00:00.000Z', message: 'Saved', cssClass: 'success' },
      ],
    }),
  )
  await at.user.click(at.button('Notifications'))
  const items = await screen.findAllByRole('listitem')
  expect(screen.queryByText("You've finished!")).toBeNull()
  expect(items.map((item) => [item.textContent, item.getAttribute('data-class')])).toEqual([
    ['No network2 minutes ago', 'danger'],
    ['Savedyesterday', 'success'],
  ])
  await at.user.click(screen.getByRole('button', { name: 'Dismiss: Saved' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  await at.user.click(screen.getByRole('button', { name: 'Clear all notifications' }))
  expect(screen.getByText("You've finished!")).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Clear all notifications' })).toBeNull()
  act(() => at.own.centre.store.setState({ problem: 'The server is busy.' }))
  expect(screen.queryByText("You've finished!")).toBeNull()
  expect(screen.getByRole('alert').textContent).toContain(
    'Older notifications could not be fetched. The server is busy.',
  )
})
