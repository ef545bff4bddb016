import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { call } from '#shared/contract/http-call.ts'
import { noPayload } from '#shared/contract/primitives.ts'
import { AnswerError, contentDisposition, prepareAnswer } from './answers.ts'

const declared = { path: '/api/x', request: noPayload, summary: '', spec: '' } as const
const json = call({ ...declared, response: z.object({ id: z.int() }) })
const text = call({ ...declared, answers: 'text', response: z.string() })
const blob = call({ ...declared, answers: 'blob', response: z.unknown() })

test('an answer is sent as its contract says, without what the contract does not list', () => {
  expect(prepareAnswer(json, { id: 1, passwordHash: 'x' })).toMatchObject({
    body: '{"id":1}',
    contentType: 'application/json; charset=utf-8',
  })
  expect(prepareAnswer(text, 'héllo')).toMatchObject({
    body: 'héllo',
    contentType: 'text/plain; charset=utf-8',
  })
})

test.each([
  ['a number for a text', text, 1],
  ['nothing for an object', json, undefined],
  ['a wrong field', json, { id: 'one' }],
  ['a file without content', blob, { fileName: 'a', contentType: 'text/plain' }],
  [
    'a file of no type',
    blob,
    { fileName: 'a', contentType: 'x\r\nset-cookie: a', content: new Uint8Array() },
  ],
])('%s is a fault', (_, declaredCall, answer) => {
  expect(() => prepareAnswer(declaredCall, answer)).toThrow(AnswerError)
})

test('a file is sent with its type, its bytes and its name', () => {
  const content = Buffer.from('0123456789').subarray(2, 5)
  const sent = prepareAnswer(blob, { fileName: 'a.pdf', contentType: 'application/pdf', content })
  expect(sent).toMatchObject({ contentType: 'application/pdf', body: Buffer.from('234') })
  expect(sent.headers).toEqual({
    'content-disposition': `attachment; filename="a.pdf"; filename*=UTF-8''a.pdf`,
  })
})

test.each([
  ['plain.txt', `attachment; filename="plain.txt"; filename*=UTF-8''plain.txt`],
  ['Grüße €.pdf', `attachment; filename="Gr__e _.pdf"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%E2%82%AC.pdf`],
  [
    'a"b\\..;%41\r\nX: y.txt',
    `attachment; filename="..;_41__X: y.txt"; filename*=UTF-8''..%3B%2541%0D%0AX%3A%20y.txt`,
  ],
  ["it's (1)*.doc", `attachment; filename="it's (1)*.doc"; filename*=UTF-8''it%27s%20%281%29%2A.doc`],
  ['../../etc/passwd', `attachment; filename="passwd"; filename*=UTF-8''passwd`],
  ['', `attachment; filename="file"; filename*=UTF-8''file`],
  ['\ud800.txt', `attachment; filename="_.txt"; filename*=UTF-8''%EF%BF%BD.txt`],
])('the file name %j is spelled for the header', (name, header) => {
  expect(contentDisposition(name)).toBe(header)
})
