import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { liveAlerts, saveLiveAlerts } from '#shared/contract/live-alerts.ts'
import { getLiveData } from '#shared/contract/live-panel.ts'
import { ALERT_RULES_MAX, type AlertRule, SUPPLIED_RULES } from '#shared/domain/live-alerts.ts'
import { livePanelHub } from '#shared/hubs/live-panel.ts'
import { createLiveClients } from '../http/testing/live-clients.ts'
import { addPerson, NOON, post, said, startTestServer, type TestServer } from '../http/testing/test-server.ts'
import { type Caller, callerOf } from '../tickets/testing/company.ts'

const SEEN = '/api/supervisor/live-panel/alerts/seen'
const SAVE = saveLiveAlerts.path

let server: TestServer
let priya: Caller
let megan: Caller
let jamie: number
const clients = createLiveClients()
const db = () => server.server.db

async function supervisor(userName: string): Promise<Caller> {
  const permissions = ['ISUPERVISOR_CAN_SEE_MODULE', 'ISUPERVISOR_CAN_SEE_LIVE_PANEL'] as const
  const id = await addPerson(server, { userName, displayName: userName, permissions })
  return callerOf(server, userName, id)
}
beforeEach(async () => {
  server = await startTestServer()
  const { id: areaID } = await db()
    .insertInto('areas')
    .values({ name: 'Leeds', nameKey: 'leeds', code: 'L' } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  ;[priya, megan] = [await supervisor('Priya Nair'), await supervisor('Megan Price')]
  jamie = await addPerson(server, { userName: 'jamie', displayName: 'Jamie Whitfield' })
  await db().updateTable('users').set({ areaID }).where('id', 'in', [priya.id, megan.id, jamie]).execute()
})
afterEach(async () => {
  await clients.closeAll()
  await server.server.close()
})

const rule = (id: string, more: Partial<AlertRule> = {}): AlertRule => ({
  ...{ id, name: `Rule ${id}`, isOn: true, forMinutes: 2, whom: { kind: 'ALL' }, hasSound: false },
  when: { field: 'today', operator: 'BETWEEN', values: ['', '0'] },
  ...more,
})
const save = async (rules: readonly unknown[]) => said(await post(server, SAVE, { rules }, priya.bearer))
const see = async (alertID: string, note = '', who = priya) =>
  said(await post(server, SEEN, { alertID, note }, who.bearer))

test('D126 the supplied rules are there and on without any set-up, but for an hour without a complete', async () => {
  const { rules, alerts } = await priya.get(liveAlerts, {})
  expect(alerts).toEqual([])
  expect(rules.map(({ id, isOn, forMinutes }) => [id, isOn, forMinutes])).toEqual([
    ['BREAK_OVER', true, 0],
    ['OUT', true, 3],
    ['SYSTEM_ISSUES', true, 15],
    ['NOT_IN', true, 0],
    ['IDLE', true, 0],
    ['NO_COMPLETE', false, 0],
    ['AT_RISK', true, 0],
  ])
})

test('D125 rules are a person’s own; supplied ones are switched, and not otherwise changed', async () => {
  const [first] = SUPPLIED_RULES
  const changed = { ...first, isOn: false, hasSound: false, forMinutes: 99, name: 'Mine' }
  expect((await save([changed, rule('own-1')])).status).toBe(200)
  const { rules } = await priya.get(liveAlerts, {})
  expect(rules[0]).toEqual({ ...first, isOn: false, hasSound: false })
  expect(rules.at(-1)).toEqual(rule('own-1'))
  expect((await megan.get(liveAlerts, {})).rules).toEqual(SUPPLIED_RULES)
  // One that is left out is as it was supplied.
  await save([])
  expect((await priya.get(liveAlerts, {})).rules).toEqual(SUPPLIED_RULES)
})

test('D125 at most 50 rules, each of a column and what it can be asked, once', async () => {
  const many = (n: number) => Array.from({ length: n }, (_, at) => rule(`own-${at}`))
  expect((await save(many(ALERT_RULES_MAX))).status).toBe(200)
  expect((await save(many(ALERT_RULES_MAX + 1))).status).toBe(400)
  expect(
    await save([rule('a', { when: { field: 'salary', operator: 'BETWEEN', values: ['1', ''] } })]),
  ).toEqual({
    status: 400,
    body: { value: '‘Rule a’ asks nothing that its column has.' },
  })
  expect((await save([rule('a'), rule('a')])).status).toBe(400)
  expect((await save([rule('a', { forMinutes: -1 })])).status).toBe(400)
  expect((await save([rule('a', { name: ' ' })])).status).toBe(400)
})

test('D125 ‘Seen’ shows the other supervisors of the person who took it, and the viewer’s other windows', async () => {
  const url = await server.server.listen(0, '127.0.0.1')
  const hub = `${url}${livePanelHub.path}`
  const window = await clients.open(server, hub, priya.bearer, ['livePanelAlert'])
  const others = await clients.open(server, hub, megan.bearer, ['LivePanelDataChange'])
  await others.client.invoke('watchLivePanel')
  expect(await see(`${jamie}:IDLE`, ' calling her ')).toEqual({ status: 200, body: { done: true } })
  const seen = { userID: jamie, rule: 'IDLE', note: 'calling her', at: new Date(NOON).toISOString() }
  await vi.waitFor(() => expect(window.heard).toEqual([['livePanelAlert', seen]]))
  await vi.waitFor(() =>
    expect(others.heard.at(-1)).toMatchObject([
      'LivePanelDataChange',
      { [jamie]: { live: { onIt: [{ by: 'Priya Nair' }] } } },
    ]),
  )
  expect((await priya.get(liveAlerts, {})).alerts).toEqual([seen])
  expect((await megan.get(liveAlerts, {})).alerts).toEqual([])
  const onIt = async () => (await megan.get(getLiveData, {}))[String(jamie)]?.live?.onIt
  expect(await onIt()).toEqual([{ userID: priya.id, by: 'Priya Nair', note: 'calling her' }])
  // Once more: the note is another one, and they are on it once.
  await see(`${jamie}:IDLE`)
  expect(await onIt()).toEqual([{ userID: priya.id, by: 'Priya Nair', note: '' }])
  server.clock.now = NOON + 3_600_000
  expect(await onIt()).toEqual([])
  const stranger = await addPerson(server, { userName: 'stranger' })
  expect((await see(`${stranger}:IDLE`)).status).toBe(404)
  expect((await see('IDLE')).status).toBe(400)
})
