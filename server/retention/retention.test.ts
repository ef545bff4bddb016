import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ApplicantStage } from '#shared/domain/applicants.ts'
import { agedUpTo, RETENTION_KEYS, type RetentionRule } from '#shared/domain/retention.ts'
import { settingOf } from '#shared/settings/registry.ts'
import { AuditChain } from '../audit/audit-chain.ts'
import { AuditKey } from '../audit/audit-key.ts'
import { auditTold } from '../audit/testing/audit-actions.ts'
import { Sealer } from '../auth/sealer.ts'
import {
  addPerson,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { addApplicant } from '../pending-recruitment/testing/pending-fixture.ts'
import { audit } from '../records/audit.ts'
import { putSetting, readSettings } from '../settings/settings.ts'
import { addProject } from '../tasks/testing/task-fixture.ts'
import { addTicket } from '../tickets/testing/ticket-fixture.ts'
import { anonymousPerson } from './anonymous-person.ts'
import { standingHolds } from './holds.ts'
import { retentionService } from './retention-service.ts'
import { ageSome, countAged, RETENTION_PARTS } from './rules.ts'

let server: TestServer
let ann: { authorization: string }
let bobID: number
let carID: number
beforeEach(async () => {
  server = await startTestServer()
  await addPerson(server, { userName: 'ann', permissions: ['ADMIN_CAN_EDIT_SETTINGS'] })
  bobID = await addPerson(server, { userName: 'bob' })
  carID = await addPerson(server, { userName: 'car' })
  ann = await signIn(server, 'ann')
})
afterEach(() => server.server.close())

const DAY_MS = 86_400_000
const db = () => server.server.db
const chain = async () =>
  new AuditChain({
    ...{ db: db(), clock: () => server.clock.now, keepRoot: () => {} },
    key: await AuditKey.open(db(), await Sealer.open(db())),
  })
const ask = async (name: string, payload: object = {}, as = ann) =>
  said(await post(server, `/api/admin/retention/${name}`, payload, as))

/** Runs the nightly service now; gives its log. */
async function night(batch?: number): Promise<string[]> {
  const lines: string[] = []
  await retentionService(
    {
      ...{ db: db(), auditChain: await chain() },
      files: { remove: async (name) => void lines.push(`file ${name}`) },
    },
    batch,
  ).run({
    startedAt: server.clock.now,
    since: null,
    log: (line) => void lines.push(line),
    signal: new AbortController().signal,
  })
  return lines
}

const mood = (userID: number, at: number) =>
  db().insertInto('moods').values({ userID, moodValue: 3, comments: 'tired', at, isShared: 1 }).execute()
const logged = (userID: number, at: number) =>
  db().insertInto('eventLog').values({ userID, actionName: 'x', description: 'y', at }).execute()

async function message(
  userID: number,
  entryTime: number,
  source: 'THREAD' | 'PROJECT' | 'PROJECT_MEMBER' = 'THREAD',
  sourceID = 1,
) {
  const known = await db()
    .selectFrom('threads')
    .where('source', '=', source as never)
    .where('sourceID', '=', sourceID)
    .select('id')
    .executeTakeFirst()
  const thread =
    known ??
    (await db()
      .insertInto('threads')
      .values({
        ...{
          type: 'MANUAL' as never,
          source: source as never,
          sourceID,
          label: `${source} ${sourceID}`,
          displayLabel: 'a',
        },
        ...{ displayGroupLabel: '', isGroup: 1, parentID: null, status: '', priority: '', createdAt: 0 },
        ...{ lastMessageID: null, lastMessageTime: null },
      })
      .returning('id')
      .executeTakeFirstOrThrow())
  const { id } = await db()
    .insertInto('messages')
    .values({
      ...{
        threadID: thread.id,
        userID,
        text: 'hello',
        type: 'TEXT',
        entryTime,
        editTime: null,
        deletedAt: null,
      },
      ...{ pinnedTime: null, broadcastTime: null, broadcastUserID: null, topicID: null, replyToID: null },
      ...{ tokenType: null, overallStatus: '', clientID: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db().updateTable('threads').set({ lastMessageID: id }).where('id', '=', thread.id).execute()
  return id
}

test('A153 each record type of the document has its age and its end', async () => {
  const rules = await readSettings(db(), RETENTION_KEYS)
  expect(
    RETENTION_KEYS.map((key) => `${key} ${rules[key].keep} ${rules[key].unit} ${rules[key].end}`),
  ).toEqual([
    'retention.chat 2 YEARS DELETE',
    'retention.tickets 3 YEARS ANONYMISE',
    'retention.interviews 2 YEARS ANONYMISE',
    'retention.activitySessions 3 YEARS DELETE',
    'retention.attendanceDays 6 YEARS DELETE',
    'retention.recordedReadings 30 DAYS DELETE',
    'retention.pay 6 YEARS DELETE',
    'retention.leaverFiles 6 YEARS DELETE',
    'retention.applicants 6 MONTHS DELETE',
    'retention.qcRecordings 6 MONTHS DELETE',
    'retention.qcReviews 3 YEARS DELETE',
    'retention.moods 12 MONTHS ANONYMISE',
    'retention.logs 90 DAYS DELETE',
    'retention.publicLinks 12 MONTHS DELETE',
    'retention.audit 7 YEARS CHECKPOINT',
  ])
})

test('A153 these rows age as each record type, from these moments on', () => {
  const told = RETENTION_KEYS.map((key) => {
    const parts = RETENTION_PARTS[key].map(({ table, at, isFromLeaving }) =>
      isFromLeaving ? `${table} once left` : `${table} ${at}`,
    )
    return `${key.replace('retention.', '')}: ${parts.join(', ')}`
  })
  expect(told).toEqual([
    'chat: messages entryTime',
    'tickets: tickets resolvedAt, incidents at',
    'interviews: interviewRecords end',
    'activitySessions: activitySessions endedAt',
    'attendanceDays: attendanceDays changedAt, attendanceExcuses at, activityCorrections requestedAt',
    'recordedReadings: eventLog at, speedTestRuns takenAt, callStatistics endedAt, hardwareReports sentAt, recordedReadings at, idleReadings until, remoteCommands sentAt',
    'pay: ',
    'leaverFiles: absenceCases once left, returnToWorkForms once left, oneToOnes once left, fileNotes once left, welfareContacts once left',
    'applicants: applicants stageSince',
    'qcRecordings: ',
    'qcReviews: qcReviews submittedAt, coachingSessions start',
    'moods: moods at',
    'logs: sessions expiresAt, knownPlaces signedInAt, mails endedAt, errorEntries lastSeenAt',
    'publicLinks: publicLinks expiresAt',
    'audit: ',
  ])
})

test.each(RETENTION_KEYS.flatMap((key) => RETENTION_PARTS[key].map((part) => [key, part] as const)))(
  'A153 the rows of %s are found in the database as the line says',
  async (key, part) => {
    const before = agedUpTo(key, settingOf(key).usual as RetentionRule, server.clock.now)
    const holds = { people: [bobID], projects: [1] }
    for (const end of ['DELETE', 'ANONYMISE'] as const) {
      for (const isHeld of [true, false])
        expect(await countAged(db(), part, { before, end, holds }, isHeld)).toBe(0)
      const removeFile = async () => {}
      expect(await ageSome(db(), part, { before, end, holds }, { most: 1, removeFile })).toBe(0)
    }
  },
)

test('A153 what has passed its age is deleted the next night, and nothing that has not', async () => {
  const edge = server.clock.now - 30 * DAY_MS
  for (const at of [edge - 1, edge - 5 * DAY_MS, edge, edge + 1]) await logged(bobID, at)
  expect(await night()).toEqual(['Recorded readings: 2 rows of eventLog deleted'])
  const left = await db()
    .selectFrom('eventLog')
    .where('userID', '=', bobID)
    .select('at')
    .orderBy('at')
    .execute()
  expect(left).toEqual([{ at: edge }, { at: edge + 1 }])
  expect(await night()).toEqual([])
})

test('A153 a guest of a meeting, with address and name, goes with their public link, and nobody else’s does', async () => {
  const year = server.clock.now - 365 * DAY_MS
  const { id: meetingID } = await db()
    .insertInto('meetings')
    .values({
      ...{ hostID: bobID, subject: 'Talk', agenda: '', announcedAt: null, isImmediate: 0 },
      ...{ start: year - 1000, end: year },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [name, expiresAt] of [
    ['old', year - DAY_MS],
    ['young', year + 2 * DAY_MS],
  ] as const) {
    const { id: linkID } = await db()
      .insertInto('publicLinks')
      .values({
        ...{ tokenHash: name, purpose: 'MEETING', subject: '{}', createdBy: bobID },
        ...{ createdAt: year - 9 * DAY_MS, expiresAt },
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    await db()
      .insertInto('meetingGuests')
      .values({ meetingID, email: `${name}@example.org`, name, linkID })
      .execute()
  }
  expect(await night()).toEqual(['Public links: 1 rows of publicLinks deleted'])
  const left = await db().selectFrom('meetingGuests').select('email').execute()
  expect(left).toEqual([{ email: 'young@example.org' }])
})

test('A153 notes about people age from the day they left, and nobody’s who works here', async () => {
  const note = (userID: number) =>
    db()
      .insertInto('fileNotes')
      .values({ userID, byID: null, kind: 'NEUTRAL', text: 'Talked', at: Date.UTC(2015, 0, 1) })
      .execute()
  await note(bobID)
  await note(carID)
  const leave = (leaveDate: string) =>
    db().updateTable('users').set({ status: 'LEAVER', leaveDate }).where('id', '=', carID).execute()
  // Six years before the night of 4 May 2026.
  await leave('2020-05-04')
  expect(await night()).toEqual([])
  await leave('2020-05-03')
  expect(await night()).toEqual(['Files of leavers: 1 rows of fileNotes deleted'])
  expect(await db().selectFrom('fileNotes').select('userID').execute()).toEqual([{ userID: bobID }])
})

test('A153 messages go with their files after 2 years, and what answers them stays', async () => {
  const edge = Date.UTC(2024, 4, 4, 12)
  const old = await message(bobID, edge - 1)
  await db()
    .insertInto('attachments')
    .values({ messageID: old, fileName: 'a', contentType: 'b', storedAs: 'ab/cd', size: 1 })
    .execute()
  const answer = await message(carID, edge)
  await db().updateTable('messages').set({ replyToID: old }).where('id', '=', answer).execute()
  expect(await night()).toEqual(['file ab/cd', 'Chat: 1 rows of messages deleted'])
  expect(await db().selectFrom('messages').select(['id', 'replyToID']).execute()).toEqual([
    { id: answer, replyToID: null },
  ])
})

test('A153 mood answers are anonymised after 12 months: the value stays, the person and the words don’t', async () => {
  const edge = Date.UTC(2025, 4, 4, 12)
  await mood(bobID, edge - 1)
  await mood(carID, edge)
  expect(await night()).toEqual(['Moods: 1 rows of moods anonymised'])
  const rows = await db()
    .selectFrom('moods as m')
    .innerJoin('users as u', 'u.id', 'm.userID')
    .orderBy('m.id')
    .select(['u.displayName', 'm.moodValue', 'm.comments'])
    .execute()
  expect(rows).toEqual([
    { displayName: 'Former colleague', moodValue: 3, comments: '' },
    { displayName: 'car', moodValue: 3, comments: 'tired' },
  ])
  expect(await night()).toEqual([])
})

test('A153 tickets and incidents are anonymised after 3 years: nothing that was said of somebody stays', async () => {
  const edge = Date.UTC(2023, 4, 4, 12)
  const said = {
    message: 'Ring me',
    transcript: 'Ann: hello',
    resolvedComment: 'Done',
    feedbackComment: 'Ta',
  }
  await addProject(db(), 7, 'Leeds study')
  for (const at of [edge - 1, edge]) {
    await addTicket(db(), { raisedBy: bobID, status: 'RESOLVED', resolvedAt: at, ...said })
    await db()
      .insertInto('incidents')
      .values({
        ...{ userID: bobID, projectID: 7, callID: 'c1', respondentName: 'Mr Fox', phoneNumber: '0113' },
        ...{ details: 'He swore', at },
      })
      .execute()
  }
  expect(await night()).toEqual([
    'Tickets: 1 rows of tickets anonymised',
    'Tickets: 1 rows of incidents anonymised',
  ])
  const nobody = await anonymousPerson(db())
  const tickets = await db().selectFrom('tickets').orderBy('id').selectAll().execute()
  expect(tickets).toMatchObject([
    { raisedBy: nobody, message: '', transcript: '', resolvedComment: '', feedbackComment: '' },
    { raisedBy: bobID, ...said },
  ])
  const incidents = await db().selectFrom('incidents').orderBy('id').selectAll().execute()
  expect(incidents).toMatchObject([
    { userID: nobody, respondentName: '', phoneNumber: '', details: '' },
    { userID: bobID, respondentName: 'Mr Fox', phoneNumber: '0113', details: 'He swore' },
  ])
})

test('A153 it goes in small batches, and stops in between when the server does', async () => {
  for (let n = 0; n < 5; n++) await logged(bobID, server.clock.now - 40 * DAY_MS - n)
  const stopping = new AbortController()
  let batches = 0
  const watched = { remove: async () => {} }
  const service = retentionService({ db: db(), files: watched, auditChain: await chain() }, 2)
  const run = service.run({
    startedAt: server.clock.now,
    since: null,
    log: () => {},
    get signal() {
      // It is looked at before each batch.
      if (++batches > RETENTION_KEYS.length * 3) stopping.abort()
      return stopping.signal
    },
  } as never)
  await run
  expect(await night(2)).toEqual([])
  expect(await db().selectFrom('eventLog').where('userID', '=', bobID).select('id').execute()).toEqual([])
})

test('A153 a legal hold on a person or a project keeps what is theirs until it is lifted', async () => {
  await db()
    .insertInto('projects')
    .values({
      id: 7,
      code: 'P7',
      name: 'Leeds study',
      epicID: null as never,
      kind: 'CLIENT' as never,
      createdAt: 0,
    })
    .execute()
  const long = Date.UTC(2020, 0, 1)
  await mood(bobID, long)
  await mood(carID, long)
  await message(bobID, long)
  await message(carID, long, 'PROJECT', 7)
  await message(carID, long, 'PROJECT_MEMBER', 7)
  await message(carID, long)
  expect((await ask('hold', { reason: 'x' })).status).toBe(400)
  expect((await ask('hold', { personID: bobID, projectID: 7, reason: 'x' })).status).toBe(400)
  expect((await ask('hold', { personID: 9999, reason: 'x' })).status).toBe(404)
  expect(await ask('hold', { personID: bobID, reason: 'Tribunal' })).toMatchObject({
    body: { holds: [{ name: 'bob', reason: 'Tribunal', placedBy: 'ann' }] },
  })
  expect((await ask('hold', { personID: bobID, reason: 'Again' })).status).toBe(409)
  expect(await ask('hold', { projectID: 7, reason: 'Audit' })).toMatchObject({ status: 200 })
  expect(
    (await ask('preview', { key: 'retention.chat', value: { keep: 2, unit: 'YEARS', end: 'DELETE' } })).body,
  ).toMatchObject({
    count: 1,
    held: 3,
    isApplied: true,
  })
  expect(await night()).toEqual(['Chat: 1 rows of messages deleted', 'Moods: 1 rows of moods anonymised'])
  const { holds } = (await ask('holds')).body as { holds: { id: number }[] }
  for (const { id } of holds) expect((await ask('lift', { id })).status).toBe(200)
  expect((await ask('lift', { id: holds[0]?.id })).status).toBe(404)
  expect(await standingHolds(db())).toEqual({ people: [], projects: [] })
  expect(await night()).toEqual(['Chat: 3 rows of messages deleted', 'Moods: 1 rows of moods anonymised'])
  const told = await db().selectFrom('audit').select(['action', 'personID']).orderBy('id').execute()
  expect(told).toEqual([
    { action: 'LEGAL_HOLD_PLACED', personID: bobID },
    { action: 'LEGAL_HOLD_PLACED', personID: null },
    { action: 'LEGAL_HOLD_LIFTED', personID: null },
    { action: 'LEGAL_HOLD_LIFTED', personID: bobID },
  ])
})

test('A153 a preview says how many would go and changes nothing; a change holds from the next night on', async () => {
  for (const days of [5, 10, 15]) await logged(bobID, server.clock.now - days * DAY_MS)
  const value = { keep: 7, unit: 'DAYS', end: 'DELETE' } as const
  expect((await ask('preview', { key: 'retention.recordedReadings', value })).body).toEqual({
    ...{ count: 2, held: 0, isApplied: true },
    before: new Date(server.clock.now - 7 * DAY_MS).toISOString(),
  })
  expect(await night()).toEqual([])
  await putSetting(db(), 'retention.recordedReadings', value)
  expect(await night()).toEqual(['Recorded readings: 2 rows of eventLog deleted'])
  expect((await ask('preview', { key: 'retention.pay', value })).body).toMatchObject({ isApplied: false })
})

test('A153 a company may delete what is usually anonymised', async () => {
  await mood(bobID, Date.UTC(2020, 0, 1))
  // One that was anonymised before goes as well.
  expect(await night()).toEqual(['Moods: 1 rows of moods anonymised'])
  await putSetting(db(), 'retention.moods', { keep: 1, unit: 'YEARS', end: 'DELETE' })
  expect(await night()).toEqual(['Moods: 1 rows of moods deleted'])
  expect(await db().selectFrom('moods').select('id').execute()).toEqual([])
})

test('ages are counted by the calendar, and those of pay by tax years', () => {
  const at = (text: string) => Date.parse(`${text}T12:00:00Z`)
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  expect(day(agedUpTo('retention.moods', { keep: 1, unit: 'MONTHS', end: 'DELETE' }, at('2026-03-31')))).toBe(
    '2026-02-28',
  )
  expect(day(agedUpTo('retention.moods', { keep: 1, unit: 'YEARS', end: 'DELETE' }, at('2028-02-29')))).toBe(
    '2027-02-28',
  )
  // The year that ended with 5 April 2020 is six years old from 5 April 2026 on.
  expect(day(agedUpTo('retention.pay', { keep: 6, unit: 'YEARS', end: 'DELETE' }, at('2026-04-05')))).toBe(
    '2019-04-06',
  )
  expect(day(agedUpTo('retention.pay', { keep: 6, unit: 'YEARS', end: 'DELETE' }, at('2026-04-06')))).toBe(
    '2020-04-06',
  )
})

test('A153 audit entries of seven years ago make room for a signed checkpoint, and the chain is whole', async () => {
  const now = server.clock.now
  const rule = { keep: 7, unit: 'YEARS', end: 'CHECKPOINT' } as const
  const before = agedUpTo('retention.audit', rule, now)
  const write = async (at: number, personID: number | null = null) => {
    await audit(db(), { userID: null, displayName: 'Somebody' }, at, {
      ...{ action: 'SKILL_CHANGED', page: '', recordType: 'skill', recordID: 1, label: 'Welsh', personID },
    })
  }
  for (const at of [before - 3, before - 2, before - 1, before, now]) await write(at)
  const auditChain = await chain()
  await auditChain.tend()
  await auditChain.signRoot()
  const preview = await ask('preview', { key: 'retention.audit', value: rule })
  expect(preview.body).toMatchObject({ count: 3, held: 0, isApplied: true })
  // In batches of two.
  expect(await night(2)).toEqual(['Audit: 3 entries replaced by a signed checkpoint'])
  await auditChain.tend()
  const left = await db().selectFrom('audit').orderBy('sequence').select(['sequence', 'action']).execute()
  expect(left.map(({ sequence }) => sequence)).toEqual([4, 5, 6, 7])
  expect(left.filter(({ action }) => action === 'AUDIT_CHECKPOINT')).toHaveLength(2)
  const { verdict } = await auditChain.verify()
  expect(verdict).toEqual({ isWhole: true, entries: 4, from: before, to: now })
  expect(await night()).toEqual([])

  // Nobody can take more away, or put another beginning there.
  const fault = async () => (await auditChain.verify()).verdict
  const point = () =>
    db().selectFrom('auditPoints').where('kind', '=', 'CHECKPOINT').selectAll().executeTakeFirstOrThrow()
  const signed = await point()
  const put = (values: object) =>
    db().updateTable('auditPoints').set(values).where('kind', '=', 'CHECKPOINT').execute()
  await put({ sequence: 4 })
  expect(await fault()).toMatchObject({ isWhole: false, sequence: 1, kind: 'MISSING' })
  await put(signed)
  await db().deleteFrom('auditPoints').where('kind', '=', 'CHECKPOINT').execute()
  expect(await fault()).toMatchObject({ isWhole: false, sequence: 1, kind: 'MISSING' })
  await db().insertInto('auditPoints').values(signed).execute()
  expect(await fault()).toMatchObject({ isWhole: true })
  await db().deleteFrom('audit').where('sequence', '=', 4).execute()
  expect(await fault()).toMatchObject({ isWhole: false, sequence: 4, kind: 'MISSING' })
})

test('A153 an audit entry about somebody on legal hold stays, with all after it', async () => {
  const rule = { keep: 7, unit: 'YEARS', end: 'CHECKPOINT' } as const
  const old = agedUpTo('retention.audit', rule, server.clock.now) - 1
  for (const personID of [carID, bobID, carID])
    await audit(db(), { userID: null, displayName: 'Somebody' }, old, {
      ...{ action: 'PERSON_CHANGED', page: '', recordType: 'person', recordID: personID, label: 'x' },
    })
  await ask('hold', { personID: bobID, reason: 'Tribunal' })
  await (await chain()).tend()
  const preview = await ask('preview', { key: 'retention.audit', value: rule })
  expect(preview.body).toMatchObject({ count: 1, held: 2 })
  await night()
  const left = await db().selectFrom('audit').where('at', '=', old).orderBy('id').select('personID').execute()
  expect(left.map(({ personID }) => personID)).toEqual([bobID, carID])
  expect(await auditTold(db())).toEqual([
    'PERSON_CHANGED |  | person | x',
    'PERSON_CHANGED |  | person | x',
    'LEGAL_HOLD_PLACED | admin.configuration.settings | legalHold | bob',
    'AUDIT_CHECKPOINT | admin.audit-logs | auditEntry | Oldest audit entries',
  ])
})

test('A153 applicants who weren’t hired are deleted after 6 months in a stage; who was hired stays', async () => {
  const applied = (name: string, stage: ApplicantStage, days: number) =>
    addApplicant(db(), { name, stage, stageSince: server.clock.now - days * DAY_MS })
  await applied('Rejected', 'REJECTED', 200)
  for (const stage of ['NEW', 'SCREENING', 'TEST', 'INTERVIEW', 'OFFER', 'WITHDRAWN'] as const)
    await applied(`Forgotten ${stage}`, stage, 200)
  await applied('Hired', 'HIRED', 200)
  await applied('Lately', 'WITHDRAWN', 170)
  await night()
  const left = await db().selectFrom('applicants').select('name').orderBy('name').execute()
  expect(left.map(({ name }) => name)).toEqual(['Hired', 'Lately'])
})

test('A153 of applicants, who are nobody here, nothing stays where a company anonymises', async () => {
  await putSetting(db(), 'retention.applicants', { keep: 6, unit: 'MONTHS', end: 'ANONYMISE' })
  const stageSince = server.clock.now - 200 * DAY_MS
  await addApplicant(db(), { name: 'Rejected', stage: 'REJECTED', stageSince })
  await night()
  expect(await db().selectFrom('applicants').select('name').orderBy('id').execute()).toEqual([])
})

test('A153 a legal hold on somebody keeps nothing that is of nobody', async () => {
  await ask('hold', { personID: bobID, reason: 'Tribunal' })
  await db()
    .insertInto('mails')
    .values(
      [bobID, null].map((userID, at) => ({
        ...{ version: 1, kind: 'OTHER' as const, to: 'bob@mail.example', from: '', subject: 'Hello', userID },
        ...{ state: 'SENT' as const, messageID: `<${at}>`, createdAt: 1, nextAt: 1, endedAt: 1 },
        ...{ tries: 1, lastAnswer: '' },
      })),
    )
    .execute()
  expect(await night()).toEqual(['Sign-ins and logs: 1 rows of mails deleted'])
  expect(await db().selectFrom('mails').select('userID').orderBy('id').execute()).toEqual([{ userID: bobID }])
})

test('A153 interview records lose their person after 2 years, but for those of a project that a hold is on', async () => {
  const edge = Date.UTC(2024, 4, 4, 12)
  for (const id of [7, 8]) await addProject(db(), id, `Project ${id}`)
  const call = { duration: 60, outcome: 'COMPLETE', quotaCellID: null, appointmentTime: null } as const
  const source = { source: 'API', sourceCallID: null, importID: null, importedAt: null } as const
  await db()
    .insertInto('interviewRecords')
    .values(
      (
        [
          [7, bobID, edge - 1],
          [7, bobID, edge],
          [7, null, edge - 1],
          [8, bobID, edge - 1],
        ] as const
      ).map(([projectID, userID, end]) => ({
        ...call,
        ...source,
        projectID,
        userID,
        start: end - 60_000,
        end,
      })),
    )
    .execute()
  await db()
    .insertInto('legalHolds')
    .values({
      projectID: 8,
      personID: null,
      reason: 'A claim',
      placedBy: carID,
      placedAt: 0,
      liftedBy: null,
      liftedAt: null,
    })
    .execute()
  expect(await night()).toEqual(['Interviews: 1 rows of interviewRecords anonymised'])
  const nobody = await anonymousPerson(db())
  const rows = await db().selectFrom('interviewRecords').orderBy('id').select('userID').execute()
  expect(rows.map(({ userID }) => userID)).toEqual([nobody, bobID, null, bobID])
  expect(await night()).toEqual([])
})
