import { act, fireEvent, screen, within } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { defconAlerts, forMe } from '#shared/contract/broadcast.ts'
import { joinMeeting, leaveMeeting, meetingDetails } from '#shared/contract/meetings.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { MEETING_ROOM } from '../../features/meetings/index.ts'
import { ApiError } from '../../services/http/api-client.ts'
import { createUiLabels } from '../../services/page/ui-labels.ts'
import { UiLabelsProvider } from '../../services/page/ui-labels-context.tsx'
import { fakeLive } from '../../testing/fake-live.tsx'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { ShellBanners } from './banners/ShellBanners.tsx'
// Fetched when they are wanted: fetched before, so that no test waits for it.
import './preview/Preview.tsx'
import { PromptHost } from './prompts/PromptHost.tsx'
import './prompts/PromptModal.tsx'
import { ShellOverlays } from './ShellOverlays.tsx'

beforeAll(() => MEETING_ROOM.load())
const NOW = Date.UTC(2026, 10, 21, 12)
beforeEach(
  () =>
    void vi.useFakeTimers({
      now: NOW,
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    }),
)
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const TIME = new Date(NOW).toISOString()

function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="address">{pathname + search}</output>
}

async function open(...permissions: PermissionName[]) {
  const at = fakeLive({ now: () => Date.now() })
  at.services.session.signIn(testToken(permissions))
  at.answer(meetingDetails, ({ meetingID }) => ({
    meetingID,
    host: 'Priya Nair',
    subject: 'Quality review',
    agenda: 'Two recordings',
    start: TIME,
    end: TIME,
    participants: [
      { userID: 7, userName: 'Amelia Ward', isHere: true },
      { userID: 8, userName: 'Priya Nair', isHere: false },
    ],
  }))
  at.answer(joinMeeting, () => ({ done: true }))
  at.answer(leaveMeeting, () => ({ done: true }))
  renderWith(
    at.services,
    at.around(
      <MemoryRouter>
        <UiLabelsProvider value={createUiLabels(at.services)}>
          <ShellBanners />
          <button type="button">work</button>
          <ShellOverlays />
          <PromptHost />
          <Address />
        </UiLabelsProvider>
      </MemoryRouter>,
    ),
  )
  const fire: typeof at.hub.fire = (...args) => act(() => at.hub.fire(...args))
  return { ...at, fire }
}

describe('banners', () => {
  test('S091 on a phone a banner is one line: its text is read whole by a tap, the others unfold', async () => {
    const media = vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: query.includes('max-width: 480px'),
          addEventListener() {},
          removeEventListener() {},
        }) as never,
    )
    const at = await open()
    at.answer(forMe, () => [{ message: 'Fire drill at two.', endDate: new Date(NOW + 1e6).toISOString() }])
    at.fire('refreshBroadcasts')
    at.fire('appointmentsCountUpdate', 3)
    await pass(0)
    press('3 appointments are at risk.')
    const dialog = screen.getByRole('dialog', { name: 'Appointments at risk' })
    expect(within(dialog).getByText('3 appointments are at risk.')).toBeDefined()
    fireEvent.keyDown(dialog, { key: 'Escape' })
    press('1 more notice')
    expect(screen.getAllByRole('region')).toHaveLength(2)
    for (const button of screen.getAllByRole('button', { name: 'Dismiss' })) fireEvent.click(button)
    expect(screen.queryByRole('region')).toBeNull()
    media.mockRestore()
  })

  test('S091 S289 S290 each of the five shows, one at a time, the most pressing first', async () => {
    const at = await open()
    at.answer(forMe, () => [{ message: 'Fire drill at two.', endDate: new Date(NOW + 1e6).toISOString() }])
    at.answer(defconAlerts, () => [{ startTime: TIME }])
    const only = () => screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'))
    at.fire('refreshBroadcasts')
    await pass(0)
    expect(only()).toEqual(['Broadcasts'])
    expect(screen.getByText('Fire drill at two.')).toBeDefined()
    at.fire('appointmentsCountUpdate', 3)
    expect(only()).toEqual(['Appointments at risk'])
    expect(screen.getByText('3 appointments are at risk.')).toBeDefined()
    at.fire('systemIssuesFlag', 1)
    expect(only()).toEqual(['System issues'])
    at.fire('excessiveSystemIssuesFlag', true)
    expect(only()).toEqual(['Excessive system issues'])
    at.fire('refreshDefconAlerts')
    await pass(0)
    expect(only()).toEqual(['Defcon alert'])
    expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull()
    press('4 more notices')
    expect(only()).toHaveLength(5)
    press('Show fewer')
    expect(only()).toEqual(['Defcon alert'])
  })

  test('S091 one that comes while a pointer is down waits until it is up: it would move the button away', async () => {
    const at = await open()
    at.answer(forMe, () => [{ message: 'Fire drill at two.', endDate: new Date(NOW + 1e6).toISOString() }])
    for (const end of ['pointerUp', 'pointerCancel'] as const) {
      fireEvent.pointerDown(screen.getByRole('button', { name: 'work' }))
      at.fire('refreshBroadcasts')
      await pass(1000)
      expect(screen.queryByText('Fire drill at two.')).toBeNull()
      fireEvent[end](screen.getByRole('button', { name: 'work' }))
      // The click comes first.
      expect(screen.queryByText('Fire drill at two.')).toBeNull()
      await pass(0)
      expect(screen.getByText('Fire drill at two.')).toBeDefined()
      press('Dismiss')
      at.answer(forMe, () => [])
      at.fire('refreshBroadcasts')
      await pass(0)
      at.answer(forMe, () => [{ message: 'Fire drill at two.', endDate: new Date(NOW + 1e6).toISOString() }])
    }
  })

  test('S091 500 broadcasts are one banner with a list', async () => {
    const at = await open()
    const endDate = new Date(NOW + 1e6).toISOString()
    at.answer(forMe, () => Array.from({ length: 500 }, (_, i) => ({ message: `No. ${i}`, endDate })))
    at.fire('refreshBroadcasts')
    await pass(0)
    expect(screen.getAllByRole('region')).toHaveLength(1)
    press('Show all 500')
    const list = within(screen.getByRole('dialog', { name: 'Broadcasts (500)' }))
    expect(list.getAllByRole('listitem')).toHaveLength(500)
    expect(list.getByText('No. 499')).toBeDefined()
  })

  test('W040 a long text can be read whole', async () => {
    const at = await open()
    const message = 'All of this must be read. '.repeat(10).trim()
    at.answer(forMe, () => [{ message, endDate: new Date(NOW + 1e6).toISOString() }])
    at.fire('refreshBroadcasts')
    await pass(0)
    press('Read all')
    expect(within(screen.getByRole('dialog', { name: 'Broadcasts' })).getByText(message)).toBeDefined()
  })

  test('S175 a dismissed banner of system issues is back after 30 s', async () => {
    const at = await open()
    const end = at.live.flags.watch()
    at.fire('systemIssuesFlag', 1)
    press('Dismiss')
    expect(screen.queryByText('1 person has system issues.')).toBeNull()
    await pass(30_000)
    expect(screen.getByText('1 person has system issues.')).toBeDefined()
    end()
  })

  test('D031 the number of appointments at risk opens the hypervisor so filtered, for who may', async () => {
    const at = await open(
      'IRESOURCE_CAN_SEE_MODULE',
      'IRESOURCE_CAN_SEE_POWER_RESOURCING',
      'IRESOURCE_CAN_SEE_HYPERVISOR',
    )
    at.fire('appointmentsCountUpdate', 3)
    press('Show')
    expect(screen.getByLabelText('address').textContent).toBe('/resource/hypervisor?show=at-risk')
  })

  test('they are announced and take no focus', async () => {
    const at = await open()
    screen.getByText('work').focus()
    at.fire('appointmentsCountUpdate', 3)
    expect(
      screen.getByText('3 appointments are at risk.').closest('[aria-live]')?.getAttribute('aria-live'),
    ).toBe('polite')
    expect(document.activeElement).toBe(screen.getByText('work'))
  })
})

describe('alerts and prompts', () => {
  test("S093 'Alert number: {count}' shows the first message, which can be closed after 3 s", async () => {
    const at = await open()
    const popup = (message: string) =>
      at.fire('recievePopupMessageFromManager', { name: 'Priya Nair', message, time: TIME })
    popup('Call me.')
    popup('And then Ben.')
    const dialog = () => within(screen.getByRole('dialog'))
    expect(dialog().getByText('Alert number: 2')).toBeDefined()
    expect(dialog().getByText('Call me.')).toBeDefined()
    expect(dialog().queryByText('And then Ben.')).toBeNull()
    for (const left of [3, 2, 1]) {
      expect(dialog().getByRole('button', { name: `Available in ${left}` })).toHaveProperty('disabled', true)
      await pass(1000)
    }
    press('I have read it')
    expect(dialog().getByText('Alert number: 1')).toBeDefined()
    expect(dialog().getByText('And then Ben.')).toBeDefined()
    expect(dialog().getByRole('button', { name: 'Available in 3' })).toBeDefined()
    await pass(1000)
    await pass(1000)
    await pass(1000)
    press('I have read it')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test.each([
    ['ask', ['No', 'Yes'], 'Yes', true],
    ['ask', ['No', 'Yes'], 'No', false],
    ['ok', ['OK'], 'OK', undefined],
  ] as const)(
    "S099 S194 the buttons of a %s prompt are 'Available in N' until its countdown ends",
    async (kind, labels, chosen, answer) => {
      const at = await open()
      let answered: unknown = 'nothing'
      const question = { title: 'Sure?', text: 'It cannot be undone.', countdown: 2 }
      await act(async () => void at.services.prompts[kind](question).then((yes) => (answered = yes)))
      await pass(0)
      const buttons = () => within(screen.getByRole('dialog', { name: 'Sure?' })).getAllByRole('button')
      for (const left of [2, 1]) {
        expect(buttons().map(({ textContent }) => textContent)).toEqual(
          labels.map(() => `Available in ${left}`),
        )
        expect(buttons().every((button) => (button as HTMLButtonElement).disabled)).toBe(true)
        fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
        await pass(1000)
      }
      expect(buttons().map(({ textContent }) => textContent)).toEqual(labels)
      press(chosen)
      await pass(0)
      expect(answered).toBe(answer)
      expect(screen.queryByRole('dialog')).toBeNull()
    },
  )

  test('S194 without a countdown they can be pressed at once', async () => {
    const at = await open()
    await act(async () => void at.services.prompts.ok({ title: 'Done', text: 'All of it.' }))
    await pass(0)
    expect(screen.getByRole('button', { name: 'OK' })).toHaveProperty('disabled', false)
  })

  test('S190 S327 the first message shows until it is acknowledged, or for 3 s where it needs no answer', async () => {
    const at = await open()
    act(() => {
      at.services.prompts.tell('Read this.')
      at.services.prompts.tell('By the way.', { needsAnswer: false })
    })
    await pass(5000)
    const dialog = screen.getByRole('dialog', { name: 'Message' })
    expect(within(dialog).getByText('Read this.')).toBeDefined()
    expect(screen.queryByText('By the way.')).toBeNull()
    press('OK')
    await pass(2999)
    expect(screen.getByText('By the way.')).toBeDefined()
    await pass(1)
    expect(screen.queryByText('By the way.')).toBeNull()
  })

  test('S099 a question goes before an alert, never over it', async () => {
    const at = await open()
    at.fire('recievePopupMessageFromManager', { name: 'Priya Nair', message: 'Call me.', time: TIME })
    await act(async () => void at.services.prompts.ask({ title: 'Sure?', text: 'Really?' }))
    await pass(0)
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    press('Yes')
    await pass(0)
    expect(screen.getByText('Call me.')).toBeDefined()
  })

  test('S292 the emergency number is a link to dial', async () => {
    const at = await open()
    at.fire('dialEmergencyNumber', '999')
    await pass(0)
    expect(screen.getByRole('link', { name: 'Call 999' }).getAttribute('href')).toBe('tel:999')
  })
})

describe('the corner', () => {
  test('S097 S167 an incoming call offers accept and decline, is read out at once, and takes no focus', async () => {
    const at = await open()
    screen.getByText('work').focus()
    at.fire('recieveCall', {
      name: 'Priya Nair',
      callerID: 2,
      title: 'General call',
      meeting: { ID: 5, screenShare: false },
    })
    const card = screen.getByRole('region', { name: 'Incoming call' })
    expect(card.closest('[aria-live]')?.getAttribute('aria-live')).toBe('assertive')
    expect(within(card).getByText('Priya Nair')).toBeDefined()
    expect(within(card).getByRole('button', { name: 'Accept' })).toBeDefined()
    expect(document.activeElement).toBe(screen.getByText('work'))
    press('Decline')
    expect(screen.queryByRole('region', { name: 'Incoming call' })).toBeNull()
    expect(at.hub.invoked[0]?.method).toBe('declineCallOffer')
  })

  test('S097 S171 S172 the ringing panel lists who is called, and hangs up', async () => {
    const at = await open()
    at.fire('youAreConnecting', 'Bob Baker')
    expect(screen.getByRole('region', { name: 'Calling' })).toBeDefined()
    at.fire('youAreConnecting', 'Cat Cole')
    at.fire('youAreRinging', 'Bob Baker')
    const people = within(screen.getByRole('region', { name: 'Calling' })).getAllByRole('listitem')
    expect(people.map(({ textContent }) => textContent)).toEqual(['Bob BakerRinging…', 'Cat ColeConnecting…'])
    press('Hang up')
    expect(screen.queryByRole('region', { name: 'Calling' })).toBeNull()
    expect(at.hub.invoked).toEqual([{ method: 'cancelCall', args: [] }])
  })

  test('S097 S117 S293 a quest message alert shows icon, message and time, one after the other', async () => {
    const at = await open()
    at.fire('newQuestMessage', { icon: '🏆', message: 'Ten interviews!', time: TIME })
    at.fire('newQuestMessage', { icon: '⭐', message: 'Twenty!', time: TIME })
    const card = () => screen.getByRole('region', { name: 'Quest news' })
    expect(card().textContent).toContain('🏆')
    expect(card().textContent).toContain('Ten interviews!')
    expect(card().querySelector('time')?.getAttribute('datetime')).toBe(TIME)
    // Only what waits for somebody, such as a call, moves.
    expect(card().querySelector<HTMLElement>('[data-pulsing]')?.dataset.pulsing).toBe('false')
    press('Next (1)')
    expect(card().textContent).toContain('Twenty!')
    press('Great')
    expect(screen.queryByRole('region', { name: 'Quest news' })).toBeNull()
  })

  test('S097 S293 news of quests waits while a call rings', async () => {
    const at = await open()
    at.fire('youAreRinging', 'Bob Baker')
    at.fire('newQuestMessage', { icon: '🏆', message: 'Ten interviews!', time: TIME })
    expect(screen.queryByText('Ten interviews!')).toBeNull()
    at.fire('callOfferDeclined', 'Bob Baker', 'No answer.')
    expect(screen.getByText('Ten interviews!')).toBeDefined()
  })

  test.each([
    [['CAN_CREATE_ONE_TO_ONE_MEETINGS'], 'You join as manager', 'Manager meeting'],
    [[], 'Starts at', 'Meeting'],
  ] as const)(
    'S096 S097 S173 a meeting alert leads %j to their meeting window',
    async (permissions, says, name) => {
      const at = await open(...permissions)
      at.fire('meetingStart', { meetingID: 5, title: 'Review', time: TIME })
      const alert = screen.getByRole('region', { name: 'Meeting alert' })
      expect(alert.textContent).toContain(says)
      press('Join Meeting')
      await pass(0)
      const room = within(screen.getByRole('region', { name }))
      for (const words of [
        'Quality review',
        'Meeting 5',
        'Host: Priya Nair',
        'Two recordings',
        'Amelia Ward',
      ])
        expect(room.getByText(words)).toBeDefined()
      expect(room.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(-12))).toEqual([
        expect.stringContaining('Here'),
        'Not here yet',
      ])
      press('Leave meeting')
      await pass(0)
      expect(screen.queryByRole('region', { name })).toBeNull()
      expect(at.made.map(({ path }) => path)).toEqual([
        '/api/hr/meeting/join',
        '/api/hr/meeting/details',
        '/api/hr/meeting/leave',
      ])
    },
  )

  test('S096 the meeting window keeps the size that it was given, for the next meeting, too', async () => {
    const at = await open()
    const join = async (ID: number) => {
      at.fire('joinMeeting', { ID, screenShare: false })
      await pass(0)
      return screen.getByRole('region', { name: 'Meeting' })
    }
    const off = (name: string) => screen.getByRole('button', { name }).hasAttribute('disabled')
    const first = await join(5)
    expect(first.dataset.size).toBe('usual')
    press('Larger window')
    expect([first.dataset.size, off('Larger window')]).toEqual(['large', true])
    press('Smaller window')
    press('Smaller window')
    expect([first.dataset.size, off('Smaller window')]).toEqual(['small', true])
    expect(within(first).queryByText('Host: Priya Nair')).toBeNull()
    press('Leave meeting')
    await pass(0)
    const next = await join(6)
    expect(next.dataset.size).toBe('small')
    press('Larger window')
    expect(within(next).getByText('Host: Priya Nair')).toBeDefined()
  })

  test('S096 the manager window is hidden when the user has EXTERNAL_POPOUT_MEETING', async () => {
    const at = await open('CAN_CREATE_ONE_TO_ONE_MEETINGS', 'EXTERNAL_POPOUT_MEETING')
    at.fire('joinMeeting', { ID: 5, screenShare: false })
    await pass(0)
    expect(screen.queryByRole('region', { name: 'Manager meeting' })).toBeNull()
    expect(at.opened).toHaveLength(1)
    // Nor where one is on for another reason, such as a permission that came while it ran.
    act(() =>
      at.live.meetings.store.setState({ payload: { ID: 6, screenShare: false }, role: 'manager' }, true),
    )
    await pass(0)
    expect(screen.queryByRole('region', { name: 'Manager meeting' })).toBeNull()
  })

  test('S096 an agent’s window shows also with EXTERNAL_POPOUT_MEETING', async () => {
    const at = await open('EXTERNAL_POPOUT_MEETING')
    at.fire('joinMeeting', { ID: 5, screenShare: false })
    await pass(0)
    expect(screen.getByRole('region', { name: 'Meeting' })).toBeDefined()
    expect(at.opened).toEqual([])
  })

  test('S097 a meeting that cannot be opened says so, and is tried again', async () => {
    const at = await open()
    const answer = vi.fn().mockRejectedValue(new ApiError('unreachable', 'Nobody there.'))
    at.answer(meetingDetails, answer)
    at.fire('joinMeeting', { ID: 5, screenShare: false })
    await pass(0)
    expect(screen.getByRole('alert').textContent).toContain('The meeting could not be opened.Nobody there.')
    press('Try again')
    await pass(0)
    expect(answer).toHaveBeenCalledTimes(2)
  })
})

describe('previews', () => {
  test('S094 W039 an image is zoomed, and Escape closes it', async () => {
    const at = await open()
    act(() =>
      at.services.previews.open({ kind: 'image', src: 'data:image/png;base64,', name: 'floor plan.png' }),
    )
    await pass(0)
    const image = () => screen.getByRole('img', { name: 'floor plan.png' })
    expect(image().style.width).toBe('')
    press('Zoom in')
    expect(screen.getByText('150 %')).toBeDefined()
    expect(image().style.width).toBe('150%')
    press('Zoom out')
    expect(screen.getByText('100 %')).toBeDefined()
    fireEvent.error(image())
    expect(screen.getByRole('alert').textContent).toBe('This picture cannot be shown.')
    fireEvent.keyDown(document.body, { key: 'Escape' })
    await pass(0)
    expect(at.services.previews.store.getState()).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('S094 W040 a message is shown whole, with its sender and time', async () => {
    const at = await open()
    act(() =>
      at.services.previews.open({ kind: 'message', from: 'Priya Nair', text: 'Line 1\nLine 2', time: TIME }),
    )
    await pass(0)
    const dialog = screen.getByRole('dialog', { name: 'Message from Priya Nair' })
    expect(dialog.textContent).toContain('Line 1\nLine 2')
    expect(dialog.querySelector('time')?.getAttribute('datetime')).toBe(TIME)
    // Nothing of the one before stays: this one has no time.
    act(() => at.services.previews.open({ kind: 'message', from: 'Priya Nair', text: 'Line 3' }))
    await pass(0)
    expect(dialog.textContent).toContain('Line 3')
    expect(dialog.querySelector('time')).toBeNull()
    press('Close preview')
    expect(at.services.previews.store.getState()).toBeNull()
  })
})
