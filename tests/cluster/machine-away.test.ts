import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { LiveStats } from '#shared/contract/live-panel.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { livePanelHub } from '#shared/hubs/live-panel.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { startPostgres, type TestPostgres } from '../../scripts/testing/postgres.ts'
import { startRedis, type TestRedis } from '../../server/cluster/testing/redis.ts'
import { createLiveClients } from '../../server/http/testing/live-clients.ts'
import {
  addPerson,
  post,
  said,
  startTestServer,
  type TestServer,
} from '../../server/http/testing/test-server.ts'
import { callerOf } from '../../server/tickets/testing/company.ts'

const WAIT = { interval: 20, timeout: 20_000 }
const LOOKS: readonly PermissionName[] = ['ISUPERVISOR_CAN_SEE_MODULE', 'ISUPERVISOR_CAN_SEE_LIVE_PANEL']

let postgres: TestPostgres
let redis: TestRedis
let servers: TestServer[] = []
const folder = mkdtempSync(join(tmpdir(), 'fieldwork-away-'))
const clients = createLiveClients()
beforeAll(async () => {
  postgres = await startPostgres()
  redis = await startRedis()
  const client = new pg.Client(postgres.url)
  await client.connect()
  await client.query('create database away')
  await client.end()
  const start = (name: string) =>
    startTestServer({
      ...{ databaseFile: join(folder, name, 'fieldwork.db'), databaseUrl: postgres.urlOf('away') },
      backplaneUrl: redis.url,
    })
  for (const name of ['one', 'two']) mkdirSync(join(folder, name))
  servers = [await start('one')]
  // Servers of one company have the same secrets.
  copyFileSync(join(folder, 'one', 'secrets.json'), join(folder, 'two', 'secrets.json'))
  servers.push(await start('two'))
})
afterAll(async () => {
  await clients.closeAll()
  for (const { server } of servers) await server.close()
  await redis?.stop()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a machine that is locked or asleep, told to one server, is on the live panel of who watches at another', async () => {
  const [one, two] = servers as [TestServer, TestServer]
  const [atOne, atTwo] = [await one.server.listen(0, '127.0.0.1'), await two.server.listen(0, '127.0.0.1')]
  const priyaID = await addPerson(one, { userName: 'priya', permissions: LOOKS })
  const jamieID = await addPerson(one, { userName: 'jamie', permissions: ['CAN_UPDATE_MASTER_ACTIVITY'] })
  await one.server.db.updateTable('users').set({ managerID: priyaID }).where('id', '=', jamieID).execute()
  const jamie = await callerOf(one, 'jamie', jamieID)
  const priya = await callerOf(two, 'priya', priyaID)

  const panel = await clients.open(two, atTwo + livePanelHub.path, priya.bearer, ['LivePanelDataChange'])
  await panel.client.invoke('watchLivePanel')
  const seen = () =>
    panel.heard.flatMap(([, stats]) => (stats as LiveStats)[String(jamieID)]?.machineStatus ?? [])
  const desktop = await clients.open(one, atOne + mainHub.path, jamie.bearer, [])
  await desktop.client.invoke('setDesktopVersion', '1.0.0')
  await desktop.client.invoke('takesActivityActions', true)
  said(await post(one, '/api/activity/update/current-activity', { activity: 'MEETING' }, jamie.bearer))
  for (const away of ['LOCKED', null, 'ASLEEP'] as const) {
    await desktop.client.invoke('setMachineAway', away)
    await vi.waitFor(() => expect(seen().at(-1)).toBe(away ?? 'ACTIVE'), WAIT)
  }
})
