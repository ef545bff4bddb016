import { afterEach, expect, test } from 'vitest'
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
