import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveApplicant } from '#shared/contract/applicants.ts'
import { saveSkill } from '#shared/contract/skills.ts'
import { addPerson, post, signIn, startTestServer, type TestServer } from './testing/test-server.ts'

let server: TestServer
let ann: { authorization: string }
beforeAll(async () => {
  server = await startTestServer()
  await addPerson(server, {
    userName: 'ann',
    displayName: 'Ann Ash',
    permissions: ['ADMIN_CAN_MANAGE_SKILLS', 'IRECRUITMENT_CAN_PROCESS_NEW_PERSON'],
  })
  ann = await signIn(server, 'ann')
})
afterAll(() => server.server.close())

const ask = async (path: string, payload: object) => {
  const { status, body } = await post(server, path, payload, ann)
  return { status, body: JSON.parse(body) as { readonly fields?: object } }
}
const SKILL = { name: 'Welsh', category: 'LANGUAGE', needsCertificate: false, expiresAfterMonths: null }

test('D012 a refusal says which field it is about, in words and by its code', async () => {
  await ask(saveSkill.path, SKILL)
  const { status, body } = await ask(saveSkill.path, SKILL)
  expect({ status, body }).toEqual({
    status: 400,
    body: {
      value: 'There is a skill of this name.',
      code: 'record.nameTaken',
      params: { one: 'skill' },
      fields: {
        name: { value: 'There is a skill of this name.', code: 'record.nameTaken', params: { one: 'skill' } },
      },
    },
  })
})

test('D012 several fields are refused at once, and the first of them is what the refusal says', async () => {
  const { status, body } = await ask(saveApplicant.path, {
    ...{ name: 'Cat Baker', email: 'ann@mail.example', mobile: '', source: 'AGENCY', agencyID: null },
    hasConsent: false,
  })
  expect({ status, body }).toMatchObject({
    status: 400,
    body: {
      code: 'applicant.noConsent',
      fields: {
        hasConsent: { code: 'applicant.noConsent' },
        agencyID: { code: 'applicant.agencyNeeded' },
        email: { code: 'person.emailTaken', params: { name: 'Ann Ash' } },
      },
    },
  })
  expect(Object.keys(body.fields ?? {})).toHaveLength(3)
})

test('D012 what a request’s form is wrong in is told by field, too', async () => {
  const { status, body } = await ask(saveSkill.path, { ...SKILL, name: '', category: 'SPORT' })
  expect(status).toBe(400)
  expect(Object.keys(body.fields ?? {}).sort()).toEqual(['category', 'name'])
})
