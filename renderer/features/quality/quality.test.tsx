import { QueryClientProvider } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { myCoaching } from '#shared/contract/coaching.ts'
import {
  acknowledgeReview,
  disputeReview,
  getReview,
  type MyQuality,
  myQuality,
  type QcDueRow,
  type QcReview,
  qcDue,
  qcFigures,
  saveReview,
  submitReview,
} from '#shared/contract/qc.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { createQueryClient } from '../../services/http/query-client.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'
import { manualTimers } from '../../testing/manual-timers.ts'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { MyQualityScreen, SupervisorQualityScreen } from './index.ts'

const NOW = Date.parse('2026-07-20T10:00:00.000Z')
const SUPERVISES: readonly PermissionName[] = [
  ...(['ISUPERVISOR_CAN_SEE_QUALITY', 'ISUPERVISOR_CAN_ACTION_LIVE_QC', 'QC_CAN_ADD'] as const),
]

function show(Content: ComponentType, permissions: readonly PermissionName[], address = '/') {
  const timers = manualTimers()
  const server = fakeLive({ now: () => NOW, timers })
  server.services.session.signIn(testToken(permissions))
  const own = server.services.session.store.getState().user?.id ?? 0
  const open = () =>
    renderWith(
      server.services,
      server.around(
        <MemoryRouter initialEntries={[address]}>
          <QueryClientProvider client={createQueryClient()}>
            <Content />
          </QueryClientProvider>
        </MemoryRouter>,
      ),
    )
  return { ...server, timers, own, open, user: userEvent.setup() }
}

const item = (id: string, text: string, severity: 'MINOR' | 'MAJOR' | 'CRITICAL', weight: number) => ({
  ...{ id, section: 'Questions', text, help: '', weight, severity },
})
const review = (over: Partial<QcReview>): QcReview => ({
  ...{
    id: 5,
    version: 1,
    userID: 7,
    name: 'Jamie',
    projectID: 1,
    project: 'Rail',
    monitoringConsent: 'ASKED',
  },
  ...{ interviewID: null, interviewEnd: null, formID: 1, form: 'Live call', formVersion: 2, kind: 'LIVE' },
  items: [
    item('a', 'Reads the opening', 'MINOR', 5),
    item('b', 'Reads each question', 'MAJOR', 3),
    item('c', 'Says it is recorded', 'CRITICAL', 2),
  ],
  ...{ reviewerID: 9, reviewer: 'Priya', listenedFrom: null, listenedTo: null, consent: null, answers: [] },
  ...{ score: null, outcome: null, criticals: 0, feedback: '', actionText: '', followUp: null },
  ...{
    isCalibration: false,
    calibrationID: null,
    state: 'IN_PROGRESS',
    startedAt: '2026-07-20T09:00:00.000Z',
  },
  ...{ submittedAt: null, acknowledgedAt: null, acknowledgement: '', isBySystem: false, disputedAt: null },
  ...{ disputeReason: '', decision: null, resolution: '', resolvedBy: null, resolvedAt: null },
  ...{ correctedAt: null, voidReason: '', ...over },
})

describe('the form', () => {
  const fill = async () => {
    const at = show(SupervisorQualityScreen, SUPERVISES, '/?review=5')
    at.answer(getReview, () => review({ reviewerID: at.own }))
    at.answer(saveReview, ({ version }) => review({ reviewerID: at.own, version: version + 1 }))
    at.answer(submitReview, () => review({ state: 'SUBMITTED' }))
    at.answer(qcDue, () => ({ rows: [], total: 0, asOf: new Date(NOW).toISOString() }))
    at.answer(qcFigures, () => FIGURES)
    at.open()
    await screen.findByRole('heading', { name: 'Jamie' })
    return at
  }

  test('D137 it is filled in by the keys Y, N and A, and the score is counted meanwhile', async () => {
    const { user } = await fill()
    await user.keyboard('y')
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100')
    await user.keyboard('n')
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('63')
    await screen.findByRole('textbox', { name: 'Note: Reads each question' })
    await user.click(screen.getAllByRole('radio', { name: 'N/A' })[2] as HTMLElement)
    expect(screen.getByText('All items are answered')).toBeTruthy()
    expect(screen.getByText('Fail')).toBeTruthy()
  })

  test('D138 what is missing is said at its item, and nothing is sent', async () => {
    const { user, made } = await fill()
    const submit = () => user.click(screen.getByRole('button', { name: 'Submit' }))
    await user.keyboard('y')
    await submit()
    expect(screen.getByText('Answer every item.')).toBeTruthy()
    await user.keyboard('n')
    await user.click(screen.getAllByRole('radio', { name: 'Yes' })[2] as HTMLElement)
    await submit()
    expect(screen.getAllByText('Say what happened.').length).toBeGreaterThan(0)
    await user.type(screen.getByRole('textbox', { name: 'Note: Reads each question' }), 'Cut it short')
    await user.type(screen.getByRole('textbox', { name: /^Feedback/ }), 'Very well done today')
    await submit()
    expect(screen.getByText('Please include more details in your feedback')).toBeTruthy()
    expect(made.some(({ path }) => path.includes('review/submit'))).toBe(false)
    await user.type(screen.getByRole('textbox', { name: /^Feedback/ }), ' indeed')
    await submit()
    await screen.findByRole('heading', { name: 'Due' })
    expect(made.some(({ path }) => path.includes('review/submit'))).toBe(true)
  })

  test('D138 a draft that couldn’t be kept goes with the submission, and isn’t kept after it', async () => {
    const { user, made, answer } = await fill()
    answer(saveReview, () => {
      throw refused(503, 'Please try again.')
    })
    await user.keyboard('y')
    for (const at of [1, 2])
      await user.click(screen.getAllByRole('radio', { name: 'Yes' })[at] as HTMLElement)
    await user.type(screen.getByRole('textbox', { name: /^Feedback/ }), 'Very well done again today')
    const saves = () => made.filter(({ path }) => path === saveReview.path).length
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    const before = saves()
    // What was typed is kept as the form leaves: by now it would have been.
    await user.click(await screen.findByRole('heading', { name: 'Due' }))
    const sent = made.find(({ path }) => path === submitReview.path)?.request
    expect(sent).toMatchObject({ feedback: 'Very well done again today' })
    expect(saves()).toBe(before)
  })

  test('D139 a fail asks what follows', async () => {
    const { user } = await fill()
    await user.keyboard('yy')
    expect(screen.queryByText('This is a fail. What follows?')).toBeNull()
    await user.keyboard('n')
    const asked = within(screen.getByRole('group', { name: 'This is a fail. What follows?' }))
    expect(
      asked.getAllByRole('checkbox').map((box) => box.parentElement?.parentElement?.textContent),
    ).toEqual([...['Coaching session', 'Stop Rail for the person', 'Void the interview', 'None']])
  })
})

const FIGURES = {
  ...{ score: 88.4, reviews: 20, completes: 300, coverage: 0.0667, sameShift: 0.4 },
  ...{ criticalsAHundred: 2.5, due: 7, disputes: 1 },
}

test('D135 what somebody else reviews can’t be taken, and who isn’t heard live has no listen', async () => {
  const at = show(SupervisorQualityScreen, SUPERVISES)
  const row = (over: Partial<QcDueRow>): QcDueRow => ({
    ...{ userID: 7, name: 'Jamie', projectID: 1, project: 'Rail', monitoringConsent: 'ANNOUNCED', due: 2 },
    ...{ done: 0, firstTen: 3, lastScore: null, lastOutcome: null, lastReview: null, isAvailable: true },
    ...{ reviewing: null, ...over },
  })
  at.answer(qcFigures, () => FIGURES)
  at.answer(qcDue, () => ({
    rows: [
      row({ reviewing: { reviewID: 5, userID: 9999, name: 'Sam' } }),
      row({ userID: 8, name: 'Ellie', monitoringConsent: 'NONE' }),
      row({ userID: 10, name: 'Owen' }),
    ],
    total: 3,
    asOf: new Date(NOW).toISOString(),
  }))
  at.open()
  const rowOf = async (name: string) =>
    within((await screen.findByRole('row', { name: new RegExp(name) })) as HTMLElement)
  expect((await rowOf('Jamie')).getByText('Being reviewed by Sam.')).toBeTruthy()
  expect((await rowOf('Jamie')).queryByRole('button')).toBeNull()
  expect((await rowOf('Ellie')).queryByRole('button', { name: /Listen/ })).toBeNull()
  expect((await rowOf('Ellie')).getByRole('button', { name: 'Review: Ellie, Rail' })).toBeTruthy()
  expect((await rowOf('Owen')).getByRole('button', { name: 'Listen: Owen, Rail' })).toBeTruthy()
})

test('nothing due is said', async () => {
  const at = show(SupervisorQualityScreen, SUPERVISES)
  at.answer(qcFigures, () => FIGURES)
  at.answer(qcDue, () => ({ rows: [], total: 0, asOf: new Date(NOW).toISOString() }))
  at.open()
  expect(await screen.findByText('No reviews are due. Next week’s begin on Monday.')).toBeTruthy()
})

test('the head has the room of all its figures before they come: nothing below moves under a pointer', async () => {
  const at = show(SupervisorQualityScreen, SUPERVISES)
  const figures = Promise.withResolvers<typeof FIGURES>()
  at.answer(qcFigures, () => figures.promise)
  at.answer(qcDue, () => ({ rows: [], total: 0, asOf: new Date(NOW).toISOString() }))
  at.open()
  const coverage = () => (screen.getByText('Coverage').closest('div') as HTMLElement).querySelectorAll('dd')
  await screen.findByText('Coverage')
  expect([...coverage()].map(({ textContent }) => textContent)).toEqual(['–', ''])
  figures.resolve(FIGURES)
  expect(await screen.findByText(/ completes$/)).toBe(coverage()[1])
})

describe('My quality', () => {
  const QUALITY: MyQuality = {
    rows: [
      {
        ...{ id: 5, at: '2026-07-19T10:00:00.000Z', project: 'Rail', kind: 'LIVE', reviewer: 'Priya' },
        ...{
          score: 70,
          outcome: 'COACHING',
          criticals: 0,
          state: 'SUBMITTED',
          isBySystem: false,
          form: 'Live',
        },
      },
    ],
    ...{ score4: 70, score12: 82.5, reviews4: 1, reviews12: 6, trend: [], projectScore: 90 },
    ...{ outcomes: { PASS: 0, COACHING: 1, FAIL: 0 }, criticals: 0, hoursToFeedback: 3.5, due: 1 },
    asOf: new Date(NOW).toISOString(),
  }
  const open = (quality: MyQuality = QUALITY) => {
    const at = show(MyQualityScreen, ['ITRACKER_CAN_SEE_MY_QC_SCORE'])
    at.answer(myQuality, () => quality)
    at.answer(myCoaching, () => ({ sessions: [] }))
    const submitted = { state: 'SUBMITTED', submittedAt: '2026-07-19T10:00:00.000Z' } as const
    at.answer(getReview, () => review({ ...submitted, feedback: 'Read each question', score: 70 }))
    at.answer(acknowledgeReview, () => review({ ...submitted, state: 'ACKNOWLEDGED' }))
    at.answer(disputeReview, () => review({ ...submitted, state: 'DISPUTED' }))
    at.open()
    return at
  }

  test('D106 a review is opened, and disputed with more than 4 words', async () => {
    const { user, made } = open()
    await user.click(await screen.findByRole('button', { name: /Rail/ }))
    expect(await screen.findByText('Read each question', { selector: 'p' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Dispute' }))
    const box = screen.getByRole('textbox', { name: 'What do you disagree with?' })
    await user.type(box, 'I read each question')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(screen.getByText('Please say in more than 4 words what you disagree with.')).toBeTruthy()
    await user.type(box, ' aloud')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(made.some(({ path }) => path.includes('review/dispute'))).toBe(true)
  })

  test('few reviews are told as few data', async () => {
    open()
    expect((await screen.findByText(/1 review · few data/)).textContent).toContain('Your projects: 90')
  })

  test('nobody was reviewed yet', async () => {
    open({ ...QUALITY, rows: [], reviews4: 0, reviews12: 0 })
    expect(await screen.findByText('No reviews yet. You are heard at least twice a week.')).toBeTruthy()
  })
})
