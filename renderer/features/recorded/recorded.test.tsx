import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import {
  type RecordedReading,
  recordedFile,
  recordedMine,
  recordedPolicy,
} from '#shared/contract/recorded.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { Recorded } from './Recorded.tsx'

const NOW = Date.UTC(2026, 4, 4, 12)
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()
const reading = (id: string, more: Partial<RecordedReading> = {}): RecordedReading => ({
  ...{ id, userID: 1, kind: 'ACTIVITY', value: 'Break, Lunch', at: at(-5), keepUntil: at(60 * 24 * 30) },
  ...{ purpose: 'To pay your hours and plan breaks', seenBy: 'ISUPERVISOR_CAN_SEE_LIVE_PANEL' },
  ...more,
})

async function show(answer: () => { readings: RecordedReading[]; hasMore: boolean }) {
  const home = fakeLive({ now: () => NOW })
  const asked: unknown[] = []
  home.answer(recordedMine, (request) => {
    asked.push(request)
    return { ...answer(), asOf: at(0) }
  })
  home.answer(recordedPolicy, () => ({
    rules: [
      {
        ...{ kind: 'WIFI', isOn: false, when: 'SHIFT', purpose: 'To help you', seenBy: null },
        ...{ keptFor: '30 days', comes: { isOn: true, keptFor: '60 days', at: at(60 * 24) } },
      },
    ],
  }))
  renderSignedIn(home.services, home.around(<Recorded />))
  await screen.findByRole('heading', { name: 'What is recorded about me' })
  return { ...home, asked, user: userEvent.setup() }
}
const list = async () => {
  await waitFor(() => expect(document.querySelectorAll('time').length).toBeGreaterThan(0))
  const tables = screen.getAllByRole('table')
  return within(tables.at(-1) as HTMLElement)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((one) => one.textContent))
}

test('D094 each reading has time, kind in plain words, value, purpose, who can see it and until when; a new one appears as it is told', async () => {
  let readings = [reading('ACTIVITY 1'), reading('MOOD 1', { kind: 'MOOD', value: 'Good', seenBy: null })]
  const home = await show(() => ({ readings, hasMore: false }))
  expect(await list()).toEqual([
    [
      ...['4 May, 12:55:00', 'Your activity', 'Break, Lunch', 'To pay your hours and plan breaks'],
      ...['You and your supervisors', 'Kept until 3 Jun 2026'],
    ],
    ['4 May, 12:55:00', 'How you feel', 'Good', expect.anything(), 'Only you', 'Kept until 3 Jun 2026'],
  ])
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent)
  expect(heads.slice(-6)).toEqual(['Time', 'What', 'Reading', 'Why', 'Who sees it', 'Kept until'])
  readings = [reading('WIFI 1', { kind: 'WIFI', value: 'VERY_GOOD', at: at(0) }), ...readings]
  await act(async () => home.hub.fire('recordedReading', { kind: 'WIFI' }))
  await waitFor(async () =>
    expect((await list())[0]?.slice(1, 3)).toEqual(['How good your wifi is', 'Very good']),
  )
  readings = readings.slice(0, 1)
  await act(async () => home.hub.fire('recordedReading', { kind: 'WIFI' }))
  await waitFor(async () => expect(await list()).toHaveLength(1))
  readings = []
  await act(async () => home.hub.fire('recordedReading', { kind: 'WIFI' }))
  expect(await screen.findByText('Nothing is recorded in this time.')).toBeDefined()
})

test('it is filtered by kind and London’s day, and goes on with older ones', async () => {
  const home = await show(() => ({ readings: [reading('ACTIVITY 1')], hasMore: true }))
  await list()
  await home.user.selectOptions(screen.getByLabelText('Kind'), 'Program in front')
  await home.user.type(screen.getByLabelText('Day'), '2026-05-04')
  const wanted = { kinds: ['ACTIVE_APP'], from: '2026-05-03T23:00:00.000Z', to: '2026-05-04T23:00:00.000Z' }
  await waitFor(() => expect(home.asked.at(-1)).toEqual(wanted))
  await home.user.click(await screen.findByRole('button', { name: 'Show older' }))
  await waitFor(() => expect(home.asked.at(-1)).toEqual({ ...wanted, to: at(-5) }))
})

test('D099 the policy says what is taken, and from when on it will be otherwise', async () => {
  await show(() => ({ readings: [], hasMore: false }))
  expect(await screen.findByText('Nothing is recorded in this time.')).toBeDefined()
  const policy = within(screen.getAllByRole('table')[0] as HTMLElement)
  expect(policy.getAllByRole('row')[1]?.textContent).toBe(
    'How good your wifi isNoFrom 5 May 2026 on: taken, kept for 60 daysOn shiftTo help youOnly you30 days',
  )
})

test('what can’t be read says why, and is read again', async () => {
  let fails = true
  const home = await show(() => {
    if (fails) throw refused(500, 'Not now')
    return { readings: [reading('ACTIVITY 1')], hasMore: false }
  })
  await screen.findByText('What is recorded about you could not be read.')
  fails = false
  await home.user.click(screen.getByRole('button', { name: /again/i }))
  expect(await list()).toHaveLength(1)
})

test('all that is listed is fetched as a file that the server makes', async () => {
  const kept = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  const home = await show(() => ({ readings: [reading('ACTIVITY 1')], hasMore: true }))
  home.answer(recordedFile, () => ({ blob: new Blob(['x']), fileName: 'Recorded.xlsx' }))
  await list()
  await home.user.selectOptions(screen.getByLabelText('Kind'), 'Program in front')
  await home.user.type(screen.getByLabelText('Day'), '2026-05-04')
  await list()
  await home.user.click(screen.getByRole('button', { name: 'Export' }))
  await home.user.click(await screen.findByRole('menuitem', { name: 'Excel' }))
  await waitFor(() => expect(kept).toHaveBeenCalledTimes(1))
  expect(home.made.filter(({ path }) => path === recordedFile.path).map(({ request }) => request)).toEqual([
    {
      ...{ kinds: ['ACTIVE_APP'], type: 'Excel' },
      ...{ from: '2026-05-03T23:00:00.000Z', to: '2026-05-04T23:00:00.000Z' },
    },
  ])
  kept.mockRestore()
})
