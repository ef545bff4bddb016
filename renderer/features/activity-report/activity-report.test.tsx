import { QueryClientProvider } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { type ActivityReport, activityReport } from '#shared/contract/activity-report.ts'
import { NO_HOURS } from '#shared/domain/activity-report.ts'
import { createQueryClient } from '../../services/http/query-client.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { Hours } from './Hours.tsx'

const AMY = {
  ...NO_HOURS,
  ...{ key: '4', name: 'Amy', activities: { AVAILABLE: 5400, BREAK: 900 }, workedSeconds: 7200 },
  ...{ paidHours: 2.25, interviewingSeconds: 5400 },
}
const REPORT: ActivityReport = {
  ...{ rows: [AMY], total: AMY, isPaidRounded: true, people: [{ id: 4, name: 'Amy' }], areas: [] },
  ...{ projects: [{ id: 7, name: 'Rail' }], categories: ['Inbound'], asOf: '2026-05-04T12:00:00.000Z' },
  heat: [{ activity: 'AVAILABLE', hours: Array.from({ length: 24 }, (_, hour) => (hour === 10 ? 5400 : 0)) }],
}

function show(answer: (request: object) => ActivityReport, path = '/') {
  const at = fakeLive()
  at.services.session.signIn(testToken(['IRESOURCE_CAN_SEE_REPORTS']))
  at.answer(activityReport, answer)
  renderWith(
    at.services,
    at.around(
      <MemoryRouter initialEntries={[path]}>
        <QueryClientProvider client={createQueryClient()}>
          <Hours />
        </QueryClientProvider>
      </MemoryRouter>,
    ),
  )
  return userEvent.setup()
}

test('hours stand by person with the total below, and when in the day they were', async () => {
  show(() => REPORT)
  const amy = await screen.findByRole('row', { name: /Amy/ })
  expect(
    within(amy)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual([...['2.00', '2.25', '75 %', '1.50', '0.25', '–', '–', '–', '–', '–']])
  expect(screen.getByRole('row', { name: /Total/ })).toBeDefined()
  expect(screen.queryByRole('columnheader', { name: 'Cost' })).toBeNull()
  const heat = within(screen.getByRole('region', { name: 'By hour of the day' }))
  expect(heat.getByRole('columnheader', { name: '10' })).toBeDefined()
  expect(heat.getByText('1.5')).toBeDefined()
})

test('4 §4.5.11 costs stand where they are told, of who has a rate', async () => {
  const ben = { ...AMY, key: '5', name: 'Ben' }
  const total = { ...AMY, cost: 30.605 }
  show(() => ({ ...REPORT, rows: [{ ...AMY, cost: 30.605 }, ben], total }))
  const cost = async (name: RegExp) =>
    within(await screen.findByRole('row', { name })).getAllByRole('cell')[3]?.textContent
  expect(await cost(/Amy/)).toBe('£30.61')
  expect(await cost(/Ben/)).toBe('–')
  expect(await cost(/Total/)).toBe('£30.61')
  expect(screen.getByRole('columnheader', { name: 'Cost' })).toBeDefined()
})

test('a filter goes into the address and to the server; what it hides is said, with ‘Clear all’', async () => {
  const asked: object[] = []
  const user = show((request) => {
    asked.push(request)
    return 'projectID' in request && request.projectID === 7
      ? { ...REPORT, rows: [], total: NO_HOURS }
      : REPORT
  })
  await screen.findByRole('row', { name: /Amy/ })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Project' }), 'Rail')
  expect(await screen.findByText('Nothing matches these filters.')).toBeDefined()
  expect(asked.at(-1)).toMatchObject({ projectID: 7, by: 'PERSON', isOverride: null })
  await user.click(screen.getAllByRole('button', { name: 'Clear all' })[0] as HTMLElement)
  expect(await screen.findByRole('row', { name: /Amy/ })).toBeDefined()
})

test('rows of parts of days say why paid hours aren’t rounded; nothing at all and failures are said', async () => {
  show(() => ({ ...REPORT, isPaidRounded: false }), '/?by=PROJECT&override=yes')
  expect(await screen.findByText(/once a person and day/)).toBeDefined()
  show(() => ({ ...REPORT, rows: [] }))
  expect(await screen.findByText('No activity in this time.')).toBeDefined()
  show(() => {
    throw refused(400, 'Not today.')
  })
  expect(await screen.findByText('Not today.')).toBeDefined()
})
