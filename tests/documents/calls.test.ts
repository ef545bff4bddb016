import { expect, test } from 'vitest'
import { allCalls } from '#shared/contract/all-calls.ts'
import { DOCUMENTED_CALLS, NOT_BUILT_YET } from './calls.ts'
import { fieldsOf, optionalFieldsOf } from './schema-fields.ts'

const declared = new Map(allCalls.map(({ call }) => [`${call.method} ${call.path}`, call]))
const documented = DOCUMENTED_CALLS.map(({ call }) => call)

test.each(DOCUMENTED_CALLS)('$ids the contract has $call, and does not call it an extension', ({ call }) => {
  expect(declared.get(call)).toMatchObject({ extension: false })
})

test('what no document lists is an extension, and what is not built yet is nowhere', () => {
  const own = [...declared].filter(([, { extension }]) => !extension).map(([name]) => name)
  expect(own.filter((name) => !documented.includes(name))).toEqual([])
  expect(NOT_BUILT_YET.filter((name) => declared.has(name))).toEqual([])
  expect(new Set(documented).size).toBe(documented.length)
})

const known = DOCUMENTED_CALLS.flatMap((one) => {
  const call = declared.get(one.call)
  return call ? [{ ...one, declared: call }] : []
})

const sending = known.flatMap((one) => (one.sends === '?' ? [] : [{ ...one, sends: one.sends }]))
test.each(sending)('$ids $call sends $sends, and needs nothing else', ({ sends, declared: { request } }) => {
  const fields = fieldsOf(request)
  expect(sends.filter((name) => !fields.includes(name))).toEqual([])
  const optional = optionalFieldsOf(request)
  expect(fields.filter((name) => !sends.includes(name) && !optional.includes(name))).toEqual([])
})

const answering = known.flatMap((one) =>
  Array.isArray(one.answers) ? [{ ...one, answers: one.answers }] : [],
)
test.each(answering)('$ids $call answers $answers', ({ answers, declared: { response } }) => {
  const fields = fieldsOf(response)
  expect(answers.filter((name) => !fields.includes(name))).toEqual([])
})

test.each(known.filter(({ answers }) => answers === 'text'))(
  '$ids $call answers text',
  ({ declared: call }) => {
    expect(call.answers).toBe('text')
  },
)

/** Those of spec 3 §7: their ids begin with W. */
const ofWork = known.filter(({ ids }) => /\bW\d/.test(ids))
/** Read by GET, as the documents state of them. */
const READ = [
  'GET /update.json',
  'GET /api/services/view-vpn',
  'GET /api/communication/notification/get-all-user-help-messages',
  'GET /api/help-centre/ticket-escalation-types',
]

test('W168 the calls of spec 3 are POSTs but for those that it states otherwise', () => {
  expect(ofWork.length).toBeGreaterThan(40)
  const reads = ofWork.filter(({ declared: { method } }) => method !== 'POST').map(({ call }) => call)
  expect(reads.toSorted()).toEqual(READ.toSorted())
})

test('W167 the calls of spec 3 carry a bearer token; the version file is for everybody', () => {
  const open = ofWork.filter(({ declared: { auth } }) => auth !== 'bearer').map(({ call }) => call)
  expect(open).toEqual(['GET /update.json'])
})
