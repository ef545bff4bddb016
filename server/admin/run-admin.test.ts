import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import JSZip from 'jszip'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ErasurePreview } from '#shared/contract/privacy.ts'
import { auditActions } from '../audit/testing/audit-actions.ts'
import { verifyPassword } from '../auth/passwords.ts'
import { databaseFileOf, takeDataFolder } from '../db/data-folder.ts'
import { type Database, openDatabase } from '../db/database.ts'
import {
  addGrantor,
  addPerson,
  bearerOf,
  NOON,
  post,
  said,
  startTestServer,
  step,
  TEST_COST,
  type TestServer,
} from '../http/testing/test-server.ts'
import { somebodyCanGrant } from '../roles/grantors.ts'
import { ENTRIES } from '../setup/testing/setup-entries.ts'
import { serverProgram } from '../testing/programs.ts'
import { runAdmin } from './run-admin.ts'

const PASSWORD = ENTRIES.admin.password
const { password: _, ...ADMIN } = ENTRIES.admin
const FILE = { ...ENTRIES, admin: ADMIN }

let data: string
let file: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'fieldwork-admin-'))
  file = join(data, 'setup.json')
  write(FILE)
})
afterEach(() => rmSync(data, { recursive: true }))

const write = (entries: unknown) => writeFileSync(file, JSON.stringify(entries))

const run = (args: string[], typed = '') => runWith(['--data', data, ...args], typed)
const runAdminWithout = () => runWith([], '')

async function runWith(args: readonly string[], typed: string) {
  const said = { out: '', err: '' }
  const status = await runAdmin(args, {
    input: Readable.from([typed]),
    out: (text) => {
      said.out += text
    },
    err: (text) => {
      said.err += text
    },
    account: 'operator',
    clock: () => NOON,
    passwordCost: TEST_COST,
  })
  return { status, ...said }
}
const setUp = (...more: string[]) => run(['setup', '--file', file, ...more], `${PASSWORD}\n`)

async function inDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(databaseFileOf(data))
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
const audits = () =>
  inDatabase((db) =>
    db.selectFrom('audit').select(['action', 'actorName', 'actorID', 'reason']).orderBy('id').execute(),
  )

/** Lets somebody in, as the running server sees it. */
async function signsIn(server: TestServer, userName: string, password: string) {
  await post(server, '/api/auth/confirm-username', { userName })
  const { clientKey } = await step(server, 'confirm-password', { userName, password })
  return bearerOf(await post(server, '/api/auth/login', { userName, password, clientKey }))
}

describe('setup', () => {
  test('A015 sets up as the page does, with the password from standard input', async () => {
    expect(await setUp()).toEqual({
      status: 0,
      out: 'The installation is set up. Sign in as mary.quay.\n',
      err: '',
    })
    const made = await inDatabase(async (db) => ({
      tenant: await db.selectFrom('tenant').select(['companyName', 'timeZone']).executeTakeFirst(),
      hash: (await db.selectFrom('users').select('passwordHash').executeTakeFirstOrThrow()).passwordHash,
      canGrant: await somebodyCanGrant(db),
    }))
    expect(made).toMatchObject({
      tenant: { companyName: 'Harbour Surveys', timeZone: 'Europe/London' },
      canGrant: true,
    })
    expect(await verifyPassword(PASSWORD, made.hash)).toBe(true)
    expect(await setUp()).toEqual({
      status: 1,
      out: '',
      err: 'This installation is already set up.\n',
    })
  })

  test.each([
    ['no company', { tenant: { ...ENTRIES.tenant, companyName: '' } }, 'tenant.companyName: '],
    ['an address with a path', { origin: { publicOrigin: 'https://a.example/x' } }, 'An address is such as'],
    ['a short user name', { admin: { ...ADMIN, userName: 'ab' } }, 'admin.userName: '],
    ['a field it doesn’t know', { admin: { ...ADMIN, colour: 'red' } }, 'colour'],
  ])('A015 refuses %s in words, and stores nothing', async (_what, changes, words) => {
    write({ ...FILE, ...changes })
    const { status, out, err } = await setUp()
    expect([status, out]).toEqual([1, ''])
    expect(err).toContain(words)
    write(FILE)
    expect((await setUp()).status).toBe(0)
  })

  test('A015 refuses a password that the page refuses, and a file that isn’t there or is no JSON', async () => {
    expect(await run(['setup', '--file', file], 'mary.quay-1234')).toMatchObject({
      status: 1,
      err: 'This password is too much like the user name, the company or the e-mail address.\n',
    })
    writeFileSync(file, '{')
    expect(await setUp()).toMatchObject({ status: 1, err: `${file} is no JSON.\n` })
    expect(await run(['setup', '--file', join(data, 'none.json')])).toMatchObject({ status: 1 })
  })
})

describe('exit statuses and secrets', () => {
  test('A016 ends with 2 for a wrong command line and 3 while a server holds the folder', async () => {
    for (const args of [[], ['dance'], ['setup'], ['create-admin'], ['setup-code', 'x'], ['--what']])
      expect([args, (await run(args)).status]).toEqual([args, 2])
    const folder = takeDataFolder(data)
    const held = await setUp()
    expect(held).toMatchObject({ status: 3, out: '' })
    expect(held.err).toContain('Another server is using')
    folder.release()
    expect((await run(['setup-code'])).status).toBe(1) // Nothing was set up there.
    expect((await setUp()).status).toBe(0)
  })

  test.each([
    ...['create-admin', 'reset-password', 'reset-two-factor', 'unlock'].map(
      (one) => [one, 'USERNAME'] as const,
    ),
    ...([
      ['import-people', 'FILE'],
      ['licence', 'FILE'],
      ['verify-backup', 'FILE'],
    ] as const),
    ...([
      ['log-level', 'LEVEL'],
      ['backup', 'TO'],
      ['restore', 'FROM'],
      ['setup', '--file FILE'],
    ] as const),
  ])('A016 %s alone says that %s is missing', async (command, missing) => {
    const { status, err } = await run([command])
    expect([status, err.split('\n')[0]]).toEqual([2, expect.stringContaining(`${missing} is missing`)])
  })

  test('A016 says what it can do with --help, and with nothing', async () => {
    const [asked, nothing] = [await run(['--help']), await runAdminWithout()]
    expect([asked.status, nothing.status, nothing.out]).toEqual([0, 2, asked.out])
    expect(asked.out).toContain('export-person USERNAME')
  })

  test('A017 refuses a secret as an argument, in a file too, and doesn’t repeat it', async () => {
    for (const args of [
      ['create-admin', 'ann', '--password', 'hunter2-hunter2'],
      ['create-admin', 'ann', '--password=hunter2-hunter2'],
      ['create-admin', 'ann', 'hunter2-hunter2'],
      ['setup', '--file', file, '--secret=hunter2-hunter2'],
    ]) {
      const { status, out, err } = await run(args)
      expect([status, out]).toEqual([2, ''])
      expect(err).toContain('standard input')
      expect(err).not.toContain('hunter2')
    }
    const secrets = ['--password', '--passphrase', '--secret', '--token', '--key', '--code', '-password']
    for (const name of secrets)
      expect((await run(['create-admin', 'ann', `${name}=hunter2`])).err.split('\n')[0]).toBe(
        `${name}: a secret is not taken as an argument. It is asked for, or read from standard input.`,
      )
    write({ ...FILE, admin: ENTRIES.admin })
    const { status, err } = await setUp()
    expect(status).toBe(1)
    expect(err).toContain('password')
    expect(err).not.toContain(PASSWORD)
  })

  test('A018 says one JSON object with --json, whatever comes of it', async () => {
    const object = ({ out, err }: { out: string; err: string }) => {
      expect([out.trimEnd().split('\n').length, err]).toEqual([1, ''])
      return JSON.parse(out)
    }
    await inDatabase(async () => {})
    expect(object(await run(['setup-code', '--json']))).toEqual({
      done: true,
      address: 'http://localhost/setup',
      code: expect.stringMatching(/^(?:[A-Z2-9]{4}-){3}[A-Z2-9]{4}$/),
    })
    expect(object(await setUp('--json'))).toEqual({ done: true, userName: 'mary.quay' })
    expect(object(await run(['setup-code', '--json']))).toEqual({
      done: false,
      error: 'This installation is already set up.',
    })
    expect(object(await run(['create-admin', 'mary.quay', '--json']))).toEqual({
      done: true,
      userName: 'mary.quay',
      isNew: false,
    })
    expect(object(await run(['--json']))).toMatchObject({ done: false })
    expect(object(await run(['list-people', '--json']))).toMatchObject({ done: true, people: [{}] })
    expect(object(await run(['log-level', 'debug', '--json']))).toEqual({ done: true, level: 'debug' })
    expect(object(await run(['rotate-secrets', '--json']))).toMatchObject({ done: true })
    expect(object(await run(['check', '--json']))).toMatchObject({ done: true, checks: { database: [] } })
    // Without it a person reads sentences, and how to use the tool where the line was wrong.
    expect(await run(['setup-code'])).toMatchObject({
      out: '',
      err: 'This installation is already set up.\n',
    })
    const wrong = await run(['dance'])
    expect([wrong.out, wrong.err.startsWith('There is no command dance\nusage: ')]).toEqual(['', true])
  })

  test('A019 each change is an audit entry of fieldwork-admin with the account', async () => {
    await inDatabase(async () => {})
    await run(['setup-code'])
    await setUp()
    await run(['create-admin', 'second.admin', '--email', 'second@harbour.example'], PASSWORD)
    await run(['create-admin', 'mary.quay'])
    await run(['reset-password', 'second.admin'])
    await run(['log-level', 'debug'])
    await run(['rotate-secrets'])
    const by = { actorName: 'fieldwork-admin', actorID: null, reason: 'Operating-system account operator' }
    const actions = [
      ...['SETUP_CODE_MADE', 'SETUP_COMPLETED', 'PERSON_CREATED', 'ADMINISTRATOR_MADE', 'PASSWORD_RESET'],
      ...['LOG_LEVEL_CHANGED', 'SECRETS_ROTATED'],
    ]
    expect(await audits()).toEqual(actions.map((action) => ({ action, ...by })))
    const about = await inDatabase((db) =>
      db
        .selectFrom('audit')
        .where('action', 'in', ['PERSON_CREATED', 'ADMINISTRATOR_MADE'])
        .select(['actorKind', 'page', 'recordType', 'label', 'changes'])
        .orderBy('id')
        .execute(),
    )
    const changes = '[{"field":"role","before":null,"after":"Administrator"}]'
    expect(about).toEqual(
      ['second.admin', 'Mary Quay'].map((label) => ({
        ...{ actorKind: 'ADMIN_TOOL', page: '', recordType: 'person', label, changes },
      })),
    )
  })

  test('A019 A022 restore, migrate, rollback and rotate-secrets are refused with 3 beside a server, and what is put back says by whom', async () => {
    await setUp()
    const backup = join(data, 'backups', 'before-2026-05-04T12-00-00.backup')
    mkdirSync(join(data, 'backups'))
    expect((await run(['backup', backup])).status).toBe(0)
    const alone = [['restore', backup, '--replace'], ['migrate'], ['rollback'], ['rotate-secrets']]
    const folder = takeDataFolder(data)
    const before = readFileSync(databaseFileOf(data))
    for (const args of alone)
      expect([args[0], await run(args)]).toEqual([
        args[0],
        {
          ...{ status: 3, out: '' },
          err: `Another server is using ${data}. Stop it, or start with another folder.\n`,
        },
      ])
    expect(readFileSync(databaseFileOf(data)).equals(before)).toBe(true)
    // What needs it not alone is done beside the server.
    expect((await run(['log-level', 'debug'])).status).toBe(0)
    folder.release()
    const [restore, ...others] = alone
    try {
      expect((await run(restore ?? [])).status).toBe(0)
      expect((await audits()).at(-1)).toEqual({
        action: 'BACKUP_RESTORED',
        ...{ actorName: 'fieldwork-admin', actorID: null, reason: 'Operating-system account operator' },
      })
      const [entry] = await inDatabase((db) =>
        db.selectFrom('audit').select('actorKind').orderBy('id', 'desc').limit(1).execute(),
      )
      expect(entry).toEqual({ actorKind: 'ADMIN_TOOL' })
      for (const args of others.filter(([name]) => name !== 'rollback'))
        expect([args[0], (await run(args)).status]).toEqual([args[0], 0])
    } finally {
      // What was there before was moved beside the folder.
      const moved = basename(data)
      for (const name of readdirSync(dirname(data)))
        if (name.startsWith(`${moved}-before-restore-`))
          rmSync(join(dirname(data), name), { recursive: true })
    }
  })

  test('runs as a program of its own', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [serverProgram('fieldwork-admin'), '--data', data, 'setup', '--file', file],
      { input: PASSWORD, encoding: 'utf8' },
    )
    expect([stderr, stdout, status]).toEqual(['', 'The installation is set up. Sign in as mary.quay.\n', 0])
  }, 60_000)
})

describe('beside a running server', () => {
  let server: TestServer
  const begin = async (isUnclaimed: boolean) => {
    server = await startTestServer({ databaseFile: databaseFileOf(data), isUnclaimed })
  }
  afterEach(() => server.server.close())
  const mailsTo = async (to: string) => {
    const mails = server.server.db.selectFrom('mails').where('to', '=', to).orderBy('id')
    return (await mails.select('subject').execute()).map(({ subject }) => subject)
  }

  test('A005 setup-code makes a code that the running server takes, at the address that it told', async () => {
    await begin(true)
    const first = await server.server.installation.issueCode('https://work.harbour.example')
    const { out, status } = await run(['setup-code'])
    expect(status).toBe(0)
    const [, code = ''] =
      /^Set up this installation at https:\/\/work\.harbour\.example\/setup with the code (\S+)\. /.exec(
        out,
      ) ?? []
    const check = async (typed: string | null) =>
      (await post(server, '/api/setup/check-code', { code: typed })).status
    expect([await check(code), await check(first)]).toEqual([200, 403])
    expect((await run(['create-admin', 'ann'], PASSWORD)).err).toBe('This installation is not set up yet.\n')
  })

  test('A020 create-admin makes somebody who can sign in at once and grant permissions', async () => {
    await begin(false)
    const made = await run(
      ['create-admin', 'second.admin', '--name', 'Sue Second', '--email', 'sue@harbour.example'],
      PASSWORD,
    )
    expect(made).toMatchObject({ status: 0, out: 'second.admin was added and is an administrator.\n' })
    expect((await run(['create-admin'])).err).toContain('create-admin USERNAME')
    expect(await run(['create-admin', 'third.admin', '--name', 'Tom Third'], PASSWORD)).toMatchObject({
      status: 1,
      err: 'Nobody is called third.admin. Somebody new needs an address: --email ADDRESS.\n',
    })
    const bearer = await signsIn(server, 'second.admin', PASSWORD)
    const { db } = server.server
    expect(await auditActions(db)).toContain('PERSON_CREATED')
    expect(
      await db
        .selectFrom('users')
        .where('userName', '=', 'second.admin')
        .select(['displayName', 'email', 'role', 'userType', 'isActive', 'status'])
        .executeTakeFirst(),
    ).toEqual({
      ...{ displayName: 'Sue Second', email: 'sue@harbour.example', role: 'Administrator' },
      ...{ userType: 'ADMIN', isActive: 1, status: 'ACTIVE' },
    })
    const other = await db
      .insertInto('users')
      .values({
        userName: 'ann',
        displayName: 'Ann',
        role: '',
        userType: 'INTERVIEWER',
        areaID: null,
        managerID: null,
        passwordHash: '',
        isActive: 1,
        createdAt: NOON,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const grant = { userID: other.id, permissions: ['CAN_USE_STICKY_NOTES'], reason: 'Trial', endsAt: null }
    expect((await post(server, '/api/admin/permissions/grant', grant, bearer)).status).toBe(200)
    expect((await run(['create-admin', 'no mail'], PASSWORD)).status).toBe(1)
    expect((await run(['create-admin', 'third', '--email', 'c@harbour.example'], 'short')).err).toBe(
      'A password has at least 12 characters.\n',
    )
  })

  test('A020 create-admin lets somebody in again who had left, with the password they had', async () => {
    await begin(false)
    await run(['create-admin', 'second.admin', '--email', 'sue@harbour.example'], PASSWORD)
    const { db } = server.server
    const { id, version } = await db
      .selectFrom('users')
      .where('userName', '=', 'second.admin')
      .select(['id', 'version'])
      .executeTakeFirstOrThrow()
    await db
      .updateTable('users')
      .set({
        ...{
          isActive: 0,
          status: 'LEAVER',
          suspendReason: 'x',
          suspendedUntil: NOON,
          leaveDate: '2026-05-01',
        },
        ...{ leaveReason: 'RESIGNED', leftAt: NOON, deactivatedBy: id, erasureDue: '2032-05-01' },
        ...{ lockedAt: NOON, lockedBy: id, lockReason: 'x' },
      })
      .where('id', '=', id)
      .execute()
    await db.deleteFrom('userRoles').execute()
    await db.deleteFrom('userPermissions').execute()
    expect(await somebodyCanGrant(db)).toBe(false)
    expect(await run(['create-admin', 'second.admin'])).toMatchObject({
      status: 0,
      out: 'second.admin is an administrator and can sign in.\n',
    })
    expect(await somebodyCanGrant(db)).toBe(true)
    expect(
      await db
        .selectFrom('users')
        .where('id', '=', id)
        .select([
          'isActive',
          'status',
          'suspendReason',
          'suspendedUntil',
          'leaveDate',
          'leaveReason',
          'leftAt',
        ])
        .select(['deactivatedBy', 'erasureDue', 'lockedAt', 'lockedBy', 'lockReason', 'version'])
        .executeTakeFirst(),
    ).toEqual({
      ...{ isActive: 1, status: 'ACTIVE', suspendReason: '', suspendedUntil: null, leaveDate: null },
      ...{ leaveReason: null, leftAt: null, deactivatedBy: null, erasureDue: null, lockedAt: null },
      ...{ lockedBy: null, lockReason: '', version: version + 1 },
    })
    expect((await auditActions(db)).at(-1)).toBe('ADMINISTRATOR_MADE')
    await signsIn(server, 'second.admin', PASSWORD)
  })

  test('A021 reset-password tells a temporary password once, ends sessions, and it has to be changed', async () => {
    await begin(false)
    await addGrantor(server)
    await addPerson(server, { userName: 'ann' })
    const bearer = await signsIn(server, 'ann', 'correct horse battery staple')
    const live = (as: { authorization: string }) => post(server, '/api/auth/request-hub-token', {}, as)
    expect((await live(bearer)).status).toBe(200)
    const { id: userID } = await server.server.db
      .selectFrom('users')
      .select('id')
      .where('userName', '=', 'ann')
      .executeTakeFirstOrThrow()
    const asked = { userID, tokenHash: 'of a link', expiresAt: NOON + 3_600_000 }
    await server.server.db.insertInto('passwordResets').values(asked).execute()
    await server.server.db
      .updateTable('users')
      .set({ email: 'ann@mail.example' })
      .where('id', '=', userID)
      .execute()
    await server.server.db
      .insertInto('devices')
      .values({ deviceID: 'phone-1', userID, pairedBy: userID, pairedAt: NOON })
      .execute()
    const { out, status } = await run(['reset-password', 'ann'])
    expect(status).toBe(0)
    // As a reset on the page: the person is mailed, and no device signs in as them.
    expect(await mailsTo('ann@mail.example')).toEqual(['Your password for Fieldwork was reset'])
    expect(await server.server.db.selectFrom('devices').select('deviceID').execute()).toEqual([])
    const [password = ''] = /(?:[A-Z2-9]{4}-){3}[A-Z2-9]{4}/.exec(out) ?? []
    expect((await live(bearer)).status).toBe(401)
    const { db } = server.server
    // A link that was asked for before is good for nothing.
    expect(await db.selectFrom('passwordResets').selectAll().execute()).toEqual([])
    const row = await db
      .selectFrom('users')
      .selectAll()
      .where('userName', '=', 'ann')
      .executeTakeFirstOrThrow()
    expect([row.temporaryUntil, row.mustChangePassword]).toEqual([NOON + 24 * 3_600_000, 1])
    // Told, and kept nowhere.
    expect(await verifyPassword(password, row.passwordHash)).toBe(true)
    expect(
      JSON.stringify([await db.selectFrom('audit').selectAll().execute(), server.log.text]),
    ).not.toContain(password)
    await post(server, '/api/auth/confirm-username', { userName: 'ann' })
    const said = await step(server, 'confirm-password', { userName: 'ann', password })
    const login = { userName: 'ann', password, clientKey: said.clientKey }
    expect((await post(server, '/api/auth/login', login)).status).toBe(403)
    const again = await step(server, 'confirm-password', { userName: 'ann', password })
    const own = { ...login, clientKey: again.clientKey, newPassword: 'a lighthouse by the harbour' }
    expect((await post(server, '/api/auth/login', own)).status).toBe(200)
    expect(await auditActions(db)).toContain('PASSWORD_RESET')
    expect((await run(['reset-password', 'nobody'])).err).toBe('Nobody has the user name nobody.\n')
    expect((await run(['reset-password', 'ann', password])).status).toBe(2)
    await db
      .updateTable('users')
      .set({ status: 'LEAVER', isActive: 0 })
      .where('userName', '=', 'ann')
      .execute()
    expect(await run(['reset-password', 'ann'])).toMatchObject({ status: 1, out: '' })
    expect((await run(['create-admin', 'ann'])).status).toBe(0)
    expect(
      await db
        .selectFrom('users')
        .where('userName', '=', 'ann')
        .select(['status', 'isActive'])
        .executeTakeFirst(),
    ).toEqual({ status: 'ACTIVE', isActive: 1 })
  })

  test('A019 reset-two-factor and unlock do what they say, each with its audit entry', async () => {
    await begin(false)
    await addGrantor(server)
    const id = await addPerson(server, { userName: 'ann' })
    const { db } = server.server
    const empty = { lastStep: 0, pendingSecret: null, pendingSince: null }
    await db
      .insertInto('twoFactor')
      .values({ userID: id, secret: 'x', ...empty })
      .execute()
    await db.updateTable('users').set({ email: 'ann@mail.example' }).where('id', '=', id).execute()
    expect((await run(['reset-two-factor', 'ann'])).out).toBe(
      'ann signs in without a code now, and can set up an authenticator app again.\n',
    )
    expect(await db.selectFrom('twoFactor').select('userID').execute()).toEqual([])
    expect((await run(['reset-two-factor', 'ann', '--json'])).out).toBe(
      '{"done":true,"userName":"ann","wasSetUp":false}\n',
    )
    const wrong = () => post(server, '/api/auth/confirm-password', { userName: 'ann', password: 'wrong' })
    for (let tries = 0; tries < 10; tries++) await wrong()
    expect((await wrong()).status).toBe(429)
    await db.updateTable('users').set({ lockedAt: NOON }).where('id', '=', id).execute()
    expect(await run(['unlock', 'ann'])).toMatchObject({ status: 0, out: 'ann can sign in again.\n' })
    await signsIn(server, 'ann', 'correct horse battery staple')
    const { lockedAt } = await db
      .selectFrom('users')
      .select('lockedAt')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(lockedAt).toBe(null)
    expect(await mailsTo('ann@mail.example')).toEqual([
      'Two-factor sign-in for Fieldwork was reset',
      'Your account for Fieldwork was unlocked',
    ])
    const told = await db
      .selectFrom('audit')
      .select(['action', 'actorName', 'reason', 'personID'])
      .where('actorName', '=', 'fieldwork-admin')
      .orderBy('id')
      .execute()
    const by = { actorName: 'fieldwork-admin', reason: 'Operating-system account operator', personID: id }
    expect(told).toEqual(
      ['TWO_FACTOR_RESET', 'TWO_FACTOR_RESET', 'ACCOUNT_UNLOCKED'].map((action) => ({ action, ...by })),
    )
  })
})

describe('personal data', () => {
  let server: TestServer
  let admin: { authorization: string }
  let id: number
  beforeEach(async () => {
    server = await startTestServer({ databaseFile: databaseFileOf(data) })
    await addGrantor(server)
    await addPerson(server, { userName: 'eve', permissions: ['ADMIN_CAN_ERASE_PERSONAL_DATA'] })
    id = await addPerson(server, { userName: 'ann', displayName: 'Ann Ash' })
    admin = await signsIn(server, 'eve', 'correct horse battery staple')
  })
  afterEach(() => server.server.close())
  const entries = async () =>
    (await audits()).filter(({ actorName }) => actorName === 'fieldwork-admin').map(({ action }) => action)
  const exported = () =>
    inDatabase((db) =>
      db
        .selectFrom('audit')
        .where('action', '=', 'PERSON_EXPORTED')
        .orderBy('id')
        .select(['actorName', 'reason', 'page', 'recordType', 'recordID'])
        .execute(),
    )

  test('A019 A154 export-person writes an archive beside a running server, for its account alone, and replaces no file', async () => {
    const to = join(data, 'ann.zip')
    const { status, out } = await run(['export-person', 'ann', '--file', to])
    expect([status, out]).toEqual([
      0,
      `${to} holds everything about Ann Ash. Only this account can read it.\n`,
    ])
    expect(statSync(to).mode & 0o777).toBe(0o600)
    const zip = await JSZip.loadAsync(readFileSync(to))
    expect(Object.keys(zip.files)).toEqual(expect.arrayContaining(['index.html', 'data.json']))
    expect(await zip.file('data.json')?.async('string')).toContain('Ann Ash')
    expect(await run(['export-person', 'ann', '--file', to])).toMatchObject({
      ...{ status: 1, err: `${to} is there already.\n` },
    })
    expect(await run(['export-person', 'nobody'])).toMatchObject({
      ...{ status: 1, err: 'Nobody has the user name nobody.\n' },
    })
    expect((await run(['export-person', 'ann', '--file', join(data, 'none', 'a.zip')])).status).toBe(1)
    expect((await run(['export-person'])).status).toBe(2)
    // The entry of the one that couldn't be written stands, too: it comes first.
    const entry = {
      ...{ actorName: 'fieldwork-admin', reason: 'Operating-system account operator' },
      ...{ page: 'admin.active-users', recordType: 'person', recordID: id },
    }
    expect(await exported()).toEqual([entry, entry])
  })

  test('A019 A155 erase-person is refused for who works here; of a leaver it waits for somebody’s approval, and says what it takes', async () => {
    expect(await run(['erase-person', 'ann'])).toMatchObject({
      ...{ status: 1, err: 'Deactivate this person first.\n' },
    })
    const { db } = server.server
    await db.updateTable('users').set({ status: 'LEAVER', isActive: 0 }).where('id', '=', id).execute()
    const { status, out } = await run(['erase-person', 'ann', '--with-texts'])
    expect([status, out.split('\n')[0]]).toEqual([
      0,
      'The erasure of Ann Ash waits for somebody who may erase personal data to approve it in Admin › Active users. It takes effect 7 days later.',
    ])
    expect((await run(['erase-person', 'ann'])).status).toBe(1)
    const preview = async () =>
      said(await post(server, '/api/privacy/erase/preview', { userID: id }, admin)).body as ErasurePreview
    const [asked] = (await preview()).erasures
    expect(asked).toMatchObject({
      ...{ state: 'WAITING', withTexts: true, requestedBy: 'fieldwork-admin', mayApprove: true },
      reason: 'Operating-system account operator',
    })
    expect(await db.selectFrom('notifications').select('subject').execute()).toContainEqual({
      subject: 'An erasure of Ann Ash waits for your approval',
    })
    await post(server, '/api/privacy/erase/approve', { id: asked?.id ?? 0 }, admin)
    expect((await preview()).erasures[0]).toMatchObject({
      ...{ state: 'APPROVED', effectiveAt: new Date(NOON + 7 * 24 * 3_600_000).toISOString() },
    })
    expect(await entries()).toContain('ERASURE_REQUESTED')
  })
})

describe('people', () => {
  const HEAD = 'User name,Name,E-mail,Area,User type\n'
  const importFile = async (rows: string, ...more: string[]) => {
    const people = join(data, 'people.csv')
    writeFileSync(people, HEAD + rows)
    return run(['import-people', people, ...more])
  }
  const names = async () =>
    JSON.parse((await run(['list-people', '--json'])).out).people as { userName: string }[]

  test('A043 A046 import-people says what each row comes to, changes nothing with --dry-run, and knows --mode and --partial', async () => {
    await setUp()
    const TWO = 'nia,Nia North,nia@mail.example,Head office,Interviewer\nben,Ben Birch,,York,Interviewer\n'
    expect(await importFile(TWO, '--dry-run')).toEqual({
      status: 0,
      out: 'Nothing was changed. ADD 1, UPDATE 0, SAME 0, WARNING 0, ERROR 1.\n',
      err: 'Row 3, ERROR, Area ‘York’: There is no area ‘York’.\n',
    })
    expect(await names()).toHaveLength(1)
    const refused = await importFile(TWO)
    expect([refused.status, refused.err]).toEqual([
      1,
      'Row 3, ERROR, Area ‘York’: There is no area ‘York’.\n1 row has an error, so nothing is imported.\n',
    ])
    expect((await importFile(TWO, '--partial')).out).toBe(
      '1 person was added, 0 were changed; 1 row failed.\n',
    )
    expect((await names()).map(({ userName }) => userName)).toContain('nia')
    const again = await importFile(
      'nia,Nia Nu,,,\nnew,New One,,Head office,Interviewer\n',
      '--mode',
      'update',
      '--json',
    )
    expect(JSON.parse(again.out)).toMatchObject({ done: true, added: 0, updated: 1, failed: 0 })
    expect((await importFile('nia,Nia North,,,\n', '--mode', 'update')).out).toBe(
      '0 people were added, 1 was changed; 0 rows failed.\n',
    )
    expect((await importFile('x\n', '--mode', 'all')).status).toBe(2)
    expect((await audits()).filter(({ action }) => action === 'PERSON_CREATED')).toMatchObject([
      { actorName: 'fieldwork-admin', reason: 'Import people.csv. Operating-system account operator' },
    ])
  })

  test('list-people has a line a person', async () => {
    await setUp()
    expect((await run(['list-people'])).out.trim().split('\t')).toEqual([
      ...[ENTRIES.admin.userName, ENTRIES.admin.displayName, ENTRIES.admin.email],
      ...['ADMIN', 'Head office', 'ACTIVE'],
    ])
  })
})
