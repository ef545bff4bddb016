import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import {
  endOfShift,
  endOfShiftFile,
  endOfShiftMail,
  type PinnedFigure,
  type PowerReport,
  pinPowerFigure,
  powerDefinitions,
  powerReportRecords,
  runPowerReport,
  type SavedPowerReport,
  savePowerReport,
  schedulePowerReport,
  unpinPowerFigure,
} from '#shared/contract/power-report.ts'
import { createQueryClient } from '../../services/http/query-client.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { SupervisorReportsScreen, TrackerPowerReport } from './index.ts'
import type { PowerOptions } from './queries.ts'

const NONE = { agencies: [], contractTypes: [], epics: [], ticketTypes: [], managers: [], areas: [] }
const OPTIONS: PowerOptions = {
  ...NONE,
  ...{ people: [{ id: '4', name: 'Amy' }], projects: [{ id: '7', name: 'Rail' }], hasCosts: false },
  ...{ groups: ['TEAM', 'AREA'], reports: [], pins: [] },
}
const REPORT: PowerReport = {
  rows: [{ field: 'PERSON', label: 'Person' }],
  columns: [],
  measures: [
    { label: 'Completes', kind: 'count' },
    { label: 'Strike rate', kind: 'share' },
  ],
  names: { PERSON: { '4': 'Amy', '5': 'Ben' } },
  columnPaths: [[]],
  cells: [
    { path: ['4'], values: [3, 60], few: [1] },
    { path: ['5'], values: [4, 50], few: [] },
  ],
  totals: { values: [7, 53.8461], few: [] },
  ...{ cellCount: 4, records: 14, asOf: '2026-05-04T12:00:00.000Z' },
}
const DEFINITION = {
  ...{ source: 'INTERVIEWS', rows: ['PERSON'], columns: [], filters: [], time: 'WEEK' },
  measures: [{ figure: 'completes' }, { figure: 'strikeRate' }],
}
const PIN: PinnedFigure = {
  ...{ id: 3, name: 'Amy, Strike rate', report: 'New power report' },
  definition: {
    ...{ source: 'INTERVIEWS', rows: ['PERSON'], columns: [], time: 'WEEK', from: '', to: '' },
    ...{ measures: [{ figure: 'strikeRate', field: null }], filters: [{ field: 'PERSON', values: ['4'] }] },
    ...{ group: 'TEAM', chart: 'NONE', sort: null },
  },
}
const withDefinition = `/?d=${encodeURIComponent(JSON.stringify(DEFINITION))}`

function show(path: string, Screen = TrackerPowerReport, options: Partial<PowerOptions> = {}) {
  const at = fakeLive()
  at.services.session.signIn(testToken(['ITRACKER_CAN_SEE_POWER_REPORT', 'ISUPERVISOR_CAN_SEE_REPORTS']))
  at.answer(powerDefinitions, () => ({ ...OPTIONS, ...options }))
  at.answer(runPowerReport, () => REPORT)
  renderWith(
    at.services,
    at.around(
      <MemoryRouter initialEntries={[path]}>
        <QueryClientProvider client={createQueryClient()}>
          <Screen />
        </QueryClientProvider>
      </MemoryRouter>,
    ),
  )
  return { at, user: userEvent.setup() }
}

test('nothing chosen says what to choose; rows and a figure make the report, which stands in the address', async () => {
  const { at, user } = show('/')
  expect(await screen.findByText('Choose rows and a figure.')).toBeDefined()
  const asked: unknown[] = []
  at.answer(runPowerReport, (request: { definition: unknown }) => {
    asked.push(request.definition)
    return REPORT
  })
  await user.click(screen.getByRole('button', { name: 'Add a row' }))
  await user.click(screen.getByRole('button', { name: 'Add a figure' }))
  expect(await screen.findByRole('row', { name: /Amy/ })).toBeDefined()
  expect(asked.at(-1)).toMatchObject({ rows: ['PERSON'], measures: [{ figure: 'COUNT', field: null }] })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Records' }), 'QC reviews')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Figure 1' }), 'QC score')
  expect(asked.at(-1)).toMatchObject({ source: 'QC_REVIEWS', measures: [{ figure: 'qcScore' }] })
})

test('D113 a number opens its records; few data are faint and said', async () => {
  const { at, user } = show(withDefinition)
  const asked: unknown[] = []
  at.answer(powerReportRecords, (request) => {
    asked.push(request)
    return {
      asOf: REPORT.asOf,
      lists: [
        {
          ...{ label: 'Interview records', columns: ['Person', 'Outcome'], when: 'MOMENT', total: 1 },
          values: [{ label: 'Minutes', kind: 'minutes' }],
          rows: [{ id: '1', at: '2026-05-04T10:00:00.000Z', texts: ['Amy', 'Complete'], numbers: [4] }],
          sums: [{ label: 'Minutes', kind: 'minutes', value: 4 }],
        },
      ],
    }
  })
  const amy = await screen.findByRole('row', { name: /Amy/ })
  expect(
    within(amy).getByRole('button', { name: 'Amy, Strike rate: 60 %, few data. Open the records' }),
  ).toBeDefined()
  expect(within(screen.getByRole('row', { name: /Total/ })).getByText('53.8 %')).toBeDefined()
  await user.click(within(amy).getByRole('button', { name: /Completes: 3/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('Showing 1–1 of 1')).toBeDefined()
  expect(dialog.getByText('4 May 2026, 11:00')).toBeDefined()
  expect(asked).toEqual([expect.objectContaining({ page: 'TRACKER', row: ['4'], column: [], measure: 0 })])
})

test('a report that can’t be made says why, with what was chosen still there; one without data says that', async () => {
  const { at } = show(withDefinition)
  await screen.findByRole('row', { name: /Amy/ })
  at.answer(runPowerReport, () => ({ ...REPORT, cells: [], records: 0 }))
  show(withDefinition.replace('WEEK', 'YEAR')).at.answer(runPowerReport, () => {
    throw refused(400, 'This report has 10,500 cells. Narrow rows or columns.')
  })
  expect(await screen.findByText('This report has 10,500 cells. Narrow rows or columns.')).toBeDefined()
})

test('Supervisor › Reports offers the ready reports by name, and opens one with its filters, chart and table', async () => {
  const { user } = show('/', SupervisorReportsScreen)
  const list = within(await screen.findByRole('list', { name: 'Ready reports' }))
  expect(list.getAllByRole('link').map((link) => link.querySelector('strong')?.textContent)).toEqual([
    'End of shift',
    'Productivity by person and project',
    'Hour by hour',
    'Break and idle',
    'System issues',
    'Refusals',
    'Incidents',
    'Calls outside recorded activity',
  ])
  await user.click(list.getByRole('link', { name: /Refusals/ }))
  expect(await screen.findByRole('figure')).toBeDefined()
  for (const name of ['Project', 'Area', 'Manager'])
    expect(screen.getByRole('combobox', { name })).toBeDefined()
  expect(screen.getByRole('combobox', { name: 'People' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Excel' })).toBeDefined()
})

test('a report is kept under a name; a name that is taken is said in the dialog', async () => {
  const { at, user } = show(withDefinition)
  await screen.findByRole('row', { name: /Amy/ })
  at.answer(savePowerReport, () => {
    throw refused(400, 'There is a report of this name.')
  })
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Save as…' }))
  await user.type(await screen.findByRole('textbox', { name: 'Name of the report' }), 'Mine')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('There is a report of this name.')).toBeDefined()
})

test('a number is pinned to the dashboard from its records', async () => {
  const { at, user } = show(withDefinition)
  const asked: unknown[] = []
  at.answer(powerReportRecords, () => ({ lists: [], asOf: REPORT.asOf }))
  at.answer(pinPowerFigure, (request: object) => {
    asked.push(request)
    return PIN
  })
  await user.click(await screen.findByRole('button', { name: /^Amy, Strike rate/ }))
  await user.click(await screen.findByRole('button', { name: 'Pin to the dashboard' }))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]).toMatchObject({
    ...{ page: 'TRACKER', row: ['4'], column: [], measure: 1, name: 'Amy, Strike rate' },
    report: 'New power report',
  })
})

test('what is pinned opens as its report, and is unpinned there', async () => {
  const { at, user } = show('/?pin=3', TrackerPowerReport, { pins: [PIN] })
  expect(await screen.findByRole('heading', { name: 'Amy, Strike rate' })).toBeDefined()
  expect(screen.queryByText('Report changed')).toBeNull()
  const unpinned: unknown[] = []
  at.answer(unpinPowerFigure, (request: object) => {
    unpinned.push(request)
    return { done: true }
  })
  await user.click(screen.getByRole('button', { name: 'Unpin from the dashboard' }))
  await waitFor(() => expect(unpinned).toEqual([{ id: 3 }]))
})

test('4 §4.4.8 an end of shift is taken as a file, as it is filtered; not before there is one', async () => {
  const files: unknown[] = []
  const nothing = show('/?end=1&date=2026-05-04&area=3', SupervisorReportsScreen)
  nothing.at.answer(endOfShift, () => {
    throw refused(400, 'Not now.')
  })
  const excel = await screen.findByRole('button', { name: 'Excel' })
  expect((excel as HTMLButtonElement).disabled).toBe(true)
  cleanup()
  const other = show('/?end=1&date=2026-05-04&area=3', SupervisorReportsScreen)
  other.at.answer(endOfShift, () => ({
    ...{ areas: [{ id: 3, name: 'North' }], managers: [], projectChoices: [], shifts: [], due: 0, in: 0 },
    ...{ from: REPORT.asOf, to: REPORT.asOf, absent: [], activities: [], projects: [], incidents: 0 },
    ...{ lost: { records: 0, seconds: 0 }, reviews: { count: 0, score: null }, asOf: REPORT.asOf },
  }))
  other.at.answer(endOfShiftFile, (request: object) => {
    files.push(request)
    throw refused(400, 'Not now.')
  })
  await waitFor(() =>
    expect((screen.getByRole('button', { name: 'CSV' }) as HTMLButtonElement).disabled).toBe(false),
  )
  for (const type of ['Excel', 'CSV']) await other.user.click(screen.getByRole('button', { name: type }))
  const asked = { date: '2026-05-04', areaID: 3, managerID: null, projectID: null, shift: null }
  expect(files).toEqual([
    { ...asked, type: 'Excel' },
    { ...asked, type: 'CSV' },
  ])
})

test('4 §4.4.8 an end of shift is scheduled by mail, as it is filtered', async () => {
  const asked: unknown[] = []
  const planned: unknown[] = []
  const { at, user } = show('/?end=1&date=2026-05-04&area=3', SupervisorReportsScreen)
  at.answer(endOfShift, () => {
    throw refused(400, 'Not now.')
  })
  const mailed: SavedPowerReport = {
    ...{ id: 44, version: 1, name: 'End of shift: North', ownerName: 'Sue', isMine: true, isShared: false },
    definition: PIN.definition,
    schedule: null,
  }
  at.answer(endOfShiftMail, (request: object) => {
    asked.push(request)
    return mailed
  })
  at.answer(schedulePowerReport, (request: object) => {
    planned.push(request)
    return mailed
  })
  await user.click(await screen.findByRole('button', { name: 'Schedule…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Schedule of ‘End of shift: North’' }))
  expect(dialog.getByLabelText<HTMLSelectElement>('How often').value).toBe('DAY')
  await user.click(dialog.getByRole('button', { name: 'Save the schedule' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked).toEqual([{ date: '2026-05-04', areaID: 3, managerID: null, projectID: null, shift: null }])
  expect(planned).toEqual([
    { id: 44, version: 1, schedule: { every: 'DAY', day: 0, at: '08:00', recipients: [] } },
  ])
})
