import { act } from '@testing-library/react'
import type { ReactNode } from 'react'
import { chatStatuses } from '#shared/contract/chat-status.ts'
import { joinMeeting, leaveMeeting, meetingDetails, myMeetings } from '#shared/contract/meetings.ts'
import { createLive, LiveProvider } from '../../../services/live.tsx'
import { createUiLabels } from '../../../services/page/ui-labels.ts'
import { UiLabelsProvider } from '../../../services/page/ui-labels-context.tsx'
import { renderSignedIn } from '../../../testing/signed-in.tsx'
import { ChatProvider } from '../ChatProvider.tsx'
import { createChatStore } from '../store/chat-store.ts'
import { createFakeServices, type FakeServicesOptions } from './fake-services.ts'
import { aMember, aMessage, aThread } from './fixtures.ts'

export const ME = { id: 1, name: 'Tom Whitfield' }

const room = (id: number, source: 'PROJECT' | 'TOPIC', label: string) =>
  aThread({ id, type: 'CHATROOM', source, displayLabel: label, isGroup: true })

/** A conversation of every kind, each with one message. */
export const THREADS = [
  aThread({ id: 7, displayLabel: 'Amelia Hart', partnerID: 2, partnerName: 'Amelia Hart' }),
  aThread({ id: 9, displayLabel: 'Supervisors', source: 'MANUAL', isGroup: true }),
  { ...room(21, 'PROJECT', 'Household Travel'), status: 'In field', priority: 'HIGH' },
  { ...room(22, 'PROJECT', 'Amelia on Household Travel'), source: 'PROJECT_MEMBER', parentID: 21 },
  { ...room(23, 'PROJECT', 'Quota cells'), source: 'TASK_CHAT', label: 'TASK: 23' },
  { ...room(24, 'PROJECT', 'Headset crackles'), source: 'TICKET_CHAT' },
  { ...room(25, 'PROJECT', 'Downtime claim'), source: 'WURKROOM_CLAIM' },
  { ...room(26, 'PROJECT', 'Regional boost'), source: 'JOB_ORDER' },
  { ...room(27, 'TOPIC', 'Drop-out at Q7'), parentID: 21 },
  { ...room(28, 'PROJECT', 'Monday planning'), source: 'MEETING' },
] as const

const MESSAGES = Object.fromEntries(
  THREADS.map(({ source, sourceID }) => [
    `${source}:${sourceID}`,
    [aMessage({ id: sourceID, message: `Said in ${sourceID}` })],
  ]),
)

const MEETING_ANSWERS = {
  [myMeetings.path]: () => [],
  [joinMeeting.path]: () => ({ done: true }),
  [leaveMeeting.path]: () => ({ done: true }),
  [meetingDetails.path]: ({ meetingID }: Record<string, unknown>) => ({
    meetingID,
    host: 'Amelia Hart',
    subject: 'Monday planning',
    agenda: '',
    start: '2026-11-21T09:00:00.000Z',
    end: '2026-11-21T10:00:00.000Z',
    participants: [{ userID: 1, userName: ME.name, isHere: true }],
    chat: { source: 'MEETING', sourceID: 28 },
  }),
}

/** Renders a screen that has the chat in it, as somebody signed in has it. */
export function openChat(
  screen: ReactNode,
  options: Partial<FakeServicesOptions> & {
    readonly path?: string
    /** Changes to the services before anything is made of them. */
    readonly change?: (fake: ReturnType<typeof createFakeServices>) => object
  } = {},
) {
  const { path, change, answers, ...rest } = options
  const made = createFakeServices({
    me: ME,
    threads: THREADS,
    messages: MESSAGES,
    members: [aMember(1, ME.name), aMember(2, 'Amelia Hart'), aMember(3, 'Ben Okafor')],
    answers: { [chatStatuses.path]: () => [], ...MEETING_ANSWERS, ...answers },
    ...rest,
  })
  const fake = { ...made, services: { ...made.services, ...change?.(made) } }
  const opened: string[] = []
  const live = createLive(fake.services, {
    focus: () => {},
    openWindow: (...args) => {
      opened.push(args.join(' '))
      return { closed: false }
    },
    screen: () => ({ width: 1920, height: 1080 }),
    isPopOut: false,
    setCount: () => {},
  })
  const chat = createChatStore(fake.services)
  act(() => chat.start())
  const view = renderSignedIn(
    fake.services,
    <UiLabelsProvider value={createUiLabels(fake.services)}>
      <LiveProvider value={live}>
        <ChatProvider store={chat}>{screen}</ChatProvider>
      </LiveProvider>
    </UiLabelsProvider>,
    path ?? '/dashboard',
  )
  return {
    ...fake,
    ...view,
    chat,
    live,
    opened,
    messages: () => fake.services.notices.store.getState().map(({ message }) => message),
  }
}
