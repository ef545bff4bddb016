import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { spooledOf, spoolFile } from '../http/spooled-files.ts'
import { addPerson, startTestServer, type TestServer } from '../http/testing/test-server.ts'
import { FolderStore } from './folder-store.ts'
import { freshName, keepFile } from './keeping.ts'
import { sweepFiles, UNDER_WAY_MS } from './sweep-files.ts'

let folder: string
let server: TestServer
let store: FolderStore
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldwork-sweep-'))
  server = await startTestServer({ filesFolder: folder })
  store = new FolderStore(folder)
})
afterEach(async () => {
  await server.server.close()
  rmSync(folder, { recursive: true })
})

const NOW = Date.UTC(2026, 0, 15, 12)
const db = () => server.server.db
const sweep = () => sweepFiles(db(), store, () => NOW)
const fileOf = (text: string) => new File([text], 'a.txt')
const pathOf = (storedAs: string) => join(folder, storedAs)

/** As if it had been written so long before the sweep. */
function makeOlder(storedAs: string, ms: number): string {
  utimesSync(pathOf(storedAs), new Date(NOW - ms), new Date(NOW - ms))
  return storedAs
}
async function unnamed(ms: number): Promise<string> {
  const file = await spoolFile(store.incoming, Readable.from(['left']), { name: 'a', type: '' })
  const storedAs = freshName()
  await store.take(storedAs, spooledOf(file) ?? { path: '', digest: '' })
  return makeOlder(storedAs, ms)
}
async function named(ms: number): Promise<string> {
  const storedAs = await keepFile(store, fileOf('kept'), db())
  const userID = await addPerson(server, { userName: storedAs.slice(3) })
  await db()
    .insertInto('privacyRequests')
    .values({
      ...{ kind: 'EXPORT', state: 'READY', personID: userID, requestedBy: userID },
      ...{ reason: '', requestedAt: NOW, withTexts: 0, storedAs, size: 4 },
    })
    .execute()
  return makeOlder(storedAs, ms)
}

test('a file that no row names goes once it is a day old, and not before: another server may be writing its row', async () => {
  const young = await unnamed(UNDER_WAY_MS - 1000)
  const old = await unnamed(UNDER_WAY_MS + 1000)
  const kept = await named(10 * UNDER_WAY_MS)
  expect(await sweep()).toEqual({ gone: 1, isForeign: false })
  expect([young, old, kept].map((name) => existsSync(pathOf(name)))).toEqual([true, false, true])
  expect(await sweep()).toEqual({ gone: 0, isForeign: false })
})

test('what arrives is left alone however long it takes; what nobody has written to for a day goes', async () => {
  await unnamed(0)
  const [arriving, dead] = ['arriving', 'dead'].map((name) => join(store.incoming, name))
  for (const path of [arriving, dead]) writeFileSync(path ?? '', 'a part')
  utimesSync(arriving ?? '', new Date(NOW - UNDER_WAY_MS + 1000), new Date(NOW - UNDER_WAY_MS + 1000))
  utimesSync(dead ?? '', new Date(NOW - UNDER_WAY_MS - 1000), new Date(NOW - UNDER_WAY_MS - 1000))
  await sweep()
  expect([arriving, dead].map((path) => existsSync(path ?? ''))).toEqual([true, false])
})

test('hashes of files that no row names go, whoever forgot them; others stay', async () => {
  const kept = await named(0)
  await db().insertInto('fileHashes').values({ storedAs: 'ab/gone', sha256: 'x' }).execute()
  await sweep()
  expect(await db().selectFrom('fileHashes').select('storedAs').execute()).toEqual([{ storedAs: kept }])
})

test('the files of another installation are never touched, be it the wrong folder or a database that is still empty', async () => {
  const kept = await named(10 * UNDER_WAY_MS)
  await unnamed(10 * UNDER_WAY_MS)
  const other = await startTestServer()
  // A new database that was given the old folder: before anybody said whose it is …
  expect(await sweepFiles(other.server.db, store, () => NOW)).toEqual({ gone: 0, isForeign: true })
  // … and after.
  expect(await sweep()).toEqual({ gone: 1, isForeign: false })
  expect(await sweepFiles(other.server.db, store, () => NOW)).toEqual({ gone: 0, isForeign: true })
  expect(existsSync(pathOf(kept))).toBe(true)
  await other.server.close()
})

test('an empty store is the first one’s who looks', async () => {
  const other = await startTestServer()
  expect(await sweep()).toEqual({ gone: 0, isForeign: false })
  expect(await sweepFiles(other.server.db, store, () => NOW)).toMatchObject({ isForeign: true })
  await other.server.close()
})
