import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type ServerProcess, startServer } from '../../scripts/lib/server-process.ts'
import { startPostgres, type TestPostgres } from '../../scripts/testing/postgres.ts'
import { type Database, openDatabase } from '../../server/db/database.ts'
import { addGrantor, addPerson, type TestServer } from '../../server/http/testing/test-server.ts'
import { claim } from '../../server/setup/installation.ts'
import { type Link, openLink } from '../faults/link.ts'
import { openPerson, type Person } from '../faults/people.ts'
import { post, signInAt } from './over-http.ts'

/** A server of the company, as a process of its own. */
export interface Member {
  /** Null while it is down. */
  process: ServerProcess | null
  /** Whether `/health/ready` answered 200 when it was last asked, as a load balancer does. */
  isReady: boolean
  readonly name: string
}

/** A company on one PostgreSQL and several servers, with people who reach any of them. */
export interface Company {
  readonly postgres: TestPostgres
  readonly db: Database
  readonly members: readonly Member[]
  readonly threadID: number
  readonly tokens: readonly string[]
  /** The network between the second server and the database. */
  readonly databaseLink: Link
  /** Starts a member that is down. */
  start(member: Member, args?: readonly string[]): Promise<void>
  /** The address of one that is up. */
  urlOf(member: Member): string
  /** Opens a window; each of its connections reaches the next server that is up, or those that `prefers` names. */
  open(which: number, prefers?: () => Member): Promise<Person>
  /** What the database has of the conversation, in its order. */
  stored(): Promise<string[]>
  signIn(url: string, which: number): Promise<string>
  /** Who else is online, as that server has it. */
  online(member: Member): Promise<string[]>
  close(): Promise<void>
}

/** How often it is looked which server is ready, in milliseconds. */
const CHECK_MS = 250

export async function openCompany(people: number, servers = 2): Promise<Company> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldwork-cluster-'))
  const postgres = await startPostgres()
  const admin = new pg.Client(postgres.url)
  await admin.connect()
  await admin.query('create database company')
  await admin.end()
  const url = postgres.urlOf('company')
  const db = await openDatabase(':memory:', url)
  const databaseLink = await openLink(() => Number(new URL(url).port))
  const throughLink = url.replace(/:\d+\//, `:${new URL(databaseLink.url).port}/`)
  await claim(db, Date.now(), null)
  const ours = { server: { db } } as TestServer
  await addGrantor(ours)
  const permissions = ['GENERAL_CAN_USE_TEAM_CHAT', 'AUTH_CAN_USE_MULTI_TOKEN', 'CAN_MAKE_CALL'] as const
  const ids: number[] = []
  for (let i = 0; i < people; i++) ids.push(await addPerson(ours, { userName: `p${i}`, permissions }))
  const members: Member[] = Array.from({ length: servers }, (_, i) => ({
    process: null,
    isReady: false,
    name: `server-${i}`,
  }))
  const secrets = (name: string) => join(folder, name, 'secrets.json')
  const start: Company['start'] = async (member, args = []) => {
    const dataDir = join(folder, member.name)
    mkdirSync(dataDir, { recursive: true })
    const known = members.map(({ name }) => secrets(name)).find((file) => existsSync(file))
    if (known && !existsSync(secrets(member.name))) copyFileSync(known, secrets(member.name))
    member.process = await startServer({
      dataDir,
      port: 0,
      logFile: join(folder, `${member.name}.log`),
      args: ['--no-seed', '--log', 'warn', ...args],
      env: { FIELDWORK_DATABASE: member === members[1] ? throughLink : url },
    })
    member.isReady = true
    const { process } = member
    void process.exited.then(() => {
      if (member.process === process) member.process = null
    })
  }
  for (const member of members) await start(member)
  const urlOf = ({ process, name }: Member): string => {
    if (process === null) throw new Error(`${name} is down.`)
    return process.url
  }
  const signIn: Company['signIn'] = (at, which) => signInAt(at, `p${which}`)
  const first = urlOf(members[0] as Member)
  const tokens: string[] = []
  for (let i = 0; i < people; i++) tokens.push(await signIn(first, i))
  const { threadID } = await post<{ threadID: number }>(
    first,
    '/api/my-team-chatroom/start-conversation',
    { users: ids.slice(1), ...(people > 2 && { name: 'Everybody' }) },
    tokens[0],
  )
  const links: { link: Link; at: Member | null }[] = []
  const isHealthy = async ({ process }: Member): Promise<boolean> => {
    if (process === null) return false
    const asked = fetch(`${process.url}/health/ready`, { signal: AbortSignal.timeout(2000) })
    return asked.then(({ ok }) => ok).catch(() => false)
  }
  /** Takes out who isn't ready, and ends connections that lead there. */
  const check = async () => {
    for (const member of members) {
      member.isReady = await isHealthy(member)
      if (!member.isReady) for (const one of links) if (one.at === member) one.link.cut()
    }
  }
  let checking: Promise<void> | null = null
  const checks = setInterval(() => {
    checking ??= check().finally(() => {
      checking = null
    })
  }, CHECK_MS)
  const windows: Person[] = []
  let turn = 0
  return {
    postgres,
    databaseLink,
    db,
    members,
    threadID,
    tokens,
    start,
    urlOf,
    signIn,
    async online(member) {
      const contacts = await post<{ userName: string; isOnline: boolean }[]>(
        urlOf(member),
        '/api/my-team-chatroom/my-contacts',
        {},
        tokens[0],
      )
      return contacts.filter(({ isOnline }) => isOnline).map(({ userName }) => userName)
    },
    async open(which, prefers) {
      const link = await openLink(() => {
        const up = members.filter(({ process, isReady }) => process !== null && isReady)
        const wanted = prefers?.()
        const member = wanted?.process ? wanted : up[turn++ % up.length]
        one.at = member ?? null
        // Nobody listens at port 1: where no server is up nobody connects.
        return member?.process ? Number(new URL(member.process.url).port) : 1
      })
      const one: { link: Link; at: Member | null } = { link, at: null }
      links.push(one)
      const source = people > 2 ? 'MANUAL' : 'MESSAGE'
      const token = tokens[which] ?? ''
      const person = await openPerson({ link, token, threadID, source, reconnectMs: 50 })
      windows.push(person)
      return person
    },
    async stored() {
      const rows = await db
        .selectFrom('messages')
        .select('text')
        .where('threadID', '=', threadID)
        .where('userID', '>', 0)
        .orderBy('id')
        .execute()
      return rows.map(({ text }) => text)
    },
    async close() {
      for (const person of windows) person.leave()
      clearInterval(checks)
      await checking
      for (const { link } of links) await link.close()
      for (const { process } of members) await process?.stop()
      await db.destroy()
      await databaseLink.close()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
