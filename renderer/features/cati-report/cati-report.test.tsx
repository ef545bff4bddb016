import { QueryClientProvider } from '@tanstack/react-query'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { type CatiReport, myCatiReport } from '#shared/contract/cati-report.ts'
import { NO_OUTCOMES } from '#shared/domain/interviews.ts'
import { createQueryClient } from '../../services/http/query-client.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { CatiReportScreen } from './CatiReportScreen.tsx'

type Tally = CatiReport['own']

const tally = (more: Partial<Tally> = {}, outcomes: Partial<Tally['outcomes']> = {}): Tally => ({
  outcomes: { ...NO_OUTCOMES, ...outcomes },
  ...{ interviewingSeconds: 7200, availableSeconds: 7200, talkSeconds: 3600, completeSeconds: 1800 },
  ...{ appointmentsDue: 4, appointmentsKept: 3, expectedCompletes: 2 },
  ...more,
})

const OWN = tally({}, { COMPLETE: 3, REFUSAL: 4, NO_ANSWER: 20, APPOINTMENT: 5 })
const report = (more: Partial<CatiReport> = {}): CatiReport => ({
  own: OWN,
  targets: [],
  project: tally({ interviewingSeconds: 36_000 }, { COMPLETE: 20, REFUSAL: 10, INELIGIBLE: 10 }),
  rows: [{ key: '2026-05-04', own: OWN, project: tally({}, { COMPLETE: 20 }) }],
  projects: [{ id: 7, code: 'RAIL', name: 'Rail panel' }],
  voided: [],
  outside: 0,
  asOf: '2026-05-04T12:00:00.000Z',
  ...more,
})

function show(answer: () => CatiReport) {
  const at = fakeLive()
  at.services.session.signIn(testToken(['ITRACKER_CAN_SEE_CATI_REPORT']))
  const asked: unknown[] = []
  at.answer(myCatiReport, (request) => {
    asked.push(request)
    return answer()
  })
  renderWith(
    at.services,
    at.around(
      <MemoryRouter>
        <QueryClientProvider client={createQueryClient()}>
          <CatiReportScreen />
        </QueryClientProvider>
      </MemoryRouter>,
    ),
  )
  return { ...at, asked, user: userEvent.setup() }
}

test('D111 each rate stands beside the project’s, and shows its formula with the numbers in it', async () => {
  const { user } = show(() => report())
  const card = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) })
  expect((await card('Completes per hour')).textContent).toBe('Completes per hour1.50Project 2.00')
  expect((await card('Strike rate')).textContent).toBe('Strike rate25 %Project 50 %')
  expect((await card('Index')).textContent).toContain('150')
  const figures = within(screen.getByRole('region', { name: 'Figures' })).getAllByRole('button')
  expect(figures.map((one) => one.firstElementChild?.textContent)).toEqual([
    ...['Completes', 'Completes per hour', 'Strike rate', 'Refusal rate', 'Cooperation rate'],
    ...['Attempts per complete', 'Average length', 'Occupancy', 'Appointments kept', 'Index'],
  ])
  for (const one of figures) expect(one.textContent).toMatch(/Project (–|[\d.,]+)/)
  await user.click(await card('Strike rate'))
  await user.click(screen.getByText('How is this counted?'))
  const counted = screen.getByText('How is this counted?').parentElement as HTMLElement
  expect(within(counted).getByText('completes ÷ contacts')).toBeDefined()
  expect(within(counted).getByText('3 ÷ 12 = 25 %')).toBeDefined()
  expect(within(counted).getByText('20 ÷ 40 = 50 %')).toBeDefined()
  expect(within(counted).getByText('Project')).toBeDefined()
  await user.click(await card('Index'))
  expect(within(counted).getByText('3 ÷ 2 × 100 = 150')).toBeDefined()
  // What a project is expected to bring is no formula of its own.
  expect(within(counted).queryByText('Project')).toBeNull()
})

test('4 §2.4 a target stands on its figure’s card, one without a card with what was reached', async () => {
  show(() =>
    report({
      targets: [
        { measure: 'completesPerHour', period: 'DAY', value: 1.2, now: 1.5 },
        { measure: 'attempts', period: 'DAY', value: 60, now: 32 },
        { measure: 'absenceRate', period: 'MONTH', value: 2.5, now: null },
      ],
    }),
  )
  const card = await screen.findByRole('button', { name: /^Completes per hour/ })
  expect(card.textContent).toBe('Completes per hour1.50Project 2.00 target 1.20')
  expect(screen.getByText('Attempts: target 60, now 32')).toBeDefined()
  expect(screen.getByText('Absence rate: target 2.5 %, now –')).toBeDefined()
  expect(screen.queryByText(/^Completes per hour: target/)).toBeNull()
})

test('a rate over nothing reads –, and one of few contacts is marked; a count isn’t', async () => {
  const few = tally({ appointmentsDue: 0, appointmentsKept: 0 }, { COMPLETE: 1 })
  show(() => report({ own: few }))
  const strike = await screen.findByRole('button', { name: /^Strike rate/ })
  expect(strike.textContent).toContain('few data')
  expect(screen.getByRole('button', { name: /^Appointments kept/ }).textContent).toContain(
    'Appointments kept–',
  )
  expect(screen.getByRole('button', { name: /^Completes ?1/ }).textContent).not.toContain('few data')
})

test('D044 records that are void are listed with their reason, and calls outside recorded activity are told of', async () => {
  show(() =>
    report({
      outside: 2,
      voided: [
        {
          id: 1,
          start: '2026-05-04T09:00:00.000Z',
          project: 'Rail panel',
          outcome: 'COMPLETE',
          reason: 'Twice',
        },
        { id: 2, start: '2026-05-04T09:30:00.000Z', project: 'Rail panel', outcome: 'REFUSAL', reason: '' },
      ],
    }),
  )
  const list = (await screen.findByRole('heading', { name: 'Not counted' })).parentElement as HTMLElement
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    '4 May, 10:00 Rail panel, CompleteTwice',
    '4 May, 10:30 Rail panel, RefusalNo reason was given.',
  ])
  expect(screen.getByText(/^2 calls lie outside your recorded activity/)).toBeDefined()
})

test('the time, the project and the rows are asked for, and news of records asks again', async () => {
  const at = show(() => report())
  await screen.findByRole('button', { name: /^Completes per hour/ })
  await at.user.click(screen.getByRole('radio', { name: '4 weeks' }))
  await at.user.selectOptions(screen.getByRole('combobox', { name: 'Project' }), 'Rail panel')
  await at.user.selectOptions(screen.getByRole('combobox', { name: 'Rows' }), 'Hour of day')
  expect(at.asked.at(-1)).toMatchObject({ projectID: 7, by: 'HOUR' })
  const before = at.asked.length
  await act(async () => at.live.workingDayNews.tell({ entity: 'INTERVIEW_RECORD', ids: [] }))
  expect(at.asked.length).toBe(before + 1)
})

test('no calls, and a report that can’t be read, say so', async () => {
  show(() => report({ rows: [] }))
  expect(await screen.findByText('No calls in this time.')).toBeDefined()
})

test('D020 what failed says why and tries again', async () => {
  let fails = true
  const at = show(() => {
    if (fails) throw refused(503, 'The server has too much to do.')
    return report()
  })
  expect(await screen.findByText('This page could not be loaded.')).toBeDefined()
  fails = false
  await at.user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: /^Completes per hour/ })).toBeDefined()
})
