import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { addPerson, PASSWORD, post, startTestServer, type TestServer } from './http/testing/test-server.ts'
import { senders } from './sender.ts'
import { ENTRIES } from './setup/testing/setup-entries.ts'

const PROXY = '10.0.0.1'
const CLIENT = '203.0.113.7'

const seen = (trusted: string[], headers: Record<string, string>, remoteAddress = PROXY, encrypted = false) =>
  senders(() => trusted)({
    headers: { host: 'inner:8080', ...headers },
    socket: { remoteAddress, encrypted },
  })

describe('A140 the sender behind proxies', () => {
  test.each([
    ['one proxy', [PROXY], CLIENT, CLIENT],
    ['two, of a range', ['10.0.0.0/8'], `${CLIENT}, 10.9.9.9`, CLIENT],
    ['what the client wrote itself', [PROXY], `192.0.2.1, ${CLIENT}`, CLIENT],
    ['a trusted address that the client claims', ['10.0.0.0/8'], `10.3.3.3, ${CLIENT}, 10.9.9.9`, CLIENT],
    ['a second proxy that nobody trusts', [PROXY], `${CLIENT}, 10.9.9.9`, '10.9.9.9'],
    ['nobody but proxies', ['10.0.0.0/8'], '10.3.3.3, 10.9.9.9', '10.3.3.3'],
    ['a port', [PROXY], `${CLIENT}:5544`, CLIENT],
    ['IPv6 with a port', [PROXY], '[2001:db8::7]:443', '2001:db8::7'],
    ['IPv4 in its IPv6 spelling', [PROXY], `::ffff:${CLIENT}`, CLIENT],
    ['no address at all', [PROXY], 'unknown', PROXY],
    ['nothing left of what is no address', ['10.0.0.0/8'], `${CLIENT}, rubbish, 10.9.9.9`, '10.9.9.9'],
  ])('%s', (_what, trusted, forwarded, address) => {
    expect(seen(trusted, { 'x-forwarded-for': forwarded })).toMatchObject({ address, forwardedBy: PROXY })
  })

  test('a proxy that says nothing is the sender, and marked as a proxy where it is trusted', () => {
    for (const headers of [{}, { 'x-forwarded-for': '' }])
      expect(seen([PROXY], headers)).toMatchObject({ address: PROXY, isBehindProxy: true })
    expect(seen([], {})).toMatchObject({ address: PROXY, isBehindProxy: false })
    expect(seen(['192.0.2.9'], { 'x-forwarded-for': CLIENT })).toMatchObject({
      address: PROXY,
      isBehindProxy: false,
    })
  })

  test('the Forwarded header says the same, where X-Forwarded-For isn’t there', () => {
    const forwarded = `for=192.0.2.1;host=evil.example, For="[2001:db8::7]:4711";Proto=https;host=work.example`
    const sender = { address: '2001:db8::7', host: 'work.example', protocol: 'https' }
    expect(seen([PROXY], { forwarded })).toMatchObject(sender)
    expect(seen([PROXY], { forwarded, 'x-forwarded-for': CLIENT })).toMatchObject({ address: CLIENT })
  })

  test('host and protocol are what the proxy nearest to the sender said', () => {
    const headers = { 'x-forwarded-host': 'work.example', 'x-forwarded-proto': 'https' }
    expect(seen([PROXY], { ...headers, 'x-forwarded-for': CLIENT })).toMatchObject({
      host: 'work.example',
      protocol: 'https',
      isBehindProxy: true,
    })
    const lists = {
      'x-forwarded-for': `192.0.2.1, ${CLIENT}, 10.9.9.9`,
      'x-forwarded-host': 'evil.example, work.example, inner',
      'x-forwarded-proto': 'http, https, http',
    }
    expect(seen(['10.0.0.0/8'], lists)).toMatchObject({ host: 'work.example', protocol: 'https' })
    // A proxy that says nothing about them leaves what it asked for.
    expect(seen([PROXY], { 'x-forwarded-for': CLIENT })).toMatchObject({
      host: 'inner:8080',
      protocol: 'http',
    })
  })

  test('without trusted proxies, or from elsewhere, headers change nothing', () => {
    const headers = {
      'x-forwarded-for': CLIENT,
      forwarded: `for=${CLIENT};proto=https`,
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
    }
    const direct = { host: 'inner:8080', protocol: 'http', isBehindProxy: false }
    expect(seen([], headers)).toEqual({ address: PROXY, forwardedBy: PROXY, ...direct })
    expect(seen(['10.0.0.2'], headers)).toEqual({ address: PROXY, forwardedBy: PROXY, ...direct })
    expect(seen([], {}, CLIENT, true)).toEqual({
      ...direct,
      address: CLIENT,
      forwardedBy: null,
      protocol: 'https',
    })
  })
})

describe('A140 behind a proxy, the whole server', () => {
  let server: TestServer
  afterEach(() => server.server.close())

  const signIn = (userName: string, password: string, forwarded: string, more: Record<string, string> = {}) =>
    server.server.app.inject({
      method: 'POST',
      url: '/api/auth/confirm-password',
      remoteAddress: PROXY,
      headers: { 'x-forwarded-for': forwarded, ...more },
      payload: { userName, password },
    })

  test('the log and the count of unknown names go by the sender, not by the proxy', async () => {
    server = await startTestServer({
      trustedProxies: [PROXY],
      signInLimits: {
        perUserName: { failures: 100, windowSeconds: 60 },
        perAddress: { failures: 3, windowSeconds: 60 },
      },
    })
    const status = async (from: string) => (await signIn('nobody', 'x', from)).statusCode
    expect([await status(CLIENT), await status(CLIENT), await status(CLIENT)]).toEqual([401, 401, 401])
    expect([await status(`192.0.2.99, ${CLIENT}`), await status('203.0.113.8')]).toEqual([429, 401])
    expect(server.log.text).toContain(`"address":"${CLIENT}"`)
    expect(server.log.text).not.toContain(`"address":"${PROXY}"`)
  })

  test('set-up’s own list holds without a restart', async () => {
    server = await startTestServer({ isUnclaimed: true })
    const code = await server.server.installation.issueCode('http://localhost')
    const origin = { publicOrigin: 'https://work.example', trustedProxies: [PROXY] }
    const finished = await post(server, '/api/setup/finish', { ...ENTRIES, origin, code })
    expect(finished.status).toBe(200)
    const before = server.log.text.length
    await signIn('nobody', 'x', CLIENT, { host: 'work.example' })
    expect(server.log.text.slice(before)).toContain(`"address":"${CLIENT}"`)
  })

  test('a host that the proxy passes on and that nobody trusts is refused', async () => {
    server = await startTestServer({
      trustedProxies: [PROXY],
      publicOrigin: 'https://work.example',
      trustedHosts: ['second.example'],
    })
    const status = async (host: string) =>
      (await signIn('nobody', 'x', CLIENT, { 'x-forwarded-host': host })).statusCode
    expect([await status('work.example'), await status('second.example')]).toEqual([401, 401])
    expect([await status('evil.example'), await status('localhost:8080')]).toEqual([421, 401])
  })

  test('a hub’s page is compared with the host that it asked the proxy for', async () => {
    server = await startTestServer({ trustedProxies: ['127.0.0.1'] })
    const port = Number(new URL(await server.server.listen(0, '127.0.0.1')).port)
    const upgrade = async (host: string) => {
      const socket = connect(port, '127.0.0.1')
      const lines = [
        'GET /api/hubs/authentication/magic HTTP/1.1',
        'Host: inner',
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        'Origin: https://work.example',
        `X-Forwarded-For: ${CLIENT}`,
        `X-Forwarded-Host: ${host}`,
      ]
      socket.write(`${lines.join('\r\n')}\r\n\r\n`)
      const [answer] = await once(socket, 'data')
      socket.destroy()
      return String(answer).slice(9, 12)
    }
    expect([await upgrade('work.example'), await upgrade('evil.example')]).toEqual(['101', '403'])
  })

  test('A144 hundreds of failures of one person behind an address refuse nobody else from it', async () => {
    server = await startTestServer({ trustedProxies: [PROXY] })
    await addPerson(server, { userName: 'ann' })
    await addPerson(server, { userName: 'bob' })
    const failed = []
    for (let i = 0; i < 300; i++) failed.push((await signIn('ann', `wrong ${i}`, CLIENT)).statusCode)
    expect([failed[0], failed[9], failed[10], failed[299]]).toEqual([401, 401, 429, 429])
    expect((await signIn('bob', 'wrong', CLIENT)).statusCode).toBe(401)
    expect((await signIn('bob', PASSWORD, CLIENT)).statusCode).toBe(200)
    expect((await signIn('ann', PASSWORD, CLIENT)).statusCode).toBe(429)
  })

  test('A144 failures of somebody who is there don’t count for the address, however many', async () => {
    server = await startTestServer({
      trustedProxies: [PROXY],
      signInLimits: {
        perUserName: { failures: 1000, windowSeconds: 900 },
        perAddress: { failures: 100, windowSeconds: 900 },
      },
    })
    await addPerson(server, { userName: 'ann' })
    await addPerson(server, { userName: 'bob' })
    for (let i = 0; i < 300; i++)
      expect([i, (await signIn('ann', `wrong ${i}`, CLIENT)).statusCode]).toEqual([i, 401])
    expect((await signIn('bob', 'wrong', CLIENT)).statusCode).toBe(401)
    expect((await signIn('bob', PASSWORD, CLIENT)).statusCode).toBe(200)
  })
})
