import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { members } from '#shared/contract/chat.ts'
import { chatSource } from '#shared/contract/chat-address.ts'
import { joinRoom } from '#shared/contract/chat-threads.ts'
import { myMeetings } from '#shared/contract/meetings.ts'
import { newMeeting } from '#shared/contract/new-meeting.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { PageScreen } from '../../../app/page-screens.tsx'
import { ApiError } from '../../../services/http/api-client.ts'
import { PromptHost } from '../../../shell/overlays/prompts/PromptHost.tsx'
import { ShellOverlays } from '../../../shell/overlays/ShellOverlays.tsx'
// Fetched when they are wanted: fetched before, so that no test waits for it.
import '../../../shell/overlays/prompts/PromptModal.tsx'
import '../ChatScreen.tsx'
import { ConversationHeader } from '../messages/ConversationHeader.tsx'
import { keyOf } from '../store/state.ts'
import '../testing/dialogs-at-hand.ts'
import { aMember, aThread } from '../testing/fixtures.ts'
import { installLayout } from '../testing/layout.ts'
import { openChat, THREADS } from '../testing/open-chat.tsx'
import { windowIs } from '../testing/window-width.ts'
import './NewMeeting.tsx'

configure({ defaultHidden: true })

const NOW = Date.UTC(2026, 10, 21, 9)
const MANAGER: readonly PermissionName[] = [
  'GENERAL_CAN_USE_TEAM_CHAT',
  'CAN_CREATE_ONE_TO_ONE_MEETINGS',
  'CAN_MAKE_CALL',
]
const AGENT: readonly PermissionName[] = ['GENERAL_CAN_USE_TEAM_CHAT', 'CAN_MAKE_CALL']
let uninstall = () => {}
beforeEach(() => {
  uninstall = installLayout()
  windowIs(1366)
})
afterEach(() => {
  uninstall()
  vi.restoreAllMocks()
})

const threadOf = (named: string) => {
  const thread = THREADS.find(({ displayLabel }) => displayLabel === named)
  if (!thread) throw new Error(`no thread ${named}`)
  return thread
}
const open = (ui: ReactNode, options: Parameters<typeof openChat>[1] = {}) =>
  openChat(
    <Suspense>
      {ui}
      <PromptHost />
    </Suspense>,
    {
      permissions: MANAGER,
      ...options,
      answers: {
        [joinRoom.path]: () => ({ roomID: 77 }),
        [newMeeting.path]: () => ({ meetingID: 78 }),
        ...options.answers,
      },
    },
  )
const header = (named: string, options?: Parameters<typeof openChat>[1]) =>
  open(<ConversationHeader thread={threadOf(named)} />, options)
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const settled = () => act(async () => {})

describe('the header of a conversation', () => {
  test('C095 Join shows for the rooms of records, and goes to the meeting of the room', async () => {
    const joinable: string[] = []
    for (const source of chatSource.options) {
      const type = source === 'MANUAL' || source === 'MESSAGE' ? 'THREAD' : 'CHATROOM'
      const at = open(<ConversationHeader thread={aThread({ id: 21, source, type })} />, {
        permissions: AGENT,
      })
      await settled()
      if (screen.queryByRole('button', { name: /^Join/ })) joinable.push(source)
      at.unmount()
    }
    expect(joinable.toSorted()).toEqual([
      'JOB_ORDER',
      'MEETING',
      'PROJECT',
      'PROJECT_MEMBER',
      'TASK_CHAT',
      'TICKET_CHAT',
      'TOPIC',
      'WURKROOM_CLAIM',
    ])
    const at = header('Household Travel', { permissions: AGENT })
    press('Join the meeting of Household Travel')
    await waitFor(() =>
      expect(at.live.meetings.store.getState()).toEqual({
        payload: { ID: 77, screenShare: false },
        role: 'agent',
        hasDoor: true,
      }),
    )
    expect(at.server.bodiesOf(joinRoom)).toEqual([
      { source: 'PROJECT', sourceID: 21, name: 'Household Travel' },
    ])
  })

  test('C011 C096 C114 C172 C229 C247 C248 the call button asks, makes a meeting of 15 minutes and calls each member', async () => {
    const at = header('Supervisors', {
      members: [aMember(1, 'Tom Whitfield'), aMember(2, 'Amelia Hart'), aMember(3, 'Ben Okafor')],
    })
    await settled()
    const membersAsked = () => at.server.bodiesOf(members).length
    const askedBefore = membersAsked()
    press('Call all members')
    const asked = within(await screen.findByRole('dialog', { name: 'Confirm' }))
    expect(asked.getByText('Start a new call with all the members?')).toBeDefined()
    expect(at.server.bodiesOf(newMeeting)).toEqual([])
    fireEvent.click(asked.getByRole('button', { name: 'Yes' }))
    const calls = () => at.hub.invoked.filter(([method]) => method === 'makeCall')
    await waitFor(() => expect(calls()).toHaveLength(2))
    // Whoever is a member at that moment is called.
    expect(membersAsked()).toBe(askedBefore + 1)
    expect(at.server.bodiesOf(newMeeting)).toEqual([
      {
        start: new Date(NOW).toISOString(),
        end: new Date(NOW + 15 * 60_000).toISOString(),
        subject: 'Group Call',
        agenda: '',
        ids: [2, 3],
        immediate: true,
        chat: { source: 'MANUAL', sourceID: 9 },
      },
    ])
    expect(calls()).toEqual([
      ['makeCall', 2, 78, 'Group Call', false],
      ['makeCall', 3, 78, 'Group Call', false],
    ])
  })

  test("C096 C229 C248 with one other it is a 'General call'; No calls nobody; a chat without others says so", async () => {
    const at = header('Amelia Hart', { members: [aMember(1, 'Tom Whitfield'), aMember(2, 'Amelia Hart')] })
    await settled()
    press('Call all members')
    fireEvent.click(await screen.findByRole('button', { name: 'No' }))
    await settled()
    expect(at.server.bodiesOf(newMeeting)).toEqual([])
    press('Call all members')
    fireEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(at.hub.invoked).toContainEqual(['makeCall', 2, 78, 'General call', false]))
    at.unmount()
    const alone = header('Supervisors', { members: [aMember(1, 'Tom Whitfield'), aMember(-2, 'SAM')] })
    await settled()
    press('Call all members')
    fireEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(alone.messages()).toEqual(['There is nobody else in this chat to call.']))
  })

  test('C172 without CAN_CREATE_ONE_TO_ONE_MEETINGS there is no call button, and nobody begins meetings of people', () => {
    header('Supervisors', { permissions: AGENT })
    expect(screen.queryByRole('button', { name: 'Call all members' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Start a meeting' })).toBeNull()
  })

  test('C011 a meeting is started from a chat of people, too', async () => {
    const at = header('Supervisors')
    press('Start a meeting')
    await waitFor(() => expect(at.live.meetings.store.getState()?.role).toBe('manager'))
    expect(at.server.bodiesOf(joinRoom)).toEqual([{ source: 'MANUAL', sourceID: 9, name: 'Supervisors' }])
  })

  test('C035 C080 C124 the room of who has external popout meetings opens in a window, handed over in the storage', async () => {
    const at = header('Household Travel', { permissions: [...MANAGER, 'EXTERNAL_POPOUT_MEETING'] })
    press(/^Join/)
    await waitFor(() => expect(at.opened).toHaveLength(1))
    expect(at.opened[0]).toBe('/moderator-meeting-room?room=77 meeting-77 popup,width=1200,height=768')
    expect(at.kept.values.get('fieldwork.moderatorMeetingID')).toBe('"77"')
    expect(at.live.meetings.store.getState()).toBeNull()
  })
})

describe('what a room leads to', () => {
  const leads = (named: string, permissions: readonly PermissionName[]) => {
    const at = header(named, { permissions: ['GENERAL_CAN_USE_TEAM_CHAT', ...permissions] })
    const button = screen.queryByRole('button', { name: /^Open / })
    if (button) fireEvent.click(button)
    const dialogs = at.services.dialogs.store.getState().map(({ name, params }) => ({ name, params }))
    const place = at.place()
    at.unmount()
    return { there: button !== null, dialogs, place }
  }
  const record = (source: string, sourceID: number) => [{ name: 'chat-record', params: { source, sourceID } }]

  test('C174 a project needs the research module with project management', () => {
    const both: PermissionName[] = ['IRESEARCH_CAN_VIEW_MODULE', 'CAN_USE_PROJECT_MANAGEMENT']
    for (const one of both) expect(leads('Amelia on Household Travel', [one]).there).toBe(false)
    expect(leads('Amelia on Household Travel', both).dialogs).toEqual(record('PROJECT_MEMBER', 22))
  })

  test('C175 a job order needs to be seen or edited', () => {
    expect(leads('Regional boost', []).there).toBe(false)
    for (const one of ['IJOBORDER_CAN_SEE_JOBORDERS', 'IJOBORDER_CAN_EDIT_JOBORDERS'] as const)
      expect(leads('Regional boost', [one]).dialogs).toEqual(record('JOB_ORDER', 26))
  })

  test('C176 a ticket opens in the help centre, with the agency’s tickets, or over the chat', () => {
    const window = [{ name: 'tickets', params: { ticketID: 24 } }]
    expect(leads('Headset crackles', []).there).toBe(false)
    expect(leads('Headset crackles', ['SUPPORT_HELP_CENTER', 'ISUPERVISOR_CAN_SEE_MODULE'])).toMatchObject({
      place: '/support/help-center',
      dialogs: [],
    })
    expect(leads('Headset crackles', ['IAGENCY_CAN_SEE_MODULE'])).toMatchObject({
      place: '/agency/support-tickets',
      dialogs: [],
    })
    expect(leads('Headset crackles', ['ISUPERVISOR_CAN_SEE_MODULE']).dialogs).toEqual(window)
  })

  test("C163 a task's id is read from 'TASK: ', and it is told where there is none", () => {
    expect(leads('Quota cells', []).dialogs).toMatchObject([{ name: 'tasks', params: { taskID: 23 } }])
    const thread = aThread({ id: 23, source: 'TASK_CHAT', type: 'CHATROOM', label: 'Quota cells' })
    const at = open(<ConversationHeader thread={thread} />)
    press('Open task')
    expect(at.messages()).toEqual(['Unable to extract Task ID'])
    expect(at.services.dialogs.store.getState()).toEqual([])
  })
})

describe('a meeting that begins', () => {
  const alert = { meetingID: 91, title: 'QC calibration', time: new Date(NOW).toISOString() }

  test("C093 C098 C231 meetingStart: the list is read again and an alert offers 'Join Meeting', on a phone, too", async () => {
    windowIs(390)
    const at = open(
      <>
        <PageScreen pageID="connect.chat" />
        <ShellOverlays />
      </>,
    )
    at.chat.onMeetingStart(at.live.calls.meetingStarts)
    await screen.findByRole('tablist')
    at.server.threads = [
      ...at.server.threads,
      aThread({ id: 91, source: 'MEETING', displayLabel: 'QC calibration', isGroup: true }),
    ]
    act(() => at.hub.emit('meetingStart', alert))
    expect(screen.getByRole('region', { name: 'Meeting alert' })).toBeDefined()
    expect(screen.getByRole('tablist').getAttribute('data-placement')).toBe('bottom')
    await waitFor(() =>
      expect(at.chat.store.getState().threads.some((one) => keyOf(one) === 'MEETING:91')).toBe(true),
    )
    press('Join Meeting')
    expect(at.live.meetings.store.getState()?.payload).toEqual({ ID: 91, screenShare: false })
    expect(screen.queryByRole('region', { name: 'Meeting alert' })).toBeNull()
  })

  test('C093 who joins it in a window of its own is asked no more either', () => {
    const at = open(<ShellOverlays />, { permissions: [...MANAGER, 'EXTERNAL_POPOUT_MEETING'] })
    at.chat.onMeetingStart(at.live.calls.meetingStarts)
    act(() => at.hub.emit('meetingStart', alert))
    press('Join Meeting')
    expect(at.live.meetings.store.getState()).toBeNull()
    expect(screen.queryByRole('region', { name: 'Meeting alert' })).toBeNull()
  })

  test('C231 who is in the meeting already, or gets there otherwise, is asked no more', () => {
    const at = open(<ShellOverlays />)
    at.chat.onMeetingStart(at.live.calls.meetingStarts)
    act(() => at.hub.emit('meetingStart', alert))
    act(() => at.live.meetings.join({ ID: 91, screenShare: false }))
    expect(at.live.calls.store.getState().alert).toBeNull()
    act(() => at.hub.emit('meetingStart', alert))
    expect(at.live.calls.store.getState().alert).toBeNull()
  })
})

describe('My meetings', () => {
  const meeting = (meetingID: number, subject: string, start: number) => ({
    meetingID,
    subject,
    host: 'Amelia Hart',
    agenda: '',
    start: new Date(start).toISOString(),
    end: new Date(start + 3_600_000).toISOString(),
    people: 3,
    here: 1,
  })
  const section = async (options: Parameters<typeof openChat>[1] = {}) => {
    const at = open(<PageScreen pageID="connect.chat" />, {
      now: () => NOW,
      ...options,
      answers: {
        [myMeetings.path]: () => [
          meeting(5, 'Stand-up', NOW - 60_000),
          meeting(7, 'Handover', NOW),
          meeting(6, 'Briefing', NOW + 60_000),
        ],
        ...options.answers,
      },
    })
    fireEvent.click(await screen.findByRole('tab', { name: 'Meeting Rooms' }))
    return at
  }

  test('C011 C036 it has what goes on, what is to come and the meeting rooms, to be joined or opened', async () => {
    const at = await section()
    expect(await screen.findByText('Stand-up')).toBeDefined()
    expect(screen.getByText('Briefing')).toBeDefined()
    expect(screen.getAllByText('1 of 3 here')).toHaveLength(3)
    expect(screen.getByRole('button', { name: 'Join the meeting of Handover' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Join the meeting of Briefing' })).toBeNull()
    press('Join the meeting of Stand-up')
    expect(at.live.meetings.store.getState()?.payload.ID).toBe(5)
    press(/^Monday planning/)
    expect(await screen.findByRole('region', { name: 'Monday planning' })).toBeDefined()
    fireEvent.click(
      screen.getAllByRole('button', { name: 'Join the meeting of Monday planning' })[0] as HTMLElement,
    )
    await waitFor(() => expect(at.live.meetings.store.getState()?.payload.ID).toBe(77))
  })

  test('C036 a list that fails can be tried again; a server without one still has the rooms', async () => {
    let failure = new ApiError('refused', 'Busy', 503)
    const answers = {
      [myMeetings.path]: () => {
        throw failure
      },
    }
    const at = await section({ answers })
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(screen.getByRole('alert').textContent).toContain("Your meetings couldn't be loaded.Busy")
    at.unmount()
    failure = new ApiError('refused', 'Nothing here', 404)
    await section({ answers })
    expect(await screen.findByText('Monday planning')).toBeDefined()
    await settled()
    expect(screen.queryByText("Your meetings couldn't be loaded.")).toBeNull()
  })

  test('C011 C247 a meeting with chosen people starts now, for 15 minutes, and calls them, or is planned', async () => {
    const at = await section()
    const fill = async () => {
      fireEvent.click(await screen.findByRole('button', { name: 'New meeting' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'New meeting' }))
      fireEvent.click(dialog.getByRole('button', { name: 'Start and call' }))
      expect(dialog.getByText('Say what the meeting is about.')).toBeDefined()
      fireEvent.change(dialog.getByRole('textbox', { name: 'Subject' }), { target: { value: 'Quotas' } })
      fireEvent.click(dialog.getByRole('button', { name: 'Start and call' }))
      expect(dialog.getByText('Choose at least one person.')).toBeDefined()
      fireEvent.click(await dialog.findByRole('checkbox', { name: /^Amelia Hart/ }))
      return dialog
    }
    const dialog = await fill()
    fireEvent.click(dialog.getByRole('button', { name: 'Start and call' }))
    await waitFor(() => expect(at.hub.invoked).toContainEqual(['makeCall', 2, 78, 'General call', false]))
    expect(at.server.bodiesOf(newMeeting).at(-1)).toMatchObject({
      subject: 'Quotas',
      ids: [2],
      immediate: true,
      start: new Date(NOW).toISOString(),
      end: new Date(NOW + 15 * 60_000).toISOString(),
    })
    expect(at.live.meetings.store.getState()?.payload.ID).toBe(78)

    const later = await fill()
    fireEvent.change(later.getByRole('combobox', { name: 'When' }), { target: { value: 'later' } })
    const plan = () => fireEvent.click(later.getByRole('button', { name: 'Plan meeting' }))
    plan()
    expect(later.getByText('Choose a time to come.')).toBeDefined()
    fireEvent.change(later.getByLabelText('Starts'), { target: { value: '2026-12-01T10:00' } })
    plan()
    await waitFor(() => expect(at.messages()).toEqual(['The meeting is planned.']))
    const start = Date.parse('2026-12-01T10:00')
    expect(at.server.bodiesOf(newMeeting).at(-1)).toMatchObject({
      start: new Date(start).toISOString(),
      end: new Date(start + 30 * 60_000).toISOString(),
      immediate: false,
    })
  })
})
