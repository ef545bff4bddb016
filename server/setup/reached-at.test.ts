import { expect, test, vi } from 'vitest'
import { writeSetting } from '../db/settings.ts'
import { askedLevel, LEVEL_SETTING } from '../http/log-level.ts'
import { NOON, startTestServer } from '../http/testing/test-server.ts'

test('what another server, or fieldwork-admin, changes of the addresses and the log is known within two seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const { server } = await startTestServer({ trustedProxies: ['127.0.0.1'] })
  try {
    const statusFor = async (host: string) => {
      const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': host }
      return (await server.app.inject({ url: '/health/live', headers })).statusCode
    }
    expect(await statusFor('elsewhere.example')).toBe(200)
    await server.db
      .insertInto('tenant')
      .values({
        ...{ id: 1, version: 1, companyName: '', legalName: '', registeredAddress: '', country: 'GB' },
        ...{ dataProtectionEmail: '', supportContact: '', timeZone: 'Europe/London', logoType: null },
        ...{ logo: null, publicOrigin: 'https://work.example', trustedProxies: '[]', changedAt: NOON },
        trustedHosts: '["other.example"]',
      })
      .execute()
    await writeSetting(server.db, LEVEL_SETTING, askedLevel('debug', NOON))
    await vi.advanceTimersByTimeAsync(2000)
    await vi.waitFor(async () => expect(await statusFor('elsewhere.example')).toBe(421))
    for (const host of ['work.example', 'other.example']) expect(await statusFor(host)).toBe(200)
    await vi.waitFor(() => expect(server.app.log.level).toBe('debug'))
  } finally {
    vi.useRealTimers()
    await server.close()
  }
})
