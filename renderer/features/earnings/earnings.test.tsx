import { QueryClientProvider } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import {
  type EarnedDay,
  type Earnings,
  earnings,
  earningsFile,
  queryEarnings,
} from '#shared/contract/earnings.ts'
import { createQueryClient } from '../../services/http/query-client.ts'
import { createSignedInServices, SignedInProvider } from '../../services/signed-in.tsx'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { EarningsScreen } from './EarningsScreen.tsx'

const day = (more: Partial<EarnedDay> = {}): EarnedDay => ({
  date: '2026-05-04',
  scheduledStart: '2026-05-04T08:00:00.000Z',
  scheduledEnd: '2026-05-04T16:00:00.000Z',
  ...{ workedSeconds: 27_000, breakOverSeconds: 300, paidSeconds: 28_500, paidHours: 8, overtimeHours: 2 },
  ...{ rate: 1000, multiplier: 1, overtimeMultiplier: 1.5, bonus: 750, amount: 9750, state: 'CONFIRMED' },
  steps: [
    { element: 'BASIC', title: '', hours: 6, rate: 1000, multiplier: 1, amount: 6000 },
    { element: 'OVERTIME', title: '', hours: 2, rate: 1000, multiplier: 1.5, amount: 3000 },
    { element: 'BONUS', title: 'Evenings', hours: 3, rate: 250, multiplier: 1, amount: 750 },
  ],
  sessions: [
    {
      ...{ activity: 'AVAILABLE', project: 'Rail panel', paidSeconds: 27_000 },
      ...{ start: '2026-05-04T08:00:00.000Z', end: '2026-05-04T15:30:00.000Z' },
    },
    {
      ...{ activity: 'PERSONAL', project: null, paidSeconds: 0 },
      ...{ start: '2026-05-04T15:30:00.000Z', end: null },
    },
  ],
  ...{ query: null, mayQuery: true },
  ...more,
})

const APRIL = { from: '2026-04-01', to: '2026-04-30' }
const answer = (more: Partial<Earnings> = {}): Earnings => ({
  period: { from: '2026-05-01', to: '2026-05-31', state: 'OPEN' },
  periods: [{ from: '2026-05-01', to: '2026-05-31' }, APRIL],
  ...{ paidHours: 8, overtimeHours: 2, bonus: 750, gross: 9750, days: [day()], lines: [] },
  last: { ...APRIL, state: 'APPROVED', gross: 123_456 },
  asOf: '2026-05-04T16:00:00.000Z',
  ...more,
})

function show(read: (asked: { from?: string | undefined }) => Earnings) {
  const at = fakeLive()
  at.services.session.signIn(testToken(['ITRACKER_CAN_SEE_MY_EARNINGS']))
  at.answer(earnings, read)
  const own = createSignedInServices(at.services)
  const listeners = new Set<() => void>()
  const livePanel: typeof own.livePanel = {
    ...own.livePanel,
    onTicketChange: (listener) => {
      const tell = () => listener(null)
      listeners.add(tell)
      return () => void listeners.delete(tell)
    },
  }
  renderWith(
    at.services,
    at.around(
      <MemoryRouter>
        <QueryClientProvider client={createQueryClient()}>
          <SignedInProvider value={{ ...own, livePanel }}>
            <EarningsScreen />
          </SignedInProvider>
        </QueryClientProvider>
      </MemoryRouter>,
    ),
  )
  const ticketChanged = () =>
    act(async () => {
      for (const tell of listeners) tell()
    })
  return { ...at, ticketChanged, user: userEvent.setup() }
}

/** What stands under a heading of an opened day. */
const part = (name: string) => screen.getByRole('heading', { name, level: 5 }).parentElement as HTMLElement

test('D104 a day opens to each step of its amount and the sessions, and reads Estimate while the period is open', async () => {
  const { user } = show(() => answer())
  const opener = await screen.findByRole('button', { name: /^Mon,? 4 May/ })
  expect(opener.textContent).toContain('09:00–17:00')
  const cards = within(screen.getByRole('region', { name: 'This period' }))
  expect(cards.getByText('Estimated gross').parentElement?.textContent).toBe(
    'Estimated gross£97.50on 1 dayEstimate',
  )
  expect(cards.getByText('Paid hours so far').parentElement?.textContent).toContain('8 h2 h of them overtime')
  expect(cards.getByText('Last period’s final gross').parentElement?.textContent).toBe(
    'Last period’s final gross£1,234.56April 2026',
  )
  const row = within(opener.closest('li') as HTMLElement)
  expect(row.getByText('Amount').nextSibling?.textContent).toBe('£97.50Estimate')
  expect(row.getByText('Overtime').nextSibling?.textContent).toBe('2 h at £10.00 × 1.5')
  expect(opener.getAttribute('aria-expanded')).toBe('false')
  await user.click(opener)
  const counted = within(part('How it is counted'))
  expect(counted.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Hours6 h × £10.00 = £60.00',
    'Overtime2 h × £10.00 × 1.5 = £30.00',
    'Bonus (Evenings)3 h × £2.50 = £7.50',
    'Amount£97.50',
  ])
  expect(counted.getByText('7 h 55 min of paid time, up to the quarter: 8 h')).toBeDefined()
  const sessions = within(part('What it is counted from'))
  expect(sessions.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'ActivityTimePaid',
    'AvailableRail panel09:00–16:307 h 30 min',
    'Personal time16:30–now–',
  ])
})

test('D104 an approved period reads final; an earlier one is chosen from the list', async () => {
  const { user } = show(({ from }) =>
    from === APRIL.from
      ? answer({
          period: { ...APRIL, state: 'APPROVED' },
          lines: [{ id: 1, date: '2026-04-20', element: 'HOLIDAY', hours: 3, amount: 3050 }],
        })
      : answer(),
  )
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Pay period' }), 'April 2026')
  expect(await screen.findByText('Gross')).toBeDefined()
  expect(screen.queryAllByText('Estimate')).toEqual([])
  expect(screen.getByText('Holiday pay').closest('li')?.textContent).toContain('3 h£30.50')
})

test('D105 ‘Query’ raises a ticket with the reason, and the row shows its state', async () => {
  let query: EarnedDay['query'] = null
  const at = show(() => answer({ days: [day({ query, mayQuery: query === null })] }))
  const asked: unknown[] = []
  at.answer(queryEarnings, () => {
    throw refused(400, 'Not now.')
  })
  await at.user.click(await screen.findByRole('button', { name: /^Query the pay of Mon/ }))
  const form = within(screen.getByRole('form', { name: /^Query the pay of Mon/ }))
  await at.user.type(form.getByRole('textbox'), 'No')
  await at.user.click(form.getByRole('button', { name: 'Raise the ticket' }))
  expect(form.getByText('Say it in 3 characters or more.')).toBeDefined()
  await at.user.type(form.getByRole('textbox'), ' bonus')
  await at.user.click(form.getByRole('button', { name: 'Raise the ticket' }))
  expect(await form.findByText('Not now.')).toBeDefined()
  at.answer(queryEarnings, (request) => {
    asked.push(request)
    query = { ticketID: 12, status: 'IN_PROGRESS' }
    return { ticketID: 12 }
  })
  await at.user.click(form.getByRole('button', { name: 'Raise the ticket' }))
  const link = await screen.findByRole('link', { name: 'Ticket 12: In progress' })
  expect(link.getAttribute('href')).toBe('/?ticket=12')
  expect(asked).toEqual([{ date: '2026-05-04', reason: 'No bonus' }])
  expect(screen.queryByRole('button', { name: /^Query the pay/ })).toBeNull()
  query = { ticketID: 12, status: 'RESOLVED' }
  await at.ticketChanged()
  expect(await screen.findByRole('link', { name: 'Ticket 12: Resolved' })).toBeDefined()
})

test('what can’t be had says why; without days it says so; a day without a rate isn’t in the gross', async () => {
  let failing = true
  let days: EarnedDay[] = []
  const at = show(() => {
    if (failing) throw refused(503, 'The server has too much to do.')
    return answer({ days, gross: 0 })
  })
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByText('Your earnings could not be loaded.')).toBeDefined()
  failing = false
  await at.user.click(again)
  expect(await screen.findByText('No paid hours in this period yet.')).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export' }).disabled).toBe(true)
  days = [day({ rate: null, amount: null, bonus: null, steps: [] })]
  await act(async () => at.live.workingDayNews.tell({ entity: 'SHIFT', ids: [] }))
  expect(await screen.findByText(/1 day has no rate and isn’t in the gross/)).toBeDefined()
})

test('the period that shows is fetched as a file that the server makes, as Excel or CSV', async () => {
  const kept = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  const at = show(() => answer({ period: { ...APRIL, state: 'APPROVED' } }))
  at.answer(earningsFile, () => ({ blob: new Blob(['x']), fileName: 'My earnings.csv' }))
  await at.user.click(await screen.findByRole('button', { name: 'Export' }))
  await at.user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  await waitFor(() => expect(kept).toHaveBeenCalledTimes(1))
  expect(at.made.filter(({ path }) => path === earningsFile.path).map(({ request }) => request)).toEqual([
    { ...APRIL, type: 'CSV' },
  ])
  kept.mockRestore()
})
