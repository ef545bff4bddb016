import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { allCalls } from '#shared/contract/all-calls.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import { GRANTOR_NUMBERS } from '#shared/domain/roles.ts'
import { auditTold } from '../audit/testing/audit-actions.ts'
import { hashPassword } from '../auth/passwords.ts'
import { Sealer } from '../auth/sealer.ts'
import { refuseWrites } from '../db/testing/refuse-writes.ts'
import {
  bearerOf,
  NOON,
  post,
  said,
  startTestServer,
  step,
  TEST_COST,
  type TestServer,
} from '../http/testing/test-server.ts'
import { headerOf, type ReceivedMail, startMailServer } from '../mail/testing/mail-server.ts'
import { NEW_PERSON } from '../people/testing/people-fixture.ts'
import { BUILT_IN_ROLES } from '../roles/built-in-roles.ts'
import { makeCompany } from './finish.ts'
import { claim, issueSetupCode, setupAddressOf } from './installation.ts'
import { ENTRIES } from './testing/setup-entries.ts'

const HOUR = 60 * 60 * 1000
const WRONG = 'AAAA-BBBB-CCCC-DDDD'

let server: TestServer
let code: string
beforeEach(async () => {
  server = await startTestServer({ isUnclaimed: true, logLevel: 'trace' })
  code = await newCode()
})
afterEach(() => server.server.close())

async function newCode(): Promise<string> {
  const made = await server.server.installation.issueCode('http://localhost')
  if (made === null) throw new Error('there is no code any more')
  return made
}

const check = (typed: string) => post(server, '/api/setup/check-code', { code: typed })
const finish = (changes: object = {}) => post(server, '/api/setup/finish', { code, ...ENTRIES, ...changes })
const withAdmin = (changes: object) => ({ admin: { ...ENTRIES.admin, ...changes } })
const withTenant = (changes: object) => ({ tenant: { ...ENTRIES.tenant, ...changes } })
const open = (url: string) =>
  server.server.app.inject({ url, headers: { accept: 'text/html,application/xhtml+xml' } })

/** Rows that set-up makes, so that 'nothing' can be told from 'a part'. */
async function made() {
  const { db } = server.server
  const count = async (
    table: 'users' | 'areas' | 'roles' | 'contractTypes' | 'tenant' | 'systemFlags' | 'audit',
  ) => {
    const { n } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return n
  }
  return {
    users: await count('users'),
    areas: await count('areas'),
    roles: await count('roles'),
    contractTypes: await count('contractTypes'),
    tenant: await count('tenant'),
    systemFlags: await count('systemFlags'),
    audit: await count('audit'),
  }
}
const NOTHING = { users: 0, areas: 0, roles: 0, contractTypes: 0, tenant: 0, systemFlags: 0, audit: 0 }

describe('the set-up code', () => {
  test('A004 has 16 characters in four groups without 0, O, 1 and I, is kept as a hash and never logged', async () => {
    const seen = new Set<string>()
    for (let time = 0; time < 60; time++) {
      const one = await newCode()
      expect(one).toMatch(/^[A-HJ-NP-Z2-9]{4}(?:-[A-HJ-NP-Z2-9]{4}){3}$/)
      for (const letter of one) seen.add(letter)
      code = one
    }
    // 32 characters and the dash; 960 random ones leave none out.
    expect(seen.size).toBe(33)
    expect((await check(code)).status).toBe(200)
    const rows = JSON.stringify(await server.server.db.selectFrom('installation').selectAll().execute())
    expect((await finish()).status).toBe(200)
    for (const form of [code, code.replaceAll('-', '')]) {
      expect(rows).not.toContain(form)
      expect(server.log.text).not.toContain(form)
    }
    expect(server.log.text).toContain('/api/setup/finish')
    expect(server.log.text).not.toContain(ENTRIES.admin.password)
  })

  test('A003 A004 one that is made without an address is good, and leaves the address that is known', async () => {
    const { db } = server.server
    expect(await setupAddressOf(db)).toBe('http://localhost')
    const second = await issueSetupCode(db, server.clock.now, null)
    expect((await check(second ?? '')).status).toBe(200)
    expect(await setupAddressOf(db)).toBe('http://localhost')
    await server.server.installation.issueCode('http://localhost:8443')
    expect(await setupAddressOf(db)).toBe('http://localhost:8443')
  })

  test('A004 is understood without dashes, with blanks and in small letters', async () => {
    expect((await check(code.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
    expect((await check(code.replaceAll('-', ''))).status).toBe(200)
    expect(said(await check(WRONG))).toEqual({
      status: 403,
      body: { value: 'This set-up code is not right, or has ended.' },
    })
  })

  test('A005 ends after 24 hours, with the next code and when it is used', async () => {
    server.clock.now = NOON + 24 * HOUR - 1
    expect((await check(code)).status).toBe(200)
    server.clock.now = NOON + 24 * HOUR
    expect((await check(code)).status).toBe(403)
    expect((await finish()).status).toBe(403)
    const second = await newCode()
    const third = await newCode()
    expect((await check(second)).status).toBe(403)
    code = third
    expect((await finish()).status).toBe(200)
    expect(await server.server.db.selectFrom('installation').select('codeHash').execute()).toEqual([
      { codeHash: null },
    ])
    expect(await server.server.installation.issueCode('http://localhost')).toBeNull()
  })

  test('A006 after 10 wrong ones is answered with 429 for 15 minutes, even the right one', async () => {
    for (let time = 0; time < 9; time++) expect((await check(WRONG)).status).toBe(403)
    // Nine wrong ones lock nobody out, and a right one begins the count anew.
    expect((await check(code)).status).toBe(200)
    for (let time = 0; time < 10; time++) expect((await check(WRONG)).status).toBe(403)
    const late = await check(code)
    expect(late.status).toBe(429)
    expect(Number(late.headers['retry-after'])).toBe(15 * 60)
    expect((await finish()).status).toBe(429)
    const address = { code, ...ENTRIES.origin }
    expect((await post(server, '/api/setup/check-address', address)).status).toBe(429)
    server.clock.now += 15 * 60_000 - 1
    expect((await check(code)).status).toBe(429)
    server.clock.now += 1
    expect((await check(code)).status).toBe(200)
  })
})

describe('an installation that is not set up', () => {
  const OPEN = new Set(['setup', 'environment'])
  const shut = allCalls.filter(({ area }) => !OPEN.has(area))

  test('A007 answers every call but set-up and the environment with 503', async () => {
    expect(shut.length).toBeGreaterThan(150)
    for (const { call } of shut) {
      const answer = await server.server.app.inject({ method: call.method, url: call.path })
      expect({ path: call.path, status: answer.statusCode }).toEqual({ path: call.path, status: 503 })
      expect(answer.json().value).toBe('This installation is not set up yet.')
    }
    for (const url of ['/api/hubs/main/negotiate', '/oauth/token', '/api/no-such-call'])
      expect((await post(server, url)).status).toBe(503)
    for (const url of ['/environment.json', '/environment.json?x=1', '/health/live'])
      expect([url, (await server.server.app.inject(url)).statusCode]).toEqual([url, 200])
    expect((await server.server.app.inject('/environmentxjson')).statusCode).toBe(404)
    expect((await server.server.app.inject('/api/setup/state')).json()).toMatchObject({ state: 'UNCLAIMED' })
  })

  test('A007 leads every page to /setup, and leaves files and that page alone', async () => {
    for (const url of ['/', '/dashboard', '/public/survey/x', '/setup/else?x=1']) {
      const answer = await open(url)
      expect([url, answer.statusCode, answer.headers.location]).toEqual([url, 302, '/setup'])
    }
    // No page is served here, and none leads elsewhere.
    for (const url of ['/setup', '/setup/', '/setup?from=mail'])
      expect([url, (await open(url)).statusCode]).toEqual([url, 404])
    // What no browser opened as a page is told that it isn't there.
    expect((await server.server.app.inject('/dashboard')).statusCode).toBe(404)
    expect((await post(server, '/dashboard')).status).toBe(404)
    expect((await open('/health/live')).statusCode).toBe(200)
    expect((await open('/assets/app.js')).statusCode).toBe(404)
  })
})

test('A008 a set-up installation leads /setup to / and answers set-up calls with 409', async () => {
  expect((await finish()).status).toBe(200)
  const page = await open('/setup')
  expect([page.statusCode, page.headers.location]).toEqual([302, '/'])
  const refused = { status: 409, body: { value: 'This installation is already set up.' } }
  expect(said(await check(code))).toEqual(refused)
  expect(said(await finish())).toEqual(refused)
  // Also where what is sent makes no sense.
  for (const call of ['check-code', 'check-address', 'check-mail', 'finish'])
    expect(said(await post(server, `/api/setup/${call}`, {}))).toEqual(refused)
  expect(said(await post(server, '/api/setup/check-address', { code, ...ENTRIES.origin }))).toEqual(refused)
  const state = await server.server.app.inject('/api/setup/state')
  expect([state.statusCode, state.json().value]).toEqual([409, refused.body.value])
  for (const url of ['/dashboard', '/setup/else', '/api/setup/no-such-call'])
    expect([url, (await open(url)).statusCode]).toEqual([url, 404])
  expect((await server.server.app.inject('/environment.json')).statusCode).toBe(200)
  // No page is led elsewhere that no browser opened, and whoever asks what they may send isn't refused.
  expect((await server.server.app.inject('/setup')).statusCode).toBe(404)
  const asked = { method: 'OPTIONS', url: '/api/setup/finish' } as const
  expect((await server.server.app.inject(asked)).statusCode).not.toBe(409)
})

describe('Finish', () => {
  test('A010 nothing is stored before it', async () => {
    await check(code)
    await post(server, '/api/setup/check-address', { code, publicOrigin: 'http://127.0.0.1:9' })
    expect(await made()).toEqual(NOTHING)
  })

  test('A013 makes company, head office, roles, contract types, the project Office and the first administrator', async () => {
    expect(said(await finish())).toEqual({
      status: 200,
      body: { userName: 'mary.quay', recoveryCodes: [] },
    })
    const { db } = server.server
    expect(await db.selectFrom('tenant').selectAll().execute()).toEqual([
      {
        id: 1,
        version: 1,
        ...ENTRIES.tenant,
        country: 'GB',
        timeZone: 'Europe/London',
        logoType: null,
        logo: null,
        publicOrigin: 'https://work.harbour.example',
        trustedHosts: '[]',
        trustedProxies: '[]',
        mailFooter: '',
        companyNumber: '',
        staffDomains: '[]',
        formerOrigins: '[]',
        isWhatsappEnabled: 1,
        isEmailEnabled: 1,
        changedAt: NOON,
      },
    ])
    const [area] = await db.selectFrom('areas').select(['id', 'name']).execute()
    expect(area?.name).toBe('Head office')
    const roles = await db.selectFrom('roles').select('builtIn').execute()
    expect(roles.map(({ builtIn }) => builtIn).sort()).toEqual(Object.keys(BUILT_IN_ROLES).sort())
    expect(await db.selectFrom('contractTypes').select(['name', 'kind']).orderBy('id').execute()).toEqual([
      { name: 'Employee', kind: 'EMPLOYEE' },
      { name: 'Casual worker', kind: 'WORKER' },
      { name: 'Agency worker', kind: 'AGENCY' },
    ])
    expect(await db.selectFrom('projects').select(['name', 'kind']).execute()).toEqual([
      { name: 'Office', kind: 'INTERNAL' },
    ])
    const [mary] = await db.selectFrom('users').selectAll().execute()
    expect(mary).toMatchObject({
      userName: 'mary.quay',
      displayName: 'Mary Quay',
      email: 'mary@harbour.example',
      areaID: area?.id,
      isActive: 1,
    })
    const given = await db
      .selectFrom('userRoles')
      .innerJoin('roles', 'roles.id', 'roleID')
      .select(['builtIn', 'userID'])
      .execute()
    expect(given).toEqual([{ builtIn: 'ADMINISTRATOR', userID: mary?.id }])
    const held = await db.selectFrom('userPermissions').select('permission').execute()
    const numbers = held.map(({ permission }) => permission)
    for (const number of GRANTOR_NUMBERS) expect(numbers).toContain(number)
    expect(numbers).toContain(PERMISSIONS.ADMIN_CAN_SEE_USERS)
    expect(await db.selectFrom('audit').select(['action', 'label', 'actorID']).execute()).toEqual([
      { action: 'SETUP_COMPLETED', label: 'Harbour Surveys', actorID: null },
    ])
    expect(await auditTold(db)).toEqual(['SETUP_COMPLETED |  | tenant | Harbour Surveys'])
  })

  test('A012 leaves mail for later, and the flag MAIL_NOT_SET_UP stands', async () => {
    await finish()
    const flags = await server.server.db.selectFrom('systemFlags').selectAll().execute()
    expect(flags).toMatchObject([
      { key: 'MAIL_NOT_SET_UP', severity: 'WARNING', raisedAt: NOON, clearedAt: null },
    ])
  })

  test('A012 takes the way for mail, whose password is sealed, and no flag stands then', async () => {
    const smtp = await startMailServer({ login: { user: 'office', password: 'mail-secret' } })
    const settings = {
      ...{ host: '127.0.0.1', port: smtp.port, security: 'NONE', user: 'office' },
      from: 'office@harbour.example',
    }
    const mail = { settings, password: 'mail-secret' }
    const asked = { ...mail, to: ENTRIES.admin.email, companyName: ENTRIES.tenant.companyName }
    const tested = await post(server, '/api/setup/check-mail', { ...asked, code })
    expect(said(tested).body).toMatchObject({ isOk: true, steps: Array(4).fill({ isOk: true }) })
    expect(headerOf(smtp.received[0] as ReceivedMail, 'Subject')).toBe('A test letter from Harbour Surveys')
    expect((await post(server, '/api/setup/check-mail', { ...asked, code: 'WRONG' })).status).toBe(403)
    expect(smtp.received).toHaveLength(1)
    const { db } = server.server
    expect(await db.selectFrom('adaptors').selectAll().execute()).toEqual([])
    expect((await post(server, '/api/setup/finish', { ...ENTRIES, code, mail })).status).toBe(200)
    expect(await db.selectFrom('systemFlags').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('adaptorSecrets').select(['setBy', 'name']).execute()).toEqual([
      { setBy: 'Mary Quay', name: 'password' },
    ])
    expect(JSON.stringify(await db.selectFrom('adaptorSecrets').selectAll().execute())).not.toContain(
      'mail-secret',
    )
    await post(server, '/api/auth/forgot-password', { userName: ENTRIES.admin.userName })
    await expect.poll(() => smtp.received.length).toBe(2)
    expect(headerOf(smtp.received[1] as ReceivedMail, 'From')).toBe(
      'Harbour Surveys <office@harbour.example>',
    )
    expect(headerOf(smtp.received[1] as ReceivedMail, 'Message-ID')).toMatch(
      /^<[\w-]+@work\.harbour\.example>$/,
    )
    await smtp.close()
  })

  test('A014 the first administrator signs in and creates the next person, and mails have the address that was set up', async () => {
    await finish()
    const { userName, password } = ENTRIES.admin
    await post(server, '/api/auth/confirm-username', { userName })
    const { clientKey } = await step(server, 'confirm-password', { userName, password })
    const token = bearerOf(await post(server, '/api/auth/login', { userName, password, clientKey }))
    const roles = await post(server, '/api/admin/roles/list', { page: 0, pageSize: 25, sort: [] }, token)
    expect(roles.status).not.toBe(403)
    const { db } = server.server
    const { id: areaID } = await db.selectFrom('areas').select('id').executeTakeFirstOrThrow()
    const { id: roleID } = await db
      .selectFrom('roles')
      .where('builtIn', '=', 'INTERVIEWER')
      .select('id')
      .executeTakeFirstOrThrow()
    const next = { ...NEW_PERSON, areaID, roleIDs: [roleID], access: 'TEMPORARY_PASSWORD' }
    expect((await post(server, '/api/admin/users/new', next, token)).status).toBe(200)
    expect(await db.selectFrom('users').select(['userName', 'isActive']).orderBy('id').execute()).toEqual([
      { userName: 'mary.quay', isActive: 1 },
      { userName: NEW_PERSON.userName, isActive: 1 },
    ])
    await post(server, '/api/auth/forgot-password', { userName })
    await expect
      .poll(() => server.mails.map(({ text }) => text).join())
      .toContain('https://work.harbour.example/public/auth/validate')
  })

  test('the first administrator’s authenticator app is confirmed before Finish, which stores it and tells recovery codes once', async () => {
    const { db } = server.server
    const { userName, password } = ENTRIES.admin
    const ask = async (name: string, payload: object) =>
      said(await post(server, `/api/setup/two-factor/${name}`, payload))
    expect((await ask('begin', { code: 'ABCD-EFGH-JKLM-NPQR', userName })).status).toBe(403)
    const begun = await ask('begin', { code, userName })
    const { secret, uri } = begun.body as { secret: string; uri: string }
    expect(uri).toContain('otpauth://totp/Fieldwork:mary.quay?')
    const codeAt = (at: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })
    const wrong = codeAt(NOON + 3_600_000)
    expect((await ask('confirm', { code, secret, oneTimeCode: wrong })).status).toBe(400)
    const confirmed = await ask('confirm', { code, secret, oneTimeCode: codeAt(NOON) })
    const { step: stepSeen } = confirmed.body as { step: number }
    // Nothing is kept before Finish.
    expect(await db.selectFrom('twoFactor').select('userID').execute()).toEqual([])

    const finished = said(await finish(withAdmin({ twoFactor: { secret, step: stepSeen } })))
    const { recoveryCodes } = finished.body as { recoveryCodes: string[] }
    expect([finished.status, new Set(recoveryCodes).size]).toEqual([200, 10])
    const kept = JSON.stringify([
      await db.selectFrom('twoFactor').selectAll().execute(),
      await db.selectFrom('recoveryCodes').selectAll().execute(),
      await db.selectFrom('audit').selectAll().execute(),
    ])
    for (const one of [secret, ...recoveryCodes]) expect(kept).not.toContain(one)

    await post(server, '/api/auth/confirm-username', { userName })
    const asked = await step(server, 'confirm-password', { userName, password })
    expect(asked.nextStage).toBe('2FA')
    const login = (magicKey: string) =>
      post(server, '/api/auth/login', { userName, password, clientKey: asked.clientKey, magicKey })
    // The confirming code is good no more; the next one is.
    expect((await login(codeAt(NOON))).status).not.toBe(200)
    expect((await login(codeAt(NOON + 30_000))).status).toBe(200)
  })

  test('without an authenticator app there are no recovery codes, and a step of the future shuts nobody out', async () => {
    const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
    for (const twoFactor of [{ secret: 'short', step: 1 }, { secret, step: -1 }, { secret }])
      expect((await finish(withAdmin({ twoFactor }))).status).toBe(400)
    expect(said(await finish(withAdmin({ twoFactor: { secret, step: 9e9 } }))).status).toBe(200)
    const { lastStep } = await server.server.db
      .selectFrom('twoFactor')
      .select('lastStep')
      .executeTakeFirstOrThrow()
    expect(lastStep).toBe(Math.floor(NOON / 30_000) + 1)
  })

  test.each(['systemFlags', 'contractTypes', 'audit', 'userRoles', 'settings'] as const)(
    'A013 leaves nothing where %s can’t be written, and can be tried again',
    async (table) => {
      const { db } = server.server
      const before = await made()
      const letGo = await refuseWrites(db, table)
      expect((await finish()).status).toBe(500)
      expect(await made()).toEqual(before)
      await letGo()
      expect((await finish()).status).toBe(200)
    },
  )

  test('A013 of two at once one succeeds', async () => {
    const answers = await Promise.all([
      finish(),
      finish(withAdmin({ userName: 'second', email: 'b@harbour.example' })),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await made()).toMatchObject({ users: 1, tenant: 1, audit: 1 })
  })

  test('A003 the address that a start tells is kept for the command line, which tells none of its own', async () => {
    const { db, installation } = server.server
    await installation.issueCode('https://work.harbour.example')
    expect(await setupAddressOf(db)).toBe('https://work.harbour.example')
    await issueSetupCode(db, NOON, null)
    expect(await setupAddressOf(db)).toBe('https://work.harbour.example')
  })

  test('A005 a code that was replaced after it was checked finishes nothing', async () => {
    const { db } = server.server
    const services = {
      db,
      clock: () => NOON,
      hashPassword: (text: string) => hashPassword(text, TEST_COST),
      adaptors: { add: async () => 1 },
      sealer: await Sealer.open(db),
    }
    const actor = { userID: null, displayName: 'x' }
    await issueSetupCode(db, NOON, null)
    const entries = {
      tenant: { ...ENTRIES.tenant, country: 'GB', timeZone: 'Europe/London', logo: null },
      origin: { ...ENTRIES.origin, trustedHosts: [], trustedProxies: [] },
      admin: ENTRIES.admin,
    }
    await expect(makeCompany(services, entries, { code, actor, reason: '' })).rejects.toMatchObject({
      status: 403,
    })
    expect(await made()).toEqual(NOTHING)
    await claim(db, NOON, null)
    await expect(makeCompany(services, entries, { code: null, actor, reason: '' })).rejects.toMatchObject({
      status: 409,
    })
  })

  const png = (size: number) => {
    const bytes = Buffer.alloc(size)
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(bytes)
    return bytes.toString('base64')
  }
  const svg = (inside: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`).toString('base64')

  test.each([
    ['no company', withTenant({ companyName: ' ' })],
    ['a long company name', withTenant({ companyName: 'x'.repeat(201) })],
    ['no legal name', withTenant({ legalName: '' })],
    ['no address', withTenant({ registeredAddress: '' })],
    ['no data protection mail', withTenant({ dataProtectionEmail: 'somebody' })],
    ['no support contact', withTenant({ supportContact: '' })],
    ['a time zone that isn’t', withTenant({ timeZone: 'Mars/Base' })],
    ['an address with a path', { origin: { publicOrigin: 'https://a.example/x' } }],
    ['a proxy that is no address', { origin: { ...ENTRIES.origin, trustedProxies: ['proxy'] } }],
    ['a range that is too narrow', { origin: { ...ENTRIES.origin, trustedProxies: ['10.0.0.0/33'] } }],
    ['an address that is too large', { origin: { ...ENTRIES.origin, trustedProxies: ['10.0.0.256'] } }],
    ['a host with a path', { origin: { ...ENTRIES.origin, trustedHosts: ['a/b'] } }],
    ['a short user name', withAdmin({ userName: 'ab' })],
    ['a user name with a blank', withAdmin({ userName: 'mary quay' })],
    ['no e-mail', withAdmin({ email: '' })],
    ['11 characters', withAdmin({ password: 'lantern-42x' })],
    ['a large logo', withTenant({ logo: png(512 * 1024 + 1) })],
    ['a text as logo', withTenant({ logo: Buffer.from('hello').toString('base64') })],
    ['an SVG with a script', withTenant({ logo: svg('<script>1</script>') })],
  ])('A013 refuses %s and stores nothing', async (_what, changes) => {
    expect((await finish(changes)).status).toBe(400)
    expect(await made()).toEqual(NOTHING)
  })

  test('takes the longest name, the largest logo and ranges', async () => {
    const changes = {
      ...withTenant({ companyName: 'x'.repeat(200), logo: png(512 * 1024) }),
      origin: {
        publicOrigin: 'https://work.harbour.example/',
        trustedHosts: ['work.local:8443'],
        trustedProxies: ['10.0.0.0/8', '::1', '2001:db8::/32', '192.0.2.7'],
      },
      ...withAdmin({ password: 'lantern-ferr' }),
    }
    expect(said(await finish(changes)).status).toBe(200)
    const row = await server.server.db.selectFrom('tenant').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ logo: null, publicOrigin: 'https://work.harbour.example' })
    const { headers, rawPayload } = await server.server.app.inject('/company/logo')
    expect([headers['content-type'], rawPayload.length]).toEqual(['image/png', 512 * 1024])
  })

  test('A146 refuses commonly used passwords and those like the user name, the company or the e-mail', async () => {
    const refusal = async (password: string) => said(await finish(withAdmin({ password })))
    for (const common of ['unbelievable', 'UnBelievable'])
      expect(await refusal(common)).toEqual({
        status: 400,
        body: { value: 'This password is among the commonly used ones.' },
      })
    const like = {
      status: 400,
      body: { value: 'This password is too much like the user name, the company or the e-mail address.' },
    }
    expect(await refusal('Mary.Quay-2026')).toEqual(like)
    expect(await refusal('harbour surveys 1')).toEqual(like)
    expect(await refusal('mary@harbour.example')).toEqual(like)
    expect(await refusal('lantern-42x')).toEqual({
      status: 400,
      body: { value: 'A password has at least 12 characters.' },
    })
    // Beside the name it has five characters, then six.
    expect(await refusal('Mary.Quay-20265')).toEqual(like)
    expect(await refusal('Mary.Quay-202656')).toMatchObject({ status: 200 })
  })
})

describe('Check of the address', () => {
  const ask = async (origin: object) =>
    JSON.parse((await post(server, '/api/setup/check-address', { code, ...origin })).body).result

  test('A011 says that it reaches this installation, or that a proxy’s headers aren’t trusted', async () => {
    const publicOrigin = await server.server.listen(0, '127.0.0.1')
    expect(await ask({ publicOrigin })).toBe('REACHES')
    const proxy = createServer((request, answer) => {
      void fetch(`${publicOrigin}${request.url}`, { headers: { 'x-forwarded-for': '192.0.2.1' } })
        .then((found) => found.text())
        .then((text) => answer.end(text))
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const behind = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    expect(await ask({ publicOrigin: behind })).toBe('PROXY')
    expect(await ask({ publicOrigin: behind, trustedProxies: ['10.0.0.0/8', '::1/128'] })).toBe('PROXY')
    expect(await ask({ publicOrigin: behind, trustedProxies: ['127.0.0.0/8'] })).toBe('REACHES')
    expect(await ask({ publicOrigin: behind, trustedProxies: ['127.0.0.1'] })).toBe('REACHES')
    proxy.closeAllConnections()
    await new Promise((resolve) => proxy.close(resolve))
    expect(await ask({ publicOrigin: behind })).toBe('NO_ANSWER')
  })

  test('A011 tells another installation, a page of something else and a name that isn’t there apart', async () => {
    const other = await startTestServer({ isUnclaimed: true })
    expect(await ask({ publicOrigin: await other.server.listen(0, '127.0.0.1') })).toBe('ANOTHER')
    await claim(other.server.db, NOON, null)
    await other.server.close()
    const page = createServer((_request, answer) => answer.end('<html>'))
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve))
    expect(await ask({ publicOrigin: `http://127.0.0.1:${(page.address() as AddressInfo).port}` })).toBe(
      'ANOTHER',
    )
    page.closeAllConnections()
    await new Promise((resolve) => page.close(resolve))
    expect(await ask({ publicOrigin: 'http://no-such-name.invalid' })).toBe('NAME_NOT_FOUND')
  })
})
