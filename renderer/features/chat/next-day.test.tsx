import { act, configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { myMeetings } from '#shared/contract/meetings.ts'
import { MyMeetings } from './meetings/MyMeetings.tsx'
import { ConversationPane } from './messages/ConversationPane.tsx'
import { aMessage, aThread } from './testing/fixtures.ts'
import { installLayout } from './testing/layout.ts'
import { GROUP, GROUP_KEY, showInChat } from './testing/show-in-chat.tsx'
import { windowIs } from './testing/window-width.ts'
import { ThreadList } from './threads/ThreadList.tsx'

configure({ defaultHidden: true })

const MINUTE = 60_000
let ends: (() => void)[] = []
beforeEach(() => {
  ends = [installLayout()]
  windowIs(1366)
})
afterEach(() => {
  for (const end of ends) end()
})

/** A clock that goes with the timers. */
function clockFrom(start: number) {
  let at = start
  return {
    now: () => at,
    async pass(timers: { pass(ms: number): void }, ms: number) {
      at += ms
      await act(async () => timers.pass(ms))
    },
  }
}

test('after midnight, with nothing said, what was of today is of yesterday: heading and list', async () => {
  const clock = clockFrom(new Date(2026, 10, 21, 23, 58).getTime())
  const entryTime = new Date(2026, 10, 21, 23, 40).toISOString()
  const shown = showInChat(
    <>
      <ThreadList />
      <ConversationPane threadKey={GROUP_KEY} />
    </>,
    {
      now: clock.now,
      threads: [
        aThread({ id: 9, displayLabel: 'Supervisors', ...GROUP, isGroup: true, lastMessageTime: entryTime }),
      ],
      messages: { [GROUP_KEY]: [aMessage({ id: 1, message: 'Last call', entryTime })] },
    },
  )
  ends.push(shown.chat.stop)
  await act(() => shown.chat.loadThreads())
  act(() => shown.chat.select(GROUP_KEY))
  await waitFor(() => expect(screen.getByText('Today')).toBeDefined())
  const row = screen.getAllByText('Supervisors').map((text) => text.closest<HTMLElement>('[data-row]'))
  const inList = () => within(row.find((found) => found !== null) as HTMLElement)
  expect(inList().getByText('23:40')).toBeDefined()

  await clock.pass(shown.timers, 3 * MINUTE)
  expect(screen.queryByText('Today')).toBeNull()
  expect(within(screen.getByRole('log')).getByText('Yesterday')).toBeDefined()
  expect(inList().getByText('Yesterday')).toBeDefined()
  await clock.pass(shown.timers, 24 * 60 * MINUTE)
  expect(within(screen.getByRole('log')).getByText('Saturday 21 November')).toBeDefined()
})

test('a meeting to come is one to join once its time is there', async () => {
  const clock = clockFrom(Date.UTC(2026, 10, 21, 9))
  const start = new Date(clock.now() + 5 * MINUTE).toISOString()
  const end = new Date(clock.now() + 65 * MINUTE).toISOString()
  const shown = showInChat(<MyMeetings />, {
    now: clock.now,
    answers: {
      [myMeetings.path]: () => [
        { meetingID: 5, subject: 'Briefing', host: 'Amelia Hart', start, end, here: 0, invited: 3 },
      ],
    },
  })
  ends.push(shown.chat.stop)
  const heading = () => screen.queryByRole('heading', { name: 'Coming up' })
  await waitFor(() => expect(heading()).not.toBeNull())
  await clock.pass(shown.timers, 4 * MINUTE)
  expect(heading()).not.toBeNull()
  await clock.pass(shown.timers, MINUTE)
  expect(heading()).toBeNull()
  expect(screen.getByRole('heading', { name: 'Now' })).toBeDefined()
})
