import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { runAdmin } from '../../server/admin/run-admin.ts'
import { copyBaseByProcess } from '../../server/backup/by-process.ts'
import { LogShipper } from '../../server/backup/log-shipper.ts'
import { databaseFileOf } from '../../server/db/data-folder.ts'
import { openDatabase } from '../../server/db/database.ts'
import { whole } from '../whole.ts'

const RESTORE_MS = 30_000

test('what was shipped is restored within 30 seconds, with a million messages', async () => {
  const messages = whole(5_000, 1_000_000)
  const folder = mkdtempSync(join(tmpdir(), 'fieldwork-million-'))
  const [data, to] = [join(folder, 'data'), join(folder, 'continuous')]
  mkdirSync(data)
  const databaseFile = databaseFileOf(data)
  const db = await openDatabase(databaseFile)
  const fill = new DatabaseSync(databaseFile)
  fill.exec(`
    insert into users (id, "userName", "displayName", role, "userType", "passwordHash", "isActive", "createdAt")
      values (1, 'ann', 'Ann', '', 'INTERVIEWER', '', 1, 0);
    insert into threads (id, type, source, "sourceID", label, "displayLabel", "displayGroupLabel", "isGroup", status, priority, "createdAt")
      values (1, 'THREAD', 'MESSAGE', 1, '', '', '', 0, '', '', 0);
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${messages})
    insert into messages ("threadID", "userID", text, type, "entryTime", "overallStatus")
      select 1, 1, 'Message ' || i || ': the respondent asks to be called back on Thursday after six, ' || hex(randomblob(40)),
        'TEXT', i, '' from n`)
  fill.close()
  const folders = { databaseFile, filesFolder: null, widgetFolder: null, auditRootsFile: null }
  const clock = () => Date.now()
  const shipper = await LogShipper.begin({
    ...folders,
    db,
    to,
    build: 'test',
    clock,
    copyBase: copyBaseByProcess,
  })
  await shipper.settled()
  for (let second = 0; second < 100; second++) {
    await db
      .insertInto('settings')
      .values({ name: `second ${second}`, value: 'x'.repeat(20_000) })
      .execute()
    await shipper.ship()
  }
  await shipper.finish()
  const size = statSync(databaseFile).size
  await db.destroy()
  rmSync(data, { recursive: true })
  const at = performance.now()
  let said = ''
  const tell = (text: string) => {
    said += text
  }
  const status = await runAdmin(['--data', data, 'restore', to], {
    ...{ input: Readable.from(['']), out: tell, err: tell, account: 'operator', clock },
  })
  const ms = performance.now() - at
  expect([status, said.split(' as of ')[0]]).toEqual([0, 'The data'])
  const restored = new DatabaseSync(databaseFile, { readOnly: true })
  expect(Object.values(restored.prepare('select count(*) from messages').get() ?? {})).toEqual([messages])
  restored.close()
  console.log(
    `${messages} messages, ${Math.round(size / 2 ** 20)} MB: restored in ${(ms / 1000).toFixed(1)} s`,
  )
  expect(ms).toBeLessThan(RESTORE_MS)
  rmSync(folder, { recursive: true })
}, 3_600_000)
