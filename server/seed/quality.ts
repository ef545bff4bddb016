import { londonDayAfter, londonField, startOfLondonWeek } from '#shared/domain/london-time.ts'
import {
  ACKNOWLEDGED_AFTER_MS,
  type ItemAnswer,
  QC_FIRST,
  type QcItem,
  REMIND_MS,
  type ReviewState,
  resultOf,
  type Severity,
} from '#shared/domain/quality.ts'
import type { Database } from '../db/database.ts'
import { seedAllocationRules } from './allocation.ts'
import { insertRows } from './insert.ts'
import { PEOPLE, type Person } from './people.ts'
import { createRandom, type Random } from './random.ts'
import { DAY, HOUR, MINUTE } from './timeline.ts'

const SEED = 4170
/** Share of completes that is reviewed beside the first ten (spec 4 §3.1). */
const SHARE = 0.08
const LIVE_FORM = 1
const RECORDING_FORM = 2

const item = (
  id: string,
  section: string,
  text: string,
  weight: number,
  severity: Severity,
  help = '',
): QcItem => ({ id, section, text, help, weight, severity })

const LIVE_ITEMS: readonly QcItem[] = [
  item('i1', 'Opening', 'Gives name, company and purpose', 5, 'MAJOR'),
  item('i2', 'Opening', 'Says that the call may be recorded', 8, 'CRITICAL', 'Before the first question'),
  item('i3', 'Questions', 'Reads each question as it is written', 9, 'MAJOR'),
  item('i4', 'Questions', 'Probes open questions until nothing is added', 7, 'MAJOR'),
  item('i5', 'Questions', 'Offers all answers where they are to be read out', 6, 'MAJOR'),
  item('i6', 'Questions', 'Leads no answer', 8, 'CRITICAL'),
  item('i7', 'Manner', 'Speaks clearly, at the respondent’s pace', 4, 'MINOR'),
  item('i8', 'Manner', 'Stays polite and neutral', 5, 'MINOR'),
  item('i9', 'Closing', 'Thanks, and names the number for questions', 3, 'MINOR'),
]
const RECORDING_ITEMS: readonly QcItem[] = [
  ...LIVE_ITEMS.slice(0, 6),
  item('i10', 'Coding', 'Codes answers as they were given', 8, 'MAJOR'),
  item('i9', 'Closing', 'Thanks, and names the number for questions', 3, 'MINOR'),
]
const CODING_ITEMS: readonly QcItem[] = [
  item('i1', 'Frame', 'Uses the newest code frame', 6, 'MAJOR'),
  item('i2', 'Frame', 'Splits answers of several ideas', 5, 'MINOR'),
  item('i3', 'Frame', 'Leaves nothing in ‘other’ that has a code', 7, 'MAJOR'),
]

const PRAISE = [
  'Clear and friendly opening, good pace all the way through.',
  'Very good probing at the open questions, keep it up.',
  'Questions were read word for word, well done today.',
  'Calm with a difficult respondent, and neutral throughout.',
]
const ADVICE = [
  'Read the answer lists out in full, also the last ones.',
  'Probe once more at open questions before you move on.',
  'Slow down a little at the opening so that people follow.',
  'Mind the exact words of the rating questions next time.',
]
const NOTES = ['Left out at question 4', 'Shortened it', 'Only half of the list was read', 'Gave an example']
const TOPICS = ['Reading word for word', 'Probing open questions', 'The opening', 'Neutral manner']

interface Complete {
  readonly id: number
  readonly projectID: number
  readonly start: number
  readonly end: number
}

/** How well somebody interviews, from 0 to 1, which changes a little over the weeks. */
const qualityOf = (random: Random) => ({
  base: 0.84 + random.next() * 0.14,
  drift: (random.next() - 0.4) * 0.08,
})

/** Completes that are reviewed: the first ten of each project, a share of the rest, and two a week. */
function chosen(random: Random, completes: readonly Complete[], thisWeek: number): Complete[] {
  const seen = new Map<number, number>()
  const taken = new Set<Complete>()
  for (const one of completes) {
    const place = (seen.get(one.projectID) ?? 0) + 1
    seen.set(one.projectID, place)
    if (place <= QC_FIRST || random.chance(SHARE)) taken.add(one)
  }
  // What is due this week is for whoever opens the page.
  for (const [week, own] of Map.groupBy(completes, ({ start }) => startOfLondonWeek(start)))
    if (week < thisWeek) for (const one of random.sample(own, 2)) taken.add(one)
  return completes.filter((one) => taken.has(one))
}

function answersOf(random: Random, items: readonly QcItem[], quality: number): ItemAnswer[] {
  return items.map(({ id, severity }) => {
    const slips = severity === 'CRITICAL' ? (1 - quality) / 8 : 1 - quality
    const isNo = random.chance(slips)
    return {
      itemID: id,
      answer: isNo ? 'NO' : random.chance(0.04) ? 'NA' : 'YES',
      note: isNo ? random.pick(NOTES) : '',
      atSecond: isNo ? random.int(20, 600) : null,
    }
  })
}

function stateOf(random: Random, age: number): ReviewState {
  if (random.chance(0.012)) return 'VOID'
  if (age >= ACKNOWLEDGED_AFTER_MS) return random.chance(0.15) ? 'RESOLVED' : 'ACKNOWLEDGED'
  if (random.chance(0.3)) return 'DISPUTED'
  return random.chance(age > REMIND_MS ? 0.25 : 0.6) ? 'SUBMITTED' : 'ACKNOWLEDGED'
}

const FORMS = [
  [LIVE_FORM, 'Live interview', 'LIVE'],
  [RECORDING_FORM, 'Recorded interview', 'RECORDING'],
  [3, 'Coding', 'CODING'],
] as const

/** Which projects may be heard, and how; one isn't. */
const CONSENTS = [
  [2101, 'ANNOUNCED'],
  [2102, 'ANNOUNCED'],
  [2104, 'ASKED'],
  [2105, 'ANNOUNCED'],
] as const

async function seedForms(trx: Database, now: number): Promise<void> {
  await insertRows(
    trx,
    'qcForms',
    ['id', 'name', 'nameKey', 'kind', 'revision', 'changedAt'],
    FORMS.map(([id, name, kind]) => [id, name, name.toLowerCase(), kind, 1, now - 60 * DAY]),
  )
  const version = (formID: number, number: number, items: readonly QcItem[], status: string, age: number) => [
    ...[formID, number, JSON.stringify(items), status, now - age * DAY],
  ]
  await insertRows(
    trx,
    'qcFormVersions',
    ['formID', 'version', 'items', 'status', 'createdAt'],
    [
      version(LIVE_FORM, 1, LIVE_ITEMS.slice(0, 8), 'RETIRED', 60),
      version(LIVE_FORM, 2, LIVE_ITEMS, 'ACTIVE', 28),
      version(RECORDING_FORM, 1, RECORDING_ITEMS, 'ACTIVE', 60),
      version(3, 1, CODING_ITEMS, 'DRAFT', 3),
    ],
  )
  for (const [id, monitoringConsent] of CONSENTS)
    await trx.updateTable('projects').set({ monitoringConsent }).where('id', '=', id).execute()
}

const REVIEW_COLUMNS = [
  ...(['id', 'version', 'userID', 'projectID', 'interviewID', 'formID', 'formVersion', 'kind'] as const),
  ...(['reviewerID', 'startedAt', 'listenedFrom', 'listenedTo', 'consent', 'answers', 'score'] as const),
  ...(['outcome', 'criticals', 'feedback', 'actionText', 'followUp', 'state', 'submittedAt'] as const),
  ...(['acknowledgedAt', 'acknowledgement', 'isBySystem', 'remindedAt', 'disputedAt'] as const),
  ...([
    'disputeReason',
    'decision',
    'resolution',
    'resolvedBy',
    'resolvedAt',
    'voidReason',
    'claim',
  ] as const),
  ...(['calibrationID', 'isCalibration'] as const),
]
type ReviewRow = Record<(typeof REVIEW_COLUMNS)[number], unknown>

/** A review as far as all have it in common. */
const blankReview = (id: number): ReviewRow => ({
  ...{ id, version: 1, listenedFrom: null, listenedTo: null, consent: null, answers: '[]', score: null },
  ...{ outcome: null, criticals: 0, feedback: '', actionText: '', followUp: '', submittedAt: null },
  ...{ acknowledgedAt: null, acknowledgement: '', isBySystem: 0, remindedAt: null, disputedAt: null },
  ...{ disputeReason: '', decision: null, resolution: '', resolvedBy: null, resolvedAt: null },
  ...{ voidReason: '', claim: null, calibrationID: null, isCalibration: 0 },
  ...{ userID: 0, projectID: 0, interviewID: null, formID: 0, formVersion: 1, kind: 'LIVE' },
  ...{ reviewerID: null, startedAt: 0, state: 'SUBMITTED' },
})

/** What became of a review by now. */
function afterwards(random: Random, state: ReviewState, submittedAt: number, now: number, other: number) {
  const age = now - submittedAt
  const soon = Math.min(submittedAt + random.int(2, 40) * HOUR, now - MINUTE)
  switch (state) {
    case 'ACKNOWLEDGED': {
      const isBySystem = age >= ACKNOWLEDGED_AFTER_MS && random.chance(0.2)
      return {
        acknowledgedAt: isBySystem ? submittedAt + ACKNOWLEDGED_AFTER_MS : soon,
        isBySystem: isBySystem ? 1 : 0,
        remindedAt: isBySystem ? submittedAt + REMIND_MS : null,
        acknowledgement: !isBySystem && random.chance(0.25) ? 'Thank you, I will mind that.' : '',
      }
    }
    case 'DISPUTED':
      return { disputedAt: soon, disputeReason: 'I did read the whole list, the line was bad.' }
    case 'RESOLVED':
      return {
        ...{ disputedAt: soon, disputeReason: 'I did read the whole list, the line was bad.' },
        ...{ decision: 'UPHOLD', resolvedBy: other, resolvedAt: Math.min(soon + 20 * HOUR, now - MINUTE) },
        resolution: 'The recording has half of the list only.',
      }
    case 'VOID':
      return { voidReason: 'Another interview than the one that was heard' }
    default:
      return age >= REMIND_MS ? { remindedAt: submittedAt + REMIND_MS } : {}
  }
}

/**
 * Reviews of the weeks before `now`: of the first ten completes on each project, of a share of the rest, and two a
 * week for each interviewer (spec 4 §3.1), of all states; a coaching session for each FAIL; forms; one calibration
 * that is in and one that isn't. The same `now` gives the same rows.
 */
export async function seedQuality(trx: Database, now: number): Promise<void> {
  await seedForms(trx, now)
  const completes = await trx
    .selectFrom('interviewRecords')
    .where('outcome', '=', 'COMPLETE')
    .where('userID', 'is not', null)
    .where('end', '<', now - 2 * HOUR)
    .orderBy('userID')
    .orderBy('start')
    .select(['id', 'userID', 'projectID', 'start', 'end'])
    .execute()
  const of = Map.groupBy(completes, ({ userID }) => userID ?? 0)
  const consents = new Map<number, string>(CONSENTS)
  const supervisors = PEOPLE.filter(({ type }) => type === 'SUPERVISOR')
  const thisWeek = startOfLondonWeek(now)
  const reviews: ReviewRow[] = []
  const coaching: unknown[][] = []
  const listens: unknown[][] = []
  let last: Complete & { readonly userID: number } = { id: 0, userID: 0, projectID: 0, start: 0, end: 0 }
  for (const person of PEOPLE.filter(({ type }) => type === 'INTERVIEWER')) {
    const own = of.get(person.id) ?? []
    const random = createRandom(SEED + person.id)
    const { base, drift } = qualityOf(random)
    for (const one of chosen(random, own, thisWeek)) {
      const review = reviewOf(random, { one, person, supervisors, now, consents }, reviews.length + 1, {
        quality: Math.min(0.99, base + drift * ((one.start - (now - 56 * DAY)) / (56 * DAY))),
      })
      if (review === null) continue
      reviews.push(review)
      last = { ...one, userID: person.id }
      if (review.kind === 'LIVE' && one.end > now - 30 * DAY)
        listens.push([
          ...[review.id, person.id, review.reviewerID, nameOf(review.reviewerID), one.projectID],
          ...[review.consent, review.listenedFrom, review.listenedTo],
        ])
      if (review.outcome === 'FAIL' && review.state !== 'VOID') coaching.push(coachingOf(random, review, now))
    }
  }
  calibrate(reviews, last, supervisors, now)
  await insertRows(
    trx,
    'qcReviews',
    REVIEW_COLUMNS,
    reviews.map((row) => REVIEW_COLUMNS.map((column) => row[column])),
  )
  if (last.id > 0)
    await insertRows(
      trx,
      'qcCalibrations',
      ['id', 'userID', 'projectID', 'interviewID', 'formID', 'formVersion', 'createdBy', 'createdAt'],
      [1, 2].map((id) => [
        ...[id, last.userID, last.projectID, last.id, RECORDING_FORM, 1],
        ...[supervisors[0]?.id ?? null, now - (id === 1 ? 5 * DAY : 4 * HOUR)],
      ]),
    )
  await insertRows(
    trx,
    'qcListens',
    ['reviewID', 'userID', 'byID', 'byName', 'projectID', 'consent', 'from', 'to'],
    listens,
  )
  await insertRows(
    trx,
    'coachingSessions',
    [
      ...(['userID', 'coachID', 'start', 'minutes', 'topics', 'reviewIDs', 'discussion', 'actions'] as const),
      ...(['state', 'begunAt', 'heldAt', 'acknowledgedAt', 'createdAt'] as const),
    ],
    coaching,
  )
  await seedAllocations(trx, now)
}

const nameOf = (id: unknown) => PEOPLE.find((person) => person.id === id)?.name ?? ''

interface Reviewed {
  readonly one: Complete
  readonly person: Person
  readonly supervisors: readonly Person[]
  readonly now: number
  readonly consents: ReadonlyMap<number, string>
}

/** Some days later, in the hours of the office. */
const coachingAfter = (random: Random, submittedAt: number) =>
  londonDayAfter(submittedAt, random.int(2, 7)) + random.int(40, 64) * (HOUR / 4)

/** Null where it would be submitted after `now`. */
function reviewOf(
  random: Random,
  { one, person, supervisors, now, consents }: Reviewed,
  id: number,
  { quality }: { readonly quality: number },
): ReviewRow | null {
  const consent = consents.get(one.projectID)
  const isLive = consent !== undefined && random.chance(0.65)
  const formVersion = isLive && one.end > now - 28 * DAY ? 2 : 1
  const items = isLive ? (formVersion === 2 ? LIVE_ITEMS : LIVE_ITEMS.slice(0, 8)) : RECORDING_ITEMS
  const submittedAt = one.end + (isLive ? random.int(6, 90) * MINUTE : random.int(3, 46) * HOUR)
  if (submittedAt > now - 5 * MINUTE) return null
  const reviewer =
    supervisors.find((supervisor) => supervisor.id === person.managerID) ?? random.pick(supervisors)
  const other = supervisors.find((supervisor) => supervisor.id !== reviewer.id) ?? reviewer
  const answers = answersOf(random, items, quality)
  const { score, outcome, criticals } = resultOf(items, answers)
  const drawn = stateOf(random, now - submittedAt)
  // Nobody disputes that all was well.
  const state = outcome === 'PASS' && (drawn === 'DISPUTED' || drawn === 'RESOLVED') ? 'ACKNOWLEDGED' : drawn
  return {
    ...blankReview(id),
    ...{ version: 2, userID: person.id, projectID: one.projectID, interviewID: one.id },
    ...{ formID: isLive ? LIVE_FORM : RECORDING_FORM, formVersion, kind: isLive ? 'LIVE' : 'RECORDING' },
    ...{ reviewerID: reviewer.id, startedAt: isLive ? one.start : submittedAt - 20 * MINUTE },
    ...(isLive && { consent, listenedFrom: one.start + 30_000, listenedTo: one.end }),
    ...{ answers: JSON.stringify(answers), score, outcome, criticals, state, submittedAt },
    feedback: random.pick(outcome === 'PASS' ? PRAISE : ADVICE),
    actionText: outcome === 'PASS' ? '' : 'Listen to your recording of this interview.',
    followUp:
      outcome === 'FAIL'
        ? JSON.stringify({
            coachingAt: new Date(coachingAfter(random, submittedAt)).toISOString(),
            ...{ stopsProject: false, voidReason: '', noneReason: '' },
          })
        : '',
    ...afterwards(random, state, submittedAt, now, other.id),
  }
}

function coachingOf(random: Random, review: ReviewRow, now: number): unknown[] {
  const submittedAt = Number(review.submittedAt)
  const { coachingAt } = JSON.parse(String(review.followUp)) as { coachingAt: string }
  const start = Date.parse(coachingAt)
  const isHeld = start < now - HOUR
  const isAcknowledged = isHeld && (start < now - 5 * DAY || random.chance(0.5))
  const due = londonField(londonDayAfter(start, random.int(4, 12))).slice(0, 10)
  const doneAt =
    isAcknowledged && random.chance(0.7) ? new Date(Math.min(start + 3 * DAY, now)).toISOString() : null
  return [
    ...[review.userID, review.reviewerID, start, 30, random.pick(TOPICS), JSON.stringify([review.id])],
    isHeld ? 'We listened to the interview together and agreed what to try next.' : '',
    isHeld ? JSON.stringify([{ text: 'Read two interviews aloud before the shift', due, doneAt }]) : '[]',
    isHeld ? (isAcknowledged ? 'ACKNOWLEDGED' : 'HELD') : 'PLANNED',
    isHeld ? start : null,
    isHeld ? start + 30 * MINUTE : null,
    isAcknowledged ? Math.min(start + DAY, now - MINUTE) : null,
    submittedAt,
  ]
}

/** Adds the reviews of two calibrations: one of three reviewers that is in, one that waits for two. */
function calibrate(
  reviews: ReviewRow[],
  one: Complete & { readonly userID: number },
  supervisors: readonly Person[],
  now: number,
): void {
  if (one.id === 0) return
  const random = createRandom(SEED)
  for (const [calibrationID, at] of [
    [1, now - 4 * DAY],
    [2, now - 4 * HOUR],
  ] as const)
    supervisors.slice(0, 3).forEach(({ id: reviewerID }, place) => {
      const isIn = calibrationID === 1 || place === 2
      const answers = isIn ? answersOf(random, RECORDING_ITEMS, 0.8) : []
      reviews.push({
        ...blankReview(reviews.length + 1),
        ...{ userID: one.userID, projectID: one.projectID, interviewID: one.id, formID: RECORDING_FORM },
        ...{ kind: 'RECORDING', reviewerID, startedAt: at, calibrationID, isCalibration: 1 },
        ...(isIn && {
          ...{ ...resultOf(RECORDING_ITEMS, answers), answers: JSON.stringify(answers) },
          feedback: random.pick(ADVICE),
        }),
        submittedAt: isIn ? at + (place + 1) * HOUR : null,
        state: isIn ? 'SUBMITTED' : place === 1 ? 'IN_PROGRESS' : 'DUE',
      })
    })
}

/** Who works today and tomorrow is allocated to their shift's project. */
async function seedAllocations(trx: Database, now: number): Promise<void> {
  await seedAllocationRules(trx, now)
  const shifts = await trx
    .selectFrom('shifts')
    .where('state', 'in', ['LIVE', 'PUBLISHED'])
    .where('projectID', 'is not', null)
    .where('end', '>', now)
    .where('start', '<', londonDayAfter(now, 2))
    .orderBy('id')
    .select(['userID', 'projectID', 'start', 'end', 'state'])
    .execute()
  await insertRows(
    trx,
    'allocations',
    ['userID', 'projectID', 'start', 'end', 'source', 'state'],
    shifts.map(({ userID, projectID, start, end, state }) => [userID, projectID, start, end, 'PLAN', state]),
  )
}
