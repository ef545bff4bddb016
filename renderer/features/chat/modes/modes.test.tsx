import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Suspense } from 'react'
import { useNavigate } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { chatSource } from '#shared/contract/chat-address.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { PopOutScreen } from '../../../app/PopOutScreen.tsx'
import { PageScreen } from '../../../app/page-screens.tsx'
import { WINDOW_BLOCKED } from '../../../services/page/pop-outs.ts'
import { DialogHost } from '../../../shell/dialogs/DialogHost.tsx'
import { fakeDesktop } from '../../../testing/fake-desktop.ts'
import { manualTimers } from '../../../testing/manual-timers.ts'
import { ConnectPanel } from '../../connect/index.ts'
import { MEETING_ROOM, MeetingWindow } from '../../meetings/index.ts'
import { EmbeddedConversation } from '../EmbeddedConversation.tsx'
import { keyOf } from '../store/state.ts'
import { installLayout } from '../testing/layout.ts'
import { openChat, THREADS } from '../testing/open-chat.tsx'
import { windowIs } from '../testing/window-width.ts'
import { FloatingChat, type LauncherProps } from './FloatingChat.tsx'
import { CHAT_MODE_NAMES, type ChatModeName, modeOf, modeOfSource } from './modes.ts'
import { ChatHub } from './use-pop-out.ts'
// Fetched when they are wanted: fetched before, so that no test waits for it.
import '../ChatScreen.tsx'
import './FloatPanel.tsx'
import './MeetingChat.tsx'
import './RecordPanel.tsx'

configure({ defaultHidden: true })
beforeAll(() => MEETING_ROOM.load())

const CHAT_PAGE = '/connect-plus/chat'
const ALL: readonly PermissionName[] = [
  'GENERAL_CAN_USE_TEAM_CHAT',
  'CAN_CREATE_ONE_TO_ONE_MEETINGS',
  'CAN_MAKE_CALL',
]
let uninstall = () => {}
beforeEach(() => {
  uninstall = installLayout()
  windowIs(1366)
})
afterEach(() => {
  uninstall()
  vi.restoreAllMocks()
})

type Options = Parameters<typeof openChat>[1]
const open = (ui: ReactNode, options: Options = {}) =>
  openChat(<Suspense>{ui}</Suspense>, { permissions: ALL, ...options })
const chatPage = (options: Options = {}) =>
  open(
    <>
      <PageScreen pageID="connect.chat" />
      <DialogHost />
    </>,
    { path: CHAT_PAGE, ...options },
  )

/** The browser's own button. */
function GoBack() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      Browser back
    </button>
  )
}

/** The mode that the chat renders in, as it stands on its outermost part. */
const mode = () => document.querySelector('[data-mode]')?.getAttribute('data-mode')
const row = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) })
/** The sections' tabs, beside which a conversation has tabs of its own; null where there are none. */
const sectionTabs = () => screen.queryByRole('tablist', { name: 'Chat sections' })
const tabs = () =>
  within(sectionTabs() ?? document.createElement('div'))
    .queryAllByRole('tab')
    .map((tab) => tab.textContent)
const select = async (at: ReturnType<typeof openChat>, named: string) => {
  await row('Supervisors')
  const { threads } = at.chat.store.getState()
  const thread = threads.find((one) => one.displayLabel === named || keyOf(one) === named)
  act(() => at.chat.select(thread ? keyOf(thread) : null))
}
const header = () => within(screen.getAllByRole('banner').at(-1) as HTMLElement)
const SECTIONS = ['Search', 'Chats', 'Meeting Rooms', 'Contacts']
/** Keeps what an earlier session chose. */
const alwaysPopOut: Options = {
  change: ({ services }) => {
    services.storage.set('CHAT_ALWAYS_POPOUT', 'on')
    return {}
  },
}

describe('the whole chat', () => {
  test('C016 C033 C036 C037 on its page it has its sections by left tabs, and no address of its own', async () => {
    const at = chatPage()
    await row('Supervisors')
    expect(mode()).toBe('CONNECT_PLUS')
    expect(tabs()).toEqual(SECTIONS)
    const section = () => screen.getByRole('tabpanel').querySelector('section')?.getAttribute('aria-label')
    const seen = ['Search', 'Chats', 'Meeting Rooms', 'Contacts'].map((name) => {
      fireEvent.click(screen.getByRole('tab', { name }))
      return [at.chat.store.getState().section, section()]
    })
    expect(seen).toEqual([
      ['Search', 'Search messages'],
      ['Chats', 'Chats'],
      ['My_Meetings', 'My meetings'],
      ['Contacts', 'Contacts'],
    ])
    fireEvent.keyDown(screen.getByRole('tab', { name: 'Contacts' }), { key: 'Home' })
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Search' }))
    expect([at.chat.store.getState().section, section()]).toEqual(['Search', 'Search messages'])
    // The arrow keys go around at both ends.
    const after = (key: string) => {
      fireEvent.keyDown(document.activeElement as HTMLElement, { key })
      return document.activeElement?.textContent
    }
    expect(['ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowRight', 'End', 'Home', 'x'].map(after)).toEqual([
      'Chats',
      'Search',
      'Contacts',
      'Search',
      'Contacts',
      'Search',
      'Search',
    ])
    fireEvent.click(screen.getByRole('tab', { name: 'Chats' }))
    fireEvent.click(await row('Supervisors'))
    expect(await screen.findByText('Said in 9')).toBeDefined()
    expect(at.place()).toBe(CHAT_PAGE)
  })

  test('C017 the connect panel embeds all of it, without the members, so that the messages have room', async () => {
    windowIs(1400)
    const at = open(<ConnectPanel opened onClose={() => {}} />)
    fireEvent.click(await row('Supervisors'))
    expect(await screen.findByText('Said in 9')).toBeDefined()
    expect(mode()).toBe('EMBED_FULL')
    expect(tabs()).toEqual(SECTIONS)
    expect(screen.queryByRole('complementary', { name: 'Members' })).toBeNull()
    // It says once that the hub is away.
    act(() => at.hub.setState('reconnecting'))
    expect(screen.getAllByText('Reconnecting hub...')).toHaveLength(1)
    act(() => at.hub.setState('connected'))
    expect(screen.queryByText('Reconnecting hub...')).toBeNull()
    // A conversation that another place of the page shows isn't shown twice.
    act(() => at.chat.store.setState({ embeds: 1 }))
    expect(screen.queryByText('Said in 9')).toBeNull()
    act(() => at.chat.store.setState({ embeds: 0 }))
    expect(await screen.findByText('Said in 9')).toBeDefined()
    at.unmount()
    // Over the chat's own page it would be the same once more.
    open(<ConnectPanel opened onClose={() => {}} />, { path: CHAT_PAGE })
    expect(screen.getByText('The chat is open on this page.')).toBeDefined()
    expect(mode()).toBeUndefined()
  })

  test('C255 from 1200 px the members stand beside it, and the messages keep 400 px', async () => {
    windowIs(1199)
    const narrow = chatPage()
    fireEvent.click(await row('Supervisors'))
    const pane = await screen.findByRole('region', { name: 'Supervisors' })
    expect(pane.parentElement?.style.minWidth).toBe('400px')
    expect(screen.queryByRole('complementary', { name: 'Members' })).toBeNull()
    narrow.unmount()
    windowIs(1200)
    chatPage()
    fireEvent.click(await row('Supervisors'))
    expect(await screen.findByRole('complementary', { name: 'Members' })).toBeDefined()
  })

  test('C019 C097 C098 FULL_MOBILE: one thing at a time, with tabs along the bottom, ways back and the status menu', async () => {
    windowIs(390)
    const at = chatPage()
    await row('Supervisors')
    expect(mode()).toBe('FULL_MOBILE')
    expect(sectionTabs()?.getAttribute('data-placement')).toBe('bottom')
    const top = within(screen.getByRole('navigation'))
    expect(top.getByRole('button', { name: /^My status: / })).toBeDefined()
    expect(top.getByRole('button', { name: 'Back' })).toBeDefined()
    fireEvent.click(await row('Supervisors'))
    expect(await screen.findByText('Said in 9')).toBeDefined()
    expect(sectionTabs()).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Back to chats' }))
    fireEvent.click(screen.getByRole('tab', { name: 'Contacts' }))
    const back = () =>
      fireEvent.click(within(screen.getByRole('navigation')).getByRole('button', { name: 'Back' }))
    back()
    expect(at.chat.store.getState().section).toBe('Chats')
    const gone: string[] = []
    at.services.navigation.bind((path) => gone.push(path))
    back()
    expect(gone).toEqual(['/dashboard'])
  })

  test('C019 FULL_MOBILE is the page’s on a phone alone; within another screen a part at a time shows', async () => {
    const wide = chatPage()
    await row('Supervisors')
    expect(mode()).toBe('CONNECT_PLUS')
    wide.unmount()
    windowIs(390)
    open(<ConnectPanel opened onClose={() => {}} />)
    fireEvent.click(await row('Supervisors'))
    expect(await screen.findByText('Said in 9')).toBeDefined()
    expect(mode()).toBe('EMBED_FULL')
    expect(sectionTabs()).toBeNull()
  })

  test('C019 C097 FULL_MOBILE: going back in the browser closes the conversation and not the chat', async () => {
    windowIs(390)
    open(
      <>
        <PageScreen pageID="connect.chat" />
        <GoBack />
      </>,
      { path: CHAT_PAGE },
    )
    fireEvent.click(await row('Supervisors'))
    expect(await screen.findByText('Said in 9')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Browser back' }))
    await waitFor(() => expect(sectionTabs()).not.toBeNull())
    expect(screen.queryByText('Said in 9')).toBeNull()
  })
})

describe('the window of its own', () => {
  const answerOpen = (window_: object | null) =>
    vi.spyOn(window, 'open').mockImplementation(() => window_ as Window | null)
  const menu = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Chat options' }))
    return screen.findByRole('menu')
  }
  const screenOf = (availWidth: number, availHeight: number) => {
    vi.spyOn(window.screen, 'availWidth', 'get').mockReturnValue(availWidth)
    vi.spyOn(window.screen, 'availHeight', 'get').mockReturnValue(availHeight)
  }

  test("C034 C045 'Open a new instance' opens it at /my-team-chat, at most 1200 by 768", async () => {
    const opened = answerOpen({})
    const { services } = chatPage()
    for (const [width, height, expected] of [
      [2560, 1440, 'width=1200,height=768'],
      [1201, 769, 'width=1200,height=768'],
      [1200, 768, 'width=1200,height=768'],
      [1199, 767, 'width=1199,height=767'],
      [1024, 700, 'width=1024,height=700'],
    ] as const) {
      screenOf(width, height)
      fireEvent.click(within(await menu()).getByRole('menuitem', { name: 'Open a new instance' }))
      const [url, , features] = opened.mock.lastCall ?? []
      expect(url).toBe('/my-team-chat')
      expect(features).toContain(expected)
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    }
    expect(services.notices.store.getState()).toEqual([])
  })

  test("C043 C122 'Always Popout' is kept, and gone where the popout UI is hidden", async () => {
    const at = chatPage({ change: () => ({ timers: manualTimers() }) })
    fireEvent.click(within(await menu()).getByRole('menuitemcheckbox', { name: 'Always Popout' }))
    expect(at.kept.values.get('fieldwork.CHAT_ALWAYS_POPOUT')).toBe('"on"')
    at.unmount()
    windowIs(390)
    chatPage()
    const items = within(await menu())
    expect(items.getByRole('menuitem', { name: 'Mark all as read' })).toBeDefined()
    expect(items.queryByRole('menuitemcheckbox', { name: 'Always Popout' })).toBeNull()
    expect(items.queryByRole('menuitem', { name: 'Open a new instance' })).toBeNull()
  })

  test('C014 C146 with it on the page has the hub alone, and the window opens 2 s after the mount', async () => {
    // The page's code comes by the clock, which stands below.
    const first = chatPage()
    await menu()
    first.unmount()
    const timers = manualTimers()
    const opened = answerOpen({})
    const at = open(
      <>
        <ChatHub />
        <PageScreen pageID="connect.chat" />
      </>,
      { path: CHAT_PAGE, change: (fake) => ({ ...alwaysPopOut.change?.(fake), timers }) },
    )
    expect(await screen.findByText('Your chat opens in a window of its own')).toBeDefined()
    expect(screen.getByText(/^This tab stays connected/)).toBeDefined()
    expect(sectionTabs()).toBeNull()
    expect(at.chat.store.getState().hub).toBe('connected')
    timers.pass(1999)
    expect(opened).not.toHaveBeenCalled()
    timers.pass(1)
    expect(opened.mock.lastCall?.[0]).toBe('/my-team-chat')
    answerOpen(null)
    fireEvent.click(screen.getByRole('button', { name: 'Show the chat window' }))
    expect(at.messages()).toEqual([WINDOW_BLOCKED])
    fireEvent.click(screen.getByRole('button', { name: 'Show the chat here' }))
    expect(await row('Supervisors')).toBeDefined()
    at.unmount()

    const desktop = fakeDesktop().desktop
    chatPage({ change: (fake) => ({ ...alwaysPopOut.change?.(fake), desktop }) })
    expect(await screen.findByText(/^The desktop client stays connected/)).toBeDefined()
  })

  test('C146 nothing opens while it is off, for who may not chat, or once the screen is gone', () => {
    const timers = manualTimers()
    const opened = answerOpen({})
    open(<ChatHub />, { change: () => ({ timers }) })
    open(<ChatHub />, {
      permissions: [],
      change: (fake) => ({ ...alwaysPopOut.change?.(fake), timers }),
    })
    open(<ChatHub />, { change: (fake) => ({ ...alwaysPopOut.change?.(fake), timers }) }).unmount()
    timers.pass(60_000)
    expect(opened).not.toHaveBeenCalled()
  })
})

test('C015 C043 the external window has the chat and no way to a further one', async () => {
  const at = open(<PopOutScreen entry="my-team-chat" />, { path: '/my-team-chat' })
  fireEvent.click(await row('Supervisors'))
  expect(await screen.findByText('Said in 9')).toBeDefined()
  expect(mode()).toBe('EXTERNAL_WINDOW')
  fireEvent.click(screen.getByRole('button', { name: 'Chat options' }))
  const menu = within(await screen.findByRole('menu'))
  expect(menu.queryByRole('menuitemcheckbox', { name: 'Always Popout' })).toBeNull()
  expect(at.place()).toBe('/my-team-chat')
})

/** As the shell draws it among its tools. */
const Launcher = ({ label, count, ...props }: LauncherProps) => (
  <button type="button" {...props}>
    {label}, {count}
  </button>
)

describe('the floating chat', () => {
  test('C018 EMBED_FLOAT: a launcher with what waits, and a panel that is moved and minimised', async () => {
    const at = open(<FloatingChat launcher={Launcher} />)
    act(() => at.chat.setUnreadTotal(3))
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Team chat, 3' }))
    const panel = await screen.findByRole('dialog', { name: 'Team chat' })
    expect(mode()).toBe('EMBED_FLOAT')
    expect(document.activeElement).toBe(panel)
    fireEvent.click(await row('Supervisors'))
    expect(await within(panel).findByText('Said in 9')).toBeDefined()

    const layer = panel.parentElement as HTMLElement
    vi.spyOn(layer, 'clientWidth', 'get').mockReturnValue(1366)
    vi.spyOn(layer, 'clientHeight', 'get').mockReturnValue(768)
    const handle = screen.getByRole('button', { name: 'Move the chat with the arrow keys' })
    fireEvent.keyDown(handle, { key: 'ArrowLeft' })
    fireEvent.keyDown(handle, { key: 'ArrowUp' })
    expect([panel.style.right, panel.style.bottom]).toEqual(['44px', '44px'])
    expect(at.services.storage.get('chatFloat')).toEqual({ right: 44, bottom: 44 })
    for (let i = 0; i < 60; i++) fireEvent.keyDown(handle, { key: 'ArrowUp' })
    expect(panel.style.bottom).toBe('140px')

    fireEvent.click(screen.getByRole('button', { name: 'Minimise chat' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    const launcher = screen.getByRole('button', { name: /^Team chat/ })
    await waitFor(() => expect(document.activeElement).toBe(launcher))
    fireEvent.click(launcher)
    expect((await screen.findByRole('dialog', { name: 'Team chat' })).style.bottom).toBe('140px')
    expect(launcher.getAttribute('aria-expanded')).toBe('true')
    // It makes room for a conversation that another place of the page shows.
    act(() => at.chat.store.setState({ embeds: 1 }))
    expect(screen.queryByRole('dialog')).toBeNull()
    act(() => at.chat.store.setState({ embeds: 0 }))
    expect(await screen.findByRole('dialog', { name: 'Team chat' })).toBeDefined()
    fireEvent.click(launcher)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('C018 it is not where the whole chat is, on a phone, or for who may not chat', () => {
    const launchers = () => screen.queryAllByRole('button', { name: /^Team chat/ }).length
    open(<FloatingChat launcher={Launcher} />, { path: CHAT_PAGE })
    open(<FloatingChat launcher={Launcher} />, { permissions: [] })
    open(<FloatingChat launcher={Launcher} />, alwaysPopOut)
    windowIs(390)
    open(<FloatingChat launcher={Launcher} />)
    expect(launchers()).toBe(0)
  })
})

describe('a conversation within the screen of its record', () => {
  const offers = () => ({
    join: header().queryByRole('button', { name: /^Join/ }) !== null,
    record: header().queryByRole('button', { name: /^Open / }) !== null,
    tabs: tabs().length,
  })
  const RESEARCH: readonly PermissionName[] = [
    ...ALL,
    'IRESEARCH_CAN_VIEW_MODULE',
    'CAN_USE_PROJECT_MANAGEMENT',
    'IJOBORDER_CAN_SEE_JOBORDERS',
  ]

  test('C021 C022 a member’s chat opens the project: its room, and the rooms of its members', async () => {
    const at = chatPage({ permissions: RESEARCH })
    await select(at, 'PROJECT_MEMBER:22')
    fireEvent.click(await screen.findByRole('button', { name: 'Open project' }))
    const panel = within(await screen.findByRole('dialog', { name: /Household Travel/ }))
    expect(panel.getByText('In field')).toBeDefined()
    expect(await panel.findByText('Said in 21')).toBeDefined()
    expect(document.querySelector('[data-mode="PROJECT_ROOM"]')).not.toBeNull()
    // The page behind it shows no conversation meanwhile, so that only one marks it read.
    expect(screen.queryAllByRole('log')).toHaveLength(1)
    expect(offers()).toMatchObject({ join: true, record: false })
    const pressed = () =>
      panel.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)
    expect(pressed()).toEqual(['Project room'])
    // Its members' rooms, neither its topics nor those of other projects.
    const rooms = within(panel.getByRole('group', { name: 'Chats' })).getAllByRole('button')
    expect(rooms.map(({ textContent }) => textContent)).toEqual([
      'Project room',
      'Amelia on Household Travel',
    ])
    fireEvent.click(panel.getByRole('button', { name: 'Amelia on Household Travel' }))
    expect(pressed()).toEqual(['Amelia on Household Travel'])
    expect(await panel.findByText('Said in 22')).toBeDefined()
    expect(document.querySelector('[data-mode="PROJECT_MEMBER"]')).not.toBeNull()
    fireEvent.click(panel.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(at.chat.store.getState().embeds).toBe(0))
    expect(at.chat.store.getState().selected).toBe('PROJECT_MEMBER:22')
  })

  test('C022 a project without rooms of members has its own alone, with nothing to choose from', async () => {
    const at = chatPage({ permissions: RESEARCH, threads: THREADS.filter(({ id }) => id !== 22) })
    await select(at, 'Household Travel')
    fireEvent.click(await screen.findByRole('button', { name: 'Open project' }))
    const panel = within(await screen.findByRole('dialog', { name: /Household Travel/ }))
    expect(await panel.findByText('Said in 21')).toBeDefined()
    expect(panel.queryByRole('group', { name: 'Chats' })).toBeNull()
  })

  test('C025 C026 a claim and a job order open from their chats, with their rooms', async () => {
    for (const [name, button, expected, id] of [
      ['Downtime claim', 'Open claim', 'CLAIM_ROOM', 25],
      ['Regional boost', 'Open job order', 'JOB_ORDER', 26],
    ] as const) {
      const at = chatPage({ permissions: RESEARCH })
      await select(at, name)
      fireEvent.click(await screen.findByRole('button', { name: button }))
      const panel = within(await screen.findByRole('dialog', { name: new RegExp(name) }))
      expect(await panel.findByText(`Said in ${id}`)).toBeDefined()
      expect(document.querySelector(`[data-mode="${expected}"]`)).not.toBeNull()
      expect(offers()).toMatchObject({ join: true, record: false })
      // There is one room: nothing to choose from.
      expect(panel.queryByRole('group', { name: 'Chats' })).toBeNull()
      // What is said of the chat's connection is said there.
      act(() => at.hub.setState('disconnected'))
      expect(panel.getByText('Not connected to server. New messages will not arrive.')).toBeDefined()
      at.unmount()
    }
  })

  test('C023 a task opens from its chat, and shows it as a conversation alone', async () => {
    const at = chatPage({ permissions: RESEARCH })
    await select(at, 'Quota cells')
    fireEvent.click(await screen.findByRole('button', { name: 'Open task' }))
    expect(at.services.dialogs.store.getState()).toMatchObject([{ name: 'tasks', params: { taskID: 23 } }])
    at.unmount()
    const { hub } = open(<EmbeddedConversation source="TASK_CHAT" sourceID={23} />)
    expect(await screen.findByText('Said in 23')).toBeDefined()
    expect(mode()).toBe('TASK_CHAT')
    expect(offers()).toEqual({ join: true, record: false, tabs: 0 })
    act(() => hub.setState('disconnected'))
    expect(screen.getAllByText(/^Not connected to server\./)).toHaveLength(1)
  })

  test('C027 C140 a topic within another screen is a conversation alone', async () => {
    const { hub } = open(<EmbeddedConversation source="TOPIC" sourceID={27} />)
    expect(await screen.findByText('Said in 27')).toBeDefined()
    expect(mode()).toBe('TOPIC')
    expect(offers()).toEqual({ join: true, record: false, tabs: 0 })
    // It tells itself that the hub is away, and leaves the focus to the screen around it.
    act(() => hub.setState('reconnecting'))
    expect(screen.getAllByText('Reconnecting hub...')).toHaveLength(1)
    expect(document.activeElement).toBe(document.body)
  })

  test('C027 a topic that isn’t in the list is looked for there, and asked for again where it can’t be found', async () => {
    const { chat } = open(<EmbeddedConversation source="TOPIC" sourceID={9999} />)
    const load = vi.spyOn(chat, 'loadThreads')
    // Nothing is said to be missing before the list is there.
    expect(chat.store.getState().threadsLoad.state).not.toBe('ready')
    expect(screen.getByRole('status', { name: 'Loading messages' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    const again = await screen.findByRole('button', { name: 'Try again' })
    await waitFor(() => expect(load).toHaveBeenCalledOnce())
    fireEvent.click(again)
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('C024 a ticket chat within its ticket leads to no other ticket window', async () => {
    const { hub } = open(<EmbeddedConversation source="TICKET_CHAT" sourceID={24} />, {
      permissions: [...ALL, 'ISUPERVISOR_CAN_SEE_MODULE'],
    })
    expect(await screen.findByText('Said in 24')).toBeDefined()
    expect(mode()).toBe('TICKET_CHAT')
    expect(offers()).toEqual({ join: true, record: false, tabs: 0 })
    act(() => hub.setState('disconnected'))
    expect(screen.getAllByText(/^Not connected to server\./)).toHaveLength(1)
  })

  test('C020 C080 the window of a meeting has the meeting’s chat, for managers and for agents', async () => {
    for (const [permissions, name] of [
      [ALL, 'Manager meeting'],
      [['GENERAL_CAN_USE_TEAM_CHAT'], 'Meeting'],
      // An agent's stays, whether managers' pop out or not.
      [['GENERAL_CAN_USE_TEAM_CHAT', 'EXTERNAL_POPOUT_MEETING'], 'Meeting'],
    ] as const) {
      const at = open(<MeetingWindow />, { permissions })
      act(() => at.live.meetings.join({ ID: 5, screenShare: false }))
      const window = within(await screen.findByRole('region', { name }))
      fireEvent.click(await window.findByRole('button', { name: 'Meeting chat' }))
      expect(await window.findByText('Said in 28')).toBeDefined()
      expect(mode()).toBe('MEETING_CHAT')
      expect(screen.queryByRole('button', { name: /^Join/ })).toBeNull()
      act(() => at.hub.setState('disconnected'))
      expect(window.getAllByText(/^Not connected to server\./)).toHaveLength(1)
      at.unmount()
    }
    // A manager whose meetings pop out has none here.
    const at = open(<MeetingWindow />, { permissions: [...ALL, 'EXTERNAL_POPOUT_MEETING'] })
    act(() => at.live.meetings.join({ ID: 5, screenShare: false }))
    expect(screen.queryByRole('region')).toBeNull()
    expect(at.opened).toHaveLength(1)
    // One that was open here as that was granted is hidden, too.
    act(() =>
      at.live.meetings.store.setState({ payload: { ID: 6, screenShare: false }, role: 'manager' }, true),
    )
    expect(screen.queryByRole('region')).toBeNull()
  })
})

const WHOLE = 'pop-out meetings record focus'
test.each<[id: string, mode: ChatModeName, shown: string, offers: string, sources: string]>([
  ['C014', 'HUB_ONLY', 'none 0', WHOLE, ''],
  ['C015', 'EXTERNAL_WINDOW', 'columns 4', 'own-window meetings record focus', ''],
  ['C016', 'CONNECT_PLUS', 'columns 4', WHOLE, ''],
  ['C017', 'EMBED_FULL', 'columns 4', `embedded ${WHOLE}`, ''],
  ['C018', 'EMBED_FLOAT', 'single 4', `embedded ${WHOLE}`, ''],
  ['C019', 'FULL_MOBILE', 'single 4', 'meetings record', ''],
  ['C020', 'MEETING_CHAT', 'conversation 0', 'embedded', 'MEETING MANUAL MESSAGE'],
  ['C021', 'PROJECT_ROOM', 'conversation 0', 'embedded meetings', 'PROJECT'],
  ['C022', 'PROJECT_MEMBER', 'conversation 0', 'embedded meetings', 'PROJECT_MEMBER'],
  ['C023', 'TASK_CHAT', 'conversation 0', 'embedded meetings', 'TASK_CHAT SUBTASK'],
  ['C024', 'TICKET_CHAT', 'conversation 0', 'embedded meetings', 'TICKET_CHAT'],
  ['C025', 'CLAIM_ROOM', 'conversation 0', 'embedded meetings', 'WURKROOM_CLAIM'],
  ['C026', 'JOB_ORDER', 'conversation 0', 'embedded meetings', 'JOB_ORDER'],
  ['C027', 'TOPIC', 'conversation 0', 'embedded meetings', 'TOPIC'],
])(
  '%s what %s shows and offers, and of which conversations it is the mode',
  (_id, name, shown, offers, sources) => {
    const mode = modeOf(name)
    const offered = [
      [mode.isEmbedded, 'embedded'],
      [mode.isOwnWindow, 'own-window'],
      [mode.offersPopOut, 'pop-out'],
      [mode.startsMeetings, 'meetings'],
      [mode.opensRecord, 'record'],
      [mode.takesFocus, 'focus'],
    ] as const
    expect(mode.name).toBe(name)
    expect(`${mode.layout} ${mode.sections.length}`).toBe(shown)
    expect(offered.flatMap(([is, word]) => (is ? [word] : [])).join(' ')).toBe(offers)
    const ofMode = chatSource.options.filter((source) => modeOfSource(source) === name)
    expect(ofMode.toSorted()).toEqual(sources.split(' ').filter(Boolean).toSorted())
  },
)

test('there is no mode beside those', () => {
  expect(CHAT_MODE_NAMES).toHaveLength(14)
})
