import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Link, MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { uiLabels } from '#shared/contract/ui-labels.ts'
import type { BadgeCounts } from '#shared/domain/navigation.ts'
import { leavesOf, mayVisit } from '#shared/domain/navigation.ts'
import { NAVIGATION } from '#shared/domain/navigation-menu.ts'
import { PERMISSIONS, type PermissionName } from '#shared/domain/permissions.ts'
import { DEFAULT_LABELS } from '#shared/domain/ui-labels.ts'
import type { mainHub } from '#shared/hubs/main.ts'
import { createToolServices, ToolsProvider } from '../../features/tools/index.ts'
import { createUiLabels } from '../../services/page/ui-labels.ts'
import { UiLabelsProvider } from '../../services/page/ui-labels-context.tsx'
import { fakeHub } from '../../testing/fake-hub.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { testShell } from '../../testing/shell.ts'
import { ShellProvider } from '../shell-context.tsx'
import { ThemeChoiceProvider } from '../theme-context.tsx'
import { createThemeChoice } from '../theme-setting.ts'
import { COLLAPSED_MODULES, SideBar } from './SideBar.tsx'
import { createSideBar } from './side-bar-store.ts'
import { missedText } from './text.ts'

beforeAll(() => COLLAPSED_MODULES.load())

const NOTHING: BadgeCounts = { chat: 0, newsfeed: 0, suggestions: 0, whatsapp: 0 }
const EVERYTHING = (Object.keys(PERMISSIONS) as PermissionName[]).filter(
  (name) => name !== 'SENSE_CAN_SEE_MODULE' && name !== 'ISUPERVISOR_IS_RESTRICTED',
)

const Place = () => (
  <>
    <output>{useLocation().pathname}</output>
    <Link to="/dashboard">To the start page</Link>
  </>
)

interface Situation {
  permissions?: readonly PermissionName[]
  badges?: Partial<BadgeCounts>
  missed?: number
  labels?: Record<string, unknown> | 'refused'
  collapsed?: boolean
  media?: 'phone' | 'tablet'
  path?: string
  tokenType?: string
}

async function open({ permissions = EVERYTHING, missed = 0, path = '/dashboard', ...more }: Situation = {}) {
  const { media, labels = DEFAULT_LABELS, collapsed = false } = more
  const wide = media === 'phone' ? 390 : media === 'tablet' ? 700 : 1366
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const limit = Number(/max-width: (\d+)px/.exec(query)?.[1] ?? 0)
    return { matches: wide <= limit, addEventListener() {}, removeEventListener() {} } as never
  })
  const server = fakeServices()
  const { services } = server
  services.session.signIn(testToken(permissions, { tokenType: more.tokenType ?? 'OTHER' }))
  if (collapsed) services.storage.set('sideBar', 'collapsed')
  server.answer(uiLabels, () => {
    if (labels === 'refused') throw refused(500, 'broken')
    return labels
  })
  const uiLabelsStore = createUiLabels(services)
  await uiLabelsStore.load()
  const shell = testShell(services)
  const tools = createToolServices(services, window)
  const hub = fakeHub<typeof mainHub>()
  const themeChoice = createThemeChoice({ storage: services.storage, systemIsDark: false, hour: () => 12 })
  const onMissed = vi.fn()
  const counts = { badges: { ...NOTHING, ...more.badges }, missedNotifications: missed }
  renderWith(
    services,
    <MemoryRouter initialEntries={[path]}>
      <ThemeChoiceProvider value={themeChoice}>
        <UiLabelsProvider value={uiLabelsStore}>
          <ShellProvider value={shell}>
            <ToolsProvider value={tools}>
              <SideBar counts={counts} onMissedNotifications={onMissed} />
            </ToolsProvider>
            <Place />
          </ShellProvider>
        </UiLabelsProvider>
      </ThemeChoiceProvider>
    </MemoryRouter>,
  )
  const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
  const place = () => screen.getByText(/^\//).textContent
  return { ...server, shell, tools, hub, onMissed, press, place, themeChoice }
}

const main = () => screen.getByRole('navigation', { name: 'Main' })
const links = () =>
  within(main())
    .queryAllByRole('link')
    .map(({ textContent }) => textContent?.trim())
const openBranches = () =>
  within(main())
    .queryAllByRole('button', { expanded: true })
    .map(({ textContent }) => textContent?.trim())
const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name })
const focused = () => document.activeElement?.textContent?.trim()

beforeEach(() => void Object.assign(window, { innerHeight: 768 }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('S073 items with children expand and collapse, one branch at a time', async () => {
  const at = await open()
  expect(openBranches()).toEqual(['Connect plus'])
  at.press('Resource')
  at.press('Shifts')
  expect(openBranches()).toEqual(['Resource', 'Shifts'])
  at.press('Performance')
  expect(openBranches()).toEqual(['Resource', 'Performance'])
  at.press('HR')
  expect(openBranches()).toEqual(['HR'])
  at.press('HR')
  expect(openBranches()).toEqual([])
  // A module with one page is a branch like the others.
  at.press('Room')
  expect(openBranches()).toEqual(['Room'])
})

test('S073 a page that is long in coming leaves the branch that was opened meanwhile', () => {
  let address = '/dashboard'
  const sideBar = createSideBar(fakeServices().services.storage, () => address)
  const branch = () => sideBar.store.getState().branch
  sideBar.toggleBranch('hr')
  // The link was pressed, and its page is still being fetched.
  address = '/resource/planner'
  sideBar.toggleBranch('support')
  sideBar.reveal('resource.planner', '/resource/planner')
  expect(branch()).toBe('support')
  address = '/connect-plus/chat'
  sideBar.reveal('connect.chat', '/connect-plus/chat')
  expect(branch()).toBe('connect')
  address = '/resource/planner'
  sideBar.reveal('resource.planner', '/resource/planner')
  expect(branch()).toBe('resource')
})

test('S073 the branch of the page that one is at stands open', async () => {
  await open({ path: '/resource/shift-patterns' })
  expect(openBranches()).toEqual(['Resource', 'Shifts'])
  expect(screen.getByRole('link', { name: 'Shift patterns' }).getAttribute('aria-current')).toBe('page')
})

test('S076 home goes to /dashboard, and search opens', async () => {
  const at = await open({ path: '/resource/planner' })
  fireEvent.click(within(main()).getAllByRole('link', { name: 'Home' })[0] as HTMLElement)
  expect(at.place()).toBe('/dashboard')
  act(() => at.shell.sideBar.openMobile())
  at.press('Search (FAQ)')
  // On a phone it makes way for what was opened.
  expect(at.shell.sideBar.store.getState().mobileOpen).toBe(false)
  expect(at.services.dialogs.store.getState()).toMatchObject([{ name: 'switcher', opened: true }])
})

test('S069 S052 S056 S059 an item with a dialog opens that dialog, and no page', async () => {
  const at = await open()
  const opened = () =>
    at.services.dialogs.store
      .getState()
      .filter((dialog) => dialog.opened)
      .map(({ name }) => name)
  at.press('Resource')
  at.press('Bookings')
  // What is a page beside them leads to its own.
  const beside = within(main()).getAllByRole('link')
  expect(beside.map((link) => link.getAttribute('href'))).toContain('/resource/home')
  act(() => at.shell.sideBar.openMobile())
  at.press('Pending requests')
  // On a phone the menu makes way for the dialog.
  expect(at.shell.sideBar.store.getState().mobileOpen).toBe(false)
  at.press('Approved requests')
  at.press('HR')
  at.press('Return to work')
  at.press('Admin')
  for (const name of ['Reset password', 'Onboarding tasks', 'Manage areas', 'Dangerous e-mail sender'])
    at.press(name)
  expect(opened()).toEqual([
    'pending-requests',
    'approved-requests',
    'return-to-work',
    'reset-password',
    'onboarding-tasks',
    'manage-areas',
    'dangerous-email',
  ])
  expect(at.place()).toBe('/dashboard')
})

test('S074 badges show the four counts, and a closed parent shows its children’s', async () => {
  const at = await open({ badges: { chat: 99, newsfeed: 2, suggestions: 100, whatsapp: 1 } })
  expect(links()).toEqual(
    expect.arrayContaining([
      'WhatsApp 1 unread',
      'Chat 99 unread',
      'Blogs 2 unread',
      'Community board 99+ unread',
    ]),
  )
  expect(screen.getByRole('button', { name: 'Connect plus' })).toBeDefined()
  at.press('Tracker')
  expect(screen.getByRole('button', { name: 'Connect plus 99+ unread' })).toBeDefined()
})

test('S071 collapsed it shows icons, as many as fit, and the others in a drawer; the choice is kept', async () => {
  const at = await open()
  at.press('Collapse the side bar')
  expect(at.services.storage.get('sideBar')).toBe('collapsed')
  const icons = () =>
    within(main())
      .getAllByRole('button')
      .filter((button) => button.hasAttribute('data-nav'))
      .map(({ textContent }) => textContent?.trim())
  expect(icons()).toEqual([
    'Connect plus',
    'Interviewer manager',
    'Tracker',
    'Resource',
    'Supervisor',
    'More',
  ])
  act(() => {
    Object.assign(window, { innerHeight: 1080 })
    window.dispatchEvent(new Event('resize'))
  })
  expect(icons()).toHaveLength(9)
  at.press('More')
  const drawer = await screen.findByRole('dialog', { name: 'More modules' })
  expect(within(drawer).getByRole('button', { name: 'Admin' })).toBeDefined()
  expect(within(drawer).queryByRole('button', { name: 'Tracker' })).toBeNull()
  fireEvent.keyDown(drawer, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('S071 the drawer is there for the last module that has no room, and not where all have room', async () => {
  const at = await open({ collapsed: true, path: '/room/case-management' })
  const more = () => screen.queryByRole('button', { name: 'More' })
  const toHeight = (innerHeight: number) =>
    act(() => {
      Object.assign(window, { innerHeight })
      window.dispatchEvent(new Event('resize'))
    })
  // 17 modules, without the sensing one.
  toHeight(1900)
  expect(more()).toBeNull()
  expect(screen.getByRole('button', { name: 'Room' })).toBeDefined()
  toHeight(1899)
  expect(screen.queryByRole('button', { name: 'Room' })).toBeNull()
  expect(more()?.dataset.current).toBe('true')
  at.press('More')
  const drawer = await screen.findByRole('dialog', { name: 'More modules' })
  expect(within(drawer).getByRole('button', { name: 'Room' })).toBeDefined()
})

test('S071 a module’s icon opens its pages beside it, with their badges', async () => {
  const at = await open({ collapsed: true, badges: { chat: 4 } })
  at.press('Connect plus 4 unread')
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Chat 4 unread' }))
  expect(at.place()).toBe('/connect-plus/chat')
  at.press('Expand the side bar')
  expect(at.services.storage.get('sideBar')).toBe('open')
})

test('S072 on a phone it expands by itself after a second, full width, once', async () => {
  vi.useFakeTimers()
  const at = await open({ media: 'phone' })
  const bar = () => screen.queryByRole('navigation', { name: 'Main' })
  await act(() => vi.advanceTimersByTimeAsync(999))
  expect(bar()).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(bar()).not.toBeNull()
  const drawer = screen.getByRole('dialog', { name: 'Fieldwork' })
  expect(
    getComputedStyle(drawer.closest('.mantine-Drawer-root') ?? drawer).getPropertyValue('--drawer-size'),
  ).toBe('100%')
  fireEvent.click(screen.getByRole('link', { name: 'Chat' }))
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(bar()).toBeNull()
  expect(at.place()).toBe('/connect-plus/chat')
  fireEvent.click(screen.getByRole('link', { name: 'To the start page' }))
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(bar()).toBeNull()
  act(at.shell.sideBar.openMobile)
  expect(bar()).not.toBeNull()
  vi.useRealTimers()
})

test('S072 it expands by itself at the start page only: over nothing that an address leads to', async () => {
  vi.useFakeTimers()
  const bar = () => screen.queryByRole('navigation', { name: 'Main' })
  for (const path of ['/support/help-center', '/dashboard?ticket=1209', '/my-calendar']) {
    const { shell } = await open({ media: 'phone', path })
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(bar()).toBeNull()
    // Who goes to the start page from there isn't met by it either: they know where the menu is.
    fireEvent.click(screen.getByRole('link', { name: 'To the start page' }))
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(bar()).toBeNull()
    expect(shell.sideBar.store.getState().hasExpanded).toBe(false)
    cleanup()
  }
  vi.useRealTimers()
})

test('S072 on a tablet it lies over the content, and Escape puts it away', async () => {
  const at = await open({ media: 'tablet' })
  at.press('Expand the side bar')
  expect(openBranches()).toEqual(['Connect plus'])
  fireEvent.keyDown(screen.getByRole('link', { name: 'Chat' }), { key: 'Escape' })
  expect(screen.getByRole('button', { name: 'Expand the side bar' })).toBeDefined()
})

test('S073 the arrow keys go through the menu, open and close it', async () => {
  await open()
  screen.getByRole('button', { name: 'Connect plus' }).focus()
  key('ArrowRight')
  expect(focused()).toBe('WhatsApp')
  key('ArrowDown')
  expect(focused()).toBe('Chat')
  key('ArrowLeft')
  expect(focused()).toBe('Connect plus')
  key('ArrowLeft')
  expect(openBranches()).toEqual([])
  key('ArrowDown')
  key('ArrowDown')
  expect(focused()).toBe('Tracker')
  key('ArrowRight')
  expect(openBranches()).toEqual(['Tracker'])
  key('End')
  expect(focused()).toBe('Room')
  key('Home')
  key('ArrowUp')
  expect(focused()).toBe('Connect plus')
})

test('S075 missed notifications are told in words, none, one and more', () => {
  expect([0, 1, 2].map(missedText)).toEqual([
    'No missed notifications',
    '1 missed notification',
    '2 missed notifications',
  ])
})

test('S075 the missed notifications stand out from the first one on, and only tell where nothing opens', async () => {
  for (const [missed, name, tone] of [
    [0, 'No missed notifications', 'quiet'],
    [1, '1 missed notification', 'warning'],
  ] as const) {
    await open({ missed })
    expect(screen.getByRole('button', { name }).dataset.tone).toBe(tone)
    cleanup()
  }
})

test('S075 the network button tells the type and the signal', async () => {
  const at = await open()
  const network = at.shell.network.store
  const told = (change: Partial<ReturnType<typeof network.getState>>) => {
    act(() => network.setState(change))
    const button = screen.getByRole('button', { name: /^(Network|No internet)/ })
    const icon = button.querySelector('svg')?.getAttribute('class') ?? ''
    return [button.getAttribute('aria-label'), button.dataset.tone, /tabler-icon-(\S+)/.exec(icon)?.[1]]
  }
  expect(told({ online: true, kind: 'wired' })).toEqual(['Network: cable', 'good', 'network'])
  expect(told({ kind: 'mobile' })).toEqual(['Network: mobile', 'good', 'antenna-bars-5'])
  expect(told({ kind: 'none' })).toEqual(['Network: no wifi', 'quiet', 'network'])
  expect(told({ kind: 'unknown' })).toEqual(['Network: online', 'good', 'world'])
  expect(told({ kind: 'wifi', signal: null })).toEqual(['Network: wifi', 'good', 'wifi'])
  expect(told({ signal: 75 })).toEqual(['Network: wifi, signal 75 %', 'good', 'wifi'])
  expect(told({ signal: 74 })).toEqual(['Network: wifi, signal 74 %', 'good', 'wifi-2'])
  expect(told({ signal: 65 })).toEqual(['Network: wifi, signal 65 %', 'good', 'wifi-2'])
  expect(told({ signal: 64 })).toEqual(['Network: wifi, signal 64 %', 'warning', 'wifi-1'])
  expect(told({ online: false })).toEqual(['No internet', 'danger', 'wifi-off'])
})

test('S075 the theme button goes through light, by time of day and dark', async () => {
  const at = await open()
  const seen = ['Theme: light', 'Theme: by time of day', 'Theme: dark'].map((name) => {
    const shown = screen.queryByRole('button', { name }) !== null
    act(at.themeChoice.cycle)
    return shown
  })
  expect(seen.every(Boolean)).toBe(true)
})

test('S075 the status buttons, with their live state', async () => {
  const at = await open({ missed: 2 })
  const group = screen.getByRole('group', { name: 'Status' })
  const names = () =>
    within(group)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label'))
  act(() => at.shell.battery.store.setState({ discharging: true, level: 12 }))
  const before = [
    'Battery warning',
    '2 missed notifications',
    'Companion session: state not known yet',
    'Hub not connected. You will not recieve calls or messages.',
    'The VPN’s state is known in the desktop app only.',
    'Network: online',
    'Theme: light',
    'Open a new instance',
  ]
  expect(names()).toEqual(before)
  const tones = () =>
    within(group)
      .getAllByRole('button')
      .map((button) => button.dataset.tone)
  expect(tones()).toEqual(['danger', 'warning', 'quiet', 'danger', 'unknown', 'good', 'quiet', 'quiet'])
  for (const [level, tone] of [
    [20, 'danger'],
    [21, 'warning'],
    [null, 'warning'],
  ] as const) {
    act(() => at.shell.battery.store.setState({ level }))
    expect(tones()[0]).toBe(tone)
  }
  act(() => {
    at.shell.battery.store.setState({ discharging: false })
    at.shell.companion.store.setState({ companion: 'connected' })
    at.shell.hubLink.follow(at.hub)
    at.shell.network.store.setState({ kind: 'wifi', signal: 82 })
    at.tools.vpn.store.setState({ seconds: 7500 })
  })
  at.press('Theme: light')
  expect(names()).toEqual([
    '2 missed notifications',
    'Companion session: connected',
    'Connected to the communication hub',
    'VPN connected for 2 h 5 min',
    'Network: wifi, signal 82 %',
    'Theme: by time of day',
    'Open a new instance',
  ])
  expect(tones()).toEqual(['warning', 'good', 'good', 'normal', 'good', 'quiet', 'quiet'])
  at.press('2 missed notifications')
  expect(at.onMissed).toHaveBeenCalledOnce()
})

test('S326 the tooltips tell of the battery, no internet, the hub and the VPN in the documents’ words', async () => {
  const at = await open()
  act(() => {
    at.shell.battery.store.setState({ discharging: true, level: null })
    at.shell.network.store.setState({ online: false })
    at.tools.vpn.store.setState({ seconds: 0 })
  })
  const tooltipOf = async (name: string) => {
    fireEvent.pointerEnter(screen.getByRole('button', { name }), { pointerType: 'mouse' })
    const tip = await screen.findByRole('tooltip', { name })
    fireEvent.pointerLeave(screen.getByRole('button', { name }))
    return tip.textContent
  }
  for (const text of [
    'Battery warning',
    'No internet',
    'Hub not connected. You will not recieve calls or messages.',
    'You are not connected to our VPN!',
  ])
    expect(await tooltipOf(text)).toBe(text)
  act(() => at.tools.vpn.store.setState({ seconds: 1 }))
  expect(screen.queryByRole('button', { name: 'You are not connected to our VPN!' })).toBeNull()
})

test('S075 S326 a hub that was never reached since the start warns as a lost one does', async () => {
  const at = await open()
  act(() => at.shell.hubLink.store.setState({ state: 'connecting' }))
  const name = 'Connecting to the communication hub. You will not recieve calls or messages.'
  const button = screen.getByRole('button', { name })
  expect(button.dataset.tone).toBe('danger')
  fireEvent.pointerEnter(button, { pointerType: 'mouse' })
  expect((await screen.findByRole('tooltip', { name })).textContent).toBe(name)
})

test('S075 a companion looks out for the desktop session', async () => {
  const at = await open({ tokenType: 'COMPANION' })
  expect(screen.getByRole('button', { name: 'Desktop session: state not known yet' })).toBeDefined()
  act(() => at.shell.companion.store.setState({ primary: 'connected' }))
  const icon = (name: string) =>
    screen.getByRole('button', { name }).querySelector('svg')?.getAttribute('class')
  expect(icon('Desktop session: connected')).toMatch(/tabler-icon-device-mobile$/)
  act(() => at.shell.companion.store.setState({ primary: 'disconnected', companion: 'connected' }))
  expect(icon('Desktop session: not connected')).toContain('device-mobile-off')
})

test('S252 a new instance opens as the person may', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue({} as Window)
  const at = await open({ permissions: ['HR_CAN_SEE_MODULE'] })
  at.press('Open a new instance')
  expect(opened).toHaveBeenCalledWith('/', '_blank', expect.stringContaining('width=768,height=1024'))
  opened.mockReturnValue(null)
  at.press('Open a new instance')
  expect(at.services.notices.store.getState()[0]?.message).toContain('allow pop-ups')
})

test('S329 the chat opens in a window of its own from its line', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue({} as Window)
  const at = await open()
  at.press('Open chat in its own window')
  expect(opened.mock.calls[0]?.[0]).toBe('/my-team-chat')
})

test('S077 recruits who may only take the compatibility test see no side bar', async () => {
  await open({ permissions: ['IRECRUITMENT_CAN_TAKE_COMPATIBILITY_TEST'] })
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
})

test('S005 S233 the bar has exactly the pages that the permissions give', async () => {
  const permissions: PermissionName[] = [
    'ITRACKER_CAN_SEE_MODULE',
    'ITRACKER_CAN_SEE_MY_EARNINGS',
    'CAN_MAKE_CALL',
  ]
  const at = await open({ permissions })
  expect(links()).toEqual(['Home', 'Call'])
  at.press('Tracker')
  expect(links()).toEqual(['Home', 'My earnings'])
  // No supervisor, and without the web-app permission.
  expect(screen.queryByRole('button', { name: 'Open a new instance' })).toBeNull()
  const { permissions: held } = at.services.session.store.getState()
  expect(
    leavesOf(NAVIGATION)
      .filter((leaf) => mayVisit(held, leaf))
      .map(({ item }) => item.id),
  ).toEqual(['connect.call', 'tracker.my-earnings'])
})

test('S129 labels with HTML show as text, and admins read what was mended', async () => {
  const html = '<b onmouseover="x()">Tracker</b>'
  const at = await open({ labels: { ...DEFAULT_LABELS, 'navigation.tracker': html, 'navigation.hr': '' } })
  expect(screen.getByRole('button', { name: html })).toBeDefined()
  expect(main().querySelector('b')).toBeNull()
  expect(screen.getByRole('button', { name: 'HR' })).toBeDefined()
  at.press('Some menu names of this installation were mended')
  expect((await screen.findByText('navigation.hr')).parentElement?.textContent).toBe('navigation.hr empty')
})

test('S129 labels that cannot be had are told to everybody, with a way to try again', async () => {
  const at = await open({ labels: 'refused', permissions: ['GENERAL_CAN_USE_TEAM_CHAT'] })
  expect(links()).toEqual(['Home', 'Chat'])
  at.answer(uiLabels, () => ({ ...DEFAULT_LABELS, 'navigation.connect.chat': 'Talk' }))
  at.press(/^Menu names could not be loaded/)
  expect(await screen.findByText('broken')).toBeDefined()
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'Talk' })).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Menu names could not be loaded/ })).toBeNull()
})
