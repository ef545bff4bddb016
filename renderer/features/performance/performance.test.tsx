import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { saveCoaching } from '#shared/contract/coaching.ts'
import { saveFileNote } from '#shared/contract/file-notes.ts'
import { searchUsers } from '#shared/contract/help.ts'
import {
  kpiRecords,
  listKpis,
  listTargets,
  type Performance,
  performanceDashboard,
  personTargets,
  previewKpi,
  removeTarget,
  restoreTarget,
  saveKpi,
  setTarget,
  supervisorPerformance,
  type Target,
  withdrawTarget,
} from '#shared/contract/performance.ts'
import { NO_OUTCOMES } from '#shared/domain/interviews.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { createUiLabels } from '../../services/page/ui-labels.ts'
import { UiLabelsProvider } from '../../services/page/ui-labels-context.tsx'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { KpiDashboardScreen, KpisScreen, PerformanceScreen } from './index.ts'

const tally = (completes: number): Performance['team'] => ({
  outcomes: { ...NO_OUTCOMES, COMPLETE: completes, REFUSAL: 5 },
  ...{ interviewingSeconds: 7200, availableSeconds: 7200, talkSeconds: 3600, completeSeconds: 1800 },
  ...{ appointmentsDue: 0, appointmentsKept: 0, expectedCompletes: 5 },
})
type Row = Performance['rows'][number]
const person = (userID: number, name: string, more: Partial<Row>): Row => ({
  ...{ userID, name, rank: null, tally: tally(10), adherence: 95, qcScore: null, reviews: 0, target: 12 },
  ...{ targets: [], isFew: false, kpis: [], trend: [80, null, 120, 200] },
  ...more,
})

function show(
  page: ReactNode,
  answers: (at: ReturnType<typeof fakeLive>) => void,
  held: readonly PermissionName[] = ['IRESOURCE_CAN_SET_UP_KPIS'],
  path = '/supervisor/performance',
) {
  const at = fakeLive()
  at.services.session.signIn(testToken(held))
  answers(at)
  const view = renderSignedIn(
    at.services,
    at.around(<UiLabelsProvider value={createUiLabels(at.services)}>{page}</UiLabelsProvider>),
    path,
  )
  return { ...at, ...view, user: userEvent.setup() }
}

test('D134 each KPI stands with its band in a word, and few data are marked without rank and band', async () => {
  const kpi = { id: 3, value: 66.7, band: 'GREEN' as const, isFew: false }
  show(<PerformanceScreen />, (at) =>
    at.answer(supervisorPerformance, () => ({
      rows: [
        person(1, 'Ivy', { rank: 1, kpis: [kpi] }),
        person(2, 'Ian', { isFew: true, kpis: [{ ...kpi, value: 100, band: null, isFew: true }] }),
      ],
      ...{
        team: tally(20),
        project: tally(40),
        projectTargets: [],
        projects: [],
        asOf: '2026-05-04T12:00:00.000Z',
      },
      kpis: [{ id: 3, name: 'Strike', measure: 'strikeRate' as const }],
    })),
  )
  const ivy = within(await screen.findByRole('row', { name: /Ivy/ }))
  expect(ivy.getAllByRole('cell')[0]?.textContent).toBe('1')
  expect(ivy.getByText('Green')).toBeDefined()
  expect(ivy.getByRole('img', { name: '80, –, 120, 200' })).toBeDefined()
  const ian = within(screen.getByRole('row', { name: /Ian/ }))
  expect(ian.getAllByRole('cell')[0]?.textContent).toBe('–')
  expect(ian.queryByText('Green')).toBeNull()
  expect(ian.getAllByText('few data')).toHaveLength(2)
})

test('4 §4.4.2 a dot a person of completes per hour against QC score, with its table; appointments made are a column', async () => {
  const made = (completes: number, appointments: number): Performance['team'] => ({
    ...tally(completes),
    outcomes: { ...tally(completes).outcomes, APPOINTMENT: appointments },
  })
  const answer = (rows: Row[]) => (at: ReturnType<typeof fakeLive>) =>
    at.answer(supervisorPerformance, () => ({
      ...{ rows, team: made(6, 5), project: made(6, 5), projectTargets: [], projects: [], kpis: [] },
      asOf: '2026-05-04T12:00:00.000Z',
    }))
  const at = show(
    <PerformanceScreen />,
    answer([
      person(1, 'Ivy', { tally: made(6, 4), qcScore: 91.5 }),
      person(2, 'Ian', { tally: made(3, 1), qcScore: 70 }),
      person(3, 'Una', { qcScore: null }),
    ]),
  )
  const heads = await screen.findAllByRole('columnheader')
  const place = heads.findIndex(({ textContent }) => textContent === 'Appointments made')
  const cells = within(screen.getByRole('row', { name: /Ivy/ })).getAllByRole('cell')
  // The name is a heading of its row.
  expect(cells[place - 1]?.textContent).toBe('4')
  const chart = within(screen.getByRole('figure', { name: '2 people by completes per hour and QC score.' }))
  const plot = await chart.findByRole('application')
  plot.focus()
  const said = () => chart.getByRole('status').textContent
  await at.user.keyboard('{ArrowRight}')
  expect(said()).toBe('Ian: Completes per hour 1.5, QC score 70')
  await at.user.keyboard('{End}')
  expect(said()).toBe('Ivy: Completes per hour 3, QC score 91.5')
  await at.user.click(chart.getByRole('button', { name: 'Show as table' }))
  expect(chart.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'PersonCompletes per hourQC score',
    'Ivy391.5',
    'Ian1.570',
  ])
  cleanup()
  show(<PerformanceScreen />, answer([person(3, 'Una', { qcScore: null })]))
  expect(await screen.findByText('Nobody has both completes and reviews in this time.')).toBeDefined()
})

test('a time without interviewing says so; what failed says why', async () => {
  const nothing = {
    team: tally(0),
    project: tally(0),
    projectTargets: [],
    projects: [],
    kpis: [],
    asOf: '2026-05-04T12:00:00.000Z',
  }
  show(<PerformanceScreen />, (at) => at.answer(supervisorPerformance, () => ({ ...nothing, rows: [] })))
  expect(await screen.findByText('No interviewing in this time.')).toBeDefined()
  show(<PerformanceScreen />, (at) =>
    at.answer(supervisorPerformance, () => {
      throw refused(400, 'Not today.')
    }),
  )
  expect(await screen.findByText('Not today.')).toBeDefined()
})

test('D180 a KPI says with its bounds how many would stand where, and why it is refused', async () => {
  const asked: object[] = []
  const at = show(<KpisScreen />, (server) => {
    server.answer(listKpis, () => ({
      rows: [],
      choices: { AREA: [{ id: 1, name: 'Leeds' }], PROJECT: [], CONTRACT_TYPE: [], TEAM: [] },
      today: '2026-05-04',
    }))
    server.answer(previewKpi, () => ({ green: 21, amber: 7, red: 3, few: 0 }))
    server.answer(saveKpi, (request: object) => {
      asked.push(request)
      throw refused(400, 'Strike covers this already.')
    })
  })
  expect(await screen.findByText('No KPI yet.')).toBeDefined()
  await at.user.click(screen.getByRole('button', { name: 'New KPI' }))
  await at.user.type(screen.getByRole('textbox', { name: /Name/ }), 'Rate')
  await at.user.type(screen.getByRole('spinbutton', { name: /Green/ }), '2')
  await at.user.type(screen.getByRole('spinbutton', { name: /Amber/ }), '1')
  expect(await screen.findByText('With these bounds: 21 green, 7 amber, 3 red')).toBeDefined()
  await at.user.click(screen.getByRole('button', { name: 'Save and activate' }))
  expect(await screen.findByText('Strike covers this already.')).toBeDefined()
  expect(asked).toMatchObject([
    { name: 'Rate', green: 2, amber: 1, status: 'ACTIVE', validFrom: '2026-05-04' },
  ])
  // What was typed stays.
  expect(screen.getByDisplayValue('Rate')).toBeDefined()
})

test('4 §4.5.17 a target is a project’s, or of a person who is found by their name', async () => {
  const at = show(
    <KpisScreen />,
    (server) => {
      server.answer(listKpis, () => ({
        rows: [],
        choices: { AREA: [], PROJECT: [{ id: 7, name: 'Rail' }], CONTRACT_TYPE: [], TEAM: [] },
        today: '2026-05-04',
      }))
      server.answer(listTargets, () => ({ rows: [] }))
      server.answer(searchUsers, () => [
        { userID: 5, userName: 'ivy', displayName: 'Ivy North', role: 'Interviewer', areaName: 'Leeds' },
      ])
      server.answer(setTarget, () => ({ id: 1 }))
    },
    ['IRESOURCE_CAN_SET_UP_KPIS'],
    '/resource/performance/set-up-kpis?tab=targets',
  )
  const add = () => screen.getByRole<HTMLButtonElement>('button', { name: 'New target' })
  await at.user.type(await screen.findByRole('spinbutton', { name: 'Completes' }), '12')
  await at.user.click(add())
  await at.user.selectOptions(screen.getByRole('combobox', { name: 'For' }), 'Person')
  expect(screen.queryByRole('combobox', { name: 'Project' })).toBeNull()
  expect(add().disabled).toBe(true)
  await at.user.type(screen.getByPlaceholderText('Person'), 'ivy')
  await at.user.click(await screen.findByRole('option', { name: /Ivy North/ }))
  await at.user.type(screen.getByRole('spinbutton', { name: 'Completes' }), '3')
  await at.user.click(add())
  const target = { measure: 'completes', period: 'WEEK', from: '2026-11-21' }
  await waitFor(() =>
    expect(at.made.filter(({ path }) => path === setTarget.path).map(({ request }) => request)).toEqual([
      { ...target, value: 12, projectID: 7 },
      { ...target, value: 3, userID: 5 },
    ]),
  )
})

test('D179 a tile has its band, best and lowest area, and a row opens the records behind it', async () => {
  const row = (key: string, name: string) => ({ key, name, value: 50, band: 'AMBER' as const, isFew: false })
  const asked: object[] = []
  const at = show(<KpiDashboardScreen />, (server) => {
    server.answer(performanceDashboard, () => ({
      tiles: [
        {
          ...{ id: 3, name: 'Strike', measure: 'strikeRate' as const, direction: 'HIGHER' as const },
          ...{
            green: 60,
            amber: 40,
            value: 50,
            band: 'AMBER' as const,
            isFew: false,
            best: 'Leeds',
            worst: 'York',
          },
          rows: { AREA: [row('1', 'Leeds')], PROJECT: [], CONTRACT_TYPE: [], WEEK: [row('2026-05-04', '')] },
        },
      ],
      asOf: '2026-05-04T12:00:00.000Z',
    }))
    server.answer(kpiRecords, (request: object) => {
      asked.push(request)
      return {
        total: 120,
        rows: [{ id: '9', at: '2026-05-04T10:00:00.000Z', what: 'COMPLETE', where: 'Rail', value: 600 }],
      }
    })
  })
  const tile = within(await screen.findByRole('button', { name: /Strike/ }))
  for (const text of ['50 %', 'Amber', 'green from 60 %', 'Best: Leeds', 'Lowest: York'])
    expect(tile.getByText(text)).toBeDefined()
  await at.user.click(screen.getByRole('button', { name: 'Leeds' }))
  const records = within(await screen.findByRole('region', { name: 'Records behind it' }))
  expect(await records.findByText('Leeds: 120 records')).toBeDefined()
  expect(records.getByText('The latest 1 of 120.')).toBeDefined()
  expect(asked).toMatchObject([{ kpiID: 3, by: 'AREA', key: '1' }])
})

test('without an active KPI the page leads to where one is set up', async () => {
  show(<KpiDashboardScreen />, (at) =>
    at.answer(performanceDashboard, () => ({ tiles: [], asOf: '2026-05-04T12:00:00.000Z' })),
  )
  expect(await screen.findByText('No KPI is active. Set one up.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Set up KPIs' })).toBeDefined()
})

test('4 §4.4.2 a row’s actions: target, coaching with the figure as topic, recognition and a message, each for who may', async () => {
  const answers = (at: ReturnType<typeof fakeLive>) =>
    at.answer(supervisorPerformance, () => ({
      rows: [person(4, 'Ivy', { rank: 1, tally: tally(20) }), person(5, 'Ida', { rank: 2 })],
      projectTargets: [],
      ...{ kpis: [], projects: [], team: tally(10), project: tally(10), asOf: '2026-05-04T12:00:00.000Z' },
    }))
  const may = ['ISUPERVISOR_CAN_SEE_PERFORMANCE', 'QC_CAN_ADD', 'CAN_SEND_MESSAGE'] as const
  const at = show(<PerformanceScreen />, answers, may)
  const menu = async (item: string) => {
    await at.user.click(await screen.findByRole('button', { name: 'Actions for Ivy' }))
    await at.user.click(await screen.findByRole('menuitem', { name: item }))
  }
  const sent = ({ path }: { readonly path: string }) =>
    at.made.filter((one) => one.path === path).map(({ request }) => request)
  const inDialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

  await menu('Plan coaching')
  const plan = await inDialog('Plan coaching with Ivy')
  const topics = () => (plan.getByLabelText(/^Topics/) as HTMLTextAreaElement).value
  expect(topics()).toBe('Index: 400, these people 200')
  await at.user.selectOptions(plan.getByLabelText('About the figure'), 'Completes per hour')
  expect(topics()).toBe('Completes per hour: 10.00, these people 5.00')
  await at.user.type(plan.getByLabelText(/^Topics/), '. Pace')
  fireEvent.change(plan.getByLabelText(/^Start/), { target: { value: '2026-05-05T10:00' } })
  at.answer(saveCoaching, () => {
    throw refused(400, 'Overlaps a shift.')
  })
  await at.user.click(plan.getByRole('button', { name: 'Plan coaching' }))
  await plan.findByText('Overlaps a shift.')
  expect(sent(saveCoaching)).toEqual([
    {
      ...{ userID: 4, start: '2026-05-05T09:00:00.000Z', minutes: 30 },
      topics: 'Completes per hour: 10.00, these people 5.00. Pace',
    },
  ])
  await at.user.keyboard('{Escape}')

  at.answer(saveFileNote, () => ({ id: 8 }))
  await menu('Recognise')
  const recognise = await inDialog('Recognise Ivy')
  const does = recognise.getByRole('button', { name: 'Recognise' })
  await at.user.type(recognise.getByLabelText(/^What for/), 'We')
  expect((does as HTMLButtonElement).disabled).toBe(true)
  await at.user.type(recognise.getByLabelText(/^What for/), 'll kept')
  await at.user.click(does)
  expect(sent(saveFileNote)).toEqual([{ userID: 4, kind: 'RECOGNITION', text: 'Well kept', isCheered: true }])

  const opened = vi.spyOn(at.own.conversations, 'open').mockResolvedValue(undefined as never)
  await menu('Message')
  expect(opened).toHaveBeenCalledWith(4, '/supervisor/performance')
  at.answer(personTargets, () => ({ rows: [] }))
  await menu('Set target')
  expect(await inDialog('Target of Ivy')).toBeDefined()
  cleanup()

  // Who may neither coach nor write has the other two.
  const other = show(<PerformanceScreen />, answers, ['ISUPERVISOR_CAN_SEE_PERFORMANCE'])
  await other.user.click(await screen.findByRole('button', { name: 'Actions for Ida' }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Set target',
    'Recognise',
  ])
})

const target = (id: number, more: Partial<Target> = {}): Target => ({
  ...{ id, measure: 'completesPerHour', userID: 4, projectID: null, period: 'DAY', value: 1.2 },
  ...{ from: '2026-05-04', to: null, person: 'Ivy', project: null, by: 'Sam', holds: true, ...more },
})

async function targetDialog(rows: readonly Target[]) {
  const at = show(
    <PerformanceScreen />,
    (server) => {
      server.answer(supervisorPerformance, () => ({
        rows: [
          person(4, 'Ivy', {
            targets: [
              { measure: 'completesPerHour', period: 'DAY', value: 1.2, now: 5 },
              { measure: 'punctuality', period: 'WEEK', value: 95, now: 91 },
              { measure: 'adherence', period: 'WEEK', value: 97.5, now: 95 },
            ],
          }),
        ],
        ...{ kpis: [], projects: [], team: tally(10), project: tally(10) },
        projectTargets: [{ measure: 'strikeRate', period: 'DAY', value: 60, now: 66 }],
        asOf: '2026-05-04T12:00:00.000Z',
      }))
      server.answer(setTarget, () => ({ id: 9 }))
      server.answer(personTargets, () => ({ rows: [...rows] }))
      server.answer(withdrawTarget, () => ({ done: true }))
      server.answer(restoreTarget, () => ({ done: true }))
    },
    ['ISUPERVISOR_CAN_SEE_PERFORMANCE'],
  )
  const ivy = within(await screen.findByRole('row', { name: /Ivy/ }))
  await at.user.click(ivy.getByRole('button', { name: 'Actions for Ivy' }))
  await at.user.click(await screen.findByRole('menuitem', { name: 'Set target' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Target of Ivy' }))
  const sent = ({ path }: { readonly path: string }) =>
    at.made.filter((one) => one.path === path).map(({ request }) => request)
  return { ...at, dialog, sent }
}

test('4 §4.4.2 targets stand below their figures, those without a column with what was reached, the project’s at the foot', async () => {
  await targetDialog([])
  const ivy = within(screen.getByRole('row', { name: /Ivy/, hidden: true }))
  expect(ivy.getByText('target 1.20')).toBeDefined()
  expect(ivy.getByText('target 97.5 %')).toBeDefined()
  expect(ivy.getByText('Punctuality: target 95 %, now 91 %')).toBeDefined()
  const foot = within(screen.getByRole('row', { name: /Mean of the projects/, hidden: true }))
  expect(foot.getByText('target 60 %')).toBeDefined()
})

test('4 §4.4.2 a target of any measure is set with its unit, and what can’t be is said at its field', async () => {
  const { dialog, sent, user } = await targetDialog([])
  const save = () => dialog.getByText<HTMLElement>('Set target').closest('button') as HTMLButtonElement
  const type = (label: RegExp | string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } })
  const measures = dialog.getByLabelText('Measure')
  expect(measures.querySelectorAll('option')).toHaveLength(24)
  expect(save().disabled).toBe(true)
  type(/^Completes/, '1.5')
  expect(dialog.getByText('Completes: a whole number from 0 to 10,000.')).toBeDefined()
  expect(save().disabled).toBe(true)
  await user.selectOptions(measures, 'Adherence')
  type(/^Adherence \(%\)/, '100.1')
  expect(dialog.getByText('Adherence: from 0 to 100 %, with one decimal at most.')).toBeDefined()
  type(/^Adherence \(%\)/, '97.5')
  type(/^From/, '2026-11-20')
  expect(dialog.getByText('From the running day, week or month at the earliest.')).toBeDefined()
  expect(save().disabled).toBe(true)
  type(/^From/, '2026-11-21')
  await user.click(save())
  await waitFor(() =>
    expect(sent(setTarget)).toEqual([
      { userID: 4, measure: 'adherence', period: 'DAY', value: 97.5, from: '2026-11-21' },
    ]),
  )
  await waitFor(() => expect(screen.queryByText('Target of Ivy')).toBeNull())
})

test('4 §4.4.2 a target that was set before is removed and put back in the dialog', async () => {
  const { dialog, sent, user } = await targetDialog([target(3), target(2, { value: 1, holds: false })])
  await dialog.findByText('Completes per hour 1.20')
  expect(dialog.getByText('from 4 May 2026, by Sam, counts')).toBeDefined()
  expect(dialog.getByText('from 4 May 2026, by Sam')).toBeDefined()
  await user.click(dialog.getByLabelText('Remove Completes per hour 1.20'))
  expect(await dialog.findByText('Completes per hour 1.20 is removed.')).toBeDefined()
  await user.click(dialog.getByText('Undo'))
  await waitFor(() => expect(dialog.queryByText('Completes per hour 1.20 is removed.')).toBeNull())
  expect([sent(withdrawTarget), sent(restoreTarget)]).toEqual([[{ id: 3 }], [{ id: 3 }]])
})

test('4 §4.5.17 targets by person and project stand with measure, day and who set them, and are removed and put back', async () => {
  const at = show(
    <KpisScreen />,
    (server) => {
      server.answer(listKpis, () => ({
        rows: [],
        choices: { AREA: [], PROJECT: [{ id: 7, name: 'Rail' }], CONTRACT_TYPE: [], TEAM: [] },
        today: '2026-05-04',
      }))
      server.answer(listTargets, () => ({
        rows: [
          target(3),
          target(4, {
            ...{ measure: 'completes', userID: null, projectID: 7, person: null, project: 'Rail' },
            ...{ period: 'WEEK', value: 50, holds: false, by: null },
          }),
        ],
      }))
      server.answer(removeTarget, () => ({ done: true }))
      server.answer(restoreTarget, () => ({ done: true }))
    },
    ['IRESOURCE_CAN_SET_UP_KPIS'],
    '/resource/performance/set-up-kpis?tab=targets',
  )
  const table = within(await screen.findByRole('table', { name: 'Targets by person and project' }))
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'WhoseTargetFromSet by',
    'Ivycompletes per hour 1.204 May 2026counts todaySamRemove',
    'Rail50 completes a week4 May 2026–Remove',
  ])
  // A project has no attendance.
  const measures = within(screen.getByRole('combobox', { name: 'Measure' }))
  expect(measures.queryByRole('option', { name: 'Adherence' })).toBeNull()
  expect(measures.getByRole('option', { name: 'Index' })).toBeDefined()
  await at.user.click(table.getByRole('button', { name: 'Remove 50 completes a week of Rail' }))
  expect(await screen.findByText('The target of Rail is removed: 50 completes a week.')).toBeDefined()
  await at.user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(at.made.filter(({ path }) => path === restoreTarget.path).map(({ request }) => request)).toEqual([
      { id: 4 },
    ]),
  )
})
