import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadThreadChatMessages } from '#shared/contract/chat.ts'
import { initialsOf } from '#shared/domain/initials.ts'
import { PRESENCE_LOOKS, PRESENCE_VALUES, readPresence } from '#shared/domain/presence.ts'
import { ApiError } from '../../services/http/api-client.ts'
import { createNotificationCentre } from '../../services/notices/notification-centre.ts'
import { NoticeBar } from '../../shell/NoticeBar.tsx'
import { colourOf } from '../../ui/identity.ts'
import { UserAvatar } from '../../ui/UserAvatar.tsx'
import { ChatScreen } from './ChatScreen.tsx'
import { aMessage, aThread } from './testing/fixtures.ts'
import { installLayout } from './testing/layout.ts'
import { openChat } from './testing/open-chat.tsx'
import { windowIs } from './testing/window-width.ts'
import { ThreadAvatar } from './threads/ThreadAvatar.tsx'

let uninstall = () => {}
beforeEach(() => {
  uninstall = installLayout()
  windowIs(1366)
})
afterEach(() => {
  uninstall()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('C029 placeholder bubbles stand where the messages of a conversation will be', async () => {
  const at = openChat(<ChatScreen />)
  const answer = at.server.hold(loadThreadChatMessages)
  await screen.findByRole('button', { name: /^Amelia Hart/ })
  act(() => at.chat.select('MESSAGE:7'))
  const bubbles = screen.getByRole('status', { name: 'Loading messages' })
  expect(bubbles.children.length).toBeGreaterThan(3)
  answer()
  expect(await screen.findByText('Said in 7')).toBeDefined()
  expect(screen.queryByRole('status', { name: 'Loading messages' })).toBeNull()
  // Where there is none they make way for the words that say so.
  const none = at.server.hold(loadThreadChatMessages)
  at.server.messages['MANUAL:9'] = []
  act(() => at.chat.select('MANUAL:9'))
  expect(screen.getByRole('status', { name: 'Loading messages' })).toBeDefined()
  none()
  expect(await screen.findByText('No Messages. Type a new message below.')).toBeDefined()
  expect(screen.queryByRole('status', { name: 'Loading messages' })).toBeNull()
})

test('C101 a thread has the initials and the colour of its label, always the same', () => {
  const faceOf = (label: string, id: number) => {
    const view = render(
      <ThreadAvatar
        thread={aThread({ id, displayLabel: label, source: 'MANUAL', isGroup: true })}
        size={36}
        online={undefined}
      />,
    )
    const face = view.container.querySelector('[data-colour]')
    const seen = { initials: face?.textContent, colour: face?.getAttribute('data-colour') }
    view.unmount()
    return seen
  }
  const labels = ['Leeds floor', 'Tea and biscuits', 'Supervisors', 'glasgow crew', 'Ærø øst']
  for (const [id, label] of labels.entries()) {
    expect(faceOf(label, id)).toEqual({ initials: initialsOf(label), colour: String(colourOf(label)) })
    expect(faceOf(label, id + 100)).toEqual(faceOf(label, id))
  }
  expect(labels.map((label) => faceOf(label, 1).initials)).toEqual(['LF', 'TA', 'S', 'GC', 'ÆØ'])
  expect(new Set(labels.map((label) => faceOf(label, 1).colour)).size).toBeGreaterThan(1)
})

test('C115 each presentation value of a status is known, and has a mark and a name of its own', () => {
  expect(PRESENCE_VALUES).toEqual([
    'ONLINE',
    'AVAILABLE',
    'AWAY',
    'BE RIGHT BACK',
    'BUSY',
    'IN_CALL',
    'MEETING',
    'DO_NOT_DISTURB',
    'PRESENTING',
    'OUT_OF_OFFICE',
  ])
  expect(PRESENCE_VALUES.map((value) => PRESENCE_LOOKS[value])).toEqual([
    { label: 'Online', tone: 'here' },
    { label: 'Available', tone: 'here' },
    { label: 'Away', tone: 'away' },
    { label: 'Be right back', tone: 'away' },
    { label: 'Busy', tone: 'busy' },
    { label: 'In a call', tone: 'busy' },
    { label: 'In a meeting', tone: 'busy' },
    { label: 'Do not disturb', tone: 'blocked' },
    { label: 'Presenting', tone: 'blocked' },
    { label: 'Out of office', tone: 'out' },
  ])
  const labels = new Set<string>()
  for (const value of PRESENCE_VALUES) {
    expect(readPresence(value)).toBe(value)
    const view = render(<UserAvatar name="Amelia Hart" presence={value} />)
    const dot = view.container.querySelector('[data-presence]')
    expect(dot?.getAttribute('data-presence')).toBe(value)
    expect(dot?.getAttribute('data-tone')).toBe(PRESENCE_LOOKS[value].tone)
    labels.add(PRESENCE_LOOKS[value].label)
    view.unmount()
  }
  expect(labels.size).toBe(PRESENCE_VALUES.length)
  expect(readPresence('LUNCH')).toBeNull()
})

test('C032 C145 what the chat tells goes after 5 s, a success after 2 s; errors and warnings are kept in the centre', async () => {
  const at = openChat(
    <>
      <ChatScreen />
      <NoticeBar />
    </>,
    { messages: { 'MESSAGE:7': Array.from({ length: 60 }, (_, id) => aMessage({ id: id + 1 })) } },
  )
  const { services } = at
  let now = Date.parse('2026-11-21T09:00:00.000Z')
  const second = () => {
    now += 1000
    return now
  }
  const centre = createNotificationCentre({ ...services, counters: at.own.counters, now: second })
  const end = centre.watch()
  await screen.findByRole('button', { name: /^Amelia Hart/ })
  act(() => at.chat.select('MESSAGE:7'))
  await waitFor(() => expect(at.chat.store.getState().conversations['MESSAGE:7']?.load.state).toBe('ready'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  at.server.fail(loadThreadChatMessages, new ApiError('refused', 'The chat is busy', 503))
  await act(() => at.chat.loadOlder('MESSAGE:7'))
  act(() => {
    services.notices.show('warning', 'Careful')
    services.notices.show('info', 'By the way')
    services.notices.show('success', 'Done')
  })
  const shown = () =>
    ['The chat is busy', 'Careful', 'By the way', 'Done'].filter((text) => screen.queryByText(text))
  expect(shown()).toHaveLength(4)
  act(() => vi.advanceTimersByTime(1999))
  expect(shown()).toHaveLength(4)
  act(() => vi.advanceTimersByTime(1))
  expect(shown()).toEqual(['The chat is busy', 'Careful', 'By the way'])
  act(() => vi.advanceTimersByTime(2999))
  expect(shown()).toHaveLength(3)
  act(() => vi.advanceTimersByTime(1))
  expect(shown()).toEqual([])
  const kept = () =>
    centre.store
      .getState()
      .items.map(({ time, message, cssClass }) => `${time.slice(17, 19)} ${cssClass}: ${message}`)
  const told = [
    '04 success: Done',
    '03 info: By the way',
    '02 warning: Careful',
    '01 danger: The chat is busy',
  ]
  expect(kept()).toEqual(told)
  // What comes later is appended to what the server keeps, too.
  centre.arrived({
    id: 7,
    entryTime: '2026-11-21T08:59:59.000Z',
    subject: 'Rota changed',
    type: 0,
    isRead: false,
    source: '',
    sourceID: null,
  })
  act(() => services.notices.show('warning', 'Careful again'))
  expect(kept()).toEqual(['05 warning: Careful again', ...told, '59 info: Rota changed'])
  end()
})
