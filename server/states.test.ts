import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allCalls } from '#shared/contract/all-calls.ts'
import type { Database } from './db/database.ts'
import { type Company, make, openCompany } from './http/testing/company.ts'
import { REQUESTS } from './http/testing/good-requests.ts'
import { readyFor } from './http/testing/prepare-call.ts'
import { NOON } from './http/testing/test-server.ts'

let company: Company
beforeAll(async () => {
  company = await openCompany()
})
afterAll(() => company.server.server.close())

const DAY = 24 * 3_600_000

/** A call that changes a state. */
interface Step {
  readonly call: string
  /** The transition as a participle, as the refusal has it. */
  readonly action: string
  /** States from which the document lists it; of all others it is refused. */
  readonly from: readonly string[]
  /** In place of the good request. */
  readonly payload?: object
  /** The row of the good request, where it isn't the entity's. */
  readonly row?: number
}

interface Entity {
  /** As the document's table names it (spec 4 §5.1). */
  readonly name: string
  /** All its states. */
  readonly states: readonly string[]
  /** As the refusal names it. */
  readonly record: string
  readonly put: (db: Database, state: string, row: number) => Promise<unknown>
  /** As the refusal has the state. */
  readonly words?: (state: string) => string
  readonly steps: readonly Step[]
}

const capital = (state: string) => {
  const words = state.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * Those of spec 4 §5.1 whose state somebody changes by a call. Quota cells and slots follow from numbers and the clock;
 * sessions, allocations and remote commands are ended by what comes next; a locked shift is locked once
 * (server/activity/shift-lock.test.ts).
 */
const ENTITIES: readonly Entity[] = [
  {
    name: 'Project',
    states: ['PLANNED', 'LIVE', 'PAUSED', 'FIELD_COMPLETE', 'CLOSED', 'CANCELLED'],
    record: 'The project',
    put: (db, status) =>
      db
        .updateTable('projects')
        .set({ status: status as never })
        .where('id', '=', 7)
        .execute(),
    steps: (
      [
        ['PLANNED', 'planned', []],
        ['LIVE', 'made live', ['PLANNED', 'PAUSED']],
        ['PAUSED', 'paused', ['LIVE']],
        // It comes by itself (project-status.test.ts).
        ['FIELD_COMPLETE', 'completed', []],
        ['CLOSED', 'closed', ['FIELD_COMPLETE']],
        ['CANCELLED', 'cancelled', ['PLANNED', 'LIVE', 'PAUSED']],
      ] as const
    ).map(([status, action, from]) => ({
      ...{ call: 'advisory.setProjectStatus', action, from, payload: { projectID: 7, status } },
    })),
  },
  {
    name: 'Shift',
    states: ['DRAFT', 'PUBLISHED', 'OFFERED', 'LIVE', 'COMPLETED', 'CANCELLED', 'NO_SHOW'],
    record: 'The shift',
    put: (db, state, id) =>
      db
        .updateTable('shifts')
        .set({ state: state as never })
        .where('id', '=', id)
        .execute(),
    steps: [
      { call: 'shifts.updateShifts', action: 'changed', from: ['DRAFT', 'PUBLISHED', 'OFFERED'], row: 1 },
      { call: 'shifts.splitShift', action: 'split', from: ['DRAFT', 'PUBLISHED', 'OFFERED'], row: 1 },
      { call: 'shifts.deleteShifts', action: 'cancelled', from: ['DRAFT', 'PUBLISHED', 'OFFERED'], row: 1 },
      { call: 'shifts.answerShift', action: 'answered', from: ['OFFERED', 'DRAFT'], row: 1 },
    ],
  },
  {
    name: 'Shift request',
    states: ['PENDING', 'OFFERED', 'ACCEPTED', 'REFUSED', 'APPROVED', 'DECLINED', 'CANCELLED', 'EXPIRED'],
    record: 'The request',
    put: (db, state, id) =>
      db
        .updateTable('shiftRequests')
        .set({ state: state as never })
        .where('id', '=', id)
        .execute(),
    steps: [
      { call: 'shiftRequests.answerShiftRequest', action: 'accepted', from: ['OFFERED'], row: 2 },
      {
        ...{ call: 'shiftRequests.answerShiftRequest', action: 'refused', from: ['OFFERED'], row: 2 },
        payload: { id: 2, state: 'REFUSED' },
      },
      // Without the colleague's word it is OFFERED still, which is refused in words of its own (D171).
      {
        call: 'shiftRequests.decideShiftRequest',
        action: 'approved',
        from: ['PENDING', 'ACCEPTED', 'OFFERED'],
        row: 1,
      },
      {
        ...{
          call: 'shiftRequests.decideShiftRequest',
          action: 'declined',
          from: ['PENDING', 'ACCEPTED', 'OFFERED'],
          row: 1,
        },
        payload: { id: 1, state: 'DECLINED', note: 'Not that week' },
      },
      { call: 'shiftRequests.offerCover', action: 'offered', from: ['PENDING'], row: 1 },
      {
        ...{
          call: 'shiftRequests.proposeShiftTimes',
          action: 'declined',
          from: ['PENDING', 'ACCEPTED', 'OFFERED'],
        },
        row: 3,
      },
    ],
  },
  {
    name: 'Booking request',
    states: ['PENDING', 'APPROVED', 'DECLINED', 'CANCELLED', 'REQUESTED_CANCELATION'],
    record: 'The request',
    put: (db, state, id) =>
      db
        .updateTable('bookingRequests')
        .set({ state: state as never })
        .where('id', '=', id)
        .execute(),
    steps: [
      // Who decides on what is decided reads by whom (D164).
      {
        ...{ call: 'booking.decideBooking', action: 'approved', row: 1 },
        from: ['PENDING', 'REQUESTED_CANCELATION', 'APPROVED', 'DECLINED'],
      },
      {
        ...{
          call: 'booking.decideBooking',
          action: 'declined',
          row: 1,
          payload: { id: 1, state: 'DECLINED', note: 'Full' },
        },
        from: ['PENDING', 'APPROVED', 'DECLINED'],
      },
      {
        ...{
          call: 'booking.decideBooking',
          action: 'cancelled',
          row: 1,
          payload: { id: 1, state: 'CANCELLED', note: 'Moved' },
        },
        from: ['APPROVED', 'REQUESTED_CANCELATION'],
      },
      {
        ...{
          call: 'booking.decideBooking',
          action: 'reopened',
          row: 1,
          payload: { id: 1, state: 'PENDING' },
        },
        from: ['DECLINED'],
      },
      { call: 'booking.withdrawBooking', action: 'withdrawn', from: ['PENDING', 'APPROVED'], row: 2 },
    ],
  },
  {
    name: 'Booking window',
    states: ['SCHEDULED', 'OPEN', 'CLOSED', 'CANCELLED'],
    record: 'Extra evenings',
    put: (db, state) => {
      const opensAt = state === 'SCHEDULED' ? NOON + 1 : NOON - DAY
      return db
        .updateTable('bookingWindows')
        .set({ state: state as never, opensAt })
        .execute()
    },
    steps: [
      { call: 'bookingWindows.openWindow', action: 'opened', from: ['SCHEDULED'] },
      { call: 'bookingWindows.closeWindow', action: 'closed', from: ['OPEN'] },
      { call: 'bookingWindows.extendWindow', action: 'extended', from: ['OPEN', 'CLOSED'] },
      { call: 'bookingWindows.cancelWindow', action: 'cancelled', from: ['SCHEDULED', 'OPEN'] },
    ],
  },
  {
    name: 'Campaign',
    states: ['DRAFT', 'OPEN', 'PAUSED', 'CLOSED', 'CANCELLED'],
    record: 'Wave 3',
    put: (db, state) =>
      db
        .updateTable('campaigns')
        .set({ state: state as never })
        .execute(),
    steps: [
      { call: 'campaigns.openCampaign', action: 'opened', from: ['DRAFT', 'PAUSED'] },
      { call: 'campaigns.pauseCampaign', action: 'paused', from: ['OPEN'] },
      { call: 'campaigns.closeCampaign', action: 'closed', from: ['OPEN', 'FULL'] },
      { call: 'campaigns.cancelCampaign', action: 'cancelled', from: ['DRAFT', 'OPEN', 'PAUSED', 'FULL'] },
    ],
  },
  {
    name: 'Application',
    states: ['APPLIED', 'ACCEPTED', 'DECLINED', 'WAITLISTED', 'WITHDRAWN'],
    record: 'The application',
    put: (db, state, id) =>
      db
        .updateTable('campaignApplications')
        .set({ state: state as never })
        .where('id', '=', id)
        .execute(),
    steps: [
      { call: 'campaigns.decideApplication', action: 'accepted', from: ['APPLIED', 'WAITLISTED'], row: 1 },
      {
        ...{ call: 'campaigns.decideApplication', action: 'put on the waitlist', from: ['APPLIED'], row: 1 },
        payload: { id: 1, state: 'WAITLISTED' },
      },
      {
        call: 'campaigns.withdrawApplication',
        action: 'withdrawn',
        from: ['APPLIED', 'ACCEPTED', 'WAITLISTED'],
        row: 2,
      },
    ],
  },
  {
    name: 'Attendance day',
    states: ['OPEN', 'CONFIRMED', 'QUERIED', 'APPROVED', 'LOCKED'],
    record: 'The day',
    put: async (db, state) => {
      await db.deleteFrom('attendanceDays').execute()
      for (const userID of [1, 2])
        for (const day of ['2026-05-02', '2026-05-03'])
          await db
            .insertInto('attendanceDays')
            .values({
              userID,
              day,
              state: state as never,
              note: '',
              isBySystem: 0,
              changedBy: null,
              changedAt: NOON,
            })
            .execute()
    },
    steps: [
      { call: 'attendance.confirmDay', action: 'confirmed', from: ['OPEN', 'QUERIED'] },
      { call: 'attendance.queryDay', action: 'queried', from: ['OPEN'] },
      { call: 'attendance.approveDays', action: 'approved', from: ['CONFIRMED'] },
    ],
  },
  {
    name: 'Activity correction',
    states: ['PENDING', 'APPROVED', 'DECLINED', 'CANCELLED', 'EXPIRED'],
    record: 'The correction',
    put: (db, state) =>
      db
        .updateTable('activityCorrections')
        .set({ state: state as never })
        .execute(),
    steps: [
      { call: 'attendance.cancelCorrection', action: 'cancelled', from: ['PENDING'] },
      { call: 'attendance.decideCorrection', action: 'approved', from: ['PENDING'] },
      {
        ...{ call: 'attendance.decideCorrection', action: 'declined', from: ['PENDING'] },
        payload: { id: 2, state: 'DECLINED', note: 'It was not' },
      },
    ],
  },
  {
    name: 'QC review',
    states: ['DUE', 'IN_PROGRESS', 'SUBMITTED', 'ACKNOWLEDGED', 'DISPUTED', 'RESOLVED', 'VOID'],
    record: 'The review',
    words: capital,
    put: (db, state, id) =>
      db
        .updateTable('qcReviews')
        .set({ state: state as never, submittedAt: NOON, isBySystem: 0 })
        .where('id', '=', id)
        .execute(),
    steps: [
      { call: 'qc.saveReview', action: 'changed', from: ['DUE', 'IN_PROGRESS'], row: 1 },
      { call: 'qc.submitReview', action: 'submitted', from: ['DUE', 'IN_PROGRESS'], row: 1 },
      {
        call: 'qc.acknowledgeReview',
        action: 'acknowledged',
        from: ['SUBMITTED', 'DUE', 'IN_PROGRESS'],
        row: 2,
      },
      { call: 'qc.disputeReview', action: 'disputed', from: ['SUBMITTED', 'DUE', 'IN_PROGRESS'], row: 2 },
      { call: 'qc.resolveReview', action: 'resolved', from: ['DISPUTED'], row: 3 },
      {
        ...{ call: 'qc.voidReview', action: 'voided', row: 3 },
        from: ['DUE', 'IN_PROGRESS', 'SUBMITTED', 'ACKNOWLEDGED', 'DISPUTED', 'RESOLVED'],
      },
    ],
  },
  {
    name: 'QC form',
    states: ['DRAFT', 'ACTIVE', 'RETIRED'],
    record: 'The form',
    words: capital,
    put: (db, state) =>
      db
        .updateTable('qcFormVersions')
        .set({ status: state as never })
        .where('formID', '=', 1)
        .execute(),
    steps: [
      { call: 'qc.activateForm', action: 'activated', from: ['DRAFT'] },
      { call: 'qc.retireForm', action: 'retired', from: ['ACTIVE'] },
    ],
  },
  {
    name: 'Coaching session',
    states: ['PLANNED', 'HELD', 'ACKNOWLEDGED', 'CANCELLED', 'MISSED'],
    record: 'The session',
    words: capital,
    put: (db, state, id) =>
      db
        .updateTable('coachingSessions')
        .set({ state: state as never })
        .where('id', '=', id)
        .execute(),
    steps: [
      { call: 'coaching.saveCoaching', action: 'changed', from: ['PLANNED'], row: 1 },
      { call: 'coaching.holdCoaching', action: 'held', from: ['PLANNED'], row: 1 },
      { call: 'coaching.finishCoaching', action: 'held', from: ['PLANNED'], row: 1 },
      { call: 'coaching.endCoaching', action: 'cancelled', from: ['PLANNED'], row: 1 },
      {
        ...{ call: 'coaching.endCoaching', action: 'missed', from: ['PLANNED'], row: 1 },
        payload: { id: 1, version: 1, state: 'MISSED' },
      },
      { call: 'coaching.acknowledgeCoaching', action: 'acknowledged', from: ['HELD'], row: 3 },
    ],
  },
  {
    name: 'KPI',
    states: ['DRAFT', 'ACTIVE', 'RETIRED'],
    record: 'Index',
    words: (state) => state.toLowerCase(),
    put: (db, state) =>
      db
        .updateTable('kpis')
        .set({ status: state as never, name: 'Index' })
        .where('id', '=', 1)
        .execute(),
    steps: [
      { call: 'performance.retireKpi', action: 'retired', from: ['ACTIVE'] },
      {
        ...{ call: 'performance.saveKpi', action: 'changed', from: ['DRAFT', 'ACTIVE'] },
        payload: { ...(REQUESTS['performance.saveKpi'] as object), id: 1, version: 1 },
      },
      {
        ...{ call: 'performance.saveKpi', action: 'made a draft', from: ['DRAFT', 'RETIRED'] },
        payload: { ...(REQUESTS['performance.saveKpi'] as object), id: 1, version: 1, status: 'DRAFT' },
      },
    ],
  },
]

const unlisted = ENTITIES.flatMap(({ steps, states, ...entity }) =>
  steps.flatMap(({ from, row = 1, ...step }) =>
    states.filter((state) => !from.includes(state)).map((state) => ({ ...entity, ...step, row, state })),
  ),
)

const declared = new Map(allCalls.map((one) => [`${one.area}.${one.name}`, one]))

describe('D181 a transition that isn’t listed is refused in words, and changes nothing', () => {
  test.each(unlisted)('D181 $name: what is $state can’t be $action', async (one) => {
    const { server, bearer, restore } = company
    const { db } = server.server
    await restore()
    const call = declared.get(one.call)
    if (!call) throw new Error(`There is no call ${one.call}.`)
    await readyFor(db, call)
    await one.put(db, one.state, one.row)
    const audited = () =>
      db
        .selectFrom('audit')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    const before = await audited()
    const { status, body } = await make(server, call.call, one.payload ?? REQUESTS[one.call], bearer)
    const state = (one.words ?? ((text: string) => text))(one.state)
    // What is done to many is answered row by row.
    const said = JSON.parse(body) as { value?: string; results?: { done: boolean; reason: string }[] }
    const [result] = said.results ?? []
    expect(result?.reason ?? said.value).toBe(`${one.record} is ${state} and can't be ${one.action}.`)
    if (result) expect(result.done).toBe(false)
    else expect([400, 409]).toContain(status)
    expect(await audited()).toEqual(before)
  })
})
