import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  type BackgroundServiceInfo,
  backgroundServiceRuns,
  listBackgroundServices,
  pauseBackgroundService,
  resumeBackgroundService,
  runBackgroundService,
} from '#shared/contract/background-services.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { createNewsFeed } from '../../services/hubs/news-feed.ts'
import { LiveProvider } from '../../services/live.tsx'
import { testAsksFirst } from '../../testing/asks-first.tsx'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { manualTimers } from '../../testing/manual-timers.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { BackgroundServicesScreen } from './index.ts'
import { PauseDialog } from './PauseDialog.tsx'

const SWEEP: BackgroundServiceInfo = {
  key: 'SESSION_SWEEP',
  name: 'Session sweep',
  what: 'Ends sessions.',
  schedule: 'Every minute',
  state: 'IDLE',
  pause: null,
  lastRun: {
    startedAt: '2026-11-21T11:59:00.000Z',
    endedAt: '2026-11-21T11:59:02.000Z',
    outcome: 'DONE',
  },
  nextRunAt: '2026-11-21T12:00:00.000Z',
  runs: 1440,
  failures: 0,
  lastError: null,
}
const FAILED: BackgroundServiceInfo = {
  ...SWEEP,
  key: 'MAIL_QUEUE',
  name: 'Mail queue',
  state: 'FAILED',
  lastRun: { startedAt: SWEEP.nextRunAt, endedAt: SWEEP.nextRunAt, outcome: 'FAILED' },
  runs: 3,
  failures: 2,
  lastError: 'no route',
}
const PAUSED: BackgroundServiceInfo = {
  ...SWEEP,
  key: 'UPKEEP',
  name: 'Upkeep',
  state: 'PAUSED',
  pause: { reason: 'Moving house', by: 'Ann', until: null },
  lastRun: null,
}

function open(permissions: readonly PermissionName[] = ['ADMIN_CAN_EDIT_SETTINGS']) {
  const timers = manualTimers()
  const server = fakeServices({ timers })
  server.services.session.signIn(testToken(['ADMIN_CAN_SEE_BACKGROUND_SERVICES', ...permissions]))
  const state = { services: [SWEEP, FAILED, PAUSED] }
  server.answer(listBackgroundServices, () => ({ ...state, asOf: SWEEP.nextRunAt }))
  const jobNews = createNewsFeed<string>()
  const live = { jobNews } as unknown as Parameters<typeof LiveProvider>[0]['value']
  renderSignedIn(
    server.services,
    <LiveProvider value={live}>
      <BackgroundServicesScreen />
    </LiveProvider>,
    '/admin/background-services',
  )
  const sent = ({ path }: { path: string }) =>
    server.made.filter((call) => call.path === path).map(({ request }) => request)
  return { ...server, state, jobNews, timers, sent, user: userEvent.setup() }
}
const service = (name: string) => screen.findByRole('listitem', { name })

test('A090 each service shows state, last run with outcome, next run, and runs and failures of 24 hours', async () => {
  open()
  expect((await service('Session sweep')).textContent).toMatch(
    /Session sweepWaiting.*Every minute.*Last run21 Nov, 11:59Done, 2 s.*Next run21 Nov, 12:00.*1440 runsnone failed/,
  )
  expect((await service('Mail queue')).textContent).toMatch(
    /Failed.*Failed, under 1 s.*3 runs2 failed.*no route/,
  )
  expect((await service('Upkeep')).textContent).toMatch(
    /Paused.*Not yet.*Once resumed.*Paused by Ann: Moving house/,
  )
})

test('A090 what the hub tells of a service shows at once, many in one reading', async () => {
  const at = open()
  await service('Session sweep')
  at.state.services = [{ ...SWEEP, state: 'RUNNING' }]
  const before = at.sent(listBackgroundServices).length
  at.jobNews.tell('SESSION_SWEEP')
  at.jobNews.tell('MAIL_QUEUE')
  act(() => at.timers.pass(300))
  await waitFor(async () => expect((await service('Session sweep')).textContent).toContain('Running'))
  expect(at.sent(listBackgroundServices).length).toBe(before + 1)
})

test('A091 a service is run, paused with a reason and an end, and resumed; a refusal is told', async () => {
  const at = open()
  at.answer(runBackgroundService, () => {
    throw refused(409, '', 'This service is running.', 'service.running')
  })
  at.answer(pauseBackgroundService, () => ({ done: true as const }))
  at.answer(resumeBackgroundService, () => ({ done: true as const }))
  await at.user.click(await screen.findByRole('button', { name: 'Run now: Session sweep' }))
  await waitFor(() =>
    expect(at.services.notices.store.getState().map(({ message }) => message)).toContain(
      'This service is running.',
    ),
  )
  await at.user.click(screen.getByRole('button', { name: 'Pause Session sweep' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Pause Session sweep' }))
  await at.user.click(dialog.getByRole('button', { name: 'Pause' }))
  expect(dialog.getByText('Say why it is paused.')).toBeTruthy()
  expect(at.sent(pauseBackgroundService)).toEqual([])
  await at.user.type(dialog.getByLabelText('Reason'), 'Lunch')
  await at.user.type(dialog.getByLabelText('Goes on by itself at'), '2026-11-21T13:30')
  await at.user.click(dialog.getByRole('button', { name: 'Pause' }))
  await waitFor(() =>
    expect(at.sent(pauseBackgroundService)).toEqual([
      { key: 'SESSION_SWEEP', reason: 'Lunch', until: '2026-11-21T13:30:00.000Z' },
    ]),
  )
  await at.user.click(screen.getByRole('button', { name: 'Resume Upkeep' }))
  await waitFor(() => expect(at.sent(resumeBackgroundService)).toEqual([{ key: 'UPKEEP' }]))
})

test('A091 who may not change settings sees the services and their runs, and no buttons to change them', async () => {
  const at = open([])
  at.answer(backgroundServiceRuns, () => ({
    runs: [
      {
        id: 2,
        startedAt: '2026-11-21T12:00:00.000Z',
        endedAt: null,
        outcome: null,
        error: '',
        startedBy: 'Ann',
        lines: [],
      },
      {
        id: 1,
        startedAt: '2026-11-21T11:00:00.000Z',
        endedAt: '2026-11-21T11:02:00.000Z',
        outcome: 'FAILED' as const,
        error: 'no broom',
        startedBy: null,
        lines: [{ at: '2026-11-21T11:00:01.000Z', text: '3 swept' }],
      },
    ],
  }))
  await service('Session sweep')
  expect(screen.queryByRole('button', { name: /^(Run now|Pause|Resume)/ })).toBeNull()
  await at.user.click(screen.getByRole('button', { name: 'Runs of Session sweep' }))
  const dialog = await screen.findByRole('dialog', { name: 'Runs of Session sweep' })
  const runs = await within(dialog).findAllByText(/by (Ann|schedule)/)
  expect(runs.map(({ textContent }) => textContent)).toEqual([
    'Running 21 Nov, 12:00:00, by Ann',
    'Failed 21 Nov, 11:00:00, 2 min, by schedule',
  ])
  expect(dialog.textContent).toContain('no broom')
  expect(dialog.textContent).toContain('11:00:01 3 swept')
})

test('what can’t be loaded says so, and can be tried again', async () => {
  const at = open()
  at.answer(listBackgroundServices, () => {
    throw refused(503, 'Out of order')
  })
  at.jobNews.tell('X')
  act(() => at.timers.pass(300))
  // What is shown stays.
  expect(await service('Session sweep')).toBeTruthy()
})

testAsksFirst(
  'pause of a service',
  ({ onClose }) => <PauseDialog service={SWEEP} onClose={onClose} onDone={() => {}} />,
  /^Reason/,
)
