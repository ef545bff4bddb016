import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ServerProcess, startServer } from '../../scripts/lib/server-process.ts'
import { type Database, openDatabase } from '../../server/db/database.ts'
import { addGrantor, startTestServer } from '../../server/http/testing/test-server.ts'
import { headerOf, startMailServer } from '../../server/mail/testing/mail-server.ts'
import { serverProgram } from '../../server/testing/programs.ts'

test('A138 a server that is killed while its mail server has the mail sends it again, with the same Message-ID', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldwork-mail-killed-'))
  const dataDir = join(folder, 'data')
  const databaseFile = join(dataDir, 'fieldwork.db')
  const logFile = join(folder, 'server.log')
  let answers = (_: null) => {}
  let isSlow = true
  const smtp = await startMailServer({
    data: () =>
      isSlow
        ? new Promise<null>((resolve) => {
            answers = resolve
          })
        : null,
  })
  const settings = { host: '127.0.0.1', port: smtp.port, security: 'NONE', from: 'office@work.example' }
  // A company with somebody, and its mail server, as a server of this process leaves them.
  const first = await startTestServer({ databaseFile, clock: () => Date.now() })
  await addGrantor(first)
  await first.server.db
    .insertInto('adaptors')
    .values({
      ...{ version: 1, kind: 'SMTP', name: 'SMTP', isEnabled: 1, settings: JSON.stringify(settings) },
      ...{ lastError: '', failuresInRow: 0, changedBy: null, changedAt: 0 },
    })
    .execute()
  await first.server.close()
  const inFolder = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
    const db = await openDatabase(databaseFile)
    try {
      return await work(db)
    } finally {
      await db.destroy()
    }
  }
  const mails = () => inFolder((db) => db.selectFrom('mails').selectAll().execute())
  const launch = () => startServer({ dataDir, port: 0, logFile, program: [serverProgram('main')] })
  let server: ServerProcess | undefined
  try {
    server = await launch()
    const forgot = await fetch(`${server.url}/api/auth/forgot-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userName: 'grantor' }),
    })
    expect(forgot.status).toBe(200)
    await expect.poll(() => smtp.received.length).toBe(1)
    await server.kill()
    answers(null)
    expect(await mails()).toMatchObject([{ state: 'SENDING', tries: 1 }])
    // As if the lease were over, and the queue due.
    await inFolder(async (db) => {
      await db.updateTable('mails').set({ leaseUntil: 1 }).execute()
      await db.updateTable('backgroundServices').set({ nextRunAt: 1, leaseUntil: null }).execute()
    })
    isSlow = false
    server = await launch()
    await expect.poll(() => smtp.received.length).toBe(2)
    const ids = smtp.received.map((mail) => headerOf(mail, 'Message-ID'))
    expect(ids[0]).toMatch(/^<.+>$/)
    expect(ids[1]).toBe(ids[0])
    await server.stop()
    expect(await mails()).toMatchObject([{ state: 'SENT', messageID: ids[0], content: null }])
  } finally {
    await server?.kill()
    await smtp.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
