import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCalls } from '#shared/contract/all-calls.ts'
import { type Company, make, openCompany } from './http/testing/company.ts'
import { REQUESTS } from './http/testing/good-requests.ts'
import { isMadeAlone, readyFor } from './http/testing/prepare-call.ts'

let company: Company
beforeAll(async () => {
  company = await openCompany()
})
afterAll(() => company.server.server.close())

const withoutSignIn = allCalls.filter(isMadeAlone)

test.each(withoutSignIn)(
  '$area $name answers a good request of who may do just that as its contract says',
  async (one) => {
    const { area, name, call } = one
    const { server, restore } = company
    await restore()
    const bearer = await readyFor(server, one)
    const answer = await make(server, call, REQUESTS[`${area}.${name}`], call.auth === 'bearer' ? bearer : {})
    expect(answer).toMatchObject({ status: 200 })
    if (call.answers === 'json')
      expect(call.response.safeParse(JSON.parse(answer.body))).toMatchObject({ success: true })
  },
)
