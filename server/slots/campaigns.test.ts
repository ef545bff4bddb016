import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CampaignDetail } from '#shared/contract/campaigns.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { counting } from '../db/testing/counting.ts'
import { takeSnapshot } from '../db/testing/snapshot.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { addInterview, addInterviewing } from '../interviews/testing/interview-fixture.ts'
import { addShift } from '../shifts/testing/shift-fixture.ts'
import { addProject } from '../tasks/testing/task-fixture.ts'
import { forecastAround } from './campaign-forecast.ts'
import { followCampaigns } from './campaigns-handlers.ts'
import { addCampaign } from './testing/campaign-fixture.ts'

// NOON is Monday, 4 May 2026, 13:00 in London.
const HOUR = 3_600_000
const DAY = 24 * HOUR
const OWN: PermissionName[] = ['ITRACKER_CAN_SEE_MY_SCHEDULE', 'ITRACKER_CAN_REQUEST_OVERTIME']
const PEOPLE: Readonly<Record<string, PermissionName[]>> = {
  ann: OWN,
  bob: OWN,
  cat: OWN,
  pam: [...OWN, 'IRESOURCE_CAN_SEE_CAMPAIGNS', 'IRESOURCE_CAN_SEE_METRICS'],
  max: ['IRESOURCE_CAN_SEE_MARKETPLACE'],
}
let server: TestServer
let restore: () => Promise<void>
const ids = new Map<string, number>()
const bearers = new Map<string, Record<string, string>>()
const db = () => server.server.db
const id = (who: string) => ids.get(who) ?? 0
const nameOf = (userID: number) => [...ids].find(([, one]) => one === userID)?.[0]
const iso = (at: number) => new Date(at).toISOString()
const ask = async (who: string, name: string, payload: object = {}, area = 'campaign') =>
  said(await post(server, `/api/resource/${area}/${name}`, payload, bearers.get(who)))
const refused = (status: number, value: string) => ({ status, body: { value } })
const apply = (who: string, slotID: number | undefined, reason = '') =>
  ask(who, 'apply', { slotID: slotID ?? 0, reason })
const applied = async (who: string, slotID: number | undefined) => {
  const { status, body } = await apply(who, slotID)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as { id: number; state: string }
}
const openIDs = async (who: string) =>
  (
    (await ask(who, 'open-slots', {}, 'window')).body as { slots: { slotID: number; free: number }[] }
  ).slots.map(({ slotID, free }) => `${slotID}:${free}`)
const shifts = async () =>
  (
    await db()
      .selectFrom('shifts')
      .where('source', '=', 'CAMPAIGN')
      .orderBy('id')
      .select(['userID', 'state'])
      .execute()
  ).map(({ userID, state }) => `${nameOf(userID)} ${state}`)
const states = async () =>
  (await db().selectFrom('campaignApplications').orderBy('id').select(['userID', 'state']).execute()).map(
    ({ userID, state }) => `${nameOf(userID)} ${state}`,
  )
const told = async () =>
  (await db().selectFrom('notifications').orderBy('id').select(['userID', 'subject']).execute()).map(
    ({ userID, subject }) => `${nameOf(userID)}: ${subject}`,
  )
const slot = (day: number, more: object = {}) => ({
  ...{ start: NOON + day * DAY, end: NOON + day * DAY + 4 * HOUR },
  ...more,
})
const detail = async (campaign: number) =>
  (await ask('pam', 'detail', { id: campaign })).body as CampaignDetail
const parts = () =>
  ({
    ...{ db: db(), publisher: { notified: () => {} } },
    shell: { main: { toUser: () => {}, onlineUserIDs: new Set() } },
  }) as never

beforeAll(async () => {
  server = await startTestServer()
  await db()
    .insertInto('areas')
    .values([
      { id: 1, name: 'North' },
      { id: 2, name: 'South' },
    ])
    .execute()
  for (const [userName, permissions] of Object.entries(PEOPLE)) {
    ids.set(userName, await addPerson(server, { userName, displayName: userName, permissions }))
    bearers.set(userName, await signIn(server, userName))
  }
  await db().updateTable('users').set({ areaID: 1 }).where('userName', 'in', ['ann', 'bob', 'cat']).execute()
  const first = new Map(bearers)
  const put = await takeSnapshot(db())
  restore = async () => {
    await put()
    for (const [who, bearer] of first) bearers.set(who, bearer)
  }
})
afterAll(() => server.server.close())
beforeEach(async () => {
  await restore()
  server.clock.now = NOON
})

test('D169 a campaign is offered only to people who meet its eligibility, each condition from both sides', async () => {
  await db().updateTable('users').set({ startDate: '2026-04-06' }).where('id', '=', id('ann')).execute()
  const mine = async (conditions: object) => {
    await db().deleteFrom('campaigns').execute()
    const { slots } = await addCampaign(db(), { conditions })
    const seen = (await openIDs('ann')).length === 1
    const { status, body } = await apply('ann', slots[0])
    expect(status === 200).toBe(seen)
    await db().deleteFrom('shifts').execute()
    return seen ? 'offered' : (body as { value: string }).value
  }
  const not = (condition: string) => `You do not meet the conditions: ${condition}.`
  expect(await mine({ areaIDs: [2, 1] })).toBe('offered')
  expect(await mine({ areaIDs: [2] })).toBe(not('area South'))
  expect(await mine({ minimumWeeks: 4 })).toBe('offered')
  expect(await mine({ minimumWeeks: 5 })).toBe(not('5 weeks here'))
  expect(await mine({ minimumQcScore: 86 })).toBe(not('a quality score of 86 or more'))
  expect(await mine({ contractTypeIDs: [99] })).toMatch(/^You do not meet the conditions: contract type/)
  expect((await ask('pam', 'preview', { areaIDs: [1] })).body).toEqual({ people: 3 })
  expect((await ask('pam', 'preview', {})).body).toEqual({ people: 4 })
})

test('D169 FIRST_COME accepts at once, the last place goes to one, and the next is on the waitlist', async () => {
  const campaign = await addCampaign(db(), { slots: [slot(2, { places: 2 })], createdBy: id('pam') })
  const [place] = campaign.slots
  expect(await applied('ann', place)).toMatchObject({ state: 'ACCEPTED' })
  const both = await Promise.all([apply('bob', place), apply('cat', place)])
  expect(both.map(({ body }) => (body as { state: string }).state).toSorted()).toEqual([
    ...['ACCEPTED', 'WAITLISTED'],
  ])
  expect(await shifts()).toHaveLength(2)
  expect((await ask('pam', 'get', { id: campaign.id })).body).toMatchObject({
    ...{ state: 'FULL', places: 2, taken: 2, fillRate: 100, applications: 3, hours: 8 },
  })
  const row = await db()
    .selectFrom('campaignApplications')
    .where('userID', '=', id('ann'))
    .select(['bonusPerHour', 'rateMultiplier'])
    .executeTakeFirstOrThrow()
  // What was promised is kept for pay, whatever the campaign says later.
  expect(row).toEqual({ bonusPerHour: 2.5, rateMultiplier: null })
  expect((await told()).filter((line) => line.startsWith('pam'))).toEqual([
    'pam: All places of Wave 3 are taken',
  ])
  expect(await apply('ann', place)).toEqual(refused(409, 'You have applied for this already.'))
})

test('D169 BEST_MATCH ranks at the close by index, hours that week and time of applying, says why, and gives no more than its places', async () => {
  await addProject(db(), 7, 'Rail')
  const { id: campaign, slots } = await addCampaign(db(), {
    ...{ choice: 'BEST_MATCH', projectID: 7 },
    slots: [slot(2, { places: 2 })],
  })
  // Of the hour that each worked: ann 1 complete, bob 3; cat and pam none at all.
  const worked = async (who: string, completes: number) => {
    const start = NOON - 3 * DAY
    await addInterviewing(db(), { userID: id(who), from: start, to: start + HOUR })
    for (let at = 0; at < completes; at++)
      await addInterview(db(), { userID: id(who), start: start + at * 600_000 })
  }
  await worked('ann', 1)
  await worked('bob', 3)
  // Pam has hours that week, cat none; both applied before.
  await addShift(db(), { userID: id('pam'), start: NOON + 4 * DAY, end: NOON + 4 * DAY + 3 * HOUR })
  for (const who of ['pam', 'cat', 'ann', 'bob']) {
    expect(await applied(who, slots[0])).toMatchObject({ state: 'APPLIED' })
    server.clock.now += 60_000
  }
  expect(await shifts()).toEqual([])
  server.clock.now = NOON + DAY
  expect(await followCampaigns(parts(), NOON + DAY - 1)).toEqual({ closed: 0, movedUp: 0 })
  expect(await followCampaigns(parts(), NOON + DAY)).toEqual({ closed: 1, movedUp: 0 })
  expect(await followCampaigns(parts(), NOON + DAY)).toEqual({ closed: 0, movedUp: 0 })
  bearers.set('pam', await signIn(server, 'pam'))
  const { applications } = await detail(campaign)
  const ranks = applications
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .map(({ name, state, rankReason }) => `${name} ${state} ${rankReason}`)
  expect(ranks).toEqual([
    'bob ACCEPTED Index 150 · 0 h planned that week · applied 4 May, 13:03',
    'ann ACCEPTED Index 50 · 0 h planned that week · applied 4 May, 13:02',
    'cat WAITLISTED No index yet · 0 h planned that week · applied 4 May, 13:01',
    'pam WAITLISTED No index yet · 3 h planned that week · applied 4 May, 13:00',
  ])
  expect(await shifts()).toEqual(['bob PUBLISHED', 'ann PUBLISHED'])
})

test('D169 MANUAL is the planner’s choice, never more than places, and never one’s own', async () => {
  const { slots } = await addCampaign(db(), { choice: 'MANUAL' })
  const [ann, bob, pam] = [
    await applied('ann', slots[0]),
    await applied('bob', slots[0]),
    await applied('pam', slots[0]),
  ]
  const decide = (one: { id: number } | undefined, state: string) =>
    ask('pam', 'decide', { id: one?.id ?? 0, state })
  expect((await decide(pam, 'ACCEPTED')).status).toBe(403)
  expect((await decide(ann, 'ACCEPTED')).body).toMatchObject({ state: 'ACCEPTED' })
  expect(await decide(bob, 'ACCEPTED')).toEqual(refused(409, 'This place has just been taken.'))
  expect((await decide(bob, 'WAITLISTED')).body).toMatchObject({ state: 'WAITLISTED' })
  expect(await decide(ann, 'DECLINED')).toEqual(
    refused(409, "The application is ACCEPTED and can't be declined."),
  )
  expect((await ask('ann', 'decide', { id: bob?.id, state: 'ACCEPTED' })).status).toBe(403)
  expect(await shifts()).toEqual(['ann PUBLISHED'])
})

test('D170 who withdraws more than 2 hours before leaves the place to the first on the waitlist, who is told; at 2 hours nobody moves up', async () => {
  for (const [before, isMoved] of [
    [2 * HOUR + 1, true],
    [2 * HOUR, false],
  ] as const) {
    await restore()
    server.clock.now = NOON
    const { slots } = await addCampaign(db(), {
      slots: [slot(0, { start: NOON + 6 * HOUR, end: NOON + 10 * HOUR })],
      closesAt: NOON + 5 * HOUR,
    })
    const own = await applied('ann', slots[0])
    for (const who of ['cat', 'bob']) {
      server.clock.now += 1000
      expect(await applied(who, slots[0])).toMatchObject({ state: 'WAITLISTED' })
    }
    server.clock.now = NOON + 6 * HOUR - before
    for (const who of ['ann', 'bob']) bearers.set(who, await signIn(server, who))
    // Only one's own.
    expect((await ask('bob', 'withdraw', { id: own.id })).status).toBe(404)
    expect((await ask('ann', 'withdraw', { id: own.id })).body).toMatchObject({ state: 'WITHDRAWN' })
    expect(await states()).toEqual([
      'ann WITHDRAWN',
      `cat ${isMoved ? 'ACCEPTED' : 'WAITLISTED'}`,
      'bob WAITLISTED',
    ])
    expect(await shifts()).toEqual(['ann CANCELLED', ...(isMoved ? ['cat PUBLISHED'] : [])])
    expect((await told()).filter((line) => line.startsWith('cat'))).toEqual(
      isMoved ? ['cat: You have the shift 4 May, 19:00–23:00'] : [],
    )
    expect(await ask('ann', 'withdraw', { id: own.id })).toEqual(
      refused(409, "The application is WITHDRAWN and can't be withdrawn."),
    )
    // Nor does anybody later by themselves.
    expect((await followCampaigns(parts(), server.clock.now)).movedUp).toBe(0)
  }
})

test('D170 whoever is blocked by then is passed over, and a place that frees otherwise is filled, too', async () => {
  const { slots } = await addCampaign(db(), {})
  await applied('ann', slots[0])
  for (const who of ['bob', 'cat']) {
    await applied(who, slots[0])
    server.clock.now += 1000
  }
  await addShift(db(), { userID: id('bob'), start: NOON + 2 * DAY, end: NOON + 2 * DAY + 2 * HOUR })
  await db().updateTable('shifts').set({ state: 'CANCELLED' }).where('source', '=', 'CAMPAIGN').execute()
  expect(await followCampaigns(parts(), server.clock.now)).toEqual({ closed: 0, movedUp: 1 })
  expect(await states()).toEqual(['ann ACCEPTED', 'bob WAITLISTED', 'cat ACCEPTED'])
  expect(await shifts()).toEqual(['ann CANCELLED', 'cat PUBLISHED'])
})

test('a campaign goes where the document says, tells once, and cancelling asks each person before their shift goes', async () => {
  const values = {
    ...{ title: 'Wave 4', closesAt: iso(NOON + DAY), choice: 'FIRST_COME', bonusPerHour: 3 },
    slots: [{ start: iso(NOON + 2 * DAY), end: iso(NOON + 2 * DAY + 4 * HOUR), places: 1 }],
  }
  const value = async (more: object) =>
    ((await ask('pam', 'save', { ...values, ...more })).body as { value?: string }).value
  expect(await value({ rateMultiplier: 2 })).toBe('A campaign has a bonus or a multiplier, not both.')
  expect(await value({ closesAt: iso(NOON + 2 * DAY + 1) })).toBe(
    'The campaign has to close before its first slot.',
  )
  expect(await value({ closesAt: iso(NOON) })).toBe('This is in the past.')
  const made = (await ask('pam', 'save', values)).body as { id: number; version: number; state: string }
  expect(made.state).toBe('DRAFT')
  expect(await told()).toEqual([])
  const seen = async () => {
    const { version } = (await ask('pam', 'get', { id: made.id })).body as { version: number }
    return { id: made.id, version }
  }
  const act = async (name: string, more: object = {}) => ask('pam', name, { ...(await seen()), ...more })
  expect(await act('pause')).toEqual(refused(409, "Wave 4 is DRAFT and can't be paused."))
  expect((await act('open')).body).toMatchObject({ state: 'OPEN' })
  expect((await act('pause')).body).toMatchObject({ state: 'PAUSED' })
  const [place] = (await detail(made.id)).slots
  expect(await apply('ann', place?.id)).toEqual(refused(400, 'The campaign is not open.'))
  expect(await openIDs('ann')).toEqual([])
  expect((await act('open')).body).toMatchObject({ state: 'OPEN' })
  expect(await told()).toEqual(['ann', 'bob', 'cat', 'pam'].map((who) => `${who}: Extra hours: Wave 4`))
  await applied('ann', place?.id)
  await applied('bob', place?.id)
  expect(await act('save', { ...values, slots: [{ ...values.slots[0], places: 0 }] })).toMatchObject({
    status: 400,
  })
  expect((await act('cancel', { message: 'The client stopped' })).body).toMatchObject({ state: 'CANCELLED' })
  expect(await shifts()).toEqual(['ann OFFERED'])
  expect(await states()).toEqual(['ann ACCEPTED', 'bob DECLINED'])
  const shift = await db().selectFrom('shifts').select(['id', 'version']).executeTakeFirstOrThrow()
  await post(server, '/api/itracker/shift/answer', { ...shift, isAgreed: true }, bearers.get('ann'))
  expect(await shifts()).toEqual(['ann CANCELLED'])
  expect((await act('open')).status).toBe(409)
})

test('D188 what a campaign costs is sent only to who sees metrics: rate and bonus by the hours taken', async () => {
  const { id: campaign, slots } = await addCampaign(db(), {})
  await applied('ann', slots[0])
  await db()
    .insertInto('contractTypes')
    .values({
      id: 1,
      name: 'A',
      nameKey: 'a',
      kind: 'EMPLOYEE',
      version: 1,
      changedBy: null,
      changedAt: NOON,
    })
    .execute()
  const { USUAL_TERMS } = await import('#shared/records/admin/contract-type.ts')
  await db()
    .insertInto('contractTerms')
    .values({
      ...{ contractTypeID: 1, validFrom: '2020-01-01' },
      terms: JSON.stringify({ ...USUAL_TERMS, baseRate: 12 }),
    })
    .execute()
  expect((await ask('pam', 'get', { id: campaign })).body).toMatchObject({ cost: null })
  await db().updateTable('users').set({ contractTypeID: 1 }).where('id', '=', id('ann')).execute()
  expect((await ask('pam', 'get', { id: campaign })).body).toMatchObject({ cost: 4 * (12 + 2.5) })
  for (const body of [
    (await ask('max', 'get', { id: campaign })).body,
    ((await ask('max', 'list', {})).body as { rows: object[] }).rows[0] ?? {},
  ])
    expect(body).not.toHaveProperty('cost')
  const sort = [{ field: 'cost', direction: 'ASC' }]
  expect((await ask('max', 'list', { sort })).status).toBe(403)
  expect((await ask('pam', 'list', { sort })).status).toBe(200)
})

test('4 §4.5.8 the effect of a campaign is the hours taken and its project’s forecast before and after, by what is to come alone', async () => {
  const project = 77
  await addProject(db(), project, 'Harbour')
  await db()
    .updateTable('projects')
    .set({
      ...{ status: 'LIVE', kind: 'CATI', end: '2026-05-31', targetCompletes: 100, interviewsPerHour: 2 },
    })
    .where('id', '=', project)
    .execute()
  const slots = [slot(2, { places: 2 }), slot(3, { places: 2 })]
  const campaign = await addCampaign(db(), { projectID: project, slots })
  const other = await addCampaign(db(), { projectID: project, slots: [slot(5)], title: 'Others' })
  const forecast = async (of = campaign) => (await detail(of.id)).forecast
  expect(await forecast()).toEqual({ before: 0, after: 0, target: 100 })
  // 4 hours at 2 an hour, planned without it.
  await addShift(db(), { userID: id('max'), ...slot(4), projectID: project })
  await applied('ann', campaign.slots[0])
  await applied('bob', campaign.slots[0])
  await applied('ann', campaign.slots[1])
  await applied('cat', other.slots[0])
  expect(await forecast()).toEqual({ before: 16, after: 40, target: 100 })
  expect(await forecast(other)).toEqual({ before: 32, after: 40, target: 100 })
  expect((await ask('pam', 'get', { id: campaign.id })).body).toMatchObject({ hours: 12 })
  // The schedule is read once, and of the other project nothing.
  await addProject(db(), 78, 'Inland')
  await db().updateTable('projects').set({ status: 'LIVE', kind: 'CATI' }).where('id', '=', 78).execute()
  const counted = counting(db())
  expect(await forecastAround(counted.db, { id: campaign.id, projectID: project }, NOON)).toEqual({
    ...{ before: 16, after: 40, target: 100 },
  })
  expect(counted.asked('allocations')).toHaveLength(1)
  expect(counted.asked('quotaCells')).toEqual([expect.stringContaining(`"values":[${project}]`)])
  // What was cancelled, and what is over, is no forecast any more.
  await db().updateTable('shifts').set({ state: 'CANCELLED' }).where('userID', '=', id('bob')).execute()
  expect(await forecast()).toEqual({ before: 16, after: 32, target: 100 })
  server.clock.now = NOON + 2 * DAY + 5 * HOUR
  bearers.set('pam', await signIn(server, 'pam'))
  expect(await forecast()).toEqual({ before: 16, after: 24, target: 100 })
  // None without a project, and none of one that is over.
  await db().updateTable('projects').set({ status: 'CLOSED' }).where('id', '=', project).execute()
  expect(await forecast()).toBeNull()
  expect(await forecast(await addCampaign(db(), { title: 'No project' }))).toBeNull()
})
