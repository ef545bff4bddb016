import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { smtpSettings } from '#shared/contract/adaptors.ts'
import { isThisMachine } from '#shared/domain/mail.ts'
import { openSmtp, type SmtpAccess, trySmtp } from './smtp.ts'
import { CERTIFICATE } from './testing/certificate.ts'
import { headerOf, type MailServerOptions, startMailServer } from './testing/mail-server.ts'
import { MailError } from './transport.ts'

const TRUST = { ca: CERTIFICATE }
const LETTER = {
  messageID: '<one@work.example>',
  to: 'ann@mail.example',
  subject: 'Grüße aus Leeds',
  text: 'Hello Ann,',
  html: '<p>Hello Ann,</p>',
  companyName: 'Harbour Surveys',
}

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function mailServer(options: MailServerOptions = {}, access: Partial<SmtpAccess> = {}) {
  const server = await startMailServer(options)
  closing.push(server.close)
  const settings: SmtpAccess = {
    host: 'localhost',
    port: server.port,
    security: options.security ?? 'NONE',
    user: '',
    password: null,
    from: 'office@work.example',
    replyTo: 'help@work.example',
    ...access,
  }
  return { ...server, access: settings }
}

async function send(access: SmtpAccess, trust = TRUST): Promise<string | MailError> {
  const smtp = openSmtp(access, trust)
  try {
    return await smtp.send(LETTER)
  } catch (error) {
    return error as MailError
  } finally {
    smtp.close()
  }
}
const stepsOf = async (access: SmtpAccess, trust = TRUST) =>
  (await trySmtp(access, LETTER, trust)).map(({ step, isOk, words }) => [step, isOk, words])

test.each(['TLS', 'STARTTLS', 'NONE'] as const)(
  'A096 a mail goes by %s, and with a sign-in',
  async (security) => {
    const login = { user: 'office', password: 'Päss word' }
    const server = await mailServer({ security, login }, login)
    expect(await send(server.access)).toMatch(/^250 /)
    expect(server.received).toMatchObject([
      {
        from: 'office@work.example',
        to: ['ann@mail.example'],
        isEncrypted: security !== 'NONE',
        user: 'office',
      },
    ])
    const [mail] = server.received
    if (!mail) throw new Error('nothing came')
    expect(headerOf(mail, 'Message-ID')).toBe('<one@work.example>')
    expect(headerOf(mail, 'From')).toBe('Harbour Surveys <office@work.example>')
    expect(headerOf(mail, 'Reply-To')).toBe('help@work.example')
    expect(headerOf(mail, 'Auto-Submitted')).toBe('auto-generated')
    expect(headerOf(mail, 'Content-Type')).toContain('multipart/alternative')
  },
)

/** A token endpoint that gives what it is told to, and keeps what it was asked. */
async function tokenServer(answer: () => { status: number; body: object }) {
  const asked: Record<string, string>[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      asked.push(Object.fromEntries(new URLSearchParams(body)))
      const { status, body: said } = answer()
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  const { port } = server.address() as AddressInfo
  return { asked, address: `http://127.0.0.1:${port}/token` }
}

const OAUTH = {
  ...{ user: 'office@work.example', signIn: 'OAUTH' as const, clientID: 'fieldwork' },
  ...{ password: 'client secret', scope: 'mail/.default' },
}

test('A096 a mail goes with a token of OAuth, which is asked for once while it is good', async () => {
  const tokens = await tokenServer(() => ({ status: 200, body: { access_token: 'T-1', expires_in: 3600 } }))
  const token = { user: OAUTH.user, token: 'T-1' }
  const mail = await mailServer({ security: 'STARTTLS', token }, { ...OAUTH, tokenAddress: tokens.address })
  const smtp = openSmtp(mail.access, TRUST)
  expect([await smtp.send(LETTER), await smtp.send(LETTER)]).toEqual([
    expect.stringMatching(/^250 /),
    expect.stringMatching(/^250 /),
  ])
  smtp.close()
  expect(mail.received.map(({ user }) => user)).toEqual([OAUTH.user, OAUTH.user])
  expect(tokens.asked).toEqual([
    {
      grant_type: 'client_credentials',
      ...{ client_id: 'fieldwork', client_secret: 'client secret', scope: 'mail/.default' },
    },
  ])
  expect((await stepsOf(mail.access))[2]).toEqual(['SIGN_IN', true, `Signed in as ${OAUTH.user}.`])
})

test('A096 where no token is given, or it isn’t taken, no mail goes, and it is said why without the secret', async () => {
  let answer: { status: number; body: object } = {
    status: 401,
    body: { error: 'invalid_client', error_description: 'The secret has expired.' },
  }
  const tokens = await tokenServer(() => answer)
  const token = { user: OAUTH.user, token: 'T-1' }
  const mail = await mailServer({ security: 'TLS', token }, { ...OAUTH, tokenAddress: tokens.address })
  const refused = (await send(mail.access)) as MailError
  expect([refused.isWayBlocked, refused.message]).toEqual([
    true,
    expect.stringMatching(/127\.0\.0\.1:\d+ gave no token: The secret has expired\./),
  ])
  expect(refused.message).not.toContain('client secret')
  answer = { status: 200, body: { access_token: 'another' } }
  expect(((await send(mail.access)) as MailError).isWayBlocked).toBe(true)
  answer = { status: 200, body: {} }
  expect(((await send(mail.access)) as MailError).message).toContain('gave no token: status 200')
  const gone = { ...mail.access, tokenAddress: 'http://127.0.0.1:1/token' }
  expect(((await send(gone)) as MailError).message).toContain(
    '127.0.0.1:1 did not answer when it was asked for a token.',
  )
  expect(mail.received).toEqual([])
})

test('A096 OAuth needs https, a client and a user', () => {
  const whole = {
    ...{ host: 'smtp.office365.com', port: 587, security: 'STARTTLS', from: 'office@work.example' },
    ...{
      user: OAUTH.user,
      signIn: 'OAUTH',
      clientID: 'fieldwork',
      tokenAddress: 'https://login.example/token',
    },
  }
  const faultOf = (changes: object) =>
    smtpSettings.safeParse({ ...whole, ...changes }).error?.issues.map(({ path }) => path[0])
  expect(faultOf({})).toBeUndefined()
  expect(faultOf({ tokenAddress: 'http://login.example/token' })).toEqual(['tokenAddress'])
  expect(faultOf({ tokenAddress: '' })).toEqual(['tokenAddress'])
  expect(faultOf({ clientID: ' ' })).toEqual(['clientID'])
  expect(faultOf({ user: '' })).toEqual(['user'])
  // What was kept before there was OAuth signs in by its password.
  expect(smtpSettings.parse({ ...whole, signIn: undefined }).signIn).toBe('PASSWORD')
})

test('A126 a logo goes along with its mail, inside of it', async () => {
  const server = await mailServer({ security: 'NONE' })
  const smtp = openSmtp(server.access)
  const picture = { cid: 'logo@company', contentType: 'image/png', content: Buffer.from('PICTURE') }
  await smtp.send({ ...LETTER, picture })
  smtp.close()
  const raw = JSON.stringify(server.received[0])
  for (const part of ['Content-ID: <logo@company>', 'Content-Disposition: inline', 'UElDVFVSRQ=='])
    expect(raw).toContain(part)
})

test('A096 unencrypted mail goes to this machine only', async () => {
  for (const host of ['localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]'])
    expect([host, isThisMachine(host)]).toEqual([host, true])
  for (const host of ['mail.example', '10.0.0.1', 'localhost.evil.example', '128.0.0.1', '127.0.0.1.example'])
    expect([host, isThisMachine(host)]).toEqual([host, false])
  const access: SmtpAccess = {
    host: 'mail.example',
    port: 25,
    security: 'NONE',
    user: '',
    password: null,
    from: 'a@b.example',
    replyTo: '',
  }
  expect(() => openSmtp(access)).toThrow('Without encryption mail goes to this machine only.')
  expect((await stepsOf(access))[0]).toEqual([
    'NAME',
    false,
    'Without encryption mail goes to this machine only.',
  ])
})

test('A096 STARTTLS is never left out, and a certificate that nobody trusts ends it', async () => {
  const plain = await mailServer({ security: 'NONE' }, { security: 'STARTTLS' })
  const refused = await send(plain.access)
  expect(refused).toBeInstanceOf(MailError)
  expect((refused as MailError).message).toContain('offers no encryption by STARTTLS')
  expect(plain.received).toEqual([])
  for (const security of ['TLS', 'STARTTLS'] as const) {
    const server = await mailServer({ security })
    const wrong = (await send(server.access, {} as typeof TRUST)) as MailError
    expect(wrong.message).toContain('The certificate of localhost is not trusted')
    expect(wrong.isWayBlocked).toBe(true)
    expect(server.received).toEqual([])
  }
})

test('a refused sign-in and a server that is not there are the way’s fault, not the mail’s', async () => {
  const login = { user: 'office', password: 'right' }
  const server = await mailServer({ login }, { user: 'office', password: 'wrong' })
  const refused = (await send(server.access)) as MailError
  expect(refused.message).toMatch(/^The server refused the sign-in: 535 /)
  expect([refused.isWayBlocked, refused.isRefused]).toEqual([true, false])
  await server.close()
  const gone = (await send(server.access)) as MailError
  expect(gone.message).toBe(`Nothing answers at localhost, port ${server.access.port}.`)
  expect([gone.isWayBlocked, gone.isRefused]).toEqual([true, false])
  expect(
    ((await send({ ...server.access, host: 'nowhere.invalid', security: 'TLS' })) as MailError).message,
  ).toBe('The name nowhere.invalid was not found.')
})

test.each([
  ['550 no such user', true, false],
  ['554 we do not want this', true, false],
  ['450 mailbox busy', false, false],
  ['451 try later', false, false],
  ['530 authentication required', false, true],
  ['421 too many connections', false, true],
])('a recipient or text answered with ‘%s’', async (answer, isRefused, isWayBlocked) => {
  for (const options of [{ recipient: () => answer }, { data: () => answer }]) {
    const server = await mailServer(options)
    const fault = (await send(server.access)) as MailError
    expect(fault.message).toContain(answer.slice(0, 3))
    expect([fault.isRefused, fault.isWayBlocked]).toEqual([isRefused, isWayBlocked])
  }
})

test('A095 a test says in words how each step went, up to the letter', async () => {
  const login = { user: 'office', password: 'right' }
  const server = await mailServer({ security: 'STARTTLS', login }, login)
  const { port } = server
  expect(await stepsOf(server.access)).toEqual([
    ['NAME', true, expect.stringMatching(/^localhost is at (127\.0\.0\.1|::1)\.$/)],
    [
      'CONNECTION',
      true,
      `The server answers at port ${port}, encrypted by STARTTLS, with a trusted certificate.`,
    ],
    ['SIGN_IN', true, 'Signed in as office.'],
    ['LETTER', true, expect.stringMatching(/^Sent to ann@mail\.example\. The server said: 250 /)],
  ])
  expect(server.received).toHaveLength(1)
})

test('A095 the first step that fails ends a test, and the others weren’t tried', async () => {
  const rest = (...steps: string[]) => steps.map((step) => [step, null, 'Not tried.'])
  const login = { user: 'office', password: 'right' }
  const server = await mailServer({ security: 'TLS', login }, { user: 'office', password: 'wrong' })
  expect(await stepsOf({ ...server.access, host: 'nowhere.invalid' })).toEqual([
    ['NAME', false, 'The name nowhere.invalid was not found.'],
    ...rest('CONNECTION', 'SIGN_IN', 'LETTER'),
  ])
  expect(await stepsOf(server.access, {} as typeof TRUST)).toEqual([
    ['NAME', true, expect.any(String)],
    ['CONNECTION', false, expect.stringContaining('is not trusted')],
    ...rest('SIGN_IN', 'LETTER'),
  ])
  expect(await stepsOf(server.access)).toEqual([
    ['NAME', true, expect.any(String)],
    ['CONNECTION', true, expect.stringContaining('encrypted by TLS')],
    ['SIGN_IN', false, expect.stringContaining('The server refused the sign-in: 535')],
    ...rest('LETTER'),
  ])
  const picky = await mailServer({ recipient: () => '550 no such user' })
  expect(await stepsOf(picky.access)).toEqual([
    ['NAME', true, expect.any(String)],
    ['CONNECTION', true, `The server answers at port ${picky.port}, without encryption.`],
    ['SIGN_IN', true, 'The server asks for no sign-in.'],
    ['LETTER', false, expect.stringContaining('550')],
  ])
})
