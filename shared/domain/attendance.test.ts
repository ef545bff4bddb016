import { describe, expect, test } from 'vitest'
import { ACTIVITY } from '../settings/activity.ts'
import { SETTINGS } from '../settings/registry.ts'
import { ACTIVITY_NAMES, type ActivityName } from './activity.ts'
import { ruleOf } from './activity-rules.ts'
import {
  adherenceNow,
  breakAllowance,
  type DayFacts,
  type DoneSession,
  dayFigures,
  judged,
  type PlannedShift,
  paidHours,
  paidSeconds,
} from './attendance.ts'
import { exceptionWords } from './attendance-words.ts'
import { randomFrom } from './random.ts'
import { joined, outside, secondsOf, within } from './spans.ts'

const DAY = Date.UTC(2026, 10, 23)
/** '9:30' of the day. */
const at = (time: string) => {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return DAY + ((hours * 60 + minutes) * 60 + seconds) * 1000
}
const span = (times: string) => {
  const [start = '', end = ''] = times.split('–')
  return { start: at(start), end: at(end) }
}
const did = (activity: ActivityName, times: string, more: Partial<DoneSession> = {}): DoneSession => ({
  ...{ activity, class: ruleOf(activity).class, projectID: 1, category: null, isOverride: false },
  ...span(times),
  ...more,
})
const shift = (times: string, more: Partial<PlannedShift> = {}): PlannedShift => ({
  ...{ segments: [], breakMinutes: 30, projectID: 1, allowanceSeconds: 30 * 60 },
  ...span(times),
  ...more,
})
const facts = (over: Partial<DayFacts>): DayFacts => ({
  ...{ shifts: [], sessions: [], revoked: [], calls: [], freed: [], absent: [], given: [] },
  ...{ overtime: [], excuses: [], paysPrayer: false, lateAfterMinutes: 3 },
  ...over,
})
const LATER = at('23:59')
const hours = (seconds: number) => seconds / 3600

describe('paid time', () => {
  const sessions = ACTIVITY_NAMES.filter((name) => name !== 'BREAK')
  test.each(sessions)(
    'D034 an hour of %s within the shift is paid unless it is PERSONAL or INACTIVE',
    (activity) => {
      const paid = paidSeconds(
        facts({ shifts: [shift('9:00–17:00')], sessions: [did(activity, '10:00–11:00')] }),
      )
      expect(paid).toBe(activity === 'PERSONAL' || activity === 'INACTIVE' ? 0 : 3600)
    },
  )

  test('D034 the activities as they come: their class, what is paid of them, and their categories', () => {
    const kinds = ACTIVITY['activity.kinds'].usual
    const said = (name: (typeof ACTIVITY_NAMES)[number]) => {
      const { class: cls, paid, categories } = kinds[name]
      return [cls, paid, ...categories].join(' ')
    }
    expect(said('AVAILABLE')).toBe('INTERVIEWING YES Outbound Appointments Inbound')
    expect(said('BREAK')).toBe('BREAK ALLOWANCE Tea Lunch Screen Prayer')
    expect(said('PERSONAL')).toBe('AWAY NO')
    expect(said('INACTIVE')).toBe('NONE NO')
    expect(ACTIVITY_NAMES.filter((name) => kinds[name].paid === 'YES')).toHaveLength(11)
  })

  test('D034 breaks are paid up to the allowance, all of them together', () => {
    const day = (...breaks: string[]) =>
      paidSeconds(
        facts({
          shifts: [shift('9:00–17:00', { allowanceSeconds: 1800 })],
          sessions: breaks.map((times) => did('BREAK', times)),
        }),
      )
    expect(day('10:00–10:29:59')).toBe(1799)
    expect(day('10:00–10:30')).toBe(1800)
    expect(day('10:00–10:30:01')).toBe(1800)
    expect(day('10:00–10:20', '12:00–12:20')).toBe(1800)
    expect(day('10:00–10:10', '12:00–12:10')).toBe(1200)
  })

  test('D034 system issues that were revoked are unpaid for the time that was', () => {
    const lost = did('SYSTEM ISSUES', '10:00–11:00')
    expect(paidSeconds(facts({ shifts: [shift('9:00–17:00')], sessions: [lost] }))).toBe(3600)
    const revoked = [span('10:15–11:00')]
    expect(paidSeconds(facts({ shifts: [shift('9:00–17:00')], sessions: [lost], revoked }))).toBe(900)
  })

  test('D034 prayer at a booked time is unpaid and uses no allowance, unless the contract type pays it', () => {
    const day = {
      shifts: [shift('9:00–17:00', { allowanceSeconds: 600 })],
      sessions: [did('BREAK', '12:00–12:10', { category: 'Prayer' }), did('BREAK', '15:00–15:10')],
      freed: [{ ...span('12:00–12:10'), type: 'SALAH_TIME' }],
    }
    expect(paidSeconds(facts(day))).toBe(600)
    expect(paidSeconds(facts({ ...day, paysPrayer: true }))).toBe(1200)
    expect(paidSeconds(facts({ ...day, freed: [] }))).toBe(600)
    expect(dayFigures(facts(day), LATER).breakOverSeconds).toBe(0)
    expect(dayFigures(facts({ ...day, freed: [] }), LATER).breakOverSeconds).toBe(600)
  })

  test.each([
    [0, 0],
    [1, 0.25],
    [899, 0.25],
    [900, 0.25],
    [901, 0.5],
    [3600, 1],
    [3601, 1.25],
    [27_000, 7.5],
  ])('D035 %i paid seconds are %f hours: up to the next quarter', (seconds, paid) => {
    expect(paidHours(seconds)).toBe(paid)
  })

  test('D035 the day is rounded once, not each session of it', () => {
    const sessions = ['9:00–9:01', '10:00–10:01', '11:00–11:01'].map((times) => did('AVAILABLE', times))
    expect(dayFigures(facts({ shifts: [shift('9:00–17:00')], sessions }), LATER).paidHours).toBe(0.25)
  })

  test('D036 work before the planned start or after the planned end is unpaid', () => {
    const day = { shifts: [shift('9:00–12:00')], sessions: [did('AVAILABLE', '8:30–12:30')] }
    expect(hours(paidSeconds(facts(day)))).toBe(3)
  })

  test('D036 after the end it is paid as long as a call ran over, and no longer', () => {
    const day = { shifts: [shift('9:00–12:00')], sessions: [did('AVAILABLE', '9:00–12:30')] }
    expect(paidSeconds(facts({ ...day, calls: [span('11:55–12:10')] }))).toBe(3 * 3600 + 600)
    expect(paidSeconds(facts({ ...day, calls: [span('12:05–12:20')] }))).toBe(3 * 3600)
    expect(paidSeconds(facts({ ...day, calls: [span('12:00–12:10')] }))).toBe(3 * 3600)
    expect(paidSeconds(facts({ ...day, calls: [span('11:50–12:00')] }))).toBe(3 * 3600)
  })

  test('D036 approved overtime pays it before and after, and a supervisor who approves it does', () => {
    const day = { shifts: [shift('9:00–12:00')], sessions: [did('AVAILABLE', '8:30–12:30')] }
    expect(hours(paidSeconds(facts({ ...day, overtime: [span('8:30–9:00'), span('12:00–12:15')] })))).toBe(
      3.75,
    )
    const approved = {
      kind: 'UNSCHEDULED',
      start: at('12:00'),
      seconds: 1500,
      reason: 'Asked to',
      by: 'Sam',
    } as const
    expect(paidSeconds(facts({ ...day, excuses: [approved] }))).toBe(3 * 3600 + 1500)
    expect(paidSeconds(facts({ ...day, excuses: [{ ...approved, kind: 'LONG_BREAK' }] }))).toBe(3 * 3600)
  })

  test.each([
    [3.99, 10],
    [4, 15],
    [5.99, 15],
    [6, 30],
    [12, 30],
  ])('D037 a shift of %f hours has %i minutes of break without a rule of its own', (length, minutes) => {
    const usual = SETTINGS['activity.breakAllowances'].usual
    expect(breakAllowance(length, '', usual)).toBe(minutes)
  })

  test('D037 the contract type’s own rule comes first, for lengths that it has one for', () => {
    const usual = [{ fromHours: 0, minutes: 10 }]
    expect(breakAllowance(5, '4:12, 6:25', usual)).toBe(12)
    expect(breakAllowance(6, '4:12, 6:25', usual)).toBe(25)
    expect(breakAllowance(8, '6:25, 4:12', usual)).toBe(25)
    expect(breakAllowance(3.5, '4:12', usual)).toBe(10)
    expect(breakAllowance(4.5, '4.5:0', usual)).toBe(0)
    // A part that isn't a rule is none; where nothing is said there is no break.
    expect(breakAllowance(7, '6, 4:12', usual)).toBe(12)
    expect(breakAllowance(3, '', [{ fromHours: 4, minutes: 15 }])).toBe(0)
  })
})

describe('adherence', () => {
  const share = (over: Partial<DayFacts>, now = LATER) => dayFigures(facts(over), now).adherence

  test('D041 time as expected and breaks in the allowance divided by the scheduled time', () => {
    const shifts = [shift('9:00–13:00', { allowanceSeconds: 900 })]
    expect(share({ shifts, sessions: [did('AVAILABLE', '9:00–13:00')] })).toBe(1)
    expect(
      share({
        shifts,
        sessions: [did('CODING', '9:00–11:45'), did('BREAK', '11:45–12:00'), did('HELP LINE', '12:00–13:00')],
      }),
    ).toBe(1)
    expect(
      share({
        shifts,
        sessions: [
          did('AVAILABLE', '9:00–11:00'),
          did('BREAK', '11:00–12:00'),
          did('AVAILABLE', '12:00–13:00'),
        ],
      }),
    ).toBe(1 - 2700 / 14_400)
    expect(
      share({ shifts, sessions: [did('AVAILABLE', '9:00–12:00'), did('PERSONAL', '12:00–13:00')] }),
    ).toBe(0.75)
    expect(share({ shifts, sessions: [] })).toBe(0)
    expect(share({ sessions: [did('AVAILABLE', '9:00–12:00')] })).toBeNull()
  })

  test('D041 of a shift that goes on only what has passed counts', () => {
    const shifts = [shift('9:00–13:00')]
    expect(share({ shifts, sessions: [did('AVAILABLE', '9:30–10:00')] }, at('10:00'))).toBe(0.5)
    expect(share({ shifts, sessions: [] }, at('8:59'))).toBeNull()
  })

  test('D041 D143 excused seconds count: system issues, overrides, approved requests, a supervisor’s word', () => {
    const shifts = [shift('9:00–11:00')]
    const away = [did('AVAILABLE', '9:00–10:00'), did('PERSONAL', '10:00–11:00')]
    expect(share({ shifts, sessions: away })).toBe(0.5)
    expect(
      share({ shifts, sessions: [did('AVAILABLE', '9:00–10:00'), did('SYSTEM ISSUES', '10:00–11:00')] }),
    ).toBe(1)
    expect(
      share({
        ...{ shifts, revoked: [span('10:30–11:00')] },
        sessions: [did('AVAILABLE', '9:00–10:00'), did('SYSTEM ISSUES', '10:00–11:00')],
      }),
    ).toBe(0.75)
    const forced = [did('AVAILABLE', '9:00–10:00'), did('PERSONAL', '10:00–11:00', { isOverride: true })]
    expect(share({ shifts, sessions: forced })).toBe(1)
    const freed = [{ ...span('10:00–10:30'), type: 'MEDICAL_APPOINTMENT' }]
    expect(share({ shifts, sessions: away, freed })).toBe(0.75)
    const excuses = [
      { kind: 'AWAY', start: at('10:00'), seconds: 600, reason: 'Fire alarm', by: 'Sam' } as const,
    ]
    expect(share({ shifts, sessions: away, excuses })).toBe(0.5 + 600 / 7200)
  })

  test('a supporting activity is expected where the calendar, a supervisor or its segment gives it', () => {
    const day = {
      shifts: [shift('9:00–11:00')],
      sessions: [did('AVAILABLE', '9:00–10:00'), did('MEETING', '10:00–11:00')],
    }
    expect(share(day)).toBe(0.5)
    expect(share({ ...day, given: [{ ...span('10:00–11:00'), activity: 'MEETING' }] })).toBe(1)
    expect(share({ ...day, given: [{ ...span('10:00–11:00'), activity: 'TRAINING' }] })).toBe(0.5)
    const segments = [{ ...span('10:00–11:00'), kind: 'MEETING', isFixed: true } as const]
    expect(share({ ...day, shifts: [shift('9:00–11:00', { segments })] })).toBe(1)
    const training = [{ ...span('10:00–11:00'), kind: 'TRAINING', isFixed: true } as const]
    expect(share({ ...day, shifts: [shift('9:00–11:00', { segments: training })] })).toBe(0.5)
    for (const activity of ['PROJECT BRIEF', 'FEEDBACK SESSION'] as const)
      expect(share({ shifts: [shift('9:00–11:00')], sessions: [did(activity, '9:00–11:00')] })).toBe(1)
    expect(share({ shifts: [shift('9:00–11:00')], sessions: [did('INPUTING COACHING', '9:00–11:00')] })).toBe(
      0,
    )
  })

  test('a fixed break may begin ten minutes late and be taken ten minutes beside its time, a floating one whenever', () => {
    const segments = [{ ...span('10:00–10:15'), kind: 'BREAK', isFixed: true } as const]
    const shifts = [shift('9:00–11:00', { segments })]
    const kinds = (times: string) => {
      const taken = did('BREAK', times)
      const rest = outside([span('9:00–11:00')], [taken]).map((part) => ({
        ...did('AVAILABLE', '9:00–11:00'),
        ...part,
      }))
      return judged(shifts[0] as PlannedShift, facts({ shifts, sessions: [taken, ...rest] }), LATER).flatMap(
        ({ kind, start, end }) => (kind === null ? [] : [[kind, (end - start) / 60_000]]),
      )
    }
    expect(kinds('10:00–10:15')).toEqual([])
    expect(kinds('9:50–10:05')).toEqual([])
    expect(kinds('10:10–10:25')).toEqual([])
    expect(kinds('9:49–10:04')).toEqual([['WRONG_ACTIVITY', 1]])
    expect(kinds('10:11–10:26')).toEqual([
      ['WRONG_ACTIVITY', 1],
      ['WRONG_ACTIVITY', 1],
    ])
    const floating = segments.map((segment) => ({ ...segment, isFixed: false }))
    const sessions = [did('BREAK', '9:00–9:15'), did('AVAILABLE', '9:15–11:00')]
    expect(share({ shifts: [shift('9:00–11:00', { segments: floating })], sessions })).toBe(1)
  })

  test('D143 system issues excuse their own seconds, and none after them', () => {
    const sessions = [
      did('AVAILABLE', '9:00–10:00'),
      did('SYSTEM ISSUES', '10:00–11:00'),
      did('AVAILABLE', '11:00–12:00'),
    ]
    const nine = shift('9:00–12:00')
    const pieces = (revoked: DayFacts['revoked'] = []) =>
      judged(nine, facts({ shifts: [nine], sessions, revoked }), LATER).map(
        ({ start, end, state, excuse }) => [
          ...[(start - at('9:00')) / 3_600_000, (end - at('9:00')) / 3_600_000],
          ...[state, excuse],
        ],
      )
    const [worked, after] = [
      [0, 1, 'IN', 'NONE'],
      [2, 3, 'IN', 'NONE'],
    ]
    expect(pieces()).toEqual([worked, [1, 2, 'EXCUSED', 'SYSTEM_ISSUE'], after])
    expect(pieces([span('10:00–11:00')])).toEqual([worked, [1, 2, 'OUT', 'NONE'], after])
  })

  test('D143 a fixed break that a call holds up moves to the call’s end, excused', () => {
    const segments = [{ ...span('10:00–10:15'), kind: 'BREAK', isFixed: true } as const]
    const sessions = [
      did('AVAILABLE', '9:00–10:20'),
      did('BREAK', '10:20–10:35'),
      did('AVAILABLE', '10:35–11:00'),
    ]
    const day = { shifts: [shift('9:00–11:00', { segments })], sessions, calls: [span('9:50–10:20')] }
    expect(share(day)).toBe(1)
    expect(dayFigures(facts(day), LATER).exceptions.map(({ excuse }) => excuse)).toEqual([
      'CALL_OVERRAN',
      'CALL_OVERRAN',
    ])
    expect(share({ ...day, calls: [] })).toBeLessThan(1)
  })
})

describe('a day', () => {
  const day = (over: Partial<DayFacts>, now = LATER) => dayFigures(facts(over), now)
  const nine = [shift('9:00–13:00')]

  test.each([
    ['9:00', 0, 'ON_TIME'],
    ['9:03:59', 0, 'ON_TIME'],
    ['9:04', 4, 'LATE'],
    ['9:25', 25, 'LATE'],
  ] as const)('who begins at %s is %i minutes late: %s', (from, minutes, outcome) => {
    const { lateMinutes, ...figures } = day({ shifts: nine, sessions: [did('AVAILABLE', `${from}–13:00`)] })
    expect([lateMinutes, figures.outcome]).toEqual([minutes, outcome])
    expect(figures.exceptions.map(({ kind }) => kind)).toEqual(minutes > 0 ? ['LATE_START'] : [])
  })

  test.each([
    ['12:56:01', 0, 'ON_TIME'],
    ['12:56', 4, 'LEFT_EARLY'],
  ] as const)('who ends at %s left %i minutes early: %s', (until, minutes, outcome) => {
    const { leftEarlyMinutes, ...figures } = day({
      shifts: nine,
      sessions: [did('AVAILABLE', `9:00–${until}`)],
    })
    expect([leftEarlyMinutes, figures.outcome]).toEqual([minutes, outcome])
    expect(figures.exceptions.map(({ kind }) => kind)).toEqual(minutes > 0 ? ['LEFT_EARLY'] : [])
  })

  test('who was here before a shift that begins later hasn’t left that, and of one that has begun is gone since its start', () => {
    const over = { shifts: nine, sessions: [did('AVAILABLE', '7:00–7:30')] }
    expect(day(over, span('8:00–8:01').start).leftEarlyMinutes).toBe(0)
    expect(day(over, span('10:00–10:01').start).leftEarlyMinutes).toBe(60)
  })

  test('late and gone early, no show, absent, excused, off and extra are told apart', () => {
    const holiday = [{ ...span('9:00–13:00'), type: 'HOLIDAY' }]
    expect(day({ shifts: nine, sessions: [did('AVAILABLE', '9:30–12:30')] }).outcome).toBe(
      'LATE_AND_LEFT_EARLY',
    )
    expect(day({ shifts: nine }, at('13:14:59')).outcome).toBe('LATE')
    expect(day({ shifts: nine }, at('13:15')).outcome).toBe('NO_SHOW')
    expect(day({ shifts: nine, freed: holiday }).outcome).toBe('EXCUSED')
    expect(day({ shifts: nine, absent: [span('9:00–13:00')] }).outcome).toBe('ABSENT')
    expect(day({ shifts: nine, absent: [span('13:00–14:00')] }).outcome).toBe('NO_SHOW')
    expect(day({}).outcome).toBe('OFF')
    expect(day({ sessions: [did('AVAILABLE', '9:00–10:00')] }).outcome).toBe('EXTRA')
  })

  test.each([
    [0, '9:00', 0, 'ON_TIME', 0],
    [0, '9:01', 1, 'LATE', 1],
    [10, '9:10', 0, 'ON_TIME', 0],
    [10, '9:11', 11, 'LATE', 1],
  ] as const)(
    '5 §5.1 with ‘Late after’ %i who begins at %s is %i minutes late: %s',
    (lateAfterMinutes, from, minutes, outcome, listed) => {
      const { lateMinutes, ...figures } = day({
        ...{ shifts: nine, sessions: [did('AVAILABLE', `${from}–13:00`)], lateAfterMinutes },
      })
      expect([lateMinutes, figures.outcome]).toEqual([minutes, outcome])
      expect(figures.exceptions.filter(({ kind }) => kind === 'LATE_START')).toHaveLength(listed)
    },
  )

  test('an approved request that covers the lateness makes the day on time', () => {
    const freed = [{ ...span('9:00–9:30'), type: 'MEDICAL_APPOINTMENT' }]
    const { outcome, exceptions, lateMinutes } = day({
      ...{ shifts: nine, freed },
      sessions: [did('AVAILABLE', '9:30–13:00')],
    })
    expect({ outcome, lateMinutes }).toEqual({ outcome: 'ON_TIME', lateMinutes: 30 })
    expect(exceptions).toMatchObject([
      { kind: 'LATE_START', excuse: 'APPROVED_REQUEST', seconds: 1800, excusedSeconds: 1800 },
    ])
  })

  test('4 §4.2.2 a late start that was said before the shift’s start is one with notice, and excuses nothing', () => {
    const late = (lateSaidAt: number | null, until = '9:20') =>
      day({
        shifts: [shift('9:00–13:00', { lateSaidAt })],
        sessions: [did('AVAILABLE', `${until}–12:00`)],
      }).exceptions.map(({ kind, isNoticed, excusedSeconds }) => [kind, isNoticed, excusedSeconds])
    const early = ['LEFT_EARLY', false, 0]
    expect(late(at('9:00') - 1)).toEqual([['LATE_START', true, 0], early])
    for (const said of [at('9:00'), null]) expect(late(said)).toEqual([['LATE_START', false, 0], early])
    // Who came in time after all wasn’t late, whatever was said.
    expect(late(at('8:00'), '9:03')).toEqual([early])
    expect(exceptionWords('LATE_START', true)).toBe('Late with notice')
    expect(exceptionWords('LATE_START', false)).toBe('Late start')
  })

  test('a no-show is one exception over the shift, and its excuse raises the adherence', () => {
    expect(day({ shifts: nine }).exceptions).toMatchObject([{ kind: 'NO_SHOW', seconds: 4 * 3600 }])
    const excuses = [
      { kind: 'NO_SHOW', start: at('9:00'), seconds: 3600, reason: 'Flood', by: 'Sam' } as const,
    ]
    const { adherence, exceptions } = day({ shifts: nine, excuses })
    expect(adherence).toBe(0.25)
    expect(exceptions).toMatchObject([
      { kind: 'NO_SHOW', excuse: 'SUPERVISOR', excusedSeconds: 3600, excusedBy: 'Sam', reason: 'Flood' },
    ])
  })

  test('D083 breaks are an exception from a minute over the allowance', () => {
    const over = (until: string) =>
      day({
        shifts: [shift('9:00–13:00', { allowanceSeconds: 900 })],
        sessions: [
          did('AVAILABLE', '9:00–10:00'),
          did('BREAK', `10:00–${until}`),
          did('AVAILABLE', `${until}–13:00`),
        ],
      })
    expect(over('10:15:59').exceptions).toEqual([])
    expect(over('10:15:59').breakOverSeconds).toBe(59)
    expect(over('10:16').exceptions).toMatchObject([{ kind: 'LONG_BREAK', start: at('10:15'), seconds: 60 }])
  })

  test('D123 another project than the planned one is an exception from a minute on and lowers nothing', () => {
    const on = (until: string) =>
      day({
        shifts: nine,
        sessions: [did('AVAILABLE', `9:00–${until}`, { projectID: 2 }), did('AVAILABLE', `${until}–13:00`)],
      })
    expect(on('9:00:59').exceptions).toEqual([])
    expect(on('9:01').exceptions).toMatchObject([{ kind: 'WRONG_PROJECT', seconds: 60, excusedSeconds: 0 }])
    expect(on('9:01').adherence).toBe(1)
    const unplanned = [shift('9:00–13:00', { projectID: null })]
    expect(day({ shifts: unplanned, sessions: [did('AVAILABLE', '9:00–13:00')] }).exceptions).toEqual([])
  })

  test('work without a shift is unscheduled at once, beside a shift from more than three minutes', () => {
    const kinds = (over: Partial<DayFacts>) =>
      day(over).exceptions.map(({ kind, seconds }) => [kind, seconds])
    expect(kinds({ sessions: [did('MEETING', '9:00–9:02')] })).toEqual([['UNSCHEDULED', 120]])
    expect(kinds({ shifts: nine, sessions: [did('AVAILABLE', '8:57–13:00')] })).toEqual([])
    expect(kinds({ shifts: nine, sessions: [did('AVAILABLE', '8:56–13:00')] })).toEqual([
      ['UNSCHEDULED', 240],
    ])
    expect(
      kinds({ shifts: nine, sessions: [did('AVAILABLE', '9:00–13:10')], calls: [span('12:50–13:10')] }),
    ).toEqual([])
    expect(kinds({ sessions: [did('BREAK', '9:00–10:00')] })).toEqual([])
  })

  test('conformance is work by the work that was planned', () => {
    const sessions = [
      did('AVAILABLE', '9:00–11:00'),
      did('TRAINING', '11:00–12:00'),
      did('BREAK', '12:00–13:00'),
    ]
    expect(day({ shifts: [shift('9:00–13:00', { breakMinutes: 60 })], sessions }).conformance).toBe(1)
    const segments = [
      { ...span('9:00–11:00'), kind: 'WORK', isFixed: false } as const,
      { ...span('11:00–13:00'), kind: 'TRAINING', isFixed: true } as const,
    ]
    const trained = shift('9:00–13:00', { segments, breakMinutes: 0 })
    expect(day({ shifts: [trained], sessions }).conformance).toBe(1.5)
    // A break that no segment has is taken at any time.
    const half = shift('9:00–13:00', { segments, breakMinutes: 30 })
    expect(day({ shifts: [half], sessions }).conformance).toBe(2)
  })

  test('what lasts has no end yet, and a day without anything is all zeros', () => {
    const lasting = day({ shifts: nine, sessions: [did('AVAILABLE', '9:00–10:00')] }, at('10:00'))
    expect(lasting).toMatchObject({
      actualStart: at('9:00'),
      actualEnd: null,
      leftEarlyMinutes: 0,
      outcome: 'ON_TIME',
    })
    expect(day({})).toMatchObject({
      actualStart: null,
      workedSeconds: 0,
      paidHours: 0,
      adherence: null,
      conformance: null,
    })
  })
})

describe('now', () => {
  const nine = [shift('9:00–13:00', { allowanceSeconds: 900 })]
  const now = (sessions: readonly DoneSession[], time: string, over: Partial<DayFacts> = {}) =>
    adherenceNow(facts({ shifts: nine, sessions, ...over }), at(time))

  test('before, after and without a shift nobody is due', () => {
    expect(now([], '8:59')).toEqual({ state: 'NOT_DUE' })
    expect(now([], '13:00')).toEqual({ state: 'NOT_DUE' })
    expect(adherenceNow(facts({}), at('10:00'))).toEqual({ state: 'NOT_DUE' })
  })

  test('in, out since when and why, excused why', () => {
    expect(now([], '9:00')).toEqual({ state: 'OUT', kind: 'LATE_START', since: at('9:00') })
    expect(now([did('AVAILABLE', '9:00–10:00')], '10:00')).toEqual({ state: 'IN' })
    const away = [did('AVAILABLE', '9:00–10:00'), did('PERSONAL', '10:00–10:30')]
    expect(now(away, '10:30')).toEqual({ state: 'OUT', kind: 'AWAY', since: at('10:00') })
    const long = [did('AVAILABLE', '9:00–10:00'), did('BREAK', '10:00–10:20')]
    expect(now(long, '10:20')).toEqual({ state: 'OUT', kind: 'LONG_BREAK', since: at('10:15') })
    const lost = [did('SYSTEM ISSUES', '9:00–10:00')]
    expect(now(lost, '10:00')).toEqual({ state: 'EXCUSED', excuse: 'SYSTEM_ISSUE', since: at('9:00') })
    const gone = [did('AVAILABLE', '9:00–10:00')]
    expect(now(gone, '10:30')).toEqual({ state: 'OUT', kind: 'LEFT_EARLY', since: at('10:00') })
  })
})

describe('whatever the day', () => {
  /** A day of random sessions, shifts and excuses. */
  function anyDay(next: () => number): { facts: DayFacts; now: number } {
    const whole = (to: number) => Math.floor(next() * to)
    const point = (from: number) => from + whole(120) * 60_000
    const sessions: DoneSession[] = []
    let from = point(at('7:00'))
    for (let n = whole(14); n > 0; n--) {
      if (next() < 0.2) from = point(from)
      const end = from + (1 + whole(80)) * 60_000
      const activity = ACTIVITY_NAMES[whole(ACTIVITY_NAMES.length)] ?? 'BREAK'
      const more = {
        projectID: 1 + whole(2),
        isOverride: next() < 0.1,
        category: next() < 0.2 ? 'Prayer' : null,
      }
      sessions.push({ ...did(activity, '0:00–0:00', more), start: from, end })
      from = end
    }
    const shifts: PlannedShift[] = []
    let begins = point(at('8:00'))
    for (let n = whole(3); n > 0; n--) {
      const end = begins + (60 + whole(400)) * 60_000
      const middle = begins + 30 * 60_000
      const segments =
        next() < 0.5
          ? []
          : [{ start: middle, end: middle + 900_000, kind: 'BREAK', isFixed: next() < 0.5 } as const]
      shifts.push({ ...shift('0:00–0:00', { segments, allowanceSeconds: whole(2400) }), start: begins, end })
      begins = point(end)
    }
    const some = () => ({ start: point(at('8:00')), end: point(at('12:00')) })
    const excuses = shifts
      .slice(0, 1)
      .map(({ start }) => ({ kind: 'LATE_START', start, seconds: whole(9000), reason: '', by: '' }) as const)
    return {
      facts: facts({
        ...{ sessions, shifts, excuses, paysPrayer: next() < 0.5 },
        revoked: next() < 0.3 ? [some()] : [],
        freed: next() < 0.3 ? [{ ...some(), type: next() < 0.5 ? 'SALAH_TIME' : 'HOLIDAY' }] : [],
        calls: next() < 0.5 ? [some()] : [],
        overtime: next() < 0.2 ? [some()] : [],
      }),
      now: at('8:00') + whole(15 * 60) * 60_000,
    }
  }

  test('D041 scheduled time is in, out or excused, all of it and once; shares lie between 0 and 1; pay is no more than what was done', () => {
    const { next } = { next: randomFrom(41) }
    for (let n = 0; n < 500; n++) {
      const { facts: day, now } = anyDay(next)
      const until = {
        ...day,
        sessions: day.sessions.flatMap((session) =>
          session.start < now ? [{ ...session, end: Math.min(session.end, now) }] : [],
        ),
      }
      for (const one of day.shifts) {
        const pieces = judged(one, until, now)
        const passed = within([one], [{ start: 0, end: now }])
        expect(joined(pieces)).toEqual(passed)
        expect(pieces.reduce((sum, { start, end }) => sum + end - start, 0) / 1000).toBe(secondsOf(passed))
        for (const { state, kind } of pieces) if (state === 'OUT') expect(kind).not.toBeNull()
      }
      const figures = dayFigures(until, now)
      if (figures.adherence !== null) expect(figures.adherence >= 0 && figures.adherence <= 1).toBe(true)
      const done = secondsOf(
        until.sessions.filter(({ activity }) => !['PERSONAL', 'INACTIVE'].includes(activity)),
      )
      expect(figures.paidSeconds).toBeLessThanOrEqual(done)
      expect(figures.paidHours * 3600).toBeGreaterThanOrEqual(figures.paidSeconds)
      for (const { seconds, excusedSeconds } of figures.exceptions)
        expect(excusedSeconds >= 0 && excusedSeconds <= seconds).toBe(true)
      // One more excuse never lowers it.
      const [first] = figures.exceptions
      if (first && first.kind !== 'UNSCHEDULED') {
        const more = [
          ...until.excuses,
          { kind: first.kind, start: first.start, seconds: 600, reason: '', by: '' },
        ]
        expect(dayFigures({ ...until, excuses: more }, now).adherence ?? 0).toBeGreaterThanOrEqual(
          figures.adherence ?? 0,
        )
      }
    }
  })
})
