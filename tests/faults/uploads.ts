import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { inRoot } from '../../scripts/lib/paths.ts'
import { type ServerProcess, startServer } from '../../scripts/lib/server-process.ts'
import { type Database, openDatabase } from '../../server/db/database.ts'
import { FolderStore } from '../../server/files/folder-store.ts'
import { sweepFiles } from '../../server/files/sweep-files.ts'
import { addGrantor, addPerson, type TestServer } from '../../server/http/testing/test-server.ts'
import { claim } from '../../server/setup/installation.ts'
import { serverProgram } from '../../server/testing/programs.ts'
import { post, signInAt } from '../cluster/over-http.ts'

/** Longer ago than any upload that may be under way. */
const LATER_MS = 25 * 60 * 60 * 1000
const PATH = '/api/communication/chat/send-attachment-to-thread'

export interface Uploads {
  /** How many points an upload has at which its server may die. */
  readonly points: number
  /** Has a server die at that point of an upload, and uploads again with the same key at the other one. */
  killAt(point: number): Promise<void>
  /** Has a server die while half of a file has arrived. */
  killHalfWay(): Promise<void>
  /**
   * After a sweep on the day after: each file that was acknowledged stands once, in a message of its own and with its
   * bytes, and nothing else lies there.
   */
  expectWhole(): Promise<void>
  close(): Promise<void>
}

/**
 * Somebody who uploads files to a conversation, and servers that are killed meanwhile, each a process of its own.
 * @param url of a PostgreSQL, which two servers share; null for SQLite and one server
 */
export async function openUploads(url: string | null): Promise<Uploads> {
  const home = mkdtempSync(join(tmpdir(), 'fieldwork-uploads-killed-'))
  const filesFolder = join(home, url === null ? 'data-0/files' : 'files')
  const dataOf = (which: number) => join(home, `data-${which}`)
  const open = (): Promise<Database> => openDatabase(join(dataOf(0), 'fieldwork.db'), url)
  mkdirSync(dataOf(0), { recursive: true })
  if (url !== null) mkdirSync(filesFolder)
  const made = await open()
  await claim(made, Date.now(), null)
  const ours = { server: { db: made } } as TestServer
  await addGrantor(ours)
  const permissions = ['GENERAL_CAN_USE_TEAM_CHAT', 'CHAT_CAN_ADD_ATTACHMENT'] as const
  await addPerson(ours, { userName: 'ann', permissions })
  const bob = await addPerson(ours, { userName: 'bob', permissions })
  await made.destroy()

  const servers: (ServerProcess | null)[] = [null, null]
  const others = url === null ? 1 : 2
  const running = async (turn: number): Promise<ServerProcess> => {
    const which = turn % others
    const data = dataOf(which)
    mkdirSync(data, { recursive: true })
    const keys = join(data, 'secrets.json')
    if (!existsSync(keys) && existsSync(join(dataOf(0), 'secrets.json')))
      copyFileSync(join(dataOf(0), 'secrets.json'), keys)
    servers[which] ??= await startServer({
      dataDir: data,
      port: 0,
      logFile: join(home, 'server.log'),
      args: ['--no-seed', '--log', 'warn', ...(url === null ? [] : ['--files', filesFolder, '--drain', '0'])],
      env: { FIELDWORK_DATABASE: url ?? '' },
      program: ['--import', inRoot('tests/faults/die-at-write.ts'), serverProgram('main')],
    })
    return servers[which]
  }
  const first = await running(0)
  const token = await signInAt(first.url, 'ann')
  const { threadID } = await post<{ threadID: number }>(
    first.url,
    '/api/my-team-chatroom/start-conversation',
    { users: [bob] },
    token,
  )

  let turn = 0
  /** What was acknowledged, by the name that the sender gave it. */
  const acknowledged = new Map<string, string>()
  const textOf = (name: string) => `${name} `.repeat(5000)
  const upload = async (server: ServerProcess, name: string, dieAt?: number): Promise<Response> => {
    const form = new FormData()
    form.append('threadID', String(threadID))
    form.append('file', new File([textOf(name)], `${name}.txt`, { type: 'text/plain' }))
    return fetch(`${server.url}${PATH}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': name,
        ...(dieAt !== undefined && { 'x-die-at': String(dieAt) }),
      },
      body: form,
    })
  }
  const acknowledge = async (name: string, server: ServerProcess, dieAt?: number): Promise<Response> => {
    const answer = await upload(server, name, dieAt)
    expect([answer.status, await answer.clone().text()]).toEqual([200, expect.stringContaining(name)])
    acknowledged.set(`${name}.txt`, createHash('sha256').update(textOf(name)).digest('hex'))
    return answer
  }
  const died = async (server: ServerProcess) => {
    expect((await server.exited).signal).toBe('SIGKILL')
    servers[servers.indexOf(server)] = null
  }
  const whole = await acknowledge('whole', first, Number.MAX_SAFE_INTEGER)

  return {
    points: Number(whole.headers.get('x-points')),
    async killAt(point) {
      turn += 1
      const name = `upload-${turn}`
      const victim = await running(turn)
      await expect(upload(victim, name, point)).rejects.toThrow()
      await died(victim)
      await acknowledge(name, await running(turn + 1))
    },
    async killHalfWay() {
      turn += 1
      const victim = await running(turn)
      const head = [
        '--half',
        `content-disposition: form-data; name="threadID"\r\n\r\n${threadID}\r\n--half`,
        'content-disposition: form-data; name="file"; filename="half.txt"\r\ncontent-type: text/plain\r\n\r\n',
      ].join('\r\n')
      const asked = request(`${victim.url}${PATH}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'multipart/form-data; boundary=half',
          'content-length': '500000',
        },
      })
      const broke = new Promise((resolve) => asked.once('error', resolve))
      asked.write(head + 'half of it '.repeat(20_000))
      const arriving = join(filesFolder, 'incoming')
      await expect
        .poll(() => (existsSync(arriving) ? readdirSync(arriving).length : 0), { timeout: 10_000 })
        .toBeGreaterThan(0)
      await victim.kill()
      await died(victim)
      await broke
    },
    async expectWhole() {
      for (const server of servers) await server?.stop()
      servers.fill(null)
      const db = await open()
      try {
        const store = new FolderStore(filesFolder)
        await sweepFiles(db, store, () => Date.now() + LATER_MS)
        const rows = await db
          .selectFrom('attachments as a')
          .innerJoin('messages as m', 'm.id', 'a.messageID')
          .select(['a.fileName', 'a.storedAs', 'm.threadID'])
          .execute()
        const hashes = new Map<string, string>()
        for (const { fileName, storedAs } of rows)
          hashes.set(
            fileName,
            createHash('sha256')
              .update(await buffer(store.read(storedAs ?? '')))
              .digest('hex'),
          )
        expect(hashes).toEqual(acknowledged)
        expect(rows).toHaveLength(acknowledged.size)
        const kept: string[] = []
        for await (const some of store.list()) kept.push(...some.map(({ storedAs }) => storedAs))
        expect(kept.toSorted()).toEqual(rows.map(({ storedAs }) => storedAs ?? '').toSorted())
        expect(readdirSync(join(filesFolder, 'incoming'))).toEqual([])
        const named = await db.selectFrom('fileHashes').select('storedAs').execute()
        expect(named.map(({ storedAs }) => storedAs).toSorted()).toEqual(kept.toSorted())
        const texts = await db.selectFrom('messages').select('text').where('userID', '>', 0).execute()
        expect(texts).toHaveLength(acknowledged.size)
      } finally {
        await db.destroy()
      }
    },
    async close() {
      for (const server of servers) await server?.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Kills at the ends of an upload, or at each of its points, and half-way; then looks. */
export async function killAndLook(uploads: Uploads, times: number): Promise<void> {
  const { points } = uploads
  // Before it has a name in the store, when it has; before the answer, and after the commit.
  const telling = [1, 2, points, points - 1]
  for (let kill = 0; kill < times; kill += 1)
    await uploads.killAt(times > telling.length ? 1 + (kill % points) : (telling[kill] ?? 1))
  await uploads.killHalfWay()
  await uploads.expectWhole()
}
