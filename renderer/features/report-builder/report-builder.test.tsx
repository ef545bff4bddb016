import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  previewReport,
  reportDefinitions,
  reportRecords,
  reportResult,
  runReport,
  type SavedReport,
  type ShownReport,
  saveReport,
  scheduleReport,
} from '#shared/contract/reports.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { ReportsScreen } from './index.ts'

const AREA = { field: 'areaName', label: 'Area', kind: 'text' as const }
const HOURS = { field: 'weeklyHours', label: 'Weekly hours', kind: 'number' as const }
const START = { field: 'startDate', label: 'Start date', kind: 'day' as const }
const NAME = { field: 'displayName', label: 'Name', kind: 'text' as const }
const SOURCES = [
  {
    name: 'person',
    label: 'People',
    columns: [NAME, AREA, HOURS, START].map((column) => ({ ...column, isExtra: false })),
  },
]
const SHOWN: ShownReport = {
  columns: [],
  levels: [{ ...AREA, step: null }],
  measures: [
    { label: 'Number of records', kind: 'number', figure: 'COUNT' },
    { label: 'Share of records', kind: 'number', figure: 'SHARE' },
  ],
  lines: [
    { kind: 'GROUP', path: ['Leeds'], count: 3, figures: [3, 75] },
    { kind: 'GROUP', path: [null], count: 1, figures: [1, 25] },
  ],
  total: { count: 4, figures: [4, 100] },
  ...{ lineCount: 2, isPartial: false, isNarrowed: false, asOf: '2026-05-04T12:00:00.000Z' },
}
const REPORT: SavedReport = {
  ...{ id: 7, version: 2, name: 'By area', ownerID: 1, ownerName: 'Ann', isMine: true, isShared: false },
  roleIDs: [],
  definition: {
    source: 'person',
    rows: [{ field: 'areaName', step: null }],
    columns: [],
    measures: [{ figure: 'COUNT', field: null }],
    filters: [],
    sort: [],
  },
  schedule: null,
  changedAt: '2026-05-04T12:00:00.000Z',
}

function open(address: string, reports: readonly SavedReport[] = []) {
  const server = fakeServices()
  server.services.session.signIn(testToken(['ADMIN_CAN_BUILD_REPORTS', 'ADMIN_CAN_SEE_USERS']))
  server.answer(reportDefinitions, () => ({ sources: SOURCES, reports: [...reports], roles: [] }))
  server.answer(previewReport, () => SHOWN)
  renderSignedIn(server.services, <ReportsScreen />, `/admin/report-builder${address}`)
  const sent = (call: { path: string }) =>
    server.made.filter(({ path }) => path === call.path).map(({ request }) => request)
  return { server, sent, user: userEvent.setup() }
}

test('A123 without reports there are templates, of what the person may open', async () => {
  open('')
  expect(await screen.findByText('No reports yet. Start from one of these.')).toBeTruthy()
  const templates = within(screen.getByRole('list', { name: 'Templates' }))
  expect(templates.getAllByRole('link').map((link) => link.textContent)).toEqual([
    expect.stringContaining('People by area'),
  ])
})

test('A124 what is chosen is previewed at once, and each number opens its records', async () => {
  const { server, sent, user } = open('?report=7', [REPORT])
  server.answer(reportRecords, () => ({
    columns: [NAME],
    rows: [{ id: 3, values: ['Ann Ash'] }],
    total: 1,
  }))
  const row = await screen.findByRole('row', { name: /Leeds/ })
  expect(row.textContent).toContain('75 %')
  expect(screen.getByRole('row', { name: /None/ })).toBeTruthy()
  await user.click(within(row).getByRole('button', { name: /^Number of records: 3/ }))
  expect(await screen.findByText('Ann Ash')).toBeTruthy()
  expect(sent(reportRecords)).toEqual([{ definition: REPORT.definition, path: ['Leeds'], page: 1 }])
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'then by …' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Second level' }), 'Start date')
  await user.click(screen.getByRole('button', { name: 'Add a figure' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Figure 2' }), 'Sum')
  await waitFor(() =>
    expect(sent(previewReport).at(-1)).toEqual({
      definition: {
        ...REPORT.definition,
        rows: [...REPORT.definition.rows, { field: 'startDate', step: 'MONTH' }],
        measures: [...REPORT.definition.measures, { figure: 'SUM', field: 'weeklyHours' }],
      },
    }),
  )
  await user.click(screen.getByRole('button', { name: 'then by …' }))
  expect(screen.queryByRole('button', { name: 'then by …' })).toBe(null)
})

test('a report is saved as it was seen, and why it can’t be is told with what was typed kept', async () => {
  const { server, sent, user } = open('?report=7', [REPORT])
  server.answer(saveReport, () => {
    throw refused(400, 'There is a report of this name.')
  })
  const name = await screen.findByRole('textbox', { name: 'Name of the report' })
  await user.type(name, ' and hours')
  expect(screen.getByText('Not saved')).toBeTruthy()
  await user.keyboard('{Control>}s{/Control}')
  expect(await screen.findByText('There is a report of this name.')).toBeTruthy()
  expect(sent(saveReport)).toEqual([
    {
      ...{ id: 7, version: 2, name: 'By area and hours', definition: REPORT.definition },
      ...{ isShared: false, roleIDs: [] },
    },
  ])
  expect((name as HTMLInputElement).value).toBe('By area and hours')
  expect(JSON.stringify(server.services.storage.get('formDrafts'))).toContain('By area and hours')
})

test('A125 a report is planned, and a paused one says why', async () => {
  const paused = 'You may not see ‘people’ any more.'
  const schedule = {
    ...{ every: 'MONTH' as const, day: 31, at: '07:30', format: 'CSV' as const, paused },
    ...{ nextAt: '2026-05-31T06:30:00.000Z', recipients: [{ userID: 5, displayName: 'Bob' }] },
  }
  const { server, sent, user } = open('?report=7', [{ ...REPORT, schedule }])
  server.answer(scheduleReport, () => REPORT)
  expect(await screen.findByText(`Paused. ${paused}`)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Schedule' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'How often' }), 'Every week')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Day' }), 'Friday')
  await user.click(dialog.getByRole('button', { name: 'Start again' }))
  await waitFor(() =>
    expect(sent(scheduleReport)).toEqual([
      {
        ...{ id: 7, version: 2 },
        schedule: { every: 'WEEK', day: 5, at: '07:30', format: 'CSV', recipients: [5] },
      },
    ]),
  )
})

test('A125 a result shows while it runs, then its lines, and a link that ended says so', async () => {
  const run = {
    ...{ id: 4, reportID: 7, name: 'By area', ranBy: 'Ann', isScheduled: true, state: 'READY' as const },
    ...{ startedAt: '2026-05-04T12:00:00.000Z', endedAt: null, expiresAt: '2026-05-11T12:00:00.000Z' },
    ...{ done: 4, total: 4, format: 'Excel' as const, fault: '', fetched: [] },
  }
  const { server, user } = open('?report=7', [REPORT])
  server.answer(runReport, () => run)
  let state: 'RUNNING' | 'READY' = 'RUNNING'
  server.answer(reportResult, () => ({
    run: { ...run, state },
    result: state === 'READY' ? { ...SHOWN, isNarrowed: true } : null,
  }))
  await user.click(await screen.findByRole('button', { name: 'Run' }))
  expect(await screen.findByText('Running … 4 records read')).toBeTruthy()
  state = 'READY'
  expect(await screen.findByRole('row', { name: /Leeds/ }, { timeout: 3000 })).toBeTruthy()
  expect(screen.getByText('Some columns of this report are not available to you.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'CSV' })).toBeTruthy()
})
